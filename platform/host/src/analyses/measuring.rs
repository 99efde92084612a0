//! Measures a game that is over: replays it play by play, and searches from what the mover knew and
//! from the true position.
//!
//! Nothing here reads a clock to find a figure, so the same game has the same analysis, unless the
//! time for it is over.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gueridon_game::border::LocalizedText;
use gueridon_game::{Eyes, Language, Seat, Seed};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use sha2::{Digest, Sha256};
use tokio_util::sync::CancellationToken;

use super::analysis::{Analysis, Chances, Point};
use super::weighing::{self, Better, MeasuredPlay};
use crate::bots::{Limits, Question, SearchError, Thinkers};
use crate::tables::entry_body::Body;
use crate::tables::outages::Outages;
use crate::tables::position::{LoadError, Position, body_of, undone_in, upgrade_in};
use gueridon_journal::{Entry, TableRow};
use gueridon_modules::module::{CallError, Handle, Module, RawJson, Sought};

/// How many iterations an analysis makes in all, about.
const ALL: u32 = 600_000;
/// How many searches a play takes at most, about.
const SEARCHES: u32 = 5;
/// How many iterations a search makes at least and at most.
const FEWEST: u32 = 100;
const MOST: u32 = 1_000;
/// How many plays are looked at. Of a longer game, only every second or third is, and so on.
const PLAYS: usize = 1_000;
/// After how much time in the module no further play is looked at.
const LONGEST: Duration = Duration::from_secs(100);
/// In how many imagined games two steps are compared.
const TWINS: u32 = 8;

/// A game that is over.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) row: TableRow,
    pub(super) build: Arc<Module>,
    pub(super) entries: Vec<Entry>,
    /// The chances at the end: the victory, in parts if it is shared.
    pub(super) result: Chances,
}

/// Why there is no analysis.
#[derive(Debug, thiserror::Error)]
pub(super) enum Lost {
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error("the game cannot be replayed: {0}")]
    Unplayable(String),
    #[error("it was given up")]
    GivenUp,
}

impl From<CallError> for Lost {
    fn from(error: CallError) -> Self {
        Self::Search(error.into())
    }
}

impl From<LoadError> for Lost {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Stopped(reason) => Self::Unplayable(reason),
            LoadError::Failed(error) => error.into(),
            LoadError::Newer(entry) => {
                Self::Unplayable(format!("entry {entry} is of a newer server"))
            }
        }
    }
}

/// Checks that a game can be searched.
///
/// # Errors
/// Among others [`CallError::Unsupported`] if it cannot.
pub(super) async fn try_search(thinkers: &Thinkers, game: &Finished) -> Result<(), Lost> {
    let mut measuring = Measuring::of(thinkers, game, FEWEST, CancellationToken::new());
    let position = measuring.dealt(0).await?;
    let (_, state) = measuring.saved(position).await?;
    let deal = Before { state, at: 0, seat: Seat(0) };
    let dice = measuring.question(&deal, "try").dice;
    let dealt = measuring.restored(&deal.state, dice).await?;
    measuring.limits.iterations = 1;
    measuring.search(&deal, "try", Eyes::Public, dealt).await?;
    Ok(())
}

/// Measures a game; `tell` is told how many of how many plays are done.
pub(super) async fn measure(
    thinkers: &Thinkers,
    game: &Finished,
    given_up: &CancellationToken,
    tell: impl Fn(usize, usize),
) -> Result<Analysis, Lost> {
    let upgraded = upgrade_in(&game.entries)?.map_or(0, |(entry, _)| entry);
    let mut measuring = Measuring::of(thinkers, game, FEWEST, given_up.clone());
    let mut position = measuring.dealt(upgraded).await?;
    let undone = Arc::new(undone_in(position.state(), &game.entries)?);
    let all = game.entries.iter().filter(|entry| is_play(entry, &undone)).count();
    let stride = all.div_ceil(PLAYS).max(1);
    let looked_at = all.div_ceil(stride);
    let searches = SEARCHES * u32::try_from(looked_at.max(1)).unwrap_or(u32::MAX);
    let iterations = (ALL / searches).clamp(FEWEST, MOST);
    measuring.limits.iterations = iterations;
    let mut plays = Vec::new();
    let (mut done, mut cut_at) = (0, None);
    for entry in &game.entries {
        if !is_play(entry, &undone) {
            position = measuring.replayed(position, entry, &undone).await?;
            continue;
        }
        tell(done, all);
        let is_in_time = measuring.took < LONGEST;
        if !is_in_time && cut_at.is_none() {
            cut_at = Some(entry.seq);
        }
        let before = if is_in_time && done % stride == 0 {
            let measured;
            (position, measured) = measuring.before(position, entry).await?;
            measured
        } else {
            None
        };
        position = measuring.replayed(position, entry, &undone).await?;
        if let Some((mut play, is_uncertain)) = before {
            if is_uncertain {
                let after;
                (position, after) = measuring.after(position, &play).await?;
                play.after = Some(after);
            }
            plays.push(play);
        }
        done += 1;
    }
    let end = Point {
        at: game.entries.last().map_or(0, |entry| entry.seq),
        seat: None,
        known: game.result.clone(),
        actual: game.result.clone(),
    };
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(Analysis {
        iterations,
        plays: count(all),
        looked_at: count(looked_at),
        cut_at,
        points: weighing::points(&plays).chain([end]).collect(),
        turning_points: weighing::turning_points(&plays),
        shares: weighing::shares(&plays, game.row.seats),
    })
}

/// Whether an entry is a play that was not taken back.
fn is_play(entry: &Entry, undone: &BTreeSet<u64>) -> bool {
    let is_play = matches!(body_of(entry), Ok(Body::Steps(_) | Body::StandIn(_)));
    is_play && !undone.contains(&entry.seq)
}

/// The game before a play, or before one of its steps.
struct Before {
    state: RawJson,
    /// After which entry.
    at: u64,
    seat: Seat,
}

struct Measuring<'a> {
    thinkers: &'a Thinkers,
    game: &'a Finished,
    given_up: CancellationToken,
    limits: Limits,
    /// How long the module was called.
    took: Duration,
    /// What the last search of the position after an entry found, and for whom.
    newest: Option<(u64, Seat, Sought)>,
}

impl<'a> Measuring<'a> {
    fn of(
        thinkers: &'a Thinkers,
        game: &'a Finished,
        iterations: u32,
        given_up: CancellationToken,
    ) -> Self {
        let limits = Limits { iterations, time: Duration::MAX };
        Self { thinkers, game, given_up, limits, took: Duration::ZERO, newest: None }
    }

    /// What is asked about a position. The dice of a question follow from the table, the position
    /// and what the search is for.
    fn question(&self, before: &Before, what: &str) -> Question {
        let Finished { row, build, .. } = self.game;
        let dice = Sha256::new_with_prefix(row.id.0.as_bytes())
            .chain_update(before.at.to_be_bytes())
            .chain_update([before.seat.0])
            .chain_update(what);
        Question {
            table: row.id,
            build: Arc::clone(build),
            state: before.state.clone(),
            seats: row.seats,
            seat: before.seat,
            dice: Seed(dice.finalize().into()),
        }
    }

    /// Calls the module.
    async fn call<T: Send + 'static>(
        &mut self,
        call: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Lost> {
        if self.given_up.is_cancelled() {
            return Err(Lost::GivenUp);
        }
        let nothing = Before { state: RawJson::default(), at: 0, seat: Seat(0) };
        let question = self.question(&nothing, "");
        let timed = move || {
            let began = Instant::now();
            (call(), began.elapsed())
        };
        let (answer, took) =
            self.thinkers.slice(&question, timed).await.map_err(SearchError::from)?;
        self.took += took;
        Ok(answer)
    }

    async fn dealt(&mut self, checked_from: u64) -> Result<Position, Lost> {
        let (build, row) = (Arc::clone(&self.game.build), self.game.row.clone());
        let deal = move || Position::deal(&build, &row, Outages::default());
        Ok(self.call(deal).await??.checked_from(checked_from))
    }

    async fn replayed(
        &mut self,
        mut position: Position,
        entry: &Entry,
        undone: &Arc<BTreeSet<u64>>,
    ) -> Result<Position, Lost> {
        let (entry, undone) = (entry.clone(), Arc::clone(undone));
        let replay = move || {
            position.replay(&entry, &body_of(&entry)?, &undone)?;
            Ok::<_, LoadError>(position)
        };
        Ok(self.call(replay).await??)
    }

    async fn saved(&mut self, mut position: Position) -> Result<(Position, RawJson), Lost> {
        let save = move || {
            position.finish_keep()?;
            let state = position.game.save()?;
            Ok::<_, CallError>((position, state))
        };
        Ok(self.call(save).await??)
    }

    async fn restored(&mut self, state: &RawJson, dice: Seed) -> Result<Handle, Lost> {
        let (build, state, seats) =
            (Arc::clone(&self.game.build), state.clone(), self.game.row.seats);
        Ok(self.call(move || build.restore(&state, seats, &dice)).await??.0)
    }

    async fn search(
        &mut self,
        before: &Before,
        what: &str,
        eyes: Eyes,
        game: Handle,
    ) -> Result<(Handle, Sought), Lost> {
        let (question, mut found) = (self.question(before, what), None);
        let (limits, given_up) = (self.limits, &self.given_up);
        let searched =
            self.thinkers.search(&question, eyes, game, limits, given_up, &mut found).await?;
        self.took += searched.took;
        let found = found.filter(|_| !given_up.is_cancelled()).ok_or(Lost::GivenUp)?;
        if found.chances.len() != usize::from(self.game.row.seats) {
            let odd = "it speaks of another number of seats".to_owned();
            return Err(CallError::BadReply(odd).into());
        }
        Ok((searched.game, found))
    }

    /// Measures what can be known before a play, and says whether something can come to light with
    /// it. Nothing is measured where there was nothing to choose and nothing to learn.
    async fn before(
        &mut self,
        position: Position,
        entry: &Entry,
    ) -> Result<(Position, Option<(MeasuredPlay, bool)>), Lost> {
        let body = body_of(entry)?;
        let (Body::Steps(all) | Body::StandIn(all), Some(seat)) = (body, entry.seat) else {
            return Ok((position, None));
        };
        let steps: Vec<RawJson> = serde_json::from_str(all.get())
            .map_err(|error| Lost::Unplayable(format!("entry {}: {error}", entry.seq)))?;
        let (position, state) = self.saved(position).await?;
        let mut before = Before { state, at: entry.seq - 1, seat };
        let dice = self.question(&before, "know").dice;
        let mut game = self.restored(&before.state, dice).await?;
        let all: RawJson = all.to_owned();
        let preview = move || {
            let seen = game.preview(seat, &all, &dice, Language::default())?;
            let open = game.moves(seat, Language::default())?.len();
            Ok::<_, CallError>((game, seen.uncertain, open))
        };
        let (game, is_uncertain, open) = self.call(preview).await??;
        if open < 2 && steps.len() < 2 && !is_uncertain {
            return Ok((position, None));
        }
        let known = self.newest.take().filter(|(at, of, _)| (*at, *of) == (before.at, seat));
        let (mut game, first) = match known {
            Some((_, _, known)) => (game, known),
            None => self.search(&before, "know", Eyes::Seat(seat), game).await?,
        };
        let known = first.chances.clone();
        let true_game = self.restored(&before.state, dice).await?;
        let (_, actual) = self.search(&before, "true", Eyes::All, true_game).await?;
        let mut play = MeasuredPlay {
            entry: entry.seq,
            seat,
            known,
            actual: actual.chances,
            after: None,
            played: self.in_words(&before, &steps[..1]).await?,
            better: None,
        };
        let mut sought = first;
        for (number, step) in steps.iter().enumerate() {
            if number > 0 {
                // Only the last step of a play can bring something to light, so the game before it
                // does not depend on the dice.
                let played = steps[number - 1].clone();
                let (next, state) = self.played(game, seat, played).await?;
                game = next;
                before.state = state;
                let what = format!("know {number}");
                (game, sought) = self.search(&before, &what, Eyes::Seat(seat), game).await?;
            }
            let Some(best) = sought.candidates.first().filter(|_| sought.candidates.len() > 1)
            else {
                continue;
            };
            if is_same(&best.step, step) {
                continue;
            }
            let best = best.step.clone();
            let shift = self.compared(&before, step, &best).await?;
            let lost = |shift: &[i32]| shift[seat.index()];
            let worst = play.better.as_ref().map_or(0, |better| lost(&better.shift));
            if lost(&shift) < worst {
                play.played = self.in_words(&before, std::slice::from_ref(step)).await?;
                let words = self.in_words(&before, &[best]).await?;
                play.better = Some(Better { words, shift });
            }
        }
        Ok((position, Some((play, is_uncertain))))
    }

    /// The chances after a play, as its seat knows them then.
    async fn after(
        &mut self,
        position: Position,
        play: &MeasuredPlay,
    ) -> Result<(Position, Chances), Lost> {
        if position.is_over() {
            return Ok((position, self.game.result.clone()));
        }
        let (position, state) = self.saved(position).await?;
        let after = Before { state, at: position.seq(), seat: play.seat };
        let dice = self.question(&after, "know").dice;
        let game = self.restored(&after.state, dice).await?;
        let (_, found) = self.search(&after, "know", Eyes::Seat(play.seat), game).await?;
        let chances = found.chances.clone();
        self.newest = Some((after.at, after.seat, found));
        Ok((position, chances))
    }

    /// By how much each seat's chance differs, in thousandths, if `played` is played and not `best`:
    /// on the mean of the same imagined games for both.
    async fn compared(
        &mut self,
        before: &Before,
        played: &RawJson,
        best: &RawJson,
    ) -> Result<Vec<i32>, Lost> {
        let seats = usize::from(self.game.row.seats);
        let all = self.limits.iterations;
        self.limits.iterations = all.div_ceil(TWINS);
        let mut sums = vec![0; seats];
        for number in 0..TWINS {
            let what = format!("twin {number}");
            let question = self.question(before, &what);
            for (step, sign) in [(played, 1), (best, -1)] {
                let game = self.restored(&before.state, question.dice).await?;
                let (build, dice, seat) =
                    (Arc::clone(&self.game.build), question.dice, before.seat);
                let steps = listed(step)?;
                let seats = self.game.row.seats;
                let play = move || {
                    let mut game = game;
                    let imagined = game.imagine(Eyes::Seat(seat), &dice)?;
                    let (mut twin, _) = build.restore(&imagined, seats, &dice)?;
                    twin.play(seat, 1, &steps)?;
                    twin.keep()?;
                    Ok::<_, CallError>(twin)
                };
                let twin = self.call(play).await??;
                let (_, found) = self.search(before, &what, Eyes::Seat(before.seat), twin).await?;
                for (sum, chance) in sums.iter_mut().zip(found.chances) {
                    *sum += sign * i32::from(chance);
                }
            }
        }
        self.limits.iterations = all;
        let twins = i32::try_from(TWINS).unwrap_or(i32::MAX);
        Ok(sums.into_iter().map(|sum| sum / twins).collect())
    }

    /// Plays a step, and saves the game after it.
    async fn played(
        &mut self,
        mut game: Handle,
        seat: Seat,
        step: RawJson,
    ) -> Result<(Handle, RawJson), Lost> {
        let steps = listed(&step)?;
        let play = move || {
            game.play(seat, 1, &steps)?;
            game.keep()?;
            let state = game.save()?;
            Ok::<_, CallError>((game, state))
        };
        Ok(self.call(play).await??)
    }

    /// The first of these steps in words.
    async fn in_words(
        &mut self,
        before: &Before,
        steps: &[RawJson],
    ) -> Result<LocalizedText, Lost> {
        let Some(step) = steps.first().cloned() else { return Ok(LocalizedText::default()) };
        let mut game = self.restored(&before.state, self.question(before, "words").dice).await?;
        let say = move || {
            let mut words = Vec::new();
            for language in Language::ALL {
                words.push(game.words(&step, language)?);
            }
            Ok::<_, CallError>(words)
        };
        let words = self.call(say).await??;
        Ok(LocalizedText::new(|language| words[language.index()].clone()))
    }
}

fn listed(step: &RawJson) -> Result<RawJson, CallError> {
    to_raw_value(&[step]).map_err(|error| CallError::BadReply(error.to_string()))
}

/// Whether two steps are the same, however they are written.
fn is_same(one: &RawValue, other: &RawValue) -> bool {
    let read = |value: &RawValue| serde_json::from_str::<Value>(value.get()).ok();
    one.get() == other.get() || read(one).is_some_and(|one| read(other) == Some(one))
}
