//! The structs of nested contents: places with equal contents share one struct.

use std::collections::{BTreeMap, BTreeSet};

use super::contents::{Contents, of_type};
use super::item::Item;
use super::kind::Kind;
use super::names::TypeNames;

/// Where the struct of some contents is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// The path of the module, `shared` for a struct of several items.
    pub(super) module: String,
    pub(super) name: String,
    /// The kind of the items that have the contents: a resource, if one of them is one.
    pub(super) kind: Kind,
}

/// The module of structs that several items have.
pub(super) const SHARED: &str = "shared";

/// The structs of all nested contents. They depend on the whole source, so that a choice of types changes no names.
#[derive(Debug, Default)]
pub(super) struct Structs {
    places: BTreeMap<String, Place>,
    names: BTreeMap<String, TypeNames>,
}

/// The places of some contents in the source.
#[derive(Debug)]
struct Found {
    order: usize,
    modules: BTreeSet<String>,
    kind: Kind,
    path: Vec<String>,
}

impl Structs {
    /// Names the structs of all items of a source.
    pub(super) fn of<'a>(items: impl Iterator<Item = &'a Item<'a>> + Clone) -> Self {
        let mut found = BTreeMap::new();
        let mut structs = Self::default();
        for item in items {
            let module = item.module();
            if let (Some(contents), Some(struct_name)) = (item.contents(), &item.struct_name) {
                let names = structs.names.entry(module.clone()).or_default();
                names.add(struct_name);
                collect_contents(
                    contents,
                    (item.kind, &module),
                    &mut vec![item.name.clone()],
                    &mut found,
                );
            }
            for (name, ty) in item.types() {
                of_type(name, ty, &mut |name, contents| {
                    let mut path = vec![item.name.clone(), name.to_owned()];
                    collect_one(contents, (item.kind, &module), &mut path, &mut found);
                });
            }
        }
        let mut in_order: Vec<(String, Found)> = found.into_iter().collect();
        in_order.sort_by_key(|(_, found)| found.order);
        for (key, found) in in_order {
            let mut modules = found.modules.into_iter();
            let module = match (modules.next(), modules.next()) {
                (Some(only), None) => only,
                _ => SHARED.to_owned(),
            };
            let names = structs.names.entry(module.clone()).or_default();
            let name = names.reserve(&found.path);
            let kind = found.kind;
            structs.places.insert(key, Place { module, name, kind });
        }
        structs
    }

    /// Returns the struct of some contents.
    pub(super) fn place(&self, contents: Contents<'_>) -> Option<&Place> {
        self.places.get(&contents.key())
    }
}

fn collect_contents(
    contents: Contents<'_>,
    owner: (Kind, &str),
    path: &mut Vec<String>,
    found: &mut BTreeMap<String, Found>,
) {
    contents.children(&mut |name, child| {
        path.push(name.to_owned());
        collect_one(child, owner, path, found);
        path.pop();
    });
}

fn collect_one(
    contents: Contents<'_>,
    owner: (Kind, &str),
    path: &mut Vec<String>,
    found: &mut BTreeMap<String, Found>,
) {
    let (order, (kind, module)) = (found.len(), owner);
    let entry = found.entry(contents.key()).or_insert_with(|| Found {
        order,
        modules: BTreeSet::new(),
        kind,
        path: path.clone(),
    });
    // Contents that this item has already visited need no second visit.
    if kind == Kind::Resource {
        entry.kind = kind;
    }
    if entry.modules.insert(module.to_owned()) {
        collect_contents(contents, owner, path, found);
    }
}
