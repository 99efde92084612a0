//! A bot's move: a step that is searched for, and those that belong to it.

use std::sync::Arc;
use std::time::Duration;

use gueridon_game::{Dice, Eyes, Strength};
use tokio_util::sync::CancellationToken;

use super::following::Line;
use super::strength::choose;
use super::thinking::{Limits, Question, SearchError, Thinkers, Thinking};
use gueridon_modules::module::{CallError, RawJson};

/// After how long no further slice begins, and a step is chosen from what was found so far.
const LONGEST: Duration = Duration::from_secs(3);

/// The stream of a thinker's dice that chooses among the steps that were found.
const CHOICE: u64 = 1;

impl Thinkers {
    /// Begins to think about a move that is played so strongly: its steps, each of which the seat can
    /// foresee the outcome of, except the last. It has none if the module cannot search, or failed
    /// before it had found anything.
    pub(crate) fn think(
        self: &Arc<Self>,
        question: Question,
        strength: Strength,
    ) -> Thinking<Vec<RawJson>> {
        self.begin(move |thinkers, given_up| async move {
            let mut steps = Vec::new();
            let thought = thinkers.thought(&question, strength, &given_up, &mut steps).await;
            if let Err(error) = thought {
                thinkers.count_lost(&question, &error).await;
            }
            steps
        })
    }

    /// Puts the steps of a move into `steps`. What is there after a failure can still be played.
    async fn thought(
        &self,
        question: &Question,
        strength: Strength,
        given_up: &CancellationToken,
        steps: &mut Vec<RawJson>,
    ) -> Result<(), SearchError> {
        let limits = Limits { iterations: strength.iterations, time: LONGEST };
        let mut dice = Dice::new(&question.dice, CHOICE);
        let mut choose = |found| choose(strength, found, &mut dice);
        let game = self.restored(question).await?;
        let mut found = None;
        let eyes = Eyes::Seat(question.seat);
        let searched = self.search(question, eyes, game, limits, given_up, &mut found).await;
        steps.extend(found.and_then(|sought| choose(sought.candidates)));
        drop(searched?);
        if steps.is_empty() {
            return Ok(());
        }
        let line = Line { question, limits, given_up };
        let imagined = self.imagined(question).await?;
        self.follow(line, imagined, steps, choose).await
    }

    /// Notes that a search for a bot failed.
    async fn count_lost(&self, question: &Question, error: &SearchError) {
        if error.is_too_late() {
            self.give_up_on(question.build.sha256());
        }
        if let SearchError::Module(CallError::WorkerLost(end)) = error {
            // If that was one too many, the next sweep stops the table.
            self.lost_workers.count(question.table, *end).await;
        }
        if !matches!(error, SearchError::Module(CallError::Unsupported)) {
            tracing::warn!(table = %question.table, seat = question.seat.0, %error, "a search was lost");
        }
    }
}
