//! `cargo xtask api`: compares the public API of each published crate with its record in `api/`.
//!
//! The listing is read from the sources, so it takes a second, needs no nightly compiler, and does not depend on the compiler's version. Items that a
//! macro makes are listed by their names alone.

mod change;
mod impls;
mod items;
mod listing;
mod text;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cargo_metadata::MetadataCommand;

use self::change::Record;
use self::listing::list;
use crate::Result;
use crate::modules::Crate;

/// The folder of the records.
const FOLDER: &str = "api";

pub(crate) fn run(arguments: &[String]) -> Result {
    let write = match arguments {
        [] => false,
        [argument] if argument == "--check" => false,
        [argument] if argument == "--write" => true,
        _ => return Err("expected --check or --write".into()),
    };
    let metadata = MetadataCommand::new().no_deps().exec()?;
    let root = metadata.workspace_root.as_std_path();
    let folder = root.join(FOLDER);
    let mut listings = Vec::new();
    for package in metadata.workspace_packages() {
        let is_published = package.publish.as_ref().is_none_or(|to| !to.is_empty());
        let library = package
            .targets
            .iter()
            .find(|target| target.is_lib() || target.is_kind("proc-macro".into()));
        if let Some(library) = library.filter(|_| is_published) {
            let krate = Crate::load(library.src_path.as_std_path())?;
            let name = package.name.to_string();
            listings.push((format!("{name}.txt"), list(&name.replace('-', "_"), &krate)));
        }
    }
    listings.sort();
    let changelog = fs::read_to_string(root.join("CHANGELOG.md"))?;
    let record = Record::of(&listings, &changelog)?;
    if write {
        record.write(&folder, &listings)
    } else {
        check(&folder, &listings, &record)
    }
}

/// Compares listings with the recorded ones.
fn check(folder: &Path, listings: &[(String, String)], record: &Record) -> Result {
    let mut changed = 0;
    for (file, listing) in listings {
        let recorded = fs::read_to_string(folder.join(file)).unwrap_or_default();
        changed += print_difference(file, &recorded, listing);
    }
    if changed > 0 {
        let problem = format!(
            "{changed} lines of the public API differ from the record: describe the change in CHANGELOG.md, then run `cargo xtask api --write`"
        );
        return Err(problem.into());
    }
    record.check(folder)
}

/// Prints the lines that were added and removed, and returns their number.
fn print_difference(file: &str, recorded: &str, current: &str) -> usize {
    let [old, new] = [recorded, current].map(|text| text.lines().collect::<BTreeSet<_>>());
    for line in old.difference(&new) {
        println!("{file}: - {line}");
    }
    for line in new.difference(&old) {
        println!("{file}: + {line}");
    }
    old.symmetric_difference(&new).count()
}
