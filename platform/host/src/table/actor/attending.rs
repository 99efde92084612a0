//! What happens at a table by itself: time is up, and the host plays where no player will.

use std::time::Duration;

use gueridon_game::{Language, Seat};
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::{Actor, unwritable};
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::table::{Body, TableAction, TableState};

impl Actor {
    /// Does what is due; a failure is for the next time to overcome.
    pub(super) async fn attend(&mut self) {
        let table = self.shared.row.id;
        let attended = self.try_to_attend().await;
        let again = Duration::from_millis(TableState::LOOK_AFTER_MS.unsigned_abs());
        match attended {
            Ok(()) => {}
            Err(Failure::Refused(refused)) if refused.code == Code::TableStopped => {
                self.stand_in = None;
                self.put_off().await;
            }
            Err(error) => {
                tracing::warn!(%table, %error, "what is due at a table could not be done");
                if matches!(error, Failure::Fault(Fault::Module(_))) {
                    // It may fail again, or hang: others come first.
                    self.stand_in = self.position.is_some().then(|| Instant::now() + again);
                    self.put_off().await;
                } else {
                    self.stand_in = Some(Instant::now() + again);
                }
            }
        }
    }

    async fn try_to_attend(&mut self) -> Answer<()> {
        self.refresh().await?;
        let now_ms = self.context.clock.now_ms();
        let course = self.standing()?.course();
        if let Some(late) = course.overstepped(now_ms) {
            let key = self.own_key()?;
            self.write(Some(late), &key, TableAction::TimeUp, now_ms).await?;
            return Ok(());
        }
        match course.to_stand_in() {
            Some(seat) if self.stand_in.is_none_or(|at| at <= Instant::now()) => {
                self.stand_in_for(seat).await
            }
            Some(_) => Ok(()),
            // It was due for what is so no longer, or for somebody who has gone.
            None => {
                let deadline_ms = course.deadline_ms();
                if self.context.has_others_seated(&self.shared.row).await {
                    self.is_outdated = true;
                    return Ok(());
                }
                self.context.journal.plan(self.shared.row.id, now_ms, deadline_ms).await?;
                Ok(())
            }
        }
    }

    /// Has the journal name others first: what is due here cannot be done now.
    async fn put_off(&mut self) {
        let (table, now_ms) = (self.shared.row.id, self.context.clock.now_ms());
        let later_ms = now_ms + TableState::TROUBLED_MS;
        if let Err(error) = self.context.journal.plan(table, now_ms, Some(later_ms)).await {
            tracing::debug!(%table, %error, "what is due could not be put off");
        }
    }

    /// Plays one step for a seat whose player will not, any that is open.
    async fn stand_in_for(&mut self, seat: Seat) -> Answer<()> {
        self.stand_in = None;
        let moves =
            move |position: &mut super::Position| position.game.moves(seat, Language::default());
        let moves = self.ask("moves", moves).await?;
        let chosen = self.context.config.chance.below(moves.len())?;
        let Some(step) = moves.get(chosen).map(|choice| &choice.step) else {
            return Err(Fault::Module("a seat is to act and has no moves".to_owned()).into());
        };
        let steps = serde_json::value::to_raw_value(&[step]).map_err(|error| unwritable(&error))?;
        let (tried, ahead) = self.try_out(seat, &steps).await?;
        let body = Body::<Box<RawValue>>::StandIn(steps);
        let text = serde_json::to_string(&body).map_err(|error| unwritable(&error))?;
        let (key, now_ms) = (self.own_key()?, self.context.clock.now_ms());
        let entry = self.entry(Some(seat), &key, &text, &tried.summary, now_ms);
        let after = self.after(&entry, &body, tried.summary.over.then_some(ahead.score));
        match self.context.journal.append(&entry, &after).await {
            Ok(true) => self.keep(&entry, &body, tried, ahead.looks).map(drop),
            Ok(false) => {
                self.unsure = true;
                self.drop_tried().await
            }
            Err(error) => {
                self.unsure = true;
                self.drop_tried().await?;
                Err(error.into())
            }
        }
    }

    /// Plans the host's next step, if one is the host's to play.
    pub(super) fn expect_stand_in(&mut self, pause: Duration) {
        let course = self.position.as_ref().map(|position| position.course());
        let seat = course.and_then(|course| course.to_stand_in());
        self.stand_in = seat.map(|_| Instant::now() + pause);
    }

    /// The same after others' entries: where those who made them go on, nobody else need.
    pub(super) fn expect_others(&mut self) {
        let config = &self.context.config;
        let others = self.context.journal.is_shared()
            && self.position.as_ref().is_some_and(|position| position.seq() > 0);
        let patience = if others { Self::PATIENCE } else { Duration::ZERO };
        self.expect_stand_in(config.bot_pause + patience);
    }

    /// How long the host waits for another node to play on.
    const PATIENCE: Duration = Duration::from_millis(2_500);
}
