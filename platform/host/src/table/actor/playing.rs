//! A play: tried by the module, decided by the journal.

use std::sync::Arc;

use gueridon_game::border::Summary;
use gueridon_game::{Eyes, Language, Score, Seat, Seats};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{ATTEMPTS, Actor, Looks, PAUSES, Taken, named, pause, unwritable, written};
use crate::hints::{Hint, News};
use crate::notices::Change;
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::table::position::{Position, Tellings};
use crate::table::standing::seen;
use crate::table::{Body, Condition, Play, TableAction, TableState};
use gueridon_journal::{Entry, OnTimeUp, TableEnd, TableUpdate};
use gueridon_modules::module::{CallError, Played};

/// Whether a play may be in the journal although nobody has said so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    Nothing,
    Something,
}

/// What will be seen once steps that are tried are kept.
#[derive(Default)]
pub(super) struct Ahead {
    pub(super) looks: Looks,
    /// The final score of a game that is over then.
    pub(super) score: Option<Score>,
}

impl Actor {
    /// Plays as the journal decides: what is appended is played, and nothing else.
    pub(super) async fn play(&mut self, play: Play) -> Answer<u64> {
        let mut sent = Sent::Nothing;
        match self.try_to_play(play, &mut sent).await {
            // It may be among the entries that could not be read any more.
            Err(Failure::Refused(refused))
                if sent == Sent::Something && refused.code == Code::TableStopped =>
            {
                Err(Fault::NoAnswer.into())
            }
            answer => answer,
        }
    }

    async fn try_to_play(&mut self, play: Play, sent: &mut Sent) -> Answer<u64> {
        let Play { seat, since, key, steps, received_ms } = play;
        let raw = written(&steps)?;
        let text = serde_json::to_string(&Body::Steps(&raw)).map_err(|error| unwritable(&error))?;
        let body = Body::Steps(steps);
        let mut pauses = PAUSES.iter();
        for _ in 0..ATTEMPTS {
            // What is known to be played is so whatever has become of the table since.
            if let Some(seq) = self.settled(seat, &key, &text, &body)? {
                return Ok(seq);
            }
            if self.position.is_none() || self.unsure {
                if let Err(failure) = self.catch_up().await {
                    pause(failure, &mut pauses).await?;
                }
                continue;
            }
            match self.make_way(seat, received_ms).await {
                Ok(false) => {}
                Ok(true) => continue,
                Err(failure) => {
                    pause(failure, &mut pauses).await?;
                    continue;
                }
            }
            let before = self.standing()?.seq();
            let (tried, ahead) = match self.judge(seat, since, &raw).await {
                Ok(judged) => judged,
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
            let entry = self.entry(Some(seat), &key, &text, &tried.summary, received_ms);
            let after = self.after(&entry, &body, tried.summary.over.then_some(ahead.score));
            match self.context.journal.append(&entry, &after).await {
                Ok(true) => return self.keep(&entry, &body, tried, ahead.looks),
                Ok(false) => {
                    self.unsure = true;
                    self.drop_tried().await?;
                }
                // It may have been written all the same: only reading tells.
                Err(error) => {
                    *sent = Sent::Something;
                    self.unsure = true;
                    self.drop_tried().await?;
                    pause(error.into(), &mut pauses).await?;
                }
            }
        }
        Err(Fault::NoAnswer.into())
    }

    /// Writes what comes before a seat's play: that somebody's time was up by then, or that its
    /// player is back. Says whether there was anything.
    async fn make_way(&mut self, seat: Seat, received_ms: i64) -> Answer<bool> {
        let course = self.standing()?.course();
        let act = match course.overstepped(received_ms) {
            Some(late) => (late, TableAction::TimeUp),
            None if course.is_running() && course.condition(seat) == Condition::Away => {
                (seat, TableAction::Return)
            }
            None => return Ok(false),
        };
        let key = self.own_key()?;
        let written = self.write(Some(act.0), &key, act.1, received_ms).await?;
        let resigns = self.shared.row.settings.on_time_up == OnTimeUp::Resign;
        if written.is_some() && act == (seat, TableAction::TimeUp) && resigns {
            return Err(Code::TimeUp.answer());
        }
        Ok(true)
    }

    /// The number of the entry that the seat has sent under this key, if it has.
    fn settled(
        &self,
        seat: Seat,
        key: &str,
        text: &str,
        body: &Body<Vec<Value>>,
    ) -> Answer<Option<u64>> {
        self.shared.chronicle(|chronicle| {
            let Some((seq, sent)) = chronicle.sent(seat, key) else { return Ok(None) };
            let same = sent == text
                || serde_json::from_str::<Body<Vec<Value>>>(sent).is_ok_and(|sent| sent == *body);
            if same { Ok(Some(seq)) } else { Err(Code::KeyReused.answer()) }
        })
    }

    /// Lets the module try the steps, if they answer what the seat is asked, and takes the looks
    /// that will be asked for if they are kept: so a play is one call.
    async fn judge(&mut self, seat: Seat, since: u64, steps: &RawValue) -> Answer<(Played, Ahead)> {
        let position = self.standing()?;
        position.course().check_player(seat).map_err(Code::answer)?;
        if position.course().is_paused() {
            return Err(Code::Paused.answer());
        }
        if since < position.decided(seat) || since > position.seq() {
            return Err(Code::Stale.answer());
        }
        self.try_out(seat, steps).await
    }

    /// Lets the module try steps of a seat, and takes the looks that will be asked for if they are
    /// kept.
    pub(super) async fn try_out(
        &mut self,
        seat: Seat,
        steps: &RawValue,
    ) -> Answer<(Played, Ahead)> {
        let (steps, expected) = (steps.to_owned(), self.expected());
        let names = Arc::clone(&self.shared.names);
        let judge = move |position: &mut Position| {
            let mut ahead = Ahead::default();
            let mut played = position.try_steps(seat, &steps)?;
            let course = Arc::clone(position.course());
            let all = played.summary.over.then_some((Eyes::All, Language::default()));
            for (eyes, language) in expected.into_iter().chain(all) {
                match position.game.look_ahead(eyes, language) {
                    Ok(look) => {
                        let seen = seen(look, &course);
                        if eyes == Eyes::All {
                            ahead.score = Some(seen.score.clone());
                        }
                        let seen = Arc::new(named(seen, &names, language));
                        ahead.looks.insert((eyes, language), Taken { seen, is_asked: false });
                    }
                    // What fails here fails again for whoever asks, and is told then. But a module
                    // that panics forgets what is tried.
                    Err(CallError::Panicked { .. }) => {
                        played = position.try_steps(seat, &steps)?;
                        break;
                    }
                    Err(_) => {}
                }
            }
            Ok((played, ahead))
        };
        self.ask("play", judge).await
    }

    pub(super) fn entry(
        &self,
        seat: Option<Seat>,
        key: &str,
        body: &str,
        summary: &Summary,
        received_ms: i64,
    ) -> Entry {
        let (newest_ms, seq) =
            self.shared.chronicle(|chronicle| (chronicle.newest_ms(), chronicle.seq() + 1));
        Entry {
            table: self.shared.row.id,
            seq,
            seat,
            key: key.to_owned(),
            body: body.to_owned(),
            digest: summary.digest.clone(),
            at_ms: received_ms.max(newest_ms.unwrap_or(received_ms)),
            to_act: summary.to_act,
            ends: summary.over,
        }
    }

    /// What becomes of the table with an entry. `score` is there if it ends the game, and in it the
    /// final one, if the module could say.
    pub(super) fn after<S>(
        &self,
        entry: &Entry,
        body: &Body<S>,
        score: Option<Option<Score>>,
    ) -> TableUpdate {
        let end = score.map(|score| TableEnd::Over(score.as_ref().and_then(written_score)));
        let Some(position) = self.position.as_ref().filter(|_| end.is_none()) else {
            return TableUpdate { deadline_ms: None, end };
        };
        if !position.course().is_timed() {
            return TableUpdate { deadline_ms: None, end };
        }
        let mut course = TableState::clone(position.course());
        course.apply(entry, body);
        TableUpdate { deadline_ms: Some(course.deadline_ms()), end }
    }

    /// Makes what the journal has accepted the game, and announces it.
    pub(super) fn keep<S>(
        &mut self,
        entry: &Entry,
        body: &Body<S>,
        tried: Played,
        ahead: Looks,
    ) -> Answer<u64> {
        let position = self.position.as_mut().ok_or(Fault::NoAnswer)?;
        let before = position.course().thinking();
        let told = position.keep(entry, body, tried);
        self.looks = ahead;
        self.announce(entry, body, told, before);
        Ok(entry.seq)
    }

    /// Tells everybody of an entry that is in the journal, before which it was the turn of the
    /// players of some seats.
    pub(super) fn announce<S>(
        &mut self,
        entry: &Entry,
        body: &Body<S>,
        told: Tellings,
        before: Seats,
    ) {
        self.shared.chronicle(|chronicle| chronicle.push(entry, body, told));
        self.publish();
        self.expect_stand_in(self.context.config.bot_pause);
        let (table, news) = (self.shared.row.id, News::Entry(entry.seq));
        self.context.hints.tell(Hint { table, news });
        let Some(course) = self.position.as_ref().map(|position| position.course()) else { return };
        let Entry { seq, at_ms, seat, .. } = *entry;
        let by = seat.filter(|_| matches!(body, Body::Steps(_)));
        let over = course.has_ended() && course.closed().is_none();
        let change = Change { seq, at_ms, by, before, after: course.thinking(), over };
        self.context.notices.moved(&self.shared.row, change);
    }

    /// The looks that those who watch will ask for after the next entry, as they have after the
    /// last.
    fn expected(&self) -> Vec<(Eyes, Language)> {
        let is_watched = self.shared.reach.receiver_count() > 0;
        let looks = self.looks.iter().filter(|(_, taken)| is_watched && taken.is_asked);
        looks.map(|(&asked, _)| asked).collect()
    }

    pub(super) async fn drop_tried(&mut self) -> Answer<()> {
        self.ask("drop", |position| position.game.drop_tried()).await
    }
}

/// A score as the journal keeps it.
pub(super) fn written_score(score: &Score) -> Option<String> {
    // Names and numbers always have a JSON.
    serde_json::to_string(score).ok()
}
