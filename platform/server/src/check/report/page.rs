//! The report as one page: one file with its style and its plots in it, without scripts, that needs no
//! network.

use std::fmt::Write;

use super::super::coverage::Met;
use super::super::findings::{Finding, Weight};
use super::plots::{curve, escaped, histogram, shares, two_parts};
use super::text::{count, percent, share};
use super::{LawReport, Report, TableReport, Verdict};

const STYLE: &str = include_str!("page.css");

/// How many hidden things are drawn, of how many the names are listed.
const DRAWN: usize = 24;

/// The whole page.
pub(super) fn page(report: &Report) -> String {
    let title = format!("{} – check", report.title());
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta \
         name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<main>\n",
        escaped(&title)
    );
    head(&mut page, report);
    laws(&mut page, report);
    if report.tables.iter().any(|table| table.games > 0) {
        tables(&mut page, report);
        contests(&mut page, report);
        imagined(&mut page, report);
        coverage(&mut page, report);
        calls(&mut page, report);
    }
    page += "</main>\n</body>\n</html>\n";
    page
}

/// Adds markup; a string takes whatever is written to it.
macro_rules! put {
    ($page:expr, $($markup:tt)*) => {
        let _ = writeln!($page, $($markup)*);
    };
}

fn head(page: &mut String, report: &Report) {
    let game = &report.game;
    put!(page, "<h1>{}</h1>", escaped(report.title()));
    let about = format!(
        "{}, rules {}, {} to {} seats. Build {}. Seed {}, {} with each number of seats, {:.1} s.",
        game.id,
        game.rules_version,
        game.fewest_seats,
        game.most_seats,
        game.sha256,
        report.settings.seed,
        count(report.settings.games, "random game"),
        report.seconds,
    );
    put!(page, "<p class=\"soft\">{}</p>", escaped(&about));
    let failed = report.laws.iter().filter(|law| law.verdict == Verdict::Failed).count() as u64;
    let (class, said) = match failed {
        0 => ("passed", "✓ Nothing is wrong.".to_owned()),
        1 => ("failed", "✗ 1 promise is not kept.".to_owned()),
        more => ("failed", format!("✗ {more} promises are not kept.")),
    };
    put!(page, "<p class=\"verdict {class}\">{said}</p>");
}

fn laws(page: &mut String, report: &Report) {
    put!(page, "<h2>Promises</h2>\n<div class=\"scroll\"><table>");
    put!(
        page,
        "<thead><tr><th scope=\"col\">Verdict</th><th scope=\"col\">Promise</th><th scope=\"col\" \
         class=\"number\">Looked at</th></tr></thead>\n<tbody>"
    );
    for law in &report.laws {
        let (class, mark) = match law.verdict {
            Verdict::Passed => ("passed", "✓ kept"),
            Verdict::Remarked => ("remarked", "! remark"),
            Verdict::Failed => ("failed", "✗ not kept"),
            Verdict::NotChecked => ("notChecked", "– not checked"),
        };
        put!(
            page,
            "<tr><td class=\"{class}\">{mark}</td><td>{}{}</td><td class=\"number\">{}</td></tr>",
            escaped(law.promise),
            findings(law),
            law.looked
        );
    }
    put!(page, "</tbody></table></div>");
}

fn findings(law: &LawReport) -> String {
    if law.findings.is_empty() {
        return String::new();
    }
    let mut list = "<ul class=\"findings\">".to_owned();
    law.findings.iter().for_each(|found| list += &finding(found));
    list + "</ul>"
}

fn finding(found: &Finding) -> String {
    let place = found.place.to_string();
    let first = if place.is_empty() { String::new() } else { format!(", first in {place}") };
    let remark = if found.weight == Weight::Remark { "Remark: " } else { "" };
    let mut item = format!(
        "<li>{remark}{} <span class=\"soft\">({}{})</span>",
        escaped(&found.what),
        count(found.times, "time"),
        escaped(&first)
    );
    if !found.detail.is_empty() {
        item += &format!("<pre>{}</pre>", escaped(&found.detail));
    }
    item + "</li>"
}

fn tables(page: &mut String, report: &Report) {
    put!(page, "<h2>Random games</h2>");
    put!(
        page,
        "<p>Everybody takes any open step, each as likely as the others. Whiskers are 95 % \
         intervals, dashed lines an even share.</p>"
    );
    for table in report.tables.iter().filter(|table| table.games > 0) {
        one_table(page, table);
    }
}

fn one_table(page: &mut String, table: &TableReport) {
    put!(page, "<h3>{}</h3>", count(u64::from(table.seats), "seat"));
    let mut said = format!("{} of {} over", table.over, count(table.games, "game"));
    if table.endless > 0 {
        said += &format!(", {} endless", table.endless);
    }
    if table.stuck > 0 {
        said += &format!(", {} stuck", table.stuck);
    }
    said += &format!("; {:.0} decisions per second", table.decisions_per_second);
    if let Some(forced) = table.forced {
        said += &format!("; only one step is open at {} of them", percent(forced));
    }
    if let Some(shared) = table.shared.filter(|_| table.seats > 1) {
        said += &format!("; more than one winner in {} of the games", percent(shared));
    }
    if let Some(points) = &table.points {
        let (least, most) = (points.least, points.most);
        said += &format!("; {least} to {most} points, {:.1} on average", points.mean);
        if let Some(margin) = points.margin {
            said += &format!(", the best ahead by {margin:.1}");
        }
    }
    put!(page, "<p>{}.</p>", escaped(&said));
    if let Some(luck) = table.luck {
        put!(
            page,
            "<p>Deal and dice explain {} of the differences in the results; the rest is what was \
             chosen.</p>",
            escaped(&share(Some(luck)))
        );
    }
    put!(page, "<div class=\"plots\">");
    *page += &histogram("How long games are", "steps", &table.steps);
    *page += &histogram("How many steps are open", "open steps at a decision", &table.branching);
    *page += &curve("Open steps on average", "from the deal to the end", &table.branching_by_tenth);
    if table.seats > 1 {
        let rows = table.wins.iter().enumerate();
        let rows: Vec<_> = rows.map(|(seat, won)| (format!("seat {seat}"), *won)).collect();
        *page += &shares("Wins by seat", &rows, Some(1.0 / f64::from(table.seats)));
    }
    put!(page, "</div>");
}

fn contests(page: &mut String, report: &Report) {
    if report.contests.is_empty() {
        return;
    }
    put!(page, "<h2>Luck and choice</h2>");
    put!(
        page,
        "<p>Programs of different strength play each other, each deal in every rotation. Choice is \
         0 % where only luck decides who wins, and 100 % where only play does.</p>\n\
         <div class=\"plots\">"
    );
    for contest in &report.contests {
        if let Some(why) = &contest.failed {
            put!(page, "<p class=\"failed\">Not held: {}</p>", escaped(why));
            continue;
        }
        if let [alone] = contest.players.as_slice() {
            let rows = contest.seats_won.iter().enumerate();
            let rows: Vec<_> = rows.map(|(seat, won)| (format!("seat {seat}"), *won)).collect();
            let caption = format!("Wins by seat, {} against itself", alone.player);
            *page += &shares(&caption, &rows, Some(contest.even));
            continue;
        }
        let rows = contest.players.iter();
        let rows: Vec<_> = rows.map(|player| (player.player.clone(), player.won)).collect();
        let names: Vec<&str> =
            contest.players.iter().map(|player| player.player.as_str()).collect();
        let choice = share(contest.choice);
        let caption = format!(
            "{}, {} of {} seats: choice {choice}",
            names.join(" against "),
            count(contest.games, "game"),
            contest.seats
        );
        *page += &shares(&caption, &rows, Some(contest.even));
    }
    put!(page, "</div>");
}

fn imagined(page: &mut String, report: &Report) {
    let imagined = &report.imagined;
    if imagined.pairs == 0 {
        return;
    }
    put!(page, "<h2>Imagined games</h2>");
    put!(
        page,
        "<p>Of {} that some eyes cannot tell apart, equal dice imagine equal games from {}, which \
         proves that nothing leaks there; {} of the others were compared by what is imagined how \
         often.</p>",
        count(imagined.pairs, "pair of game"),
        imagined.equal,
        imagined.compared
    );
    if imagined.hidden.is_empty() {
        return;
    }
    put!(
        page,
        "<p>For everything that eyes are not shown: how often two imagined games agree on it, and \
         how often an imagined game agrees with the real one. Where the second is far above the \
         first, <code>imagine</code> knows too much; far below, it imagines what is not likely.</p>\n\
         <div class=\"plots\">"
    );
    let rows: Vec<_> = imagined
        .hidden
        .iter()
        .take(DRAWN)
        .map(|hidden| (hidden.path.clone(), hidden.alike, hidden.right))
        .collect();
    *page += &two_parts("What is hidden", &rows, ["alike", "right"]);
    put!(page, "</div>\n<details><summary>As numbers</summary><div class=\"scroll\"><table>");
    put!(
        page,
        "<thead><tr><th scope=\"col\">Hidden</th><th scope=\"col\" class=\"number\">Times</th>\
         <th scope=\"col\" class=\"number\">Values</th><th scope=\"col\" class=\"number\">Alike</th>\
         <th scope=\"col\" class=\"number\">Right</th></tr></thead>\n<tbody>"
    );
    for hidden in &imagined.hidden {
        put!(
            page,
            "<tr><td><code>{}</code></td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            escaped(&hidden.path),
            hidden.times,
            hidden.values,
            percent(hidden.alike),
            percent(hidden.right)
        );
    }
    put!(page, "</tbody></table></div></details>");
}

fn coverage(page: &mut String, report: &Report) {
    put!(page, "<h2>What was met</h2>");
    let coverage = &report.coverage;
    let named = [
        ("Kinds of step", &coverage.steps),
        ("Events", &coverage.events),
        ("Endings", &coverage.endings),
        ("Refusals", &coverage.refusals),
        ("Parts of the SDL", &coverage.schema),
    ];
    for (what, met) in named {
        one_coverage(page, what, met);
    }
    for (kind, met) in &coverage.things {
        one_coverage(page, &format!("Catalogue: {kind}"), met);
    }
}

fn one_coverage(page: &mut String, what: &str, met: &Met) {
    put!(page, "<h3>{}: {} of {}</h3>", escaped(what), met.met, met.known);
    if !met.never.is_empty() {
        let never: Vec<String> =
            met.never.iter().map(|name| format!("<code>{}</code>", escaped(name))).collect();
        put!(page, "<p><span class=\"never\">Never met:</span> {}</p>", never.join(", "));
    }
    if met.times.is_empty() {
        return;
    }
    put!(page, "<details><summary>How often</summary><div class=\"scroll\"><table><tbody>");
    let most = met.times.first().map_or(1, |first| first.times).max(1);
    for times in &met.times {
        let width = 120.0 * times.times as f64 / most as f64;
        put!(
            page,
            "<tr><th scope=\"row\"><code>{}</code></th><td class=\"number\">{}</td><td><svg \
             viewBox=\"0 0 120 12\" width=\"120\" height=\"12\" aria-hidden=\"true\"><rect \
             class=\"bar\" width=\"{width:.1}\" height=\"12\"/></svg></td></tr>",
            escaped(&times.name),
            times.times
        );
    }
    put!(page, "</tbody></table></div></details>");
}

fn calls(page: &mut String, report: &Report) {
    put!(
        page,
        "<h2>Calls</h2>\n<p>In microseconds, with their way to a process and back.</p>\n\
         <div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">Operation</th>"
    );
    for column in ["Count", "Median", "Nine of ten", "Longest"] {
        put!(page, "<th scope=\"col\" class=\"number\">{column}</th>");
    }
    put!(page, "</tr></thead>\n<tbody>");
    for call in &report.calls {
        put!(page, "<tr><th scope=\"row\"><code>{}</code></th>", call.operation);
        let micros = &call.micros;
        for number in [micros.count, micros.median, micros.p90, micros.most] {
            put!(page, "<td class=\"number\">{number}</td>");
        }
        put!(page, "</tr>");
    }
    put!(page, "</tbody></table></div>");
}
