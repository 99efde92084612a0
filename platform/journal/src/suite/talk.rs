//! What is said at tables, and how it is moderated.

use std::sync::Arc;

use crate::talk::{
    MessageCursor, MessagePage, NewMessage, NewReport, Outcome, ReportPage, Resolution, Silence,
};
use crate::{
    Account, AccountKey, Journal, Message, MessageId, PlayerId, Precondition, Purpose, ReportId,
    Role, Scopes, Standing, TableId, TableRow, TokenId, TokenRow, TokensKept,
};
use gueridon_game::Seat;
use uuid::Uuid;

/// The table at which players 1 and 2 sit; 3 watches, 4 is a moderator and 5 an operator.
const TABLE: TableId = TableId(Uuid::from_u128(1_000));
const MOST: u32 = 5;

fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

fn message(number: u128) -> MessageId {
    MessageId(Uuid::from_u128(number))
}

fn right(number: u8) -> Precondition {
    match number {
        4 => Precondition::Moderator([4; 32]),
        5 => Precondition::Operator([5; 32]),
        _ => Precondition::Token([number; 32]),
    }
}

fn account(number: u8) -> Account {
    let mut account =
        Account::guest(player(number.into()), format!("Player {number}"), number.into());
    account.role = match number {
        4 => Role::Moderator,
        5 => Role::Operator,
        _ => return account,
    };
    account.player.standing = Standing::Registered;
    (account.name_key, account.password) = (Some(number.to_string()), Some(String::new()));
    account
}

/// Adds five players, the table, and another one.
async fn furnish(journal: &Arc<dyn Journal>) {
    for number in 1..=5 {
        let token = TokenRow {
            id: TokenId(Uuid::from_u128(number.into())),
            hash: [number; 32],
            player: player(number.into()),
            purpose: Purpose::Session,
            scopes: Scopes::ALL,
            client: None,
            label: String::new(),
            created_ms: 1,
            used_ms: 1,
            expires_ms: 1_000,
        };
        assert!(journal.add_player(&account(number), &token).await.unwrap());
    }
    for id in [TABLE, TableId(Uuid::from_u128(1_001))] {
        open(journal, id).await;
    }
}

async fn open(journal: &Arc<dyn Journal>, id: TableId) {
    let row = TableRow::opened(id, "odd".to_owned(), 2, player(1), 5);
    assert!(journal.open_table(&row).await.unwrap());
    for number in 1..=2 {
        assert!(journal.sit(id, Seat(number as u8 - 1), player(number)).await.unwrap());
    }
}

fn said(number: u128, by: u8, key: &str) -> NewMessage {
    NewMessage {
        id: message(number),
        table: TABLE,
        player: player(by.into()),
        key: key.to_owned(),
        text: format!("text {number}"),
        at_ms: 10,
    }
}

async fn say(journal: &Arc<dyn Journal>, said: &NewMessage, by: u8) -> bool {
    journal.say(said, &right(by), MOST).await.unwrap()
}

async fn page(
    journal: &Arc<dyn Journal>,
    hearer: u128,
    from: MessageCursor,
    first: u32,
) -> Vec<Message> {
    let page = MessagePage { table: TABLE, hearer: Some(player(hearer)), from, first };
    journal.messages(&page).await.unwrap()
}

async fn all(journal: &Arc<dyn Journal>, hearer: u128) -> Vec<Message> {
    page(journal, hearer, MessageCursor::After(0), 100).await
}

fn ids(messages: &[Message]) -> Vec<u128> {
    messages.iter().map(|message| message.id.0.as_u128()).collect()
}

async fn go(journal: &Arc<dyn Journal>, number: u8) {
    let found = journal.account(&AccountKey::Id(player(number.into()))).await.unwrap().unwrap();
    let mut gone = Account::guest(player(number.into()), "N. N.".to_owned(), 1);
    (gone.player.standing, gone.deleted_ms) = (Standing::Deleted, Some(77));
    gone.revision = found.revision;
    assert!(journal.change(&gone, TokensKept::None, &Precondition::Nothing).await.unwrap());
}

pub async fn seated_players_and_moderators_speak_and_a_key_is_used_once(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    assert!(say(&journal, &said(101, 1, "a"), 1).await);
    for (refused, by) in [
        (said(102, 1, "a"), 1),
        (said(101, 2, "b"), 2),
        (said(103, 3, "a"), 3),
        (said(104, 1, "b"), 9),
        (NewMessage { table: TableId(Uuid::from_u128(7)), ..said(105, 4, "a") }, 4),
    ] {
        assert!(!say(&journal, &refused, by).await, "{refused:?}");
    }
    // The write itself checks whether somebody is a moderator.
    let pretended = Precondition::Moderator([3; 32]);
    assert!(!journal.say(&said(106, 3, "b"), &pretended, MOST).await.unwrap());
    assert!(
        say(&journal, &said(107, 4, "a"), 4).await && say(&journal, &said(108, 2, "a"), 2).await
    );
    assert_eq!(ids(&all(&journal, 3).await), [101, 107, 108]);
    let found = journal.said(TABLE, player(1), "a").await.unwrap().unwrap();
    assert_eq!(
        (found.text.as_deref(), found.at_ms, found.removed.is_none()),
        (Some("text 101"), 10, true)
    );
    assert_eq!(found.player, account(1).player);
    assert_eq!(journal.message(message(101)).await.unwrap(), Some(found));
    assert!(journal.said(TABLE, player(2), "b").await.unwrap().is_none());
    assert!(journal.message(message(102)).await.unwrap().is_none());
}

pub async fn messages_are_listed_in_the_order_of_writing_and_the_oldest_are_deleted(
    journal: Arc<dyn Journal>,
) {
    furnish(&journal).await;
    // Ids and times need not rise: the clock of another node may be behind.
    for number in [120, 119, 118, 117, 116, 115, 114] {
        assert!(say(&journal, &said(number, 1, &number.to_string()), 1).await);
    }
    let kept = all(&journal, 1).await;
    assert_eq!(ids(&kept), [118, 117, 116, 115, 114]);
    assert_eq!(kept.iter().map(|one| one.number).collect::<Vec<_>>(), [3, 4, 5, 6, 7]);
    assert_eq!(ids(&page(&journal, 1, MessageCursor::After(4), 2).await), [116, 115]);
    assert_eq!(ids(&page(&journal, 1, MessageCursor::Before(6), 2).await), [117, 116]);
    assert_eq!(ids(&page(&journal, 1, MessageCursor::Newest, 2).await), [115, 114]);
    assert!(page(&journal, 1, MessageCursor::After(7), 2).await.is_empty());
    // Each table has its own numbers, and the key of a deleted message can be used again.
    let other = TableId(Uuid::from_u128(1_001));
    assert!(say(&journal, &NewMessage { table: other, ..said(130, 1, "120") }, 1).await);
    assert!(say(&journal, &said(120, 1, "120"), 1).await);
    assert_eq!(ids(&all(&journal, 1).await), [117, 116, 115, 114, 120]);
    let own = journal.messages_of(player(1), Some(message(116)), 3).await.unwrap();
    assert_eq!(ids(&own), [117, 120, 130]);
    assert_eq!(journal.spoken_at(player(1)).await.unwrap(), [TABLE, other]);
    assert!(journal.spoken_at(player(2)).await.unwrap().is_empty());
}

pub async fn a_removed_message_is_news_and_keeps_its_place(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    for number in 101..=103 {
        assert!(say(&journal, &said(number, 1, &number.to_string()), 1).await);
    }
    assert_eq!(journal.newest_change(TABLE).await.unwrap(), 3);
    let remove = async |by: u8| {
        journal.remove(message(102), player(by.into()), 50, &right(by)).await.unwrap()
    };
    // Only a moderator can remove it.
    let pretended = Precondition::Moderator([1; 32]);
    assert!(!journal.remove(message(102), player(1), 50, &pretended).await.unwrap());
    assert!(remove(4).await && !remove(5).await);
    let found = all(&journal, 1).await;
    assert_eq!(ids(&found), [101, 102, 103]);
    let removed = found[1].removed.clone().unwrap();
    assert_eq!((removed.at_ms, removed.by, &found[1].text), (50, Some(account(4).player), &None));
    let news = async |after| {
        let news = journal.news(TABLE, None, after, 10).await.unwrap();
        news.into_iter().map(|one| one.message).collect::<Vec<_>>()
    };
    assert_eq!(ids(&news(3).await), [102]);
    assert_eq!(ids(&news(0).await), [101, 103, 102]);
    assert!(say(&journal, &said(104, 1, "104"), 1).await);
    assert_eq!(ids(&news(4).await), [104]);
    assert_eq!(journal.newest_change(TABLE).await.unwrap(), 5);
    assert_eq!(journal.newest_change(TableId(Uuid::from_u128(1_001))).await.unwrap(), 0);
}

pub async fn messages_of_muted_players_are_not_listed(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    let mute = async |by: u8, muted, most| {
        journal.mute(player(by.into()), player(muted), 20, most, &right(by)).await.unwrap()
    };
    assert!(
        say(&journal, &said(101, 1, "a"), 1).await && say(&journal, &said(102, 2, "a"), 2).await
    );
    assert!(mute(1, 2, 2).await && !mute(1, 2, 2).await && mute(1, 3, 2).await);
    assert!(!mute(1, 4, 2).await && mute(1, 4, 3).await);
    assert!(!mute(2, 9, 9).await && !mute(2, 2, 9).await);
    assert!(!journal.mute(player(2), player(1), 20, 9, &right(9)).await.unwrap());
    assert_eq!(ids(&all(&journal, 1).await), [101]);
    assert_eq!(ids(&page(&journal, 1, MessageCursor::Newest, 1).await), [101]);
    assert_eq!(ids(&all(&journal, 2).await), [101, 102]);
    let news = journal.news(TABLE, Some(player(1)), 0, 9).await.unwrap();
    assert_eq!(news.iter().map(|one| one.is_muted).collect::<Vec<_>>(), [false, true]);
    let mutes = journal.mutes(player(1), Some(player(2)), 1).await.unwrap();
    assert_eq!((&mutes[0].player, mutes[0].at_ms), (&account(3).player, 20));
    assert!(!journal.unmute(player(1), player(2), &right(9)).await.unwrap());
    for is_done in [true, false] {
        assert_eq!(journal.unmute(player(1), player(2), &right(1)).await.unwrap(), is_done);
    }
    assert_eq!(ids(&all(&journal, 1).await), [101, 102]);
}

pub async fn a_silenced_player_says_nothing_until_the_silence_ends(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    let silence = async |whom, until_ms, role, by: u8| {
        let silence = Silence { player: player(whom), until_ms, by: player(by.into()), at_ms: 9 };
        journal.silence(&silence, role, &right(by)).await.unwrap()
    };
    let speak = async |number, at_ms| {
        let said = NewMessage { at_ms, ..said(number, 1, &number.to_string()) };
        say(&journal, &said, 1).await
    };
    assert!(silence(1, Some(100), Role::Player, 4).await);
    assert_eq!(journal.silenced_until(player(1)).await.unwrap(), Some(100));
    assert!(!speak(101, 99).await && speak(102, 100).await);
    assert!(silence(1, Some(200), Role::Player, 5).await && !speak(103, 199).await);
    assert!(silence(1, None, Role::Player, 4).await && speak(104, 150).await);
    assert_eq!(journal.silenced_until(player(1)).await.unwrap(), None);
    // Refused: the player has another role, there is no such player, the token is not valid.
    assert!(!silence(5, Some(100), Role::Player, 4).await);
    assert!(!silence(9, Some(100), Role::Player, 4).await);
    assert!(!silence(2, Some(100), Role::Player, 9).await);
    assert_eq!(journal.silenced_until(player(5)).await.unwrap(), None);
}

fn report(number: u128, about: Option<u128>) -> NewReport {
    NewReport {
        id: ReportId(Uuid::from_u128(number)),
        reporter: player(1),
        player: player(2),
        table: about.map(|_| TABLE),
        message: about.map(message),
        text: about.map(|_| "what was said".to_owned()),
        reason: "why".to_owned(),
        at_ms: 30,
    }
}

fn resolution(by: u8, outcome: Outcome) -> Resolution<PlayerId> {
    Resolution { outcome, note: "note".to_owned(), by: player(by.into()), at_ms: 60 }
}

pub async fn the_same_thing_has_one_open_report_which_is_resolved_once(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    let tell = async |report: NewReport| journal.report(&report, &right(1)).await.unwrap();
    assert!(tell(report(201, Some(101))).await && !tell(report(202, Some(101))).await);
    assert!(tell(report(203, Some(102))).await && tell(report(204, None)).await);
    assert!(!tell(report(205, None)).await && !tell(report(201, Some(109))).await);
    assert!(!tell(NewReport { player: player(9), ..report(206, None) }).await);
    assert!(!tell(NewReport { player: player(1), ..report(206, None) }).await);
    assert!(!journal.report(&report(207, Some(105)), &right(9)).await.unwrap());
    let same = journal.same_report(&report(0, Some(101))).await.unwrap().unwrap();
    assert_eq!(same.id.0.as_u128(), 201);
    assert!(journal.same_report(&report(0, Some(109))).await.unwrap().is_none());
    let resolve = async |id, by: u8, outcome| {
        let id = ReportId(Uuid::from_u128(id));
        journal.resolve(id, &resolution(by, outcome), &right(by)).await.unwrap()
    };
    let pretended = Precondition::Moderator([1; 32]);
    let own = resolution(1, Outcome::Dismissed);
    assert!(!journal.resolve(same.id, &own, &pretended).await.unwrap());
    assert!(resolve(201, 4, Outcome::Removal).await && !resolve(201, 5, Outcome::Dismissed).await);
    assert!(!resolve(299, 4, Outcome::Removal).await);
    let found = journal.report_of(same.id).await.unwrap().unwrap();
    let judged = found.resolution.clone().unwrap();
    assert_eq!(
        (judged.outcome, judged.by, judged.at_ms),
        (Outcome::Removal, account(4).player, 60)
    );
    assert_eq!((found.reporter, found.player), (account(1).player, account(2).player));
    assert_eq!((found.text.as_deref(), &*found.reason), (Some("what was said"), "why"));
    // After a report is resolved, the same can be reported again.
    assert!(tell(report(210, Some(101))).await);
    let list = async |page: ReportPage| {
        let found = journal.reports(&page).await.unwrap();
        found.iter().map(|report| report.id.0.as_u128()).collect::<Vec<_>>()
    };
    let any = ReportPage { first: 10, ..ReportPage::default() };
    assert_eq!(list(any).await, [201, 203, 204, 210]);
    assert_eq!(list(ReportPage { is_resolved: Some(false), ..any }).await, [203, 204, 210]);
    assert_eq!(list(ReportPage { is_resolved: Some(true), ..any }).await, [201]);
    let after = Some(ReportId(Uuid::from_u128(201)));
    assert_eq!(list(ReportPage { is_resolved: Some(false), after, first: 1, ..any }).await, [203]);
    assert_eq!(list(ReportPage { reporter: Some(player(1)), after, ..any }).await, [203, 204, 210]);
    let own = ReportPage { reporter: Some(player(1)), ..any };
    assert_eq!(list(ReportPage { is_resolved: Some(false), ..own }).await, [203, 204, 210]);
    assert_eq!(list(ReportPage { is_resolved: Some(true), ..own }).await, [201]);
    assert!(list(ReportPage { reporter: Some(player(2)), ..any }).await.is_empty());
}

pub async fn messages_of_a_deleted_player_are_removed_and_reports_stay(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    for (number, by) in [(101, 2), (102, 1), (103, 2), (104, 2)] {
        assert!(say(&journal, &said(number, by, &number.to_string()), by).await);
    }
    assert!(journal.remove(message(104), player(4), 50, &right(4)).await.unwrap());
    assert!(journal.report(&report(201, Some(101)), &right(1)).await.unwrap());
    assert!(journal.mute(player(2), player(3), 1, 9, &right(2)).await.unwrap());
    assert!(journal.mute(player(3), player(2), 1, 9, &right(3)).await.unwrap());
    let newest = journal.newest_change(TABLE).await.unwrap();
    go(&journal, 2).await;
    let left = all(&journal, 1).await;
    assert_eq!(ids(&left), [101, 102, 103, 104]);
    let texts: Vec<_> = left.iter().map(|one| one.text.as_deref()).collect();
    assert_eq!(texts, [None, Some("text 102"), None, None]);
    let removed = left.iter().filter_map(|one| one.removed.clone());
    let removed: Vec<_> = removed.map(|one| (one.at_ms, one.by.map(|by| by.id))).collect();
    assert_eq!(removed, [(77, None), (77, None), (50, Some(player(4)))]);
    assert_eq!((&*left[0].player.name, left[0].player.standing), ("N. N.", Standing::Deleted));
    // Each removal is listed as a change.
    let mut after = newest;
    for id in [101, 103] {
        let news = journal.news(TABLE, None, after, 1).await.unwrap();
        assert_eq!(news[0].message.id, message(id));
        after = news[0].message.change;
    }
    assert!(journal.news(TABLE, None, after, 1).await.unwrap().is_empty());
    for number in 2..=3 {
        assert!(journal.mutes(player(number), None, 9).await.unwrap().is_empty());
    }
    let report = journal.report_of(ReportId(Uuid::from_u128(201))).await.unwrap().unwrap();
    assert_eq!((&*report.player.name, report.text, &*report.reason), ("N. N.", None, "why"));
    assert!(!say(&journal, &said(109, 2, "109"), 2).await);
    assert!(!journal.mute(player(1), player(2), 1, 9, &right(1)).await.unwrap());
}

pub async fn a_guest_without_a_token_stays_while_there_is_a_message_of_theirs(
    journal: Arc<dyn Journal>,
) {
    furnish(&journal).await;
    let is_there =
        async |number| journal.account(&AccountKey::Id(player(number))).await.unwrap().is_some();
    // Silences and mutes do not keep a guest from being deleted.
    let silence = Silence { player: player(3), until_ms: Some(9), by: player(4), at_ms: 1 };
    assert!(journal.silence(&silence, Role::Player, &right(4)).await.unwrap());
    assert!(journal.mute(player(1), player(3), 1, 9, &right(1)).await.unwrap());
    assert!(journal.mute(player(3), player(1), 1, 9, &right(3)).await.unwrap());
    assert!(journal.end_tokens(player(3), TokensKept::None).await.unwrap());
    assert!(!is_there(3).await);
    assert!(journal.mutes(player(1), None, 9).await.unwrap().is_empty());
    // A message does, even if its player has left the table.
    assert!(say(&journal, &said(101, 2, "a"), 2).await);
    for table in [TABLE, TableId(Uuid::from_u128(1_001))] {
        assert!(journal.leave(table, player(2)).await.unwrap());
    }
    assert!(journal.end_tokens(player(2), TokensKept::None).await.unwrap());
    assert!(is_there(2).await);
    assert_eq!(all(&journal, 1).await[0].player, account(2).player);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_not_in_debug_texts() {
        let text = format!(
            "{:?} {:?} {:?}",
            said(101, 1, "a"),
            report(201, Some(101)),
            resolution(4, Outcome::Other)
        );
        assert!(!text.contains("text 101") && !text.contains("what was said"), "{text}");
        assert!(!text.contains("why") && !text.contains("note"), "{text}");
    }
}
