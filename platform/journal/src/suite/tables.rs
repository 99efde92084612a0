//! Tables and their entries.

use std::sync::Arc;

use crate::{
    Arrangement, Beat, BuildRow, CloseReason, Entry, GAME_FAILED, Intervention, InterventionKind,
    Journal, LastLook, ListScope, NodeLoad, Seated, Standing, Start, Status, StopOnUpgrade,
    TableEnd, TablePage, TableRow, TableSettings, TableUpdate, Visibility,
};
use gueridon_game::{Seat, Seats};
use uuid::Uuid;

use super::{BUILD, entry, furnished, player, row, start, table, token};

pub async fn what_is_written_is_read_as_it_was(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let read = journal.table(table(1)).await.unwrap().unwrap();
    let (seed, build) = (Some([4; 32]), Some(BUILD));
    let status = Status::Playing;
    let seated = read.seated.clone();
    let starter = Some(player(1));
    let begun = TableRow {
        status,
        build,
        seed,
        started_ms: Some(8),
        starter,
        to_act: Seats::just(Seat(1)),
        deadline_ms: Some(9),
        seated,
        ..row(1)
    };
    assert_eq!(read, begun);
    assert_eq!(read.seed, seed);
    assert_eq!(read.seat_of(player(2)), Some(Seat(1)));
    let name = "Player 1".to_owned();
    let seated = Seated::of(Seat(0), player(1), name, Standing::Guest);
    assert_eq!(read.at(Seat(0)), Some(&seated));
    let build = journal.build(BUILD).await.unwrap().unwrap();
    assert_eq!((&*build.bytes, build.first_used_ms), (&[1, 2, 3][..], 3));
    assert!(journal.build([0; 32]).await.unwrap().is_none());
    let (known, account) = journal.token([2; 32]).await.unwrap().unwrap();
    assert_eq!((known, account.player.id), (token(2), player(2)));
    assert!(journal.token([8; 32]).await.unwrap().is_none());
    assert!(journal.table(table(7)).await.unwrap().is_none());
    let written = entry(1, 1, 0, "a");
    assert!(journal.append(&written, &TableUpdate::default()).await.unwrap());
    assert_eq!(journal.entries(table(1), 0, 9).await.unwrap(), [written]);
}

pub async fn a_number_is_taken_once_and_a_key_once_by_each_seat(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    assert!(journal.append(&entry(1, 1, 0, "a"), &TableUpdate::default()).await.unwrap());
    assert!(!journal.append(&entry(1, 1, 1, "b"), &TableUpdate::default()).await.unwrap());
    assert!(!journal.append(&entry(1, 2, 0, "a"), &TableUpdate::default()).await.unwrap());
    assert!(journal.append(&entry(1, 2, 1, "a"), &TableUpdate::default()).await.unwrap());
    let by_host = |seq| Entry { seat: None, ..entry(1, seq, 0, "a") };
    assert!(journal.append(&by_host(3), &TableUpdate::default()).await.unwrap());
    assert!(!journal.append(&by_host(4), &TableUpdate::default()).await.unwrap());
    let seqs = journal.entries(table(1), 1, 9).await.unwrap();
    assert_eq!(seqs.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(journal.entries(table(1), 0, 1).await.unwrap().len(), 1);
    assert!(journal.entries(table(1), u64::MAX, 9).await.unwrap().is_empty());
}

pub async fn a_seat_is_taken_or_freed_and_a_table_begins_only_if_the_condition_holds(
    journal: Arc<dyn Journal>,
) {
    let journal = furnished(journal).await;
    assert!(journal.open_table(&row(2)).await.unwrap());
    assert!(!journal.open_table(&row(2)).await.unwrap());
    assert!(journal.sit(table(2), Seat(1), player(1)).await.unwrap());
    assert!(!journal.sit(table(2), Seat(1), player(2)).await.unwrap());
    assert!(!journal.sit(table(2), Seat(0), player(1)).await.unwrap());
    assert!(!journal.sit(table(2), Seat(2), player(2)).await.unwrap());
    assert!(!journal.sit(table(7), Seat(0), player(2)).await.unwrap());
    assert!(!journal.start(&start(2)).await.unwrap());
    assert!(journal.leave(table(2), player(1)).await.unwrap());
    assert!(!journal.leave(table(2), player(1)).await.unwrap());
    // Table 1 has begun.
    assert!(!journal.sit(table(1), Seat(0), player(3)).await.unwrap());
    assert!(!journal.leave(table(1), player(1)).await.unwrap());
    assert!(!journal.start(&start(1)).await.unwrap());
}

pub async fn an_entry_that_ends_the_game_ends_its_table(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let last = Entry { ends: true, ..entry(1, 1, 0, "a") };
    let score = "{}".to_owned();
    let after =
        TableUpdate { end: Some(TableEnd::Over(Some(score.clone()))), ..TableUpdate::default() };
    assert!(journal.append(&last, &after).await.unwrap());
    let over = journal.table(table(1)).await.unwrap().unwrap();
    assert_eq!((over.status, over.ended_ms), (Status::Over, Some(last.at_ms)));
    assert_eq!((over.result, over.deadline_ms), (Some(score), None));
    assert!(!journal.append(&last, &TableUpdate::default()).await.unwrap());
}

pub async fn a_table_in_play_goes_on_with_another_build_that_is_kept(journal: Arc<dyn Journal>) {
    const NEW: [u8; 32] = [77; 32];
    let journal = furnished(journal).await;
    for number in [2, 3] {
        assert!(journal.open_table(&row(number)).await.unwrap());
        assert!(journal.sit(table(number), Seat(0), player(1)).await.unwrap());
        assert!(journal.sit(table(number), Seat(1), player(2)).await.unwrap());
        assert!(journal.start(&start(number)).await.unwrap());
    }
    let of = async |build, after| journal.tables_of_build(build, after, 9).await.unwrap();
    let all = [table(1), table(2), table(3)];
    assert_eq!(of(BUILD, None).await, all);
    assert_eq!(of(BUILD, Some(table(1))).await, all[1..]);
    assert_eq!(journal.tables_of_build(BUILD, None, 2).await.unwrap(), all[..2]);
    let news = Entry { seat: None, ..entry(1, 1, 0, "a") };
    assert!(
        !journal.upgrade(&news, NEW, StopOnUpgrade::Stays).await.unwrap(),
        "the build is not kept"
    );
    let bytes: Arc<[u8]> = Arc::from(vec![9]);
    let kept = BuildRow { sha256: NEW, game: "odd".to_owned(), bytes, first_used_ms: 4 };
    assert!(journal.keep_build(&kept).await.unwrap());
    assert!(
        !journal.upgrade(&news, BUILD, StopOnUpgrade::Stays).await.unwrap(),
        "it is played with that already"
    );
    let nowhere = Entry { seat: None, ..entry(7, 1, 0, "a") };
    assert!(
        !journal.upgrade(&nowhere, NEW, StopOnUpgrade::Stays).await.unwrap(),
        "there is no such table"
    );
    assert!(journal.entries(table(1), 0, 9).await.unwrap().is_empty());
    assert!(journal.upgrade(&news, NEW, StopOnUpgrade::Stays).await.unwrap());
    assert!(
        !journal.upgrade(&news, BUILD, StopOnUpgrade::Stays).await.unwrap(),
        "its number is taken"
    );
    let read = journal.table(table(1)).await.unwrap().unwrap();
    assert_eq!((read.build, read.status), (Some(NEW), Status::Playing));
    assert_eq!(journal.entries(table(1), 0, 9).await.unwrap(), [news]);
    assert_eq!((of(BUILD, None).await, of(NEW, None).await), (all[1..].to_vec(), vec![table(1)]));
    // A table that has ended stays as it was.
    let last = Entry { ends: true, ..entry(2, 1, 0, "a") };
    let over = TableUpdate { end: Some(TableEnd::Over(None)), ..TableUpdate::default() };
    assert!(journal.append(&last, &over).await.unwrap());
    let late = Entry { seat: None, ..entry(2, 2, 0, "b") };
    assert!(!journal.upgrade(&late, NEW, StopOnUpgrade::Stays).await.unwrap());
    assert_eq!(of(BUILD, None).await, [table(3)]);
}

pub async fn going_on_with_another_build_may_end_the_stop_of_a_table(journal: Arc<dyn Journal>) {
    const NEW: [u8; 32] = [77; 32];
    let journal = furnished(journal).await;
    let bytes: Arc<[u8]> = Arc::from(vec![9]);
    let kept = BuildRow { sha256: NEW, game: "odd".to_owned(), bytes, first_used_ms: 4 };
    assert!(journal.keep_build(&kept).await.unwrap());
    let stop = Intervention::Stop { table: table(1), reason: "it failed".to_owned() };
    assert!(journal.intervene(&stop, None, 5).await.unwrap());
    let stops = async || journal.stops().await.unwrap().len();
    let recorded = async || journal.interventions(99).await.unwrap();
    let news = |seq| Entry { seat: None, ..entry(1, seq, 0, &seq.to_string()) };
    let (since, before) =
        (StopOnUpgrade::Ends { asked_ms: 5 }, StopOnUpgrade::Ends { asked_ms: 4 });
    assert!(!journal.upgrade(&news(1), BUILD, since).await.unwrap());
    assert_eq!(stops().await, 1, "nothing was written");
    assert!(journal.upgrade(&news(1), NEW, StopOnUpgrade::Stays).await.unwrap());
    assert_eq!(stops().await, 1);
    let late = Entry { key: "late".to_owned(), ..news(1) };
    assert!(!journal.upgrade(&late, BUILD, since).await.unwrap(), "its number is taken");
    assert_eq!((stops().await, recorded().await.len()), (1, 1), "nothing was written");
    // A stop that came after the question stays, and one that no server has decided.
    assert!(journal.upgrade(&news(2), BUILD, before).await.unwrap());
    assert!(journal.upgrade(&news(3), NEW, StopOnUpgrade::EndsIfOfServer).await.unwrap());
    assert_eq!((stops().await, recorded().await.len()), (1, 1));
    assert!(journal.upgrade(&news(4), BUILD, since).await.unwrap());
    assert_eq!(stops().await, 0);
    let newest = recorded().await.remove(0);
    assert_eq!((newest.kind, newest.at_ms), (InterventionKind::Reopen, news(4).at_ms));
    // Where the table is not stopped, nothing is recorded.
    assert!(journal.upgrade(&news(5), NEW, since).await.unwrap());
    assert!(journal.upgrade(&news(6), BUILD, StopOnUpgrade::EndsIfOfServer).await.unwrap());
    assert_eq!(recorded().await.len(), 2);
    let stop = Intervention::Stop { table: table(1), reason: format!("{GAME_FAILED}3 times") };
    assert!(journal.intervene(&stop, None, 6).await.unwrap());
    assert!(journal.upgrade(&news(7), NEW, StopOnUpgrade::EndsIfOfServer).await.unwrap());
    assert_eq!((stops().await, recorded().await.len()), (0, 4));
    // One that is to be closed is closed all the same.
    let close = Intervention::Close { table: table(1), reason: GAME_FAILED.to_owned() };
    assert!(journal.intervene(&close, None, 7).await.unwrap());
    assert!(journal.upgrade(&news(8), BUILD, StopOnUpgrade::Ends { asked_ms: 9 }).await.unwrap());
    assert!(journal.upgrade(&news(9), NEW, StopOnUpgrade::EndsIfOfServer).await.unwrap());
    assert_eq!(stops().await, 1);
}

pub async fn the_newest_look_of_each_pair_of_eyes_at_a_table_in_play_is_kept(
    journal: Arc<dyn Journal>,
) {
    let journal = furnished(journal).await;
    assert!(journal.open_table(&row(2)).await.unwrap());
    let look = |seat: Option<u8>, seq, look: &str| LastLook {
        seat: seat.map(Seat),
        seq,
        look: look.to_owned(),
    };
    let of = async |seat: Option<u8>| journal.last_look(table(1), seat.map(Seat)).await.unwrap();
    assert!(!journal.keep_last_looks(table(2), &[look(None, 1, "{}")]).await.unwrap(), "not begun");
    assert!(!journal.keep_last_looks(table(9), &[look(None, 1, "{}")]).await.unwrap(), "not there");
    assert!(!journal.keep_last_looks(table(1), &[]).await.unwrap());
    assert_eq!(of(None).await, None);
    let both = [look(None, 4, "{\"é\":1}"), look(Some(0), 5, "[5]")];
    assert!(journal.keep_last_looks(table(1), &both).await.unwrap());
    assert_eq!(of(None).await.as_ref(), Some(&both[0]));
    assert_eq!(of(Some(0)).await.as_ref(), Some(&both[1]));
    assert_eq!(of(Some(1)).await, None);
    assert!(!journal.keep_last_looks(table(1), &[look(Some(0), 4, "[4]")]).await.unwrap());
    let newer = [look(Some(0), 5, "[6]"), look(None, 3, "[3]"), look(Some(1), 0, "[0]")];
    assert!(journal.keep_last_looks(table(1), &newer).await.unwrap());
    assert_eq!(of(Some(0)).await.as_ref(), Some(&newer[0]), "not older is new enough");
    assert_eq!(of(None).await.as_ref(), Some(&both[0]));
    assert_eq!(of(Some(1)).await.as_ref(), Some(&newer[2]));
    // They go with the table, and none is kept of one that has ended.
    let last = Entry { ends: true, ..entry(1, 1, 0, "a") };
    let over = TableUpdate { end: Some(TableEnd::Over(None)), ..TableUpdate::default() };
    assert!(journal.append(&last, &over).await.unwrap());
    assert!(!journal.keep_last_looks(table(1), &[look(Some(1), 9, "[9]")]).await.unwrap());
    assert!(journal.delete_table(table(1), last.at_ms + 1).await.unwrap());
    assert_eq!(of(Some(0)).await, None);
}

pub async fn tables_are_listed_newest_first_by_status_game_and_player(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    for number in 2..=5 {
        let opener = player(if number == 3 { 3 } else { 1 });
        let row = TableRow { opener, owner: opener, ..row(number) };
        assert!(journal.open_table(&row).await.unwrap());
    }
    assert!(journal.sit(table(4), Seat(0), player(2)).await.unwrap());
    let list = async |page: TablePage| {
        let tables = journal.tables(&page).await.unwrap();
        tables.iter().map(|table| table.id.0.as_u128() - 1_000).collect::<Vec<_>>()
    };
    let all = TablePage::default;
    assert_eq!(list(all()).await, [5, 4, 3, 2, 1]);
    assert_eq!(list(TablePage { first: 2, before: Some(table(4)), ..all() }).await, [3, 2]);
    assert_eq!(list(TablePage { status: Some(Status::Playing), ..all() }).await, [1]);
    assert_eq!(list(TablePage { game: Some("even".to_owned()), ..all() }).await, [4, 2]);
    assert_eq!(list(TablePage { player: Some(player(2)), ..all() }).await, [4, 1]);
    // Whoever opened or began a table is involved without sitting there.
    for (number, tables) in [(1, &[5, 4, 2, 1][..]), (2, &[4, 1]), (3, &[3])] {
        let involving = async |before, first| {
            let found = journal.involving(player(number), before, first).await.unwrap();
            found.iter().map(|table| table.id.0.as_u128() - 1_000).collect::<Vec<_>>()
        };
        assert_eq!(involving(None, 9).await, tables);
        assert_eq!(involving(Some(table(5)), 1).await, tables[usize::from(tables[0] == 5)..][..1]);
    }
    let both = TablePage { player: Some(player(2)), status: Some(Status::Open), ..all() };
    assert_eq!(list(both).await, [4]);
}

pub async fn each_player_waits_at_the_newest_open_table_where_they_sit(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    for number in 2..=7 {
        let visibility = if number == 6 { Visibility::Private } else { Visibility::Open };
        let settings = TableSettings { visibility, ..TableSettings::default() };
        // At a private table, only its owner can sit without an invitation.
        let opener = player(if number == 6 { 3 } else { 1 });
        let row = TableRow { opener, owner: opener, settings, ..row(number) };
        assert!(journal.open_table(&row).await.unwrap());
    }
    // Players 1 and 2 sit at two tables each, and player 3 at the private one; nobody at table 7.
    for (number, seat, sitter) in [(2, 0, 1), (3, 0, 2), (4, 0, 1), (5, 0, 2), (6, 0, 3)] {
        assert!(journal.sit(table(number), Seat(seat), player(sitter)).await.unwrap());
    }
    let waiting = async |game, reader, first| {
        let tables = journal.waiting(game, reader, first).await.unwrap();
        tables.iter().map(|table| table.id.0.as_u128() - 1_000).collect::<Vec<_>>()
    };
    assert_eq!(waiting(None, ListScope::Everything, 9).await, [6, 5, 4]);
    assert_eq!(waiting(None, ListScope::Everything, 2).await, [6, 5]);
    assert_eq!(waiting(None, ListScope::Public, 9).await, [5, 4]);
    assert_eq!(waiting(None, ListScope::Player(player(3)), 9).await, [6, 5, 4]);
    assert_eq!(waiting(Some("odd"), ListScope::Everything, 9).await, [5]);
    // A player who has left the newest table, or whose newest table was closed, waits at the one
    // before.
    let leave = Arrangement::Leave { player: player(1) };
    assert!(journal.arrange(table(4), &leave, None).await.unwrap());
    assert!(journal.close_table(table(5), CloseReason::Expired, 7, None).await.unwrap());
    assert_eq!(waiting(None, ListScope::Public, 9).await, [3, 2]);
}

pub async fn a_table_is_due_from_its_deadline_on(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    assert!(journal.open_table(&TableRow { deadline_ms: Some(7), ..row(2) }).await.unwrap());
    assert!(journal.open_table(&row(3)).await.unwrap());
    assert_eq!(journal.due(6, 9).await.unwrap(), []);
    assert_eq!(journal.due(9, 9).await.unwrap(), [table(2), table(1)]);
    assert_eq!(journal.due(9, 1).await.unwrap(), [table(2)]);
    let later = TableUpdate { deadline_ms: Some(Some(20)), end: None };
    assert!(journal.append(&entry(1, 1, 0, "a"), &later).await.unwrap());
    assert!(journal.plan(table(2), 7, Some(30)).await.unwrap());
    assert_eq!(journal.due(19, 9).await.unwrap(), []);
    assert_eq!(journal.due(30, 9).await.unwrap(), [table(1), table(2)]);
    let never = TableUpdate { deadline_ms: Some(None), end: None };
    assert!(journal.append(&entry(1, 2, 0, "b"), &never).await.unwrap());
    assert_eq!(journal.due(30, 9).await.unwrap(), [table(2)]);
}

fn beat(node: u128, at_ms: i64) -> Beat {
    let load = NodeLoad {
        tables: 3,
        table_bytes: 1 << 40,
        process_bytes: None,
        plays: at_ms.unsigned_abs(),
    };
    // A program of before says nothing about it.
    Beat { node: Uuid::from_u128(node), at_ms, load: (node != 2).then_some(load) }
}

pub async fn beats_are_forgotten_except_the_latest_of_all(journal: Arc<dyn Journal>) {
    assert_eq!(journal.last_beat().await.unwrap(), None);
    for (node, at_ms) in [(1, 10), (2, 5), (3, 20), (1, 30)] {
        assert!(journal.beat(&beat(node, at_ms)).await.unwrap());
    }
    assert_eq!(journal.nodes(0).await.unwrap(), [beat(1, 30), beat(2, 5), beat(3, 20)]);
    assert_eq!(journal.nodes(20).await.unwrap(), [beat(1, 30), beat(3, 20)]);
    assert!(journal.forget_beats(20).await.unwrap());
    assert!(!journal.forget_beats(20).await.unwrap());
    assert_eq!(journal.last_beat().await.unwrap(), Some(30));
    assert!(journal.forget_beats(99).await.unwrap());
    assert!(!journal.forget_beats(99).await.unwrap(), "the latest of all stays");
    assert_eq!(journal.last_beat().await.unwrap(), Some(30));
}

pub async fn of_outages_that_begin_at_the_same_time_the_longest_is_kept(journal: Arc<dyn Journal>) {
    for outage in [50..60, 10..20, 10..30, 10..15] {
        assert!(journal.add_outage(outage).await.unwrap());
    }
    assert_eq!(journal.outages(i64::MIN).await.unwrap(), [10..30, 50..60]);
    assert_eq!(journal.outages(29).await.unwrap(), [10..30, 50..60]);
    assert_eq!(journal.outages(30).await.unwrap().first(), Some(&(50..60)));
}

pub async fn a_build_is_deleted_once_no_table_has_begun_with_it(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    for (number, first_used_ms) in [(1, 5), (2, 4), (3, 9)] {
        let (sha256, game, bytes) = ([number; 32], "odd".to_owned(), Arc::from([1]));
        let build = BuildRow { sha256, game, bytes, first_used_ms };
        assert!(journal.keep_build(&build).await.unwrap());
    }
    assert_eq!(journal.unused_builds(9, 9).await.unwrap(), [[2; 32], [1; 32]]);
    assert_eq!(journal.unused_builds(9, 1).await.unwrap(), [[2; 32]]);
    assert!(journal.delete_build([2; 32], 9).await.unwrap());
    for (sha256, before_ms) in [([2; 32], 9), ([3; 32], 9), (BUILD, 9)] {
        assert!(!journal.delete_build(sha256, before_ms).await.unwrap());
    }
    assert!(journal.build([2; 32]).await.unwrap().is_none());
    assert!(journal.build([3; 32]).await.unwrap().is_some());
    // A table does not begin with a build that was deleted.
    assert!(journal.open_table(&TableRow { seats: 1, ..row(2) }).await.unwrap());
    assert!(journal.sit(table(2), Seat(0), player(1)).await.unwrap());
    let gone = Start { build: [2; 32], ..start(2) };
    assert!(!journal.start(&gone).await.unwrap());
    assert!(journal.start(&start(2)).await.unwrap());
}

pub async fn filters_of_a_list_can_be_combined(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    for number in 2..=25 {
        open_somehow(&*journal, number).await;
    }
    let all = journal.tables(&TablePage::default()).await.unwrap();
    let mut found = 0;
    for page in every_filter() {
        let mut wanted = Vec::new();
        for row in &all {
            let is_found = row.settings.visibility == Visibility::Open
                || match page.reader {
                    ListScope::Everything => true,
                    ListScope::Public => false,
                    ListScope::Player(one) => {
                        row.involves(one) || journal.is_invited(row.id, one).await.unwrap()
                    }
                };
            let is_listed = is_found
                && page.status.is_none_or(|status| row.status == status)
                && page.game.as_ref().is_none_or(|game| row.game == *game)
                && page.player.is_none_or(|player| row.seat_of(player).is_some());
            wanted.extend(is_listed.then_some(row.clone()));
        }
        assert_eq!(journal.tables(&page).await.unwrap(), wanted, "{page:?}");
        if let [first, rest @ ..] = &*wanted {
            let next = TablePage { before: Some(first.id), first: 2, ..page };
            let rest = &rest[..rest.len().min(2)];
            assert_eq!(journal.tables(&next).await.unwrap(), rest, "{next:?}");
        }
        found += wanted.len();
    }
    assert!(found > 500, "{found}");
}

/// Opens a table and leaves it open, in play, over or closed, depending on its number.
async fn open_somehow(journal: &dyn Journal, number: u128) {
    let (opener, guest) = (player(1 + number % 3), player(1 + (number / 3) % 3));
    let visibility = if number % 4 < 2 { Visibility::Private } else { Visibility::Open };
    let settings = TableSettings { visibility, ..TableSettings::default() };
    let row = TableRow { opener, owner: opener, settings, ..row(number) };
    assert!(journal.open_table(&row).await.unwrap());
    let invite = Arrangement::Invite { player: guest, by: opener, at_ms: 6 };
    assert!(journal.arrange(row.id, &invite, None).await.unwrap());
    for (seat, sitter) in (0..).map(Seat).zip([opener, guest]) {
        journal.sit(row.id, seat, sitter).await.unwrap();
    }
    let start = Start { starter: opener, ..start(number) };
    if number % 5 == 1 {
        assert!(journal.close_table(row.id, CloseReason::Expired, 7, None).await.unwrap());
    } else if number % 5 > 1 && journal.start(&start).await.unwrap() && number % 5 > 2 {
        let last = Entry { ends: true, ..entry(number, 1, 0, "a") };
        let end = TableUpdate { end: Some(TableEnd::Over(None)), ..TableUpdate::default() };
        assert!(journal.append(&last, &end).await.unwrap());
    }
}

/// A page for each combination of filters.
fn every_filter() -> Vec<TablePage> {
    let mut pages = vec![TablePage::default()];
    let statuses = Status::ALL.iter().copied();
    vary(&mut pages, statuses, |page, status| page.status = Some(status));
    vary(&mut pages, ["even", "odd"], |page, game| page.game = Some(game.to_owned()));
    vary(&mut pages, [player(1), player(2)], |page, player| page.player = Some(player));
    let readers = [ListScope::Public, ListScope::Player(player(1))];
    vary(&mut pages, readers, |page, reader| page.reader = reader);
    pages
}

/// For each value, adds a copy of all pages in which that value is set.
fn vary<T: Clone>(
    pages: &mut Vec<TablePage>,
    values: impl IntoIterator<Item = T>,
    set: impl Fn(&mut TablePage, T),
) {
    let plain = pages.clone();
    for value in values {
        pages.extend(plain.iter().cloned().map(|mut page| {
            set(&mut page, value.clone());
            page
        }));
    }
}
