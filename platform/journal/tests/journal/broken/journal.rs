//! A journal of which one method may have a fault. It passes all calls on to other journals, which
//! take turns.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use gueridon_game::{Seat, Seats};
use gueridon_journal::memory::Memory;
use gueridon_journal::talk::{
    MessagePage, Mute, NewMessage, NewReport, ReportPage, Resolution, Silence, TalkNews,
};
use gueridon_journal::{
    Account, AccountKey, AccountPage, Arrangement, Beat, BuildRow, BuildUse, Claim, CloseReason,
    CodeRow, Codes, Confirmation, Decline, Entry, Intervention, InterventionRow, Interventions,
    Invitation, Journal, JournalError, LastLook, ListScope, Lobby, MailPreferences, Message,
    MessageId, MyTable, NotificationRow, Notifications, People, PlayerId, Precondition, Program,
    Programs, Readiness, Recipients, Report, ReportId, ResultPage, Role, Settlement, Start, Stop,
    StopOnUpgrade, TableId, TablePage, TableRow, TableUpdate, Talk, TokenHash, TokenId, TokenRoom,
    TokenRow, TokensKept, WebhookId, WebhookRow,
};
use uuid::Uuid;

use super::fault::{Answer, Argument, Fault};

#[derive(Debug)]
pub(crate) struct Broken {
    /// They have the same rows.
    journals: Vec<Arc<dyn Journal>>,
    turn: AtomicUsize,
    broken: Option<(&'static str, Fault)>,
}

impl Broken {
    /// A journal without a fault.
    pub(super) fn sound() -> Self {
        Self::over(vec![Arc::new(Memory::interleaving())])
    }

    /// A journal without a fault that passes each call on to the next of these, which have the same
    /// rows.
    pub(crate) fn over(journals: Vec<Arc<dyn Journal>>) -> Self {
        Self { journals, turn: AtomicUsize::new(0), broken: None }
    }

    fn next(&self) -> &dyn Journal {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        &*self.journals[turn % self.journals.len()]
    }

    /// A journal whose method of that name has a fault.
    pub(super) fn at(method: &'static str, fault: Fault) -> Self {
        Self { broken: Some((method, fault)), ..Self::sound() }
    }

    fn fault(&self, method: &str) -> Option<Fault> {
        self.broken.filter(|&(broken, _)| broken == method).map(|(_, fault)| fault)
    }
}

/// Implements a trait: each method is passed on, with its fault if it has one. `own` has the
/// methods for which that does not do.
macro_rules! handed_on {
    (
        impl $part:ident {
            $(fn $method:ident($($argument:ident: $asked:ty),*) -> $answer:ty;)*
        }
        own { $($own:tt)* }
    ) => {
        #[async_trait]
        impl $part for Broken {
            $(async fn $method(&self, $($argument: $asked),*) -> Result<$answer, JournalError> {
                let fault = self.fault(stringify!($method));
                if let Some(answer) = <$answer as Answer>::instead(fault) {
                    return Ok(answer);
                }
                $(let $argument = Argument::under($argument, fault);)*
                self.next().$method($($argument),*).await.map(|answer| Answer::under(answer, fault))
            })*

            $($own)*
        }
    };
}

handed_on! {
    impl Journal {
        fn keep_build(build: &BuildRow) -> bool;
        fn build(sha256: [u8; 32]) -> Option<BuildRow>;
        fn unused_builds(before_ms: i64, limit: u32) -> Vec<[u8; 32]>;
        fn delete_build(sha256: [u8; 32], before_ms: i64) -> bool;
        fn open_table(table: &TableRow) -> bool;
        fn table(id: TableId) -> Option<TableRow>;
        fn tables(page: &TablePage) -> Vec<TableRow>;
        fn waiting(game: Option<&str>, reader: ListScope, first: u32) -> Vec<TableRow>;
        fn involving(player: PlayerId, before: Option<TableId>, first: u32) -> Vec<TableRow>;
        fn start(start: &Start) -> bool;
        fn append(entry: &Entry, after: &TableUpdate) -> bool;
        fn upgrade(entry: &Entry, build: [u8; 32], stop: StopOnUpgrade) -> bool;
        fn tables_of_build(build: [u8; 32], after: Option<TableId>, limit: u32) -> Vec<TableId>;
        fn entries(table: TableId, after: u64, limit: u32) -> Vec<Entry>;
        fn due(now_ms: i64, limit: u32) -> Vec<TableId>;
        fn plan(table: TableId, due_ms: i64, deadline_ms: Option<i64>) -> bool;
        fn close_table(table: TableId, why: CloseReason, at_ms: i64, due_ms: Option<i64>) -> bool;
        fn beat(beat: &Beat) -> bool;
        fn last_beat() -> Option<i64>;
        fn nodes(since_ms: i64) -> Vec<Beat>;
        fn forget_beats(before_ms: i64) -> bool;
        fn add_outage(outage: Range<i64>) -> bool;
        fn outages(since_ms: i64) -> Vec<Range<i64>>;
        fn results(page: &ResultPage) -> Vec<TableRow>;
        fn keep_analysis(table: TableId, analysis: &str) -> bool;
        fn analysis(table: TableId) -> Option<String>;
        fn keep_last_looks(table: TableId, looks: &[LastLook]) -> bool;
        fn last_look(table: TableId, seat: Option<Seat>) -> Option<LastLook>;
        fn ended(before_ms: i64, limit: u32) -> Vec<TableId>;
        fn delete_table(table: TableId, before_ms: i64) -> bool;
    }
    own {
        fn is_shared(&self) -> bool {
            self.next().is_shared()
        }
    }
}

handed_on! {
    impl Programs {
        fn add_program(
            account: &Account, token: &TokenRow, owner: PlayerId, most: u32,
            precondition: &Precondition
        ) -> bool;
        fn program(player: PlayerId) -> Option<Program>;
        fn programs_of(owner: PlayerId) -> Vec<Program>;
        fn switch_program(
            player: PlayerId, off_ms: Option<i64>, precondition: &Precondition
        ) -> bool;
        fn set_ready(player: PlayerId, ready: &Readiness, precondition: &Precondition) -> bool;
        fn renew_ready(player: PlayerId, revision: Uuid, until_ms: i64) -> bool;
        fn withdraw_ready(player: PlayerId, revision: Option<Uuid>) -> bool;
        fn ready_programs(now_ms: i64, after: Option<PlayerId>, first: u32) -> Vec<Program>;
        fn lapsed_seats(now_ms: i64, first: u32) -> Vec<(TableId, PlayerId)>;
        fn declines(table: TableId) -> Vec<Decline>;
    }
    own {}
}

handed_on! {
    impl Codes {
        fn add_code(code: &CodeRow, precondition: &Precondition) -> bool;
        fn code(hash: TokenHash) -> Option<CodeRow>;
        fn redeem(code: TokenHash, token: &TokenRow, most: u32) -> bool;
    }
    own {}
}

handed_on! {
    impl Interventions {
        fn intervene(intervention: &Intervention, by: Option<PlayerId>, at_ms: i64) -> bool;
        fn stops() -> Vec<Stop>;
        fn interventions(first: u32) -> Vec<InterventionRow>;
        fn builds() -> Vec<BuildUse>;
    }
    own {}
}

handed_on! {
    impl People {
        fn add_player(account: &Account, token: &TokenRow) -> bool;
        fn account(key: &AccountKey) -> Option<Account>;
        fn accounts(page: &AccountPage) -> Vec<Account>;
        fn change(account: &Account, keep: TokensKept, precondition: &Precondition) -> bool;
        fn add_token(token: &TokenRow, room: TokenRoom, precondition: &Precondition) -> bool;
        fn token(hash: TokenHash) -> Option<(TokenRow, Account)>;
        fn tokens(
            player: PlayerId, now_ms: i64, after: Option<TokenId>, first: u32
        ) -> Vec<TokenRow>;
        fn use_token(id: TokenId, used_ms: i64, expires_ms: i64) -> bool;
        fn end_tokens(player: PlayerId, keep: TokensKept) -> bool;
        fn end_expired(now_ms: i64, most: u32) -> bool;
    }
    own {}
}

handed_on! {
    impl Lobby {
        fn arrange(table: TableId, arrangement: &Arrangement, until_ms: Option<i64>) -> bool;
        fn open_within(table: &TableRow, invited: &[PlayerId], most: u32) -> bool;
        fn is_invited(table: TableId, player: PlayerId) -> bool;
        fn invited(table: TableId) -> Vec<PlayerId>;
        fn invitations(player: PlayerId, before: Option<TableId>, first: u32) -> Vec<Invitation>;
        fn table_by_invite(code: &str) -> Option<TableRow>;
        fn rematch_of(table: TableId) -> Option<TableId>;
        fn my_tables(
            player: PlayerId, after: Option<(bool, TableId)>, first: u32
        ) -> Vec<MyTable>;
        fn count_tables(player: PlayerId) -> u32;
        fn turn(table: TableId) -> Option<(TableRow, Seats)>;
        fn quiet_since(before_ms: i64, after: Option<TableId>, first: u32) -> Vec<TableId>;
    }
    own {}
}

handed_on! {
    impl Talk {
        fn say(message: &NewMessage, precondition: &Precondition, most: u32) -> bool;
        fn message(id: MessageId) -> Option<Message>;
        fn said(table: TableId, player: PlayerId, key: &str) -> Option<Message>;
        fn messages(page: &MessagePage) -> Vec<Message>;
        fn news(
            table: TableId, hearer: Option<PlayerId>, after: u64, first: u32
        ) -> Vec<TalkNews>;
        fn newest_change(table: TableId) -> u64;
        fn messages_of(player: PlayerId, after: Option<MessageId>, first: u32) -> Vec<Message>;
        fn spoken_at(player: PlayerId) -> Vec<TableId>;
        fn remove(id: MessageId, by: PlayerId, at_ms: i64, precondition: &Precondition) -> bool;
        fn mute(
            player: PlayerId, muted: PlayerId, at_ms: i64, most: u32, precondition: &Precondition
        ) -> bool;
        fn unmute(player: PlayerId, muted: PlayerId, precondition: &Precondition) -> bool;
        fn mutes(player: PlayerId, after: Option<PlayerId>, first: u32) -> Vec<Mute>;
        fn silence(silence: &Silence, role: Role, precondition: &Precondition) -> bool;
        fn silenced_until(player: PlayerId) -> Option<i64>;
        fn report(report: &NewReport, precondition: &Precondition) -> bool;
        fn same_report(report: &NewReport) -> Option<Report>;
        fn report_of(id: ReportId) -> Option<Report>;
        fn reports(page: &ReportPage) -> Vec<Report>;
        fn resolve(
            id: ReportId, resolution: &Resolution<PlayerId>, precondition: &Precondition
        ) -> bool;
    }
    own {}
}

handed_on! {
    impl Notifications {
        fn add_webhook(webhook: &WebhookRow, most: u32, precondition: &Precondition) -> bool;
        fn webhooks(owner: PlayerId) -> Vec<WebhookRow>;
        fn webhook(id: WebhookId) -> Option<WebhookRow>;
        fn mailing(player: PlayerId) -> MailPreferences;
        fn set_mailing(mailing: &MailPreferences, precondition: &Precondition) -> bool;
        fn ask_to_confirm(asked: &Confirmation) -> bool;
        fn confirm(hash: TokenHash, now_ms: i64) -> bool;
        fn confirmed(email: &str) -> Vec<PlayerId>;
        fn receivers(table: TableId, seated: &[PlayerId]) -> Recipients;
        fn tell(notifications: &[NotificationRow], most: u32) -> bool;
        fn claim(claim: &Claim) -> Vec<NotificationRow>;
        fn settle(settled: &Settlement) -> bool;
        fn turn_stands(table: TableId, seat: Seat, seq: u64) -> bool;
    }
    own {
        async fn remove_webhook(
            &self,
            owner: PlayerId,
            id: WebhookId,
            precondition: &Precondition,
        ) -> Result<bool, JournalError> {
            let fault = self.fault("remove_webhook");
            let owner = match self.next().webhook(id).await? {
                Some(webhook) if fault == Some(Fault::AnyOwner) => webhook.owner,
                _ => owner,
            };
            self.next().remove_webhook(owner, id, Argument::under(precondition, fault)).await
        }
    }
}
