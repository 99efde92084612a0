//! Turned Lords: E47, E48, G14.

use super::scene::{ACTIVE, LEFT, Scene, YES, kinds, playout};
use crate::Event;
use crate::cards::{Card, Location, Lord, Race};
use crate::moves::Move;
use crate::player::LordPlace;
use crate::state::Abyss;

const STACK: Move = Move::TakeStack { race: Race::Crab };

#[test]
fn e47_a_turned_lord_still_counts_towards_seven_and_keeps_its_points() {
    let six = [
        Lord::Keeper,
        Lord::Reaper,
        Lord::Miller,
        Lord::Landowner,
        Lord::Aquaculturalist,
        Lord::Peddler,
    ];
    let hand = [Card::Seahorse5, Card::Seahorse3];
    let mut scene = Scene::new(2).turned(ACTIVE, &six).court(&[Lord::Shepherd]);
    scene = scene.hand(ACTIVE, &hand);
    assert_eq!(scene.points(ACTIVE, "lords"), 6 + 6 + 10 + 12 + 11 + 9);
    let told = scene.recruit(Lord::Shepherd, &hand, Card::Seahorse3);
    assert!(told.contains(&Event::EndAnnounced { seat: ACTIVE, seventh_lord: true }));
}

#[test]
fn e47_the_power_and_the_key_of_a_turned_lord_are_dead() {
    let mut scene = Scene::new(2).council(&[Card::Crab1, Card::Squid1]).key_tokens(ACTIVE, 2);
    scene = scene.turned(ACTIVE, &[Lord::Slaver, Lord::Landlord]).hand(ACTIVE, &[Card::Crab1]);
    let sold = scene.refused(ACTIVE, Move::SellAlly { ally: Card::Crab1 });
    assert_eq!(sold, ("NO_POWER", "E6"));
    let told = scene.play(ACTIVE, STACK);
    assert_eq!(kinds(&told), ["StackTaken", "TurnStarted"], "two Keys are not three");
    let told = scene.play(LEFT, Move::TakeStack { race: Race::Squid });
    assert_eq!(kinds(&told), ["StackTaken", "TurnStarted"], "the Landlord pays nothing");
}

#[test]
fn e47_a_turned_lord_holds_no_location() {
    let mut scene = Scene::new(2).council(&[Card::Crab1]).key_tokens(ACTIVE, 3);
    scene = scene.lords(ACTIVE, &[Lord::Keeper]).turned(ACTIVE, &[Lord::Reaper]);
    scene = scene.available(&[Location::Jail]);
    scene.play_all(ACTIVE, &[STACK, Move::TakeLocation { location: Location::Jail }]);
    scene.assert_open(ACTIVE, &[Move::UseLord { lord: Lord::Keeper }, Move::UseToken(YES)]);
    assert_eq!(scene.refused(ACTIVE, Move::UseLord { lord: Lord::Reaper }), ("NO_KEY", "E38"));
}

#[test]
fn e47_a_turned_lord_may_be_given_up_and_its_replacement_is_not_turned() {
    let of_traitor = [Card::Squid5, Card::Crab5, Card::Jellyfish2];
    let of_schemer = [Card::Squid5, Card::Crab2, Card::Jellyfish1];
    let take = Move::TakeLord { lord: Lord::Reaper };
    let cases: [(Lord, [Card; 3], &[Move]); 2] =
        [(Lord::Traitor, of_traitor, &[take]), (Lord::Schemer, of_schemer, &[])];
    for (lord, hand, steps) in cases {
        let court = [lord, Lord::Reaper, Lord::Miller, Lord::Landowner, Lord::Aquaculturalist];
        let mut scene = Scene::new(2).court(&court).lord_deck(&[Lord::Shepherd]);
        scene = scene.hand(ACTIVE, &hand).turned(ACTIVE, &[Lord::Keeper]);
        scene.recruit(lord, &hand, hand[2]);
        scene.play(ACTIVE, Move::GiveUp { lord: Lord::Keeper });
        scene.play_all(ACTIVE, steps);
        let player = scene.game.player(ACTIVE);
        assert!(player.lords.iter().all(|owned| owned.place == LordPlace::Free), "{lord:?}");
        assert_eq!(player.lords.len(), 2);
        assert!(scene.game.board.lords_out.has(Lord::Keeper));
    }
}

fn turned(game: &Abyss) -> Vec<Lord> {
    let lords = game.players.iter().flat_map(|player| &player.lords);
    lords.filter(|owned| owned.place == LordPlace::Turned).map(|owned| owned.lord).collect()
}

#[test]
fn e48_only_the_assassin_turns_lords_and_nothing_turns_them_back() {
    let mut seen = 0;
    for seed in 0..60 {
        playout(2 + (seed % 3) as u8, seed, |before, _, told, after| {
            let count = |kind| kinds(told).iter().filter(|&found| found == kind).count();
            let gone = |lord: &Lord| after.board.lords_out.has(*lord);
            let (was, is) = (turned(before), turned(after));
            assert!(was.iter().all(|lord| is.contains(lord) || gone(lord)));
            let newly = is.iter().filter(|lord| !was.contains(lord)).count();
            assert_eq!(newly, count("LordTurned"));
            if newly > 0 {
                assert!(after.player(before.turn.active).has_active(Lord::Assassin));
                seen += newly;
            }
        });
    }
    assert!(seen > 0, "no Lord was ever turned");
}

#[test]
fn g14_turned_lords_count_for_locations() {
    let scene = Scene::new(2).location(ACTIVE, Location::SargassoSilos, &[]);
    assert_eq!(scene.points(ACTIVE, "locations"), 5);
    let scene = scene.turned(ACTIVE, &[Lord::Keeper]);
    assert_eq!(scene.points(ACTIVE, "locations"), 7);
}
