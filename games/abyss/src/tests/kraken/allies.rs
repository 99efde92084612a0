//! Krakens: E63a to E69.

use gueridon_game::Kind;

use super::super::scene::{ACTIVE, LEFT, Scene, YES, kinds};
use super::{
    BYSTANDERS, DECLINE, EXPLORE, PAY, THIRD, cards, has_kind, next_turn, recruited, recruiter,
    spend,
};
use crate::cards::{Card, Loot, Lord, Race};
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::moves::Move;

#[test]
fn e63a_krakens_lords_locations_and_loot_are_in_their_decks() {
    let scene = Scene::with_kraken(3);
    let board = &scene.game.board;
    assert_eq!(board.deck.len(), 78);
    assert!(Card::KRAKENS.iter().all(|&card| board.deck.cards().count(card) == card.copies()));
    assert_eq!((board.lord_deck.len(), board.location_deck.len()), (53, 25));
    assert_eq!(board.loot_deck.len(), 25);
    assert_eq!(board.loot_deck.cards().count(Loot::Loot7), 7);
    assert!(board.sentinels.is_empty() && board.figure.is_none());
    assert!(scene.game.players.iter().all(|player| player.nebulis == 0));
}

#[test]
fn d3_krakens_bring_one_nebulis_less_than_they_are_worth() {
    let printed = Card::KRAKENS.map(|card| (card.value(), card.nebulis(), card.copies()));
    assert_eq!(printed, [(2, 1, 2), (3, 2, 3), (4, 3, 2)]);
    for card in Card::KRAKENS {
        let (scene, _) = paid_with(card);
        assert_eq!(scene.nebulis_of(ACTIVE), u16::from(card.nebulis()), "{card:?}");
    }
}

#[test]
fn d3_loot_is_as_printed_and_there_are_25_cards_of_it() {
    let printed: Vec<_> = Loot::ALL.iter().map(|loot| (loot.value(), loot.copies())).collect();
    assert_eq!(printed, [(3, 3), (4, 4), (5, 5), (6, 6), (7, 7)]);
}

/// Pays for the Reaper, with a Kraken for its second race.
fn paid_with(kraken: Card) -> (Scene, Vec<Event>) {
    let mut scene = recruiter(2, Lord::Reaper, &[Card::Seahorse5, kraken]).pearls(ACTIVE, 1);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    scene.play(ACTIVE, spend(Card::Seahorse5));
    scene.play(ACTIVE, spend(kraken));
    let told = scene.play(ACTIVE, PAY);
    (scene, told)
}

fn can_recruit(lord: Lord, hand: &[Card]) -> bool {
    let scene = recruiter(2, lord, hand).pearls(ACTIVE, 0);
    scene.moves(ACTIVE).contains(&Move::Recruit { lord })
}

#[test]
fn e64_a_kraken_is_a_race_already_there_or_another() {
    // The Reaper asks for 7 from two races, seahorses among them.
    let cases: [(&[Card], bool); 8] = [
        (&[Card::Seahorse5, Card::Kraken2], true),
        (&[Card::Crab5, Card::Kraken2], true),
        (&[Card::Kraken4, Card::Kraken3], true),
        (&[Card::Seahorse3, Card::Crab2, Card::Kraken2], true),
        (&[Card::Crab3, Card::Squid2, Card::Kraken2], false),
        (&[Card::Crab3, Card::Crab2, Card::Kraken2], true),
        (&[Card::Kraken4], false),
        (&[Card::Crab4, Card::Squid4], false),
    ];
    for (hand, can) in cases {
        assert_eq!(can_recruit(Lord::Reaper, hand), can, "{hand:?}");
    }
}

#[test]
fn e64_g9_the_compulsory_race_must_be_there_or_be_what_a_kraken_is() {
    // Two races without seahorses leave no room for the Kraken to be the seahorse.
    let hand = [Card::Crab3, Card::Squid3, Card::Kraken4];
    let mut scene = recruiter(2, Lord::Reaper, &hand);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    scene.play(ACTIVE, spend(Card::Crab3));
    assert_eq!(scene.refused(ACTIVE, spend(Card::Squid3)), ("DEAD_END", "E25"));
    scene.assert_open(ACTIVE, &[spend(Card::Kraken4)]);
}

#[test]
fn e64_an_ambassador_can_be_paid_with_krakens_for_the_races_that_lack() {
    let hand = [Card::Crab2, Card::Squid2, Card::Kraken2, Card::Kraken2, Card::Kraken3];
    assert!(can_recruit(Lord::Sage, &hand));
    assert!(!can_recruit(Lord::Sage, &hand[..4]));
}

#[test]
fn e64a_a_kraken_is_bought_taken_and_counted_like_any_ally() {
    let mut scene = Scene::with_kraken(2).deck(&[Card::Kraken3]).pearls(LEFT, 2);
    scene.play(ACTIVE, EXPLORE);
    scene.next_cards(&[Card::Kraken2]);
    let told = scene.play(LEFT, Move::Buy(YES));
    assert_eq!(kinds(&told)[..2], ["AllyBought", "CardRevealed"]);
    scene.play(ACTIVE, Move::TakeAlly(YES));
    assert_eq!(
        (scene.hand_of(ACTIVE), scene.hand_of(LEFT)),
        (vec![Card::Kraken2], vec![Card::Kraken3])
    );

    let seven = [[Card::Kraken2; 4], [Card::Crab1; 4]].concat();
    let mut scene = Scene::with_kraken(2).hand(ACTIVE, &seven[1..]).lords(LEFT, &[Lord::Commander]);
    scene = scene.stack(Race::Squid, &[Card::Kraken4]);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Squid });
    assert!(matches!(scene.game.decision, Decision::DiscardCards { due: [2, ..], .. }));
}

#[test]
fn e64a_krakens_come_with_the_stack_they_lie_in() {
    let mut scene = Scene::with_kraken(2).stack(Race::Crab, &[Card::Crab1, Card::Kraken4]);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    assert_eq!(scene.hand_of(ACTIVE), [Card::Crab1, Card::Kraken4]);
}

#[test]
fn e65_the_lowest_of_the_other_allies_is_affiliated_and_never_a_kraken() {
    let hand = [Card::Kraken2, Card::Seahorse5];
    let mut scene = recruiter(2, Lord::Reaper, &hand);
    let told = scene.recruit(Lord::Reaper, &hand, Card::Seahorse5);
    assert!(told.contains(&Event::AllyAffiliated { seat: ACTIVE, ally: Card::Seahorse5 }));
    assert!(scene.game.board.discard.has(Card::Kraken2));
}

#[test]
fn e65_with_krakens_alone_nothing_is_affiliated() {
    let hand = [Card::Kraken3, Card::Kraken4];
    let mut scene = recruiter(2, Lord::Reaper, &hand);
    let told = scene.recruit(Lord::Reaper, &hand, Card::Kraken3);
    assert!(!has_kind(&told, "AllyAffiliated"));
    assert!(told.contains(&Event::LordArrived { seat: ACTIVE, lord: Lord::Reaper }));
    assert!(scene.game.player(ACTIVE).affiliated.is_empty());
    assert_eq!(scene.game.board.discard, cards(&hand));
}

#[test]
fn e65_the_master_of_magic_cannot_affiliate_a_kraken() {
    let hand = [Card::Kraken2, Card::Seahorse3, Card::Seahorse2];
    let mut scene = recruiter(2, Lord::Reaper, &hand).lords(ACTIVE, &[Lord::MasterOfMagic]);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    hand.iter().for_each(|&ally| drop(scene.play(ACTIVE, spend(ally))));
    scene.play(ACTIVE, PAY);
    let keep = |ally| Move::Affiliate { ally };
    scene.assert_open(ACTIVE, &[keep(Card::Seahorse2), keep(Card::Seahorse3)]);
    assert_eq!(scene.refused(ACTIVE, keep(Card::Kraken2)), ("NOT_SPENT", "E29"));
}

#[test]
fn e66_spent_krakens_bring_nebulis_that_do_not_help_to_pay_for_the_same_lord() {
    // 4 + 2 for the 7 of the Reaper, and no Pearl: the Nebulis of the Kraken come too late.
    assert!(!can_recruit(Lord::Reaper, &[Card::Seahorse2, Card::Kraken4]));
    let hand = [Card::Seahorse3, Card::Kraken4];
    let mut scene = recruiter(2, Lord::Reaper, &hand);
    let told = scene.recruit(Lord::Reaper, &hand, Card::Seahorse3);
    let source = Source::KrakenAllies;
    assert!(told.contains(&Event::NebulisGained { seat: ACTIVE, nebulis: 3, source }));
    assert_eq!(scene.nebulis_of(ACTIVE), 3);
}

#[test]
fn e66a_payment_then_krakens_then_shareholder_then_affiliation_each_with_its_figure_test() {
    let hand = [Card::Kraken2, Card::Kraken3, Card::Seahorse1];
    let mut scene = recruiter(3, Lord::Reaper, &hand).pearls(ACTIVE, 0).nebulis(ACTIVE, 1);
    scene = scene.nebulis(THIRD, 1).figure(ACTIVE).lords(LEFT, &[Lord::Shareholder]);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    hand.iter().for_each(|&ally| drop(scene.play(ACTIVE, spend(ally))));
    let told = scene.play(ACTIVE, Move::PayWithNebulis { count: 1 });
    let gained = Event::NebulisGained { seat: ACTIVE, nebulis: 3, source: Source::KrakenAllies };
    let shareholder = Source::Lord(Lord::Shareholder);
    let steps = [
        moved(ACTIVE, THIRD),
        gained,
        moved(THIRD, ACTIVE),
        Event::PearlsGained { seat: LEFT, pearls: 1, source: shareholder },
        Event::AllyAffiliated { seat: ACTIVE, ally: Card::Seahorse1 },
    ];
    assert_eq!(told[1..6], steps);
}

fn moved(from: gueridon_game::Seat, seat: gueridon_game::Seat) -> Event {
    super::moved(Some(from), Some(seat))
}

#[test]
fn e66a_the_choice_of_a_holder_comes_before_the_krakens_bring_anything() {
    let hand = [Card::Kraken4, Card::Seahorse2];
    let mut scene = recruiter(3, Lord::Reaper, &hand).pearls(ACTIVE, 0).nebulis(ACTIVE, 1);
    scene = scene.nebulis(LEFT, 1).nebulis(THIRD, 1).figure(ACTIVE);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    hand.iter().for_each(|&ally| drop(scene.play(ACTIVE, spend(ally))));
    let told = scene.play(ACTIVE, Move::PayWithNebulis { count: 1 });
    assert_eq!(kinds(&told), ["LordPaid"]);
    assert_eq!(scene.nebulis_of(ACTIVE), 0);
    let told = scene.play(ACTIVE, Move::ChooseHolder { seat: THIRD });
    assert_eq!(
        kinds(&told)[..4],
        ["FigureMoved", "NebulisGained", "FigureMoved", "AllyAffiliated"]
    );
}

#[test]
fn e67_a_kraken_discarded_otherwise_brings_nothing() {
    let mut scene =
        Scene::with_kraken(2).lords(ACTIVE, &[Lord::Slaver]).hand(ACTIVE, &[Card::Kraken4]);
    let told = scene.play(ACTIVE, Move::SellAlly { ally: Card::Kraken4 });
    assert_eq!(kinds(&told), ["AllySold", "PearlsGained"]);
    let (mut scene, _) =
        recruited(Scene::with_kraken(2).hand(LEFT, &[Card::Kraken4; 2]), Lord::Jailer);
    let told = scene.play(LEFT, Move::Discard { ally: Card::Kraken4 });
    assert_eq!(kinds(&told), ["DiscardChosen", "CardsDiscarded", "TurnStarted"]);
    let seven = [Card::Kraken4; 7];
    let (mut scene, _) = recruited(Scene::with_kraken(2).hand(LEFT, &seven), Lord::Commander);
    let told = scene.play(LEFT, Move::Discard { ally: Card::Kraken4 });
    assert_eq!(kinds(&told), ["DiscardChosen", "CardsDiscarded", "TurnStarted"]);
}

/// Explores these cards and takes the last, while nobody buys.
fn explored(scene: Scene, deck: &[Card]) -> (Scene, Vec<Event>) {
    let mut scene = scene.pearls(LEFT, 0);
    let mut told = Vec::new();
    for (nth, &card) in deck.iter().enumerate() {
        scene.next_cards(&[card]);
        told.extend(scene.play(ACTIVE, if nth == 0 { EXPLORE } else { Move::Reveal(YES) }));
    }
    told.extend(scene.play(ACTIVE, Move::TakeAlly(YES)));
    (scene, told)
}

#[test]
fn e68_the_explorer_puts_each_kraken_left_on_any_stack_in_the_order_of_the_track() {
    let reserved = Scene::with_kraken(2).sentinel(
        LEFT,
        Lord::Watcher,
        crate::board::Post::Stack(Race::Seahorse),
    );
    let deck = [Card::Kraken4, Card::Crab1, Card::Kraken2, Card::Squid1];
    let (mut scene, told) = explored(reserved, &deck);
    let ended =
        Event::ExplorationEnded { seat: ACTIVE, to_council: cards(&[Card::Crab1]), monsters: 0 };
    assert_eq!(told.last(), Some(&ended));
    let place = |race| Move::PlaceKraken { race };
    use gueridon_game::Kind;
    let anywhere: Vec<Move> = Race::ALL.iter().map(|&race| place(race)).collect();
    scene.assert_open(ACTIVE, &anywhere);
    let told = scene.play(ACTIVE, place(Race::Seahorse));
    let placed = |card, race| Event::KrakenPlaced { seat: ACTIVE, card, race };
    assert_eq!(told, [placed(Card::Kraken4, Race::Seahorse)]);
    scene.assert_open(ACTIVE, &anywhere);
    let told = scene.play(ACTIVE, place(Race::Crab));
    assert_eq!(told, [placed(Card::Kraken2, Race::Crab), next_turn()]);
    assert_eq!(scene.stack_of(Race::Crab), [Card::Crab1, Card::Kraken2]);
    assert_eq!(scene.stack_of(Race::Seahorse), [Card::Kraken4]);
}

#[test]
fn e68_after_a_fight_the_reward_comes_first() {
    let mut scene = Scene::with_kraken(2).pearls(LEFT, 0).deck(&[Card::Kraken3]);
    scene.play(ACTIVE, EXPLORE);
    scene.next_cards(&[Card::Monster]);
    scene.play_all(ACTIVE, &[Move::Reveal(YES), Move::Fight(YES)]);
    assert!(matches!(scene.game.decision, Decision::ChooseReward));
    scene.play(ACTIVE, Move::TakeReward { keys: 0, pearls: 1, monsters: 0 });
    assert!(matches!(scene.game.decision, Decision::PlaceKraken));
}

#[test]
fn e20_the_ship_master_does_not_count_krakens() {
    let scene = Scene::with_kraken(2).lords(ACTIVE, &[Lord::ShipMaster]);
    let (_, told) = explored(scene, &[Card::Kraken4, Card::Crab1, Card::Squid1]);
    let source = Source::Lord(Lord::ShipMaster);
    assert_eq!(told.last(), Some(&Event::PearlsGained { seat: ACTIVE, pearls: 1, source }));
}

/// Plays the last turn of the game; gives back what was told.
fn ended(scene: Scene) -> (Scene, Vec<Event>) {
    let mut scene = scene.council(&[Card::Squid1]);
    scene.game.ending = Some(LEFT);
    let told = scene.play(ACTIVE, Move::TakeStack { race: Race::Squid });
    (scene, told)
}

#[test]
fn e69_krakens_in_hand_at_the_end_bring_their_nebulis_and_are_discarded() {
    let krakens = [Card::Kraken4, Card::Kraken2];
    let (scene, told) = ended(Scene::with_kraken(2).hand(LEFT, &krakens));
    let converted = Event::HandConverted { seat: LEFT, cards: cards(&krakens), nebulis: 4 };
    assert_eq!(told[1..3], [converted, super::moved(None, Some(LEFT))]);
    assert_eq!(scene.game.decision, Decision::Over);
    assert!(scene.game.player(LEFT).affiliated.is_empty());
    assert_eq!((scene.points(LEFT, "nebulis"), scene.points(LEFT, "kraken_figure")), (-4, -5));
}

#[test]
fn e69_the_cleaner_spares_its_owner_the_nebulis_as_long_as_it_is_active() {
    let with = |scene: Scene| ended(scene.hand(ACTIVE, &[Card::Kraken4])).0.nebulis_of(ACTIVE);
    assert_eq!(with(Scene::with_kraken(2).lords(ACTIVE, &[Lord::Cleaner])), 0);
    assert_eq!(with(Scene::with_kraken(2).turned(ACTIVE, &[Lord::Cleaner])), 3);
    assert_eq!(with(Scene::with_kraken(2).lords(LEFT, &[Lord::Cleaner])), 3);
}

#[test]
fn e28a_a_kraken_is_never_superfluous_and_makes_nothing_superfluous() {
    // 4 + 4 + 5 for the 7 of the Reaper: none of them shares its race with another base Ally.
    let hand = [Card::Seahorse5, Card::Kraken4, Card::Kraken4];
    let mut scene = recruiter(2, Lord::Reaper, &hand);
    let told = scene.recruit(Lord::Reaper, &hand, Card::Seahorse5);
    assert!(has_kind(&told, "LordArrived"));
    // Two seahorses of which one could be left out are another matter.
    let hand = [Card::Seahorse5, Card::Seahorse1, Card::Kraken4];
    let mut scene = recruiter(2, Lord::Reaper, &hand);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    scene.play_all(ACTIVE, &[spend(Card::Seahorse5), spend(Card::Kraken4)]);
    assert_eq!(scene.refused(ACTIVE, spend(Card::Seahorse1)), ("DEAD_END", "E25"));
    assert_eq!(scene.game.board.court[1..], BYSTANDERS);
    assert_ne!(scene.moves(ACTIVE), [DECLINE]);
}
