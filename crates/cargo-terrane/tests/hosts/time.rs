//! The documented examples of `hashicorp/time`.

use std::fs;

use serde_json::json;
use terrane_test::{Feature, Host, Matrix};

use super::behind_proxy;
use super::examples::{self, Example};

const PACKAGE: &str = "github.com/hashicorp/terraform-provider-time";

/// The id of an image, which a data source of another provider would have.
const IMAGE: &[(&str, &str)] = &[("data.aws_ami.example.id", "\"ami-1\"")];

/// Shorter delays, and resources without another provider.
const DELAY: &[(&str, &str)] = &[("null_resource", "terraform_data"), ("\"30s\"", "\"1s\"")];

const EXAMPLES: [Example; 13] = [
    Example::new("functions/duration_parse/function.tf").needs(Feature::Functions),
    Example::new("functions/rfc3339_parse/function.tf").needs(Feature::Functions),
    Example::new("functions/unix_timestamp_parse/function.tf").needs(Feature::Functions),
    Example::new("resources/resource_triggers.tf").edited(IMAGE),
    Example::new("resources/time_offset/resource.tf"),
    Example::new("resources/time_offset/resource_multiple_offset.tf"),
    Example::new("resources/time_offset/resource_triggers.tf").edited(IMAGE),
    Example::new("resources/time_rotating/resource.tf"),
    Example::new("resources/time_sleep/resource_delay_create.tf").edited(DELAY),
    Example::new("resources/time_sleep/resource_delay_destroy.tf").edited(DELAY),
    Example::new("resources/time_sleep/resource_triggers.tf").edited(&[
        ("\"60s\"", "\"1s\""),
        (
            "aws_ram_resource_association.example.resource_arn",
            "\"arn-1\"",
        ),
        ("aws_subnet.example.id", "\"subnet-1\""),
    ]),
    Example::new("resources/time_static/resource.tf"),
    Example::new("resources/time_static/resource_triggers.tf").edited(IMAGE),
];

/// The scripts with documented imports.
const IMPORTS: [&str; 6] = [
    "time_offset/import.sh",
    "time_rotating/import_base_value.sh",
    "time_rotating/import_rotation_value.sh",
    "time_sleep/import_create.sh",
    "time_sleep/import_destroy.sh",
    "time_static/import.sh",
];

#[test]
fn the_documented_examples_of_time_pass() {
    let Some(proxied) = behind_proxy("hashicorp/time", "time", PACKAGE) else {
        return;
    };
    let folder = examples::folder(&proxied);
    examples::assert_complete(&folder, &EXAMPLES);
    Matrix::new(proxied.provider.clone()).run(|host| {
        let has_functions = host.host().has(Feature::Functions);
        let outputs = if has_functions {
            r#"
                output "parsed" {
                  value = [
                    module.functions_duration_parse_function.example_output.seconds,
                    module.functions_rfc3339_parse_function.example_output.year,
                    module.functions_unix_timestamp_parse_function.test.year,
                  ]
                }
                "#
        } else {
            ""
        };
        examples::write(host, &folder, "time", &EXAMPLES, outputs)?;
        host.run(["get"])?;
        host.apply()?;
        if has_functions {
            assert_eq!(host.output("parsed")?, json!([3600, 2023, 2020]));
        }
        host.assert_settled()?;
        host.destroy()?;
        Ok(())
    });
}

/// On one host, because an import takes a command of the host.
#[test]
fn the_documented_imports_of_time_pass() {
    let Some(proxied) = behind_proxy("hashicorp/time", "time", PACKAGE) else {
        return;
    };
    let folder = examples::folder(&proxied).join("resources");
    let newest = Host::installed().last().cloned();
    Matrix::new(proxied.provider.clone())
        .on(newest)
        .run(|host| {
            host.config(
                r#"
            resource "time_offset" "example" {
              offset_days = 7
            }
            resource "time_rotating" "example" {
              rotation_days = 30
            }
            resource "time_sleep" "example" {
              create_duration  = "30s"
              destroy_duration = "30s"
            }
            resource "time_static" "example" {}
            "#,
            )?;
            for script in IMPORTS {
                let line = fs::read_to_string(folder.join(script))?;
                let words: Vec<&str> = line.split_whitespace().collect();
                let ["terraform", "import", address, id] = &words[..] else {
                    panic!("{script}: {line}")
                };
                // The documented rotations are over, and the provider has no object then.
                let id = match *address {
                    "time_rotating.example" => id.replace("2020", "2999"),
                    _ => (*id).to_owned(),
                };
                host.import(address, &id)?;
                host.state_remove(address)?;
            }
            Ok(())
        });
}
