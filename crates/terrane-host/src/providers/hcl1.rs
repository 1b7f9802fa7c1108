//! The syntax of hosts' own configuration files: HCL 1, in which names may be quoted, and JSON.

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Text(String),
    List(Vec<Self>),
    Object(Vec<Item>),
    /// A number or a boolean, as written.
    Other(String),
}

/// An argument, or a block with its labels.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Item {
    pub(super) keys: Vec<String>,
    /// Whether an equals sign is between the keys and the value. JSON has none.
    pub(super) has_equals_sign: bool,
    pub(super) value: Value,
}

impl Item {
    /// Returns the name of the argument, or the type of the block.
    pub(super) fn name(&self) -> &str {
        self.keys.first().map_or("", String::as_str)
    }
}

/// Parses a file. The error names the line.
pub(super) fn parse(text: &str) -> Result<Vec<Item>, String> {
    if text.trim_start().starts_with('{') {
        let json = serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))?;
        return match from_json(json) {
            Value::Object(items) => Ok(items),
            _ => Err("expected a JSON object".to_owned()),
        };
    }
    let mut parser = Parser { text, line: 1 };
    let items = parser.items(None)?;
    Ok(items)
}

fn from_json(json: serde_json::Value) -> Value {
    match json {
        serde_json::Value::String(text) => Value::Text(text),
        serde_json::Value::Array(values) => {
            Value::List(values.into_iter().map(from_json).collect())
        }
        serde_json::Value::Object(items) => {
            let items = items.into_iter();
            Value::Object(
                items
                    .flat_map(|(key, value)| json_items(&key, value))
                    .collect(),
            )
        }
        other => Value::Other(other.to_string()),
    }
}

/// Returns the items of a key in a JSON object. A list of objects means several blocks.
fn json_items(key: &str, value: serde_json::Value) -> Vec<Item> {
    let values = match value {
        serde_json::Value::Array(values) if values.iter().all(serde_json::Value::is_object) => {
            values
        }
        other => vec![other],
    };
    let items = values.into_iter().map(|value| Item {
        keys: vec![key.to_owned()],
        has_equals_sign: false,
        value: from_json(value),
    });
    items.collect()
}

struct Parser<'a> {
    /// The text that is left.
    text: &'a str,
    line: usize,
}

impl Parser<'_> {
    fn failed<T>(&self, expected: &str) -> Result<T, String> {
        let found = match self.text.chars().next() {
            Some(found) => format!("{found:?}"),
            None => "the end of the file".to_owned(),
        };
        Err(format!(
            "line {}: expected {expected}, found {found}",
            self.line
        ))
    }

    /// Takes characters as long as they fit.
    fn take(&mut self, fits: impl Fn(char) -> bool) -> String {
        let end = self.text.find(|c| !fits(c)).unwrap_or(self.text.len());
        let (taken, rest) = self.text.split_at(end);
        self.line += taken.matches('\n').count();
        self.text = rest;
        taken.to_owned()
    }

    fn take_if(&mut self, expected: char) -> bool {
        match self.text.strip_prefix(expected) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    /// Skips spaces and comments.
    fn skip(&mut self) {
        loop {
            self.take(char::is_whitespace);
            if self.text.starts_with('#') || self.text.starts_with("//") {
                self.take(|c| c != '\n');
            } else if self.text.starts_with("/*") {
                let end = self.text.find("*/").map_or(self.text.len(), |end| end + 2);
                self.line += self.text[..end].matches('\n').count();
                self.text = &self.text[end..];
            } else {
                return;
            }
        }
    }

    /// Parses items up to a closing brace, or up to the end of the file.
    fn items(&mut self, close: Option<char>) -> Result<Vec<Item>, String> {
        let mut items = Vec::new();
        loop {
            self.skip();
            match close {
                Some(close) if self.take_if(close) => return Ok(items),
                None if self.text.is_empty() => return Ok(items),
                _ => {}
            }
            let mut keys = vec![self.key()?];
            let has_equals_sign = loop {
                self.skip();
                if self.take_if('=') {
                    self.skip();
                    break true;
                }
                if self.text.starts_with('{') {
                    break false;
                }
                keys.push(self.key()?);
            };
            items.push(Item {
                keys,
                has_equals_sign,
                value: self.value()?,
            });
            self.skip();
            self.take_if(',');
        }
    }

    fn key(&mut self) -> Result<String, String> {
        if self.text.starts_with('"') {
            return self.string();
        }
        let name = self.take(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
        if name.is_empty() {
            return self.failed("a name");
        }
        Ok(name)
    }

    fn value(&mut self) -> Result<Value, String> {
        if self.text.starts_with('"') {
            return self.string().map(Value::Text);
        }
        if self.take_if('{') {
            return self.items(Some('}')).map(Value::Object);
        }
        if self.take_if('[') {
            return self.list().map(Value::List);
        }
        let word = self.take(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '+' | '_'));
        if word.is_empty() {
            return self.failed("a value");
        }
        Ok(Value::Other(word))
    }

    fn list(&mut self) -> Result<Vec<Value>, String> {
        let mut values = Vec::new();
        loop {
            self.skip();
            if self.take_if(']') {
                return Ok(values);
            }
            values.push(self.value()?);
            self.skip();
            if !self.take_if(',') && !self.text.starts_with(']') {
                return self.failed("a comma or a bracket");
            }
        }
    }

    fn string(&mut self) -> Result<String, String> {
        self.take_if('"');
        let mut string = String::new();
        loop {
            string += &self.take(|c| !matches!(c, '"' | '\\' | '\n'));
            if self.take_if('"') {
                return Ok(string);
            }
            if !self.take_if('\\') {
                return self.failed("a closing quote");
            }
            let Some(escape) = self.text.chars().next() else {
                return self.failed("an escape");
            };
            string.push(match escape {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                '"' | '\\' => escape,
                _ => return self.failed("one of the escapes \\n, \\t, \\r, \\\" and \\\\"),
            });
            self.text = &self.text[escape.len_utf8()..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Removes what only native syntax has.
    fn without_equals_signs(items: Vec<Item>) -> Vec<Item> {
        let items = items.into_iter().map(|item| Item {
            has_equals_sign: false,
            value: match item.value {
                Value::Object(items) => Value::Object(without_equals_signs(items)),
                other => other,
            },
            ..item
        });
        items.collect()
    }

    #[test]
    fn native_and_json_syntax_have_the_same_items() {
        let native = "
# Comment
plugin_cache_dir = \"/cache\" // another
a {
  /* more
  */ \"acme/zoo\" = \"/bin\\\"\"
  list = [\"x\",
    \"y\",]
}
";
        let json =
            r#"{"a": {"acme/zoo": "/bin\"", "list": ["x", "y"]}, "plugin_cache_dir": "/cache"}"#;
        let mut items = without_equals_signs(parse(native).unwrap());
        items.reverse();
        assert_eq!(items, parse(json).unwrap());
        let labels = &parse("credentials \"host\" {}").unwrap()[0].keys;
        assert_eq!(labels, &["credentials", "host"]);
    }

    #[test]
    fn wrong_syntax_is_an_error_with_its_line() {
        for (text, message) in [
            (
                "a = 1\nb = ",
                "line 2: expected a value, found the end of the file",
            ),
            (
                "a {\n",
                "line 2: expected a name, found the end of the file",
            ),
            (
                "a = [1 2]",
                "line 1: expected a comma or a bracket, found '2'",
            ),
            ("a = \"x\n", "line 1: expected a closing quote, found '\\n'"),
            ("}", "line 1: expected a name, found '}'"),
        ] {
            assert_eq!(parse(text).unwrap_err(), message);
        }
    }
}
