//! What is said about a file: plain data, without any notion of how it is shown.

use hookc_schema::Evidence;

use crate::span::Span;

/// How much a finding matters; `Info` never changes an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Worth knowing.
    Info,
    /// It works, but not everywhere or not safely.
    Warning,
    /// The hook or the file does not do what it says.
    Error,
}

impl Level {
    /// `info`, `warning` or `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What the host does with the fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The whole file is dropped, and every hook in it.
    VoidsFile,
    /// The hook, or the named part of its matcher, never runs.
    NeverRuns,
    /// The hook runs where its author meant it not to.
    AlwaysRuns,
    /// The hook fails, and the action it should have judged goes ahead.
    FailsOpen,
    /// The action is blocked.
    Blocks,
    /// The value is not read.
    Ignored,
    /// An earlier value is silently replaced.
    LastWins,
    /// The same work is done twice.
    RunsTwice,
    /// Code from outside runs, or private text gets out.
    Leaks,
    /// Nothing changes.
    None,
}

impl Effect {
    /// The name in reports: `voids-file`, `never-runs`, …
    pub const fn name(self) -> &'static str {
        match self {
            Self::VoidsFile => "voids-file",
            Self::NeverRuns => "never-runs",
            Self::AlwaysRuns => "always-runs",
            Self::FailsOpen => "fails-open",
            Self::Blocks => "blocks",
            Self::Ignored => "ignored",
            Self::LastWins => "last-wins",
            Self::RunsTwice => "runs-twice",
            Self::Leaks => "leaks",
            Self::None => "none",
        }
    }
}

/// Whether a fix may be applied without a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Applicability {
    /// Cannot change what runs other than as intended.
    Safe,
    /// Changes what runs; a person decides.
    Unsafe,
}

/// One replacement in the text of the file that the diagnostic is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

/// A way out of a fault: edits that belong together and do not overlap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What the fix does, as an imperative: "insert `\"version\": 1`".
    pub title: String,
    /// Whether it may be applied without a look.
    pub applicability: Applicability,
    /// The edits, all in the diagnostic's own file, in order of their place.
    pub edits: Vec<Edit>,
}

/// A file of an [`Analysis`](crate::analysis::Analysis), by its place in `Analysis::files`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// Another place that belongs to a finding: the other half of a conflict, the first of two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The file of that place.
    pub file: FileId,
    /// The place.
    pub span: Span,
    /// What is there.
    pub message: String,
}

/// The organisation's policy that a finding is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyRef {
    /// Its name.
    pub id: String,
    /// Where people can read more; empty when nothing is said.
    pub link: String,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule's stable kebab-case name.
    pub rule: &'static str,
    /// How much it matters.
    pub level: Level,
    /// Shown only on request: low confidence, or a matter of taste.
    pub pedantic: bool,
    /// What the host does with the fault.
    pub effect: Effect,
    /// How sure we are of that.
    pub evidence: Evidence,
    /// The file at fault.
    pub file: FileId,
    /// The exact text at fault.
    pub span: Span,
    /// One sentence, lower case, without a full stop: what is wrong and what it costs.
    pub message: String,
    /// What the underlined text is, in a few words; empty when the message says it all.
    pub label: String,
    /// The effect in words, for this very place; empty when the message says it all.
    pub consequence: String,
    /// What to do; empty when a fix says it.
    pub help: String,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// Ways out, the best first.
    pub fixes: Vec<Fix>,
    /// The policy, for a finding of one.
    pub policy: Option<Box<PolicyRef>>,
}

impl Diagnostic {
    /// A finding with the facts that every finding has. The rest is added with the methods below.
    pub fn new(
        rule: &'static str,
        level: Level,
        effect: Effect,
        evidence: Evidence,
        file: FileId,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        Self {
            rule,
            level,
            pedantic: false,
            effect,
            evidence,
            file,
            span,
            message: message.into(),
            label: String::new(),
            consequence: String::new(),
            help: String::new(),
            related: Vec::new(),
            fixes: Vec::new(),
            policy: None,
        }
    }

    /// The message, what it costs and what to do, each on a line of its own.
    pub fn full_text(&self) -> String {
        let mut text = self.message.clone();
        let fix = self.fixes.first().map_or("", |fix| fix.title.as_str());
        for (name, part) in [("effect", &*self.consequence), ("help", &self.help), ("fix", fix)] {
            if !part.is_empty() {
                text.extend(["\n", name, ": ", part]);
            }
        }
        text
    }

    /// Says what the underlined text is.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Says the effect in words.
    #[must_use]
    pub fn consequence(mut self, consequence: impl Into<String>) -> Self {
        self.consequence = consequence.into();
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// Points at another place.
    #[must_use]
    pub fn related(mut self, file: FileId, span: Span, message: impl Into<String>) -> Self {
        self.relate(file, span, message);
        self
    }

    /// Points at another place, in a finding that has been made already.
    pub fn relate(&mut self, file: FileId, span: Span, message: impl Into<String>) {
        self.related.push(Related { file, span, message: message.into() });
    }

    /// Visits the number of every file that the finding points into.
    pub(crate) fn each_file(&mut self, visit: impl Fn(&mut FileId)) {
        visit(&mut self.file);
        self.related.iter_mut().for_each(|related| visit(&mut related.file));
    }

    /// Offers a fix.
    #[must_use]
    pub fn fix(mut self, applicability: Applicability, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.fixes.push(Fix { title: title.into(), applicability, edits });
        self
    }

    /// Says whose policy it is about.
    #[must_use]
    pub fn policy(mut self, id: impl Into<String>, link: impl Into<String>) -> Self {
        self.policy = Some(Box::new(PolicyRef { id: id.into(), link: link.into() }));
        self
    }

    /// Shows the finding only on request.
    #[must_use]
    pub fn pedantic(mut self) -> Self {
        self.pedantic = true;
        self
    }
}
