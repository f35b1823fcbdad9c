//! Process groups on Unix.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::{Ending, Invocation, Pipes, start_thread};

/// The groups that run now, so that they can be ended with the program. A group stays here as long as its leader's id
/// cannot be given to another process.
static LIVE: Mutex<Live> = Mutex::new(Live { groups: BTreeSet::new(), is_ending: false });

struct Live {
    groups: BTreeSet<i32>,
    is_ending: bool,
}

fn live() -> MutexGuard<'static, Live> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn kill_everything() {
    let mut live = live();
    live.is_ending = true;
    for pid in live.groups.iter().copied().filter_map(Pid::from_raw) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

/// A process and all its descendants that stay in its group. The process is not reaped before [`Group::reap`], so its id
/// stays its own as long as signals are sent to it.
pub(super) struct Group {
    child: Child,
    pid: Pid,
}

impl Group {
    pub(super) fn start(invocation: &Invocation<'_>) -> io::Result<(Self, Pipes)> {
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(invocation.line).current_dir(invocation.cwd).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        for (name, value) in invocation.environment {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let mut live = live();
        if live.is_ending {
            return Err(io::Error::other("the program is ending"));
        }
        let mut child = command.spawn()?;
        let pid = Pid::from_child(&child);
        live.groups.insert(pid.as_raw_pid());
        let pipes =
            Pipes { stdin: child.stdin.take(), stdout: child.stdout.take(), stderr: child.stderr.take() };
        Ok((Self { child, pid }, pipes))
    }

    /// Calls back, from another thread, when the process itself has ended.
    pub(super) fn notify_exit(&self, notify: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let pid = self.pid;
        start_thread("wait", move || {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while waitid(WaitId::Pid(pid), options).err() == Some(Errno::INTR) {}
            notify();
        })
    }

    /// Asks the group to end.
    pub(super) fn terminate(&self) {
        let _ = kill_process_group(self.pid, Signal::TERM);
    }

    /// Ends what is left of the group.
    pub(super) fn kill(&self) {
        let _ = kill_process_group(self.pid, Signal::KILL);
    }

    /// How the process ended, once it has. Its id is free from then on.
    pub(super) fn reap(mut self) -> Ending {
        live().groups.remove(&self.pid.as_raw_pid());
        match self.child.wait() {
            Ok(status) => match (status.code(), status.signal()) {
                (Some(code), _) => Ending::Exited(code),
                (None, signal) => Ending::Signal(signal.unwrap_or_default()),
            },
            Err(error) => Ending::NotStarted(error.to_string()),
        }
    }
}
