//! The book of rules: Markdown for people, in a format that this module parses.

use std::fs;
use std::ops::Range;
use std::path::Path;

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use crate::Result;

/// The paragraphs that this module reads start with these words.
const SHOWN_BY: &str = "Shown by:";
const LEFT_OUT: &str = "Left out:";
const UNSEEN: &str = "Not seen on a real host";

#[derive(Debug, Default)]
pub(super) struct Book {
    pub(super) sections: Vec<Section>,
}

/// One file of the book.
#[derive(Debug, Default)]
pub(super) struct Section {
    /// The file's name without its ending.
    pub(super) name: String,
    pub(super) entries: Vec<Entry>,
}

/// One rule or feature, from its heading to the next one.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Entry {
    /// The start of its heading: `L6`, `4e.6`.
    pub(super) id: String,
    pub(super) line: usize,
    /// The tests that show it.
    pub(super) shown_by: Vec<String>,
    /// The reason why it, or a part of it, has no test.
    pub(super) left_out: Option<String>,
    /// Whether no installed host can show it.
    pub(super) unseen: bool,
}

impl Book {
    /// Reads the files of a folder in the order of their names. `README.md` describes the book and has no entries.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let mut files: Vec<_> = fs::read_dir(folder)
            .map_err(|error| format!("{}: {error}", folder.display()))?
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<_>>()?;
        files.retain(|file| file.extension().is_some_and(|ending| ending == "md"));
        files.sort();
        let mut sections = Vec::new();
        for file in files {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            if name != "README" {
                sections.push(Section::parse(&name, &fs::read_to_string(&file)?)?);
            }
        }
        Ok(Self { sections })
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = (&Section, &Entry)> {
        self.sections
            .iter()
            .flat_map(|section| section.entries.iter().map(move |entry| (section, entry)))
    }
}

impl Section {
    pub(super) fn parse(name: &str, markdown: &str) -> Result<Self> {
        let mut section = Self {
            name: name.to_owned(),
            entries: Vec::new(),
        };
        let mut words = String::new();
        let mut in_list = false;
        let mut list_of_tests = false;
        for (event, range) in Parser::new(markdown).into_offset_iter() {
            match event {
                Event::Start(Tag::Heading { .. } | Tag::Paragraph) => words.clear(),
                Event::End(TagEnd::Heading(level)) => {
                    list_of_tests = false;
                    if level == HeadingLevel::H3 {
                        let line = line(markdown, &range);
                        section.entries.push(Entry::with_heading(&words, line)?);
                    }
                }
                Event::End(TagEnd::Paragraph) if !in_list => {
                    list_of_tests = words == SHOWN_BY;
                    if let Some(entry) = section.entries.last_mut() {
                        entry.paragraph(&words);
                    }
                }
                Event::Start(Tag::List(_)) => in_list = true,
                Event::End(TagEnd::List(_)) => {
                    in_list = false;
                    list_of_tests = false;
                }
                Event::Code(code) => {
                    words.push_str(&code);
                    if let Some(entry) = section
                        .entries
                        .last_mut()
                        .filter(|_| in_list && list_of_tests)
                    {
                        entry.shown_by.push(code.into_string());
                    }
                }
                Event::Text(text) => words.push_str(&text),
                Event::SoftBreak | Event::HardBreak => words.push(' '),
                _ => {}
            }
        }
        Ok(section)
    }
}

impl Entry {
    fn with_heading(heading: &str, line: usize) -> Result<Self> {
        match heading.split_once(". ") {
            Some((id, _)) if !id.contains(' ') => Ok(Self {
                id: id.to_owned(),
                line,
                ..Self::default()
            }),
            _ => Err(format!(
                "line {line}: the heading {heading:?} does not begin with a number and a full stop, like `L6. `"
            )
            .into()),
        }
    }

    fn paragraph(&mut self, words: &str) {
        if let Some(reason) = words.strip_prefix(LEFT_OUT) {
            self.left_out = Some(reason.trim().to_owned());
        }
        self.unseen |= words.starts_with(UNSEEN);
    }
}

fn line(text: &str, range: &Range<usize>) -> usize {
    text[..range.start].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Plans

About plans: `nothing::here`.

### L6. Defaults come
first

Where nothing is configured, `default` stands. Shown by: `not::a_list`.

Shown by:

- `terrane/planning::fields::l6_it_stands`
- `terrane/ui/fail/needs/default.rs`

Another list:

- of `code`

### L31. Private state of a plan comes back

Not seen on a real host: Terraform 1.16 does it.

Left out: no host that
sends it is here.
";

    #[test]
    fn an_entry_has_a_number_tests_and_reasons() {
        let section = Section::parse("03-plan", PAGE).expect("the page is in order");
        assert_eq!(section.name, "03-plan");
        assert_eq!(
            section.entries,
            [
                Entry {
                    id: "L6".to_owned(),
                    line: 5,
                    shown_by: vec![
                        "terrane/planning::fields::l6_it_stands".to_owned(),
                        "terrane/ui/fail/needs/default.rs".to_owned(),
                    ],
                    ..Entry::default()
                },
                Entry {
                    id: "L31".to_owned(),
                    line: 19,
                    left_out: Some("no host that sends it is here.".to_owned()),
                    unseen: true,
                    ..Entry::default()
                },
            ]
        );
    }

    #[test]
    fn a_heading_without_a_number_is_refused_with_its_line() {
        let error =
            Section::parse("x", "text\n\n### Defaults come first\n").expect_err("no number");
        assert!(error.to_string().starts_with("line 3: "), "{error}");
    }
}
