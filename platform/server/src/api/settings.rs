//! The settings of a table besides its game's options: the input `TableSettings` and the type
//! `Settings`.

use gueridon_host::host::{InvalidSettings, nights};
use gueridon_host::refusal::Answer;
use gueridon_journal::{
    ClockRule, HintPolicy, Nights, OnTimeUp, Spectators, TableSettings, Visibility,
};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::state::Fields;

pub(super) fn register(fields: &mut Fields) {
    fields.json(&["Settings", "ClockRule", "LiveClock", "CorrespondenceClock", "Nights"]);
}

/// The input `TableSettings`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TableSettingsInput {
    visibility: Visibility,
    starts_when_full: bool,
    clock: Option<ClockInput>,
    on_time_up: OnTimeUp,
    spectators: SpectatorPolicy,
    delay: Option<i32>,
    hints: HintPolicy,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum SpectatorPolicy {
    Forbidden,
    Allowed,
    Delayed,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum ClockInput {
    Live(LiveClockInput),
    Correspondence(CorrespondenceClockInput),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LiveClockInput {
    bank_seconds: i32,
    increment_seconds: i32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CorrespondenceClockInput {
    decision_seconds: i32,
    nights: Option<NightsInput>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NightsInput {
    from: String,
    to: String,
    zone: String,
}

impl TableSettingsInput {
    /// The settings as they were sent.
    ///
    /// # Errors
    /// `BAD_SETTINGS` for what has no form in [`TableSettings`]; the host checks the rest.
    pub(super) fn settings(self) -> Answer<TableSettings> {
        let spectators = match (self.spectators, self.delay) {
            (SpectatorPolicy::Delayed, entries) => {
                Spectators::Delayed(number(entries.unwrap_or_default()))
            }
            (_, Some(_)) => return Err(InvalidSettings::DelayAlone.refused()),
            (SpectatorPolicy::Forbidden, None) => Spectators::Forbidden,
            (SpectatorPolicy::Allowed, None) => Spectators::Allowed,
        };
        Ok(TableSettings {
            visibility: self.visibility,
            starts_when_full: self.starts_when_full,
            clock: self.clock.map(ClockInput::rule).transpose()?,
            on_time_up: self.on_time_up,
            spectators,
            hints: self.hints,
        })
    }
}

impl ClockInput {
    fn rule(self) -> Answer<ClockRule> {
        Ok(match self {
            Self::Live(live) => ClockRule::Live {
                bank: number(live.bank_seconds),
                increment: number(live.increment_seconds),
            },
            Self::Correspondence(clock) => {
                let asleep = clock.nights.map(|sent| nights(&sent.from, &sent.to, &sent.zone));
                let decision = number(clock.decision_seconds);
                ClockRule::Correspondence { decision, nights: asleep.transpose()? }
            }
        })
    }
}

/// A number for the host; a negative one becomes one that the host refuses.
fn number(sent: i32) -> u32 {
    u32::try_from(sent).unwrap_or(u32::MAX)
}

/// Settings as clients are shown them.
pub(super) fn settings_json(settings: &TableSettings) -> Json {
    let (spectators, delay) = match settings.spectators {
        Spectators::Forbidden => ("FORBIDDEN", None),
        Spectators::Allowed => ("ALLOWED", None),
        Spectators::Delayed(entries) => ("DELAYED", Some(entries)),
    };
    let time = |minutes: u16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
    let asleep = |nights: &Nights| json!({ "from": time(nights.from), "to": time(nights.to), "zone": nights.zone });
    let clock = settings.clock.as_ref().map(|clock| match clock {
        ClockRule::Live { bank, increment } => json!({
            "live": { "bankSeconds": bank, "incrementSeconds": increment },
            "correspondence": null,
        }),
        ClockRule::Correspondence { decision, nights } => json!({
            "live": null,
            "correspondence":
                { "decisionSeconds": decision, "nights": nights.as_ref().map(asleep) },
        }),
    });
    json!({
        "visibility": settings.visibility,
        "startsWhenFull": settings.starts_when_full,
        "clock": clock,
        "onTimeUp": settings.on_time_up,
        "spectators": spectators,
        "delay": delay,
        "hints": settings.hints,
    })
}
