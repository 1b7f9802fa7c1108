//! The schema as hosts print it: names, types and flags, as the provider that is replaced has them.

use serde_json::Value;
use terrane_test::{Failure, Feature, Workspace};

use super::on_installed_hosts;

/// One line for each attribute, by name.
const EXPECTED: &str = "\
action local_command null
  arguments: [\"list\",\"string\"], optional
  command: string, required
  environment: [\"map\",\"string\"], optional
  stdin: string, optional
  working_directory: string, optional
data_source local_command 0
  allow_non_zero_exit_code: bool, optional
  arguments: [\"list\",\"string\"], optional
  command: string, required
  exit_code: number, computed
  stderr: string, computed
  stdin: string, optional
  stdout: string, computed
  working_directory: string, optional
data_source local_file 0
  content: string, computed
  content_base64: string, computed
  content_base64sha256: string, computed
  content_base64sha512: string, computed
  content_md5: string, computed
  content_sha1: string, computed
  content_sha256: string, computed
  content_sha512: string, computed
  filename: string, required
  id: string, computed
data_source local_sensitive_file 0
  content: string, computed, sensitive
  content_base64: string, computed, sensitive
  content_base64sha256: string, computed
  content_base64sha512: string, computed
  content_md5: string, computed
  content_sha1: string, computed
  content_sha256: string, computed
  content_sha512: string, computed
  filename: string, required
  id: string, computed
ephemeral_resource local_command 0
  allow_non_zero_exit_code: bool, optional
  arguments: [\"list\",\"string\"], optional
  command: string, required
  exit_code: number, computed
  stderr: string, computed
  stdin: string, optional
  stdout: string, computed
  working_directory: string, optional
function direxists(path: string) -> bool
resource local_file 0
  content: string, optional
  content_base64: string, optional
  content_base64sha256: string, computed
  content_base64sha512: string, computed
  content_md5: string, computed
  content_sha1: string, computed
  content_sha256: string, computed
  content_sha512: string, computed
  directory_permission: string, computed, optional
  file_permission: string, computed, optional
  filename: string, required
  id: string, computed
  sensitive_content: string, deprecated, optional, sensitive
  source: string, optional
resource local_sensitive_file 0
  content: string, optional, sensitive
  content_base64: string, optional, sensitive
  content_base64sha256: string, computed
  content_base64sha512: string, computed
  content_md5: string, computed
  content_sha1: string, computed
  content_sha256: string, computed
  content_sha512: string, computed
  directory_permission: string, computed, optional
  file_permission: string, computed, optional
  filename: string, required
  id: string, computed
  source: string, optional
";

#[test]
fn hosts_print_the_schema_of_the_well_known_provider() {
    on_installed_hosts(|host| {
        host.config("")?;
        let missing = [
            ("function", Feature::Functions),
            ("ephemeral_resource", Feature::Ephemeral),
            ("action", Feature::Actions),
        ];
        let missing = missing.map(|(kind, feature)| (kind, !host.host().has(feature)));
        let mut left_out = false;
        let expected = EXPECTED.split_inclusive('\n').filter(|line| {
            if !line.starts_with(' ') {
                let mut kinds = missing.iter().filter(|(kind, _)| line.starts_with(kind));
                left_out = kinds.any(|(_, missing)| *missing);
            }
            !left_out
        });
        assert_eq!(printed(host)?, expected.collect::<String>());
        Ok(())
    });
}

/// The names, types and flags that a host prints of its provider.
pub(crate) fn printed(host: &Workspace) -> Result<String, Failure> {
    let schemas = host.schemas()?;
    let provider = &schemas["provider_schemas"][host.provider_address(super::SOURCE)];
    let mut text = String::new();
    for (kind, objects) in fields(provider) {
        for (name, object) in fields(objects) {
            if kind == "functions" {
                text.push_str(&function(name, object));
            } else if let Some(kind) = kind.strip_suffix("_schemas") {
                text.push_str(&format!("{kind} {name} {}\n", object["version"]));
            }
            for (name, attribute) in fields(&object["block"]["attributes"]) {
                let flags: Vec<&str> = fields(attribute)
                    .filter(|(_, value)| **value == Value::Bool(true))
                    .map(|(name, _)| name.as_str())
                    .collect();
                let ty = plain(&attribute["type"]);
                text.push_str(&format!("  {name}: {ty}, {}\n", flags.join(", ")));
            }
        }
    }
    Ok(text)
}

fn function(name: &str, signature: &Value) -> String {
    let parameters: Vec<String> = signature["parameters"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|parameter| {
            let nullable = match parameter["is_nullable"] {
                Value::Bool(true) => " or null",
                _ => "",
            };
            format!(
                "{}: {}{nullable}",
                plain(&parameter["name"]),
                plain(&parameter["type"])
            )
        })
        .collect();
    let variadic = match &signature["variadic_parameter"] {
        Value::Null => "",
        _ => ", ..",
    };
    let returned = plain(&signature["return_type"]);
    format!(
        "function {name}({}{variadic}) -> {returned}\n",
        parameters.join(", ")
    )
}

/// The fields of a JSON object, by name.
fn fields(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}

fn plain(json: &Value) -> String {
    json.as_str()
        .map_or_else(|| json.to_string(), str::to_owned)
}
