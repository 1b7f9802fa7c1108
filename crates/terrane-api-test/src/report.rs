//! What users notice of faults, as a table.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::{fs, io};

use crate::fault::Fault;

/// What a user notices of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// Nothing.
    Unnoticed,
    /// An error, and the next run succeeds.
    Failed,
    /// An error that asks the user to import the object.
    Reported,
}

/// What users notice of each fault. Its `Display` is a table in Markdown.
///
/// Each number counts the requests of a life at which the fault had this outcome.
#[derive(Debug)]
pub struct Report {
    resource: &'static str,
    outcomes: Vec<(Fault, Outcome)>,
}

impl Report {
    pub(crate) fn new(resource: &'static str, outcomes: Vec<(Fault, Outcome)>) -> Self {
        Self { resource, outcomes }
    }

    /// Compares the table with the one in a document, between the lines `<!-- RESOURCE -->` and `<!-- end -->`. With the variable `UPDATE_TABLES`,
    /// writes it there instead.
    ///
    /// # Errors
    ///
    /// Fails if the document cannot be read or written, if it has no such lines, or if its table differs.
    pub fn compare(&self, document: impl AsRef<Path>) -> io::Result<()> {
        let document = document.as_ref();
        let text = fs::read_to_string(document)?;
        let start = format!("<!-- {} -->\n", self.resource);
        let parts = text.split_once(&start).and_then(|(before, rest)| {
            let (table, after) = rest.split_once("<!-- end -->")?;
            Some((before, table, after))
        });
        let Some((before, table, after)) = parts else {
            let missing = format!(
                "{} has no lines `{}` and `<!-- end -->`",
                document.display(),
                start.trim()
            );
            return Err(io::Error::other(missing));
        };
        let expected = format!("\n{self}\n");
        if table == expected {
            return Ok(());
        }
        if std::env::var_os("UPDATE_TABLES").is_some() {
            return fs::write(
                document,
                format!("{before}{start}{expected}<!-- end -->{after}"),
            );
        }
        Err(io::Error::other(format!(
            "the table of {} in {} differs. Set UPDATE_TABLES=1 to write it. Expected:\n{expected}",
            self.resource,
            document.display()
        )))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| fault | unnoticed | an error, and the next run succeeds | an error that asks to import the object |"
        )?;
        writeln!(f, "|---|---|---|---|")?;
        for fault in Fault::ALL {
            let mut counts = BTreeMap::new();
            for (_, outcome) in self.outcomes.iter().filter(|(it, _)| *it == fault) {
                *counts.entry(*outcome).or_insert(0) += 1;
            }
            let count = |outcome| counts.get(&outcome).copied().unwrap_or(0);
            let [unnoticed, failed, reported] =
                [Outcome::Unnoticed, Outcome::Failed, Outcome::Reported].map(count);
            writeln!(f, "| {fault} | {unnoticed} | {failed} | {reported} |")?;
        }
        Ok(())
    }
}
