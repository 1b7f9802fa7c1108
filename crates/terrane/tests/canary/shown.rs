//! All outputs of a provider.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crate::CANARIES;

/// The written log.
#[derive(Clone, Default)]
pub(crate) struct Written(pub(crate) Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Everything that could be shown to somebody.
#[derive(Default)]
pub(crate) struct Shown(Vec<String>);

impl Shown {
    /// Adds the `Debug` of an answer, and its diagnostics.
    pub(crate) fn add<T: std::fmt::Debug>(&mut self, answer: &T) {
        self.0.push(format!("{answer:?}"));
    }

    pub(crate) fn check(&self, log: &str) {
        for canary in CANARIES {
            let escaped = format!("{canary:?}");
            for line in canary.lines().chain([canary, escaped.trim_matches('"')]) {
                for text in self.0.iter().map(String::as_str).chain(log.lines()) {
                    assert!(!text.contains(line), "{line} is in {text}");
                }
            }
        }
        let shown = self.0.concat();
        assert!(
            shown.contains("***") && log.contains("***"),
            "{shown}\n{log}"
        );
    }
}
