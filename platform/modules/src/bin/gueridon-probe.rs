//! `gueridon-probe FILE`: opens a game module and tells what it is, so that nobody else has to be
//! the first to open it.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use gueridon_modules::directory::probe;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(file), None) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: gueridon-probe FILE");
        return ExitCode::from(2);
    };
    match probe(Path::new(&file), &mut io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}
