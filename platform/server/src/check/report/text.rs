//! The report as text, for a terminal.

use std::fmt;

use super::super::coverage::Met;
use super::super::figures::Share;
use super::super::findings::Weight;
use super::{Report, TableReport, Verdict};

/// How many findings of a law are shown, and how many things that were never met.
const FINDINGS: usize = 5;
const NEVER: usize = 12;

/// A part in per cent.
pub(super) fn percent(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}

/// A share with its interval.
pub(super) fn share(share: Option<Share>) -> String {
    match share {
        Some(Share { share, low, high }) => {
            let (low, high) = (100.0 * low, 100.0 * high);
            format!("{} ({low:.0} to {high:.0})", percent(share))
        }
        None => "–".to_owned(),
    }
}

/// So many of something, without the plural where there is one.
pub(super) fn count(number: u64, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        writeln!(
            f,
            "{} ({}), rules {}, {} to {} seats, {}\n",
            self.title(),
            game.id,
            game.rules_version,
            game.fewest_seats,
            game.most_seats,
            game.sha256.get(..12).unwrap_or_default()
        )?;
        self.laws(f)?;
        if self.tables.iter().any(|table| table.games > 0) {
            writeln!(f, "\nRandom games")?;
            for table in self.tables.iter().filter(|table| table.games > 0) {
                random_games(f, table)?;
            }
            self.contests(f)?;
            self.imagined(f)?;
            self.coverage(f)?;
            self.calls(f)?;
        }
        let failed = self.laws.iter().filter(|law| law.verdict == Verdict::Failed).count();
        let remarked = self.laws.iter().filter(|law| law.verdict == Verdict::Remarked).count();
        let said = if self.passed {
            "Nothing is wrong".to_owned()
        } else {
            format!(
                "{} not kept",
                if failed == 1 {
                    "1 promise is".to_owned()
                } else {
                    format!("{failed} promises are")
                }
            )
        };
        let remarks = match remarked {
            0 => String::new(),
            1 => ", and there is a remark on 1".to_owned(),
            _ => format!(", and there are remarks on {remarked}"),
        };
        writeln!(f, "\n{said}{remarks}; {:.1} s.", self.seconds)
    }
}

impl Report {
    fn laws(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for law in &self.laws {
            let mark = match law.verdict {
                Verdict::Passed => "ok    ",
                Verdict::Remarked => "note  ",
                Verdict::Failed => "FAILED",
                Verdict::NotChecked => "–     ",
            };
            writeln!(f, "{mark}  {:<72} {:>9}", law.promise, law.looked)?;
            for finding in law.findings.iter().take(FINDINGS) {
                let weight = if finding.weight == Weight::Failure { "" } else { "remark: " };
                writeln!(f, "        {weight}{}", finding.what)?;
                let place = finding.place.to_string();
                let times = count(finding.times, "time");
                let first =
                    if place.is_empty() { String::new() } else { format!(", first in {place}") };
                writeln!(f, "          {times}{first}")?;
                if !finding.detail.is_empty() {
                    writeln!(f, "          {}", finding.detail)?;
                }
            }
            let more = law.findings.len().saturating_sub(FINDINGS);
            if more > 0 {
                writeln!(f, "        and {more} more, which --json has")?;
            }
        }
        Ok(())
    }

    fn contests(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.contests.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nContests")?;
        for contest in &self.contests {
            if let Some(why) = &contest.failed {
                writeln!(f, "  not held: {why}")?;
                continue;
            }
            if let [alone] = contest.players.as_slice() {
                let seats: Vec<String> = contest.seats_won.iter().map(|won| share(*won)).collect();
                writeln!(
                    f,
                    "  {} against itself, wins by seat: {}",
                    alone.player,
                    seats.join(", ")
                )?;
                continue;
            }
            let players = contest
                .players
                .iter()
                .map(|player| format!("{} {}", player.player, share(player.won)));
            let players: Vec<String> = players.collect();
            let slowest = contest.players.last().map_or(0.0, |player| player.milliseconds_each);
            writeln!(
                f,
                "  {}: choice {}; {slowest:.1} ms a decision",
                players.join(" against "),
                share(contest.choice),
            )?;
        }
        writeln!(f, "  choice: 0 % where only luck decides who wins, 100 % where only play does")
    }

    fn imagined(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let imagined = &self.imagined;
        if imagined.pairs == 0 {
            return Ok(());
        }
        writeln!(
            f,
            "\nImagined games: {}; from {} of them equal dice imagine equal games, {} were compared",
            count(imagined.pairs, "pair"),
            imagined.equal,
            imagined.compared
        )?;
        if !imagined.hidden.is_empty() {
            writeln!(f, "  {:<44} {:>8} {:>8} {:>8}", "hidden", "times", "alike", "right")?;
        }
        for hidden in imagined.hidden.iter().take(NEVER) {
            let (alike, right) = (percent(hidden.alike), percent(hidden.right));
            writeln!(f, "  {:<44} {:>8} {alike:>8} {right:>8}", hidden.path, hidden.times)?;
        }
        Ok(())
    }

    fn coverage(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nMet")?;
        let coverage = &self.coverage;
        for (what, met) in [
            ("kinds of step", &coverage.steps),
            ("events", &coverage.events),
            ("endings", &coverage.endings),
            ("refusals", &coverage.refusals),
            ("parts of the SDL", &coverage.schema),
        ] {
            one_coverage(f, what, met)?;
        }
        coverage.things.iter().try_for_each(|(kind, met)| one_coverage(f, kind, met))
    }

    fn calls(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\n{:<12} {:>9} {:>9} {:>9} {:>9}",
            "calls, µs", "count", "median", "90 %", "most"
        )?;
        self.calls.iter().try_for_each(|call| {
            let micros = &call.micros;
            writeln!(
                f,
                "  {:<10} {:>9} {:>9} {:>9} {:>9}",
                call.operation, micros.count, micros.median, micros.p90, micros.most
            )
        })
    }
}

fn random_games(f: &mut fmt::Formatter<'_>, table: &TableReport) -> fmt::Result {
    let TableReport { seats, games, over, endless, stuck, steps, branching, .. } = table;
    write!(
        f,
        "  {}: {} of {} over",
        count(u64::from(*seats), "seat"),
        over,
        count(*games, "game")
    )?;
    if *endless > 0 {
        write!(f, ", {endless} ENDLESS")?;
    }
    if *stuck > 0 {
        write!(f, ", {stuck} STUCK")?;
    }
    writeln!(f, ", {:.0} decisions per second", table.decisions_per_second)?;
    writeln!(
        f,
        "    steps {} to {}, median {}; open steps {} to {}, mean {:.1}, only one in {} of decisions",
        steps.least,
        steps.most,
        steps.median,
        branching.least,
        branching.most,
        branching.mean,
        table.forced.map_or_else(|| "–".to_owned(), percent),
    )?;
    if *seats > 1 {
        let wins: Vec<String> = table.wins.iter().map(|won| share(*won)).collect();
        let shared = table.shared.map_or_else(|| "–".to_owned(), percent);
        writeln!(f, "    wins by seat {}; shared {shared}", wins.join(", "))?;
    }
    if let Some(points) = &table.points {
        let (least, mean, most) = (points.least, points.mean, points.most);
        write!(f, "    points {least} to {most}, mean {mean:.1}")?;
        if let Some(margin) = points.margin {
            write!(f, ", ahead by {margin:.1}")?;
        }
        match table.luck {
            Some(luck) => writeln!(f, "; deal and dice explain {}", share(Some(luck)))?,
            None => writeln!(f)?,
        }
    }
    Ok(())
}

fn one_coverage(f: &mut fmt::Formatter<'_>, what: &str, met: &Met) -> fmt::Result {
    write!(f, "  {what}: {} of {}", met.met, met.known)?;
    if !met.never.is_empty() {
        let more = met.never.len().saturating_sub(NEVER);
        let shown = met.never[..met.never.len() - more].join(", ");
        write!(f, "; never {shown}")?;
        if more > 0 {
            write!(f, " and {more} more")?;
        }
    }
    writeln!(f)
}
