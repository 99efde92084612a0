//! What Abyss says where its words were once misread.

use abyss::cards::{CATALOGUE, Lord};
use abyss::{Abyss, Event};
use gueridon_game::catalogue::Named;
use gueridon_game::{Game, Language, Seat, Seats, Utterance};

fn said(event: &Event) -> [String; 2] {
    Language::ALL.map(|language| Abyss::words(Utterance::Event(event), language))
}

fn named(key: &str) -> &'static Named {
    CATALOGUE.iter().find(|named| named.key == key).expect("it has a name")
}

#[test]
fn the_gift_of_the_fence_is_said_of_one_and_of_several() {
    let given = |to: Seats| Event::NebulisGiven { seat: Seat(1), to, nebulis: u16::from(to.len()) };
    let one = Seats::just(Seat(0));
    assert_eq!(
        said(&given(one)),
        ["{seat:1} gives 1 Nebulis to {seat:0}.", "{seat:1} donne 1 Nebulis à {seat:0}."]
    );
    let several = [
        "{seat:1} gives 2 Nebulis to {seat:0} and {seat:2}.",
        "{seat:1} donne 2 Nebulis à {seat:0} et {seat:2}.",
    ];
    assert_eq!(said(&given(one.with(Seat(2)))), several);
}

#[test]
fn the_recipient_does_not_plot() {
    let [english, french] = said(&Event::LordInvited { seat: Seat(0), lord: Lord::Sage });
    assert!(english.contains("Recipient") && !english.contains("plot"), "{english}");
    assert!(french.contains("Récipiendaire") && !french.contains("manigance"), "{french}");
}

#[test]
fn a_monster_token_has_one_name() {
    let tokens: Vec<_> = CATALOGUE.iter().filter(|named| named.kind == "token").collect();
    assert_eq!(tokens.len(), 3);
    for token in tokens {
        let [english, french] = token.names;
        assert!(english.starts_with("Monster token ("), "{english}");
        assert!(french.starts_with("Pion Monstre ("), "{french}");
    }
}

#[test]
fn what_krakens_in_hand_bring_and_what_the_figure_costs_is_said() {
    for key in ["kraken_2", "kraken_3", "kraken_4"] {
        let [english, french] = named(key).texts;
        assert!(english.contains("at the end of the game"), "{english}");
        assert!(french.contains("à la fin de la partie"), "{french}");
    }
    for text in named("kraken_figure").texts {
        assert!(text.contains("5 points"), "{text}");
    }
    let [english, french] = named("nebulis").texts;
    assert!(english.contains("still in hand") && french.contains("restés en main"));
}
