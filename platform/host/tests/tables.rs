//! What a table promises to those who sit at it and to those who watch, through the host's API.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "games/marathon.rs"]
mod marathon;

use std::sync::Arc;
use std::time::Duration;

use gueridon_game::{Eyes, Language, Seat, Seed};
use gueridon_host::clock::Clock;
use gueridon_host::host::{Chance, Config, Host, OpenTable, Sight, State, Update, Viewer};
use gueridon_host::journal::memory::Memory;
use gueridon_host::journal::{Journal, Page, PlayerId, Status, TableId};
use gueridon_host::module::Module;
use gueridon_host::refusal::{Answer, Code, Failure, Fault};
use gueridon_host::table::Glimpse;
use gueridon_host::table::library::Linked;
use marathon::Marathon;
use serde_json::{Value, json};

const EN: Language = Language::En;

struct Stage {
    host: Host,
    journal: Arc<Memory>,
    clock: Clock,
    players: Vec<PlayerId>,
}

fn library() -> Arc<Linked> {
    Arc::new(Linked(vec![Module::linked::<Marathon>([7; 32]).unwrap()]))
}

async fn host_over(journal: &Arc<Memory>, clock: &Clock, config: Config) -> Host {
    let journal: Arc<dyn Journal> = journal.clone();
    Host::start(config, journal, library(), clock.clone()).await.unwrap()
}

impl Stage {
    async fn set() -> Self {
        Self::set_with(Config { chance: Chance::of_test(1), ..Config::default() }).await
    }

    async fn set_with(config: Config) -> Self {
        let (journal, clock) = (Arc::new(Memory::new()), Clock::standing(1_000));
        let host = host_over(&journal, &clock, config).await;
        let mut players = Vec::new();
        for name in ["Ada", "Bo", "Cy"] {
            players.push(host.sign_in(name).await.unwrap().player.id);
        }
        Self { host, journal, clock, players }
    }

    async fn open(&self, rounds: u32) -> TableId {
        let table = OpenTable {
            game: "marathon".to_owned(),
            options: Some(json!({ "rounds": rounds })),
            seats: 2,
        };
        self.host.open(self.players[0], table).await.unwrap()
    }

    /// A table of Ada's and Bo's that has begun.
    async fn begin(&self, rounds: u32) -> TableId {
        let table = self.open(rounds).await;
        self.host.sit(table, self.players[0], None).await.unwrap();
        self.host.sit(table, self.players[1], None).await.unwrap();
        self.host.start_table(table, self.players[1]).await.unwrap();
        table
    }

    async fn play(
        &self,
        table: TableId,
        who: usize,
        since: u64,
        key: &str,
        steps: Value,
    ) -> Answer<u64> {
        let steps = steps.as_array().unwrap().clone();
        let played = self.host.play(table, self.players[who], since, key.to_owned(), steps).await?;
        Ok(played.seq)
    }

    /// Both pick, and Ada, whose turn it is, draws once and passes.
    async fn round(&self, table: TableId, round: u64) {
        let first = round * 3;
        let key = |what: &str| format!("{what}{round}");
        self.play(table, 0, first, &key("pick"), json!([{"pick": 1}])).await.unwrap();
        self.play(table, 1, first, &key("pick"), json!([{"pick": 2}])).await.unwrap();
        let drawer = (round % 2) as usize;
        let steps = json!([{"draw": "YES"}, {"pass": "YES"}]);
        self.play(table, drawer, first + 2, &key("draw"), steps).await.unwrap();
    }

    fn viewer(&self, who: usize) -> Viewer {
        self.players[who].into()
    }

    async fn look(&self, table: TableId, viewer: Viewer) -> gueridon_host::host::Look {
        self.host.look(table, viewer, EN).await.unwrap()
    }
}

fn code<T: std::fmt::Debug>(answer: Answer<T>) -> Code {
    match answer {
        Err(Failure::Refused(refused)) => refused.code,
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test]
async fn a_table_is_opened_taken_begun_and_played_to_the_end() {
    let stage = Stage::set().await;
    let table = stage.begin(2).await;
    let look = stage.look(table, stage.viewer(0)).await;
    assert_eq!((look.seat, look.seq, look.since), (Some(Seat(0)), 0, Some(0)));
    assert_eq!(look.seen.unwrap().moves.len(), 3);
    stage.round(table, 0).await;
    stage.round(table, 1).await;
    let look = stage.look(table, stage.viewer(1)).await;
    assert_eq!((look.table.state.clone(), look.seq), (State::Over, 6));
    assert!(look.seen.unwrap().score.is_final);
    let late = stage.play(table, 0, 6, "late", json!([{"pick": 1}])).await;
    assert_eq!(code(late), Code::TableOver);
    let over = Page { status: Some(Status::Over), ..Page::default() };
    assert_eq!(stage.host.tables(&over).await.unwrap()[0].id, table);
}

#[tokio::test]
async fn seats_are_taken_and_left_only_before_the_beginning() {
    let stage = Stage::set().await;
    let (host, [ada, bo, cy]) =
        (&stage.host, <[PlayerId; 3]>::try_from(stage.players.clone()).unwrap());
    let table = stage.open(1).await;
    assert_eq!(host.sit(table, ada, Some(Seat(1))).await.unwrap(), Seat(1));
    assert_eq!(host.sit(table, ada, None).await.unwrap(), Seat(1));
    assert_eq!(code(host.sit(table, ada, Some(Seat(0))).await), Code::AlreadySeated);
    assert_eq!(code(host.sit(table, bo, Some(Seat(1))).await), Code::SeatTaken);
    assert_eq!(code(host.sit(table, bo, Some(Seat(2))).await), Code::NoSuchSeat);
    assert_eq!(code(host.start_table(table, ada).await), Code::NotAllSeated);
    assert_eq!(host.sit(table, bo, None).await.unwrap(), Seat(0));
    assert_eq!(code(host.sit(table, cy, None).await), Code::TableFull);
    assert_eq!(code(host.leave(table, cy).await), Code::NotSeated);
    assert_eq!(code(host.start_table(table, cy).await), Code::NotSeated);
    host.leave(table, bo).await.unwrap();
    assert_eq!(host.sit(table, cy, None).await.unwrap(), Seat(0));
    assert_eq!(code(host.play(table, cy, 0, "k".into(), vec![]).await), Code::NotStarted);
    host.start_table(table, cy).await.unwrap();
    assert_eq!(code(host.leave(table, ada).await), Code::TableStarted);
    assert_eq!(code(host.sit(table, bo, None).await), Code::TableStarted);
    assert_eq!(code(host.start_table(table, ada).await), Code::TableStarted);
    assert_eq!(code(host.play(table, bo, 0, "k".into(), vec![]).await), Code::NotSeated);
}

#[tokio::test]
async fn what_cannot_be_dealt_is_not_opened() {
    let stage = Stage::set().await;
    let open = async |game: &str, options: Value, seats| {
        let table = OpenTable { game: game.to_owned(), options: Some(options), seats };
        let answer = stage.host.open(stage.players[0], table).await;
        if let Err(Failure::Refused(refused)) = &answer {
            assert!(!refused.to_string().contains('{'), "{refused}");
        }
        code(answer)
    };
    assert_eq!(open("chess", json!({}), 2).await, Code::UnknownGame);
    assert_eq!(open("marathon", json!({}), 9).await, Code::BadSeats);
    assert_eq!(open("marathon", json!({"rounds": 0}), 2).await, Code::BadOptions);
    assert_eq!(open("marathon", json!({"length": 2}), 2).await, Code::BadOptions);
    assert!(stage.host.tables(&Page::default()).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_same_key_is_the_same_play_and_never_another_one() {
    let stage = Stage::set().await;
    let table = stage.begin(3).await;
    let pick = |n: u8| json!([{"pick": n}]);
    assert_eq!(stage.play(table, 0, 0, "a", pick(1)).await.unwrap(), 1);
    assert_eq!(stage.play(table, 0, 0, "a", pick(1)).await.unwrap(), 1);
    assert_eq!(code(stage.play(table, 0, 0, "a", pick(2)).await), Code::KeyReused);
    assert_eq!(stage.play(table, 1, 0, "a", pick(2)).await.unwrap(), 2);
    // Also after the table was forgotten and replayed.
    let again = host_over(&stage.journal, &stage.clock, Config::default()).await;
    let sent = again.play(table, stage.players[0], 0, "a".into(), vec![json!({"pick": 1})]).await;
    assert_eq!(sent.unwrap().seq, 1);
    for key in ["", "two\nlines", &"k".repeat(65)] {
        assert_eq!(code(stage.play(table, 0, 0, key, pick(1)).await), Code::BadKey);
    }
}

#[tokio::test]
async fn only_what_changes_a_seats_own_decision_makes_its_play_stale() {
    let stage = Stage::set().await;
    let table = stage.begin(3).await;
    stage.play(table, 1, 0, "a", json!([{"pick": 2}])).await.unwrap();
    // Bo has picked; what Ada is asked is the same as before.
    assert_eq!(stage.look(table, stage.viewer(0)).await.since, Some(0));
    assert_eq!(stage.look(table, stage.viewer(1)).await.since, Some(1));
    stage.play(table, 0, 0, "a", json!([{"pick": 1}])).await.unwrap();
    // Now Ada is asked to draw, and does not know it yet.
    assert_eq!(code(stage.play(table, 0, 0, "b", json!([{"pass": "YES"}])).await), Code::Stale);
    assert_eq!(code(stage.play(table, 0, 9, "b", json!([{"pass": "YES"}])).await), Code::Stale);
    assert_eq!(stage.play(table, 0, 2, "b", json!([{"pass": "YES"}])).await.unwrap(), 3);
}

#[tokio::test]
async fn a_list_of_steps_is_played_whole_or_not_at_all() {
    let stage = Stage::set().await;
    let table = stage.begin(3).await;
    let steps = json!([{"pick": 1}, {"draw": "YES"}]);
    let refused = match stage.play(table, 0, 0, "a", steps).await {
        Err(Failure::Refused(refused)) => refused,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused.code, Code::NotYourTurn);
    assert_eq!(refused.game.unwrap().step, Some(1));
    assert_eq!(stage.look(table, stage.viewer(0)).await.seq, 0);
    let bad = |steps| stage.play(table, 0, 0, "b", steps);
    assert_eq!(code(bad(json!([])).await), Code::NoSteps);
    assert_eq!(code(bad(json!([{"fly": 1}])).await), Code::BadMove);
    assert_eq!(code(bad(json!(vec![json!({"pick": 1}); 501])).await), Code::TooLong);
    match bad(json!([{"pick": 4}])).await {
        Err(Failure::Refused(refused)) => {
            assert_eq!(refused.code, Code::IllegalMove);
            assert_eq!(refused.words.get(EN), "not now, Ada");
            assert_eq!(refused.game.unwrap().code, "NOT_NOW");
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_preview_shows_what_would_come_and_writes_nothing() {
    let stage = Stage::set().await;
    let table = stage.begin(3).await;
    let preview = |who: usize, steps: Value| {
        let steps = steps.as_array().unwrap().clone();
        stage.host.preview(table, stage.players[who], steps, EN)
    };
    let foreseen = preview(0, json!([{"pick": 3}])).await.unwrap();
    assert!(!foreseen.uncertain && foreseen.look.moves.is_empty());
    assert_eq!(foreseen.told[0].words, "Ada has picked");
    stage.play(table, 1, 0, "a", json!([{"pick": 2}])).await.unwrap();
    let foreseen = preview(0, json!([{"pick": 3}])).await.unwrap();
    assert_eq!(foreseen.look.prompt, "Ada draws");
    assert_eq!(code(preview(1, json!([{"pick": 3}])).await), Code::NotYourTurn);
    assert_eq!(stage.look(table, stage.viewer(0)).await.seq, 1);
}

fn told(glimpses: &[Glimpse]) -> Vec<Value> {
    let told = glimpses.iter().flat_map(|glimpse| &glimpse.told);
    told.map(|told| serde_json::from_str(told.event.get()).unwrap()).collect()
}

#[tokio::test]
async fn each_pair_of_eyes_is_told_what_is_meant_for_it() {
    let stage = Stage::set().await;
    let table = stage.begin(1).await;
    stage.play(table, 0, 0, "a", json!([{"pick": 3}])).await.unwrap();
    let heard = async |viewer| told(&stage.host.entries(table, viewer, 0, 100).await.unwrap());
    let picked = |pick: Value| vec![json!({"__typename": "Picked", "by": 0, "pick": pick})];
    assert_eq!(heard(stage.viewer(0)).await, picked(json!(3)));
    assert_eq!(heard(stage.viewer(1)).await, picked(json!(null)));
    assert_eq!(heard(stage.viewer(2)).await, picked(json!(null)));
    assert_eq!(heard(Viewer::default()).await, picked(json!(null)));
    let view = |look: gueridon_host::host::Look| -> Value {
        serde_json::from_str(look.seen.unwrap().view.get()).unwrap()
    };
    assert_eq!(view(stage.look(table, stage.viewer(0)).await)["picks"], json!([3, null]));
    assert_eq!(view(stage.look(table, stage.viewer(1)).await)["picks"], json!([null, null]));
    let all = Viewer { player: None, sight: Sight::All };
    assert_eq!(code(stage.host.look(table, all, EN).await), Code::NotOver);
    assert_eq!(code(stage.host.entries(table, all, 0, 9).await), Code::NotOver);
    assert_eq!(code(stage.host.subscribe(table, all, 0).await), Code::NotOver);
    stage.play(table, 1, 0, "a", json!([{"pick": 3}])).await.unwrap();
    stage.play(table, 0, 2, "b", json!([{"pass": "YES"}])).await.unwrap();
    assert_eq!(heard(all).await[0], picked(json!(3))[0]);
    assert!(stage.look(table, all).await.seen.is_some());
}

#[tokio::test]
async fn words_name_the_players_in_every_language() {
    let stage = Stage::set().await;
    let table = stage.begin(1).await;
    stage.play(table, 1, 0, "a", json!([{"pick": 3}])).await.unwrap();
    let entries = stage.host.entries(table, Viewer::default(), 0, 9).await.unwrap();
    let words = &entries[0].told[0].words;
    assert_eq!(words.get(EN), "Bo has picked");
    assert_eq!(words.get(Language::Fr), "Bo a choisi");
    assert_eq!((entries[0].seq, entries[0].seat, entries[0].at_ms), (1, Some(Seat(1)), 1_000));
}

#[tokio::test]
async fn an_entry_is_never_older_than_the_one_before_it() {
    let stage = Stage::set().await;
    let table = stage.begin(1).await;
    stage.clock.set(5_000);
    stage.play(table, 1, 0, "a", json!([{"pick": 3}])).await.unwrap();
    stage.clock.set(2_000);
    stage.play(table, 0, 0, "a", json!([{"pick": 3}])).await.unwrap();
    let entries = stage.host.entries(table, Viewer::default(), 0, 9).await.unwrap();
    assert_eq!(entries.iter().map(|entry| entry.at_ms).collect::<Vec<_>>(), [5_000, 5_000]);
}

#[tokio::test]
async fn a_failure_of_the_game_is_an_error_of_that_call_only() {
    let stage = Stage::set().await;
    let table = stage.begin(1).await;
    let crashed = stage.play(table, 0, 0, "a", json!([{"pick": 1}, {"crash": "YES"}])).await;
    assert!(matches!(crashed, Err(Failure::Fault(Fault::Module(_)))), "{crashed:?}");
    assert_eq!(stage.play(table, 0, 0, "a", json!([{"pick": 1}])).await.unwrap(), 1);
}

#[tokio::test]
async fn a_subscriber_hears_every_entry_once_and_then_the_end() {
    let stage = Stage::set().await;
    let table = stage.open(2).await;
    let mut heard = stage.host.subscribe(table, Viewer::default(), 0).await.unwrap();
    stage.host.sit(table, stage.players[0], None).await.unwrap();
    assert!(matches!(heard.next().await, Some(Update::Table)));
    stage.host.sit(table, stage.players[1], None).await.unwrap();
    assert!(matches!(heard.next().await, Some(Update::Table)));
    stage.host.start_table(table, stage.players[0]).await.unwrap();
    assert!(matches!(heard.next().await, Some(Update::Table)));
    let listening = tokio::spawn(async move {
        let mut seqs = Vec::new();
        while let Some(update) = heard.next().await {
            match update {
                Update::Entry(glimpse) => seqs.push(glimpse.seq),
                other => panic!("{other:?}"),
            }
        }
        seqs
    });
    stage.round(table, 0).await;
    let mut late = stage.host.subscribe(table, Viewer::default(), 2).await.unwrap();
    stage.round(table, 1).await;
    assert_eq!(listening.await.unwrap(), [1, 2, 3, 4, 5, 6]);
    let Some(Update::Entry(first)) = late.next().await else { panic!("no entry") };
    assert_eq!(first.seq, 3);
}

#[tokio::test]
async fn a_slow_subscriber_is_told_to_resume_and_holds_nobody_up() {
    let config = Config { lag: 4, ..Config::default() };
    let stage = Stage::set_with(config).await;
    let table = stage.begin(10).await;
    stage.round(table, 0).await;
    let mut slow = stage.host.subscribe(table, Viewer::default(), 0).await.unwrap();
    for seq in 1..=3 {
        assert!(matches!(slow.next().await, Some(Update::Entry(glimpse)) if glimpse.seq == seq));
    }
    // It has heard all there is: from now on it is live.
    assert!(tokio::time::timeout(Duration::from_millis(20), slow.next()).await.is_err());
    stage.round(table, 1).await;
    stage.round(table, 2).await;
    assert!(matches!(slow.next().await, Some(Update::Resume)));
    assert!(slow.next().await.is_none());
    let mut resumed = stage.host.subscribe(table, Viewer::default(), 3).await.unwrap();
    assert!(matches!(resumed.next().await, Some(Update::Entry(glimpse)) if glimpse.seq == 4));
}

#[tokio::test]
async fn a_host_that_stops_tells_its_subscribers_to_resume() {
    let stage = Stage::set().await;
    let table = stage.begin(10).await;
    let mut heard = stage.host.subscribe(table, Viewer::default(), 0).await.unwrap();
    stage.host.stop();
    assert!(matches!(heard.next().await, Some(Update::Resume)));
    assert!(heard.next().await.is_none());
    let late = stage.play(table, 0, 0, "a", json!([{"pick": 3}])).await;
    assert!(matches!(late, Err(Failure::Fault(Fault::NoAnswer))));
}

#[tokio::test(start_paused = true)]
async fn an_idle_table_is_forgotten_and_rebuilt_from_its_journal() {
    let crossing = gueridon_host::table::Crossing::Inline;
    let config = Config { idle: Duration::from_secs(60), crossing, ..Config::default() };
    let stage = Stage::set_with(config).await;
    let table = stage.begin(10).await;
    stage.round(table, 0).await;
    let before = stage.look(table, stage.viewer(0)).await;
    assert_eq!(stage.host.loaded(), 1);
    tokio::time::sleep(Duration::from_secs(61)).await;
    assert_eq!(stage.host.loaded(), 0);
    let after = stage.look(table, stage.viewer(0)).await;
    assert_eq!((after.seq, after.since), (before.seq, before.since));
    assert_eq!(after.seen.unwrap().view.get(), before.seen.unwrap().view.get());
    let entries = stage.host.entries(table, stage.viewer(0), 0, 9).await.unwrap();
    assert_eq!(entries.len(), 3);
}

#[tokio::test]
async fn a_table_that_cannot_be_replayed_is_stopped_and_no_other() {
    let stage = Stage::set().await;
    let (good, bad) = (stage.begin(10).await, stage.begin(10).await);
    stage.round(bad, 0).await;
    let mut entry = stage.journal.entries(bad, 0, 1).await.unwrap().remove(0);
    entry.seq = 4;
    entry.key = "forged".to_owned();
    entry.digest = "0000000000000000".to_owned();
    assert!(stage.journal.append(&entry).await.unwrap());
    let mut heard = stage.host.subscribe(bad, Viewer::default(), 3).await;
    let look = stage.look(bad, stage.viewer(0)).await;
    assert_eq!(look.table.state, State::Stopped { reason: "diverged at entry 4".to_owned() });
    assert!(look.seen.is_none());
    let played = stage.play(bad, 0, 3, "x", json!([{"pick": 1}])).await;
    assert_eq!(code(played), Code::TableStopped);
    if let Ok(heard) = &mut heard {
        assert!(matches!(heard.next().await, Some(Update::Table)));
        assert!(heard.next().await.is_none());
    }
    stage.round(good, 0).await;
    assert_eq!(stage.look(good, stage.viewer(0)).await.seq, 3);
}

#[tokio::test]
async fn a_table_whose_build_is_missing_is_stopped_with_the_reason() {
    let stage = Stage::set().await;
    let table = stage.begin(10).await;
    let journal: Arc<dyn Journal> = stage.journal.clone();
    let bare =
        Host::start(Config::default(), journal, Arc::new(Linked(Vec::new())), stage.clock.clone());
    let look = bare.await.unwrap().look(table, Viewer::default(), EN).await.unwrap();
    let State::Stopped { reason } = &look.table.state else { panic!("{look:?}") };
    assert_eq!(reason, "its build cannot be opened: it is not at hand");
}

#[tokio::test]
async fn a_player_is_known_by_the_secret_alone() {
    let stage = Stage::set().await;
    let signed = stage.host.sign_in("  Éloïse ").await.unwrap();
    assert_eq!(signed.player.name, "Éloïse");
    assert_eq!(signed.token.secret().len(), 64);
    let known = stage.host.player(signed.token.secret()).await.unwrap();
    assert_eq!(known, Some(signed.player));
    assert_eq!(stage.host.player(&"0".repeat(64)).await.unwrap(), None);
    for name in ["", "   ", "a\u{7}b", "{seat:1}", &"x".repeat(41)] {
        assert_eq!(code(stage.host.sign_in(name).await), Code::BadName, "{name:?}");
    }
    assert!(!format!("{:?}", signed.token).contains(signed.token.secret()));
}

#[tokio::test]
async fn a_catalogue_is_read_by_game_and_options() {
    let stage = Stage::set().await;
    let items = stage.host.catalogue("marathon", None, EN).await.unwrap();
    assert_eq!((items[0].id.as_str(), items[0].name.as_str()), ("shoe", "Shoe"));
    let bad = stage.host.catalogue("marathon", Some(json!({"x": 1})), EN).await;
    assert_eq!(code(bad), Code::BadOptions);
    assert_eq!(code(stage.host.catalogue("chess", None, EN).await), Code::UnknownGame);
}

#[tokio::test]
async fn tables_are_listed_newest_first_and_page_by_page() {
    let stage = Stage::set().await;
    let mut opened = Vec::new();
    for ms in 0..5 {
        stage.clock.set(2_000 + ms);
        opened.push(stage.open(1).await);
    }
    opened.reverse();
    let list = async |page: Page| {
        let tables = stage.host.tables(&page).await.unwrap();
        tables.into_iter().map(|table| table.id).collect::<Vec<_>>()
    };
    assert_eq!(list(Page { first: 2, ..Page::default() }).await, opened[..2]);
    let next = Page { first: 9, before: Some(opened[1]), ..Page::default() };
    assert_eq!(list(next).await, opened[2..]);
    stage.host.sit(opened[3], stage.players[2], None).await.unwrap();
    let mine = Page { player: Some(stage.players[2]), ..Page::default() };
    assert_eq!(list(mine).await, [opened[3]]);
}

#[tokio::test]
async fn the_seed_of_a_table_is_in_nothing_that_is_shown() {
    let stage = Stage::set().await;
    let table = stage.begin(1).await;
    let row = stage.journal.table(table).await.unwrap().unwrap();
    let seed = Seed(row.seed.unwrap());
    let digits: String = seed.0.iter().map(|byte| format!("{byte:02x}")).collect();
    let look = stage.look(table, stage.viewer(0)).await;
    for shown in [format!("{row:?}"), format!("{look:?}"), format!("{:?}", Eyes::All)] {
        assert!(!shown.contains(&digits) && !shown.contains(&format!("{:?}", seed.0)));
    }
}
