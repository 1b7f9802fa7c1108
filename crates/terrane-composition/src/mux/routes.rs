//! The routes of a mux: the member that serves each item.

use std::collections::{BTreeMap, HashMap};

use foldhash::fast::RandomState;

use super::member_items::MemberItems;
use super::messages;
use terrane_protocol::schema::TypeKind;
use terrane_protocol::{Diagnostic, Diagnostics, Item};

/// The members that serve an item, by their positions. All but conflicts have one.
type Owners = Vec<usize>;

/// The member that serves each item.
#[derive(Debug, Default)]
pub(super) struct Routes {
    types: [HashMap<String, Owners, RandomState>; TypeKind::ALL.len()],
    functions: HashMap<String, Owners, RandomState>,
    /// Members whose items are not known, and the reasons.
    pub(super) unknown: Vec<(usize, Diagnostics)>,
}

impl Routes {
    /// Adds an item of a member.
    pub(super) fn add(&mut self, item: Item<'_>, member: usize) {
        let of_kind = match item {
            Item::Type(kind, _) => &mut self.types[kind as usize],
            Item::Function(_) => &mut self.functions,
        };
        match of_kind.get_mut(item.name()) {
            Some(owners) if owners.contains(&member) => {}
            Some(owners) => owners.push(member),
            None => {
                of_kind.insert(item.name().to_owned(), vec![member]);
            }
        }
    }

    /// Adds the items of a member.
    pub(super) fn add_all(&mut self, known: &MemberItems, member: usize) {
        for item in known.items() {
            self.add(item, member);
        }
    }

    /// Returns the positions of the members that serve an item.
    pub(super) fn owners(&self, item: Item<'_>) -> &[usize] {
        let of_kind = match item {
            Item::Type(kind, _) => &self.types[kind as usize],
            Item::Function(_) => &self.functions,
        };
        of_kind.get(item.name()).map_or(&[], Vec::as_slice)
    }

    /// Whether any member serves an item.
    pub(super) fn has(&self, item: Item<'_>) -> bool {
        !self.owners(item).is_empty()
    }

    /// Returns an error for each item that several members serve, in the order of kinds and names.
    pub(super) fn conflicts(&self, names: &[&str]) -> Diagnostics {
        let types = TypeKind::ALL.into_iter().flat_map(|kind| {
            let conflicts = conflicting_owners(&self.types[kind as usize]);
            conflicts.into_iter().map(move |(name, owners)| {
                let item = Item::Type(kind, name);
                conflict(item, owners, names)
            })
        });
        let functions = conflicting_owners(&self.functions).into_iter();
        let function_conflicts =
            functions.map(|(name, owners)| conflict(Item::Function(name), owners, names));
        types.chain(function_conflicts).collect()
    }
}

/// Returns the items that have several owners.
fn conflicting_owners(of_kind: &HashMap<String, Owners, RandomState>) -> BTreeMap<&str, &[usize]> {
    let several = of_kind.iter().filter(|(_, owners)| owners.len() > 1);
    several
        .map(|(name, owners)| (name.as_str(), owners.as_slice()))
        .collect()
}

/// The error of an item with several owners.
pub(super) fn conflict(item: Item<'_>, owners: &[usize], names: &[&str]) -> Diagnostic {
    let owner_names: Vec<&str> = owners
        .iter()
        .filter_map(|owner| names.get(*owner).copied())
        .collect();
    messages::served_twice(item, &owner_names)
}
