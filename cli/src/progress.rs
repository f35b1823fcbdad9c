//! A sign of life during a long check: on a terminal only, after half a second, and gone before anything is printed.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use hookc_compiler::system::{Entry, FileKind, Loaded, Metadata, System};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long nobody wonders.
const PATIENCE: Duration = Duration::from_millis(500);

/// The time between two pictures.
const STEP: Duration = Duration::from_millis(100);

/// Works on the file system, and tells on standard error how far it is if a terminal is there and it takes long.
pub(crate) fn shown<T>(system: &dyn System, is_terminal: bool, work: impl FnOnce(&dyn System) -> T) -> T {
    if is_terminal { painted(system, PATIENCE, Bar::new, work) } else { work(system) }
}

/// Something that can be drawn and taken away.
trait Picture {
    fn draw(&mut self, files: u64);
    fn clear(&mut self);
}

struct Bar(ProgressBar);

impl Bar {
    fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{spinner} {msg}");
        Self(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner())))
    }
}

impl Picture for Bar {
    fn draw(&mut self, files: u64) {
        self.0.set_message(format!("{files} files and folders read"));
        self.0.tick();
    }

    fn clear(&mut self) {
        self.0.finish_and_clear();
    }
}

fn painted<T, P: Picture>(
    system: &dyn System,
    patience: Duration,
    picture: impl FnOnce() -> P + Send,
    work: impl FnOnce(&dyn System) -> T,
) -> T {
    let counter = Counter { system, count: AtomicU64::new(0) };
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let count = &counter.count;
        let painter = scope.spawn(move || paint(patience, count, &is_done, picture));
        let result = work(&counter);
        drop(done);
        // What is printed next must find no picture. A painter that fell over has none.
        let _ = painter.join();
        result
    })
}

fn paint<P: Picture>(
    patience: Duration,
    count: &AtomicU64,
    is_done: &mpsc::Receiver<()>,
    picture: impl FnOnce() -> P,
) {
    let goes_on = |time| is_done.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    if !goes_on(patience) {
        return;
    }
    let mut picture = picture();
    loop {
        picture.draw(count.load(Ordering::Relaxed));
        if !goes_on(STEP) {
            return picture.clear();
        }
    }
}

/// Counts what is read.
struct Counter<'s> {
    system: &'s dyn System,
    count: AtomicU64,
}

impl Counter<'_> {
    fn counted<T>(&self, answer: T) -> T {
        self.count.fetch_add(1, Ordering::Relaxed);
        answer
    }
}

impl System for Counter<'_> {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.counted(self.system.read(path, limit))
    }

    fn read_part(&self, path: &Path, offset: u64, limit: u64) -> io::Result<Vec<u8>> {
        self.system.read_part(path, offset, limit)
    }

    fn kind_in(&self, folder: &Path, name: &OsStr) -> io::Result<FileKind> {
        self.system.kind_in(folder, name)
    }

    fn prepare(&self, folder: &Path) {
        self.system.prepare(folder);
    }

    fn load(&self, path: &Path, limit: u64) -> io::Result<Loaded> {
        self.counted(self.system.load(path, limit))
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.system.metadata(path)
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.system.symlink_metadata(path)
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        self.system.read_link(path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.system.canonicalize(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        self.counted(self.system.read_dir(path))
    }
}

#[cfg(test)]
mod tests {
    use hookc_compiler::system::MemorySystem;

    use super::*;

    /// Says what happens to it.
    struct Told(mpsc::Sender<Option<u64>>);

    impl Picture for Told {
        fn draw(&mut self, files: u64) {
            let _ = self.0.send(Some(files));
        }

        fn clear(&mut self) {
            let _ = self.0.send(None);
        }
    }

    #[test]
    fn work_that_takes_long_is_drawn_and_the_picture_is_gone_when_it_ends() {
        let system = MemorySystem::new().file("/a", "");
        let (sender, pictures) = mpsc::channel();
        let result = painted(
            &system,
            Duration::ZERO,
            move || Told(sender),
            |system| {
                system.read(Path::new("/a"), 1).unwrap();
                // It takes until the file is in the picture.
                while pictures.recv().unwrap() != Some(1) {}
                7
            },
        );
        assert_eq!((result, pictures.into_iter().last()), (7, Some(None)));
    }

    #[test]
    fn work_that_is_done_at_once_is_never_drawn() {
        let (sender, pictures) = mpsc::channel();
        let patience = Duration::from_hours(1);
        painted(&MemorySystem::new(), patience, move || Told(sender), |_| ());
        assert_eq!(pictures.into_iter().count(), 0);
    }
}
