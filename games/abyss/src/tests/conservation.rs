//! Nothing is lost and nothing comes from nowhere: in games played by chance, every card, Lord,
//! Location and token is in one place after every step, and what players have is what the events
//! told them.

use arrayvec::ArrayVec;
use gueridon_game::{Bag, Dice, Eyes, Game, Kind, Log, Seat, Seed};

use crate::board::Post;
use crate::cards::{
    Card, Cards, KEY_TOKENS, Location, Locations, Loot, Loots, Lord, Lords, Race, STARTING_PEARLS,
    Token, Tokens,
};
use crate::decision::Decision;
use crate::moves::Move;
use crate::player::{LordPlace, Player};
use crate::{Abyss, Event, Options};

/// How many games are played at tables of 2, at tables of 3 and at tables of 4.
const PLAYOUTS: u64 = 600;

/// At how few of the steps games are imagined, too.
const IMAGINE_EVERY: u64 = 32;

/// What a player has, as the events add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Purse {
    pearls: i32,
    nebulis: i32,
    keys: i32,
    hand: usize,
    affiliated: usize,
    tokens: usize,
    locations: usize,
    lords: Lords,
}

/// What can be seen on the table, as the events add up from the deal on.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Books {
    purses: ArrayVec<Purse, 4>,
    deck: usize,
    council: [u8; Race::ALL.len()],
    court: Lords,
    out: Lords,
    turned: Lords,
    figure: Option<Seat>,
    loot_deck: usize,
    loot_out: usize,
    /// The Loot that lies on Locations, in all.
    loot_kept: usize,
    sentinels: Vec<(Lord, Seat)>,
    placed: Vec<Lord>,
}

impl Books {
    /// What `game` shows.
    fn of(game: &Abyss) -> Self {
        let purse = |player: &Player| Purse {
            pearls: player.pearls.into(),
            nebulis: player.nebulis.into(),
            keys: player.key_tokens.into(),
            hand: player.hand.len(),
            affiliated: player.affiliated.len(),
            tokens: player.tokens.len(),
            locations: player.locations.len(),
            lords: player.lords.iter().map(|owned| owned.lord).collect(),
        };
        let purses: ArrayVec<Purse, 4> = game.players.iter().map(purse).collect();
        let owned = game.players.iter().flat_map(|player| &player.lords);
        let turned = owned.filter(|owned| owned.place == LordPlace::Turned);
        Self {
            purses,
            deck: game.board.deck.len(),
            council: [0, 1, 2, 3, 4].map(|race| game.board.stack_len(Race::ALL[race])),
            court: game.board.court.iter().copied().collect(),
            out: game.board.lords_out,
            turned: turned.map(|owned| owned.lord).collect(),
            figure: game.board.figure,
            loot_deck: game.board.loot_deck.len(),
            loot_out: game.board.loot_out.len(),
            loot_kept: game.board.site_loot.iter().map(Bag::len).sum(),
            sentinels: game.board.sentinels.iter().map(|found| (found.lord, found.owner)).collect(),
            placed: sorted(game.board.sentinels.iter().filter_map(|found| match found.post {
                Post::Waiting | Post::Returned => None,
                Post::Lord(_) | Post::Stack(_) | Post::Location(_) => Some(found.lord),
            })),
        }
    }

    fn purse(&mut self, seat: Seat) -> &mut Purse {
        &mut self.purses[seat.index()]
    }

    /// Adds what an event tells.
    fn enter(&mut self, event: &Event) {
        self.enter_pearls_and_keys(event);
        self.enter_cards(event);
        self.enter_lords(event);
        self.enter_nebulis(event);
        self.enter_loot_and_sentinels(event);
        match event {
            Event::TokensDrawn { seat, count, .. } => {
                self.purse(*seat).tokens += usize::from(*count);
            }
            Event::TokenStolen { seat, from, .. } => {
                self.purse(*seat).tokens += 1;
                self.purse(*from).tokens -= 1;
            }
            Event::LocationTaken { seat, .. } => self.purse(*seat).locations += 1,
            _ => {}
        }
    }

    fn enter_pearls_and_keys(&mut self, event: &Event) {
        match event {
            Event::PearlsGained { seat, pearls, .. } => {
                self.purse(*seat).pearls += i32::from(*pearls);
            }
            Event::PearlsLost { seat, pearls, .. }
            | Event::LordPlotted { seat, pearls, .. }
            | Event::LordPaid { seat, pearls, .. } => {
                self.purse(*seat).pearls -= i32::from(*pearls);
            }
            Event::AllyBought { seat, seller, pearls, .. } => {
                self.purse(*seat).pearls -= i32::from(*pearls);
                self.purse(*seller).pearls += i32::from(*pearls);
            }
            Event::PearlSkimmed { seat, from, pearls } => {
                self.purse(*seat).pearls += i32::from(*pearls);
                self.purse(*from).pearls -= i32::from(*pearls);
            }
            Event::KeysGained { seat, keys } => self.purse(*seat).keys += i32::from(*keys),
            Event::LocationPaid { seat, keys, lords, .. } => {
                self.purse(*seat).keys -= i32::from(*keys);
                let printed: i32 = lords.iter().map(|lord| i32::from(lord.facts().keys)).sum();
                assert_eq!(i32::from(*keys) + printed, 3, "a Location costs three Keys");
            }
            _ => {}
        }
    }

    fn enter_nebulis(&mut self, event: &Event) {
        match event {
            Event::NebulisGained { seat, nebulis, .. }
            | Event::HandConverted { seat, nebulis, .. } => {
                self.purse(*seat).nebulis += i32::from(*nebulis);
            }
            Event::NebulisReturned { seat, nebulis } => {
                self.purse(*seat).nebulis -= i32::from(*nebulis);
            }
            Event::LordPaid { seat, nebulis: Some(nebulis), .. } => {
                self.purse(*seat).nebulis -= i32::from(*nebulis);
            }
            Event::AllyBought { seat, seller, nebulis: Some(nebulis), .. } => {
                self.purse(*seat).nebulis -= i32::from(*nebulis);
                self.purse(*seller).nebulis += i32::from(*nebulis);
            }
            Event::NebulisGiven { seat, to, nebulis } => {
                assert_eq!(*nebulis, u16::from(to.len()), "one for each");
                for receiver in to.iter() {
                    self.purse(*seat).nebulis -= 1;
                    self.purse(receiver).nebulis += 1;
                }
            }
            Event::FigureMoved { seat, from } => {
                assert_eq!(self.figure, *from, "the figure leaves whoever had it");
                self.figure = *seat;
            }
            _ => {}
        }
    }

    fn enter_loot_and_sentinels(&mut self, event: &Event) {
        match event {
            Event::LootDrawn { .. } => {
                self.loot_deck -= 1;
                self.loot_kept += 1;
            }
            Event::LootDiscarded { .. } => {
                self.loot_kept -= 2;
                self.loot_out += 2;
            }
            Event::SentinelTaken { seat, sentinel } => self.sentinels.push((*sentinel, *seat)),
            Event::SentinelPlaced { sentinel, .. } => {
                let placed = self.placed.iter().copied().chain([*sentinel]);
                self.placed = sorted(placed);
            }
            Event::SentinelReturned { sentinel, .. } => {
                assert!(self.placed.contains(sentinel), "{sentinel:?} was placed");
                self.placed.retain(|placed| placed != sentinel);
            }
            _ => {}
        }
    }

    fn enter_cards(&mut self, event: &Event) {
        match event {
            Event::CardRevealed { .. } | Event::MonsterMet { .. } => self.deck -= 1,
            Event::AllyFound { seat, .. } => {
                self.deck -= 1;
                self.purse(*seat).hand += 1;
            }
            Event::AllyHealed { seat, .. } => self.purse(*seat).hand += 1,
            Event::AffiliatedDiscarded { seat, .. } => self.purse(*seat).affiliated -= 1,
            Event::HandConverted { seat, cards, .. } => self.purse(*seat).hand -= cards.len(),
            Event::KrakenPlaced { race, .. } => self.council[*race as usize] += 1,
            Event::DeckReshuffled { cards } => self.deck += usize::from(*cards),
            Event::AllyBought { seat, .. } | Event::AllyTaken { seat, .. } => {
                self.purse(*seat).hand += 1;
            }
            Event::AllySold { seat, .. }
            | Event::AllySpent { seat, .. }
            | Event::DiscardChosen { seat, .. } => self.purse(*seat).hand -= 1,
            Event::AllyAffiliated { seat, .. } => self.purse(*seat).affiliated += 1,
            Event::HandAffiliated { seat, affiliated } => {
                self.purse(*seat).hand = 0;
                self.purse(*seat).affiliated += affiliated.len();
            }
            Event::ExplorationEnded { to_council, .. } => {
                for card in to_council.each() {
                    self.council[card.race().expect("an Ally") as usize] += 1;
                }
            }
            Event::StackTaken { seat, race, count, .. } => {
                self.purse(*seat).hand += usize::from(*count);
                self.council[*race as usize] -= count;
            }
            Event::StackDiscarded { race, count, .. } => self.council[*race as usize] -= count,
            _ => {}
        }
    }

    fn enter_lords(&mut self, event: &Event) {
        match event {
            Event::LordPlotted { lord, .. } | Event::LordInvited { lord, .. } => {
                self.court.add(*lord);
            }
            Event::CourtRefilled { lords } => lords.iter().for_each(|&lord| self.court.add(lord)),
            Event::LordReplaced { lord, by, .. } => {
                assert!(self.court.take(*lord), "{lord:?} was at Court");
                self.court.add(*by);
                self.out.add(*lord);
            }
            Event::LordPaid { lord, .. } => assert!(self.court.take(*lord), "{lord:?} at Court"),
            Event::LordArrived { seat, lord } => {
                // The Traitor's new Lord leaves the Court only now.
                self.court.take(*lord);
                self.purse(*seat).lords.add(*lord);
            }
            Event::LordGivenUp { seat, lord } => {
                assert!(self.purse(*seat).lords.take(*lord), "{lord:?} was in front of {seat:?}");
                self.turned.take(*lord);
                self.out.add(*lord);
            }
            Event::LordTurned { lord, .. } => self.turned.add(*lord),
            _ => {}
        }
    }
}

/// All exploration cards, wherever they are.
fn all_cards(game: &Abyss) -> Cards {
    let board = &game.board;
    let mut all = board.deck.cards();
    all.add_all(&board.discard);
    board.council.iter().for_each(|stack| all.add_all(stack));
    all.add_all(&board.payment);
    board.track.iter().for_each(|&card| all.add(card));
    for player in &game.players {
        all.add_all(&player.hand);
        all.add_all(&player.chosen);
        all.add_all(&player.affiliated);
    }
    all
}

fn all_lords(game: &Abyss) -> Lords {
    let mut all = game.board.lord_deck.cards();
    all.add_all(&game.board.lords_out);
    game.board.court.iter().for_each(|&lord| all.add(lord));
    for owned in game.players.iter().flat_map(|player| &player.lords) {
        all.add(owned.lord);
    }
    // A Lord that was paid for lies between the Court and its player until an Ally is affiliated.
    if !matches!(game.decision, Decision::PayLord { .. }) {
        game.recruiting().into_iter().for_each(|lord| all.add(lord));
    }
    all
}

fn all_locations(game: &Abyss) -> Locations {
    let mut all = game.board.location_deck.cards();
    all.add_all(&game.board.available);
    all.add_all(&game.board.locations_out);
    if let Decision::KeepLocation { drawn, .. } = &game.decision {
        drawn.iter().for_each(|&location| all.add(location));
    }
    game.players.iter().flat_map(|player| &player.locations).for_each(|&place| all.add(place));
    all
}

fn all_tokens(game: &Abyss) -> Tokens {
    let mut all = game.board.token_pool;
    let piles = game.players.iter().flat_map(|player| player.tokens.cards());
    piles.for_each(|known| all.add(known.kind));
    all
}

/// All Loot, wherever it is.
fn all_loot(game: &Abyss) -> Loots {
    let mut all = game.board.loot_deck.cards();
    all.add_all(&game.board.loot_out);
    game.board.site_loot.iter().for_each(|loot| all.add_all(loot));
    all
}

fn sorted(lords: impl Iterator<Item = Lord>) -> Vec<Lord> {
    let mut lords: Vec<Lord> = lords.collect();
    lords.sort_unstable();
    lords
}

fn complete<K: Kind, const N: usize>(copies: impl Fn(K) -> u8) -> Bag<K, N> {
    let mut all = Bag::new();
    K::ALL.iter().for_each(|&kind| all.add_many(kind, copies(kind)));
    all
}

/// Every thing is in exactly one place.
fn check_things(game: &Abyss) {
    let kraken = game.options.kraken;
    let used = |is_of_kraken: bool| u8::from(kraken || !is_of_kraken);
    assert_eq!(all_cards(game), complete(|card: Card| card.copies() * used(card.is_kraken())));
    assert_eq!(all_cards(game).len(), if kraken { 78 } else { 71 });
    assert_eq!(all_tokens(game), complete(Token::copies));
    assert_eq!(all_lords(game), complete(|lord: Lord| used(lord.facts().kraken)));
    assert_eq!(all_locations(game), complete(|place: Location| used(place.facts().kraken)));
    assert_eq!(all_loot(game), complete(|loot: Loot| loot.copies() * used(true)));
    let keys: u16 = game.players.iter().map(|player| player.key_tokens).sum();
    // E92: with Loot the supply counts as unlimited.
    assert!(kraken || keys <= u16::from(KEY_TOKENS), "{keys} Key tokens");
    check_figure(game);
    check_sentinels(game);
    for player in &game.players {
        assert!(!player.hand.has(Card::Monster));
        assert!(player.affiliated.iter().all(|(card, _)| card.race().is_some()));
        for owned in &player.lords {
            if let LordPlace::Covered(location) = owned.place {
                assert!(player.locations.contains(&location), "under a Location of its own");
            }
        }
    }
}

/// The figure is with somebody who has the most Nebulis, or is about to go there.
fn check_figure(game: &Abyss) {
    let most = game.players.iter().map(|player| player.nebulis).max().unwrap_or_default();
    match game.board.figure {
        None => assert_eq!(most, 0, "somebody has Nebulis, and nobody the figure"),
        Some(holder) => {
            assert!(most > 0, "nobody has Nebulis, and {holder:?} the figure");
            let is_asked = !game.claimants.is_empty();
            assert!(is_asked || game.player(holder).nebulis == most, "the figure is elsewhere");
        }
    }
    assert!(game.options.kraken || (most == 0 && game.claimants.is_empty()));
}

/// Sentinels stand in three different zones, on what is there.
fn check_sentinels(game: &Abyss) {
    let mut zones = [0; 3];
    for found in &game.board.sentinels {
        match found.post {
            Post::Waiting | Post::Returned => {}
            Post::Lord(lord) => {
                zones[0] += 1;
                assert!(game.board.court.contains(&lord), "{lord:?} is not at Court");
            }
            Post::Stack(_) => zones[1] += 1,
            Post::Location(location) => {
                zones[2] += 1;
                assert!(game.board.available.has(location), "{location:?} is not available");
            }
        }
    }
    assert!(zones.iter().all(|&sentinels| sentinels <= 1), "{zones:?}");
}

/// A game imagined by anybody holds the same things, and looks as the events say.
fn check_imagined(game: &Abyss, books: &Books, dice: &mut Dice) {
    let seats = (0..game.seat_count()).map(|seat| Eyes::Seat(Seat(seat)));
    for eyes in seats.chain([Eyes::Public]) {
        let imagined = game.imagine(eyes, dice);
        check_things(&imagined);
        assert_eq!(*books, Books::of(&imagined), "imagined by {eyes:?}");
    }
}

/// One game by chance, and how many steps it took.
fn play_out(seed: u64, seats: u8, options: Options) -> u64 {
    let seed = Seed::of_test(seed);
    let mut game = Abyss::deal(&options, seats, &mut Dice::new(&seed, 0)).expect("2 to 4 seats");
    assert!(game.players.iter().all(|player| player.pearls == STARTING_PEARLS));
    let mut books = Books::of(&game);
    let mut chance = Dice::new(&seed, u64::MAX);
    let (mut moves, mut log) = (Vec::new(), Log::new());
    let mut entry = 0;
    loop {
        check_things(&game);
        if entry % IMAGINE_EVERY == 0 {
            check_imagined(&game, &books, &mut chance);
        }
        let Some(seat) = game.to_act().lowest() else { return entry };
        moves.clear();
        game.moves(seat, &mut moves);
        let step: Move = moves[chance.below(moves.len())];
        entry += 1;
        log.clear();
        game.play(seat, &step, &mut Dice::new(&seed, entry), &mut log).expect("a listed step");
        log.told().iter().for_each(|told| books.enter(&told.event));
        assert_eq!(books, Books::of(&game), "after {step:?}, which told {:?}", log.told());
    }
}

#[test]
fn nothing_is_lost_and_events_account_for_all_that_players_have() {
    let mut steps = 0;
    for seed in 0..PLAYOUTS {
        for seats in 2..=4 {
            let options = Options { return_black_smokers: seed % 2 == 0, kraken: seed % 3 == 1 };
            steps += play_out(seed, seats, options);
        }
    }
    assert!(steps > 100 * 3 * PLAYOUTS, "only {steps} steps");
}
