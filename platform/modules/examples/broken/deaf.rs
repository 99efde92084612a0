//! A module that does nothing, for those that are broken in what they export.

use gueridon_game::abi::{GueridonModule, Handle, Sink};
use gueridon_game::border::{ABI, Status};

extern "C" fn open(_: *const u8, _: usize, _: Sink, _: *mut *mut Handle) -> i32 {
    Status::Unsupported as i32
}

extern "C" fn call(_: *mut Handle, _: u32, _: *const u8, _: usize, _: Sink) -> i32 {
    Status::Unsupported as i32
}

extern "C" fn close(_: *mut Handle) {}

/// A module that is sound; the examples change one thing in it.
pub(crate) const DEAF: GueridonModule = GueridonModule {
    abi: ABI,
    size: size_of::<GueridonModule>() as u32,
    unwinds: 1,
    open,
    call,
    close,
};
