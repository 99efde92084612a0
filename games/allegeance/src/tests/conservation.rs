//! Whatever is counted is conserved, and every card and gem that comes or goes is told.

use gueridon_game::{Kind, Seat};

use super::scene::playout;
use crate::cards::{Card, Cards, Gem, Guild, LOOSE_GEM, Oath, Oaths, Power};
use crate::event::Event;
use crate::state::{Player, Shift};
use crate::{Allegeance, Options};

const TABLES: [(Options, u8); 5] = [
    (
        Options {
            draft: false,
            random_guilds: false,
            capped_diplomats: false,
            dear_protection: false,
            first: None,
        },
        2,
    ),
    (
        Options {
            draft: false,
            random_guilds: true,
            capped_diplomats: false,
            dear_protection: false,
            first: None,
        },
        2,
    ),
    (
        Options {
            draft: true,
            random_guilds: true,
            capped_diplomats: false,
            dear_protection: false,
            first: None,
        },
        2,
    ),
    (
        Options {
            draft: true,
            random_guilds: false,
            capped_diplomats: false,
            dear_protection: false,
            first: None,
        },
        3,
    ),
    (
        Options {
            draft: false,
            random_guilds: false,
            capped_diplomats: false,
            dear_protection: false,
            first: None,
        },
        4,
    ),
];

fn every_step(mut show: impl FnMut(&Allegeance, &[Event], &Allegeance)) {
    for (options, seats) in TABLES {
        for seed in 0..15 {
            playout(options, seats, seed, |before, _, told, after| show(before, told, after));
        }
    }
}

/// Every card of the main pile, wherever it is.
fn all_cards(game: &Allegeance) -> Cards {
    let mut all = game.board.deck.cards();
    all.add_all(&game.board.discard);
    game.board.foreseen.cards().iter().for_each(|card| all.add(card.kind));
    for player in &game.players {
        all.add_all(&player.hand);
        all.add_all(&player.field);
        all.add_many(Card::Damnes, player.sacrificed);
    }
    all
}

#[test]
fn no_card_is_lost_or_made() {
    every_step(|_, _, game| {
        let all = all_cards(game);
        for &card in Card::ALL {
            let there = if game.guilds.has(card.guild()) { card.copies() } else { 0 };
            assert_eq!(all.count(card), there, "{card:?}");
        }
    });
}

#[test]
fn no_gem_card_is_lost_or_made_and_loose_gems_come_and_go_as_told() {
    every_step(|before, told, game| {
        let pile_gems = |game: &Allegeance| {
            let mut all = game.board.gem_pile.cards();
            all.add_all(&game.board.gem_discard);
            game.players.iter().for_each(|player| all.add_all(&player.gems));
            all
        };
        let (was, now) = (pile_gems(before), pile_gems(game));
        let piled = |gem: &&Gem| **gem != LOOSE_GEM;
        assert!(Gem::ALL.iter().filter(piled).all(|&gem| now.count(gem) == gem.copies()));
        let mut loose = i32::from(was.count(LOOSE_GEM));
        for event in told {
            if let Event::GemsPaid { gems, change, cost, .. } = event {
                loose += i32::from(*change) - i32::from(gems.count(LOOSE_GEM));
                let value: u8 = gems.iter().map(|(gem, count)| gem.value() * count).sum();
                assert_eq!(value, cost + change, "nothing is overpaid");
            }
        }
        assert_eq!(i32::from(now.count(LOOSE_GEM)), loose);
        assert!(game.board.gem_discard.count(LOOSE_GEM) == 0, "they never enter the pile");
    });
}

/// The sides of the players and the discard, as they follow from what is told of a step.
struct Retold {
    players: Vec<Player>,
    discard: Cards,
}

impl Retold {
    fn of(before: &Allegeance, told: &[Event]) -> Self {
        let mut retold = Self { players: before.players.to_vec(), discard: before.board.discard };
        told.iter().for_each(|event| {
            retold.gems_and_hands(event);
            retold.fields(event);
            retold.protections(event);
        });
        retold
    }

    fn side(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    fn gems_and_hands(&mut self, event: &Event) {
        match event {
            Event::GemsDrawn { seat, gems } => self.side(*seat).gems.add_all(gems),
            Event::GemsPaid { seat, gems, change, .. } => {
                self.side(*seat).gems.take_all(gems);
                self.side(*seat).gems.add_many(LOOSE_GEM, *change);
            }
            Event::CardsDrawn { seat, cards: Some(cards), .. } => {
                self.side(*seat).hand.add_all(cards);
            }
            Event::CardKept { seat, card: Some(card), .. } => self.side(*seat).hand.add(*card),
            Event::CardDiscarded { seat, card } => {
                assert!(self.side(*seat).hand.take(*card));
                self.discard.add(*card);
            }
            Event::CardPlayed { seat, card } | Event::CardPlaced { seat, card } => {
                assert!(self.side(*seat).hand.take(*card));
                self.side(*seat).field.add(*card);
            }
            Event::DeckReshuffled { cards } => {
                assert_eq!(self.discard.len(), usize::from(*cards));
                self.discard = Cards::new();
            }
            _ => {}
        }
    }

    fn fields(&mut self, event: &Event) {
        let shift = |from, to| Shift { from, to };
        match event {
            Event::CardStolen { seat, from, guild } => {
                let card = self.side(*from).take_partisan(*guild).unwrap();
                self.side(*seat).field.add(card);
            }
            Event::CardsStruck { from, guild, count, .. } => {
                for _ in 0..*count {
                    let card = self.side(*from).take_partisan(*guild).unwrap();
                    self.discard.add(card);
                }
            }
            Event::CardsSwapped { seat, own, with, guild } => {
                let given = self.side(*seat).take_partisan(*own).unwrap();
                let taken = self.side(*with).take_partisan(*guild).unwrap();
                self.side(*with).field.add(given);
                self.side(*seat).field.add(taken);
            }
            Event::CardExhumed { seat, card } => {
                assert!(self.discard.take(*card));
                self.side(*seat).field.add(*card);
            }
            Event::CardsRevealed { seat, cards } => self.side(*seat).field.add_all(cards),
            Event::DamnedSacrificed { seat, .. } => {
                assert!(self.side(*seat).field.take(Card::Damnes));
                self.side(*seat).sacrificed += 1;
            }
            Event::FossoyeurDisguised { seat, guild } => {
                self.side(*seat).shifts.push(shift(Guild::Fossoyeurs, *guild));
            }
            Event::PartisanMirrored { seat, from, to } => {
                self.side(*seat).shifts.push(shift(*from, *to));
            }
            Event::DisguisesDropped { seat, count } => {
                assert_eq!(self.side(*seat).shifts.len(), usize::from(*count));
                self.side(*seat).shifts.clear();
            }
            _ => {}
        }
    }

    fn protections(&mut self, event: &Event) {
        match event {
            Event::ProtectionRaised { seat } => self.side(*seat).protected = true,
            Event::ProtectionTaken { seat } => self.side(*seat).fifth = true,
            Event::PowerCancelled { seat, fifth: true } => self.side(*seat).fifth = false,
            Event::PowerCancelled { seat, fifth: false } => self.side(*seat).protected = false,
            _ => {}
        }
    }
}

#[test]
fn every_change_of_a_side_and_of_the_discard_is_told() {
    every_step(|before, told, game| {
        let retold = Retold::of(before, told);
        assert_eq!(retold.discard, game.board.discard, "{told:?}");
        for (now, player) in retold.players.iter().zip(&game.players) {
            assert_eq!((now.gems, now.hand), (player.gems, player.hand), "{told:?}");
            assert_eq!((now.field, &now.shifts), (player.field, &player.shifts), "{told:?}");
            assert_eq!(now.sacrificed, player.sacrificed, "{told:?}");
            assert_eq!((now.protected, now.fifth), (player.protected, player.fifth), "{told:?}");
        }
    });
}

#[test]
fn allegiances_and_protections_are_all_there() {
    every_step(|_, _, game| {
        let mut all: Oaths = game.board.unclaimed;
        let mut fifth = u8::from(game.board.fifth_protection);
        for player in &game.players {
            let held = player.oath.into_iter().chain(player.rejected);
            held.chain(player.offered.iter().copied()).for_each(|oath| all.add(oath));
            fifth += u8::from(player.fifth);
            let raises = |guild: Guild| guild.facts().power == Power::RaiseProtection {};
            assert!(player.protections() == 0 || game.guilds.each().any(raises));
        }
        assert!(fifth <= 1);
        for &oath in Oath::ALL {
            assert_eq!(all.has(oath), game.guilds.has(oath.facts().guild), "{oath:?}");
            assert!(all.count(oath) <= 1);
        }
    });
}

#[test]
fn what_is_known_of_a_hand_is_in_it_and_disguises_end_with_the_turn() {
    every_step(|_, told, game| {
        for seat in game.seats() {
            for by in game.opponents(seat) {
                let known = game.known_in_hand(seat, by);
                let hand = &game.player(seat).hand;
                assert!(known.iter().all(|(card, count)| hand.count(card) >= count));
            }
            let is_new = told.iter().any(|event| matches!(event, Event::TurnStarted { .. }));
            assert!(!is_new || game.player(seat).shifts.is_empty());
        }
    });
}
