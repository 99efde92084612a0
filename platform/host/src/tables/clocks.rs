//! How long each seat may still think.
//!
//! The remaining time is computed only from the times of a table's entries, so that it is the same
//! on every node and after every restart. Time in which no node was up does not count, and neither
//! do the nights of a table whose settings have nights.

use std::ops::Range;

use gueridon_game::Seat;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use super::outages::Outages;
use gueridon_journal::{ClockRule, Nights};

/// The clocks of a table. All times are milliseconds since 1970.
#[derive(Debug, Clone)]
pub(crate) struct Clocks {
    time_control: Option<TimeControl>,
    seats: Vec<SeatClock>,
    outages: Outages,
}

/// The time control that the table was opened with.
#[derive(Debug, Clone)]
enum TimeControl {
    Live { bank_ms: i64, increment_ms: i64 },
    Correspondence { decision_ms: i64, nights: Option<LocalNights> },
}

/// The clock of one seat.
#[derive(Debug, Clone, Copy)]
struct SeatClock {
    /// The remaining time when it last started or stopped.
    left_ms: i64,
    /// When it started; none while it is stopped.
    since_ms: Option<i64>,
}

/// The nights of a table, with their time zone looked up: minutes after midnight.
#[derive(Debug, Clone)]
struct LocalNights {
    from: u16,
    to: u16,
    zone: TimeZone,
}

impl Clocks {
    /// The least time, in milliseconds, of a player who comes back after their time was up.
    const LEAST_ON_RETURN_MS: i64 = 10_000;

    /// Clocks that are all stopped.
    pub(crate) fn new(rule: Option<&ClockRule>, seats: u8, outages: Outages) -> Self {
        let ms = |seconds: u32| i64::from(seconds) * 1_000;
        let time_control = rule.map(|rule| match rule {
            ClockRule::Live { bank, increment } => {
                TimeControl::Live { bank_ms: ms(*bank), increment_ms: ms(*increment) }
            }
            ClockRule::Correspondence { decision, nights } => TimeControl::Correspondence {
                decision_ms: ms(*decision),
                nights: nights.as_ref().map(LocalNights::new),
            },
        });
        let left_ms = match time_control {
            None => 0,
            Some(TimeControl::Live { bank_ms, .. }) => bank_ms,
            Some(TimeControl::Correspondence { decision_ms, .. }) => decision_ms,
        };
        let clock = SeatClock { left_ms, since_ms: None };
        Self { time_control, seats: vec![clock; usize::from(seats)], outages }
    }

    /// Whether there are any clocks at this table.
    pub(crate) const fn are_set(&self) -> bool {
        self.time_control.is_some()
    }

    /// A seat gets a new question: its clock starts, and a correspondence clock is reset.
    pub(crate) fn ask(&mut self, seat: Seat, at_ms: i64) {
        self.stop(seat, at_ms);
        self.renew(seat);
        self.run(seat, at_ms);
    }

    /// A seat has decided: its clock stops, and a live one gains the increment.
    pub(crate) fn decided(&mut self, seat: Seat, at_ms: i64) {
        self.stop(seat, at_ms);
        self.renew(seat);
        let Some(TimeControl::Live { increment_ms, .. }) = self.time_control else { return };
        if let Some(clock) = self.seats.get_mut(seat.index()) {
            clock.left_ms += increment_ms;
        }
    }

    /// A seat has taken a decision back: its clock stops, and loses the increment of that decision.
    pub(crate) fn take_back(&mut self, seat: Seat, gained_ms: i64, at_ms: i64) {
        self.stop(seat, at_ms);
        if let Some(clock) = self.seats.get_mut(seat.index()) {
            clock.left_ms -= gained_ms;
        }
    }

    /// All clocks stop, and have what they had when they last started: the time since then was
    /// nobody's to think in.
    pub(crate) fn forgive(&mut self) {
        for clock in &mut self.seats {
            clock.since_ms = None;
        }
    }

    /// Starts a seat's clock, unless it is running.
    pub(crate) fn run(&mut self, seat: Seat, at_ms: i64) {
        let is_set = self.are_set();
        if let Some(clock) = self.seats.get_mut(seat.index()).filter(|_| is_set) {
            clock.since_ms.get_or_insert(at_ms);
        }
    }

    /// Stops a seat's clock.
    pub(crate) fn stop(&mut self, seat: Seat, at_ms: i64) {
        let Some(left_ms) = self.left_ms(seat, at_ms) else { return };
        self.seats[seat.index()] = SeatClock { left_ms, since_ms: None };
    }

    /// The player of a seat whose time was up is back.
    pub(crate) fn return_to(&mut self, seat: Seat) {
        self.renew(seat);
        let least_ms = match self.time_control {
            Some(TimeControl::Live { increment_ms, .. }) => {
                increment_ms.max(Self::LEAST_ON_RETURN_MS)
            }
            _ => return,
        };
        if let Some(clock) = self.seats.get_mut(seat.index()) {
            clock.left_ms = clock.left_ms.max(least_ms);
        }
    }

    /// A seat's remaining time at a moment; negative after its time is up, none without clocks.
    pub(crate) fn left_ms(&self, seat: Seat, at_ms: i64) -> Option<i64> {
        self.time_control.as_ref()?;
        let clock = self.seats.get(seat.index())?;
        let spent_ms = clock.since_ms.map_or(0, |since_ms| self.running_ms(since_ms, at_ms));
        Some(clock.left_ms - spent_ms)
    }

    /// A seat's remaining time when its clock last started or stopped; none without clocks.
    pub(crate) fn shown_ms(&self, seat: Seat) -> Option<i64> {
        self.time_control.as_ref()?;
        self.seats.get(seat.index()).map(|clock| clock.left_ms)
    }

    /// When a seat's time will be up; none while its clock is stopped.
    pub(crate) fn deadline_ms(&self, seat: Seat) -> Option<i64> {
        let clock = self.seats.get(seat.index())?;
        let since_ms = clock.since_ms?;
        let (mut at_ms, mut left_ms) = (since_ms, clock.left_ms.max(0));
        // Goes from one stretch that does not count to the next; each one moves the deadline back.
        loop {
            let pauses = self.pauses(at_ms, at_ms.saturating_add(left_ms));
            if pauses.is_empty() {
                return Some(at_ms.saturating_add(left_ms));
            }
            for pause in pauses {
                let counted_ms = (pause.start - at_ms).max(0);
                if counted_ms >= left_ms && left_ms > 0 {
                    return Some(at_ms.saturating_add(left_ms));
                }
                left_ms -= counted_ms;
                at_ms = at_ms.max(pause.end);
            }
        }
    }

    /// Gives a correspondence clock its whole time for a decision again.
    fn renew(&mut self, seat: Seat) {
        let Some(TimeControl::Correspondence { decision_ms, .. }) = self.time_control else {
            return;
        };
        if let Some(clock) = self.seats.get_mut(seat.index()) {
            clock.left_ms = decision_ms;
        }
    }

    /// How much of the time between two moments counts for the clocks.
    fn running_ms(&self, from_ms: i64, to_ms: i64) -> i64 {
        let mut counted_ms = (to_ms - from_ms).max(0);
        let mut counted_to_ms = from_ms;
        for pause in self.pauses(from_ms, to_ms) {
            let start_ms = pause.start.max(counted_to_ms);
            counted_ms -= (pause.end.min(to_ms) - start_ms).max(0);
            counted_to_ms = counted_to_ms.max(pause.end);
        }
        counted_ms
    }

    /// The stretches that do not count between two moments, by their beginning: nights and outages,
    /// which may overlap.
    fn pauses(&self, from_ms: i64, to_ms: i64) -> Vec<Range<i64>> {
        let touches = |pause: &Range<i64>| {
            pause.start < pause.end && pause.end > from_ms && pause.start < to_ms
        };
        let mut pauses: Vec<_> =
            self.outages.all().iter().filter(|one| touches(one)).cloned().collect();
        if let Some(TimeControl::Correspondence { nights: Some(local), .. }) = &self.time_control {
            pauses.extend(local.nights(from_ms, to_ms).filter(touches));
        }
        pauses.sort_unstable_by_key(|pause| pause.start);
        pauses
    }
}

impl LocalNights {
    /// The nights of the settings. A zone that the database no longer knows counts as UTC.
    fn new(nights: &Nights) -> Self {
        let zone = TimeZone::get(&nights.zone).unwrap_or(TimeZone::UTC);
        Self { from: nights.from, to: nights.to, zone }
    }

    /// The nights that overlap a stretch of time.
    fn nights(&self, from_ms: i64, to_ms: i64) -> impl Iterator<Item = Range<i64>> {
        let day = |at_ms| {
            let at = Timestamp::from_millisecond(at_ms).unwrap_or_default();
            at.to_zoned(self.zone.clone()).date()
        };
        let first = day(from_ms).saturating_sub(1.day());
        let days = first.series(1.day()).take_while(move |date| *date <= day(to_ms));
        let last = if self.to <= self.from { 1.day() } else { 0.days() };
        days.map(move |date| self.at(date, self.from)..self.at(date.saturating_add(last), self.to))
    }

    /// The time, in milliseconds since 1970, this many minutes after midnight of a day.
    fn at(&self, date: Date, minutes: u16) -> i64 {
        let part = |value: u16| i8::try_from(value).unwrap_or_default();
        let time = date.at(part(minutes / 60), part(minutes % 60), 0, 0);
        let zoned = self.zone.to_ambiguous_zoned(time).compatible();
        zoned.map_or(0, |zoned| zoned.timestamp().as_millisecond())
    }
}

/// Whether a name is in the time zone database.
pub(crate) fn is_zone(name: &str) -> bool {
    TimeZone::get(name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: Seat = Seat(0);
    const HOUR: i64 = 3_600_000;

    fn at(text: &str) -> i64 {
        text.parse::<Timestamp>().unwrap().as_millisecond()
    }

    fn live(bank: u32, increment: u32, outages: &[Range<i64>]) -> Clocks {
        Clocks::new(Some(&ClockRule::Live { bank, increment }), 2, outages.to_vec().into())
    }

    fn correspondence(decision: u32, nights: Option<Nights>) -> Clocks {
        Clocks::new(Some(&ClockRule::Correspondence { decision, nights }), 2, Outages::default())
    }

    #[test]
    fn without_clocks_nobody_has_a_deadline() {
        let mut clocks = Clocks::new(None, 2, Outages::default());
        clocks.ask(ME, 0);
        assert_eq!((clocks.left_ms(ME, 9), clocks.deadline_ms(ME)), (None, None));
    }

    #[test]
    fn a_live_clock_is_a_bank_that_every_decision_adds_to() {
        let mut clocks = live(60, 5, &[]);
        clocks.ask(ME, 1_000);
        assert_eq!(clocks.deadline_ms(ME), Some(61_000));
        assert_eq!(clocks.left_ms(ME, 11_000), Some(50_000));
        clocks.decided(ME, 11_000);
        assert_eq!(clocks.left_ms(ME, 99_000), Some(55_000));
        assert_eq!(clocks.deadline_ms(ME), None);
        clocks.ask(ME, 100_000);
        assert_eq!(clocks.deadline_ms(ME), Some(155_000));
        assert_eq!(clocks.left_ms(ME, 156_000), Some(-1_000));
        // The other clock was stopped all the time.
        assert_eq!(clocks.left_ms(Seat(1), 156_000), Some(60_000));
    }

    #[test]
    fn a_clock_that_was_stopped_goes_on_with_what_was_left() {
        let mut clocks = correspondence(100, None);
        clocks.ask(ME, 0);
        clocks.stop(ME, 30_000);
        clocks.run(ME, 1_000_000);
        clocks.run(ME, 1_010_000);
        assert_eq!(clocks.left_ms(ME, 1_020_000), Some(50_000));
    }

    #[test]
    fn a_correspondence_clock_begins_anew_with_every_decision() {
        let mut clocks = correspondence(100, None);
        clocks.ask(ME, 0);
        clocks.decided(ME, 70_000);
        clocks.run(ME, 70_000);
        assert_eq!(clocks.deadline_ms(ME), Some(170_000));
        clocks.ask(ME, 80_000);
        assert_eq!(clocks.deadline_ms(ME), Some(180_000));
    }

    #[test]
    fn who_comes_back_has_a_little_time_again() {
        let mut clocks = live(60, 5, &[]);
        clocks.ask(ME, 0);
        clocks.stop(ME, 60_000);
        clocks.return_to(ME);
        assert_eq!(clocks.left_ms(ME, 0), Some(Clocks::LEAST_ON_RETURN_MS));
    }

    #[test]
    fn time_in_which_no_node_was_up_is_given_back() {
        let outages = [10_000..20_000, 15_000..30_000, 500_000..600_000];
        let mut clocks = live(60, 0, &outages);
        clocks.ask(ME, 5_000);
        assert_eq!(clocks.left_ms(ME, 12_000), Some(55_000));
        assert_eq!(clocks.left_ms(ME, 40_000), Some(45_000));
        assert_eq!(clocks.deadline_ms(ME), Some(85_000));
    }

    #[test]
    fn clocks_stand_still_at_night_where_the_table_is_at_home() {
        let nights = Nights { from: 22 * 60, to: 8 * 60, zone: "Europe/Paris".to_owned() };
        let mut clocks = correspondence(4 * 3_600, Some(nights));
        // 21:00 in Paris, in winter.
        clocks.ask(ME, at("2026-01-10T20:00:00Z"));
        assert_eq!(clocks.left_ms(ME, at("2026-01-10T21:00:00Z")), Some(3 * HOUR));
        assert_eq!(clocks.left_ms(ME, at("2026-01-11T07:00:00Z")), Some(3 * HOUR));
        assert_eq!(clocks.deadline_ms(ME), Some(at("2026-01-11T10:00:00Z")));
        // In the middle of a night, and over the change to summer time.
        clocks.ask(ME, at("2026-03-28T23:00:00Z"));
        assert_eq!(clocks.deadline_ms(ME), Some(at("2026-03-29T10:00:00Z")));
    }

    #[test]
    fn an_afternoon_can_be_a_night() {
        let nights = Nights { from: 12 * 60, to: 13 * 60, zone: "UTC".to_owned() };
        let mut clocks = correspondence(3 * 86_400, Some(nights));
        clocks.ask(ME, at("2026-01-10T00:00:00Z"));
        // 72 hours, and those of three noons.
        assert_eq!(clocks.deadline_ms(ME), Some(at("2026-01-13T03:00:00Z")));
    }

    #[test]
    fn a_long_time_to_think_between_long_nights_is_counted_to_its_end() {
        let nights = Nights { from: 16 * 60, to: 8 * 60, zone: "UTC".to_owned() };
        let mut clocks = correspondence(60 * 86_400, Some(nights));
        clocks.ask(ME, at("2026-01-01T08:00:00Z"));
        // 1,440 hours, eight of them a day.
        let deadline_ms = clocks.deadline_ms(ME).unwrap();
        assert_eq!(deadline_ms, at("2026-06-29T16:00:00Z"));
        assert_eq!(clocks.left_ms(ME, deadline_ms), Some(0));
        assert_eq!(clocks.left_ms(ME, deadline_ms - HOUR), Some(HOUR));
    }

    #[test]
    fn a_night_that_falls_into_the_hour_that_spring_leaves_out_is_none() {
        let nights = Nights { from: 2 * 60 + 30, to: 3 * 60, zone: "Europe/Paris".to_owned() };
        let mut clocks = correspondence(4 * 3_600, Some(nights));
        clocks.ask(ME, at("2026-03-29T00:00:00Z"));
        assert_eq!(clocks.deadline_ms(ME), Some(at("2026-03-29T04:00:00Z")));
    }

    #[test]
    fn zones_are_known_by_name() {
        assert!(is_zone("America/New_York"));
        assert!(!is_zone("Moon/Tycho"));
    }
}
