//! Plays: the module tries the steps, and the journal decides whether they become an entry.

use std::sync::Arc;

use gueridon_game::{Eyes, Language, Score, Seat};
use serde_json::Value;
use serde_json::value::RawValue;

use super::task::{ATTEMPTS, PAUSES, TableTask, named, pause, unwritable};
use crate::metrics::PlayStep;
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::tables::condition::Condition;
use crate::tables::entry_body::{Body, TableAction};
use crate::tables::looks::Ahead;
use crate::tables::position::Position;
use crate::tables::request::Play;
use crate::tables::standing::adjusted;
use gueridon_journal::OnTimeUp;
use gueridon_modules::module::{CallError, Played, read_score};

/// Whether a play may be in the journal although its write failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    No,
    Maybe,
}

/// What will be needed once the tried steps are kept, computed in the same call.
#[derive(Default)]
pub(super) struct Lookahead {
    pub(super) looks: Vec<Ahead>,
    /// The final score of a game that is over then.
    pub(super) score: Option<Score>,
}

impl TableTask {
    /// Plays a list of steps as one entry; returns its number.
    pub(super) async fn play(&mut self, play: Play) -> Answer<u64> {
        let mut sent = Sent::No;
        match self.try_to_play(play, &mut sent).await {
            // The play may be among the unread entries.
            Err(Failure::Refused(refused))
                if sent == Sent::Maybe && refused.code == Code::TableStopped =>
            {
                Err(Fault::NoAnswer.into())
            }
            answer => answer,
        }
    }

    async fn try_to_play(&mut self, play: Play, sent: &mut Sent) -> Answer<u64> {
        let Play { seat, since, key, steps, received_ms, request } = play;
        let body = Body::Steps(steps.json());
        let text = serde_json::to_string(&body).map_err(|error| unwritable(&error))?;
        let mut pauses = PAUSES.iter();
        for _ in 0..ATTEMPTS {
            // A retried play gets the same answer, even if the table has ended since.
            if let Some(seq) = self.seq_of_key(seat, &key, &text)? {
                return Ok(seq);
            }
            if self.position.is_none() || self.is_unsure() {
                if let Err(failure) = self.catch_up().await {
                    pause(failure, &mut pauses).await?;
                }
                continue;
            }
            match self.write_preceding_action(seat, received_ms).await {
                Ok(false) => {}
                Ok(true) => continue,
                Err(failure) => {
                    pause(failure, &mut pauses).await?;
                    continue;
                }
            }
            let before = self.position()?.seq();
            let plays = self.services.metrics.plays.clone();
            let trying = self.try_play(seat, since, steps.json());
            let tried = plays.during(PlayStep::Module, &request, trying).await;
            let (tried, ahead) = match tried {
                Ok(tried) => tried,
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
            let entry = self.entry(Some(seat), &key, &text, &tried.summary, received_ms);
            let after = self.after(&entry, &body, tried.summary.over.then_some(ahead.score));
            let writing = self.services.append(&entry, &after);
            match plays.during(PlayStep::Journal, &request, writing).await {
                Ok(true) => return self.keep(&entry, &body, tried, ahead.looks),
                Ok(false) => {
                    self.set_unsure(true);
                    self.drop_tried().await?;
                }
                // It may have been written after all; only a read shows.
                Err(error) => {
                    *sent = Sent::Maybe;
                    self.set_unsure(true);
                    self.drop_tried().await?;
                    pause(error.into(), &mut pauses).await?;
                }
            }
        }
        Err(Fault::NoAnswer.into())
    }

    /// Writes the action that has to precede a seat's play, if any: a seat's time was up, or the
    /// player is back. Returns whether there was one.
    async fn write_preceding_action(&mut self, seat: Seat, received_ms: i64) -> Answer<bool> {
        if self.end_at_limit().await? {
            return Ok(true);
        }
        let state = self.position()?.state();
        let (who, action) = match state.overstepped(received_ms) {
            Some(late) => (late, TableAction::TimeUp),
            None if state.is_running() && state.condition(seat) == Condition::Away => {
                (seat, TableAction::Return)
            }
            None => return Ok(false),
        };
        let key = self.own_key()?;
        let written = self.write(Some(who), &key, action, received_ms).await?;
        let resigns = self.shared.row.settings.on_time_up == OnTimeUp::Resign;
        if written.is_some() && (who, action) == (seat, TableAction::TimeUp) && resigns {
            return Err(Code::TimeUp.answer());
        }
        Ok(true)
    }

    /// The number of the seat's entry with this key, if any.
    fn seq_of_key(&self, seat: Seat, key: &str, text: &str) -> Answer<Option<u64>> {
        self.shared.event_log(|event_log| {
            let Some((seq, sent)) = event_log.sent(seat, key) else { return Ok(None) };
            if is_same(sent, text) { Ok(Some(seq)) } else { Err(Code::KeyReused.answer()) }
        })
    }

    /// Has the module try the steps, if they answer the seat's current question.
    async fn try_play(
        &mut self,
        seat: Seat,
        since: u64,
        steps: &RawValue,
    ) -> Answer<(Played, Lookahead)> {
        let position = self.position()?;
        position.state().check_player(seat).map_err(Code::answer)?;
        if position.state().is_paused() {
            return Err(Code::Paused.answer());
        }
        if since < position.decided(seat) || since > position.seq() {
            return Err(Code::Stale.answer());
        }
        self.try_out(seat, steps).await
    }

    /// Has the module try a seat's steps, and takes the looks that will be needed if they are kept,
    /// so that a play is one call.
    pub(super) async fn try_out(
        &mut self,
        seat: Seat,
        steps: &RawValue,
    ) -> Answer<(Played, Lookahead)> {
        let (steps, expected) = (steps.to_owned(), self.expected_looks());
        let names = Arc::clone(&self.shared.names);
        let try_steps = move |position: &mut Position| {
            let mut ahead = Lookahead::default();
            let mut played = position.try_steps(seat, &steps)?;
            let state = Arc::clone(position.state());
            let all = played.summary.over.then_some((Eyes::All, Some(Language::default())));
            for (eyes, language) in expected.into_iter().chain(all) {
                let look = position.game.look_ahead(eyes, language);
                match look.and_then(|look| adjusted(look, language, &state)) {
                    Ok(look) => {
                        if eyes == Eyes::All {
                            ahead.score = read_score(&look.score).ok();
                        }
                        let view = Arc::new(named(look, &names, language));
                        ahead.looks.push((eyes, language, view));
                    }
                    // A look that fails here fails again, and is reported, when somebody asks for
                    // it. But a module that panics loses the tried steps.
                    Err(CallError::Panicked { .. }) => {
                        played = position.try_steps(seat, &steps)?;
                        break;
                    }
                    Err(error @ (CallError::WorkerLost(_) | CallError::Gone)) => return Err(error),
                    Err(_) => {}
                }
            }
            Ok((played, ahead))
        };
        self.ask("play", try_steps).await
    }

    /// The looks that viewers will probably ask for after the next entry: those that they asked for
    /// after the last one.
    fn expected_looks(&self) -> Vec<(Eyes, Option<Language>)> {
        let is_watched = self.shared.progress.receiver_count() > 0;
        if is_watched { self.shared.looks.asked() } else { Vec::new() }
    }
}

/// Whether two bodies are equal as JSON. Another release may have written the same steps with
/// different white space or member order.
fn is_same(sent: &str, text: &str) -> bool {
    let read = serde_json::from_str::<Body<Vec<Value>>>;
    sent == text || read(sent).is_ok_and(|sent| read(text).is_ok_and(|text| text == sent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_the_same_in_any_spacing_and_order() {
        let text = r#"{"steps":[{"a":1,"b":[2,3]}]}"#;
        assert!(is_same(text, text));
        assert!(is_same(r#"{ "steps": [{"b": [2, 3], "a": 1}] }"#, text));
        assert!(!is_same(r#"{"steps":[{"a":1,"b":[3,2]}]}"#, text));
        assert!(!is_same(r#"{"standIn":[{"a":1,"b":[2,3]}]}"#, text));
        assert!(!is_same("not JSON", text));
    }
}
