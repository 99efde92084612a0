//! Analyses of games that are over: what they find, who gets them, and what a search for one may not
//! do.

use std::sync::atomic::Ordering;
use std::time::Duration;

use gueridon_game::{Language, Seat};
use gueridon_host::analyses::{Analysis, Cause, Stage as Made};
use gueridon_host::host::{Config, Host, OpenTable, Random, Viewer};
use gueridon_host::names::Names;
use gueridon_host::people::{AccountsConfig, Limit, Limits};
use gueridon_host::refusal::Code;
use gueridon_host::table::SeatAction;
use gueridon_journal::memory::Memory;
use gueridon_journal::{Journal, PlayerId, Spectators, TableId, TableSettings};
use gueridon_modules::executor::Execution;
use serde_json::json;
use tokio::time::sleep;

use crate::marathon;
use crate::refusals::code;
use crate::tables::stage::{Stage, host_over, on_each_with};

/// Modules are called inline, so that nothing happens between two awaits of a test.
fn config() -> Config {
    Config { execution: Execution::Inline, random: Random::of_test(1), ..Config::default() }
}

impl Stage {
    /// A table of two players that is over. Ada draws two cards; Bo, who could draw five, passes at
    /// once and loses.
    async fn thrown_away(&self) -> TableId {
        self.thrown_away_with(TableSettings::default()).await
    }

    async fn thrown_away_with(&self, settings: TableSettings) -> TableId {
        let players = self.two();
        let (table, tables) = (self.begun(players, 2, settings).await, self.host.tables());
        let mut at = 0;
        let mut play = async |who: usize, since: u64, step: &str| {
            at += 1;
            let step = if let Some(pick) = step.strip_prefix("pick ") {
                json!({ "pick": pick.parse::<u8>().unwrap() })
            } else {
                json!({ step: "YES" })
            };
            let key = format!("k{at}");
            let played = tables.play(table, players[who], since, key, vec![step].into()).await;
            played.unwrap();
        };
        for (who, since, step) in [
            (0, 0, "pick 1"),
            (1, 0, "pick 2"),
            (0, 2, "draw"),
            (0, 3, "draw"),
            (0, 4, "pass"),
            (0, 5, "pick 1"),
            (1, 5, "pick 1"),
            (1, 7, "pass"),
        ] {
            play(who, since, step).await;
        }
        table
    }

    async fn begun(&self, players: [PlayerId; 2], rounds: u32, settings: TableSettings) -> TableId {
        let options = Some(json!({ "rounds": rounds }));
        let open = OpenTable { settings, ..OpenTable::of("marathon", options, 2) };
        let lobby = self.host.lobby();
        let table = lobby.open(players[0], open).await.unwrap();
        for player in players {
            lobby.sit(table, player, None).await.unwrap();
        }
        lobby.start_table(table, players[0]).await.unwrap();
        table
    }

    /// A table that has ended after its first round, with a resignation.
    async fn given_up_by(&self, players: [PlayerId; 2], rounds: u32) -> TableId {
        let table = self.begun(players, rounds, TableSettings::default()).await;
        for (who, since, step) in
            [(0, 0, json!({"pick": 1})), (1, 0, json!({"pick": 2})), (0, 2, json!({"pass": "YES"}))]
        {
            let key = format!("k{who}{since}");
            let played =
                self.host.tables().play(table, players[who], since, key, vec![step].into());
            played.await.unwrap();
        }
        self.host.tables().act(table, players[1], SeatAction::Resign).await.unwrap();
        table
    }

    async fn given_up(&self, rounds: u32) -> TableId {
        self.given_up_by(self.two(), rounds).await
    }

    async fn guests<const N: usize>(&self) -> [PlayerId; N] {
        let mut guests = Vec::new();
        for number in 0..N {
            let guest = self.host.people().guest(&format!("Guest {number}")).await;
            guests.push(guest.unwrap().player.id);
        }
        guests.try_into().unwrap()
    }

    fn two(&self) -> [PlayerId; 2] {
        [self.players[0], self.players[1]]
    }

    async fn analysed(&self, table: TableId, by: PlayerId) -> Analysis {
        self.host.analyses().analyse(table, by).await.unwrap();
        let last = last_stage(&self.host, table, by).await;
        let Some(Made::Done(analysis)) = last else { panic!("{last:?}") };
        (*analysis).clone()
    }
}

/// Lets waiting calls of `imagine` return, even if the test fails.
struct Awake(usize);

impl Drop for Awake {
    fn drop(&mut self) {
        marathon::SLEEPY[self.0].1.store(true, Ordering::Relaxed);
    }
}

/// The last stage that a subscriber hears of.
async fn last_stage(host: &Host, table: TableId, by: PlayerId) -> Option<Made> {
    let mut listening = host.analyses().subscribe(table, by.into()).await.unwrap();
    let mut last = None;
    while let Some(stage) = listening.next().await {
        last = stage;
    }
    last
}

#[tokio::test(start_paused = true)]
async fn an_obviously_losing_move_is_found_with_the_better_one() {
    on_each_with(&config(), async |stage| {
        let table = stage.thrown_away().await;
        let analysis = stage.analysed(table, stage.players[0]).await;
        assert_eq!((analysis.plays, analysis.looked_at, analysis.cut_at), (8, 8, None));
        let worst = analysis.turning_points.iter().min_by_key(|point| point.change).unwrap();
        assert_eq!((worst.entry, worst.seat, worst.cause), (8, Seat(1), Cause::LostChance));
        assert!(worst.change < -300, "{analysis:?}");
        let words = worst.words(&Names::from(["Ada", "Bo"]));
        for (language, said) in [(Language::En, "lowers Bo’s"), (Language::Fr, "fait perdre à Bo")]
        {
            let words = words.get(language);
            assert!(words.contains(said), "{words}");
            assert!(words.contains("Pass(Yes)") && words.contains("Draw(Yes)"), "{words}");
        }
        // Bo could have won until then, and did not afterwards.
        let [.., before, end] = &analysis.points[..] else { panic!("{analysis:?}") };
        assert_eq!((before.at, before.seat), (7, Some(Seat(1))));
        assert!(before.known[1] > 500 && before.actual[1] > 500, "{analysis:?}");
        assert_eq!((end.at, end.seat), (8, None));
        assert_eq!((&end.known, &end.actual), (&vec![1_000, 0], &vec![1_000, 0]));
        for point in &analysis.points {
            let sum: u16 = point.known.iter().sum();
            assert!((998..=1_002).contains(&sum), "{point:?}");
        }
        let [ada, bo] = analysis.shares[..] else { panic!("{analysis:?}") };
        assert!(bo.own < -300 && ada.others > 300, "{analysis:?}");
        assert_eq!(bo.others, -ada.own);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_same_game_has_the_same_analysis_on_every_node() {
    let mut found = Vec::new();
    for journal in [Memory::interleaving(), Memory::of_one_node()] {
        let stage = Stage::set_with(config(), journal).await;
        let table = stage.thrown_away().await;
        found.push((table, stage.analysed(table, stage.players[1]).await));
    }
    assert_eq!(found[0], found[1]);
}

#[tokio::test(start_paused = true)]
async fn only_who_sat_there_asks_and_only_when_the_game_is_over() {
    on_each_with(&config(), async |stage| {
        let [ada, _, cy] = stage.players[..] else { panic!("three players") };
        let asked = async |table, who| stage.host.analyses().analyse(table, who).await;
        let playing = stage.begin(3).await;
        assert_eq!(code(asked(playing, ada).await), Code::NotOver);
        assert_eq!(code(asked(stage.open(3).await, ada).await), Code::NotSeated);
        assert_eq!(code(asked(TableId::default(), ada).await), Code::UnknownTable);
        let listen = stage.host.analyses().subscribe(playing, ada.into()).await;
        assert_eq!(listen.unwrap_err().to_string(), Code::NotOver.refused(&[]).to_string());
        assert!(stage.host.analyses().of(playing, ada.into()).await.unwrap().is_none());

        let hidden =
            TableSettings { spectators: Spectators::Forbidden, ..TableSettings::default() };
        for (settings, is_shown) in [(TableSettings::default(), true), (hidden, false)] {
            let table = stage.thrown_away_with(settings).await;
            assert_eq!(code(asked(table, cy).await), Code::NotSeated);
            assert!(stage.host.analyses().of(table, ada.into()).await.unwrap().is_none());
            stage.analysed(table, ada).await;
            for viewer in [cy.into(), Viewer::default()] {
                let read = stage.host.analyses().of(table, viewer).await.unwrap();
                assert_eq!(matches!(read, Some(Made::Done(_))), is_shown, "{viewer:?}");
                let heard = stage.host.analyses().subscribe(table, viewer).await;
                assert_eq!(heard.is_ok(), is_shown, "{viewer:?}");
            }
        }
        // One that was closed has no result.
        let resigned = stage.begin(3).await;
        stage.host.tables().act(resigned, ada, SeatAction::Resign).await.unwrap();
        assert_eq!(stage.analysed(resigned, ada).await.points.last().unwrap().known, [0, 1_000]);
    })
    .await;
}

#[tokio::test]
async fn one_analysis_is_made_at_a_time_for_each_player_and_each_table_and_few_on_a_server() {
    let config = Config { module_timeout: Duration::from_secs(600), ..Config::default() };
    let stage = Stage::set_with(config, Memory::default()).await;
    let players: [PlayerId; 10] = stage.guests().await;
    let (rounds, awake) = (marathon::SLEEPY[0].0, Awake(0));
    let mut tables = Vec::new();
    for pair in players.chunks(2) {
        tables.push(stage.given_up_by([pair[0], pair[1]], rounds).await);
    }
    let again = stage.given_up_by([players[0], players[3]], rounds).await;
    let asked = |table: TableId, who: usize| {
        let (host, player) = (stage.host.clone(), players[who]);
        async move { host.analyses().analyse(table, player).await }
    };
    asked(tables[0], 0).await.unwrap();
    for (table, who) in [(tables[0], 0), (tables[0], 1), (again, 0)] {
        assert_eq!(code(asked(table, who).await), Code::AnalysisUnderWay);
    }
    // These wait until there is a thread for them.
    let waiting = || tables.iter().copied().zip([0, 2, 4, 6]).skip(1);
    let others: Vec<_> = waiting().map(|(table, who)| tokio::spawn(asked(table, who))).collect();
    for (table, _) in waiting() {
        while stage.host.analyses().of(table, Viewer::default()).await.unwrap().is_none() {
            sleep(Duration::from_millis(1)).await;
        }
    }
    assert_eq!(code(asked(tables[4], 8).await), Code::TooManyAnalyses);
    drop(awake);
    for other in others {
        other.await.unwrap().unwrap();
    }
    for (&table, who) in tables.iter().zip([0, 2, 4, 6]) {
        let made = last_stage(&stage.host, table, players[who]).await;
        assert!(matches!(made, Some(Made::Done(_))), "{made:?}");
    }
    // There is room again; and what is kept is not made twice.
    asked(tables[4], 8).await.unwrap();
    asked(tables[0], 1).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn who_asks_for_analyses_without_end_has_to_wait() {
    let analyses = Limit { at_once: 1, every: Duration::from_secs(60) };
    let limits = Limits { analyses, ..Limits::default() };
    let accounts = AccountsConfig { limits, ..AccountsConfig::default() };
    on_each_with(&Config { accounts, ..config() }, async |stage| {
        let first = stage.thrown_away().await;
        let second = stage.thrown_away().await;
        stage.analysed(first, stage.players[0]).await;
        let refused = stage.host.analyses().analyse(second, stage.players[0]).await;
        assert_eq!(code(refused), Code::TooManyAttempts);
        // What is there already costs nothing.
        stage.host.analyses().analyse(first, stage.players[0]).await.unwrap();
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn an_analysis_is_kept_and_one_under_way_is_lost_with_its_server_and_made_again() {
    on_each_with(&config(), async |stage| {
        let table = stage.thrown_away().await;
        let ada = stage.players[0];
        stage.host.analyses().analyse(table, ada).await.unwrap();
        let mut listening = stage.host.analyses().subscribe(table, ada.into()).await.unwrap();
        assert!(matches!(listening.next().await, Some(Some(Made::UnderWay { .. }))));
        stage.host.stop();
        let mut last = None;
        while let Some(heard) = listening.next().await {
            last = heard;
        }
        assert!(matches!(last, Some(Made::Lost)), "{last:?}");
        assert!(stage.journal.analysis(table).await.unwrap().is_none());

        let other = host_over(&stage.journal, &stage.clock, config()).await;
        assert!(other.analyses().of(table, ada.into()).await.unwrap().is_none());
        other.analyses().analyse(table, ada).await.unwrap();
        let Some(Made::Done(made)) = last_stage(&other, table, ada).await else { panic!("lost") };

        let third = host_over(&stage.journal, &stage.clock, config()).await;
        let kept = third.analyses().of(table, Viewer::default()).await.unwrap();
        let Some(Made::Done(kept)) = kept else { panic!("{kept:?}") };
        assert_eq!(kept, made);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_search_that_fails_loses_the_analysis_and_never_the_table() {
    on_each_with(&config(), async |stage| {
        // As in the test of a hint whose search fails: the number is one for the whole process.
        const ROUNDS: u32 = 13;
        marathon::DULL.store(ROUNDS, Ordering::Relaxed);
        let ada = stage.players[0];
        let at_once = stage.given_up(ROUNDS).await;
        assert_eq!(code(stage.host.analyses().analyse(at_once, ada).await), Code::AnalysisLost);
        let later = stage.given_up(marathon::FAINT).await;
        for _ in 0..2 {
            stage.host.analyses().analyse(later, ada).await.unwrap();
            let last = last_stage(&stage.host, later, ada).await;
            assert!(matches!(last, Some(Made::Lost)), "{last:?}");
            assert!(stage.journal.analysis(later).await.unwrap().is_none());
        }
        for table in [at_once, later] {
            assert!(stage.look(table, stage.viewer(1)).await.seen.is_some());
        }
    })
    .await;
}

#[tokio::test]
async fn a_search_that_hangs_loses_the_analysis_and_its_build_is_not_asked_again() {
    let config = Config { module_timeout: Duration::from_secs(2), ..Config::default() };
    let stage = Stage::set_with(config, Memory::default()).await;
    let _awake = Awake(1);
    let ada = stage.players[0];
    let table = stage.given_up(marathon::SLEEPY[1].0).await;
    stage.host.analyses().analyse(table, ada).await.unwrap();
    let last = last_stage(&stage.host, table, ada).await;
    assert!(matches!(last, Some(Made::Lost)), "{last:?}");
    assert_eq!(code(stage.host.analyses().analyse(table, ada).await), Code::NoAnalysis);
    assert!(stage.look(table, stage.viewer(1)).await.seen.is_some());
    let playing = stage.begin(3).await;
    stage.round(playing, 0).await;
}
