//! Validates the settings of a new table.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use gueridon_game::border::LocalizedText;

use crate::refusal::{Answer, Code, Failure, Refused};
use crate::tables::clocks::is_zone;
use gueridon_journal::{ClockRule, Nights, Spectators, TableSettings};

static SENTENCES: LazyLock<BTreeMap<String, LocalizedText>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/settings.toml"))
        .expect("a test of this file reads the same data")
});

/// Which setting of a table is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidSettings {
    /// The bank of a live clock is out of bounds.
    Bank,
    /// The increment of a live clock is out of bounds.
    Increment,
    /// The time for a decision by correspondence is out of bounds.
    Decision,
    /// A night begins or ends at an invalid time of day, or is too long.
    NightTimes,
    /// The time zone of the nights is unknown.
    NightZone,
    /// The delay of spectators is out of bounds.
    Delay,
    /// There is a delay, but spectators are not delayed.
    DelayAlone,
}

impl InvalidSettings {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Bank,
        Self::Increment,
        Self::Decision,
        Self::NightTimes,
        Self::NightZone,
        Self::Delay,
        Self::DelayAlone,
    ];

    const fn word(self) -> &'static str {
        match self {
            Self::Bank => "BANK",
            Self::Increment => "INCREMENT",
            Self::Decision => "DECISION",
            Self::NightTimes => "NIGHT_TIMES",
            Self::NightZone => "NIGHT_ZONE",
            Self::Delay => "DELAY",
            Self::DelayAlone => "DELAY_ALONE",
        }
    }

    /// The refusal with its sentence.
    #[must_use]
    pub fn refused(self) -> Failure {
        let reason = SENTENCES.get(self.word()).cloned().unwrap_or_default();
        let sentence = Code::BadSettings.words(&[]);
        let words = LocalizedText::new(|language| {
            sentence.get(language).replace("{reason}", reason.get(language))
        });
        Refused { words, ..Code::BadSettings.refused(&[]) }.into()
    }
}

/// Nights between two times of day such as `22:00`.
///
/// # Errors
/// `BAD_SETTINGS` for an invalid time.
pub fn nights(from: &str, to: &str, zone: &str) -> Answer<Nights> {
    let minutes = |time: &str| {
        let (hours, minutes) = time.split_once(':')?;
        let number = |digits: &str| {
            let is_number = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u16>().ok().filter(|_| is_number)
        };
        let (hours, minutes) = (number(hours)?, number(minutes)?);
        (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
    };
    let (Some(from), Some(to)) = (minutes(from), minutes(to)) else {
        return Err(InvalidSettings::NightTimes.refused());
    };
    Ok(Nights { from, to, zone: zone.to_owned() })
}

/// Refuses settings that are out of bounds.
pub(super) fn check(settings: &TableSettings) -> Answer<()> {
    const DAY: u32 = 24 * 60 * 60;
    let unless = |is_valid: bool, invalid: InvalidSettings| {
        if is_valid { Ok(()) } else { Err(invalid.refused()) }
    };
    match &settings.clock {
        Some(ClockRule::Live { bank, increment }) => {
            unless((10..=DAY).contains(bank), InvalidSettings::Bank)?;
            unless(*increment <= DAY, InvalidSettings::Increment)?;
        }
        Some(ClockRule::Correspondence { decision, nights }) => {
            unless((60..=60 * DAY).contains(decision), InvalidSettings::Decision)?;
            if let Some(Nights { from, to, zone }) = nights {
                const DAY_MINUTES: u16 = 24 * 60;
                const LONGEST_MINUTES: u16 = 16 * 60;
                unless((*from).max(*to) < DAY_MINUTES, InvalidSettings::NightTimes)?;
                let long = (DAY_MINUTES + to - from) % DAY_MINUTES;
                unless((1..=LONGEST_MINUTES).contains(&long), InvalidSettings::NightTimes)?;
                unless(is_zone(zone), InvalidSettings::NightZone)?;
            }
        }
        None => {}
    }
    match settings.spectators {
        Spectators::Delayed(entries) => {
            unless((1..=1_000).contains(&entries), InvalidSettings::Delay)
        }
        Spectators::Forbidden | Spectators::Allowed => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use gueridon_game::Language;

    use super::*;

    #[test]
    fn every_invalid_setting_has_its_sentence_in_every_language() {
        for invalid in InvalidSettings::ALL {
            let Failure::Refused(refused) = invalid.refused() else { panic!("{invalid:?}") };
            let [en, fr] = Language::ALL.map(|language| refused.words.get(language).to_owned());
            assert!(en != fr && !en.contains("()") && !en.contains('{'), "{en}");
            assert!(!fr.contains("()") && !fr.contains('{'), "{fr}");
        }
        assert_eq!(SENTENCES.len(), InvalidSettings::ALL.len());
    }

    #[test]
    fn nights_are_times_of_day() {
        let night = nights("22:00", "08:30", "Europe/Paris").unwrap();
        assert_eq!((night.from, night.to), (22 * 60, 8 * 60 + 30));
        for (from, to) in
            [("24:00", "08:00"), ("22:60", "08:00"), ("22", "08:00"), ("+2:00", "1:1")]
        {
            assert!(nights(from, to, "Europe/Paris").is_err(), "{from} {to}");
        }
    }

    #[test]
    fn a_refusal_names_the_invalid_setting() {
        let said = |settings: TableSettings| match check(&settings) {
            Err(Failure::Refused(refused)) => refused.words.get(Language::En).to_owned(),
            other => format!("{other:?}"),
        };
        let clock = |clock| TableSettings { clock: Some(clock), ..TableSettings::default() };
        let correspondence = |decision, from, to, zone: &str| {
            let nights = Some(Nights { from, to, zone: zone.to_owned() });
            clock(ClockRule::Correspondence { decision, nights })
        };
        assert_eq!(said(TableSettings::default()), "Ok(())");
        assert_eq!(said(correspondence(60, 1320, 480, "Europe/Paris")), "Ok(())");
        for (settings, named) in [
            (clock(ClockRule::Live { bank: 9, increment: 0 }), "bankSeconds"),
            (clock(ClockRule::Live { bank: 10, increment: 90_000 }), "incrementSeconds"),
            (correspondence(59, 1, 2, "Europe/Paris"), "decisionSeconds"),
            (correspondence(60, 1, 1, "Europe/Paris"), "nights"),
            (correspondence(60, 1, 1_440, "Europe/Paris"), "nights"),
            (correspondence(60, 1, 2, "Moon/Tycho"), "nights.zone"),
            (
                TableSettings { spectators: Spectators::Delayed(0), ..TableSettings::default() },
                "delay",
            ),
        ] {
            assert!(said(settings).contains(named), "{named}");
        }
    }
}
