//! Classes of characters in brackets.

use super::Parser;
use crate::functions::regex::names;
use crate::functions::regex::set::Set;

impl Parser<'_> {
    /// Reads a class in brackets.
    pub(super) fn class(&mut self) -> Result<Set, String> {
        let whole = self.rest;
        self.advance(1);
        let is_negated = self.rest.starts_with('^');
        if is_negated {
            self.advance(1);
        }
        let mut set = Set::empty();
        let mut ranges = Vec::new();
        let mut is_first = true;
        while is_first || !self.rest.starts_with(']') {
            is_first = false;
            if let Some(name) = posix_name(self.rest) {
                let (plain, is_negated) = match name.strip_prefix('^') {
                    Some(plain) => (plain, true),
                    None => (name, false),
                };
                let length = name.len() + "[::]".len();
                let Some(class) = names::posix(plain) else {
                    return Err(self.error_at("invalid character class range", length));
                };
                set.union(&self.with_case_and_negation(class, is_negated));
                self.advance(length);
                continue;
            }
            if self.rest.starts_with('\\')
                && let Some(class) = self.set_escape()?
            {
                set.union(&class);
                continue;
            }
            let start = self.rest;
            let low = self.class_character(whole)?;
            let mut high = low;
            if self.rest.starts_with('-') && self.rest.len() > 1 && !self.rest.starts_with("-]") {
                self.advance(1);
                high = self.class_character(whole)?;
                if high < low {
                    let range = &start[..start.len() - self.rest.len()];
                    return Err(format!("invalid character class range in {range}"));
                }
            }
            ranges.push((low, high));
        }
        self.advance(1);
        let singles = Set::of(&ranges);
        set.union(&if self.flags.ignores_case {
            singles.folded()
        } else {
            singles
        });
        Ok(if is_negated { set.negated() } else { set })
    }

    /// Reads one character of a class, which may be escaped.
    fn class_character(&mut self, whole: &str) -> Result<u32, String> {
        let Some(first) = self.rest.chars().next() else {
            return Err(format!("missing closing ] in {whole}"));
        };
        if first == '\\' {
            return self.character_escape();
        }
        self.advance(first.len_utf8());
        Ok(u32::from(first))
    }
}

/// Returns the name of a class such as `[:alpha:]` at the start of a text.
fn posix_name(text: &str) -> Option<&str> {
    let name = text.strip_prefix("[:")?;
    Some(&name[..name.find(":]")?])
}
