//! `hookc`: arguments in, findings out. All analysis happens in the libraries.

mod args;
mod commands;
mod exit;
mod files;
mod format;
mod init;
mod page;
mod progress;
mod request;
mod terminal;
mod unified;
mod watch;

use std::io::{self, BufWriter, Write};

use clap::Parser as _;

use args::{Cli, Command};
use commands::{
    check, compile, completions, doctor, init as initialise, lsp, rule, run, sample, schema, why,
};
use exit::{Exit, Failure};
use hookc_compiler::system::OsSystem;
use terminal::Terminal;

fn main() -> Exit {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return tell_usage(&answer),
    };
    // The server's own thread writes to standard output, which must not be locked here.
    if let Command::Lsp(args) = &cli.command {
        return lsp::run(args, &OsSystem, &Terminal::from_environment());
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let ended = obey(&cli.command, &mut out);
    ended.unwrap_or_else(|failure| {
        // Where even standard error is gone, the exit code alone has to say it.
        let _ = writeln!(io::stderr(), "{failure}");
        if matches!(cli.command, Command::Run(_)) { Exit::NoVerdict } else { Exit::Failure }
    })
}

fn obey(command: &Command, out: &mut dyn Write) -> Result<Exit, Failure> {
    let terminal = Terminal::from_environment();
    let mut err = io::stderr();
    match command {
        Command::Check(args) => check::run(args, &OsSystem, &terminal, out),
        Command::Compile(args) => compile::run(args, &OsSystem, &terminal, out, &mut err),
        Command::Why(args) => why::run(args, &OsSystem, &terminal).and_then(|text| print(&text, out)),
        Command::Run(args) => run::run(args, &OsSystem, &terminal, out, &mut err),
        Command::Sample(args) => sample::run(args).and_then(|text| print(&text, out)),
        Command::Schema(args) => schema::run(args).and_then(|text| print(&text, out)),
        Command::Doctor(args) => doctor::run(args, &OsSystem, &terminal).and_then(|text| print(&text, out)),
        Command::Completions(args) => print(&completions::completions(args), out),
        Command::Man(args) => completions::man(args).and_then(|text| print(&text, out)),
        Command::Init(args) => initialise::run(args, &OsSystem).and_then(|text| print(&text, out)),
        Command::Rule(args) => rule::run(args).and_then(|text| print(&text, out)),
        Command::Lsp(args) => Ok(lsp::run(args, &OsSystem, &terminal)),
    }
}

/// Help and version go to standard output and are a success; wrong usage goes to standard error.
fn tell_usage(answer: &clap::Error) -> Exit {
    let is_run = std::env::args_os().nth(1).is_some_and(|command| command == "run");
    let mistake = if is_run { Exit::NoVerdict } else { Exit::Failure };
    let printed = answer.print();
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => mistake,
        _ if answer.use_stderr() => mistake,
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
