//! The guide, a mux, and the documented examples of Go providers behind the proxy, under real hosts.
//!
//! The examples are the files in the Go modules of the providers. The tests of the proxy fail if a module has another example than those listed here.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![cfg(unix)]

mod examples;
mod guide;
mod local;
mod mux;
mod record;
mod time;

use std::path::PathBuf;
use std::process::Command;

use terrane_test::{InstalledProvider, go};

/// A Go provider, and its proxy.
struct Proxied {
    /// The folder of the Go module that pins the provider.
    module: PathBuf,
    /// The path of the provider's module.
    package: &'static str,
    provider: InstalledProvider,
    /// The folder of the launcher.
    _folder: tempfile::TempDir,
}

/// Builds a Go provider, and writes a launcher of the proxy in front of it. The provider serves protocol 5, and hosts get protocol 6.
fn behind_proxy(source: &str, name: &str, package: &'static str) -> Option<Proxied> {
    let module = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../go")
        .join(name);
    let binary = go::program(&module, package)?;
    let folder = tempfile::tempdir().unwrap();
    let launcher = folder.path().join("launcher");
    let written = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args(["terrane", "proxy", "--protocol", "6", "--out"])
        .args([&launcher, &binary])
        .status();
    assert!(written.unwrap().success());
    Some(Proxied {
        module,
        package,
        provider: InstalledProvider::binary(source, launcher),
        _folder: folder,
    })
}
