//! The settings of a table that do not belong to its game: who may join and watch, and how long
//! players may think.

use serde::{Deserialize, Serialize};

use super::words::words;

/// The settings, which are chosen when a table is opened. Each has a default, so that newer
/// programs can read older journals.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TableSettings {
    /// Who can find the table.
    pub visibility: Visibility,
    /// Whether the game begins by itself when the last seat is taken.
    pub starts_when_full: bool,
    /// How long players may think; none for no limit.
    pub clock: Option<ClockRule>,
    /// What happens to a seat whose time is up.
    pub on_time_up: OnTimeUp,
    /// Who may watch.
    pub spectators: Spectators,
    /// Whether players may ask what a search would do in their place.
    pub hints: HintPolicy,
}

words! {
    /// Who can find a table.
    Visibility {
        /// Everybody.
        #[default]
        Open = "OPEN",
        /// Those who are invited.
        Private = "PRIVATE",
    }
}

words! {
    /// What happens to a seat whose time is up.
    OnTimeUp {
        /// The host plays for it until its player comes back.
        #[default]
        StandIn = "STAND_IN",
        /// It resigns.
        Resign = "RESIGN",
    }
}

words! {
    /// Whether players may ask what a search would do in their place.
    HintPolicy {
        /// Only where nobody but bots sits with them.
        #[default]
        AgainstBots = "AGAINST_BOTS",
        /// Always.
        Allowed = "ALLOWED",
        /// Never.
        Forbidden = "FORBIDDEN",
    }
}

/// Who may watch a game without playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Spectators {
    /// Nobody, neither while it is played nor afterwards.
    Forbidden,
    /// Everybody who can find the table.
    #[default]
    Allowed,
    /// Everybody who can find the table, but with a delay of that many entries until the game is
    /// over.
    Delayed(u32),
}

/// How long players may think. Times are in seconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ClockRule {
    /// A time for the whole game, to which every decision adds some.
    Live {
        /// The time of each player at the beginning.
        bank: u32,
        /// The time that a decision adds.
        increment: u32,
    },
    /// A time for every decision.
    Correspondence {
        /// The time for each decision.
        decision: u32,
        /// When the clocks stand still, if they do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nights: Option<Nights>,
    },
}

/// A part of every day in which clocks stand still.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nights {
    /// When it begins, in minutes after midnight, from 0 to 1,439.
    pub from: u16,
    /// When it ends, in the same unit; another minute than `from`.
    pub to: u16,
    /// The time zone of both, such as `Europe/Paris`.
    pub zone: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_are_missing_are_the_defaults_and_others_are_read_as_written() {
        let settings: TableSettings = serde_json::from_str("{}").unwrap();
        assert_eq!(settings, TableSettings::default());
        let clock = ClockRule::Correspondence { decision: 86_400, nights: None };
        let chosen = TableSettings {
            clock: Some(clock),
            spectators: Spectators::Delayed(7),
            hints: HintPolicy::Forbidden,
            ..TableSettings::default()
        };
        let written = serde_json::to_string(&chosen).unwrap();
        assert_eq!(serde_json::from_str::<TableSettings>(&written).unwrap(), chosen);
    }
}
