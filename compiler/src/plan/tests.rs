//! Plans of small trees in memory.

use hookc_runtime::Event;
use hookc_runtime::plan::{Plan, Target};
use hookc_schema::source::Os;
use serde_json::{Value, json};

use super::*;
use crate::system::MemorySystem;

fn workspace() -> Request {
    Request { workspaces: vec!["/w".into()], ..Request::default() }
}

fn everything() -> Request {
    Request {
        home: Some("/home/u".into()),
        system_root: Some("/sys".into()),
        team: Some("/team".into()),
        plugins: vec!["/opt/lint".into()],
        ..workspace()
    }
}

fn compiled(system: &MemorySystem, request: &Request, options: &Options) -> Compiled {
    compile(system, request, options).unwrap()
}

fn project_of(hooks: &Value) -> MemorySystem {
    let text = json!({ "version": 1, "hooks": hooks }).to_string();
    MemorySystem::new().file("/w/.cursor/hooks.json", text)
}

fn plan_of(hooks: &Value) -> Plan {
    compiled(&project_of(hooks), &workspace(), &Options::default()).plan
}

fn ids(plan: &Plan, event: Event) -> Vec<&str> {
    plan.steps(event).iter().map(|step| step.id.as_str()).collect()
}

fn reasons(plan: &Plan) -> Vec<(&str, &str)> {
    plan.body().left_out.iter().map(|left| (left.id.as_str(), left.reason.as_str())).collect()
}

fn native(command: &str) -> String {
    json!({ "version": 1, "hooks": { "stop": [{ "command": command }] } }).to_string()
}

fn claude(hooks: &Value) -> String {
    json!({ "hooks": hooks }).to_string()
}

fn stop_of_claude(command: &str) -> String {
    claude(&json!({ "Stop": [{ "hooks": [{ "type": "command", "command": command }] }] }))
}

/// One hook in each of the eight kinds of sources.
fn all_eight() -> MemorySystem {
    MemorySystem::new()
        .file("/opt/lint/.cursor-plugin/plugin.json", r#"{ "name": "lint" }"#)
        .file("/opt/lint/hooks/hooks.json", native("h"))
        .file("/home/u/.claude/settings.json", stop_of_claude("g"))
        .file("/w/.claude/settings.json", stop_of_claude("f"))
        .file("/w/.claude/settings.local.json", stop_of_claude("e"))
        .file("/home/u/.cursor/hooks.json", native("d"))
        .file("/w/.cursor/hooks.json", native("c"))
        .file("/team/hooks.json", native("b"))
        .file("/sys/etc/cursor/hooks.json", native("a"))
}

mod order {
    use super::*;

    #[test]
    fn the_eight_kinds_stand_by_priority() {
        let plan = compiled(&all_eight(), &everything(), &Options::default()).plan;
        assert_eq!(
            ids(&plan, Event::Stop),
            [
                "enterprise/stop/0",
                "team/stop/0",
                "project/stop/0",
                "user/stop/0",
                "claude-local/stop/0",
                "claude-project/stop/0",
                "claude-user/stop/0",
                "plugin:lint/stop/0"
            ]
        );
    }

    #[test]
    fn entries_stand_in_file_order() {
        let plan = plan_of(&json!({ "stop": [{ "command": "b" }, { "command": "a" }, { "command": "c" }] }));
        assert_eq!(ids(&plan, Event::Stop), ["project/stop/0", "project/stop/1", "project/stop/2"]);
    }

    #[test]
    fn plugins_stand_by_name_and_those_of_one_name_are_numbered() {
        let manifest = |name: &str| format!(r#"{{ "name": "{name}" }}"#);
        let system = MemorySystem::new()
            .file("/a/.cursor-plugin/plugin.json", manifest("zebra"))
            .file("/a/hooks/hooks.json", native("z"))
            .file("/b/.cursor-plugin/plugin.json", manifest("ant"))
            .file("/b/hooks/hooks.json", native("one"))
            .file("/c/.cursor-plugin/plugin.json", manifest("ant"))
            .file("/c/hooks/hooks.json", native("two"));
        let request = Request { plugins: ["/a", "/b", "/c"].map(PathBuf::from).into(), ..Request::default() };
        let plan = compiled(&system, &request, &Options::default()).plan;
        assert_eq!(
            ids(&plan, Event::Stop),
            ["plugin:ant/stop/0", "plugin:ant#2/stop/0", "plugin:zebra/stop/0"]
        );
    }
}

mod sources {
    use super::*;

    fn places(request: &Request) -> Vec<(String, String)> {
        let plan = compiled(&all_eight(), request, &Options::default()).plan;
        plan.body().sources.iter().map(|source| (source.file.to_string(), source.cwd.to_string())).collect()
    }

    #[test]
    fn paths_begin_with_roots_and_commands_start_where_the_source_says() {
        let expected = [
            ("${enterprise}/hooks.json", "${enterprise}"),
            ("${team}/hooks.json", "${team}"),
            ("${project}/.cursor/hooks.json", "${project}"),
            ("${user}/.cursor/hooks.json", "${user}/.cursor"),
            ("${project}/.claude/settings.local.json", "${project}"),
            ("${project}/.claude/settings.json", "${project}"),
            ("${user}/.claude/settings.json", "${project}"),
            ("${plugin:lint}/hooks/hooks.json", "${plugin:lint}"),
        ];
        assert_eq!(places(&everything()), expected.map(|(file, cwd)| (file.to_owned(), cwd.to_owned())));
    }

    #[test]
    fn every_root_is_bound_to_its_folder_here() {
        let roots = compiled(&all_eight(), &everything(), &Options::default()).roots;
        for (name, folder) in [
            ("project", "/w"),
            ("user", "/home/u"),
            ("enterprise", "/sys/etc/cursor"),
            ("team", "/team"),
            ("plugin:lint", "/opt/lint"),
        ] {
            let root = hookc_runtime::plan::Root::from_name(name).unwrap();
            assert_eq!(roots.get(&root), Some(std::path::Path::new(folder)), "{name}");
        }
    }

    #[test]
    fn settings_without_hooks_do_not_count_and_an_empty_hooks_file_does() {
        let system = MemorySystem::new()
            .file("/w/.claude/settings.json", r#"{ "permissions": {} }"#)
            .file("/w/.cursor/hooks.json", r#"{ "version": 1, "hooks": {} }"#);
        let plan = compiled(&system, &workspace(), &Options::default()).plan;
        let kinds: Vec<_> = plan.body().sources.iter().map(|source| source.kind.name()).collect();
        assert_eq!(kinds, ["project"]);
    }

    #[test]
    fn a_project_further_down_is_another_project() {
        let system = project_of(&json!({})).file("/w/api/.cursor/hooks.json", native("x"));
        let compiled = compiled(&system, &workspace(), &Options::default());
        assert_eq!(compiled.other_projects, ["api/.cursor/hooks.json"]);
        assert!(compiled.plan.steps(Event::Stop).is_empty());
    }

    #[test]
    fn two_workspaces_are_two_plans() {
        let request = Request { workspaces: vec!["/w".into(), "/v".into()], ..Request::default() };
        let error = compile(&project_of(&json!({})), &request, &Options::default()).unwrap_err();
        assert_eq!(error.to_string(), "a plan is for one project, and 2 workspaces are named");
    }

    #[test]
    fn team_hooks_for_one_system_are_named_by_it() {
        let system = MemorySystem::new()
            .file("/home/u/.cursor/managed/active-team-hooks/hooks.json", native("all"))
            .file("/home/u/.cursor/managed/active-team-hooks/linux/hooks.json", native("linux"))
            .file("/home/u/.cursor/managed/active-team-hooks/macos/hooks.json", native("mac"));
        let request = Request { team: Some("/home/u".into()), ..Request::default() };
        let plan = compiled(&system, &request, &Options::default()).plan;
        assert_eq!(ids(&plan, Event::Stop), ["team/stop/0", "team:linux/stop/0"]);
        assert_eq!(plan.body().sources[1].cwd.to_string(), "${team}/linux");
        assert_eq!(reasons(&plan), [("team:macos/stop/0", "The file is for macOS only.")]);
    }

    #[test]
    fn an_enterprise_file_counts_on_its_own_system() {
        let system = MemorySystem::new()
            .file("/sys/etc/cursor/hooks.json", native("linux"))
            .file("/sys/Library/Application Support/Cursor/hooks.json", native("mac"));
        let request = Request { system_root: Some("/sys".into()), ..Request::default() };
        let options = Options { platform: Os::Macos, ..Options::default() };
        let compiled = compiled(&system, &request, &options);
        assert_eq!(ids(&compiled.plan, Event::Stop), ["enterprise/stop/0"]);
        assert_eq!(reasons(&compiled.plan), [("enterprise:linux/stop/0", "The file is for Linux only.")]);
        let folder = compiled.roots.get(&hookc_runtime::plan::Root::Enterprise);
        assert_eq!(folder, Some(std::path::Path::new("/sys/Library/Application Support/Cursor")));
    }
}

mod steps {
    use super::*;

    fn step(entry: &Value, event: &str) -> Value {
        let plan = plan_of(&json!({ event: [entry] }));
        let event = Event::from_name(event).unwrap();
        serde_json::to_value(&plan.steps(event)[0]).unwrap()
    }

    #[test]
    fn defaults_are_those_of_the_host() {
        assert_eq!(
            step(&json!({ "command": "x" }), "stop"),
            json!({ "id": "project/stop/0", "source": 0, "run": { "command": "x" }, "timeout_ms": 60000, "loop_limit": 5 })
        );
        assert_eq!(step(&json!({ "command": "x" }), "preToolUse").get("loop_limit"), None);
    }

    #[test]
    fn options_are_taken_over() {
        let entry = json!({ "command": "x", "timeout": 1.5, "failClosed": true, "loop_limit": null, "matcher": "Stop" });
        assert_eq!(
            step(&entry, "stop"),
            json!({
                "id": "project/stop/0", "source": 0, "run": { "command": "x" }, "timeout_ms": 1500, "fail_closed": true,
                "matcher": { "pattern": "Stop", "always": true },
            })
        );
    }

    #[test]
    fn a_timeout_is_at_least_a_millisecond_and_stays_exact() {
        assert_eq!(step(&json!({ "command": "x", "timeout": 1e-9 }), "stop")["timeout_ms"], 1);
        assert_eq!(
            step(&json!({ "command": "x", "timeout": 1e300 }), "stop")["timeout_ms"],
            9_007_199_254_740_991_u64
        );
    }

    #[test]
    fn a_matcher_that_takes_everything_is_none() {
        for matcher in ["", "*"] {
            assert_eq!(
                step(&json!({ "command": "x", "matcher": matcher }), "preToolUse").get("matcher"),
                None
            );
        }
    }

    #[test]
    fn a_prompt_keeps_its_model() {
        let entry = json!({ "type": "prompt", "prompt": "Fine?", "model": "fast" });
        assert_eq!(step(&entry, "preToolUse")["run"], json!({ "prompt": "Fine?", "model": "fast" }));
    }

    #[test]
    fn a_script_is_recorded_with_its_digest() {
        let system = project_of(
            &json!({ "stop": [{ "command": "bash -e .cursor/a.sh" }, { "command": "./gone.sh" }] }),
        )
        .script("/w/.cursor/a.sh", "echo");
        let plan = compiled(&system, &workspace(), &Options::default()).plan;
        let run = |place: usize| serde_json::to_value(&plan.steps(Event::Stop)[place].run).unwrap();
        let digest = hookc_runtime::plan::Digest::of(b"echo");
        assert_eq!(run(0)["scripts"], json!([{ "path": "${project}/.cursor/a.sh", "sha256": digest }]));
        assert_eq!(run(1), json!({ "command": "./gone.sh" }));
    }

    #[test]
    fn a_plugins_hook_starts_in_the_workspace_at_the_end_of_a_turn() {
        let hooks = json!({ "stop": [{ "command": "a" }], "subagentStop": [{ "command": "b" }], "preToolUse": [{ "command": "c" }] });
        let manifest = json!({ "name": "lint", "hooks": { "version": 1, "hooks": hooks } }).to_string();
        let system = MemorySystem::new().file("/opt/lint/.cursor-plugin/plugin.json", manifest);
        let request = Request { plugins: vec!["/opt/lint".into()], ..Request::default() };
        let plan = compiled(&system, &request, &Options::default()).plan;
        let cwd = |event| plan.steps(event)[0].cwd.as_ref().map(ToString::to_string);
        assert_eq!(cwd(Event::Stop).as_deref(), Some("${workspace}"));
        assert_eq!(cwd(Event::SubagentStop).as_deref(), Some("${workspace}"));
        assert_eq!(cwd(Event::PreToolUse), None);
        assert_eq!(plan.body().sources[0].file.to_string(), "${plugin:lint}/.cursor-plugin/plugin.json");
    }
}

mod of_claude {
    use super::*;

    fn imported(hooks: &Value) -> Plan {
        let system = MemorySystem::new().file("/w/.claude/settings.json", claude(hooks));
        compiled(&system, &workspace(), &Options::default()).plan
    }

    fn group(matcher: &str, handler: &Value) -> Value {
        json!([{ "matcher": matcher, "hooks": [handler] }])
    }

    fn takes(plan: &Plan, tool: &str) -> bool {
        let matcher = plan.steps(Event::PreToolUse)[0].matcher.as_ref().unwrap();
        matcher.program.decide(tool) == hookc_runtime::Decision::Match
    }

    #[test]
    fn tools_are_matched_under_the_hosts_names_and_shown_as_written() {
        let plan = imported(
            &json!({ "PreToolUse": group("Bash|Edit|Glob", &json!({ "type": "command", "command": "x" })) }),
        );
        assert!(takes(&plan, "Shell") && takes(&plan, "Write"));
        assert!(!takes(&plan, "Bash") && !takes(&plan, "Glob"));
        assert_eq!(plan.steps(Event::PreToolUse)[0].matcher.as_ref().unwrap().pattern, "Bash|Edit|Glob");
        assert_eq!(plan.body().sources[0].format, hookc_runtime::plan::Format::Claude);
    }

    #[test]
    fn a_group_of_which_nothing_is_left_is_left_out() {
        let plan =
            imported(&json!({ "PreToolUse": group("Glob", &json!({ "type": "command", "command": "x" })) }));
        assert_eq!(
            reasons(&plan),
            [("claude-project/preToolUse/0", "No hook sees the tool `Glob`, so the host skips it.")]
        );
        assert!(plan.body().sources.is_empty());
    }

    #[test]
    fn events_that_the_host_does_not_map_are_gone() {
        let handler = json!([{ "hooks": [{ "type": "command", "command": "x" }] }]);
        let plan =
            imported(&json!({ "Notification": handler, "SubagentStart": handler, "PreCompact": handler }));
        let events: Vec<_> = plan.body().events.keys().map(|event| event.name()).collect();
        assert_eq!(events, ["preCompact"]);
    }

    #[test]
    fn other_handlers_are_left_out() {
        let plan =
            imported(&json!({ "Stop": group("", &json!({ "type": "http", "url": "http://localhost" })) }));
        assert_eq!(
            reasons(&plan),
            [(
                "claude-project/stop/0",
                "The host takes over command and prompt handlers only, and this one has the type `http`."
            )]
        );
    }

    #[test]
    fn there_is_no_loop_limit() {
        let plan = imported(&json!({ "Stop": group("", &json!({ "type": "command", "command": "x" })) }));
        assert_eq!(plan.steps(Event::Stop)[0].loop_limit, None);
    }

    #[test]
    fn a_hook_that_a_native_file_has_to_the_byte_runs_once() {
        let system = MemorySystem::new()
            .file("/w/.cursor/hooks.json", native("./a.sh"))
            .file("/w/.claude/settings.json", stop_of_claude("./a.sh"))
            .file("/w/.claude/settings.local.json", stop_of_claude("./a.sh "));
        let plan = compiled(&system, &workspace(), &Options::default()).plan;
        assert_eq!(ids(&plan, Event::Stop), ["project/stop/0", "claude-local/stop/0"]);
        assert_eq!(
            reasons(&plan),
            [(
                "claude-project/stop/0",
                "A hooks file has the same hook at this event, and the host runs that one."
            )]
        );
    }

    #[test]
    fn claude_files_are_not_compared_with_each_other() {
        let system = MemorySystem::new()
            .file("/w/.claude/settings.json", stop_of_claude("./a.sh"))
            .file("/w/.claude/settings.local.json", stop_of_claude("./a.sh"));
        let plan = compiled(&system, &workspace(), &Options::default()).plan;
        assert_eq!(ids(&plan, Event::Stop), ["claude-local/stop/0", "claude-project/stop/0"]);
    }

    #[test]
    fn a_faulty_hook_is_left_out_alone() {
        let plan = imported(&json!({ "Stop": [{ "hooks": [
            { "type": "command", "command": "a", "timeout": "ten" }, { "type": "command", "command": "b" },
        ] }] }));
        assert_eq!(ids(&plan, Event::Stop), ["claude-project/stop/1"]);
        assert!(reasons(&plan)[0].1.starts_with("The host skips it: `timeout`"), "{:?}", reasons(&plan));
    }

    #[test]
    fn a_plugin_made_for_claude_is_mapped_too() {
        let hooks =
            claude(&json!({ "PreToolUse": group("Bash", &json!({ "type": "command", "command": "x" })) }));
        let system = MemorySystem::new()
            .file("/p/.claude-plugin/plugin.json", r#"{ "name": "p" }"#)
            .file("/p/hooks/hooks.json", hooks);
        let request = Request { plugins: vec!["/p".into()], ..Request::default() };
        let plan = compiled(&system, &request, &Options::default()).plan;
        assert!(takes(&plan, "Shell") && !takes(&plan, "Bash"));
        assert_eq!(plan.body().sources[0].format, hookc_runtime::plan::Format::Claude);
    }
}

mod refused {
    use super::*;

    #[test]
    fn a_refused_file_is_recorded_and_has_no_steps() {
        let system = project_of(&json!({ "stop": [{ "command": "x" }], "notification": [] }))
            .file("/w/.claude/settings.json", stop_of_claude("y"));
        let compiled = compiled(&system, &workspace(), &Options::default());
        assert_eq!(ids(&compiled.plan, Event::Stop), ["claude-project/stop/0"]);
        let voided = compiled.plan.body().sources[0].voided.as_deref().unwrap();
        assert!(voided.starts_with("line 1: `notification` is not an event"), "{voided}");
        let [refused] = compiled.refused.as_slice() else { panic!("{:?}", compiled.refused) };
        assert_eq!(refused.shown, ".cursor/hooks.json");
    }

    #[test]
    fn a_refused_file_hides_no_hook_of_claudes() {
        let system = project_of(&json!({ "stop": [{ "command": "x" }], "notification": [] }))
            .file("/w/.claude/settings.json", stop_of_claude("x"));
        let plan = compiled(&system, &workspace(), &Options::default()).plan;
        assert_eq!(ids(&plan, Event::Stop), ["claude-project/stop/0"]);
    }

    #[test]
    fn settings_that_are_no_json_are_refused() {
        let system = MemorySystem::new().file("/w/.claude/settings.json", stop_of_claude("x") + "// done");
        let compiled = compiled(&system, &workspace(), &Options::default());
        assert_eq!(compiled.refused.len(), 1);
        assert!(compiled.plan.body().events.is_empty());
    }

    #[test]
    fn a_file_that_cannot_be_read_is_refused_too() {
        let system = MemorySystem::new().link("/w/.cursor/hooks.json", "gone.json");
        let compiled = compiled(&system, &workspace(), &Options::default());
        let [refused] = compiled.refused.as_slice() else { panic!("{:?}", compiled.refused) };
        assert_eq!((refused.shown.as_str(), refused.position), (".cursor/hooks.json", None));
    }

    #[test]
    fn what_another_project_lacks_does_not_matter() {
        let system = project_of(&json!({})).link("/w/api/.cursor/hooks.json", "gone.json");
        assert!(compiled(&system, &workspace(), &Options::default()).refused.is_empty());
    }

    #[test]
    fn a_manifest_that_names_a_missing_file_is_refused() {
        let system = MemorySystem::new()
            .file("/p/.cursor-plugin/plugin.json", r#"{ "name": "p", "hooks": "gone.json" }"#);
        let request = Request { plugins: vec!["/p".into()], ..Request::default() };
        let compiled = compiled(&system, &request, &Options::default());
        assert_eq!(compiled.refused.len(), 1, "{:?}", compiled.plan.body());
    }
}

mod targets {
    use super::*;

    fn at(target: Target, options: &Options) -> Plan {
        let options = Options { target, ..options.clone() };
        compiled(&all_eight(), &everything(), &options).plan
    }

    #[test]
    fn cloud_agents_run_the_projects_hooks_and_on_enterprise_plans_those_above() {
        let plan = at(Target::Cloud, &Options::default());
        assert_eq!(ids(&plan, Event::Stop), ["project/stop/0"]);
        assert_eq!(
            reasons(&plan)[0].1,
            "Cloud agents read the source `enterprise` on Enterprise plans only."
        );
        assert_eq!(reasons(&plan)[2], ("user/stop/0", "Cloud agents do not read the source `user`."));
        let plan = at(Target::Cloud, &Options { enterprise_plan: true, ..Options::default() });
        assert_eq!(ids(&plan, Event::Stop), ["enterprise/stop/0", "team/stop/0", "project/stop/0"]);
    }

    #[test]
    fn what_a_target_never_fires_is_left_out_with_the_reason() {
        let hooks = json!({
            "beforeTabFileRead": [{ "command": "a" }], "sessionStart": [{ "command": "b" }],
            "stop": [{ "type": "prompt", "prompt": "p" }],
        });
        let left_out = |target| {
            let plan =
                compiled(&project_of(&hooks), &workspace(), &Options { target, ..Options::default() }).plan;
            plan.body().left_out.iter().map(|left| left.id.clone()).collect::<Vec<_>>()
        };
        assert!(left_out(Target::Editor).is_empty());
        assert_eq!(left_out(Target::Cli), ["project/beforeTabFileRead/0"]);
        let cloud = ["project/beforeTabFileRead/0", "project/sessionStart/0", "project/stop/0"];
        assert_eq!(left_out(Target::Cloud), cloud);
    }

    #[test]
    fn nothing_of_an_untrusted_workspace_runs() {
        let plan = at(Target::Editor, &Options { untrusted: true, ..Options::default() });
        assert_eq!(
            ids(&plan, Event::Stop),
            ["enterprise/stop/0", "team/stop/0", "user/stop/0", "claude-user/stop/0", "plugin:lint/stop/0"]
        );
    }

    #[test]
    fn a_refused_file_that_would_not_run_anyway_does_not_matter() {
        let system = project_of(&json!({})).file("/home/u/.cursor/hooks.json", "{");
        let request = Request { home: Some("/home/u".into()), ..workspace() };
        let options = Options { target: Target::Cloud, ..Options::default() };
        assert!(compiled(&system, &request, &options).refused.is_empty());
    }
}

mod sameness {
    use super::*;

    #[test]
    fn a_plan_does_not_tell_where_it_was_compiled() {
        let here = plan_of(&json!({ "stop": [{ "command": "x" }] }));
        let text = json!({ "version": 1, "hooks": { "stop": [{ "command": "x" }] } }).to_string();
        let system = MemorySystem::new().file("/somewhere/else/.cursor/hooks.json", text);
        let request = Request { workspaces: vec!["/somewhere/else".into()], ..Request::default() };
        let there = compiled(&system, &request, &Options::default()).plan;
        assert_eq!(here.to_json(), there.to_json());
    }

    #[test]
    fn a_plan_is_read_back_as_it_is() {
        let plan = compiled(&all_eight(), &everything(), &Options::default()).plan;
        assert_eq!(Plan::parse(&plan.to_json()).unwrap(), plan);
    }
}

mod semantics {
    use super::*;

    fn told(plan: &Plan) -> Vec<(Event, DifferenceKind)> {
        differences(plan).into_iter().map(|difference| (difference.event, difference.kind)).collect()
    }

    fn project_and_user(event: &str, entry: &Value) -> Plan {
        let hooks = json!({ "version": 1, "hooks": { event: [entry] } }).to_string();
        let system = MemorySystem::new()
            .file("/w/.cursor/hooks.json", hooks.clone())
            .file("/home/u/.cursor/hooks.json", hooks);
        let request = Request { home: Some("/home/u".into()), ..workspace() };
        compiled(&system, &request, &Options::default()).plan
    }

    #[test]
    fn one_hook_means_the_same_in_both() {
        let hooks = json!({ "stop": [{ "command": "x" }], "preToolUse": [{ "command": "x" }] });
        assert_eq!(told(&plan_of(&hooks)), []);
    }

    #[test]
    fn two_sources_that_vote_may_differ() {
        let plan = project_and_user("beforeShellExecution", &json!({ "command": "x" }));
        assert_eq!(told(&plan), [(Event::BeforeShellExecution, DifferenceKind::Priority)]);
        let same_source =
            plan_of(&json!({ "beforeShellExecution": [{ "command": "x" }, { "command": "y" }] }));
        assert_eq!(told(&same_source), []);
    }

    #[test]
    fn two_hooks_that_set_one_value_may_differ() {
        let plan = plan_of(&json!({ "stop": [{ "command": "x" }, { "command": "y" }] }));
        assert_eq!(told(&plan), [(Event::Stop, DifferenceKind::SingleValue("followup_message"))]);
        assert_eq!(
            differences(&plan)[0].to_string(),
            "stop: of several `followup_message` the first counts as documented, the last as observed \
             (project/stop/0, project/stop/1)"
        );
    }

    #[test]
    fn silence_under_fail_closed_may_differ_where_something_can_be_blocked() {
        let entry = json!([{ "command": "x", "failClosed": true }]);
        let plan = plan_of(&json!({ "beforeReadFile": entry, "stop": entry }));
        assert_eq!(told(&plan), [(Event::BeforeReadFile, DifferenceKind::SilenceUnderFailClosed)]);
    }

    #[test]
    fn prompt_hooks_hide_nothing_and_set_nothing() {
        let plan = project_and_user("preToolUse", &json!({ "type": "prompt", "prompt": "Fine?" }));
        assert_eq!(told(&plan), []);
    }

    #[test]
    fn a_hook_that_never_runs_does_not_count() {
        let plan = plan_of(&json!({ "stop": [{ "command": "x" }, { "command": "y", "matcher": "never" }] }));
        assert_eq!(told(&plan), []);
    }
}

mod differing {
    use super::*;

    fn said(old: &Value, new: &Value) -> Vec<String> {
        diff(&plan_of(old), &plan_of(new)).iter().map(ToString::to_string).collect()
    }

    /// Without the line that every change of a file's content has.
    fn said_of_hooks(old: &Value, new: &Value) -> Vec<String> {
        let mut said = said(old, new);
        assert_eq!(said.remove(0), "the content of `${project}/.cursor/hooks.json` has changed");
        said
    }

    #[test]
    fn a_plan_does_not_differ_from_itself() {
        let hooks = json!({ "stop": [{ "command": "x" }] });
        assert!(said(&hooks, &hooks).is_empty());
    }

    #[test]
    fn changed_options_are_told_one_by_one() {
        assert_eq!(
            said_of_hooks(
                &json!({ "stop": [{ "command": "x", "timeout": 5, "matcher": "Stop" }] }),
                &json!({ "stop": [{ "command": "x", "failClosed": true, "loop_limit": null }] })
            ),
            [
                "the matcher of `project/stop/0` was `Stop` and is absent",
                "the timeout of `project/stop/0` was 5000 ms and is 60000 ms",
                "the loop limit of `project/stop/0` was 5 and is none",
                "`project/stop/0` fails closed now"
            ]
        );
    }

    #[test]
    fn a_new_hook_before_another_moves_it() {
        assert_eq!(
            said_of_hooks(
                &json!({ "stop": [{ "command": "a" }] }),
                &json!({ "stop": [{ "command": "b" }, { "command": "a" }] })
            ),
            ["`project/stop/0` is new: `b`", "`project/stop/0` stands at another place: `project/stop/1`"]
        );
    }

    #[test]
    fn another_command_at_the_same_place_is_a_change() {
        assert_eq!(
            said_of_hooks(&json!({ "stop": [{ "command": "a" }] }), &json!({ "stop": [{ "command": "b" }] })),
            ["the command of `project/stop/0` was `a` and is `b`"]
        );
    }

    #[test]
    fn a_hook_that_is_gone_is_told() {
        assert_eq!(
            said_of_hooks(&json!({ "stop": [{ "command": "a" }] }), &json!({})),
            ["`project/stop/0` is gone: `a`"]
        );
    }

    #[test]
    fn a_changed_script_and_a_changed_header_are_told() {
        let with_script = |text: &str, options: &Options| {
            let system = project_of(&json!({ "stop": [{ "command": "./a.sh" }] })).script("/w/a.sh", text);
            compiled(&system, &workspace(), options).plan
        };
        let old = with_script("one", &Options::default());
        let new = with_script("two", &Options { semantics: Semantics::Observed, ..Options::default() });
        let said: Vec<_> = diff(&old, &new).iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "the semantics was documented and is observed",
                "the content of `${project}/a.sh`, which `project/stop/0` runs, has changed"
            ]
        );
    }
}

mod explaining {
    use hookc_runtime::{Payload, Strictness};

    use super::*;
    use crate::sample::Sample;

    fn of(system: &MemorySystem, event: Event, subject: Option<&str>) -> Explanation {
        let compiled = compiled(system, &workspace(), &Options::default());
        let payload = subject.map(|subject| {
            let mut sample = Sample::new(event);
            sample.set_subject(subject).unwrap();
            Payload::parse(event, sample.finish().to_string().into_bytes(), Strictness::Strict).unwrap()
        });
        explain(&compiled, event, &compiled.plan.steps(event)[0], payload.as_ref())
    }

    fn words(event: Event, matcher: &str, subject: Option<&str>) -> (Option<bool>, String) {
        let system = project_of(&json!({ event.name(): [{ "command": "x", "matcher": matcher }] }));
        let explanation = of(&system, event, subject);
        (explanation.runs, explanation.words)
    }

    fn said(event: Event, matcher: &str, subject: &str) -> String {
        words(event, matcher, Some(subject)).1
    }

    #[test]
    fn the_alternative_that_matches_is_named() {
        assert_eq!(
            said(Event::BeforeShellExecution, "curl|^git (push|pull)", "git pull"),
            "`^git (push|pull)` matches, alternative 2 of 2"
        );
        assert_eq!(said(Event::PreToolUse, "Sh", "Shell"), "the matcher matches");
    }

    #[test]
    fn what_does_not_match_is_told_with_what_may_be_wrong() {
        assert_eq!(
            said(Event::PreToolUse, "Read|Grep", "Write"),
            "none of the 2 alternatives matches `Write`"
        );
        assert_eq!(
            said(Event::PreToolUse, "write", "Write"),
            "the matcher does not match `Write`; case matters"
        );
        assert_eq!(
            said(Event::PreToolUse, "Bash", "Shell"),
            "the matcher does not match `Shell`; `Bash` is called `Shell` here"
        );
    }

    #[test]
    fn a_command_line_is_not_repeated() {
        assert_eq!(
            said(Event::BeforeShellExecution, "curl", "rm -rf /"),
            "the matcher does not match the command"
        );
    }

    #[test]
    fn without_a_subject_it_is_open() {
        assert_eq!(
            words(Event::PreToolUse, "Shell", None),
            (None, "it runs where the matcher takes the `tool_name`".to_owned())
        );
        assert_eq!(words(Event::Stop, "Stop", None), (Some(true), "the matcher matches".to_owned()));
    }

    #[test]
    fn a_matcher_that_is_ignored_says_why() {
        let (runs, words) = words(Event::SessionStart, "startup", None);
        assert_eq!(runs, Some(true));
        assert_eq!(words, "`sessionStart` gives a matcher nothing to test, so it is ignored");
    }

    #[test]
    fn a_slow_matcher_counts_as_matching() {
        let subject = "a".repeat(40);
        let (runs, words) = words(Event::BeforeShellExecution, "^(a*)*\\1b$", Some(&subject));
        assert_eq!(
            (runs, words.as_str()),
            (Some(true), "the matcher takes more steps than it may, so it counts as matching")
        );
    }

    #[test]
    fn claudes_matchers_are_shown_as_they_are_read() {
        let hooks = json!({ "PreToolUse": [{ "matcher": "Bash|Edit", "hooks": [{ "type": "command", "command": "x" }] }] });
        let system = MemorySystem::new().file("/w/.claude/settings.json", claude(&hooks));
        let explanation = of(&system, Event::PreToolUse, Some("Write"));
        assert_eq!(explanation.read_as.as_deref(), Some("Shell|Write"));
        assert_eq!(explanation.words, "`Write` matches, alternative 2 of 2");
    }
}
