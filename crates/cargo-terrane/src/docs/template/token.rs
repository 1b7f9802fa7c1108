//! The tokens of Go's template language.

use super::error::GoError;

/// A part of a template: text, or an action between braces.
#[derive(Debug)]
pub(super) enum Part<'a> {
    Text(&'a str),
    Comment {
        text: &'a str,
        trim: Trim,
    },
    Action {
        tokens: Vec<Token>,
        line: usize,
        trim: Trim,
        /// How many lines the action spans, besides its first.
        breaks: usize,
    },
}

/// Whether the white space before and after an action is removed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Trim {
    pub(super) before: bool,
    pub(super) after: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Name(String),
    /// `.`, or `.A.B` as the names `A` and `B`. It belongs to the operand before it if `joined`.
    Field {
        names: Vec<String>,
        joined: bool,
    },
    /// `$` or `$name`.
    Variable(String),
    Text(String),
    Number(String),
    Pipe,
    Open,
    Close,
    Declare,
    Assign,
    Comma,
}

/// Splits a template into text and actions.
pub(super) fn parts(source: &str) -> Result<Vec<Part<'_>>, GoError> {
    let mut parts = Vec::new();
    let mut rest = source;
    let mut line = 1;
    while let Some(start) = rest.find("{{") {
        if start > 0 {
            parts.push(Part::Text(&rest[..start]));
        }
        line += rest[..start].matches('\n').count();
        let mut action = &rest[start + 2..];
        let mut trim = Trim::default();
        if action.starts_with('-') && action[1..].starts_with(char::is_whitespace) {
            trim.before = true;
            action = &action[1..];
        }
        let end = end_of_action(action)
            .ok_or_else(|| GoError::new(line, "the action has no end `}}`"))?;
        let mut inner = &action[..end];
        if let Some(stripped) = inner.strip_suffix('-')
            && stripped.ends_with(char::is_whitespace)
        {
            trim.after = true;
            inner = stripped;
        }
        let trimmed = inner.trim();
        parts.push(
            match trimmed
                .strip_prefix("/*")
                .and_then(|it| it.strip_suffix("*/"))
            {
                Some(text) => Part::Comment { text, trim },
                None => Part::Action {
                    tokens: tokens(trimmed, line)?,
                    line,
                    trim,
                    breaks: inner.matches('\n').count(),
                },
            },
        );
        line += inner.matches('\n').count();
        rest = &action[end + 2..];
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    Ok(parts)
}

/// Finds the end of an action. Braces in strings and comments do not end it.
fn end_of_action(action: &str) -> Option<usize> {
    let trimmed = action.trim_start();
    if trimmed.starts_with("/*") {
        let close = action.find("*/")? + 2;
        return Some(close + action[close..].find("}}")?);
    }
    let mut position = 0;
    while position < action.len() {
        let rest = &action[position..];
        if rest.starts_with("}}") {
            return Some(position);
        }
        position += match rest.chars().next()? {
            quote @ ('"' | '`' | '\'') => quoted(rest, quote)?,
            other => other.len_utf8(),
        };
    }
    None
}

/// Returns the length of the quoted text at the start.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut characters = text.char_indices().skip(1);
    while let Some((index, character)) = characters.next() {
        if character == quote {
            return Some(index + quote.len_utf8());
        }
        if character == '\\' && quote != '`' {
            characters.next();
        }
    }
    None
}

fn tokens(action: &str, line: usize) -> Result<Vec<Token>, GoError> {
    let mut found = Vec::new();
    let mut rest = action;
    let mut joined = false;
    while let Some(first) = rest.chars().next() {
        let is_name = |it: char| it.is_alphanumeric() || it == '_';
        let name_after = |offset: usize| {
            let text = &rest[offset..];
            text.find(|it| !is_name(it))
                .map_or(rest.len(), |end| offset + end)
        };
        let (token, length) = match first {
            _ if first.is_whitespace() => {
                joined = false;
                rest = &rest[first.len_utf8()..];
                continue;
            }
            '|' => (Token::Pipe, 1),
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            ',' => (Token::Comma, 1),
            ':' if rest.starts_with(":=") => (Token::Declare, 2),
            '=' => (Token::Assign, 1),
            '$' => {
                let end = name_after(1);
                (Token::Variable(rest[1..end].to_owned()), end)
            }
            '.' if !rest[1..].starts_with(|it: char| it.is_ascii_digit()) => {
                let (names, length) = fields(rest);
                (Token::Field { names, joined }, length)
            }
            '"' | '`' => {
                let length =
                    quoted(rest, first).ok_or_else(|| GoError::new(line, "a text has no end"))?;
                let inner = &rest[1..length - 1];
                let text = match first {
                    '`' => inner.to_owned(),
                    _ => unescape(inner).ok_or_else(|| {
                        GoError::new(line, format!("\"{inner}\" has an unknown escape sequence"))
                    })?,
                };
                (Token::Text(text), length)
            }
            '-' | '+' | '.' | '0'..='9' => {
                let end = rest[1..]
                    .find(|it: char| !(it.is_ascii_alphanumeric() || matches!(it, '.' | '_')))
                    .map_or(rest.len(), |end| end + 1);
                (Token::Number(number(&rest[..end], line)?), end)
            }
            _ if is_name(first) => {
                let end = name_after(0);
                (Token::Name(rest[..end].to_owned()), end)
            }
            other => {
                return Err(GoError::new(
                    line,
                    format!("`{other}` is not expected here"),
                ));
            }
        };
        joined = matches!(token, Token::Close | Token::Variable(_));
        found.push(token);
        rest = &rest[length..];
    }
    Ok(found)
}

/// Reads `.A.B`, or a single dot.
fn fields(text: &str) -> (Vec<String>, usize) {
    let mut names = Vec::new();
    let mut length = 0;
    loop {
        let rest = &text[length..];
        let Some(after) = rest.strip_prefix('.') else {
            return (names, length);
        };
        let end = after
            .find(|it: char| !(it.is_alphanumeric() || it == '_'))
            .unwrap_or(after.len());
        if end == 0 {
            // A dot alone.
            return (names, length.max(1));
        }
        names.push(after[..end].to_owned());
        length += 1 + end;
    }
}

/// Reads a number of Go as one that both languages have.
fn number(text: &str, line: usize) -> Result<String, GoError> {
    let plain = text.replace('_', "");
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", plain.trim_start_matches('+')),
    };
    let whole = match digits.get(..2) {
        Some("0x" | "0X") => u64::from_str_radix(&digits[2..], 16).ok(),
        Some("0o" | "0O") => u64::from_str_radix(&digits[2..], 8).ok(),
        Some("0b" | "0B") => u64::from_str_radix(&digits[2..], 2).ok(),
        _ => digits.parse().ok(),
    };
    if let Some(whole) = whole {
        return Ok(format!("{sign}{whole}"));
    }
    match digits.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(format!("{sign}{number:?}")),
        _ => Err(GoError::new(line, format!("`{text}` is not a number"))),
    }
}

/// Resolves the escape sequences of an interpreted string of Go.
fn unescape(text: &str) -> Option<String> {
    let mut resolved = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            resolved.push(character);
            continue;
        }
        let escape = characters.next()?;
        let digits = match escape {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let code: String = characters.by_ref().take(digits).collect();
        resolved.push(match escape {
            'x' | 'u' | 'U' => char::from_u32(u32::from_str_radix(&code, 16).ok()?)?,
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'v' => '\u{b}',
            '\\' | '"' | '\'' => escape,
            _ => return None,
        });
    }
    Some(resolved)
}
