//! Finding what a path names.

use std::collections::BTreeSet;

use super::{Crate, Meaning, ModulePath};

/// What a path names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    /// The module that defines the item, or the module itself.
    pub(crate) module: ModulePath,
    /// The name of the item.
    pub(crate) name: String,
    pub(crate) is_module: bool,
}

/// Finds what a path in a module names, also through re-exports. `None` for items of other crates.
pub(crate) fn resolve(krate: &Crate, at: &[String], path: &[String]) -> Option<Definition> {
    walk(krate, at, path, &mut BTreeSet::new())
}

fn walk(
    krate: &Crate,
    at: &[String],
    path: &[String],
    seen: &mut BTreeSet<(ModulePath, Vec<String>)>,
) -> Option<Definition> {
    if !seen.insert((at.to_owned(), path.to_owned())) {
        return None;
    }
    let (first, rest) = path.split_first()?;
    let start = match first.as_str() {
        "crate" => Vec::new(),
        "self" => at.to_owned(),
        "super" => at[..at.len().checked_sub(1)?].to_owned(),
        _ => return named(krate, at, path, seen),
    };
    match rest {
        [] => Some(Definition {
            module: start,
            name: first.clone(),
            is_module: true,
        }),
        [next, ..] if next == "super" => walk(krate, &start, rest, seen),
        _ => named(krate, &start, rest, seen),
    }
}

/// Resolves a path whose first name is one of a module.
fn named(
    krate: &Crate,
    at: &[String],
    path: &[String],
    seen: &mut BTreeSet<(ModulePath, Vec<String>)>,
) -> Option<Definition> {
    let module = krate.modules.get(at)?;
    let (first, rest) = path.split_first()?;
    let is_module = module.submodules.contains(first);
    match module.names.get(first) {
        // A module and an item may have one name. Only the module has something below it.
        _ if is_module && !rest.is_empty() => {
            let inner = [at, std::slice::from_ref(first)].concat();
            named(krate, &inner, rest, seen)
        }
        Some(Meaning::Item) => Some(Definition {
            module: at.to_owned(),
            name: first.clone(),
            is_module: false,
        }),
        // A crate and an item of it may have one name.
        Some(Meaning::Import(import, _)) if import.first() == Some(first) && !is_module => None,
        Some(Meaning::Import(import, _)) => {
            let whole = [import.as_slice(), rest].concat();
            walk(krate, at, &whole, seen)
        }
        None if is_module => {
            let inner = [at, std::slice::from_ref(first)].concat();
            Some(Definition {
                module: inner,
                name: first.clone(),
                is_module: true,
            })
        }
        None => module.globs.iter().find_map(|(glob, _)| {
            let start = glob.first()?;
            let is_own = matches!(start.as_str(), "crate" | "self" | "super");
            if !is_own && !module.submodules.contains(start) {
                return None;
            }
            let whole = [glob.as_slice(), path].concat();
            walk(krate, at, &whole, seen)
        }),
    }
}
