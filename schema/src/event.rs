//! THE event table: one entry an event, with every fact about it.

macro_rules! names {
    ($($id:ident = $name:literal)*) => {
        /// A step of the host at which hooks run, in the order of the host's own list (HOOKS.md 1.1).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Event { $(#[doc = $name] $id),* }
        impl Event {
            /// Every event, in the order of the host's own list.
            pub const ALL: [Self; 21] = [$(Self::$id),*];
            /// The name in a hooks file. Names are case-sensitive.
            pub const fn name(self) -> &'static str { match self { $(Self::$id => $name),* } }
            /// The event of this exact name, or `None`.
            pub fn from_name(name: &str) -> Option<Self> { match name { $($name => Some(Self::$id),)* _ => None } }
        }
    };
}

names! {
    BeforeShellExecution = "beforeShellExecution"
    BeforeMcpExecution = "beforeMCPExecution"
    AfterShellExecution = "afterShellExecution"
    AfterMcpExecution = "afterMCPExecution"
    BeforeReadFile = "beforeReadFile"
    AfterFileEdit = "afterFileEdit"
    BeforeTabFileRead = "beforeTabFileRead"
    AfterTabFileEdit = "afterTabFileEdit"
    Stop = "stop"
    BeforeSubmitPrompt = "beforeSubmitPrompt"
    AfterAgentResponse = "afterAgentResponse"
    AfterAgentThought = "afterAgentThought"
    SessionStart = "sessionStart"
    SessionEnd = "sessionEnd"
    PreCompact = "preCompact"
    SubagentStart = "subagentStart"
    SubagentStop = "subagentStop"
    PreToolUse = "preToolUse"
    PostToolUse = "postToolUse"
    PostToolUseFailure = "postToolUseFailure"
    WorkspaceOpen = "workspaceOpen"
}
