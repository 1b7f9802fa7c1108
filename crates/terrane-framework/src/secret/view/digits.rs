//! Runs of digits of Base64 and of hexadecimal numbers, at any position of a text.

use std::ops::Range;

use memchr::memmem;

use super::pieces::BARRIER;
use crate::secret::index::SHORTEST;

/// The minimum number of characters in a row that are found.
const FEWEST: usize = 6;

/// An encoding by digits.
#[derive(Clone, Copy)]
pub(super) enum Encoding {
    Base64,
    /// Base64 in indented lines of a web form, whose plus signs are blanks.
    Base64InForm,
    Hexadecimal,
}

impl Encoding {
    pub(super) const ALL: [Self; 3] = [Self::Base64, Self::Base64InForm, Self::Hexadecimal];

    /// The number of bits of a digit.
    fn bits(self) -> usize {
        match self {
            Self::Base64 | Self::Base64InForm => 6,
            Self::Hexadecimal => 4,
        }
    }

    /// The minimum number of digits of a run. Fewer digits contain no text that is searched for.
    fn fewest(self) -> usize {
        (SHORTEST * 8).div_ceil(self.bits())
    }

    /// The numbers of digits to skip before a run is decoded.
    ///
    /// The characters before an encoded text may look like digits too, so it may start at any of the digits that encode whole bytes together.
    pub(super) fn skips(self) -> Range<usize> {
        match self {
            Self::Base64 | Self::Base64InForm => 0..4,
            Self::Hexadecimal => 0..2,
        }
    }
}

/// Runs of digits, without the characters between the digits of a run.
#[derive(Default)]
pub(super) struct Digits {
    values: Vec<u8>,
    /// Digits that follow each other in the source too: the index of the first one, and its position.
    rows: Vec<(usize, usize)>,
    /// The digits of each run, by their indices.
    runs: Vec<Range<usize>>,
    /// The decoded runs.
    bytes: Vec<u8>,
    /// The positions of the decoded runs.
    starts: Vec<usize>,
    /// The number of bits of a digit, and of digits that were skipped in each run.
    bits: usize,
    skipped: usize,
}

impl Digits {
    /// Finds the runs that `is_wanted` accepts. Returns `false` if there are none.
    pub(super) fn find(
        &mut self,
        encoding: Encoding,
        source: &[u8],
        is_wanted: impl Fn(Range<usize>) -> bool,
    ) -> bool {
        self.values.clear();
        self.rows.clear();
        self.runs.clear();
        let is_indented = |part: &[u8]| memmem::find(part, b"\n+").is_some();
        // Without an indentation by plus signs, it is ordinary Base64.
        let needs_indent = matches!(encoding, Encoding::Base64InForm);
        if needs_indent && !is_indented(source) {
            return false;
        }
        let mut from = 0;
        loop {
            let (start, rows) = (self.values.len(), self.rows.len());
            let run = match encoding {
                Encoding::Base64 => self.read_base64(BASE64, source, from),
                Encoding::Base64InForm => self.read_base64(BASE64_IN_FORM, source, from),
                Encoding::Hexadecimal => self.read_hex(source, from),
            };
            let Some(run) = run else {
                return !self.runs.is_empty();
            };
            from = run.end;
            let is_long = self.values.len() - start >= encoding.fewest();
            let is_other = !needs_indent || is_indented(&source[run.clone()]);
            if is_long && is_other && is_wanted(run) {
                self.runs.push(start..self.values.len());
            } else {
                self.values.truncate(start);
                self.rows.truncate(rows);
            }
        }
    }

    /// Reads Base64, in one line or in many.
    fn read_base64(&mut self, set: u8, source: &[u8], from: usize) -> Option<Range<usize>> {
        let mut row = next_row(set, source, from)?;
        let start = row.start;
        loop {
            self.push_row(&BASE64_VALUES, source, row.clone());
            let next = row.end + line_break(set, &source[row.end..]);
            let length = length(set, &source[next..]);
            if next == row.end || length == 0 {
                return Some(start..row.end);
            }
            row = next..next + length;
        }
    }

    /// Reads hexadecimal digits, also as a list of bytes or of longer numbers.
    fn read_hex(&mut self, source: &[u8], from: usize) -> Option<Range<usize>> {
        let list = next_row(HEX_LIST, source, from)?;
        let mut at = list.start;
        while at < list.end {
            match (length(HEX, &source[at..list.end]), source.get(at + 1)) {
                (0, _) => at += 1,
                (1, Some(b'x' | b'X')) if source[at] == b'0' => at += 2,
                (length, _) => {
                    if length == 1 {
                        // A number of one digit is a whole byte.
                        self.rows.push((self.values.len(), at));
                        self.values.push(0);
                    }
                    self.push_row(&HEX_VALUES, source, at..at + length);
                    at += length;
                }
            }
        }
        Some(list)
    }

    fn push_row(&mut self, values: &[u8; 256], source: &[u8], row: Range<usize>) {
        self.rows.push((self.values.len(), row.start));
        let digits = source[row].iter();
        self.values
            .extend(digits.map(|digit| values[usize::from(*digit)]));
    }

    /// Decodes all runs.
    pub(super) fn decode(&mut self, encoding: Encoding, skipped: usize) {
        (self.bits, self.skipped) = (encoding.bits(), skipped);
        self.bytes.clear();
        self.starts.clear();
        for run in &self.runs {
            self.starts.push(self.bytes.len());
            let digits = &self.values[run.start + skipped..run.end];
            match encoding {
                Encoding::Base64 | Encoding::Base64InForm => decode_base64(digits, &mut self.bytes),
                Encoding::Hexadecimal => {
                    let pairs = digits.as_chunks().0.iter();
                    self.bytes.extend(pairs.map(|[high, low]| high << 4 | low));
                }
            }
            self.bytes.push(BARRIER);
        }
    }

    pub(super) fn decoded(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the part of the source that decoded bytes come from.
    pub(super) fn origin(&self, part: Range<usize>) -> Range<usize> {
        let run = self.starts.partition_point(|start| *start <= part.start) - 1;
        let (first, start) = (self.runs[run].start + self.skipped, self.starts[run]);
        let digit_of = |bit: usize| first + bit / self.bits;
        let [first, last] = [
            digit_of((part.start - start) * 8),
            digit_of((part.end - start) * 8 - 1),
        ];
        self.position(first)..self.position(last) + 1
    }

    fn position(&self, digit: usize) -> usize {
        let row = self.rows.partition_point(|(first, _)| *first <= digit) - 1;
        let (first, position) = self.rows[row];
        position + (digit - first)
    }
}

fn decode_base64(digits: &[u8], bytes: &mut Vec<u8>) {
    let first = |[a, b]: [u8; 2]| a << 2 | b >> 4;
    let second = |[b, c]: [u8; 2]| b << 4 | c >> 2;
    let third = |[c, d]: [u8; 2]| c << 6 | d;
    let (groups, rest) = digits.as_chunks();
    let whole = groups.iter();
    bytes.extend(whole.flat_map(|&[a, b, c, d]| [first([a, b]), second([b, c]), third([c, d])]));
    if let [a, b, rest @ ..] = rest {
        bytes.push(first([*a, *b]));
        bytes.extend(rest.first().map(|c| second([*b, *c])));
    }
}

/// Sets of characters.
const BASE64: u8 = 1;
const HEX: u8 = 2;
/// Hexadecimal digits, and the characters between those of a list.
const HEX_LIST: u8 = 4;
/// Decimal digits, and the characters between those of a list.
pub(super) const DECIMAL_LIST: u8 = 8;
const BASE64_IN_FORM: u8 = 16;

static SETS: [u8; 256] = {
    let mut sets = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        if BASE64_VALUES[byte] != NO_DIGIT {
            sets[byte] |= BASE64 | BASE64_IN_FORM;
        }
        if HEX_VALUES[byte] != NO_DIGIT {
            sets[byte] |= HEX | HEX_LIST;
        }
        byte += 1;
    }
    sets[b'+' as usize] = BASE64;
    // In a web form, plus signs are blanks.
    add(b" ,+\t\r\n0123456789", DECIMAL_LIST, &mut sets);
    add(b" ,+\t\r\n:;-xX\"'", HEX_LIST, &mut sets);
    sets
};

const fn add(bytes: &[u8], set: u8, sets: &mut [u8; 256]) {
    let mut at = 0;
    while at < bytes.len() {
        sets[bytes[at] as usize] |= set;
        at += 1;
    }
}

const NO_DIGIT: u8 = 0xff;

static BASE64_VALUES: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    number(
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        &mut values,
    );
    values[b'-' as usize] = 62;
    values[b'_' as usize] = 63;
    values
};

static HEX_VALUES: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    number(b"0123456789abcdef", &mut values);
    number(b"0123456789ABCDEF", &mut values);
    values
};

const fn number(digits: &[u8], values: &mut [u8; 256]) {
    let mut value = 0;
    while (value as usize) < digits.len() {
        values[digits[value as usize] as usize] = value;
        value += 1;
    }
}

fn is_in(set: u8, byte: u8) -> bool {
    SETS[usize::from(byte)] & set != 0
}

/// The number of characters of a set at the start of `bytes`.
fn length(set: u8, bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| is_in(set, **byte)).count()
}

/// Finds the next row of at least [`FEWEST`] characters of a set. It inspects only every `FEWEST`th character until one is in the set.
pub(super) fn next_row(set: u8, source: &[u8], from: usize) -> Option<Range<usize>> {
    let mut at = from + FEWEST - 1;
    while let Some(byte) = source.get(at) {
        if is_in(set, *byte) {
            let before = source[from..at].iter().rev();
            let start = at - before.take_while(|byte| is_in(set, **byte)).count();
            let length = length(set, &source[start..]);
            if length >= FEWEST {
                return Some(start..start + length);
            }
            at = start + length;
        }
        at += FEWEST;
    }
    None
}

/// The length of a line break with the indentation after it. 0 if there is none.
fn line_break(set: u8, bytes: &[u8]) -> usize {
    let returns = bytes.iter().take_while(|byte| **byte == b'\r').count();
    if bytes.get(returns) != Some(&b'\n') {
        return 0;
    }
    let is_blank = |byte: &&u8| match byte {
        b'\n' | b'\r' | b' ' | b'\t' => true,
        b'+' => set == BASE64_IN_FORM,
        _ => false,
    };
    bytes.iter().take_while(is_blank).count()
}
