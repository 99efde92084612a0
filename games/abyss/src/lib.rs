//! Abyss, the card game by Bruno Cathala and Charles Chevallier, as a Guéridon module.
//!
//! Rules are cited by the numbers of the fact sheet that they were written from (E16, A.1); the
//! rules table beside this crate lists them. `state` is the whole game, made of `board` and `player`,
//! `decision` what is asked and `agenda` what happens next: these are types. Above them, `rules`
//! says which steps are open and what they set off, `turn` goes on to the next question, and the
//! other modules are a chapter of the rulebook each.

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

mod agenda;
mod board;
mod decision;
mod player;
mod state;

mod prompt;
mod rules;
mod setup;
mod turn;

mod arrival;
mod control;
mod council;
mod court;
mod discards;
mod ending;
mod explore;
mod krakens;
mod loot;
mod nebulis;
mod payment;
mod pearls;
mod powers;
mod recruit;
mod sentinels;

mod imagine;
mod scoring;

#[cfg(test)]
mod tests;

pub use event::Event;
pub use moves::Move;
pub use options::Options;
pub use state::Abyss;
pub use view::View;

gueridon_game::export!(Abyss);

/// Everything the game says.
const WORDS: Phrasebook = Phrasebook { phrases: cards::PHRASES, names: cards::CATALOGUE };

impl Game for Abyss {
    const ABOUT: About = About {
        id: "abyss",
        prefix: "Abyss",
        titles: &[(Language::En, "Abyss"), (Language::Fr, "Abyss")],
        rules_version: 2,
        fewest_seats: 2,
        most_seats: 4,
        sdl: sdl::of::<Self>(),
        longest: 20_000,
    };

    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn catalogue(options: &Options, language: Language) -> Vec<CatalogueEntry> {
        let is_used = |id| options.kraken || !cards::is_of_kraken(id);
        let used = cards::CATALOGUE.iter().filter(|named| is_used(named.key));
        used.chain(cards::REFUSALS)
            .chain(cards::LABELS)
            .map(|named| named.entry(language))
            .collect()
    }

    fn deal(options: &Options, seats: u8, dice: &mut Dice) -> Result<Self, Refusal> {
        Self::ABOUT.check_seats(seats)?;
        Ok(Self::set_up(*options, seats, dice))
    }

    fn to_act(&self) -> Seats {
        self.asked()
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Move>) {
        self.each_move(seat, &mut |step| out.push(step));
    }

    fn declines(&self, _: Seat, step: &Move) -> bool {
        matches!((&self.decision, step), (Decision::BuyAlly { .. }, Move::Decline(_)))
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
        self.tell_who_begins(log);
        self.carry_out(seat, step, dice, log);
        self.advance(dice, log);
        Ok(())
    }

    fn view(&self, eyes: Eyes) -> View {
        self.seen_by(eyes)
    }

    fn score(&self, eyes: Eyes) -> Score {
        self.score_pad(eyes)
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
