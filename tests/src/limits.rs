//! Bounds that the operating system holds a run to: memory, processor time, and the size of what it writes.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What one run may use. Figures are those of an optimised build; see [`Limits::of_this_build`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Memory that it may fill, in MiB.
    pub memory: u64,
    /// Processor time of all its threads together, in seconds.
    pub cpu: u64,
}

impl Limits {
    /// For input of up to some ten kilobytes.
    pub const SMALL: Self = Self { memory: 64, cpu: 2 };
    /// For one script, or a few.
    pub const SCRIPT: Self = Self { memory: 256, cpu: 4 };
    /// For a megabyte or so, or thousands of files.
    pub const MEDIUM: Self = Self { memory: 192, cpu: 6 };
    /// For input of any size.
    pub const LARGE: Self = Self { memory: 640, cpu: 20 };

    /// The largest file that a run writes, in MiB.
    const FILE: u64 = 256;

    /// Room for code and for what is reserved and never filled, in MiB.
    const RESERVED: u64 = 2048;

    /// What the same takes without optimisation, in processor time and in memory.
    const UNOPTIMISED: (u64, u64) = if cfg!(debug_assertions) { (15, 2) } else { (1, 1) };

    /// The bounds for the build that is tested.
    #[must_use]
    pub fn of_this_build(self) -> Self {
        let (cpu, memory) = Self::UNOPTIMISED;
        Self { memory: self.memory * memory, cpu: self.cpu * cpu }
    }

    /// The same command, held to the bounds by the system; unchanged where there is no POSIX shell. What goes beyond them is ended by the system, and
    /// so has no exit code.
    pub(crate) fn hold(self, command: &Command) -> Command {
        self.in_a_shell("exec \"$@\"", Path::new("sh"), command)
    }

    /// The same, and what the shell says of the times of its children is written to a file.
    pub(crate) fn count(self, command: &Command, times: &Path) -> Command {
        self.in_a_shell("\"$@\"; code=$?; times >\"$0\"; exit $code", times, command)
    }

    fn in_a_shell(self, run: &str, name: &Path, command: &Command) -> Command {
        let Self { memory, cpu } = self.of_this_build();
        let mut held = Command::new("/bin/sh");
        // In KiB, KiB, seconds, and blocks of 512 bytes. Not every system bounds memory; where one does not, the others hold.
        let script = format!(
            "ulimit -v \"$1\" 2>/dev/null; ulimit -d \"$2\" 2>/dev/null; \
             ulimit -t \"$3\" && ulimit -f \"$4\" && ulimit -c 0 && shift 4 && {{ {run}; }}"
        );
        let limits = [(memory + Self::RESERVED) << 10, memory << 10, cpu, Self::FILE << 11];
        held.arg("-c").arg(script).arg(name).args(limits.map(|limit| OsString::from(limit.to_string())));
        held.arg(command.get_program()).args(command.get_args());
        if let Some(folder) = command.get_current_dir() {
            held.current_dir(folder);
        }
        held.env_clear();
        for (name, value) in command.get_envs() {
            if let Some(value) = value {
                held.env(name, value);
            }
        }
        held
    }
}

/// The processor time of the children, from what `times` of a POSIX shell prints: `0m1.5s 0m0.25s` in the second line.
pub(crate) fn of_children(times: &str) -> Duration {
    let words = times.lines().nth(1).unwrap_or_default().split_whitespace();
    let seconds = words.filter_map(|word| {
        let (minutes, seconds) = word.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    });
    Duration::from_secs_f64(seconds.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_of_children_are_those_of_the_second_line() {
        assert_eq!(of_children("0m0.01s 0m0.00s\n1m1.50s 0m0.25s\n"), Duration::from_millis(61_750));
    }
}
