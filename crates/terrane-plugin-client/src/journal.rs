//! The standard error of a plugin: its log, and the stack trace of a crash.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};
use tokio::io::{AsyncRead, BufReader};
use tracing::Level;

use super::error::LastLines;
use super::hclog::{Record, level_prefix, plain_level};
use super::lines::{Line, LineObserver, Lines, Pipe};
use terrane_plugin::peer;

use crate::printable;

/// The target of the [`tracing`] events for a plugin's log lines.
pub const LOG_TARGET: &str = "terrane_plugin::log";

/// The longest line that is read in one piece, in bytes, as in go-plugin.
const LINE_LIMIT: usize = 64 << 10;

/// How many of the last lines are kept for error messages.
const TAIL_LENGTH: usize = 10;

/// How much of a line is kept for error messages, in characters.
pub(crate) const LINE_WIDTH: usize = 500;

/// How much of a crash is kept, in bytes.
const CRASH_SIZE: usize = 16 << 10;

/// The remembered lines of a plugin's standard error.
#[derive(Clone)]
pub(crate) struct Journal {
    plugin: Arc<str>,
    memory: Arc<Mutex<Memory>>,
    observer: Option<LineObserver>,
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal")
            .field("plugin", &self.plugin)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

#[derive(Debug, Default)]
struct Memory {
    tail: VecDeque<String>,
    crash: String,
}

impl Journal {
    /// Starts a journal for a plugin. `plugin` is its name in the host's log.
    pub(crate) fn new(plugin: &str) -> Self {
        Self {
            plugin: plugin.into(),
            memory: Arc::default(),
            observer: None,
        }
    }

    /// Sets a function that receives each line.
    pub(crate) fn observed(mut self, observer: Option<LineObserver>) -> Self {
        self.observer = observer;
        self
    }

    /// Reads the pipe to its end.
    pub(crate) async fn follow(self, stderr: impl AsyncRead + Unpin) {
        let mut lines = Lines::new(BufReader::with_capacity(LINE_LIMIT, stderr), LINE_LIMIT);
        loop {
            peer::wait_for_room().await;
            match lines.next().await {
                Ok(Some(line)) => self.write(&line),
                Ok(None) => return,
                Err(error) => {
                    tracing::warn!(plugin = &*self.plugin, %error, "cannot read the plugin's standard error");
                    return;
                }
            }
        }
    }

    /// The last lines, oldest first.
    pub(crate) fn last_lines(&self) -> LastLines {
        LastLines(self.memory().tail.iter().cloned().collect())
    }

    /// Returns the panic that the plugin printed, if any.
    pub(crate) fn crash(&self) -> Option<String> {
        let memory = self.memory();
        let crash = memory.crash.trim_end();
        (!crash.is_empty()).then(|| crash.to_owned())
    }

    fn memory(&self) -> std::sync::MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, line: &Line) {
        if let Some(observer) = &self.observer {
            observer(Pipe::Stderr, &line.text);
        }
        match Record::parse(&line.text).filter(|_| line.whole) {
            Some(record) => {
                if may_be_shown(record.level) {
                    let line = format!("[{}] {}", record.level, record.message);
                    self.memory().remember(&line);
                }
                self.forward(record);
            }
            None => {
                let level = match self.memory().remember_plain(line) {
                    InCrash(true) => Level::ERROR,
                    InCrash(false) => plain_level(&line.text),
                };
                self.forward(Record {
                    level,
                    module: String::new(),
                    message: line.text.clone(),
                    timestamp: String::new(),
                    fields: Map::new(),
                });
            }
        }
    }

    /// Writes a record to the host's log.
    fn forward(&self, record: Record) {
        let plugin = &*self.plugin;
        let Record {
            level,
            module,
            message,
            timestamp,
            fields,
        } = record;
        let module = Some(module).filter(|module| !module.is_empty());
        let timestamp = Some(timestamp).filter(|timestamp| !timestamp.is_empty());
        let fields = (!fields.is_empty()).then(|| Value::Object(fields).to_string());
        // tracing needs the level as a constant at each call site, so the macro makes one call site for each level.
        macro_rules! event {
            ($level:expr) => {
                tracing::event!(target: LOG_TARGET, $level, plugin, module, timestamp, fields, "{message}")
            };
        }
        match level {
            Level::TRACE => event!(Level::TRACE),
            Level::DEBUG => event!(Level::DEBUG),
            Level::INFO => event!(Level::INFO),
            Level::WARN => event!(Level::WARN),
            Level::ERROR => event!(Level::ERROR),
        }
    }
}

/// Whether lines of a level may appear in error messages. Lines of other levels may have secrets of the plugin's work.
fn may_be_shown(level: Level) -> bool {
    level <= Level::WARN
}

/// Removes the date and the time with which Go's loggers start a line.
fn without_time(line: &str) -> &str {
    line.trim_start_matches(|it: char| it.is_ascii_digit() || "/:. -+TZ".contains(it))
}

/// Whether a line belongs to a crash.
struct InCrash(bool);

impl Memory {
    fn remember(&mut self, line: &str) {
        if self.tail.len() == TAIL_LENGTH {
            self.tail.pop_front();
        }
        self.tail.push_back(printable(line, LINE_WIDTH));
    }

    /// Remembers a line that is not hclog's. From the first line of a crash on, all such lines are part of the crash.
    fn remember_plain(&mut self, line: &Line) -> InCrash {
        if level_prefix(without_time(&line.text)).is_none_or(may_be_shown) {
            self.remember(&line.text);
        }
        let begins = line.text.starts_with("panic: ") || line.text.starts_with("fatal error: ");
        let in_crash = begins || !self.crash.is_empty();
        let printed = printable(&line.text, LINE_WIDTH);
        if in_crash && self.crash.len() + printed.len() < CRASH_SIZE {
            self.crash.push_str(&printed);
            self.crash.push('\n');
        }
        InCrash(in_crash)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    async fn journal(stderr: &[u8]) -> Journal {
        let journal = Journal::new("zoo");
        journal.clone().follow(stderr).await;
        journal
    }

    #[tokio::test]
    async fn last_lines_are_the_newest() {
        let text: String = (0..30).map(|number| format!("line {number}\n")).collect();
        let LastLines(lines) = journal(text.as_bytes()).await.last_lines();
        let expected: Vec<String> = (20..30).map(|number| format!("line {number}")).collect();
        assert_eq!(lines, expected);
    }

    #[tokio::test]
    async fn long_lines_are_shortened() {
        let long = "é".repeat(200_000);
        let LastLines(lines) = journal(long.as_bytes()).await.last_lines();
        assert!(lines.len() > 1);
        assert!(
            lines
                .iter()
                .all(|line| line.chars().count() < LINE_WIDTH + 40)
        );
    }

    #[tokio::test]
    async fn a_terminal_only_shows_the_lines_and_the_crash() {
        let text = b"\x1b[2Jcleared\npanic: \x1b]0;title\x07\n\tmain.go:7\r\n";
        let journal = journal(text).await;
        let expected = [
            "\\u{1b}[2Jcleared",
            "panic: \\u{1b}]0;title\\u{7}",
            "\tmain.go:7",
        ];
        assert_eq!(journal.last_lines().0, expected);
        assert_eq!(journal.crash().unwrap(), expected[1..].join("\n"));
    }

    #[tokio::test]
    async fn a_long_crash_is_bounded() {
        let text = format!("panic: it is long\n{}", "x".repeat(4000).repeat(100) + "\n").repeat(9);
        let crash = journal(text.as_bytes()).await.crash().unwrap();
        assert!(crash.starts_with("panic: it is long\n"), "{crash}");
        assert!(crash.len() <= CRASH_SIZE, "{}", crash.len());
    }

    #[tokio::test]
    async fn crash_runs_from_its_announcement_to_the_end_without_log_lines() {
        let text =
            b"before\npanic: oh no\n\n{\"@level\":\"info\",\"@message\":\"log\"}\ngoroutine 1:\n";
        let journal = journal(text).await;
        assert_eq!(journal.crash().unwrap(), "panic: oh no\n\ngoroutine 1:");
    }

    #[tokio::test]
    async fn lines_of_lower_levels_than_warn_are_not_remembered() {
        let text = br#"{"@level":"debug","@message":"token=1"}
{"@level":"info","@message":"created"}
{"@level":"warn","@message":"slow"}
[DEBUG] token=2
2026/11/25 08:00:00 [DEBUG] token=3
2026-11-25T08:00:00.123+0100 [INFO]  zoo: token=4
2026/11/25 08:00:00 [WARN] slower
[ERROR] no such pet
a plain line
{"@level":"error","@message":"lost"}
"#;
        let LastLines(lines) = journal(text).await.last_lines();
        let expected = [
            "[WARN] slow",
            "2026/11/25 08:00:00 [WARN] slower",
            "[ERROR] no such pet",
            "a plain line",
            "[ERROR] lost",
        ];
        assert_eq!(lines, expected);
    }

    #[tokio::test]
    async fn word_panic_inside_a_line_is_no_crash() {
        assert_eq!(journal(b"do not panic: all is well\n").await.crash(), None);
        assert!(
            journal(b"fatal error: out of memory\n")
                .await
                .crash()
                .is_some()
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(stderr in prop::collection::vec(any::<u8>(), 0..300)) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            prop_assert!(runtime.block_on(journal(&stderr)).last_lines().0.len() <= TAIL_LENGTH);
        }
    }
}
