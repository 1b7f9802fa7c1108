//! Lines: indentation, and the columns of values and comments.

use std::ops::Range;

use super::piece::Piece;
use super::spaces::has_space_between;
use crate::syntax::lexer::TokenKind;

/// A line in three cells: the start, from the equals sign on, and the comment at the end.
struct Line {
    lead: Range<usize>,
    assign: Range<usize>,
    comment: Range<usize>,
}

pub(super) fn arrange(pieces: &mut [Piece<'_>]) {
    let lines = split_lines(pieces);
    indent_lines(&lines, pieces);
    for line in &lines {
        space_cell(&mut pieces[line.lead.clone()]);
        let assign = &mut pieces[line.assign.clone()];
        space_cell(assign);
        if let Some(equals) = assign.first_mut() {
            equals.spaces = 1;
        }
    }
    align_cells(
        &lines,
        pieces,
        |line| line.assign.clone(),
        |line| line.lead.clone(),
    );
    align_cells(
        &lines,
        pieces,
        |line| line.comment.clone(),
        |line| line.lead.start..line.comment.start,
    );
}

fn split_lines(pieces: &[Piece<'_>]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (number, piece) in pieces.iter().enumerate() {
        if piece.kind == TokenKind::EndOfFile {
            lines.push(split_cells(pieces, start..number));
            return lines;
        }
        if piece.ends_line() {
            lines.push(split_cells(pieces, start..number + 1));
            start = number + 1;
        }
    }
    lines.push(split_cells(pieces, start..pieces.len()));
    lines
}

fn split_cells(pieces: &[Piece<'_>], line: Range<usize>) -> Line {
    let mut end = line.end;
    if line.len() > 1 && pieces[end - 1].kind == TokenKind::Comment {
        end -= 1;
    }
    let lead = &pieces[line.start..end];
    let equals = lead
        .iter()
        .skip(1)
        .position(|piece| piece.kind == TokenKind::Equal)
        .map(|found| line.start + found + 1);
    // A value that continues on the next line does not take part in the alignment.
    let assign = equals
        .filter(|equals| net_brackets(&pieces[*equals..end]) == 0)
        .unwrap_or(end);
    Line {
        lead: line.start..assign,
        assign: assign..end,
        comment: end..line.end,
    }
}

fn net_brackets(pieces: &[Piece<'_>]) -> isize {
    pieces.iter().map(Piece::brackets).sum()
}

/// Sets the indentation of each line: two blanks for each earlier line that has opened more brackets than it has closed.
fn indent_lines(lines: &[Line], pieces: &mut [Piece<'_>]) {
    let mut open: Vec<isize> = Vec::new();
    for line in lines {
        let Some(first) = pieces
            .get(line.lead.start)
            .filter(|_| !line.lead.is_empty())
        else {
            continue;
        };
        if first.kind == TokenKind::Newline {
            pieces[line.lead.start].spaces = 0;
            continue;
        }
        let lead = &pieces[line.lead.clone()];
        let heredoc = lead
            .iter()
            .position(|piece| piece.kind == TokenKind::OpenHeredoc);
        let counted = heredoc.map_or(lead, |heredoc| &lead[..=heredoc]);
        let net = net_brackets(counted) + net_brackets(&pieces[line.assign.clone()]);
        close(&mut open, -net);
        pieces[line.lead.start].spaces = 2 * open.len();
        if net > 0 {
            open.push(net);
        }
    }
}

/// Closes brackets, those of the last lines first.
fn close(open: &mut Vec<isize>, mut count: isize) {
    while count > 0 {
        let Some(last) = open.last_mut() else { return };
        if count < *last {
            *last -= count;
            return;
        }
        count -= *last;
        open.pop();
    }
}

fn space_cell(cell: &mut [Piece<'_>]) {
    for number in 1..cell.len() {
        let before = number.checked_sub(2).map(|before| &cell[before]);
        let has_space = has_space_between(before, &cell[number - 1], &cell[number]);
        cell[number].spaces = usize::from(has_space);
    }
}

/// Moves a cell of consecutive lines into one column, one blank after the longest of what stands before it.
fn align_cells(
    lines: &[Line],
    pieces: &mut [Piece<'_>],
    cell: impl Fn(&Line) -> Range<usize>,
    before: impl Fn(&Line) -> Range<usize>,
) {
    for block in lines.chunk_by(|line, next| !cell(line).is_empty() && !cell(next).is_empty()) {
        let width = |line: &Line| {
            pieces[before(line)]
                .iter()
                .map(Piece::columns)
                .sum::<usize>()
        };
        let widths: Vec<usize> = block.iter().map(width).collect();
        let widest = widths.iter().copied().max().unwrap_or(0);
        for (line, width) in block.iter().zip(widths) {
            if let Some(first) = pieces[cell(line)].first_mut() {
                first.spaces = widest - width + 1;
            }
        }
    }
}
