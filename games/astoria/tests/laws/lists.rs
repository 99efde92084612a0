//! Lists of steps, as clients send them: a fight is one move, and no list goes on after something
//! new has come to light, not even where the likely outcome is the true one.

use astoria::Astoria;
use gueridon_game::border::Op;
use gueridon_game::table::{Failure, Table};
use gueridon_game::{Dice, Seed};
use serde_json::{Value, json};

fn call(table: &mut Table<Astoria>, op: Op, request: &Value) -> Result<Value, Failure> {
    let reply = table.call(op as u32, request.to_string().as_bytes())?;
    Ok(serde_json::from_slice(&reply).expect("replies are JSON"))
}

/// Plays one move and keeps it; gives back what happened.
fn play(table: &mut Table<Astoria>, seat: u64, entry: u64, steps: &[Value]) -> Vec<Value> {
    let request = json!({"seat": seat, "entry": entry, "steps": steps});
    let played = call(table, Op::Play, &request).expect("a legal move");
    call(table, Op::Keep, &json!({})).expect("something to keep");
    played["told"].as_array().cloned().unwrap_or_default()
}

/// Who is to act first, and what it may do; nobody when the game is over.
fn asked(table: &mut Table<Astoria>) -> Option<(u64, Vec<Value>)> {
    let look = json!({"eyes": "public", "language": "EN"});
    let seat = call(table, Op::Look, &look).expect("a look")["toAct"][0].as_u64()?;
    let moves = call(table, Op::Moves, &json!({"seat": seat, "language": "EN"})).expect("moves");
    let moves = moves.as_array().cloned().unwrap_or_default();
    Some((seat, moves.iter().map(|choice| choice["move"].clone()).collect()))
}

/// Random games of four, with `visit` called before every move.
fn walk(games: u64, mut visit: impl FnMut(&mut Table<Astoria>, u64, u64, &[Value])) {
    for number in 0..games {
        let seed = format!("{number:064x}");
        let mut dice = Dice::new(&Seed::of_test(number), 0);
        let deal = json!({"deal": {"options": null, "seats": 4, "seed": seed}});
        let mut table: Table<Astoria> =
            Table::open(deal.to_string().as_bytes()).expect("a table").0;
        let mut entry = 0;
        while let Some((seat, moves)) = asked(&mut table) {
            entry += 1;
            visit(&mut table, seat, entry, &moves);
            let step = dice.pick(&moves).expect("a move").clone();
            play(&mut table, seat, entry, &[step]);
        }
    }
}

/// The code that a list is refused with, and the step that was.
fn refused(
    table: &mut Table<Astoria>,
    seat: u64,
    entry: u64,
    steps: &Value,
) -> (String, Option<usize>) {
    let request = json!({"seat": seat, "entry": entry, "steps": steps});
    match call(table, Op::Play, &request) {
        Err(Failure::Refused(refused)) => (refused.code, refused.step),
        other => panic!("{steps} was not refused: {other:?}"),
    }
}

/// That no list goes on after a step of this kind while its seat is still asked, whatever follows.
fn ends_the_list(kind: &str, least: usize) {
    let after = [
        json!({"reinforce": "YES"}),
        json!({"tribute": {"gem": "fire"}}),
        json!({"assault": "YES"}),
        json!({"shape": {"artefact": "orb_fire", "gem": "fire"}}),
        json!({"endTurn": "YES"}),
    ];
    let mut met = 0;
    walk(12, |table, seat, entry, moves| {
        let Some(step) = moves.iter().find(|step| !step[kind].is_null()) else { return };
        for next in &after {
            let (code, place) = refused(table, seat, entry, &json!([step, next]));
            assert!(["TOO_FAR", "NOT_YOUR_TURN", "GAME_OVER"].contains(&code.as_str()), "{code}");
            assert_eq!(place, Some(1));
            met += usize::from(code == "TOO_FAR");
        }
    });
    assert!(met > least, "{met}");
}

#[test]
fn a_list_ends_with_the_card_it_draws() {
    ends_the_list("draw", 100);
}

#[test]
fn a_list_ends_with_an_accusation_right_or_wrong() {
    ends_the_list("accuse", 100);
}

#[test]
fn a_list_ends_with_the_cards_it_looks_at() {
    ends_the_list("peek", 2);
}

#[test]
fn what_hides_nothing_goes_on_in_one_list() {
    let mut met = 0;
    walk(6, |table, seat, entry, moves| {
        let reinforce = json!({"reinforce": "YES"});
        if moves.contains(&reinforce) && entry % 3 == 0 {
            let steps = json!([reinforce, {"defend": "YES"}]);
            let (code, _) = refused(table, seat, entry, &steps);
            let codes = ["NOT_NOW", "NOT_YOUR_TURN", "TOO_FAR"];
            assert!(codes.contains(&code.as_str()), "{code}");
            met += usize::from(code == "NOT_NOW");
        }
    });
    assert!(met > 10, "{met}");
}

#[test]
fn a_fight_from_the_choice_of_the_chief_to_the_strike_is_one_move() {
    let mut met = 0;
    walk(6, |table, seat, entry, moves| {
        let Some(fight) = moves.iter().find(|step| step["fight"].is_object()) else { return };
        let steps = json!([fight, {"strike": "YES"}]);
        let request = json!({"seat": seat, "entry": entry, "steps": steps});
        // Without a card to tilt, the fight is over before the strike.
        let Ok(played) = call(table, Op::Play, &request) else { return };
        call(table, Op::Drop, &json!({})).expect("something to drop");
        let told = played["told"].as_array().expect("what happened");
        let is_over = |told: &Value| told["event"]["__typename"] == "FightLost";
        assert!(told.iter().any(is_over), "{told:?}");
        met += 1;
    });
    assert!(met > 5, "{met}");
}
