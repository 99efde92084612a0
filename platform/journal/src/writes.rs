//! Every write as a value, so that it can be queued and tried again. Its condition is part of it;
//! see [`Journal`](crate::Journal).

use std::ops::Range;

use uuid::Uuid;

use crate::talk::{MessageId, NewMessage, NewReport, ReportId, Resolution, Silence};
use crate::{
    Account, Arrangement, Beat, BuildRow, Claim, CloseReason, CodeRow, Confirmation, Entry,
    Intervention, LastLook, MailPreferences, NotificationRow, PlayerId, Precondition, Readiness,
    Role, Settlement, Start, StopOnUpgrade, TableId, TableRow, TableUpdate, TokenHash, TokenId,
    TokenRoom, TokenRow, TokensKept, WebhookId, WebhookRow,
};

/// Something to be written if its condition holds.
#[derive(Debug)]
pub(crate) enum Write {
    Entry(Entry, TableUpdate),
    Table(TableWrite),
    Lobby(LobbyWrite),
    People(PeopleWrite),
    Programs(ProgramsWrite),
    Codes(CodesWrite),
    Intervention(InterventionWrite),
    Talk(TalkWrite),
    Notifications(NotificationsWrite),
}

macro_rules! from {
    ($($kind:ident($write:ident),)*) => {$(
        impl From<$write> for Write {
            fn from(write: $write) -> Self {
                Self::$kind(write)
            }
        }
    )*};
}

from! {
    Table(TableWrite),
    Lobby(LobbyWrite),
    People(PeopleWrite),
    Programs(ProgramsWrite),
    Codes(CodesWrite),
    Intervention(InterventionWrite),
    Talk(TalkWrite),
    Notifications(NotificationsWrite),
}

/// A write about tables.
#[derive(Debug)]
pub(crate) enum TableWrite {
    KeepBuild(BuildRow),
    DeleteBuild { sha256: [u8; 32], before_ms: i64 },
    Open(Box<TableRow>),
    Start(Start),
    Upgrade(Upgrade),
    Plan { table: TableId, due_ms: i64, deadline_ms: Option<i64> },
    Close { table: TableId, why: CloseReason, at_ms: i64, due_ms: Option<i64> },
    KeepAnalysis { table: TableId, analysis: String },
    KeepLastLooks { table: TableId, looks: Vec<LastLook> },
    Delete { table: TableId, before_ms: i64 },
    Beat(Beat),
    ForgetBeats { before_ms: i64 },
    AddOutage(Range<i64>),
}

/// An entry after which a table goes on with another build.
#[derive(Debug)]
pub(crate) struct Upgrade {
    pub(crate) entry: Entry,
    pub(crate) build: [u8; 32],
    /// What becomes of the table's stop, and when.
    pub(crate) stop: StopOnUpgrade,
}

/// A write about a table that has not begun.
#[derive(Debug)]
pub(crate) enum LobbyWrite {
    OpenWithin { table: Box<TableRow>, invited: Vec<PlayerId>, most: u32 },
    Arrange { table: TableId, arrangement: Arrangement, until_ms: Option<i64> },
}

/// A write about players or tokens.
#[derive(Debug)]
pub(crate) enum PeopleWrite {
    AddPlayer(Account, TokenRow),
    Change(Account, TokensKept, Precondition),
    AddToken(TokenRow, TokenRoom, Precondition),
    UseToken { id: TokenId, used_ms: i64, expires_ms: i64 },
    EndTokens(PlayerId, TokensKept),
    EndExpired { now_ms: i64, most: u32 },
}

/// A write about programs.
#[derive(Debug)]
pub(crate) enum ProgramsWrite {
    Add {
        account: Box<Account>,
        token: TokenRow,
        owner: PlayerId,
        most: u32,
        precondition: Precondition,
    },
    Switch {
        player: PlayerId,
        off_ms: Option<i64>,
        precondition: Precondition,
    },
    SetReady {
        player: PlayerId,
        ready: Readiness,
        precondition: Precondition,
    },
    RenewReady {
        player: PlayerId,
        revision: Uuid,
        until_ms: i64,
    },
    WithdrawReady {
        player: PlayerId,
        revision: Option<Uuid>,
    },
}

/// A write about authorisation codes.
#[derive(Debug)]
pub(crate) enum CodesWrite {
    Add(CodeRow, Precondition),
    Redeem(TokenHash, TokenRow, u32),
}

/// A decision of an operator, and when it was made.
#[derive(Debug)]
pub(crate) struct InterventionWrite {
    pub(crate) intervention: Intervention,
    pub(crate) by: Option<PlayerId>,
    pub(crate) at_ms: i64,
}

/// A write about what is said.
#[derive(Debug)]
pub(crate) enum TalkWrite {
    Say(NewMessage, Precondition, u32),
    Remove { id: MessageId, by: PlayerId, at_ms: i64, precondition: Precondition },
    Mute { player: PlayerId, muted: PlayerId, at_ms: i64, most: u32, precondition: Precondition },
    Unmute { player: PlayerId, muted: PlayerId, precondition: Precondition },
    Silence(Silence, Role, Precondition),
    Report(NewReport, Precondition),
    Resolve(ReportId, Resolution<PlayerId>, Precondition),
}

/// A write about notifications and where they go.
#[derive(Debug)]
pub(crate) enum NotificationsWrite {
    AddWebhook(WebhookRow, u32, Precondition),
    RemoveWebhook(PlayerId, WebhookId, Precondition),
    SetMailing(MailPreferences, Precondition),
    AskToConfirm(Confirmation),
    Confirm(TokenHash, i64),
    Add(Vec<NotificationRow>, u32),
    Claim(Claim),
    Settle(Settlement),
}
