//! Reading JSON.

use terrane_value::Text;

use crate::environment::ResultLimits;
use crate::functions::messages;
use crate::stack::deeper;
use crate::syntax::{decode_json_string, is_json_number, json_string_len};
use crate::value::{Number, Value, text_steps};

/// Reads a document: arrays become tuples, and objects become objects. Returns also the steps of reading its numbers.
pub(super) fn decode(text: &str, limits: &ResultLimits) -> Result<(Value, u64), String> {
    let mut reader = Reader {
        rest: text,
        depth: limits.depth,
        limits,
        elements: limits.elements_of_text(),
        steps: 0,
    };
    let value = reader.value()?;
    reader.blanks();
    // Hosts read no further at a closing bracket, as if the value were an element.
    if reader.rest.is_empty() || reader.rest.starts_with([']', '}']) {
        Ok((value, reader.steps))
    } else {
        Err("extraneous data after JSON object".to_owned())
    }
}

struct Reader<'a> {
    rest: &'a str,
    /// How many levels may still follow.
    depth: usize,
    limits: &'a ResultLimits,
    /// How many elements may still follow.
    elements: usize,
    /// The steps of reading numbers.
    steps: u64,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }

    fn skip(&mut self, character: char) -> bool {
        self.blanks();
        match self.rest.strip_prefix(character) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn wrong(&self, place: &str) -> String {
        match self.rest.chars().next() {
            Some(character) => format!("invalid character '{character}' {place}"),
            None => "unexpected end of JSON input".to_owned(),
        }
    }

    fn value(&mut self) -> Result<Value, String> {
        self.blanks();
        match self.rest.as_bytes().first() {
            Some(b'{') => self.nested('}'),
            Some(b'[') => self.nested(']'),
            Some(b'"') => Ok(self.string()?.into()),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                for (keyword, value) in [
                    ("null", Value::null(terrane_value::Type::Dynamic)),
                    ("true", true.into()),
                    ("false", false.into()),
                ] {
                    if let Some(rest) = self.rest.strip_prefix(keyword) {
                        self.rest = rest;
                        return Ok(value);
                    }
                }
                Err(self.wrong("looking for beginning of value"))
            }
        }
    }

    fn number(&mut self) -> Result<Value, String> {
        let is_part = |it: char| it.is_ascii_digit() || matches!(it, '-' | '+' | '.' | 'e' | 'E');
        let end = self.rest.find(|it| !is_part(it)).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.steps = self.steps.saturating_add(text_steps(number.len()));
        if self.steps > self.limits.steps {
            return Err(messages::too_many_steps(self.limits.steps));
        }
        let parsed = is_json_number(number.as_bytes())
            .then(|| number.parse::<Number>().ok())
            .flatten()
            .ok_or_else(|| {
                let excerpt: String = number.chars().take(40).collect();
                format!("invalid number literal \"{excerpt}\"")
            })?;
        self.rest = rest;
        Ok(parsed.into())
    }

    fn string(&mut self) -> Result<String, String> {
        let length = json_string_len(self.rest.as_bytes());
        let (text, rest) = self.rest.split_at(length);
        if text.len() < 2 || !text.ends_with('"') {
            self.rest = rest;
            return Err(self.wrong("in string literal"));
        }
        let decoded = decode_json_string(text.as_bytes())
            .map_err(|_| "invalid character in string escape code".to_owned())?;
        self.rest = rest;
        Ok(decoded)
    }

    fn nested(&mut self, close: char) -> Result<Value, String> {
        self.rest = &self.rest[1..];
        self.depth = self
            .depth
            .checked_sub(1)
            .ok_or_else(|| messages::too_deep(self.limits.depth))?;
        let value = deeper(|| match close {
            '}' => self.object(),
            _ => self.array(),
        })?;
        self.depth += 1;
        Ok(value)
    }

    fn count(&mut self) -> Result<(), String> {
        let rest = self.elements.checked_sub(1);
        self.elements = rest.ok_or_else(|| {
            let max = self.limits.elements_of_text();
            messages::too_many_elements(max.saturating_add(1), max)
        })?;
        Ok(())
    }

    fn array(&mut self) -> Result<Value, String> {
        let mut elements = Vec::new();
        if self.skip(']') {
            return Ok(Value::tuple(elements));
        }
        loop {
            self.count()?;
            elements.push(self.value()?);
            if self.skip(']') {
                return Ok(Value::tuple(elements));
            }
            if !self.skip(',') {
                return Err(self.wrong("after array element"));
            }
        }
    }

    fn object(&mut self) -> Result<Value, String> {
        let mut attributes: Vec<(Text, Value)> = Vec::new();
        if self.skip('}') {
            return Ok(Value::object(attributes));
        }
        loop {
            self.count()?;
            self.blanks();
            if !self.rest.starts_with('"') {
                return Err(self.wrong("looking for beginning of object key string"));
            }
            let key = self.string()?;
            if !self.skip(':') {
                return Err(self.wrong("after object key"));
            }
            attributes.push((key.into(), self.value()?));
            if self.skip('}') {
                break;
            }
            if !self.skip(',') {
                return Err(self.wrong("after object key:value pair"));
            }
        }
        check_duplicates(&attributes)?;
        Ok(Value::object(attributes))
    }
}

/// Refuses values of different types for one key. Of values of one type the last one counts.
fn check_duplicates(attributes: &[(Text, Value)]) -> Result<(), String> {
    let mut sorted: Vec<_> = attributes.iter().collect();
    sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
    for pair in sorted.windows(2) {
        let [(key, value), (next, other)] = pair else {
            continue;
        };
        if key == next && value.ty() != other.ty() {
            return Err(format!(
                "duplicate \"{}\" property in JSON object",
                key.as_str()
            ));
        }
    }
    Ok(())
}
