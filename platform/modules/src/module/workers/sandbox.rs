//! What a worker gives up before it opens a module: files, the network, other processes, memory
//! without end, and whatever else its parent had.
//!
//! Initialisers of a library run while it is opened, when the loader has to read files. So there are
//! two stages: until the library is open, files of system libraries can be read; afterwards nothing.
#![allow(unsafe_code, reason = "signals are ignored and descriptors closed")]

use std::fs::File;
use std::io;

use rustix::process::{Resource, Rlimit, Signal, setrlimit};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout, stdin, stdout};

/// The first descriptor after stdin, stdout and stderr.
const FIRST: libc::c_uint = 3;
/// The first descriptor after the two pipes.
const AFTER_PIPES: libc::c_uint = 5;

/// Gives up what was inherited, and returns the two ends of the pipes to the host: that to read
/// from, and that to write to. Nothing that a module prints gets into them.
pub(super) fn detach() -> io::Result<(File, File)> {
    // The host ends a worker when it stops, and signals for the host are not for its workers.
    for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
        // SAFETY: ignoring a signal runs no code of ours.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    close_from(FIRST);
    let asks = File::from(rustix::io::dup(stdin())?);
    let answers = File::from(rustix::io::dup(stdout())?);
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    dup2_stderr(&nothing)?;
    Ok((asks, answers))
}

/// Closes all descriptors from this one on.
fn close_from(first: libc::c_uint) {
    // SAFETY: of these descriptors no value of this process knows yet, or any more. Where the
    // system has no such call, the standard library has marked its own to be closed.
    #[cfg(target_os = "linux")]
    unsafe {
        libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, 0);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = first;
}

/// Limits what the process takes, `memory` bytes of address space among it, and gives up all
/// privileges.
pub(super) fn limit(memory: u64) -> io::Result<()> {
    let at_most = |most| Rlimit { current: Some(most), maximum: Some(most) };
    // The allocator of this program has reserved some already.
    setrlimit(Resource::As, at_most(reserved().saturating_add(memory)))?;
    setrlimit(Resource::Core, at_most(0))?;
    setrlimit(Resource::Nproc, at_most(0))?;
    setrlimit(Resource::Nofile, at_most(64))?;
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{
            CapabilitySet, CapabilitySets, capabilities, set_capabilities, set_no_new_privs,
        };

        set_no_new_privs(true)?;
        let none = CapabilitySet::empty();
        // Who has none may not even be allowed to say so.
        if !capabilities(None)?.permitted.is_empty() {
            let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
            set_capabilities(None, sets)?;
        }
    }
    Ok(())
}

/// The address space of this process, in bytes.
fn reserved() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = pages.split(' ').next().and_then(|pages| pages.parse().ok()).unwrap_or(0);
    pages.saturating_mul(rustix::param::page_size() as u64)
}

/// Before a module is opened: nothing is left but to read files of libraries. Returns what this
/// system cannot take away.
pub(super) fn confine_opening() -> Vec<&'static str> {
    confined(linux::Stage::Opening)
}

/// Once it is open: nothing is left but memory, time, and the two pipes. Returns what this system
/// cannot take away.
pub(super) fn confine() -> Vec<&'static str> {
    close_from(AFTER_PIPES);
    let _ = setrlimit(Resource::Fsize, Rlimit { current: Some(0), maximum: Some(0) });
    confined(linux::Stage::Open)
}

fn confined(stage: linux::Stage) -> Vec<&'static str> {
    let mut missing = Vec::new();
    if !linux::landlock(stage) {
        missing.push("landlock");
    }
    if !linux::seccomp(stage) {
        missing.push("seccomp");
    }
    missing
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;

    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
        RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
    };
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule, apply_filter,
    };

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) enum Stage {
        Opening,
        Open,
    }

    /// Where systems have their libraries.
    const LIBRARIES: [&str; 9] = [
        "/lib",
        "/lib32",
        "/lib64",
        "/usr/lib",
        "/usr/lib64",
        "/usr/local/lib",
        "/nix/store",
        "/gnu/store",
        "/etc/ld.so.cache",
    ];

    /// Denies files, connections, and signals to others; as far as this kernel can.
    pub(super) fn landlock(stage: Stage) -> bool {
        let restrict = || -> Result<RulesetStatus, RulesetError> {
            let ruleset = Ruleset::default()
                .set_compatibility(CompatLevel::BestEffort)
                .handle_access(AccessFs::from_all(ABI::V7))?
                .handle_access(AccessNet::from_all(ABI::V7))?
                .scope(Scope::from_all(ABI::V7))?
                .create()?;
            let readable: &[&str] = if stage == Stage::Opening { &LIBRARIES } else { &[] };
            let rules = path_beneath_rules(readable, AccessFs::from_read(ABI::V7));
            Ok(ruleset.add_rules(rules)?.restrict_self()?.ruleset)
        };
        matches!(restrict(), Ok(RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced))
    }

    /// What a module that computes needs, and its allocator and panics.
    const ALWAYS: [i64; 28] = [
        libc::SYS_brk,
        libc::SYS_clock_getres,
        libc::SYS_clock_gettime,
        libc::SYS_clock_nanosleep,
        libc::SYS_exit,
        libc::SYS_exit_group,
        libc::SYS_futex,
        libc::SYS_getpid,
        libc::SYS_getrandom,
        libc::SYS_gettid,
        libc::SYS_gettimeofday,
        libc::SYS_madvise,
        libc::SYS_mmap,
        libc::SYS_mprotect,
        libc::SYS_mremap,
        libc::SYS_munmap,
        libc::SYS_nanosleep,
        libc::SYS_read,
        libc::SYS_restart_syscall,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sched_getaffinity,
        libc::SYS_sched_yield,
        libc::SYS_sigaltstack,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_uname,
    ];

    /// What opening a library needs besides, and the second stage.
    const TO_OPEN: [i64; 21] = [
        libc::SYS_close,
        libc::SYS_close_range,
        libc::SYS_faccessat,
        libc::SYS_fcntl,
        libc::SYS_fstat,
        libc::SYS_getcwd,
        libc::SYS_landlock_add_rule,
        libc::SYS_landlock_create_ruleset,
        libc::SYS_landlock_restrict_self,
        libc::SYS_lseek,
        libc::SYS_memfd_create,
        libc::SYS_newfstatat,
        libc::SYS_prctl,
        libc::SYS_pread64,
        libc::SYS_prlimit64,
        libc::SYS_readlinkat,
        libc::SYS_seccomp,
        libc::SYS_statfs,
        libc::SYS_statx,
        libc::SYS_sysinfo,
        libc::SYS_fstatfs,
    ];

    /// The same, of calls that only this kind of processor has.
    #[cfg(target_arch = "x86_64")]
    const TO_OPEN_HERE: [i64; 5] = [
        libc::SYS_access,
        libc::SYS_arch_prctl,
        libc::SYS_readlink,
        libc::SYS_setrlimit,
        libc::SYS_stat,
    ];
    #[cfg(not(target_arch = "x86_64"))]
    const TO_OPEN_HERE: [i64; 0] = [];

    /// Denies every call of the system that is not named here: it answers EPERM.
    pub(super) fn seccomp(stage: Stage) -> bool {
        filter(stage).is_some_and(|filter| apply_filter(&filter).is_ok())
    }

    fn filter(stage: Stage) -> Option<BpfProgram> {
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
            ALWAYS.into_iter().map(|call| (call, Vec::new())).collect();
        let only_if = |argument, how, value| {
            let condition =
                SeccompCondition::new(argument, SeccompCmpArgLen::Dword, how, value).ok()?;
            Some(vec![SeccompRule::new(vec![condition]).ok()?])
        };
        // A process that aborts sends itself a signal.
        let own = u64::from(std::process::id());
        rules.insert(libc::SYS_tgkill, only_if(0, SeccompCmpOp::Eq, own)?);
        if stage == Stage::Opening {
            rules.extend(TO_OPEN.into_iter().chain(TO_OPEN_HERE).map(|call| (call, Vec::new())));
            let writing = libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC;
            let mask = u64::from(writing.cast_unsigned());
            rules.insert(libc::SYS_openat, only_if(2, SeccompCmpOp::MaskedEq(mask), 0)?);
        }
        let denied = SeccompAction::Errno(libc::EPERM.cast_unsigned());
        let processor = std::env::consts::ARCH.try_into().ok()?;
        let filter = SeccompFilter::new(rules, denied, SeccompAction::Allow, processor).ok()?;
        filter.try_into().ok()
    }
}

/// Other systems have neither.
#[cfg(not(target_os = "linux"))]
mod linux {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) enum Stage {
        Opening,
        Open,
    }

    pub(super) fn landlock(_: Stage) -> bool {
        false
    }

    pub(super) fn seccomp(_: Stage) -> bool {
        false
    }
}
