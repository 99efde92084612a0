//! Marks the call that ends the process: handlers of fatal signals, and of the process's end.
//!
//! A handler runs in a process that is broken. It stores one number in mapped memory, and gives the
//! signal back to whatever handled it before, which ends the process.
#![allow(unsafe_code, reason = "signals are handled")]

use std::cell::UnsafeCell;
use std::io;
use std::mem::{MaybeUninit, zeroed};
use std::ptr::null_mut;

use super::SLOT;

/// The signals that a process causes by its own faults.
const FATAL: [i32; 7] = [
    libc::SIGABRT,
    libc::SIGBUS,
    libc::SIGFPE,
    libc::SIGILL,
    libc::SIGSEGV,
    libc::SIGSYS,
    libc::SIGTRAP,
];

/// How a signal was handled before, in the order of [`FATAL`].
struct Before(UnsafeCell<[MaybeUninit<libc::sigaction>; FATAL.len()]>);

// SAFETY: written by `install` before any of the handlers is there, and only read afterwards.
unsafe impl Sync for Before {}

static BEFORE: Before = Before(UnsafeCell::new([MaybeUninit::uninit(); FATAL.len()]));

/// Installs the handlers, once in a process.
pub(super) fn install() -> io::Result<()> {
    for (at, signal) in FATAL.into_iter().enumerate() {
        // SAFETY: all fields of the structure may be zero.
        let mut action: libc::sigaction = unsafe { zeroed() };
        action.sa_sigaction = on_signal as *const () as libc::sighandler_t;
        // On the stack that threads have for it: the fault may be that their own is full.
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        // SAFETY: the structures live during the calls; nobody else writes to this place, because
        // notes begin once, and its handler is not there yet.
        let is_done = unsafe {
            let before = (*BEFORE.0.get())[at].as_mut_ptr();
            libc::sigaction(signal, null_mut(), before) == 0
                && libc::sigaction(signal, &raw const action, null_mut()) == 0
        };
        if !is_done {
            return Err(io::Error::last_os_error());
        }
    }
    // SAFETY: the function is there for as long as the process.
    match unsafe { libc::atexit(on_exit) } {
        0 => Ok(()),
        _ => Err(io::Error::other("no more handlers of the process's end can be added")),
    }
}

/// Marks the call of this thread, and lets the signal do what it did before.
extern "C" fn on_signal(
    signal: libc::c_int,
    info: *mut libc::siginfo_t,
    _context: *mut libc::c_void,
) {
    if let Some(slot) = SLOT.get() {
        slot.mark_signal(signal);
    }
    let at = FATAL.iter().position(|&fatal| fatal == signal).unwrap_or_default();
    // SAFETY: these may be called by a handler; the place was written when the handler was
    // installed. An instruction that is at fault is executed again and then ends the process; a
    // signal that was sent has to be sent again.
    unsafe {
        let before = (*BEFORE.0.get())[at].as_ptr();
        libc::sigaction(signal, before, null_mut());
        if (*info).si_code <= 0 {
            libc::raise(signal);
        }
    }
}

/// Marks the call of this thread: a module that is called has no business to end the process.
extern "C" fn on_exit() {
    let _ = SLOT.try_with(|slot| {
        if let Some(slot) = slot.get() {
            slot.mark_exit();
        }
    });
}
