//! Translation of patterns of RE2 to patterns of the library, where the same text means different things.
//!
//! Both support the same features, but classes such as `\d` contain only ASCII characters in RE2, brackets within a class have no meaning, and
//! fewer escapes exist.

/// The greatest number of repetitions.
const MAX_REPEAT: u32 = 1000;

/// Translates a pattern, or describes its first error.
pub(super) fn translate(pattern: &str) -> Result<Translation, String> {
    let mut translator = Translator {
        rest: pattern,
        out: String::with_capacity(pattern.len() + 16),
        groups: Vec::new(),
        can_repeat: false,
        is_repeated: false,
    };
    while !translator.rest.is_empty() {
        translator.item()?;
    }
    Ok(Translation {
        pattern: translator.out,
        groups: translator.groups,
    })
}

/// A translated pattern, in which no group has a name.
pub(super) struct Translation {
    pub(super) pattern: String,
    /// The names of the groups.
    pub(super) groups: Vec<Option<String>>,
}

struct Translator<'a> {
    rest: &'a str,
    out: String,
    groups: Vec<Option<String>>,
    /// Whether a repetition may follow.
    can_repeat: bool,
    /// Whether the last item was a repetition, which must not be repeated.
    is_repeated: bool,
}

impl Translator<'_> {
    fn item(&mut self) -> Result<(), String> {
        let Some(first) = self.rest.chars().next() else {
            return Ok(());
        };
        match first {
            '\\' => return self.escape(),
            '[' => {
                self.class()?;
                self.finish_atom();
                return Ok(());
            }
            '(' => return self.open_group(),
            '*' | '+' | '?' => return self.repeat(1),
            '{' => {
                if let Some(length) = repetition(self.rest) {
                    check_repetition(&self.rest[..length])?;
                    return self.repeat(length);
                }
                self.out += "\\{";
            }
            '}' => self.out += "\\}",
            '|' => {
                self.out.push('|');
                self.advance(1);
                self.can_repeat = false;
                self.is_repeated = false;
                return Ok(());
            }
            other => self.out.push(other),
        }
        self.advance(first.len_utf8());
        self.finish_atom();
        Ok(())
    }

    fn advance(&mut self, length: usize) {
        self.rest = self.rest.get(length..).unwrap_or_default();
    }

    fn finish_atom(&mut self) {
        self.can_repeat = true;
        self.is_repeated = false;
    }

    fn repeat(&mut self, length: usize) -> Result<(), String> {
        let operator = &self.rest[..length];
        if !self.can_repeat {
            return Err(format!(
                "missing argument to repetition operator in {operator}"
            ));
        }
        if self.is_repeated {
            return Err(format!("invalid nested repetition operator in {operator}"));
        }
        self.out += operator;
        self.advance(length);
        if self.rest.starts_with('?') {
            self.out.push('?');
            self.advance(1);
        }
        self.is_repeated = true;
        Ok(())
    }

    fn open_group(&mut self) -> Result<(), String> {
        self.can_repeat = false;
        self.is_repeated = false;
        let Some(flags) = self.rest.strip_prefix("(?") else {
            self.out.push('(');
            self.groups.push(None);
            self.advance(1);
            return Ok(());
        };
        if let Some(name) = flags.strip_prefix('P').unwrap_or(flags).strip_prefix('<') {
            return self.name(name);
        }
        let length = flags.find([')', ':']);
        let is_allowed = |length: &usize| flags[..*length].chars().all(|it| "imsU-".contains(it));
        let Some(length) = length.filter(is_allowed) else {
            return Err(format!(
                "invalid or unsupported Perl syntax in {}",
                self.rest
            ));
        };
        let end = length + "(?:".len();
        self.out += &self.rest[..end];
        self.advance(end);
        Ok(())
    }

    /// Opens a group with a name. The library allows fewer names, so the group has none there.
    fn name(&mut self, text: &str) -> Result<(), String> {
        let name = text.split('>').next().unwrap_or_default();
        let is_letter = |it: char| it.is_ascii_alphanumeric() || it == '_';
        if name.is_empty() || name.len() == text.len() || !name.chars().all(is_letter) {
            return Err(format!("invalid named capture in {}", self.rest));
        }
        let name = Some(name.to_owned());
        let length = self.rest.len() - text.len() + name.as_ref().map_or(0, String::len) + 1;
        self.groups.push(name);
        self.out.push('(');
        self.advance(length);
        Ok(())
    }

    fn escape(&mut self) -> Result<(), String> {
        if let Some(quoted) = self.rest.strip_prefix("\\Q") {
            let (text, rest) = quoted.split_once("\\E").unwrap_or((quoted, ""));
            text.chars().for_each(|it| push_literal(&mut self.out, it));
            if !text.is_empty() {
                self.finish_atom();
            }
            self.rest = rest;
            return Ok(());
        }
        let assertion = match self.rest.as_bytes().get(1) {
            Some(b'A') => "\\A",
            Some(b'z') => "\\z",
            Some(b'b') => "(?-u:\\b)",
            Some(b'B') => "(?-u:\\B)",
            _ => "",
        };
        if !assertion.is_empty() {
            self.out += assertion;
            self.advance(2);
            self.finish_atom();
            return Ok(());
        }
        self.class_escape()?;
        self.finish_atom();
        Ok(())
    }

    /// Translates an escape that stands for characters.
    fn class_escape(&mut self) -> Result<(), String> {
        let whole = self.rest;
        let mut characters = whole.chars();
        characters.next();
        let Some(kind) = characters.next() else {
            return Err("trailing backslash at end of expression in ".to_owned());
        };
        let perl = match kind {
            'd' => "0-9",
            'w' => "0-9A-Za-z_",
            's' => "\\t\\n\\x0C\\r ",
            'D' => "^0-9",
            'W' => "^0-9A-Za-z_",
            'S' => "^\\t\\n\\x0C\\r ",
            _ => "",
        };
        if !perl.is_empty() {
            self.out.extend(["[", perl, "]"]);
            self.advance(2);
            return Ok(());
        }
        if kind == 'p' || kind == 'P' {
            let length = match characters.next() {
                Some('{') => whole.find('}').map(|at| at + 1),
                Some(other) => Some(2 + other.len_utf8()),
                None => None,
            };
            let Some(length) = length else {
                return Err(format!("invalid character class range in {whole}"));
            };
            // RE2 knows `\p{^L}` for `\P{L}`.
            match whole[2..length].strip_prefix("{^") {
                Some(negated) => {
                    let kind = if kind == 'p' { "\\P{" } else { "\\p{" };
                    self.out.extend([kind, negated]);
                }
                None => self.out += &whole[..length],
            }
            self.advance(length);
            return Ok(());
        }
        let (character, length) = character_escape(whole).ok_or_else(|| {
            format!(
                "invalid escape sequence in {}",
                &whole[..1 + kind.len_utf8()]
            )
        })?;
        push_literal(&mut self.out, character);
        self.advance(length);
        Ok(())
    }

    /// Translates a class in brackets.
    fn class(&mut self) -> Result<(), String> {
        let whole = self.rest;
        let unclosed = || format!("missing closing ] in {whole}");
        self.out.push('[');
        self.advance(1);
        if self.rest.starts_with('^') {
            self.out.push('^');
            self.advance(1);
        }
        let mut is_first = true;
        loop {
            let Some(first) = self.rest.chars().next() else {
                return Err(unclosed());
            };
            if first == ']' && !is_first {
                self.out.push(']');
                self.advance(1);
                return Ok(());
            }
            let starts_range = first == '-' && !is_first && !self.rest.starts_with("-]");
            if starts_range {
                return Err(format!("invalid character class range in {}", self.rest));
            }
            is_first = false;
            if self.rest.starts_with("[:")
                && let Some(length) = self.rest.find(":]")
            {
                let name = &self.rest[..length + 2];
                if !is_posix(name) {
                    return Err(format!("invalid character class range in {name}"));
                }
                self.out += name;
                self.advance(length + 2);
                continue;
            }
            if first == '\\' && is_set(self.rest) {
                self.class_escape()?;
                continue;
            }
            let low = self.class_character().ok_or_else(unclosed)??;
            push_literal(&mut self.out, low);
            if self.rest.starts_with('-') && !self.rest.starts_with("-]") {
                self.advance(1);
                let high = self.class_character().ok_or_else(unclosed)??;
                if high < low {
                    return Err(format!("invalid character class range in {low}-{high}"));
                }
                self.out.push('-');
                push_literal(&mut self.out, high);
            }
        }
    }

    /// Reads one character of a class, which may be escaped.
    fn class_character(&mut self) -> Option<Result<char, String>> {
        let first = self.rest.chars().next()?;
        if first != '\\' {
            self.advance(first.len_utf8());
            return Some(Ok(first));
        }
        let Some((character, length)) = character_escape(self.rest) else {
            let shown: String = self.rest.chars().take(2).collect();
            return Some(Err(format!("invalid escape sequence in {shown}")));
        };
        self.advance(length);
        Some(Ok(character))
    }
}

/// Returns whether an escape stands for a set of characters.
fn is_set(text: &str) -> bool {
    let kind = text.as_bytes().get(1);
    kind.is_some_and(|kind| b"dDwWsSpP".contains(kind))
}

fn is_posix(name: &str) -> bool {
    let name = name.trim_start_matches("[:").trim_end_matches(":]");
    matches!(
        name.strip_prefix('^').unwrap_or(name),
        "alnum"
            | "alpha"
            | "ascii"
            | "blank"
            | "cntrl"
            | "digit"
            | "graph"
            | "lower"
            | "print"
            | "punct"
            | "space"
            | "upper"
            | "word"
            | "xdigit"
    )
}

/// Returns the length of a repetition in braces at the start of a text.
fn repetition(text: &str) -> Option<usize> {
    let end = text.find('}')?;
    let (low, high) = match text[1..end].split_once(',') {
        Some((low, high)) => (low, high),
        None => (&text[1..end], "0"),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = |text: &str| digits(text) && (text.len() == 1 || !text.starts_with('0'));
    (!low.is_empty() && is_number(low) && (high.is_empty() || is_number(high))).then_some(end + 1)
}

fn check_repetition(text: &str) -> Result<(), String> {
    let inner = &text[1..text.len() - 1];
    let (low, high) = inner.split_once(',').unwrap_or((inner, inner));
    let number = |text: &str| text.parse::<u32>().ok().filter(|it| *it <= MAX_REPEAT);
    let low = number(low);
    let is_valid = match (low, high) {
        (None, _) => false,
        (Some(_), "") => true,
        (low, high) => number(high) >= low && number(high).is_some(),
    };
    if is_valid {
        return Ok(());
    }
    Err(format!("invalid repeat count in {text}"))
}

/// Reads an escape that stands for one character. Returns the character and the length of the escape.
fn character_escape(text: &str) -> Option<(char, usize)> {
    let mut characters = text.chars().skip(1);
    let kind = characters.next()?;
    let simple = match kind {
        'a' => '\u{7}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        'x' => return hexadecimal(text),
        '0'..='7' => return octal(text),
        other if other.is_ascii() && !other.is_ascii_alphanumeric() => other,
        _ => return None,
    };
    Some((simple, 2))
}

fn hexadecimal(text: &str) -> Option<(char, usize)> {
    let digits = &text[2..];
    let (digits, length) = match digits.strip_prefix('{') {
        Some(inner) => {
            let end = inner.find('}')?;
            (&inner[..end], end + 4)
        }
        None => (digits.get(..2)?, 4),
    };
    let is_hexadecimal = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, 16)
        .ok()
        .filter(|_| is_hexadecimal)?;
    char::from_u32(code).map(|it| (it, length))
}

/// Reads an octal escape. A single digit other than 0 would refer to a group, which is not supported.
fn octal(text: &str) -> Option<(char, usize)> {
    let digits: String = text[1..]
        .chars()
        .take_while(|it| ('0'..='7').contains(it))
        .take(3)
        .collect();
    if digits.len() == 1 && digits != "0" {
        return None;
    }
    let code = u32::from_str_radix(&digits, 8).ok()?;
    char::from_u32(code).map(|it| (it, 1 + digits.len()))
}

fn push_literal(out: &mut String, character: char) {
    if character.is_ascii_punctuation() {
        // Letters, digits and other characters have no meaning of their own. `\<` and `\>` would have one.
        if matches!(character, '<' | '>') {
            out.push(character);
            return;
        }
        out.push('\\');
    }
    out.push(character);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translates_what_differs() {
        for (pattern, translated) in [
            ("a\\d+", "a[0-9]+"),
            ("[\\w.]", "[[0-9A-Za-z_]\\.]"),
            ("[a[b&&c]", "[a\\[b\\&\\&c]"),
            ("a{,2}", "a\\{,2\\}"),
            ("\\Qa.b\\E", "a\\.b"),
            ("\\<a\\>", "<a>"),
            ("(?P<1n>x)", "(x)"),
            ("[]a]", "[\\]a]"),
            ("x{2,3}?", "x{2,3}?"),
            ("\\p{^Greek}\\P{^L}", "\\P{Greek}\\p{L}"),
        ] {
            let found = translate(pattern).map(|it| it.pattern);
            assert_eq!(found.as_deref(), Ok(translated), "{pattern}");
        }
    }

    #[test]
    fn refuses_what_hosts_refuse() {
        for pattern in [
            "*a", "a**", "a{1001}", "a{3,2}", "\\1", "\\Z", "(?x)a", "(?=a)", "[a", "[z-a]",
            "[[:x:]]", "\\", "a+*", "a\\E",
        ] {
            assert!(translate(pattern).is_err(), "{pattern}");
        }
    }
}
