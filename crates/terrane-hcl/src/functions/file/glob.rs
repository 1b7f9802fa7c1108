//! Patterns of file names: `*`, `?`, `[a-z]`, `{a,b}`, and `**` for any directories.
//!
//! The rules are those of the library that Terraform uses, with its oddities: an error counts only where a name gets that far in the pattern, braces end
//! at the first closing one, and an alternative that is empty does not match the end of a name.

/// How many patterns the alternatives of one pattern may stand for.
const MAX_PATTERNS: usize = 1000;

/// The error of a pattern with an incomplete class or incomplete alternatives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BadPattern;

/// A part of a pattern between slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// A name without special characters.
    Name(String),
    /// Any number of directories.
    AnyDirectories,
    /// The patterns of one name, one for each choice of alternatives.
    Patterns(Vec<Vec<Token>>),
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
    /// The name must continue. Alternatives follow.
    MoreCharacters,
    /// An incomplete class or incomplete alternatives.
    Bad,
}

/// Splits a pattern at slashes, except at those after a backslash.
pub(super) fn parts(pattern: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    for text in split(pattern, b'/') {
        let part = match text {
            "**" => Part::AnyDirectories,
            _ if text.contains(['*', '?', '[', '{', '\\']) => {
                Part::Patterns(glob_alternatives(text)?)
            }
            _ => Part::Name(text.to_owned()),
        };
        // `**/**` has the matches of `**`, but visits each directory many times.
        if part != Part::AnyDirectories || parts.last() != Some(&part) {
            parts.push(part);
        }
    }
    Some(parts)
}

/// Splits a text at an ASCII character, except where a backslash stands before it.
fn split(text: &str, separator: u8) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(end) = find(rest, separator) {
        parts.push(&rest[..end]);
        rest = &rest[end + 1..];
    }
    parts.push(rest);
    parts
}

/// Finds an ASCII character without a backslash before it.
fn find(text: &str, wanted: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut from = 0;
    loop {
        let at = from + bytes[from..].iter().position(|byte| *byte == wanted)?;
        if at == from || bytes[at - 1] != b'\\' {
            return Some(at);
        }
        from = at + 1;
    }
}

/// Reads the patterns that a pattern with alternatives stands for. Returns `None` if there are too many.
fn glob_alternatives(text: &str) -> Option<Vec<Vec<Token>>> {
    let mut complete = Vec::new();
    // Patterns whose start has been read. The first alternative is on top.
    let mut open = vec![(Vec::new(), text.to_owned())];
    while let Some((mut tokens, text)) = open.pop() {
        if open.len() + complete.len() > MAX_PATTERNS {
            return None;
        }
        match tokens_up_to_alternatives(&mut tokens, &text) {
            None => complete.push(tokens),
            Some(alternatives) => match find(alternatives, b'}') {
                None => {
                    tokens.push(Token::Bad);
                    complete.push(tokens);
                }
                Some(end) => {
                    tokens.push(Token::MoreCharacters);
                    let after = &alternatives[end + 1..];
                    for choice in split(&alternatives[..end], b',').into_iter().rev() {
                        open.push((tokens.clone(), [choice, after].concat()));
                    }
                }
            },
        }
    }
    Some(complete)
}

/// Reads tokens up to an opening brace. Returns the text after the brace.
fn tokens_up_to_alternatives<'t>(tokens: &mut Vec<Token>, text: &'t str) -> Option<&'t str> {
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let token = match character {
            '{' => return Some(characters.as_str()),
            '*' if tokens.last() == Some(&Token::AnyCharacters) => continue,
            '*' => Token::AnyCharacters,
            '?' => Token::AnyCharacter,
            '\\' => characters.next().map_or(Token::Bad, Token::Character),
            '[' => match find(characters.as_str(), b']') {
                Some(end) => {
                    let (class, rest) = characters.as_str().split_at(end);
                    characters = rest[1..].chars();
                    self::glob_class(class).unwrap_or(Token::Bad)
                }
                None => Token::Bad,
            },
            other => Token::Character(other),
        };
        let is_bad = token == Token::Bad;
        tokens.push(token);
        if is_bad {
            break;
        }
    }
    None
}

/// Reads the characters between brackets.
fn glob_class(text: &str) -> Option<Token> {
    let rest = text.strip_prefix('^');
    let is_negated = rest.is_some();
    let mut characters = rest.unwrap_or(text).chars().peekable();
    let mut ranges = Vec::new();
    let character =
        |characters: &mut std::iter::Peekable<std::str::Chars<'_>>| match characters.next()? {
            '-' => None,
            '\\' => characters.next(),
            character => Some(character),
        };
    while characters.peek().is_some() {
        let low = character(&mut characters)?;
        let high = match characters.next_if_eq(&'-') {
            Some(_) => character(&mut characters)?,
            None => low,
        };
        ranges.push((low, high));
    }
    (is_negated || !ranges.is_empty()).then_some(Token::Class { is_negated, ranges })
}

/// Returns whether one of the patterns matches a name.
pub(super) fn matches(patterns: &[Vec<Token>], name: &str) -> Result<bool, BadPattern> {
    let characters: Vec<char> = name.chars().collect();
    for tokens in patterns {
        if matches_one(tokens, &characters)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn matches_one(tokens: &[Token], name: &[char]) -> Result<bool, BadPattern> {
    let (mut token, mut at) = (0, 0);
    // Where to continue after a mismatch: the token after the last `*`, and the position in the name at which that token was tried.
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let is_match = match (tokens.get(token), name.get(at)) {
            (None, None) => return Ok(true),
            (Some(Token::AnyCharacters), _) => {
                retry = Some((token + 1, at));
                token += 1;
                continue;
            }
            (Some(Token::MoreCharacters), Some(_)) => {
                token += 1;
                continue;
            }
            (Some(Token::AnyCharacter), Some(_)) => true,
            (Some(Token::Character(wanted)), Some(character)) => wanted == character,
            (Some(Token::Class { is_negated, ranges }), Some(character)) => {
                let mut ranges = ranges.iter();
                ranges.any(|(low, high)| (low..=high).contains(&character)) != *is_negated
            }
            // After a `*` an error is only a mismatch.
            (Some(Token::Bad), Some(_)) if retry.is_none() => return Err(BadPattern),
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
            _ => return Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_names() {
        for (pattern, name, expected) in [
            ("*.txt", "a.txt", Ok(true)),
            ("*.txt", "a.txt.bak", Ok(false)),
            ("a*b*c", "aXbYbZc", Ok(true)),
            ("?[a-c]", "xb", Ok(true)),
            ("[^a]", "a", Ok(false)),
            ("[^]", "a", Ok(true)),
            ("[!a]*", "bcd", Ok(false)),
            ("[!a]*", "!cd", Ok(true)),
            ("\\*", "*", Ok(true)),
            ("*", ".hidden", Ok(true)),
            ("[a", "x", Err(BadPattern)),
            ("b[a", "x", Ok(false)),
            ("*[a", "x", Ok(false)),
            ("[]a]", "a", Err(BadPattern)),
            ("[a-]", "a", Err(BadPattern)),
            ("a\\", "a", Ok(false)),
            ("a\\", "ab", Err(BadPattern)),
            ("{a", "a", Err(BadPattern)),
            ("{a,b{c,d}}", "a}", Ok(true)),
            ("{a,b{c,d}}", "bd", Ok(false)),
            ("{a,[}", "a", Ok(true)),
            ("{a,[}", "b", Err(BadPattern)),
            ("a{,b}", "a", Ok(false)),
            ("a{,b}c", "ac", Ok(true)),
            ("a\\{b", "a{b", Ok(true)),
        ] {
            let parts = parts(pattern).unwrap_or_default();
            let [Part::Patterns(patterns)] = parts.as_slice() else {
                panic!("{pattern}")
            };
            assert_eq!(matches(patterns, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn patterns_are_split_at_slashes() {
        let name = |name: &str| Part::Name(name.to_owned());
        let found = parts("a/**/**/]}").unwrap();
        assert_eq!(found, [name("a"), Part::AnyDirectories, name("]}")]);
        assert_eq!(parts("a\\/b").unwrap().len(), 1);
        assert_eq!(parts(&"{a,b}".repeat(20)), None);
    }
}
