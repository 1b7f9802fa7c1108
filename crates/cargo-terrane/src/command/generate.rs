//! `cargo terrane generate`.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use fs_err as fs;

use crate::cli::Generate;
use crate::error::Error;
use crate::generate::{Package, Request, package};
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
    // Files of the package contain the address. That of a file of schemas is foreign.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "./:_-".contains(c);
    if !address.chars().all(is_plain) {
        return Err(Error::Address(address));
    }
    let types = selected(&out.join(TYPES), types)?;
    let package = package(&Request {
        schemas: &source.schemas,
        address: &address,
        types: &types,
        terrane: &dependency(terrane.as_deref()),
    });
    let conflicts = write(&package, &out)?;
    write_file(&out.join(TYPES), &types.join("\n"))?;
    for skipped in &package.skipped {
        report(&format!("warning: skipped {skipped}"));
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

/// Returns the types to generate: these ones, and those of an earlier run.
fn selected(file: &Path, types: Vec<String>) -> Result<Vec<String>, Error> {
    let earlier = match file.exists() {
        true => fs::read_to_string(file)?,
        false => return Ok(types),
    };
    if earlier.trim().is_empty() {
        return Ok(Vec::new());
    }
    let all: BTreeSet<String> = earlier.lines().map(str::to_owned).chain(types).collect();
    Ok(all.into_iter().collect())
}

/// The value of the dependency on `terrane` in a manifest.
fn dependency(terrane: Option<&str>) -> String {
    let checkout = concat!(env!("CARGO_MANIFEST_DIR"), "/../terrane");
    let given = terrane.unwrap_or(checkout);
    match fs::canonicalize(given) {
        Ok(path) => format!("{{ path = {:?} }}", path.display().to_string()),
        Err(_) => format!("{given:?}"),
    }
}

/// Writes a package, and returns the conflicts between edits and updates.
fn write(package: &Package, out: &Path) -> Result<Vec<String>, Error> {
    let mut conflicts = Vec::new();
    for (path, text) in &package.generated {
        let text = &formatted(path, text);
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
                    "{path}: the file was not generated, and is unchanged"
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
            write_file(&file, &formatted(path, text))?;
        }
    }
    Ok(conflicts)
}

/// Writes a file, unless it has this text already: a build tool would notice the change.
fn write_file(file: &Path, text: &str) -> Result<(), Error> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    if !file.exists() || fs::read_to_string(file)? != text {
        fs::write(file, text)?;
    }
    Ok(())
}

/// Formats a file as `rustfmt` does. Without `rustfmt` the layout is that of the generator.
fn formatted(path: &str, text: &str) -> String {
    let format = || -> io::Result<Option<String>> {
        let mut rustfmt = Command::new("rustfmt")
            .args(["--edition", "2024"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        if let Some(mut stdin) = rustfmt.stdin.take() {
            stdin.write_all(text.as_bytes())?;
        }
        let output = rustfmt.wait_with_output()?;
        Ok(String::from_utf8(output.stdout)
            .ok()
            .filter(|_| output.status.success()))
    };
    let formatted = path.ends_with(".rs").then(format);
    formatted
        .and_then(Result::ok)
        .flatten()
        .unwrap_or_else(|| text.to_owned())
}
