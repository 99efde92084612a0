//! Actions: what is done at a table besides playing.

use gueridon_game::{Seat, Seed};
use sha2::{Digest, Sha256};

use super::task::{ATTEMPTS, PAUSES, TableTask, pause};
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::tables::condition::Condition;
use crate::tables::entry_body::{Body, TableAction};
use crate::tables::position::body_of;
use crate::tables::proposal::Proposal;
use crate::tables::request::{SeatAction, Undoable};
use gueridon_journal::CloseReason;
use gueridon_modules::module::CallError;

/// Whether an action has to be written.
enum Decision {
    /// It has to be written.
    Write(TableAction),
    /// Not again: this entry did it already.
    Done(u64),
}

impl TableTask {
    /// Does an action of a seat's player; returns its entry.
    pub(super) async fn act(&mut self, seat: Seat, action: SeatAction) -> Answer<u64> {
        let key = self.own_key()?;
        let mut pauses = PAUSES.iter();
        for _ in 0..ATTEMPTS {
            if let Some(seq) = self.written_under(seat, &key) {
                return Ok(seq);
            }
            if self.position.is_none() || self.is_unsure() {
                if let Err(failure) = self.catch_up().await {
                    pause(failure, &mut pauses).await?;
                }
                continue;
            }
            let before = self.position()?.seq();
            let write = match self.decide(seat, action).await {
                Ok(Decision::Done(seq)) => return Ok(seq),
                Ok(Decision::Write(action)) => action,
                Err(fault @ Failure::Fault(_)) => return Err(fault),
                // The refusal may come from entries that we have not read yet.
                Err(refused) => match self.catch_up().await {
                    Ok(()) if self.position()?.seq() == before => return Err(refused),
                    Ok(()) => continue,
                    Err(failure) => {
                        pause(failure, &mut pauses).await?;
                        continue;
                    }
                },
            };
            match self.write(Some(seat), &key, write, self.services.clock.now_ms()).await {
                Ok(Some(seq)) => return Ok(seq),
                Ok(None) => {}
                Err(failure) => pause(failure, &mut pauses).await?,
            }
        }
        Err(Fault::NoAnswer.into())
    }

    async fn decide(&mut self, seat: Seat, action: SeatAction) -> Answer<Decision> {
        if let Some(seq) = self.done_already(seat, action) {
            return Ok(Decision::Done(seq));
        }
        let position = self.position()?;
        let (seq, state) = (position.seq(), position.state());
        let condition = state.condition(seat);
        let asks_to_go_on = |entry| {
            let asked = state.proposed().filter(|asked| asked.entry == entry);
            asked.is_some_and(|asked| matches!(asked.proposal, Proposal::GoOn { .. }))
        };
        state.check_player(seat).map_err(Code::answer)?;
        let decided = match action {
            SeatAction::Resign => Ok(TableAction::Resign),
            SeatAction::Return if condition == Condition::Away => Ok(TableAction::Return),
            SeatAction::Return => return Ok(Decision::Done(seq)),
            SeatAction::Propose(proposal) => match state.proposed() {
                Some(asked) if asked.by == seat && asked.proposal == state.as_written(proposal) => {
                    return Ok(Decision::Done(asked.entry));
                }
                _ => state.propose(seat, proposal),
            },
            // The table goes on as it is: nothing failed that would have to be passed over.
            SeatAction::Agree(entry) if asks_to_go_on(entry) => Err(Code::NotProposed),
            SeatAction::Agree(entry) => match state.proposed() {
                Some(asked) if asked.entry == entry && asked.by == seat && !state.is_agreed() => {
                    return Ok(Decision::Done(entry));
                }
                _ => state.agree(seat, entry),
            },
            SeatAction::Decline(entry) => state.decline(seat, entry),
            SeatAction::Undo(entry) => {
                state.check_last(seat, entry).map_err(Code::answer)?;
                let since = state.undone_with(entry).len() > 1;
                if self.needs_consent(seat, entry).await? {
                    return Err(Code::Revealed.answer());
                }
                Ok(if since {
                    TableAction::UndoFrom { entry }
                } else {
                    TableAction::Undo { entry }
                })
            }
        };
        decided.map(Decision::Write).map_err(Code::answer)
    }

    /// The entry of the same action, if the seat has sent it before: a retry does nothing.
    fn done_already(&self, seat: Seat, action: SeatAction) -> Option<u64> {
        let state = self.position.as_ref()?.state();
        let is_pending = |entry| state.proposed().is_some_and(|asked| asked.entry == entry);
        // If those who had not answered have left, agreeing again settles it.
        let is_open = |entry| is_pending(entry) && state.is_agreed();
        let is_same = |done: TableAction| match (action, done) {
            (SeatAction::Resign, TableAction::Resign | TableAction::TimeUp) => true,
            (SeatAction::Agree(asked), TableAction::Agree { entry, .. }) => {
                asked == entry && !is_open(entry)
            }
            (SeatAction::Agree(asked), TableAction::GoOn { proposal, .. }) => {
                proposal == Some(asked)
            }
            (SeatAction::Decline(asked), TableAction::Decline { entry }) => asked == entry,
            (
                SeatAction::Undo(undone),
                TableAction::Undo { entry } | TableAction::UndoFrom { entry },
            ) => undone == entry,
            _ => false,
        };
        if action == SeatAction::Resign && state.condition(seat) != Condition::Resigned {
            return None;
        }
        self.shared.event_log(|event_log| event_log.acted(seat, is_same))
    }

    /// What a seat could take back now, if anything.
    pub(super) async fn undoable(&mut self, seat: Seat) -> Answer<Option<Undoable>> {
        self.refresh().await?;
        let state = self.position()?.state();
        let plays = state.check_player(seat).is_ok() && state.is_running();
        let Some(entry) = state.last_own(seat).filter(|_| plays) else { return Ok(None) };
        let may_ask = state.may_ask_to_undo(seat);
        let asks = self.needs_consent(seat, entry).await?;
        Ok((may_ask || !asks).then_some(Undoable { entry, asks }))
    }

    /// Whether a seat needs the others' consent to take back its last play and what bots have
    /// played since: where others than bots have learned something by it.
    async fn needs_consent(&mut self, seat: Seat, entry: u64) -> Answer<bool> {
        let state = self.position()?.state();
        if state.is_among_bots(seat) {
            return Ok(false);
        }
        for entry in state.undone_with(entry) {
            if self.reveals(entry).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an entry has revealed anything to another seat than its own, besides the steps
    /// themselves.
    async fn reveals(&mut self, entry: u64) -> Answer<bool> {
        let mut before = self.rebuilt(entry.saturating_sub(1), &[]).await?;
        let rows = self.shared.event_log(|event_log| event_log.rows(entry));
        let Some(row) = rows.into_iter().find(|row| row.seq == entry) else { return Ok(true) };
        let Some(seat) = row.seat else { return Ok(true) };
        // The same seed each time, on every node: with new random games at each attempt, somebody
        // could repeat the request until the imagined games happen to agree.
        let secret = self.shared.row.seed.unwrap_or_default();
        let dice = Sha256::new_with_prefix(secret).chain_update(b"reveals");
        let dice = Seed(dice.chain_update(entry.to_le_bytes()).finalize().into());
        let asked = self.services.games.executor().run(self.call("reveals"), move || {
            let Ok(Body::Steps(steps) | Body::StandIn(steps)) = body_of(&row) else {
                return Ok(true);
            };
            before.finish_keep()?;
            before.game.reveals(seat, entry, steps, &dice)
        });
        match asked.await? {
            // If the module cannot tell, it counts as revealed.
            Err(CallError::Unsupported) => Ok(true),
            Ok(reveals) => Ok(reveals),
            Err(lost @ (CallError::WorkerLost(_) | CallError::Gone)) => {
                Err(self.failed("reveals", lost).await)
            }
            Err(error) => Err(Fault::Module(error.to_string()).into()),
        }
    }

    /// Closes the table if it has been inactive since a time; returns whether it did.
    pub(super) async fn expire(&mut self, quiet_since_ms: i64) -> Answer<bool> {
        self.refresh().await?;
        let newest_ms = self.shared.event_log(|event_log| event_log.newest_ms());
        let newest_ms = newest_ms.or(self.shared.row.started_ms).unwrap_or_default();
        let now_ms = self.services.clock.now_ms();
        let state = self.position()?.state();
        let is_thought_about = state.thinks_until_ms().is_some_and(|until_ms| until_ms > now_ms);
        if state.has_ended() || newest_ms > quiet_since_ms || is_thought_about {
            return Ok(false);
        }
        let key = self.own_key()?;
        Ok(self
            .write(None, &key, TableAction::Close(CloseReason::Expired), now_ms)
            .await?
            .is_some())
    }

    /// The host's entry for a seat with this key, if any.
    fn written_under(&self, seat: Seat, key: &str) -> Option<u64> {
        self.shared.event_log(|event_log| event_log.sent(seat, key).map(|(seq, _)| seq))
    }
}
