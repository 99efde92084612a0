//! A game of one button that breaks in every way a game can, for the host's tests.

use std::fmt::Debug;
use std::marker::PhantomData;

use gueridon_game::*;
use serde::{Deserialize, Serialize};

/// What tells one game of this kind from another.
pub(crate) trait Named: Clone + Send + Debug + 'static {
    /// What the game says about itself.
    const ABOUT: About;
    /// What differs from the first build, each at one sum.
    const REVISED: &'static [(u32, Revised)] = &[];
}

/// What a later build of a game does in another way.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(dead_code, reason = "only one of the modules revises anything")]
pub(crate) enum Revised {
    View,
    Told,
    Score,
    Moves,
    Refusal,
}

/// The SDL of such a game.
#[macro_export]
macro_rules! sdl {
    ($id:literal, $prefix:literal, $more:literal) => {
        concat!(
            "extend input Options { ",
            $id,
            ": ",
            $prefix,
            "Options }\n",
            "input ",
            $prefix,
            "Options { goal: Int abortsAt: Int hidesAt: Int }\n",
            "extend input Move { ",
            $id,
            ": ",
            $prefix,
            "Move }\n",
            "input ",
            $prefix,
            "Move @oneOf { add: Int fail: Yes dawdle: Int }\n",
            "type ",
            $prefix,
            "View implements View { toAct: [Int!]! sum: Int! }\n",
            "type ",
            $prefix,
            "Added implements Event { seat: Int sum: Int! }\n",
            $more
        )
    };
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub(crate) struct Fragile<N: Named> {
    sum: u32,
    goal: u32,
    #[serde(default)]
    aborts_at: Option<u32>,
    #[serde(default)]
    hides_at: Option<u32>,
    #[serde(skip)]
    name: PhantomData<N>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Options {
    goal: u32,
    /// The sum that ends the process.
    aborts_at: Option<u32>,
    /// The sum that views lack, although it may not be null.
    hides_at: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self { goal: 10, aborts_at: None, hides_at: None }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Move {
    Add(u32),
    /// Changes the game, and then panics.
    Fail(Yes),
    /// Takes that many milliseconds.
    Dawdle(u64),
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "__typename")]
pub(crate) enum Event {
    Added { seat: Seat, sum: u32 },
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct View {
    to_act: Seats,
    sum: Option<u32>,
}

impl<N: Named> Fragile<N> {
    fn revises(&self, what: Revised) -> bool {
        N::REVISED.contains(&(self.sum, what))
    }
}

impl<N: Named> Game for Fragile<N> {
    const ABOUT: About = N::ABOUT;
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn catalogue(_: &Options, language: Language) -> Vec<CatalogueEntry> {
        vec![catalogue::Named::refusal("TOO_MUCH", ["Too much.", "C'est trop."]).entry(language)]
    }

    fn deal(options: &Options, seats: u8, _: &mut Dice) -> Result<Self, Refusal> {
        Self::ABOUT.check_seats(seats)?;
        assert!(options.goal < 1000, "a goal of {} is more than anybody can bear", options.goal);
        let Options { goal, aborts_at, hides_at } = *options;
        Ok(Self { sum: 0, goal, aborts_at, hides_at, name: PhantomData })
    }

    fn to_act(&self) -> Seats {
        if self.sum < self.goal { Seats::just(Seat(0)) } else { Seats::NONE }
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Move>) {
        if self.to_act().contains(seat) {
            out.extend([Move::Add(1), Move::Add(2), Move::Fail(Yes::Yes), Move::Dawdle(1)]);
            out.truncate(if self.revises(Revised::Moves) { 1 } else { out.len() });
        }
    }

    fn play(
        &mut self,
        seat: Seat,
        step: &Move,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Result<(), Refusal> {
        if !self.to_act().contains(seat) {
            return Err(Refusal::not_your_turn());
        }
        match *step {
            Move::Add(amount @ 1..=2) => {
                self.sum += amount;
                if self.revises(Revised::Refusal) {
                    return Err(Refusal::new("TOO_MUCH", "1").number("amount", amount));
                }
                if self.aborts_at.is_some_and(|at| self.sum >= at) {
                    std::process::abort();
                }
            }
            Move::Add(amount) => return Err(Refusal::new("TOO_MUCH", "1").number("amount", amount)),
            Move::Fail(Yes::Yes) => {
                self.sum += 5;
                panic!("the button came off");
            }
            Move::Dawdle(ms) => std::thread::sleep(std::time::Duration::from_millis(ms.min(100))),
        }
        let more = u32::from(self.revises(Revised::Told));
        log.all(Event::Added { seat, sum: self.sum + more });
        Ok(())
    }

    fn view(&self, _: Eyes) -> View {
        let sum = self.sum + u32::from(self.revises(Revised::View));
        View { to_act: self.to_act(), sum: Some(sum).filter(|_| self.hides_at != Some(self.sum)) }
    }

    fn score(&self, _: Eyes) -> Score {
        let sum = 1 + i32::from(self.revises(Revised::Score));
        Score::ranked(self.to_act().is_empty(), [(vec![Line::new("sum", sum)], Vec::new())])
    }

    fn imagine(&self, _: Eyes, _: &mut Dice) -> Self {
        self.clone()
    }

    fn words(said: Utterance<'_, Self>, _: Language) -> String {
        match said {
            Utterance::Prompt(game, _) => format!("{} of {}", game.sum, game.goal),
            Utterance::Move(step) => format!("{step:?}"),
            Utterance::Event(event) => format!("{event:?}"),
            Utterance::Refusal(refusal) => refusal.code.to_owned(),
        }
    }
}
