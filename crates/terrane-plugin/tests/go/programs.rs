//! Builds the Go programs of this folder.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The path of a program of this folder; `None`, with a line printed, where there is no Go to build it.
///
/// Go's modules may have to be fetched once. Without them, too, tests are skipped, except where `CI` is set.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let folder = BUILT.get_or_init(build).as_deref();
    if folder.is_none() {
        skip("there is no Go toolchain, or its modules are not here");
    }
    folder.map(|folder| folder.join(name))
}

#[expect(clippy::print_stdout, reason = "whoever runs the tests should know")]
fn skip(reason: &str) {
    println!("skipped: {reason}");
}

fn build() -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../terrane-plugin/tests/go");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("go");
    let in_ci = env::var("CI").as_deref() == Ok("true");
    let version = Command::new("go").arg("version").output();
    assert!(version.is_ok() || !in_ci, "CI requires Go");
    version.ok()?;
    let modules = Command::new("go")
        .args(["mod", "download"])
        .current_dir(&source)
        .output()
        .unwrap();
    if !modules.status.success() && !in_ci {
        return None;
    }
    std::fs::create_dir_all(&target).unwrap();
    let build = Command::new("go")
        .args(["build", "-ldflags=-s -w", "-o"])
        .arg(&target)
        .arg("./...")
        .current_dir(&source)
        .output()
        .unwrap();
    assert!(
        build.status.success(),
        "{}",
        String::from_utf8_lossy(&build.stderr)
    );
    Some(target)
}
