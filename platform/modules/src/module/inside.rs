//! Calls of a build that is opened inside this process, and the games dealt from it there.
//!
//! Only this file and `library.rs` beside it touch foreign memory. A library is never closed again,
//! so that what it handed out stays valid for as long as the process lives.
#![allow(unsafe_code, reason = "this file is the host's side of the C border")]

use std::ffi::c_void;
use std::fmt;
use std::ptr::{NonNull, null_mut};

use gueridon_game::abi::{self, GueridonModule, Sink};
use gueridon_game::border::Op;

use super::OpenError;
use super::library;
use super::reply::{LONGEST_REPLY, Reply};
use crate::call_notes::{Doing, noted};

/// An opened build.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    exports: GueridonModule,
    sha256: [u8; 32],
    when_too_long: fn(),
}

impl Inside {
    /// See [`Module::open`](super::Module::open).
    pub(super) fn open(bytes: &[u8], sha256: [u8; 32]) -> Result<Self, OpenError> {
        let exports = noted(&sha256, Doing::Opening, || library::open(bytes))?;
        Ok(Self { exports, sha256, when_too_long: || {} })
    }

    #[cfg(any(test, feature = "simulate"))]
    pub(super) const fn linked<G: gueridon_game::Game>(sha256: [u8; 32]) -> Self {
        Self { exports: GueridonModule::of::<G>(), sha256, when_too_long: || {} }
    }

    /// Calls `act` as soon as a reply is too long, while the module is still writing it.
    pub(super) const fn when_too_long(self, act: fn()) -> Self {
        Self { when_too_long: act, ..self }
    }

    /// Deals or restores a game, as `request` says.
    pub(super) fn open_table(&self, request: &[u8]) -> (Reply, Option<InsideTable>) {
        let mut table = null_mut();
        let mut written = Written::new(self.when_too_long);
        // SAFETY: the function is the module's, checked when it was opened; the request lives
        // until after the call, as do the reply behind the sink and the place for the handle.
        let status = noted(&self.sha256, Doing::Dealing, || unsafe {
            (self.exports.open)(request.as_ptr(), request.len(), written.sink(), &raw mut table)
        });
        let table = NonNull::new(table).map(|handle| InsideTable { inside: *self, handle });
        (written.reply(status), table)
    }

    /// Calls an operation that needs no table.
    pub(super) fn ask(&self, op: Op, request: &[u8]) -> Reply {
        // SAFETY: a null handle may be used by several threads at once.
        unsafe { self.call(null_mut(), op, request) }
    }

    /// Calls one operation of the module.
    ///
    /// # Safety
    /// `table` is null, or a handle of this module's that is open and that nobody else uses
    /// during the call.
    unsafe fn call(&self, table: *mut abi::Handle, op: Op, request: &[u8]) -> Reply {
        let mut written = Written::new(self.when_too_long);
        // SAFETY: the function is the module's, checked when it was opened; the caller guarantees
        // the handle; the request and the reply behind the sink live until after the call.
        let status = noted(&self.sha256, Doing::Asking(op), || unsafe {
            let (start, len) = (request.as_ptr(), request.len());
            (self.exports.call)(table, op as u32, start, len, written.sink())
        });
        written.reply(status)
    }
}

/// A game dealt inside this process; closed when it is dropped.
pub(super) struct InsideTable {
    inside: Inside,
    handle: NonNull<abi::Handle>,
}

// SAFETY: the border lets any thread use a handle, one at a time, and every use takes `&mut self`.
unsafe impl Send for InsideTable {}

impl fmt::Debug for InsideTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InsideTable").finish_non_exhaustive()
    }
}

impl InsideTable {
    /// Calls an operation of the game.
    pub(super) fn call(&mut self, op: Op, request: &[u8]) -> Reply {
        // SAFETY: the handle is the module's and open until this value is dropped, and no other
        // call is under way, because each takes `&mut self`.
        unsafe { self.inside.call(self.handle.as_ptr(), op, request) }
    }
}

impl Drop for InsideTable {
    fn drop(&mut self) {
        // SAFETY: the handle is the module's, and nobody can use it after this.
        noted(&self.inside.sha256, Doing::Closing, || unsafe {
            (self.inside.exports.close)(self.handle.as_ptr());
        });
    }
}

/// What a module writes during one call.
struct Written {
    reply: Reply,
    when_too_long: fn(),
}

impl Written {
    fn new(when_too_long: fn()) -> Self {
        Self { reply: Reply::default(), when_too_long }
    }

    /// A sink that writes here, for one call and while this value does not move.
    fn sink(&mut self) -> Sink {
        Sink { context: std::ptr::from_mut(self).cast(), write: Self::write }
    }

    fn reply(self, status: i32) -> Reply {
        Reply { status, ..self.reply }
    }

    unsafe extern "C" fn write(context: *mut c_void, bytes: *const u8, len: usize) {
        // SAFETY: the module hands back the context of the sink, during the call that it is for.
        let Self { reply, when_too_long } = unsafe { &mut *context.cast::<Self>() };
        if bytes.is_null() || len == 0 {
            return;
        }
        if len > LONGEST_REPLY - reply.bytes.len() {
            reply.is_too_long = true;
            return when_too_long();
        }
        // SAFETY: the module promises `len` readable bytes for the time of this call.
        reply.bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(bytes, len) });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::CallError;
    use super::*;

    #[test]
    fn a_reply_that_never_ends_is_cut_off() {
        let mut written = Written::new(|| {});
        let sink = written.sink();
        let part = vec![b' '; 1 << 20];
        for _ in 0..65 {
            // SAFETY: the sink is used as a module uses it, while the reply is where it was.
            unsafe { (sink.write)(sink.context, part.as_ptr(), part.len()) };
        }
        let reply = written.reply(0);
        assert!(reply.bytes.len() <= LONGEST_REPLY);
        assert!(matches!(reply.read::<Value>(), Err(CallError::BadReply(_))));
    }
}
