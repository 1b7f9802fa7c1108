//! `fileset`.

use std::collections::BTreeSet;

use terrane_value::Type;

use crate::environment::{DirectoryEntry, Environment, FileError, FileKind};
use crate::functions::call::{Call, CallError};
use crate::functions::messages;
use crate::functions::signature::{Function, Kind, Returns, string};
use crate::value::Value;

use super::glob::{self, Part};
use super::path;

pub(super) static FUNCTIONS: &[Function] = &[Function::new(
    "fileset",
    "Returns the names of the files in a directory that match a pattern.",
    &[
        string("path").unknowns().marks(),
        string("pattern").unknowns().marks(),
    ],
    Returns::Kind(Kind::StringSet),
    file_set,
)
.since((0, 12, 8))];

fn file_set(call: &Call<'_>) -> Result<Value, CallError> {
    let (directory, pattern) = (call.value(0), call.value(1));
    let mut marks = directory.marks().clone();
    marks.merge(pattern.marks());
    if directory.is_unknown() || pattern.is_unknown() {
        return Ok(call.unknown().with_marks(&marks));
    }
    let wrong = || CallError::new("failed to glob pattern: syntax error in pattern");
    let environment = call.environment();
    let base = path::join(environment.base_directory(), call.text(0));
    let mut search = Search {
        environment,
        found: BTreeSet::new(),
        most: call.limits().elements,
    };
    for pattern in glob::expand(call.text(1)).ok_or_else(wrong)? {
        let (start, pattern) = split_parents(&base, &pattern);
        let parts = pattern.split('/').filter(|part| !part.is_empty());
        let parts: Option<Vec<Part>> = parts.map(glob::part).collect();
        let mut parts = parts.ok_or_else(wrong)?;
        // `**/**` has the matches of `**`, but visits each directory many times.
        parts.dedup_by(|a, b| *a == Part::AnyDirectories && *b == Part::AnyDirectories);
        search.descend(start, &parts).map_err(CallError::new)?;
    }
    let names = search.found.iter().map(|name| path::relative(&base, name));
    let names = names.map(Value::from).collect();
    Ok(Value::set_of(Type::String, names).with_marks(&marks))
}

/// Applies the `..` at the start of a pattern to the directory.
fn split_parents(base: &str, pattern: &str) -> (String, String) {
    let cleaned = path::clean(&format!("./{pattern}"));
    let mut rest = cleaned.as_str();
    let mut directory = base.to_owned();
    while let Some(after) = rest.strip_prefix("../") {
        directory = path::join(&directory, "..");
        rest = after;
    }
    (directory, rest.to_owned())
}

struct Search<'a> {
    environment: &'a dyn Environment,
    found: BTreeSet<String>,
    most: usize,
}

impl Search<'_> {
    /// Finds the files below a directory that match the parts of a pattern.
    fn descend(&mut self, start: String, parts: &[Part]) -> Result<(), String> {
        // Directories with the parts that are still to be matched.
        let mut open = vec![(start, parts)];
        while let Some((directory, parts)) = open.pop() {
            if open.len() + self.found.len() > self.most {
                return Err(messages::too_many_elements(
                    open.len() + self.found.len(),
                    self.most,
                ));
            }
            let Some((part, rest)) = parts.split_first() else {
                if self.kind(&directory)? == Some(FileKind::File) {
                    self.found.insert(directory);
                }
                continue;
            };
            match part {
                Part::Name(name) => open.push((path::join(&directory, name), rest)),
                Part::Pattern(tokens) => {
                    for entry in self.entries(&directory)? {
                        if glob::matches(tokens, &entry.name) {
                            open.push((path::join(&directory, &entry.name), rest));
                        }
                    }
                }
                Part::AnyDirectories => {
                    for entry in self.entries(&directory)? {
                        let inner = path::join(&directory, &entry.name);
                        if entry.is_directory {
                            open.push((inner, parts));
                        } else if rest.is_empty() {
                            open.push((inner, rest));
                        }
                    }
                    if !rest.is_empty() {
                        open.push((directory, rest));
                    }
                }
            }
        }
        Ok(())
    }

    fn kind(&self, path: &str) -> Result<Option<FileKind>, String> {
        match self.environment.file_kind(path) {
            Ok(kind) => Ok(Some(kind)),
            Err(FileError::NotFound) => Ok(None),
            Err(FileError::Other(reason)) => Err(format!("failed to stat \"{path}\": {reason}")),
        }
    }

    /// Returns the entries of a directory. Any other file has none.
    fn entries(&self, path: &str) -> Result<Vec<DirectoryEntry>, String> {
        if self.kind(path)? != Some(FileKind::Directory) {
            return Ok(Vec::new());
        }
        match self.environment.read_directory(path) {
            Ok(entries) => Ok(entries),
            Err(FileError::NotFound) => Ok(Vec::new()),
            Err(FileError::Other(reason)) => {
                Err(format!("failed to read directory \"{path}\": {reason}"))
            }
        }
    }
}
