//! What a program offers: the games, options, seats and clocks that it plays with.

use gueridon_game::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::people::text::text;
use crate::refusal::{Answer, Code};
use gueridon_journal::{ClockRule, TableRow, TableSettings};

/// How many games an offer names at most.
const MOST_GAMES: usize = 20;
/// How many sets of options of a game it names at most; each is tried when the offer is made.
const MOST_OPTIONS: usize = 10;
/// At how many tables a program plays at a time at most.
const MOST_TABLES: u32 = 50;
/// The longest description, in characters.
const LONGEST_DESCRIPTION: usize = 200;

/// What a program offers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// The games.
    pub games: Vec<OfferedGame>,
    /// At how many tables it plays at a time.
    pub most_tables: u32,
    /// What it says of itself, at most once in each language.
    pub description: Vec<(Language, String)>,
}

/// A game that a program offers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OfferedGame {
    /// The game's id.
    pub game: String,
    /// With which options, each with everything chosen; none for any.
    pub options: Option<Vec<Value>>,
    /// With how many seats; none for any.
    pub seats: Option<Vec<u8>>,
    /// With which clocks; none for any.
    pub clocks: Option<Vec<ClockKind>>,
}

/// The kinds of clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ClockKind {
    /// No clock.
    None,
    /// So much for the whole game.
    Live,
    /// So much for every decision.
    Correspondence,
}

impl From<&TableSettings> for ClockKind {
    fn from(settings: &TableSettings) -> Self {
        match settings.clock {
            None => Self::None,
            Some(ClockRule::Live { .. }) => Self::Live,
            Some(ClockRule::Correspondence { .. }) => Self::Correspondence,
        }
    }
}

/// What of a table decides whether an offer is for it.
#[derive(Debug, Clone, PartialEq)]
pub struct TableKind {
    /// The game's id.
    pub game: String,
    /// Its options, with everything chosen.
    pub options: Value,
    /// How many seats there are.
    pub seats: u8,
    /// Its clock.
    pub clock: ClockKind,
}

impl From<&TableRow> for TableKind {
    fn from(row: &TableRow) -> Self {
        Self {
            game: row.game.clone(),
            options: serde_json::from_str(&row.options).unwrap_or_default(),
            seats: row.seats,
            clock: ClockKind::from(&row.settings),
        }
    }
}

impl Offer {
    /// Whether the offer is for such tables.
    #[must_use]
    pub fn fits(&self, table: &TableKind) -> bool {
        self.games.iter().any(|offered| {
            offered.game == table.game
                && names(&offered.options, &table.options)
                && names(&offered.seats, &table.seats)
                && names(&offered.clocks, &table.clock)
        })
    }

    /// Whether the offer has that game.
    #[must_use]
    pub fn has_game(&self, game: &str) -> bool {
        self.games.iter().any(|offered| offered.game == game)
    }

    /// The offer as it is kept, if it is within bounds.
    ///
    /// # Errors
    /// `BAD_OFFER`.
    pub(super) fn checked(mut self) -> Answer<Self> {
        let is_bounded = |offered: &OfferedGame| {
            is_list(&offered.options, MOST_OPTIONS)
                && is_list(&offered.seats, usize::from(u8::MAX))
                && is_list(&offered.clocks, usize::from(u8::MAX))
        };
        let fits = (1..=MOST_GAMES).contains(&self.games.len())
            && (1..=MOST_TABLES).contains(&self.most_tables)
            && self.games.iter().all(is_bounded);
        for (_, said) in &mut self.description {
            *said = text(said, LONGEST_DESCRIPTION).ok_or_else(bad)?;
        }
        let said_in = |language| self.description.iter().filter(|(of, _)| *of == language).count();
        let fits = fits && Language::ALL.into_iter().all(|language| said_in(language) <= 1);
        if fits { Ok(self) } else { Err(bad()) }
    }
}

fn bad() -> crate::refusal::Failure {
    let bounds = [
        ("games", MOST_GAMES.to_string()),
        ("options", MOST_OPTIONS.to_string()),
        ("tables", MOST_TABLES.to_string()),
        ("length", LONGEST_DESCRIPTION.to_string()),
    ];
    Code::BadOffer.refused(&bounds).into()
}

/// Whether a list, if there is one, has something in it and not too much.
fn is_list<T>(list: &Option<Vec<T>>, most: usize) -> bool {
    list.as_ref().is_none_or(|list| (1..=most).contains(&list.len()))
}

/// Whether a list names something, as no list at all does.
fn names<T: PartialEq>(list: &Option<Vec<T>>, one: &T) -> bool {
    list.as_ref().is_none_or(|list| list.contains(one))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn chess(offered: OfferedGame) -> Offer {
        Offer { games: vec![offered], most_tables: 1, description: Vec::new() }
    }

    fn anything() -> OfferedGame {
        OfferedGame { game: "chess".to_owned(), options: None, seats: None, clocks: None }
    }

    fn table() -> TableKind {
        let options = json!({"rounds": 3});
        TableKind { game: "chess".to_owned(), options, seats: 2, clock: ClockKind::Live }
    }

    #[test]
    fn an_offer_is_for_tables_that_it_names_in_every_respect() {
        let fits = |offered| chess(offered).fits(&table());
        assert!(fits(anything()));
        assert!(!fits(OfferedGame { game: "go".to_owned(), ..anything() }));
        for (options, is_named) in [(json!({"rounds": 3}), true), (json!({"rounds": 4}), false)] {
            let offered = OfferedGame { options: Some(vec![options]), ..anything() };
            assert_eq!(fits(offered), is_named);
        }
        assert!(fits(OfferedGame { seats: Some(vec![4, 2]), ..anything() }));
        assert!(!fits(OfferedGame { seats: Some(vec![4]), ..anything() }));
        assert!(fits(OfferedGame { clocks: Some(vec![ClockKind::Live]), ..anything() }));
        assert!(!fits(OfferedGame { clocks: Some(vec![ClockKind::None]), ..anything() }));
    }

    #[test]
    fn an_offer_has_bounds() {
        assert!(chess(anything()).checked().is_ok());
        let said = |words: &str| {
            let description = vec![(Language::En, words.to_owned())];
            Offer { description, ..chess(anything()) }
        };
        assert_eq!(said(" A bot ").checked().unwrap().description[0].1, "A bot");
        for bad in [
            Offer { games: Vec::new(), ..chess(anything()) },
            Offer { games: vec![anything(); 21], ..chess(anything()) },
            Offer { most_tables: 0, ..chess(anything()) },
            Offer { most_tables: 51, ..chess(anything()) },
            chess(OfferedGame { options: Some(Vec::new()), ..anything() }),
            chess(OfferedGame { options: Some(vec![json!({}); 11]), ..anything() }),
            chess(OfferedGame { seats: Some(Vec::new()), ..anything() }),
            said(""),
            Offer { description: vec![(Language::Fr, "a".to_owned()); 2], ..chess(anything()) },
            said("\u{202e}"),
            said(&"x".repeat(201)),
        ] {
            assert!(bad.clone().checked().is_err(), "{bad:?}");
        }
    }
}
