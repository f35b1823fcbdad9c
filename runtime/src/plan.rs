//! The plan as data: every source of hooks flattened into ordered steps.
//!
//! A plan is canonical JSON: the same sources give the same bytes on every machine. Its digest covers the compact JSON
//! text with sorted keys and without the member `digest`, which anyone can check:
//!
//! ```sh
//! jq -cjS 'del(.digest)' plan.json | sha256sum
//! ```
//!
//! A plan is never trusted blindly: [`Plan::parse`] checks the format version, the types, every index, every matcher
//! program and the digest.

mod check;
mod digest;
mod matcher;
mod path;

use std::collections::BTreeMap;
use std::fmt;

use hookc_schema::source::Os;
use hookc_schema::{Event, SourceKind};
use serde::{Deserialize, Serialize, Serializer};

pub use digest::{Digest, DigestError};
pub use matcher::{Matcher, MatcherError};
pub use path::{PathError, PlanPath, Root, Roots, UnboundRoot};

/// The version of the plan's format that this build reads and writes.
pub const FORMAT: u64 = 1;

/// How answers are read and merged (HOOKS.md 0.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Semantics {
    /// As the documentation tells: the source with the highest priority wins.
    #[default]
    Documented,
    /// As builds since September 2026 do it: `deny` wins wherever it comes from.
    Observed,
}

impl Semantics {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::Documented, Self::Observed];

    /// The name in a plan and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Documented => "documented",
            Self::Observed => "observed",
        }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Documented => Self::Observed,
            Self::Observed => Self::Documented,
        }
    }
}

impl fmt::Display for Semantics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The host that a plan is for (HOOKS.md 0.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The desktop editor.
    #[default]
    Editor,
    /// The command-line agent.
    Cli,
    /// Cloud agents.
    Cloud,
}

/// The language that a source's hooks answer in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// The host's own.
    #[default]
    Native,
    /// Claude's too (HOOKS.md 2.6).
    Claude,
}

/// A checked plan with its digest.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    body: Body,
    digest: Digest,
}

/// What a plan says, without version and digest.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Body {
    /// How answers are read and merged.
    pub semantics: Semantics,
    /// The host it is for.
    pub target: Target,
    /// The operating system it is for.
    pub platform: Platform,
    /// Where hooks come from, highest priority first (HOOKS.md 0.2).
    pub sources: Vec<Source>,
    /// The steps of each event, in plan order: by source, then by place in the file.
    pub events: BTreeMap<Event, Vec<Step>>,
    /// What the sources hold and this plan does not run, in the order of the sources.
    pub left_out: Vec<LeftOut>,
}

/// The operating system that a plan is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Platform(pub Os);

impl Default for Platform {
    fn default() -> Self {
        Self::HERE
    }
}

impl Platform {
    /// The operating system that this build runs on.
    pub const HERE: Self = Self(if cfg!(windows) {
        Os::Windows
    } else if cfg!(target_os = "macos") {
        Os::Macos
    } else {
        Os::Linux
    });
}

/// One file of hooks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The folder that its commands start in.
    #[cfg_attr(feature = "generate", schemars(with = "String"))]
    pub cwd: PlanPath,
    /// The file.
    #[cfg_attr(feature = "generate", schemars(with = "String"))]
    pub file: PlanPath,
    /// The language that its hooks answer in; absent for the host's own.
    #[serde(default, skip_serializing_if = "is_native")]
    pub format: Format,
    /// Where it comes from.
    pub kind: SourceKind,
    /// Tells several sources of one kind apart. A plugin always has one: its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The digest of the file.
    pub sha256: Digest,
    /// Why the host refuses the whole file; it then has no steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub voided: Option<String>,
}

impl Source {
    /// What the ids of its steps begin with: `project`, `plugin:lint`.
    pub fn label(&self) -> String {
        match &self.name {
            Some(name) => format!("{}:{name}", self.kind),
            None => self.kind.to_string(),
        }
    }

    /// The id of the step at a place of an event's list in the file, from 0.
    ///
    /// ```
    /// # use hookc_runtime::plan::{Digest, Format, Source};
    /// # let source = Source {
    /// #     cwd: "${project}".parse().unwrap(), file: "${project}/.cursor/hooks.json".parse().unwrap(),
    /// #     format: Format::Native, kind: hookc_schema::SourceKind::Project, name: None,
    /// #     sha256: Digest::of(b""), voided: None,
    /// # };
    /// assert_eq!(source.step_id(hookc_schema::Event::Stop, 2), "project/stop/2");
    /// ```
    pub fn step_id(&self, event: Event, place: usize) -> String {
        format!("{}/{event}/{place}", self.label())
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
fn is_native(format: &Format) -> bool {
    *format == Format::Native
}

/// One hook at one event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The folder that the command starts in, where it is not the source's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(with = "Option<String>"))]
    pub cwd: Option<PlanPath>,
    /// Whether a failure blocks; absent for `false`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fail_closed: bool,
    /// The id, which no other step has: the source's label, the event and the place in the file, as in
    /// `project/preToolUse/0`.
    pub id: String,
    /// After so many follow-ups its own are ignored; absent for no limit (HOOKS.md 7.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loop_limit: Option<u64>,
    /// When it runs; absent for always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matcher: Option<Matcher>,
    /// What runs.
    pub run: Action,
    /// The source, by its index.
    pub source: usize,
    /// How long it may run, in milliseconds.
    #[cfg_attr(feature = "generate", schemars(range(min = 1)))]
    pub timeout_ms: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
fn is_false(value: &bool) -> bool {
    !value
}

/// What a step runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema), schemars(with = "ActionText"))]
#[serde(try_from = "ActionText", into = "ActionText")]
pub enum Action {
    /// A command line for the platform's shell.
    Command {
        /// The line as it was written.
        line: String,
        /// The scripts that it executes, as far as that is known.
        scripts: Vec<Script>,
    },
    /// A question for a model (HOOKS.md 1.3).
    Prompt {
        /// The question, with `$ARGUMENTS` where the payload belongs.
        text: String,
        /// The model to ask; the host's own choice if absent.
        model: Option<String>,
    },
}

/// A script that a command executes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// Where it lies.
    #[cfg_attr(feature = "generate", schemars(with = "String"))]
    pub path: PlanPath,
    /// The digest of its content.
    pub sha256: Digest,
}

/// What a step runs: either `command`, with the `scripts` that it executes, or `prompt`, with an optional `model`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(
    feature = "generate",
    derive(schemars::JsonSchema),
    schemars(extend("oneOf" = [{ "required": ["command"] }, { "required": ["prompt"] }]))
)]
#[serde(deny_unknown_fields)]
struct ActionText {
    /// A command line for the platform's shell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    command: Option<String>,
    /// The model that the question is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    /// A question for a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prompt: Option<String>,
    /// The scripts that the command executes, as far as that is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    scripts: Vec<Script>,
}

impl TryFrom<ActionText> for Action {
    type Error = &'static str;

    fn try_from(text: ActionText) -> Result<Self, &'static str> {
        match text {
            ActionText { command: Some(line), model: None, prompt: None, scripts } => {
                Ok(Self::Command { line, scripts })
            }
            ActionText { command: None, model, prompt: Some(text), scripts } if scripts.is_empty() => {
                Ok(Self::Prompt { text, model })
            }
            _ => Err("a step runs either a `command`, with `scripts`, or a `prompt`, with a `model`"),
        }
    }
}

impl From<Action> for ActionText {
    fn from(action: Action) -> Self {
        match action {
            Action::Command { line, scripts } => Self { command: Some(line), scripts, ..Self::default() },
            Action::Prompt { text, model } => Self { prompt: Some(text), model, ..Self::default() },
        }
    }
}

/// A hook that the sources hold and the plan does not run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// The id that its step would have.
    pub id: String,
    /// Why it does not run, as a sentence.
    pub reason: String,
}

// The fields stand in the order of their names, here and in the types above, which is what makes the text canonical.
/// The hooks of all sources, flattened into ordered steps.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "generate",
    derive(schemars::JsonSchema),
    schemars(title = "Plan", rename = "Plan"),
    schemars(extend("required" = ["digest", "events", "plan", "platform", "semantics", "sources", "target"]))
)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// `sha256:` and the digest of the compact JSON text with sorted keys and without this member.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(extend("pattern" = "^sha256:[0-9a-f]{64}$")))]
    digest: Option<String>,
    /// The steps of each event, in plan order.
    #[serde(serialize_with = "by_name")]
    events: BTreeMap<Event, Vec<Step>>,
    /// What the sources hold and the plan does not run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOut>,
    /// The version of the format.
    #[cfg_attr(feature = "generate", schemars(extend("const" = FORMAT)))]
    plan: u64,
    /// The operating system that the plan is for.
    platform: Platform,
    /// How answers are read and merged.
    semantics: Semantics,
    /// Where hooks come from, highest priority first.
    sources: Vec<Source>,
    /// The host that the plan is for.
    target: Target,
}

fn by_name<S: Serializer>(events: &BTreeMap<Event, Vec<Step>>, serializer: S) -> Result<S::Ok, S::Error> {
    let sorted: BTreeMap<&str, &[Step]> =
        events.iter().map(|(event, steps)| (event.name(), steps.as_slice())).collect();
    sorted.serialize(serializer)
}

impl From<Body> for File {
    fn from(body: Body) -> Self {
        let Body { semantics, target, platform, sources, events, left_out } = body;
        Self { digest: None, events, left_out, plan: FORMAT, platform, semantics, sources, target }
    }
}

impl From<File> for Body {
    fn from(file: File) -> Self {
        let File { events, left_out, platform, semantics, sources, target, .. } = file;
        Self { semantics, target, platform, sources, events, left_out }
    }
}

/// Why a text or a [`Body`] is not a plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The text is not JSON, or a value has the wrong type.
    #[error("the plan cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// The text has no format version.
    #[error("this is no plan: the member `plan`, its format version, is missing")]
    NoVersion,
    /// The text has another format version.
    #[error("the plan has format {found}, this build reads format {FORMAT}: compile it again")]
    Version {
        /// What stands there.
        found: serde_json::Value,
    },
    /// The text has no digest.
    #[error("the plan has no digest")]
    NoDigest,
    /// The text was changed after it was compiled.
    #[error("the plan was changed: its digest is {stated}, its content has {actual}")]
    Digest {
        /// What the plan says.
        stated: String,
        /// What its content gives.
        actual: String,
    },
    /// A source is not what a plan allows.
    #[error("source {index} of the plan {fault}")]
    Source {
        /// Which.
        index: usize,
        /// What is wrong, to follow the word "source".
        fault: String,
    },
    /// A step is not what a plan allows.
    #[error("step {place} of {event} in the plan {fault}")]
    Step {
        /// The event.
        event: Event,
        /// The index in the event's list.
        place: usize,
        /// What is wrong, to follow the word "step".
        fault: String,
    },
}

impl Plan {
    /// A plan from what it says: checks it and adds the digest.
    ///
    /// # Errors
    ///
    /// An index that leads nowhere, an id that is not the step's, sources or steps out of order.
    pub fn seal(body: Body) -> Result<Self, PlanError> {
        check::check(&body)?;
        let file = File::from(body);
        let digest = Digest::of_json(&file)?;
        Ok(Self { body: file.into(), digest })
    }

    /// The plan of a file's text. White space and the order of keys do not matter.
    ///
    /// ```
    /// use hookc_runtime::plan::{Body, Plan};
    ///
    /// let plan = Plan::seal(Body::default())?;
    /// assert_eq!(Plan::parse(&plan.to_json())?, plan);
    ///
    /// let error = Plan::parse(r#"{ "plan": 2 }"#).unwrap_err();
    /// assert_eq!(error.to_string(), "the plan has format 2, this build reads format 1: compile it again");
    /// # Ok::<(), hookc_runtime::plan::PlanError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        check_version(text)?;
        let mut file: File = serde_json::from_str(text)?;
        let stated = file.digest.take().ok_or(PlanError::NoDigest)?;
        let plan = Self::seal(file.into())?;
        let actual = plan.digest_text();
        if stated == actual { Ok(plan) } else { Err(PlanError::Digest { stated, actual }) }
    }

    /// The canonical text, which ends in a newline.
    pub fn to_json(&self) -> String {
        let file = File { digest: Some(self.digest_text()), ..File::from(self.body.clone()) };
        // Nothing in the types can fail to be written: all keys are strings and no value refuses.
        let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
        text.push('\n');
        text
    }

    /// What it says.
    pub const fn body(&self) -> &Body {
        &self.body
    }

    /// The digest of its content.
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    fn digest_text(&self) -> String {
        format!("sha256:{}", self.digest)
    }

    /// How answers are read and merged.
    pub const fn semantics(&self) -> Semantics {
        self.body.semantics
    }

    /// The steps of an event, in plan order.
    pub fn steps(&self, event: Event) -> &[Step] {
        self.body.events.get(&event).map_or(&[], Vec::as_slice)
    }

    /// The source of one of its steps.
    ///
    /// # Panics
    ///
    /// The step belongs to another plan, one with more sources.
    pub fn source(&self, step: &Step) -> &Source {
        &self.body.sources[step.source]
    }
}

/// The JSON Schema of a plan's file, as a text that ends in a newline. It says what the types say; [`Plan::parse`] checks
/// more.
#[cfg(feature = "generate")]
pub fn json_schema() -> String {
    hookc_schema::generate::schema_of::<File>("plan").text
}

fn check_version(text: &str) -> Result<(), PlanError> {
    #[derive(Deserialize)]
    struct Header {
        plan: Option<serde_json::Value>,
    }
    match serde_json::from_str::<Header>(text)?.plan {
        None => Err(PlanError::NoVersion),
        Some(version) if version == FORMAT => Ok(()),
        Some(found) => Err(PlanError::Version { found }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::testing::{command, plan_of, project};

    fn sealed(mut plan: Value) -> String {
        let text = serde_json::to_string(&plan).unwrap();
        plan["digest"] = format!("sha256:{}", Digest::of(text.as_bytes())).into();
        plan.to_string()
    }

    fn small() -> Value {
        json!({
            "plan": 1, "semantics": "observed", "target": "cli", "platform": "macos",
            "sources": [{
                "kind": "project", "file": "${project}/.cursor/hooks.json", "cwd": "${project}",
                "sha256": Digest::of(b""),
            }],
            "events": { "stop": [{
                "id": "project/stop/0", "source": 0, "run": { "command": "./a.sh" }, "timeout_ms": 60000,
                "loop_limit": 5,
            }] },
        })
    }

    fn error_of(plan: Value) -> String {
        Plan::parse(&sealed(plan)).unwrap_err().to_string()
    }

    #[test]
    fn a_plan_survives_its_text() {
        let plan = Plan::parse(&sealed(small())).unwrap();
        assert_eq!(Plan::parse(&plan.to_json()).unwrap(), plan);
        assert_eq!(plan.semantics(), Semantics::Observed);
        assert_eq!(plan.steps(Event::Stop)[0].loop_limit, Some(5));
        assert!(plan.steps(Event::PreToolUse).is_empty());
    }

    #[test]
    fn the_digest_is_that_of_the_sorted_compact_text_without_it() {
        let plan = plan_of(&[command(0, "./a.sh")], Event::Stop);
        let mut value: Value = serde_json::from_str(&plan.to_json()).unwrap();
        let stated = value.as_object_mut().unwrap().remove("digest").unwrap();
        let text = serde_json::to_string(&value).unwrap();
        assert_eq!(stated, format!("sha256:{}", Digest::of(text.as_bytes())));
    }

    #[test]
    fn the_text_has_its_keys_sorted() {
        let plan = Plan::parse(&sealed(small())).unwrap();
        let value: Value = serde_json::from_str(&plan.to_json()).unwrap();
        assert_eq!(plan.to_json(), serde_json::to_string_pretty(&value).unwrap() + "\n");
    }

    #[test]
    fn a_changed_plan_is_refused() {
        let text = sealed(small()).replace("./a.sh", "./b.sh");
        assert!(
            Plan::parse(&text)
                .unwrap_err()
                .to_string()
                .starts_with("the plan was changed: its digest is sha256:")
        );
    }

    #[test]
    fn a_plan_without_digest_is_refused() {
        assert_eq!(Plan::parse(&small().to_string()).unwrap_err().to_string(), "the plan has no digest");
    }

    #[test]
    fn what_is_no_plan_is_told_from_one_of_another_version() {
        let of = |text: &str| Plan::parse(text).unwrap_err().to_string();
        assert!(of("{").starts_with("the plan cannot be read: EOF"));
        assert!(of("[]").starts_with("the plan cannot be read: "));
        assert_eq!(of("{}"), "this is no plan: the member `plan`, its format version, is missing");
        assert_eq!(
            of(r#"{ "plan": "1" }"#),
            "the plan has format \"1\", this build reads format 1: compile it again"
        );
    }

    #[test]
    fn an_unknown_member_is_refused_wherever_it_stands() {
        for pointer in ["", "/sources/0", "/events/stop/0", "/events/stop/0/run"] {
            let mut plan = small();
            plan.pointer_mut(pointer).unwrap()["surprise"] = json!(1);
            assert!(error_of(plan).contains("unknown field `surprise`"), "{pointer}");
        }
    }

    #[test]
    fn an_unknown_event_is_refused() {
        let mut plan = small();
        plan["events"]["notification"] = json!([]);
        assert!(error_of(plan).contains("unknown variant `notification`"));
    }

    #[test]
    fn a_step_runs_either_a_command_or_a_prompt() {
        for run in [
            json!({}),
            json!({ "command": "x", "prompt": "y" }),
            json!({ "command": "x", "model": "y" }),
            json!({ "model": "y" }),
        ] {
            let mut plan = small();
            plan["events"]["stop"][0]["run"] = run;
            assert!(error_of(plan).contains("a step runs either a `command`"));
        }
    }

    #[test]
    fn a_machine_path_is_refused() {
        let mut plan = small();
        plan["sources"][0]["cwd"] = json!("/home/me/project");
        assert!(error_of(plan).contains("`/home/me/project` is not a path of a plan"));
    }

    #[test]
    fn a_source_is_named_by_its_kind_and_name() {
        assert_eq!(project().label(), "project");
        let plugin = Source { kind: SourceKind::Plugin, name: Some("lint".to_owned()), ..project() };
        assert_eq!(plugin.step_id(Event::Stop, 3), "plugin:lint/stop/3");
    }

    #[test]
    fn kinds_are_written_as_the_source_table_names_them() {
        for kind in SourceKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
    }
}
