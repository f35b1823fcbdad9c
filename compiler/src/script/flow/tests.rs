use std::fmt::Write as _;

use super::*;

/// A statement at the place that its number gives.
fn at(place: usize, kind: StatementKind) -> Statement {
    Statement { place: place..place + 1, kind }
}

fn write(id: u32) -> Statement {
    at(id as usize, StatementKind::Write(AnswerId(id)))
}

fn exit(place: usize, code: i32) -> Statement {
    at(place, StatementKind::Exit(Exit::Code(code)))
}

fn simple(kind: StatementKind) -> Statement {
    at(90, kind)
}

fn branch(arms: Vec<(Scope, Block)>, exhaustive: bool) -> Statement {
    let arms = arms.into_iter().map(|(scope, block)| Arm { scope, block }).collect();
    simple(StatementKind::Branch { arms, exhaustive })
}

fn attempt(body: Block, handler: Option<Block>, finally: Block) -> Statement {
    simple(StatementKind::Try { body, handler: handler.map(|block| (50..51, block)), finally })
}

fn any() -> Scope {
    Scope::default()
}

fn only(name: &str) -> Scope {
    Scope { only: Some(vec![name.to_owned()]), ..Scope::default() }
}

fn except(name: &str) -> Scope {
    Scope { except: vec![name.to_owned()], ..Scope::default() }
}

/// The ways out, one a line.
fn ways(program: &Program) -> String {
    let found = ways_out(program, 99);
    let mut text = String::new();
    for way in &found.ways {
        let answers: Vec<_> = way.answers.iter().map(|id| id.0.to_string()).collect();
        let _ = write!(text, "[{}] {:?} at {}", answers.join(" "), way.exit, way.place.start);
        let marks = [(way.many, "many"), (way.unsure, "unsure"), (way.complains, "complains")];
        for (_, mark) in marks.iter().filter(|(set, _)| *set) {
            let _ = write!(text, ", {mark}");
        }
        if way.handler.is_some() {
            text.push_str(", handled");
        }
        if way.scope != Scope::default() {
            let _ = write!(text, ", {:?} but {:?}", way.scope.only, way.scope.except);
            text.push_str(if way.scope.conditional { " conditional" } else { "" });
        }
        text.push('\n');
    }
    if found.incomplete {
        text.push_str("incomplete\n");
    }
    text
}

fn main_ways(main: Block) -> String {
    ways(&Program { main, functions: Vec::new() })
}

#[test]
fn a_script_without_an_exit_ends_with_0_behind_its_last_statement() {
    insta::assert_snapshot!(main_ways(vec![write(0)]), @"[0] Code(0) at 99");
}

#[test]
fn nothing_follows_an_exit() {
    insta::assert_snapshot!(main_ways(vec![exit(1, 2), write(0)]), @"[] Code(2) at 1");
}

#[test]
fn a_branch_that_need_not_be_taken_can_be_passed_by() {
    let main = vec![branch(vec![(any(), vec![write(0), exit(1, 0)])], false), write(2)];
    insta::assert_snapshot!(main_ways(main), @r"
    [0] Code(0) at 1
    [2] Code(0) at 99
    ");
}

#[test]
fn a_branch_of_which_one_way_is_always_taken_cannot() {
    let main = vec![branch(vec![(any(), vec![write(0)]), (any(), vec![write(1)])], true)];
    insta::assert_snapshot!(main_ways(main), @r"
    [0] Code(0) at 99
    [1] Code(0) at 99
    ");
}

#[test]
fn an_event_that_a_way_is_for_does_not_pass_it_by() {
    let main = vec![branch(vec![(only("stop"), vec![exit(1, 0)])], false), write(2)];
    insta::assert_snapshot!(main_ways(main), @r#"
    [] Code(0) at 1, Some(["stop"]) but []
    [2] Code(0) at 99, None but ["stop"]
    "#);
}

#[test]
fn what_a_way_is_not_for_passes_it_by() {
    let main = vec![branch(vec![(except("stop"), vec![exit(1, 0)])], false), write(2)];
    insta::assert_snapshot!(main_ways(main), @r#"
    [] Code(0) at 1, None but ["stop"]
    [2] Code(0) at 99, Some(["stop"]) but []
    "#);
}

#[test]
fn a_way_that_no_event_is_left_for_is_none() {
    let inner = branch(vec![(only("preToolUse"), vec![write(0)])], true);
    let main = vec![branch(vec![(only("stop"), vec![inner])], true)];
    insta::assert_snapshot!(main_ways(main), @"");
}

#[test]
fn a_loop_runs_any_number_of_times() {
    let main = vec![simple(StatementKind::Loop(vec![write(0)]))];
    insta::assert_snapshot!(main_ways(main), @r"
    [] Code(0) at 99
    [0] Code(0) at 99, many
    [0 0] Code(0) at 99, many
    ");
}

#[test]
fn a_write_that_leaves_the_loop_at_once_happens_once() {
    let found = branch(vec![(any(), vec![write(0), exit(1, 0)])], false);
    let main = vec![simple(StatementKind::Loop(vec![found])), write(2)];
    insta::assert_snapshot!(main_ways(main), @r"
    [0] Code(0) at 1
    [2] Code(0) at 99
    ");
}

#[test]
fn a_write_in_an_earlier_round_counts_at_an_exit_in_a_later_one() {
    let found = branch(vec![(any(), vec![exit(1, 0)])], false);
    let main = vec![simple(StatementKind::Loop(vec![write(0), found])), exit(2, 0)];
    insta::assert_snapshot!(main_ways(main), @r"
    [0] Code(0) at 1
    [0 0] Code(0) at 1, many
    [] Code(0) at 2
    [0] Code(0) at 2, many
    [0 0] Code(0) at 2, many
    ");
}

#[test]
fn writes_before_a_loop_are_not_those_of_the_loop() {
    let before = branch(vec![(any(), vec![write(0)]), (any(), vec![])], true);
    let main = vec![before, simple(StatementKind::Loop(vec![branch(vec![(any(), vec![write(1)])], false)]))];
    insta::assert_snapshot!(main_ways(main), @r"
    [0] Code(0) at 99
    [] Code(0) at 99
    [0 1] Code(0) at 99, many
    [1] Code(0) at 99, many
    [0 1 1] Code(0) at 99, many
    [1 1] Code(0) at 99, many
    ");
}

#[test]
fn break_leaves_the_loop_and_not_the_script() {
    let body = vec![write(0), simple(StatementKind::Break), write(1)];
    let main = vec![simple(StatementKind::Loop(body)), write(2)];
    insta::assert_snapshot!(main_ways(main), @r"
    [2] Code(0) at 99
    [0 2] Code(0) at 99
    ");
}

#[test]
fn more_writes_than_are_told_apart_are_many() {
    insta::assert_snapshot!(main_ways((0..5).map(write).collect()), @"[0 1 2] Code(0) at 99, many");
}

#[test]
fn an_error_that_nothing_handles_ends_the_script_where_it_is_raised() {
    insta::assert_snapshot!(main_ways(vec![at(7, StatementKind::MayRaise), write(0)]), @r"
    [0] Code(0) at 99
    [] Error at 7
    ");
}

#[test]
fn a_handler_takes_the_errors_of_its_body_only() {
    let handler = Some(vec![write(1), at(8, StatementKind::Raise)]);
    let main = vec![attempt(vec![at(7, StatementKind::MayRaise), write(0)], handler, vec![])];
    insta::assert_snapshot!(main_ways(main), @r"
    [0] Code(0) at 99
    [1] Error at 8, handled
    ");
}

#[test]
fn finally_runs_on_every_way() {
    let body = vec![at(7, StatementKind::MayRaise), simple(StatementKind::Return)];
    let main = vec![attempt(body, None, vec![write(0)]), write(1)];
    insta::assert_snapshot!(main_ways(main), @r"
    [0] Code(0) at 99
    [0] Error at 7
    ");
}

#[test]
fn a_return_in_finally_drops_the_error() {
    let main =
        vec![attempt(vec![at(7, StatementKind::Raise)], None, vec![write(0), simple(StatementKind::Return)])];
    insta::assert_snapshot!(main_ways(main), @"[0] Code(0) at 99");
}

#[test]
fn a_return_ends_the_function_and_an_exit_the_script() {
    let program = Program {
        main: vec![simple(StatementKind::Call(FunctionId(0))), write(1)],
        functions: vec![vec![
            branch(vec![(any(), vec![exit(5, 2)])], false),
            simple(StatementKind::Return),
            write(0),
        ]],
    };
    insta::assert_snapshot!(ways(&program), @r"
    [] Code(2) at 5
    [1] Code(0) at 99
    ");
}

#[test]
fn a_function_can_leave_the_loop_that_calls_it() {
    let program = Program {
        main: vec![simple(StatementKind::Loop(vec![simple(StatementKind::Call(FunctionId(0)))])), write(0)],
        functions: vec![vec![write(1), simple(StatementKind::Break)]],
    };
    insta::assert_snapshot!(ways(&program), @r"
    [0] Code(0) at 99
    [1 0] Code(0) at 99
    ");
}

#[test]
fn a_recursive_call_is_unsure() {
    let program = Program {
        main: vec![simple(StatementKind::Call(FunctionId(0)))],
        functions: vec![vec![simple(StatementKind::Call(FunctionId(0)))]],
    };
    insta::assert_snapshot!(ways(&program), @"[] Code(0) at 99, unsure");
}

#[test]
fn too_many_ways_are_cut_and_said_to_be() {
    let step = |id| branch(vec![(any(), vec![write(id)])], false);
    let found = ways_out(&Program { main: (0..12).map(step).collect(), functions: Vec::new() }, 99);
    assert!(found.incomplete && found.ways.len() <= MAX_WAYS && found.ways.iter().all(|way| way.unsure));
}

#[test]
fn deep_nesting_is_cut_and_said_to_be() {
    let mut block = vec![write(0)];
    for _ in 0..1000 {
        block = vec![branch(vec![(any(), block)], true)];
    }
    assert!(main_ways(block).ends_with("incomplete\n"));
}

#[test]
fn nested_loops_end_at_the_limit_of_statements() {
    let mut block = vec![simple(StatementKind::MayRaise)];
    for id in 0..20 {
        block = vec![branch(vec![(any(), vec![write(id)])], false), simple(StatementKind::Loop(block))];
    }
    assert!(main_ways(block).ends_with("incomplete\n"));
}
