//! How a folder becomes a module: cargo, make, or what its author says.

use std::ffi::OsStr;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use serde::Deserialize;

use super::sources::{self, Fingerprint};
use super::{DevError, say, shown_path};

/// The most that is kept of what a compiler says, in bytes.
const MOST_SAID: usize = 256 << 10;

/// How a folder becomes a module.
#[derive(Debug, Clone)]
pub(super) struct Recipe {
    folder: PathBuf,
    way: Way,
}

#[derive(Debug, Clone)]
enum Way {
    /// A crate with a `cdylib`.
    Cargo,
    /// What the Makefile leaves in the folder, or in its `modules`.
    Make,
    /// A file that appears by itself, or by a command.
    File { file: PathBuf, command: Option<String> },
}

/// Why there is no new build.
pub(super) enum Unbuilt {
    /// There is no such file.
    Missing(PathBuf, String),
    /// What the compiler, or this program, says.
    Failed(String),
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.way {
            Way::Cargo => f.write_str("cargo build"),
            Way::Make => f.write_str("make"),
            Way::File { command: Some(command), .. } => f.write_str(command),
            Way::File { file, .. } => f.write_str(&shown_path(file)),
        }
    }
}

impl Recipe {
    /// Finds out how a folder is built, unless it is said.
    pub(super) fn find(
        folder: &Path,
        module: Option<&Path>,
        command: Option<String>,
    ) -> Result<Self, DevError> {
        if !folder.is_dir() {
            return Err(DevError::NoFolder(folder.to_owned()));
        }
        let way = match module {
            Some(file) => Way::File { file: file.to_owned(), command },
            None if folder.join("Cargo.toml").is_file() => Way::Cargo,
            None if ["Makefile", "makefile", "GNUmakefile"]
                .iter()
                .any(|name| folder.join(name).is_file()) =>
            {
                Way::Make
            }
            None => return Err(DevError::NoRecipe(folder.to_owned())),
        };
        Ok(Self { folder: folder.to_owned(), way })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// What differs once a build is due.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        match &self.way {
            Way::Cargo | Way::Make => sources::of_folder(&self.folder, None),
            Way::File { file, command: Some(_) } => sources::of_folder(&self.folder, Some(file)),
            Way::File { file, command: None } => sources::of_file(file),
        }
    }

    /// Builds, and says where the module is. What the compiler says is shown in the terminal, too.
    pub(super) fn build(&self) -> Result<PathBuf, Unbuilt> {
        match &self.way {
            Way::Cargo => {
                let said = self.run("cargo", &cargo_arguments(&self.folder))?;
                cdylib(&said, &self.folder).map_err(Unbuilt::Failed)
            }
            Way::Make => {
                self.run("make", &[""; 0])?;
                let newest = newest_library(&[&self.folder, &self.folder.join("modules")]);
                newest.ok_or_else(|| {
                    let here = shown_path(&self.folder);
                    Unbuilt::Failed(format!("make left no .so file in {here} or its modules/"))
                })
            }
            Way::File { file, command } => {
                if let Some(command) = command {
                    self.run("sh", &["-c", command])?;
                }
                match std::fs::metadata(file) {
                    Ok(_) => Ok(file.clone()),
                    Err(error) => Err(Unbuilt::Missing(file.clone(), error.to_string())),
                }
            }
        }
    }

    /// Runs a command in the folder; returns what it wrote to stdout.
    fn run(&self, program: &str, arguments: &[impl AsRef<OsStr>]) -> Result<String, Unbuilt> {
        let failed =
            |why: std::io::Error| Unbuilt::Failed(format!("{program} cannot be run: {why}"));
        say(&mut std::io::stderr(), &format!("building: {self}"));
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let (out, err) = (child.stdout.take(), child.stderr.take());
        let (written, said) = std::thread::scope(|scope| {
            let said = scope.spawn(|| err.map(tee).unwrap_or_default());
            let mut written = Vec::new();
            // What was not read is not there to be acted on.
            let _ = out.map(|mut out| out.read_to_end(&mut written));
            (written, said.join().unwrap_or_default())
        });
        let status = child.wait().map_err(failed)?;
        let written = String::from_utf8_lossy(&written).into_owned();
        if status.success() {
            return Ok(written);
        }
        let plain = if program == "cargo" { "" } else { &written };
        let mut all = format!("{plain}{said}").trim_end().to_owned();
        if all.is_empty() {
            all = format!("{program} ended with {status}");
        }
        Err(Unbuilt::Failed(all))
    }
}

/// What cargo is asked for in a folder.
fn cargo_arguments(folder: &Path) -> Vec<String> {
    let mut arguments =
        vec!["build".to_owned(), "--message-format=json-render-diagnostics".to_owned()];
    // A table of one game needs no optimized rules, and they take most of the time that its author
    // waits for. What they depend on stays as the profile says.
    if let Some(package) = package_of(folder) {
        let quick = format!("profile.dev.package.\"{package}\".opt-level=0");
        arguments.extend(["--config".to_owned(), quick]);
    }
    arguments
}

/// The name of the crate in a folder; none where only cargo can tell.
fn package_of(folder: &Path) -> Option<String> {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).ok()?;
    let manifest: toml::Table = manifest.parse().ok()?;
    Some(manifest.get("package")?.get("name")?.as_str()?.to_owned())
}

/// Reads what a compiler says, and shows it in the terminal meanwhile.
fn tee(from: impl Read) -> String {
    let mut kept = String::new();
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    while matches!(from.read_until(b'\n', &mut line), Ok(1..)) {
        // A terminal that is gone is no reason to stop the compiler.
        let _ = std::io::stderr().write_all(&line);
        if kept.len() < MOST_SAID {
            kept += &String::from_utf8_lossy(&line);
        }
        line.clear();
    }
    kept
}

/// A message of cargo, as far as it speaks of what was built.
#[derive(Deserialize)]
struct Message {
    reason: String,
    #[serde(default)]
    manifest_path: PathBuf,
    target: Option<Target>,
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    crate_types: Vec<String>,
}

/// The library among what cargo has built: that of the folder's own crate, or else the only one.
fn cdylib(said: &str, folder: &Path) -> Result<PathBuf, String> {
    let mut found: Vec<(PathBuf, PathBuf)> = Vec::new();
    let messages = said.lines().filter_map(|line| serde_json::from_str::<Message>(line).ok());
    for message in messages.filter(|message| message.reason == "compiler-artifact") {
        let is_library = |target: Target| target.crate_types.iter().any(|kind| kind == "cdylib");
        if !message.target.is_some_and(is_library) {
            continue;
        }
        let is_so = |file: &PathBuf| file.extension().is_some_and(|end| end == "so");
        let file = message.filenames.into_iter().find(is_so);
        found.extend(file.map(|file| (message.manifest_path, file)));
    }
    let own = folder.canonicalize().map(|folder| folder.join("Cargo.toml")).unwrap_or_default();
    if let Some((_, file)) = found.iter().find(|(manifest, _)| *manifest == own) {
        return Ok(file.clone());
    }
    match found.as_slice() {
        [] => Err("cargo builds no library to load here: say crate-type = [\"cdylib\", \"rlib\"] \
                   under [lib] in Cargo.toml"
            .to_owned()),
        [(_, file)] => Ok(file.clone()),
        _ => Err("cargo builds several modules here: run it in the folder of one".to_owned()),
    }
}

fn newest_library(folders: &[&Path]) -> Option<PathBuf> {
    let files = folders.iter().filter_map(|folder| folder.read_dir().ok()).flatten();
    let dated = |path: PathBuf| {
        let changed = path.metadata().and_then(|about| about.modified()).ok()?;
        Some((changed, path))
    };
    let libraries = files.filter_map(Result::ok).map(|entry| entry.path());
    let libraries = libraries.filter(|path| path.extension().is_some_and(|end| end == "so"));
    libraries.filter_map(dated).max().map(|(_, path): (SystemTime, PathBuf)| path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifact(manifest: &str, kinds: &str, file: &str) -> String {
        format!(
            r#"{{"reason":"compiler-artifact","manifest_path":"{manifest}","target":{{"crate_types":[{kinds}]}},"filenames":["{file}"]}}"#
        )
    }

    #[test]
    fn the_module_is_the_library_of_the_folder_or_the_only_one() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().canonicalize().unwrap().join("Cargo.toml");
        let own = artifact(own.to_str().unwrap(), r#""cdylib","rlib""#, "/t/libmine.so");
        let other = artifact("/other/Cargo.toml", r#""cdylib""#, "/t/libother.so");
        let plain = artifact("/plain/Cargo.toml", r#""lib""#, "/t/libplain.rlib");
        let done = r#"{"reason":"build-finished","success":true}"#;
        let find = |lines: &[&str]| cdylib(&lines.join("\n"), folder.path());
        assert_eq!(find(&[&plain, &other, &own, done]).unwrap(), Path::new("/t/libmine.so"));
        assert_eq!(find(&[&plain, &other, done]).unwrap(), Path::new("/t/libother.so"));
        assert!(find(&[&other, &other]).unwrap_err().contains("several modules"));
        assert!(find(&[&plain, done]).unwrap_err().contains("cdylib"));
    }

    #[test]
    fn the_authors_crate_alone_is_built_without_optimization() {
        let folder = tempfile::tempdir().unwrap();
        let arguments = |manifest: &str| {
            std::fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
            cargo_arguments(folder.path())
        };
        let quick = r#"profile.dev.package."go-fish".opt-level=0"#.to_owned();
        let of_a_crate = arguments("[package]\nname = \"go-fish\"");
        assert_eq!(of_a_crate[2..], ["--config".to_owned(), quick]);
        // Which of several is the author's, only cargo can tell; it also says what is wrong.
        for manifest in ["[workspace]\nmembers = [\"go-fish\"]", "[package", "[package]\nname = 1"]
        {
            assert_eq!(arguments(manifest).len(), 2, "{manifest}");
        }
    }
}
