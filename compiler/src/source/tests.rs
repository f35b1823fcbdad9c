//! What is found where, rule by rule.

use std::path::Path;

use hookc_schema::SourceKind::{
    ClaudeLocal, ClaudeProject, ClaudeUser, Enterprise, Plugin, Project, Team, User,
};

use super::manifest::UnreachableReason;
use super::{Discovery, Found, ProblemKind, Role, Unread, discover};
use crate::analysis::Request;
use crate::system::MemorySystem;

const NATIVE: &str = r#"{"version": 1, "hooks": {"stop": [{"command": "x"}]}}"#;
const CLAUDE: &str = r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}}"#;

fn tree(files: &[(&str, &str)]) -> MemorySystem {
    files.iter().fold(MemorySystem::new().current("/w"), |system, (path, text)| system.file(path, *text))
}

fn everything(system: &MemorySystem) -> Discovery {
    discover(system, &Request::default())
}

fn named(system: &MemorySystem, paths: &[&str]) -> Discovery {
    discover(system, &Request { paths: paths.iter().map(Into::into).collect(), ..Request::default() })
}

/// Names and roles; fails on any problem.
fn roles(discovery: &Discovery) -> Vec<(&str, Role)> {
    assert_eq!(discovery.problems, []);
    discovery.found.iter().map(|found| (found.shown.as_str(), found.role.clone())).collect()
}

fn problems(discovery: &Discovery) -> Vec<(&str, ProblemKind)> {
    discovery.problems.iter().map(|problem| (problem.shown.as_str(), problem.kind.clone())).collect()
}

fn only(discovery: &Discovery) -> &Found {
    assert_eq!(discovery.problems, []);
    assert_eq!(discovery.found.len(), 1, "{:#?}", discovery.found);
    &discovery.found[0]
}

fn manifest(claude: bool, inline: bool) -> Role {
    Role::PluginManifest { claude, inline, unreachable: Vec::new() }
}

fn roots(found: &Found) -> (Option<&Path>, Option<&Path>) {
    (found.place.root.as_deref(), found.place.working_directory.as_deref())
}

fn both(path: &str) -> (Option<&Path>, Option<&Path>) {
    (Some(Path::new(path)), Some(Path::new(path)))
}

mod projects {
    use super::*;

    #[test]
    fn the_current_folder_is_searched_when_nothing_is_named() {
        let system = tree(&[
            ("/w/.cursor/hooks.json", NATIVE),
            ("/w/.claude/settings.json", CLAUDE),
            ("/w/.claude/settings.local.json", CLAUDE),
        ]);
        assert_eq!(
            roles(&everything(&system)),
            [
                (".claude/settings.json", Role::Hooks(ClaudeProject)),
                (".claude/settings.local.json", Role::Hooks(ClaudeLocal)),
                (".cursor/hooks.json", Role::Hooks(Project)),
            ]
        );
    }

    #[test]
    fn hooks_of_a_project_run_in_its_root() {
        let discovery = everything(&tree(&[("/w/a/.cursor/hooks.json", NATIVE)]));
        let found = only(&discovery);
        assert_eq!(roots(found), both("/w/a"));
        assert_eq!(found.place.show(Path::new("/w/a/run.sh")), "a/run.sh");
    }

    #[test]
    fn a_nested_folder_is_a_project_of_its_own() {
        let system = tree(&[("/w/.cursor/hooks.json", NATIVE), ("/w/pkg/a/.cursor/hooks.json", NATIVE)]);
        let discovery = everything(&system);
        assert_eq!(roots(&discovery.found[0]), both("/w"));
        assert_eq!(roots(&discovery.found[1]), both("/w/pkg/a"));
    }

    #[test]
    fn folders_of_tools_are_not_searched() {
        let skipped = [".git", "node_modules", "target", ".venv"];
        let files: Vec<_> =
            skipped.iter().map(|folder| format!("/w/{folder}/x/.cursor/hooks.json")).collect();
        let system = files.iter().fold(tree(&[]), |system, path| system.file(path, NATIVE));
        assert_eq!(roles(&everything(&system)), []);
    }

    #[test]
    fn files_of_other_products_are_not_found_in_a_search() {
        let system = tree(&[
            ("/w/.github/hooks/a.json", NATIVE),
            ("/w/.codex/hooks.json", NATIVE),
            ("/w/.windsurf/hooks.json", NATIVE),
            ("/w/.gemini/settings.json", CLAUDE),
            ("/w/hooks/hooks.json", CLAUDE),
            ("/w/hooks.json", NATIVE),
        ]);
        assert_eq!(roles(&everything(&system)), []);
    }

    #[test]
    fn a_tree_of_templates_is_searched_only_from_inside() {
        let system = tree(&[("/w/templates/app/.cursor/hooks.json", NATIVE)]);
        assert_eq!(roles(&everything(&system)), []);
        assert_eq!(
            roles(&named(&system, &["templates/app"])),
            [("templates/app/.cursor/hooks.json", Role::Hooks(Project))]
        );
    }
}

mod unread {
    use super::*;

    #[test]
    fn a_hooks_file_beside_the_scripts_is_unread() {
        let discovery = everything(&tree(&[("/w/.cursor/hooks/hooks.json", NATIVE)]));
        assert_eq!(only(&discovery).role, Role::Unread(Unread::BesideScripts));
    }

    #[test]
    fn a_hooks_file_beside_the_scripts_counts_when_a_manifest_names_it() {
        let system = tree(&[
            ("/w/.cursor/hooks/hooks.json", NATIVE),
            ("/w/.cursor-plugin/plugin.json", r#"{"hooks": "./.cursor/hooks/hooks.json"}"#),
        ]);
        assert_eq!(
            roles(&everything(&system)),
            [
                (".cursor/hooks/hooks.json", Role::Hooks(Plugin)),
                (".cursor-plugin/plugin.json", manifest(false, false)),
            ]
        );
        let only_projects = Request { sources: Some(vec![Project]), ..Request::default() };
        assert_eq!(roles(&discover(&system, &only_projects)), []);
    }

    #[test]
    fn a_hooks_file_beside_the_scripts_counts_when_the_right_name_links_to_it() {
        let system = tree(&[("/w/.cursor/hooks/hooks.json", NATIVE)])
            .link("/w/.cursor/hooks.json", "hooks/hooks.json");
        let discovery = everything(&system);
        assert_eq!(only(&discovery).shown, ".cursor/hooks.json");
        assert_eq!(only(&discovery).role, Role::Hooks(Project));
    }

    #[test]
    fn hooks_in_settings_are_unread_and_other_settings_are_not_looked_at() {
        let discovery = everything(&tree(&[("/w/.cursor/settings.json", CLAUDE)]));
        assert_eq!(only(&discovery).role, Role::Unread(Unread::InSettings));
        let system = tree(&[("/w/.cursor/settings.json", r#"{"plugins": {"hooks": true}}"#)]);
        assert_eq!(roles(&everything(&system)), []);
    }

    #[test]
    fn a_plugin_folder_in_a_project_is_unread() {
        let discovery = everything(&tree(&[("/w/a/.cursor-plugin/memory/hooks/hooks.json", NATIVE)]));
        assert_eq!(only(&discovery).role, Role::Unread(Unread::PluginFolderInProject));
        assert_eq!(only(&discovery).place.root.as_deref(), Some(Path::new("/w/a")));
    }

    #[test]
    fn a_manifest_makes_a_file_below_the_plugin_folder_count() {
        let system = tree(&[
            ("/w/.cursor-plugin/plugin.json", r#"{"hooks": ".cursor-plugin/hooks.json"}"#),
            ("/w/.cursor-plugin/hooks.json", NATIVE),
        ]);
        assert_eq!(roles(&everything(&system))[0], (".cursor-plugin/hooks.json", Role::Hooks(Plugin)));
    }

    #[test]
    fn an_odd_name_is_unread_when_the_text_is_hooks() {
        for name in ["hook.json", "Hooks.json", "hooks.jsonc"] {
            let system = tree(&[]).file(format!("/w/.cursor/{name}"), NATIVE);
            assert_eq!(only(&everything(&system)).role, Role::Unread(Unread::OddName), "{name}");
        }
        let yaml = tree(&[("/w/.cursor/hooks.yaml", "version: 1\nhooks:\n  stop:\n    - command: x\n")]);
        assert_eq!(only(&everything(&yaml)).role, Role::Unread(Unread::OddName));
    }

    #[test]
    fn an_odd_name_is_nothing_when_the_text_is_not_or_the_right_file_is_there() {
        assert_eq!(roles(&everything(&tree(&[("/w/.cursor/hooks.yaml", "hooks: none\n")]))), []);
        let system = tree(&[("/w/.cursor/hooks.json", NATIVE), ("/w/.cursor/hooks.jsonc", NATIVE)]);
        assert_eq!(only(&everything(&system)).shown, ".cursor/hooks.json");
    }

    #[test]
    fn variants_kept_aside_are_found_only_when_they_are_named() {
        for name in ["hooks.json.example", "hooks.windows.json", "hooks.local.json", "hooks.json.bak"] {
            let system = tree(&[]).file(format!("/w/.cursor/{name}"), NATIVE);
            assert_eq!(roles(&everything(&system)), [], "{name}");
            let discovery = named(&system, &[&format!(".cursor/{name}")]);
            assert_eq!(only(&discovery).role, Role::Template(Project), "{name}");
        }
    }
}

mod plugins {
    use super::*;

    #[test]
    fn the_default_file_counts_when_the_manifest_names_none() {
        let system = tree(&[("/w/.cursor-plugin/plugin.json", "{}"), ("/w/hooks/hooks.json", NATIVE)]);
        let discovery = everything(&system);
        assert_eq!(
            roles(&discovery),
            [
                (".cursor-plugin/plugin.json", manifest(false, false)),
                ("hooks/hooks.json", Role::Hooks(Plugin)),
            ]
        );
        assert_eq!(roots(&discovery.found[1]), both("/w"));
    }

    #[test]
    fn a_named_file_replaces_the_default_one() {
        let system = tree(&[
            ("/w/.cursor-plugin/plugin.json", r#"{"hooks": "./hooks/hooks-cursor.json"}"#),
            ("/w/.claude-plugin/plugin.json", "{}"),
            ("/w/hooks/hooks.json", CLAUDE),
            ("/w/hooks/hooks-cursor.json", NATIVE),
        ]);
        assert_eq!(
            roles(&everything(&system)),
            [
                (".cursor-plugin/plugin.json", manifest(false, false)),
                ("hooks/hooks-cursor.json", Role::Hooks(Plugin)),
            ]
        );
    }

    #[test]
    fn a_plugin_with_claudes_manifest_alone_has_hooks_in_claudes_shape() {
        let system = tree(&[("/w/.claude-plugin/plugin.json", "{}"), ("/w/hooks/hooks.json", CLAUDE)]);
        assert_eq!(
            roles(&everything(&system)),
            [
                (".claude-plugin/plugin.json", manifest(true, false)),
                ("hooks/hooks.json", Role::ClaudePluginHooks),
            ]
        );
    }

    #[test]
    fn claudes_manifest_adds_files_to_the_default_one() {
        let system = tree(&[
            ("/w/.claude-plugin/plugin.json", r#"{"hooks": ["./more.json"]}"#),
            ("/w/hooks/hooks.json", CLAUDE),
            ("/w/more.json", CLAUDE),
        ]);
        let discovery = everything(&system);
        let names: Vec<_> = roles(&discovery).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, [".claude-plugin/plugin.json", "hooks/hooks.json", "more.json"]);
    }

    #[test]
    fn inline_hooks_replace_the_default_file() {
        let system = tree(&[
            ("/w/.cursor-plugin/plugin.json", r#"{"hooks": {"version": 1, "hooks": {}}}"#),
            ("/w/hooks/hooks.json", NATIVE),
        ]);
        assert_eq!(only(&everything(&system)).role, manifest(false, true));
    }

    #[test]
    fn a_file_that_is_not_there_is_told_with_its_place_in_the_manifest() {
        let system = tree(&[("/w/.cursor-plugin/plugin.json", r#"{"hooks": "hooks/hooks.json"}"#)]);
        let discovery = everything(&system);
        let Role::PluginManifest { unreachable, .. } = &only(&discovery).role else { panic!("no manifest") };
        assert_eq!(unreachable[0].pointer, "/hooks");
        assert_eq!(unreachable[0].path, "hooks/hooks.json");
        assert_eq!(unreachable[0].reason, UnreachableReason::Absent);
    }

    #[test]
    fn a_file_outside_of_the_plugin_is_not_installed_with_it() {
        let system = tree(&[
            ("/w/a/.cursor-plugin/plugin.json", r#"{"hooks": "../hooks.json"}"#),
            ("/w/hooks.json", NATIVE),
        ]);
        let discovery = everything(&system);
        let Role::PluginManifest { unreachable, .. } = &only(&discovery).role else { panic!("no manifest") };
        assert_eq!(unreachable[0].reason, UnreachableReason::OutsidePlugin);
    }

    #[test]
    fn a_file_may_be_named_through_the_root_variable_or_by_its_folder() {
        for name in ["${CURSOR_PLUGIN_ROOT}/hooks/hooks.json", "./hooks/", "/hooks/hooks.json"] {
            let manifest = format!(r#"{{"hooks": "{name}"}}"#);
            let system =
                tree(&[("/w/.cursor-plugin/plugin.json", &manifest), ("/w/hooks/hooks.json", NATIVE)]);
            assert_eq!(roles(&everything(&system))[1].1, Role::Hooks(Plugin), "{name}");
        }
    }

    #[test]
    fn a_broken_manifest_is_found_so_that_it_can_be_diagnosed() {
        let system = tree(&[("/w/.cursor-plugin/plugin.json", "{,}"), ("/w/hooks/hooks.json", NATIVE)]);
        assert_eq!(everything(&system).found.len(), 2);
    }

    #[test]
    fn a_plugin_without_hooks_leaves_nothing() {
        assert_eq!(roles(&everything(&tree(&[("/w/.cursor-plugin/plugin.json", r#"{"name": "x"}"#)]))), []);
    }

    #[test]
    fn every_plugin_of_a_marketplace_is_found() {
        let system = tree(&[
            ("/w/.cursor-plugin/marketplace.json", "{}"),
            ("/w/plugins/a/.cursor-plugin/plugin.json", "{}"),
            ("/w/plugins/a/hooks/hooks.json", NATIVE),
            ("/w/plugins/b/.cursor-plugin/plugin.json", "{}"),
            ("/w/plugins/b/hooks/hooks.json", NATIVE),
        ]);
        let discovery = everything(&system);
        let hooks: Vec<_> =
            discovery.found.iter().filter(|found| found.role == Role::Hooks(Plugin)).collect();
        assert_eq!(hooks.len(), 2);
        assert_eq!(roots(hooks[0]), both("/w/plugins/a"));
        assert_eq!(roots(hooks[1]), both("/w/plugins/b"));
    }

    #[test]
    fn an_installed_plugin_needs_no_manifest() {
        let system = tree(&[("/p/hooks/hooks.json", NATIVE)]);
        let request = Request { plugins: vec!["/p".into()], ..Request::default() };
        let discovery = discover(&system, &request);
        assert_eq!(only(&discovery).shown, "hooks/hooks.json");
        assert_eq!(roots(only(&discovery)), both("/p"));
    }

    #[test]
    fn several_installed_plugins_are_told_apart_by_their_folders() {
        let system = tree(&[("/p/a/hooks/hooks.json", NATIVE), ("/p/b/hooks/hooks.json", NATIVE)]);
        let request = Request { plugins: vec!["/p/a".into(), "/p/b".into()], ..Request::default() };
        let discovery = discover(&system, &request);
        let names: Vec<_> = roles(&discovery).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["a/hooks/hooks.json", "b/hooks/hooks.json"]);
    }
}

mod places {
    use super::*;

    #[test]
    fn the_home_folder_brings_the_users_files() {
        let system = tree(&[
            ("/h/.cursor/hooks.json", NATIVE),
            ("/h/.claude/settings.json", CLAUDE),
            ("/h/.claude/settings.local.json", CLAUDE),
            ("/h/project/.cursor/hooks.json", NATIVE),
            ("/w/.cursor/hooks.json", NATIVE),
        ]);
        let discovery = discover(&system, &Request { home: Some("/h".into()), ..Request::default() });
        assert_eq!(
            roles(&discovery),
            [(".claude/settings.json", Role::Hooks(ClaudeUser)), (".cursor/hooks.json", Role::Hooks(User))]
        );
        assert_eq!(roots(&discovery.found[0]), (Some(Path::new("/h")), None));
        assert_eq!(roots(&discovery.found[1]), (Some(Path::new("/h")), Some(Path::new("/h/.cursor"))));
        assert_eq!(discovery.found[1].place.home.as_deref(), Some(Path::new("/h")));
    }

    #[test]
    fn a_place_joins_the_workspace_that_is_named_with_it() {
        let system = tree(&[("/h/.cursor/hooks.json", NATIVE), ("/w/.cursor/hooks.json", NATIVE)]);
        let request =
            Request { home: Some("/h".into()), workspaces: vec!["/w".into()], ..Request::default() };
        assert_eq!(
            roles(&discover(&system, &request)),
            [(".cursor/hooks.json", Role::Hooks(Project)), ("~/.cursor/hooks.json", Role::Hooks(User))]
        );
    }

    #[test]
    fn the_home_folder_itself_is_no_project() {
        let system = tree(&[("/h/.cursor/hooks.json", NATIVE)]);
        let request =
            Request { home: Some("/h".into()), workspaces: vec!["/h".into()], ..Request::default() };
        assert_eq!(only(&discover(&system, &request)).role, Role::Hooks(User));
    }

    #[test]
    fn the_system_root_brings_the_enterprise_file_of_every_system() {
        let system = tree(&[
            ("/s/etc/cursor/hooks.json", NATIVE),
            ("/s/Library/Application Support/Cursor/hooks.json", NATIVE),
            ("/s/ProgramData/Cursor/hooks.json", NATIVE),
        ]);
        let discovery = discover(&system, &Request { system_root: Some("/s".into()), ..Request::default() });
        assert_eq!(
            roles(&discovery),
            [
                ("Library/Application Support/Cursor/hooks.json", Role::Hooks(Enterprise)),
                ("ProgramData/Cursor/hooks.json", Role::Hooks(Enterprise)),
                ("etc/cursor/hooks.json", Role::Hooks(Enterprise)),
            ]
        );
        assert_eq!(roots(&discovery.found[2]), both("/s/etc/cursor"));
    }

    #[test]
    fn team_hooks_are_found_in_the_folder_or_where_they_are_synchronised_to() {
        for path in [
            "hooks.json",
            "linux/hooks.json",
            "active-team-hooks/hooks.json",
            ".cursor/managed/active-team-hooks/hooks.json",
            ".cursor/managed/active-team-hooks/windows/hooks.json",
        ] {
            let system = tree(&[]).file(format!("/t/{path}"), NATIVE);
            let discovery = discover(&system, &Request { team: Some("/t".into()), ..Request::default() });
            assert_eq!(roles(&discovery), [(path, Role::Hooks(Team))]);
            let folder = format!("/t/{path}").replace("/hooks.json", "");
            assert_eq!(roots(only(&discovery)), both(&folder));
        }
    }

    #[test]
    fn kinds_that_are_not_wanted_are_left_out_with_their_problems() {
        let system = tree(&[("/w/.cursor/hooks.json", NATIVE)]).pipe("/w/.claude/settings.json");
        let request = Request { sources: Some(vec![Project]), ..Request::default() };
        assert_eq!(only(&discover(&system, &request)).role, Role::Hooks(Project));
    }

    #[test]
    fn several_workspaces_are_told_apart_by_their_names() {
        let system = tree(&[("/x/api/.cursor/hooks.json", NATIVE), ("/x/web/.cursor/hooks.json", NATIVE)]);
        let request = Request { workspaces: vec!["/x/web".into(), "/x/api".into()], ..Request::default() };
        assert_eq!(
            roles(&discover(&system, &request)),
            [
                ("web/.cursor/hooks.json", Role::Hooks(Project)),
                ("api/.cursor/hooks.json", Role::Hooks(Project))
            ]
        );
    }

    #[test]
    fn a_place_that_is_missing_or_no_folder_is_a_problem() {
        let system = tree(&[("/file", "")]);
        let request =
            Request { home: Some("/none".into()), plugins: vec!["/file".into()], ..Request::default() };
        let discovery = discover(&system, &request);
        assert_eq!(
            problems(&discovery),
            [("/none", ProblemKind::Missing), ("/file", ProblemKind::NotAFolder)]
        );
        assert_eq!(discovery.problems[0].path, Path::new("/none"));
    }
}

mod named_paths {
    use super::*;

    fn role(path: &str, text: &str) -> Role {
        let discovery = named(&tree(&[(path, text)]), &[path]);
        only(&discovery).role.clone()
    }

    #[test]
    fn the_folder_of_a_file_tells_its_role() {
        assert_eq!(role("/w/.cursor/hooks.json", NATIVE), Role::Hooks(Project));
        assert_eq!(role("/w/.claude/settings.json", CLAUDE), Role::Hooks(ClaudeProject));
        assert_eq!(role("/w/.claude/settings.local.json", CLAUDE), Role::Hooks(ClaudeLocal));
        assert_eq!(role("/etc/cursor/hooks.json", NATIVE), Role::Hooks(Enterprise));
        assert_eq!(role("/h/.cursor/managed/active-team-hooks/hooks.json", NATIVE), Role::Hooks(Team));
        assert_eq!(role("/w/.cursor/hooks/hooks.json", NATIVE), Role::Unread(Unread::BesideScripts));
        assert_eq!(role("/w/.cursor/settings.json", CLAUDE), Role::Unread(Unread::InSettings));
        assert_eq!(role("/w/.cursor/hook.json", NATIVE), Role::Unread(Unread::OddName));
        assert_eq!(
            role("/w/.cursor-plugin/a/hooks.json", NATIVE),
            Role::Unread(Unread::PluginFolderInProject)
        );
        assert_eq!(role("/w/templates/.cursor/hooks.json", NATIVE), Role::Template(Project));
        assert_eq!(role("/w/hooks.json.example", NATIVE), Role::Template(Project));
    }

    #[test]
    fn the_home_folder_tells_the_users_files() {
        let system = tree(&[("/h/.cursor/hooks.json", NATIVE), ("/h/.claude/settings.json", CLAUDE)]);
        let paths = vec!["/h/.cursor/hooks.json".into(), "/h/.claude/settings.json".into()];
        let discovery = discover(&system, &Request { paths, home: Some("/h".into()), ..Request::default() });
        assert_eq!(
            roles(&discovery),
            [
                ("/h/.cursor/hooks.json", Role::Hooks(User)),
                ("/h/.claude/settings.json", Role::Hooks(ClaudeUser)),
            ]
        );
    }

    #[test]
    fn files_of_other_products_are_recognised() {
        for path in [
            "/w/.github/hooks/a.json",
            "/w/.codex/hooks.json",
            "/w/.gemini/settings.json",
            "/w/.cursor/mcp.json",
        ] {
            assert_eq!(role(path, "{}"), Role::Foreign, "{path}");
        }
    }

    #[test]
    fn a_file_of_which_nothing_is_known_is_a_projects_without_a_root() {
        let discovery = named(&tree(&[("/w/docs/hooks.json", NATIVE)]), &["docs/hooks.json"]);
        assert_eq!(only(&discovery).role, Role::Hooks(Project));
        assert_eq!(roots(only(&discovery)), (None, None));
    }

    #[test]
    fn a_plugins_default_file_without_a_manifest_goes_by_its_shape() {
        let native = named(&tree(&[("/w/hooks/hooks.json", NATIVE)]), &["hooks/hooks.json"]);
        assert_eq!(only(&native).role, Role::Hooks(Plugin));
        assert_eq!(roots(only(&native)), both("/w"));
        assert_eq!(role("/w/hooks/hooks.json", CLAUDE), Role::ClaudePluginHooks);
    }

    #[test]
    fn the_manifest_above_tells_the_role() {
        let system = tree(&[
            ("/w/p/.cursor-plugin/plugin.json", r#"{"hooks": "config/cursor.json"}"#),
            ("/w/p/config/cursor.json", NATIVE),
            ("/w/p/hooks/hooks.json", CLAUDE),
        ]);
        let discovery = named(&system, &["p/config/cursor.json"]);
        assert_eq!(only(&discovery).role, Role::Hooks(Plugin));
        assert_eq!(roots(only(&discovery)), both("/w/p"));
        assert_eq!(only(&named(&system, &["p/hooks/hooks.json"])).role, Role::Foreign);
    }

    #[test]
    fn a_manifest_brings_its_plugin() {
        let system = tree(&[("/w/p/.cursor-plugin/plugin.json", "{}"), ("/w/p/hooks/hooks.json", NATIVE)]);
        assert_eq!(
            roles(&named(&system, &["p/.cursor-plugin/plugin.json"])),
            [
                ("p/.cursor-plugin/plugin.json", manifest(false, false)),
                ("p/hooks/hooks.json", Role::Hooks(Plugin)),
            ]
        );
    }

    #[test]
    fn a_manifest_without_hooks_that_is_named_is_not_checked() {
        assert_eq!(role("/w/.cursor-plugin/plugin.json", r#"{"name": "x"}"#), Role::Foreign);
    }

    #[test]
    fn names_are_as_typed() {
        let system = tree(&[("/w/a/.cursor/hooks.json", NATIVE)]).current("/w/b");
        let shown = |typed: &str| only(&named(&system, &[typed])).shown.clone();
        assert_eq!(shown("../a"), "../a/.cursor/hooks.json");
        assert_eq!(shown("../a/.cursor/hooks.json"), "../a/.cursor/hooks.json");
        assert_eq!(shown("/w/a/"), "/w/a/.cursor/hooks.json");
        assert_eq!(shown("../a/.cursor"), "../a/.cursor/hooks.json");
    }

    #[test]
    fn a_file_is_found_from_inside_its_own_folder() {
        let system = tree(&[("/w/.cursor/hooks.json", NATIVE)]).current("/w/.cursor");
        for typed in ["hooks.json", ".", "./hooks.json"] {
            let discovery = named(&system, &[typed]);
            assert_eq!(only(&discovery).shown, "hooks.json", "{typed}");
            assert_eq!(roots(only(&discovery)), both("/w"), "{typed}");
        }
    }

    #[test]
    fn a_file_that_is_reached_twice_is_found_once() {
        let system = tree(&[("/w/.cursor/hooks.json", NATIVE)]);
        let discovery = named(&system, &[".", "/w", ".cursor", ".cursor/hooks.json"]);
        assert_eq!(only(&discovery).shown, ".cursor/hooks.json");
    }

    #[test]
    fn a_file_inside_of_a_named_workspace_is_called_as_there() {
        let system = tree(&[("/w/a/.cursor/hooks.json.example", NATIVE)]);
        let request = Request {
            workspaces: vec!["/w/a".into()],
            paths: vec!["/w/a/.cursor/hooks.json.example".into()],
            ..Request::default()
        };
        let discovery = discover(&system, &request);
        assert_eq!(only(&discovery).shown, ".cursor/hooks.json.example");
    }

    #[test]
    fn a_path_that_is_missing_is_a_problem_and_the_rest_goes_on() {
        let discovery =
            named(&tree(&[("/w/.cursor/hooks.json", NATIVE)]), &["none/hooks.json", ".cursor/hooks.json"]);
        assert_eq!(problems(&discovery), [("none/hooks.json", ProblemKind::Missing)]);
        assert_eq!(discovery.found.len(), 1);
    }
}

mod home_folders_in_repositories {
    use super::*;

    const FOR_HOME: &str = r#"{"version": 1, "hooks": {"stop": [{"command": "bash ./hooks/x.sh"}]}}"#;

    fn role(path: &str, text: &str, more: &[(&str, &str)]) -> Role {
        let system = more.iter().fold(tree(&[(path, text)]), |system, (path, text)| system.file(path, *text));
        only(&everything(&system)).role.clone()
    }

    #[test]
    fn a_chezmoi_folder_is_the_users() {
        let discovery = everything(&tree(&[("/w/dot_cursor/hooks.json", NATIVE)]));
        assert_eq!(only(&discovery).role, Role::Template(User));
        assert_eq!(roots(only(&discovery)), (None, None));
    }

    #[test]
    fn a_package_of_a_home_folder_is_the_users() {
        let more = [("/w/cursor/.cursor/hooks/x.sh", "")];
        assert_eq!(role("/w/cursor/.cursor/hooks.json", FOR_HOME, &more), Role::Template(User));
        let discovery = everything(&tree(&[("/w/home/.cursor/hooks.json", FOR_HOME)]));
        assert_eq!(roots(only(&discovery)), (Some(Path::new("/w/home")), Some(Path::new("/w/home/.cursor"))));
    }

    #[test]
    fn a_folder_with_other_files_of_a_home_folder_is_one() {
        assert_eq!(role("/w/.cursor/hooks.json", FOR_HOME, &[("/w/.bashrc", "")]), Role::Template(User));
    }

    #[test]
    fn the_same_text_in_a_project_is_the_projects() {
        let more = [("/w/.cursor/hooks/x.sh", "")];
        assert_eq!(role("/w/.cursor/hooks.json", FOR_HOME, &more), Role::Hooks(Project));
        assert_eq!(role("/w/api/.cursor/hooks.json", FOR_HOME, &[]), Role::Hooks(Project));
    }

    #[test]
    fn a_project_in_a_folder_called_home_is_a_project() {
        let project = r#"{"version": 1, "hooks": {"stop": [{"command": ".cursor/hooks/x.sh"}]}}"#;
        assert_eq!(role("/w/home/.cursor/hooks.json", project, &[]), Role::Hooks(Project));
        assert_eq!(role("/w/home/.cursor/hooks.json", NATIVE, &[]), Role::Hooks(Project));
        let more = [("/w/home/hooks/x.sh", "")];
        assert_eq!(role("/w/home/.cursor/hooks.json", FOR_HOME, &more), Role::Hooks(Project));
        let more = [("/w/home/.git/HEAD", "")];
        assert_eq!(role("/w/home/.cursor/hooks.json", FOR_HOME, &more), Role::Hooks(Project));
    }
}

mod file_system {
    use super::*;

    fn problem(system: &MemorySystem) -> (String, ProblemKind) {
        let discovery = everything(&system.clone().file("/w/other/.cursor/hooks.json", NATIVE));
        assert_eq!(discovery.found.len(), 1, "the rest goes on");
        let [problem] = discovery.problems.as_slice() else { panic!("{:#?}", discovery.problems) };
        (problem.shown.clone(), problem.kind.clone())
    }

    fn at_hooks(kind: ProblemKind) -> (String, ProblemKind) {
        (".cursor/hooks.json".to_owned(), kind)
    }

    #[test]
    fn a_link_inside_of_the_tree_is_read_under_its_own_name() {
        let system = tree(&[("/w/shared/h.json", NATIVE)]).link("/w/.cursor/hooks.json", "../shared/h.json");
        assert_eq!(only(&everything(&system)).shown, ".cursor/hooks.json");
    }

    #[test]
    fn a_link_out_of_the_tree_is_not_followed() {
        let system = tree(&[("/out/h.json", NATIVE)]).link("/w/.cursor/hooks.json", "/out/h.json");
        assert_eq!(problem(&system), at_hooks(ProblemKind::LinkOutOfTree("/out/h.json".into())));
    }

    #[test]
    fn a_link_to_nothing_is_a_problem() {
        let system = tree(&[]).link("/w/.cursor/hooks.json", "/home/me/h.json");
        assert_eq!(problem(&system), at_hooks(ProblemKind::DanglingLink("/home/me/h.json".into())));
    }

    #[test]
    fn a_link_to_itself_is_a_problem() {
        let system = tree(&[]).link("/w/.cursor/hooks.json", "hooks.json");
        assert_eq!(problem(&system), at_hooks(ProblemKind::LinkCycle));
    }

    #[test]
    fn a_folder_with_the_name_of_the_file_is_a_problem() {
        assert_eq!(problem(&tree(&[]).folder("/w/.cursor/hooks.json")), at_hooks(ProblemKind::NotAFile));
    }

    #[test]
    fn a_pipe_is_a_problem_and_not_opened() {
        assert_eq!(problem(&tree(&[]).pipe("/w/.cursor/hooks.json")), at_hooks(ProblemKind::SpecialFile));
    }

    #[test]
    fn a_folder_that_cannot_be_listed_is_a_problem() {
        let system = tree(&[("/w/data/x", "")]).unreadable("/w/data");
        let kind = std::io::ErrorKind::PermissionDenied;
        assert_eq!(problem(&system), ("data".to_owned(), ProblemKind::UnreadableFolder(kind)));
        let system = tree(&[("/w/.cursor/x", "")]).unreadable("/w/.cursor");
        assert_eq!(problem(&system), (".cursor".to_owned(), ProblemKind::Unreadable(kind)));
    }

    #[test]
    fn a_file_that_cannot_be_read_says_so_when_it_is_read() {
        let system = tree(&[("/w/.cursor/hooks.json", NATIVE)]).unreadable("/w/.cursor/hooks.json");
        let discovery = everything(&system);
        let problem = only(&discovery).read(&system).unwrap_err();
        assert_eq!(problem.shown, ".cursor/hooks.json");
        assert_eq!(problem.kind, ProblemKind::Unreadable(std::io::ErrorKind::PermissionDenied));
    }

    #[test]
    fn a_file_that_is_too_long_says_so_when_it_is_read() {
        let system = tree(&[]).file("/w/.cursor/hooks.json", vec![b' '; super::super::MAX_FILE as usize + 1]);
        let discovery = everything(&system);
        assert_eq!(only(&discovery).read(&system).unwrap_err().kind, ProblemKind::TooLarge);
    }

    #[test]
    fn linked_folders_are_followed_only_for_cursors_own_and_inside_of_the_tree() {
        let system = tree(&[("/w/agents/hooks.json", NATIVE), ("/w/a/.cursor/hooks.json", NATIVE)])
            .link("/w/.cursor", "agents")
            .link("/w/again", "a")
            .link("/w/a/up", "..");
        let discovery = everything(&system);
        let names: Vec<_> = roles(&discovery).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, [".cursor/hooks.json", "a/.cursor/hooks.json"]);
    }

    #[test]
    fn no_link_on_the_way_to_a_file_leads_out_of_the_tree() {
        let out = tree(&[
            ("/out/hooks.json", NATIVE),
            ("/out/plugin.json", "{}"),
            ("/out/cursor/hooks.json", NATIVE),
        ]);
        let manifest = r#"{"hooks": "./linked/hooks.json"}"#;
        let plugin = out.clone().file("/w/.cursor-plugin/plugin.json", manifest).link("/w/linked", "/out");
        assert!(everything(&plugin).found.iter().all(|found| found.role != Role::Hooks(Plugin)));
        let default = out.clone().file("/w/.cursor-plugin/plugin.json", "{}").link("/w/hooks", "/out");
        assert_eq!(
            problem(&default),
            ("hooks/hooks.json".to_owned(), ProblemKind::LinkOutOfTree("/out".into()))
        );
        let manifest = out.clone().link("/w/.cursor-plugin", "/out");
        assert_eq!(everything(&manifest).found, []);
        let scripts = out.clone().file("/w/.cursor/x", "").link("/w/.cursor/hooks", "/out");
        assert_eq!(roles(&everything(&scripts)), []);
        let home = out.clone().link("/h/.cursor", "/out");
        assert_eq!(discover(&home, &Request { home: Some("/h".into()), ..Request::default() }).found, []);
        let system = out.folder("/s").link("/s/etc", "/out");
        assert_eq!(
            discover(&system, &Request { system_root: Some("/s".into()), ..Request::default() }).found,
            []
        );
    }

    #[test]
    fn scripts_linked_from_a_plugin_of_the_same_tree_bring_no_unread_file() {
        let system = tree(&[
            ("/w/.cursor-plugin/plugin.json", "{}"),
            ("/w/hooks/hooks.json", NATIVE),
            ("/w/.cursor/hooks.json", NATIVE),
        ])
        .link("/w/.cursor/hooks", "../hooks");
        assert!(everything(&system).found.iter().all(|found| !matches!(found.role, Role::Unread(_))));
    }

    #[test]
    fn a_linked_cursor_folder_outside_of_the_tree_is_a_problem() {
        let system = tree(&[("/out/hooks.json", NATIVE)]).link("/w/.cursor", "../out");
        assert_eq!(problem(&system), (".cursor".to_owned(), ProblemKind::LinkOutOfTree("../out".into())));
    }

    #[test]
    fn a_linked_workspace_is_searched_since_it_was_named() {
        let system = tree(&[("/real/.cursor/hooks.json", NATIVE)])
            .link("/link", "real")
            .link("/real/a/.cursor/hooks.json", "../../.cursor/hooks.json");
        let request = Request { workspaces: vec!["/link".into()], ..Request::default() };
        let discovery = discover(&system, &request);
        assert_eq!(roles(&discovery).len(), 2);
        assert_eq!(discovery.found[0].path, Path::new("/link/.cursor/hooks.json"));
    }

    #[test]
    fn a_very_deep_tree_ends_the_search_and_not_the_program() {
        let path = "d/".repeat(300);
        let system = tree(&[("/w/.cursor/hooks.json", NATIVE)]).folder(format!("/w/{path}"));
        assert_eq!(only(&everything(&system)).shown, ".cursor/hooks.json");
    }

    #[test]
    fn many_folders_are_found_in_the_same_order_every_time() {
        let names: Vec<_> = (0..500).map(|number| format!("r{number:03}/.cursor/hooks.json")).collect();
        let system = names.iter().fold(tree(&[]), |system, name| system.file(format!("/w/{name}"), NATIVE));
        for _ in 0..3 {
            let discovery = everything(&system);
            let found: Vec<_> = discovery.found.iter().map(|found| found.shown.clone()).collect();
            assert_eq!(found, names);
        }
    }
}

#[cfg(unix)]
mod on_disk {
    use super::*;
    use crate::system::OsSystem;
    use std::fs;
    use std::os::unix::fs::symlink;

    fn workspace() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a", "b", "c", "d", "e"] {
            fs::create_dir_all(folder.path().join(name).join(".cursor")).unwrap();
        }
        folder
    }

    fn search(folder: &Path) -> Discovery {
        discover(&OsSystem, &Request { workspaces: vec![folder.to_path_buf()], ..Request::default() })
    }

    #[test]
    fn links_on_the_disk_are_judged_like_those_in_memory() {
        let outside = tempfile::tempdir().unwrap();
        let target = outside.path().join("h.json");
        fs::write(&target, NATIVE).unwrap();
        let folder = workspace();
        fs::write(folder.path().join("a/.cursor/hooks.json"), NATIVE).unwrap();
        symlink("../../a/.cursor/hooks.json", folder.path().join("b/.cursor/hooks.json")).unwrap();
        symlink(&target, folder.path().join("c/.cursor/hooks.json")).unwrap();
        symlink("nowhere", folder.path().join("d/.cursor/hooks.json")).unwrap();
        symlink("hooks.json", folder.path().join("e/.cursor/hooks.json")).unwrap();
        symlink(folder.path(), folder.path().join("up")).unwrap();

        let discovery = search(folder.path());
        let names: Vec<_> = discovery.found.iter().map(|found| found.shown.as_str()).collect();
        assert_eq!(names, ["a/.cursor/hooks.json", "b/.cursor/hooks.json"]);
        assert_eq!(
            problems(&discovery),
            [
                ("c/.cursor/hooks.json", ProblemKind::LinkOutOfTree(target)),
                ("d/.cursor/hooks.json", ProblemKind::DanglingLink("nowhere".into())),
                ("e/.cursor/hooks.json", ProblemKind::LinkCycle),
            ]
        );
    }

    #[test]
    fn a_pipe_on_the_disk_does_not_hold_up_the_search() {
        let folder = workspace();
        let pipe = folder.path().join("a/.cursor/hooks.json");
        match std::process::Command::new("mkfifo").arg(&pipe).status() {
            Ok(status) if status.success() => {}
            _ => {
                println!("skipped: mkfifo is missing");
                return;
            }
        }
        fs::write(folder.path().join("b/.cursor/hooks.json"), NATIVE).unwrap();
        let discovery = search(folder.path());
        assert_eq!(problems(&discovery), [("a/.cursor/hooks.json", ProblemKind::SpecialFile)]);
        assert_eq!(discovery.found.len(), 1);
    }

    #[test]
    fn many_folders_on_the_disk_are_all_found() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..300 {
            let cursor = folder.path().join(format!("r{number}/.cursor"));
            fs::create_dir_all(&cursor).unwrap();
            fs::write(cursor.join("hooks.json"), NATIVE).unwrap();
        }
        let discovery = search(folder.path());
        assert_eq!(roles(&discovery).len(), 300);
    }
}
