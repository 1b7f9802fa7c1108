//! `cargo terrane generate`.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use fs_err as fs;

use crate::cli::Generate;
use crate::dependency::Terrane;
use crate::error::Error;
use crate::format::format_package;
use crate::generate::{Package, Request, package, unknown};
use crate::merge::merge;
use crate::source;

/// The folder with the generated files as they were generated, which shows what was edited by hand since.
const BASE: &str = ".terrane/generated";

/// The file with the selected types, one in each line. Empty if all are.
const TYPES: &str = ".terrane/types";

pub(crate) async fn run(arguments: Generate) -> Result<ExitCode, Error> {
    let Generate {
        from,
        types,
        out,
        address,
        terrane,
    } = arguments;
    let source = source::read(&from).await?;
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
        report(&format!(
            "warning: the schemas no longer have {lost}, which an earlier run has generated"
        ));
    }
    let package = package(&Request {
        schemas: &source.schemas,
        address: &address,
        types: &types,
        terrane: &Terrane::named(terrane.as_deref())?.value("terrane"),
    });
    let mut package = package.map_err(Error::NotGenerated)?;
    format_package(&mut [&mut package.generated, &mut package.stubs]);
    let conflicts = write(&package, &out)?;
    write_file(&out.join(TYPES), &types.join("\n"))?;
    let manifest = fs::read_to_string(out.join("Cargo.toml"))?;
    for line in &package.dependencies {
        let name = line.split(' ').next().unwrap_or(line);
        if !manifest.contains(name) {
            report(&format!("warning: Cargo.toml: add the dependency `{line}`"));
        }
    }
    for conflict in &conflicts {
        report(&format!("warning: {conflict}"));
    }
    Ok(ExitCode::SUCCESS)
}

#[expect(clippy::print_stderr, reason = "warnings are for the user")]
fn report(line: &str) {
    eprintln!("{line}");
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

/// Writes a package, and returns the conflicts between edits and updates.
fn write(package: &Package, out: &Path) -> Result<Vec<String>, Error> {
    let mut conflicts = Vec::new();
    for (path, text) in &package.generated {
        let (file, base) = (out.join(path), out.join(BASE).join(path));
        let merged = match (file.exists(), base.exists()) {
            (true, true) => {
                let (base, edited) = (fs::read_to_string(&base)?, fs::read_to_string(&file)?);
                let merged = merge(&base, &edited, text);
                let merged = merged.map_err(|error| Error::Syntax(file.clone(), error))?;
                let found = merged.conflicts.into_iter();
                conflicts.extend(found.map(|conflict| format!("{path}: {conflict}")));
                merged.text
            }
            (true, false) => {
                conflicts.push(format!(
                    "{path}: the file is unchanged, because .terrane/generated has no copy of it to merge with"
                ));
                continue;
            }
            (false, _) => text.clone(),
        };
        write_file(&file, &merged)?;
        write_file(&base, text)?;
    }
    for (path, text) in &package.stubs {
        let file = out.join(path);
        if !file.exists() {
            write_file(&file, text)?;
        }
    }
    Ok(conflicts)
}

/// Writes a file, unless its text is equal: a newer file would be built again.
fn write_file(file: &Path, text: &str) -> Result<(), Error> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    if !file.exists() || fs::read_to_string(file)? != text {
        fs::write(file, text)?;
    }
    Ok(())
}
