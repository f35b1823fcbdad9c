//! The inner loops of a check and of a run: each stage by the size of its input, and the rules one by one.
//!
//! `cargo bench -p hookc-tests --bench front_end [-- stage::syntax …]`

use divan::{Bencher, black_box};
use hookc_compiler::analysis;
use hookc_policies::script::programs;
use hookc_tests::example::sections;
use hookc_tests::growth::Way;
use hookc_tests::stages::{STAGES, Stage, judge};

fn main() {
    divan::main();
}

/// A stage with the size of an input.
#[derive(Clone, Copy)]
struct Input(&'static Stage, usize);

impl std::fmt::Display for Input {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.1 {
            size if size >= 1_000_000 => write!(out, "{} {} MB", self.0.name, size / 1_000_000),
            size => write!(out, "{} {} KB", self.0.name, size / 1_000),
        }
    }
}

fn sized() -> impl Iterator<Item = Input> {
    let sizes = |stage: &'static Stage| {
        [1_000, 10_000, 100_000, 1_000_000]
            .into_iter()
            .filter(|size| *size <= stage.most)
            .map(move |size| Input(stage, size))
    };
    STAGES.iter().flat_map(sizes)
}

#[divan::bench(args = sized(), max_time = 1)]
fn stage(bencher: Bencher<'_, '_>, Input(stage, size): &Input) {
    let work = (stage.prepare)(*size);
    bencher.bench_local(work);
}

fn rules() -> impl Iterator<Item = &'static str> {
    hookc_policies::rules().iter().map(|rule| rule.name)
}

/// Each rule on a hundred of the first fault of its page.
#[divan::bench(args = rules(), max_time = 0.2)]
fn rule(bencher: Bencher<'_, '_>, name: &str) {
    let rule = hookc_policies::rules().iter().find(|rule| rule.name == name).expect("the rule is listed");
    let fails = sections(&rule.page()).into_iter().find(|section| section.title == "Fails");
    let example = fails.map(|section| section.examples().remove(0)).expect("the page has an example");
    let many = Way::OwnHooks.grow(&example, 100);
    let analysis = analysis::analyse(&many.system(), &many.request());
    let programs = programs(&analysis);
    bencher.bench_local(|| judge(rule, black_box(&analysis), many.settings(), &programs));
}
