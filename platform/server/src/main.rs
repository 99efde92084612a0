//! The `gueridon` command.

mod cli;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use gueridon::admin;
use gueridon::api;
use gueridon::arena;
use gueridon::dev;
use gueridon::journal::{JournalAddress, UnknownJournal, back_up, copy, migrate};
use gueridon::serve::{self, ServeError, serve};
use gueridon::template;
use gueridon::traces::Traces;
use gueridon::upgrade;
use gueridon_graphql::sdl::print::print;
use gueridon_modules::builds::Builds;
use gueridon_modules::executor::MOST_THREADS;
use gueridon_modules::module::work;
use tokio::signal;
use tokio_util::sync::CancellationToken;
use tracing::Metadata;
use tracing_subscriber::filter::{EnvFilter, FilterExt, FilterFn, LevelFilter};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use cli::{Check, Cli, Command, LogFormat};

/// The exit code of `check` for a file that is no module; clap's own for wrong options.
const CANNOT_BE_CHECKED: u8 = 2;

/// glibc's allocator is slow when one thread frees what another allocated: see
/// `docs/performance.md`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
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
            start_logging(cli.log, traces.as_ref())?;
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
        Command::Serve(options) => serve_until_signal((*options).into()).map_err(line),
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
        Command::Dev(options) => develop((*options).into()).map_err(|error| error.to_string()),
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

/// Prevents the process from using more memory again after it was freed: with huge pages the kernel
/// fills the gaps between what is in use, so a server goes on growing for minutes after it was
/// busy. Figures are in `docs/performance.md`.
fn refuse_huge_pages() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::debug!(%error, "huge pages could not be refused");
    }
}

/// After how many tasks a busy thread looks at the sockets and timers again. With tokio's 61, moves of
/// some tables waited far longer than those of others at a busy server; see docs/decisions.md.
const TASKS_BEFORE_SOCKETS: u32 = 1_024;
/// After how many tasks of its own a busy thread takes one from the queue that all share. By default
/// tokio chooses that number by how long tasks take.
const TASKS_BEFORE_SHARED: u32 = 61;

fn serve_until_signal(options: serve::Options) -> Result<(), ServeError> {
    refuse_huge_pages();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(MOST_THREADS)
        .event_interval(TASKS_BEFORE_SOCKETS)
        .global_queue_interval(TASKS_BEFORE_SHARED)
        .build();
    let runtime = runtime.map_err(ServeError::Broken)?;
    let served = runtime.block_on(async {
        let stop = CancellationToken::new();
        tokio::spawn(wait_for_signal(stop.clone()));
        serve(options, stop).await
    });
    // A call into a module that does not return would block the shutdown for ever.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

/// Shows an author the table of their module until Ctrl-C or SIGTERM.
fn develop(options: dev::Options) -> Result<(), dev::DevError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(dev::DevError::Broken)?;
    let done = runtime.block_on(async {
        let stop = CancellationToken::new();
        tokio::spawn(wait_for_signal(stop.clone()));
        dev::run(options, stop).await
    });
    // A call into a module that does not return would block the end.
    runtime.shutdown_timeout(Duration::from_secs(1));
    done
}

/// Cancels `stop` on Ctrl-C or SIGTERM; a second one ends the program at once.
async fn wait_for_signal(stop: CancellationToken) {
    let terminate = signal::unix::signal(signal::unix::SignalKind::terminate());
    let Ok(mut terminate) = terminate else { return };
    loop {
        tokio::select! {
            _ = signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        if stop.is_cancelled() {
            std::process::exit(1);
        }
        tracing::info!("stopping");
        stop.cancel();
    }
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

/// Excludes the crates that log the messages of WebSockets, which contain tokens and passwords,
/// whatever another filter says.
fn secrets_excluded() -> FilterFn {
    let is_safe: fn(&Metadata<'_>) -> bool = |about| {
        !["tungstenite", "tokio_tungstenite"].iter().any(|one| about.target().starts_with(one))
    };
    // A filter that names no level makes every span and event of every crate be looked at.
    FilterFn::new(is_safe).with_max_level_hint(LevelFilter::TRACE)
}

/// # Errors
/// A line about a `GUERIDON_LOG` that is no filter.
fn start_logging(format: LogFormat, traces: Option<&Traces>) -> Result<(), String> {
    let said = std::env::var("GUERIDON_LOG").unwrap_or_default();
    let said = if said.is_empty() { "info" } else { &said };
    let filter = EnvFilter::try_new(said).map_err(|error| {
        format!("GUERIDON_LOG is no filter of the log, such as info or gueridon=debug: {error}")
    })?;
    let filter = filter.and(secrets_excluded());
    let layer = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let registry = tracing_subscriber::registry().with(traces.map(Traces::layer));
    match format {
        LogFormat::Human => registry.with(layer.with_filter(filter)).init(),
        LogFormat::Json => registry.with(layer.json().with_filter(filter)).init(),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::Registry;
    use tracing_subscriber::layer::Filter;

    use super::*;

    #[test]
    fn what_the_log_does_not_show_is_not_even_looked_at() {
        for (said, level) in [("info", LevelFilter::INFO), ("debug", LevelFilter::DEBUG)] {
            let filter = EnvFilter::from(said).and(secrets_excluded());
            assert_eq!(Filter::<Registry>::max_level_hint(&filter), Some(level));
        }
    }
}
