//! The lines that the process prints, for the process's own log.
//!
//! The log hides secrets, and a secret may have several lines. So lines are passed on together with those around them. A line waits until no other
//! follows for a moment, and never longer than a second.

use std::ops::Range;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use crate::panic::catch_panic;

/// The number of lines that are buffered for a log that is slower than the printing code.
const BUFFERED_LINES: usize = 256;

/// How long lines wait for the next one.
const PAUSE: Duration = Duration::from_millis(100);

/// The maximum time that a line waits.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// The length of the lines that are passed on together while the process prints without a pause, in bytes.
const BATCH: usize = 64 << 10;

/// The length of the lines before and after these, in bytes.
const AROUND: usize = 16 << 10;

/// How long a process that exits waits until its last lines have been passed on.
const PATIENCE: Duration = Duration::from_millis(200);

/// A standard stream of the process.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OutputStream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// Lines that the process has printed.
#[derive(Debug)]
#[non_exhaustive]
pub struct PrintedText<'a> {
    /// The stream.
    pub stream: OutputStream,
    /// The lines, with their line ends, and with lines before and after them on the same stream. A line of more than 64 KiB may be split.
    pub text: &'a str,
    /// The part of the text that is passed on: whole lines. Each part is passed on once. The rest of the text is the part of another call.
    pub passed_on: Range<usize>,
}

/// A function that receives the lines that are printed to the process's standard streams.
pub(super) type Printed = Arc<dyn Fn(PrintedText<'_>) + Send + Sync>;

/// The queue of the process's lines.
static LINES: OnceLock<PrintedLines> = OnceLock::new();

enum Message {
    Line(OutputStream, String),
    /// All lines are to be passed on, and then the sender is to be used.
    Flush(SyncSender<()>),
}

/// A queue for printed lines.
#[derive(Clone)]
pub(super) struct PrintedLines(SyncSender<Message>);

impl PrintedLines {
    /// Starts the thread that calls `printed`, because that may block. `None` if the system refuses the thread.
    pub(super) fn new(printed: Printed) -> Option<Self> {
        let (sender, messages) = sync_channel(BUFFERED_LINES);
        let thread = thread::Builder::new().name("plugin-printed".into());
        thread.spawn(move || pass_on(&messages, &*printed)).ok()?;
        let lines = Self(sender);
        // With a second plugin in one process, the first one has replaced the streams.
        let _ = LINES.set(lines.clone());
        Some(lines)
    }

    /// Appends a line with its line end. If the log is slower than the printing code, lines are dropped, so that the log never blocks that code.
    pub(super) fn push(&self, stream: OutputStream, line: String) {
        let _ = self.0.try_send(Message::Line(stream, line));
    }
}

/// Waits until all lines have been passed on, for a moment. A process calls this before it exits.
pub(super) fn flush() {
    let (sender, flushed) = sync_channel(1);
    if let Some(PrintedLines(lines)) = LINES.get()
        && lines.try_send(Message::Flush(sender)).is_ok()
    {
        let _ = flushed.recv_timeout(PATIENCE);
    }
}

/// Passes lines on until all senders are dropped.
fn pass_on(messages: &Receiver<Message>, printed: &dyn Fn(PrintedText<'_>)) {
    let printed = &|text: PrintedText<'_>| {
        // Code of the plugin's author. After a panic, it gets the next lines.
        let _ = catch_panic(|| printed(text), |_| ());
    };
    let mut windows = [OutputStream::Stdout, OutputStream::Stderr].map(Window::new);
    loop {
        let until = windows.iter().filter_map(Window::until).min();
        let message = match until {
            None => messages.recv().map_err(RecvTimeoutError::from),
            Some(until) => messages.recv_timeout(until.saturating_duration_since(Instant::now())),
        };
        match message {
            Ok(Message::Line(stream, line)) => {
                for window in windows.iter_mut().filter(|window| window.stream == stream) {
                    window.push(&line, printed);
                }
            }
            Ok(Message::Flush(sender)) => {
                windows
                    .iter_mut()
                    .for_each(|window| window.pass_on(0, printed));
                let _ = sender.try_send(());
            }
            Err(RecvTimeoutError::Timeout) => {
                windows
                    .iter_mut()
                    .for_each(|window| window.pass_on(0, printed));
            }
            Err(RecvTimeoutError::Disconnected) => {
                windows
                    .iter_mut()
                    .for_each(|window| window.pass_on(0, printed));
                return;
            }
        }
    }
}

/// The last lines of a stream.
struct Window {
    stream: OutputStream,
    text: String,
    /// The length of the lines that have been passed on.
    passed_on: usize,
    /// When the first and the last of the other lines were printed.
    times: Option<(Instant, Instant)>,
}

impl Window {
    fn new(stream: OutputStream) -> Self {
        Self {
            stream,
            text: String::new(),
            passed_on: 0,
            times: None,
        }
    }

    /// The time at which the lines are passed on.
    fn until(&self) -> Option<Instant> {
        let (first, last) = self.times?;
        Some((first + LONGEST_WAIT).min(last + PAUSE))
    }

    fn push(&mut self, line: &str, printed: &dyn Fn(PrintedText<'_>)) {
        let now = Instant::now();
        self.text.push_str(line);
        self.times = Some((self.times.map_or(now, |(first, _)| first), now));
        if self.text.len() - self.passed_on > BATCH + AROUND {
            self.pass_on(AROUND, printed);
        }
    }

    /// Passes on all lines, or all but about the last `kept` bytes.
    fn pass_on(&mut self, kept: usize, printed: &dyn Fn(PrintedText<'_>)) {
        let mut end = self.whole_characters(self.text.len() - kept);
        if kept > 0 {
            let lines = &self.text[self.passed_on..end];
            // A line that is longer than all these is split.
            end = lines.rfind('\n').map_or(end, |at| self.passed_on + at + 1);
        }
        if end > self.passed_on {
            printed(PrintedText {
                stream: self.stream,
                text: &self.text,
                passed_on: self.passed_on..end,
            });
        }
        let mut start = self.whole_characters(end.saturating_sub(AROUND));
        if start > 0 {
            start += self.text[start..end].find('\n').map_or(0, |at| at + 1);
        }
        self.text.drain(..start);
        self.passed_on = end - start;
        if kept == 0 {
            self.times = None;
        }
    }

    fn whole_characters(&self, mut position: usize) -> usize {
        while !self.text.is_char_boundary(position) {
            position -= 1;
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Passes lines through a window without a pause. Returns the parts that were passed on, and the longest text.
    fn passed_on(lines: &[String]) -> (Vec<String>, usize) {
        let parts = RefCell::new((Vec::new(), 0));
        let printed = |printed: PrintedText<'_>| {
            let (parts, longest) = &mut *parts.borrow_mut();
            parts.push(printed.text[printed.passed_on.clone()].to_owned());
            *longest = printed.text.len().max(*longest);
        };
        let mut window = Window::new(OutputStream::Stdout);
        for line in lines {
            window.push(line, &printed);
        }
        assert_eq!(window.until().is_some(), !lines.is_empty());
        window.pass_on(0, &printed);
        assert!(window.until().is_none());
        parts.into_inner()
    }

    #[test]
    fn lines_are_passed_on_once_and_in_order() {
        let lines: Vec<String> = (0..20_000).map(|n| format!("line ä {n}\n")).collect();
        let (parts, longest) = passed_on(&lines);
        assert_eq!(parts.concat(), lines.concat());
        assert!(parts.len() > 1 && parts.iter().all(|part| part.ends_with('\n')));
        assert!(longest < BATCH + 3 * AROUND, "{longest}");
        assert_eq!(passed_on(&[]).0, [""; 0]);
    }

    #[test]
    fn a_line_without_end_is_passed_on_in_pieces() {
        let lines = vec!["ä".repeat(40_000); 10];
        let (parts, longest) = passed_on(&lines);
        assert_eq!(parts.concat(), lines.concat());
        assert!(longest < BATCH + 2 * 80_000, "{longest}");
    }

    #[test]
    fn lines_have_those_before_and_after_them_around() {
        let lines: Vec<String> = (0..20_000).map(|n| format!("{n}\n")).collect();
        let last = RefCell::new(0..0);
        let printed = |printed: PrintedText<'_>| {
            let PrintedText {
                text, passed_on, ..
            } = printed;
            if passed_on.start > 0 {
                assert!(passed_on.start > AROUND / 2);
            }
            assert!(text.starts_with(|c: char| c.is_ascii_digit()));
            last.replace(passed_on);
        };
        let mut window = Window::new(OutputStream::Stderr);
        for line in &lines {
            window.push(line, &printed);
        }
        assert!(window.text.len() >= last.borrow().end.min(AROUND));
        window.pass_on(0, &printed);
    }

    #[test]
    fn a_line_that_no_other_follows_is_passed_on() {
        let (sender, received) = std::sync::mpsc::channel();
        let printed = PrintedLines::new(Arc::new(move |printed: PrintedText<'_>| {
            sender
                .send(printed.text[printed.passed_on].to_owned())
                .unwrap();
        }));
        let lines = printed.unwrap();
        lines.push(OutputStream::Stdout, "alone\n".to_owned());
        let limit = Duration::from_secs(60);
        assert_eq!(received.recv_timeout(limit).unwrap(), "alone\n");
    }
}
