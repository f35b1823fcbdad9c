use hookc_compiler::diagnostic::Applicability;
use hookc_compiler::syntax::edit;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A time limit is so large that it was probably meant in milliseconds.
    ///
    /// ## What the host does
    /// It counts in seconds: `5000` waits for 83 minutes before a hook that hangs is stopped. Above 3600 it writes a warning to its log.
    ///
    /// ## Evidence
    /// DOC for the unit, BND for the warning (HOOKS.md 0.4, 4.2).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "check-command", "timeout": 5000 }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "check-command", "timeout": 5 }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "run-all-tests", "timeout": 900 }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the hook really may run that long.
    "timeout-milliseconds", [Warning], [None], Doc, Check::Hook(check)
}

const LEAST_SUSPECT: f64 = 1000.0;

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(timeout) = context.hook.timeout.filter(|timeout| timeout.value >= LEAST_SUSPECT) else { return };
    let value = timeout.value;
    let message = format!("`timeout` is in seconds: {value} is {}", duration(value));
    let finding = |message| RULE.at(context.id(), timeout.span, message).label("seconds");
    let seconds = value / 1000.0;
    // What is a number of minutes and none of seconds was hardly meant in milliseconds, and what is as suspect afterwards is no way out.
    let is_minutes = value % 600.0 == 0.0 && value % 1000.0 != 0.0;
    findings.report(if is_minutes || seconds >= LEAST_SUSPECT {
        finding(message)
    } else {
        finding(format!("{message}; did you mean {seconds}?")).fix(
            Applicability::Unsafe,
            format!("write `{seconds}`"),
            vec![edit::replace(timeout.span, seconds.to_string())],
        )
    });
}

fn duration(seconds: f64) -> String {
    const MINUTE: f64 = 60.0;
    const HOUR: f64 = 60.0 * MINUTE;
    const DAY: f64 = 24.0 * HOUR;
    match seconds {
        _ if seconds < 2.0 * HOUR => format!("{:.0} minutes", seconds / MINUTE),
        _ if seconds < 2.0 * DAY => format!("{} hours", (seconds / HOUR * 10.0).round() / 10.0),
        _ if seconds.is_infinite() => "for ever".to_owned(),
        _ => format!("{:.0} days", seconds / DAY),
    }
}
