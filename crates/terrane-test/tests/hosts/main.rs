//! The harness on real hosts, and on scripts in their place. The Go provider `local` is the subject, because it keeps its objects in files.

mod death;
mod keys;
mod lifecycle;
mod matrix;
mod planning;
mod reattach;
mod refused;
mod related;
mod schema;
mod served;
mod unencodable;
mod unread;
mod unruly;

use std::env;
use std::path::{Path, PathBuf};

use terrane_test::{InstalledProvider, go};

/// Builds the subject, if it can be built.
fn binary() -> Option<PathBuf> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/local");
    go::program(
        module,
        "github.com/terraform-providers/terraform-provider-local",
    )
}

fn local() -> Option<InstalledProvider> {
    Some(InstalledProvider::binary("hashicorp/local", binary()?))
}

/// Returns the program of an example provider, which cargo builds along with the tests.
fn example(name: &str) -> PathBuf {
    let test = env::current_exe().expect("a test has a path");
    let target = test.parent().and_then(Path::parent);
    let program = target.expect("cargo's folder").join("examples").join(name);
    assert!(
        program.exists(),
        "run `cargo build -p terrane-test --example {name}` first"
    );
    program
}
