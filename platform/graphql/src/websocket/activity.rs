//! When a client was last active, and when to check whether it still is.

use std::time::Duration;

use tokio::time::Instant;

/// How long a client may take to send its credentials.
const INIT_TIMEOUT: Duration = Duration::from_secs(5);
/// After how long without a message a client is pinged; after twice as long it is gone.
const PING_AFTER: Duration = Duration::from_secs(25);

/// The times of one socket.
#[derive(Debug)]
pub(super) struct Activity {
    /// When the socket was opened.
    opened: Instant,
    /// When the last message came.
    received: Instant,
    /// Whether a ping was sent since then.
    is_pinged: bool,
    /// When the last operation ended.
    operated: Instant,
    /// When the caller's credentials were last checked.
    authenticated: Instant,
    /// How long a socket may be open without an operation.
    idle: Duration,
    /// How often credentials are checked.
    recheck: Duration,
}

/// The state of a session that decides when it is checked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expected {
    /// Whether the client has sent `connection_init`, with or without credentials.
    pub(super) is_initialised: bool,
    /// Whether there are credentials that can end.
    pub(super) has_credentials: bool,
    /// Whether an operation is under way.
    pub(super) is_operating: bool,
}

/// What is to be done about a silent client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Check {
    /// Nothing yet.
    Wait,
    /// It has not sent its credentials in time.
    InitTimeout,
    /// It has had no operation for too long.
    Idle,
    /// It is to be pinged.
    Ping,
    /// It answers no pings.
    Gone,
}

impl Activity {
    pub(super) fn new(idle: Duration, recheck: Duration) -> Self {
        let now = Instant::now();
        Self {
            opened: now,
            received: now,
            is_pinged: false,
            operated: now,
            authenticated: now,
            idle,
            recheck,
        }
    }

    pub(super) fn received(&mut self) {
        self.received = Instant::now();
        self.is_pinged = false;
    }

    pub(super) fn pinged(&mut self) {
        self.is_pinged = true;
    }

    pub(super) fn operated(&mut self) {
        self.operated = Instant::now();
    }

    pub(super) fn authenticated(&mut self) {
        self.authenticated = Instant::now();
    }

    /// When to check next.
    pub(super) fn next_check(&self, expected: Expected) -> Instant {
        if !expected.is_initialised {
            return self.opened + INIT_TIMEOUT;
        }
        let silence = if self.is_pinged { 2 * PING_AFTER } else { PING_AFTER };
        let mut next = self.received + silence;
        if expected.has_credentials {
            next = next.min(self.authenticated + self.recheck);
        }
        if expected.is_operating { next } else { next.min(self.operated + self.idle) }
    }

    /// Whether the credentials are to be checked now.
    pub(super) fn is_recheck_due(&self, now: Instant) -> bool {
        now >= self.authenticated + self.recheck
    }

    /// What is to be done now.
    pub(super) fn check(&self, now: Instant, expected: Expected) -> Check {
        match expected {
            Expected { is_initialised: false, .. } => Check::InitTimeout,
            Expected { is_operating: false, .. } if now >= self.operated + self.idle => Check::Idle,
            _ if self.is_pinged && now >= self.received + 2 * PING_AFTER => Check::Gone,
            _ if !self.is_pinged && now >= self.received + PING_AFTER => Check::Ping,
            _ => Check::Wait,
        }
    }
}
