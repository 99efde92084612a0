//! The Lords of Kraken (D.1), each with its power.

use gueridon_game::{Seat, Seats};

use super::super::scene::{ACTIVE, LEFT, Scene, YES, kinds};
use super::{
    BYSTANDERS, EXPLORE, FOURTH, PAY, THIRD, cards, has_kind, moved, next_turn, payment, recruited,
    spend,
};
use crate::cards::{Card, Location, Lord, Race};
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::moves::Move;
use crate::player::LordPlace;

fn gained(seat: Seat, pearls: u16, lord: Lord) -> Event {
    Event::PearlsGained { seat, pearls, source: Source::Lord(lord) }
}

fn skimmed(seat: Seat, from: Seat) -> Event {
    Event::PearlSkimmed { seat, from, pearls: 1 }
}

const SWAP: Move = Move::SwapNebulis(YES);
const INVITE: Move = Move::InviteLord(YES);

// The Ferryman.

#[test]
fn lord_ferryman_turns_a_nebulis_into_a_pearl_once_a_turn() {
    let scene = Scene::with_kraken(2).nebulis(ACTIVE, 2).figure(ACTIVE).nebulis(LEFT, 1);
    let mut scene = scene.lords(ACTIVE, &[Lord::Ferryman]);
    let told = scene.play(ACTIVE, SWAP);
    let returned = Event::NebulisReturned { seat: ACTIVE, nebulis: 1 };
    assert_eq!(
        told,
        [returned, moved(Some(ACTIVE), Some(LEFT)), gained(ACTIVE, 1, Lord::Ferryman)]
    );
    assert_eq!((scene.pearls_of(ACTIVE), scene.nebulis_of(ACTIVE)), (2, 1));
    assert_eq!(scene.refused(ACTIVE, SWAP), ("POWER_USED", "E6"));
}

#[test]
fn lord_ferryman_needs_a_nebulis_and_its_owner() {
    let mut scene = Scene::with_kraken(2).lords(ACTIVE, &[Lord::Ferryman]);
    assert_eq!(scene.refused(ACTIVE, SWAP), ("NO_NEBULIS", "D.1"));
    let mut scene = Scene::with_kraken(2).nebulis(ACTIVE, 1).figure(ACTIVE);
    assert_eq!(scene.refused(ACTIVE, SWAP), ("NO_POWER", "E6"));
}

#[test]
fn lord_ferryman_may_be_used_at_the_end_of_the_turn() {
    let scene = Scene::with_kraken(2).nebulis(ACTIVE, 1).figure(ACTIVE).council(&[Card::Crab1]);
    let mut scene = scene.lords(ACTIVE, &[Lord::Ferryman]);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    scene.assert_open(ACTIVE, &[SWAP, Move::EndTurn(YES)]);
    let told = scene.play(ACTIVE, SWAP);
    assert_eq!(told[1], moved(Some(ACTIVE), None));
    assert_eq!(told.last(), Some(&next_turn()));
}

// The Outlaw, the Counterfeiter and the Cleaner: see also E69 and E71.

#[test]
fn lord_outlaw_allows_two_nebulis_in_a_payment_for_a_lord() {
    let hand = [Card::Seahorse3, Card::Crab1];
    let pays = |lords: &[Lord]| {
        let scene = super::recruiter(2, Lord::Reaper, &hand).pearls(ACTIVE, 1).nebulis(ACTIVE, 2);
        let scene = scene.figure(ACTIVE).lords(ACTIVE, lords);
        scene.moves(ACTIVE).contains(&Move::Recruit { lord: Lord::Reaper })
    };
    assert!(pays(&[Lord::Outlaw]) && !pays(&[]));
    let mut scene = super::recruiter(2, Lord::Reaper, &hand).pearls(ACTIVE, 1).nebulis(ACTIVE, 2);
    scene = scene.figure(ACTIVE).turned(ACTIVE, &[Lord::Outlaw]);
    assert_eq!(scene.refused(ACTIVE, Move::Recruit { lord: Lord::Reaper }).0, "CANNOT_PAY");
}

#[test]
fn lord_counterfeiter_lets_its_owner_keep_pearls() {
    let hand = [Card::Seahorse3, Card::Crab2];
    let mut scene = super::recruiter(2, Lord::Reaper, &hand).pearls(ACTIVE, 5).nebulis(ACTIVE, 2);
    scene = scene.figure(ACTIVE).lords(ACTIVE, &[Lord::Counterfeiter]);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    scene.play_all(ACTIVE, &hand.map(spend));
    let pay_with = |count| Move::PayWithNebulis { count };
    scene.assert_open(ACTIVE, &[PAY, pay_with(1)]);
    assert_eq!(scene.refused(ACTIVE, pay_with(2)), ("BAD_NEBULIS", "E71"));
    scene.play(ACTIVE, pay_with(1));
    assert_eq!((scene.pearls_of(ACTIVE), scene.nebulis_of(ACTIVE)), (4, 1));
}

#[test]
fn g18_the_counterfeiter_pays_no_nebulis_where_nothing_is_due() {
    let hand = [Card::Seahorse5, Card::Crab2];
    let mut scene = super::recruiter(2, Lord::Reaper, &hand).nebulis(ACTIVE, 2);
    scene = scene.figure(ACTIVE).lords(ACTIVE, &[Lord::Counterfeiter]);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    scene.play_all(ACTIVE, &hand.map(spend));
    scene.assert_open(ACTIVE, &[PAY]);
}

#[test]
fn lord_cleaner_under_a_location_cleans_nothing() {
    let scene = Scene::with_kraken(2).location(ACTIVE, Location::Jail, &[Lord::Cleaner]);
    let mut scene = scene.council(&[Card::Crab1]).hand(ACTIVE, &[Card::Kraken2]);
    scene.game.ending = Some(LEFT);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    assert_eq!(scene.nebulis_of(ACTIVE), 1);
}

// The Fence.

#[test]
fn lord_fence_gives_a_nebulis_to_each_opponent_even_past_a_shaman() {
    let scene =
        Scene::with_kraken(3).nebulis(ACTIVE, 2).figure(ACTIVE).lords(LEFT, &[Lord::Shaman]);
    let (mut scene, told) = recruited(scene, Lord::Fence);
    let to = Seats::just(LEFT).with(THIRD);
    assert_eq!(told, [Event::NebulisGiven { seat: ACTIVE, to, nebulis: 2 }]);
    scene.assert_open(ACTIVE, &[LEFT, THIRD].map(|seat| Move::ChooseHolder { seat }));
    scene.play(ACTIVE, Move::ChooseHolder { seat: THIRD });
    assert_eq!([ACTIVE, LEFT, THIRD].map(|seat| scene.nebulis_of(seat)), [0, 1, 1]);
}

#[test]
fn lord_fence_with_too_few_nebulis_lets_its_owner_choose_who_receives_one() {
    let scene = Scene::with_kraken(4).nebulis(ACTIVE, 2).figure(ACTIVE).nebulis(LEFT, 1);
    let (mut scene, told) = recruited(scene, Lord::Fence);
    assert_eq!(told, []);
    let give = |seat| Move::GiveNebulis { seat };
    scene.assert_open(ACTIVE, &[LEFT, THIRD, FOURTH].map(give));
    scene.play(ACTIVE, give(FOURTH));
    scene.assert_open(ACTIVE, &[LEFT, THIRD].map(give));
    assert_eq!(scene.refused(ACTIVE, give(FOURTH)), ("NO_RECEIVER", "D.1"));
    assert_eq!(scene.nebulis_of(FOURTH), 0, "all receive theirs at once");
    let told = scene.play(ACTIVE, give(LEFT));
    let to = Seats::just(LEFT).with(FOURTH);
    assert_eq!(told[1], Event::NebulisGiven { seat: ACTIVE, to, nebulis: 2 });
    assert_eq!([ACTIVE, LEFT, THIRD, FOURTH].map(|seat| scene.nebulis_of(seat)), [0, 2, 0, 1]);
}

#[test]
fn lord_fence_without_nebulis_does_nothing() {
    let (_, told) = recruited(Scene::with_kraken(2), Lord::Fence);
    assert_eq!(told, [next_turn()]);
}

// The Watcher, the Vigil and the Lookout: see E78 to E83.

#[test]
fn lord_watcher_vigil_and_lookout_bring_a_nebulis_and_a_sentinel_each() {
    for lord in [Lord::Watcher, Lord::Vigil, Lord::Lookout] {
        let (scene, told) = recruited(Scene::with_kraken(2), lord);
        assert_eq!(kinds(&told), ["NebulisGained", "FigureMoved", "SentinelTaken"]);
        assert_eq!(scene.game.decision, Decision::PlaceSentinel { lord });
    }
}

// The Shareholder.

#[test]
fn lord_shareholder_earns_a_pearl_when_an_opponent_recruits_with_allies() {
    let scene = Scene::with_kraken(3).lords(LEFT, &[Lord::Shareholder]);
    let (scene, _) = recruited(scene, Lord::Keeper);
    assert_eq!(scene.pearls_of(LEFT), 2);
    let scene = Scene::with_kraken(3).lords(ACTIVE, &[Lord::Shareholder]);
    let (scene, _) = recruited(scene, Lord::Keeper);
    assert_eq!(scene.pearls_of(ACTIVE), 1, "not for its owner's recruitments");
    let scene = Scene::with_kraken(3).turned(LEFT, &[Lord::Shareholder]);
    assert_eq!(recruited(scene, Lord::Keeper).0.pearls_of(LEFT), 1);
}

#[test]
fn g20_the_shareholder_earns_nothing_for_lords_that_come_without_allies() {
    let scene = Scene::with_kraken(2).pearls(ACTIVE, 5).lords(LEFT, &[Lord::Shareholder]);
    let (mut scene, _) = recruited(scene, Lord::Corruptor);
    assert_eq!(scene.pearls_of(LEFT), 2, "for the Corruptor");
    scene.play(ACTIVE, Move::Recruit { lord: BYSTANDERS[0] });
    assert_eq!(scene.pearls_of(LEFT), 2, "not for the second Lord");
}

// The Inheritor.

#[test]
fn lord_inheritor_brings_five_pearls_in_one_gain() {
    let scene = Scene::with_kraken(2).lords(LEFT, &[Lord::Highwayman]);
    let (scene, told) = recruited(scene, Lord::Inheritor);
    let expected = [gained(ACTIVE, 5, Lord::Inheritor), skimmed(LEFT, ACTIVE), next_turn()];
    assert_eq!(told, expected);
    assert_eq!((scene.pearls_of(ACTIVE), scene.pearls_of(LEFT)), (5, 2));
}

// The Hypnotist.

#[test]
fn lord_hypnotist_buys_two_allies_in_a_turn_at_rising_prices() {
    let scene = Scene::with_kraken(2).pearls(LEFT, 9).lords(LEFT, &[Lord::Hypnotist]);
    let mut scene = scene.deck(&[Card::Crab1; 6]);
    scene.play(ACTIVE, EXPLORE);
    scene.play(LEFT, Move::Buy(YES));
    scene.play(LEFT, Move::Buy(YES));
    assert_eq!(scene.pearls_of(LEFT), 9 - 1 - 2);
    assert!(scene.is_asked(ACTIVE), "a third is not offered");
    assert_eq!(scene.hand_of(LEFT), [Card::Crab1; 2]);
    scene.play(ACTIVE, Move::TakeAlly(YES));
    assert!(scene.game.turn.buyers.is_empty() && scene.game.turn.second_buyers.is_empty());
}

#[test]
fn e10_with_a_hypnotist_the_price_may_exceed_three() {
    let scene = Scene::with_kraken(4).pearls(LEFT, 20).lords(LEFT, &[Lord::Hypnotist]);
    let mut scene = scene.pearls(THIRD, 9).pearls(FOURTH, 9).deck(&[Card::Crab1; 9]);
    scene.play(ACTIVE, EXPLORE);
    scene.play(LEFT, Move::Buy(YES));
    scene.play(LEFT, Move::Decline(YES));
    scene.play(THIRD, Move::Buy(YES));
    scene.play(LEFT, Move::Decline(YES));
    scene.play(FOURTH, Move::Buy(YES));
    let told = scene.play(LEFT, Move::Buy(YES));
    assert!(matches!(told[0], Event::AllyBought { pearls: 4, .. }));
}

#[test]
fn e11_without_a_hypnotist_one_ally_a_turn_is_bought() {
    let mut scene = Scene::with_kraken(2).pearls(LEFT, 9).deck(&[Card::Crab1; 6]);
    scene.play(ACTIVE, EXPLORE);
    scene.play(LEFT, Move::Buy(YES));
    assert!(scene.is_asked(ACTIVE));
}

// The Healer.

#[test]
fn lord_healer_takes_an_ally_of_the_discard_that_may_be_one_just_spent_but_no_monster() {
    let scene = Scene::with_kraken(2).discard(&[Card::Kraken4, Card::Monster]);
    let (mut scene, _) = recruited(scene, Lord::Healer);
    let spent: Vec<Card> = payment(Lord::Healer)
        .into_iter()
        .filter(|&ally| scene.game.board.discard.has(ally))
        .collect();
    assert!(!spent.is_empty());
    let heal = |ally| Move::TakeDiscarded { ally };
    let open: Vec<Move> = spent.iter().copied().chain([Card::Kraken4]).map(heal).collect();
    scene.assert_open(ACTIVE, &open);
    assert_eq!(scene.refused(ACTIVE, heal(Card::Monster)), ("NOT_IN_THE_DISCARD", "D.1"));
    let told = scene.play(ACTIVE, heal(Card::Kraken4));
    assert_eq!(told[0], Event::AllyHealed { seat: ACTIVE, ally: Card::Kraken4 });
    assert_eq!(scene.hand_of(ACTIVE), [Card::Kraken4]);
}

#[test]
fn lord_healer_finds_nothing_in_a_discard_without_allies() {
    // With one Ally spent and kept, the discard holds the Monster alone.
    let scene = Scene::with_kraken(2).discard(&[Card::Monster]).court(&[Lord::Healer]);
    let mut scene = scene.court(&BYSTANDERS).hand(ACTIVE, &[Card::Jellyfish5]).pearls(ACTIVE, 2);
    let told = scene.recruit(Lord::Healer, &[Card::Jellyfish5], Card::Jellyfish5);
    assert_eq!(told.last(), Some(&next_turn()));
}

// The Highwayman.

#[test]
fn lord_highwayman_takes_one_pearl_of_a_gain_of_two_or_more() {
    let with = |lord| {
        let scene = Scene::with_kraken(2).pearls(ACTIVE, 0).lords(LEFT, &[Lord::Highwayman]);
        let (scene, told) = recruited(scene, lord);
        (has_kind(&told, "PearlSkimmed"), scene.pearls_of(ACTIVE), scene.pearls_of(LEFT))
    };
    assert_eq!(with(Lord::Trader), (true, 2, 2));
    assert_eq!(with(Lord::Peddler), (true, 1, 2));
    assert_eq!(with(Lord::Shopkeeper), (false, 1, 1));
}

#[test]
fn lord_highwayman_takes_of_the_slaver_of_the_court_and_of_a_monster() {
    let scene = || Scene::with_kraken(2).pearls(ACTIVE, 0).lords(LEFT, &[Lord::Highwayman]);
    let mut slaver = scene().lords(ACTIVE, &[Lord::Slaver]).hand(ACTIVE, &[Card::Crab1]);
    let told = slaver.play(ACTIVE, Move::SellAlly { ally: Card::Crab1 });
    assert_eq!(told[2], skimmed(LEFT, ACTIVE));
    let hand = [Card::Seahorse5, Card::Seahorse3];
    let mut court = scene().court(&[Lord::Shepherd]).hand(ACTIVE, &hand);
    let told = court.recruit(Lord::Shepherd, &hand, Card::Seahorse3);
    assert!(told.contains(&skimmed(LEFT, ACTIVE)));
    let mut monster = scene().pearls(LEFT, 0).deck(&[Card::Monster]).threat(2);
    monster.play_all(ACTIVE, &[EXPLORE, Move::Fight(YES)]);
    let told = monster.play(ACTIVE, Move::TakeReward { keys: 0, pearls: 2, monsters: 0 });
    assert_eq!(told[1], skimmed(LEFT, ACTIVE));
}

#[test]
fn e18_the_pearl_of_the_last_space_does_not_add_up_with_a_reward_for_the_highwayman() {
    let scene = Scene::with_kraken(2).pearls(ACTIVE, 0).pearls(LEFT, 0);
    let mut scene = scene.lords(LEFT, &[Lord::Highwayman]).deck(&[Card::Monster]);
    scene.game.board.track.extend([Card::Crab1, Card::Crab1, Card::Squid1, Card::Squid1]);
    let told = scene.play(ACTIVE, EXPLORE);
    assert!(has_kind(&told, "PearlsGained"));
    let told = scene.play(ACTIVE, Move::TakeReward { keys: 0, pearls: 1, monsters: 0 });
    assert!(has_kind(&told, "PearlsGained") && !has_kind(&told, "PearlSkimmed"));
}

#[test]
fn lord_highwayman_takes_of_a_sale_for_two_white_pearls_and_gives_a_buyer_one_back() {
    let sold = |buyer: Seat, nebulis: u16| {
        let scene = Scene::with_kraken(3).pearls(ACTIVE, 0).lords(LEFT, &[Lord::Highwayman]);
        let mut scene = scene.pearls(LEFT, 0).pearls(buyer, 2 - nebulis).deck(&[Card::Crab1; 2]);
        scene = scene.nebulis(buyer, 2 * nebulis);
        if nebulis > 0 {
            scene = scene.figure(buyer);
        }
        scene.game.turn.purchases = 1;
        scene.play(ACTIVE, EXPLORE);
        let step = match nebulis {
            0 => Move::Buy(YES),
            count => Move::BuyWithNebulis { count: count as u8 },
        };
        if !scene.is_asked(buyer) {
            scene.play(LEFT, Move::Decline(YES));
        }
        let told = scene.play(buyer, step);
        (has_kind(&told, "PearlSkimmed"), scene.pearls_of(ACTIVE), scene.pearls_of(LEFT))
    };
    assert_eq!(sold(THIRD, 0), (true, 1, 1));
    assert_eq!(sold(THIRD, 1), (false, 1, 0), "one of the two was a Nebulis");
    assert_eq!(sold(LEFT, 0), (true, 1, 1));
}

#[test]
fn lord_highwayman_stops_at_the_shaman_of_the_gainer() {
    let scene =
        Scene::with_kraken(2).lords(LEFT, &[Lord::Highwayman]).lords(ACTIVE, &[Lord::Shaman]);
    assert!(!has_kind(&recruited(scene, Lord::Trader).1, "PearlSkimmed"));
    let scene = Scene::with_kraken(2).turned(LEFT, &[Lord::Highwayman]);
    assert!(!has_kind(&recruited(scene, Lord::Trader).1, "PearlSkimmed"));
    let scene = Scene::with_kraken(2).lords(ACTIVE, &[Lord::Highwayman]);
    assert!(!has_kind(&recruited(scene, Lord::Trader).1, "PearlSkimmed"));
}

// The Executioner.

#[test]
fn lord_executioner_has_opponents_discard_an_affiliated_ally_of_the_race_named() {
    use gueridon_game::Kind;
    let crabs = [Card::Crab1, Card::Crab4];
    let scene = Scene::with_kraken(4).affiliated(LEFT, &crabs).affiliated(THIRD, &[Card::Crab2]);
    let scene = scene.affiliated(FOURTH, &crabs).lords(FOURTH, &[Lord::Shaman]);
    let (mut scene, _) = recruited(scene, Lord::Executioner);
    let name = |race| Move::NameRace { race };
    scene.assert_open(ACTIVE, &Race::ALL.iter().map(|&race| name(race)).collect::<Vec<_>>());
    let told = scene.play(ACTIVE, name(Race::Crab));
    let lost = |seat, ally| Event::AffiliatedDiscarded { seat, ally };
    let named = Event::RaceNamed { seat: ACTIVE, race: Race::Crab };
    assert_eq!(told, [named, lost(THIRD, Card::Crab2)]);
    assert_eq!(scene.game.asked(), Seats::just(LEFT));
    let discard = |ally| Move::DiscardAffiliated { ally };
    scene.assert_open(LEFT, &crabs.map(discard));
    assert_eq!(scene.refused(LEFT, discard(Card::Squid1)), ("NOT_AFFILIATED", "D.1"));
    let told = scene.play(LEFT, discard(Card::Crab1));
    assert_eq!(told, [lost(LEFT, Card::Crab1), next_turn()]);
    assert!(scene.game.board.discard.has(Card::Crab1) && scene.game.board.discard.has(Card::Crab2));
    assert_eq!(scene.game.player(FOURTH).affiliated, cards(&crabs));
}

#[test]
fn lord_executioner_asks_nothing_when_nobody_has_anything_to_lose() {
    let scene = Scene::with_kraken(2).affiliated(LEFT, &[Card::Crab1]).lords(LEFT, &[Lord::Shaman]);
    assert_eq!(recruited(scene, Lord::Executioner).1, [next_turn()]);
    let (mut scene, _) =
        recruited(Scene::with_kraken(2).affiliated(LEFT, &[Card::Crab1]), Lord::Executioner);
    let told = scene.play(ACTIVE, Move::NameRace { race: Race::Squid });
    assert_eq!(kinds(&told), ["RaceNamed", "TurnStarted"]);
}

// The Recipient.

#[test]
fn lord_recipient_adds_a_lord_to_the_court_for_nothing_once_a_turn() {
    let scene = Scene::with_kraken(2).pearls(ACTIVE, 0).court(&[Lord::Miller]);
    let mut scene = scene.lords(ACTIVE, &[Lord::Recipient]).lord_deck(&[Lord::Keeper, Lord::Sage]);
    let told = scene.play(ACTIVE, INVITE);
    // Nobody plots, for no Pearl is paid.
    let lord = scene.game.board.court[1];
    assert_eq!(told, [Event::LordInvited { seat: ACTIVE, lord }]);
    assert_eq!(scene.refused(ACTIVE, INVITE), ("POWER_USED", "E6"));
}

#[test]
fn lord_recipient_needs_a_space_and_a_lord() {
    let recipient = || Scene::with_kraken(2).lords(ACTIVE, &[Lord::Recipient]);
    let full = [Lord::Keeper, Lord::Sage, Lord::Elder];
    let mut scene = recipient().court(&BYSTANDERS).court(&full);
    assert_eq!(scene.refused(ACTIVE, INVITE), ("COURT_FULL", "D.1"));
    let mut scene = recipient().court(&BYSTANDERS).lord_deck(&[]);
    assert_eq!(scene.refused(ACTIVE, INVITE), ("NO_LORDS_LEFT", "D.1"));
}

#[test]
fn lord_recipient_may_also_act_after_the_action() {
    let scene = Scene::with_kraken(2).lords(ACTIVE, &[Lord::Recipient]).council(&[Card::Crab1]);
    let mut scene = scene;
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    scene.assert_open(ACTIVE, &[INVITE, Move::EndTurn(YES)]);
}

#[test]
fn e6b_the_recipient_waits_between_a_recruitment_and_the_refill() {
    let hand = [Card::Seahorse4, Card::Crab4];
    let mut scene = super::recruiter(2, Lord::Reaper, &hand).lords(ACTIVE, &[Lord::Recipient]);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    scene.play_all(ACTIVE, &hand.map(spend));
    scene.play(ACTIVE, PAY);
    scene.assert_open(ACTIVE, &hand.map(|ally| Move::Affiliate { ally }));
    assert_eq!(scene.refused(ACTIVE, INVITE), ("NOT_NOW", "E6b"));
}

// The Liberator.

#[test]
fn lord_liberator_frees_a_covered_lord_whose_location_stays() {
    let under = [Lord::Slaver, Lord::Keeper];
    let scene = Scene::with_kraken(2).location(ACTIVE, Location::Jail, &under);
    let (mut scene, _) = recruited(scene, Lord::Liberator);
    let free = |lord| Move::FreeLord { lord };
    scene.assert_open(ACTIVE, &under.map(free));
    assert_eq!(scene.refused(ACTIVE, free(Lord::Liberator)), ("NOT_COVERED", "D.1"));
    let told = scene.play(ACTIVE, free(Lord::Keeper));
    assert_eq!(told, [Event::LordFreed { seat: ACTIVE, lord: Lord::Keeper }, next_turn()]);
    let player = scene.game.player(ACTIVE);
    assert_eq!((player.keys(), &player.locations[..]), (1, &[Location::Jail][..]));
}

#[test]
fn lord_liberator_may_bring_the_third_key_together() {
    let scene = Scene::with_kraken(2).location(ACTIVE, Location::Jail, &[Lord::Keeper]);
    let scene = scene.key_tokens(ACTIVE, 2).available(&[Location::Chasm]);
    let (mut scene, told) = recruited(scene, Lord::Liberator);
    assert_eq!(told[0], Event::LordFreed { seat: ACTIVE, lord: Lord::Keeper });
    scene.play(ACTIVE, super::take(Location::Chasm));
    assert_eq!(scene.game.player(ACTIVE).locations.len(), 2);
}

#[test]
fn lord_liberator_g3_a_freed_ambassador_pays_the_next_location_and_its_arrow_is_not_replayed() {
    let scene = Scene::with_kraken(2).location(ACTIVE, Location::Jail, &[Lord::Elder]);
    let scene = scene.available(&[Location::Chasm]);
    let (mut scene, told) = recruited(scene, Lord::Liberator);
    assert_eq!(kinds(&told), ["LordFreed"]);
    assert_eq!(scene.game.decision, Decision::ControlLocation);
    let told = scene.play(ACTIVE, super::take(Location::Chasm));
    let lords = [Lord::Elder].into_iter().collect();
    let location = Location::Chasm;
    assert!(told.contains(&Event::LocationPaid { seat: ACTIVE, location, lords, keys: 0 }));
}

#[test]
fn lord_liberator_does_nothing_without_covered_lords_and_repeats_no_arrival() {
    assert_eq!(recruited(Scene::with_kraken(2), Lord::Liberator).1, [next_turn()]);
    let scene = Scene::with_kraken(2).location(ACTIVE, Location::Jail, &[Lord::Commander]);
    let (scene, told) = recruited(scene.hand(LEFT, &[Card::Crab1; 9]), Lord::Liberator);
    assert_eq!(kinds(&told), ["LordFreed", "TurnStarted"]);
    assert_eq!(scene.hand_of(LEFT).len(), 9);
    let freed = scene.game.player(ACTIVE).lords.iter().find(|owned| owned.lord == Lord::Commander);
    assert_eq!(freed.map(|owned| owned.place), Some(LordPlace::Free));
}

// The Grower and the Oyster Farmer.

#[test]
fn lord_grower_and_oyster_farmer_have_points_and_no_power() {
    for (lord, points) in [(Lord::Grower, 7), (Lord::OysterFarmer, 13)] {
        let (scene, told) = recruited(Scene::with_kraken(2), lord);
        assert_eq!(told, [next_turn()]);
        assert_eq!(scene.points(ACTIVE, "lords"), points);
    }
}
