//! Spectators: none, all, or all with a delay; and looking back at what was visible then.

use futures_util::FutureExt;
use gueridon_game::Seat;
use gueridon_host::host::{
    Look, OpenTable, Perspective, Subscription, TableStatus, Update, Viewer,
};
use gueridon_host::refusal::Code;
use gueridon_host::table::{Proposal, SeatAction};
use gueridon_journal::talk::MessageCursor as TablePage;
use gueridon_journal::{Role, Spectators, TableId, TableSettings};
use serde_json::{Value, json};

use crate::refusals::code;
use crate::tables::stage::{EN, Stage, on_each};

const ALL: Viewer =
    Viewer { player: None, perspective: Perspective::All, at: None, role: Role::Player };

impl Stage {
    /// A table of Ada's and Bo's that has begun.
    pub(super) async fn begin_watched(&self, rounds: u32, spectators: Spectators) -> TableId {
        let settings = TableSettings { spectators, ..TableSettings::default() };
        let options = Some(json!({ "rounds": rounds }));
        let open = OpenTable { settings, ..OpenTable::of("marathon", options, 2) };
        let table = self.host.lobby().open(self.players[0], open).await.unwrap();
        for player in &self.players[..2] {
            self.host.lobby().sit(table, *player, None).await.unwrap();
        }
        self.host.lobby().start_table(table, self.players[0]).await.unwrap();
        table
    }

    async fn seqs(&self, table: TableId, viewer: Viewer) -> Vec<u64> {
        let entries = self.host.watching().entries(table, viewer, 0, 99).await.unwrap();
        entries.iter().map(|entry| entry.seq).collect()
    }
}

fn at(viewer: Viewer, at: u64) -> Viewer {
    Viewer { at: Some(at), ..viewer }
}

fn through(viewer: Viewer, seat: u8) -> Viewer {
    Viewer { perspective: Perspective::Of(Seat(seat)), ..viewer }
}

/// All that a look shows of a game.
fn shown(look: &Look) -> String {
    format!("{} {:?} {:?} {:?}", look.seq, look.since, look.standing, look.seen)
}

/// The entries that a subscriber can receive now.
fn heard(subscription: &mut Subscription) -> Vec<u64> {
    let mut seqs = Vec::new();
    while let Some(Some(update)) = subscription.next().now_or_never() {
        match update {
            Update::Entry(seq) => seqs.push(seq),
            other => panic!("{other:?}"),
        }
    }
    seqs
}

#[tokio::test]
async fn without_spectators_only_players_see_the_game() {
    on_each(async |stage| {
        let table = stage.begin_watched(1, Spectators::Forbidden).await;
        let moderator = Viewer { role: Role::Moderator, ..stage.viewer(2) };
        let check = async |state: TableStatus| {
            for viewer in [Viewer::default(), stage.viewer(2), moderator] {
                let look = stage.look(table, viewer).await;
                assert_eq!((look.seq, look.seat, look.since), (0, None, None));
                assert!(look.seen.is_none() && look.standing.is_none());
                assert_eq!(look.table.state, state);
                assert!(stage.seqs(table, viewer).await.is_empty());
                let subscribed = stage.host.watching().subscribe(table, viewer, 0).await;
                assert_eq!(code(subscribed), Code::NoSpectators);
                for perspective in [Perspective::All, Perspective::Of(Seat(0))] {
                    let look = stage
                        .host
                        .watching()
                        .look(table, Viewer { perspective, ..viewer }, EN)
                        .await;
                    assert_eq!(code(look), Code::NoSpectators);
                }
            }
            assert!(stage.look(table, stage.viewer(1)).await.seen.is_some());
        };
        stage.play(table, 0, 0, "a", json!([{"pick": 3}])).await.unwrap();
        check(TableStatus::Playing).await;
        stage.play(table, 1, 0, "a", json!([{"pick": 3}])).await.unwrap();
        stage.play(table, 0, 2, "b", json!([{"pass": "YES"}])).await.unwrap();
        check(TableStatus::Over).await;
        let all = Viewer { perspective: Perspective::All, ..stage.viewer(1) };
        assert!(stage.look(table, all).await.seen.is_some());
        assert_eq!(stage.seqs(table, all).await, [1, 2, 3]);
    })
    .await;
}

#[tokio::test]
async fn without_spectators_a_waiting_subscription_ends_when_the_table_begins() {
    on_each(async |stage| {
        let settings =
            TableSettings { spectators: Spectators::Forbidden, ..TableSettings::default() };
        let open = OpenTable { settings, ..OpenTable::of("marathon", None, 2) };
        let table = stage.host.lobby().open(stage.players[0], open).await.unwrap();
        let mut waiting =
            stage.host.watching().subscribe(table, Viewer::default(), 0).await.unwrap();
        let mut playing = stage.host.watching().subscribe(table, stage.viewer(0), 0).await.unwrap();
        for player in &stage.players[..2] {
            stage.host.lobby().sit(table, *player, None).await.unwrap();
        }
        stage.host.lobby().start_table(table, stage.players[0]).await.unwrap();
        stage.play(table, 0, 0, "a", json!([{"pick": 3}])).await.unwrap();
        assert!(matches!(waiting.next().await, Some(Update::Table)));
        assert!(waiting.next().await.is_none());
        assert!(matches!(playing.next().await, Some(Update::Table)));
        assert_eq!(heard(&mut playing), [1]);
    })
    .await;
}

#[tokio::test]
async fn a_delayed_spectator_sees_the_table_as_it_was_until_the_end() {
    on_each(async |stage| {
        let open = stage.begin(2).await;
        let table = stage.begin_watched(2, Spectators::Delayed(2)).await;
        let public = Viewer::default();
        let mut watching = stage.host.watching().subscribe(table, public, 0).await.unwrap();
        let mut playing = stage.host.watching().subscribe(table, stage.viewer(1), 0).await.unwrap();
        let mut then = vec![shown(&stage.look(open, public).await)];
        let plays = [(0, 0, "pick"), (1, 0, "pick"), (0, 2, "pass"), (0, 3, "pick2")];
        let mut seen = Vec::new();
        for (seq, (who, since, key)) in (1..).zip(plays) {
            let steps = if key == "pass" { json!([{"pass": "YES"}]) } else { json!([{"pick": 1}]) };
            for table in [open, table] {
                stage.play(table, who, since, key, steps.clone()).await.unwrap();
            }
            then.push(shown(&stage.look(open, public).await));
            let behind = seq - seq.min(2);
            let look = stage.look(table, public).await;
            assert_eq!(shown(&look), then[usize::try_from(behind).unwrap()]);
            assert_eq!(stage.seqs(table, public).await, (1..=behind).collect::<Vec<_>>());
            // Nor by asking for a later moment.
            assert_eq!(stage.look(table, at(public, seq)).await.seq, behind);
            assert_eq!(stage.seqs(table, at(public, seq)).await.len() as u64, behind);
            seen.extend(heard(&mut watching));
            assert_eq!(seen, (1..=behind).collect::<Vec<_>>());
            assert_eq!(heard(&mut playing), [seq]);
            assert_eq!(stage.look(table, stage.viewer(0)).await.seq, seq);
        }
        stage.play(table, 1, 3, "pick2", json!([{"pick": 1}])).await.unwrap();
        stage.play(table, 1, 5, "pass2", json!([{"pass": "YES"}])).await.unwrap();
        let look = stage.look(table, public).await;
        assert_eq!((look.seq, look.table.state.clone()), (6, TableStatus::Over));
        assert_eq!(heard(&mut watching), [3, 4, 5, 6]);
        assert!(watching.next().await.is_none());
        assert_eq!(stage.seqs(table, ALL).await, [1, 2, 3, 4, 5, 6]);
    })
    .await;
}

#[tokio::test]
async fn a_delayed_subscriber_is_told_an_entry_as_it_was_then_though_it_was_taken_back_since() {
    on_each(async |stage| {
        let table = stage.begin_watched(2, Spectators::Delayed(1)).await;
        let mut delayed =
            stage.host.watching().subscribe(table, Viewer::default(), 0).await.unwrap();
        let player = stage.viewer(1);
        let mut playing = stage.host.watching().subscribe(table, player, 0).await.unwrap();
        stage.play(table, 0, 0, "a", json!([{ "pick": 1 }])).await.unwrap();
        assert!(heard(&mut delayed).is_empty());
        let undo = stage.host.tables().act(table, stage.players[0], SeatAction::Undo(1)).await;
        assert_eq!(undo.unwrap(), 2);
        let mut undone_by = Vec::new();
        for subscription in [&mut delayed, &mut playing] {
            assert!(matches!(subscription.next().await, Some(Update::Entry(1))));
            undone_by.push(subscription.entry().await.unwrap().undone_by);
        }
        assert_eq!(undone_by, [None, Some(2)]);
        // Nor is there anything to read of an entry that they only claim to know.
        let early = stage.host.watching().subscribe(table, Viewer::default(), 2).await.unwrap();
        assert!(early.entry().await.is_none());
    })
    .await;
}

#[tokio::test]
async fn messages_are_only_for_viewers_without_a_delay() {
    on_each(async |stage| {
        let page = TablePage::Newest;
        for (spectators, is_open) in [
            (Spectators::Allowed, true),
            (Spectators::Delayed(3), false),
            (Spectators::Forbidden, false),
        ] {
            let table = stage.begin_watched(1, spectators).await;
            let hears =
                async |viewer| stage.host.talk().messages(table, viewer, page, 9).await.is_ok();
            let moderator = Viewer { role: Role::Moderator, ..stage.viewer(2) };
            assert!(hears(stage.viewer(0)).await && hears(moderator).await);
            assert_eq!(hears(stage.viewer(2)).await, is_open);
            assert_eq!(hears(Viewer::default()).await, is_open);
        }
    })
    .await;
}

#[tokio::test]
async fn spectators_are_counted_while_they_subscribe() {
    on_each(async |stage| {
        let table = stage.begin_watched(1, Spectators::Allowed).await;
        let subscribe =
            async |viewer| stage.host.watching().subscribe(table, viewer, 0).await.unwrap();
        let _playing = subscribe(stage.viewer(0)).await;
        assert_eq!(stage.host.watching().spectators(table), 0);
        let one = subscribe(Viewer::default()).await;
        let other = subscribe(stage.viewer(2)).await;
        assert_eq!(stage.host.watching().spectators(table), 2);
        drop(one);
        assert_eq!(stage.host.watching().spectators(table), 1);
        drop(other);
        assert_eq!(stage.host.watching().spectators(table), 0);
    })
    .await;
}

#[tokio::test]
async fn looking_back_shows_what_each_seat_saw_then() {
    on_each(async |stage| {
        let table = stage.begin_watched(2, Spectators::Allowed).await;
        let public = Viewer::default();
        let eyes = [stage.viewer(0), stage.viewer(1), public];
        let known = async |viewer: Viewer| {
            let entries = stage.host.watching().entries(table, viewer, 0, 99).await.unwrap();
            let look = stage.host.watching().look(table, viewer, EN).await.unwrap();
            (shown(&look), format!("{entries:?}"))
        };
        let mut then = Vec::new();
        let remember = async || {
            let mut seen = Vec::new();
            for viewer in eyes {
                seen.push(known(viewer).await);
            }
            seen
        };
        let (pick, pass) = (|n: u8| json!([{ "pick": n }]), json!([{"pass": "YES"}]));
        then.push(remember().await);
        let play = async |who, since, key, steps| {
            stage.play(table, who, since, key, steps).await.unwrap();
        };
        play(0, 0, "a", pick(1)).await;
        then.push(remember().await);
        // Taken back, and played differently.
        stage.host.tables().act(table, stage.players[0], SeatAction::Undo(1)).await.unwrap();
        then.push(remember().await);
        play(0, 2, "b", pick(2)).await;
        then.push(remember().await);
        play(1, 2, "a", pick(3)).await;
        then.push(remember().await);
        play(0, 4, "c", json!([{"draw": "YES"}])).await;
        then.push(remember().await);
        let undo = SeatAction::Propose(Proposal::Undo(5));
        stage.host.tables().act(table, stage.players[0], undo).await.unwrap();
        then.push(remember().await);
        stage.host.tables().act(table, stage.players[1], SeatAction::Agree(6)).await.unwrap();
        then.push(remember().await);
        play(0, 7, "d", pass.clone()).await;
        then.push(remember().await);
        // Before the end, with one's own eyes only.
        for (seq, seen) in (0..).zip(&then) {
            for (viewer, seen) in eyes.into_iter().zip(seen) {
                assert_eq!(known(at(viewer, seq)).await, *seen, "{seq}");
            }
        }
        assert_eq!(known(through(eyes[1], 1)).await, then[8][1]);
        for lent in [through(eyes[0], 1), through(public, 0), at(through(public, 0), 1), ALL] {
            assert_eq!(code(stage.host.watching().look(table, lent, EN).await), Code::NotOver);
            assert_eq!(code(stage.host.watching().entries(table, lent, 0, 9).await), Code::NotOver);
        }
        play(0, 8, "e", pick(1)).await;
        then.push(remember().await);
        play(1, 8, "e", pick(1)).await;
        then.push(remember().await);
        play(1, 10, "f", pass).await;
        then.push(remember().await);
        // Afterwards with everybody's, in whatever order.
        for (seq, seen) in (0..then.len() as u64).rev().zip(then.iter().rev()) {
            for (seat, seen) in (0..2).zip(seen) {
                assert_eq!(known(at(through(stage.viewer(2), seat), seq)).await, *seen, "{seq}");
            }
            assert_eq!(known(at(public, seq)).await, seen[2], "{seq}");
            assert_eq!(stage.look(table, at(ALL, seq)).await.seq, seq);
        }
        let hands = |look: Look| -> Value {
            let view: Value = serde_json::from_str(look.seen.unwrap().view.get()).unwrap();
            view["hands"].clone()
        };
        // What was drawn and taken back is there again.
        assert_ne!(hands(stage.look(table, at(ALL, 5)).await)[0], json!([]));
        assert_eq!(hands(stage.look(table, at(ALL, 7)).await)[0], json!([]));
        let nowhere = stage.host.watching().look(table, through(public, 2), EN).await;
        assert_eq!(code(nowhere), Code::NoSuchSeat);
    })
    .await;
}
