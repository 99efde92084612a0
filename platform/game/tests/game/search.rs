//! A search knows no more than its eyes, gives the same answer to the same question, and wins.

use gueridon_game::border::Op;
use gueridon_game::search::{Candidate, Search, greedy};
use gueridon_game::table::{Failure, Table};
use gueridon_game::{Dice, Eyes, Game, Kind, Log, Seat, Seed};
use serde_json::{Value, json};

use crate::example::{Move, Options, Sealed};

const ONE: Eyes = Eyes::Seat(Seat(1));

fn dealt(seats: u8, number: u64) -> Sealed {
    Sealed::deal(&Options::default(), seats, &mut Dice::new(&Seed::of_test(number), 0)).unwrap()
}

fn bid(game: &mut Sealed, seat: u8, step: &Move) {
    let dice = &mut Dice::new(&Seed::of_test(1), 1);
    game.play(Seat(seat), step, dice, &mut Log::muted()).unwrap();
}

fn open(game: &Sealed, seat: u8) -> Vec<Move> {
    let mut open = Vec::new();
    game.moves(Seat(seat), &mut open);
    open
}

fn searched(game: &Sealed, eyes: Eyes, iterations: u32) -> Search<Sealed> {
    let mut search = Search::new(game, eyes, &Seed::of_test(5));
    search.advance(iterations);
    search
}

#[test]
fn what_another_has_bid_in_secret_changes_nothing_for_whoever_bids_next() {
    let game = dealt(3, 4);
    let others = open(&game, 0);
    assert!(others.len() > 1);
    let found = others.iter().map(|step| {
        let mut game = game.clone();
        bid(&mut game, 0, step);
        searched(&game, ONE, 200).candidates()
    });
    let found: Vec<Vec<Candidate<Move>>> = found.collect();
    assert!(found.iter().all(|one| *one == found[0]), "{found:?}");
}

#[test]
fn a_search_in_slices_finds_what_it_finds_in_one_go() {
    let game = dealt(4, 9);
    let whole = searched(&game, ONE, 300);
    let mut sliced = searched(&game, ONE, 1);
    [99, 0, 150, 50].into_iter().for_each(|slice| sliced.advance(slice));
    assert_eq!(sliced.iterations(), 300);
    assert_eq!(whole.candidates(), sliced.candidates());
    assert!(whole.chances().eq(sliced.chances()));
    assert_ne!(whole.candidates(), searched(&game, ONE, 301).candidates());
}

#[test]
fn every_iteration_is_a_visit_of_one_candidate_and_all_chances_are_one() {
    let search = searched(&dealt(3, 2), ONE, 500);
    let visits: u32 = search.candidates().iter().map(|candidate| candidate.visits).sum();
    // The first iteration meets the decision, and chooses from the second on.
    assert_eq!(visits, 499);
    assert!((search.chances().sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn who_is_not_to_act_or_has_no_seat_has_chances_and_no_step() {
    let mut game = dealt(2, 3);
    let step = open(&game, 1)[0].clone();
    bid(&mut game, 1, &step);
    for eyes in [ONE, Eyes::Public, Eyes::All] {
        let search = searched(&game, eyes, 50);
        assert!(search.candidates().is_empty());
        assert_eq!(search.chances().count(), 2);
    }
}

#[test]
fn a_game_that_is_over_has_its_winner() {
    let game = played(1, |game, seat| open(game, seat)[0].clone());
    let score = game.score(Eyes::All);
    let search = searched(&game, ONE, 10);
    assert!(search.candidates().is_empty());
    for (column, chance) in score.seats.iter().zip(search.chances()) {
        assert_eq!(column.rank == 1, chance > 0.0);
    }
}

/// A game of two in which both always do what `chosen` says.
fn played(number: u64, mut chosen: impl FnMut(&Sealed, u8) -> Move) -> Sealed {
    let mut game = dealt(2, number);
    while let Some(seat) = game.to_act().lowest() {
        let step = chosen(&game, seat.0);
        bid(&mut game, seat.0, &step);
    }
    game
}

#[test]
fn with_one_prize_left_a_search_of_two_bids_its_highest_card() {
    for number in 0..20 {
        let dice = &mut Dice::new(&Seed::of_test(number), 0);
        let game =
            Sealed::deal(&serde_json::from_str(r#"{"rounds":1}"#).unwrap(), 2, dice).unwrap();
        let found = searched(&game, ONE, 400).candidates();
        let highest = open(&game, 1).into_iter().max_by_key(card).unwrap();
        assert_eq!(card(&found[0].step), card(&highest), "deal {number}: {found:?}");
        assert!(found.iter().all(|one| one.visits == 0 || one.chance <= found[0].chance));
    }
}

fn card(step: &Move) -> usize {
    let Move::Bid { card } = *step;
    Kind::index(card)
}

#[test]
fn greed_is_repeated_by_its_dice_and_ranks_every_open_step() {
    let game = dealt(3, 6);
    let ranked = greedy(&game, Seat(2), 3, &Seed::of_test(1));
    assert_eq!(ranked, greedy(&game, Seat(2), 3, &Seed::of_test(1)));
    assert_eq!(ranked.len(), open(&game, 2).len());
}

const SEED: &str = "0101010101010101010101010101010101010101010101010101010101010101";

fn table() -> Table<Sealed> {
    let request = json!({"deal": {"options": null, "seats": 2, "seed": SEED}});
    Table::open(request.to_string().as_bytes()).unwrap().0
}

fn ask(table: &mut Table<Sealed>, eyes: &Value, method: &Value) -> Result<Value, Failure> {
    let request = json!({"eyes": eyes, "dice": SEED.replace('1', "2"), "method": method});
    let reply = table.call(Op::Search as u32, request.to_string().as_bytes())?;
    Ok(serde_json::from_slice(&reply).unwrap())
}

#[test]
fn the_border_answers_the_same_however_a_search_was_asked_for_before() {
    let mut table = table();
    let eyes = json!({"seat": 1});
    let tree = |iterations: u32| json!({"tree": {"iterations": iterations}});
    let at_once = ask(&mut table, &eyes, &tree(120)).unwrap();
    let mut other = self::table();
    for iterations in [40, 80] {
        ask(&mut other, &eyes, &tree(iterations)).unwrap();
    }
    assert_eq!(ask(&mut other, &eyes, &tree(120)).unwrap(), at_once);
    // Fewer than were made, and another's eyes in between.
    let fewer = ask(&mut other, &eyes, &tree(40)).unwrap();
    assert_eq!(fewer["iterations"], 40);
    ask(&mut other, &json!("public"), &tree(10)).unwrap();
    assert_eq!(ask(&mut other, &eyes, &tree(120)).unwrap(), at_once);
    let candidates = at_once["candidates"].as_array().unwrap();
    assert!(candidates.len() > 1 && candidates[0]["visits"].as_u64() > Some(0), "{at_once}");
    let chances: u64 =
        at_once["chances"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert!((999..=1001).contains(&chances), "{at_once}");
}

#[test]
fn a_found_step_can_be_played_and_the_search_is_then_of_the_next_decision() {
    let mut table = table();
    for seat in [0, 1] {
        let eyes = json!({"seat": seat});
        let found = ask(&mut table, &eyes, &json!({"tree": {"iterations": 20}})).unwrap();
        let step = &found["candidates"][0]["move"];
        let play = json!({"seat": seat, "entry": seat + 1, "steps": [step]});
        table.call(Op::Play as u32, play.to_string().as_bytes()).unwrap();
        table.call(Op::Keep as u32, b"{}").unwrap();
        let after = ask(&mut table, &eyes, &json!({"tree": {"iterations": 20}})).unwrap();
        assert_eq!(after["candidates"].as_array().unwrap().is_empty(), seat == 0);
    }
}

#[test]
fn a_search_that_could_be_gone_on_with_counts_as_memory_of_its_table() {
    let mut table = table();
    let search = |table: &mut Table<Sealed>, seat: u8, iterations: u32| {
        let tree = json!({"tree": {"iterations": iterations}});
        let found = ask(table, &json!({"seat": seat}), &tree).unwrap();
        found["candidates"][0]["move"].clone()
    };
    let [zero, one] = [0, 1].map(|seat| search(&mut self::table(), seat, 5));
    let bytes_after = |table: &mut Table<Sealed>, seat: u8, step: &Value| {
        let play = json!({"seat": seat, "entry": seat + 1, "steps": [step]});
        let reply = table.call(Op::Play as u32, play.to_string().as_bytes()).unwrap();
        serde_json::from_slice::<Value>(&reply).unwrap()["summary"]["bytes"].as_u64().unwrap()
    };
    let without = bytes_after(&mut table, 0, &zero);
    search(&mut table, 1, 10);
    let short = bytes_after(&mut table, 0, &zero);
    search(&mut table, 1, 10_000);
    let long = bytes_after(&mut table, 0, &zero);
    assert!(without < short && short < long, "{without}, {short}, {long}");
    // With the kept step the search is forgotten.
    table.call(Op::Keep as u32, b"{}").unwrap();
    assert_eq!(bytes_after(&mut table, 1, &one), without);
}

#[test]
fn a_search_without_end_or_greed_of_nobody_is_a_bad_request() {
    let mut table = table();
    for (eyes, method) in [
        (json!({"seat": 2}), json!({"tree": {"iterations": 1}})),
        (json!({"seat": 1}), json!({"tree": {"iterations": 1_000_001}})),
        (json!({"seat": 1}), json!({"tree": {"iterations": 10_001}})),
        (json!({"seat": 1}), json!({"greedy": {"worlds": 1_001}})),
        (json!("public"), json!({"greedy": {"worlds": 1}})),
        (json!({"seat": 1}), json!({"oracle": {}})),
    ] {
        let refused = ask(&mut table, &eyes, &method);
        assert!(matches!(refused, Err(Failure::BadRequest(_))), "{method}: {refused:?}");
    }
}
