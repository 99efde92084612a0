//! How often random playouts use the power of each Lord and score each Location.
//!
//! `cargo run -p abyss --release --example powers_used -- 10000 kraken` plays as many games, at
//! tables of 2, 3 and 4 in turn, without or with Kraken. A lasting power is used when it changes
//! what happens: a price, a limit, a purchase that would not have been allowed without it.

#![expect(clippy::print_stdout, reason = "the table is what the example is for")]

use std::collections::{BTreeMap, BTreeSet};

use abyss::cards::{Card, Location, Lord};
use abyss::event::Source;
use abyss::view::{Place, Question, View};
use abyss::{Abyss, Event, Move, Options};
use gueridon_game::{Dice, Eyes, Game, Kind, Log, Seat, Seed};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let kraken = arguments.next().is_some_and(|word| word == "kraken");
    let options = Options { kraken, ..Options::default() };
    let (mut lords, mut locations) = (Tally::default(), Tally::default());
    for number in 0..games {
        play_out(&options, number, &mut lords, &mut locations);
        lords.end_game();
        locations.end_game();
    }
    println!("{games} random playouts, Kraken {}\n", if kraken { "on" } else { "off" });
    let in_play = |of_kraken: bool| kraken || !of_kraken;
    println!("| Lord | came into play | power used | in games |\n|---|---:|---:|---:|");
    for lord in Lord::ALL.iter().filter(|lord| in_play(lord.facts().kraken)) {
        lords.line(lord.id());
    }
    println!("\n| Location | taken | used | in games |\n|---|---:|---:|---:|");
    for location in Location::ALL.iter().filter(|location| in_play(location.facts().kraken)) {
        locations.line(location.id());
    }
}

/// What was met of each card, by id.
#[derive(Debug, Default)]
struct Tally {
    met: BTreeMap<&'static str, u64>,
    used: BTreeMap<&'static str, u64>,
    games: BTreeMap<&'static str, u64>,
    in_this_game: BTreeSet<&'static str>,
}

impl Tally {
    fn meet(&mut self, card: impl Kind) {
        *self.met.entry(card.id()).or_default() += 1;
    }

    fn add(&mut self, card: impl Kind) {
        *self.used.entry(card.id()).or_default() += 1;
        self.in_this_game.insert(card.id());
    }

    fn end_game(&mut self) {
        for id in std::mem::take(&mut self.in_this_game) {
            *self.games.entry(id).or_default() += 1;
        }
    }

    fn line(&self, id: &'static str) {
        let [met, used, games] = [&self.met, &self.used, &self.games]
            .map(|counts| counts.get(id).copied().unwrap_or_default());
        println!("| `{id}` | {met} | {used} | {games} |");
    }
}

fn play_out(options: &Options, number: u64, lords: &mut Tally, locations: &mut Tally) {
    let seed = Seed::of_test(number);
    let (mut dice, mut choice) = (Dice::new(&seed, 0), Dice::new(&seed, 1));
    let mut game = Abyss::deal(options, 2 + (number % 3) as u8, &mut dice).expect("a lawful deal");
    let (mut log, mut moves) = (Log::new(), Vec::new());
    while let Some(seat) = game.to_act().lowest() {
        moves.clear();
        game.moves(seat, &mut moves);
        let step = *choice.pick(&moves).expect("a seat that is to act has a move");
        let before = game.view(Eyes::Public);
        log.clear();
        game.play(seat, &step, &mut dice, &mut log).expect("a listed step is accepted");
        let told: Vec<Event> = log.told().iter().map(|told| told.event.clone()).collect();
        count_lords(&before, &step, &told, lords);
        count_locations(&told, locations);
    }
    // Whatever else a Location does, it is scored.
    for side in &game.view(Eyes::Public).players {
        side.locations.iter().for_each(|&location| locations.add(location));
    }
}

fn count_locations(told: &[Event], tally: &mut Tally) {
    for event in told {
        match event {
            Event::LocationTaken { location, .. } => tally.meet(*location),
            Event::LocationSwapped { own, other, .. } => {
                tally.meet(*other);
                if *own == Location::BlackSmokers {
                    tally.add(*own);
                }
            }
            _ => {}
        }
    }
}

/// Counts the powers that a step and what was told of it have used.
fn count_lords(before: &View, step: &Move, told: &[Event], tally: &mut Tally) {
    if let (Move::GiveUp { .. }, Some(power)) = (step, before.power) {
        tally.add(power);
    }
    if let Move::SwapLocation { .. } = step {
        tally.add(Lord::Illusionist);
    }
    let mut threat = before.threat;
    for (nth, event) in told.iter().enumerate() {
        match event {
            Event::LordArrived { lord, .. } => tally.meet(*lord),
            Event::MonsterPassed { threat: now, .. } => threat = *now,
            Event::MonsterFought { seat, square } => {
                if *square < threat {
                    tally.add(Lord::Tamer);
                } else if before.opposes(*seat, Lord::Tamer) && before.is_protected(*seat) {
                    tally.add(Lord::Shaman);
                }
            }
            Event::StackTaken { .. } => count_stack(before, &told[..nth], tally),
            Event::AllyAffiliated { ally, .. } => {
                let paid = told[..nth].iter().find_map(Event::payment);
                let lowest = paid.unwrap_or_else(|| before.payment.each().collect());
                let lowest =
                    lowest.iter().filter(|card| !card.is_kraken()).map(|card| card.value());
                if lowest.min() < Some(ally.value()) {
                    tally.add(Lord::MasterOfMagic);
                }
            }
            Event::LordPaid { .. } | Event::AllyBought { .. } => {
                count_payment(before, event, tally);
            }
            _ => {}
        }
        if let Some(lord) = named_by(event) {
            tally.add(lord);
        }
        if let Event::LordArrived { seat, lord } = event
            && is_stopped_by_shamans(*lord)
            && before.others(*seat).any(|other| before.is_protected(other))
        {
            tally.add(Lord::Shaman);
        }
    }
}

/// The Lord whose power an event tells of by itself.
fn named_by(event: &Event) -> Option<Lord> {
    match event {
        Event::PearlsGained { source: Source::Lord(lord), .. }
        | Event::PearlsLost { source: Source::Lord(lord), .. }
        | Event::CardsDiscarded { source: Source::Lord(lord), .. }
        | Event::SentinelTaken { sentinel: lord, .. } => Some(*lord).filter(|&lord| {
            // Its Pearl comes with what NebulisReturned tells.
            lord != Lord::Ferryman
        }),
        Event::LocationPaid { lords, .. } => {
            lords.iter().copied().find(|lord| lord.facts().keys == 3)
        }
        Event::LordTurned { .. } => Some(Lord::Assassin),
        Event::TokenStolen { .. } => Some(Lord::Hunter),
        Event::ExtraTurnGained { .. } => Some(Lord::Invoker),
        Event::StackDiscarded { .. } => Some(Lord::Oracle),
        Event::LordReplaced { .. } => Some(Lord::Opportunist),
        Event::NebulisReturned { .. } => Some(Lord::Ferryman),
        Event::NebulisGiven { .. } => Some(Lord::Fence),
        Event::HandConverted { nebulis: 0, .. } => Some(Lord::Cleaner),
        Event::AllyHealed { .. } => Some(Lord::Healer),
        Event::PearlSkimmed { .. } => Some(Lord::Highwayman),
        Event::RaceNamed { .. } => Some(Lord::Executioner),
        Event::LordInvited { .. } => Some(Lord::Recipient),
        Event::LordFreed { .. } => Some(Lord::Liberator),
        _ => None,
    }
}

fn is_stopped_by_shamans(lord: Lord) -> bool {
    let military = [Lord::Jailer, Lord::Seeker, Lord::Assassin, Lord::Commander, Lord::Hunter];
    military.contains(&lord) || lord == Lord::Executioner
}

/// A stack taken with the Apprentice, or the second one of the Alchemist.
fn count_stack(before: &View, earlier: &[Event], tally: &mut Tally) {
    let came = |event: &Event| matches!(event, Event::LordArrived { lord: Lord::Apprentice, .. });
    let is_taken = |event: &Event| matches!(event, Event::StackTaken { .. });
    if before.question == Question::ApprenticeStack || earlier.iter().any(came) {
        tally.add(Lord::Apprentice);
    } else if before.question == Question::SecondStack || earlier.iter().any(is_taken) {
        tally.add(Lord::Alchemist);
    }
}

/// What a payment says of the powers of those who have to do with it.
fn count_payment(before: &View, event: &Event, tally: &mut Tally) {
    let (payer, pearls, nebulis) = match event {
        Event::AllyBought { seat, pearls, nebulis, .. } => {
            if before.buyers.contains(*seat) {
                tally.add(Lord::Hypnotist);
            }
            (*seat, *pearls, *nebulis)
        }
        Event::LordPaid { seat, lord, cards, pearls, nebulis } => {
            let cards: Vec<Card> = cards.each().collect();
            if cards.is_empty() {
                tally.add(Lord::Corruptor);
            } else {
                count_recruitment(before, *seat, *lord, &cards, tally);
            }
            (*seat, *pearls, *nebulis)
        }
        _ => return,
    };
    let Some(nebulis) = nebulis else { return };
    if nebulis > 1 {
        tally.add(Lord::Outlaw);
    }
    if before.players[payer.index()].pearls > pearls {
        tally.add(Lord::Counterfeiter);
    }
}

fn count_recruitment(before: &View, payer: Seat, lord: Lord, cards: &[Card], tally: &mut Tally) {
    if before.opposes(payer, Lord::Recruiter) {
        let protected = before.is_protected(payer);
        tally.add(if protected { Lord::Shaman } else { Lord::Recruiter });
    }
    if before.has(payer, Lord::Treasurer) {
        tally.add(Lord::Treasurer);
    }
    let races: BTreeSet<usize> =
        cards.iter().filter_map(|card| card.race()).map(Kind::index).collect();
    let krakens = cards.iter().filter(|card| card.is_kraken()).count();
    let facts = lord.facts();
    if let Some(required) = facts.required
        && !races.contains(&required.index())
        && (krakens == 0 || races.len() + 1 > usize::from(facts.races))
    {
        tally.add(Lord::Diplomat);
    }
}

/// What the example asks of a view, besides what it shows.
trait Table {
    fn has(&self, seat: Seat, lord: Lord) -> bool;
    fn others(&self, seat: Seat) -> impl Iterator<Item = Seat>;
    fn opposes(&self, seat: Seat, lord: Lord) -> bool;
    fn is_protected(&self, seat: Seat) -> bool;
}

impl Table for View {
    /// Whether `seat` has `lord`, free and not turned.
    fn has(&self, seat: Seat, lord: Lord) -> bool {
        let lords = &self.players[seat.index()].lords;
        lords.iter().any(|found| found.lord == lord && found.place == Place::Free)
    }

    fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        self.players.iter().map(|side| side.seat).filter(move |&other| other != seat)
    }

    /// Whether an opponent of `seat` has `lord` active.
    fn opposes(&self, seat: Seat, lord: Lord) -> bool {
        self.others(seat).any(|other| self.has(other, lord))
    }

    fn is_protected(&self, seat: Seat) -> bool {
        self.has(seat, Lord::Shaman)
    }
}

/// What the example asks of an event.
trait Payment {
    fn payment(&self) -> Option<Vec<Card>>;
}

impl Payment for Event {
    /// The Allies spent on a Lord.
    fn payment(&self) -> Option<Vec<Card>> {
        match self {
            Event::LordPaid { cards, .. } => Some(cards.each().collect()),
            _ => None,
        }
    }
}
