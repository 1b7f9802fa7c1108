//! Patterns of file names: `*`, `?`, `[a-z]`, `{a,b}`, and `**` for any directories.

/// How many patterns the alternatives of one pattern may stand for.
const MAX_PATTERNS: usize = 1000;

/// A part of a pattern between slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// A name without special characters.
    Name(String),
    /// Any number of directories.
    AnyDirectories,
    /// A pattern of one name.
    Pattern(Vec<Token>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Character(char),
    AnyCharacter,
    AnyCharacters,
    Class {
        is_negated: bool,
        ranges: Vec<(char, char)>,
    },
}

/// Replaces alternatives in braces by one pattern for each of them.
pub(super) fn expand(pattern: &str) -> Option<Vec<String>> {
    let mut complete = Vec::new();
    // Duplicates count too, because `{a,a}{a,a}..` takes exponential time for one pattern.
    let mut count = 0;
    let mut open = vec![pattern.to_owned()];
    while let Some(pattern) = open.pop() {
        if open.len() + count > MAX_PATTERNS {
            return None;
        }
        let Some((start, end, commas)) = innermost(&pattern)? else {
            count += 1;
            if !complete.contains(&pattern) {
                complete.push(pattern);
            }
            continue;
        };
        let (before, after) = (&pattern[..start], &pattern[end + 1..]);
        let mut from = start + 1;
        for comma in commas.into_iter().chain([end]) {
            open.push([before, &pattern[from..comma], after].concat());
            from = comma + 1;
        }
    }
    Some(complete)
}

/// Finds braces that contain no others: their places, and those of the commas between them. Returns `None` if braces are not closed, or not within one
/// directory.
fn innermost(pattern: &str) -> Option<Option<(usize, usize, Vec<usize>)>> {
    let mut start = None;
    let mut commas = Vec::new();
    let mut is_escaped = false;
    for (at, character) in pattern.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '{' => {
                start = Some(at);
                commas.clear();
            }
            ',' if start.is_some() => commas.push(at),
            // Terraform separates the directories before it reads the alternatives, so a brace would not be closed.
            '/' if start.is_some() => return None,
            '}' if let Some(start) = start => return Some(Some((start, at, commas))),
            _ => {}
        }
    }
    match start {
        Some(_) => None,
        None => Some(None),
    }
}

/// Reads a part of a pattern.
pub(super) fn part(text: &str) -> Option<Part> {
    if text == "**" {
        return Some(Part::AnyDirectories);
    }
    let mut tokens = Vec::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        tokens.push(match character {
            '*' => Token::AnyCharacters,
            '?' => Token::AnyCharacter,
            '\\' => Token::Character(characters.next()?),
            '[' => {
                let (class, rest) = class(characters.as_str())?;
                characters = rest.chars();
                class
            }
            other => Token::Character(other),
        });
    }
    tokens.dedup_by(|a, b| *a == Token::AnyCharacters && *b == Token::AnyCharacters);
    let name: Option<String> = tokens
        .iter()
        .map(|token| match token {
            Token::Character(character) => Some(*character),
            _ => None,
        })
        .collect();
    Some(name.map_or(Part::Pattern(tokens), Part::Name))
}

/// Reads a class after its opening bracket.
fn class(text: &str) -> Option<(Token, &str)> {
    let (is_negated, mut rest) = match text.strip_prefix(['^', '!']) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut ranges = Vec::new();
    loop {
        if let Some(rest) = rest.strip_prefix(']')
            && !ranges.is_empty()
        {
            return Some((Token::Class { is_negated, ranges }, rest));
        }
        let (low, after) = class_character(rest)?;
        rest = after;
        let mut high = low;
        if let Some(after) = rest.strip_prefix('-')
            && !after.starts_with(']')
        {
            (high, rest) = class_character(after)?;
        }
        ranges.push((low, high));
    }
}

fn class_character(text: &str) -> Option<(char, &str)> {
    let mut characters = text.chars();
    let character = match characters.next()? {
        '\\' => characters.next()?,
        character => character,
    };
    Some((character, characters.as_str()))
}

/// Returns whether a pattern matches a name.
pub(super) fn matches(tokens: &[Token], name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    let (mut token, mut at) = (0, 0);
    // Where to continue after a mismatch: the token after the last `*`, and the position in the name at which that token was tried.
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let is_match = match (tokens.get(token), name.get(at)) {
            (None, None) => return true,
            (Some(Token::AnyCharacters), _) => {
                retry = Some((token + 1, at));
                token += 1;
                continue;
            }
            (Some(Token::AnyCharacter), Some(_)) => true,
            (Some(Token::Character(wanted)), Some(character)) => wanted == character,
            (Some(Token::Class { is_negated, ranges }), Some(character)) => {
                let mut ranges = ranges.iter();
                ranges.any(|(low, high)| (low..=high).contains(&character)) != *is_negated
            }
            _ => false,
        };
        if is_match {
            token += 1;
            at += 1;
            continue;
        }
        match retry {
            Some((after, from)) if from < name.len() => {
                retry = Some((after, from + 1));
                token = after;
                at = from + 1;
            }
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_names() {
        for (pattern, name, is_match) in [
            ("*.txt", "a.txt", true),
            ("*.txt", "a.txt.bak", false),
            ("a*b*c", "aXbYbZc", true),
            ("?[a-c]", "xb", true),
            ("[^a]", "a", false),
            ("[!a]*", "bcd", true),
            ("\\*", "*", true),
            ("*", ".hidden", true),
        ] {
            let found = match part(pattern) {
                Some(Part::Pattern(tokens)) => matches(&tokens, name),
                Some(Part::Name(own)) => own == name,
                _ => panic!("{pattern}"),
            };
            assert_eq!(found, is_match, "{pattern} {name}");
        }
        assert_eq!(part("[a"), None);
    }

    #[test]
    fn alternatives_are_expanded() {
        let mut expanded = expand("{a,b{c,d}}/e").unwrap();
        expanded.sort();
        assert_eq!(expanded, ["a/e", "bc/e", "bd/e"]);
        assert_eq!(expand("{a"), None);
        assert_eq!(expand(&"{a,b}".repeat(20)), None);
    }
}
