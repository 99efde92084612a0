//! Plots as SVG in a page: each is a picture with a title and a description, drawn in the page's colours.

use std::fmt::Write;

use super::super::figures::{Share, Spread};

/// The inner size of a plot, in its own units.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 160.0;
/// Room for numbers below and at the left.
const LEFT: f64 = 44.0;
const BELOW: f64 = 34.0;
const ABOVE: f64 = 10.0;
/// Room for the names of rows, and the height of one.
const NAMES: f64 = 172.0;
const ROW: f64 = 24.0;
/// The most characters of a row's name.
const LONGEST: usize = 24;

/// A text that can stand in a page.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            char => safe.push(char),
        }
    }
    safe
}

/// A figure of the page: its caption, the picture, and whatever belongs below it.
fn figure(caption: &str, said: &str, width: f64, height: f64, drawn: &str) -> String {
    format!(
        "<figure><figcaption>{}</figcaption>\n<svg viewBox=\"0 0 {width:.0} {height:.0}\" \
         role=\"img\" aria-label=\"{}\">{drawn}</svg></figure>\n",
        escaped(caption),
        escaped(said),
    )
}

fn text(drawn: &mut String, x: f64, y: f64, anchor: &str, class: &str, said: &str) {
    // Writing to a string cannot fail; nor anywhere below.
    let _ = write!(
        drawn,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{}</text>",
        escaped(said)
    );
}

fn line(drawn: &mut String, class: &str, [x, y, to_x, to_y]: [f64; 4]) {
    let _ = write!(
        drawn,
        "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{to_x:.1}\" y2=\"{to_y:.1}\"/>"
    );
}

/// How many things have which size.
pub(super) fn histogram(caption: &str, of_what: &str, spread: &Spread) -> String {
    let most = spread.histogram.iter().map(|bar| bar.count).max().unwrap_or(1).max(1);
    let width = WIDTH / spread.histogram.len().max(1) as f64;
    let mut drawn = String::new();
    let floor = ABOVE + HEIGHT;
    for (at, bar) in spread.histogram.iter().enumerate() {
        let height = HEIGHT * bar.count as f64 / most as f64;
        let x = LEFT + width * at as f64;
        let _ = write!(
            drawn,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"/>",
            x + width * 0.05,
            floor - height,
            width * 0.9,
        );
    }
    line(&mut drawn, "axis", [LEFT, floor, LEFT + WIDTH, floor]);
    text(&mut drawn, LEFT - 6.0, ABOVE + 10.0, "end", "soft", &most.to_string());
    text(&mut drawn, LEFT - 6.0, floor, "end", "soft", "0");
    text(&mut drawn, LEFT, floor + 16.0, "start", "soft", &spread.least.to_string());
    let last = spread.histogram.last().map_or(spread.most, |bar| bar.to);
    text(&mut drawn, LEFT + WIDTH, floor + 16.0, "end", "soft", &last.to_string());
    text(&mut drawn, LEFT + WIDTH / 2.0, floor + 30.0, "middle", "soft", of_what);
    let said = format!(
        "{caption}: {} to {}, median {}, mean {:.1}, nine of ten at most {}",
        spread.least, spread.most, spread.median, spread.mean, spread.p90
    );
    figure(caption, &said, LEFT + WIDTH + 8.0, floor + BELOW, &drawn)
}

/// How a number goes on over time.
pub(super) fn curve(caption: &str, over_what: &str, numbers: &[f64]) -> String {
    let most = numbers.iter().copied().fold(1.0, f64::max);
    let step = WIDTH / (numbers.len().saturating_sub(1)).max(1) as f64;
    let floor = ABOVE + HEIGHT;
    let mut drawn = String::new();
    let points = numbers.iter().enumerate().map(|(at, number)| {
        format!("{:.1},{:.1}", LEFT + step * at as f64, floor - HEIGHT * number / most)
    });
    let points: Vec<String> = points.collect();
    line(&mut drawn, "axis", [LEFT, floor, LEFT + WIDTH, floor]);
    let _ = write!(drawn, "<polyline class=\"curve\" points=\"{}\"/>", points.join(" "));
    text(&mut drawn, LEFT - 6.0, ABOVE + 10.0, "end", "soft", &format!("{most:.1}"));
    text(&mut drawn, LEFT - 6.0, floor, "end", "soft", "0");
    text(&mut drawn, LEFT + WIDTH / 2.0, floor + 18.0, "middle", "soft", over_what);
    let said: Vec<String> = numbers.iter().map(|number| format!("{number:.1}")).collect();
    let said = format!("{caption}: {}", said.join(", "));
    figure(caption, &said, LEFT + WIDTH + 8.0, floor + BELOW, &drawn)
}

/// Shares with their intervals, one in each row, and a line where they would be even.
pub(super) fn shares(caption: &str, rows: &[(String, Option<Share>)], even: Option<f64>) -> String {
    let height = ABOVE + ROW * rows.len() as f64;
    let x = |part: f64| NAMES + (WIDTH - 60.0) * part;
    let mut drawn = String::new();
    if let Some(even) = even {
        line(&mut drawn, "even", [x(even), ABOVE, x(even), height]);
    }
    let mut said = Vec::new();
    for (at, (name, share)) in rows.iter().enumerate() {
        let y = ABOVE + ROW * (at as f64 + 0.5);
        text(&mut drawn, NAMES - 8.0, y + 4.0, "end", "", &shortened(name));
        let Some(Share { share, low, high }) = *share else { continue };
        line(&mut drawn, "whisker", [x(low), y, x(high), y]);
        let _ =
            write!(drawn, "<circle class=\"first\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\"/>", x(share));
        let [share, low, high] = [share, low, high].map(|part| 100.0 * part);
        text(&mut drawn, x(1.0) + 8.0, y + 4.0, "start", "", &format!("{share:.0} %"));
        said.push(format!("{name} {share:.0} per cent, between {low:.0} and {high:.0}"));
    }
    percents(&mut drawn, x, height);
    let said = format!("{caption}: {}", said.join("; "));
    figure(caption, &said, NAMES + WIDTH, height + BELOW, &drawn)
}

/// Two parts in each row, to be compared.
pub(super) fn two_parts(caption: &str, rows: &[(String, f64, f64)], names: [&str; 2]) -> String {
    let height = ABOVE + ROW * rows.len() as f64;
    let x = |part: f64| NAMES + (WIDTH - 60.0) * part;
    let mut drawn = String::new();
    let mut said = Vec::new();
    for (at, (name, one, other)) in rows.iter().enumerate() {
        let y = ABOVE + ROW * (at as f64 + 0.5);
        text(&mut drawn, NAMES - 8.0, y + 4.0, "end", "", &shortened(name));
        line(&mut drawn, "axis", [x(*one), y, x(*other), y]);
        let _ =
            write!(drawn, "<circle class=\"first\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\"/>", x(*one));
        // Another shape too, for those who see no colours.
        let _ = write!(
            drawn,
            "<rect class=\"second\" x=\"{:.1}\" y=\"{:.1}\" width=\"8\" height=\"8\"/>",
            x(*other) - 4.0,
            y - 4.0
        );
        let (one, other) = (100.0 * one, 100.0 * other);
        said.push(format!("{name}: {} {one:.0}, {} {other:.0} per cent", names[0], names[1]));
    }
    percents(&mut drawn, x, height);
    let legend = format!("{caption}: ● {}, ■ {}", names[0], names[1]);
    figure(
        &legend,
        &format!("{caption}. {}", said.join("; ")),
        NAMES + WIDTH,
        height + BELOW,
        &drawn,
    )
}

/// The axis from 0 to 100 %.
fn percents(drawn: &mut String, x: impl Fn(f64) -> f64, y: f64) {
    line(drawn, "axis", [x(0.0), y, x(1.0), y]);
    for part in [0.0, 0.5, 1.0] {
        text(drawn, x(part), y + 16.0, "middle", "soft", &format!("{:.0} %", 100.0 * part));
    }
}

/// A name that fits; of a long one its end, which tells it from others.
fn shortened(name: &str) -> String {
    let length = name.chars().count();
    if length <= LONGEST {
        return name.to_owned();
    }
    let end: String = name.chars().skip(length - LONGEST + 1).collect();
    format!("…{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_module_says_is_text_and_never_markup() {
        let share = Some(Share { share: 0.5, low: 0.25, high: 0.75 });
        let drawn = shares("a <b>", &[("<script>\"".to_owned(), share)], Some(0.5));
        assert!(!drawn.contains("<script>") && !drawn.contains("<b>"), "{drawn}");
        assert!(drawn.contains("&lt;script&gt;&quot;"), "{drawn}");
    }

    #[test]
    fn a_plot_says_what_it_shows() {
        let drawn = histogram("Steps", "steps", &Spread::of(vec![1, 2, 2, 3]));
        assert!(drawn.contains("aria-label=\"Steps: 1 to 3, median 2, mean 2.0"), "{drawn}");
        assert_eq!(drawn.matches("<rect").count(), 3);
        let drawn = curve("Open steps", "time", &[1.0, 4.0]);
        assert!(drawn.contains("points=\"44.0,130.0 404.0,10.0\""), "{drawn}");
        assert_eq!(shortened("players.*.hand.*.card"), "players.*.hand.*.card");
        let short = shortened("everybody.players.*.hand.*.card");
        assert!(short.starts_with('…') && short.ends_with(".hand.*.card"), "{short}");
        assert_eq!(short.chars().count(), LONGEST);
    }
}
