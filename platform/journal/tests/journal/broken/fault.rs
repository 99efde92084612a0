//! The faults of a broken method: each changes what the method is asked or what it answers.

use std::ops::Range;

use gueridon_game::Seat;
use gueridon_journal::talk::{MessagePage, NewMessage, NewReport, ReportPage, Resolution, Silence};
use gueridon_journal::{
    Account, AccountKey, AccountPage, Arrangement, Beat, BuildRow, Claim, CloseReason, CodeRow,
    Confirmation, Entry, Intervention, ListScope, MailPreferences, MessageId, PlayerId,
    Precondition, Readiness, Recipients, ReportId, ResultPage, Role, Settlement, Start,
    StopOnUpgrade, TableId, TablePage, TableRow, TableUpdate, TokenId, TokenRoom, TokenRow,
    TokensKept, WebhookId, WebhookRow,
};
use uuid::Uuid;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// Writes, and answers `true` whatever the result.
    Accepts,
    /// Answers `true` and writes nothing.
    Loses,
    /// Writes without a precondition.
    Unguarded,
    /// Writes or lists without a limit.
    Unlimited,
    /// Changes the key, so that none is used twice.
    Rekeys,
    /// Makes claims that lapse at once.
    Lapses,
    /// Acts as if the caller were the owner.
    AnyOwner,
    /// Lists in the wrong order.
    Backwards,
    /// Leaves out the last of a list.
    Skips,
    /// Finds nothing.
    Empty,
}

/// What a method is asked.
pub(super) trait Argument: Sized {
    fn under(self, _: Option<Fault>) -> Self {
        self
    }
}

impl Argument for u32 {
    fn under(self, fault: Option<Fault>) -> Self {
        if fault == Some(Fault::Unlimited) { Self::MAX } else { self }
    }
}

impl Argument for TokenRoom {
    fn under(self, fault: Option<Fault>) -> Self {
        match self {
            Self::Left(most) => Self::Left(Argument::under(most, fault)),
            Self::Made(most) => Self::Made(Argument::under(most, fault)),
        }
    }
}

impl Argument for &Precondition {
    fn under(self, fault: Option<Fault>) -> Self {
        if fault == Some(Fault::Unguarded) { &Precondition::Nothing } else { self }
    }
}

impl Argument for &Entry {
    fn under(self, fault: Option<Fault>) -> Self {
        let Some(Fault::Rekeys) = fault else { return self };
        leaked(Entry { key: format!("{} {}", self.key, self.seq), ..self.clone() })
    }
}

impl Argument for &NewMessage {
    fn under(self, fault: Option<Fault>) -> Self {
        let Some(Fault::Rekeys) = fault else { return self };
        leaked(NewMessage { key: format!("{} {}", self.key, self.id), ..self.clone() })
    }
}

impl Argument for &AccountPage {
    fn under(self, fault: Option<Fault>) -> Self {
        let Some(Fault::Unlimited) = fault else { return self };
        leaked(AccountPage { first: u32::MAX, ..self.clone() })
    }
}

impl Argument for &Claim {
    fn under(self, fault: Option<Fault>) -> Self {
        let Some(Fault::Lapses) = fault else { return self };
        leaked(Claim { until_ms: self.now_ms, ..*self })
    }
}

/// A reference to a changed argument. It is leaked, which costs some bytes for the time of a test.
fn leaked<T>(changed: T) -> &'static T {
    Box::leak(Box::new(changed))
}

macro_rules! handed_on {
    ($($argument:ty),* $(,)?) => {$(impl Argument for $argument {})*};
}

impl<T> Argument for &[T] {}
impl<T> Argument for Option<T> {}

handed_on! {
    u64, i64, ListScope, Range<i64>, [u8; 32], &str, Uuid, Seat, TableId, PlayerId, TokenId, MessageId,
    ReportId, WebhookId, CloseReason, Role, StopOnUpgrade, TokensKept, &Account, &AccountKey, &Arrangement, &Beat, &BuildRow, &CodeRow,
    &Confirmation, &Intervention, &MailPreferences, &MessagePage, &NewReport, &ReportPage, &Resolution<PlayerId>,
    &Readiness, &ResultPage, &Settlement, &Silence, &Start, &TablePage, &TableRow, &TableUpdate, &TokenRow,
    &WebhookRow,
}

/// What a method answers.
pub(super) trait Answer: Sized {
    /// With some faults, the answer that is given without calling the journal.
    fn instead(_: Option<Fault>) -> Option<Self> {
        None
    }

    fn under(self, _: Option<Fault>) -> Self {
        self
    }
}

impl Answer for bool {
    fn instead(fault: Option<Fault>) -> Option<Self> {
        (fault == Some(Fault::Loses)).then_some(true)
    }

    fn under(self, fault: Option<Fault>) -> Self {
        self || fault == Some(Fault::Accepts)
    }
}

impl<T> Answer for Vec<T> {
    fn under(mut self, fault: Option<Fault>) -> Self {
        match fault {
            Some(Fault::Backwards) => self.reverse(),
            Some(Fault::Skips) => drop(self.pop()),
            Some(Fault::Empty) => self.clear(),
            _ => {}
        }
        self
    }
}

impl<T> Answer for Option<T> {
    fn under(self, fault: Option<Fault>) -> Self {
        self.filter(|_| fault != Some(Fault::Empty))
    }
}

impl Answer for Recipients {
    fn under(self, fault: Option<Fault>) -> Self {
        if fault == Some(Fault::Empty) { Self::default() } else { self }
    }
}

impl Answer for u32 {}
impl Answer for u64 {}
impl Answer for MailPreferences {}
