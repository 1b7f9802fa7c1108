//! Writing pages, and comparing them with those that exist.

use std::collections::BTreeMap;
use std::fmt;

use fs_err as fs;

use super::error::Error;
use super::folders::{Folders, files};
use super::kind::ItemKind;

/// A difference between the pages that exist and those that the provider has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Difference {
    Missing(String),
    /// The page is for no item, and has no template.
    Stale(String),
    /// The number of the first line that differs, and this line in both versions.
    Changed {
        path: String,
        line: usize,
        found: String,
        expected: String,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "{path}: the page is missing"),
            Self::Stale(path) => write!(f, "{path}: the provider has no such item"),
            Self::Changed {
                path,
                line,
                found,
                expected,
            } => write!(
                f,
                "{path}:{line}: the page differs\n  found:    {found}\n  expected: {expected}"
            ),
        }
    }
}

/// Whether a page is written from the schema. Other files, such as guides by hand, belong to the author.
fn is_managed(path: &str) -> bool {
    let folder = path.split_once('/').map(|(folder, _)| folder);
    path == "index.md" || folder.is_some_and(|folder| ItemKind::of_folder(folder).is_some())
}

/// Compares the pages with those that exist. Line ends of Windows are equal to others.
pub(crate) fn compare(
    folders: &Folders,
    pages: &BTreeMap<String, Vec<u8>>,
) -> Result<Vec<Difference>, Error> {
    let existing = files(&folders.docs)?;
    let mut differences = Vec::new();
    for (path, expected) in pages {
        match existing.get(path) {
            None => differences.push(Difference::Missing(path.clone())),
            Some(found) => differences.extend(page_difference(path, found, expected)),
        }
    }
    let stale = existing
        .keys()
        .filter(|path| is_managed(path) && !pages.contains_key(*path));
    differences.extend(stale.cloned().map(Difference::Stale));
    Ok(differences)
}

fn page_difference(path: &str, found: &[u8], expected: &[u8]) -> Option<Difference> {
    if found == expected {
        return None;
    }
    let (found_text, expected_text) = (
        String::from_utf8_lossy(found).replace("\r\n", "\n"),
        String::from_utf8_lossy(expected).replace("\r\n", "\n"),
    );
    if found_text == expected_text {
        return None;
    }
    let (mut of_found, mut of_expected) = (found_text.split('\n'), expected_text.split('\n'));
    let mut line = 1;
    loop {
        let (found_line, expected_line) = (of_found.next(), of_expected.next());
        if found_line != expected_line || found_line.is_none() {
            return Some(Difference::Changed {
                path: path.to_owned(),
                line,
                found: found_line.unwrap_or("the end").to_owned(),
                expected: expected_line.unwrap_or("the end").to_owned(),
            });
        }
        line += 1;
    }
}

/// Writes the pages, and removes those of items that do not exist. Returns the differences that existed before.
pub(crate) fn write(
    folders: &Folders,
    pages: &BTreeMap<String, Vec<u8>>,
) -> Result<Vec<Difference>, Error> {
    let differences = compare(folders, pages)?;
    for difference in &differences {
        match difference {
            Difference::Stale(path) => fs::remove_file(folders.docs.join(path))?,
            Difference::Missing(path) | Difference::Changed { path, .. } => {
                let target = folders.docs.join(path);
                if let Some(parent) = target.parent() {
                    fs::create_dir_all(parent)?;
                }
                fs::write(target, &pages[path])?;
            }
        }
    }
    Ok(differences)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of the first line that differs, and this line in both versions.
    fn changed(found: &str, expected: &str) -> Option<(usize, String, String)> {
        let change = page_difference("index.md", found.as_bytes(), expected.as_bytes())?;
        match change {
            Difference::Changed {
                path,
                line,
                found,
                expected,
            } => {
                assert_eq!(path, "index.md");
                Some((line, found, expected))
            }
            other => panic!("{other}"),
        }
    }

    #[test]
    fn a_change_is_the_first_line_that_differs() {
        for (found, expected, line, own, other) in [
            ("a\nb\nc", "a\nx\ny", 2, "b", "x"),
            ("a", "b", 1, "a", "b"),
            ("a\n", "a\nb\n", 2, "", "b"),
            ("a", "a\nb", 2, "the end", "b"),
            ("a\nb", "a", 2, "b", "the end"),
            ("a\r\nb", "a\nc", 2, "b", "c"),
        ] {
            let expected_change = (line, own.to_owned(), other.to_owned());
            assert_eq!(changed(found, expected), Some(expected_change), "{found:?}");
        }
        assert_eq!(changed("a\nb", "a\nb"), None);
        assert_eq!(changed("a\r\nb\r\n", "a\nb\n"), None);
        assert_eq!(changed("a\nb", "a\r\nb"), None);
    }

    #[test]
    fn only_pages_of_items_and_the_index_are_removed() {
        for page in ["index.md", "resources/pet.md", "functions/slug.md"] {
            assert!(is_managed(page), "{page}");
        }
        for page in [
            "guides/start.md",
            "README.md",
            "images/resources/x.png",
            "resources",
        ] {
            assert!(!is_managed(page), "{page}");
        }
    }

    #[test]
    fn pages_are_written_and_stale_ones_removed() {
        let folder = tempfile::tempdir().unwrap();
        let docs = folder.path().join("docs");
        let folders = Folders {
            provider: folder.path().to_owned(),
            docs: docs.clone(),
            examples: folder.path().join("examples"),
            templates: folder.path().join("templates"),
        };
        fs::create_dir_all(docs.join("resources")).unwrap();
        fs::write(docs.join("resources/cat.md"), "Cats").unwrap();
        fs::write(docs.join("resources/dog.md"), "Cats").unwrap();
        fs::write(docs.join("notes.md"), "Notes").unwrap();
        let pages = [("index.md", "Zoo"), ("resources/dog.md", "Dogs")];
        let pages = pages.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        let pages = BTreeMap::from(pages);
        let texts: Vec<String> = write(&folders, &pages)
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            texts,
            [
                "index.md: the page is missing",
                "resources/dog.md:1: the page differs\n  found:    Cats\n  expected: Dogs",
                "resources/cat.md: the provider has no such item",
            ]
        );
        assert_eq!(compare(&folders, &pages).unwrap(), []);
        let left: Vec<String> = files(&docs).unwrap().into_keys().collect();
        assert_eq!(left, ["index.md", "notes.md", "resources/dog.md"]);
    }
}
