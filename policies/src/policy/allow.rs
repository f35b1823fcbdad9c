//! What hooks run that is on no list.

use hookc_compiler::Digest;
use hookc_compiler::command::{MAX_SCRIPT, Resolution, Started, Understanding, Via};
use hookc_compiler::span::Span;
use hookc_compiler::typecheck::{Command, Script};

use super::hooks::HookView;
use super::judge::Judge;
use super::{Allow, Policy};
use crate::rules::POLICY_ALLOW;

impl<'a> Judge<'a> {
    pub(super) fn allow(&mut self, allow: &Allow, policy: &'a Policy, config: usize, view: &HookView<'a>) {
        let Some(command) = view.hook.command() else { return };
        let mut said: Vec<(Span, String)> = Vec::new();
        let span_of = |range: &std::ops::Range<usize>| command.text.span_of(&view.source.tree, range.clone());
        if command.line.understanding() != Understanding::Whole {
            said.push((
                command.text.span,
                "what this line runs cannot be read, so no list can allow it".to_owned(),
            ));
        } else if let Some(programs) = &allow.programs {
            for started in command.line.started() {
                if let Some(fact) = beyond_programs(programs, command, &started) {
                    said.push((span_of(&started.range), fact));
                }
            }
        }
        for script in &command.scripts {
            let span = span_of(&script.used.range);
            if said.iter().any(|(place, _)| *place == span) {
                continue;
            }
            said.extend(self.beyond_digests(allow, script).map(|fact| (span, fact)));
        }
        for (span, fact) in said {
            self.report(&POLICY_ALLOW, policy, config, view, span, policy.says_fact(&fact));
        }
    }

    /// Why a script is not one of those whose digests are listed.
    fn beyond_digests(&self, allow: &Allow, script: &Script) -> Option<String> {
        let digests = allow.digests.as_ref()?;
        let name = &script.used.text;
        match &script.resolution {
            // That there is no such file is said by other rules.
            Resolution::Missing(_) => None,
            Resolution::Found(file) => match self.system.read(&file.path, MAX_SCRIPT) {
                Ok(bytes) => {
                    let digest = Digest::of(&bytes).to_string();
                    let is_listed = digests.contains(&digest);
                    (!is_listed)
                        .then(|| format!("the digest of `{name}` is not on the list; it is `{digest}`"))
                }
                Err(_) => Some(format!("`{name}` cannot be read, so no digest can allow it")),
            },
            Resolution::Unknown(_) if is_listed(allow.programs.as_deref().unwrap_or_default(), name) => None,
            Resolution::Unknown(_) => {
                Some(format!("which file `{name}` is cannot be told, so no digest can allow it"))
            }
        }
    }
}

/// Why a program is not one of those that are listed.
fn beyond_programs(programs: &[String], command: &Command, started: &Started) -> Option<String> {
    let of_project = |script: &&Script| {
        script.used.range == started.range
            && !matches!(script.resolution, Resolution::Unknown(_))
            && script.used.via == Via::Direct
    };
    if command.scripts.iter().any(|script| of_project(&script)) {
        return None;
    }
    match &started.text {
        None => Some("only a run tells what this starts, so no list can allow it".to_owned()),
        Some(name) if is_listed(programs, name) => None,
        Some(name) => Some(format!("`{name}` is not on the list of programs")),
    }
}

/// Whether a program is listed as it is written, or by its name in a folder of the system.
fn is_listed(programs: &[String], written: &str) -> bool {
    const SYSTEM: [&str; 5] = ["/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/", "/usr/local/bin/"];
    let name = SYSTEM.iter().find_map(|folder| written.strip_prefix(folder));
    programs.iter().any(|listed| listed == written || Some(listed.as_str()) == name)
}
