//! What was learned of each decision: which steps were tried, how often, and how it went.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::judgement::Verdict;
use crate::{Dice, Seat};

/// How much a step is preferred for having been tried rarely.
const CURIOSITY: f64 = 0.3;
/// The most decisions and steps that are kept in all: some tens of megabytes. A search that has
/// reached it goes on with those that it knows.
const MOST_KEPT: usize = 400_000;

/// The decisions of all seats, by what the seat that decides remembers.
#[derive(Debug)]
pub(super) struct Tree<M> {
    // Only looked up in, never walked through.
    places: HashMap<u64, usize, BuildHasherDefault<AsItIs>>,
    nodes: Vec<Node<M>>,
    edges: usize,
}

/// A memory is a hash already, and is not hashed once more.
#[derive(Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, memory: u64) {
        self.0 = memory;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// One decision.
#[derive(Debug)]
struct Node<M> {
    visits: u32,
    edges: Vec<Edge<M>>,
    /// Which edge each of the open steps is, for the visit under way.
    open: Vec<usize>,
}

/// One step of a decision.
#[derive(Debug)]
struct Edge<M> {
    step: M,
    /// How it looked one step ahead, in the game in which it was first met.
    ahead: f64,
    /// How often it was among the steps that could have been taken.
    offered: u32,
    visits: u32,
    worth: f64,
    wins: f64,
}

/// A step that an iteration took, and whose it was.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) node: usize,
    pub(super) edge: usize,
    pub(super) seat: Seat,
}

impl<M: Clone + PartialEq> Tree<M> {
    pub(super) fn new() -> Self {
        Self { places: HashMap::default(), nodes: Vec::new(), edges: 0 }
    }

    /// The decision of this memory, if it was met before; it is remembered now, if there is room.
    pub(super) fn enter(&mut self, memory: u64) -> Option<usize> {
        if let Some(&node) = self.places.get(&memory) {
            return Some(node);
        }
        if self.has_room() {
            self.places.insert(memory, self.nodes.len());
            self.nodes.push(Node { visits: 0, edges: Vec::new(), open: Vec::new() });
        }
        None
    }

    /// How many bytes of memory it takes, about.
    pub(super) fn bytes(&self) -> usize {
        let place = size_of::<(u64, usize)>() + 1;
        let node = size_of::<Node<M>>();
        // The open steps of a decision are about as many as its edges.
        let edge = size_of::<Edge<M>>() + size_of::<usize>();
        self.places.capacity() * place + self.nodes.capacity() * node + self.edges * edge
    }

    fn has_room(&self) -> bool {
        self.nodes.len() + self.edges < MOST_KEPT
    }

    /// Which edge to follow among the open steps: a step that looks best one step ahead of those not
    /// tried yet, as long as few were tried, else the one with the best prospects. None where no
    /// open step is known and there is no room for more.
    pub(super) fn choose(
        &mut self,
        node: usize,
        open: &[M],
        dice: &mut Dice,
        mut ahead: impl FnMut(&M, &mut Dice) -> f64,
    ) -> Option<usize> {
        let has_room = self.has_room();
        let node = &mut self.nodes[node];
        self.edges += node.match_open(open, has_room, |step| ahead(step, dice));
        node.visits += 1;
        let tried = node.open.iter().filter(|&&edge| node.edges[edge].visits > 0).count();
        if tried < node.open.len() && tried < 1 + f64::from(node.visits).sqrt() as usize {
            let untried = node.open.iter().copied().filter(|&edge| node.edges[edge].visits == 0);
            let best = untried.reduce(|best, edge| {
                if node.edges[edge].ahead > node.edges[best].ahead { edge } else { best }
            });
            if let Some(best) = best {
                node.edges[best].offered += 1;
                return Some(best);
            }
        }
        node.most_promising()
    }

    /// The step of an edge.
    pub(super) fn step(&self, node: usize, edge: usize) -> &M {
        &self.nodes[node].edges[edge].step
    }

    /// Notes how an iteration went that took this step.
    pub(super) fn learn(&mut self, Place { node, edge, seat }: Place, verdict: &Verdict) {
        let edge = &mut self.nodes[node].edges[edge];
        edge.visits += 1;
        edge.worth += verdict.worth[seat.index()];
        edge.wins += verdict.wins[seat.index()];
    }

    /// How often a step was taken at this decision, and how often it won.
    pub(super) fn found(&self, memory: u64, step: &M) -> Option<(u32, f64)> {
        let node = &self.nodes[*self.places.get(&memory)?];
        let edge = node.edges.iter().find(|edge| edge.step == *step)?;
        (edge.visits > 0).then(|| (edge.visits, edge.wins / f64::from(edge.visits)))
    }
}

impl<M: Clone + PartialEq> Node<M> {
    /// Finds the edge of each open step, and makes those that are missing if there is room; says how
    /// many it made.
    fn match_open(
        &mut self,
        open: &[M],
        has_room: bool,
        mut ahead: impl FnMut(&M) -> f64,
    ) -> usize {
        let known = self.edges.len();
        self.open.clear();
        let mut next = 0;
        for step in open {
            // Most often the steps come in the same order as before.
            let after = self.edges[next..].iter().position(|edge| edge.step == *step);
            let found = after.map(|place| next + place);
            let found =
                found.or_else(|| self.edges[..next].iter().position(|edge| edge.step == *step));
            if found.is_none() && !has_room {
                continue;
            }
            let edge = found.unwrap_or_else(|| {
                let (step, ahead) = (step.clone(), ahead(step));
                let edge = Edge { step, ahead, offered: 0, visits: 0, worth: 0.0, wins: 0.0 };
                self.edges.push(edge);
                self.edges.len() - 1
            });
            self.open.push(edge);
            next = edge + 1;
        }
        self.edges.len() - known
    }

    /// The tried step with the best balance of success and curiosity.
    fn most_promising(&mut self) -> Option<usize> {
        let (mut best, mut most) = (self.open.first().copied(), f64::NEG_INFINITY);
        for &number in &self.open {
            let edge = &mut self.edges[number];
            if edge.visits == 0 {
                continue;
            }
            edge.offered += 1;
            let visits = f64::from(edge.visits);
            let promise = edge.worth / visits + CURIOSITY * (ln(edge.offered) / visits).sqrt();
            if promise > most {
                (best, most) = (Some(number), promise);
            }
        }
        best
    }
}

/// The natural logarithm to within a tenth, from operations that give the same result on every
/// machine, which the library's does not promise.
fn ln(number: u32) -> f64 {
    let whole = number.max(1).ilog2();
    let part = f64::from(number.max(1)) / f64::from(1_u32 << whole) - 1.0;
    std::f64::consts::LN_2 * (f64::from(whole) + part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn a_logarithm_is_near_the_true_one() {
        for number in [1, 2, 3, 7, 100, 1_000_000, u32::MAX] {
            assert!((ln(number) - f64::from(number).ln()).abs() < 0.1, "{number}");
        }
    }

    #[test]
    fn the_step_that_looks_best_is_tried_first_and_others_join_slowly() {
        let mut tree = Tree::new();
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        assert_eq!(tree.enter(7), None);
        let node = tree.enter(7).expect("it was just met");
        let mut taken = Vec::new();
        for _ in 0..8 {
            let edge = tree.choose(node, &[1, 5, 3, 4], &mut dice, |&step, _| f64::from(step));
            let edge = edge.expect("there is room");
            taken.push(*tree.step(node, edge));
            let place = Place { node, edge, seat: Seat(0) };
            tree.learn(place, &Verdict { worth: [0.5; 7], wins: [0.5; 7] });
        }
        assert_eq!(taken[..3], [5, 4, 5]);
        assert!(taken.contains(&3) && !taken.contains(&1), "{taken:?}");
    }

    #[test]
    fn a_full_tree_goes_on_with_what_it_knows() {
        let mut tree = Tree::new();
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        let mut choose = |tree: &mut Tree<u8>, node, open: &[u8]| {
            let edge = tree.choose(node, open, &mut dice, |&step, _| f64::from(step))?;
            Some(*tree.step(node, edge))
        };
        assert_eq!(tree.enter(0), None);
        let node = tree.enter(0).expect("it was just met");
        assert_eq!(choose(&mut tree, node, &[1, 2]), Some(2));
        for memory in 1..=MOST_KEPT as u64 {
            assert_eq!(tree.enter(memory), None);
        }
        assert!(tree.nodes.len() + tree.edges <= MOST_KEPT);
        assert_eq!(choose(&mut tree, node, &[3, 1]), Some(1));
        assert_eq!(choose(&mut tree, node, &[3]), None);
    }
}
