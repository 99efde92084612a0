//! Reads the files of a module directory that only trusted users can write to.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::rejected::Defect;

/// In bytes, far more than any module has.
const LARGEST: u64 = 64 << 20;
/// The superuser, who can change every file anyway.
const ROOT: u32 = 0;

/// The bytes of a file that may be a module. Later changes to the file do not matter.
pub(super) struct Found {
    pub(super) sha256: [u8; 32],
    pub(super) bytes: Arc<[u8]>,
}

/// Every file of `directory` that has the name of a library, in the order of their names. Files are
/// read lazily; for one that cannot be read or trusted, the error says why.
///
/// # Errors
/// When the directory itself cannot be read or trusted.
pub(super) fn scan(
    directory: &Path,
) -> io::Result<impl Iterator<Item = (PathBuf, Result<Found, Defect>)> + use<>> {
    let metadata = fs::metadata(directory)?;
    if !metadata.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    // The owner of the directory decides what is in it, and the operator chose the directory.
    let owner = metadata.uid();
    check_writers(metadata.mode(), owner, metadata.gid(), &[owner]).map_err(io::Error::other)?;
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
    let owners = owners(owner);
    Ok(paths.into_iter().map(move |path| {
        let found = read(&path, &owners, LARGEST);
        (path, found)
    }))
}

/// A file in the module directory that is no module, of at most `most` bytes; none where there is
/// none.
pub(super) fn beside(directory: &Path, file: &Path, most: u64) -> Result<Option<Found>, Defect> {
    let unreadable = |error: io::Error| Defect::temporary(format!("it cannot be read: {error}"));
    match fs::metadata(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(unreadable)?,
    };
    let owner = fs::metadata(directory).map_err(unreadable)?.uid();
    read(file, &owners(owner), most).map(Some)
}

/// Who may own the files in a directory of this owner.
fn owners(owner: u32) -> [u32; 3] {
    [rustix::process::geteuid().as_raw(), ROOT, owner]
}

/// SHA-256 of `bytes`: the name of a build.
pub(super) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

fn read(path: &Path, owners: &[u32], most: u64) -> Result<Found, Defect> {
    let unreadable = |error: io::Error| Defect::temporary(format!("it cannot be read: {error}"));
    let file = open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(Defect::permanent("it is no file".to_owned()));
    }
    check_writers(metadata.mode(), metadata.uid(), metadata.gid(), owners)
        .map_err(Defect::permanent)?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > most {
        return Err(Defect::permanent(format!("it is larger than {} MiB", most >> 20)));
    }
    Ok(Found { sha256: sha256(&bytes), bytes: bytes.into() })
}

/// Opens what may be a pipe, without waiting for a writer.
fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK | libc::O_CLOEXEC).open(path)
}

/// A module is code that runs inside the host: nobody but `owners` may be able to change it. A
/// group of the owner's own, which many systems make for everyone, is the owner.
fn check_writers(mode: u32, uid: u32, gid: u32, owners: &[u32]) -> Result<(), String> {
    let (group, world) = (mode & 0o020 != 0, mode & 0o002 != 0);
    if !owners.contains(&uid) {
        return Err(format!(
            "it belongs to user {uid}, who is neither this one nor the owner of the directory; \
             give it away with chown"
        ));
    }
    if world {
        return Err("everyone can write to it; take that away with chmod o-w".to_owned());
    }
    if group && gid != uid {
        return Err("a group can write to it; take that away with chmod g-w".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_owner_may_be_able_to_change_a_module() {
        let owners = [1000, ROOT, 7];
        for (mode, uid, gid, wrong) in [
            (0o100_644, 1000, 100, None),
            (0o100_755, ROOT, ROOT, None),
            (0o100_644, 7, 100, None),
            (0o100_664, 1000, 1000, None),
            (0o100_664, 1000, 100, Some("chmod g-w")),
            (0o100_664, 7, 1000, Some("chmod g-w")),
            (0o100_646, 1000, 1000, Some("chmod o-w")),
            (0o100_666, ROOT, ROOT, Some("chmod o-w")),
            (0o100_644, 1001, 1001, Some("chown")),
            (0o100_600, 33, 1000, Some("chown")),
        ] {
            match (check_writers(mode, uid, gid, &owners), wrong) {
                (Ok(()), None) => {}
                (Err(said), Some(wrong)) if said.contains(wrong) => {}
                (said, _) => panic!("{mode:o} of {uid}:{gid}: {said:?}"),
            }
        }
    }

    #[test]
    fn a_pipe_is_not_waited_for() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = directory.path().join("pipe.so");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let owner = fs::metadata(&pipe).unwrap().uid();
        let defect = read(&pipe, &[owner], LARGEST).map(|_| ()).unwrap_err();
        assert_eq!(defect, Defect::permanent("it is no file".to_owned()));
    }
}
