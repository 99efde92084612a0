//! Influence points.

use gueridon_game::{Eyes, Kind, Line, Score, Seat, Standing};

use crate::cards::{Formula, Guild, Location, Lord, Race};
use crate::decision::Decision;
use crate::player::{LordPlace, Player};
use crate::state::Abyss;

/// Whether Lords turned by the Assassin still count for Locations, as they do for their own points
/// (G14: the rulebook can be read both ways).
const TURNED_LORDS_COUNT_FOR_LOCATIONS: bool = true;
/// What the holder of the Kraken figure loses (E73).
const FIGURE_MALUS: i32 = 5;

/// What a search expects, in tenths of a point, of a Pearl, of a point of value in hand, and of a
/// Key: about what Lords and Locations give for them.
const PEARL_PROSPECT: i32 = 6;
const VALUE_PROSPECT: i32 = 5;
const KEY_PROSPECT: i32 = 25;

impl Abyss {
    /// The score pad as `eyes` can fill it in: Monster tokens that they do not know are missing
    /// from it until they are revealed at the end (E58).
    pub(crate) fn score_pad(&self, eyes: Eyes) -> Score {
        let is_final = self.decision == Decision::Over;
        let columns = (0..self.seat_count()).map(Seat).map(|seat| {
            let player = self.player(seat);
            let mut lines = vec![
                Line::new("locations", self.location_points(seat)),
                Line::new("lords", player.lords().map(points).sum()),
                Line::new("allies", player.ally_points()),
                Line::new("monsters", player.known_tokens(eyes)),
            ];
            if self.options.kraken {
                // E73: corruption costs points.
                let holds = self.board.figure == Some(seat);
                let malus = if holds { -FIGURE_MALUS } else { 0 };
                lines.push(Line::new("nebulis", -i32::from(player.nebulis)));
                lines.push(Line::new("kraken_figure", malus));
            }
            // E59: the most Pearls, then the Lord with the most points.
            let best_lord = player.lords().map(points).max().unwrap_or_default();
            let tie_breaks = vec![
                Line::new("pearls", i32::from(player.pearls)),
                Line::new("best_lord", best_lord),
            ];
            (lines, tie_breaks)
        });
        Score::ranked(is_final, columns)
    }

    /// What the score pad comes to with every Monster token turned up, and what is likely to come of
    /// the rest as long as the game goes on.
    pub(crate) fn standings(&self) -> Standing {
        let of = |seat: Seat| {
            let player = self.player(seat);
            let lords: i32 = player.lords().map(points).sum();
            let sum = self.location_points(seat) + lords + player.ally_points();
            let malus = if self.board.figure == Some(seat) { FIGURE_MALUS } else { 0 };
            let tokens = player.known_tokens(Eyes::All);
            sum + tokens - i32::from(player.nebulis) - malus + self.prospects(seat)
        };
        (0..self.seat_count()).map(Seat).map(of).collect()
    }

    /// What Pearls, the hand and Keys are likely to bring.
    fn prospects(&self, seat: Seat) -> i32 {
        if self.decision == Decision::Over {
            return 0;
        }
        let player = self.player(seat);
        let values =
            player.hand.iter().map(|(ally, count)| i32::from(ally.value()) * i32::from(count));
        let tenths = PEARL_PROSPECT * i32::from(player.pearls)
            + VALUE_PROSPECT * values.sum::<i32>()
            + KEY_PROSPECT * i32::from(player.keys());
        tenths / 10
    }

    /// The points of all Locations of `seat`.
    fn location_points(&self, seat: Seat) -> i32 {
        let player = self.player(seat);
        player.locations.iter().map(|&location| self.points_of(location, seat)).sum()
    }

    /// What `location` is worth in the hands of `seat`.
    pub(crate) fn points_of(&self, location: Location, seat: Seat) -> i32 {
        match location.facts().formula {
            // E60: the best one is chosen, and nothing is better than less than nothing.
            Formula::CopyOpponent => self
                .opponents(seat)
                .flat_map(|other| &self.player(other).locations)
                .map(|&copied| match copied.facts().formula {
                    // A copied Location is searched by nobody: it is worth the Loot on it.
                    Formula::Loot => self.loot_points(copied),
                    formula => self.player(seat).worth(formula),
                })
                .max()
                .unwrap_or_default()
                .max(0),
            Formula::Loot => self.loot_points(location),
            formula => self.player(seat).worth(formula),
        }
    }

    /// The values of the Loot that lies on a Location (E91).
    fn loot_points(&self, location: Location) -> i32 {
        self.loot_on(location).map(|loot| i32::from(loot.value())).sum()
    }
}

fn points(lord: Lord) -> i32 {
    i32::from(lord.facts().points)
}

impl Player {
    /// Every Lord in front of the player: free, turned or covered.
    fn lords(&self) -> impl Iterator<Item = Lord> {
        self.lords.iter().map(|owned| owned.lord)
    }

    /// The Lords that Locations count.
    fn counted_lords(&self) -> impl Iterator<Item = Lord> {
        let counts = |place| TURNED_LORDS_COUNT_FOR_LOCATIONS || place != LordPlace::Turned;
        self.lords.iter().filter(move |owned| counts(owned.place)).map(|owned| owned.lord)
    }

    /// The strongest affiliated Ally of each race (E58).
    fn ally_points(&self) -> i32 {
        self.affiliated_by_race().filter_map(|values| values.max()).sum()
    }

    /// The values of the affiliated Allies, race by race.
    fn affiliated_by_race(&self) -> impl Iterator<Item = impl Iterator<Item = i32>> {
        Race::ALL.iter().map(|race| {
            let of_race = race.cards().filter(|&card| self.affiliated.has(card));
            of_race.map(|card| i32::from(card.value()))
        })
    }

    /// What a Location with this formula is worth to the player.
    fn worth(&self, formula: Formula) -> i32 {
        let count = |fits: &dyn Fn(Lord) -> bool| -> i32 {
            self.counted_lords().map(|lord| i32::from(fits(lord))).sum()
        };
        match formula {
            Formula::PerGuildLord { base, per, guild } => {
                i32::from(base) + i32::from(per) * count(&|lord| lord.facts().guild == guild)
            }
            Formula::PerAffiliatedAlly { base, per, race } => {
                let allies: u8 = race.cards().map(|card| self.affiliated.count(card)).sum();
                i32::from(base) + i32::from(per) * i32::from(allies)
            }
            Formula::PerGuild { per } => {
                let has = |guild: &&Guild| count(&|lord| lord.facts().guild == **guild) > 0;
                i32::from(per) * Guild::ALL.iter().filter(has).count() as i32
            }
            Formula::CopyOpponent | Formula::Nothing | Formula::Loot => 0,
            Formula::BaseMinusNebulis { base, per } => {
                i32::from(base) - i32::from(per) * i32::from(self.nebulis)
            }
            Formula::LowestLord { times } => {
                i32::from(times) * self.counted_lords().map(points).min().unwrap_or_default()
            }
            Formula::HighestLord { times } => {
                i32::from(times) * self.counted_lords().map(points).max().unwrap_or_default()
            }
            Formula::BaseMinusLords { base } => i32::from(base) - count(&|_| true),
            Formula::BaseMinusAffiliated { base } => i32::from(base) - self.affiliated.len() as i32,
            Formula::PerLordWithKey { per } => {
                i32::from(per) * count(&|lord| lord.facts().keys > 0)
            }
            Formula::PerLordWithoutKey { per } => {
                i32::from(per) * count(&|lord| lord.facts().keys == 0)
            }
            Formula::LowestAffiliatedPerRace { base } => {
                let lowest = self.affiliated_by_race().filter_map(|values| values.min());
                i32::from(base) + lowest.sum::<i32>()
            }
        }
    }
}
