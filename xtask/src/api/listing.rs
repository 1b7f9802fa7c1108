//! The listing of a crate: what its users can name.

use std::collections::BTreeSet;

use syn::ext::IdentExt;
use syn::{Item, ItemMacro};

use super::text::type_names;
use super::{impls, items};
use crate::modules::{Crate, Meaning, Module, ModulePath, attributes, is_hidden, name_of, resolve};

/// Returns the public API of a crate, one line for each item, sorted.
pub(super) fn list(name: &str, krate: &Crate) -> String {
    let mut listing = Listing {
        krate,
        lines: Vec::new(),
        public: BTreeSet::new(),
        seen: BTreeSet::new(),
    };
    listing.module(&[], name);
    listing.macros(name);
    let own: BTreeSet<String> = krate
        .modules
        .values()
        .flat_map(|module| &module.items)
        .filter_map(name_of)
        .collect();
    for module in krate.modules.values() {
        for item in &module.items {
            if let Item::Impl(item) = item {
                impls::add(item, &own, &listing.public, &mut listing.lines);
            }
        }
    }
    listing.lines.sort();
    listing.lines.dedup();
    let hidden = hidden(krate);
    if hidden > 0 {
        listing.lines.push(format!("{hidden} hidden items"));
    }
    listing.lines.push(String::new());
    listing.lines.join("\n")
}

/// Counts the items that can be named outside of the crate, and that the documentation does not show.
fn hidden(krate: &Crate) -> usize {
    let modules = krate.modules.iter().map(|(path, module)| {
        let items = module
            .items
            .iter()
            .filter(|item| is_hidden(attributes(item)))
            .count();
        let inside = module.hidden_submodules.iter().filter_map(|name| {
            let path = [path.as_slice(), std::slice::from_ref(name)].concat();
            krate.modules.get(&path)
        });
        items + inside.map(|module| module.public.len()).sum::<usize>()
    });
    modules.sum()
}

struct Listing<'a> {
    krate: &'a Crate,
    lines: Vec<String>,
    /// The names of the public types and traits.
    public: BTreeSet<String>,
    seen: BTreeSet<(ModulePath, String)>,
}

impl Listing<'_> {
    /// Adds the public names of a module that is visible as `prefix`.
    fn module(&mut self, at: &[String], prefix: &str) {
        let Some(module) = self.krate.modules.get(at) else {
            return;
        };
        if !self.seen.insert((at.to_owned(), prefix.to_owned())) {
            return;
        }
        for name in &module.public {
            self.name(at, module, name, &format!("{prefix}::{name}"));
        }
        for glob in &module.public_globs {
            match self.resolved(at, module, glob) {
                Some(inner) => self.module(&inner, prefix),
                None => self
                    .lines
                    .push(format!("use {prefix}::* = {}::*", glob.join("::"))),
            }
        }
        for item in &module.items {
            if let Item::Macro(made) = item {
                self.made_by(made, prefix);
            }
        }
    }

    /// Returns the module that a re-export of all names is about, if it is one of this crate.
    fn resolved(&self, at: &[String], module: &Module, glob: &[String]) -> Option<ModulePath> {
        let first = glob.first()?;
        let is_own = matches!(first.as_str(), "crate" | "self" | "super");
        let found = (is_own || module.submodules.contains(first))
            .then(|| resolve(self.krate, at, glob))??;
        found.is_module.then_some(found.module)
    }

    /// Whether a module can be named outside of the crate.
    fn is_visible(&self, module: &[String]) -> bool {
        let Some((name, parent)) = module.split_last() else {
            return true;
        };
        let parent = self.krate.modules.get(parent);
        parent.is_some_and(|parent| parent.public_submodules.contains(name))
    }

    /// Adds what a public name of a module means.
    fn name(&mut self, at: &[String], module: &Module, name: &str, path: &str) {
        if module.public_submodules.contains(name) {
            self.lines.push(format!("mod {path}"));
            let inner = [at, std::slice::from_ref(&name.to_owned())].concat();
            self.module(&inner, path);
        }
        match module.names.get(name) {
            Some(Meaning::Item) => self.items(module, name, path),
            Some(Meaning::Import(import, true)) => match resolve(self.krate, at, import) {
                // A macro may have the name of a module of the crate.
                Some(found) if found.is_module && !self.is_visible(&found.module) => {
                    self.lines
                        .push(format!("use {path} = {}", import.join("::")));
                }
                Some(found) if found.is_module => {
                    self.lines.push(format!("mod {path}"));
                    self.module(&found.module, path);
                }
                Some(found) => {
                    if let Some(module) = self.krate.modules.get(&found.module) {
                        self.items(module, &found.name, path);
                    }
                }
                None => {
                    self.public.insert(name.to_owned());
                    self.lines
                        .push(format!("use {path} = {}", import.join("::")));
                }
            },
            Some(Meaning::Import(_, false)) | None => {}
        }
    }

    /// Adds the items of a module with a name, which are visible as `path`.
    fn items(&mut self, module: &Module, name: &str, path: &str) {
        for item in &module.items {
            if name_of(item).as_deref() == Some(name) {
                self.public.insert(name.to_owned());
                items::add(item, path, &mut self.lines);
            }
        }
    }

    /// Adds the macros that the crate exports.
    fn macros(&mut self, name: &str) {
        for item in self.krate.modules.values().flat_map(|module| &module.items) {
            let attributes = attributes(item);
            let is_exported = attributes
                .iter()
                .any(|it| it.path().is_ident("macro_export"));
            if let (Item::Macro(item), true) = (item, is_exported && !is_hidden(attributes))
                && let Some(ident) = &item.ident
            {
                self.lines.push(format!("macro {name}::{}!", ident.unraw()));
            }
        }
    }

    /// Adds the names in a call of a macro, which may make items of these names.
    fn made_by(&mut self, made: &ItemMacro, prefix: &str) {
        if made.ident.is_some() {
            return;
        }
        let Some(name) = made.mac.path.segments.last() else {
            return;
        };
        let mut names = BTreeSet::new();
        type_names(made.mac.tokens.clone(), &mut names);
        let names: Vec<String> = names.into_iter().collect();
        self.lines
            .push(format!("{}! in {prefix}: {}", name.ident, names.join(" ")));
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The listing of a crate with these files.
    fn listing(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            fs::write(folder.path().join(path), text).unwrap();
        }
        let krate = Crate::load(&folder.path().join("lib.rs")).unwrap();
        list("zoo", &krate).lines().map(str::to_owned).collect()
    }

    #[test]
    fn items_of_private_modules_are_listed_where_they_are_re_exported() {
        let found = listing(&[
            (
                "lib.rs",
                "mod pet; pub mod food; pub use pet::{Pet, Kind as PetKind}; pub use other::Thing;",
            ),
            (
                "pet.rs",
                "#[derive(Clone)] pub struct Pet { pub name: String, legs: u8 } impl Pet { pub fn walk(&self) {} fn hide(&self) {} } \
                 pub enum Kind { Cat, Dog(u8) } struct Own; impl Pet { pub(crate) fn own() {} } impl From<Pet> for String {}",
            ),
            (
                "food.rs",
                "pub use hay::*; mod hay { pub fn eat(amount: u64) -> bool { true } pub(crate) fn grow() {} }",
            ),
        ]);
        assert_eq!(
            found,
            [
                "enum zoo::PetKind",
                "field zoo::Pet.name: String",
                "field zoo::PetKind::Dog.0: u8",
                "fn Pet::walk(&self)",
                "fn zoo::food::eat(amount:u64) -> bool",
                "impl Clone for zoo::Pet (derived)",
                "impl From<Pet> for String",
                "mod zoo::food",
                "struct zoo::Pet (private fields)",
                "use zoo::Thing = other::Thing",
                "variant zoo::PetKind::Cat",
                "variant zoo::PetKind::Dog",
            ]
        );
    }

    #[test]
    fn hidden_items_are_counted_and_private_items_are_not_listed() {
        let found = listing(&[(
            "lib.rs",
            "#[doc(hidden)] pub fn a() {} fn b() {} pub(crate) fn c() {} #[cfg(test)] pub fn d() {} pub trait T { fn e(); fn f() {} }",
        )]);
        assert_eq!(
            found,
            [
                "fn zoo::T::e()",
                "fn zoo::T::f() (provided)",
                "trait zoo::T",
                "1 hidden items"
            ]
        );
    }
}
