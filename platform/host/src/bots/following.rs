//! The steps that belong to one that was found: they are played with it, as one move.

use std::time::{Duration, Instant};

use gueridon_game::border::Found;
use gueridon_game::{Eyes, Language};
use serde_json::value::to_raw_value;
use tokio_util::sync::CancellationToken;

use super::thinking::{Limits, Question, SearchError, Thinkers};
use gueridon_modules::module::{CallError, Handle, RawJson};

/// After how long no further step is looked for.
const LONGEST: Duration = Duration::from_secs(1);
/// The most steps of a move.
const MOST: usize = 8;

/// For whom steps are looked for, and how far each search goes.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) question: &'a Question,
    pub(super) limits: Limits,
    pub(super) given_up: &'a CancellationToken,
}

impl Thinkers {
    /// Adds the steps that follow, as long as the seat is to act and can foresee what comes of them.
    /// They are found on an imagined game, and `choose` takes one of those that a search found.
    pub(super) async fn follow(
        &self,
        line: Line<'_>,
        mut imagined: Handle,
        steps: &mut Vec<RawJson>,
        mut choose: impl FnMut(Vec<Found<RawJson>>) -> Option<RawJson>,
    ) -> Result<(), SearchError> {
        let began = Instant::now();
        let is_in_time = || began.elapsed() < LONGEST && !line.given_up.is_cancelled();
        while steps.len() < MOST && is_in_time() {
            let (game, open) = self.foreseen(line.question, imagined, steps).await?;
            let Some(mut open) = open else { break };
            imagined = game;
            let step = if open.len() > 1 {
                let mut found = None;
                let eyes = Eyes::Seat(line.question.seat);
                let (limits, given_up) = (line.limits, line.given_up);
                let searched =
                    self.search(line.question, eyes, imagined, limits, given_up, &mut found);
                imagined = searched.await?.game;
                found.and_then(|sought| choose(sought.candidates))
            } else {
                open.pop()
            };
            let Some(step) = step else { break };
            steps.push(step);
        }
        Ok(())
    }

    /// A game that the seat cannot tell from the real one.
    pub(super) async fn imagined(&self, question: &Question) -> Result<Handle, SearchError> {
        let (build, state) = (question.build.clone(), question.state.clone());
        let (seats, dice, eyes) = (question.seats, question.dice, Eyes::Seat(question.seat));
        let imagine = move || {
            let (mut real, _) = build.restore(&state, seats, &dice)?;
            let imagined = real.imagine(eyes, &dice)?;
            Ok::<_, CallError>(build.restore(&imagined, seats, &dice)?.0)
        };
        Ok(self.slice(question, imagine).await??)
    }

    /// Plays the last of these steps, and answers what is open to the seat then; nothing if it
    /// cannot foresee what comes of the step, or is not to act after it.
    async fn foreseen(
        &self,
        question: &Question,
        mut game: Handle,
        steps: &[RawJson],
    ) -> Result<(Handle, Option<Vec<RawJson>>), SearchError> {
        let (seat, dice) = (question.seat, question.dice);
        let entry = steps.len() as u64;
        let last = to_raw_value(&steps.last().into_iter().collect::<Vec<_>>());
        let last = last.map_err(|error| CallError::BadReply(error.to_string()))?;
        let play = move || {
            let seen = game.preview(seat, &last, &dice, Language::default())?;
            let goes_on = !seen.uncertain && !seen.look.over && !seen.look.moves.is_empty();
            if goes_on {
                game.play(seat, entry, &last)?;
                game.keep()?;
            }
            let open = seen.look.moves.iter().map(|choice| choice.step.to::<RawJson>());
            let open = open.collect::<Result<_, _>>();
            let open = open.map_err(|error| CallError::BadReply(error.to_string()))?;
            Ok::<_, CallError>((game, goes_on.then_some(open)))
        };
        Ok(self.slice(question, play).await??)
    }
}
