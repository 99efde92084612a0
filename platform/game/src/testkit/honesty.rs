//! The last clause of law 1: `imagine` redraws everything that eyes may not know.
//!
//! Every path of `view(All)` that is not in `view(eyes)` is followed over all positions and
//! imaginings. Its value must differ at least once, unless the game lists it as deducible.
//! A path is judged by its *evidence*: how often a blind guess would be expected to differ, given
//! how much the hidden value varies from game to game. A value that never varies hides nothing. A
//! path that was seen too rarely is judged together with those that differ from it only in their
//! indices, or reported as not judged.

use std::collections::BTreeMap;

use serde_json::Value;

use super::failure::{Failure, Law};
use super::json;
use crate::Eyes;

/// How many differences an honest redraw would have shown before a path is judged.
const EVIDENCE: u64 = 64;
/// The least number of positions, and of playouts, before a path is judged.
const POSITIONS: u32 = 8;
const PLAYOUTS: u32 = 4;
/// How many different values of a path are counted apart.
const VALUES: usize = 64;
/// How often another imagining of the same position is made for a path that has never differed, and
/// for one that has not even varied from position to position.
const WORTH: u64 = 2000;
const WORTH_OF_CONSTANTS: u64 = 200;
/// How many paths a failure shows.
const SHOWN: usize = 12;

/// The number of seats, and whose eyes; `None` is the public.
type Looking = (u8, Option<u8>);

/// What came of every hidden path.
#[derive(Debug)]
pub(super) struct Honesty {
    deducible: Vec<Vec<String>>,
    paths: BTreeMap<Looking, BTreeMap<String, Hidden>>,
    position: u64,
}

/// What came of one hidden path.
#[derive(Debug, Default)]
struct Hidden {
    differed: bool,
    deducible: bool,
    positions: u32,
    position: u64,
    playouts: u32,
    playout: Option<u64>,
    tries: u64,
    values: BTreeMap<u64, u64>,
    unlike: u64,
}

impl Hidden {
    /// The expected number of tries that differ if each value is drawn at random from those seen:
    /// t·(1 − Σ(c/t)²).
    fn evidence(&self) -> u64 {
        let squares: u64 =
            self.values.values().map(|count| count * count).sum::<u64>() + self.unlike;
        self.tries - squares.div_ceil(self.tries.max(1))
    }

    fn saw(&mut self, value: &Value) {
        self.tries += 1;
        let digest = json::digest(value.to_string().as_bytes());
        if self.values.len() < VALUES || self.values.contains_key(&digest) {
            *self.values.entry(digest).or_default() += 1;
        } else {
            self.unlike += 1;
        }
    }
}

impl Honesty {
    pub(super) fn new(deducible: &[String]) -> Self {
        let parts = |path: &String| path.split('.').map(str::to_owned).collect();
        Self {
            deducible: deducible.iter().map(parts).collect(),
            paths: BTreeMap::new(),
            position: 0,
        }
    }

    /// Compares an imagined game with the one it was imagined from, both as `view(All)`. Returns
    /// whether another imagining of the same position could add evidence.
    pub(super) fn compare(
        &mut self,
        seats: u8,
        eyes: Eyes,
        playout: u64,
        known: &Value,
        real: &Value,
        imagined: &Value,
    ) -> bool {
        let paths = self.paths.entry((seats, eyes.seat().map(|seat| seat.0))).or_default();
        let deducible = &self.deducible;
        let position = (playout, self.position);
        let mut walk = Walk { deducible, paths, position, path: String::new(), undecided: false };
        walk.down(Some(known), real, Some(imagined));
        walk.undecided
    }

    /// The next comparison is of another position.
    pub(super) fn next_position(&mut self) {
        self.position += 1;
    }

    /// Judges all paths; gives those that were seen too rarely.
    pub(super) fn judge(&self) -> Result<Vec<String>, Failure> {
        let (mut guilty, mut unjudged) = (Vec::new(), Vec::new());
        for (&(seats, seat), paths) in &self.paths {
            let eyes = seat.map_or("the public".to_owned(), |seat| format!("Seat({seat})"));
            let mut found = judge_paths(paths);
            found.guilty.sort_by(|one, other| one.0.cmp(&other.0));
            let tops: Vec<String> = found.guilty.iter().map(|(path, _)| path.clone()).collect();
            for (path, sum) in found.guilty {
                if !tops.iter().any(|top| path.starts_with(&format!("{top}."))) {
                    guilty.push(format!("{seats} seats, eyes of {eyes}: {path} ({})", sum.said()));
                }
            }
            let rare = found.unjudged.into_iter();
            unjudged.extend(rare.map(|(path, sum)| {
                format!("{seats} seats, eyes of {eyes}: {path} ({})", sum.said())
            }));
        }
        if guilty.is_empty() {
            return Ok(unjudged);
        }
        let more = guilty.len().saturating_sub(SHOWN);
        guilty.truncate(SHOWN);
        let mut what = "hidden, and never imagined otherwise:\n".to_owned() + &guilty.join("\n");
        if more > 0 {
            what += &format!("\nand {more} more");
        }
        what += "\nimagine does not redraw it; or, if those eyes can work it out, list it with \
                 .deducible(&[..])";
        Err(Failure::new(Law::NothingLeaks, "imagine is honest", what))
    }
}

/// One comparison on its way down.
struct Walk<'a> {
    deducible: &'a [Vec<String>],
    paths: &'a mut BTreeMap<String, Hidden>,
    position: (u64, u64),
    path: String,
    undecided: bool,
}

impl Walk<'_> {
    /// Where both views have structure, down its parts; where `known` lacks what there is or has
    /// something else in its place, it is hidden, with all its parts.
    fn down(&mut self, known: Option<&Value>, real: &Value, imagined: Option<&Value>) {
        let visible = match (known, real) {
            (Some(known), real) if known == real => return,
            (Some(Value::Object(_)), Value::Object(_)) => true,
            (Some(Value::Array(_)), Value::Array(_)) => true,
            _ => false,
        };
        if !visible && !self.path.is_empty() && !self.hidden(real, imagined) {
            return;
        }
        match real {
            Value::Object(parts) => {
                for (key, part) in parts {
                    let known = known.and_then(|known| known.get(key));
                    let imagined = imagined.and_then(|imagined| imagined.get(key));
                    self.enter(key, |walk| walk.down(known, part, imagined));
                }
            }
            Value::Array(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let known = known.and_then(|known| known.get(index));
                    let imagined = imagined.and_then(|imagined| imagined.get(index));
                    self.enter(&index.to_string(), |walk| walk.down(known, part, imagined));
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, key: &str, inside: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        if length > 0 {
            self.path.push('.');
        }
        self.path.push_str(key);
        inside(self);
        self.path.truncate(length);
    }

    /// Counts one sighting of a hidden path; returns whether to go on below it.
    fn hidden(&mut self, real: &Value, imagined: Option<&Value>) -> bool {
        let differs = imagined != Some(real);
        if real.is_null() && !differs {
            return false;
        }
        if !self.paths.contains_key(&self.path) {
            let deducible = self.deducible.iter().any(|pattern| is_under(&self.path, pattern));
            self.paths.insert(self.path.clone(), Hidden { deducible, ..Hidden::default() });
        }
        let Some(hidden) = self.paths.get_mut(&self.path) else { return false };
        if hidden.deducible {
            return false;
        }
        if hidden.differed {
            return true;
        }
        hidden.differed = differs;
        let (playout, position) = self.position;
        if hidden.playout != Some(playout) {
            hidden.playout = Some(playout);
            hidden.playouts += 1;
        }
        if hidden.positions == 0 || hidden.position != position {
            hidden.position = position;
            hidden.positions += 1;
        }
        hidden.saw(real);
        let worth = if hidden.values.len() > 1 { WORTH } else { WORTH_OF_CONSTANTS };
        self.undecided |= !differs && hidden.tries < worth;
        true
    }
}

/// Whether `path` is, or lies under, what `pattern` names; `*` stands for any one part.
fn is_under(path: &str, pattern: &[String]) -> bool {
    let mut parts = path.split('.');
    pattern.iter().all(|wanted| parts.next().is_some_and(|part| wanted == "*" || wanted == part))
}

/// Several paths taken together.
#[derive(Debug, Default, Clone, Copy)]
struct Sum {
    differed: bool,
    positions: u32,
    playouts: u32,
    tries: u64,
    evidence: u64,
}

impl Sum {
    fn add(&mut self, hidden: &Hidden) {
        self.differed |= hidden.differed;
        self.positions += hidden.positions;
        self.playouts += hidden.playouts;
        self.tries += hidden.tries;
        self.evidence += hidden.evidence();
    }

    fn is_enough(self) -> bool {
        self.positions >= POSITIONS && self.playouts >= PLAYOUTS && self.evidence >= EVIDENCE
    }

    fn said(self) -> String {
        format!(
            "{} positions of {} playouts, {} imaginings",
            self.positions, self.playouts, self.tries
        )
    }
}

#[derive(Debug, Default)]
struct Judgement {
    guilty: Vec<(String, Sum)>,
    unjudged: Vec<(String, Sum)>,
}

/// Judges each path by itself if there is enough evidence; otherwise together with the paths that
/// differ from it only in the last index, and at last with those that differ only in their indices.
fn judge_paths(paths: &BTreeMap<String, Hidden>) -> Judgement {
    let mut judgement = Judgement::default();
    let mut left: Vec<&String> = Vec::new();
    for (path, hidden) in paths.iter().filter(|(_, hidden)| !hidden.deducible) {
        let mut sum = Sum::default();
        sum.add(hidden);
        let constant = hidden.values.len() == 1 && hidden.tries >= EVIDENCE;
        if hidden.differed || constant {
            continue;
        }
        if sum.is_enough() {
            judgement.guilty.push((path.clone(), sum));
        } else {
            left.push(path);
        }
    }
    for starred in [star_last, star_all] {
        let mut alike: BTreeMap<String, Sum> = BTreeMap::new();
        for (path, hidden) in paths.iter().filter(|(_, hidden)| !hidden.deducible) {
            alike.entry(starred(path)).or_default().add(hidden);
        }
        let mut guilty = BTreeMap::new();
        left.retain(|path| {
            let class = starred(path);
            match alike.get(&class) {
                Some(sum) if sum.differed => false,
                Some(sum) if sum.is_enough() => {
                    guilty.insert(class, *sum);
                    false
                }
                _ => true,
            }
        });
        judgement.guilty.extend(guilty);
    }
    let mut rare: BTreeMap<String, Sum> = BTreeMap::new();
    for path in left {
        rare.entry(star_all(path)).or_default().add(&paths[path]);
    }
    judgement.unjudged = rare.into_iter().collect();
    judgement
}

fn is_index(part: &str) -> bool {
    part.chars().all(|c| c.is_ascii_digit())
}

fn star_all(path: &str) -> String {
    let parts: Vec<&str> =
        path.split('.').map(|part| if is_index(part) { "*" } else { part }).collect();
    parts.join(".")
}

fn star_last(path: &str) -> String {
    let mut parts: Vec<&str> = path.split('.').collect();
    if let Some(index) = parts.iter_mut().rev().find(|part| is_index(part)) {
        *index = "*";
    }
    parts.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;
    use serde_json::json;

    /// Plays `games` positions of twenty playouts; `imagine` makes the imagined `view(All)`.
    fn judged(
        known: fn(&Value) -> Value,
        imagine: fn(&Value, u64) -> Value,
        deducible: &[&str],
    ) -> Result<Vec<String>, Failure> {
        let deducible: Vec<String> = deducible.iter().map(|&path| path.to_owned()).collect();
        let mut honesty = Honesty::new(&deducible);
        for n in 0..200_u64 {
            let real = json!({
                "fixed": "always", "public": n % 5,
                "hands": [[n % 3, n % 7], [n % 4, n % 11]], "deck": {"size": n % 9, "top": n % 6},
            });
            honesty.next_position();
            let imagined = imagine(&real, n);
            honesty.compare(2, Eyes::Seat(Seat(0)), n / 10, &known(&real), &real, &imagined);
        }
        honesty.judge()
    }

    fn own_hand(real: &Value) -> Value {
        json!({"public": real["public"], "hands": [real["hands"][0], null], "deck": {}})
    }

    fn all_anew(real: &Value, n: u64) -> Value {
        let mut imagined = real.clone();
        imagined["hands"][1] = json!([(n + 1) % 4, (n / 2) % 11]);
        imagined["deck"] = json!({"size": (n * 5) % 9, "top": (n / 7) % 6});
        imagined
    }

    #[test]
    fn an_honest_imagining_passes_and_constants_hide_nothing() {
        assert_eq!(judged(own_hand, all_anew, &[]).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn a_clone_is_guilty_of_every_hidden_path() {
        let what = judged(own_hand, |real, _| real.clone(), &[]).unwrap_err().what;
        assert!(what.contains("hands.1 (200 positions of 20 playouts"), "{what}");
        assert!(what.contains("deck.top"), "{what}");
        assert!(!what.contains("hands.1.0") && !what.contains("fixed"), "{what}");
    }

    #[test]
    fn a_forgotten_part_is_found_beside_redrawn_parts_of_one_hidden_object() {
        let blind = |real: &Value| json!({"public": real["public"]});
        let deck_only = |real: &Value, n: u64| {
            let mut imagined = real.clone();
            imagined["deck"] = json!({"size": (n * 5) % 9, "top": (n / 7) % 6});
            imagined["hands"][0] = json!([(n + 1) % 4, (n / 2) % 11]);
            imagined
        };
        let what = judged(blind, deck_only, &[]).unwrap_err().what;
        assert!(what.contains("hands.1 (") && !what.contains("hands.0"), "{what}");
        assert!(judged(blind, deck_only, &["hands.1"]).is_ok());
        assert!(judged(blind, deck_only, &["hands.*"]).is_ok());
    }

    #[test]
    fn rare_paths_are_judged_with_their_like_or_reported() {
        let mut paths = BTreeMap::new();
        for index in 0..40_u64 {
            let mut hidden = Hidden { positions: 3, playouts: 3, ..Hidden::default() };
            (0..3).for_each(|value| hidden.saw(&json!(value + index)));
            paths.insert(format!("pile.{index}.card"), hidden);
        }
        assert_eq!(judge_paths(&paths).guilty[0].0, "pile.*.card");
        paths.retain(|path, _| path.starts_with("pile.1."));
        let few = judge_paths(&paths);
        assert!(few.guilty.is_empty());
        assert_eq!(few.unjudged[0].0, "pile.*.card");
    }
}
