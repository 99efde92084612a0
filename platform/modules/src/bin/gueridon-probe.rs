//! `gueridon-probe FILE`: opens a game module and prints what it is, so that a faulty module
//! crashes only this process.

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
