//! Notifications, and the webhooks and addresses they go to.

use std::sync::Arc;

use crate::{
    Account, BuildRow, Channel, Claim, Confirmation, DeliveryNews, Entry, Journal, MailPreferences,
    NotificationId, NotificationKind, NotificationRow, PlayerId, Precondition, Purpose, Recipients,
    Role, Scopes, Settlement, Standing, Start, TableEnd, TableId, TableRow, TableUpdate, TokenId,
    TokenRow, TokensKept, WebhookId, WebhookOfTable, WebhookRow, WebhookSecret,
};
use gueridon_game::{Language, Seat, Seats};
use uuid::Uuid;

const NOTHING: Precondition = Precondition::Nothing;
const TABLE: u128 = 1_000;

fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

fn table(number: u128) -> TableId {
    TableId(Uuid::from_u128(number))
}

fn registered(number: u128) -> Account {
    let mut account = Account::guest(player(number), format!("Player {number}"), 1);
    account.player.standing = Standing::Registered;
    account.name_key = Some(format!("player {number}"));
    account.password = Some("$argon2id$".to_owned());
    account.email = Some(format!("P{number}@example.org"));
    account.role = Role::Player;
    account.registered_ms = Some(2);
    account
}

fn webhook(number: u128, owner: u128, of: Option<u128>) -> WebhookRow {
    WebhookRow {
        id: WebhookId(Uuid::from_u128(number)),
        owner: player(owner),
        table: of.map(table),
        url: format!("https://example.org/{number}"),
        secret: WebhookSecret([7; 32]),
        created_ms: 3,
        failing_ms: None,
        fault: None,
        disabled_ms: None,
    }
}

fn notification(number: u128, of: u128, webhook: Option<u128>, due_ms: i64) -> NotificationRow {
    NotificationRow {
        id: NotificationId(Uuid::from_u128(number)),
        player: player(of),
        kind: NotificationKind::Turn,
        table: Some(table(TABLE)),
        seq: u64::try_from(number).unwrap(),
        seat: Some(Seat(1)),
        webhook: webhook.map(|number| WebhookId(Uuid::from_u128(number))),
        at_ms: 4,
        due_ms,
        attempts: 0,
    }
}

fn letter(number: u128, of: u128, kind: NotificationKind) -> NotificationRow {
    NotificationRow { kind, table: None, seat: None, seq: 0, ..notification(number, of, None, 0) }
}

fn claim(id: u128, of: Channel, now_ms: i64) -> Claim {
    Claim { id: Uuid::from_u128(id), of, now_ms, until_ms: now_ms + 100, most: 10 }
}

fn settled(
    claim: u128,
    notifications: &[u128],
    again_ms: Option<i64>,
    news: DeliveryNews,
) -> Settlement {
    let notifications =
        notifications.iter().map(|&number| NotificationId(Uuid::from_u128(number))).collect();
    Settlement { claim: Uuid::from_u128(claim), notifications, again_ms, news }
}

/// Adds the registered players 1 and 2, the guest 3, and a table that 1 has opened and at which 1
/// and 2 play.
pub(super) async fn furnish(journal: &Arc<dyn Journal>) {
    let guest = Account::guest(player(3), "Guest".to_owned(), 1);
    for (number, account) in [(1, registered(1)), (2, registered(2)), (3, guest)] {
        let token = TokenRow {
            id: TokenId(Uuid::from_u128(number)),
            hash: [u8::try_from(number).unwrap(); 32],
            player: player(number),
            purpose: Purpose::Session,
            scopes: Scopes::ALL,
            client: None,
            label: String::new(),
            created_ms: 1,
            used_ms: 1,
            expires_ms: 1_000,
        };
        assert!(journal.add_player(&account, &token).await.unwrap());
    }
    play(journal, TABLE).await;
}

async fn play(journal: &Arc<dyn Journal>, number: u128) {
    let row = TableRow::opened(table(number), "odd".to_owned(), 2, player(1), 5);
    journal.open_table(&row).await.unwrap();
    let bytes = Arc::from([0_u8; 3]);
    let build = BuildRow { sha256: [9; 32], game: "odd".to_owned(), bytes, first_used_ms: 1 };
    journal.keep_build(&build).await.unwrap();
    for (seat, of) in [(0, 1), (1, 2)] {
        assert!(journal.sit(row.id, Seat(seat), player(of)).await.unwrap());
    }
    let start = Start {
        table: row.id,
        starter: player(1),
        build: [9; 32],
        seed: [1; 32],
        at_ms: 6,
        to_act: Seats::NONE,
        deadline_ms: None,
        most_bot_tables: 1,
    };
    assert!(journal.start(&start).await.unwrap());
}

async fn end(journal: &Arc<dyn Journal>, number: u128, seq: u64, seat: u8, ends: bool) {
    let entry = Entry {
        table: table(number),
        seq,
        seat: Some(Seat(seat)),
        key: seq.to_string(),
        body: "{}".to_owned(),
        digest: String::new(),
        at_ms: 7,
        to_act: Seats::NONE,
        ends,
    };
    let end = ends.then_some(TableEnd::Over(None));
    assert!(journal.append(&entry, &TableUpdate { end, ..TableUpdate::default() }).await.unwrap());
}

async fn added(journal: &Arc<dyn Journal>, webhook: &WebhookRow, most: u32) -> bool {
    journal.add_webhook(webhook, most, &NOTHING).await.unwrap()
}

async fn told(journal: &Arc<dyn Journal>, notifications: &[NotificationRow]) -> bool {
    journal.tell(notifications, 3).await.unwrap()
}

async fn claimed(journal: &Arc<dyn Journal>, id: u128, of: Channel, now_ms: i64) -> Vec<u128> {
    let claimed = journal.claim(&claim(id, of, now_ms)).await.unwrap();
    claimed.iter().map(|notification| notification.id.0.as_u128()).collect()
}

/// Has a player confirm their address and want mail about turns.
async fn confirmed(journal: &Arc<dyn Journal>, number: u128) {
    let hash = [u8::try_from(number).unwrap(); 32];
    let email = format!("P{number}@example.org");
    let asked = Confirmation { hash, player: player(number), email, expires_ms: 50 };
    assert!(journal.ask_to_confirm(&asked).await.unwrap());
    assert!(journal.confirm(hash, 10).await.unwrap());
    let mailing =
        MailPreferences { turns: true, rest_ms: 1_000, ..MailPreferences::new(player(number)) };
    assert!(journal.set_mailing(&mailing, &NOTHING).await.unwrap());
}

pub async fn webhooks_are_for_registered_players_and_tables_they_own(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    assert!(added(&journal, &webhook(1, 1, None), 2).await);
    assert!(!added(&journal, &webhook(1, 1, None), 2).await);
    assert!(added(&journal, &webhook(2, 1, None), 2).await);
    assert!(!added(&journal, &webhook(3, 1, None), 2).await);
    assert!(!added(&journal, &webhook(3, 3, None), 2).await);
    // Webhooks for single tables are counted separately, and a table has at most one.
    assert!(!added(&journal, &webhook(4, 2, Some(TABLE)), 1).await);
    assert!(added(&journal, &webhook(4, 1, Some(TABLE)), 1).await);
    assert!(!added(&journal, &webhook(5, 1, Some(TABLE)), 9).await);
    assert!(!added(&journal, &webhook(5, 1, Some(7)), 9).await);
    let ended = Precondition::Token([99; 32]);
    assert!(!journal.add_webhook(&webhook(6, 2, None), 9, &ended).await.unwrap());
    assert_eq!(
        journal.webhooks(player(1)).await.unwrap(),
        [webhook(1, 1, None), webhook(2, 1, None), webhook(4, 1, Some(TABLE))]
    );
    let id = WebhookId(Uuid::from_u128(2));
    assert!(!journal.remove_webhook(player(2), id, &NOTHING).await.unwrap());
    assert!(!journal.remove_webhook(player(1), id, &ended).await.unwrap());
    assert!(journal.remove_webhook(player(1), id, &NOTHING).await.unwrap());
    assert_eq!(journal.webhook(id).await.unwrap(), None);
    // The webhook of a table that is over makes room for another.
    end(&journal, TABLE, 1, 0, true).await;
    play(&journal, 1_001).await;
    assert!(added(&journal, &webhook(7, 1, Some(1_001)), 1).await);
    assert_eq!(journal.webhook(WebhookId(Uuid::from_u128(4))).await.unwrap(), None);
}

pub async fn those_with_a_webhook_or_who_want_mail_at_a_confirmed_address_are_notified(
    journal: Arc<dyn Journal>,
) {
    furnish(&journal).await;
    let seated = [player(1), player(2)];
    let receivers = async |number| journal.receivers(table(number), &seated).await.unwrap();
    assert_eq!(receivers(TABLE).await, Recipients::default());
    for row in [webhook(1, 1, Some(TABLE)), webhook(2, 2, None)] {
        assert!(added(&journal, &row, 9).await);
    }
    let mailing = MailPreferences { turns: true, ..MailPreferences::new(player(2)) };
    assert!(journal.set_mailing(&mailing, &NOTHING).await.unwrap());
    let hook = |number, owner, of_table| WebhookOfTable {
        webhook: WebhookId(Uuid::from_u128(number)),
        owner: player(owner),
        of_table,
    };
    let webhooks = vec![hook(1, 1, true), hook(2, 2, false)];
    assert_eq!(receivers(TABLE).await, Recipients { webhooks, mail: Vec::new() });
    confirmed(&journal, 2).await;
    let elsewhere = Recipients { webhooks: vec![hook(2, 2, false)], mail: vec![player(2)] };
    assert_eq!(receivers(7).await, elsewhere);
    // A changed address is not confirmed, and the confirmation of the old one is deleted.
    let other = Account { email: Some("other@example.org".to_owned()), ..registered(2) };
    assert!(journal.change(&other, TokensKept::All, &NOTHING).await.unwrap());
    assert_eq!(receivers(7).await.mail, []);
    assert_eq!(journal.mailing(player(2)).await.unwrap().confirmed, None);
    assert_eq!(journal.confirmed("P2@example.org").await.unwrap(), []);
}

pub async fn an_address_is_confirmed_once_in_time_and_while_it_is_the_players(
    journal: Arc<dyn Journal>,
) {
    furnish(&journal).await;
    let asked = |hash: u8, email: &str| Confirmation {
        hash: [hash; 32],
        player: player(1),
        email: email.to_owned(),
        expires_ms: 50,
    };
    let ask = async |asked: &Confirmation| journal.ask_to_confirm(asked).await.unwrap();
    let confirm = async |hash, now_ms| journal.confirm([hash; 32], now_ms).await.unwrap();
    assert!(!ask(&asked(1, "p1@example.org")).await);
    assert!(ask(&asked(1, "P1@example.org")).await);
    // Only the newest token is valid.
    assert!(ask(&asked(2, "P1@example.org")).await);
    assert!(!confirm(1, 10).await && !confirm(2, 50).await && !confirm(3, 10).await);
    assert!(confirm(2, 49).await && !confirm(2, 49).await);
    assert_eq!(journal.confirmed("p1@EXAMPLE.org").await.unwrap(), [player(1)]);
    let mailing = MailPreferences {
        language: Some(Language::Fr),
        turns: true,
        ..MailPreferences::new(player(1))
    };
    assert!(journal.set_mailing(&mailing, &NOTHING).await.unwrap());
    let kept = MailPreferences { confirmed: Some("P1@example.org".to_owned()), ..mailing };
    assert_eq!(journal.mailing(player(1)).await.unwrap(), kept);
    // A token that was sent to an earlier address confirms nothing.
    assert!(ask(&asked(4, "P1@example.org")).await);
    let nowhere = Account { email: None, ..registered(1) };
    assert!(journal.change(&nowhere, TokensKept::All, &NOTHING).await.unwrap());
    assert!(!confirm(4, 10).await);
    let guest = MailPreferences::new(player(3));
    assert!(!journal.set_mailing(&guest, &NOTHING).await.unwrap());
}

pub async fn a_notification_is_added_once_and_within_the_limit(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    assert!(added(&journal, &webhook(1, 1, None), 9).await);
    let first = notification(1, 1, Some(1), 10);
    assert!(told(&journal, std::slice::from_ref(&first)).await);
    let again = NotificationRow { id: NotificationId(Uuid::from_u128(50)), ..first };
    assert!(!told(&journal, &[again]).await);
    // The webhook and the player must exist.
    assert!(!told(&journal, &[notification(2, 1, Some(9), 10)]).await);
    assert!(!told(&journal, &[notification(2, 9, None, 10)]).await);
    let many = [2, 3, 4, 5].map(|number| notification(number, 1, Some(1), 10));
    assert!(told(&journal, &many).await);
    assert!(told(&journal, &[notification(6, 2, None, 10)]).await);
    for (number, expected) in (1..).zip([vec![1], vec![2], vec![3], vec![]]) {
        let found = claimed(&journal, number, Channel::Webhooks, 10).await;
        assert_eq!(found, expected);
        let done = settled(number, &found, None, DeliveryNews::Nothing).clone();
        assert_eq!(journal.settle(&done).await.unwrap(), !expected.is_empty());
    }
}

pub async fn what_is_due_is_claimed_once_and_in_order_for_each_webhook(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    for row in [webhook(1, 1, None), webhook(2, 2, None)] {
        assert!(added(&journal, &row, 9).await);
    }
    let notifications = [
        notification(1, 1, Some(1), 10),
        notification(2, 1, Some(1), 10),
        notification(3, 2, Some(2), 20),
        letter(4, 1, NotificationKind::Reset),
    ];
    assert!(told(&journal, &notifications).await);
    assert_eq!(claimed(&journal, 1, Channel::Webhooks, 9).await, []);
    let first = journal.claim(&claim(2, Channel::Webhooks, 10)).await.unwrap();
    let expected = NotificationRow { attempts: 1, ..notification(1, 1, Some(1), 10) };
    assert_eq!(first, [expected]);
    // The second for the same webhook waits for the first; one for another webhook does not.
    assert_eq!(claimed(&journal, 3, Channel::Webhooks, 20).await, [3]);
    assert_eq!(claimed(&journal, 4, Channel::Letters, 20).await, [4]);
    assert_eq!(claimed(&journal, 5, Channel::Letters, 20).await, []);
    // A claim that is not settled lapses.
    assert_eq!(claimed(&journal, 6, Channel::Webhooks, 110).await, [1]);
    assert!(!journal.settle(&settled(2, &[1], None, DeliveryNews::Nothing)).await.unwrap());
    assert!(journal.settle(&settled(6, &[1], Some(500), DeliveryNews::Nothing)).await.unwrap());
    assert_eq!(claimed(&journal, 7, Channel::Webhooks, 110).await, [2]);
    assert!(journal.settle(&settled(7, &[2], None, DeliveryNews::Nothing)).await.unwrap());
    assert!(journal.settle(&settled(3, &[3], None, DeliveryNews::Nothing)).await.unwrap());
    assert_eq!(claimed(&journal, 8, Channel::Webhooks, 499).await, []);
    let again = journal.claim(&claim(9, Channel::Webhooks, 500)).await.unwrap();
    assert_eq!(again[0].attempts, 3);
}

pub async fn mail_about_turns_is_claimed_together_and_not_before_the_rest_is_over(
    journal: Arc<dyn Journal>,
) {
    furnish(&journal).await;
    confirmed(&journal, 1).await;
    play(&journal, 1_001).await;
    let there = NotificationRow { table: Some(table(1_001)), ..notification(2, 1, None, 10) };
    assert!(told(&journal, &[notification(1, 1, None, 10), there]).await);
    assert!(told(&journal, &[notification(3, 2, None, 10)]).await);
    assert_eq!(claimed(&journal, 1, Channel::Turns, 10).await, [1, 2, 3]);
    assert!(told(&journal, &[notification(4, 1, None, 10)]).await);
    // What becomes due during a claim waits until that is settled.
    assert_eq!(claimed(&journal, 2, Channel::Turns, 10).await, []);
    let mailed = DeliveryNews::Mailed { player: player(1), at_ms: 20 };
    assert!(journal.settle(&settled(1, &[1, 2], None, mailed)).await.unwrap());
    assert_eq!(claimed(&journal, 3, Channel::Turns, 1_019).await, [3]);
    // A later turn at a table replaces an earlier one.
    assert!(told(&journal, &[notification(5, 1, None, 10)]).await);
    assert!(told(&journal, &[notification(6, 1, None, 10)]).await);
    assert_eq!(claimed(&journal, 4, Channel::Turns, 1_020).await, [6]);
    assert_eq!(journal.mailing(player(1)).await.unwrap().mailed_ms, Some(20));
}

pub async fn a_failing_webhook_is_disabled_and_its_notifications_are_deleted(
    journal: Arc<dyn Journal>,
) {
    furnish(&journal).await;
    assert!(added(&journal, &webhook(1, 1, None), 9).await);
    let id = WebhookId(Uuid::from_u128(1));
    let notifications = [1, 2].map(|number| notification(number, 1, Some(1), 10));
    assert!(told(&journal, &notifications).await);
    let missed = |at_ms, since_ms| DeliveryNews::Missed {
        webhook: id,
        at_ms,
        fault: format!("no answer at {at_ms}"),
        since_ms,
    };
    let row = async || journal.webhook(id).await.unwrap().unwrap();
    assert_eq!(claimed(&journal, 1, Channel::Webhooks, 10).await, [1]);
    assert!(journal.settle(&settled(1, &[1], Some(30), missed(20, 0))).await.unwrap());
    assert_eq!((row().await.failing_ms, row().await.disabled_ms), (Some(20), None));
    assert!(!journal.settle(&settled(1, &[], None, DeliveryNews::Reached(id))).await.unwrap());
    assert_eq!(row().await, webhook(1, 1, None));
    for (at_ms, since_ms) in [(40, 10), (50, 40)] {
        journal.settle(&settled(1, &[], None, missed(at_ms, since_ms))).await.unwrap();
    }
    let expected = WebhookRow {
        failing_ms: Some(40),
        fault: Some("no answer at 50".to_owned()),
        disabled_ms: Some(50),
        ..webhook(1, 1, None)
    };
    assert_eq!(row().await, expected);
    assert_eq!(claimed(&journal, 2, Channel::Webhooks, 999).await, []);
    assert!(!told(&journal, &[notification(3, 1, Some(1), 10)]).await);
    assert!(journal.receivers(table(7), &[player(1)]).await.unwrap().is_empty());
    // A webhook that works again gets notifications again.
    journal.settle(&settled(2, &[], None, DeliveryNews::Reached(id))).await.unwrap();
    assert!(told(&journal, &[notification(3, 1, Some(1), 10)]).await);
}

pub async fn a_turn_stands_until_its_seat_has_an_entry_or_the_game_is_over(
    journal: Arc<dyn Journal>,
) {
    furnish(&journal).await;
    let stands =
        async |seat, seq| journal.turn_stands(table(TABLE), Seat(seat), seq).await.unwrap();
    assert!(stands(0, 0).await && stands(1, 0).await);
    end(&journal, TABLE, 1, 0, false).await;
    assert!(!stands(0, 0).await && stands(0, 1).await && stands(1, 0).await);
    end(&journal, TABLE, 2, 0, true).await;
    assert!(!stands(1, 0).await);
}

pub async fn notifications_of_a_deleted_table_are_deleted(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    for row in [webhook(1, 1, Some(TABLE)), webhook(2, 2, None)] {
        assert!(added(&journal, &row, 9).await);
    }
    let elsewhere = NotificationRow { table: None, ..notification(3, 2, Some(2), 0) };
    let due = [notification(1, 1, Some(1), 0), notification(2, 2, Some(2), 0), elsewhere];
    assert!(told(&journal, &due).await);
    end(&journal, TABLE, 1, 0, true).await;
    assert!(journal.delete_table(table(TABLE), 8).await.unwrap());
    assert_eq!(journal.webhook(WebhookId(Uuid::from_u128(1))).await.unwrap(), None);
    assert_eq!(claimed(&journal, 9, Channel::Webhooks, 10).await, [3]);
}

pub async fn a_deleted_player_has_no_webhooks_mail_or_notifications(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    confirmed(&journal, 1).await;
    for row in [webhook(1, 1, None), webhook(2, 1, Some(TABLE)), webhook(3, 2, None)] {
        assert!(added(&journal, &row, 9).await);
    }
    let notifications = [
        notification(1, 1, Some(1), 10),
        notification(2, 1, None, 10),
        notification(3, 2, Some(3), 10),
    ];
    assert!(told(&journal, &notifications).await);
    let mut nobody = Account::guest(player(1), "N. N.".to_owned(), 1);
    nobody.player.standing = Standing::Deleted;
    nobody.deleted_ms = Some(9);
    assert!(journal.change(&nobody, TokensKept::None, &NOTHING).await.unwrap());
    assert_eq!(journal.webhooks(player(1)).await.unwrap(), []);
    assert_eq!(journal.mailing(player(1)).await.unwrap(), MailPreferences::new(player(1)));
    assert_eq!(claimed(&journal, 1, Channel::Turns, 10).await, []);
    assert_eq!(claimed(&journal, 2, Channel::Webhooks, 10).await, [3]);
    assert!(!told(&journal, &[notification(5, 1, None, 10)]).await);
    assert!(!added(&journal, &webhook(5, 1, None), 9).await);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_in_debug_texts() {
        let mailing = MailPreferences {
            confirmed: Some("me@example.org".to_owned()),
            ..MailPreferences::new(player(1))
        };
        let text = format!("{:?} {:?}", webhook(1, 1, None), mailing);
        assert!(!text.contains("example.org") && !text.contains("[7, 7"), "{text}");
    }
}
