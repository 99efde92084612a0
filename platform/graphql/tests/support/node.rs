//! Node.js with the packages that the tests compare with.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder of the tests with scripts and a list of packages.
pub(crate) fn scripts(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder)
}

/// A script of `tests/conformance` in Node.js, with its packages installed.
///
/// # Panics
/// With what to do, where Node.js or a package is missing.
pub(crate) fn script(name: &str) -> Command {
    let home = installed("conformance");
    let mut command = Command::new("node");
    command.arg(home.join(name)).current_dir(home);
    command
}

/// A folder under `target` with the scripts of a folder of the tests, and the packages of their lock
/// file.
///
/// # Panics
/// With what to do, where Node.js or a package is missing.
pub(crate) fn installed(folder: &str) -> PathBuf {
    let version = run("node", ["--version"], Path::new("."));
    let major = version.trim_start_matches('v').split('.').next().and_then(|n| n.parse().ok());
    assert!(
        major.is_some_and(|major: u32| major >= 20),
        "these tests need Node.js 20 or newer with npm; \
         install it from https://nodejs.org or your system's packages (found: {version:?})"
    );
    let home =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{folder}", env!("CARGO_PKG_NAME")));
    fs::create_dir_all(&home).unwrap();
    let lock = File::create(home.join(".installing")).unwrap();
    lock.lock().expect("tests take turns installing");
    let wanted = fs::read(scripts(folder).join("package-lock.json")).unwrap();
    let done = home.join(".installed");
    if fs::read(&done).ok().as_deref() != Some(&wanted) {
        for file in ["package.json", "package-lock.json"] {
            fs::copy(scripts(folder).join(file), home.join(file)).unwrap();
        }
        run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], &home);
        fs::write(done, wanted).unwrap();
    }
    for script in fs::read_dir(scripts(folder)).unwrap() {
        let script = script.unwrap();
        if script.path().extension().is_some_and(|end| end == "mjs") {
            bring_up_to_date(&script.path(), &home.join(script.file_name()));
        }
    }
    home
}

/// Copies a script, unless it is there already: another test may be reading it.
fn bring_up_to_date(script: &Path, copy: &Path) {
    let wanted = fs::read(script).unwrap();
    if fs::read(copy).ok().as_ref() != Some(&wanted) {
        fs::write(copy, wanted).expect("the script can be copied to its packages");
    }
}

/// Runs a program to its end and gives what it wrote to stdout.
fn run<const N: usize>(program: &str, arguments: [&str; N], place: &Path) -> String {
    let output = Command::new(program)
        .args(arguments.map(OsStr::new))
        .current_dir(place)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| {
            panic!(
                "these tests need Node.js 20 or newer with npm, and {program} cannot be started \
                 ({error}): install it from https://nodejs.org or your system's packages"
            )
        });
    let (out, err) = (&output.stdout, &output.stderr);
    assert!(
        output.status.success(),
        "{program} {arguments:?} failed; npm needs its registry once to install the packages of the \
         package-lock.json in {}:\n{}",
        place.display(),
        String::from_utf8_lossy(err)
    );
    String::from_utf8_lossy(out).trim().to_owned()
}
