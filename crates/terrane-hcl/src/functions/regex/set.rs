//! Sets of characters.

use std::sync::LazyLock;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange, HirKind};
use regex_syntax::{Parser, hir};

/// A set of characters. Numbers of surrogates are allowed in patterns, but no text contains them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Set(ClassUnicode);

/// The characters of the version of Unicode that hosts know.
static KNOWN: LazyLock<ClassUnicode> =
    LazyLock::new(|| class(r"\p{age=15.0}").unwrap_or_else(ClassUnicode::empty));

impl Set {
    pub(super) fn empty() -> Self {
        Self(ClassUnicode::empty())
    }

    pub(super) fn everything() -> Self {
        Self::of(&[(0, u32::from(char::MAX))])
    }

    /// Creates a set of ranges, which include their ends.
    pub(super) fn of(ranges: &[(u32, u32)]) -> Self {
        let characters = ranges.iter().filter_map(|(low, high)| {
            // The ends of a range move out of the surrogates.
            let low = char::from_u32(*low).unwrap_or('\u{e000}');
            let high = char::from_u32(*high).unwrap_or('\u{d7ff}');
            (low <= high).then(|| ClassUnicodeRange::new(low, high))
        });
        Self(ClassUnicode::new(characters))
    }

    /// Returns the characters with a property of the form `gc=Lu` or `sc=Greek`.
    pub(super) fn property(property: &str) -> Option<Self> {
        let mut class = class(&format!(r"\p{{{property}}}"))?;
        class.intersect(&KNOWN);
        Some(Self(class))
    }

    /// Returns the characters that no version of Unicode has assigned, as far as hosts know.
    pub(super) fn unassigned() -> Self {
        let mut unassigned = KNOWN.clone();
        unassigned.negate();
        if let Some(reserved) = class(r"\p{gc=Cn}") {
            unassigned.union(&reserved);
        }
        Self(unassigned)
    }

    pub(super) fn union(&mut self, other: &Self) {
        self.0.union(&other.0);
    }

    #[must_use]
    pub(super) fn negated(mut self) -> Self {
        self.0.negate();
        self
    }

    /// Adds the characters that differ only in their case.
    #[must_use]
    pub(super) fn folded(self) -> Self {
        let mut folded = self.0.clone();
        if !folded.is_ascii() {
            folded.intersect(&KNOWN);
        }
        folded.case_fold_simple();
        if !self.0.is_ascii() {
            folded.intersect(&KNOWN);
        }
        folded.union(&self.0);
        Self(folded)
    }

    pub(super) fn ranges(&self) -> impl ExactSizeIterator<Item = (char, char)> {
        let ranges = self.0.ranges().iter();
        ranges.map(|range| (range.start(), range.end()))
    }

    pub(super) fn contains(&self, character: char) -> bool {
        let ranges = self.0.ranges();
        let next = ranges.partition_point(|range| range.end() < character);
        ranges
            .get(next)
            .is_some_and(|range| range.start() <= character)
    }

    /// Returns the only character of the set.
    pub(super) fn single(&self) -> Option<char> {
        let mut ranges = self.ranges();
        match (ranges.next(), ranges.next()) {
            (Some((low, high)), None) if low == high => Some(low),
            _ => None,
        }
    }
}

/// Returns the class that a pattern of the library consists of.
fn class(pattern: &str) -> Option<ClassUnicode> {
    match Parser::new().parse(pattern).ok()?.into_kind() {
        HirKind::Class(hir::Class::Unicode(class)) => Some(class),
        // A class of one character.
        HirKind::Literal(literal) => {
            let character = str::from_utf8(&literal.0).ok()?.chars().next()?;
            Some(ClassUnicode::new([ClassUnicodeRange::new(
                character, character,
            )]))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_of_a_single_character_are_sets() {
        let separator = Set::property("gc=Zl").and_then(|set| set.single());
        assert_eq!(separator, Some('\u{2028}'));
    }

    #[test]
    fn ends_of_ranges_move_out_of_the_surrogates() {
        let ranges = |set: Set| set.ranges().collect::<Vec<_>>();
        assert_eq!(ranges(Set::of(&[(0xd800, 0xdfff)])), []);
        let around = ranges(Set::of(&[(0xd700, 0xe001)]));
        assert_eq!(around, [('\u{d700}', '\u{e001}')]);
        let into = ranges(Set::of(&[(0xd700, 0xd800), (0xdabc, 0xe001)]));
        assert_eq!(into, [('\u{d700}', '\u{d7ff}'), ('\u{e000}', '\u{e001}')]);
    }

    #[test]
    fn letters_that_hosts_do_not_know_have_no_case() {
        // U+A7CB is the capital letter of U+0264 since Unicode 16.
        let folded = Set::of(&[(0x264, 0x264)]).folded();
        assert_eq!(folded.single(), Some('\u{264}'));
        let kelvin = Set::of(&[(0x6b, 0x6b)]).folded();
        assert_eq!(kelvin.ranges().count(), 3);
    }
}
