//! The provider under every Terraform and OpenTofu that is installed.

#[path = "../examples/stub.rs"]
mod stub;

use std::fs;
use std::path::Path;

use terrane_test::{InstalledProvider, Matrix};

#[test]
fn the_examples_of_resources_are_applied_and_settle() {
    let program = env!("CARGO_BIN_EXE_terraform-provider-acme");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/resources");
    let provider = include_str!("../examples/provider/provider.tf");
    Matrix::new(InstalledProvider::binary("my-namespace/acme", program)).run(|host| {
        let url = stub::start("127.0.0.1:0")?;
        host.env("ACME_URL", url).env("ACME_TOKEN", stub::TOKEN);
        // Each example is complete by itself.
        for folder in fs::read_dir(&examples)? {
            let example = fs::read_to_string(folder?.path().join("resource.tf"))?;
            host.config(&format!("{provider}{example}"))?;
            host.apply()?;
            host.plan()?.assert_empty();
            host.destroy()?;
        }
        Ok(())
    });
}
