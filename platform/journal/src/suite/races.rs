//! Many writers at once: each condition is part of its write, so exactly as many succeed as may.

use std::sync::Arc;

use gueridon_game::Seat;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::{entry, furnished, notifications, player, row, start, table};
use crate::talk::{
    MessageCursor, MessagePage, NewMessage, NewReport, Outcome, ReportPage, Resolution,
};
use crate::{
    Account, Arrangement, Channel, Claim, Confirmation, Journal, MessageId, NotificationId,
    NotificationRow, PlayerId, Precondition, Purpose, ReportId, Scopes, Standing, Status, TableRow,
    TableUpdate, TokenId, TokenRoom, TokenRow, TokensKept, WebhookId, WebhookRow, WebhookSecret,
};

const RACERS: u128 = 12;

/// Lets every racer write once, all at the same time; returns how many succeeded.
pub(super) async fn winners<F>(
    journal: &Arc<dyn Journal>,
    write: impl Fn(Arc<dyn Journal>, u128) -> F,
) -> usize
where
    F: Future<Output = bool> + Send + 'static,
{
    let mut racing = JoinSet::new();
    for racer in 1..=RACERS {
        racing.spawn(write(Arc::clone(journal), racer));
    }
    racing.join_all().await.into_iter().filter(|&has_won| has_won).count()
}

/// A token of player 1.
fn api_token(racer: u128) -> TokenRow {
    TokenRow {
        id: TokenId(Uuid::from_u128(5_000 + racer)),
        hash: [100 + u8::try_from(racer).unwrap(); 32],
        player: player(1),
        purpose: Purpose::Api,
        scopes: Scopes::ALL,
        client: None,
        label: String::new(),
        created_ms: 1,
        used_ms: 1,
        expires_ms: 1_000,
    }
}

pub(super) fn message(racer: u128, key: &str) -> NewMessage {
    NewMessage {
        id: MessageId(Uuid::from_u128(racer)),
        table: table(1),
        player: player(1),
        key: key.to_owned(),
        text: "text".to_owned(),
        at_ms: 10,
    }
}

fn registered(number: u128, key: &str) -> Account {
    let mut account = Account::guest(player(number), format!("Player {number}"), 1);
    account.player.standing = Standing::Registered;
    account.name_key = Some(key.to_owned());
    account.password = Some("$argon2id$".to_owned());
    account.registered_ms = Some(2);
    account
}

pub(super) fn deleted(number: u128) -> Account {
    let mut account = Account::guest(player(number), "N. N.".to_owned(), 1);
    (account.player.standing, account.deleted_ms) = (Standing::Deleted, Some(9));
    account
}

pub async fn of_many_who_append_at_once_one_wins_each_number(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let mut racing = JoinSet::new();
    for racer in 0..40 {
        let journal = Arc::clone(&journal);
        racing.spawn(async move {
            let mut won = Vec::new();
            for seq in 1..=10 {
                let key = format!("{racer} {seq}");
                if journal.append(&entry(1, seq, 0, &key), &TableUpdate::default()).await.unwrap() {
                    won.push((seq, key));
                }
            }
            won
        });
    }
    let mut won: Vec<_> = racing.join_all().await.into_iter().flatten().collect();
    won.sort();
    let entries = journal.entries(table(1), 0, 100).await.unwrap();
    let kept: Vec<_> = entries.into_iter().map(|entry| (entry.seq, entry.key)).collect();
    assert_eq!(kept, won);
    assert_eq!(kept.len(), 10);
}

pub async fn of_many_who_use_the_same_key_one_appends(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let won = winners(&journal, async |journal, racer| {
        let entry = entry(1, u64::try_from(racer).unwrap(), 0, "same");
        journal.append(&entry, &TableUpdate::default()).await.unwrap()
    });
    assert_eq!(won.await, 1);
}

pub async fn of_many_who_add_a_player_with_the_same_token_one_does(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let won = winners(&journal, async |journal, racer| {
        let account = Account::guest(player(100 + racer), "Racer".to_owned(), 1);
        let token = TokenRow { player: account.player.id, ..api_token(1) };
        journal.add_player(&account, &token).await.unwrap()
    });
    assert_eq!(won.await, 1);
    let mut added = 0;
    for racer in 1..=RACERS {
        let key = crate::AccountKey::Id(player(100 + racer));
        added += usize::from(journal.account(&key).await.unwrap().is_some());
    }
    assert_eq!(added, 1, "a player without a token was added");
}

pub async fn no_more_tokens_are_added_at_once_than_there_is_room_for(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let won = winners(&journal, async |journal, racer| {
        let room = TokenRoom::Left(3);
        journal.add_token(&api_token(racer), room, &Precondition::Nothing).await.unwrap()
    });
    assert_eq!(won.await, 3);
    // The three, and the player's first session.
    assert_eq!(journal.tokens(player(1), 0, None, 99).await.unwrap().len(), 4);
}

pub async fn of_many_who_take_the_same_name_one_has_it(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let won = winners(&journal, async |journal, racer| {
        let account = registered(1 + racer % 3, "ada");
        journal.change(&account, TokensKept::All, &Precondition::Nothing).await.unwrap()
    });
    assert_eq!(won.await, 1);
}

pub async fn of_many_who_change_the_same_revision_one_does(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let won = winners(&journal, async |journal, racer| {
        let account = registered(1, &format!("name {racer}"));
        journal.change(&account, TokensKept::All, &Precondition::Nothing).await.unwrap()
    });
    assert_eq!(won.await, 1);
}

pub async fn no_more_tables_are_opened_at_once_than_a_player_may_have(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    // Table 1 is one of them.
    let won = winners(&journal, async |journal, racer| {
        journal.open_within(&row(1 + racer), &[], 3).await.unwrap()
    });
    assert_eq!(won.await, 2);
    assert_eq!(journal.count_tables(player(1)).await.unwrap(), 3);
}

pub async fn of_many_rematches_opened_at_once_there_is_one(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let won = winners(&journal, async |journal, racer| {
        let again = TableRow { rematch_of: Some(table(1)), ..row(1 + racer) };
        journal.open_within(&again, &[], 99).await.unwrap()
    });
    assert_eq!(won.await, 1);
}

pub async fn of_many_who_take_a_seat_at_once_one_has_it(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    assert!(journal.open_table(&row(2)).await.unwrap());
    let won = winners(&journal, async |journal, racer| {
        journal.sit(table(2), Seat(1), player(1 + racer % 3)).await.unwrap()
    });
    assert_eq!(won.await, 1);
    assert_eq!(journal.table(table(2)).await.unwrap().unwrap().seated.len(), 1);
}

pub async fn a_table_does_not_begin_while_a_player_leaves(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    for number in 2..10 {
        assert!(journal.open_table(&row(number)).await.unwrap());
        for seat in 0..2 {
            let sitter = player(u128::from(seat) + 1);
            assert!(journal.sit(table(number), Seat(seat), sitter).await.unwrap());
        }
        let begun = start(number);
        let leave = async || journal.leave(table(number), player(2)).await;
        // Whoever writes first wins, so each goes first at every other table.
        let (has_left, has_begun) = if number % 2 == 0 {
            tokio::join!(leave(), journal.start(&begun))
        } else {
            let (has_begun, has_left) = tokio::join!(journal.start(&begun), leave());
            (has_left, has_begun)
        };
        assert_ne!(has_left.unwrap(), has_begun.unwrap());
        let found = journal.table(table(number)).await.unwrap().unwrap();
        assert_eq!(found.status == Status::Playing, found.seated.len() == 2);
    }
}

pub async fn a_player_who_is_being_deleted_does_not_sit_down(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    assert!(journal.open_table(&TableRow { owner: player(2), ..row(2) }).await.unwrap());
    let gone = deleted(3);
    let (is_deleted, _) = tokio::join!(
        journal.change(&gone, TokensKept::None, &Precondition::Nothing),
        journal.sit(table(2), Seat(0), player(3)),
    );
    assert!(is_deleted.unwrap());
    assert_eq!(journal.table(table(2)).await.unwrap().unwrap().seated, []);
}

pub async fn of_many_invitations_of_a_player_one_is_added(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let won = winners(&journal, async |journal, _| {
        let invite = Arrangement::Invite { player: player(3), by: player(1), at_ms: 6 };
        journal.arrange(table(1), &invite, None).await.unwrap()
    });
    assert_eq!(won.await, 1);
}

pub async fn of_many_who_plan_the_same_deadline_one_does(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let won = winners(&journal, async |journal, racer| {
        let later = 100 + i64::try_from(racer).unwrap();
        journal.plan(table(1), 50, Some(later)).await.unwrap()
    });
    assert_eq!(won.await, 1);
}

pub async fn messages_said_at_once_are_numbered_without_a_gap(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let won = winners(&journal, async |journal, racer| {
        let message = message(racer, &racer.to_string());
        journal.say(&message, &Precondition::Nothing, 99).await.unwrap()
    });
    assert_eq!(won.await, usize::try_from(RACERS).unwrap());
    let page =
        MessagePage { table: table(1), hearer: None, from: MessageCursor::After(0), first: 99 };
    let numbers: Vec<_> =
        journal.messages(&page).await.unwrap().iter().map(|message| message.number).collect();
    assert_eq!(numbers, (1..=u64::try_from(RACERS).unwrap()).collect::<Vec<_>>());
}

pub async fn of_many_messages_with_the_same_key_one_is_said(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let won = winners(&journal, async |journal, racer| {
        journal.say(&message(racer, "same"), &Precondition::Nothing, 99).await.unwrap()
    });
    assert_eq!(won.await, 1);
}

pub async fn of_many_who_remove_a_message_one_does(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    assert!(journal.say(&message(1, "a"), &Precondition::Nothing, 99).await.unwrap());
    let won = winners(&journal, async |journal, racer| {
        let by = player(1 + racer % 3);
        journal.remove(MessageId(Uuid::from_u128(1)), by, 9, &Precondition::Nothing).await.unwrap()
    });
    assert_eq!(won.await, 1);
}

pub async fn no_more_players_are_muted_at_once_than_one_may_mute(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    for number in 1..=RACERS {
        let account = Account::guest(player(100 + number), "Muted".to_owned(), 1);
        let token = TokenRow { player: account.player.id, ..api_token(number) };
        assert!(journal.add_player(&account, &token).await.unwrap());
    }
    let won = winners(&journal, async |journal, racer| {
        let muted = player(100 + racer);
        journal.mute(player(1), muted, 9, 4, &Precondition::Nothing).await.unwrap()
    });
    assert_eq!(won.await, 4);
    assert_eq!(journal.mutes(player(1), None, 99).await.unwrap().len(), 4);
}

pub async fn of_many_reports_of_the_same_thing_one_is_added_and_resolved(
    journal: Arc<dyn Journal>,
) {
    let journal = furnished(journal).await;
    let told = winners(&journal, async |journal, racer| {
        let report = NewReport {
            id: ReportId(Uuid::from_u128(racer)),
            reporter: player(1),
            player: player(2),
            table: None,
            message: None,
            text: None,
            reason: "why".to_owned(),
            at_ms: 1,
        };
        journal.report(&report, &Precondition::Nothing).await.unwrap()
    });
    assert_eq!(told.await, 1);
    let open = ReportPage { is_resolved: Some(false), first: 9, ..ReportPage::default() };
    let id = journal.reports(&open).await.unwrap()[0].id;
    let resolved = winners(&journal, |journal, racer| async move {
        let resolution = Resolution {
            outcome: Outcome::Dismissed,
            note: String::new(),
            by: player(1 + racer % 3),
            at_ms: 2,
        };
        journal.resolve(id, &resolution, &Precondition::Nothing).await.unwrap()
    });
    assert_eq!(resolved.await, 1);
}

fn webhook(number: u128, owner: PlayerId) -> WebhookRow {
    WebhookRow {
        id: WebhookId(Uuid::from_u128(number)),
        owner,
        table: None,
        url: "https://example.org".to_owned(),
        secret: WebhookSecret([7; 32]),
        created_ms: 3,
        failing_ms: None,
        fault: None,
        disabled_ms: None,
    }
}

pub async fn no_more_webhooks_are_added_at_once_than_a_player_may_have(journal: Arc<dyn Journal>) {
    notifications::furnish(&journal).await;
    let won = winners(&journal, async |journal, racer| {
        let webhook = webhook(racer, player(1));
        journal.add_webhook(&webhook, 2, &Precondition::Nothing).await.unwrap()
    });
    assert_eq!(won.await, 2);
    assert_eq!(journal.webhooks(player(1)).await.unwrap().len(), 2);
}

pub async fn no_more_notifications_wait_than_a_player_may_have_and_each_is_claimed_once(
    journal: Arc<dyn Journal>,
) {
    notifications::furnish(&journal).await;
    let added = winners(&journal, async |journal, racer| {
        let notification = NotificationRow {
            kind: crate::NotificationKind::Reset,
            table: None,
            seat: None,
            seq: u64::try_from(racer).unwrap(),
            id: NotificationId(Uuid::from_u128(racer)),
            player: player(1),
            webhook: None,
            at_ms: 1,
            due_ms: 1,
            attempts: 0,
        };
        journal.tell(&[notification], 5).await.unwrap()
    });
    assert_eq!(added.await, 5);
    let mut claiming = JoinSet::new();
    for racer in 1..=RACERS {
        let journal = Arc::clone(&journal);
        let (id, of) = (Uuid::from_u128(racer), Channel::Letters);
        let claim = Claim { id, of, now_ms: 10, until_ms: 110, most: 2 };
        claiming.spawn(async move { journal.claim(&claim).await.unwrap() });
    }
    let claimed: Vec<_> = claiming.join_all().await.into_iter().flatten().collect();
    assert_eq!(claimed.len(), 5);
    assert!(claimed.iter().all(|notification| notification.attempts == 1));
}

pub async fn of_many_with_the_same_token_one_confirms_the_address(journal: Arc<dyn Journal>) {
    notifications::furnish(&journal).await;
    let email = "P1@example.org".to_owned();
    let asked = Confirmation { hash: [1; 32], player: player(1), email, expires_ms: 50 };
    assert!(journal.ask_to_confirm(&asked).await.unwrap());
    let won =
        winners(&journal, async |journal, _| journal.confirm([1; 32], 10).await.unwrap()).await;
    assert_eq!(won, 1);
}

pub async fn a_write_whose_precondition_ends_meanwhile_is_done_whole_or_not_at_all(
    journal: Arc<dyn Journal>,
) {
    let journal = furnished(journal).await;
    let right = Precondition::Token([1; 32]);
    let room = TokenRoom::Left(99);
    let token = api_token(1);
    let (is_added, has_ended) = tokio::join!(
        journal.add_token(&token, room, &right),
        journal.end_tokens(player(1), TokensKept::Only(token.id)),
    );
    assert!(has_ended.unwrap());
    let left = journal.tokens(player(1), 0, None, 9).await.unwrap();
    assert_eq!(left.len(), usize::from(is_added.unwrap()));
    assert!(!journal.add_token(&api_token(2), room, &right).await.unwrap());
}
