//! How the cost of each stage and of each rule grows with its input.
//!
//! `cargo bench -p hookc-tests --bench growth [-- PART…]` times every case, or those whose name has one of these parts, and writes a line for each:
//! its name, the three sizes, the three costs in nanoseconds, and the slope between the last two: 1 is linear, 2 is quadratic.
//! With `--exact NAME PLACE` one case is run once at its first, second or third size (0, 1, 2), to be counted by a tool outside: `benches/growth` does that.

#![expect(clippy::print_stdout, reason = "the report is what this is for")]

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use hookc_compiler::analysis;
use hookc_compiler::system::{OsSystem, System as _};
use hookc_policies::rule::{Check, Rule};
use hookc_policies::script::programs;
use hookc_tests::example::{Example, sections};
use hookc_tests::growth::Way;
use hookc_tests::stages::{STAGES, Stage, judge};

/// A case is done again until it has taken so long, so that the least of its times is one without disturbance.
const LONG_ENOUGH: Duration = Duration::from_millis(20);
/// It is timed so many times at least.
const FEWEST: usize = 3;
/// Cases that take less are done several times at once, since the clock itself takes a while.
const SAMPLE: Duration = Duration::from_millis(1);
const MOST_AT_ONCE: u128 = 1_000;

/// What is measured: a stage, what a rule does by itself, or a whole check.
enum Subject {
    Stage(&'static Stage),
    Rule(&'static Rule, Example, Way),
    Check(Example, Way),
}

struct Case {
    name: String,
    /// Multiples of the smallest input, or bytes.
    sizes: [usize; 3],
    subject: Subject,
}

fn main() {
    // Cargo tells programs that they are benchmarks.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    match words.as_slice() {
        [flag, name, place] if flag == "--exact" => count(name, place),
        parts => report(parts),
    }
}

/// Runs one case at one of its sizes, once, and prints the size.
fn count(name: &str, place: &str) {
    let cases = cases();
    let Some(case) = cases.iter().find(|case| case.name == name) else { return };
    let Some(size) = place.parse().ok().and_then(|place: usize| case.sizes.get(place)) else { return };
    case.cost(*size, true);
    println!("{size}");
}

fn report(parts: &[String]) {
    let is_wanted =
        |case: &&Case| parts.is_empty() || parts.iter().any(|part| case.name.contains(part.as_str()));
    for case in cases().iter().filter(is_wanted) {
        let costs = case.sizes.map(|size| case.cost(size, false));
        let [_, before, last] = costs;
        let [_, size_before, size_last] = case.sizes;
        let slope = (last.as_secs_f64() / before.as_secs_f64()).ln()
            / (f64::from(size_last as u32) / f64::from(size_before as u32)).ln();
        println!(
            "{}\t{}\t{}\t{slope:.3}",
            case.name,
            list(case.sizes),
            list(costs.map(|cost| cost.as_nanos()))
        );
    }
}

fn list(numbers: [impl ToString; 3]) -> String {
    numbers.map(|number| number.to_string()).join(" ")
}

fn cases() -> Vec<Case> {
    let stages = STAGES.iter().map(|stage| Case {
        name: format!("stage/{}", stage.name),
        sizes: [stage.most / 100, stage.most / 10, stage.most],
        subject: Subject::Stage(stage),
    });
    stages.chain(hookc_policies::rules().iter().flat_map(|rule| of_rule(rule))).collect()
}

/// Every example of a fault on the rule's page, grown in every direction that it has.
fn of_rule(rule: &'static Rule) -> Vec<Case> {
    let fails = sections(&rule.page()).into_iter().filter(|section| section.title == "Fails");
    let examples: Vec<Example> = fails.flat_map(|section| section.examples()).collect();
    let mut cases = Vec::new();
    for (number, example) in examples.into_iter().enumerate() {
        for way in Way::ALL {
            let Some(most) = way.most(&example) else { continue };
            let sizes = [most / 100, most / 10, most].map(|size| size.max(1));
            let name = format!("{}/{number}/{}", rule.name, way.name());
            let subject = Subject::Check(example.clone(), way);
            cases.push(Case { name: format!("check/{name}"), sizes, subject });
            if !matches!(rule.check, Check::Compiler) {
                let subject = Subject::Rule(rule, example.clone(), way);
                cases.push(Case { name: format!("rule/{name}"), sizes, subject });
            }
        }
    }
    cases
}

impl Case {
    fn cost(&self, size: usize, once: bool) -> Duration {
        match &self.subject {
            Subject::Stage(stage) => least(&mut *(stage.prepare)(size), once),
            Subject::Check(example, way) => {
                let grown = way.grow(example, size);
                let system = grown.system();
                least(&mut || drop(black_box(grown.check_in(&system))), once)
            }
            Subject::Rule(rule, example, way) => {
                let grown = way.grow(example, size);
                let analysis = analysis::analyse(&grown.system(), &grown.request());
                let programs = programs(&analysis);
                let mut judge = || drop(black_box(judge(rule, &analysis, grown.settings(), &programs)));
                least(&mut judge, once)
            }
        }
    }
}

/// The least time that the work took.
fn least(work: &mut dyn FnMut(), once: bool) -> Duration {
    let first = timed(work, 1);
    if once {
        return first;
    }
    let at_once = (SAMPLE.as_nanos() / first.as_nanos().max(1)).clamp(1, MOST_AT_ONCE);
    let mut least = first;
    let mut total = first;
    let mut samples = 1;
    while samples < FEWEST || total < LONG_ENOUGH {
        let time = timed(work, at_once as u32);
        total += time;
        samples += 1;
        least = least.min(time / at_once as u32);
    }
    least
}

fn timed(work: &mut dyn FnMut(), times: u32) -> Duration {
    let start = now();
    for _ in 0..times {
        measured(work);
    }
    now().saturating_sub(start)
}

/// How long this thread has been on a processor; where the system does not say, the time since the first question.
fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The kernel brings its count up to date where a thread gives way.
    std::thread::yield_now();
    let told = OsSystem.read("/proc/thread-self/schedstat".as_ref(), 100).ok();
    let nanoseconds = told.and_then(|bytes| String::from_utf8(bytes).ok()?.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// What a tool that counts instructions looks for.
#[inline(never)]
fn measured(work: &mut dyn FnMut()) {
    work();
}
