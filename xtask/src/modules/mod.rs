//! The modules of a crate, read from its source.

mod resolve;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::ext::IdentExt;
use syn::{Attribute, Expr, Item, Lit, Meta, MetaNameValue, UseTree, Visibility};

use crate::Result;

pub(crate) use self::resolve::resolve;

/// A module by its path from the root of the crate.
pub(crate) type ModulePath = Vec<String>;

/// The modules of one crate.
pub(crate) struct Crate {
    pub(crate) modules: BTreeMap<ModulePath, Module>,
}

/// One module.
pub(crate) struct Module {
    pub(crate) file: PathBuf,
    /// Names that the module defines or imports, besides those of its submodules.
    pub(crate) names: BTreeMap<String, Meaning>,
    pub(crate) submodules: BTreeSet<String>,
    /// The submodules that are visible outside of the crate if the module is.
    pub(crate) public_submodules: BTreeSet<String>,
    /// The submodules that are public, and that the documentation does not show.
    pub(crate) hidden_submodules: BTreeSet<String>,
    /// The modules whose names it imports all, and whether it re-exports them.
    pub(crate) globs: Vec<(Vec<String>, bool)>,
    /// The documented names that are visible outside of the crate if the module is: of items, submodules and re-exports.
    pub(crate) public: BTreeSet<String>,
    /// The modules whose public names it re-exports outside of the crate.
    pub(crate) public_globs: Vec<Vec<String>>,
    /// The items of the module, without imports and submodules.
    pub(crate) items: Vec<Item>,
}

/// The meaning of a name in a module.
pub(crate) enum Meaning {
    /// An item of the module itself.
    Item,
    /// An import, by its path, and whether it is a re-export.
    Import(Vec<String>, bool),
}

impl Crate {
    /// Reads a crate from its root file.
    pub(crate) fn load(root: &Path) -> Result<Self> {
        let mut modules = BTreeMap::new();
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        load(root, folder, Vec::new(), &mut modules)?;
        Ok(Self { modules })
    }

    /// Whether a file implements a trait for a type of its own.
    pub(crate) fn implements(&self, file: &Path, name: &str) -> bool {
        let modules = self.modules.values().filter(|module| module.file == file);
        let mut items = modules.flat_map(|module| &module.items);
        items.any(|item| match item {
            Item::Impl(item) => item
                .trait_
                .as_ref()
                .is_some_and(|(path, _)| path.is_ident(name)),
            _ => false,
        })
    }
}

fn load(
    file: &Path,
    folder: PathBuf,
    path: ModulePath,
    modules: &mut BTreeMap<ModulePath, Module>,
) -> Result {
    let source = fs::read_to_string(file)?;
    let parsed =
        syn::parse_file(&source).map_err(|error| format!("{}: {error}", file.display()))?;
    add(file, &folder, path, parsed.items, modules)
}

fn add(
    file: &Path,
    folder: &Path,
    path: ModulePath,
    items: Vec<Item>,
    modules: &mut BTreeMap<ModulePath, Module>,
) -> Result {
    let mut module = Module {
        file: file.to_owned(),
        names: BTreeMap::new(),
        submodules: BTreeSet::new(),
        public_submodules: BTreeSet::new(),
        hidden_submodules: BTreeSet::new(),
        globs: Vec::new(),
        public: BTreeSet::new(),
        public_globs: Vec::new(),
        items: Vec::new(),
    };
    for item in items {
        if is_for_tests(attributes(&item)) {
            continue;
        }
        if let Item::Mod(inner) = item {
            let name = inner.ident.unraw().to_string();
            module.submodules.insert(name.clone());
            if is_public(&inner.vis, &inner.attrs) {
                module.public.insert(name.clone());
                module.public_submodules.insert(name.clone());
            } else if matches!(inner.vis, Visibility::Public(_)) {
                module.hidden_submodules.insert(name.clone());
            }
            let folder = folder.join(&name);
            let path = [path.as_slice(), std::slice::from_ref(&name)].concat();
            match inner.content {
                Some((_, items)) => add(file, &folder, path, items, modules)?,
                None => {
                    let [flat, nested] = [folder.with_extension("rs"), folder.join("mod.rs")];
                    let file = match written_path(&inner.attrs) {
                        Some(written) => file.with_file_name(written),
                        None if flat.exists() => flat,
                        None => nested,
                    };
                    load(&file, folder, path, modules)?;
                }
            }
            continue;
        }
        if let Item::Use(import) = &item {
            let is_reexport = !matches!(import.vis, Visibility::Inherited);
            let exported = is_public(&import.vis, &import.attrs);
            read_use(&import.tree, is_reexport, &mut Vec::new(), &mut module);
            if exported {
                export(&import.tree, &mut Vec::new(), &mut module);
            }
        } else if let Some(name) = name_of(&item) {
            if visibility(&item).is_some_and(|it| is_public(it, attributes(&item))) {
                module.public.insert(name.clone());
            }
            module.names.insert(name, Meaning::Item);
        }
        if !matches!(item, Item::Use(_)) {
            module.items.push(item);
        }
    }
    modules.insert(path, module);
    Ok(())
}

/// Adds the names of an import.
fn read_use(tree: &UseTree, is_reexport: bool, prefix: &mut Vec<String>, module: &mut Module) {
    let mut import = |name: String, path: Vec<String>| {
        if name != "_" {
            module
                .names
                .insert(name, Meaning::Import(path, is_reexport));
        }
    };
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.unraw().to_string());
            read_use(&path.tree, is_reexport, prefix, module);
            prefix.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            let name = prefix.last().cloned().unwrap_or_default();
            import(name, prefix.clone());
        }
        UseTree::Name(name) => {
            let name = name.ident.unraw().to_string();
            import(name.clone(), [prefix.as_slice(), &[name]].concat());
        }
        UseTree::Rename(rename) => {
            let path = [prefix.as_slice(), &[rename.ident.unraw().to_string()]].concat();
            import(rename.rename.unraw().to_string(), path);
        }
        UseTree::Glob(_) => module.globs.push((prefix.clone(), is_reexport)),
        UseTree::Group(group) => {
            for tree in &group.items {
                read_use(tree, is_reexport, prefix, module);
            }
        }
    }
}

/// Adds the names of a re-export to those that are visible outside of the crate.
fn export(tree: &UseTree, prefix: &mut Vec<String>, module: &mut Module) {
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.unraw().to_string());
            export(&path.tree, prefix, module);
            prefix.pop();
        }
        UseTree::Name(name) if name.ident == "self" => module.public.extend(prefix.last().cloned()),
        UseTree::Name(name) => module.public.extend([name.ident.unraw().to_string()]),
        UseTree::Rename(rename) => module.public.extend([rename.rename.unraw().to_string()]),
        UseTree::Glob(_) => module.public_globs.push(prefix.clone()),
        UseTree::Group(group) => {
            for tree in &group.items {
                export(tree, prefix, module);
            }
        }
    }
}

/// Whether an item with this visibility is visible and documented outside of the crate.
pub(crate) fn is_public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_)) && !is_hidden(attributes)
}

/// Whether an item is hidden from the documentation.
pub(crate) fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let list = attribute
            .path()
            .is_ident("doc")
            .then_some(&attribute.meta)
            .and_then(|meta| meta.require_list().ok());
        list.is_some_and(|list| list.tokens.to_string() == "hidden")
    })
}

/// Returns the file of a module that has `#[path = ".."]`, relative to the folder of the file that declares it.
fn written_path(attributes: &[Attribute]) -> Option<String> {
    attributes
        .iter()
        .find_map(|attribute| match &attribute.meta {
            Meta::NameValue(MetaNameValue {
                path,
                value: Expr::Lit(value),
                ..
            }) if path.is_ident("path") => match &value.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        })
}

fn visibility(item: &Item) -> Option<&Visibility> {
    Some(match item {
        Item::Const(item) => &item.vis,
        Item::Enum(item) => &item.vis,
        Item::Fn(item) => &item.vis,
        Item::Static(item) => &item.vis,
        Item::Struct(item) => &item.vis,
        Item::Trait(item) => &item.vis,
        Item::Type(item) => &item.vis,
        Item::Union(item) => &item.vis,
        _ => return None,
    })
}

pub(crate) fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.unraw().to_string())
}

pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let condition = attribute
            .path()
            .is_ident("cfg")
            .then_some(&attribute.meta)
            .and_then(|meta| meta.require_list().ok());
        condition.is_some_and(|condition| condition.tokens.to_string() == "test")
    })
}
