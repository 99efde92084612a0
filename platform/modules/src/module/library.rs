//! The shared library of a build: loaded from its bytes, and checked before its first call.
#![allow(unsafe_code, reason = "this file is the host's side of the C border")]

use std::ffi::c_void;
use std::io::Write;
use std::mem::ManuallyDrop;
use std::path::Path;

use gueridon_game::abi::{GueridonModule, SYMBOL};
use gueridon_game::border::ABI;
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

use super::OpenError;

/// Loads a library that is never closed again, and returns what it exports after checking that it
/// is a module that this host can call.
pub(super) fn open(bytes: &[u8]) -> Result<GueridonModule, OpenError> {
    // Some systems have memory files but do not execute them.
    let library = load_from_memory(bytes).or_else(|in_memory| match load_from_disk(bytes) {
        // A worker has no disk: what was wrong in memory says more.
        Err(OpenError::NoPlace(_)) => Err(in_memory),
        other => other,
    })?;
    exports_of(&library)
}

/// Opens a library that is never closed, even if it turns out to be no module: what it did to the
/// process when it was opened cannot be undone.
fn load(path: &Path) -> Result<ManuallyDrop<Library>, OpenError> {
    let flags = RTLD_NOW | RTLD_LOCAL | libc::RTLD_NODELETE;
    // SAFETY: opening runs the library's initialisers, which is what trusting a module means.
    let library = unsafe { Library::open(Some(path), flags) };
    library.map(ManuallyDrop::new).map_err(|error| {
        use std::error::Error;
        let why = error.source().map_or_else(|| error.to_string(), ToString::to_string);
        // The path is that of our copy, which means nothing to the operator.
        let why = why.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&why).to_owned();
        OpenError::NoLibrary(why)
    })
}

/// Opens a library from a temporary file that nobody else can write to. The file is deleted once it
/// is open; what is mapped stays.
fn load_from_disk(bytes: &[u8]) -> Result<ManuallyDrop<Library>, OpenError> {
    let mut file = tempfile::Builder::new().prefix("gueridon-").suffix(".so").tempfile()?;
    file.write_all(bytes)?;
    load(file.path())
}

/// Opens a library from a file in memory that nobody can change any more.
#[cfg(target_os = "linux")]
fn load_from_memory(bytes: &[u8]) -> Result<ManuallyDrop<Library>, OpenError> {
    use std::os::fd::{AsRawFd, IntoRawFd};

    let file = sealed_in_memory(bytes)?;
    let library = load(Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd())))?;
    // It stays open: the loader knows a library by its path, which the next file must not reuse.
    let _ = file.into_raw_fd();
    Ok(library)
}

#[cfg(not(target_os = "linux"))]
fn load_from_memory(_: &[u8]) -> Result<ManuallyDrop<Library>, OpenError> {
    Err(OpenError::NoPlace(std::io::ErrorKind::Unsupported.into()))
}

#[cfg(target_os = "linux")]
fn sealed_in_memory(bytes: &[u8]) -> std::io::Result<std::fs::File> {
    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};

    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let mut file = std::fs::File::from(memfd_create("gueridon-module", flags)?);
    file.write_all(bytes)?;
    let seals = SealFlags::SHRINK | SealFlags::GROW | SealFlags::WRITE | SealFlags::SEAL;
    fcntl_add_seals(&file, seals)?;
    Ok(file)
}

/// What a library exports, after checking that it is a module that this host can call.
fn exports_of(library: &Library) -> Result<GueridonModule, OpenError> {
    // SAFETY: the symbol is only taken as an address here.
    let symbol = unsafe { library.get::<*const GueridonModule>(SYMBOL) };
    let exports: *const GueridonModule =
        symbol.map_err(|_| OpenError::NoModule)?.as_raw_ptr().cast();
    if exports.is_null() || !exports.is_aligned() {
        return Err(OpenError::Damaged);
    }
    // SAFETY: every version of the border begins with these two numbers; the address is aligned.
    let (abi, size) = unsafe { ((*exports).abi, (*exports).size) };
    if abi != ABI {
        return Err(OpenError::OtherAbi(abi));
    }
    let least = size_of::<GueridonModule>();
    if usize::try_from(size).is_ok_and(|size| size < least) {
        return Err(OpenError::TooSmall { found: size, least });
    }
    // SAFETY: the module says that it is as long as this; the functions are read as numbers,
    // because a missing one is 0, which no Rust function pointer may be.
    let (unwinds, functions) = unsafe {
        let number = |function: *const c_void| function.cast::<usize>().read();
        let functions = [
            number((&raw const (*exports).open).cast()),
            number((&raw const (*exports).call).cast()),
            number((&raw const (*exports).close).cast()),
        ];
        ((&raw const (*exports).unwinds).read(), functions)
    };
    if unwinds != 1 {
        return Err(OpenError::Aborts);
    }
    if functions.contains(&0) {
        return Err(OpenError::Damaged);
    }
    // SAFETY: as long as it says, with functions that are there; the library is never closed.
    Ok(unsafe { exports.read() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed() -> Vec<u8> {
        let test = std::env::current_exe().unwrap();
        let file =
            format!("{}sealed{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        let path = test.parent().unwrap().parent().unwrap().join("examples").join(file);
        std::fs::read(&path).unwrap_or_else(|error| {
            panic!("{}: {error}: cargo build --workspace --all-targets", path.display())
        })
    }

    #[test]
    fn where_there_is_no_memory_file_a_module_is_opened_from_disk() {
        let library = load_from_disk(&sealed()).unwrap();
        assert_eq!(exports_of(&library).unwrap().abi, ABI);
    }

    #[test]
    fn a_build_opened_twice_is_two_libraries_with_memory_of_their_own() {
        let bytes = sealed();
        let call = |library: Result<ManuallyDrop<Library>, OpenError>| {
            exports_of(&library.unwrap()).unwrap().call as usize
        };
        assert_ne!(call(load_from_disk(&bytes)), call(load_from_disk(&bytes)));
        #[cfg(target_os = "linux")]
        assert_ne!(call(load_from_memory(&bytes)), call(load_from_memory(&bytes)));
    }
}
