//! The `gueridon` command.

use std::process::ExitCode;

/// glibc's allocator is slow when one thread frees what another allocated: see
/// `docs/performance.md`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    gueridon::command::main()
}
