//! Allégeance, the card game by Kara, as a Guéridon module.
//!
//! Rules are cited by the numbers of the fact sheet that they were written from (F20a); the rules
//! table beside this crate lists them. `state` is what lies on the table, `decision` what is
//! asked; `rules` says which steps are open and what they set off; the other modules are a
//! chapter of the rulebook each. What no source gives is in `data/cards.toml` and marked there.

use gueridon_game::catalogue::Named;
use gueridon_game::{
    About, CatalogueEntry, Dice, Eyes, Game, Language, Log, Phrasebook, Refusal, Score, Seat,
    Seats, Standing, Utterance, sdl,
};

use crate::decision::Decision;

pub mod cards;
pub mod event;
pub mod moves;
pub mod options;
pub mod view;

mod decision;
mod history;
mod prompt;
mod rules;
mod setup;
mod state;

mod field;
mod gems;
mod knowledge;
mod oaths;
mod powers;
mod targets;
mod turn;

mod imagine;
mod reveal;
mod scoring;
mod worlds;

#[cfg(test)]
mod tests;

pub use event::Event;
pub use moves::Move;
pub use options::Options;
pub use state::Allegeance;
pub use view::View;

gueridon_game::export!(Allegeance);

/// Everything the game says.
const WORDS: Phrasebook = Phrasebook { phrases: cards::PHRASES, names: cards::CATALOGUE };

impl Game for Allegeance {
    const ABOUT: About = About {
        id: "allegeance",
        prefix: "Allegeance",
        titles: &[(Language::En, "Allégeance"), (Language::Fr, "Allégeance")],
        rules_version: 2,
        fewest_seats: 2,
        most_seats: cards::MOST_SEATS as u8,
        sdl: sdl::of::<Self>(),
        longest: 3_000,
    };

    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn catalogue(options: &Options, language: Language) -> Vec<CatalogueEntry> {
        let entry = |named: &Named| {
            let entry = named.entry(language);
            let text = options.variant_text(entry.key, language).unwrap_or(entry.text);
            CatalogueEntry { text, ..entry }
        };
        cards::CATALOGUE.iter().chain(cards::REFUSALS).chain(cards::LABELS).map(entry).collect()
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
        matches!((&self.decision, step), (Decision::React { .. }, Move::Allow(_)))
    }

    fn play(
        &mut self,
        seat: Seat,
        step: &Move,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Result<(), Refusal> {
        Refusal::check_turn(seat, self.seat_count(), self.asked())?;
        self.allow(seat, *step)?;
        self.carry_out(seat, *step, dice, log);
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

    fn imagine(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        self.imagined(eyes, dice)
    }

    fn words(said: Utterance<'_, Self>, language: Language) -> String {
        WORDS.words(&said, Self::prompt, language)
    }
}
