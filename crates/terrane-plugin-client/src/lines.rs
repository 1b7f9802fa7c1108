//! Reading lines of limited length from a pipe.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// A function that receives each line of the plugin's process.
pub(crate) type LineObserver = Arc<dyn Fn(Pipe, &str) + Send + Sync>;

/// A pipe on which the process of a plugin writes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pipe {
    /// The standard output. Its first line is the handshake line, and plugins write no other one.
    Stdout,
    /// The standard error, which has the log.
    Stderr,
}

/// A line of a plugin's output, or a piece of a line that is longer than the limit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The text, without the line ending. Bytes that are not UTF-8 are replaced.
    pub(crate) text: String,
    /// Whether this is a whole line, and not a piece of a longer line.
    pub(crate) whole: bool,
}

/// Cuts a stream of bytes into lines.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    reader: R,
    limit: usize,
    /// The part of the next line that has been read. It is stored here so that a wait for the line can be cancelled without loss.
    partial: Vec<u8>,
    /// Whether the last piece ended inside a line.
    inside: bool,
}

impl<R: AsyncBufRead + Unpin> Lines<R> {
    pub(crate) fn new(reader: R, limit: usize) -> Self {
        Self {
            reader,
            limit,
            partial: Vec::new(),
            inside: false,
        }
    }

    /// Waits for the next line. Returns `None` at the end of the stream.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let buffer = self.reader.fill_buf().await?;
            if buffer.is_empty() {
                return Ok((!self.partial.is_empty()).then(|| self.line(true)));
            }
            let room = &buffer[..buffer.len().min(self.limit - self.partial.len())];
            let end = room.iter().position(|byte| *byte == b'\n');
            let consumed = end.unwrap_or(room.len());
            self.partial.extend_from_slice(&room[..consumed]);
            self.reader.consume(consumed + usize::from(end.is_some()));
            if end.is_some() || self.partial.len() == self.limit {
                return Ok(Some(self.line(end.is_some())));
            }
        }
    }

    fn line(&mut self, ended: bool) -> Line {
        let bytes = std::mem::take(&mut self.partial);
        let content = bytes.strip_suffix(b"\r").unwrap_or(&bytes);
        let whole = ended && !self.inside;
        self.inside = !ended;
        Line {
            text: String::from_utf8_lossy(content).into_owned(),
            whole,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    async fn all(bytes: &[u8], limit: usize) -> Vec<(String, bool)> {
        let mut lines = Lines::new(tokio::io::BufReader::with_capacity(7, bytes), limit);
        let mut found = Vec::new();
        while let Some(Line { text, whole }) = lines.next().await.unwrap() {
            found.push((text, whole));
        }
        found
    }

    #[tokio::test]
    async fn lines_end_at_newlines_and_at_the_end() {
        let found = all(b"one\r\n\ntwo and more\nthree", 64).await;
        let texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["one", "", "two and more", "three"]);
        assert!(found.iter().all(|(_, whole)| *whole));
    }

    #[tokio::test]
    async fn long_line_comes_in_pieces() {
        let found = all(b"0123456789\nnext\n", 4).await;
        let expected = [
            ("0123", false),
            ("4567", false),
            ("89", false),
            ("next", false),
            ("", false),
        ];
        assert_eq!(
            found,
            expected.map(|(text, whole)| (text.to_owned(), whole))
        );
        assert_eq!(
            all(b"012345\nok\n", 4).await.last(),
            Some(&("ok".to_owned(), true))
        );
    }

    proptest! {
        #[test]
        fn no_byte_is_lost(bytes in prop::collection::vec(prop::sample::select(b"ab\n".to_vec()), 0..200), limit in 1usize..20) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let found = runtime.block_on(all(&bytes, limit));
            let text: String = found.into_iter().map(|(text, _)| text).collect();
            let expected: String = String::from_utf8(bytes).unwrap().replace('\n', "");
            prop_assert_eq!(text, expected);
        }
    }
}
