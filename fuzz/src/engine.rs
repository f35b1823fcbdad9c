//! A JavaScript engine in this process: QuickJS, which reads regular expressions as ECMAScript 2025 says.

use std::cell::Cell;
use std::rc::Rc;

use rquickjs::{Context, Ctx, Function, Persistent, Runtime};

/// So often the engine asks whether to go on before a test is given up.
const MOST_INTERRUPTS: u32 = 50;

const SCRIPT: &str = "(pattern, subject) => {
    let compiled;
    try {
        compiled = new RegExp(String.fromCharCode(...pattern));
    } catch (error) {
        return error instanceof SyntaxError ? 'refused' : 'gave up';
    }
    return compiled.test(String.fromCharCode(...subject)) ? 'match' : 'no match';
}";

/// What the engine says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// `new RegExp` throws a `SyntaxError`.
    Refused,
    /// `.test` says so.
    Matched(bool),
    /// It took too long, or too much.
    GaveUp,
}

/// The engine.
pub struct Engine {
    interrupts: Rc<Cell<u32>>,
    context: Context,
    test: Persistent<Function<'static>>,
    // Last, since everything else lives in it.
    _runtime: Runtime,
}

impl Engine {
    /// Starts the engine.
    pub fn start() -> Self {
        let runtime = Runtime::new().expect("an engine");
        let interrupts = Rc::new(Cell::new(0));
        let count = Rc::clone(&interrupts);
        runtime.set_interrupt_handler(Some(Box::new(move || {
            count.set(count.get() + 1);
            count.get() > MOST_INTERRUPTS
        })));
        let context = Context::full(&runtime).expect("a context");
        let test = context.with(|context: Ctx<'_>| {
            let function: Function<'_> = context.eval(SCRIPT).expect("a function");
            Persistent::save(&context, function)
        });
        Self { interrupts, context, test, _runtime: runtime }
    }

    /// What `new RegExp(pattern).test(subject)` says, both given in UTF-16 code units.
    pub fn ask(&self, pattern: &[u16], subject: &[u16]) -> Answer {
        self.interrupts.set(0);
        self.context.with(|context| {
            let test = self.test.clone().restore(&context).expect("the function");
            let answer: Result<String, _> = test.call((pattern.to_vec(), subject.to_vec()));
            match answer.as_deref() {
                Ok("match") => Answer::Matched(true),
                Ok("no match") => Answer::Matched(false),
                Ok("refused") => Answer::Refused,
                _ => {
                    let _ = context.catch();
                    Answer::GaveUp
                }
            }
        })
    }
}
