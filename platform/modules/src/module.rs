//! The host's side of the C border: one opened build of a game, and the games dealt from it.
//!
//! Only this file and `library.rs` below it touch foreign memory. A build is opened from its bytes,
//! checked before its first call, and never closed again, so that what it handed out stays valid for
//! as long as the process lives. A module runs inside the host and is trusted: before
//! calling [`Module::open`], make sure where the bytes come from, and probe them.
#![allow(unsafe_code, reason = "this file is the host's side of the C border")]

#[deny(unsafe_code)]
mod about;
#[deny(unsafe_code)]
mod calls;
#[deny(unsafe_code)]
mod error;
mod library;

use std::ffi::c_void;
use std::fmt;
use std::ptr::{NonNull, null_mut};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::call_notes::{Doing, noted};

pub use about::About;
pub use error::{CallError, OpenError};
use gueridon_game::abi::{self, GueridonModule, Sink};
use gueridon_game::border::{Catalogue, ErrorReply, Op, Open, Status, Summary};
use gueridon_game::{Language, Score, Seed, border};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// JSON whose type only the game knows, passed on unchanged.
pub type RawJson = Box<RawValue>;
/// The outcome of a play; the events are the game's own.
pub type Played = border::Played<RawJson>;
/// Something that happened, with its audience.
pub type ReportedEvent = border::ReportedEvent<RawJson>;
/// All that one pair of eyes is shown.
pub type Look = border::Look<RawJson, Score, RawJson>;
/// What a search found.
pub type Sought = border::Sought<RawJson>;
/// A preview of some steps.
pub type Previewed = border::Previewed<Look, RawJson>;

/// In bytes, far more than any reply needs.
const LONGEST_REPLY: usize = 64 << 20;

/// An opened build of a game.
pub struct Module {
    exports: GueridonModule,
    sha256: [u8; 32],
    about: About,
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Module");
        debug.field("game", &self.about.id).field("sha256", &self.sha256_hex());
        debug.finish_non_exhaustive()
    }
}

impl Module {
    /// Opens a build from its bytes, whose SHA-256 is `sha256`: out of a sealed file in memory if
    /// the system has them, so that nobody can change it. It is never closed again.
    ///
    /// A damaged library can end the process here, before any check: probe it in a child first.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub fn open(bytes: &[u8], sha256: [u8; 32]) -> Result<Arc<Self>, OpenError> {
        let exports = noted(&sha256, Doing::Opening, || library::open(bytes))?;
        Self::of(exports, sha256)
    }

    /// A game that is linked in, behind the same border: for tests and simulations.
    ///
    /// # Errors
    /// See [`OpenError`].
    #[cfg(any(test, feature = "simulate"))]
    pub fn linked<G: gueridon_game::Game>(sha256: [u8; 32]) -> Result<Arc<Self>, OpenError> {
        Self::of(GueridonModule::of::<G>(), sha256)
    }

    fn of(exports: GueridonModule, sha256: [u8; 32]) -> Result<Arc<Self>, OpenError> {
        let mut module = Self { exports, sha256, about: About::unknown() };
        module.about = module.ask(Op::About, &Empty {}).map_err(OpenError::NoAbout)?;
        Ok(Arc::new(module))
    }

    /// What the game says about itself.
    #[must_use]
    pub const fn about(&self) -> &About {
        &self.about
    }

    /// The build's name: the SHA-256 of its bytes.
    #[must_use]
    pub const fn sha256(&self) -> [u8; 32] {
        self.sha256
    }

    /// The hash as 64 hexadecimal digits.
    #[must_use]
    pub fn sha256_hex(&self) -> String {
        border::hex(&self.sha256)
    }

    /// Everything that has a name, under these options (the game's own choice when absent).
    ///
    /// # Errors
    /// [`CallError::Refused`] with `BAD_OPTIONS` for options that the game does not have.
    pub fn catalogue(
        &self,
        options: Option<&RawValue>,
        language: Language,
    ) -> Result<RawJson, CallError> {
        self.ask(Op::Catalogue, &Catalogue { options, language })
    }

    /// Deals a new game.
    ///
    /// # Errors
    /// [`CallError::Refused`] for a number of seats or options that the game does not allow.
    pub fn deal(
        self: &Arc<Self>,
        options: Option<&RawValue>,
        seats: u8,
        seed: &Seed,
    ) -> Result<(Handle, Summary), CallError> {
        self.open_table(&Open::Deal { options, seats, seed: *seed })
    }

    /// Restores a game from what [`Handle::save`] or [`Handle::imagine`] gave.
    ///
    /// # Errors
    /// [`CallError::BadRequest`] when it is not a saved game of this build.
    pub fn restore(
        self: &Arc<Self>,
        state: &RawValue,
        seats: u8,
        seed: &Seed,
    ) -> Result<(Handle, Summary), CallError> {
        self.open_table(&Open::Restore { state, seats, seed: *seed })
    }

    fn open_table(self: &Arc<Self>, request: &Open<'_>) -> Result<(Handle, Summary), CallError> {
        let request = encode(request)?;
        let mut table = null_mut();
        let mut reply = Reply::default();
        // SAFETY: the function is the module's, checked when it was opened; the request lives
        // until after the call, as do the reply behind the sink and the place for the handle.
        let status = noted(&self.sha256, Doing::Dealing, || unsafe {
            (self.exports.open)(request.as_ptr(), request.len(), reply.sink(), &raw mut table)
        });
        let summary = reply.read(status);
        let Some(table) = NonNull::new(table) else {
            return Err(summary.err().unwrap_or_else(|| CallError::BadReply("no table".into())));
        };
        // Created before the summary is checked, so that it is closed in any case.
        let handle = Handle { module: Arc::clone(self), table, observer: None };
        summary.map(|summary| (handle, summary))
    }

    /// Calls an operation that needs no table.
    fn ask<T: DeserializeOwned>(&self, op: Op, request: &impl Serialize) -> Result<T, CallError> {
        // SAFETY: a null handle may be used by several threads at once.
        unsafe { self.call(null_mut(), op, request) }
    }

    /// Calls one operation of the module.
    ///
    /// # Safety
    /// `table` is null, or a handle of this module's that is open and that nobody else uses
    /// during the call.
    unsafe fn call<T: DeserializeOwned>(
        &self,
        table: *mut abi::Handle,
        op: Op,
        request: &impl Serialize,
    ) -> Result<T, CallError> {
        let request = encode(request)?;
        let mut reply = Reply::default();
        // SAFETY: the function is the module's, checked when it was opened; the caller guarantees
        // the handle; the request and the reply behind the sink live until after the call.
        let status = noted(&self.sha256, Doing::Asking(op), || unsafe {
            (self.exports.call)(table, op as u32, request.as_ptr(), request.len(), reply.sink())
        });
        reply.read(status)
    }
}

/// Called after every call of one game, with the operation and how long it took.
pub type CallObserver = Box<dyn Fn(Op, Duration) + Send>;

/// One dealt game inside its module. Every call but [`Handle::look_ahead`] reads the game that is
/// kept.
///
/// A call blocks for as long as the game takes.
pub struct Handle {
    module: Arc<Module>,
    table: NonNull<abi::Handle>,
    observer: Option<CallObserver>,
}

// SAFETY: the border lets any thread use a handle, one at a time, and every use takes `&mut self`.
unsafe impl Send for Handle {}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").field("module", &self.module).finish_non_exhaustive()
    }
}

impl Handle {
    /// The build that the game was dealt by.
    #[must_use]
    pub const fn module(&self) -> &Arc<Module> {
        &self.module
    }

    /// Calls `observer` after every call from now on.
    pub fn observe(&mut self, observer: CallObserver) {
        self.observer = Some(observer);
    }

    fn call<T: DeserializeOwned>(
        &mut self,
        op: Op,
        request: &impl Serialize,
    ) -> Result<T, CallError> {
        let began = Instant::now();
        // SAFETY: the handle is the module's and open until this value is dropped, and no other
        // call is under way, because each takes `&mut self`.
        let answer = unsafe { self.module.call(self.table.as_ptr(), op, request) };
        if let Some(observer) = &self.observer {
            observer(op, began.elapsed());
        }
        answer
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the handle is the module's, and nobody can use it after this.
        noted(&self.module.sha256, Doing::Closing, || unsafe {
            (self.module.exports.close)(self.table.as_ptr());
        });
    }
}

/// `{}`: a request or reply without content.
#[derive(Debug, Serialize, Deserialize)]
struct Empty {}

fn encode(request: &impl Serialize) -> Result<Vec<u8>, CallError> {
    serde_json::to_vec(request).map_err(|error| CallError::BadRequest(error.to_string()))
}

/// What a module writes during one call.
#[derive(Default)]
struct Reply {
    bytes: Vec<u8>,
    is_too_long: bool,
}

impl Reply {
    /// A sink that writes here, for one call and while this value does not move.
    fn sink(&mut self) -> Sink {
        Sink { context: std::ptr::from_mut(self).cast(), write: Self::write }
    }

    unsafe extern "C" fn write(context: *mut c_void, bytes: *const u8, len: usize) {
        // SAFETY: the module hands back the context of the sink, during the call that it is for.
        let reply = unsafe { &mut *context.cast::<Self>() };
        if bytes.is_null() || len == 0 {
            return;
        }
        if len > LONGEST_REPLY - reply.bytes.len() {
            reply.is_too_long = true;
            return;
        }
        // SAFETY: the module promises `len` readable bytes for the time of this call.
        reply.bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(bytes, len) });
    }

    fn read<T: DeserializeOwned>(&self, status: i32) -> Result<T, CallError> {
        if self.is_too_long {
            return Err(CallError::BadReply(format!("more than {LONGEST_REPLY} bytes")));
        }
        let Some(status) = Status::from_number(status) else {
            return Err(CallError::BadReply(format!("there is no status {status}")));
        };
        Err(match status {
            Status::Ok => return self.parse(),
            Status::Refused => CallError::Refused(self.parse()?),
            Status::BadRequest => CallError::BadRequest(self.parse::<ErrorReply>()?.message),
            Status::Unsupported => CallError::Unsupported,
            Status::Panicked => {
                let ErrorReply { message, place } = self.parse()?;
                CallError::Panicked { message, place: place.unwrap_or_default() }
            }
        })
    }

    fn parse<T: DeserializeOwned>(&self) -> Result<T, CallError> {
        serde_json::from_slice(&self.bytes).map_err(|error| CallError::BadReply(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_that_never_ends_is_cut_off() {
        let mut reply = Reply::default();
        let sink = reply.sink();
        let part = vec![b' '; 1 << 20];
        for _ in 0..65 {
            // SAFETY: the sink is used as a module uses it, while the reply is where it was.
            unsafe { (sink.write)(sink.context, part.as_ptr(), part.len()) };
        }
        assert!(reply.bytes.len() <= LONGEST_REPLY);
        assert!(matches!(reply.read::<Empty>(0), Err(CallError::BadReply(_))));
    }

    #[test]
    fn an_answer_that_makes_no_sense_is_an_error() {
        let reply = |text: &str| Reply { bytes: text.as_bytes().to_vec(), is_too_long: false };
        assert!(matches!(reply("{}").read::<Empty>(99), Err(CallError::BadReply(_))));
        assert!(matches!(reply("{").read::<Empty>(0), Err(CallError::BadReply(_))));
        assert!(matches!(reply("[]").read::<Empty>(1), Err(CallError::BadReply(_))));
        assert!(matches!(reply("").read::<Empty>(3), Err(CallError::Unsupported)));
    }
}
