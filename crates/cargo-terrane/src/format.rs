//! The layout of Rust code.

use std::collections::BTreeMap;
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

/// Formats the files of a package as one process of `rustfmt` does, from the roots of its program and its library. Without `rustfmt` the layout is that of
/// the generator.
pub(crate) fn format_package(parts: &mut [&mut BTreeMap<String, String>]) {
    let format = |parts: &mut [&mut BTreeMap<String, String>]| -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        for (path, text) in parts.iter().flat_map(|files| files.iter()) {
            let file = folder.path().join(path);
            if let Some(parent) = file.parent() {
                fs_err::create_dir_all(parent)?;
            }
            fs_err::write(file, text)?;
        }
        let status = Command::new("rustfmt")
            .args(["--edition", "2024", "src/lib.rs", "src/main.rs"])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        if !status.success() {
            return Ok(());
        }
        for (path, text) in parts.iter_mut().flat_map(|files| files.iter_mut()) {
            *text = fs_err::read_to_string(folder.path().join(path))?;
        }
        Ok(())
    };
    // Another layout is no error.
    let _ = format(parts);
}
