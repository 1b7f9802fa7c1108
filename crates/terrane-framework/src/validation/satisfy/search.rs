//! The search for the least change that satisfies all relations.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeSet, BinaryHeap, HashSet};

use super::cost::Cost;
use super::tree::{Edit, Edits, Id, Key, Tree, Violation};

/// How many values the exact search reads at most.
const MOST_READS: usize = 400_000;

/// How many values the search of one violated relation reads, about.
const READS_OF_VIOLATION: usize = 20;

/// The result of a search.
pub(super) struct Found {
    pub(super) edits: Edits,
    /// The relations that are still violated.
    pub(super) violations: Vec<Violation>,
}

/// A changed configuration.
#[derive(Default)]
struct Candidate {
    edits: Edits,
    /// The relations that stay violated.
    violated: BTreeSet<Key>,
    cost: Cost,
    /// The least cost of a configuration that satisfies all other relations, as far as it is known.
    estimate: Cost,
    /// The other violated relations, once they have been searched.
    violations: Option<Vec<Violation>>,
    number: usize,
}

impl Candidate {
    /// Candidates with a low estimate come first, then those with many decisions, then the earlier ones.
    fn order(&self) -> (Cost, Reverse<usize>, usize) {
        let decisions = self.edits.len() + self.violated.len();
        (self.estimate, Reverse(decisions), self.number)
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl Eq for Candidate {}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

/// Finds the cheapest change after which all relations hold. Relations that no change satisfies stay violated, as few as possible.
///
/// If a configuration is too large for the exact search, each relation gets the change that is the cheapest for it alone.
pub(super) fn search(tree: &Tree<'_>) -> Found {
    let edits = exact(tree).unwrap_or_else(|| one_by_one(tree));
    let violations = tree.violations(&edits);
    Found { edits, violations }
}

/// Returns the cheapest change, unless the search is too long.
///
/// A violated relation depends on the values of its members alone. So each change that satisfies it edits a node on the paths of these members.
fn exact(tree: &Tree<'_>) -> Option<Edits> {
    let mut queue = BinaryHeap::new();
    queue.push(Reverse(Candidate::default()));
    let (mut seen, mut number, mut reads) = (HashSet::new(), 0, 0);
    while let Some(Reverse(mut candidate)) = queue.pop() {
        let violations = match candidate.violations.take() {
            Some(violations) => violations,
            None => {
                let mut violations = tree.violations(&candidate.edits);
                violations.retain(|it| !candidate.violated.contains(&it.key));
                reads += tree.len() + violations.len() * READS_OF_VIOLATION;
                violations
            }
        };
        if violations.is_empty() {
            return Some(candidate.edits);
        }
        if reads > MOST_READS {
            return None;
        }
        let options = violations
            .iter()
            .map(|it| options(tree, it, &candidate.edits));
        let options: Vec<Options> = options.collect();
        let estimate = candidate.cost + at_least(&options);
        if estimate > candidate.estimate {
            candidate.estimate = estimate;
            candidate.violations = Some(violations);
            queue.push(Reverse(candidate));
            continue;
        }
        let of_violations = violations.iter().zip(&options);
        let (violation, options) = of_violations.min_by_key(|(_, it)| it.count())?;
        let mut next = |edit: Option<Id>, cost: Cost| {
            let (mut edits, mut violated) = (candidate.edits.clone(), candidate.violated.clone());
            match edit {
                Some(edit) => edits.insert(edit),
                None => violated.insert(violation.key),
            };
            if seen.insert((edits.clone(), violated.clone())) {
                number += 1;
                let cost = candidate.cost + cost;
                queue.push(Reverse(Candidate {
                    edits,
                    violated,
                    cost,
                    estimate: cost.max(candidate.estimate),
                    violations: None,
                    number,
                }));
            }
        };
        for (edit, cost) in options.own.iter().chain(&options.around) {
            next(Some(*edit), *cost);
        }
        next(None, Cost::VIOLATED);
    }
    None
}

/// Returns a change in which each relation has got its cheapest edits. Relations with few choices come first.
fn one_by_one(tree: &Tree<'_>) -> Edits {
    let mut edits = Edits::new();
    loop {
        let violations = tree.violations(&edits);
        let options = violations.iter().map(|it| (it, options(tree, it, &edits)));
        let mut options: Vec<(&Violation, Options)> = options.collect();
        options.sort_by_key(|(_, options)| options.count());
        let mut more = Edits::new();
        for (violation, options) in options {
            // A member that another relation has just changed may satisfy this one, too.
            if violation
                .chains
                .iter()
                .flatten()
                .any(|id| more.contains(id))
            {
                continue;
            }
            let all = options.own.iter().chain(&options.around);
            more.extend(all.min_by_key(|(_, cost)| *cost).map(|(id, _)| *id));
        }
        if more.is_empty() {
            return edits;
        }
        edits.extend(more);
    }
}

/// The edits that may satisfy a relation.
struct Options {
    /// Edits of its members. A later member comes first, so that the first one stays.
    own: Vec<Edit>,
    /// Edits of objects and collections around its members.
    around: Vec<Edit>,
}

impl Options {
    fn count(&self) -> usize {
        self.own.len() + self.around.len()
    }
}

fn options(tree: &Tree<'_>, violation: &Violation, edits: &Edits) -> Options {
    let (mut own, mut around) = (Vec::new(), Vec::new());
    for chain in violation.chains.iter().rev() {
        let (outer, end) = tree.edits_on(chain, edits);
        own.extend(end);
        around.extend(outer);
    }
    let mut known = HashSet::new();
    own.retain(|(id, _)| known.insert(*id));
    around.retain(|(id, _)| known.insert(*id));
    Options { own, around }
}

/// A lower bound of the cost of satisfying all relations: the sum for relations without a common member.
fn at_least(options: &[Options]) -> Cost {
    let mut sum = Cost::default();
    let (mut used, mut used_around) = (HashSet::new(), HashSet::new());
    for option in options {
        let own = option.own.iter().map(|(_, cost)| *cost).min();
        let around = option.around.iter().map(|(_, cost)| *cost).min();
        // An object or collection that is cheaper to remove may satisfy several relations at once.
        let Some(cost) = own.filter(|own| around.is_none_or(|around| *own <= around)) else {
            continue;
        };
        let mut own = option.own.iter().map(|(id, _)| id);
        let mut around = option.around.iter().map(|(id, _)| id);
        let is_shared = own.any(|id| used.contains(id) || used_around.contains(id))
            || around.any(|id| used.contains(id));
        if !is_shared {
            used.extend(option.own.iter().map(|(id, _)| *id));
            used_around.extend(option.around.iter().map(|(id, _)| *id));
            sum += cost;
        }
    }
    sum
}
