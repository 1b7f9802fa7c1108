//! Documented examples of Go providers under real hosts, behind the proxy.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use terrane_test::{Matrix, Provider, go};

/// Builds a Go provider, and writes a launcher of the proxy in front of it.
fn behind_proxy(
    source: &str,
    module: &str,
    package: &str,
    protocol: u32,
) -> Option<(tempfile::TempDir, Provider)> {
    let module = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../go")
        .join(module);
    let binary = go::program(module, package)?;
    let folder = tempfile::tempdir().unwrap();
    let launcher = folder.path().join("launcher");
    let written = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args([
            "terrane",
            "proxy",
            "--protocol",
            &protocol.to_string(),
            "--out",
        ])
        .args([&launcher, &binary])
        .status();
    assert!(written.unwrap().success());
    Some((folder, Provider::binary(source, launcher)))
}

#[test]
fn the_documented_examples_of_local_pass_over_protocol_6() {
    let package = "github.com/terraform-providers/terraform-provider-local";
    let Some((_folder, local)) = behind_proxy("hashicorp/local", "local", package, 6) else {
        return;
    };
    Matrix::new(local).run(|host| {
        let folder = host.path().to_owned();
        host.config(
            r#"
            resource "local_file" "foo" {
              content  = "foo!"
              filename = "${path.module}/foo.bar"
            }
            resource "local_sensitive_file" "foo" {
              content  = "secret!"
              filename = "${path.module}/secret.bar"
            }
            data "local_file" "foo" {
              filename = local_file.foo.filename
            }
            "#,
        )?;
        host.apply()?;
        assert_eq!(fs::read_to_string(folder.join("foo.bar"))?, "foo!");
        assert_eq!(fs::read_to_string(folder.join("secret.bar"))?, "secret!");
        host.plan()?.assert_empty();
        fs::write(folder.join("foo.bar"), "drift")?;
        host.apply()?;
        assert_eq!(fs::read_to_string(folder.join("foo.bar"))?, "foo!");
        host.destroy()?;
        assert!(!folder.join("foo.bar").exists());
        Ok(())
    });
}

#[test]
fn the_documented_examples_of_time_pass_over_protocol_6() {
    let package = "github.com/hashicorp/terraform-provider-time";
    let Some((_folder, time)) = behind_proxy("hashicorp/time", "time", package, 6) else {
        return;
    };
    Matrix::new(time).run(|host| {
        host.config(
            r#"
            resource "time_offset" "example" {
              offset_days = 7
            }
            resource "time_rotating" "example" {
              rotation_days = 30
            }
            resource "time_static" "example" {}
            resource "time_sleep" "wait" {
              depends_on      = [time_static.example]
              create_duration = "1s"
            }
            "#,
        )?;
        host.apply()?;
        host.plan()?.assert_empty();
        host.run(["state", "rm", "time_static.example"])?;
        host.run([
            "import",
            "-input=false",
            "time_static.example",
            "2020-02-12T06:36:13Z",
        ])?;
        host.destroy()?;
        Ok(())
    });
}
