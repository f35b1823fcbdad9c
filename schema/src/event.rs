//! THE event table: one entry an event, with every fact about it.
//!
//! An entry names the event, says when it fires, names the types of its payload and answer, and lists the facts.
//! Everything else follows from it: schemas, completion, hover, documentation, and how the runtime merges answers.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::evidence::Fact;
use crate::value::Object;
use crate::{answer, payload, tool};

/// The kind of thing that an event belongs to (HOOKS.md, event table).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// A turn of the agent.
    Agent,
    /// Inline completion in the editor.
    Tab,
    /// The life of the application, outside any conversation. Its payload has only a part of the common fields.
    App,
}

/// Whether an answer can stop what is about to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blocking {
    /// `permission` decides; `allow` and `deny` are honoured, and `ask` does what is given here.
    Permission(Ask),
    /// `continue: false` stops it.
    Continue,
    /// `continue` is accepted and has no effect.
    ContinueNotEnforced,
    /// Nothing does; exit code 2 is recorded without effect.
    No,
}

impl Blocking {
    /// Whether some answer stops something: a permission event, or one with an enforced `continue`.
    pub const fn can_block(self) -> bool {
        matches!(self, Self::Permission(_) | Self::Continue)
    }
}

/// What `permission: "ask"` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// The user is asked, unless the run mode approves by itself (HOOKS.md 7.4).
    AsksUser,
    /// Accepted, and the action goes ahead.
    NotEnforced,
    /// The same as `deny`.
    Denies,
    /// Not a value of this event: the whole answer is refused.
    Refused,
}

/// Whether `followup_message` is sent on as the next message, and with it whether `loop_limit` counts for anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowUp {
    /// The field is ignored.
    Never,
    /// Unless the loop limit is reached.
    Always,
    /// As [`FollowUp::Always`], but only when the payload's `status` is `completed`.
    WhenCompleted,
}

/// What a matcher is tested against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The payload's `tool_name`.
    ToolName,
    /// The payload's `subagent_type`.
    SubagentType,
    /// The payload's `command`, the whole command line.
    CommandText,
    /// The kind of file access; the value is the one that this event sends.
    FileAccess(&'static str),
    /// Always this value.
    Constant(&'static str),
    /// Nobody documents it (HOOKS.md 0.6).
    Undocumented,
    /// Nothing: a matcher is ignored.
    None,
}

/// Where the text that a matcher is tested against comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubjectText {
    /// The first of these payload fields that is present.
    Field(&'static [&'static str]),
    /// Always this text.
    Fixed(&'static str),
    /// There is none; every matcher lets the hook run.
    Absent,
}

impl Subject {
    /// Where the text comes from. A field that the payload lacks means that there is none (HOOKS.md 5.1).
    pub const fn text(self) -> SubjectText {
        match self {
            Self::ToolName => SubjectText::Field(&["tool_name"]),
            Self::SubagentType => SubjectText::Field(&["subagent_type"]),
            Self::CommandText => SubjectText::Field(&["command"]),
            Self::FileAccess(value) | Self::Constant(value) => SubjectText::Fixed(value),
            Self::Undocumented => SubjectText::Field(&["command", "url"]),
            Self::None => SubjectText::Absent,
        }
    }
}

/// Which texts a matcher may meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vocabulary {
    /// These and no others: a matcher that takes none of them never lets the hook run.
    Closed(&'static [&'static str]),
    /// These, and others that nobody has listed. For tool names `MCP:` names come beside them.
    Known(&'static [&'static str]),
    /// Anything.
    Open,
}

/// What `failClosed: true` is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailClosed {
    /// A failing hook blocks, and the vendor recommends it for this event.
    Recommended,
    /// A failing hook blocks.
    Blocks,
    /// Nothing: there is nothing to block.
    NoEffect,
}

/// Whether the event's command hooks run in cloud agents. Prompt hooks never run there (HOOKS.md 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cloud {
    /// They do.
    Runs,
    /// Only on self-hosted workers, when a worker is claimed or released; elsewhere for this reason not.
    SelfHostedOnly(&'static str),
    /// They do not, for this reason.
    No(&'static str),
}

/// Whether the event fires in the command-line agent (HOOKS.md 0.8, 6.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cli {
    /// It does.
    Runs,
    /// It does, but not with `-p`.
    NotInPrintMode,
    /// It never does.
    Never,
}

/// Everything that is known of one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventFacts {
    /// Which event.
    pub event: Event,
    /// When it fires and what for, in one or two sentences.
    pub doc: &'static str,
    /// What it belongs to.
    pub category: Category,
    /// Whether an answer can stop what is about to happen.
    pub blocking: Fact<Blocking>,
    /// Whether an answer can go on with the conversation.
    pub follow_up: Fact<FollowUp>,
    /// What a matcher is tested against.
    pub subject: Fact<Subject>,
    /// Which texts a matcher may meet.
    pub vocabulary: Vocabulary,
    /// What `failClosed: true` is good for.
    pub fail_closed: Fact<FailClosed>,
    /// Whether the verdict of a prompt hook has any effect.
    pub prompt_hook: Fact<bool>,
    /// Whether it runs in cloud agents.
    pub cloud: Fact<Cloud>,
    /// Whether it fires in the command-line agent.
    pub cli: Fact<Cli>,
    /// The first version of the host that has it.
    pub since: Fact<&'static str>,
}

impl EventFacts {
    /// Whether `loop_limit` counts for anything here.
    pub const fn uses_loop_limit(&self) -> bool {
        !matches!(self.follow_up.value, FollowUp::Never)
    }

    /// Whether `permission` decides here: one of the six permission events (HOOKS.md 7.3).
    pub const fn is_permission(&self) -> bool {
        matches!(self.blocking.value, Blocking::Permission(_))
    }
}

/// What is wrong with an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerError {
    message: String,
}

impl std::fmt::Display for AnswerError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for AnswerError {}

fn typed<'answer, T: Deserialize<'answer>>(answer: &'answer Value) -> Result<T, AnswerError> {
    if !answer.is_object() {
        return Err(AnswerError { message: "expected an object".to_owned() });
    }
    T::deserialize(answer).map_err(|error| AnswerError { message: error.to_string() })
}

fn known_fields<'answer, T>(answer: &'answer Value) -> Result<Object, AnswerError>
where
    T: Deserialize<'answer> + Serialize,
{
    match serde_json::to_value(typed::<T>(answer)?) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(AnswerError { message: "expected an object".to_owned() }),
        Err(error) => Err(AnswerError { message: error.to_string() }),
    }
}

/// What is wrong with a payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayloadError {
    message: String,
}

impl PayloadError {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl std::fmt::Display for PayloadError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for PayloadError {}

fn fits<'payload, T: Deserialize<'payload>>(payload: &'payload Value) -> Result<(), PayloadError> {
    T::deserialize(payload).map(drop).map_err(|error| PayloadError::new(error.to_string()))
}

macro_rules! events {
    ($(
        $(#[doc = $doc:literal])+
        $id:ident = $name:literal {
            payload: $payload:ty,
            answer: $answer:ty,
            $($facts:tt)*
        }
    )*) => {
        /// A step of the host at which hooks run, in the order of the host's own list (HOOKS.md 1.1).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
        pub enum Event {
            $($(#[doc = $doc])+ #[serde(rename = $name)] $id,)*
        }

        impl Event {
            /// Every event, in the order of the host's own list.
            pub const ALL: [Self; FACTS.len()] = [$(Self::$id),*];

            /// The name in a hooks file. Names are case-sensitive.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$id => $name,)* }
            }

            /// The event of this exact name, or `None`.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$id),)* _ => None }
            }

            /// Whether the host takes this answer at this event: the check of [`crate::answer`]'s type, without a
            /// schema (HOOKS.md 8.2).
            ///
            /// # Errors
            ///
            /// The first fault of the answer; `null` for an optional field is one.
            pub fn check_answer(self, answer: &Value) -> Result<(), AnswerError> {
                match self { $(Self::$id => typed::<$answer>(answer).map(drop),)* }
            }

            /// The fields of the answer that the host reads at this event; all others are gone.
            ///
            /// # Errors
            ///
            /// As [`check_answer`](Self::check_answer).
            pub fn read_answer(self, answer: &Value) -> Result<Object, AnswerError> {
                match self { $(Self::$id => known_fields::<$answer>(answer),)* }
            }

            fn check_own_fields(self, payload: &Value) -> Result<(), PayloadError> {
                match self { $(Self::$id => fits::<$payload>(payload),)* }
            }
        }

        #[cfg(feature = "generate")]
        impl Event {
            /// The schema of the event's own payload fields.
            pub(crate) fn payload_schema(self, generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                match self { $(Self::$id => generator.root_schema_for::<$payload>(),)* }
            }

            /// The schema of the event's answer.
            pub(crate) fn answer_schema(self, generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                match self { $(Self::$id => generator.root_schema_for::<$answer>(),)* }
            }
        }

        static FACTS: [EventFacts; [$($name),*].len()] = [$(
            EventFacts { event: Event::$id, doc: concat!($($doc),+).trim_ascii(), $($facts)* },
        )*];
    };
}

impl Event {
    /// The event's entry in the table.
    pub fn facts(self) -> &'static EventFacts {
        &FACTS[self as usize]
    }

    /// Whether the host could have sent this payload at this event: the check of [`crate::payload`]'s types, without
    /// a schema (HOOKS.md 10). Unknown fields are fine.
    ///
    /// ```
    /// use hookc_schema::Event;
    ///
    /// let error = Event::Stop.check_payload(&serde_json::json!({ "status": "completed" })).unwrap_err();
    /// assert_eq!(error.to_string(), "missing field `conversation_id`");
    /// ```
    ///
    /// # Errors
    ///
    /// The first fault of the payload.
    pub fn check_payload(self, payload: &Value) -> Result<(), PayloadError> {
        if !payload.is_object() {
            return Err(PayloadError::new("expected an object"));
        }
        if self.facts().category != Category::App {
            fits::<payload::Common>(payload)?;
        }
        self.check_own_fields(payload)?;
        let name = payload.get("hook_event_name").and_then(Value::as_str).unwrap_or_default();
        if name != self.name() {
            return Err(PayloadError::new(format!("`hook_event_name` is `{name}` instead of `{self}`")));
        }
        if self == Self::BeforeMcpExecution && payload.get("url").or(payload.get("command")).is_none() {
            return Err(PayloadError::new("missing field `url` or `command`"));
        }
        Ok(())
    }
}

impl std::fmt::Display for Event {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Events that one action of the agent passes through, one after the other, and the tool that it is at the first;
/// [`tool::MCP_PREFIX`] stands for every MCP tool.
pub const SAME_CALL: [(Event, Event, &str); 7] = [
    (Event::PreToolUse, Event::BeforeShellExecution, "Shell"),
    (Event::PreToolUse, Event::BeforeReadFile, "Read"),
    (Event::PreToolUse, Event::BeforeMcpExecution, tool::MCP_PREFIX),
    (Event::PreToolUse, Event::SubagentStart, "Task"),
    (Event::PostToolUse, Event::AfterShellExecution, "Shell"),
    (Event::PostToolUse, Event::AfterFileEdit, "Write"),
    (Event::PostToolUse, Event::AfterMcpExecution, tool::MCP_PREFIX),
];

const NO_FOLLOW_UP: Fact<FollowUp> = Fact::doc(FollowUp::Never, "8.2");
const NOTHING_TO_BLOCK: Fact<FailClosed> = Fact::inf(FailClosed::NoEffect, "7.3");
const OBSERVES: Fact<Blocking> = Fact::doc(Blocking::No, "7.4");
const PROMPT_HAS_NO_EFFECT: Fact<bool> = Fact::inf(false, "1.3");
const PROMPT_BLOCKS: Fact<bool> = Fact::bnd(true, "1.3");
const CLOUD_RUNS: Fact<Cloud> = Fact::doc(Cloud::Runs, "9");
const MCP_DEFERRED: Cloud = Cloud::No(
    "MCP hooks are put off, since a cloud agent may start read-only, where no hooks are loaded; \
     `preToolUse` with an `MCP:` matcher serves there",
);
const STARTS_LATE_IN_THE_CLOUD: Cloud = Cloud::SelfHostedOnly(
    "a cloud agent may start read-only, where no hooks are loaded, so the event would come too late",
);
const TAB_IS_LOCAL: Cloud = Cloud::No("inline completion belongs to the editor");

events! {
    /// Before the agent runs a shell command: lets it run, stops it, or has the user asked.
    BeforeShellExecution = "beforeShellExecution" {
        payload: payload::BeforeShellExecution,
        answer: answer::CommandPermission,
        category: Category::Agent,
        blocking: Fact::doc(Blocking::Permission(Ask::AsksUser), "7.4"),
        follow_up: NO_FOLLOW_UP,
        subject: Fact::doc(Subject::CommandText, "5.2"),
        vocabulary: Vocabulary::Open,
        fail_closed: Fact::doc(FailClosed::Blocks, "7.3"),
        prompt_hook: Fact::doc(true, "1.3"),
        cloud: CLOUD_RUNS,
        cli: Fact::obs(Cli::Runs, "6.5"),
        since: Fact::obs("1.7", "12"),
    }
    /// Before the agent calls a tool of an MCP server: lets it run, stops it, or has the user asked.
    BeforeMcpExecution = "beforeMCPExecution" {
        payload: payload::BeforeMcpExecution,
        answer: answer::CommandPermission,
        category: Category::Agent,
        blocking: Fact::doc(Blocking::Permission(Ask::AsksUser), "7.4"),
        follow_up: NO_FOLLOW_UP,
        subject: Fact::bnd(Subject::Undocumented, "5.2"),
        vocabulary: Vocabulary::Open,
        fail_closed: Fact::doc(FailClosed::Recommended, "7.3"),
        prompt_hook: PROMPT_BLOCKS,
        cloud: Fact::doc(MCP_DEFERRED, "9"),
        cli: Fact::inf(Cli::Runs, "0.8"),
        since: Fact::obs("1.7", "12"),
    }
    /// After a shell command has run; for auditing and for figures from its output.
    AfterShellExecution = "afterShellExecution" {
        payload: payload::AfterShellExecution,
        answer: answer::Ignored,
        category: Category::Agent,
        blocking: OBSERVES,
        follow_up: NO_FOLLOW_UP,
        subject: Fact::doc(Subject::CommandText, "5.2"),
        vocabulary: Vocabulary::Open,
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: CLOUD_RUNS,
        cli: Fact::obs(Cli::Runs, "6.5"),
        since: Fact::obs("2.0", "12"),
    }
    /// After a tool of an MCP server has run, with its input and its whole result.
    AfterMcpExecution = "afterMCPExecution" {
        payload: payload::AfterMcpExecution,
        answer: answer::Ignored,
        category: Category::Agent,
        blocking: OBSERVES,
        follow_up: NO_FOLLOW_UP,
        subject: Fact::inf(Subject::Undocumented, "5.2"),
        vocabulary: Vocabulary::Open,
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: Fact::doc(MCP_DEFERRED, "9"),
        cli: Fact::inf(Cli::Runs, "0.8"),
        since: Fact::obs("2.0", "12"),
    }
    /// Before the content of a file goes to the model: lets it go or withholds it.
    BeforeReadFile = "beforeReadFile" {
        payload: payload::BeforeReadFile,
        answer: answer::ReadPermission,
        category: Category::Agent,
        blocking: Fact::bnd(Blocking::Permission(Ask::Refused), "8.2"),
        follow_up: NO_FOLLOW_UP,
        subject: Fact::doc(Subject::FileAccess("Read"), "5.2"),
        vocabulary: Vocabulary::Closed(&["Read", "TabRead"]),
        fail_closed: Fact::doc(FailClosed::Recommended, "7.3"),
        prompt_hook: PROMPT_BLOCKS,
        cloud: CLOUD_RUNS,
        cli: Fact::inf(Cli::Runs, "0.8"),
        since: Fact::obs("1.7", "12"),
    }
    /// After the agent has changed a file; for formatters and for accounting.
    AfterFileEdit = "afterFileEdit" {
        payload: payload::AfterFileEdit,
        answer: answer::Ignored,
        category: Category::Agent,
        blocking: OBSERVES,
        follow_up: NO_FOLLOW_UP,
        subject: Fact::doc(Subject::FileAccess("Write"), "5.2"),
        vocabulary: Vocabulary::Closed(&["Write", "TabWrite"]),
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: CLOUD_RUNS,
        cli: Fact::obs(Cli::Runs, "6.5"),
        since: Fact::obs("1.7", "12"),
    }
    /// Before inline completion sees the content of a file: lets it see the file or not.
    BeforeTabFileRead = "beforeTabFileRead" {
        payload: payload::BeforeTabFileRead,
        answer: answer::ReadPermission,
        category: Category::Tab,
        blocking: Fact::bnd(Blocking::Permission(Ask::Refused), "8.2"),
        follow_up: NO_FOLLOW_UP,
        subject: Fact::inf(Subject::FileAccess("TabRead"), "5.2"),
        vocabulary: Vocabulary::Closed(&["TabRead"]),
        fail_closed: Fact::bnd(FailClosed::Blocks, "7.3"),
        prompt_hook: PROMPT_BLOCKS,
        cloud: Fact::doc(TAB_IS_LOCAL, "9"),
        cli: Fact::doc(Cli::Never, "0.8"),
        since: Fact::obs("2.0", "12"),
    }
    /// After inline completion has changed a file, with the place of each change.
    AfterTabFileEdit = "afterTabFileEdit" {
        payload: payload::AfterTabFileEdit,
        answer: answer::Ignored,
        category: Category::Tab,
        blocking: OBSERVES,
        follow_up: NO_FOLLOW_UP,
        subject: Fact::inf(Subject::FileAccess("TabWrite"), "5.2"),
        vocabulary: Vocabulary::Closed(&["TabWrite"]),
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: Fact::doc(TAB_IS_LOCAL, "9"),
        cli: Fact::doc(Cli::Never, "0.8"),
        since: Fact::obs("2.0", "12"),
    }
    /// When the agent's turn has ended; may send a follow-up message so that it goes on.
    Stop = "stop" {
        payload: payload::Stop,
        answer: answer::FollowUp,
        category: Category::Agent,
        blocking: OBSERVES,
        follow_up: Fact::doc(FollowUp::Always, "7.4"),
        subject: Fact::doc(Subject::Constant("Stop"), "5.2"),
        vocabulary: Vocabulary::Closed(&["Stop"]),
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: CLOUD_RUNS,
        cli: Fact::obs(Cli::NotInPrintMode, "6.5"),
        since: Fact::obs("1.7", "12"),
    }
    /// After the user has pressed send and before anything is sent: lets the prompt go or stops it.
    BeforeSubmitPrompt = "beforeSubmitPrompt" {
        payload: payload::BeforeSubmitPrompt,
        answer: answer::BeforeSubmitPrompt,
        category: Category::Agent,
        blocking: Fact::doc(Blocking::Continue, "7.4"),
        follow_up: NO_FOLLOW_UP,
        subject: Fact::doc(Subject::Constant("UserPromptSubmit"), "5.2"),
        vocabulary: Vocabulary::Closed(&["UserPromptSubmit"]),
        fail_closed: Fact::inf(FailClosed::Blocks, "7.3"),
        prompt_hook: PROMPT_BLOCKS,
        cloud: CLOUD_RUNS,
        cli: Fact::obs(Cli::NotInPrintMode, "6.5"),
        since: Fact::obs("1.7", "12"),
    }
    /// After the agent has finished a message.
    AfterAgentResponse = "afterAgentResponse" {
        payload: payload::AfterAgentResponse,
        answer: answer::Ignored,
        category: Category::Agent,
        blocking: OBSERVES,
        follow_up: NO_FOLLOW_UP,
        subject: Fact::doc(Subject::Constant("AgentResponse"), "5.2"),
        vocabulary: Vocabulary::Closed(&["AgentResponse"]),
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: CLOUD_RUNS,
        cli: Fact::obs(Cli::NotInPrintMode, "6.5"),
        since: Fact::obs("2.0", "12"),
    }
    /// After the agent has finished a block of thinking.
    AfterAgentThought = "afterAgentThought" {
        payload: payload::AfterAgentThought,
        answer: answer::Ignored,
        category: Category::Agent,
        blocking: OBSERVES,
        follow_up: NO_FOLLOW_UP,
        subject: Fact::doc(Subject::Constant("AgentThought"), "5.2"),
        vocabulary: Vocabulary::Closed(&["AgentThought"]),
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: CLOUD_RUNS,
        cli: Fact::doc(Cli::Runs, "12"),
        since: Fact::obs("2.0", "12"),
    }
    /// When a new conversation begins; the agent does not wait. May set environment variables for later hooks and add
    /// context.
    SessionStart = "sessionStart" {
        payload: payload::SessionStart,
        answer: answer::SessionStart,
        category: Category::Agent,
        blocking: Fact::doc(Blocking::ContinueNotEnforced, "7.4"),
        follow_up: NO_FOLLOW_UP,
        subject: Fact::bnd(Subject::None, "5.2"),
        vocabulary: Vocabulary::Open,
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: Fact::doc(STARTS_LATE_IN_THE_CLOUD, "9"),
        cli: Fact::doc(Cli::Runs, "12"),
        since: Fact::doc("2.4", "12"),
    }
    /// When a conversation ends; for logs and for clearing up.
    SessionEnd = "sessionEnd" {
        payload: payload::SessionEnd,
        answer: answer::Ignored,
        category: Category::Agent,
        blocking: OBSERVES,
        follow_up: NO_FOLLOW_UP,
        subject: Fact::inf(Subject::None, "5.2"),
        vocabulary: Vocabulary::Open,
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: Fact::doc(Cloud::SelfHostedOnly("a cloud agent's session has no end that belongs to an editor"), "9"),
        cli: Fact::doc(Cli::Runs, "12"),
        since: Fact::doc("2.4", "12"),
    }
    /// Before the conversation is summarised to fit the model's context window; can only tell the user.
    PreCompact = "preCompact" {
        payload: payload::PreCompact,
        answer: answer::PreCompact,
        category: Category::Agent,
        blocking: OBSERVES,
        follow_up: NO_FOLLOW_UP,
        subject: Fact::bnd(Subject::None, "5.2"),
        vocabulary: Vocabulary::Open,
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: CLOUD_RUNS,
        cli: Fact::doc(Cli::Runs, "12"),
        since: Fact::doc("2.4", "12"),
    }
    /// Before a subagent is started: lets it start or not.
    SubagentStart = "subagentStart" {
        payload: payload::SubagentStart,
        answer: answer::SubagentPermission,
        category: Category::Agent,
        blocking: Fact::doc(Blocking::Permission(Ask::Denies), "7.4"),
        follow_up: NO_FOLLOW_UP,
        subject: Fact::doc(Subject::SubagentType, "5.2"),
        vocabulary: Vocabulary::Known(&tool::SUBAGENT_TYPES),
        fail_closed: Fact::bnd(FailClosed::Blocks, "7.3"),
        prompt_hook: PROMPT_BLOCKS,
        cloud: CLOUD_RUNS,
        cli: Fact::doc(Cli::Runs, "12"),
        since: Fact::doc("2.4", "12"),
    }
    /// When a subagent has finished, failed or been stopped; may send it a follow-up message if it has completed.
    SubagentStop = "subagentStop" {
        payload: payload::SubagentStop,
        answer: answer::FollowUp,
        category: Category::Agent,
        blocking: OBSERVES,
        follow_up: Fact::doc(FollowUp::WhenCompleted, "7.4"),
        subject: Fact::doc(Subject::SubagentType, "5.2"),
        vocabulary: Vocabulary::Known(&tool::SUBAGENT_TYPES),
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: CLOUD_RUNS,
        cli: Fact::doc(Cli::Runs, "12"),
        since: Fact::doc("2.4", "12"),
    }
    /// Before the agent uses any tool: lets it run, stops it, or changes its input.
    PreToolUse = "preToolUse" {
        payload: payload::PreToolUse,
        answer: answer::ToolPermission,
        category: Category::Agent,
        blocking: Fact::doc(Blocking::Permission(Ask::NotEnforced), "7.4"),
        follow_up: NO_FOLLOW_UP,
        subject: Fact::doc(Subject::ToolName, "5.2"),
        vocabulary: Vocabulary::Known(&tool::NAMES),
        fail_closed: Fact::bnd(FailClosed::Blocks, "7.3"),
        prompt_hook: PROMPT_BLOCKS,
        cloud: CLOUD_RUNS,
        cli: Fact::obs(Cli::Runs, "6.5"),
        since: Fact::doc("2.4", "12"),
    }
    /// After a tool has run without failing; may add context, and for MCP tools change what the model sees.
    PostToolUse = "postToolUse" {
        payload: payload::PostToolUse,
        answer: answer::PostToolUse,
        category: Category::Agent,
        blocking: OBSERVES,
        follow_up: NO_FOLLOW_UP,
        subject: Fact::doc(Subject::ToolName, "5.2"),
        vocabulary: Vocabulary::Known(&tool::NAMES),
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: CLOUD_RUNS,
        cli: Fact::obs(Cli::Runs, "6.5"),
        since: Fact::doc("2.4", "12"),
    }
    /// After a tool has failed, run out of time or been denied.
    PostToolUseFailure = "postToolUseFailure" {
        payload: payload::PostToolUseFailure,
        answer: answer::PostToolUseFailure,
        category: Category::Agent,
        blocking: OBSERVES,
        follow_up: NO_FOLLOW_UP,
        subject: Fact::doc(Subject::ToolName, "5.2"),
        vocabulary: Vocabulary::Known(&tool::NAMES),
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: CLOUD_RUNS,
        cli: Fact::inf(Cli::Runs, "0.8"),
        since: Fact::doc("2.4", "12"),
    }
    /// When a workspace is opened and whenever its folders change; not without a folder. May name plugin folders to
    /// load.
    WorkspaceOpen = "workspaceOpen" {
        payload: payload::WorkspaceOpen,
        answer: answer::WorkspaceOpen,
        category: Category::App,
        blocking: OBSERVES,
        follow_up: NO_FOLLOW_UP,
        subject: Fact::inf(Subject::None, "5.2"),
        vocabulary: Vocabulary::Open,
        fail_closed: NOTHING_TO_BLOCK,
        prompt_hook: PROMPT_HAS_NO_EFFECT,
        cloud: Fact::doc(Cloud::No("it belongs to the life of the editor"), "9"),
        cli: Fact::doc(Cli::Runs, "1.4"),
        since: Fact::bnd("3.6", "12"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events_with(holds: impl Fn(&EventFacts) -> bool) -> Vec<&'static str> {
        Event::ALL.into_iter().filter(|event| holds(event.facts())).map(Event::name).collect()
    }

    #[test]
    fn an_entry_stands_at_the_place_of_its_event() {
        for event in Event::ALL {
            assert_eq!(event.facts().event, event);
            assert_eq!(Event::from_name(event.name()), Some(event));
        }
    }

    #[test]
    fn names_are_case_sensitive() {
        assert_eq!(Event::from_name("Stop"), None);
        assert_eq!(Event::from_name("beforeMcpExecution"), None);
    }

    #[test]
    fn six_events_ask_for_permission() {
        assert_eq!(
            events_with(EventFacts::is_permission),
            [
                "beforeShellExecution",
                "beforeMCPExecution",
                "beforeReadFile",
                "beforeTabFileRead",
                "subagentStart",
                "preToolUse"
            ]
        );
    }

    #[test]
    fn two_events_loop() {
        assert_eq!(events_with(EventFacts::uses_loop_limit), ["stop", "subagentStop"]);
    }

    #[test]
    fn fourteen_events_run_in_the_cloud() {
        assert_eq!(events_with(|facts| facts.cloud.value == Cloud::Runs).len(), 14);
    }

    #[test]
    fn print_mode_leaves_three_events_out() {
        assert_eq!(
            events_with(|facts| facts.cli.value == Cli::NotInPrintMode),
            ["stop", "beforeSubmitPrompt", "afterAgentResponse"]
        );
    }

    #[test]
    fn failing_closed_and_prompt_verdicts_count_exactly_where_something_can_be_blocked() {
        for event in Event::ALL {
            let facts = event.facts();
            assert_eq!(
                facts.fail_closed.value != FailClosed::NoEffect,
                facts.blocking.value.can_block(),
                "{event}"
            );
            assert_eq!(facts.prompt_hook.value, facts.blocking.value.can_block(), "{event}");
        }
    }

    #[test]
    fn a_fixed_subject_is_in_its_closed_vocabulary() {
        for event in Event::ALL {
            let facts = event.facts();
            let SubjectText::Fixed(text) = facts.subject.value.text() else { continue };
            let Vocabulary::Closed(values) = facts.vocabulary else {
                panic!("{event} has an open vocabulary")
            };
            assert!(values.contains(&text), "{event}");
        }
    }

    #[test]
    fn a_doc_is_one_line_of_whole_sentences() {
        for event in Event::ALL {
            let doc = event.facts().doc;
            assert!(doc.ends_with('.') && !doc.contains('\n') && !doc.starts_with(' '), "{event}: {doc:?}");
        }
    }

    #[test]
    fn an_answer_must_be_an_object() {
        for event in Event::ALL {
            for answer in [Value::Null, Value::Bool(true), Value::Array(vec![]), Value::String("{}".into())] {
                assert!(event.check_answer(&answer).is_err(), "{event} takes {answer}");
            }
        }
    }

    #[test]
    fn an_empty_answer_is_fine_everywhere() {
        for event in Event::ALL {
            assert_eq!(event.check_answer(&serde_json::json!({})), Ok(()), "{event}");
        }
    }

    #[test]
    fn null_is_no_absent_message() {
        let answer = serde_json::json!({ "permission": "deny", "agent_message": null });
        assert!(Event::PreToolUse.check_answer(&answer).is_err());
    }

    #[test]
    fn only_the_fields_of_the_event_are_read() {
        let answer =
            serde_json::json!({ "permission": "deny", "agent_message": "no", "user_message": "No." });
        let read = Event::BeforeReadFile.read_answer(&answer).unwrap();
        assert_eq!(Value::Object(read), serde_json::json!({ "permission": "deny", "user_message": "No." }));
        assert!(Event::AfterFileEdit.read_answer(&answer).unwrap().is_empty());
    }

    fn stop_payload() -> Value {
        serde_json::json!({
            "conversation_id": "c", "generation_id": "g", "model": "default", "hook_event_name": "stop",
            "cursor_version": "3.9.16", "workspace_roots": ["/w"], "user_email": null, "transcript_path": null,
            "status": "completed", "loop_count": 0,
        })
    }

    #[test]
    fn a_payload_may_have_unknown_fields() {
        let mut payload = stop_payload();
        payload["newer"] = Value::Bool(true);
        assert_eq!(Event::Stop.check_payload(&payload), Ok(()));
    }

    #[test]
    fn a_payload_of_another_event_is_refused() {
        let mut payload = stop_payload();
        payload["hook_event_name"] = "sessionEnd".into();
        let error = Event::Stop.check_payload(&payload).unwrap_err();
        assert_eq!(error.to_string(), "`hook_event_name` is `sessionEnd` instead of `stop`");
    }

    #[test]
    fn a_payload_lacks_neither_common_fields_nor_its_own() {
        for field in ["model", "status"] {
            let mut payload = stop_payload();
            payload.as_object_mut().unwrap().remove(field);
            let error = Event::Stop.check_payload(&payload).unwrap_err();
            assert_eq!(error.to_string(), format!("missing field `{field}`"));
        }
    }

    #[test]
    fn workspace_open_has_only_a_part_of_the_common_fields() {
        let payload = serde_json::json!({
            "hook_event_name": "workspaceOpen", "cursor_version": "3.9.16", "workspace_roots": ["/w"],
            "user_email": null,
        });
        assert_eq!(Event::WorkspaceOpen.check_payload(&payload), Ok(()));
    }

    #[test]
    fn null_for_a_field_that_the_event_does_not_read_is_fine() {
        let answer = serde_json::json!({ "permission": "deny", "agent_message": null });
        assert_eq!(Event::BeforeReadFile.check_answer(&answer), Ok(()));
    }
}
