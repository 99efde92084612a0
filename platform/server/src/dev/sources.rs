//! What a build is made from, as far as one can tell whether it has changed: files with their sizes and
//! times.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Differs when something was saved.
pub(super) type Fingerprint = BTreeMap<PathBuf, [i64; 3]>;

/// Folders that hold what is built, fetched or noted, and nothing that is written by hand.
const NOT_SOURCES: [&str; 5] = ["target", "modules", "node_modules", "build", "__pycache__"];
/// Ends of files that are built or that a server keeps its journal in, and that may lie beside what a
/// module is built from.
const BUILT: [&str; 9] = ["so", "o", "a", "d", "tmp", "swp", "db", "db-wal", "db-shm"];
/// So that a folder which was chosen by mistake is not searched for ever.
const MOST: usize = 20_000;

/// That of a folder's sources, and of one more file.
pub(super) fn of_folder(folder: &Path, file: Option<&Path>) -> Fingerprint {
    let mut found = file.map(of_file).unwrap_or_default();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = folder.read_dir() else { continue };
        for entry in entries.filter_map(Result::ok) {
            let (path, name) = (entry.path(), entry.file_name());
            // Links are followed to files and not to folders, which may hold each other.
            let Ok(kind) = entry.file_type() else { continue };
            if is_ignored(&name, kind.is_dir()) || found.len() >= MOST {
                continue;
            }
            if kind.is_dir() {
                folders.push(path);
            } else if let Ok(about) = path.metadata()
                && about.is_file()
            {
                found.insert(path, stamp(&about));
            }
        }
    }
    found
}

/// That of one file; empty while it is not there.
pub(super) fn of_file(file: &Path) -> Fingerprint {
    let about = file.metadata().ok();
    about.map(|about| (file.to_owned(), stamp(&about))).into_iter().collect()
}

fn stamp(about: &Metadata) -> [i64; 3] {
    [about.size().cast_signed(), about.mtime(), about.mtime_nsec()]
}

fn is_ignored(name: &OsStr, is_folder: bool) -> bool {
    let Some(name) = name.to_str() else { return false };
    // Hidden ones, and what editors leave beside a file that they save.
    if name.starts_with('.') || name.ends_with('~') || name.starts_with('#') {
        return true;
    }
    if is_folder {
        return NOT_SOURCES.contains(&name);
    }
    let end = Path::new(name).extension().and_then(OsStr::to_str);
    // Cargo writes its lock when it builds.
    name == "Cargo.lock" || end.is_some_and(|end| BUILT.contains(&end))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_saved_shows_and_what_is_built_does_not() {
        let place = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = place.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("src/lib.rs", "one");
        std::os::unix::fs::symlink(".", place.path().join("src/self")).unwrap();
        let before = of_folder(place.path(), None);
        assert_eq!(before.len(), 1);
        for built in [
            "target/x",
            "modules/m.so",
            ".git/HEAD",
            "build/a.o",
            "m.so",
            "src/.lib.rs.swp",
            "gueridon.db",
            "gueridon.db-wal",
        ] {
            write(built, "built");
        }
        assert_eq!(of_folder(place.path(), None), before);
        write("src/lib.rs", "other");
        assert_ne!(of_folder(place.path(), None), before);
        let module = place.path().join("m.so");
        assert_eq!(of_folder(place.path(), Some(&module)).len(), 2);
        assert!(of_file(&place.path().join("absent")).is_empty());
    }
}
