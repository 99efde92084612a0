//! The module's side of the C border: one exported static around a [`Game`].
//!
//! [`export!`](crate::export) makes it, and `include/gueridon.h` describes the same in C. Every
//! function catches panics, so none leaves the module. Replies are written through the host's sink,
//! so neither side frees the other's memory, and a game is an opaque handle to the host. The
//! messages are in [`border`](crate::border), their handling in [`mod@table`].
#![allow(unsafe_code, reason = "this file is the module's side of the C border")]

use std::cell::RefCell;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Once;

use crate::Game;
use crate::border::{ABI, ErrorReply, Status};
use crate::table::{self, Failure, Table};

/// The name of the static that a module exports.
pub const SYMBOL: &str = "gueridon_module";

/// A table in the module's memory. Only the module knows what it is.
#[derive(Debug)]
#[repr(C)]
pub struct Handle {
    _opaque: [u8; 0],
}

/// Where a module writes its reply: a function of the host's, and what the host calls it with.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Sink {
    /// Passed to `write` unchanged.
    pub context: *mut c_void,
    /// Takes the next `len` bytes of the reply. The bytes are the module's, and valid only
    /// during this call. It may be called only by the thread that called the module, and only until
    /// that call returns.
    pub write: unsafe extern "C" fn(context: *mut c_void, bytes: *const u8, len: usize),
}

/// What a module exports, under the name [`SYMBOL`].
///
/// Requests are UTF-8 JSON of `len` bytes, valid only during the call; every function answers
/// with the number of a [`Status`].
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct GueridonModule {
    /// The version of the border, [`ABI`].
    pub abi: u32,
    /// The size of this struct in bytes; later versions may be longer.
    pub size: u32,
    /// 1 if a failure inside the module is caught there; a host refuses a module that says 0.
    pub unwinds: u8,
    /// Deals or restores a game and puts its handle into `out`, which is left alone on failure.
    /// May be called by several threads at once.
    pub open: unsafe extern "C" fn(
        request: *const u8,
        len: usize,
        sink: Sink,
        out: *mut *mut Handle,
    ) -> i32,
    /// Answers one operation, of a table or (where the handle is null) of the module. A handle
    /// may be used by any thread, by one at a time; null by several at once.
    pub call: unsafe extern "C" fn(
        handle: *mut Handle,
        op: u32,
        request: *const u8,
        len: usize,
        sink: Sink,
    ) -> i32,
    /// Ends a table. Its handle must not be used again.
    pub close: unsafe extern "C" fn(handle: *mut Handle),
}

impl GueridonModule {
    /// The module of a game.
    #[must_use]
    pub const fn of<G: Game>() -> Self {
        Self {
            abi: ABI,
            size: size_of::<Self>() as u32,
            unwinds: cfg!(panic = "unwind") as u8,
            open: open::<G>,
            call: call::<G>,
            close: close::<G>,
        }
    }
}

/// Makes the crate a module of this [`Game`]: `gueridon_game::export!(MyGame);`. The crate's type
/// must be `cdylib`, and it can export one game. Its unit tests export nothing: nobody opens them as a
/// module, and the border takes long to compile.
#[macro_export]
macro_rules! export {
    ($game:ty) => {
        #[cfg(not(test))]
        $crate::export!(static $crate::abi::GueridonModule::of::<$game>());
        #[cfg(test)]
        const _: () = $crate::abi::is_game::<$game>();
    };
    (static $module:expr) => {
        const _: () = {
            #[allow(unsafe_code, reason = "a symbol's name is a promise to the linker")]
            #[unsafe(export_name = "gueridon_module")]
            static MODULE: $crate::abi::GueridonModule = $module;
        };
    };
}

/// Compiles for games only: by it `export!` refuses other types in unit tests, too, where it exports
/// nothing.
#[doc(hidden)]
pub const fn is_game<G: Game>() {}

unsafe extern "C" fn open<G: Game>(
    request: *const u8,
    len: usize,
    sink: Sink,
    out: *mut *mut Handle,
) -> i32 {
    // SAFETY: the host promises `len` readable bytes for the time of this call.
    let request = unsafe { bytes(request, len) };
    let answer = shield(|| {
        let (table, summary) = Table::<G>::open(request)?;
        Ok((Box::into_raw(Box::new(table)).cast::<Handle>(), summary))
    });
    let reply = answer.map(|(handle, summary)| {
        // SAFETY: the host promises that `out` can be written to.
        unsafe { out.write(handle) };
        summary
    });
    // SAFETY: the sink is the host's, for the time of this call.
    unsafe { answer_with(reply, sink) }
}

unsafe extern "C" fn call<G: Game>(
    handle: *mut Handle,
    op: u32,
    request: *const u8,
    len: usize,
    sink: Sink,
) -> i32 {
    // SAFETY: the host promises `len` readable bytes for the time of this call.
    let request = unsafe { bytes(request, len) };
    // SAFETY: a handle that is not null came from `open::<G>`, was not closed, and is used by
    // one thread at a time.
    let reply = match unsafe { handle.cast::<Table<G>>().as_mut() } {
        None => shield(|| table::ask::<G>(op, request)),
        Some(table) => {
            let reply = shield(|| table.call(op, request));
            if let Err(Unanswered::Panicked(_)) = &reply {
                // A play that failed half-way must not be kept, nor a search gone on with. If
                // dropping one panics too, the table still ends without it.
                drop(shield(|| {
                    table.drop_tried();
                    Ok(())
                }));
                drop(shield(|| {
                    table.drop_search();
                    Ok(())
                }));
            }
            reply
        }
    };
    // SAFETY: the sink is the host's, for the time of this call.
    unsafe { answer_with(reply, sink) }
}

unsafe extern "C" fn close<G: Game>(handle: *mut Handle) {
    if handle.is_null() {
        return;
    }
    // SAFETY: the handle came from `Box::into_raw` in `open::<G>`, and the host promises not to
    // use it again.
    let table = unsafe { Box::from_raw(handle.cast::<Table<G>>()) };
    // There is no reply in which a panic of the game's destructor could be reported.
    drop(shield(|| {
        drop(table);
        Ok(())
    }));
}

/// The bytes of a request.
///
/// # Safety
/// `start` points to `len` bytes that stay readable and unchanged for `'a`; it may be null when
/// `len` is 0.
unsafe fn bytes<'a>(start: *const u8, len: usize) -> &'a [u8] {
    if start.is_null() || len == 0 {
        return &[];
    }
    // SAFETY: as promised by the caller.
    unsafe { std::slice::from_raw_parts(start, len) }
}

/// Writes a reply into the host's sink, and answers with the number of the status.
///
/// # Safety
/// `sink.write` can be called with `sink.context`.
unsafe fn answer_with(reply: Result<Vec<u8>, Unanswered>, sink: Sink) -> i32 {
    let error_reply = |message: String, place| {
        serde_json::to_vec(&ErrorReply { message, place }).unwrap_or_default()
    };
    let (status, bytes) = match reply {
        Ok(reply) => (Status::Ok, reply),
        Err(Unanswered::Failure(Failure::Refused(refused))) => {
            (Status::Refused, serde_json::to_vec(&refused).unwrap_or_default())
        }
        Err(Unanswered::Failure(Failure::BadRequest(message))) => {
            (Status::BadRequest, error_reply(message, None))
        }
        Err(Unanswered::Failure(Failure::Unsupported)) => (Status::Unsupported, Vec::new()),
        Err(Unanswered::Panicked(Panicked { message, place })) => {
            (Status::Panicked, error_reply(message, Some(place)))
        }
    };
    // SAFETY: as promised by the caller; the bytes live until the end of this function.
    unsafe { (sink.write)(sink.context, bytes.as_ptr(), bytes.len()) };
    status as i32
}

/// Why there is no reply.
enum Unanswered {
    /// The table says why.
    Failure(Failure),
    /// The game failed.
    Panicked(Panicked),
}

/// What a panic said, and where.
#[derive(Default)]
struct Panicked {
    message: String,
    place: String,
}

thread_local! {
    /// Within [`shield`]: the message of the last panic, if there was one.
    static SHIELDED: RefCell<Option<Panicked>> = const { RefCell::new(None) };
}

/// Does `work` and turns a panic into a reply; every function of the module runs inside it.
fn shield<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Unanswered> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        // A module has its own standard library, and so its own panic hook. Where it does not (tests
        // that link the game), panics outside the shield go to the previous hook.
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let note = |noted: &RefCell<Option<Panicked>>| match noted.borrow_mut().as_mut() {
                Some(noted) => {
                    *noted = Panicked::of(panic);
                    true
                }
                None => false,
            };
            // The previous hook may do anything, so nothing is borrowed while it runs.
            if !SHIELDED.try_with(note).unwrap_or(false) {
                before(panic);
            }
        }));
    });
    // A thread whose locals are destroyed cannot record the message; the panic is caught anyway.
    let shielded = |noted: Option<Panicked>| {
        SHIELDED.try_with(|place| place.replace(noted)).ok().flatten().unwrap_or_default()
    };
    shielded(Some(Panicked::default()));
    // Unwind safety: after a panic the caller drops what `work` changed, as a game is played on a clone.
    let done = catch_unwind(AssertUnwindSafe(work));
    let noted = shielded(None);
    match done {
        Ok(answer) => answer.map_err(Unanswered::Failure),
        Err(payload) => {
            // A payload may panic when it is dropped, and nothing may leave this function.
            if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
                std::mem::forget(again);
            }
            Err(Unanswered::Panicked(noted))
        }
    }
}

impl Panicked {
    fn of(panic: &PanicHookInfo<'_>) -> Self {
        Self {
            message: panic.payload_as_str().unwrap_or("a panic without words").to_owned(),
            place: panic.location().map(ToString::to_string).unwrap_or_default(),
        }
    }
}
