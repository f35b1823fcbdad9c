//! Who reads what is printed: everything that the environment has to say about it, read once.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use crate::args::Color;

/// How wide a line may be where no terminal says otherwise.
const DEFAULT_WIDTH: usize = 100;

/// The surroundings of this run.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact about the surroundings")]
pub(crate) struct Terminal {
    /// Whether standard output is a terminal.
    pub(crate) listens: bool,
    /// Whether standard error is one.
    pub(crate) watches: bool,
    /// The home folder of whoever runs this.
    pub(crate) home: Option<PathBuf>,
    /// The `PATH` of this shell.
    pub(crate) path: Option<OsString>,
    columns: Option<usize>,
    no_color: bool,
    force_color: bool,
}

impl Terminal {
    pub(crate) fn from_environment() -> Self {
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let listens = io::stdout().is_terminal();
        Self {
            listens,
            watches: io::stderr().is_terminal(),
            home: env::home_dir().filter(|home| !home.as_os_str().is_empty()),
            path: env::var_os("PATH"),
            columns: env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()),
            no_color: is_set("NO_COLOR") || env::var_os("TERM").is_some_and(|term| term == "dumb"),
            force_color: env::var_os("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0"),
        }
    }

    /// Whether to colour what goes to standard output. The command line wins over the environment, `NO_COLOR` over the rest of it.
    pub(crate) fn colors(&self, choice: Color) -> bool {
        match choice {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => !self.no_color && (self.force_color || self.listens),
        }
    }

    /// The columns of a line: `COLUMNS`, else what the terminal says.
    pub(crate) fn width(&self) -> usize {
        let of_terminal = || {
            let size = terminal_size::terminal_size_of(io::stdout());
            size.map(|(width, _)| usize::from(width.0))
        };
        self.columns.or_else(of_terminal).filter(|columns| *columns > 0).unwrap_or(DEFAULT_WIDTH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIPE: Terminal = Terminal {
        listens: false,
        watches: false,
        home: None,
        path: None,
        columns: None,
        no_color: false,
        force_color: false,
    };
    const SCREEN: Terminal = Terminal { listens: true, ..PIPE };

    #[test]
    fn a_terminal_is_coloured_and_a_pipe_is_not() {
        assert!(SCREEN.colors(Color::Auto));
        assert!(!PIPE.colors(Color::Auto));
    }

    #[test]
    fn the_environment_can_force_and_forbid_colour() {
        assert!(Terminal { force_color: true, ..PIPE }.colors(Color::Auto));
        assert!(!Terminal { no_color: true, force_color: true, ..SCREEN }.colors(Color::Auto));
    }

    #[test]
    fn the_command_line_has_the_last_word() {
        assert!(Terminal { no_color: true, ..PIPE }.colors(Color::Always));
        assert!(!Terminal { force_color: true, ..SCREEN }.colors(Color::Never));
    }

    #[test]
    fn a_stated_width_is_taken_and_nonsense_is_not() {
        assert_eq!(Terminal { columns: Some(72), ..PIPE }.width(), 72);
        assert!(Terminal { columns: Some(0), ..PIPE }.width() > 0);
    }
}
