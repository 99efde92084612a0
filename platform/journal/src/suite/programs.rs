//! Programs: whose they are, what they are ready for, and how they are asked to tables.

use std::sync::Arc;

use gueridon_game::Seat;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::{furnished, player, row, start, table, token};
use crate::talk::NewMessage;
use crate::{
    Account, Arrangement, Decline, DeclineReason, Hold, InviteCode, Journal, ListScope, MessageId,
    PlayerId, Precondition, Program, Purpose, Readiness, Role, Standing, Status, TablePage,
    TableRow, TableSettings, TokenId, TokenRow, TokensKept, Visibility,
};

/// How many programs an owner may have here.
const MOST: u32 = 2;

/// Program `number` has the id of player `number` and is none of the players 1 to 3.
fn account(number: u128) -> Account {
    let mut account = Account::guest(player(number), format!("Program {number}"), 1);
    account.player.standing = Standing::Program;
    account.name_key = Some(format!("program {number}"));
    account
}

fn of_program(number: u128) -> TokenRow {
    TokenRow { purpose: Purpose::Api, ..token(number) }
}

fn readiness(number: u128, most_tables: u32) -> Readiness {
    let offer = r#"{"games":["é\u0000"]}"#.to_owned();
    Readiness { revision: Uuid::from_u128(number), offer, most_tables, until_ms: 100 }
}

async fn add(journal: &Arc<dyn Journal>, number: u128, right: &Precondition) -> bool {
    let (account, token) = (account(number), of_program(number));
    journal.add_program(&account, &token, player(1), MOST, right).await.unwrap()
}

/// Players 1 to 3, of whom 1 is registered, and program 10 of player 1, which is ready for one
/// table.
async fn with_a_program(journal: Arc<dyn Journal>) -> Arc<dyn Journal> {
    let journal = furnished(journal).await;
    let mut owner = Account::guest(player(1), "Player 1".to_owned(), 1);
    owner.player.standing = Standing::Registered;
    (owner.name_key, owner.password) = (Some("player 1".to_owned()), Some("x".to_owned()));
    owner.registered_ms = Some(2);
    assert!(journal.change(&owner, TokensKept::All, &Precondition::Nothing).await.unwrap());
    assert!(add(&journal, 10, &Precondition::Token(token(1).hash)).await);
    assert!(set_ready(&journal, 10, &readiness(1, 1)).await);
    journal
}

async fn set_ready(journal: &Arc<dyn Journal>, number: u128, ready: &Readiness) -> bool {
    let own = Precondition::Token(token(number).hash);
    journal.set_ready(player(number), ready, &own).await.unwrap()
}

async fn program(journal: &Arc<dyn Journal>, number: u128) -> Program {
    journal.program(player(number)).await.unwrap().unwrap()
}

async fn ready(journal: &Arc<dyn Journal>, now_ms: i64) -> Vec<PlayerId> {
    let ready = journal.ready_programs(now_ms, None, 9).await.unwrap();
    ready.into_iter().map(|program| program.player.id).collect()
}

/// Opens a table of player 1, who sits at seat 0.
async fn open(journal: &Arc<dyn Journal>, number: u128) {
    open_by(journal, number, 1).await;
}

/// The same of another player.
async fn open_by(journal: &Arc<dyn Journal>, number: u128, owner: u128) {
    assert!(journal.open_table(&owned(number, owner)).await.unwrap());
    assert!(journal.sit(table(number), Seat(0), player(owner)).await.unwrap());
}

fn owned(number: u128, owner: u128) -> TableRow {
    TableRow { opener: player(owner), owner: player(owner), ..row(number) }
}

/// Asks program 10, at 50, to seat 1 of a table of player 1.
fn ask(revision: u128) -> Arrangement {
    ask_by(1, revision, 60)
}

/// The same by another player, for as long as that.
fn ask_by(owner: u128, revision: u128, until_ms: i64) -> Arrangement {
    Arrangement::Ask {
        seat: Seat(1),
        program: player(10),
        by: player(owner),
        revision: Uuid::from_u128(revision),
        at_ms: 50,
        until_ms,
    }
}

/// Empties seat 1 of a table of player 1.
fn remove(code: &str) -> Arrangement {
    Arrangement::Remove { seat: Seat(1), by: player(1), invite: InviteCode(code.to_owned()) }
}

fn accept(at_ms: i64) -> Arrangement {
    Arrangement::Accept { program: player(10), at_ms, until_ms: 90 }
}

fn refuse(at_ms: i64) -> Arrangement {
    Arrangement::Refuse { program: player(10), reason: DeclineReason::Clock, at_ms }
}

fn lapse(at_ms: i64) -> Arrangement {
    Arrangement::Lapse { program: player(10), at_ms }
}

async fn arrange(journal: &Arc<dyn Journal>, number: u128, arrangement: Arrangement) -> bool {
    journal.arrange(table(number), &arrangement, None).await.unwrap()
}

/// How seat 1 of a table is held; none if it is free.
async fn hold(journal: &Arc<dyn Journal>, number: u128) -> Option<Hold> {
    let row = journal.table(table(number)).await.unwrap().unwrap();
    row.at(Seat(1)).map(|seated| seated.hold)
}

async fn declines(journal: &Arc<dyn Journal>, number: u128) -> Vec<Decline> {
    journal.declines(table(number)).await.unwrap()
}

fn declined(reason: DeclineReason, at_ms: i64) -> Decline {
    Decline { seat: Seat(1), program: account(10).player, reason, at_ms }
}

pub async fn a_program_has_a_registered_owner_and_a_name_of_its_own(journal: Arc<dyn Journal>) {
    let journal = with_a_program(journal).await;
    let right = Precondition::Token(token(1).hash);
    let known = program(&journal, 10).await;
    assert_eq!(known.player, account(10).player);
    assert_eq!((known.owner.id, known.off_ms, known.tables), (player(1), None, 0));
    assert_eq!(known.ready, Some(readiness(1, 1)));
    assert_eq!(journal.program(player(1)).await.unwrap(), None, "a person is no program");
    // Nothing of a program that is not added is left.
    assert!(!add(&journal, 11, &Precondition::Token([99; 32])).await);
    let (mut twin, second) = (account(11), of_program(11));
    let by_guest = journal.add_program(&twin, &second, player(2), MOST, &right);
    assert!(!by_guest.await.unwrap(), "a guest has no programs");
    twin.name_key = Some("program 10".to_owned());
    let named = journal.add_program(&twin, &second, player(1), MOST, &right);
    assert!(!named.await.unwrap(), "a name is one program's");
    assert!(journal.token(token(11).hash).await.unwrap().is_none());
    assert!(add(&journal, 11, &right).await);
    assert!(!add(&journal, 12, &right).await, "there is room for two");
    let listed = journal.programs_of(player(1)).await.unwrap();
    assert!(listed.iter().map(|program| program.player.id).eq([player(10), player(11)]));
    assert_eq!(journal.programs_of(player(2)).await.unwrap(), []);
    let mut gone = Account::guest(player(11), "N. N.".to_owned(), 1);
    (gone.player.standing, gone.deleted_ms) = (Standing::Deleted, Some(9));
    assert!(journal.change(&gone, TokensKept::None, &right).await.unwrap());
    assert_eq!(journal.program(player(11)).await.unwrap(), None);
    assert!(add(&journal, 12, &right).await, "there is room again");
}

pub async fn a_program_is_ready_until_its_time_is_up_or_it_says_something_else(
    journal: Arc<dyn Journal>,
) {
    let journal = with_a_program(journal).await;
    let right = Precondition::Token(token(1).hash);
    assert!(add(&journal, 11, &right).await);
    assert_eq!(ready(&journal, 99).await, [player(10)]);
    assert_eq!(ready(&journal, 100).await, []);
    assert!(set_ready(&journal, 11, &Readiness { until_ms: 200, ..readiness(2, 3) }).await);
    assert_eq!(ready(&journal, 99).await, [player(10), player(11)]);
    let second = journal.ready_programs(99, Some(player(10)), 9).await.unwrap();
    assert_eq!(second, [program(&journal, 11).await]);
    assert_eq!(journal.ready_programs(99, None, 1).await.unwrap().len(), 1);
    // Who has signed out, and who is no program, is ready for nothing.
    let unknown = Precondition::Token([99; 32]);
    let set = journal.set_ready(player(10), &readiness(3, 1), &unknown).await.unwrap();
    assert!(!set && program(&journal, 10).await.ready == Some(readiness(1, 1)));
    assert!(!set_ready(&journal, 1, &readiness(3, 1)).await);
    let [first, second] = [1, 2].map(Uuid::from_u128);
    assert!(!journal.renew_ready(player(10), second, 300).await.unwrap());
    assert!(journal.renew_ready(player(10), first, 300).await.unwrap());
    assert_eq!(ready(&journal, 250).await, [player(10)]);
    assert!(!journal.withdraw_ready(player(10), Some(second)).await.unwrap());
    assert!(journal.withdraw_ready(player(10), Some(first)).await.unwrap());
    assert!(!journal.renew_ready(player(10), first, 300).await.unwrap());
    assert!(!journal.withdraw_ready(player(10), None).await.unwrap());
    assert!(journal.withdraw_ready(player(11), None).await.unwrap());
    assert_eq!(ready(&journal, 99).await, []);
}

pub async fn a_program_is_asked_only_while_it_is_ready_and_has_room(journal: Arc<dyn Journal>) {
    let journal = with_a_program(journal).await;
    open(&journal, 2).await;
    open(&journal, 3).await;
    assert!(!arrange(&journal, 2, ask(9)).await, "it has said something else");
    let Arrangement::Ask { seat, program: asked, revision, until_ms, .. } = ask(1) else { return };
    let by_another =
        Arrangement::Ask { seat, program: asked, by: player(2), revision, at_ms: 50, until_ms };
    assert!(!arrange(&journal, 2, by_another).await, "only the owner asks");
    let too_late =
        Arrangement::Ask { seat, program: asked, by: player(1), revision, at_ms: 100, until_ms };
    assert!(!arrange(&journal, 2, too_late).await, "it is ready no more");
    let nowhere = Arrangement::Ask {
        seat: Seat(2),
        program: asked,
        by: player(1),
        revision,
        at_ms: 50,
        until_ms,
    };
    assert!(!arrange(&journal, 2, nowhere).await, "there is no such seat");
    assert!(arrange(&journal, 2, ask(1)).await);
    assert_eq!(hold(&journal, 2).await, Some(Hold::Asked { until_ms: 60 }));
    assert_eq!(program(&journal, 10).await.tables, 1);
    assert!(!arrange(&journal, 2, ask(1)).await, "it is asked already");
    assert!(!arrange(&journal, 3, ask(1)).await, "it plays at one table at a time");
    assert!(!journal.sit(table(2), Seat(1), player(2)).await.unwrap(), "the seat is held");
    assert!(!journal.start(&start(2)).await.unwrap(), "it has not answered");
    let hand_over = Arrangement::HandOver { to: player(10), by: player(1) };
    assert!(!arrange(&journal, 2, hand_over).await, "a program owns no table of people");
    assert!(arrange(&journal, 2, remove("another")).await);
    assert_eq!((hold(&journal, 2).await, declines(&journal, 2).await), (None, Vec::new()));
    assert!(arrange(&journal, 3, ask(1)).await, "there is room again");
    // An owner who leaves stays the owner where only a program is left.
    assert!(journal.leave(table(3), player(1)).await.unwrap());
    assert_eq!(journal.table(table(3)).await.unwrap().unwrap().owner, player(1));
}

pub async fn a_program_that_was_asked_sits_down_or_its_seat_is_free_again(
    journal: Arc<dyn Journal>,
) {
    let journal = with_a_program(journal).await;
    open(&journal, 2).await;
    for early in [accept(50), refuse(50), lapse(70)] {
        assert!(!arrange(&journal, 2, early).await, "it is not asked");
    }
    assert!(arrange(&journal, 2, ask(1)).await);
    assert!(!arrange(&journal, 2, lapse(59)).await);
    assert!(!arrange(&journal, 2, accept(60)).await && !arrange(&journal, 2, refuse(60)).await);
    assert_eq!(journal.lapsed_seats(59, 9).await.unwrap(), []);
    assert_eq!(journal.lapsed_seats(60, 9).await.unwrap(), [(table(2), player(10))]);
    assert!(arrange(&journal, 2, lapse(60)).await);
    assert_eq!(hold(&journal, 2).await, None);
    assert_eq!(declines(&journal, 2).await, [declined(DeclineReason::Silent, 60)]);
    assert!(arrange(&journal, 2, ask(1)).await);
    assert_eq!(declines(&journal, 2).await, [], "it is asked once more");
    assert!(arrange(&journal, 2, refuse(55)).await);
    assert!(!arrange(&journal, 2, accept(56)).await);
    assert_eq!(declines(&journal, 2).await, [declined(DeclineReason::Clock, 55)]);
    assert!(arrange(&journal, 2, ask(1)).await && arrange(&journal, 2, accept(55)).await);
    assert_eq!(hold(&journal, 2).await, Some(Hold::Waiting { until_ms: 90 }));
    assert!(!arrange(&journal, 2, refuse(56)).await, "it has answered");
    assert!(!arrange(&journal, 2, lapse(89)).await && arrange(&journal, 2, lapse(90)).await);
    assert_eq!(declines(&journal, 2).await, [declined(DeclineReason::Waited, 90)]);
    assert!(arrange(&journal, 2, ask(1)).await && arrange(&journal, 2, accept(55)).await);
    assert!(journal.start(&start(2)).await.unwrap());
    assert_eq!(journal.lapsed_seats(1_000, 9).await.unwrap(), [], "it plays");
    assert!(!arrange(&journal, 2, lapse(1_000)).await);
    assert_eq!(program(&journal, 10).await.tables, 1);
}

pub async fn seats_that_are_held_no_longer_are_listed_by_their_time(journal: Arc<dyn Journal>) {
    let journal = with_a_program(journal).await;
    assert!(set_ready(&journal, 10, &readiness(2, 9)).await);
    for (number, owner, until_ms) in [(2, 1, 70), (3, 1, 60), (4, 2, 80)] {
        open_by(&journal, number, owner).await;
        assert!(arrange(&journal, number, ask_by(owner, 2, until_ms)).await);
    }
    let [second, third, fourth] = [2, 3, 4].map(|number| (table(number), player(10)));
    assert_eq!(journal.lapsed_seats(99, 9).await.unwrap(), [third, second, fourth]);
    assert_eq!(journal.lapsed_seats(99, 2).await.unwrap(), [third, second]);
    assert_eq!(journal.lapsed_seats(70, 9).await.unwrap(), [third, second]);
}

pub async fn a_program_is_at_few_tables_of_one_owner_at_a_time(journal: Arc<dyn Journal>) {
    let journal = with_a_program(journal).await;
    assert!(set_ready(&journal, 10, &readiness(2, 9)).await);
    for (number, owner) in [(2, 1), (3, 1), (4, 1), (5, 2)] {
        open_by(&journal, number, owner).await;
    }
    assert!(arrange(&journal, 2, ask(2)).await && arrange(&journal, 3, ask(2)).await);
    assert!(!arrange(&journal, 4, ask(2)).await, "it is asked at two tables of this owner");
    assert!(arrange(&journal, 5, ask_by(2, 2, 60)).await, "it has room for others");
    assert!(arrange(&journal, 2, accept(55)).await && arrange(&journal, 3, accept(55)).await);
    assert!(!arrange(&journal, 4, ask(2)).await, "it sits at two tables of this owner");
    assert!(journal.start(&start(2)).await.unwrap());
    assert!(!arrange(&journal, 4, ask(2)).await, "it plays at one of them");
    assert!(journal.leave(table(3), player(10)).await.unwrap());
    assert!(arrange(&journal, 4, ask(2)).await, "there is room again");
}

pub async fn a_program_that_is_only_asked_has_no_rights_of_those_who_sit(
    journal: Arc<dyn Journal>,
) {
    let journal = with_a_program(journal).await;
    let settings = TableSettings { visibility: Visibility::Private, ..TableSettings::default() };
    let private = TableRow { settings, ..row(2) };
    assert!(journal.open_table(&private).await.unwrap());
    let invite = Arrangement::Invite { player: player(3), by: player(10), at_ms: 56 };
    let says = async |number: u128| {
        let message = NewMessage {
            id: MessageId(Uuid::from_u128(5_000 + number)),
            table: table(2),
            player: player(10),
            key: number.to_string(),
            text: "hello".to_owned(),
            at_ms: 56,
        };
        let own = Precondition::Token(token(10).hash);
        journal.say(&message, &own, 9).await.unwrap()
    };
    let code = async || journal.table(table(2)).await.unwrap().unwrap().invite;
    let first = code().await;
    assert!(arrange(&journal, 2, ask(1)).await);
    let seen = TablePage { reader: ListScope::Player(player(10)), ..TablePage::default() };
    let seen = journal.tables(&seen).await.unwrap();
    assert!(seen.iter().any(|row| row.id == table(2)), "it sees what it is asked to");
    assert!(!arrange(&journal, 2, invite.clone()).await, "it invites nobody");
    assert!(!says(1).await, "it says nothing");
    assert!(arrange(&journal, 2, remove("second")).await);
    assert_eq!(code().await, first, "it never knew the code");
    assert!(arrange(&journal, 2, ask(1)).await && arrange(&journal, 2, accept(55)).await);
    assert!(arrange(&journal, 2, invite).await && says(2).await, "it sits there");
    assert!(arrange(&journal, 2, remove("third")).await);
    assert_eq!(code().await, "third", "it knew the code");
}

pub async fn open_tables_of_a_program_that_is_switched_off_pass_to_who_sits_there(
    journal: Arc<dyn Journal>,
) {
    let journal = with_a_program(journal).await;
    open_by(&journal, 2, 10).await;
    open_by(&journal, 3, 10).await;
    assert!(journal.sit(table(2), Seat(1), player(2)).await.unwrap());
    let owner = async |number| journal.table(table(number)).await.unwrap().unwrap().owner;
    let off = journal.switch_program(player(10), Some(7), &Precondition::Nothing).await;
    assert!(off.unwrap());
    assert_eq!(owner(2).await, player(2));
    assert_eq!(owner(3).await, player(10), "nobody sits there");
    assert!(journal.sit(table(3), Seat(1), player(3)).await.unwrap());
    assert_eq!(owner(3).await, player(3));
}

pub async fn a_program_that_is_switched_off_leaves_open_tables_and_is_signed_out(
    journal: Arc<dyn Journal>,
) {
    let journal = with_a_program(journal).await;
    open(&journal, 2).await;
    assert!(arrange(&journal, 2, ask(1)).await);
    let mut moderator = Account::guest(player(3), "Player 3".to_owned(), 1);
    moderator.role = Role::Moderator;
    assert!(journal.change(&moderator, TokensKept::All, &Precondition::Nothing).await.unwrap());
    let by = |number| Precondition::Moderator(token(number).hash);
    let switch = async |off_ms, number| {
        journal.switch_program(player(10), off_ms, &by(number)).await.unwrap()
    };
    assert!(!switch(Some(7), 2).await, "only a moderator does that");
    assert!(!switch(None, 3).await, "it is on");
    assert!(journal.token(token(10).hash).await.unwrap().is_some());
    assert!(switch(Some(7), 3).await);
    assert!(!switch(Some(8), 3).await, "it is off");
    let off = program(&journal, 10).await;
    assert_eq!((off.off_ms, off.ready, off.tables), (Some(7), None, 0));
    assert!(journal.token(token(10).hash).await.unwrap().is_none());
    assert_eq!(hold(&journal, 2).await, None);
    let set = journal.set_ready(player(10), &readiness(4, 1), &Precondition::Nothing).await;
    assert!(!set.unwrap(), "it is ready for nothing while it is off");
    assert!(!journal.switch_program(player(2), Some(7), &by(3)).await.unwrap(), "a person");
    assert!(switch(None, 3).await);
    let set = journal.set_ready(player(10), &readiness(4, 1), &Precondition::Nothing).await;
    assert!(set.unwrap());
}

pub async fn of_many_who_ask_for_the_last_table_of_a_program_one_does(journal: Arc<dyn Journal>) {
    let journal = with_a_program(journal).await;
    let tables = 2..=9;
    for number in tables.clone() {
        open(&journal, number).await;
    }
    let mut racing = JoinSet::new();
    for number in tables.clone() {
        let journal = Arc::clone(&journal);
        racing.spawn(async move { arrange(&journal, number, ask(1)).await });
    }
    let asked = racing.join_all().await.into_iter().filter(|&is_done| is_done).count();
    assert_eq!(asked, 1);
    let mut held = 0;
    for number in tables {
        held += usize::from(hold(&journal, number).await.is_some());
    }
    assert_eq!((held, program(&journal, 10).await.tables), (1, 1));
}

pub async fn of_an_answer_and_the_end_of_its_time_one_counts(journal: Arc<dyn Journal>) {
    let journal = with_a_program(journal).await;
    open(&journal, 2).await;
    assert!(arrange(&journal, 2, ask(1)).await);
    let mut racing = JoinSet::new();
    for arrangement in [accept(55), refuse(55), lapse(60), accept(56), refuse(56), lapse(61)] {
        let journal = Arc::clone(&journal);
        racing.spawn(async move { arrange(&journal, 2, arrangement).await });
    }
    let done = racing.join_all().await.into_iter().filter(|&is_done| is_done).count();
    assert_eq!(done, 1);
    let row = journal.table(table(2)).await.unwrap().unwrap();
    assert_eq!(row.status, Status::Open);
    assert_eq!(row.at(Seat(1)).is_none(), declines(&journal, 2).await.len() == 1);
}

pub async fn no_more_programs_are_added_at_once_than_an_owner_may_have(journal: Arc<dyn Journal>) {
    let journal = with_a_program(journal).await;
    let mut racing = JoinSet::new();
    for number in 20..28 {
        let journal = Arc::clone(&journal);
        racing.spawn(async move {
            let mut token = of_program(number);
            token.id = TokenId(Uuid::from_u128(9_000 + number));
            let right = Precondition::Token(super::token(1).hash);
            journal.add_program(&account(number), &token, player(1), MOST, &right).await.unwrap()
        });
    }
    let added = racing.join_all().await.into_iter().filter(|&is_done| is_done).count();
    assert_eq!(added, 1, "one was there");
    assert_eq!(journal.programs_of(player(1)).await.unwrap().len(), 2);
}
