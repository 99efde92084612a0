//! From what was measured at each play to what an analysis says: the turning points, and what each
//! seat owes to choices and to luck.

use gueridon_game::Seat;
use gueridon_game::border::LocalizedText;

use super::analysis::{Cause, Chances, Point, Share, TurningPoint};

/// A change that is smaller, in thousandths, is within what a search cannot tell.
const NOTHING: i32 = 30;
/// From which change on a choice is a turning point.
const MISTAKE: i32 = 80;
/// From which change on luck is one.
const LUCK: i32 = 120;
/// How many turning points there are at most.
const MOST: usize = 12;

/// What was measured at one play.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MeasuredPlay {
    pub(super) entry: u64,
    pub(super) seat: Seat,
    /// The chances before it as its seat knew them.
    pub(super) known: Chances,
    /// The chances before it if everybody knew everything.
    pub(super) actual: Chances,
    /// The chances after it as its seat knew them then; none if nothing could come to light.
    pub(super) after: Option<Chances>,
    /// The step that was played, or the worst of several.
    pub(super) played: LocalizedText,
    /// What another step would have changed.
    pub(super) better: Option<Better>,
}

/// A step that looked better than the one that was played.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Better {
    pub(super) words: LocalizedText,
    /// By how much each seat's chance was smaller or greater with what was played, in thousandths.
    pub(super) shift: Vec<i32>,
}

impl MeasuredPlay {
    /// By how much a seat's chance changed through the choice.
    fn choice(&self, seat: usize) -> i32 {
        let own = |better: &&Better| better.shift[self.seat.index()] <= -NOTHING;
        self.better.as_ref().filter(own).map_or(0, |better| better.shift[seat])
    }

    /// By how much a seat's chance changed through what came to light.
    fn luck(&self, seat: usize) -> i32 {
        let Some(after) = &self.after else { return 0 };
        i32::from(after[seat]) - i32::from(self.known[seat]) - self.choice(seat)
    }

    fn turning_points(&self) -> Vec<TurningPoint> {
        let own = self.seat.index();
        let point = |cause, change, better| TurningPoint {
            entry: self.entry,
            seat: self.seat,
            cause,
            change,
            played: self.played.clone(),
            better,
        };
        let mut points = Vec::new();
        let (choice, luck) = (self.choice(own), self.luck(own));
        if choice <= -MISTAKE {
            let better = self.better.as_ref().map(|better| better.words.clone());
            points.push(point(Cause::LostChance, choice, better));
        }
        if luck >= LUCK {
            points.push(point(Cause::GoodLuck, luck, None));
        } else if luck <= -LUCK {
            points.push(point(Cause::BadLuck, luck, None));
        }
        points
    }
}

/// The greatest changes, in the order of the entries.
pub(super) fn turning_points(plays: &[MeasuredPlay]) -> Vec<TurningPoint> {
    let mut points: Vec<_> = plays.iter().flat_map(MeasuredPlay::turning_points).collect();
    points.sort_by_key(|point| std::cmp::Reverse(point.change.abs()));
    points.truncate(MOST);
    points.sort_by_key(|point| point.entry);
    points
}

/// What each seat owes to choices and to luck.
pub(super) fn shares(plays: &[MeasuredPlay], seats: u8) -> Vec<Share> {
    let of = |seat: Seat| {
        plays.iter().fold(Share::default(), |mut share, play| {
            let choice = play.choice(seat.index());
            if play.seat == seat {
                share.own += choice;
            } else {
                share.others += choice;
            }
            share.luck += play.luck(seat.index());
            share
        })
    };
    (0..seats).map(Seat).map(of).collect()
}

/// The chances before each play.
pub(super) fn points(plays: &[MeasuredPlay]) -> impl Iterator<Item = Point> {
    plays.iter().map(|play| Point {
        at: play.entry - 1,
        seat: Some(play.seat),
        known: play.known.clone(),
        actual: play.actual.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> LocalizedText {
        LocalizedText::new(|_| text.to_owned())
    }

    /// A play of seat 0 at even odds.
    fn play(entry: u64, lost: i32, after: Option<u16>) -> MeasuredPlay {
        let better = Better { words: words("better"), shift: vec![-lost, lost] };
        MeasuredPlay {
            entry,
            seat: Seat(0),
            known: vec![500, 500],
            actual: vec![400, 600],
            after: after.map(|chance| vec![chance, 1_000 - chance]),
            played: words("played"),
            better: (lost != 0).then_some(better),
        }
    }

    #[test]
    fn luck_is_what_the_choice_does_not_explain() {
        let plays = [play(1, 200, Some(450)), play(2, 0, Some(350)), play(4, 100, None)];
        let owed = shares(&plays, 2);
        assert_eq!(owed[0], Share { own: -300, others: 0, luck: 150 - 150 });
        assert_eq!(owed[1], Share { own: 0, others: 300, luck: -150 + 150 });
        let found: Vec<_> = turning_points(&plays)
            .into_iter()
            .map(|point| (point.entry, point.cause, point.change, point.better.is_some()))
            .collect();
        assert_eq!(
            found,
            [
                (1, Cause::LostChance, -200, true),
                (1, Cause::GoodLuck, 150, false),
                (2, Cause::BadLuck, -150, false),
                (4, Cause::LostChance, -100, true),
            ]
        );
        assert!(points(&plays).map(|point| point.at).eq([0, 1, 3]));
    }

    #[test]
    fn what_a_search_cannot_tell_is_no_choice_and_what_looked_better_and_is_not_is_none_either() {
        for lost in [29, -50] {
            assert_eq!(shares(&[play(1, lost, None)], 2), [Share::default(); 2]);
            assert!(turning_points(&[play(1, lost, None)]).is_empty());
        }
    }

    #[test]
    fn of_many_turning_points_the_greatest_are_told_in_the_order_of_the_game() {
        let plays: Vec<_> = (1..=20).map(|entry| play(entry, 80 + entry as i32, None)).collect();
        let entries = turning_points(&plays).into_iter().map(|point| point.entry);
        assert!(entries.eq(9..=20));
    }
}
