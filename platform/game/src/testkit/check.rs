//! The check itself: every law, over every playout.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::coverage::Report;
use super::failure::{Failure, Law};
use super::laws::Laws;
use super::leaks::Position;
use super::playout::{Playout, choices};
use super::run::{Place, Run};
use super::{
    as_written, conform, json, labels, leaks, legality, odd, phrases, playout, playthrough,
    prospects, rebuild, searching, twins, undo,
};
use crate::{Dice, Game, Seed};

/// Games of each number of seats that are played first, to learn what kinds of steps and positions
/// there are.
const WARM: u64 = 6;
/// How many steps of each kind are tried where they are not legal, and how many altered steps.
const EACH: usize = 2;
const BENT: usize = 12;
/// Games of each number of seats that odd input is sent to.
const ODD: u64 = 2;
/// The environment variable that makes the test write the SDL again.
const UPDATE_SCHEMA: &str = "UPDATE_SCHEMA";

impl<G: Game> Laws<G> {
    /// Checks the laws. The environment variable `PLAYOUTS` overrides the number of playouts.
    ///
    /// # Panics
    /// When the game breaks a law: with the law, the place, and how to replay it. The game that was
    /// played is kept beside what cargo builds, for `gueridon dev --replay`.
    pub fn check(mut self) -> Report {
        if let Some(playouts) = std::env::var("PLAYOUTS").ok().and_then(|text| text.parse().ok()) {
            if playouts < self.playouts {
                self.is_sample = true;
            }
            self.playouts = playouts;
        }
        match self.try_check() {
            Ok(report) => report,
            Err(failure) => panic!("{} breaks {}", G::ABOUT.id, failure.kept(&self)),
        }
    }

    /// Compares the playthroughs with the game as it plays now. The environment variable
    /// `UPDATE_PLAYTHROUGHS` makes it write them again instead.
    ///
    /// # Panics
    /// When the game does not play as written, with the first line that differs.
    pub fn check_playthroughs(&self) {
        if let Err(what) = self.try_playthroughs() {
            panic!("{what}");
        }
    }

    /// Compares the playthroughs with the game as it plays now.
    ///
    /// # Errors
    /// The first line that differs, or why a file could not be read or written.
    pub fn try_playthroughs(&self) -> Result<(), String> {
        self.tables().try_for_each(|seats| {
            let path = self.playthroughs.join(format!("{}{seats}.txt", self.named));
            playthrough::check::<G>(&self.options, self.weight.as_deref(), seats, &path)
        })
    }

    /// Compares the file with the game's SDL with what its types say; writes it instead if
    /// `UPDATE_SCHEMA` is set.
    ///
    /// # Panics
    /// When they differ, with the first line that does.
    pub fn check_schema(&self) {
        if let Err(what) = self.try_schema() {
            panic!("{what}");
        }
    }

    /// Compares the file with the game's SDL with what its types say.
    ///
    /// # Errors
    /// The first line that differs, or why the file could not be read or written.
    pub fn try_schema(&self) -> Result<(), String> {
        let path = self.schema.join(format!("{}.graphql", G::ABOUT.id));
        as_written::check(&path, &G::ABOUT.sdl.text(), UPDATE_SCHEMA, "the types say otherwise")
    }

    /// Checks the laws.
    ///
    /// # Errors
    /// The first law found broken.
    pub fn try_check(&self) -> Result<Report, Failure> {
        self.shielded(|run| run.all())
    }

    /// Sends all sorts of odd input to the module's side of the border, as a host would: steps of
    /// the wrong seat and of other states, broken steps, malformed requests.
    ///
    /// # Panics
    /// When something is accepted that is not listed, or changes the game, or panics.
    pub fn check_odd_input(&self) {
        if let Err(failure) = self.try_odd_input() {
            panic!("{} breaks {}", G::ABOUT.id, failure.kept(self));
        }
    }

    /// As [`Laws::check_odd_input`].
    ///
    /// # Errors
    /// The first law found broken.
    pub fn try_odd_input(&self) -> Result<(), Failure> {
        self.shielded(|run| run.odd())
    }

    /// Makes a run, and turns a panic in it into a failure.
    fn shielded<T>(
        &self,
        work: impl FnOnce(Run<'_, G>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let place = Place::default();
        let run = Run::new(self, &place)?;
        let result = catch_unwind(AssertUnwindSafe(|| work(run))).unwrap_or_else(|panic| {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
            let said = said.unwrap_or("no message");
            Err(Failure::new(Law::NeverPanics, "panic", said))
        });
        result.map_err(|failure| place.of(failure))
    }
}

impl<G: Game> Run<'_, G> {
    /// Plays and checks everything.
    ///
    /// After each playout the kit returns to what it knew after the first games. So the check of a
    /// playout does not depend on those before it, and a failure can be replayed.
    fn all(mut self) -> Result<Report, Failure> {
        if let Some(book) = &self.laws.book {
            phrases::check(&G::ABOUT, book)?;
        }
        labels::check::<G>(&self.laws.options, &self.laws.never)?;
        legality::check_seats(&mut self)?;
        let tables: Vec<u8> = self.laws.tables().collect();
        for &seats in &tables {
            for number in 0..WARM {
                let playout = playout::play(&mut self, number, seats)?;
                playout.sorts.iter().for_each(|&sort| *self.sorts.entry(sort).or_default() += 1);
            }
        }
        self.report = Report::default();
        self.conform.forget();
        self.conform.options(&json::tree(&self.laws.options))?;
        let (steps, met) = (self.steps.clone(), self.met.clone());
        for (number, seats) in self.laws.plan(&tables) {
            self.steps.clone_from(&steps);
            self.met.clone_from(&met);
            self.one(number, seats)?;
        }
        self.leave();
        self.report.unjudged = self.honesty.judge()?;
        self.likelihood.verdict()?;
        self.report.reached = self.conform.reached();
        self.report.enums = self.conform.enums();
        conform::never_reached(&self.report.reached, &self.laws.never)?;
        if !self.laws.is_sample {
            conform::all_reached(&self.report.reached, &self.laws.met_elsewhere, &self.laws.never)?;
            self.report.at_least(&self.laws.least, &self.laws.never)?;
        }
        if self.laws.strict && !self.report.unjudged.is_empty() {
            let what = format!("seen too rarely to judge:\n{}", self.report.unjudged.join("\n"));
            return Err(Failure::new(Law::NothingLeaks, "imagine is honest", what));
        }
        Ok(self.report)
    }

    /// Sends odd input to a few games of each number of seats.
    fn odd(mut self) -> Result<(), Failure> {
        for seats in self.laws.tables() {
            for number in 0..ODD {
                odd::check(&mut self, number, seats)?;
            }
        }
        Ok(())
    }

    fn one(&mut self, number: u64, seats: u8) -> Result<(), Failure> {
        let playout = playout::play(self, number, seats)?;
        let mut dice = choices(number, 1);
        let positions = self.choose_positions(&playout, &mut dice);
        rebuild::replay(self, &playout, &positions)?;
        rebuild::go_on(self, &playout)?;
        for (nth, &position) in positions.iter().enumerate() {
            self.stand(position, None);
            let game = &playout.games[position];
            let mut seed = Seed::of_test(number);
            seed.0[16..24].copy_from_slice(&(nth as u64 + 1).to_le_bytes());
            rebuild::restore(&playout, position)?;
            playout::look(self, game, seats)?;
            leaks::same_things(self, game, seats, &seed)?;
            undo::check(self, game, seats, &seed)?;
            prospects::check(self, game, &seed)?;
            searching::check(self, game, seats, &seed)?;
            let candidates = self.steps.candidates(EACH, BENT, &mut dice);
            legality::check(self, game, seats, &candidates, &seed)?;
            let here = Position { game, seats, playout: number, candidates: &candidates, seed };
            leaks::check(self, &here, &mut dice)?;
        }
        twins::check(self, &playout, &mut choices(number, 2))?;
        self.report.playouts += 1;
        self.report.steps += playout.entries.len() as u64;
        self.report.positions += positions.len() as u64;
        Ok(())
    }

    /// The end and other random positions, each sort as likely as the others.
    fn choose_positions(&self, playout: &Playout<G>, dice: &mut Dice) -> Vec<usize> {
        let mut counts = self.sorts.clone();
        playout.sorts.iter().for_each(|&sort| *counts.entry(sort).or_default() += 1);
        let mut weights: Vec<usize> =
            playout.sorts.iter().map(|sort| 1 + 100_000 / counts[sort] as usize).collect();
        let end = weights.len() - 1;
        weights[end] = 0;
        let mut chosen = vec![end];
        while chosen.len() < self.laws.positions {
            let total: usize = weights.iter().sum();
            if total == 0 {
                break;
            }
            let mut throw = dice.below(total);
            for (index, weight) in weights.iter_mut().enumerate() {
                if throw < *weight {
                    chosen.push(index);
                    *weight = 0;
                    break;
                }
                throw -= *weight;
            }
        }
        chosen.sort_unstable();
        chosen
    }
}
