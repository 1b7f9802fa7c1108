//! The layout of Rust code.

use std::io::{self, Write as _};
use std::process::{Command, Stdio};

/// Formats a file as `rustfmt` does. Without `rustfmt` the layout is that of the generator.
pub(crate) fn formatted(path: &str, text: &str) -> String {
    let format = || -> io::Result<Option<String>> {
        let mut rustfmt = Command::new("rustfmt")
            .args(["--edition", "2024"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        if let Some(mut stdin) = rustfmt.stdin.take() {
            stdin.write_all(text.as_bytes())?;
        }
        let output = rustfmt.wait_with_output()?;
        Ok(String::from_utf8(output.stdout)
            .ok()
            .filter(|_| output.status.success()))
    };
    let formatted = path.ends_with(".rs").then(format);
    formatted
        .and_then(Result::ok)
        .flatten()
        .unwrap_or_else(|| text.to_owned())
}
