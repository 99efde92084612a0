//! Two servers with one table each: a position on one, on the other a twin that the viewer cannot
//! tell from it. Both get the same requests, and their answers are compared byte by byte.

use gueridon_game::{Seat, Seed};
use gueridon_host::host::FixtureTable;
use gueridon_host::table::Fixture;
use gueridon_modules::module::{CallError, Handle, Played};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value as Json, json};

use crate::wire::document::Documents;
use crate::wire::outcome::{Channel, Compared, Difference, Same};
use crate::wire::playout::{Playout, eyes, moves, raw};
use crate::wire::side::{Side, Socket};

/// What all pairs of a test share.
#[derive(Debug)]
pub(crate) struct Table<'a> {
    pub(crate) sides: &'a [Side; 2],
    pub(crate) documents: &'a Documents,
    /// Steps of all kinds that were made in some game.
    pub(crate) steps: &'a [Json],
    /// Kinds of event that are shown once and then only remembered.
    pub(crate) fleeting: &'a [&'a str],
}

/// A position and its viewer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot<'a> {
    pub(crate) playout: &'a Playout,
    /// After how many entries.
    pub(crate) after: usize,
    /// The seat that looks; none for the public.
    pub(crate) viewer: Option<u8>,
}

impl Spot<'_> {
    /// A number that no other spot of these games has.
    fn number(self) -> u64 {
        let viewer = self.viewer.map_or(9, u64::from);
        (self.playout.number << 20) + (self.after as u64) * 10 + viewer
    }
}

/// How many steps a pair is followed.
const DEPTH: usize = 4;

/// The two tables of one spot.
struct Pair<'a> {
    shared: &'a Table<'a>,
    spot: Spot<'a>,
    /// The channel on which another seat takes the viewer's place, and that seat.
    leak: Option<(Channel, u8)>,
    dice: ChaCha8Rng,
    /// The same id on both sides.
    id: String,
    /// Copies of the two tables' games, to know what their events may tell.
    games: [Handle; 2],
    sockets: [Socket; 2],
    acting: Vec<Seat>,
    seq: u64,
    compared: Compared,
}

/// Opens both tables at a spot and compares them until the viewer may tell them apart.
///
/// On the channel that leaks on purpose, another player takes the viewer's place.
pub(crate) async fn compare(
    shared: &Table<'_>,
    spot: Spot<'_>,
    leak: Option<Channel>,
) -> Same<Compared> {
    let mut pair = Pair::open(shared, spot, leak).await?;
    for nth in 0..=DEPTH {
        pair.look().await?;
        if nth == 0 {
            pair.errors().await?;
        }
        pair.refusals().await?;
        pair.previews().await?;
        if nth == DEPTH || !pair.step().await? {
            break;
        }
    }
    Ok(pair.compared)
}

/// Looks at both tables of a finished game, as the viewer and with eyes that see everything; both
/// may be told apart by the second.
pub(crate) async fn compare_at_end(shared: &Table<'_>, spot: Spot<'_>) -> [Same; 2] {
    let mut pair = match Pair::open(shared, spot, None).await {
        Ok(pair) => pair,
        Err(difference) => return [Err(difference), Ok(())],
    };
    // A subscriber counts as a spectator until its stream is complete.
    if let Err(difference) = pair.hear().await {
        return [Err(difference), Ok(())];
    }
    let own = pair.look().await;
    let variables = json!({ "id": pair.id });
    [own, pair.ask(Channel::Look, &shared.documents.all, &variables).await.map(drop)]
}

impl<'a> Pair<'a> {
    async fn open(shared: &'a Table<'a>, spot: Spot<'a>, leak: Option<Channel>) -> Same<Self> {
        let Spot { playout, after, viewer } = spot;
        let real = playout.position(after);
        let restore = |position: &Fixture| {
            playout.module.restore(&position.state, playout.seats, &playout.seed()).unwrap()
        };
        let (mut game, summary) = restore(&real);
        // Unrelated to the seed of the table.
        let imagined = Seed::of_test(u64::MAX - spot.number());
        let state = game.imagine(eyes(viewer), &imagined).unwrap();
        let twin = Fixture { state, ..real.clone() };
        let games = [game, restore(&twin).0];

        let mut dice = ChaCha8Rng::seed_from_u64(spot.number());
        let mut ids = Vec::new();
        for (side, position) in shared.sides.iter().zip([real, twin]) {
            side.wait();
            let (players, seed) = (side.seated(playout.seats), playout.seed());
            let game = playout.module.about().id.clone();
            ids.push(side.plant(FixtureTable { game, players, seed, position }).await.to_string());
        }
        assert_eq!(ids[0], ids[1]);
        let id = ids.remove(0);
        let acting: Vec<Seat> = summary.to_act.iter().collect();
        // The seats to act reveal the most.
        let others = acting.iter().map(|seat| seat.0).chain(0..playout.seats);
        let other = others.into_iter().find(|&seat| Some(seat) != viewer).unwrap_or_default();
        let leak = leak.map(|channel| (channel, other));
        let listener = leak.filter(|leak| leak.0 == Channel::Listen);
        let listener = listener.map_or(viewer, |(_, seat)| Some(seat));
        let from = after - dice.random_range(0..=after.min(3));
        let [one, other] = shared.sides;
        let mut sockets = [one.socket(listener).await, other.socket(listener).await];
        for socket in &mut sockets {
            let variables = json!({ "id": id, "from": from });
            let payload = json!({ "query": shared.documents.listen, "variables": variables });
            socket.send(&json!({ "id": "1", "type": "subscribe", "payload": payload })).await;
        }
        let (seq, compared) = (after as u64, Compared::default());
        let mut pair = Self { shared, spot, leak, dice, id, games, sockets, acting, seq, compared };
        // The table as it stands, and then the missed entries.
        for _ in from..=after {
            pair.hear().await?;
        }
        Ok(pair)
    }

    /// Who sends on a channel: the viewer, except where the test makes a leak.
    fn caller(&self, channel: Channel) -> Option<u8> {
        let leak = self.leak.filter(|leak| leak.0 == channel);
        leak.map_or(self.spot.viewer, |(_, seat)| Some(seat))
    }

    /// Sends the same to both; the answer that both gave.
    async fn ask(&mut self, channel: Channel, document: &str, variables: &Json) -> Same<String> {
        let body = json!({ "query": document, "variables": variables }).to_string();
        let caller = self.caller(channel);
        let [one, other] = self.shared.sides;
        let (real, twin) = tokio::join!(one.post(caller, &body), other.post(caller, &body));
        self.same(channel, &body, &real, &twin)?;
        Ok(real)
    }

    /// The next frame of both.
    async fn hear(&mut self) -> Same {
        let [one, other] = &mut self.sockets;
        let (real, twin) = tokio::join!(one.frame(), other.frame());
        assert!(!real.contains(r#""type":"error""#), "{real}");
        self.same(Channel::Listen, "a frame", &real, &twin)
    }

    fn same(&mut self, channel: Channel, sent: &str, real: &str, twin: &str) -> Same {
        self.compared.answers += 1;
        if real == twin {
            return Ok(());
        }
        let Spot { playout, after, viewer } = self.spot;
        let game = &playout.module.about().id;
        let eyes = viewer.map_or("the public".to_owned(), |seat| format!("seat {seat}"));
        let place = format!(
            "{game} with seed {} and {} seats, after entry {after}, through the eyes of {eyes}, \
             now after entry {}",
            playout.number, playout.seats, self.seq
        );
        Err(Difference::between(channel, place, sent, real, twin))
    }

    async fn look(&mut self) -> Same {
        let newest = self.seq.saturating_sub(4).to_string();
        let variables = json!({ "id": self.id, "after": newest });
        let documents = self.shared.documents;
        let answer = self.ask(Channel::Look, &documents.table, &variables).await?;
        assert!(answer.starts_with("200") && !answer.contains(r#""errors""#), "{answer}");
        if self.compared.steps > 0 {
            return Ok(());
        }
        let oldest = json!({ "id": self.id });
        self.ask(Channel::Look, &documents.table, &oldest).await?;
        let listed = self.ask(Channel::Look, &documents.listed, &json!({})).await?;
        assert!(listed.contains(&self.id), "{listed}");
        Ok(())
    }

    /// Malformed requests, which are answered alike whatever the position.
    async fn errors(&mut self) -> Same {
        let id = self.id.clone();
        let documents = self.shared.documents;
        let game = &self.spot.playout.module.about().id;
        let one = json!({ "id": id });
        let deep = format!("{{ a {} {} }}", "{ a ".repeat(30), "}".repeat(30));
        let no_move = json!({ "id": id, "since": 0, "key": "k", "steps": [{ game: { "no": 1 } }] });
        let no_list = json!({ "id": id, "since": -1, "key": "", "steps": [] });
        let cursor = json!({ "id": id, "after": "x" });
        for (document, variables) in [
            (documents.all.as_str(), &one),
            ("query($id: ID!) { table(id: $id) { deck } }", &one),
            ("query($id: ID!) { table(id: $id) { view { hand } } }", &one),
            (&deep, &one),
            (&documents.listen, &one),
            (&documents.table, &cursor),
            (&documents.play, &no_move),
            (&documents.play, &no_list),
            ("mutation($id: ID!) { sit(table: $id) { ok ... on Refused { code } } }", &one),
            ("mutation($id: ID!) { leave(table: $id) { ok ... on Refused { code } } }", &one),
        ] {
            let answer = self.ask(Channel::Error, document, variables).await?;
            let is_refused = ["\"errors\"", "\"ok\":false"].iter().any(|no| answer.contains(no));
            assert!(is_refused, "{document}: {answer}");
        }
        // A player who sits there may start the table again without an error.
        let start = "mutation($id: ID!) { start(table: $id) { ok ... on Refused { code } } }";
        self.ask(Channel::Error, start, &one).await?;
        Ok(())
    }

    /// Sends steps that must be refused, from somebody who sits there or does not.
    async fn refusals(&mut self) -> Same {
        let legal = self.legal(Channel::Refusal);
        let mut lists: Vec<Vec<Json>> = Vec::new();
        for _ in 0..3 {
            let step = self.bent();
            if !legal.contains(&step) {
                lists.push(vec![step]);
            }
        }
        // Steps that are legal one after the other, and then one that no longer is.
        for _ in 0..2 {
            let mut list = self.walk();
            list.push(self.bent());
            if self.is_refused(&list) {
                lists.push(list);
            }
        }
        let since = self.seq;
        for list in lists {
            let answer = self.play(Channel::Refusal, since, "refused", &list).await?;
            assert!(self.leak.is_some() || !answer.contains(r#""ok":true"#), "{answer}");
        }
        // Too late, too early, and under a key that was used for something else.
        let step = legal.first().or(self.shared.steps.first()).cloned().into_iter();
        let list: Vec<Json> = step.collect();
        self.play(Channel::Refusal, self.seq + 1, "early", &list).await?;
        if self.since().is_some_and(|since| since > 0) {
            self.play(Channel::Refusal, 0, "late", &list).await?;
        }
        if let Some(key) = self.own_key() {
            self.play(Channel::Refusal, since, &key, &[self.shared.steps[0].clone()]).await?;
        }
        Ok(())
    }

    async fn previews(&mut self) -> Same {
        let legal = self.legal(Channel::Preview);
        let mut lists: Vec<Vec<Json>> = Vec::new();
        lists.extend(legal.choose(&mut self.dice).map(|step| vec![step.clone()]));
        if let Some(first) = legal.choose(&mut self.dice) {
            let then = self.bent();
            lists.push(vec![first.clone(), then]);
        }
        lists.push(vec![self.bent()]);
        for list in lists {
            let variables = json!({ "id": self.id, "steps": self.sendable(&list) });
            let documents = self.shared.documents;
            let answer = self.ask(Channel::Preview, &documents.preview, &variables).await?;
            self.compared.uncertain += usize::from(answer.contains(r#""uncertain":true"#));
        }
        Ok(())
    }

    /// Plays a step on both; returns whether the viewer still cannot tell them apart.
    async fn step(&mut self) -> Same<bool> {
        let player = self.caller(Channel::Play);
        let own = self.acting.iter().find(|seat| Some(seat.0) == player).copied();
        let own = own.filter(|_| self.dice.random_bool(0.7));
        let Some(seat) = own.or_else(|| self.acting.choose(&mut self.dice).copied()) else {
            return Ok(false);
        };
        let is_own = Some(seat.0) == player;
        let [one, other] = &mut self.games;
        let (real, twin) = (moves(one, seat), moves(other, seat));
        let both: Vec<&Json> = real.iter().filter(|step| twin.contains(step)).collect();
        let kind = |step: &Json| step.as_object().and_then(|step| step.keys().next()).cloned();
        let same = both.choose(&mut self.dice).map(|&step| [step.clone(), step.clone()]);
        // What another seat does in secret may differ.
        let mut unlike = || {
            let step = real.choose(&mut self.dice)?;
            let others: Vec<&Json> =
                twin.iter().filter(|other| kind(other) == kind(step) && *other != step).collect();
            others.choose(&mut self.dice).map(|&other| [step.clone(), other.clone()])
        };
        let unlike = if is_own { None } else { unlike() };
        let unlike = unlike.filter(|_| same.is_none() || self.dice.random_bool(0.5));
        let is_unlike = unlike.is_some();
        let Some(steps) = unlike.or(same) else { return Ok(false) };

        let played = self.play_games(seat, &steps);
        let is_same = self.cannot_tell(&played, is_unlike);
        let key = format!("k{}", self.seq);
        let since = self.seq;
        self.seq += 1;
        self.acting = played[0].summary.to_act.iter().collect();
        if is_own && is_same {
            let (list, channel) = ([steps[0].clone()], Channel::Play);
            let answer = self.play(channel, since, &key, &list).await?;
            assert!(answer.contains(r#""ok":true"#), "{answer}");
            self.play(channel, since, &key, &list).await?;
        } else {
            for (side, step) in self.shared.sides.iter().zip(&steps) {
                let body = self.play_body(since, &key, std::slice::from_ref(step));
                let answer = side.post(Some(seat.0), &body).await;
                assert!(answer.contains(r#""ok":true"#), "{answer}");
            }
        }
        if !is_same {
            return Ok(false);
        }
        self.hear().await?;
        if self.acting.is_empty() {
            self.hear().await?;
        }
        self.compared.steps += 1;
        self.compared.unlike += usize::from(is_unlike);
        Ok(true)
    }

    /// Plays the steps on the copies of the two games.
    fn play_games(&mut self, seat: Seat, steps: &[Json; 2]) -> [Played; 2] {
        let entry = self.seq + 1;
        let [one, other] = &mut self.games;
        let take = |game: &mut Handle, step: &Json| {
            let played = game.play(seat, entry, &raw(std::slice::from_ref(step))).unwrap();
            game.keep().unwrap();
            played
        };
        [take(one, &steps[0]), take(other, &steps[1])]
    }

    /// Whether the viewer sees the same on both after a step, and was told nothing that only
    /// memory keeps. Of the same step they may be told nothing else: that is what is tested.
    fn cannot_tell(&mut self, played: &[Played; 2], is_unlike: bool) -> bool {
        let eyes = eyes(self.spot.viewer);
        let [one, other] = &mut self.games;
        let seen = |game: &mut Handle| game.view(eyes).unwrap().get().to_owned();
        let told = |played: &Played| {
            let told = played.told.iter().filter_map(|reported| reported.to(eyes));
            let told = told.map(|(event, _)| event.get().to_owned());
            let lawful = |event: &String| {
                is_unlike || self.shared.fleeting.iter().any(|kind| event.contains(kind))
            };
            told.filter(lawful).collect::<Vec<_>>()
        };
        seen(one) == seen(other) && told(&played[0]) == told(&played[1])
    }

    async fn play(
        &mut self,
        channel: Channel,
        since: u64,
        key: &str,
        steps: &[Json],
    ) -> Same<String> {
        let steps = self.sendable(steps);
        let variables = json!({ "id": self.id, "since": since, "key": key, "steps": steps });
        let documents = self.shared.documents;
        self.ask(channel, &documents.play, &variables).await
    }

    fn play_body(&self, since: u64, key: &str, steps: &[Json]) -> String {
        let steps = self.sendable(steps);
        let variables = json!({ "id": self.id, "since": since, "key": key, "steps": steps });
        json!({ "query": self.shared.documents.play, "variables": variables }).to_string()
    }

    /// Steps as they are sent: in the field of the game.
    fn sendable(&self, steps: &[Json]) -> Vec<Json> {
        let game = &self.spot.playout.module.about().id;
        steps.iter().map(|step| json!({ game: step })).collect()
    }

    /// The steps open to the sender on a channel.
    fn legal(&mut self, channel: Channel) -> Vec<Json> {
        let sender = self.caller(channel);
        sender.map_or_else(Vec::new, |seat| moves(&mut self.games[0], Seat(seat)))
    }

    /// A step of some other position, as it was or with its content put under another's name.
    fn bent(&mut self) -> Json {
        let steps = self.shared.steps;
        let step = &steps[self.dice.random_range(0..steps.len())];
        let mut bent = step.clone();
        if self.dice.random_bool(0.2) {
            let other = &steps[self.dice.random_range(0..steps.len())];
            for value in bent.as_object_mut().into_iter().flat_map(|step| step.values_mut()) {
                if let Some(content) = other.as_object().and_then(|step| step.values().next()) {
                    value.clone_from(content);
                }
            }
        }
        bent
    }

    /// A few steps that the viewer could take one after the other on the real table.
    fn walk(&mut self) -> Vec<Json> {
        let Spot { playout, viewer, .. } = self.spot;
        let mut list = Vec::new();
        let Some(seat) = viewer.map(Seat) else { return list };
        let state = self.games[0].save().unwrap();
        let (mut game, _) = playout.module.restore(&state, playout.seats, &playout.seed()).unwrap();
        for _ in 0..self.dice.random_range(1..=3) {
            let Some(step) = moves(&mut game, seat).choose(&mut self.dice).cloned() else { break };
            game.play(seat, self.seq + 1, &raw(std::slice::from_ref(&step))).unwrap();
            game.keep().unwrap();
            list.push(step);
        }
        list
    }

    /// Whether one of the games does not accept these steps from the viewer.
    fn is_refused(&mut self, steps: &[Json]) -> bool {
        let Some(seat) = self.spot.viewer else { return true };
        let entry = self.seq + 1;
        self.games.iter_mut().any(|game| {
            let refused =
                matches!(game.play(Seat(seat), entry, &raw(steps)), Err(CallError::Refused(_)));
            game.drop_tried().unwrap();
            refused
        })
    }

    /// A key that the viewer used in the past.
    fn own_key(&self) -> Option<String> {
        let Spot { playout, after, viewer } = self.spot;
        let past = playout.position(after).past;
        past.iter().rfind(|past| Some(past.seat.0) == viewer).map(|past| past.key.clone())
    }

    /// The entry at which the viewer last played or their question last changed, as far as the
    /// position's past tells.
    fn since(&self) -> Option<u64> {
        let Spot { playout, after, viewer } = self.spot;
        viewer.map(|seat| playout.position(after).decided[usize::from(seat)])
    }
}
