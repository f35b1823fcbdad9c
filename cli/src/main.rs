//! `hookc`: arguments in, findings out. All analysis happens in the libraries.

mod args;
mod commands;
mod exit;
mod format;
mod terminal;

use std::io::{self, BufWriter, Write};

use clap::Parser as _;

use args::{Cli, Command};
use commands::{check, rule, schema};
use exit::{Exit, Failure};
use terminal::Terminal;

fn main() -> Exit {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return tell_usage(&answer),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let ended = match &cli.command {
        Command::Check(args) => {
            check::run(args, &hookc_compiler::system::OsSystem, &Terminal::from_environment(), &mut out)
        }
        Command::Schema(args) => schema::run(args).and_then(|text| print(&text, &mut out)),
        Command::Rule(args) => rule::run(args).and_then(|text| print(&text, &mut out)),
    };
    ended.unwrap_or_else(|failure| {
        // Where even standard error is gone, the exit code alone has to say it.
        let _ = writeln!(io::stderr(), "{failure}");
        Exit::Failure
    })
}

/// Help and version go to standard output and are a success; wrong usage goes to standard error.
fn tell_usage(answer: &clap::Error) -> Exit {
    let printed = answer.print();
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Exit::Failure,
        _ if answer.use_stderr() => Exit::Failure,
        _ => Exit::Success,
    }
}

fn print(text: &str, out: &mut dyn Write) -> Result<Exit, Failure> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(Exit::Success),
    }
}
