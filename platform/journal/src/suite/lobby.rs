//! Tables before they begin, and who owns them.

use std::sync::Arc;

use crate::{
    Account, Arrangement, Bot, BuildRow, Entry, InviteCode, Journal, PlayerId, Precondition,
    Purpose, Scopes, Standing, Start, Status, TableEnd, TableId, TableRow, TableSettings,
    TableUpdate, TokenId, TokenRow, TokensKept, Visibility,
};
use gueridon_game::{Seat, Seats};
use uuid::Uuid;

/// Later than any time in these tests, so nothing is due.
const LATER: i64 = 9_000_000;

/// A journal with three guests and a build that tables can begin with.
struct Stage {
    journal: Arc<dyn Journal>,
    ada: PlayerId,
    bo: PlayerId,
    cy: PlayerId,
}

impl Stage {
    async fn over(journal: Arc<dyn Journal>) -> Self {
        let ada = guest(&*journal, 1).await;
        let bo = guest(&*journal, 2).await;
        let cy = guest(&*journal, 3).await;
        let bytes = Arc::from(vec![7]);
        let build =
            BuildRow { sha256: [7; 32], game: "marathon".to_owned(), bytes, first_used_ms: 0 };
        assert!(journal.keep_build(&build).await.unwrap());
        Self { journal, ada, bo, cy }
    }
}

/// Adds a guest with this number, which is below 256.
async fn guest(journal: &dyn Journal, number: u128) -> PlayerId {
    let player = PlayerId(Uuid::from_u128(number));
    let account = Account::guest(player, format!("Player {number}"), 1);
    let token = TokenRow {
        id: TokenId(Uuid::from_u128(number)),
        hash: [number as u8; 32],
        player,
        purpose: Purpose::Session,
        scopes: Scopes::ALL,
        client: None,
        label: String::new(),
        created_ms: 1,
        used_ms: 1,
        expires_ms: LATER,
    };
    assert!(journal.add_player(&account, &token).await.unwrap());
    player
}

fn private() -> TableSettings {
    TableSettings { visibility: Visibility::Private, ..TableSettings::default() }
}

fn id(number: u128) -> TableId {
    TableId(Uuid::from_u128(number))
}

fn row(number: u128, owner: PlayerId) -> TableRow {
    TableRow {
        deadline_ms: Some(LATER),
        ..TableRow::opened(id(number), "marathon".to_owned(), 2, owner, 5)
    }
}

async fn arrange(stage: &Stage, table: u128, action: Arrangement) -> bool {
    stage.journal.arrange(id(table), &action, Some(LATER + 1)).await.unwrap()
}

/// Begins a table of two players.
async fn begin(stage: &Stage, number: u128, players: [PlayerId; 2], at_ms: i64, to_act: Seats) {
    let [first, second] = players;
    assert!(stage.journal.open_table(&row(number, first)).await.unwrap());
    assert!(stage.journal.sit(id(number), Seat(0), first).await.unwrap());
    assert!(stage.journal.sit(id(number), Seat(1), second).await.unwrap());
    let start = Start {
        table: id(number),
        starter: first,
        build: [7; 32],
        seed: [0; 32],
        at_ms,
        to_act,
        deadline_ms: None,
        most_bot_tables: 1,
    };
    let by_another = Start { starter: second, ..start.clone() };
    assert!(!stage.journal.start(&by_another).await.unwrap(), "only the owner may begin it");
    assert!(stage.journal.start(&start).await.unwrap());
}

pub async fn no_more_tables_of_bots_alone_begin_than_an_owner_may_have(journal: Arc<dyn Journal>) {
    let stage = Stage::over(journal).await;
    let (bot, ada) = (Bot::Random, stage.ada);
    for number in 1..=3 {
        assert!(stage.journal.open_table(&row(number, ada)).await.unwrap());
        for seat in [0, 1] {
            assert!(stage.journal.seat_bot(id(number), Seat(seat), bot, ada).await.unwrap());
        }
    }
    let start = |number| Start {
        table: id(number),
        starter: ada,
        build: [7; 32],
        seed: [0; 32],
        at_ms: 6,
        to_act: Seats::NONE,
        deadline_ms: None,
        most_bot_tables: 2,
    };
    assert!(stage.journal.start(&start(1)).await.unwrap());
    assert!(stage.journal.start(&start(2)).await.unwrap());
    assert!(!stage.journal.start(&start(3)).await.unwrap());
    // A table with a player does not count, and one that has ended does not count any more.
    begin(&stage, 4, [ada, stage.bo], 6, Seats::NONE).await;
    let end = TableUpdate { deadline_ms: None, end: Some(TableEnd::Over(None)) };
    let entry = Entry { table: id(1), ends: true, ..super::entry(1, 1, 0, "k") };
    assert!(stage.journal.append(&entry, &end).await.unwrap());
    assert!(stage.journal.start(&start(3)).await.unwrap());
}

/// Compares the condition of the write with the function that says the same of a row, for every kind
/// of sitter in each of two seats: of a table that is to begin, and of one that counts as in play.
pub async fn a_table_is_of_bots_alone_where_its_row_says_so(journal: Arc<dyn Journal>) {
    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Kind {
        Bot,
        Player,
        Deleted,
    }
    const KINDS: [Kind; 3] = [Kind::Bot, Kind::Player, Kind::Deleted];
    let stage = Stage::over(journal).await;
    let begins = async |table: u128, starter, most_bot_tables| {
        let start = Start {
            table: id(table),
            starter,
            build: [7; 32],
            seed: [0; 32],
            at_ms: 6,
            to_act: Seats::NONE,
            deadline_ms: None,
            most_bot_tables,
        };
        stage.journal.start(&start).await.unwrap()
    };
    // The owners have one table each in play, so that no other counts.
    let pairs = KINDS.into_iter().flat_map(|first| KINDS.map(|second| [first, second]));
    for (number, sitters) in (10..).step_by(10).zip(pairs) {
        let owner = guest(&*stage.journal, number).await;
        let [table, next] = [number, number + 1];
        assert!(stage.journal.open_table(&row(table, owner)).await.unwrap());
        assert!(stage.journal.open_table(&row(next, owner)).await.unwrap());
        let mut leaving = Vec::new();
        for (seat, kind) in (0..).zip(sitters) {
            if kind == Kind::Bot {
                assert!(
                    stage
                        .journal
                        .seat_bot(id(table), Seat(seat), Bot::Random, owner)
                        .await
                        .unwrap()
                );
            } else {
                let sitter = guest(&*stage.journal, number + 1 + u128::from(seat)).await;
                assert!(stage.journal.sit(id(table), Seat(seat), sitter).await.unwrap());
                leaving.extend((kind == Kind::Deleted).then_some(sitter));
            }
            assert!(
                stage.journal.seat_bot(id(next), Seat(seat), Bot::Random, owner).await.unwrap()
            );
        }
        let opened = stage.journal.table(id(table)).await.unwrap().unwrap();
        assert_eq!(begins(table, owner, 0).await, !opened.is_of_bots_alone(), "{sitters:?}");
        assert_eq!(begins(table, owner, 1).await, opened.is_of_bots_alone(), "{sitters:?}");
        for player in leaving {
            let mut gone = Account::guest(player, "N. N.".to_owned(), 1);
            (gone.player.standing, gone.deleted_ms) = (Standing::Deleted, Some(9));
            let kept = (TokensKept::None, &Precondition::Nothing);
            assert!(stage.journal.change(&gone, kept.0, kept.1).await.unwrap());
        }
        let playing = stage.journal.table(id(table)).await.unwrap().unwrap();
        assert_eq!(begins(next, owner, 1).await, !playing.is_of_bots_alone(), "{sitters:?}");
    }
}

pub async fn an_arrangement_is_made_only_if_its_condition_holds(journal: Arc<dyn Journal>) {
    let stage = Stage::over(journal).await;
    let (ada, bo, cy) = (stage.ada, stage.bo, stage.cy);
    let (seat, bot, at_ms) = (Seat(0), Bot::Random, 6);
    let code = |text: &str| InviteCode(text.to_owned());
    assert!(stage.journal.open_table(&row(1, ada)).await.unwrap());
    for (action, is_done) in [
        (Arrangement::Sit { seat, player: bo }, true),
        (Arrangement::Sit { seat, player: cy }, false),
        (Arrangement::Sit { seat: Seat(1), player: bo }, false),
        (Arrangement::Sit { seat: Seat(2), player: cy }, false),
        (Arrangement::SeatBot { seat: Seat(1), bot, by: bo }, false),
        (Arrangement::SeatBot { seat, bot, by: ada }, false),
        (Arrangement::SeatBot { seat: Seat(1), bot, by: ada }, true),
        (Arrangement::Remove { seat: Seat(1), by: bo, invite: code("a") }, false),
        (Arrangement::Remove { seat: Seat(1), by: ada, invite: code("b") }, true),
        (Arrangement::Remove { seat: Seat(1), by: ada, invite: code("c") }, false),
        (Arrangement::HandOver { to: cy, by: ada }, false),
        (Arrangement::HandOver { to: bo, by: bo }, false),
        (Arrangement::HandOver { to: bo, by: ada }, true),
        (Arrangement::HandOver { to: bo, by: ada }, false),
        (Arrangement::Invite { player: cy, by: ada, at_ms }, false),
        (Arrangement::Invite { player: cy, by: bo, at_ms }, true),
        (Arrangement::Invite { player: cy, by: bo, at_ms }, false),
        (Arrangement::Invite { player: PlayerId::default(), by: bo, at_ms }, false),
        (Arrangement::Decline { player: cy }, true),
        (Arrangement::Decline { player: cy }, false),
        (Arrangement::UseInvite { code: code("x"), player: cy, at_ms }, false),
        (Arrangement::Leave { player: cy }, false),
        (Arrangement::Cancel { by: ada, at_ms }, false),
        (Arrangement::Cancel { by: bo, at_ms }, true),
        (Arrangement::Cancel { by: bo, at_ms }, false),
        (Arrangement::Sit { seat: Seat(1), player: cy }, false),
        (Arrangement::Leave { player: bo }, false),
        (Arrangement::Invite { player: cy, by: bo, at_ms }, false),
    ] {
        assert_eq!(arrange(&stage, 1, action.clone()).await, is_done, "{action:?}");
    }
    let now = stage.journal.table(id(1)).await.unwrap().unwrap();
    assert_eq!((now.status, now.owner, now.deadline_ms), (Status::Closed, bo, None));
    assert_eq!(now.invite, row(1, ada).invite, "the code of an open table stays");
    assert!(!arrange(&stage, 9, Arrangement::Sit { seat, player: ada }).await);
}

pub async fn only_invited_players_sit_at_a_private_table(journal: Arc<dyn Journal>) {
    let stage = Stage::over(journal).await;
    let (ada, bo, cy) = (stage.ada, stage.bo, stage.cy);
    let hidden = TableRow { settings: private(), ..row(1, ada) };
    assert!(stage.journal.open_table(&hidden).await.unwrap());
    let sit = |player, seat| Arrangement::Sit { seat: Seat(seat), player };
    assert!(!arrange(&stage, 1, sit(bo, 0)).await);
    let code = InviteCode(hidden.invite.clone());
    assert!(arrange(&stage, 1, Arrangement::UseInvite { code, player: bo, at_ms: 6 }).await);
    assert!(stage.journal.is_invited(id(1), bo).await.unwrap());
    assert_eq!(stage.journal.invited(id(1)).await.unwrap(), [bo]);
    assert!(arrange(&stage, 1, sit(bo, 0)).await);
    assert_eq!(
        stage.journal.table(id(1)).await.unwrap().unwrap().deadline_ms,
        Some(LATER + 1),
        "whoever sits down renews the deadline"
    );
    assert!(arrange(&stage, 1, sit(ada, 1)).await);
    let invite = InviteCode("anew".to_owned());
    assert!(arrange(&stage, 1, Arrangement::Remove { seat: Seat(0), by: ada, invite }).await);
    assert!(!stage.journal.is_invited(id(1), bo).await.unwrap());
    assert_eq!(stage.journal.table_by_invite(&hidden.invite).await.unwrap(), None);
    let found = stage.journal.table_by_invite("anew").await.unwrap();
    assert_eq!(found.map(|row| row.id), Some(id(1)));
    assert!(!arrange(&stage, 1, sit(bo, 0)).await);
    assert!(!arrange(&stage, 1, sit(cy, 0)).await);
}

pub async fn tables_where_it_is_the_players_turn_are_listed_first(journal: Arc<dyn Journal>) {
    let stage = Stage::over(journal).await;
    let (ada, bo) = (stage.ada, stage.bo);
    let (first, second) = (Seats::just(Seat(0)), Seats::just(Seat(1)));
    begin(&stage, 1, [ada, bo], 10, first).await;
    begin(&stage, 2, [bo, ada], 10, first).await;
    begin(&stage, 3, [ada, bo], 10, first.with(Seat(1))).await;
    // Open tables: one that Ada owns, one where she sits, and one of somebody else.
    assert!(stage.journal.open_table(&row(4, ada)).await.unwrap());
    assert!(stage.journal.open_table(&row(5, bo)).await.unwrap());
    assert!(stage.journal.sit(id(5), Seat(1), ada).await.unwrap());
    assert!(stage.journal.open_table(&row(6, bo)).await.unwrap());
    let mine = async |after, first| {
        let mine = stage.journal.my_tables(ada, after, first).await.unwrap();
        let plain = mine.iter().map(|one| (one.is_turn, one.row.id.0.as_u128()));
        plain.collect::<Vec<_>>()
    };
    let all = [(true, 3), (true, 1), (false, 5), (false, 4), (false, 2)];
    assert_eq!(mine(None, 9).await, all);
    assert_eq!(mine(None, 2).await, all[..2]);
    assert_eq!(mine(Some((true, id(1))), 9).await, all[2..]);
    assert_eq!(mine(Some((false, id(4))), 9).await, all[4..]);
    // The newest entry says whose turn it is.
    let entry = |table: u128, seq, to_act| Entry {
        table: id(table),
        seq,
        seat: None,
        key: seq.to_string(),
        body: "{}".to_owned(),
        digest: String::new(),
        at_ms: 20,
        to_act,
        ends: false,
    };
    for (table, seq, to_act) in [(1, 1, second), (2, 1, first), (2, 2, second)] {
        let entry = entry(table, seq, to_act);
        assert!(stage.journal.append(&entry, &TableUpdate::default()).await.unwrap());
    }
    let turned = [(true, 3), (true, 2), (false, 5), (false, 4), (false, 1)];
    assert_eq!(mine(None, 9).await, turned);
    let (_, to_act) = stage.journal.turn(id(1)).await.unwrap().unwrap();
    assert_eq!(to_act, second);
    let (_, to_act) = stage.journal.turn(id(4)).await.unwrap().unwrap();
    assert_eq!(to_act, Seats::NONE);
    assert_eq!(stage.journal.turn(id(9)).await.unwrap(), None);

    // At table 3 nothing was done after it began.
    let quiet =
        async |before_ms, after| stage.journal.quiet_since(before_ms, after, 9).await.unwrap();
    assert_eq!(quiet(10, None).await, []);
    assert_eq!(quiet(11, None).await, [id(3)]);
    assert_eq!(quiet(21, None).await, [id(1), id(2), id(3)]);
    assert_eq!(quiet(21, Some(id(1))).await, [id(2), id(3)]);
}

pub async fn a_table_is_opened_whole_or_not_at_all(journal: Arc<dyn Journal>) {
    let stage = Stage::over(journal).await;
    let (ada, bo) = (stage.ada, stage.bo);
    begin(&stage, 1, [ada, bo], 10, Seats::NONE).await;
    let seated = stage.journal.table(id(1)).await.unwrap().unwrap().seated;
    let next = TableRow { rematch_of: Some(id(1)), seated: seated[..1].to_vec(), ..row(2, ada) };
    assert!(
        !stage.journal.open_within(&next, &[bo], 1).await.unwrap(),
        "she has one table already"
    );
    assert!(stage.journal.open_within(&next, &[bo], 2).await.unwrap());
    assert_eq!(stage.journal.count_tables(ada).await.unwrap(), 2);
    let other = TableRow { rematch_of: Some(id(1)), ..row(3, bo) };
    assert!(
        !stage.journal.open_within(&other, &[], 9).await.unwrap(),
        "there is a rematch already"
    );
    assert_eq!(stage.journal.rematch_of(id(1)).await.unwrap(), Some(id(2)));
    assert_eq!(stage.journal.table(id(2)).await.unwrap().unwrap().seated, seated[..1]);
    let invitations = stage.journal.invitations(bo, None, 9).await.unwrap();
    assert_eq!(invitations.len(), 1);
    assert_eq!(invitations[0].table.settings, TableSettings::default());
    assert!(arrange(&stage, 2, Arrangement::Cancel { by: ada, at_ms: 7 }).await);
    assert_eq!(stage.journal.rematch_of(id(1)).await.unwrap(), None);
    assert!(stage.journal.open_within(&other, &[], 9).await.unwrap());
    assert_eq!(stage.journal.invitations(bo, None, 9).await.unwrap(), []);
}
