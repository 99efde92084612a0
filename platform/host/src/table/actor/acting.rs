//! What is done at a table besides playing.

use gueridon_game::border::hex;
use gueridon_game::{Eyes, Seat, Seed};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use super::playing::written_score;
use super::{ATTEMPTS, Actor, PAUSES, pause, unwritable};
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::table::position::{Tellings, body_of};
use crate::table::standing::final_score;
use crate::table::state::{Effect, Ending};
use crate::table::{Body, Condition, SeatAction, TableAction, TableState};
use gueridon_journal::{CloseReason, Entry, TableUpdate};
use gueridon_modules::module::CallError;

/// What becomes of a deed.
enum Decided {
    /// It is to be written.
    Write(TableAction),
    /// It is as was asked already, by that entry.
    Done(u64),
}

impl Actor {
    /// Does what a seat's player wants; answers with the entry that says so.
    pub(super) async fn act(&mut self, seat: Seat, deed: SeatAction) -> Answer<u64> {
        let key = self.own_key()?;
        let mut pauses = PAUSES.iter();
        for _ in 0..ATTEMPTS {
            if let Some(seq) = self.written_under(seat, &key) {
                return Ok(seq);
            }
            if self.position.is_none() || self.unsure {
                if let Err(failure) = self.catch_up().await {
                    pause(failure, &mut pauses).await?;
                }
                continue;
            }
            let before = self.standing()?.seq();
            let act = match self.decide(seat, deed).await {
                Ok(Decided::Done(seq)) => return Ok(seq),
                Ok(Decided::Write(act)) => act,
                Err(fault @ Failure::Fault(_)) => return Err(fault),
                // The refusal may be due to what others have done since we last read.
                Err(refused) => match self.catch_up().await {
                    Ok(()) if self.standing()?.seq() == before => return Err(refused),
                    Ok(()) => continue,
                    Err(failure) => {
                        pause(failure, &mut pauses).await?;
                        continue;
                    }
                },
            };
            match self.write(Some(seat), &key, act, self.context.clock.now_ms()).await {
                Ok(Some(seq)) => return Ok(seq),
                Ok(None) => {}
                Err(failure) => pause(failure, &mut pauses).await?,
            }
        }
        Err(Fault::NoAnswer.into())
    }

    async fn decide(&mut self, seat: Seat, deed: SeatAction) -> Answer<Decided> {
        if let Some(seq) = self.done_already(seat, deed) {
            return Ok(Decided::Done(seq));
        }
        let position = self.standing()?;
        let (seq, course) = (position.seq(), position.course());
        let condition = course.condition(seat);
        course.check_player(seat).map_err(Code::answer)?;
        let decided = match deed {
            SeatAction::Resign => Ok(TableAction::Resign),
            SeatAction::Return if condition == Condition::Away => Ok(TableAction::Return),
            SeatAction::Return => return Ok(Decided::Done(seq)),
            SeatAction::Propose(proposal) => match course.proposed() {
                Some(asked) if asked.by == seat && asked.proposal == proposal => {
                    return Ok(Decided::Done(asked.entry));
                }
                _ => course.propose(seat, proposal),
            },
            SeatAction::Agree(entry) => match course.proposed() {
                Some(asked) if asked.entry == entry && asked.by == seat && !course.is_agreed() => {
                    return Ok(Decided::Done(entry));
                }
                _ => course.agree(seat, entry),
            },
            SeatAction::Decline(entry) => course.decline(seat, entry),
            SeatAction::Undo(entry) => {
                course.check_last(seat, entry).map_err(Code::answer)?;
                if self.reveals(seat, entry).await? {
                    return Err(Code::Revealed.answer());
                }
                Ok(TableAction::Undo { entry })
            }
        };
        decided.map(Decided::Write).map_err(Code::answer)
    }

    /// The entry in which a seat has done the same before, so that what is sent again is done once.
    fn done_already(&self, seat: Seat, deed: SeatAction) -> Option<u64> {
        let course = self.position.as_ref()?.course();
        let is_pending = |entry| course.proposed().is_some_and(|asked| asked.entry == entry);
        // Where those who had not answered have gone, agreeing once more settles it.
        let is_open = |entry| is_pending(entry) && course.is_agreed();
        let is_same = |act: TableAction| match (deed, act) {
            (SeatAction::Resign, TableAction::Resign | TableAction::TimeUp) => true,
            (SeatAction::Agree(asked), TableAction::Agree { entry, .. }) => {
                asked == entry && !is_open(entry)
            }
            (SeatAction::Decline(asked), TableAction::Decline { entry }) => asked == entry,
            (SeatAction::Undo(undone), TableAction::Undo { entry }) => undone == entry,
            _ => false,
        };
        if deed == SeatAction::Resign && course.condition(seat) != Condition::Resigned {
            return None;
        }
        self.shared.chronicle(|chronicle| chronicle.acted(seat, is_same))
    }

    /// Whether somebody knows more since an entry than its seat has shown of its own will.
    async fn reveals(&mut self, seat: Seat, entry: u64) -> Answer<bool> {
        let mut before = self.rebuilt(entry.saturating_sub(1), None).await?;
        let rows = self.shared.chronicle(|chronicle| chronicle.rows(entry));
        let Some(row) = rows.into_iter().find(|row| row.seq == entry) else { return Ok(true) };
        // The same for every time it is asked, on every node: whoever could ask until the games that
        // are imagined happen to agree would be told that nothing was shown.
        let secret = self.shared.row.seed.unwrap_or_default();
        let dice = Sha256::new_with_prefix(secret).chain_update(b"reveals");
        let dice = Seed(dice.chain_update(entry.to_le_bytes()).finalize().into());
        let asked = self.context.executor.run(self.call("reveals"), move || {
            let Ok(Body::Steps(steps)) = body_of(&row) else { return Ok(true) };
            before.settle()?;
            before.game.reveals(seat, entry, steps, &dice)
        });
        match asked.await? {
            // What cannot be proved may be so.
            Err(CallError::Unsupported) => Ok(true),
            answer => answer.map_err(|error| Fault::Module(error.to_string()).into()),
        }
    }

    /// Closes the table, unless somebody has done something since a moment; says whether it did.
    pub(super) async fn expire(&mut self, quiet_since_ms: i64) -> Answer<bool> {
        self.refresh().await?;
        let newest_ms = self.shared.chronicle(|chronicle| chronicle.newest_ms());
        let newest_ms = newest_ms.or(self.shared.row.started_ms).unwrap_or_default();
        let now_ms = self.context.clock.now_ms();
        let course = self.standing()?.course();
        let is_thought_about = course.thinks_until_ms().is_some_and(|until_ms| until_ms > now_ms);
        if course.has_ended() || newest_ms > quiet_since_ms || is_thought_about {
            return Ok(false);
        }
        let key = self.own_key()?;
        Ok(self
            .write(None, &key, TableAction::Close(CloseReason::Expired), now_ms)
            .await?
            .is_some())
    }

    /// Writes an act; answers with its number, or with nothing where somebody else was faster, so
    /// that the journal is to be read again.
    pub(super) async fn write(
        &mut self,
        seat: Option<Seat>,
        key: &str,
        act: TableAction,
        at_ms: i64,
    ) -> Answer<Option<u64>> {
        let body = Body::<Box<RawValue>>::TableAction(act);
        let position = self.standing()?;
        let (seq, course) = (position.seq(), TableState::clone(position.course()));
        let before = course.thinking();
        let effect = course.effect(&body);
        let rebuilt = match effect {
            Effect::Undone(undone) => Some(self.rebuilt(seq, Some(undone)).await?),
            Effect::Steps | Effect::Nothing => None,
        };
        let ending = course.end_by(act, seat);
        let summary = rebuilt.as_ref().unwrap_or(self.standing()?).summary();
        let text = serde_json::to_string(&body).map_err(|error| unwritable(&error))?;
        let mut entry = self.entry(seat, key, &text, summary, at_ms);
        entry.ends = ending.is_some();
        let after = self.after_act(course, &entry, &body, ending).await?;
        match self.context.journal.append(&entry, &after).await {
            Ok(true) => {}
            Ok(false) => {
                self.unsure = true;
                return Ok(None);
            }
            // It may have been written all the same: only reading tells.
            Err(error) => {
                self.unsure = true;
                return Err(error.into());
            }
        }
        if rebuilt.is_some() {
            self.position = rebuilt;
        }
        self.position.as_mut().ok_or(Fault::NoAnswer)?.note(&entry, &body);
        self.looks.clear();
        if let Effect::Undone(undone) = effect {
            self.shared.chronicle(|chronicle| chronicle.take_back(undone, entry.seq));
        }
        self.announce(&entry, &body, Tellings::default(), before);
        Ok(Some(entry.seq))
    }

    /// What becomes of the table with an act, of which `course` does not know yet.
    async fn after_act(
        &mut self,
        mut course: TableState,
        entry: &Entry,
        body: &Body<Box<RawValue>>,
        ending: Option<Ending>,
    ) -> Answer<TableUpdate> {
        course.apply(entry, body);
        let score = match ending {
            Some(Ending::Over) => {
                let score = self.ask("score", |position| position.game.score(Eyes::All)).await;
                match score {
                    Ok(score) => written_score(&final_score(score, course.resigned())),
                    // Nobody has to stay at a table whose game has failed.
                    Err(Failure::Fault(Fault::Module(_))) => None,
                    Err(failure) => return Err(failure),
                }
            }
            Some(Ending::Closed(_)) | None => None,
        };
        let deadline_ms = course.is_timed().then(|| course.deadline_ms());
        Ok(TableUpdate { deadline_ms, end: ending.map(|ending| ending.with(score)) })
    }

    /// The entry that the host has written for a seat under this key, if it has.
    fn written_under(&self, seat: Seat, key: &str) -> Option<u64> {
        self.shared.chronicle(|chronicle| chronicle.sent(seat, key).map(|(seq, _)| seq))
    }

    /// A key that no player can send: theirs have no control characters.
    pub(super) fn own_key(&self) -> Answer<String> {
        Ok(format!("\t{}", hex(&self.context.config.chance.bytes::<16>()?)))
    }
}
