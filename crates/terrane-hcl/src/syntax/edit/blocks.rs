//! Removing and moving blocks.

use super::Document;
use crate::diagnostic::Diagnostics;
use crate::syntax::ast::Block;
use crate::syntax::lexer::{Kind, Start, index, lex};

impl Document {
    /// Removes a block with the comments directly above it. Returns its text without the indentation of its place, or nothing if there is no such block.
    ///
    /// [`add_block`](Self::add_block) adds the text to another document.
    ///
    /// ```
    /// use terrane_hcl::syntax::Document;
    ///
    /// let mut document = Document::parse("a = 1\n\n# Rex\npet \"rex\" {}\n")?;
    /// let block = document.remove_block(&[&["pet", "rex"]])?;
    /// assert_eq!(block.as_deref(), Some("# Rex\npet \"rex\" {}\n"));
    /// assert_eq!(document.text(), "a = 1\n");
    /// # Ok::<(), terrane_hcl::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser if the rest is invalid. The document is unchanged then.
    pub fn remove_block(&mut self, path: &[&[&str]]) -> Result<Option<String>, Diagnostics> {
        let Some(block) = self.find_block(path) else {
            return Ok(None);
        };
        let start = self.start_with_comments(self.line_start(block.span.start));
        let end = self.line_end(block.span.end);
        let text = self.text[index(start)..index(end)].to_owned();
        let (start, end) = self.with_blank_line(start, end);
        self.replace(start, end, "")?;
        Ok(Some(indented(&text, 0)))
    }

    /// Moves a block with the comments directly above it to the end of another body. Returns false if there is no such block or no such body.
    ///
    /// The block gets the indentation of its new place. Lines of heredocs keep theirs.
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser if the result is invalid. The document is unchanged then.
    pub fn move_block(&mut self, path: &[&[&str]], to: &[&[&str]]) -> Result<bool, Diagnostics> {
        let mut moved = self.clone();
        let Some(block) = moved.remove_block(path)? else {
            return Ok(false);
        };
        let is_added = moved.add_block(to, &indented(&block, 2 * to.len()))?;
        if is_added {
            *self = moved;
        }
        Ok(is_added)
    }

    fn find_block(&self, path: &[&[&str]]) -> Option<&Block> {
        let (header, outer) = path.split_last()?;
        let (body, _) = self.find(outer)?;
        let mut blocks = body.blocks.iter();
        blocks.find(|block| super::matches_header(block, header))
    }

    /// Returns the start of the comments that stand alone on the lines directly above a line.
    fn start_with_comments(&self, mut start: u32) -> u32 {
        let after = self
            .comments
            .partition_point(|comment| comment.span.end <= start);
        for comment in self.comments[..after].iter().rev() {
            let line = self.line_start(comment.span.start);
            let before = &self.text[index(line)..index(comment.span.start)];
            let after = &self.text[index(comment.span.end)..index(start)];
            if !before.trim().is_empty()
                || !matches!(after.trim_end_matches([' ', '\t']), "\n" | "\r\n")
            {
                break;
            }
            start = line;
        }
        start
    }

    /// Extends the range of lines by a blank line, if two of them would remain or one at an end of the body.
    fn with_blank_line(&self, start: u32, end: u32) -> (u32, u32) {
        let before = self.line_start(start.saturating_sub(1));
        let line_before = self.text[index(before)..index(start)].trim();
        let after = self.line_end(end);
        let line_after = self.text[index(end)..index(after)].trim();
        let is_first = start == 0 || line_before.ends_with('{');
        let is_last = index(end) == self.text.len() || line_after == "}";
        if line_after.is_empty() && !is_last && (is_first || line_before.is_empty()) {
            (start, after)
        } else if is_last && !is_first && line_before.is_empty() {
            (before, end)
        } else {
            (start, end)
        }
    }
}

/// Replaces the indentation of the first line by a number of spaces, and moves all other lines along, except those in heredocs.
fn indented(text: &str, spaces: usize) -> String {
    let own = text.len() - text.trim_start_matches([' ', '\t']).len();
    let (own, new) = (&text[..own], " ".repeat(spaces));
    let mut heredocs = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for token in lex(text.as_bytes(), Start::Code) {
        match token.kind {
            Kind::OpenHeredoc => {
                depth += 1;
                if depth == 1 {
                    start = index(token.end);
                }
            }
            Kind::CloseHeredoc => {
                depth -= 1;
                if depth == 0 {
                    heredocs.push(start..index(token.end));
                }
            }
            _ => {}
        }
    }
    let mut indented = String::with_capacity(text.len());
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let next = heredocs.partition_point(|heredoc| heredoc.end <= offset);
        let is_in_heredoc = heredocs
            .get(next)
            .is_some_and(|heredoc| heredoc.start <= offset);
        if is_in_heredoc || line.trim().is_empty() {
            indented += line;
        } else {
            indented += &new;
            indented += line.strip_prefix(own).unwrap_or(line);
        }
        offset += line.len();
    }
    indented
}
