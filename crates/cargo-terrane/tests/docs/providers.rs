//! The pages of the providers in this repository.

use std::path::Path;

use crate::{program, succeed};

#[test]
fn the_pages_of_our_providers_are_up_to_date() {
    // Each with the name that its types begin with.
    for (name, prefix) in [
        ("github-token", "githubtoken"),
        ("local", "local"),
        ("random", "random"),
        ("time", "time"),
    ] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../providers")
            .join(name);
        let program = program(&format!("terraform-provider-{name}"));
        let from = program.display().to_string();
        succeed(
            &folder,
            &["--check", "--from", &from, "--provider-name", prefix],
        );
    }
}
