//! The numbers of entries in the book.

use std::fmt;
use std::ops::AddAssign;

use super::book::{Book, Section};

/// How many entries of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    shown: usize,
    in_part: usize,
    left_out: usize,
    unseen: usize,
}

/// A table with a line for each file of the book.
pub(super) fn table(book: &Book) -> String {
    let mut lines = vec![format!(
        "{:<24} {:>7} {:>7} {:>8} {:>8}",
        "section", "shown", "in part", "left out", "unseen"
    )];
    let mut all = Counts::default();
    for section in &book.sections {
        let counts = Counts::of(section);
        all += counts;
        lines.push(format!("{:<24} {counts}", section.name));
    }
    lines.push(format!("{:<24} {all}", "all"));
    lines.push("unseen: no real host here can show it".to_owned());
    lines.join("\n")
}

impl Counts {
    fn of(section: &Section) -> Self {
        let mut counts = Self::default();
        for entry in &section.entries {
            match (entry.shown_by.is_empty(), &entry.left_out) {
                (false, None) => counts.shown += 1,
                (false, Some(_)) => counts.in_part += 1,
                (true, _) => counts.left_out += 1,
            }
            counts.unseen += usize::from(entry.unseen);
        }
        counts
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Self) {
        self.shown += more.shown;
        self.in_part += more.in_part;
        self.left_out += more.left_out;
        self.unseen += more.unseen;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            shown,
            in_part,
            left_out,
            unseen,
        } = self;
        write!(f, "{shown:>7} {in_part:>7} {left_out:>8} {unseen:>8}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::book::Entry;
    use super::*;

    #[test]
    fn an_entry_with_tests_and_an_omission_counts_as_shown_in_part() {
        let entry = |shown: bool, left_out: bool, unseen| Entry {
            shown_by: vec!["a::test".to_owned(); usize::from(shown)],
            left_out: left_out.then(|| "why".to_owned()),
            unseen,
            ..Entry::default()
        };
        let section = Section {
            name: "03-plan".to_owned(),
            entries: vec![
                entry(true, false, true),
                entry(true, true, false),
                entry(false, true, true),
            ],
        };
        let book = Book {
            sections: vec![section],
        };
        let table = table(&book);
        let rows: Vec<Vec<&str>> = table
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(rows[1], ["03-plan", "1", "1", "1", "2"]);
        assert_eq!(rows[2], ["all", "1", "1", "1", "2"]);
    }
}
