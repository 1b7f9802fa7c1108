//! `printf` of Go.

use super::super::budget::Budget;
use super::super::value::Value;
use super::GoPrinter;
use super::flags::Flags;

/// The maximum width or precision.
const MAX_WIDTH: usize = 1_000_000;

/// The position in the format and in the arguments.
struct Reader<'a> {
    rest: &'a str,
    arguments: &'a [Value],
    /// The position of the next argument.
    next: usize,
    /// Whether an index such as `[2]` has chosen an argument.
    is_reordered: bool,
    /// Whether the indexes of the current verb are right.
    has_good_index: bool,
}

impl GoPrinter {
    /// Prints arguments as a format describes them.
    pub(in super::super) fn printf(
        format: &str,
        arguments: &[Value],
        budget: &Budget,
    ) -> Result<String, String> {
        let mut printer = Self::new(arguments, budget);
        let mut reader = Reader {
            rest: format,
            arguments,
            next: 0,
            is_reordered: false,
            has_good_index: true,
        };
        while let Some(at) = reader.rest.find('%') {
            printer.write(&reader.rest[..at]);
            reader.rest = &reader.rest[at + 1..];
            let Some(verb) = printer.flags(&mut reader) else {
                printer.write("%!(NOVERB)");
                break;
            };
            printer.verb(&mut reader, verb);
        }
        printer.write(reader.rest);
        let left = arguments.get(reader.next..).unwrap_or_default();
        if !reader.is_reordered && !left.is_empty() {
            printer.extra(left);
        }
        printer.finish()
    }

    /// Reads the flags, the width, the precision and the verb. The format may end before the verb.
    fn flags(&mut self, reader: &mut Reader<'_>) -> Option<char> {
        self.flags = Flags::default();
        reader.has_good_index = true;
        while let Some(flag) = reader.rest.chars().next() {
            match flag {
                '#' => self.flags.sharp = true,
                '0' => self.flags.zero = true,
                '+' => self.flags.plus = true,
                '-' => self.flags.minus = true,
                ' ' => self.flags.space = true,
                _ => break,
            }
            reader.rest = &reader.rest[1..];
        }
        let mut follows_index = reader.index();
        if reader.skip('*') {
            follows_index = false;
            let width = reader.size();
            if width.is_none() {
                self.write("%!(BADWIDTH)");
            }
            self.flags.width = width.map(|width| width.unsigned_abs());
            if width.is_some_and(isize::is_negative) {
                self.flags.minus = true;
                self.flags.zero = false;
            }
        } else {
            self.flags.width = reader.number();
            reader.has_good_index &= !(follows_index && self.flags.width.is_some());
        }
        // A point at the end of the format is the verb.
        if reader.rest.len() > 1 && reader.skip('.') {
            reader.has_good_index &= !follows_index;
            follows_index = reader.index();
            if reader.skip('*') {
                follows_index = false;
                let precision = reader.size().and_then(|it| usize::try_from(it).ok());
                if precision.is_none() {
                    self.write("%!(BADPREC)");
                }
                self.flags.precision = precision;
            } else {
                self.flags.precision = Some(reader.number().unwrap_or(0));
            }
        }
        if !follows_index {
            reader.index();
        }
        let verb = reader.rest.chars().next()?;
        reader.rest = &reader.rest[verb.len_utf8()..];
        Some(verb)
    }

    fn verb(&mut self, reader: &mut Reader<'_>, verb: char) {
        if verb == '%' {
            self.write("%");
        } else if !reader.has_good_index {
            self.write(&format!("%!{verb}(BADINDEX)"));
        } else if let Some(argument) = reader.arguments.get(reader.next) {
            if matches!(verb, 'v' | 'w') {
                self.flags.go_syntax = std::mem::take(&mut self.flags.sharp);
                // `%+v` differs from `%v` for structs only.
                self.flags.plus = false;
            }
            self.value(argument, verb);
            reader.next += 1;
        } else {
            self.write(&format!("%!{verb}(MISSING)"));
        }
    }

    /// Reports arguments without a verb.
    fn extra(&mut self, arguments: &[Value]) {
        self.flags = Flags::default();
        self.write("%!(EXTRA ");
        for (position, argument) in arguments.iter().enumerate() {
            if position > 0 {
                self.write(", ");
            }
            if !matches!(argument, Value::Nothing) {
                self.write(argument.type_name());
                self.write("=");
            }
            self.value(argument, 'v');
        }
        self.write(")");
    }
}

impl Reader<'_> {
    /// Passes a character, if it follows.
    fn skip(&mut self, character: char) -> bool {
        match self.rest.strip_prefix(character) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Reads a number. One that is too large takes the rest of the format.
    fn number(&mut self) -> Option<usize> {
        let end = self.rest.find(|it: char| !it.is_ascii_digit());
        let (digits, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let (number, is_read) = read_format_number(digits);
        self.rest = if is_read { rest } else { "" };
        number
    }

    /// Reads an index such as `[2]`, which chooses the next argument. Returns whether one follows that is well-formed.
    fn index(&mut self) -> bool {
        if !self.rest.starts_with('[') {
            return false;
        }
        self.is_reordered = true;
        let Some(end) = self.rest.find(']') else {
            self.rest = &self.rest[1..];
            self.has_good_index = false;
            return false;
        };
        let inner = &self.rest[1..end];
        let is_short = self.rest.len() < 3;
        self.rest = &self.rest[if is_short { 1 } else { end + 1 }..];
        let are_digits = !inner.is_empty() && inner.bytes().all(|it| it.is_ascii_digit());
        let number = if are_digits && !is_short {
            read_format_number(inner).0
        } else {
            None
        };
        match number {
            Some(number) if (1..=self.arguments.len()).contains(&number) => {
                self.next = number - 1;
            }
            _ => self.has_good_index = false,
        }
        number.is_some()
    }

    /// Reads a width or a precision from the next argument.
    fn size(&mut self) -> Option<isize> {
        let argument = self.arguments.get(self.next)?;
        self.next += 1;
        let number = match argument {
            Value::Int(number) => isize::try_from(*number).ok()?,
            Value::Byte(byte) => isize::from(i16::from(*byte)),
            _ => return None,
        };
        (number.unsigned_abs() <= MAX_WIDTH).then_some(number)
    }
}

/// Reads digits as Go does. Returns the number, if it is not too large, and whether the digits were read up to their end.
fn read_format_number(digits: &str) -> (Option<usize>, bool) {
    let mut number = None;
    for digit in digits.bytes() {
        let before = number.unwrap_or(0);
        if before > MAX_WIDTH {
            return (None, false);
        }
        number = Some(before * 10 + usize::from(digit - b'0'));
    }
    (number, true)
}
