//! Advice to a player: the steps that a search would play in their seat.
//!
//! All of it is found on a game that the seat cannot tell from the real one, so that it says nothing
//! which its player may not know.

use std::sync::Arc;
use std::time::Duration;

use gueridon_game::border::{Choice, Found};
use gueridon_game::{Eyes, Language, Seat};
use serde_json::value::to_raw_value;
use tokio_util::sync::CancellationToken;

use super::following::Line;
use super::thinking::{Limits, Question, SearchError, Searched, Thinkers, Thinking};
use crate::refusal::{Answer, Code, Failure, Fault};
use gueridon_modules::executor::NoAnswer;
use gueridon_modules::module::{CallError, Handle, RawJson, Sought};

/// How far the search for each step goes: as far as that of the best bot, but not for as long, since
/// somebody waits.
const EACH: Limits = Limits { iterations: 4_000, time: Duration::from_secs(2) };
/// What a search would play in a seat.
#[derive(Debug, Clone)]
pub struct Advice {
    /// The steps in order, at least one. After one whose outcome the seat cannot foresee there are
    /// no more.
    pub steps: Vec<Choice<RawJson>>,
    /// The seat's chance of winning with the first of them, in thousandths, as the search sees it.
    pub chance: u16,
    /// How many iterations that search made.
    pub iterations: u32,
}

impl Thinkers {
    /// Begins to think about what a seat should play.
    ///
    /// # Errors
    /// `NO_HINTS` if the module cannot search; `HINT_LOST` if it failed before it had found
    /// anything.
    pub(crate) fn advise(
        self: &Arc<Self>,
        question: Question,
        language: Language,
    ) -> Thinking<Answer<Advice>> {
        self.begin(move |thinkers, given_up| async move {
            let advised = thinkers.advice(&question, language, &given_up).await;
            advised.map_err(|error| {
                if is_failure(&error) {
                    thinkers.note(&question, &error);
                }
                said(&error)
            })
        })
    }

    async fn advice(
        &self,
        question: &Question,
        language: Language,
        given_up: &CancellationToken,
    ) -> Result<Advice, SearchError> {
        let game = self.imagined(question).await?;
        let mut found = None;
        let eyes = Eyes::Seat(question.seat);
        let searched = self.search(question, eyes, game, EACH, given_up, &mut found).await;
        let Some(Sought { mut candidates, iterations, .. }) =
            found.filter(|one| !one.candidates.is_empty())
        else {
            let nothing = || CallError::BadReply("no step for a seat that is to act".to_owned());
            return Err(searched.err().unwrap_or_else(|| nothing().into()));
        };
        let Found { step, chance, .. } = candidates.swap_remove(0);
        let mut steps = vec![step];
        let followed = match searched {
            Ok(Searched { game, .. }) => {
                let line = Line { question, limits: EACH, given_up };
                self.follow(line, game, &mut steps, |found| Some(found.into_iter().next()?.step))
                    .await
            }
            Err(error) => Err(error),
        };
        // What was found before a failure is good all the same.
        followed.unwrap_or_else(|error| self.note(question, &error));
        let (seat, game) = (question.seat, self.imagined(question).await?);
        let steps = self.slice(question, move || told(game, seat, steps, language)).await??;
        Ok(Advice { steps, chance, iterations })
    }

    /// Notes a failure in a search for advice. It is not counted against the table, which whoever
    /// asks again and again could so have stopped.
    fn note(&self, question: &Question, error: &SearchError) {
        tracing::warn!(table = %question.table, seat = question.seat.0, %error, "a hint was lost");
        let worker_lost = matches!(error, SearchError::Module(CallError::WorkerLost(_)));
        if worker_lost || error.is_too_late() {
            self.give_up_on(question.build.sha256());
        }
    }
}

/// The steps as the game lists them where each is open.
fn told(
    mut game: Handle,
    seat: Seat,
    steps: Vec<RawJson>,
    language: Language,
) -> Result<Vec<Choice<RawJson>>, CallError> {
    let mut told = Vec::with_capacity(steps.len());
    for (entry, step) in (1..).zip(steps) {
        let mut open = game.moves(seat, language)?;
        let listed = open.iter().position(|choice| choice.step.get() == step.get());
        told.push(match listed {
            Some(place) => open.swap_remove(place),
            // The same step, written otherwise.
            None => {
                Choice { words: game.words(&step, language)?, declines: false, step: step.clone() }
            }
        });
        let alone = to_raw_value(&[&step]);
        game.play(seat, entry, &alone.map_err(|error| CallError::BadReply(error.to_string()))?)?;
        game.keep()?;
    }
    Ok(told)
}

/// Whether the module failed; otherwise it cannot search, or was not called.
const fn is_failure(error: &SearchError) -> bool {
    match error {
        SearchError::Module(CallError::Unsupported | CallError::NoWorker(_)) => false,
        SearchError::Module(_) => true,
        SearchError::NoAnswer(unanswered) => !unanswered.is_unmade(),
    }
}

/// What is said to whoever asked, if nothing was found.
fn said(error: &SearchError) -> Failure {
    match error {
        SearchError::Module(CallError::Unsupported)
        | SearchError::NoAnswer(NoAnswer::Hanging(_)) => Code::NoHints.answer(),
        SearchError::NoAnswer(NoAnswer::Busy(_)) | SearchError::Module(CallError::NoWorker(_)) => {
            Fault::Busy(error.to_string()).into()
        }
        SearchError::NoAnswer(_) | SearchError::Module(_) => Code::HintLost.answer(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(error: impl Into<SearchError>) -> Code {
        match said(&error.into()) {
            Failure::Refused(refused) => refused.code,
            Failure::Fault(fault) => fault.code(),
        }
    }

    #[test]
    fn a_module_that_cannot_search_is_another_thing_than_one_that_fails_or_is_busy() {
        assert_eq!(code(CallError::Unsupported), Code::NoHints);
        assert_eq!(code(NoAnswer::Hanging(4)), Code::NoHints);
        assert_eq!(code(NoAnswer::Busy(256)), Code::Unavailable);
        assert_eq!(code(CallError::NoWorker("no room".to_owned())), Code::Unavailable);
        assert_eq!(code(CallError::BadReply("?".to_owned())), Code::HintLost);
        assert_eq!(code(NoAnswer::Lost("?".to_owned())), Code::HintLost);
        let failures: [SearchError; 4] = [
            CallError::Unsupported.into(),
            NoAnswer::Busy(1).into(),
            NoAnswer::Hanging(4).into(),
            CallError::Gone.into(),
        ];
        assert_eq!(failures.map(|error| is_failure(&error)), [false, false, false, true]);
    }
}
