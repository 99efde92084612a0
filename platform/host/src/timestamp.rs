//! Timestamps in text: RFC 3339 in UTC, to the millisecond, for clients; shorter in sentences.

use jiff::Timestamp;

/// Milliseconds since 1970 as RFC 3339 in UTC; a time outside the calendar is written as 1970.
#[must_use]
pub fn rfc3339(at_ms: i64) -> String {
    format!("{:.3}", at(at_ms))
}

/// The same for a sentence, rounded up to the minute.
#[must_use]
pub fn in_words(at_ms: i64) -> String {
    const MINUTE_MS: i64 = 60_000;
    let up_ms = at_ms.saturating_add(MINUTE_MS - 1).div_euclid(MINUTE_MS).saturating_mul(MINUTE_MS);
    at(up_ms).strftime("%F %H:%M UTC").to_string()
}

/// Parses RFC 3339 with any offset to milliseconds since 1970, truncated; none if the text is not
/// RFC 3339.
#[must_use]
pub fn from_rfc3339(text: &str) -> Option<i64> {
    // The library also accepts a time zone in brackets, which RFC 3339 does not have.
    let at: Timestamp = Some(text).filter(|text| !text.contains('['))?.parse().ok()?;
    Some(at.as_millisecond())
}

fn at(at_ms: i64) -> Timestamp {
    Timestamp::from_millisecond(at_ms).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_that_was_written_reads_as_itself() {
        for at_ms in [0, 951_782_400_123, 1_795_305_599_999, -1, -2_203_891_200_000] {
            assert_eq!(from_rfc3339(&rfc3339(at_ms)), Some(at_ms));
        }
    }

    #[test]
    fn timestamps_are_written_in_utc_to_the_millisecond() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(951_782_400_123), "2000-02-29T00:00:00.123Z");
        assert_eq!(rfc3339(-1), "1969-12-31T23:59:59.999Z");
        assert_eq!(rfc3339(i64::MAX), rfc3339(0));
    }

    #[test]
    fn a_timestamp_is_read_in_any_offset_and_other_text_is_not() {
        let read = |text| from_rfc3339(text).map(rfc3339);
        for (text, at) in [
            ("2026-11-21T22:40:00Z", "2026-11-21T22:40:00.000Z"),
            ("2026-11-21t23:40:00.5+01:00", "2026-11-21T22:40:00.500Z"),
            ("2026-11-21 17:10:00.123999-05:30", "2026-11-21T22:40:00.123Z"),
            ("2024-02-29T23:59:60Z", "2024-02-29T23:59:59.000Z"),
        ] {
            assert_eq!(read(text).as_deref(), Some(at), "{text}");
        }
        for text in [
            "",
            "now",
            "2026-11-21",
            "2026-11-21T22:40:00",
            "2026-02-29T22:40:00Z",
            "2026-13-01T22:40:00Z",
            "2026-11-00T22:40:00Z",
            "2026-11-21T24:00:00Z",
            "2026-11-21T22:60:00Z",
            "2026-11-21T22:40:00.Z",
            "2026-11-21T22:40:00+1:00",
            "2026-11-21T22:40:00ZZ",
            "+026-11-21T22:40:00Z",
            "2026-11-21T22:40:0éZ",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_sentence_rounds_up_to_the_minute() {
        assert_eq!(in_words(0), "1970-01-01 00:00 UTC");
        assert_eq!(in_words(1), "1970-01-01 00:01 UTC");
        assert!(!in_words(i64::MAX).is_empty());
    }
}
