//! What an author may write, and what the compiler says to the rest.
//!
//! Every rule has two files: one in `fail`, which breaks it, and one of the same name in `pass`, which differs by one word. What the
//! compiler says stands next to the first; `UPDATE_UI=1 cargo test -p terrane --test ui` writes it anew.

mod alone;
#[expect(
    dead_code,
    unreachable_pub,
    reason = "here it is no crate of its own, see `alone`"
)]
mod author;
mod compiler;
mod fail;
mod messages;
mod pass;
mod twins;

use std::path::Path;
use std::process::Output;

use compiler::Compiler;

/// The folder of this package, from that of the workspace.
const PACKAGE: &str = "crates/terrane";

/// Checks a file of this package. Its program or library is not written.
fn check(compiler: &Compiler, file: &Path, arguments: &[&str]) -> Output {
    let metadata = tempfile::tempdir().expect("a folder can be made");
    compiler
        .command()
        .args(["--emit=metadata", "--color=never", "--out-dir"])
        .arg(metadata.path())
        // Types are shown whole.
        .arg("--diagnostic-width=1000")
        .args(arguments)
        .arg(Path::new(PACKAGE).join(file))
        .output()
        .expect("the compiler runs")
}
