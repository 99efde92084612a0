//! A module that never returns when it is asked what it is.

#[path = "broken/deaf.rs"]
mod deaf;

use deaf::DEAF;
use gueridon_game::abi::{GueridonModule, Handle, Sink};

gueridon_game::export!(static GueridonModule { call, ..DEAF });

extern "C" fn call(_: *mut Handle, _: u32, _: *const u8, _: usize, _: Sink) -> i32 {
    loop {
        std::thread::park();
    }
}
