//! Watches the module directory: games appear, change and go while the server runs.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use gueridon_modules::{Modules, ScanError};
use tokio::time::timeout;

use crate::http::Server;

/// How often the module directory is checked for changes.
const SCAN_INTERVAL: Duration = Duration::from_secs(2);
/// How long until an unchanged directory is read again after a file in it failed to be read or probed
/// for a reason that may pass.
const SCAN_RETRY: Duration = Duration::from_secs(60);

/// Watches the module directory, and replaces the API when games have changed.
pub(super) async fn watch_modules(server: Server, modules: Arc<Modules>, directory: PathBuf) {
    // It was read at the start, but its fingerprint was not taken then.
    let (mut known, mut read, mut is_unsure) = (None, Instant::now(), false);
    while timeout(SCAN_INTERVAL, server.stop.cancelled()).await.is_err() {
        let now = Some((fingerprint(&directory), modules.quarantined()));
        if now == known && !(is_unsure && read.elapsed() >= SCAN_RETRY) {
            continue;
        }
        (known, read) = (now, Instant::now());
        let (rescanned, files) = (modules.clone(), server.api.load().files.clone());
        let renewed = tokio::task::spawn_blocking(move || {
            let renewed = rescanned.rescan()?;
            Ok::<_, ScanError>((renewed, files.renew(&rescanned)))
        });
        let renewed = renewed.await;
        is_unsure = !matches!(renewed, Ok(Ok((_, true))))
            || modules.rejected().iter().any(|rejected| !rejected.is_permanent);
        match renewed {
            Ok(Ok((renewed, _))) if renewed.is_empty() => {}
            Ok(Ok(_)) => match server.api.load().renewed() {
                Ok(api) => server.api.store(Arc::new(api)),
                Err(error) => tracing::error!(%error, "the games stay as they were"),
            },
            Ok(Err(error)) => tracing::warn!(%error, "the games stay as they were"),
            Err(error) => tracing::error!(%error, "the games stay as they were"),
        }
    }
}

/// Differs when a directory has changed: the sizes, modes and times of it and of its files, links
/// followed. A new owner shows in the time of change.
fn fingerprint(directory: &Path) -> Vec<(PathBuf, u64, u32, [i64; 4])> {
    let files = std::fs::read_dir(directory).into_iter().flatten();
    let paths = files.filter_map(|file| Some(file.ok()?.path()));
    let stamp = |path: PathBuf| {
        let about = std::fs::metadata(&path).ok()?;
        let times = [about.mtime(), about.mtime_nsec(), about.ctime(), about.ctime_nsec()];
        Some((path, about.len(), about.mode(), times))
    };
    let mut stamps: Vec<_> = paths.chain([directory.to_path_buf()]).filter_map(stamp).collect();
    stamps.sort();
    stamps
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn every_change_in_a_directory_is_noticed() {
        let home = std::env::temp_dir().join(format!("gueridon-noticed-{}", std::process::id()));
        let (directory, linked) = (home.join("modules"), home.join("linked.so"));
        fs::create_dir_all(&directory).unwrap();
        let file = directory.join("a.so");
        let mode = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        let changes: [&dyn Fn(); 7] = [
            &|| fs::write(&file, "a").unwrap(),
            &|| fs::write(&file, "ab").unwrap(),
            &|| mode(&file, 0o600),
            &|| mode(&directory, 0o700),
            &|| fs::write(&linked, "a").unwrap(),
            &|| symlink(&linked, directory.join("b.so")).unwrap(),
            &|| fs::write(&linked, "longer").unwrap(),
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let before = fingerprint(&directory);
            assert_eq!(fingerprint(&directory), before);
            change();
            // A change outside the directory does not count.
            assert_eq!(fingerprint(&directory) != before, number != 4, "change {number}");
        }
        fs::remove_dir_all(&home).unwrap();
        assert!(fingerprint(&directory).is_empty());
    }
}
