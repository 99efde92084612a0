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
use crate::refusal::{Answer, Code};
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
                if error.is_failure() {
                    thinkers.note(&question, &error);
                }
                error.told(Code::NoHints, Code::HintLost)
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

    /// Notes a failure in a search for advice.
    fn note(&self, question: &Question, error: &SearchError) {
        tracing::warn!(table = %question.table, seat = question.seat.0, %error, "a hint was lost");
        self.judge(question.build.sha256(), error);
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
