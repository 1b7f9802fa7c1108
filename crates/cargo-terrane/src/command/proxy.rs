//! `cargo terrane proxy BINARY`.

use std::path::Path;
use std::process::{Command, ExitCode};

use serde_json::json;
use terrane_protocol::Version;

use crate::cli::Proxy;
use crate::error::Error;
use crate::output::Output;

/// Serves the host that started this process, or writes the program that a host starts.
pub(crate) fn run(arguments: Proxy, output: &Output) -> Result<ExitCode, Error> {
    let binary = fs_err::canonicalize(&arguments.binary)?;
    let version = arguments.protocol.and_then(Version::from_number);
    if let Some(file) = arguments.out {
        write_launcher(&file, &binary, version)?;
        output.note(&format!("wrote {}", file.display()));
        output.document(json!({ "file": file }));
        return Ok(ExitCode::SUCCESS);
    }
    let proxy = terrane_composition::Proxy::new(Command::new(binary));
    match version {
        Some(version) => proxy.version(version).serve(),
        None => proxy.serve(),
    }
}

/// Writes a script that starts this program with the same arguments.
#[cfg(unix)]
fn write_launcher(file: &Path, binary: &Path, version: Option<Version>) -> Result<(), Error> {
    use fs_err::os::unix::fs::OpenOptionsExt as _;
    use std::io::Write as _;
    use std::os::unix::ffi::OsStrExt as _;

    let mut script = b"#!/bin/sh\nexec ".to_vec();
    script.extend(quoted(std::env::current_exe()?.as_os_str().as_bytes()));
    script.extend(b" terrane proxy ");
    script.extend(quoted(binary.as_os_str().as_bytes()));
    if let Some(version) = version {
        script.extend(format!(" --protocol {}", version.number()).into_bytes());
    }
    script.push(b'\n');
    // Writing to an existing file keeps its mode, so the file is replaced.
    if file.exists() {
        fs_err::remove_file(file)?;
    }
    let mut options = fs_err::OpenOptions::new();
    let mut launcher = options
        .write(true)
        .create_new(true)
        .mode(0o755)
        .open(file)?;
    Ok(launcher.write_all(&script)?)
}

/// Quotes a word for a shell.
#[cfg(unix)]
fn quoted(word: &[u8]) -> Vec<u8> {
    let mut quoted = vec![b'\''];
    for byte in word {
        match byte {
            b'\'' => quoted.extend(br"'\''"),
            byte => quoted.push(*byte),
        }
    }
    quoted.push(b'\'');
    quoted
}

/// Hosts start no scripts on Windows.
#[cfg(windows)]
fn write_launcher(_: &Path, _: &Path, _: Option<Version>) -> Result<(), Error> {
    Err(Error::NoLauncher)
}
