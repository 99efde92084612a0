//! What the game says: each phrase in English and in French, in the order of the topics.

use gueridon_game::Phrasebook;
use gueridon_game::catalogue::Named;

/// The ids of the cards.
pub(crate) const CARDS: [&str; 10] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/// The codes that the game refuses with, for clients to switch over, each with its sentence without
/// arguments.
pub(crate) const REFUSALS: [Named; 2] = [
    Named::refusal("BAD_ROUNDS", ["A game has 1 to 5 rounds", "Une partie a 1 à 5 manches"]),
    Named::refusal("NOT_IN_HAND", ["You have no such card", "Vous n’avez pas cette carte"]),
];

/// Phrases and names.
pub(crate) const BOOK: Phrasebook = Phrasebook {
    phrases: &[
        ("event.Bid", ["{seat:seat} bids[ {card}].", "{seat:seat} mise[ {card}]."]),
        (
            "event.Opened",
            [
                "Bids: {bids}. Prize {prize}[ goes to {seat:to}].",
                "Mises : {bids}. Prix {prize}[ pour {seat:to}].",
            ],
        ),
        ("move.bid", ["Bid {card}", "Miser {card}"]),
        ("prompt.bid", ["Bid for the prize {prize}", "Misez pour le prix {prize}"]),
        ("prompt.over", ["The game is over", "La partie est finie"]),
        ("prompt.wait", ["The others are bidding", "Les autres misent"]),
        ("refusal.BAD_MOVE", ["This is no step: {reason}", "Ce n’est pas un coup : {reason}"]),
        ("refusal.BAD_OPTIONS", ["Bad options: {reason}", "Options impossibles : {reason}"]),
        (
            "refusal.BAD_ROUNDS",
            ["A game has 1 to 5 rounds, not {rounds}", "Une partie a 1 à 5 manches, pas {rounds}"],
        ),
        (
            "refusal.BAD_SEATS",
            [
                "{fewest} to {most} can play, not {seats}",
                "On joue de {fewest} à {most}, pas {seats}",
            ],
        ),
        ("refusal.GAME_OVER", ["The game is over", "La partie est finie"]),
        ("refusal.NOT_IN_HAND", ["You have no {card}", "Vous n’avez pas de {card}"]),
        ("refusal.NOT_YOUR_TURN", ["You have bid already", "Vous avez déjà misé"]),
        ("refusal.NO_STEPS", ["There was nothing to play", "Il n’y avait rien à jouer"]),
        ("refusal.NO_SUCH_SEAT", ["There is no such seat", "Cette place n’existe pas"]),
    ],
    names: &[Named {
        key: "prizes",
        kind: "scoreLine",
        names: ["Prizes", "Prix"],
        texts: ["The sum of the prizes taken.", "La somme des prix remportés."],
        reconstructed: &[],
        nouns: None,
    }],
};
