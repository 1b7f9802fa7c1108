//! YAML scalars without quotes: plain scalars, and block scalars after `|` or `>`.

use std::borrow::Cow;

use super::cursor::Cursor;
use super::quoted::fold;
use super::scalar::Style;
use super::token::Failure;

/// A plain scalar: text without quotes, such as `a b`.
pub(super) struct PlainScalar<'a> {
    /// The text, with folded line breaks.
    pub(super) text: Cow<'a, str>,
    /// Whether a line break follows, which allows a key on the next line.
    pub(super) ends_line: bool,
}

/// Reads a plain scalar, which may extend over lines. `indent` is the column of the collection around it, and `is_flow` whether it is in `[..]` or `{..}`,
/// where more characters end it.
pub(super) fn plain_scalar<'a>(
    cursor: &mut Cursor<'a>,
    indent: Option<usize>,
    is_flow: bool,
) -> Result<PlainScalar<'a>, Failure> {
    let place = cursor.place;
    let min_indent = indent.map_or(0, |indent| indent + 1);
    let mut text = Cow::Borrowed("");
    // The blanks, or the folded line breaks, between two parts.
    let mut space = String::new();
    let mut ends_line = false;
    while !cursor.is_document_marker() && cursor.byte() != b'#' {
        let part = plain_part(cursor, is_flow);
        if !part.is_empty() {
            if text.is_empty() && space.is_empty() {
                text = Cow::Borrowed(part);
            } else {
                text.to_mut().extend([space.as_str(), part]);
            }
            space.clear();
            ends_line = false;
        }
        if !cursor.is_blank() && !cursor.is_break() {
            break;
        }
        let start = cursor.rest();
        cursor.skip_blanks();
        if !cursor.is_break() && !ends_line {
            space.push_str(&start[..start.len() - cursor.rest().len()]);
            continue;
        }
        space.clear();
        let first = cursor.take_break();
        let mut more = String::new();
        loop {
            while cursor.is_blank() {
                if cursor.place.column < min_indent && cursor.byte() == b'\t' {
                    let message = "found a tab character that violates indentation";
                    return Err(Failure::new(place, message));
                }
                cursor.skip();
            }
            match cursor.take_break() {
                "" => break,
                line_break => more += line_break,
            }
        }
        fold(first, &more, &mut space);
        ends_line = true;
        if !is_flow && cursor.place.column < min_indent {
            break;
        }
    }
    Ok(PlainScalar { text, ends_line })
}

/// Reads the characters of a plain scalar up to a blank, a line break or an indicator that ends it.
fn plain_part<'a>(cursor: &mut Cursor<'a>, is_flow: bool) -> &'a str {
    let start = cursor.rest();
    while !cursor.is_blank_after(0) {
        let ends = match cursor.byte() {
            b':' => cursor.is_blank_after(1),
            b',' | b'?' | b'[' | b']' | b'{' | b'}' => is_flow,
            _ => false,
        };
        if ends {
            break;
        }
        cursor.skip();
    }
    &start[..start.len() - cursor.rest().len()]
}

/// The treatment of the line breaks at the end of a block scalar.
#[derive(Clone, Copy, PartialEq)]
enum Chomping {
    /// `-`: removes all of them.
    Strip,
    /// No indicator: keeps the first one.
    Clip,
    /// `+`: keeps all of them.
    Keep,
}

/// Reads a block scalar: `|` keeps its line breaks, and `>` folds them. `outer` is the column of the collection around it.
pub(super) fn block_scalar(
    cursor: &mut Cursor<'_>,
    outer: Option<usize>,
) -> Result<(String, Style), Failure> {
    let place = cursor.place;
    let style = match cursor.byte() {
        b'|' => Style::Literal,
        _ => Style::Folded,
    };
    cursor.skip();
    let (chomping, increment) = block_header(cursor)?;
    let indent = increment.map(|increment| outer.unwrap_or(0) + increment);
    let mut reader = BlockScalarReader {
        cursor,
        place,
        outer,
        indent,
    };
    let mut text = String::new();
    let mut line_break = "";
    let mut was_indented = false;
    let mut empty = reader.empty_lines()?;
    while reader.indent == Some(reader.cursor.place.column) && !reader.cursor.is_end() {
        let is_indented = reader.cursor.is_blank();
        let folds = style == Style::Folded && !was_indented && !is_indented;
        match (folds, line_break) {
            (true, "\n") => fold(line_break, &empty, &mut text),
            _ => text.extend([line_break, &empty]),
        }
        was_indented = is_indented;
        while !reader.cursor.is_break_or_end() {
            text.extend(reader.cursor.take());
        }
        line_break = reader.cursor.take_break();
        empty = reader.empty_lines()?;
    }
    if chomping != Chomping::Strip {
        text += line_break;
    }
    if chomping == Chomping::Keep {
        text += &empty;
    }
    Ok((text, style))
}

/// Reads the indicators after `|` or `>` with the rest of the line: the chomping, and the indentation of the block, if it is given.
fn block_header(cursor: &mut Cursor<'_>) -> Result<(Chomping, Option<usize>), Failure> {
    let place = cursor.place;
    let mut chomping = None;
    let mut increment = None;
    loop {
        match cursor.byte() {
            b'+' if chomping.is_none() => chomping = Some(Chomping::Keep),
            b'-' if chomping.is_none() => chomping = Some(Chomping::Strip),
            b'0' if increment.is_none() => {
                let message = "found an indentation indicator equal to 0";
                return Err(Failure::new(place, message));
            }
            digit @ b'1'..=b'9' if increment.is_none() => {
                increment = Some(usize::from(digit - b'0'));
            }
            _ => break,
        }
        cursor.skip();
    }
    cursor.skip_blanks();
    cursor.skip_comment();
    if !cursor.is_break_or_end() {
        let message = "did not find expected comment or line break";
        return Err(Failure::new(place, message));
    }
    cursor.take_break();
    Ok((chomping.unwrap_or(Chomping::Clip), increment))
}

/// The state of the reader of a block scalar.
struct BlockScalarReader<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    /// The place of the indicator, at which errors are reported.
    place: super::cursor::Place,
    /// The column of the sequence or mapping around the block.
    outer: Option<usize>,
    /// The column of the block. The first line that is not empty decides, unless it is given.
    indent: Option<usize>,
}

impl BlockScalarReader<'_, '_> {
    /// Reads lines without content and the indentation of the line after them. Returns the line breaks.
    fn empty_lines(&mut self) -> Result<String, Failure> {
        let mut breaks = String::new();
        let mut deepest = 0;
        loop {
            let is_before = |column| self.indent.is_none_or(|indent| column < indent);
            while is_before(self.cursor.place.column) && self.cursor.byte() == b' ' {
                self.cursor.skip();
            }
            deepest = deepest.max(self.cursor.place.column);
            if is_before(self.cursor.place.column) && self.cursor.byte() == b'\t' {
                let message = "found a tab character where an indentation space is expected";
                return Err(Failure::new(self.place, message));
            }
            match self.cursor.take_break() {
                "" => break,
                line_break => breaks += line_break,
            }
        }
        let min = self.outer.map_or(1, |outer| outer + 1);
        self.indent.get_or_insert(deepest.max(min));
        Ok(breaks)
    }
}
