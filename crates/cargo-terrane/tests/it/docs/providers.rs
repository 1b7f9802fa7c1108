//! The pages of the providers in this repository.

use std::path::Path;

use crate::docs::{program, succeed};

#[test]
fn the_pages_of_our_providers_are_up_to_date() {
    for name in ["github-token", "local", "random", "time"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../providers")
            .join(name);
        let program = program(&format!("terraform-provider-{name}"));
        let from = program.display().to_string();
        succeed(&folder, &["--check", "--from", &from]);
    }
}
