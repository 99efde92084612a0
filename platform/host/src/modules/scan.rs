//! The files of a module directory, as far as they may be trusted.

use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

/// More than any module has.
const LARGEST: u64 = 512 << 20;

/// A file that may be a module: from here on only its bytes count, whatever becomes of the file.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) sha256: [u8; 32],
    pub(super) bytes: Arc<[u8]>,
}

/// Reads every file of `directory` that has the name of a library, in the order of their names;
/// for a file that cannot be read or trusted, says why.
///
/// # Errors
/// When the directory itself cannot be read or trusted.
pub(super) fn scan(directory: &Path) -> io::Result<Vec<(PathBuf, Result<Found, String>)>> {
    let metadata = fs::metadata(directory)?;
    if !metadata.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    check_writers(&metadata).map_err(io::Error::other)?;
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let is_library =
            path.extension().is_some_and(|ending| ending == std::env::consts::DLL_EXTENSION);
        let is_hidden =
            path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if is_library && !is_hidden {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths.into_iter().map(|path| (path.clone(), read(path))).collect())
}

/// SHA-256 of `bytes`: the name of a build.
pub(super) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

fn read(path: PathBuf) -> Result<Found, String> {
    let unreadable = |error: io::Error| format!("it cannot be read: {error}");
    // Asked before opening: to open a pipe would wait for somebody to write into it.
    if !fs::metadata(&path).map_err(unreadable)?.is_file() {
        return Err("it is no file".to_owned());
    }
    let mut file = fs::File::open(&path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    check_writers(&metadata)?;
    if metadata.len() > LARGEST {
        return Err(format!("it is larger than {} MiB", LARGEST >> 20));
    }
    let mut bytes = Vec::new();
    file.by_ref().take(LARGEST).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(Found { path, sha256: sha256(&bytes), bytes: bytes.into() })
}

/// A module is code that runs inside the host: only its owner may be able to change it. A group
/// of the owner's own, which many systems make for everyone, is the owner.
fn check_writers(metadata: &Metadata) -> Result<(), String> {
    let (group, world) = (metadata.mode() & 0o020 != 0, metadata.mode() & 0o002 != 0);
    if world {
        return Err("everyone can write to it; take that away with chmod o-w".to_owned());
    }
    if group && metadata.gid() != metadata.uid() {
        return Err("a group can write to it; take that away with chmod g-w".to_owned());
    }
    Ok(())
}
