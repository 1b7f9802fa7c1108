//! A check of the schema that a provider's program prints.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::{InstalledProvider, Matrix, Product};

/// Checks that a provider's program prints the same schema as a host: `schema --format terraform-json` and `providers schema -json`.
///
/// `source` is the source address of the provider, such as `example/zoo`. The check runs on Terraform 1.15 and later, because older hosts do not print all schemas.
///
/// # Panics
///
/// Panics if the schemas differ.
///
/// # Examples
///
/// ```no_run
/// terrane_test::schema_is_printed_as_by_hosts("example/zoo", "target/debug/terraform-provider-zoo");
/// ```
#[track_caller]
pub fn schema_is_printed_as_by_hosts(source: &str, binary: impl Into<PathBuf>) {
    let path = binary.into();
    Matrix::new(InstalledProvider::binary(source, &path))
        .only_if("Terraform 1.15 prints all schemas", |host| {
            host.product() == Product::Terraform && host.is_at_least(1, 15)
        })
        .run(|host| {
            host.config("")?;
            let program = Command::new(&path)
                .args(["schema", "--format", "terraform-json"])
                .output()?;
            let printed: Value = serde_json::from_slice(&program.stdout)?;
            let expected = host.schemas()?;
            // The keys of both documents are sorted.
            if format!("{printed:#}") != format!("{expected:#}") {
                let problem = format!("program: {printed:#}\n\nhost: {expected:#}");
                return Err(problem.into());
            }
            Ok(())
        });
}
