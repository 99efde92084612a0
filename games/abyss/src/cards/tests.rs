//! The cards as data: how many there are of each sort, and what is printed on them.

use gueridon_game::Language;

use super::*;

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
    let points: u32 = Loot::ALL.iter().map(|loot| u32::from(loot.value() * loot.copies())).sum();
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
        let found = CATALOGUE.binary_search_by_key(&id, |named| named.key).expect(id);
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
