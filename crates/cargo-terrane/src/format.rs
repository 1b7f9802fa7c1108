//! Formats Rust code by `rustfmt`. Without it, the code stays as it was generated.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::process::{Command, Stdio};

/// Formats a file, if it is one of Rust.
pub(crate) fn formatted(path: &str, text: &str) -> String {
    if path.ends_with(".rs") {
        format_source(text)
    } else {
        text.to_owned()
    }
}

/// Formats Rust code.
pub(crate) fn format_source(text: &str) -> String {
    let formatted = try_format_source(text);
    formatted.ok().flatten().unwrap_or_else(|| text.to_owned())
}

/// Returns `None` if `rustfmt` rejects the code.
fn try_format_source(text: &str) -> io::Result<Option<String>> {
    let mut process = rustfmt()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = process.stdin.take() {
        stdin.write_all(text.as_bytes())?;
    }
    let output = process.wait_with_output()?;
    Ok(String::from_utf8(output.stdout)
        .ok()
        .filter(|_| output.status.success()))
}

/// Formats the files of a package by one `rustfmt` process, which follows the modules from `src/lib.rs` and `src/main.rs`. Both must exist.
pub(crate) fn format_package(parts: &mut [&mut BTreeMap<String, String>]) {
    // Unformatted code compiles too.
    let _ = try_format_package(parts);
}

fn try_format_package(parts: &mut [&mut BTreeMap<String, String>]) -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    for (path, text) in parts.iter().flat_map(|files| files.iter()) {
        let file = folder.path().join(path);
        if let Some(parent) = file.parent() {
            fs_err::create_dir_all(parent)?;
        }
        fs_err::write(file, text)?;
    }
    let status = rustfmt()
        .args(["src/lib.rs", "src/main.rs"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()?;
    if !status.success() {
        return Ok(());
    }
    for (path, text) in parts.iter_mut().flat_map(|files| files.iter_mut()) {
        *text = fs_err::read_to_string(folder.path().join(path))?;
    }
    Ok(())
}

fn rustfmt() -> Command {
    let mut command = Command::new("rustfmt");
    command.args(["--edition", "2024"]).stderr(Stdio::null());
    command
}
