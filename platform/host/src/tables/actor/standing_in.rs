//! What happens at a table without a request: time is up, and the host plays for bots and absent
//! players.

use std::sync::Arc;
use std::time::Duration;

use gueridon_game::{Language, Seat};
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::task::{TableTask, unwritable};
use super::thought::Thought;
use crate::bots::{Question, strength_of};
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::tables::condition::Condition;
use crate::tables::entry_body::{Body, TableAction};
use crate::tables::position::Position;
use crate::tables::state::TableState;
use gueridon_journal::{Bot, CloseReason, Sitter};
use gueridon_modules::module::RawJson;

/// The kind of bot that plays the seat of an absent player.
const STAND_IN: Bot = Bot::Casual;

/// How long a table waits for a step to be thought about before it plays at random. A search goes
/// on for three seconds, so usually only one that hangs takes longer than this.
const PATIENCE: Duration = Duration::from_secs(10);

/// The result of thinking about a move.
enum Found {
    /// The host is still thinking.
    NotYet,
    /// The steps to play, at least one.
    Steps(Vec<RawJson>),
    /// No step was found, or the seat is played at random.
    Nothing,
}

impl TableTask {
    /// Does what is due; a failure is only logged, and retried later.
    pub(super) async fn do_what_is_due(&mut self) {
        let table = self.shared.row.id;
        let done = self.try_what_is_due().await;
        let again = Duration::from_millis(TableState::LOOK_AFTER_MS.unsigned_abs());
        match done {
            Ok(()) => {}
            Err(Failure::Refused(refused)) if refused.code == Code::TableStopped => {
                self.stand_in = None;
                self.put_off().await;
            }
            // Its node does it.
            Err(Failure::Fault(Fault::Elsewhere(_))) => self.stand_in = None,
            Err(error) => {
                tracing::warn!(%table, %error, "what is due at a table could not be done");
                if matches!(error, Failure::Fault(Fault::Module(_))) {
                    // It may fail again, or hang, so other tables come first.
                    self.stand_in = self.position.is_some().then(|| Instant::now() + again);
                    self.put_off().await;
                } else {
                    self.stand_in = Some(Instant::now() + again);
                }
            }
        }
    }

    async fn try_what_is_due(&mut self) -> Answer<()> {
        self.refresh().await?;
        if self.end_at_limit().await? {
            return Ok(());
        }
        let now_ms = self.services.clock.now_ms();
        let state = self.position()?.state();
        if let Some(late) = state.overstepped(now_ms) {
            let key = self.own_key()?;
            self.write(Some(late), &key, TableAction::TimeUp, now_ms).await?;
            return Ok(());
        }
        if state.is_unattended()
            && self.last_asked().elapsed() > self.services.timing.unwatched_life
        {
            let key = self.own_key()?;
            let close = TableAction::Close(CloseReason::Expired);
            self.write(None, &key, close, now_ms).await?;
            return Ok(());
        }
        match state.to_stand_in() {
            Some(seat) if self.stand_in.is_none_or(|at| at <= Instant::now()) => {
                self.stand_in_for(seat).await
            }
            Some(_) => Ok(()),
            // Nothing is due any more, or an account was deleted.
            None => {
                let deadline_ms = state.deadline_ms();
                if self.services.has_others_seated(&self.shared.row).await {
                    self.is_outdated = true;
                    return Ok(());
                }
                self.services.journal.plan(self.shared.row.id, now_ms, deadline_ms).await?;
                Ok(())
            }
        }
    }

    /// Postpones what is due here, so that sweeps find other tables first.
    async fn put_off(&mut self) {
        let (table, now_ms) = (self.shared.row.id, self.services.clock.now_ms());
        let later_ms = now_ms + TableState::TROUBLED_MS;
        if let Err(error) = self.services.journal.plan(table, now_ms, Some(later_ms)).await {
            tracing::debug!(%table, %error, "what is due could not be put off");
        }
    }

    /// Plays a move for a bot or an absent player, when the host has finished thinking about it. For
    /// who is away, what can be declined is declined, since that spends nothing of theirs.
    async fn stand_in_for(&mut self, seat: Seat) -> Answer<()> {
        self.stand_in = None;
        let moves = move |position: &mut Position| position.game.moves(seat, Language::default());
        let mut moves = self.ask("moves", moves).await?;
        let is_away = self.position()?.state().condition(seat) == Condition::Away;
        if let Some(declining) = moves.iter().position(|choice| is_away && choice.declines) {
            return self.play_for(seat, vec![moves.swap_remove(declining).step]).await;
        }
        let thought = if moves.len() > 1 { self.thought_of(seat).await? } else { Found::Nothing };
        let steps = match thought {
            Found::NotYet => return Ok(()),
            Found::Steps(steps) => steps,
            Found::Nothing => {
                let chosen = self.services.random.below(moves.len())?;
                if chosen >= moves.len() {
                    let nothing = "a seat is to act and has no moves".to_owned();
                    return Err(Fault::Module(nothing).into());
                }
                vec![moves.swap_remove(chosen).step]
            }
        };
        self.play_for(seat, steps).await
    }

    /// The move that was found for `seat`. Begins to think if that has not begun for this position.
    async fn thought_of(&mut self, seat: Seat) -> Answer<Found> {
        let seq = self.position()?.seq();
        let now = Instant::now();
        match self.thought.take().filter(|thought| (thought.seat, thought.seq) == (seat, seq)) {
            Some(Thought { steps: Some(steps), .. }) if steps.is_empty() => {
                return Ok(Found::Nothing);
            }
            Some(Thought { steps: Some(steps), .. }) => return Ok(Found::Steps(steps)),
            Some(thought) if thought.until > now => {
                self.stand_in = Some(thought.until);
                self.thought = Some(thought);
                return Ok(Found::NotYet);
            }
            // It has taken too long.
            Some(_) => return Ok(Found::Nothing),
            None => {}
        }
        let bot = self.bot_for(seat);
        let build = self.position()?.game.module();
        let can_think = self.services.thinkers.can_think_with(&build.sha256());
        let Some(strength) = strength_of(bot, build.about()).filter(|_| can_think) else {
            return Ok(Found::Nothing);
        };
        let question = self.question(seat).await?;
        let thinking = self.services.thinkers.think(question, strength);
        let until = now + PATIENCE;
        self.thought = Some(Thought { seat, seq, until, thinking, steps: None });
        self.stand_in = Some(until);
        Ok(Found::NotYet)
    }

    /// What there is to think about for a seat.
    async fn question(&mut self, seat: Seat) -> Answer<Question> {
        let build = Arc::clone(self.position()?.game.module());
        let state = self.ask("save", |position| position.game.save()).await?;
        let (table, seats) = (self.shared.row.id, self.shared.row.seats);
        let dice = self.services.random.seed()?;
        Ok(Question { table, build, state, seats, seat, dice })
    }

    /// The same for its player, who asks for a hint.
    pub(super) async fn question_for(&mut self, seat: Seat) -> Answer<Question> {
        self.refresh().await?;
        let position = self.position()?;
        position.state().check_player(seat).map_err(Code::answer)?;
        if position.state().is_paused() {
            return Err(Code::Paused.answer());
        }
        if !position.summary().to_act.contains(seat) {
            return Err(Code::NotYourTurn.answer());
        }
        self.question(seat).await
    }

    /// The bot as which the host plays a seat.
    fn bot_for(&self, seat: Seat) -> Bot {
        match self.shared.row.at(seat).map(|seated| &seated.who) {
            Some(&Sitter::Bot(bot)) => bot,
            Some(Sitter::Player { .. }) | None => STAND_IN,
        }
    }

    /// Plays steps for a seat; only the first of them if the game refuses them together, as where
    /// something came to light that an imagined game did not show.
    async fn play_for(&mut self, seat: Seat, steps: Vec<RawJson>) -> Answer<()> {
        let listed = |steps: &[RawJson]| {
            serde_json::value::to_raw_value(steps).map_err(|error| unwritable(&error))
        };
        let mut all = listed(&steps)?;
        let (tried, ahead) = match self.try_out(seat, &all).await {
            Err(Failure::Refused(_)) if steps.len() > 1 => {
                all = listed(&steps[..1])?;
                self.try_out(seat, &all).await?
            }
            tried => tried?,
        };
        let steps = all;
        let body = Body::<Box<RawValue>>::StandIn(steps);
        let text = serde_json::to_string(&body).map_err(|error| unwritable(&error))?;
        let (key, now_ms) = (self.own_key()?, self.services.clock.now_ms());
        let entry = self.entry(Some(seat), &key, &text, &tried.summary, now_ms);
        let after = self.after(&entry, &body, tried.summary.over.then_some(ahead.score));
        match self.services.append(&entry, &after).await {
            Ok(true) => self.keep(&entry, &body, tried, ahead.looks).map(drop),
            Ok(false) => {
                self.set_unsure(true);
                self.drop_tried().await
            }
            Err(error) => {
                self.set_unsure(true);
                self.drop_tried().await?;
                Err(error.into())
            }
        }
    }
}
