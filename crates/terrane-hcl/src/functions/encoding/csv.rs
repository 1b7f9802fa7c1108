//! Comma-separated values.

use std::collections::BTreeSet;

use terrane_value::{Text, Type};

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{Cost, Function, Returns, string};
use crate::value::Value;

pub(super) static FUNCTIONS: &[Function] = &[Function::new(
    "csvdecode",
    "Reads comma-separated values with a header line as a list of objects.",
    &[string("str")],
    Returns::By(|_| Ok(Type::Dynamic)),
    decode,
)
.cost(Cost::Elements(2))];

fn decode(call: &Call<'_>) -> Result<Value, CallError> {
    let mut reader = Reader {
        call,
        rest: call.text(0),
        line: 0,
    };
    let Some(header) = reader.record()? else {
        return Err(CallError::new("missing header line"));
    };
    let names: Vec<Text> = header.into_iter().map(Text::from).collect();
    let mut seen = BTreeSet::new();
    if let Some(twice) = names.iter().find(|name| !seen.insert(*name)) {
        let message = format!("duplicate column name \"{}\"", twice.as_str());
        return Err(CallError::new(message));
    }
    let row = Type::object(names.iter().map(|name| (name.clone(), Type::String)));
    let mut rows = Vec::new();
    loop {
        let line = reader.line + 1;
        let Some(fields) = reader.record()? else {
            break;
        };
        if fields.len() != names.len() {
            return Err(wrong(line, "wrong number of fields"));
        }
        // A row is an element, too.
        call.check_elements_of_text((rows.len() + 1).saturating_mul(names.len() + 1))?;
        let values = fields.into_iter().map(Value::from);
        rows.push(Value::object(names.iter().cloned().zip(values)));
    }
    Ok(Value::list_of(row, rows))
}

fn wrong(line: usize, what: &str) -> CallError {
    CallError::new(format!("CSV parse error on line {line}: {what}"))
}

/// Reads records line by line.
struct Reader<'a> {
    call: &'a Call<'a>,
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    /// Reads a line with its line break. A carriage return at the end of the text is dropped.
    fn next_line(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let length = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
        let (line, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.line += 1;
        Some(if rest.is_empty() {
            line.strip_suffix('\r').unwrap_or(line)
        } else {
            line
        })
    }

    /// Reads a record. Empty lines are skipped.
    fn record(&mut self) -> Result<Option<Vec<String>>, CallError> {
        let mut line = loop {
            match self.next_line() {
                None => return Ok(None),
                Some("" | "\n" | "\r\n") => {}
                Some(line) => break line,
            }
        };
        let mut fields = Vec::new();
        loop {
            self.call.check_elements_of_text(fields.len() + 1)?;
            let Some(quoted) = line.strip_prefix('"') else {
                let (field, next) = match line.split_once(',') {
                    Some((field, next)) => (field, Some(next)),
                    None => (without_break(line), None),
                };
                if field.contains('"') {
                    return Err(wrong(self.line, "bare \" in non-quoted field"));
                }
                fields.push(field.to_owned());
                match next {
                    Some(next) => line = next,
                    None => return Ok(Some(fields)),
                }
                continue;
            };
            let (field, next) = self.quoted(quoted)?;
            fields.push(field);
            match next {
                Some(next) => line = next,
                None => return Ok(Some(fields)),
            }
        }
    }

    /// Reads the rest of a quoted field, which may extend over lines. Returns the rest of the line after a comma.
    fn quoted(&mut self, mut line: &'a str) -> Result<(String, Option<&'a str>), CallError> {
        let start = self.line;
        let mut field = String::new();
        loop {
            let Some((part, after)) = line.split_once('"') else {
                field += without_return(line).as_ref();
                match self.next_line() {
                    Some(next) => line = next,
                    None => return Err(wrong(start, "extraneous or missing \" in quoted-field")),
                }
                continue;
            };
            field += part;
            if let Some(after) = after.strip_prefix('"') {
                field.push('"');
                line = after;
            } else if let Some(next) = after.strip_prefix(',') {
                return Ok((field, Some(next)));
            } else if without_break(after).is_empty() {
                return Ok((field, None));
            } else {
                return Err(wrong(self.line, "extraneous or missing \" in quoted-field"));
            }
        }
    }
}

fn without_break(line: &str) -> &str {
    match line.strip_suffix('\n') {
        Some(line) => line.strip_suffix('\r').unwrap_or(line),
        None => line,
    }
}

/// Returns a line with a line break that has no carriage return.
fn without_return(line: &str) -> std::borrow::Cow<'_, str> {
    match line.strip_suffix("\r\n") {
        Some(line) => format!("{line}\n").into(),
        None => line.into(),
    }
}
