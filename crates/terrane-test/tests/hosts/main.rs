//! The harness on real hosts: the Go provider `local` is the subject, because it keeps its objects in files.

mod death;
mod lifecycle;
mod reattach;
mod schema;

use std::path::{Path, PathBuf};

use terrane_test::{Provider, go};

/// Builds the subject; where that is not possible, says so, and the test has nothing to show.
#[expect(clippy::print_stdout, reason = "a skipped test says so")]
fn binary() -> Option<PathBuf> {
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../go/local");
    let package = "github.com/terraform-providers/terraform-provider-local";
    match go::build(module, package, "terraform-provider-local") {
        Ok(binary) => Some(binary),
        Err(go::Error::Unavailable(problem)) => {
            println!("skipped: {problem}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn local() -> Option<Provider> {
    Some(Provider::binary("hashicorp/local", binary()?))
}
