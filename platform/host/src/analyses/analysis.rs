//! What an analysis says, as the journal keeps it.

use gueridon_game::Seat;
use gueridon_game::border::LocalizedText;
use serde::{Deserialize, Serialize};

use crate::names::Names;
use crate::speech::sentence;

/// Each seat's chance of winning, in thousandths, in the order of the seats.
pub type Chances = Vec<u16>;

/// The analysis of a game that is over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// How many iterations the search for each figure made.
    pub iterations: u32,
    /// How many entries of the game are plays.
    pub plays: u32,
    /// How many of them were looked at; of a long game every second or third, and so on.
    pub looked_at: u32,
    /// The entry at which the time for it was over, so that later ones are not in it.
    pub cut_at: Option<u64>,
    /// The chances before the plays at which there was something to choose or to come to light,
    /// and at the end, in the order of the entries.
    pub points: Vec<Point>,
    /// The plays after which the chances changed most, in the order of the entries.
    pub turning_points: Vec<TurningPoint>,
    /// What each seat's chance owes to whom, in the order of the seats.
    pub shares: Vec<Share>,
}

/// The chances at one moment of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Point {
    /// After which entry; 0 for the deal.
    pub at: u64,
    /// Who plays next; nobody at the end.
    pub seat: Option<Seat>,
    /// The chances as far as that seat can know.
    pub known: Chances,
    /// The chances if everybody knew everything.
    pub actual: Chances,
}

/// A play after which the chances of its seat changed by much.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TurningPoint {
    /// Its entry.
    pub entry: u64,
    /// Whose play it was.
    pub seat: Seat,
    /// Why they changed.
    pub cause: Cause,
    /// By how much, in thousandths; negative if the chance of the seat became smaller.
    pub change: i32,
    /// The step that was played, in words, with seats as `{seat:2}`.
    pub played: LocalizedText,
    /// The step that would have been better, likewise; only for [`Cause::LostChance`].
    pub better: Option<LocalizedText>,
}

/// Why the chances of a seat change with its play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Cause {
    /// Another step would have been better, as far as its player could know.
    LostChance,
    /// What was drawn, rolled or came to light was better than could be expected.
    GoodLuck,
    /// It was worse.
    BadLuck,
}

impl Cause {
    /// Every cause.
    pub const ALL: [Self; 3] = [Self::LostChance, Self::GoodLuck, Self::BadLuck];

    /// Its name in the API.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::LostChance => "LOST_CHANCE",
            Self::GoodLuck => "GOOD_LUCK",
            Self::BadLuck => "BAD_LUCK",
        }
    }
}

/// By how much a seat's chance changed in a game, in thousandths, and through what. The three do not
/// add up to the whole change: the rest is what others knew, and what a search cannot tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Share {
    /// Through the seat's own choices: 0 if none could have been better.
    pub own: i32,
    /// Through what others chose.
    pub others: i32,
    /// Through draws, dice, and what came to light.
    pub luck: i32,
}

impl TurningPoint {
    /// A sentence about it, with the players' names.
    #[must_use]
    pub fn words(&self, names: &Names) -> LocalizedText {
        let template = sentence(self.cause.word());
        let points = ((self.change.unsigned_abs() + 5) / 10).to_string();
        names.put_into_all(&LocalizedText::new(|language| {
            let better = self.better.as_ref().map_or("", |better| better.get(language));
            template
                .get(language)
                .replace("{who}", &self.seat.to_string())
                .replace("{points}", &points)
                .replace("{played}", plain(self.played.get(language)))
                .replace("{better}", plain(better))
        }))
    }
}

/// A step in words, without the full stop that some games end it with.
fn plain(words: &str) -> &str {
    words.strip_suffix('.').unwrap_or(words)
}

#[cfg(test)]
mod tests {
    use gueridon_game::Language;

    use super::*;

    #[test]
    fn a_turning_point_is_said_with_names_in_every_language() {
        let in_both = |text: &str| LocalizedText::new(|_| text.to_owned());
        let mut point = TurningPoint {
            entry: 3,
            seat: Seat(1),
            cause: Cause::LostChance,
            change: -234,
            played: in_both("Bid 1."),
            better: Some(in_both("Outbid {seat:0}")),
        };
        let words = point.words(&Names::from(["Ada", "Bo"]));
        assert_eq!(
            words.get(Language::En),
            "“Bid 1” lowers Bo’s chance of winning by 23\u{a0}percentage points. \
             “Outbid Ada” was better."
        );
        assert_eq!(
            words.get(Language::Fr),
            "«\u{a0}Bid 1\u{a0}» fait perdre à Bo 23\u{a0}points de chances de gagner. \
             «\u{a0}Outbid Ada\u{a0}» valait mieux."
        );
        point.better = None;
        for cause in [Cause::GoodLuck, Cause::BadLuck] {
            point.cause = cause;
            let words = point.words(&Names::from(["Ada", "Bo"]));
            for language in Language::ALL {
                let said = words.get(language);
                assert!(
                    said.contains("Bo") && said.contains("23") && !said.contains('{'),
                    "{said}"
                );
            }
        }
    }

    #[test]
    fn what_is_kept_is_read_as_it_was() {
        let analysis = Analysis {
            iterations: 100,
            plays: 1,
            looked_at: 1,
            cut_at: None,
            points: vec![Point {
                at: 0,
                seat: None,
                known: vec![1_000, 0],
                actual: vec![500, 500],
            }],
            turning_points: Vec::new(),
            shares: vec![Share { own: -5, others: 4, luck: 0 }; 2],
        };
        let text = serde_json::to_string(&analysis).unwrap();
        assert_eq!(serde_json::from_str::<Analysis>(&text).unwrap(), analysis);
    }
}
