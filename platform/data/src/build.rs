//! The build script: reads the data files, writes Rust, and ends the build on a fault.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use toml::de::DeTable;

use crate::row::Row;
use crate::source::{Fault, Source};

/// The data files of a game, and those read so far.
#[derive(Debug)]
pub struct Files {
    home: PathBuf,
    read: Vec<String>,
}

impl Files {
    /// The files below `home`, the directory that their names start from.
    #[must_use]
    pub fn below(home: impl Into<PathBuf>) -> Self {
        Self { home: home.into(), read: Vec::new() }
    }

    /// Reads one TOML file with `take`, which gets the file's top level as a row.
    ///
    /// # Errors
    /// When there is no such file, when it is not TOML, when `take` finds a fault in it, and when `take`
    /// leaves a key of its top level.
    pub fn read<T>(
        &mut self,
        name: &str,
        take: impl FnOnce(&mut Row) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.read.push(name.to_owned());
        let path = self.home.join(name);
        let text = std::fs::read_to_string(&path).map_err(|error| Fault::of_file(&path, &error))?;
        parse(name, text, take)
    }
}

/// Reads TOML text with `take`; messages call the file `name`.
pub(crate) fn parse<T>(
    name: &str,
    text: String,
    take: impl FnOnce(&mut Row) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let source = Source::new(name, text);
    let table = DeTable::parse(source.text())
        .map_err(|error| {
            let place = source.place(error.span().unwrap_or_default());
            place.fault(format!("not valid TOML: {}", error.message()))
        })?
        .into_inner();
    let mut row = Row::top(&source, table);
    let taken = take(&mut row)?;
    row.end()?;
    Ok(taken)
}

/// The whole of a game's `build.rs`: writes what `generate` makes of the data files into `file`
/// in the build's output directory, and tells cargo to run again when one of them changes.
///
/// A fault is shown as an error of the package, and the build fails.
pub fn build(file: &str, generate: impl FnOnce(&mut Files) -> Result<String, Fault>) -> ExitCode {
    let home = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let mut files = Files::below(home);
    let generated = generate(&mut files).and_then(|rust| write_out(file, &rust));
    let mut said: String =
        files.read.iter().map(|name| format!("cargo::rerun-if-changed={name}\n")).collect();
    if let Err(fault) = &generated {
        said.push_str(&format!("cargo::error={}\n", fault.to_string().replace('\n', " ")));
    }
    let told = io::stdout().write_all(said.as_bytes());
    if generated.is_ok() && told.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn write_out(file: &str, rust: &str) -> Result<(), Fault> {
    let path = Path::new(&std::env::var_os("OUT_DIR").unwrap_or_default()).join(file);
    std::fs::write(&path, rust).map_err(|error| Fault::of_file(&path, &error))
}
