//! `hookc lsp`.

use std::io;
use std::path::Path;

use hookc_compiler::analysis::Request;
use hookc_compiler::source;
use hookc_compiler::system::System;
use hookc_lsp::{Ended, Options};
use hookc_policies::config;

use super::check::today;
use crate::args::{LspArgs, Places};
use crate::exit::Exit;
use crate::request::Wanted;
use crate::terminal::Terminal;

/// Serves one editor, and says how it ended.
pub(crate) fn run(args: &LspArgs, system: &dyn System, terminal: &Terminal) -> Exit {
    let (connection, writer) = hookc_lsp::connect(io::stdin(), io::stdout());
    let ended =
        hookc_lsp::serve(&connection, system, options(&args.places, terminal.home.as_deref(), system));
    drop(connection);
    writer.finish();
    match ended {
        Ended::Orderly => Exit::Success,
        Ended::Abrupt => Exit::Findings,
    }
}

/// The places that were named, and those of this machine for an editor that wants them too.
fn options(places: &Places, home: Option<&Path>, system: &dyn System) -> Options {
    let absolute = |path: &std::path::PathBuf| source::absolute(system, path);
    let wanted = Wanted { paths: &[], places: &Places::default(), all_sources: true, sources: None };
    let machine = wanted.request(home).unwrap_or_default();
    let request = Request {
        workspaces: places.workspaces.iter().map(absolute).collect(),
        home: places.home.as_ref().map(absolute),
        system_root: places.system_root.as_ref().map(absolute),
        team: places.team.as_ref().map(absolute),
        plugins: places.plugins.iter().map(absolute).collect(),
        ..Request::default()
    };
    let check = config::Options {
        packs: Vec::new(),
        config: config::Choice::Nearest,
        targets: None,
        platforms: None,
        pedantic: false,
        known: config::Known::AsConfigured,
        today: today(),
    };
    Options { request, machine, check, today }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use hookc_compiler::system::MemorySystem;

    use super::*;

    #[test]
    fn places_that_are_named_start_from_the_current_folder() {
        let system = MemorySystem::new().folder("/w/a").current("/w");
        let places = Places { workspaces: vec![PathBuf::from("a")], ..Places::default() };
        let options = options(&places, Some(Path::new("/home/me")), &system);
        assert_eq!(options.request.workspaces, [PathBuf::from("/w/a")]);
        assert_eq!(options.request.home, None);
    }

    #[test]
    fn the_places_of_this_machine_are_at_hand_and_not_in_use() {
        let options = options(&Places::default(), Some(Path::new("/home/me")), &MemorySystem::new());
        assert_eq!(options.machine.home, Some(PathBuf::from("/home/me")));
        assert_eq!(options.request.home, None);
        assert!(options.request.workspaces.is_empty());
    }

    #[test]
    fn a_machine_without_a_home_folder_has_a_server_all_the_same() {
        assert_eq!(options(&Places::default(), None, &MemorySystem::new()).machine.home, None);
    }
}
