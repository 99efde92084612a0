//! A game of any length, for tests of tables: in each round everybody picks in secret at once, then
//! one seat draws cards that only it sees, until it passes.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use gueridon_game::catalogue::Named;
use gueridon_game::*;
use serde::{Deserialize, Serialize};

/// Whether a hanging step still hangs.
pub(crate) static IS_STUCK: AtomicBool = AtomicBool::new(false);
/// How many steps have hung.
pub(crate) static STUCK: AtomicU32 = AtomicU32::new(0);
/// In games of this many rounds every step fails.
pub(crate) static ILL: AtomicU32 = AtomicU32::new(0);
/// In games of this many rounds every step fails while [`HAS_FEVER`] is set.
pub(crate) const FEVERISH: u32 = 79;
/// See [`FEVERISH`].
pub(crate) static HAS_FEVER: AtomicBool = AtomicBool::new(false);
/// In games of this many rounds looks at the picks fail.
pub(crate) static BLIND: AtomicU32 = AtomicU32::new(0);
/// In games of this many rounds, `imagine` fails.
pub(crate) static DULL: AtomicU32 = AtomicU32::new(0);
/// In games of this many rounds, `imagine` does not return until this has another value.
pub(crate) static LOST_IN_THOUGHT: AtomicU32 = AtomicU32::new(0);
/// How many calls of `imagine` have waited in this way.
pub(crate) static LOST: AtomicU32 = AtomicU32::new(0);
/// In games of this many rounds, `imagine` fails when both have picked.
pub(crate) const FAINT: u32 = 37;
/// In games of so many rounds, `imagine` does not return then, until it is awake.
pub(crate) static SLEEPY: [(u32, AtomicBool); 2] =
    [(43, AtomicBool::new(false)), (47, AtomicBool::new(false))];
/// In games of this many rounds to pass is to decline.
pub(crate) const POLITE: u32 = 41;
/// How many games were imagined in games of [`COUNTED`] rounds.
pub(crate) static IMAGINED: AtomicU32 = AtomicU32::new(0);
/// See [`IMAGINED`].
pub(crate) const COUNTED: u32 = 31;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Marathon {
    rounds: u32,
    round: u32,
    drawing: bool,
    runners: Vec<Runner>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Runner {
    pick: Option<u8>,
    drawn: Vec<u8>,
    points: i32,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    pub(crate) rounds: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { rounds: 10 }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum Move {
    Pick(u8),
    Draw(Yes),
    Pass(Yes),
    /// Never legal; simulates a bug in the game.
    Crash(Yes),
    /// Another one: hangs while [`IS_STUCK`] is set.
    Hang(Yes),
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "__typename")]
pub(crate) enum Event {
    Picked { by: Seat, pick: Option<u8> },
    Drew { by: Seat, card: Option<u8> },
    Passed { by: Seat },
    Round { picks: Vec<u8> },
}

#[derive(Debug, Serialize)]
pub(crate) struct View {
    round: u32,
    hands: Vec<Option<Vec<u8>>>,
    picks: Vec<Option<u8>>,
}

impl Marathon {
    fn seats(&self) -> u8 {
        self.runners.len() as u8
    }

    fn drawer(&self) -> Seat {
        Seat((self.round % u32::from(self.seats())) as u8)
    }
}

impl Game for Marathon {
    const ABOUT: About = About {
        id: "marathon",
        prefix: "Marathon",
        titles: &[(Language::En, "Marathon"), (Language::Fr, "Marathon")],
        rules_version: 1,
        fewest_seats: 2,
        most_seats: 4,
        sdl: gueridon_game::SdlSource::Text(""),
        longest: 1_000_000,
    };
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn catalogue(_: &Options, language: Language) -> Vec<CatalogueEntry> {
        let shoe = CatalogueEntry {
            key: "shoe",
            kind: "thing",
            name: "Shoe",
            text: "",
            reconstructed: &[],
        };
        let refusal =
            Named::refusal("NO_ROUNDS", ["There is no round.", "Il n’y a pas de manche."]);
        vec![shoe, refusal.entry(language)]
    }

    fn deal(options: &Options, seats: u8, _: &mut Dice) -> Result<Self, Refusal> {
        Self::ABOUT.check_seats(seats)?;
        if options.rounds == 0 {
            return Err(Refusal::new("NO_ROUNDS", "1"));
        }
        let runners = vec![Runner::default(); usize::from(seats)];
        Ok(Self { rounds: options.rounds, round: 0, drawing: false, runners })
    }

    fn to_act(&self) -> Seats {
        if self.round == self.rounds {
            return Seats::NONE;
        }
        if self.drawing {
            return Seats::just(self.drawer());
        }
        let all = Seats::first(self.seats());
        all.iter().filter(|seat| self.runners[seat.index()].pick.is_none()).collect()
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Move>) {
        if !self.to_act().contains(seat) {
            return;
        }
        if self.drawing {
            if self.runners[seat.index()].drawn.len() < 5 {
                out.push(Move::Draw(Yes::Yes));
            }
            out.push(Move::Pass(Yes::Yes));
        } else {
            out.extend((1..=3).map(Move::Pick));
        }
    }

    fn declines(&self, _: Seat, step: &Move) -> bool {
        self.rounds == POLITE && matches!(step, Move::Pass(_))
    }

    fn play(
        &mut self,
        seat: Seat,
        step: &Move,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Result<(), Refusal> {
        assert_ne!(self.rounds, ILL.load(Ordering::Relaxed), "it is ill");
        let has_fever = self.rounds == FEVERISH && HAS_FEVER.load(Ordering::Relaxed);
        assert!(!has_fever, "it has a fever");
        if self.to_act().is_empty() {
            return Err(Refusal::game_over());
        }
        if *step == Move::Crash(Yes::Yes) {
            self.runners.clear();
            return Err(Refusal::no_such_seat(self.drawer()));
        }
        if *step == Move::Hang(Yes::Yes) {
            STUCK.fetch_add(1, Ordering::Relaxed);
            while IS_STUCK.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
        }
        if !self.to_act().contains(seat) {
            return Err(Refusal::not_your_turn());
        }
        let mut open = Vec::new();
        self.moves(seat, &mut open);
        if !open.contains(step) {
            return Err(Refusal::new("NOT_NOW", "7").seat("by", seat));
        }
        let me = Seats::just(seat);
        let runner = &mut self.runners[seat.index()];
        match *step {
            Move::Pick(pick) => {
                runner.pick = Some(pick);
                let picked = |pick| Event::Picked { by: seat, pick };
                log.only(me, picked(Some(pick)), Some(picked(None)));
                if self.to_act().is_empty() {
                    let picks = self.runners.iter_mut().filter_map(|runner| runner.pick.take());
                    log.all(Event::Round { picks: picks.collect() });
                    self.drawing = true;
                }
            }
            Move::Draw(Yes::Yes) => {
                let card = dice.below(10) as u8;
                runner.drawn.push(card);
                let drew = |card| Event::Drew { by: seat, card };
                log.only(me, drew(Some(card)), Some(drew(None)));
            }
            Move::Pass(_) | Move::Crash(_) | Move::Hang(_) => {
                runner.points += i32::try_from(runner.drawn.len()).unwrap_or_default();
                runner.drawn.clear();
                log.all(Event::Passed { by: seat });
                self.drawing = false;
                self.round += 1;
            }
        }
        Ok(())
    }

    fn view(&self, eyes: Eyes) -> View {
        assert_ne!(self.rounds, BLIND.load(Ordering::Relaxed), "it is blind");
        let own = |seat: usize| eyes.are_of(Seat(seat as u8));
        let each = || self.runners.iter().enumerate();
        View {
            round: self.round,
            hands: each().map(|(seat, runner)| own(seat).then(|| runner.drawn.clone())).collect(),
            picks: each().map(|(seat, runner)| runner.pick.filter(|_| own(seat))).collect(),
        }
    }

    fn score(&self, _: Eyes) -> Score {
        let column = |runner: &Runner| (vec![Line::new("cards", runner.points)], Vec::new());
        Score::ranked(self.round == self.rounds, self.runners.iter().map(column))
    }

    fn imagine(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        assert_ne!(self.rounds, DULL.load(Ordering::Relaxed), "it is dull");
        IMAGINED.fetch_add(u32::from(self.rounds == COUNTED), Ordering::Relaxed);
        if self.rounds == LOST_IN_THOUGHT.load(Ordering::Relaxed) {
            LOST.fetch_add(1, Ordering::Relaxed);
            while self.rounds == LOST_IN_THOUGHT.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
        }
        assert!(self.rounds != FAINT || !self.drawing, "it is faint");
        for (_, is_awake) in SLEEPY.iter().filter(|(rounds, _)| *rounds == self.rounds) {
            while self.drawing && !is_awake.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
        }
        let mut imagined = self.clone();
        for (seat, runner) in (0..).map(Seat).zip(&mut imagined.runners) {
            if !eyes.are_of(seat) {
                runner.pick = runner.pick.map(|_| 1 + dice.below(3) as u8);
                runner.drawn.iter_mut().for_each(|card| *card = dice.below(10) as u8);
            }
        }
        imagined
    }

    fn words(said: Utterance<'_, Self>, language: Language) -> String {
        let french = language == Language::Fr;
        match said {
            Utterance::Prompt(game, _) if game.to_act().is_empty() => "Fin".to_owned(),
            Utterance::Prompt(game, _) if game.drawing => format!("{} draws", game.drawer()),
            Utterance::Prompt(..) => "Pick".to_owned(),
            Utterance::Move(step) => format!("{step:?}"),
            Utterance::Event(Event::Picked { by, .. }) if french => format!("{by} a choisi"),
            Utterance::Event(Event::Picked { by, .. }) => format!("{by} has picked"),
            Utterance::Event(Event::Drew { by, .. }) => format!("{by} draws"),
            Utterance::Event(Event::Passed { by }) => format!("{by} passes"),
            Utterance::Event(Event::Round { .. }) => "all have picked".to_owned(),
            Utterance::Refusal(refusal) if refusal.code == "NOT_NOW" => {
                "not now, {seat:0}".to_owned()
            }
            Utterance::Refusal(refusal) => format!("refusal.{}", refusal.code),
        }
    }
}
