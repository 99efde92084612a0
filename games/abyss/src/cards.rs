//! The cards, tiles and tokens: what is printed on them, from `data/cards.toml`.
//!
//! The kinds, the numbers and the names are made of that file by `build.rs`; here stands what a
//! fact of each sort is.

use gueridon_game::Kind;

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

/// What is printed on a Lord, besides its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LordFacts {
    /// The guild it belongs to.
    pub guild: Guild,
    /// The value of Allies and Pearls that recruits it.
    pub cost: u8,
    /// How many peoples the Allies must come from, no more and no fewer.
    pub races: u8,
    /// The people that must be among them.
    pub required: Option<Race>,
    /// Its Keys.
    pub keys: u8,
    /// Its influence points.
    pub points: u8,
    /// Whether its power acts once, when it arrives.
    pub arrow: bool,
    /// Whether it belongs to the extension Kraken.
    pub kraken: bool,
}

impl Lord {
    /// What is printed on the card.
    #[must_use]
    pub const fn facts(self) -> &'static LordFacts {
        &LORD_FACTS[self as usize]
    }
}

/// What is printed on a Location, besides its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocationFacts {
    /// What it is worth when the game is over.
    pub formula: Formula,
    /// Whether it belongs to the extension Kraken.
    pub kraken: bool,
}

/// What a Location is worth to the player who controls it.
///
/// "Your Lords" are all of them, free or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula {
    /// `base`, and `per` for each of your Lords of a guild.
    PerGuildLord {
        /// What it is worth at least.
        base: u8,
        /// What each of them adds.
        per: u8,
        /// The guild that counts.
        guild: Guild,
    },
    /// `base`, and `per` for each of your affiliated Allies of a people.
    PerAffiliatedAlly {
        /// What it is worth at least.
        base: u8,
        /// What each of them adds.
        per: u8,
        /// The people that counts.
        race: Race,
    },
    /// `per` for each guild among your Lords.
    PerGuild {
        /// What each of them adds.
        per: u8,
    },
    /// As much as one Location of an opponent.
    CopyOpponent,
    /// Nothing.
    Nothing,
    /// The points of your Lord with the fewest, `times` over; nothing without a Lord.
    LowestLord {
        /// How often they count.
        times: u8,
    },
    /// The points of your Lord with the most, `times` over; nothing without a Lord.
    HighestLord {
        /// How often they count.
        times: u8,
    },
    /// `base`, less 1 for each of your Lords.
    BaseMinusLords {
        /// What it is worth at most.
        base: u8,
    },
    /// `base`, less 1 for each of your affiliated Allies.
    BaseMinusAffiliated {
        /// What it is worth at most.
        base: u8,
    },
    /// `per` for each of your Lords with a Key printed on it.
    PerLordWithKey {
        /// What each of them adds.
        per: u8,
    },
    /// `per` for each of your Lords without a Key printed on it.
    PerLordWithoutKey {
        /// What each of them adds.
        per: u8,
    },
    /// `base`, and for each people the value of your lowest affiliated Ally of it.
    LowestAffiliatedPerRace {
        /// What it is worth at least.
        base: u8,
    },
    /// `base`, less `per` for each of your Nebulis; it may be less than nothing.
    BaseMinusNebulis {
        /// What it is worth at most.
        base: u8,
        /// What each of them takes away.
        per: u8,
    },
    /// The values of the Loot that lies on it.
    Loot,
}

impl Location {
    /// The Locations that are searched for Loot when they come under control.
    pub const SITES: [Self; 4] =
        [Self::CetaceanGraveyard, Self::AbandonedConvoy, Self::Megalodon, Self::Battlefield];

    /// What is printed on the tile.
    #[must_use]
    pub const fn facts(self) -> &'static LocationFacts {
        &LOCATION_FACTS[self as usize]
    }

    /// Its place in [`Location::SITES`], if it is searched for Loot.
    #[must_use]
    pub fn site(self) -> Option<usize> {
        Self::SITES.iter().position(|&site| site == self)
    }
}

impl Race {
    /// The Allies of this people, in the order of their values, the lowest first.
    pub fn cards(self) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator + Clone {
        let values = usize::from(Card::MOST_VALUE);
        let first = self as usize * values;
        Card::ALL[first..first + values].iter().copied()
    }
}

impl Card {
    /// The highest value of an Ally; the lowest is 1.
    pub const MOST_VALUE: u8 = 5;

    /// The Ally of `race` with `value`, from 1 to [`Card::MOST_VALUE`]; a value out of bounds
    /// counts as the nearest one within.
    #[must_use]
    pub fn ally(race: Race, value: u8) -> Self {
        let value = value.clamp(1, Self::MOST_VALUE);
        Self::ALL[race as usize * usize::from(Self::MOST_VALUE) + usize::from(value - 1)]
    }

    /// The Allies that stand in for any people, the lowest value first.
    pub const KRAKENS: [Self; 3] = [Self::Kraken2, Self::Kraken3, Self::Kraken4];

    /// Whether it is an Ally that stands in for any people.
    #[must_use]
    pub const fn is_kraken(self) -> bool {
        self as u8 > Self::Monster as u8
    }

    /// The Nebulis that it brings when it is spent.
    #[must_use]
    pub const fn nebulis(self) -> u8 {
        if self.is_kraken() {
            KRAKEN_VALUES_AND_NEBULIS[self as usize - Self::Kraken2 as usize].1
        } else {
            0
        }
    }

    /// The people of the Ally; none for a Kraken and for the Monster.
    #[must_use]
    pub fn race(self) -> Option<Race> {
        Race::ALL.get(self as usize / usize::from(Self::MOST_VALUE)).copied()
    }

    /// The value of the Ally; 0 for the Monster.
    #[must_use]
    pub const fn value(self) -> u8 {
        match self {
            Self::Monster => 0,
            Self::Kraken2 | Self::Kraken3 | Self::Kraken4 => {
                KRAKEN_VALUES_AND_NEBULIS[self as usize - Self::Kraken2 as usize].0
            }
            ally => ally as u8 % Self::MOST_VALUE + 1,
        }
    }

    /// How many of them there are in the game.
    #[must_use]
    pub const fn copies(self) -> u8 {
        CARD_COPIES[self as usize]
    }
}

impl Token {
    /// The points that the token is worth.
    #[must_use]
    pub const fn value(self) -> u8 {
        TOKEN_VALUES_AND_COPIES[self as usize].0
    }

    /// How many of them there are in the game.
    #[must_use]
    pub const fn copies(self) -> u8 {
        TOKEN_VALUES_AND_COPIES[self as usize].1
    }
}

impl Loot {
    /// The points that the card is worth.
    #[must_use]
    pub const fn value(self) -> u8 {
        LOOT_VALUES_AND_COPIES[self as usize].0
    }

    /// How many of them there are in the game.
    #[must_use]
    pub const fn copies(self) -> u8 {
        LOOT_VALUES_AND_COPIES[self as usize].1
    }
}

/// Whether the thing of this id belongs to the extension Kraken.
#[must_use]
pub fn is_of_kraken(id: &str) -> bool {
    KRAKEN_IDS.binary_search(&id).is_ok()
}

/// What a fight brings: one choice on a square of the Threat track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reward {
    /// Key tokens.
    pub keys: u8,
    /// Pearls.
    pub pearls: u8,
    /// Monster tokens, drawn at random.
    pub monsters: u8,
}

#[cfg(test)]
mod tests {
    use super::*;
    use gueridon_game::Language;

    fn base_lords() -> impl Iterator<Item = Lord> {
        Lord::ALL.iter().copied().filter(|lord| !lord.facts().kraken)
    }

    fn kraken_lords() -> impl Iterator<Item = Lord> {
        Lord::ALL.iter().copied().filter(|lord| lord.facts().kraken)
    }

    fn lords(fits: impl Fn(&LordFacts) -> bool) -> usize {
        base_lords().filter(|lord| fits(lord.facts())).count()
    }

    #[test]
    fn guilds_have_as_many_lords_as_printed() {
        let counts: Vec<usize> =
            Guild::ALL.iter().map(|&guild| lords(|facts| facts.guild == guild)).collect();
        assert_eq!(counts, [7, 6, 7, 6, 6, 3, 0]);
    }

    #[test]
    fn lords_have_223_points_and_16_arrows() {
        let points: u32 = base_lords().map(|lord| u32::from(lord.facts().points)).sum();
        assert_eq!(points, 223);
        assert_eq!(lords(|facts| facts.arrow), 16);
    }

    #[test]
    fn only_ambassadors_have_three_keys_and_ask_for_every_race() {
        for lord in base_lords() {
            let facts = lord.facts();
            let ambassador = facts.guild == Guild::Ambassador;
            assert_eq!(facts.keys == 3, ambassador, "{lord:?}");
            assert_eq!(facts.races == 5, ambassador, "{lord:?}");
            assert_eq!(facts.required.is_none(), ambassador, "{lord:?}");
        }
        assert_eq!(lords(|facts| facts.keys == 1), 16);
        assert_eq!(lords(|facts| facts.keys == 0), 16);
    }

    #[test]
    fn a_key_is_printed_on_a_lord_without_an_arrow_and_the_other_way_round() {
        for &lord in Lord::ALL {
            let facts = lord.facts();
            match facts.guild {
                Guild::Ambassador => assert!(facts.arrow, "{lord:?}"),
                Guild::Farmer => assert!(!facts.arrow, "{lord:?}"),
                _ => assert_eq!(facts.arrow, facts.keys == 0, "{lord:?}"),
            }
        }
    }

    #[test]
    fn a_guild_asks_for_its_own_race() {
        for &lord in Lord::ALL {
            let facts = lord.facts();
            assert_eq!(facts.required, Race::ALL.get(facts.guild as usize).copied(), "{lord:?}");
        }
    }

    #[test]
    fn there_are_65_allies_and_6_monsters() {
        let base = Card::ALL.iter().filter(|card| !card.is_kraken());
        let copies: u32 = base.map(|card| u32::from(card.copies())).sum();
        assert_eq!(copies, 71);
        assert_eq!(Card::Monster.copies(), 6);
        assert_eq!((Card::Monster.race(), Card::Monster.value()), (None, 0));
    }

    #[test]
    fn every_race_has_allies_worth_32() {
        for &race in Race::ALL {
            let allies = || race.cards();
            assert!(allies().all(|card| card.race() == Some(race)));
            assert_eq!(allies().map(|card| card.copies()).collect::<Vec<_>>(), [4, 3, 3, 2, 1]);
            assert_eq!(allies().map(|card| card.copies() * card.value()).sum::<u8>(), 32);
        }
    }

    #[test]
    fn an_ally_is_found_by_race_and_value() {
        for &card in Card::ALL {
            let Some(race) = card.race() else { continue };
            assert_eq!(Card::ally(race, card.value()), card);
            assert_eq!(card.id(), format!("{}_{}", race.id(), card.value()));
        }
        assert_eq!(Card::ally(Race::Squid, 0), Card::Squid1);
        assert_eq!(Card::ally(Race::Seahorse, 200), Card::Seahorse5);
    }

    #[test]
    fn there_are_20_tokens_worth_53() {
        let copies: u8 = Token::ALL.iter().map(|token| token.copies()).sum();
        let points: u8 = Token::ALL.iter().map(|token| token.copies() * token.value()).sum();
        assert_eq!((copies, points), (20, 53));
    }

    #[test]
    fn the_threat_track_is_as_printed() {
        let printed: [&[(u8, u8, u8)]; 6] = [
            &[(0, 1, 0), (0, 0, 1)],
            &[(0, 2, 0), (0, 1, 1), (0, 0, 2)],
            &[(1, 0, 0)],
            &[(1, 1, 0), (1, 0, 1)],
            &[(1, 2, 0), (1, 1, 1), (1, 0, 2)],
            &[(2, 0, 0)],
        ];
        for (square, expected) in THREAT.iter().zip(printed) {
            let rewards: Vec<_> = square.iter().map(|r| (r.keys, r.pearls, r.monsters)).collect();
            assert_eq!(rewards, expected);
        }
    }

    #[test]
    fn each_race_and_its_guild_have_a_location_that_counts_them() {
        let worth = |wanted: Formula| {
            Location::ALL.iter().filter(|place| place.facts().formula == wanted).count()
        };
        let printed = [
            (7, Guild::Military, 5, Race::Crab),
            (5, Guild::Merchant, 3, Race::Shellfish),
            (6, Guild::Mage, 4, Race::Jellyfish),
            (6, Guild::Politician, 4, Race::Squid),
            (5, Guild::Farmer, 3, Race::Seahorse),
        ];
        for (of_guild, guild, of_race, race) in printed {
            assert_eq!(worth(Formula::PerGuildLord { base: of_guild, per: 2, guild }), 1);
            assert_eq!(worth(Formula::PerAffiliatedAlly { base: of_race, per: 3, race }), 1);
        }
        assert_eq!(Location::ALL.iter().filter(|place| !place.facts().kraken).count(), 20);
    }

    #[test]
    fn kraken_has_18_lords_worth_109_points_of_every_guild_but_the_ambassadors() {
        let count = |fits: &dyn Fn(&LordFacts) -> bool| {
            kraken_lords().filter(|lord| fits(lord.facts())).count()
        };
        let of_guild = |&guild: &Guild| count(&|facts: &LordFacts| facts.guild == guild);
        let counts: Vec<usize> = Guild::ALL.iter().map(of_guild).collect();
        assert_eq!(counts, [2, 2, 2, 2, 2, 0, 8]);
        assert_eq!([0, 1, 3].map(|keys| count(&|facts| facts.keys == keys)), [9, 9, 0]);
        let points: u32 = kraken_lords().map(|lord| u32::from(lord.facts().points)).sum();
        assert_eq!(points, 109);
        assert_eq!(Lord::ALL.len(), 53);
    }

    #[test]
    fn kraken_lords_are_as_printed() {
        let printed = [
            (Lord::Ferryman, 7, 1, 1, 5),
            (Lord::Outlaw, 7, 1, 1, 6),
            (Lord::Counterfeiter, 7, 1, 1, 5),
            (Lord::Fence, 7, 1, 0, 8),
            (Lord::Cleaner, 7, 1, 1, 7),
            (Lord::Watcher, 5, 2, 0, 4),
            (Lord::Vigil, 5, 2, 0, 4),
            (Lord::Lookout, 5, 2, 0, 4),
            (Lord::Shareholder, 9, 2, 1, 5),
            (Lord::Inheritor, 10, 2, 0, 7),
            (Lord::Hypnotist, 9, 2, 1, 5),
            (Lord::Healer, 7, 1, 0, 7),
            (Lord::Highwayman, 9, 2, 1, 4),
            (Lord::Executioner, 9, 3, 0, 5),
            (Lord::Recipient, 7, 2, 1, 5),
            (Lord::Liberator, 9, 2, 0, 8),
            (Lord::Grower, 9, 2, 1, 7),
            (Lord::OysterFarmer, 12, 1, 0, 13),
        ];
        assert!(kraken_lords().eq(printed.iter().map(|lord| lord.0)));
        for (lord, cost, races, keys, points) in printed {
            let facts = lord.facts();
            let found = (facts.cost, facts.races, facts.keys, facts.points);
            assert_eq!(found, (cost, races, keys, points), "{lord:?}");
        }
    }

    #[test]
    fn there_are_7_krakens_and_their_nebulis_are_one_less_than_their_value() {
        let printed = [(Card::Kraken2, 2, 2), (Card::Kraken3, 3, 3), (Card::Kraken4, 4, 2)];
        for (kraken, value, copies) in printed {
            assert_eq!((kraken.value(), kraken.copies()), (value, copies));
            assert_eq!((kraken.nebulis(), kraken.race()), (value - 1, None));
            assert!(kraken.is_kraken());
        }
        assert_eq!(Card::ALL.iter().filter(|card| card.is_kraken()).count(), 3);
        assert!(Card::ALL.iter().all(|card| card.is_kraken() || card.nebulis() == 0));
        assert_eq!(Card::ALL.iter().map(|card| u32::from(card.copies())).sum::<u32>(), 78);
    }

    #[test]
    fn there_are_25_loot_cards_worth_135() {
        let printed = Loot::ALL.iter().map(|loot| (loot.value(), loot.copies()));
        assert!(printed.eq([(3, 3), (4, 4), (5, 5), (6, 6), (7, 7)]));
        let points: u32 =
            Loot::ALL.iter().map(|loot| u32::from(loot.value() * loot.copies())).sum();
        assert_eq!(points, 135);
    }

    #[test]
    fn the_six_locations_of_kraken_are_as_printed() {
        let guild = Guild::Smuggler;
        let mut printed = vec![
            (Location::GamblingDen, Formula::PerGuildLord { base: 5, per: 2, guild }),
            (Location::KrakensLair, Formula::BaseMinusNebulis { base: 15, per: 3 }),
        ];
        printed.extend(Location::SITES.map(|site| (site, Formula::Loot)));
        let found = Location::ALL.iter().filter(|place| place.facts().kraken);
        assert!(found.map(|&place| (place, place.facts().formula)).eq(printed));
        assert_eq!(Location::ALL.len(), 26);
        for (index, site) in Location::SITES.iter().enumerate() {
            assert_eq!(site.site(), Some(index));
        }
        assert_eq!(Location::KrakensLair.site(), None);
    }

    #[test]
    fn all_that_came_with_kraken_is_told_apart_by_its_id() {
        for lord in Lord::ALL {
            assert_eq!(is_of_kraken(lord.id()), lord.facts().kraken, "{lord:?}");
        }
        for location in Location::ALL {
            assert_eq!(is_of_kraken(location.id()), location.facts().kraken, "{location:?}");
        }
        for card in Card::ALL {
            assert_eq!(is_of_kraken(card.id()), card.is_kraken(), "{card:?}");
        }
        let others = ["smuggler", "nebulis", "kraken_figure", "kraken_allies", "loot", "loot_3"];
        assert!(others.iter().all(|id| is_of_kraken(id)));
        assert_eq!(KRAKEN_IDS.len(), 18 + 6 + 3 + 5 + 5);
    }

    #[test]
    fn the_other_ten_locations_are_as_printed() {
        let printed = [
            (Location::Abyss, Formula::PerGuild { per: 2 }),
            (Location::CityOfMirrors, Formula::CopyOpponent),
            (Location::BlackSmokers, Formula::Nothing),
            (Location::Depths, Formula::LowestLord { times: 2 }),
            (Location::ThroneRoom, Formula::HighestLord { times: 1 }),
            (Location::Jail, Formula::BaseMinusLords { base: 15 }),
            (Location::ClosedTower, Formula::PerLordWithKey { per: 3 }),
            (Location::LostTower, Formula::PerLordWithoutKey { per: 3 }),
            (Location::ChamberOfAllies, Formula::LowestAffiliatedPerRace { base: 3 }),
            (Location::CoralBarrier, Formula::BaseMinusAffiliated { base: 20 }),
        ];
        for (location, formula) in printed {
            assert_eq!(location.facts().formula, formula, "{location:?}");
        }
    }

    fn ids<K: Kind>() -> impl Iterator<Item = &'static str> {
        K::ALL.iter().map(|kind| kind.id())
    }

    #[test]
    fn what_has_an_id_has_a_name_and_what_acts_a_text_in_every_language() {
        let silent = ids::<Card>().chain(ids::<Token>()).chain(ids::<Race>()).chain(ids::<Guild>());
        let acting = ids::<Lord>().chain(ids::<Location>());
        for (id, acts) in silent.map(|id| (id, false)).chain(acting.map(|id| (id, true))) {
            let found = CATALOGUE.binary_search_by_key(&id, |named| named.id).expect(id);
            for entry in Language::ALL.map(|language| CATALOGUE[found].entry(language)) {
                assert!(!entry.name.is_empty(), "{id}");
                assert!(!acts || !entry.text.is_empty(), "{id}");
            }
        }
    }

    #[test]
    fn ids_are_how_cards_are_written() {
        for &card in Card::ALL {
            assert_eq!(serde_json::to_value(card).unwrap(), card.id());
        }
        assert_eq!(serde_json::from_str::<Lord>("\"ship_master\"").unwrap(), Lord::ShipMaster);
        assert_eq!(std::mem::size_of::<Option<Lord>>(), 1);
    }
}
