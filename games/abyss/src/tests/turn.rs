//! Set-up and the course of a turn: E1 to E7, E92.

use gueridon_game::{Dice, Eyes, Game, Kind, Log, Seat, Seats, Seed};

use super::scene::{ACTIVE, LEFT, Scene, YES, kinds, playout};
use crate::cards::{Card, Location, Lord, Race, Token};
use crate::decision::Decision;
use crate::event::Source;
use crate::moves::Move;
use crate::state::Abyss;
use crate::{Event, Options};

fn deal(seats: u8, seed: u64) -> Abyss {
    Abyss::deal(&Options::default(), seats, &mut Dice::new(&Seed::of_test(seed), 0)).unwrap()
}

#[test]
fn e1_everybody_starts_with_one_pearl_and_nothing_else() {
    for seats in 2..=4 {
        let game = deal(seats, 1);
        assert_eq!(game.players.len(), usize::from(seats));
        for player in &game.players {
            assert_eq!((player.pearls, player.key_tokens), (1, 0));
            assert!(player.hand.is_empty() && player.affiliated.is_empty());
            assert!(player.lords.is_empty() && player.locations.is_empty());
            assert!(player.tokens.is_empty());
        }
    }
}

#[test]
fn e1_the_first_player_is_drawn_by_lot() {
    let first = |seed| deal(4, seed).turn.active;
    let firsts: Seats = (0..60).map(first).collect();
    assert_eq!(firsts, Seats::first(4));
    assert!((0..60).all(|seed| deal(2, seed).to_act().len() == 1));
}

#[test]
fn e1_the_first_step_tells_who_begins_and_no_other_does() {
    let mut game = deal(3, 1);
    let seat = game.turn.active;
    for entry in 1..=3 {
        let who = game.to_act().lowest().unwrap();
        let (mut moves, mut log) = (Vec::new(), Log::new());
        game.moves(who, &mut moves);
        game.play(who, &moves[0], &mut Dice::new(&Seed::of_test(1), entry), &mut log).unwrap();
        let begins = |event: &&Event| matches!(event, Event::GameStarted { .. });
        let told: Vec<&Event> = log.glimpsed(Eyes::Public).collect();
        assert_eq!(told.first() == Some(&&Event::GameStarted { seat }), entry == 1);
        assert_eq!(told.into_iter().filter(begins).count(), usize::from(entry == 1));
    }
}

#[test]
fn e1_play_goes_to_the_left() {
    let one_each = [Card::Crab1, Card::Squid1, Card::Jellyfish1, Card::Seahorse1];
    let mut scene = Scene::new(4).council(&one_each);
    for (seat, card) in one_each.iter().enumerate() {
        assert_eq!(scene.game.to_act(), Seats::just(Seat(seat as u8)));
        scene.play(Seat(seat as u8), Move::TakeStack { race: card.race().unwrap() });
    }
    assert_eq!(scene.game.to_act(), Seats::just(ACTIVE));
}

#[test]
fn e1a_decks_court_and_board_are_laid_out() {
    let game = deal(3, 1);
    let board = &game.board;
    assert_eq!((board.deck.len(), board.lord_deck.len(), board.location_deck.len()), (71, 29, 19));
    for &card in Card::ALL {
        let copies = if card.is_kraken() { 0 } else { card.copies() };
        assert_eq!(board.deck.cards().count(card), copies, "{card:?}");
    }
    assert_eq!((board.court.len(), board.available.len()), (6, 1));
    let is_dealt_once =
        |lord: &Lord| board.court.contains(lord) != board.lord_deck.cards().has(*lord);
    assert!(Lord::ALL.iter().all(|lord| is_dealt_once(lord) != lord.facts().kraken));
    let is_laid_once =
        |place: &Location| board.available.has(*place) != board.location_deck.cards().has(*place);
    assert!(Location::ALL.iter().all(|place| is_laid_once(place) != place.facts().kraken));
    assert_eq!(Token::ALL.iter().map(|&token| board.token_pool.count(token)).sum::<u8>(), 20);
    assert_eq!(board.threat, 0, "the first square");
    assert!(board.stacks().next().is_none() && board.track.is_empty() && board.discard.is_empty());
    assert!(board.lords_out.is_empty() && board.locations_out.is_empty());
}

#[test]
fn e1a_every_lord_and_location_can_be_turned_up_first() {
    let deals: Vec<Abyss> = (0..200).map(|seed| deal(2, seed)).collect();
    for lord in Lord::ALL.iter().filter(|lord| !lord.facts().kraken) {
        assert!(deals.iter().any(|game| game.board.court.contains(lord)), "{lord:?}");
    }
    for &location in Location::ALL.iter().filter(|place| !place.facts().kraken) {
        assert!(deals.iter().any(|game| game.board.available.has(location)), "{location:?}");
    }
}

#[test]
fn e2_with_two_players_one_ally_is_sold_a_turn_for_one_pearl() {
    let mut scene = Scene::new(2).deck(&[Card::Crab1; 3]).pearls(LEFT, 10);
    scene.play(ACTIVE, Move::Explore(YES));
    scene.play(LEFT, Move::Buy(YES));
    assert_eq!(scene.game.decision, Decision::TakeOrReveal, "the second one is not offered");
    scene.play(ACTIVE, Move::Reveal(YES));
    assert_eq!(scene.game.decision, Decision::TakeOrReveal);
    assert_eq!((scene.pearls_of(ACTIVE), scene.pearls_of(LEFT)), (2, 9));
}

#[test]
fn e2_nothing_in_the_deal_depends_on_the_number_of_players() {
    for seats in 2..=4 {
        let board = deal(seats, 3).board;
        assert_eq!((board.deck.len(), board.lord_deck.len()), (71, 29));
        assert_eq!((board.location_deck.len(), board.token_pool.len()), (19, 20));
    }
}

#[test]
fn e3_plotting_then_exactly_one_action() {
    let mut scene = Scene::new(2).court(&[Lord::Miller]).council(&[Card::Crab1, Card::Squid1]);
    let actions = [
        Move::Explore(YES),
        Move::TakeStack { race: Race::Crab },
        Move::TakeStack { race: Race::Squid },
    ];
    scene.assert_open(ACTIVE, &[&[Move::Plot(YES)], &actions[..]].concat());
    scene.play(ACTIVE, Move::Plot(YES));
    scene.assert_open(ACTIVE, &actions);
    let told = scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    assert_eq!(kinds(&told), ["StackTaken", "TurnStarted"]);
    assert_eq!(scene.refused(ACTIVE, Move::Explore(YES)), ("NOT_YOUR_TURN", ""));
    assert!(scene.is_asked(LEFT));
}

#[test]
fn e3_control_of_a_location_ends_the_turn_and_is_compulsory() {
    let mut scene = Scene::new(2).key_tokens(ACTIVE, 3).council(&[Card::Crab1]);
    let scene = &mut scene;
    scene.game.board.available = [Location::Jail].into_iter().collect();
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    assert_eq!(scene.game.decision, Decision::ControlLocation);
    let draws = (1..=4).map(|count| Move::DrawLocations { count });
    let jail = Move::TakeLocation { location: Location::Jail };
    scene.assert_open(ACTIVE, &draws.chain([jail]).collect::<Vec<_>>());
    assert_eq!(scene.refused(ACTIVE, Move::Decline(YES)), ("NOT_NOW", "E3"));
    let told = scene.play(ACTIVE, jail);
    assert_eq!(kinds(&told), ["LocationTaken", "LocationPaid", "TurnStarted"]);
}

#[test]
fn e4_a_plot_costs_a_pearl_and_fills_the_space_farthest_from_the_deck() {
    let mut scene = Scene::new(2)
        .court(&[Lord::Miller, Lord::Keeper])
        .lord_deck(&[Lord::Sage])
        .pearls(ACTIVE, 5);
    let told = scene.play(ACTIVE, Move::Plot(YES));
    assert_eq!(told, [Event::LordPlotted { seat: ACTIVE, lord: Lord::Sage, pearls: 1 }]);
    assert_eq!(scene.game.board.court[..], [Lord::Miller, Lord::Keeper, Lord::Sage]);
    assert_eq!((scene.pearls_of(ACTIVE), scene.pearls_of(LEFT)), (4, 1));
}

#[test]
fn e4_plots_go_on_while_pearls_spaces_and_lords_remain() {
    let court = [Lord::Miller, Lord::Keeper, Lord::Reaper, Lord::Shepherd];
    let all_open = || Scene::new(2).court(&court).pearls(ACTIVE, 5);
    let mut full = all_open();
    full.play_all(ACTIVE, &[Move::Plot(YES); 2]);
    let mut cases = [
        (full, ("COURT_FULL", "E4")),
        (all_open().pearls(ACTIVE, 0), ("NO_PEARL", "E4")),
        (all_open().lord_deck(&[]), ("NO_LORDS_LEFT", "E4")),
    ];
    for (scene, refusal) in &mut cases {
        assert_eq!(scene.refused(ACTIVE, Move::Plot(YES)), *refusal);
    }
}

#[test]
fn e4_plotting_is_over_once_the_action_has_begun() {
    let mut scene = Scene::new(2).deck(&[Card::Crab1]).pearls(ACTIVE, 5).pearls(LEFT, 0);
    scene.play(ACTIVE, Move::Explore(YES));
    assert_eq!(scene.refused(ACTIVE, Move::Plot(YES)), ("NOT_NOW", "E3"));
}

/// A Slaver with something to sell, and all that the questions below need.
fn slaver(hand: &[Card]) -> Scene {
    let court = [Lord::Shepherd, Lord::Miller, Lord::Landowner, Lord::Aquaculturalist];
    Scene::new(2)
        .lords(ACTIVE, &[Lord::Slaver])
        .hand(ACTIVE, hand)
        .pearls(LEFT, 0)
        .court(&court)
        .council(&[Card::Crab2, Card::Squid2, Card::Jellyfish2])
}

const SELL: Move = Move::SellAlly { ally: Card::Crab1 };
const PAY_SHEPHERD: [Move; 4] = [
    Move::Recruit { lord: Lord::Shepherd },
    Move::Spend { ally: Card::Seahorse4 },
    Move::Spend { ally: Card::Seahorse4 },
    Move::Pay(YES),
];

#[test]
fn e6_the_owner_picks_the_moment_of_a_power() {
    let hand = [Card::Crab1, Card::Seahorse4, Card::Seahorse4];
    let ally = |scene: Scene| scene.deck(&[Card::Squid1]);
    let monster = |scene: Scene| scene.deck(&[Card::Monster]);
    let alchemist = |scene: Scene| scene.lords(ACTIVE, &[Lord::Alchemist]);
    let crab = Move::TakeStack { race: Race::Crab };
    let explore = Move::Explore(YES);
    let cases: [(Scene, &[Move], Decision); 7] = [
        (slaver(&hand), &[], Decision::Act),
        (ally(slaver(&hand)), &[explore], Decision::TakeOrReveal),
        (monster(slaver(&hand)), &[explore], Decision::FightOrReveal),
        (monster(slaver(&hand)), &[explore, Move::Fight(YES)], Decision::ChooseReward),
        (alchemist(slaver(&hand)), &[crab], Decision::SecondStack),
        (slaver(&hand), &PAY_SHEPHERD, Decision::Affiliate { lord: Lord::Shepherd }),
        (slaver(&hand), &[crab], Decision::EndTurn),
    ];
    for (mut scene, steps, decision) in cases {
        scene.play_all(ACTIVE, steps);
        assert_eq!(scene.game.decision, decision);
        let pearls = scene.pearls_of(ACTIVE);
        scene.play(ACTIVE, SELL);
        assert_eq!(scene.pearls_of(ACTIVE), pearls + 2, "{decision:?}");
        assert!(!scene.moves(ACTIVE).contains(&SELL), "{decision:?}");
    }
}

#[test]
fn e6_no_power_is_offered_within_other_choices() {
    let not_now = ("NOT_NOW", "E6");
    let hand = [Card::Crab1, Card::Seahorse4];
    let stack = Move::TakeStack { race: Race::Crab };
    let with_keys = || slaver(&hand).key_tokens(ACTIVE, 3);
    let draw = Move::DrawLocations { count: 2 };
    let smokers = Move::TakeLocation { location: Location::BlackSmokers };
    let token = Move::UseToken(YES);
    let at_smokers = || with_keys().available(&[Location::BlackSmokers, Location::Jail]);
    let cases: [(Scene, &[Move]); 5] = [
        (slaver(&hand).pearls(ACTIVE, 9), &PAY_SHEPHERD[..1]),
        (with_keys(), &[stack]),
        (with_keys(), &[stack, draw]),
        (at_smokers(), &[stack, smokers]),
        (at_smokers(), &[stack, smokers, token, token, token]),
    ];
    for (mut scene, steps) in cases {
        scene.play_all(ACTIVE, steps);
        assert_eq!(scene.refused(ACTIVE, SELL), not_now, "{:?}", scene.game.decision);
    }
    let mut offered = slaver(&hand).pearls(LEFT, 1).deck(&[Card::Squid1]);
    offered.play(ACTIVE, Move::Explore(YES));
    assert_eq!(offered.refused(ACTIVE, SELL), ("NOT_YOUR_TURN", ""));
    assert_eq!(offered.refused(LEFT, SELL), not_now);
}

#[test]
fn e6_a_power_is_used_once_in_each_turn_of_its_owner() {
    let mut scene = slaver(&[Card::Crab1, Card::Crab1, Card::Crab1]);
    scene.play(ACTIVE, SELL);
    assert_eq!(scene.refused(ACTIVE, SELL), ("POWER_USED", "E6"));
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    scene.play(LEFT, Move::TakeStack { race: Race::Squid });
    scene.play(ACTIVE, SELL);
    assert_eq!(scene.pearls_of(ACTIVE), 1 + 2 + 2);
}

#[test]
fn e6_an_extra_turn_refreshes_the_powers() {
    let mut scene = slaver(&[Card::Crab1, Card::Crab1]);
    scene.game.turn.extra_turn = true;
    scene.play_all(ACTIVE, &[SELL, Move::TakeStack { race: Race::Crab }]);
    scene.play(ACTIVE, SELL);
}

#[test]
fn e6a_a_power_used_before_the_payment_changes_what_can_be_paid() {
    let mut scene = slaver(&[Card::Crab1, Card::Seahorse5]);
    let shepherd = Move::Recruit { lord: Lord::Shepherd };
    assert_eq!(scene.refused(ACTIVE, shepherd), ("CANNOT_PAY", "E25"));
    scene.play(ACTIVE, SELL);
    scene.play(ACTIVE, shepherd);
}

#[test]
fn e6a_the_opportunist_can_throw_out_the_very_lord_that_was_wanted() {
    let mut scene =
        slaver(&[Card::Seahorse5]).lords(ACTIVE, &[Lord::Opportunist]).pearls(ACTIVE, 9);
    scene.play(ACTIVE, Move::ReplaceLord { lord: Lord::Shepherd });
    let gone = scene.refused(ACTIVE, Move::Recruit { lord: Lord::Shepherd });
    assert_eq!(gone, ("NOT_AT_COURT", "E3"));
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Landowner });
}

#[test]
fn e6b_no_lord_comes_to_court_between_recruitment_and_refill() {
    let mut scene = Scene::new(2)
        .lords(ACTIVE, &[Lord::Opportunist])
        .hand(ACTIVE, &[Card::Seahorse4, Card::Seahorse4])
        .court(&[Lord::Shepherd, Lord::Miller, Lord::Landowner]);
    scene.play_all(ACTIVE, &PAY_SHEPHERD);
    assert_eq!(scene.game.decision, Decision::Affiliate { lord: Lord::Shepherd });
    assert_eq!(scene.refused(ACTIVE, Move::Plot(YES)), ("NOT_NOW", "E3"));
    let told = scene.play(ACTIVE, Move::ReplaceLord { lord: Lord::Miller });
    let bonus = Event::PearlsGained { seat: ACTIVE, pearls: 2, source: Source::Court };
    assert_eq!(told.iter().filter(|&event| *event == bonus).count(), 1);
    assert_eq!(scene.game.board.court.len(), 6);
}

#[test]
fn e7_exploring_is_possible_with_nothing_left_but_the_monsters() {
    let mut scene = Scene::new(2).deck(&[]).discard(&[Card::Monster; 6]);
    let told = scene.play(ACTIVE, Move::Explore(YES));
    assert_eq!(kinds(&told), ["DeckReshuffled", "CardRevealed"]);
    let told = scene.play_all(ACTIVE, &[Move::Reveal(YES); 4]);
    assert_eq!(
        kinds(&told)[6..],
        ["MonsterPassed", "CardRevealed", "PearlsGained", "MonsterFought"]
    );
    assert_eq!(scene.game.decision, Decision::ChooseReward);
    assert_eq!(scene.game.board.deck.len(), 1);
}

#[test]
fn e7_an_action_always_exists_and_a_card_is_always_left_to_reveal() {
    for seed in 0..30 {
        playout(2 + (seed % 3) as u8, seed, |before, step, told, after| {
            if before.decision == Decision::Act {
                let mut moves = Vec::new();
                before.moves(before.turn.active, &mut moves);
                assert!(moves.contains(&Move::Explore(YES)));
                assert!(before.board.track.is_empty());
            }
            if matches!(step, Move::Explore(_) | Move::Reveal(_) | Move::Buy(_))
                && !matches!(after.decision, Decision::DiscardCards { .. })
            {
                assert!(told.iter().any(|event| matches!(event, Event::CardRevealed { .. })));
            }
            let board = &after.board;
            let on_track = board.track.iter().filter(|&&card| card == Card::Monster).count();
            let elsewhere =
                board.deck.cards().count(Card::Monster) + board.discard.count(Card::Monster);
            assert_eq!(on_track + usize::from(elsewhere), 6);
        });
    }
}

#[test]
fn e92_the_treasury_and_the_key_tokens_have_no_limit() {
    let mut scene = Scene::new(2).deck(&[Card::Monster]).threat(6).pearls(LEFT, 500);
    scene = scene.key_tokens(LEFT, 10).lords(LEFT, &[Lord::Landlord]);
    let told = scene.play_all(ACTIVE, &[Move::Explore(YES), Move::Fight(YES)]);
    assert!(told.contains(&Event::KeysGained { seat: ACTIVE, keys: 2 }));
    assert_eq!(scene.pearls_of(LEFT), 501);
}
