//! What a rule is, apart from its code.

use hookc_compiler::analysis::{Analysis, Platform, Settings, Source};
use hookc_compiler::diagnostic::{Diagnostic, Effect, FileId, Level};
use hookc_compiler::matcher::Pattern;
use hookc_compiler::span::Span;
use hookc_compiler::syntax::Node;
use hookc_compiler::typecheck::{Dialect, Hook, Matcher};
use hookc_schema::Evidence;

use crate::script::ProgramContext;

/// Where the documentation stands on the web, without a slash at the end: the one place that knows.
pub const SITE: &str = "https://hookc.github.io/hookc";

/// One rule: its name, what it says of the host, its page and its check.
#[derive(Debug)]
pub struct Rule {
    /// The stable kebab-case name: the name of its file, of its page and of its findings.
    pub name: &'static str,
    /// The levels its findings can have, the usual one first.
    pub levels: &'static [Level],
    /// The effects its findings can have, the usual one first.
    pub effects: &'static [Effect],
    /// How sure we are of the fact that it rests on.
    pub evidence: Evidence,
    /// The doc comment of the declaration: one sentence, then the sections of the page.
    doc: &'static str,
    /// What finds it.
    pub check: Check,
}

/// What a rule looks at.
#[derive(Debug)]
pub enum Check {
    /// The fault is found while a file or the configuration is read.
    Compiler,
    /// Every hook by itself.
    Hook(fn(&HookContext<'_>, &mut Findings)),
    /// Every file by itself.
    Source(fn(&SourceContext<'_>, &mut Findings)),
    /// All files together.
    Analysis(fn(&Analysis, &Settings, &mut Findings)),
    /// Every program that hooks run, by itself: a script once, however many hooks run it.
    Program(fn(&ProgramContext<'_>, &mut Findings)),
    /// Every hook and every program.
    HookAndProgram(fn(&HookContext<'_>, &mut Findings), fn(&ProgramContext<'_>, &mut Findings)),
}

/// A file, and what is known around it.
#[derive(Debug, Clone, Copy)]
pub struct SourceContext<'a> {
    /// All that was looked at.
    pub analysis: &'a Analysis,
    /// The file.
    pub source: &'a Source,
    /// Where the hooks are meant to run.
    pub settings: &'a Settings,
}

/// A hook, and what is known around it.
#[derive(Debug, Clone, Copy)]
pub struct HookContext<'a> {
    /// The file that registers it.
    pub file: SourceContext<'a>,
    /// The hook.
    pub hook: &'a Hook,
}

impl<'a> SourceContext<'a> {
    /// The file's number, for findings.
    pub const fn id(&self) -> FileId {
        self.source.file
    }

    /// The object that holds `version` and `hooks`; `None` for a file that no loader reads or that is beyond recognition.
    pub fn root(&self) -> Option<Node<'a>> {
        let config = self.source.config.as_ref()?;
        Some(self.source.tree.node(config.root)).filter(|root| root.is_object())
    }

    /// The file's shape.
    pub fn dialect(&self) -> Option<Dialect> {
        Some(self.source.config.as_ref()?.dialect)
    }

    /// Whether the hooks are meant to run on this platform.
    pub fn runs_on(&self, platform: Platform) -> bool {
        self.settings.platforms.contains(&platform)
    }

    /// The first character of the file's value: what is said of a file as a whole points here.
    pub fn start(&self) -> Span {
        let start = self.source.tree.root().span().start as usize;
        Span::new(start, (start + 1).min(self.source.tree.text().len()))
    }
}

impl<'a> HookContext<'a> {
    /// The object that declares the hook.
    pub fn entry(&self) -> Node<'a> {
        self.file.source.tree.node(self.hook.entry)
    }

    /// The matcher and its pattern, when the pattern compiles, narrows anything and is written in this host's names.
    pub fn native_matcher(&self) -> Option<(&'a Matcher, &'a Pattern)> {
        if self.dialect() != Some(Dialect::Native) {
            return None;
        }
        let matcher = self.hook.matcher.as_ref()?;
        Some((matcher, matcher.pattern.as_ref()?.as_deref().ok()?))
    }
}

impl<'a> std::ops::Deref for HookContext<'a> {
    type Target = SourceContext<'a>;

    fn deref(&self) -> &Self::Target {
        &self.file
    }
}

/// What a check reports.
#[derive(Debug, Default)]
pub struct Findings(pub(crate) Vec<Diagnostic>);

impl Findings {
    /// Adds a finding.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }
}

impl Rule {
    #[doc(hidden)]
    pub const fn declare(
        name: &'static str,
        levels: &'static [Level],
        effects: &'static [Effect],
        evidence: Evidence,
        doc: &'static str,
        check: Check,
    ) -> Self {
        Self { name, levels, effects, evidence, doc, check }
    }

    /// A finding of this rule with its usual level, effect and evidence.
    pub fn at(&self, file: FileId, span: Span, message: impl Into<String>) -> Diagnostic {
        self.with(self.levels[0], self.effects[0], file, span, message)
    }

    /// A finding of this rule with a level and an effect of its own.
    pub fn with(
        &self,
        level: Level,
        effect: Effect,
        file: FileId,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(self.name, level, effect, self.evidence, file, span, message)
    }

    /// Where the page of the rule of this name stands on the web.
    pub fn help_uri(name: &str) -> String {
        format!("{SITE}/rules/{name}/")
    }

    /// The first sentence of the page.
    pub fn summary(&self) -> &'static str {
        self.doc.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
    }

    /// The sections of the page in Markdown, without the first sentence.
    pub fn body(&self) -> String {
        let lines = self.doc.lines().map(|line| line.strip_prefix(' ').unwrap_or(line));
        let mut body = String::with_capacity(self.doc.len());
        for line in lines.skip_while(|line| line.trim().is_empty()).skip(1) {
            body.push_str(line);
            body.push('\n');
        }
        body
    }

    /// The page in Markdown: a heading, the levels, and the sections as they were written.
    pub fn page(&self) -> String {
        let list = |names: Vec<&str>| names.join(", ");
        let mut page = format!(
            "# {}\n\n{} · {} · {}\n\n",
            self.name,
            list(self.levels.iter().map(|level| level.name()).collect()),
            list(self.effects.iter().map(|effect| effect.name()).collect()),
            self.evidence.tag(),
        );
        for line in self.doc.lines() {
            page.push_str(line.strip_prefix(' ').unwrap_or(line));
            page.push('\n');
        }
        page
    }
}

/// Declares a rule; the doc comment is its page.
///
/// The page starts with one sentence and has the sections *What the host does*, *Evidence*, *Fails*, *Fixed*, *Stays silent*, which holds
/// lookalikes, and *When to ignore it*. The fenced blocks of *Fails*, *Fixed* and *Stays silent* name their file and are run as tests.
#[macro_export]
macro_rules! declare_rule {
    ($(#[doc = $doc:expr])* $name:literal, [$($level:ident),+], [$($effect:ident),+], $evidence:ident, $check:expr) => {
        $(#[doc = $doc])*
        pub(crate) static RULE: $crate::rule::Rule = $crate::rule::Rule::declare(
            $name,
            &[$(hookc_compiler::diagnostic::Level::$level),+],
            &[$(hookc_compiler::diagnostic::Effect::$effect),+],
            hookc_schema::Evidence::$evidence,
            concat!($($doc, "\n"),*),
            $check,
        );
    };
}
