//! The table of verdicts: who is right about each class of difference.

/// The rows of `verdicts.md`.
#[derive(Debug)]
pub struct Verdicts(Vec<Row>);

#[derive(Debug)]
struct Row {
    /// A class; `*` stands for any text.
    class: String,
    right: String,
}

impl Verdicts {
    /// Reads the table.
    ///
    /// # Errors
    ///
    /// Fails on a row that has not three cells with text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut rows = Vec::new();
        for line in text.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [class, right, why] = cells[..] else {
                return Err(format!("expected three cells: {line}"));
            };
            let class = class.trim_matches('`').to_owned();
            if class.is_empty() || right.is_empty() || why.is_empty() {
                return Err(format!("expected a text in each cell: {line}"));
            }
            rows.push(Row {
                class,
                right: right.to_owned(),
            });
        }
        if rows.is_empty() {
            return Err("expected a table of verdicts".to_owned());
        }
        Ok(Self(rows))
    }

    /// Returns who is right about a class.
    #[must_use]
    pub fn right(&self, class: &str) -> Option<&str> {
        let row = self.0.iter().find(|row| matches(&row.class, class))?;
        Some(&row.right)
    }
}

/// Whether a text matches a pattern with stars.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, rest)) => text.strip_prefix(head).is_some_and(|text| {
            let ends = text.char_indices().map(|(at, _)| at);
            ends.chain([text.len()])
                .any(|at| matches(rest, &text[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_match_any_text() {
        assert!(matches(
            "plan *.own: * / known",
            "plan items[].own: unknown / known"
        ));
        assert!(matches("*", ""));
        assert!(!matches("plan *.own", "plan items[].own: unknown"));
        assert!(!matches("plan", "read"));
    }

    #[test]
    fn a_class_has_the_verdict_of_its_row() {
        let table = "| class | right | why |\n|---|---|---|\n| `plan a: *` | both | rule C6 |\n";
        let verdicts = Verdicts::parse(table).unwrap();
        assert_eq!(verdicts.right("plan a: null / known"), Some("both"));
        assert_eq!(verdicts.right("plan b: null / known"), None);
        assert!(Verdicts::parse("| `plan a` | both |").is_err());
        assert!(Verdicts::parse("nothing").is_err());
    }
}
