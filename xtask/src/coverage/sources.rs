//! Finds the tests in the sources, without building them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Expr, ExprLit, Item, ItemMod, Lit, Meta};

use super::workspace::Workspace;
use crate::Result;

/// The names of all tests, as the book writes them.
pub(super) fn tests(workspace: &Workspace) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for package in &workspace.packages {
        for binary in &package.binaries {
            let mut walk = Walk {
                path: package.prefix(binary),
                names: &mut names,
            };
            let folder = binary.root.parent().unwrap_or(Path::new(""));
            walk.file(&binary.root, folder)?;
        }
    }
    Ok(names)
}

/// A walk through the modules of one crate.
struct Walk<'a> {
    /// The path of the current module, which starts with the binary.
    path: String,
    names: &'a mut BTreeSet<String>,
}

impl Walk<'_> {
    /// Reads a file whose modules are kept in a folder.
    fn file(&mut self, file: &Path, folder: &Path) -> Result {
        let text =
            fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let code =
            syn::parse_file(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        self.items(&code.items, file, folder)
    }

    fn items(&mut self, items: &[Item], file: &Path, folder: &Path) -> Result {
        for item in items {
            match item {
                Item::Fn(function) if is_test(&function.attrs) => {
                    self.found(&function.sig.ident.to_string());
                }
                Item::Mod(module) => self.module(module, file, folder)?,
                Item::Macro(call) => self.tokens(call.mac.tokens.clone()),
                _ => {}
            }
        }
        Ok(())
    }

    fn module(&mut self, module: &ItemMod, file: &Path, folder: &Path) -> Result {
        let name = module.ident.to_string();
        let outer = self.path.len();
        self.path.push_str("::");
        self.path.push_str(&name);
        let inner = folder.join(&name);
        match (&module.content, path_of(module)) {
            (Some((_, items)), _) => self.items(items, file, &inner)?,
            (None, Some(path)) => {
                let file = file.parent().unwrap_or(Path::new("")).join(path);
                let folder = file.parent().unwrap_or(Path::new("")).to_owned();
                self.file(&file, &folder)?;
            }
            (None, None) => {
                let file_module = folder.join(format!("{name}.rs"));
                let folder_module = inner.join("mod.rs");
                let file = if file_module.is_file() {
                    file_module
                } else {
                    folder_module
                };
                self.file(&file, &inner)?;
            }
        }
        self.path.truncate(outer);
        Ok(())
    }

    /// Finds `#[test] fn name` anywhere in the arguments of a macro, as in `proptest!`.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut marked = false;
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == '#' => {
                    if let Some(TokenTree::Group(attribute)) = tokens.peek() {
                        marked |= attribute.stream().to_string() == "test";
                    }
                }
                TokenTree::Ident(word) if word == "fn" => {
                    if let Some(TokenTree::Ident(name)) = tokens.peek().filter(|_| marked) {
                        self.found(&name.to_string());
                    }
                    marked = false;
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                _ => {}
            }
        }
    }

    fn found(&mut self, name: &str) {
        self.names.insert(format!("{}::{name}", self.path));
    }
}

/// Whether an attribute is `#[test]` or ends like it: `#[tokio::test(..)]`.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let last = attribute.path().segments.last();
        last.is_some_and(|segment| segment.ident == "test")
    })
}

/// The path of a module in `#[path = ".."]`.
fn path_of(module: &ItemMod) -> Option<PathBuf> {
    module.attrs.iter().find_map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else {
            return None;
        };
        let Expr::Lit(ExprLit {
            lit: Lit::Str(path),
            ..
        }) = &pair.value
        else {
            return None;
        };
        pair.path.is_ident("path").then(|| path.value().into())
    })
}

#[cfg(test)]
mod tests {
    use super::super::workspace::{Binary, Package};
    use super::*;

    const ROOT: &str = r#"
mod beside;
#[path = "elsewhere/file.rs"]
mod moved;
mod inline {
    mod below;
    #[tokio::test(flavor = "current_thread")]
    async fn waits() {}
}
#[test]
fn stands_alone() {}
fn is_no_test() {}
proptest! {
    #![proptest_config(few())]
    /// Tells of itself.
    #[test]
    fn l8_holds(n in 0..9) { fn helper() {} }
    fn helps() {}
}
"#;

    #[test]
    fn tests_are_found_in_modules_files_and_macros() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
            fs::write(&file, text).expect("it can be written");
            file
        };
        let test = |name: &str| format!("#[test]\nfn {name}() {{}}\n");
        let root = write("main.rs", ROOT);
        write("beside/mod.rs", &test("l6_first"));
        write("elsewhere/file.rs", &test("elsewhere"));
        write("inline/below.rs", &test("deep"));
        let workspace = Workspace {
            packages: vec![Package {
                name: "zoo".to_owned(),
                folder: folder.path().to_owned(),
                binaries: vec![Binary {
                    name: "hosts".to_owned(),
                    is_unit: false,
                    root,
                }],
            }],
        };
        let found = tests(&workspace).expect("the sources can be read");
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            [
                "zoo/hosts::beside::l6_first",
                "zoo/hosts::inline::below::deep",
                "zoo/hosts::inline::waits",
                "zoo/hosts::l8_holds",
                "zoo/hosts::moved::elsewhere",
                "zoo/hosts::stands_alone",
            ]
        );
    }
}
