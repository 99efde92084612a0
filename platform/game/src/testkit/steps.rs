//! Steps that somebody might send: steps that were met in these games, as they were or altered.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::json;
use crate::{Dice, Game, Seat};

/// The most steps of one kind that are kept.
const KEPT: usize = 24;

/// Steps of all kinds met so far, a bounded number of each.
#[derive(Debug)]
pub(super) struct Steps<G: Game> {
    by_tag: BTreeMap<String, Kept<G::Move>>,
    words: BTreeSet<String>,
}

#[derive(Debug, Clone)]
struct Kept<M> {
    steps: Vec<(M, Value)>,
    met: usize,
}

impl<G: Game> Clone for Steps<G> {
    fn clone(&self) -> Self {
        Self { by_tag: self.by_tag.clone(), words: self.words.clone() }
    }
}

impl<G: Game> Steps<G> {
    pub(super) fn new() -> Self {
        Self { by_tag: BTreeMap::new(), words: BTreeSet::new() }
    }

    /// Remembers a step; if there are many of its kind, it can replace an older one.
    pub(super) fn remember(&mut self, step: &G::Move, written: &Value, dice: &mut Dice) {
        let tag = json::tag(written);
        if !self.by_tag.contains_key(tag) {
            self.by_tag.insert(tag.to_owned(), Kept { steps: Vec::new(), met: 0 });
        }
        let Some(kept) = self.by_tag.get_mut(tag) else { return };
        if kept.steps.iter().any(|(known, _)| known == step) {
            return;
        }
        kept.met += 1;
        let place = if kept.steps.len() < KEPT { kept.steps.len() } else { dice.below(kept.met) };
        if place < KEPT {
            kept.steps.truncate(KEPT);
            if place == kept.steps.len() {
                kept.steps.push((step.clone(), written.clone()));
            } else {
                kept.steps[place] = (step.clone(), written.clone());
            }
            collect_words(written, &mut self.words);
        }
    }

    /// Some steps that a player might send, of all kinds: a few as they were met, and `bent` of
    /// them with a field or the kind changed to something else that can still be read as a step.
    pub(super) fn candidates(&self, each: usize, bent: usize, dice: &mut Dice) -> Vec<G::Move> {
        let mut found: Vec<G::Move> = Vec::new();
        for kept in self.by_tag.values() {
            let mut order: Vec<usize> = (0..kept.steps.len()).collect();
            dice.shuffle(&mut order);
            found.extend(order.iter().take(each).map(|&index| kept.steps[index].0.clone()));
        }
        let all: Vec<&Value> =
            self.by_tag.values().flat_map(|kept| &kept.steps).map(|(_, written)| written).collect();
        for _ in 0..bent {
            let Some(written) = dice.pick(&all) else { break };
            let bent = self.bend((*written).clone(), dice);
            found.extend(json::read::<G::Move>(&bent));
        }
        found
    }

    fn bend(&self, mut written: Value, dice: &mut Dice) -> Value {
        if dice.below(3) == 0 {
            let tags: Vec<&String> = self.by_tag.keys().collect();
            if let (Value::Object(object), Some(tag)) = (&mut written, dice.pick(&tags)) {
                let fields = object.values().next().cloned().unwrap_or_default();
                *object = serde_json::Map::from_iter([((*tag).clone(), fields)]);
            }
            return written;
        }
        let leaves = count_leaves(&written);
        let mut leaf = dice.below(leaves);
        bend_leaf(&mut written, &mut leaf, &self.words, dice);
        written
    }
}

/// A step open to a seat, each kind as likely as the others.
pub(super) fn pick<G: Game>(game: &G, seat: Seat, dice: &mut Dice) -> Option<G::Move> {
    let mut open = Vec::new();
    game.moves(seat, &mut open);
    let mut tags: Vec<String> = open.iter().map(json::tag_of).collect();
    tags.sort_unstable();
    tags.dedup();
    let tag = dice.pick(&tags)?;
    open.retain(|step| json::tag_of(step) == *tag);
    dice.pick(&open).cloned()
}

fn collect_words(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::String(word) if words.len() < 256 => {
            words.insert(word.clone());
        }
        Value::Array(list) => list.iter().for_each(|one| collect_words(one, words)),
        Value::Object(object) => object.values().for_each(|one| collect_words(one, words)),
        _ => {}
    }
}

fn count_leaves(value: &Value) -> usize {
    match value {
        Value::Array(list) => list.iter().map(count_leaves).sum(),
        Value::Object(object) => object.values().map(count_leaves).sum(),
        _ => 1,
    }
}

fn bend_leaf(value: &mut Value, leaf: &mut usize, words: &BTreeSet<String>, dice: &mut Dice) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|one| bend_leaf(one, leaf, words, dice)),
        Value::Object(object) => {
            object.values_mut().for_each(|one| bend_leaf(one, leaf, words, dice));
        }
        scalar => {
            if *leaf == 0 {
                bend_scalar(scalar, words, dice);
            }
            *leaf = leaf.wrapping_sub(1);
        }
    }
}

fn bend_scalar(scalar: &mut Value, words: &BTreeSet<String>, dice: &mut Dice) {
    match scalar {
        Value::Number(number) => {
            let was = number.as_i64().unwrap_or_default();
            let others = [0, was.saturating_add(1), was.saturating_sub(1), 7, 8, 255, -1, 1 << 31];
            if let Some(&other) = dice.pick(&others) {
                *scalar = Value::from(other);
            }
        }
        Value::String(word) => {
            let words: Vec<&String> = words.iter().collect();
            if let Some(other) = dice.pick(&words) {
                word.clone_from(other);
            }
        }
        Value::Bool(truth) => *truth = !*truth,
        _ => {}
    }
}
