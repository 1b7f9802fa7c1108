//! A change of the API must be in the changelog.

use std::fs;
use std::path::Path;

use crate::Result;

const FILE: &str = "changelog.txt";

/// The state of API and changelog, stored next to the listings.
///
/// A new state is only stored if the changelog has changed since the last one, and the check refuses listings that were edited without it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// The hash of all listings.
    api: u64,
    /// The hash of the changelog's section of unreleased changes.
    unreleased: u64,
}

impl Record {
    pub(super) fn of(listings: &[(String, String)], changelog: &str) -> Result<Self> {
        let (_, rest) = changelog
            .split_once("## [Unreleased]")
            .or_else(|| changelog.split_once("## Unreleased"))
            .ok_or("CHANGELOG.md has no section of unreleased changes")?;
        let section = rest.split("\n## ").next().unwrap_or_default();
        let listings = listings.iter().flat_map(|(file, text)| [file, text]);
        Ok(Self {
            api: hash(listings.map(String::as_str)),
            unreleased: hash([section]),
        })
    }

    /// Stores listings with the state. Refuses a changed API without a changed changelog.
    pub(super) fn write(&self, folder: &Path, listings: &[(String, String)]) -> Result {
        let last = Self::read(folder);
        if last.as_ref().is_some_and(|last| last.api == self.api) {
            return Ok(());
        }
        if last.is_some_and(|last| last.unreleased == self.unreleased) {
            return Err("the public API has changed, and the unreleased changes in CHANGELOG.md have not: describe the change there".into());
        }
        fs::create_dir_all(folder)?;
        for (file, listing) in listings {
            fs::write(folder.join(file), listing)?;
        }
        let text = format!(
            "api {:016x}\nunreleased {:016x}\n",
            self.api, self.unreleased
        );
        Ok(fs::write(folder.join(FILE), text)?)
    }

    /// Checks that the listings were stored by [`write`](Self::write).
    pub(super) fn check(&self, folder: &Path) -> Result {
        match Self::read(folder) {
            Some(last) if last.api == self.api => Ok(()),
            _ => Err("the record was changed by hand: run `cargo xtask api --write`".into()),
        }
    }

    fn read(folder: &Path) -> Option<Self> {
        let text = fs::read_to_string(folder.join(FILE)).ok()?;
        let number = |name: &str| {
            let number = text.lines().find_map(|line| line.strip_prefix(name))?;
            u64::from_str_radix(number.trim(), 16).ok()
        };
        Some(Self {
            api: number("api ")?,
            unreleased: number("unreleased ")?,
        })
    }
}

/// Hashes texts by FNV-1a, which is the same on every machine and in every version of Rust.
fn hash<'a>(texts: impl IntoIterator<Item = &'a str>) -> u64 {
    let bytes = texts
        .into_iter()
        .flat_map(|text| text.bytes().chain([0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_api_needs_a_changed_changelog() {
        let folder = tempfile::tempdir().unwrap();
        let listing = |text: &str| vec![("a.txt".to_owned(), text.to_owned())];
        let store = |api: &str, changes: &str| {
            let changelog = format!("# Changelog\n\n## Unreleased\n\n{changes}\n\n## 0.1.0\n");
            let record = Record::of(&listing(api), &changelog).unwrap();
            record.write(folder.path(), &listing(api)).map(|()| record)
        };
        store("fn a", "- one").unwrap();
        assert!(store("fn b", "- one").is_err());
        let record = store("fn b", "- one\n- two").unwrap();
        record.check(folder.path()).unwrap();
        // A changelog may change alone.
        store("fn b", "- one\n- two\n- three").unwrap();
        let other = Record::of(&listing("fn c"), "## Unreleased").unwrap();
        assert!(other.check(folder.path()).is_err());
        let stored = fs::read_to_string(folder.path().join("a.txt")).unwrap();
        assert_eq!(stored, "fn b");
    }
}
