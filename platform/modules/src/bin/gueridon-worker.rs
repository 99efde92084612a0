//! `gueridon-worker BYTES`: a worker that calls a module for its host, with so much memory; see
//! `gueridon_modules::module::work`. For tests and benches: a server is its own worker.

use std::process::ExitCode;

use gueridon_modules::module::work;

fn main() -> ExitCode {
    let memory = std::env::args().nth(1).and_then(|bytes| bytes.parse().ok());
    let Some(memory) = memory else {
        eprintln!("usage: gueridon-worker BYTES, by a host");
        return ExitCode::from(2);
    };
    match work(memory) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
