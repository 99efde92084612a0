//! How much memory and how many files the process uses, if the system says so in `/proc`.

use std::fs;

/// How much of the process is in RAM, in bytes.
pub(crate) fn resident_bytes() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// How many files and sockets are open.
pub(super) fn open_files() -> Option<usize> {
    // One less, since reading the directory opens it.
    Some(fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn memory_and_files_grow_when_they_are_taken() {
        let (memory, files) = (resident_bytes().unwrap(), open_files().unwrap());
        // Without `black_box` the compiler could leave out memory that nobody reads.
        let taken = std::hint::black_box(vec![1_u8; 256 << 20]);
        let opened: Vec<_> = (0..50).map(|_| fs::File::open("/dev/null").unwrap()).collect();
        // Half, since other tests take and free some at the same time.
        assert!(resident_bytes().unwrap() > memory + (taken.len() / 2));
        assert!(open_files().unwrap() > files + opened.len() / 2);
    }
}
