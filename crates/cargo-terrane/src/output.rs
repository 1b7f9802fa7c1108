//! The output of commands. No command prints by itself.
//!
//! | output | stream | with `--quiet` | with `--json` |
//! |---|---|---|---|
//! | the result that a command exists for, such as findings | stdout | yes | no |
//! | a note about what was done, such as a written file | stdout | no | no |
//! | the JSON document | stdout | - | yes |
//! | an event of a command that runs until it is interrupted, as one line of JSON | stdout | - | yes |
//! | a warning or an error | stderr | yes | yes |
//! | the time of a step | stderr | no | as without |

use std::cell::RefCell;
use std::env;
use std::error::Error as StdError;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use serde_json::{Value, json};

use crate::cli::OutputOptions;
use crate::error::Error;

/// How long a step may take before its time is shown.
const SHOWN_AFTER: Duration = Duration::from_secs(1);

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();
const DONE: Style = AnsiColor::Green.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// The words at the start of a line that have a colour.
const WORDS: [(&str, Style); 16] = [
    ("error", ERROR),
    ("major", ERROR),
    ("not imported", ERROR),
    ("not upgraded", ERROR),
    ("not built", WARNING),
    ("warning", WARNING),
    ("minor", WARNING),
    ("note", NOTE),
    ("patch", NOTE),
    ("created", DONE),
    ("changed", DONE),
    ("wrote", DONE),
    ("installed", DONE),
    ("removed", DONE),
    ("merged", DONE),
    ("extended", DONE),
];

/// The output of one command.
#[derive(Debug)]
pub(crate) struct Output {
    is_quiet: bool,
    is_verbose: bool,
    is_json: bool,
    /// Whether people read the messages while the command runs.
    is_terminal: bool,
    /// The warnings of the command, which the JSON document contains too.
    warnings: RefCell<Vec<String>>,
}

impl Output {
    /// Creates the output, and decides about colour for the whole process.
    ///
    /// `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and `TERM=dumb` have their usual meaning, unless `--color` decides.
    pub(crate) fn new(options: &OutputOptions) -> Self {
        options.color.write_global();
        Self {
            is_quiet: options.quiet,
            is_verbose: options.verbose,
            is_json: options.json,
            is_terminal: io::stderr().is_terminal(),
            warnings: RefCell::default(),
        }
    }

    /// Whether the command prints one JSON document instead of text.
    pub(crate) fn is_json(&self) -> bool {
        self.is_json
    }

    /// Whether notes are hidden. Programs that the command starts are quiet then, too.
    pub(crate) fn is_quiet(&self) -> bool {
        self.is_quiet
    }

    /// Prints the result that the command exists for.
    pub(crate) fn result(&self, text: &str) {
        if !self.is_json {
            print(&painted(text));
        }
    }

    /// Prints a note about what the command has done.
    pub(crate) fn note(&self, text: &str) {
        if !self.is_json && !self.is_quiet {
            print(&painted(text));
        }
    }

    /// Prints the document of a command in which programs read its result. Without `--json` it prints nothing.
    ///
    /// The member `warnings` is added.
    pub(crate) fn document(&self, mut document: Value) {
        if self.is_json {
            if let Some(members) = document.as_object_mut()
                && !members.contains_key("warnings")
            {
                members.insert("warnings".to_owned(), json!(*self.warnings.borrow()));
            }
            self.verbatim(&format!("{document:#}"));
        }
    }

    /// Prints a text in a format that is not for people, with or without `--json`.
    pub(crate) fn verbatim(&self, text: &str) {
        // A reader that closes the pipe early has seen enough.
        let _ = writeln!(io::stdout(), "{text}");
    }

    /// Prints a warning.
    pub(crate) fn warning(&self, text: &str) {
        report("warning", WARNING, text);
        self.warnings.borrow_mut().push(text.to_owned());
    }

    /// Prints an event of a command that runs until it is interrupted: with `--json` a document in one line, and otherwise nothing.
    pub(crate) fn event(&self, event: Value) {
        if self.is_json {
            self.verbatim(&event.to_string());
        }
    }

    /// Prints an error and the chain of its causes. With `--json`, it is also the document of the command.
    pub(crate) fn error(&self, error: &Error) {
        let causes = self.report(error);
        self.document(json!({ "error": error.to_string(), "causes": causes }));
    }

    /// Prints an error and the chain of its causes, which are returned.
    pub(crate) fn report(&self, error: &Error) -> Vec<String> {
        report("error", ERROR, &error.to_string());
        let mut causes = Vec::new();
        let mut cause = error.source();
        while let Some(error) = cause {
            let _ = writeln!(anstream::stderr(), "  Caused by: {error}");
            causes.push(error.to_string());
            cause = error.source();
        }
        causes
    }

    /// Starts a step that may take long. Its time is shown while it runs and when it has ended: on a terminal if it takes over a second, and always with
    /// `--verbose`.
    pub(crate) fn step(&self, name: impl Into<String>) -> Step {
        self.started(name.into(), self.is_terminal)
    }

    /// Starts a step in which another program writes to the terminal. The time is shown when it has ended.
    pub(crate) fn step_of_program(&self, name: impl Into<String>) -> Step {
        self.started(name.into(), false)
    }

    fn started(&self, name: String, is_live: bool) -> Step {
        let ticker = if is_live && !self.is_quiet {
            Some(Ticker::start(name.clone()))
        } else {
            None
        };
        Step {
            name,
            start: Instant::now(),
            shown_after: self.shown_after(),
            ticker,
        }
    }

    /// Returns how long a step must take so that its time is shown. `None` if it never is.
    fn shown_after(&self) -> Option<Duration> {
        if self.is_quiet {
            None
        } else if self.is_verbose {
            Some(Duration::ZERO)
        } else if self.is_terminal {
            Some(SHOWN_AFTER)
        } else {
            None
        }
    }
}

/// A running step. It ends when this value is dropped.
#[derive(Debug)]
#[must_use = "the step ends when this value is dropped"]
pub(crate) struct Step {
    name: String,
    start: Instant,
    /// How long the step must take so that its time is shown. `None` if it never is.
    shown_after: Option<Duration>,
    ticker: Option<Ticker>,
}

impl Drop for Step {
    fn drop(&mut self) {
        drop(self.ticker.take());
        let time = self.start.elapsed();
        if self.shown_after.is_some_and(|least| time >= least) {
            let _ = writeln!(anstream::stderr(), "{}", timed(&self.name, time));
        }
    }
}

/// Shows the time of a step while it runs, in a line of the terminal that is replaced each second.
#[derive(Debug)]
struct Ticker {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    fn start(name: String) -> Self {
        let (end, ended) = mpsc::channel();
        let start = Instant::now();
        let thread = thread::spawn(move || {
            let mut is_shown = false;
            while ended.recv_timeout(SHOWN_AFTER) == Err(RecvTimeoutError::Timeout) {
                let seconds = start.elapsed().as_secs();
                let _ = write!(anstream::stderr(), "\r{DIM}  {name}: {seconds} s{DIM:#}");
                is_shown = true;
            }
            if is_shown {
                // The line of the end replaces the line, and is longer.
                let _ = write!(anstream::stderr(), "\r");
            }
        });
        Self {
            end: Some(end),
            thread: Some(thread),
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn timed(name: &str, time: Duration) -> String {
    format!("{DIM}  {name}: {:.1} s{DIM:#}", time.as_secs_f64())
}

fn print(text: &str) {
    // A reader that closes the pipe early has seen enough.
    let _ = writeln!(anstream::stdout(), "{text}");
}

fn report(level: &str, style: Style, text: &str) {
    let _ = writeln!(anstream::stderr(), "{style}{level}{style:#}: {text}");
}

/// Colours the first words of lines that state a level.
fn painted(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(painted_line).collect();
    lines.join("\n")
}

fn painted_line(line: &str) -> String {
    let word = WORDS.iter().find_map(|(word, style)| {
        let rest = line.strip_prefix(word)?;
        rest.starts_with([':', '[', ' '])
            .then_some((word, style, rest))
    });
    match word {
        Some((word, style, rest)) => format!("{style}{word}{style:#}{rest}"),
        None => line.to_owned(),
    }
}

/// Returns a path as people write it: relative to the current folder if it lies below.
pub(crate) fn shown(path: &Path) -> PathBuf {
    let current = env::current_dir().ok();
    let below = current.as_deref().and_then(|it| path.strip_prefix(it).ok());
    match below {
        Some(below) if below.as_os_str().is_empty() => PathBuf::from("."),
        Some(below) => below.to_owned(),
        None => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_at_the_start_of_a_line_has_a_colour_and_other_words_have_none() {
        let red = format!("{ERROR}error{ERROR:#}");
        assert_eq!(painted("error[TF1] x"), format!("{red}[TF1] x"));
        assert_eq!(painted("a\nerror: x"), format!("a\n{red}: x"));
        for text in ["errors: 1", "an error: x", "", "  error: x"] {
            assert_eq!(painted(text), text);
        }
    }

    #[test]
    fn the_time_of_a_step_has_one_decimal() {
        let line = timed("building zoo", Duration::from_millis(1260));
        assert_eq!(line, format!("{DIM}  building zoo: 1.3 s{DIM:#}"));
    }

    #[test]
    fn a_step_is_shown_on_terminals_after_a_second_always_with_verbose_and_never_with_quiet() {
        let shown_after = |is_quiet, is_verbose, is_terminal| {
            let output = Output {
                is_quiet,
                is_verbose,
                is_json: false,
                is_terminal,
                warnings: RefCell::default(),
            };
            output.shown_after()
        };
        assert_eq!(shown_after(false, false, false), None);
        assert_eq!(shown_after(false, false, true), Some(SHOWN_AFTER));
        assert_eq!(shown_after(false, true, false), Some(Duration::ZERO));
        assert_eq!(shown_after(true, false, true), None);
    }
}
