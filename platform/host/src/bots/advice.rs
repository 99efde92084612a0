//! Advice to a player: the steps that a search would play in their seat.
//!
//! All of it is found on a game that the seat cannot tell from the real one, so that it says nothing
//! which its player may not know.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gueridon_game::border::{Choice, Found};
use gueridon_game::{Eyes, Language};
use serde_json::value::to_raw_value;
use tokio_util::sync::CancellationToken;

use super::thinking::{Limits, Question, SearchError, Thinkers, Thinking};
use crate::refusal::{Answer, Code, Failure, Fault};
use gueridon_modules::executor::NoAnswer;
use gueridon_modules::module::{CallError, Handle, RawJson, Sought};

/// How far the search for each step goes: as far as that of the best bot, but not for as long, since
/// somebody waits.
const EACH: Limits = Limits { iterations: 4_000, time: Duration::from_secs(2) };
/// How long steps after the first are looked for.
const LONGEST: Duration = Duration::from_secs(1);
/// The most steps.
const MOST: usize = 8;

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

/// Steps that were found, and what was found about the first.
struct Line {
    steps: Vec<RawJson>,
    chance: u16,
    iterations: u32,
}

impl Line {
    /// The best step of a search; none if it found none.
    fn first(sought: Sought) -> Option<Self> {
        let Found { step, chance, .. } = sought.candidates.into_iter().next()?;
        Some(Self { steps: vec![step], chance, iterations: sought.iterations })
    }
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
        let searched = self.search(question, game, EACH, given_up, &mut found).await;
        let Some(mut line) = found.and_then(Line::first) else {
            let nothing = || CallError::BadReply("no step for a seat that is to act".to_owned());
            return Err(searched.err().unwrap_or_else(|| nothing().into()));
        };
        let followed = match searched {
            Ok(game) => self.follow(question, game, &mut line, given_up).await,
            Err(error) => Err(error),
        };
        // What was found before a failure is good all the same.
        followed.unwrap_or_else(|error| self.note(question, &error));
        let Line { steps, chance, iterations } = line;
        let mut game = self.imagined(question).await?;
        let worded = move || {
            let worded = |step: RawJson| {
                let words = game.words(&step, language)?;
                Ok(Choice { step, words })
            };
            steps.into_iter().map(worded).collect::<Result<_, CallError>>()
        };
        Ok(Advice { steps: self.slice(question, worded).await??, chance, iterations })
    }

    /// Adds the steps that follow, as long as the seat can foresee what comes of them.
    async fn follow(
        &self,
        question: &Question,
        mut game: Handle,
        line: &mut Line,
        given_up: &CancellationToken,
    ) -> Result<(), SearchError> {
        let began = Instant::now();
        while line.steps.len() < MOST && began.elapsed() < LONGEST && !given_up.is_cancelled() {
            let (back, step) = self.next(question, game, line, given_up).await?;
            let Some(step) = step else { break };
            game = back;
            line.steps.push(step);
        }
        Ok(())
    }

    /// A game that the seat cannot tell from the real one.
    async fn imagined(&self, question: &Question) -> Result<Handle, SearchError> {
        let (build, state) = (Arc::clone(&question.build), question.state.clone());
        let (seats, dice, eyes) = (question.seats, question.dice, Eyes::Seat(question.seat));
        let imagine = move || {
            let (mut real, _) = build.restore(&state, seats, &dice)?;
            let imagined = real.imagine(eyes, &dice)?;
            Ok::<_, CallError>(build.restore(&imagined, seats, &dice)?.0)
        };
        Ok(self.slice(question, imagine).await??)
    }

    /// The step after the last one of a line; none if the line ends there: the seat cannot foresee
    /// what comes of it, or is not to act after it.
    async fn next(
        &self,
        question: &Question,
        mut game: Handle,
        line: &Line,
        given_up: &CancellationToken,
    ) -> Result<(Handle, Option<RawJson>), SearchError> {
        let (seat, dice) = (question.seat, question.dice);
        let entry = line.steps.len() as u64;
        let steps = to_raw_value(&line.steps.last().into_iter().collect::<Vec<_>>());
        let steps = steps.map_err(|error| CallError::BadReply(error.to_string()))?;
        let play = move || {
            let seen = game.preview(seat, &steps, &dice, Language::default())?;
            let goes_on = !seen.uncertain && !seen.look.over && !seen.look.moves.is_empty();
            if goes_on {
                game.play(seat, entry, &steps)?;
                game.keep()?;
            }
            Ok::<_, CallError>((game, goes_on.then_some(seen.look.moves)))
        };
        let (game, open) = self.slice(question, play).await??;
        let Some(mut open) = open else { return Ok((game, None)) };
        if open.len() == 1 {
            return Ok((game, open.pop().map(|only| only.step)));
        }
        let mut found = None;
        let game = self.search(question, game, EACH, given_up, &mut found).await?;
        let best = found.and_then(|sought| sought.candidates.into_iter().next());
        Ok((game, best.map(|best| best.step)))
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
