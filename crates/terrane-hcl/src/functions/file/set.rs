//! `fileset`.

use std::collections::BTreeSet;

use terrane_value::Type;

use crate::environment::{DirectoryEntry, Environment, FileError, FileKind};
use crate::functions::call::{Call, CallError};
use crate::functions::messages;
use crate::functions::signature::{ArgumentType, Function, Returns, string};
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
    Returns::ArgumentType(ArgumentType::StringSet),
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
    let environment = call.environment();
    let base = path::join(environment.base_directory(), call.text(0));
    let pattern = path::clean(&format!("{base}/{}", call.text(1)));
    let parts = glob::parts(&pattern).ok_or_else(|| CallError::new(BAD_PATTERN))?;
    let (start, relative_parts) = match parts.split_first() {
        Some((Part::Name(name), rest)) if name.is_empty() => ("/", rest),
        _ => (".", parts.as_slice()),
    };
    let mut search = Search {
        environment,
        found: BTreeSet::new(),
        visited: 0,
        max: call.limits().elements,
    };
    search
        .descend(start.to_owned(), relative_parts)
        .map_err(CallError::new)?;
    let mut names = Vec::with_capacity(search.found.len());
    for path in &search.found {
        match environment.file_kind(path) {
            Ok(FileKind::File) => names.push(path::relative(&base, path).into()),
            Ok(_) => {}
            Err(error) => {
                let reason = match error {
                    FileError::NotFound => "no such file".to_owned(),
                    FileError::Other(reason) => reason,
                };
                return Err(CallError::new(format!(
                    "failed to stat \"{path}\": {reason}"
                )));
            }
        }
    }
    Ok(Value::set_of(Type::String, names).with_marks(&marks))
}

const BAD_PATTERN: &str = "failed to glob pattern: syntax error in pattern";

struct Search<'a> {
    environment: &'a dyn Environment,
    /// The paths that match.
    found: BTreeSet<String>,
    /// The number of files and directories that have been compared.
    visited: usize,
    max: usize,
}

impl Search<'_> {
    /// Finds the files below a directory that match the parts of a pattern. Files and directories that cannot be read match nothing.
    fn descend(&mut self, start: String, parts: &[Part]) -> Result<(), String> {
        // Directories with the parts that are still to be matched.
        let mut open = vec![(start, parts)];
        while let Some((mut directory, mut parts)) = open.pop() {
            while let Some((Part::Name(name), rest)) = parts.split_first() {
                directory = path::join(&directory, name);
                parts = rest;
            }
            let Ok(kind) = self.environment.file_kind(&directory) else {
                continue;
            };
            let Some((part, rest)) = parts.split_first() else {
                self.found.insert(directory);
                continue;
            };
            if kind != FileKind::Directory {
                continue;
            }
            let entries = self
                .environment
                .read_directory(&directory)
                .unwrap_or_default();
            self.visited += entries.len();
            if self.visited > self.max {
                return Err(messages::too_many_elements(self.visited, self.max));
            }
            let patterns = match part {
                Part::Patterns(patterns) => Some((patterns, rest)),
                _ => {
                    self.any_directories(&directory, &entries, parts, &mut open);
                    match rest.split_first() {
                        Some((Part::Patterns(patterns), rest)) => Some((patterns, rest)),
                        Some(_) => {
                            open.push((directory.clone(), rest));
                            None
                        }
                        None => None,
                    }
                }
            };
            let Some((patterns, rest)) = patterns else {
                continue;
            };
            for entry in &entries {
                let is_match = glob::matches(patterns, &entry.name);
                if !is_match.map_err(|_| BAD_PATTERN)? {
                    continue;
                }
                let path = path::join(&directory, &entry.name);
                if rest.is_empty() {
                    _ = self.found.insert(path)
                } else {
                    open.push((path, rest))
                }
            }
        }
        Ok(())
    }

    /// Continues with `**` in each directory of a directory, and in those that links refer to. Without further parts all files match.
    fn any_directories<'p>(
        &mut self,
        directory: &str,
        entries: &[DirectoryEntry],
        parts: &'p [Part],
        open: &mut Vec<(String, &'p [Part])>,
    ) {
        for entry in entries {
            let path = path::join(directory, &entry.name);
            let kind = if entry.is_directory {
                Ok(FileKind::Directory)
            } else {
                self.environment.file_kind(&path)
            };
            match kind {
                Ok(FileKind::Directory) => open.push((path, parts)),
                Ok(_) if parts.len() == 1 => _ = self.found.insert(path),
                _ => {}
            }
        }
    }
}
