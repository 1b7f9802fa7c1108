//! Release notes.

use std::path::Path;

use fs_err as fs;
use semver::Version;

use crate::error::{Error, ErrorKind};

/// Returns the section of a version in a changelog in the form of "Keep a Changelog".
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("CHANGELOG.md");
/// std::fs::write(&path, "# Changelog\n\n## [1.1.0] - 2026-01-02\n\n### Added\n\n- Pets.\n\n## 1.0.0\n\n- First.\n")?;
/// assert_eq!(terrane_release::notes(&path, &"1.1.0".parse()?)?, "### Added\n\n- Pets.\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails if the file cannot be read, or has no section for the version.
pub fn notes(changelog: &Path, version: &Version) -> Result<String, Error> {
    let text = fs::read_to_string(changelog)?;
    let wanted = version.to_string();
    let mut lines = text
        .lines()
        .skip_while(|line| heading_version(line) != Some(&wanted));
    if lines.next().is_none() {
        return Err(ErrorKind::Changelog(changelog.to_owned(), version.clone()).into());
    }
    let section: Vec<&str> = lines
        .take_while(|line| !line.starts_with("## ") && !is_link(line))
        .collect();
    Ok(format!("{}\n", section.join("\n").trim()))
}

/// Returns the version of a heading such as `## [1.2.3] - 2026-01-02` or `## v1.2.3 (2026)`.
fn heading_version(line: &str) -> Option<&str> {
    let title = line.strip_prefix("## ")?.trim_start_matches(['[', 'v']);
    let end = title
        .find(|c: char| c == ']' || c.is_whitespace())
        .unwrap_or(title.len());
    Some(&title[..end])
}

/// Returns whether a line is one of the links to comparisons, which follow the last section.
fn is_link(line: &str) -> bool {
    line.starts_with('[') && line.contains("]: ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_version_without_a_section_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("CHANGELOG.md");
        std::fs::write(&path, "## 1.0.0\n\n- First.\n\n[1.0.0]: link\n").unwrap();
        let error = super::notes(&path, &"2.0.0".parse().unwrap()).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("has no section for version 2.0.0")
        );
        let notes = super::notes(&path, &"1.0.0".parse().unwrap()).unwrap();
        assert_eq!(notes, "- First.\n");
    }

    #[test]
    fn a_section_ends_at_the_next_version_or_at_the_links() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("CHANGELOG.md");
        let text = "# Changelog\n\n## [1.2.0] - 2026-01-02\n\n### Added\n\n- [Pets](x).\n[^1]\n\n## v1.1.0 (2026)\n\n- Cages: [].\n\n## 1.0.0\n\n## 0.9.0\n- First.\n[0.9.0]: https://example.com\n";
        std::fs::write(&path, text).unwrap();
        for (version, expected) in [
            ("1.2.0", "### Added\n\n- [Pets](x).\n[^1]\n"),
            ("1.1.0", "- Cages: [].\n"),
            ("1.0.0", "\n"),
            ("0.9.0", "- First.\n"),
        ] {
            let notes = super::notes(&path, &version.parse().unwrap()).unwrap();
            assert_eq!(notes, expected, "{version}");
        }
    }
}
