//! What runs until Ctrl-C or SIGTERM: the server, and an author's table.

use std::time::Duration;

use gueridon_modules::executor::MOST_THREADS;
use tokio::runtime::Runtime;
use tokio::signal;
use tokio_util::sync::CancellationToken;

use crate::dev;
use crate::serve::{self, ServeError};

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

/// Runs the server until Ctrl-C or SIGTERM.
pub(super) fn serve(options: serve::Options) -> Result<(), ServeError> {
    refuse_huge_pages();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(MOST_THREADS)
        .event_interval(TASKS_BEFORE_SOCKETS)
        .global_queue_interval(TASKS_BEFORE_SHARED)
        .build();
    let runtime = runtime.map_err(ServeError::Broken)?;
    run(runtime, |stop| serve::serve(options, stop))
}

/// Shows an author the table of their module until Ctrl-C or SIGTERM.
pub(super) fn develop(options: dev::Options) -> Result<(), dev::DevError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(dev::DevError::Broken)?;
    run(runtime, |stop| dev::run(options, stop))
}

/// Runs a task until it ends. The token that it gets is cancelled on Ctrl-C or SIGTERM.
fn run<F: Future>(runtime: Runtime, task: impl FnOnce(CancellationToken) -> F) -> F::Output {
    let done = runtime.block_on(async {
        let stop = CancellationToken::new();
        tokio::spawn(wait_for_signal(stop.clone()));
        task(stop).await
    });
    // A call into a module that does not return would block the end for ever.
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
