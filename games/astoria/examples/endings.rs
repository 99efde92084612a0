//! How games end, of chance or of searches: run with the number of games, 10,000 if none is given,
//! and with how many iterations everybody searches for a step, if it is not to be chance. Of
//! accusations it says how many were right, how many were to be expected from what the accuser knew,
//! and how many the accuser could have known to be wrong.
//!
//! ```sh
//! cargo run --release -p astoria --example endings 10000
//! cargo run --release -p astoria --example endings 1000 120
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use astoria::cards::{Faction, Objective};
use astoria::view::View;
use astoria::{Astoria, Event, Move, Options};
use gueridon_game::search::Search;
use gueridon_game::{Dice, Eyes, Game, Kind, Log, Seat, Seed};

#[path = "../tests/laws/weights.rs"]
mod weights;

/// How steps are chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// All that are open alike.
    Alike,
    /// As they are weighed.
    Weighed,
    /// As a search of so many iterations finds best for the seat.
    Searched(u32),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Alike => f.write_str("alike"),
            Self::Weighed => f.write_str("weighed"),
            Self::Searched(iterations) => write!(f, "by {iterations} iterations"),
        }
    }
}

fn main() -> io::Result<()> {
    let games = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10_000_u64);
    let iterations = std::env::args().nth(2).and_then(|text| text.parse().ok());
    let choices = match iterations {
        Some(iterations) => vec![Choice::Searched(iterations)],
        None => vec![Choice::Alike, Choice::Weighed],
    };
    let base = Options::default();
    let variant = Options { grand_alchemist: true, ..base };
    let tables: Vec<(&str, Options, u8)> = (2..=6)
        .map(|seats| ("base", base, seats))
        .chain((5..=6).map(|seats| ("variant", variant, seats)))
        .collect();
    let mut out = io::stdout().lock();
    for choice in choices {
        let each = games / tables.len() as u64;
        writeln!(out, "## Steps chosen {choice}: {} games\n", each * tables.len() as u64)?;
        for (name, options, seats) in &tables {
            let played: Vec<Played> =
                (0..each).map(|number| play(options, *seats, number, choice)).collect();
            report(&mut out, &format!("{name}, {seats} players"), &played)?;
        }
    }
    Ok(())
}

/// A game that is over.
struct Played {
    /// As everybody sees it.
    end: View,
    accusations: Vec<Accusation>,
}

/// An accusation, and how likely it was to be right, from 0 to 1, as its author could know.
struct Accusation {
    is_right: bool,
    chance: f64,
}

fn play(options: &Options, seats: u8, number: u64, choice: Choice) -> Played {
    let mut dice = Dice::new(&Seed::of_test(number), 0);
    let mut chance = Dice::new(&Seed::of_test(number), 1);
    let mut moves: Vec<Move> = Vec::new();
    let mut log = Log::new();
    let mut accusations = Vec::new();
    let mut game = Astoria::deal(options, seats, &mut dice).expect("options that can be had");
    while let Some(seat) = game.to_act().lowest() {
        moves.clear();
        game.moves(seat, &mut moves);
        let step = match choice {
            Choice::Alike => moves[chance.below(moves.len())],
            Choice::Weighed => moves[weighed(&game, &moves, &mut chance)],
            Choice::Searched(iterations) => searched(&game, seat, iterations, &mut chance),
        };
        let before = matches!(step, Move::Accuse { .. }).then(|| game.clone());
        log.clear();
        game.play(seat, &step, &mut dice, &mut log).expect("a listed step is accepted");
        let told = log.told().iter().filter_map(|told| match told.event {
            Event::MageAccused { target, faction, is_right, .. } => {
                let before = before.as_ref()?;
                let chance = likelihood(before, seat, target, faction, &mut chance);
                Some(Accusation { is_right, chance })
            }
            _ => None,
        });
        accusations.extend(told);
    }
    Played { end: game.view(Eyes::Public), accusations }
}

/// In how many of the games that `seat` can imagine `target` works for `faction`, from 0 to 1.
fn likelihood(
    game: &Astoria,
    seat: Seat,
    target: Seat,
    faction: Faction,
    chance: &mut Dice,
) -> f64 {
    const IMAGINED: usize = 200;
    let works_for_it = |imagined: &Astoria| {
        let view = imagined.view(Eyes::All);
        view.mages[target.index()].objective.and_then(Objective::faction) == Some(faction)
    };
    let imagined = (0..IMAGINED).map(|_| game.imagine(Eyes::Seat(seat), chance));
    imagined.filter(|one| works_for_it(one)).count() as f64 / IMAGINED as f64
}

fn searched(game: &Astoria, seat: Seat, iterations: u32, chance: &mut Dice) -> Move {
    let mut seed = Seed([0; 32]);
    seed.0.fill_with(|| chance.below(256) as u8);
    let mut search = Search::new(game, Eyes::Seat(seat), &seed);
    search.advance(iterations);
    search.candidates().first().expect("a seat that is to act has a step").step
}

fn weighed(game: &Astoria, moves: &[Move], chance: &mut Dice) -> usize {
    let weights: Vec<usize> =
        moves.iter().map(|step| weights::weigh(game, step) as usize).collect();
    let mut left = chance.below(weights.iter().sum());
    let heavy = weights.iter().position(|&weight| match left.checked_sub(weight) {
        Some(further) => {
            left = further;
            false
        }
        None => true,
    });
    heavy.unwrap_or_default()
}

fn report(out: &mut impl Write, title: &str, played: &[Played]) -> io::Result<()> {
    let mut causes: BTreeMap<String, usize> = BTreeMap::new();
    let (mut rounds, mut artefacts) = (0, 0);
    for Played { end: view, .. } in played {
        rounds += usize::from(view.round);
        let finished = view.mages.iter().flat_map(|mage| &mage.cards);
        artefacts += finished.filter(|card| card.card.artefact().is_some()).count();
        let Some(ending) = view.ending else { continue };
        let faction = ending.faction.map_or(String::new(), |faction| format!(" {}", faction.id()));
        *causes.entry(format!("{}{faction}", ending.cause.id())).or_default() += 1;
    }
    let tenths = |sum: usize| (sum * 10 / played.len().max(1)) as f64 / 10.0;
    writeln!(
        out,
        "{title}: {} games, {} rounds and {} finished artefacts each on average",
        played.len(),
        tenths(rounds),
        tenths(artefacts)
    )?;
    let accusations = || played.iter().flat_map(|one| &one.accusations);
    let (count, right) = (accusations().count(), accusations().filter(|one| one.is_right).count());
    let sum: f64 = accusations().map(|one| one.chance).sum();
    let hopeless = accusations().filter(|one| one.chance == 0.0).count();
    writeln!(
        out,
        "   {count} accusations: {right} right, {sum:.1} to be expected; {hopeless} that could not be"
    )?;
    for (cause, count) in causes {
        writeln!(out, "   {cause:<24} {count:>6}  {:>5} %", tenths(count * 100))?;
    }
    writeln!(out)
}
