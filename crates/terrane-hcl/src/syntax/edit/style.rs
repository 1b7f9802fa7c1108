//! The style of a file: its line breaks, and its indentation.

use crate::syntax::lexer::{Start, TokenKind, index, lex};

/// How new lines of a file are written.
#[derive(Debug, Clone)]
pub(super) struct Style {
    pub(super) newline: &'static str,
    /// The indentation of one level.
    pub(super) unit: String,
}

impl Style {
    /// Returns the style of a text whose shortest indentation of a nested item is known.
    pub(super) fn new(text: &str, indentation: Option<&str>) -> Self {
        let first = text.find('\n');
        let is_crlf = first.is_some_and(|newline| text[..newline].ends_with('\r'));
        let unit = match indentation {
            Some(indentation) if indentation.starts_with('\t') => "\t",
            Some(indentation) => indentation,
            None => "  ",
        };
        Self {
            newline: if is_crlf { "\r\n" } else { "\n" },
            unit: unit.to_owned(),
        }
    }

    /// Returns a text with the line breaks of the file.
    pub(super) fn with_newlines(&self, text: &str) -> String {
        text.replace("\r\n", "\n").replace('\n', self.newline)
    }

    /// Replaces the indentation of the first line by another one, and moves all other lines along, except those in heredocs.
    pub(super) fn indented(&self, text: &str, indentation: &str) -> String {
        let own = text.len() - text.trim_start_matches([' ', '\t']).len();
        let own_indentation = &text[..own];
        let heredocs = heredoc_ranges(text);
        let mut indented = String::with_capacity(text.len());
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            let next = heredocs.partition_point(|(_, end)| *end <= offset);
            let is_in_heredoc = heredocs
                .get(next)
                .is_some_and(|(start, _)| *start <= offset);
            if is_in_heredoc || line.trim().is_empty() {
                indented += line;
            } else {
                let rest = line.strip_prefix(own_indentation).unwrap_or(line);
                indented += indentation;
                indented += &self.with_unit(rest);
            }
            offset += line.len();
        }
        indented
    }

    /// Replaces two spaces at the start of a line by a tab, if the file is indented by tabs.
    fn with_unit(&self, line: &str) -> String {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        match self.unit.as_str() {
            "\t" => "\t".repeat(spaces / 2) + &line[spaces / 2 * 2..],
            _ => line.to_owned(),
        }
    }
}

/// Returns the starts and ends of the heredocs in a text.
fn heredoc_ranges(text: &str) -> Vec<(usize, usize)> {
    let mut heredocs = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for token in lex(text.as_bytes(), Start::Code) {
        match token.kind {
            TokenKind::OpenHeredoc => {
                depth += 1;
                if depth == 1 {
                    start = index(token.end);
                }
            }
            TokenKind::CloseHeredoc => {
                depth -= 1;
                if depth == 0 {
                    heredocs.push((start, index(token.end)));
                }
            }
            _ => {}
        }
    }
    heredocs
}
