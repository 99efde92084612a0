//! The `gueridon` command: does what its command line asks for.

mod log;
mod until_signal;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use gueridon_graphql::sdl::print::print;
use gueridon_modules::builds::Builds;
use gueridon_modules::module::work;

use crate::cli::{Check, Cli, Command};
use crate::journal::{JournalAddress, UnknownJournal, back_up, copy, migrate};
use crate::serve::{self, ServeError};
use crate::traces::Traces;
use crate::{admin, api, arena, template, upgrade};

/// The exit code of `check` for a file that is no module; clap's own for wrong options.
const CANNOT_BE_CHECKED: u8 = 2;

/// The `gueridon` command: reads its arguments and does what they say. What went wrong is one line on
/// stderr.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Command::Worker { memory } = cli.command {
        // Its host learns all else from the end of the process.
        return work(memory).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    if let Command::Check(options) = cli.command {
        return check(*options);
    }
    let done = traces_of(&cli.command).and_then(|traces| {
        // These two speak for themselves.
        if !matches!(cli.command, Command::Probe { .. } | Command::Dev(_)) {
            log::start(cli.log, traces.as_ref())?;
        }
        let done = run(cli.command);
        if let Some(Err(error)) = traces.map(Traces::end) {
            tracing::warn!(%error, "the last traces could not be sent");
        }
        done
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(line) => {
            // Without stderr there is nowhere else to write to.
            let _ = writeln!(io::stderr(), "gueridon: {line}");
            ExitCode::FAILURE
        }
    }
}

/// Checks a module. Its report is what there is to say: there is no log.
fn check(options: Check) -> ExitCode {
    let said = options.run().map_err(|error| error.to_string()).and_then(|(passed, report)| {
        print_out(&report).map_err(|error| error.to_string())?;
        Ok(passed)
    });
    match said {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(line) => {
            // Without stderr there is nowhere else to write to.
            let _ = writeln!(io::stderr(), "gueridon: {line}");
            ExitCode::from(CANNOT_BE_CHECKED)
        }
    }
}

/// Where the traces of a command go, if they go anywhere.
fn traces_of(command: &Command) -> Result<Option<Traces>, String> {
    let Command::Serve(options) = command else { return Ok(None) };
    let to = |collector: &String| Traces::to(collector).map_err(|error| error.to_string());
    options.traces.as_ref().map(to).transpose()
}

/// Runs a command; an error is one line for the operator.
fn run(command: Command) -> Result<(), String> {
    let line = |error: ServeError| error.to_string();
    match command {
        Command::Serve(options) => until_signal::serve((*options).into()).map_err(line),
        Command::Games { modules } => {
            print_games(&modules.directory()).map_err(|error| error.to_string())
        }
        Command::Schema { modules } => {
            let games =
                serve::modules(&modules.directory(), BTreeMap::new(), None).map_err(line)?;
            let (merged, _) =
                api::merge(Builds::newest(&games)).map_err(|error| error.to_string())?;
            print_out(&print(&merged)).map_err(|error| error.to_string())
        }
        Command::Admin { journal, action } => {
            print_done(admin::run(&journal.journal, &action.into()))
        }
        Command::Migrate { journal } => {
            let journal = address(&journal.journal)?;
            print_done(async { migrate(&journal).await.map(|()| String::new()) })
        }
        Command::Backup { journal, file } => {
            let journal = address(&journal.journal)?;
            print_done(back_up(&journal, &file))
        }
        Command::Copy { from, to } => {
            let (from, to) = (address(&from)?, address(&to)?);
            print_done(copy(&from, &to))
        }
        Command::Upgrade(options) => {
            let options = options.into();
            print_done(async move { upgrade::run(&options).await })
        }
        Command::Arena(options) => {
            let report = arena::run(&options.into()).map_err(|error| error.to_string())?;
            print_out(&report.to_string()).map_err(|error| error.to_string())
        }
        Command::Dev(options) => {
            until_signal::develop((*options).into()).map_err(|error| error.to_string())
        }
        Command::New(options) => {
            let options = options.try_into();
            let said = options.and_then(|options| template::write(&options));
            let said = said.map_err(|error: template::Error| error.to_string())?;
            print_out(&said).map_err(|error| error.to_string())
        }
        // Handled before there is a log.
        Command::Worker { .. } | Command::Check(_) => Ok(()),
        Command::Probe { file } => gueridon_modules::directory::probe(&file, &mut io::stdout()),
    }
}

fn address(journal: &str) -> Result<JournalAddress, String> {
    journal.parse().map_err(|error: UnknownJournal| error.to_string())
}

/// Prints what comes of something, or hands its error on as a line.
fn print_done<E: Display>(doing: impl Future<Output = Result<String, E>>) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let done = runtime.block_on(doing).map_err(|error| error.to_string())?;
    print_out(&done).map_err(|error| error.to_string())
}

fn print_games(directory: &Path) -> Result<(), Box<dyn std::error::Error>> {
    for build in serve::modules(directory, BTreeMap::new(), None)?.newest() {
        let about = build.about();
        let titles: Vec<_> = about.titles.iter().map(|(_, title)| title.as_str()).collect();
        let seats = format!("{}-{} seats", about.fewest_seats, about.most_seats);
        let (titles, version) = (titles.join(" / "), about.rules_version);
        let sha256 = build.sha256_hex();
        print_out(&format!("{}\t{titles}\t{seats}\trules {version}\t{sha256}\n", about.id))?;
    }
    Ok(())
}

fn print_out(text: &str) -> io::Result<()> {
    match io::stdout().write_all(text.as_bytes()) {
        // The reader has closed the pipe, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
