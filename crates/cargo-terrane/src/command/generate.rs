//! `cargo terrane generate`.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use fs_err as fs;
use serde_json::json;

use crate::cli::Generate;
use crate::dependency::Terrane;
use crate::error::Error;
use crate::format::format_package;
use crate::generate::{Package, Request, package, unknown};
use crate::merge::merge;
use crate::output::Output;
use crate::source;

/// The folder with the generated files as they were generated, which shows what was edited by hand since.
const BASE: &str = ".terrane/generated";

/// The file with the selected types, one in each line. Empty if all are.
const TYPES: &str = ".terrane/types";

pub(crate) async fn run(arguments: Generate, output: &Output) -> Result<ExitCode, Error> {
    let Generate {
        from,
        types,
        out,
        address,
        terrane,
    } = arguments;
    let source = source::read(&from, output).await?;
    let address = address.unwrap_or(source.address);
    // Files of the package contain the address, and the address in a file of schemas is untrusted input.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "./:_-".contains(c);
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    let name = address.rsplit('/').next().unwrap_or_default();
    if !address.chars().all(is_plain) || name.is_empty() || !name.chars().all(is_part) {
        return Err(Error::Address(address));
    }
    let mistaken = unknown(&source.schemas, &types);
    if !mistaken.is_empty() {
        return Err(Error::UnknownTypes(mistaken));
    }
    let types = selected(&out.join(TYPES), types)?;
    for lost in unknown(&source.schemas, &types) {
        output.warning(&format!(
            "the schemas no longer have {lost}, which an earlier run has generated"
        ));
    }
    let step = output.step("generating the code");
    let package = package(&Request {
        schemas: &source.schemas,
        address: &address,
        types: &types,
        terrane: &Terrane::named(terrane.as_deref())?.value("terrane"),
    });
    let mut package = package.map_err(Error::NotGenerated)?;
    format_package(&mut [&mut package.generated, &mut package.stubs]);
    let written = write(&package, &out)?;
    drop(step);
    write_file(&out.join(TYPES), &types.join("\n"))?;
    let manifest = fs::read_to_string(out.join("Cargo.toml"))?;
    for line in &package.dependencies {
        let name = line.split(' ').next().unwrap_or(line);
        if !manifest.contains(name) {
            output.warning(&format!("Cargo.toml: add the dependency `{line}`"));
        }
    }
    for conflict in &written.conflicts {
        output.warning(conflict);
    }
    describe(&written, &address, &out, output);
    Ok(ExitCode::SUCCESS)
}

/// Says what was written.
fn describe(written: &Written, address: &str, out: &Path, output: &Output) {
    let of = |wanted: Change| -> Vec<&str> {
        let files = written.files.iter().filter(|it| it.1 == wanted);
        files.map(|(path, _)| path.as_str()).collect()
    };
    for (path, change) in &written.files {
        if let Some(verb) = change.verb() {
            output.note(&format!("{verb} {}", out.join(path).display()));
        }
    }
    output.note(&format!(
        "The code of {address} is in `{}`: {} files are new, {} were updated, {} are unchanged.",
        out.display(),
        of(Change::Created).len(),
        of(Change::Updated).len() + of(Change::Merged).len(),
        of(Change::Unchanged).len()
    ));
    output.document(json!({
        "provider": address,
        "folder": out,
        "created": of(Change::Created),
        "updated": of(Change::Updated),
        "merged": of(Change::Merged),
        "unchanged": of(Change::Unchanged),
    }));
}

/// Returns the types to generate: these ones, and those of earlier runs. An empty list means all types, and an earlier selection of all stays.
fn selected(file: &Path, types: Vec<String>) -> Result<Vec<String>, Error> {
    let earlier = if file.exists() {
        fs::read_to_string(file)?
    } else {
        return Ok(types);
    };
    if earlier.trim().is_empty() {
        return Ok(Vec::new());
    }
    let all: BTreeSet<String> = earlier.lines().map(str::to_owned).chain(types).collect();
    Ok(all.into_iter().collect())
}

/// What a run has done to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Created,
    Updated,
    /// Updated, and edited by hand since the last run.
    Merged,
    Unchanged,
}

impl Change {
    fn verb(self) -> Option<&'static str> {
        match self {
            Self::Created => Some("created"),
            Self::Updated => Some("changed"),
            Self::Merged => Some("merged"),
            Self::Unchanged => None,
        }
    }
}

/// The files of a package that was written.
#[derive(Debug, Default)]
struct Written {
    /// The paths in the folder of the package.
    files: Vec<(String, Change)>,
    /// The conflicts between edits and updates.
    conflicts: Vec<String>,
}

/// Writes a package.
fn write(package: &Package, out: &Path) -> Result<Written, Error> {
    let mut written = Written::default();
    for (path, text) in &package.generated {
        let (file, base) = (out.join(path), out.join(BASE).join(path));
        let (merged, is_edited) = match (file.exists(), base.exists()) {
            (true, true) => {
                let (base, edited) = (fs::read_to_string(&base)?, fs::read_to_string(&file)?);
                let merged = merge(&base, &edited, text)
                    .map_err(|error| Error::Syntax(file.clone(), error))?;
                let conflicts = merged.conflicts.into_iter();
                let located = conflicts.map(|conflict| format!("{path}: {conflict}"));
                written.conflicts.extend(located);
                let is_edited = merged.text != *text;
                (merged.text, is_edited)
            }
            (true, false) => {
                written.conflicts.push(format!(
                    "{path}: the file is unchanged, because .terrane/generated has no copy of it to merge with"
                ));
                written.files.push((path.clone(), Change::Unchanged));
                continue;
            }
            (false, _) => (text.clone(), false),
        };
        let change = match write_file(&file, &merged)? {
            Change::Updated if is_edited => Change::Merged,
            change => change,
        };
        written.files.push((path.clone(), change));
        write_file(&base, text)?;
    }
    for (path, text) in &package.stubs {
        let file = out.join(path);
        let change = if file.exists() {
            Change::Unchanged
        } else {
            write_file(&file, text)?
        };
        written.files.push((path.clone(), change));
    }
    Ok(written)
}

/// Writes a file, unless its text is equal: a newer file would be built again.
fn write_file(file: &Path, text: &str) -> Result<Change, Error> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    if !file.exists() {
        fs::write(file, text)?;
        Ok(Change::Created)
    } else if fs::read_to_string(file)? == text {
        Ok(Change::Unchanged)
    } else {
        fs::write(file, text)?;
        Ok(Change::Updated)
    }
}
