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
    let mut configuration = include_str!("../examples/provider/provider.tf").to_owned();
    for folder in fs::read_dir(examples).expect("examples") {
        let file = folder.expect("a folder").path().join("resource.tf");
        configuration += &fs::read_to_string(file).expect("an example");
    }
    Matrix::new(InstalledProvider::binary("my-namespace/acme", program)).run(|host| {
        let url = stub::start("127.0.0.1:0")?;
        host.env("ACME_URL", url).env("ACME_TOKEN", stub::TOKEN);
        host.config(&configuration)?;
        host.apply()?;
        host.plan()?.assert_empty();
        host.destroy()?;
        Ok(())
    });
}
