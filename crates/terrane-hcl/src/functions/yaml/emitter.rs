//! The layout of YAML: lines, indentation and the notations of strings, as hosts write them.

/// The characters that end a line.
pub(super) const BREAKS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// The column after which a string in quotes is continued on the next line.
const WIDTH: usize = 80;

/// How many blanks each level has.
const STEP: usize = 2;

/// Writes the parts of a document.
#[derive(Debug)]
pub(super) struct Emitter {
    out: String,
    column: usize,
    /// The indentation of the innermost collection. The document itself has none.
    indent: Option<usize>,
    /// Whether the last character is a blank or a line break.
    after_blank: bool,
    /// Whether the line so far consists of indentation and of indicators that count as such.
    is_indented: bool,
    /// Whether the end of the document must be marked.
    is_open: bool,
}

impl Default for Emitter {
    fn default() -> Self {
        Self {
            out: String::new(),
            column: 0,
            indent: None,
            after_blank: true,
            is_indented: true,
            is_open: false,
        }
    }
}

impl Emitter {
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    pub(super) fn is_indented(&self) -> bool {
        self.is_indented
    }

    /// Ends the document.
    pub(super) fn finish(mut self) -> String {
        self.start_line();
        if self.is_open {
            self.out.push_str("...\n");
        }
        self.out
    }

    /// Starts a collection. Returns the indentation to restore at its end.
    pub(super) fn indent(&mut self, is_flush: bool) -> Option<usize> {
        let outer = self.indent;
        self.indent = Some(match outer {
            None => 0,
            Some(indent) if is_flush => indent,
            Some(indent) => indent + STEP,
        });
        outer
    }

    pub(super) fn restore(&mut self, indent: Option<usize>) {
        self.indent = indent;
    }

    /// Starts a new line with indentation, unless the line has none but that.
    pub(super) fn start_line(&mut self) {
        self.line_at(self.indent.unwrap_or(0));
    }

    fn line_at(&mut self, indent: usize) {
        let is_used = self.column > indent || self.column == indent && !self.after_blank;
        if !self.is_indented || is_used {
            self.line_break();
        }
        while self.column < indent {
            self.put(' ');
        }
        self.after_blank = true;
        self.is_indented = true;
    }

    fn line_break(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }

    fn put(&mut self, character: char) {
        self.out.push(character);
        self.column += 1;
    }

    /// Writes an indicator such as `-`. `counts_as_indent` says that a nested collection may start on the same line.
    pub(super) fn indicator(&mut self, text: &str, needs_blank: bool, counts_as_indent: bool) {
        if needs_blank && !self.after_blank {
            self.put(' ');
        }
        text.chars().for_each(|it| self.put(it));
        self.after_blank = false;
        self.is_indented &= counts_as_indent;
        self.is_open = false;
    }

    /// Writes a collection without elements.
    pub(super) fn empty(&mut self, open: &str, close: &str) {
        self.indicator(open, true, false);
        self.indicator(close, false, false);
    }

    /// Writes a scalar without quotes.
    pub(super) fn plain(&mut self, text: &str) {
        if !self.after_blank {
            self.put(' ');
        }
        text.chars().for_each(|it| self.put(it));
        self.after_blank = false;
        self.is_indented = false;
        self.is_open = self.indent.is_none();
    }

    /// Writes a string: as a block if it has several lines and its characters allow that, else in double quotes.
    pub(super) fn string(&mut self, text: &str, is_simple_key: bool) {
        if text.contains('\n') && !is_simple_key && allows_block(text) {
            self.block(text);
        } else {
            self.quoted(text, !is_simple_key);
        }
    }

    fn quoted(&mut self, text: &str, may_break: bool) {
        self.indicator("\"", true, false);
        let indent = self.indent.map_or(STEP, |indent| indent + STEP);
        let mut characters = text.chars().peekable();
        let mut is_start = true;
        let mut after_space = false;
        // Hosts escape all characters of a text that starts with a byte order mark.
        let escapes_all = text.starts_with('\u{feff}');
        while let Some(character) = characters.next() {
            let breaks_line = may_break
                && character == ' '
                && !escapes_all
                && !after_space
                && self.column > WIDTH
                && !is_start
                && characters.peek().is_some();
            is_start = false;
            after_space = character == ' ';
            if breaks_line {
                self.line_at(indent);
                if characters.peek() == Some(&' ') {
                    self.put('\\');
                }
                continue;
            }
            let is_plain = is_printable(character) && !BREAKS.contains(&character);
            if is_plain && !escapes_all && !matches!(character, '"' | '\\') {
                self.put(character);
                continue;
            }
            self.put('\\');
            let short = match character {
                '\0' => '0',
                '\u{7}' => 'a',
                '\u{8}' => 'b',
                '\t' => 't',
                '\n' => 'n',
                '\u{b}' => 'v',
                '\u{c}' => 'f',
                '\r' => 'r',
                '\u{1b}' => 'e',
                '"' => '"',
                '\\' => '\\',
                '\u{85}' => 'N',
                '\u{a0}' => '_',
                '\u{2028}' => 'L',
                '\u{2029}' => 'P',
                other => {
                    self.number(other);
                    continue;
                }
            };
            self.put(short);
        }
        self.indicator("\"", false, false);
    }

    fn number(&mut self, character: char) {
        let code = u32::from(character);
        let digits = match code {
            0..=0xff => format!("x{code:02X}"),
            0x100..=0xffff => format!("u{code:04X}"),
            _ => format!("U{code:08X}"),
        };
        digits.chars().for_each(|it| self.put(it));
    }

    fn block(&mut self, text: &str) {
        self.indicator("|", true, false);
        if text.starts_with(' ') || text.starts_with(BREAKS) {
            self.indicator("2", false, false);
        }
        let mut end = text.chars().rev();
        let is_break = |it: Option<char>| it.is_some_and(|it| BREAKS.contains(&it));
        let (last, before) = (end.next(), end.next());
        if !is_break(last) {
            self.indicator("-", false, false);
        } else if before.is_none() || is_break(before) {
            self.indicator("+", false, false);
        }
        self.line_break();
        self.is_indented = true;
        self.after_blank = true;
        let indent = self.indent.map_or(STEP, |indent| indent + STEP);
        let mut is_line_start = true;
        for character in text.chars() {
            if BREAKS.contains(&character) {
                self.out.push(character);
                self.column = 0;
                self.is_indented = true;
                is_line_start = true;
                continue;
            }
            if is_line_start {
                self.line_at(indent);
            }
            self.put(character);
            self.is_indented = false;
            is_line_start = false;
        }
    }
}

/// Returns whether a string can be written as a block.
fn allows_block(text: &str) -> bool {
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_last_of_line = characters.peek().is_none_or(|it| BREAKS.contains(it));
        if !is_printable(character) || character == ' ' && is_last_of_line {
            return false;
        }
    }
    true
}

/// Returns whether a character is written without an escape.
fn is_printable(character: char) -> bool {
    matches!(character, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let mut emitter = Emitter::default();
        emitter.string(text, false);
        emitter.finish()
    }

    #[test]
    fn strings_are_quoted_or_blocks() {
        for (text, result) in [
            ("a\nb", "|-\n  a\n  b\n"),
            ("a\n\nb\n", "|\n  a\n\n  b\n"),
            ("a\n\n", "|+\n  a\n\n"),
            (" a\nb", "|2-\n   a\n  b\n"),
            ("a \nb", "\"a \\nb\"\n"),
            ("a\tb\n", "\"a\\tb\\n\"\n"),
            ("é\u{1f600}", "\"é\\U0001F600\"\n"),
        ] {
            assert_eq!(written(text), result, "{text:?}");
        }
    }
}
