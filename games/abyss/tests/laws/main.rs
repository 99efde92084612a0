//! What every game owes its players, kept by Abyss at tables of 2, 3 and 4, without and with the
//! extension Kraken.

mod learning;
mod lists;
mod rules_table;
mod undo;
mod words;

use abyss::{Abyss, Options, cards};
use gueridon_game::catalogue::{LABEL, REFUSAL};
use gueridon_game::testkit::Laws;
use gueridon_game::{Game, Language, Phrasebook};

/// What only memory knows after the step that told it: a card that is turned up on the last space
/// and goes to a hand at once, and what others chose in secret to discard.
const FLEETING: [&str; 3] = ["CardRevealed.*", "AllyTaken.*", "CardsDiscarded.*"];

/// The Black Smokers let their new owner search the Location deck: it holds what is seen nowhere
/// else.
const DEDUCIBLE: [&str; 1] = ["searched"];

/// What chance hardly ever leads to. Met by `lord_sage_takes_an_available_location_when_\
/// the_deck_is_empty`, `lord_corruptor_recruits_a_second_lord_for_5_pearls_without_allies` and
/// `e42_with_more_than_three_keys_the_player_chooses`.
const MET_ELSEWHERE: [&str; 3] =
    ["AbyssQuestion.AMBASSADOR_LOCATION", "AbyssQuestion.SECOND_LORD", "AbyssKeyChosen.lord"];

/// What no 60 games may miss.
const MET_OFTEN: [&str; 4] = ["AbyssCard.*", "AbyssLocation.*", "AbyssLord.*", "AbyssToken.*"];

const PHRASEBOOK: Phrasebook = Phrasebook { phrases: cards::PHRASES, names: cards::CATALOGUE };

/// All of the SDL that is Kraken's and not a card.
const OF_KRAKEN: [&str; 63] = [
    "AbyssMove.buyWithNebulis",
    "AbyssMove.payWithNebulis",
    "AbyssMove.recruitWithNebulis",
    "AbyssMove.placeKraken",
    "AbyssMove.chooseHolder",
    "AbyssMove.reserve*",
    "AbyssMove.continueSearch",
    "AbyssMove.stopSearch",
    "AbyssMove.giveNebulis",
    "AbyssMove.takeDiscarded",
    "AbyssMove.nameRace",
    "AbyssMove.discardAffiliated",
    "AbyssMove.freeLord",
    "AbyssMove.swapNebulis",
    "AbyssMove.inviteLord",
    "AbyssLordInvited*",
    "AbyssNebulis*",
    "AbyssRecruitWithNebulis*",
    "AbyssPlaceKraken*",
    "AbyssChooseHolder*",
    "AbyssReserve*",
    "AbyssGiveNebulis*",
    "AbyssTakeDiscarded*",
    "AbyssNameRace*",
    "AbyssDiscardAffiliated*",
    "AbyssFreeLord*",
    "AbyssView.kraken",
    "AbyssKrakenView*",
    "AbyssSentinel*",
    "AbyssSite*",
    "AbyssLoot*",
    "AbyssPlayer.nebulis",
    "AbyssQuestion.CHOOSE_HOLDER",
    "AbyssQuestion.PLACE_KRAKEN",
    "AbyssQuestion.PLACE_SENTINEL",
    "AbyssQuestion.SEARCH_LOOT",
    "AbyssQuestion.GIVE_NEBULIS",
    "AbyssQuestion.TAKE_DISCARDED",
    "AbyssQuestion.NAME_RACE",
    "AbyssQuestion.DISCARD_AFFILIATED",
    "AbyssQuestion.FREE_LORD",
    "AbyssAllyBought.nebulis",
    "AbyssLordPaid.nebulis",
    "AbyssReceiverChosen*",
    "AbyssFigureMoved*",
    "AbyssPearlSkimmed*",
    "AbyssKrakenPlaced*",
    "AbyssHandConverted*",
    "AbyssSearchStopped*",
    "AbyssAllyFound*",
    "AbyssMonsterMet*",
    "AbyssAllyHealed*",
    "AbyssRaceNamed*",
    "AbyssAffiliatedDiscarded*",
    "AbyssLordFreed*",
    "AbyssSource.kraken_allies",
    "AbyssSource.loot",
    "AbyssSource.inheritor",
    "AbyssSource.ferryman",
    "AbyssSource.shareholder",
    "AbyssSource.watcher",
    "AbyssSource.vigil",
    "AbyssSource.lookout",
];

/// The cards and tiles of Kraken.
const CARDS_OF_KRAKEN: [&str; 25] = [
    "AbyssCard.kraken*",
    "AbyssLocation.gambling_den",
    "AbyssLocation.krakens_lair",
    "AbyssLocation.cetacean_graveyard",
    "AbyssLocation.abandoned_convoy",
    "AbyssLocation.megalodon",
    "AbyssLocation.battlefield",
    "AbyssLord.ferryman",
    "AbyssLord.outlaw",
    "AbyssLord.counterfeiter",
    "AbyssLord.fence",
    "AbyssLord.cleaner",
    "AbyssLord.watcher",
    "AbyssLord.vigil",
    "AbyssLord.lookout",
    "AbyssLord.shareholder",
    "AbyssLord.inheritor",
    "AbyssLord.hypnotist",
    "AbyssLord.healer",
    "AbyssLord.highwayman",
    "AbyssLord.executioner",
    "AbyssLord.recipient",
    "AbyssLord.liberator",
    "AbyssLord.grower",
    "AbyssLord.oyster_farmer",
];

gueridon_game::testkit!(
    Abyss,
    schema: "../../schema",
    seats: 2..=4,
    playouts: 60,
    positions: 3,
    fleeting: &FLEETING,
    deducible: &DEDUCIBLE,
    met_elsewhere: &MET_ELSEWHERE,
    never: &OF_KRAKEN,
    never: &CARDS_OF_KRAKEN,
    at_least: (10, &MET_OFTEN),
    phrasebook: PHRASEBOOK,
);

mod with_kraken {
    use super::*;

    /// An Ally that goes from the deck or the discard to a hand, and the Krakens that leave hands
    /// for the last count.
    const FLEETING_OF_KRAKEN: [&str; 3] = ["AllyFound.*", "AllyHealed.*", "HandConverted.*"];

    /// The Corruptor asks rarely. Met by `e70_nebulis_help_to_pay_the_corruptors_second_lord`.
    const MET_ELSEWHERE_OF_KRAKEN: [&str; 3] = [
        "AbyssMove.recruitWithNebulis",
        "AbyssRecruitWithNebulis.count",
        "AbyssRecruitWithNebulis.lord",
    ];

    gueridon_game::testkit!(
        Abyss,
        schema: "../../schema",
        options: Options { kraken: true, ..Options::default() },
        named: "kraken",
        seats: 2..=4,
        playouts: 90,
        positions: 2,
        fleeting: &FLEETING,
        fleeting: &FLEETING_OF_KRAKEN,
        deducible: &DEDUCIBLE,
        met_elsewhere: &MET_ELSEWHERE,
        met_elsewhere: &MET_ELSEWHERE_OF_KRAKEN,
        at_least: (10, &MET_OFTEN),
        phrasebook: PHRASEBOOK,
    );
}

#[test]
fn the_laws_are_kept_when_the_black_smokers_return_to_the_deck() {
    let options = Options { return_black_smokers: true, ..Options::default() };
    let report = Laws::<Abyss>::new(options)
        .playouts(20)
        .positions(3)
        .fleeting(&FLEETING)
        .deducible(&DEDUCIBLE)
        .never(&OF_KRAKEN)
        .never(&CARDS_OF_KRAKEN)
        .sample()
        .check();
    assert!(report.events_by_kind.contains_key("LocationSwapped"), "{report}");
}

#[test]
fn the_refusals_and_then_the_labels_stand_in_the_catalogue_after_all_things() {
    for language in Language::ALL {
        let entries = Abyss::catalogue(&Options::default(), language);
        let others = cards::REFUSALS.iter().chain(cards::LABELS);
        let others: Vec<_> = others.map(|named| named.entry(language)).collect();
        assert!(entries.ends_with(&others), "{language:?}");
        let things = &entries[..entries.len() - others.len()];
        let is_thing = |kind| kind != LABEL && kind != REFUSAL;
        assert!(things.iter().all(|thing| is_thing(thing.kind)), "{language:?}");
    }
}
