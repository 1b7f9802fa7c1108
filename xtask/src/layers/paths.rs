//! The imports between the files of a crate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;

use crate::modules::{Crate, Meaning, Module, ModulePath, resolve};

/// For each file, the names that it imports from each other file.
#[derive(Debug, Default)]
pub(super) struct Imports(BTreeMap<PathBuf, BTreeMap<PathBuf, BTreeSet<String>>>);

impl Imports {
    pub(super) fn add(&mut self, from: &Path, to: &Path, name: &str) {
        let names = self
            .0
            .entry(from.to_owned())
            .or_default()
            .entry(to.to_owned())
            .or_default();
        names.insert(name.to_owned());
    }

    /// Removes the imports of some files by others.
    pub(super) fn remove_all_of(&mut self, is_removed: impl Fn(&Path) -> bool) {
        for others in self.0.values_mut() {
            others.retain(|file, _| !is_removed(file));
        }
    }

    /// The files that a file imports.
    pub(super) fn of(&self, file: &PathBuf) -> impl Iterator<Item = &PathBuf> {
        self.0.get(file).into_iter().flat_map(BTreeMap::keys)
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.0.keys()
    }

    pub(super) fn edges(&self) -> impl Iterator<Item = (&PathBuf, &PathBuf, &BTreeSet<String>)> {
        let all = self.0.iter();
        all.flat_map(|(from, others)| others.iter().map(move |(to, names)| (from, to, names)))
    }
}

/// Finds all imports of a crate.
pub(super) fn imports(krate: &Crate) -> Imports {
    let mut imports = Imports::default();
    for (at, module) in &krate.modules {
        let mut references = References {
            krate,
            at,
            module,
            imports: &mut imports,
            used: BTreeSet::new(),
        };
        for item in &module.items {
            references.read(item.to_token_stream());
        }
        for (name, meaning) in &module.names {
            // A re-export that the module does not use itself makes it depend on nothing.
            if let Meaning::Import(path, is_reexport) = meaning
                && (!is_reexport || references.used.contains(name))
            {
                references.add(path);
            }
        }
        for (glob, is_reexport) in &module.globs {
            if !is_reexport {
                references.add(glob);
            }
        }
    }
    imports
}

/// The references of one module.
struct References<'a> {
    krate: &'a Crate,
    at: &'a ModulePath,
    module: &'a Module,
    imports: &'a mut Imports,
    /// All names in the items of the module.
    used: BTreeSet<String>,
}

impl References<'_> {
    /// Reads the paths in source: names that `::` joins. Bodies of macros count.
    fn read(&mut self, source: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        let mut is_visibility = false;
        for token in source {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    is_visibility = ident == "pub";
                    path.push(ident.unraw().to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.end(&mut path);
                    colons = 0;
                    // The module of `pub(in module)` is no import.
                    if !is_visibility {
                        self.read(group.stream());
                    }
                    is_visibility = false;
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.end(&mut path);
                    colons = 0;
                }
            }
        }
        self.end(&mut path);
    }

    /// Adds a complete path. A single name is defined here, or its import is an import already.
    fn end(&mut self, path: &mut Vec<String>) {
        if path.len() > 1 {
            self.add(path);
        }
        self.used.extend(path.drain(..).take(1));
    }

    fn add(&mut self, path: &[String]) {
        let Some(found) = resolve(self.krate, self.at, path) else {
            return;
        };
        if let Some(module) = self.krate.modules.get(&found.module)
            && module.file != self.module.file
        {
            self.imports
                .add(&self.module.file, &module.file, &found.name);
        }
    }
}
