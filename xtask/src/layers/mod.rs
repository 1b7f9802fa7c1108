//! `cargo xtask layers`: checks that a crate imports only crates below it, and that the imports between the files of a crate have no cycles.
//!
//! A file imports another one if it names an item that the other one defines: in a `use`, or in a path. Re-exports are followed to the file of the
//! definition. Tests do not count.

mod cycles;
mod paths;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, MetadataCommand};

use self::cycles::cycles;
use crate::Result;
use crate::modules::Crate;

/// The crates from the bottom to the top. A crate depends on crates before it.
const LAYERS: &[&str] = &[
    "terrane-value",
    "terrane-hcl",
    "terrane-plugin",
    "terrane-plugin-client",
    "terrane-protocol",
    "terrane-schema",
    "terrane-composition",
    "terrane-host",
    "terrane-record",
    "terrane-conform",
    "terrane-framework",
    "terrane-derive",
    "terrane",
    "terrane-types",
    "terrane-test",
    "terrane-api",
    "terrane-api-test",
    "terrane-telemetry",
    "terrane-release",
    "cargo-terrane",
];

/// Files that import each other because their types contain each other, with the reason.
const RECURSIVE_TYPES: &[(&[&str], &str)] = &[
    (
        &[
            "crates/terrane-value/src/data.rs",
            "crates/terrane-value/src/error.rs",
            "crates/terrane-value/src/map.rs",
            "crates/terrane-value/src/number/mod.rs",
            "crates/terrane-value/src/object.rs",
            "crates/terrane-value/src/object_type.rs",
            "crates/terrane-value/src/path/mod.rs",
            "crates/terrane-value/src/refinement/mod.rs",
            "crates/terrane-value/src/set.rs",
            "crates/terrane-value/src/text.rs",
            "crates/terrane-value/src/ty/mod.rs",
            "crates/terrane-value/src/value.rs",
        ],
        "a collection contains values; a path contains the value of a set's element, and an error a path",
    ),
    (
        &[
            "crates/terrane-framework/src/schema/identity.rs",
            "crates/terrane-framework/src/schema/member.rs",
            "crates/terrane-framework/src/schema/mod.rs",
            "crates/terrane-framework/src/schema/options.rs",
            "crates/terrane-framework/src/schema/planned.rs",
            "crates/terrane-framework/src/schema/shape.rs",
        ],
        "a block contains members, and a member may contain a block",
    ),
    (
        &[
            "crates/terrane-api/src/client/builder.rs",
            "crates/terrane-api/src/client/mod.rs",
            "crates/terrane-api/src/credentials/mod.rs",
            "crates/terrane-api/src/credentials/oauth2.rs",
            "crates/terrane-api/src/request.rs",
            "crates/terrane-api/src/send/mod.rs",
        ],
        "a client makes requests, a request is sent with the client's credentials, and credentials are renewed by requests",
    ),
];

pub(crate) fn run(arguments: &[String]) -> Result {
    if !arguments.is_empty() {
        return Err("there are no arguments".into());
    }
    let metadata = MetadataCommand::new().no_deps().exec()?;
    let mut problems = Vec::new();
    for package in metadata.workspace_packages() {
        let rank = |name: &str| LAYERS.iter().position(|layer| *layer == name);
        for dependency in &package.dependencies {
            let (own, other) = (rank(&package.name), rank(&dependency.name));
            let normal = dependency.kind == DependencyKind::Normal;
            if normal && other.is_some() && own.is_some() && other >= own {
                problems.push(format!(
                    "{} depends on {}, which is above it",
                    package.name, dependency.name
                ));
            }
        }
        for target in &package.targets {
            if target.is_lib() || target.is_bin() || target.is_kind("proc-macro".into()) {
                let root = target.src_path.as_std_path();
                check(root, metadata.workspace_root.as_std_path(), &mut problems)?;
            }
        }
    }
    problems.sort();
    problems.dedup();
    if problems.is_empty() {
        return Ok(());
    }
    for problem in &problems {
        println!("{problem}");
    }
    Err(format!("{} imports run both ways", problems.len()).into())
}

/// Adds a text for each cycle in the crate with this root.
fn check(root: &Path, workspace: &Path, problems: &mut Vec<String>) -> Result {
    let krate = Crate::load(root)?;
    let mut imports = paths::imports(&krate);
    // A provider registers its items, and each item names the provider it belongs to.
    imports.remove_all_of(|file| krate.implements(file, "Provider"));
    for cycle in cycles(&imports) {
        let shown = |file: &PathBuf| {
            let file = file.strip_prefix(workspace).unwrap_or(file);
            file.display().to_string()
        };
        let files: BTreeSet<String> = cycle.iter().map(shown).collect();
        let is_listed = RECURSIVE_TYPES.iter().any(|(listed, _)| {
            files.len() == listed.len() && listed.iter().all(|file| files.contains(*file))
        });
        if is_listed {
            continue;
        }
        let mut text = format!("{} files import each other:", cycle.len());
        for (from, to, names) in imports.edges() {
            if cycle.contains(from) && cycle.contains(to) {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                text += &format!("\n  {} -> {}: {}", shown(from), shown(to), names.join(", "));
            }
        }
        problems.push(text);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The problems of a crate with these files.
    fn problems(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let mut problems = Vec::new();
        check(&folder.path().join("lib.rs"), folder.path(), &mut problems).unwrap();
        problems
    }

    #[test]
    fn files_that_import_each_other_are_a_problem_also_through_a_re_export() {
        let found = problems(&[
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a/mod.rs", "mod inner; pub use self::inner::Inner;"),
            ("a/inner.rs", "use crate::b; pub struct Inner(b::Other);"),
            ("b.rs", "pub struct Other; fn f() { crate::c::g() }"),
            ("c.rs", "use crate::a::Inner; pub fn g() { let _: Inner; }"),
        ]);
        assert_eq!(
            found,
            [
                "3 files import each other:\n  a/inner.rs -> b.rs: Other, b\n  b.rs -> c.rs: g\n  c.rs -> a/inner.rs: Inner"
            ]
        );
    }

    #[test]
    fn imports_that_run_one_way_are_no_problem() {
        let found = problems(&[
            (
                "lib.rs",
                "mod a; mod b; pub use a::A; pub const LIMIT: u8 = 1;",
            ),
            // A re-export alone is no import, so the child may use its parent.
            ("a/mod.rs", "mod child; pub use child::Child; pub struct A;"),
            (
                "a/child.rs",
                "use super::A; pub struct Child(A); pub(in crate::a) fn f() { crate::LIMIT; }",
            ),
            (
                "b.rs",
                "use crate::a::{A, Child}; use std::fmt; #[cfg(test)] mod tests { use crate::A; }",
            ),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn a_provider_and_its_items_may_name_each_other() {
        let resource = "use crate::provider::Zoo; pub struct Pet(Zoo);";
        let provider = |what: &str| {
            format!("use crate::pet::Pet; pub struct Zoo; {what} {{ fn f() {{ Pet; }} }}")
        };
        let files = |provider: &str| {
            problems(&[
                ("lib.rs", "mod pet; mod provider;"),
                ("pet.rs", resource),
                ("provider.rs", provider),
            ])
        };
        assert!(files(&provider("impl Provider for Zoo")).is_empty());
        assert_eq!(files(&provider("impl Zoo")).len(), 1);
    }
}
