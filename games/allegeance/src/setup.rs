//! The table before the first step (F0, F29, F30, F31).

use arrayvec::ArrayVec;
use gueridon_game::{Dice, Kind, Pile, Seat};

use crate::cards::{
    Card, Cards, GUILDS_REMOVED_FOR_TWO, Gem, Gems, Guild, Guilds, HAND_SIZE, LOOSE_GEM,
    MOST_SEATS, OATHS_DEALT, Oath, Oaths, Power, TableFacts,
};
use crate::decision::Decision;
use crate::history::{History, Passage};
use crate::options::Options;
use crate::state::{Allegeance, Board, Player, Turn};

impl Allegeance {
    /// Deals a table of `seats`, for which the options are known to be playable.
    pub(crate) fn set_up(options: Options, seats: u8, dice: &mut Dice) -> Self {
        let first = options.first.unwrap_or_else(|| Seat(dice.below(usize::from(seats)) as u8));
        let guilds = guilds_in_play(options, seats, dice);
        let mut deck: Cards = Cards::new();
        let in_play = |card: &&Card| guilds.has(card.guild());
        Card::ALL.iter().filter(in_play).for_each(|&card| deck.add_many(card, card.copies()));
        let mut history = History::of(deck);
        let mut gem_pile = Gems::new();
        Gem::ALL.iter().for_each(|&gem| gem_pile.add_many(gem, gem.copies()));
        let sworn = |oath: &&Oath| guilds.has(oath.facts().guild);
        let mut unclaimed: Oaths = Oath::ALL.iter().filter(sworn).copied().collect();
        let players: ArrayVec<Player, MOST_SEATS> = (0..seats)
            .map(|seat| {
                let place = usize::from((seat + seats - first.0) % seats);
                let mut player =
                    Player { hand: deck.draw_many(HAND_SIZE, dice), ..Player::default() };
                let drawn = player.hand.each().map(|card| Passage::Drawn(Seat(seat), card));
                drawn.for_each(|passage| history.note(passage));
                player.gems.add_many(LOOSE_GEM, TableFacts::of(seats).starting_gems[place]);
                if !options.draft {
                    player.offered =
                        (0..OATHS_DEALT).filter_map(|_| unclaimed.draw(dice)).collect();
                }
                player
            })
            .collect();
        let raises = |guild: &Guild| matches!(guild.facts().power, Power::RaiseProtection {});
        let decision = match options.draft {
            true => Decision::DraftOath { seat: first },
            false => Decision::ChooseOath,
        };
        Self {
            options,
            guilds,
            first,
            players,
            board: Board {
                deck: deck.into(),
                discard: Cards::new(),
                gem_pile: gem_pile.into(),
                gem_discard: Gems::new(),
                unclaimed,
                fifth_protection: guilds.each().any(|guild| raises(&guild)),
                foreseen: Pile::default(),
            },
            turn: Turn::of(first, 1),
            history,
            decision,
            revealed: false,
        }
    }
}

/// The guilds in play: with two players some leave the game (F29).
fn guilds_in_play(options: Options, seats: u8, dice: &mut Dice) -> Guilds {
    let mut guilds: Guilds = Guild::ALL.iter().copied().collect();
    if seats != 2 {
        return guilds;
    }
    if options.random_guilds {
        guilds.draw_many(GUILDS_REMOVED_FOR_TWO, dice);
        return guilds;
    }
    let leaving = Guild::ALL.iter().filter(|guild| guild.facts().removed_for_two);
    guilds.take_all(&leaving.copied().collect());
    guilds
}
