//! The harness on real hosts: the Go provider `local` is the subject, because it keeps its objects in files.

mod death;
mod lifecycle;
mod reattach;
mod schema;

use std::path::PathBuf;

use terrane_test::{Provider, go};

/// Builds the subject, if it can be built.
fn binary() -> Option<PathBuf> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/local");
    go::program(
        module,
        "github.com/terraform-providers/terraform-provider-local",
    )
}

fn local() -> Option<Provider> {
    Some(Provider::binary("hashicorp/local", binary()?))
}
