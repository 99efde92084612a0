//! The catalogue: everything has a name, cards say what is printed on them, and what is
//! reconstructed is said.

use gueridon_game::{CatalogueEntry, Eyes, Game, Kind, Language, Seat, Utterance};

use super::scene::{A, B, Scene, YES};
use crate::cards::{Artefact, Card, Domain, Faction, Invasion, Objective, Role};
use crate::moves::Move;
use crate::state::Astoria;
use crate::{Event, Options};

fn entry(id: &str, language: Language) -> CatalogueEntry {
    let all = Astoria::catalogue(&Options::default(), language);
    all.into_iter().find(|entry| entry.key == id).unwrap_or_else(|| panic!("{id}"))
}

#[test]
fn every_card_has_a_name_and_a_text() {
    let ids = Card::ALL.iter().map(|card| card.id());
    let ids = ids.chain(Invasion::ALL.iter().map(|card| card.id()));
    let ids = ids.chain(Objective::ALL.iter().map(|card| card.id()));
    for id in ids {
        for language in Language::ALL {
            let entry = entry(id, language);
            assert!(!entry.name.is_empty() && !entry.text.is_empty(), "{id}");
            assert!(!entry.text.contains(['{', '}']), "{}", entry.text);
        }
    }
}

/// Numbers by domain as texts have them.
fn amounts(numbers: &[u8], language: Language) -> String {
    let named = Domain::ALL.iter().zip(numbers).filter(|&(_, &number)| number > 0);
    let words = named.map(|(domain, number)| {
        let name = entry(domain.id(), language).name;
        format!("{name} {number}")
    });
    words.collect::<Vec<_>>().join(", ")
}

#[test]
fn an_artefacts_text_has_its_gems_its_glyphs_and_its_power() {
    for artefact in Artefact::ALL {
        let facts = artefact.facts();
        let text = entry(artefact.id(), Language::En).text;
        let needs = amounts(&facts.needs, Language::En);
        let domain = entry(facts.domain.id(), Language::En).name;
        let glyphs = format!("Takes {needs}. Makes {} {domain} glyph", facts.glyphs);
        assert!(text.starts_with(&glyphs), "{text}");
        let power = format!("costs {} Power", facts.power);
        assert_eq!(text.contains(&power), artefact.is_grimoire(), "{text}");
    }
    let text = entry("sceptre_fire", Language::Fr).text;
    assert_eq!(text, "Demande\u{a0}: Feu 2, Soufre 1, Solaire 1. Produit 4 glyphes (Feu).");
}

#[test]
fn an_invasion_cards_text_has_its_flux_and_all_that_it_does() {
    for card in Invasion::ALL {
        let facts = card.facts();
        let mut expected = format!("Flux: {}.", amounts(&facts.flux, Language::En));
        if facts.hammers > 0 {
            expected += &format!(" Reinforcements +{}.", facts.hammers);
        }
        if facts.dragon > 0 {
            expected += &format!(" Dragon +{}.", facts.dragon);
        }
        if let Some(chief) = &facts.chief {
            let malefice = entry(chief.malefice.id(), Language::En).name;
            let strength = chief.strength;
            expected += &format!(" A chief of strength {strength}; curse: {malefice}.");
        }
        assert_eq!(entry(card.id(), Language::En).text, expected);
    }
}

#[test]
fn what_no_source_gives_is_marked() {
    let marked = |id| entry(id, Language::En).reconstructed;
    for artefact in Artefact::ALL {
        let parts = marked(artefact.id());
        assert!(parts.contains(&"needs") && parts.contains(&"back"), "{artefact:?}");
    }
    assert_eq!(marked("grimoire_fire"), ["needs", "back"]);
    assert_eq!(marked("pendant_cobalt"), ["needs", "back"]);
    assert!(!marked("grimoire_solar").contains(&"glyphs"), "all Grimoires have as many");
    assert!(marked("orb_solar").contains(&"glyphs"));
    for card in Invasion::ALL {
        assert!(marked(card.id()).contains(&"flux"), "{card:?}");
        let is_chief = card.facts().chief.is_some();
        assert_eq!(marked(card.id()).contains(&"strength"), is_chief, "{card:?}");
    }
    assert!(marked("chief_fire").contains(&"malefice"));
    assert!(!marked("chief_cobalt").contains(&"malefice"));
    Domain::ALL.iter().for_each(|domain| assert_eq!(marked(domain.character().id()), ["name"]));
    let roles: Vec<_> = Role::ALL.iter().map(|role| marked(role.id())).collect();
    assert_eq!(roles, [vec!["copies"], vec!["copies"], vec![]]);
    assert!(Objective::ALL.iter().all(|objective| marked(objective.id()).is_empty()));
}

#[test]
fn a_domains_text_tells_what_its_glyphs_and_gems_do_besides() {
    let parts = [
        ("fire", Language::En, ["raises its agitation by 1", "the Dragon takes them as a tribute"]),
        ("fire", Language::Fr, ["augmente son agitation de 1", "le Dragon les accepte en tribut"]),
        ("sulphur", Language::En, ["yellow", "the Dragon takes them as a tribute"]),
        ("sulphur", Language::Fr, ["jaunes", "le Dragon les accepte en tribut"]),
        ("shadow", Language::En, ["no Grimoire", "none of an exile"]),
        ("shadow", Language::Fr, ["sauf un Grimoire", "celui d’un exilé"]),
    ];
    for (domain, language, parts) in parts {
        let text = entry(domain, language).text;
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    }
}

/// What a log says of an event, in both languages.
fn said(event: &Event) -> [String; 2] {
    let words = |language| Astoria::words(Utterance::Event(event), language);
    [words(Language::En), words(Language::Fr)]
}

#[test]
fn a_log_says_who_did_without_what_and_whose_curse_it_was() {
    let (seat, owner, chief) = (Seat(0), Seat(1), Invasion::ChiefSulphur);
    let parts = [
        (Event::RoundStarted { seat, round: 2 }, ["begins with", "joue en premier"]),
        (Event::MaleficeCountered { seat, chief }, ["counters the curse of the", "maléfice du"]),
        (Event::MaleficeHit { chief, health: 3 }, ["The curse of the", "Le maléfice du"]),
        (Event::MaleficeAllowed { seat, chief }, ["not counter the curse of", "maléfice du"]),
        (Event::DefenceDeclined { seat }, ["does not defend", "ne défend pas"]),
        (Event::GuardForsaken { seat, owner }, ["does not save the guard", "ne sauve pas"]),
        (Event::CardsLeftTilted { seat }, ["straightens no more", "ne redresse plus"]),
        (Event::Declined { seat }, ["without the second gem", "de la seconde gemme"]),
    ];
    for (event, parts) in parts {
        for (words, part) in said(&event).iter().zip(parts) {
            assert!(words.contains(part) && !words.contains("malefice"), "{words}");
        }
    }
    let labels = ["Chief concerned", "Counter the curse?"];
    let all = Astoria::catalogue(&Options::default(), Language::En);
    assert!(labels.iter().all(|label| all.iter().any(|entry| entry.name == *label)));
    assert!(all.iter().all(|entry| !entry.text.contains("malefice")));
}

#[test]
fn questions_steps_and_refusals_say_what_they_are_about() {
    let mut scene = Scene::new(4).next(Invasion::DragonGrowl).chiefs(&[Invasion::ChiefSulphur]);
    scene = scene.last_turn();
    scene.end_turns(1);
    let steal = Move::StealCard { seat: B, back: Domain::Fire };
    let accuse = Move::Accuse { seat: B, faction: Faction::Barbarians };
    let three = Scene::new(3);
    let refusal = three.game.allow(A, &accuse).unwrap_err();
    for (language, parts) in [
        (Language::En, ["curse of the", "Straighten all", "back: Fire", "nobody can be accused"]),
        (
            Language::Fr,
            ["maléfice du", "redresser toutes", "dos\u{a0}: Feu", "ne peut en être accusé"],
        ),
    ] {
        let utterances = [
            Utterance::Prompt(&scene.game, Eyes::Seat(B)),
            Utterance::Move(&Move::ReadyAll(YES)),
            Utterance::Move(&steal),
            Utterance::Refusal(&refusal),
        ];
        for (said, part) in utterances.into_iter().zip(parts) {
            let words = Astoria::words(said, language);
            assert!(words.contains(part), "{words}");
        }
    }
    let text = entry("AstoriaView.objectivesInPlay", Language::En).text;
    assert!(text.contains("not among them with two or three"), "{text}");
}
