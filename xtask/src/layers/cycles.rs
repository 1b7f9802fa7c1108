//! Files that import each other, directly or through others.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::paths::Imports;

/// Returns the groups of files each of which reaches all others of its group.
pub(super) fn cycles(imports: &Imports) -> Vec<BTreeSet<PathBuf>> {
    let reached: BTreeMap<_, _> = imports
        .files()
        .map(|file| (file, reachable(imports, file)))
        .collect();
    let mut cycles: Vec<BTreeSet<PathBuf>> = Vec::new();
    for (file, others) in &reached {
        if !others.contains(*file) || cycles.iter().any(|cycle| cycle.contains(*file)) {
            continue;
        }
        let back = |other: &&PathBuf| reached.get(*other).is_some_and(|it| it.contains(*file));
        cycles.push(others.iter().filter(back).cloned().collect());
    }
    cycles
}

/// Returns the files that a file imports, directly or through others.
fn reachable(imports: &Imports, from: &PathBuf) -> BTreeSet<PathBuf> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&PathBuf> = imports.of(from).collect();
    while let Some(file) = open.pop() {
        if reached.insert(file.clone()) {
            open.extend(imports.of(file));
        }
    }
    reached
}
