//! What a game's build script tells cargo: this test runs itself again as such a script.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use gueridon_data::{Fault, Files};

/// Set in the process that plays the build script.
const INSIDE: &str = "GUERIDON_DATA_INSIDE_BUILD";

fn script() -> ExitCode {
    let generate = |files: &mut Files| -> Result<String, Fault> {
        let size = files.read("data/pond.toml", |file| file.number("size", 1..=9))?;
        Ok(format!("pub const SIZE: u8 = {size};\n"))
    };
    gueridon_data::build("pond.rs", generate)
}

/// Runs `test` of this file as the build script of a game whose data is `text`: whether it
/// succeeded, what it said, and the directory it wrote to.
fn run(test: &str, text: &str) -> (bool, String, PathBuf) {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test.replace("::", "."));
    std::fs::create_dir_all(home.join("data")).unwrap();
    std::fs::write(home.join("data/pond.toml"), text).unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture", test])
        .env(INSIDE, "yes")
        .env("CARGO_MANIFEST_DIR", &home)
        .env("OUT_DIR", &home)
        .output()
        .unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap(), home)
}

#[test]
fn a_fault_fails_the_build_and_says_where() -> ExitCode {
    if std::env::var_os(INSIDE).is_some() {
        return script();
    }
    let (built, said, _) =
        run("build::a_fault_fails_the_build_and_says_where", "# A pond.\nsize = 10\n");
    let expected = "cargo::error=data/pond.toml:2: 'size' is 10: \
                    expected a whole number from 1 to 9\n";
    assert!(!built);
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("cargo::rerun-if-changed=data/pond.toml\n"), "{said}");
    ExitCode::SUCCESS
}

#[test]
fn good_data_is_written_as_rust_and_watched() -> ExitCode {
    if std::env::var_os(INSIDE).is_some() {
        return script();
    }
    let (built, said, out) = run("build::good_data_is_written_as_rust_and_watched", "size = 9\n");
    assert!(built, "{said}");
    assert!(said.contains("cargo::rerun-if-changed=data/pond.toml\n"), "{said}");
    let rust = std::fs::read_to_string(out.join("pond.rs")).unwrap();
    assert_eq!(rust, "pub const SIZE: u8 = 9;\n");
    ExitCode::SUCCESS
}
