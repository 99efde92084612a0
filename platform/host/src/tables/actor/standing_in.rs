//! What happens at a table without a request: time is up, and the host plays for bots and absent
//! players.

use std::time::Duration;

use gueridon_game::{Language, Seat};
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::task::{TableTask, unwritable};
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::tables::entry_body::{Body, TableAction};
use crate::tables::position::Position;
use crate::tables::state::TableState;
use gueridon_journal::CloseReason;

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
        if state.is_unattended() && self.asked.elapsed() > self.services.timing.unwatched_life {
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

    /// Plays one step for a bot or an absent player, at random.
    async fn stand_in_for(&mut self, seat: Seat) -> Answer<()> {
        self.stand_in = None;
        let moves = move |position: &mut Position| position.game.moves(seat, Language::default());
        let moves = self.ask("moves", moves).await?;
        let chosen = self.services.random.below(moves.len())?;
        let Some(step) = moves.get(chosen).map(|choice| &choice.step) else {
            return Err(Fault::Module("a seat is to act and has no moves".to_owned()).into());
        };
        let steps = serde_json::value::to_raw_value(&[step]).map_err(|error| unwritable(&error))?;
        let (tried, ahead) = self.try_out(seat, &steps).await?;
        let body = Body::<Box<RawValue>>::StandIn(steps);
        let text = serde_json::to_string(&body).map_err(|error| unwritable(&error))?;
        let (key, now_ms) = (self.own_key()?, self.services.clock.now_ms());
        let entry = self.entry(Some(seat), &key, &text, &tried.summary, now_ms);
        let after = self.after(&entry, &body, tried.summary.over.then_some(ahead.score));
        match self.services.journal.append(&entry, &after).await {
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
}
