//! Mail of players: whether and where they want it.

use gueridon_game::Language;

use crate::clock::Clock;
use crate::random::Random;
use crate::refusal::Answer;
use gueridon_journal::{
    AccountKey, Journal, MailPreferences, NotificationId, NotificationKind, NotificationRow,
    PlayerId, Standing,
};

/// How many notifications may wait for one player.
pub(super) const MOST_PENDING: u32 = 200;

/// What mail a player wants, and whether this server sends any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Whether this server sends mail.
    pub is_here: bool,
    /// Whether the player has confirmed their present address.
    pub is_confirmed: bool,
    /// What mail the player wants.
    pub mailing: MailPreferences,
}

/// A change of [`Mail`]; a field that is none stays unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MailChange {
    /// Whether there is mail about turns.
    pub turns: Option<bool>,
    /// The pause between such mails, in minutes.
    pub rest_minutes: Option<i64>,
    /// The language.
    pub language: Option<Language>,
}

/// A letter that is to be sent now.
pub(super) fn letter(
    random: &Random,
    clock: &Clock,
    kind: NotificationKind,
    player: PlayerId,
) -> Answer<NotificationRow> {
    let now_ms = clock.now_ms();
    Ok(NotificationRow {
        id: NotificationId(random.id(clock)?),
        player,
        kind,
        table: None,
        seq: 0,
        seat: None,
        webhook: None,
        at_ms: now_ms,
        due_ms: now_ms,
        attempts: 0,
    })
}

/// The address of a registered player, if it is confirmed.
pub(super) async fn confirmed_address(
    journal: &dyn Journal,
    player: PlayerId,
) -> Answer<Option<String>> {
    let Some(account) = journal.account(&AccountKey::Id(player)).await? else { return Ok(None) };
    let mailing = journal.mailing(player).await?;
    let confirmed = account.email.filter(|email| mailing.confirmed.as_ref() == Some(email));
    Ok(confirmed.filter(|_| account.player.standing == Standing::Registered))
}
