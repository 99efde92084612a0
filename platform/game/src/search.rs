//! A search for the best step of any game, from what one pair of eyes knows: information-set Monte
//! Carlo tree search.
//!
//! Each iteration imagines a game anew, plays it on along the tree, then a little by chance, and
//! has the result judged. Every seat has nodes of its own, found by the steps that *that seat* knows
//! wholly and by what it was told of the others since the search began, so nobody's plan depends on what another chose in secret, and none on what the
//! searcher cannot know. Each seat plays for itself, however many there are.
//!
//! There is no clock: a search is advanced by a number of iterations. Its dice are its own, so the
//! same game, seed and number of iterations give the same answer, in whatever slices.

mod greedy;
mod judgement;
mod memory;
mod playout;
mod tree;

use std::cmp::Reverse;
use std::fmt;

use crate::{Dice, Eyes, Game, Log, Seat, Seats, Seed};

pub use greedy::greedy;
use judgement::{Judge, Verdict};
use memory::Memories;
use tree::{Place, Tree};

/// How many steps are played by chance before a game is judged. More of them cost more and blur
/// what a step does.
const PLAYOUT: usize = 30;

/// A search, which can be advanced and asked at any time.
pub struct Search<G: Game> {
    game: G,
    eyes: Eyes,
    dice: Dice,
    iterations: u32,
    tree: Tree<G::Move>,
    judge: Judge,
    total: Verdict,
    // What an iteration uses, kept for the next one.
    path: Vec<Place>,
    moves: Vec<G::Move>,
    log: Log<G::Event>,
    memories: Memories,
}

/// A step open to the seat that searches, and what was found about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate<M> {
    /// The step.
    pub step: M,
    /// How many iterations began with it: the more, the better it is.
    pub visits: u32,
    /// The chance of winning with it, from 0 to 1, as these iterations saw it.
    pub chance: f64,
}

impl<G: Game> fmt::Debug for Search<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Search");
        debug.field("game", &G::ABOUT.id).field("eyes", &self.eyes);
        debug.field("iterations", &self.iterations).finish_non_exhaustive()
    }
}

impl<G: Game> Search<G> {
    /// A search of `game` as `eyes` know it. `dice` must have nothing to do with the table's seed.
    #[must_use]
    pub fn new(game: &G, eyes: Eyes, dice: &Seed) -> Self {
        let seats = game.standing().len();
        Self {
            game: game.clone(),
            eyes,
            dice: Dice::new(dice, 0),
            iterations: 0,
            tree: Tree::new(),
            judge: Judge::new(seats),
            total: Verdict::default(),
            path: Vec::new(),
            moves: Vec::new(),
            log: Log::new(),
            memories: Memories::new(seats),
        }
    }

    /// How many iterations were made.
    #[must_use]
    pub const fn iterations(&self) -> u32 {
        self.iterations
    }

    /// How many bytes of memory the search takes, about: those of its game, and of what it has
    /// learned, which ends at some tens of megabytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.game.bytes() + self.tree.bytes()
    }

    /// Makes so many more iterations.
    pub fn advance(&mut self, iterations: u32) {
        for _ in 0..iterations {
            self.iterate();
            self.iterations = self.iterations.saturating_add(1);
        }
    }

    /// The steps open to the seat whose eyes these are, the best first; none for other eyes, and
    /// when the seat is not to act. Steps of weight 0 are never visited, and last. Before the first
    /// iteration all others are alike.
    #[must_use]
    pub fn candidates(&self) -> Vec<Candidate<G::Move>> {
        let (mut open, mut sensible) = (Vec::new(), Vec::new());
        if let Some(seat) = self.eyes.seat() {
            self.game.moves(seat, &mut open);
            sensible.clone_from(&open);
            keep_sensible(&self.game, seat, &mut sensible);
        }
        let found = |step: &G::Move| {
            let seat = self.eyes.seat()?;
            // What is forced is no decision, and is not in the tree.
            if let [only] = sensible.as_slice() {
                let chance = self.chances().nth(seat.index()).unwrap_or_default();
                return (only == step).then_some((self.iterations, chance));
            }
            self.tree.found(Memories::start(seat), step)
        };
        let mut candidates: Vec<_> = open
            .into_iter()
            .map(|step| {
                let (visits, chance) = found(&step).unwrap_or_default();
                Candidate { step, visits, chance }
            })
            .collect();
        candidates.sort_by_key(|one| Reverse((one.visits, sensible.contains(&one.step))));
        candidates
    }

    /// Every seat's chance of winning, from 0 to 1, as all iterations saw it; a victory that is
    /// shared counts in parts. An even share for all before the first iteration.
    pub fn chances(&self) -> impl Iterator<Item = f64> {
        let seats = self.judge.seats();
        let all = f64::from(self.iterations);
        let chance = move |won: f64| if all > 0.0 { won / all } else { 1.0 / seats as f64 };
        self.total.wins.into_iter().take(seats).map(chance)
    }

    fn iterate(&mut self) {
        let mut game = self.game.imagine(self.eyes, &mut self.dice);
        self.memories.forget();
        self.path.clear();
        self.descend(&mut game);
        playout::play(&mut game, PLAYOUT, &mut self.moves, &mut self.dice);
        let verdict = self.judge.judge(&game);
        self.total.add(&verdict);
        self.path.iter().for_each(|&place| self.tree.learn(place, &verdict));
    }

    /// Plays along the tree, until a decision is met that is new to its seat, or the game is over.
    /// Steps that make no sense to whoever decides are left out.
    fn descend(&mut self, game: &mut G) {
        for _ in 0..G::ABOUT.longest {
            let Some(seat) = self.next(game.to_act()) else { return };
            self.moves.clear();
            game.moves(seat, &mut self.moves);
            keep_sensible(game, seat, &mut self.moves);
            let step = match self.moves.as_slice() {
                [] => return,
                // What is forced is no decision.
                [only] => only.clone(),
                _ => {
                    let place = self.memories.of(seat);
                    let Some(node) = self.tree.enter(place) else { return };
                    let judge = &self.judge;
                    let ahead =
                        |step: &G::Move, dice: &mut Dice| judge.ahead(game, seat, step, dice);
                    let edge = self.tree.choose(node, &self.moves, &mut self.dice, ahead);
                    let Some(edge) = edge else { return };
                    self.path.push(Place { node, edge, seat });
                    self.tree.step(node, edge).clone()
                }
            };
            self.log.clear();
            if game.play(seat, &step, &mut self.dice, &mut self.log).is_err() {
                return;
            }
            self.memories.note(seat, &step, self.log.told());
        }
    }

    /// Who acts next. Of several at once the searcher is first, whose step so depends on nobody's;
    /// the others do not learn of it before they choose.
    fn next(&self, acting: Seats) -> Option<Seat> {
        self.eyes.seat().filter(|&seat| acting.contains(seat)).or_else(|| acting.lowest())
    }
}

/// Leaves out the steps of weight 0, unless all are.
fn keep_sensible<G: Game>(game: &G, seat: Seat, moves: &mut Vec<G::Move>) {
    let has_weight = |step: &G::Move| game.weight(seat, step) > 0;
    if !moves.iter().all(has_weight) && moves.iter().any(has_weight) {
        moves.retain(has_weight);
    }
}
