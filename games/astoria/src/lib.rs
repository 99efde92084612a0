//! Astoria, the game of hidden traitors by Christophe Finas, as a Guéridon module: the Epic game
//! with its Grand Alchemist variant.
//!
//! Rules are cited by the numbers of the fact sheet that they were written from (24, 64a, C4); the
//! rules table beside this crate lists them. `state` is what lies on the table, `decision` what is
//! asked; `rules` says which steps are open and what they set off; the other modules are a chapter
//! of the rulebook each.

use gueridon_game::{
    About, CatalogueEntry, Dice, Eyes, Game, Language, Levels, Log, Phrasebook, Refusal, Score,
    Seat, Seats, Standing, Strength, Utterance, sdl,
};

use crate::decision::Decision;

pub mod cards;
pub mod event;
pub mod kind_set;
pub mod moves;
pub mod options;
pub mod view;

mod decision;
mod prompt;
mod rules;
mod setup;
mod state;

mod actions;
mod combat;
mod ending;
mod exile;
mod glyphs;
mod guards;
mod palace;
mod roles;
mod round;
mod shaping;
mod theft;
mod walls;

mod imagine;
mod memory;
mod scoring;
mod weights;

#[cfg(test)]
mod tests;

pub use event::Event;
pub use moves::Move;
pub use options::Options;
pub use state::Astoria;
pub use view::View;

gueridon_game::export!(Astoria);

/// Everything the game says.
const WORDS: Phrasebook = Phrasebook { phrases: cards::PHRASES, names: cards::CATALOGUE };

impl Game for Astoria {
    const ABOUT: About = About {
        id: "astoria",
        prefix: "Astoria",
        titles: &[(Language::En, "Astoria"), (Language::Fr, "Astoria")],
        rules_version: 2,
        fewest_seats: 2,
        most_seats: 6,
        sdl: sdl::of::<Self>(),
        longest: 20_000,
    };

    // A short game with much luck: levels that are as far apart as usual would seldom be felt.
    const LEVELS: Option<Levels> = Some(Levels {
        beginner: Strength { iterations: 5, noise: 100 },
        casual: Strength { iterations: 60, noise: 30 },
        skilled: Strength { iterations: 600, noise: 3 },
        expert: Strength { iterations: 5_000, noise: 0 },
    });

    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn catalogue(_: &Options, language: Language) -> Vec<CatalogueEntry> {
        let named = cards::CATALOGUE.iter().chain(cards::REFUSALS).chain(cards::LABELS);
        named.map(|named| named.entry(language)).collect()
    }

    fn deal(options: &Options, seats: u8, dice: &mut Dice) -> Result<Self, Refusal> {
        Self::ABOUT.check_seats(seats)?;
        options.check(seats)?;
        Ok(Self::set_up(*options, seats, dice))
    }

    fn to_act(&self) -> Seats {
        self.asked()
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Move>) {
        self.each_move(seat, &mut |step| out.push(step));
    }

    fn declines(&self, _: Seat, step: &Move) -> bool {
        let asked = matches!(
            self.decision,
            Decision::Defend { .. } | Decision::SaveGuard { .. } | Decision::Counter { .. }
        );
        asked && matches!(step, Move::Decline(_))
    }

    fn play(
        &mut self,
        seat: Seat,
        step: &Move,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Result<(), Refusal> {
        Refusal::check_turn(seat, self.seat_count(), self.asked())?;
        self.allow(seat, step)?;
        self.carry_out(seat, step, dice, log);
        self.settle(dice, log);
        if self.is_over() {
            // What was hidden until now is turned up.
            dice.uncover();
        }
        Ok(())
    }

    fn view(&self, eyes: Eyes) -> View {
        self.seen_by(eyes)
    }

    fn score(&self, _: Eyes) -> Score {
        self.score_pad()
    }

    fn standing(&self) -> Standing {
        self.standings()
    }

    fn weight(&self, seat: Seat, step: &Move) -> u32 {
        self.weigh(seat, step)
    }

    fn imagine(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        self.imagined(eyes, dice)
    }

    fn words(said: Utterance<'_, Self>, language: Language) -> String {
        WORDS.words(&said, Self::prompt, language)
    }
}
