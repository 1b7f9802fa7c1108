//! Prints values, as the package `fmt` of Go does.

mod flags;
mod float;
mod format;
mod integer;

use self::flags::Flags;
use self::integer::Integer;
use super::budget::Budget;
use super::quote::{can_be_raw, quoted};
use super::value::{List, Value};

/// The text that is printed so far.
pub(super) struct GoPrinter {
    text: String,
    flags: Flags,
    /// How long the text may become.
    limit: usize,
    /// The first reason why the text is not that of Go.
    problem: Option<String>,
}

impl GoPrinter {
    fn new(values: &[Value], budget: &Budget) -> Self {
        let has_data = values.iter().any(|value| matches!(value, Value::Data(_)));
        let problem = "the data of a page cannot be printed as a whole; print its fields";
        Self {
            text: String::new(),
            flags: Flags::default(),
            limit: budget.left(),
            problem: has_data.then(|| problem.to_owned()),
        }
    }

    fn finish(self) -> Result<String, String> {
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok(self.text),
        }
    }

    /// Prints values with a space between two that are both no text.
    pub(super) fn print(values: &[Value], budget: &Budget) -> Result<String, String> {
        let mut printer = Self::new(values, budget);
        let mut follows_text = true;
        for value in values {
            let is_text = matches!(value, Value::Text(_));
            if !is_text && !follows_text {
                printer.write(" ");
            }
            printer.value(value, 'v');
            follows_text = is_text;
        }
        printer.finish()
    }

    /// Prints values with spaces between them, and ends the line.
    pub(super) fn println(values: &[Value], budget: &Budget) -> Result<String, String> {
        let mut printer = Self::new(values, budget);
        for (position, value) in values.iter().enumerate() {
            if position > 0 {
                printer.write(" ");
            }
            printer.value(value, 'v');
        }
        printer.write("\n");
        printer.finish()
    }

    fn write(&mut self, text: &str) {
        if text.len() > self.limit.saturating_sub(self.text.len()) {
            let message = "the printed text is too long";
            self.problem.get_or_insert_with(|| message.to_owned());
        } else {
            self.text.push_str(text);
        }
    }

    /// Writes a number of characters that fill a width.
    fn fill(&mut self, count: usize) {
        let character = if self.flags.fills_with_zeros() {
            "0"
        } else {
            " "
        };
        self.write(&character.repeat(count));
    }

    /// Writes a text with the width.
    fn pad(&mut self, text: &str) {
        let width = self.flags.width.unwrap_or(0);
        let missing = width.saturating_sub(text.chars().count());
        if self.flags.minus {
            self.write(text);
            self.fill(missing);
        } else {
            self.fill(missing);
            self.write(text);
        }
    }

    /// Writes a text with the width, which is not filled with zeros.
    fn pad_with_spaces(&mut self, text: &str) {
        let zero = std::mem::take(&mut self.flags.zero);
        self.pad(text);
        self.flags.zero = zero;
    }

    /// Prints a value by a verb.
    fn value(&mut self, value: &Value, verb: char) {
        match (verb, value) {
            // The text has a problem already.
            (_, Value::Data(_)) => {}
            ('T' | 'v', Value::Nothing) => self.pad("<nil>"),
            ('T', value) => self.shortened(value.type_name()),
            ('p', Value::List(_)) => {
                let message = "`%p` of a list prints an address, which is not supported";
                self.problem.get_or_insert_with(|| message.to_owned());
            }
            ('t' | 'v', Value::Bool(flag)) => self.pad(if *flag { "true" } else { "false" }),
            ('w', Value::List(_)) => self.bad_verb(value, verb),
            (_, Value::Int(number)) => self.integer(Integer::signed(*number), value, verb),
            (_, Value::Byte(byte)) => self.integer(Integer::unsigned(*byte), value, verb),
            (_, Value::Float(number)) => self.float(*number, value, verb),
            (_, Value::Text(text)) => self.string(text, value, verb),
            (_, Value::List(list)) => self.list(list, verb),
            (_, Value::Nothing | Value::Bool(_)) => self.bad_verb(value, verb),
        }
    }

    /// Reports that a verb does not fit a value.
    fn bad_verb(&mut self, value: &Value, verb: char) {
        self.write(&format!("%!{verb}("));
        if matches!(value, Value::Nothing) {
            self.write("<nil>");
        } else {
            self.write(value.type_name());
            self.write("=");
            self.value(value, 'v');
        }
        self.write(")");
    }

    fn integer(&mut self, number: Integer, value: &Value, verb: char) {
        match verb {
            'v' if self.flags.go_syntax && !number.is_signed => {
                let sharp = std::mem::replace(&mut self.flags.sharp, true);
                let text = number.text(16, 'v', self.flags);
                self.flags.sharp = sharp;
                self.pad_with_spaces(&text);
            }
            'v' | 'd' => self.digits(number, 10, verb),
            'b' => self.digits(number, 2, verb),
            'o' | 'O' => self.digits(number, 8, verb),
            'x' | 'X' => self.digits(number, 16, verb),
            'c' => self.pad(&number.character().to_string()),
            'q' => {
                let character = number.character().to_string();
                self.pad(&quoted(&character, '\'', self.flags.plus));
            }
            'U' => {
                let text = number.code_point(self.flags);
                self.pad_with_spaces(&text);
            }
            _ => self.bad_verb(value, verb),
        }
    }

    fn digits(&mut self, number: Integer, base: u64, verb: char) {
        let text = number.text(base, verb, self.flags);
        self.pad_with_spaces(&text);
    }

    fn float(&mut self, number: f64, value: &Value, verb: char) {
        let (float_verb, default_precision) = match verb {
            'v' => ('g', None),
            'b' | 'g' | 'G' | 'x' | 'X' => (verb, None),
            'f' | 'e' | 'E' => (verb, Some(6)),
            'F' => ('f', Some(6)),
            _ => return self.bad_verb(value, verb),
        };
        let precision = self.flags.precision.or(default_precision);
        let (sign, digits) = float::text(number, float_verb, precision, self.flags);
        let width = self.flags.width.unwrap_or(0);
        // A sign comes before zeros that fill the width.
        if !sign.is_empty() && self.flags.fills_with_zeros() && width > digits.len() {
            self.write(sign);
            self.fill(width - digits.len() - 1);
            self.write(&digits);
        } else {
            self.pad(&format!("{sign}{digits}"));
        }
    }

    fn string(&mut self, text: &str, value: &Value, verb: char) {
        match verb {
            'v' if self.flags.go_syntax => self.quoted(text),
            'v' | 's' => self.shortened(text),
            'x' | 'X' => self.hexadecimal(text, verb == 'X'),
            'q' => self.quoted(text),
            _ => self.bad_verb(value, verb),
        }
    }

    /// Returns the start of a text that the precision allows.
    fn start<'s>(&self, text: &'s str) -> &'s str {
        let Some(precision) = self.flags.precision else {
            return text;
        };
        match text.char_indices().nth(precision) {
            Some((end, _)) => &text[..end],
            None => text,
        }
    }

    fn shortened(&mut self, text: &str) {
        self.pad(self.start(text));
    }

    fn quoted(&mut self, text: &str) {
        let truncated = self.start(text);
        if self.flags.sharp && can_be_raw(truncated) {
            self.pad(&format!("`{truncated}`"));
        } else {
            self.pad(&quoted(truncated, '"', self.flags.plus));
        }
    }

    /// Prints the bytes of a text.
    fn hexadecimal(&mut self, text: &str, is_upper: bool) {
        let Flags {
            sharp,
            space,
            precision,
            ..
        } = self.flags;
        let length = precision.map_or(text.len(), |precision| precision.min(text.len()));
        let prefix = match (sharp, is_upper) {
            (false, _) => "",
            (true, false) => "0x",
            (true, true) => "0X",
        };
        let mut quoted = String::new();
        for (position, byte) in text.bytes().take(length).enumerate() {
            if position > 0 && space {
                quoted.push(' ');
            }
            if position == 0 || space {
                quoted.push_str(prefix);
            }
            quoted.push_str(&if is_upper {
                format!("{byte:02X}")
            } else {
                format!("{byte:02x}")
            });
        }
        self.pad(&quoted);
    }

    fn list(&mut self, list: &List, verb: char) {
        let go_syntax = self.flags.go_syntax;
        if go_syntax && list.is_nil() {
            return self.write("[]string(nil)");
        }
        let (open, separator, close) = if go_syntax {
            ("[]string{", ", ", "}")
        } else {
            ("[", " ", "]")
        };
        self.write(open);
        for (position, element) in list.elements().iter().enumerate() {
            if position > 0 {
                self.write(separator);
            }
            self.value(&Value::Text(element.clone()), verb);
        }
        self.write(close);
    }
}
