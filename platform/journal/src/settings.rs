//! The settings of a table that are not the game's: who may join and watch, and how long players
//! may think.

use serde::{Deserialize, Serialize};

use super::words::words;

/// Chosen when a table is opened. Every setting has a default, so that newer programs can read
/// older journals.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TableSettings {
    /// Who finds the table.
    pub visibility: Visibility,
    /// Whether the game begins by itself when the last seat is taken.
    pub starts_when_full: bool,
    /// How long players may think; none if there is no limit.
    pub clock: Option<ClockRule>,
    /// What becomes of a seat whose time is up.
    pub on_time_up: OnTimeUp,
    /// Who may watch.
    pub spectators: Spectators,
}

words! {
    /// Who finds a table.
    Visibility {
        /// Everybody.
        #[default]
        Open = "OPEN",
        /// Those who are invited.
        Private = "PRIVATE",
    }
}

words! {
    /// What becomes of a seat whose time is up.
    OnTimeUp {
        /// A bot plays for it until its owner comes back.
        #[default]
        StandIn = "STAND_IN",
        /// It resigns.
        Resign = "RESIGN",
    }
}

/// Who may watch a game without playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Spectators {
    /// Nobody, neither while it is played nor afterwards.
    Forbidden,
    /// Everybody who finds the table.
    #[default]
    Allowed,
    /// Everybody who finds the table, but that many entries late until the game is over.
    Delayed(u32),
}

/// How long one may think. Times are in seconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ClockRule {
    /// A time for the whole game, and an increment for every decision.
    Live {
        /// What everybody has at the beginning.
        bank: u32,
        /// What a decision adds.
        increment: u32,
    },
    /// A time for every decision.
    Correspondence {
        /// For each decision.
        decision: u32,
        /// When the clocks stand still.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nights: Option<Nights>,
    },
}

/// A part of every day in which clocks stand still.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nights {
    /// When it begins, in minutes after midnight, from 0 to 1,439.
    pub from: u16,
    /// When it ends, likewise; not the same.
    pub to: u16,
    /// Where that is midnight: the name of a time zone, such as `Europe/Paris`.
    pub zone: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_an_older_journal_are_what_they_were() {
        let settings: TableSettings = serde_json::from_str("{}").unwrap();
        assert_eq!(settings, TableSettings::default());
        let clock = ClockRule::Correspondence { decision: 86_400, nights: None };
        let chosen = TableSettings {
            clock: Some(clock),
            spectators: Spectators::Delayed(7),
            ..TableSettings::default()
        };
        let written = serde_json::to_string(&chosen).unwrap();
        assert_eq!(serde_json::from_str::<TableSettings>(&written).unwrap(), chosen);
    }
}
