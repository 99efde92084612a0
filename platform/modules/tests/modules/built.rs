//! The example modules, as cargo has built them, and directories to put them into.

#![allow(dead_code, reason = "each test binary uses its part of this")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gueridon_modules::{Modules, ModulesConfig, ProbeCommand};
use tempfile::TempDir;

/// The library of an example of gueridon-game.
pub(crate) fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    // A test lies in target/<profile>/deps, an example in target/<profile>/examples.
    let file = format!("{}{name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let path = test.parent().unwrap().parent().unwrap().join("examples").join(file);
    assert!(path.exists(), "{} is missing: {BUILD}", path.display());
    let built = fs::metadata(&path).unwrap().modified().unwrap();
    // As cargo writes it: `library: source source`.
    let sources = fs::read_to_string(path.with_extension("d")).unwrap();
    // The test kit changes nothing about a module.
    let sources = sources.split_whitespace().skip(1);
    for source in sources.filter(|source| !source.contains("/src/testkit")) {
        let changed = fs::metadata(source).and_then(|source| source.modified());
        let is_newer = changed.is_ok_and(|changed| changed > built);
        assert!(!is_newer, "{} is older than {source}: {BUILD}", path.display());
    }
    path
}

/// How the examples are built.
pub(crate) const BUILD: &str = "cargo test --workspace --no-run";

/// A module directory of a test's own.
pub(crate) struct Directory(TempDir);

impl Directory {
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o755)).unwrap();
        Self(directory)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Installs a file atomically: written under another name, then renamed.
    pub(crate) fn put(&self, name: &str, bytes: &[u8]) {
        let whole = self.path().join(format!(".{name}.new"));
        fs::write(&whole, bytes).unwrap();
        fs::set_permissions(&whole, fs::Permissions::from_mode(0o755)).unwrap();
        fs::rename(whole, self.path().join(name)).unwrap();
    }

    pub(crate) fn put_example(&self, name: &str) {
        self.put(&format!("{name}.so"), &fs::read(example(name)).unwrap());
    }

    /// The same module as another build: bytes after a library's end are ignored.
    pub(crate) fn put_other_build(&self, name: &str, mark: u8) {
        let mut bytes = fs::read(example(name)).unwrap();
        bytes.push(mark);
        self.put(&format!("{name}.so"), &bytes);
    }

    pub(crate) fn config(&self) -> ModulesConfig {
        ModulesConfig::new(self.path(), probe())
    }

    pub(crate) fn scan(&self) -> Arc<Modules> {
        Arc::new(Modules::scan(self.config()).unwrap())
    }
}

/// The real probe, with a long time-out for busy machines.
pub(crate) fn probe() -> ProbeCommand {
    // Beside the tests of whichever crate asks: target/<profile>/deps and target/<profile>.
    let test = std::env::current_exe().unwrap();
    let path = test.parent().unwrap().parent().unwrap().join("gueridon-probe");
    assert!(path.exists(), "{} is missing: {BUILD}", path.display());
    let mut probe = ProbeCommand::new(path);
    probe.timeout = Duration::from_secs(60);
    probe
}

/// A shell script in place of the probe: `$0` is the file, `exec $PROBE` probes it after all.
pub(crate) fn script(script: &str) -> ProbeCommand {
    let mut probe = probe();
    let script = script.replace("$PROBE", &format!("'{}' \"$0\"", probe.command[0].display()));
    probe.command = ["sh".into(), "-c".into(), script.into()].to_vec();
    probe
}

/// Why a file is not served; empty if it is.
pub(crate) fn reason(modules: &Modules, file: &str) -> String {
    let rejected = modules.rejected();
    let rejected = rejected.iter().find(|rejected| rejected.file.ends_with(file));
    rejected.map(|rejected| rejected.reason.clone()).unwrap_or_default()
}

/// The ids of the games that are served.
pub(crate) fn served(modules: &Modules) -> Vec<String> {
    modules.newest().iter().map(|module| module.about().id.clone()).collect()
}
