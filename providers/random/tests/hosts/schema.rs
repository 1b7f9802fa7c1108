//! The schema as hosts print it: names, types and flags, as the provider that is replaced has them.

use serde_json::Value;
use terrane_test::{Failure, Feature, Workspace};

use super::{SOURCE, on_every_host};

/// What is ephemeral: one line for each attribute, by name.
const EPHEMERAL: &str = "\
ephemeral_resource random_bytes 0
  base64: string, computed, sensitive
  hex: string, computed, sensitive
  length: number, required
ephemeral_resource random_password 0
  bcrypt_hash: string, computed, sensitive
  length: number, required
  lower: bool, computed, optional
  min_lower: number, computed, optional
  min_numeric: number, computed, optional
  min_special: number, computed, optional
  min_upper: number, computed, optional
  numeric: bool, computed, optional
  override_special: string, optional
  result: string, computed, sensitive
  special: bool, computed, optional
  upper: bool, computed, optional
";

/// The resources, in the same form.
const RESOURCES: &str = "\
resource random_bytes 0
  base64: string, computed, sensitive
  hex: string, computed, sensitive
  keepers: map(string), optional
  length: number, required
resource random_id 0
  b64_std: string, computed
  b64_url: string, computed
  byte_length: number, required
  dec: string, computed
  hex: string, computed
  id: string, computed
  keepers: map(string), optional
  prefix: string, optional
resource random_integer 0
  id: string, computed
  keepers: map(string), optional
  max: number, required
  min: number, required
  result: number, computed
  seed: string, optional
resource random_password 3
  bcrypt_hash: string, computed, sensitive
  id: string, computed
  keepers: map(string), optional
  length: number, required
  lower: bool, computed, optional
  min_lower: number, computed, optional
  min_numeric: number, computed, optional
  min_special: number, computed, optional
  min_upper: number, computed, optional
  number: bool, computed, deprecated, optional
  numeric: bool, computed, optional
  override_special: string, optional
  result: string, computed, sensitive
  special: bool, computed, optional
  upper: bool, computed, optional
resource random_pet 0
  id: string, computed
  keepers: map(string), optional
  length: number, computed, optional
  prefix: string, optional
  separator: string, computed, optional
resource random_shuffle 0
  id: string, computed
  input: list(string), required
  keepers: map(string), optional
  result: list(string), computed
  result_count: number, optional
  seed: string, optional
resource random_string 2
  id: string, computed
  keepers: map(string), optional
  length: number, required
  lower: bool, computed, optional
  min_lower: number, computed, optional
  min_numeric: number, computed, optional
  min_special: number, computed, optional
  min_upper: number, computed, optional
  number: bool, computed, deprecated, optional
  numeric: bool, computed, optional
  override_special: string, optional
  result: string, computed
  special: bool, computed, optional
  upper: bool, computed, optional
resource random_uuid 0
  id: string, computed
  keepers: map(string), optional
  result: string, computed
resource random_uuid4 0
  id: string, computed
  keepers: map(string), optional
  result: string, computed
resource random_uuid7 0
  id: string, computed
  keepers: map(string), optional
  result: string, computed
";

#[test]
fn hosts_print_the_schema_of_the_well_known_provider() {
    on_every_host(|host| {
        host.config("")?;
        let ephemeral = if host.host().has(Feature::Ephemeral) {
            EPHEMERAL
        } else {
            ""
        };
        assert_eq!(printed(host)?, format!("{ephemeral}{RESOURCES}"));
        Ok(())
    });
}

/// The names, types and flags that a host prints of its provider.
pub(crate) fn printed(host: &Workspace) -> Result<String, Failure> {
    let schemas = host.schemas()?;
    let provider = &schemas["provider_schemas"][host.provider_address(SOURCE)];
    let mut text = String::new();
    for (kind, objects) in fields(provider) {
        let Some(kind) = kind.strip_suffix("_schemas") else {
            continue;
        };
        for (name, object) in fields(objects) {
            text.push_str(&format!("{kind} {name} {}\n", object["version"]));
            for (name, attribute) in fields(&object["block"]["attributes"]) {
                let flags: Vec<&str> = fields(attribute)
                    .filter(|(_, value)| **value == Value::Bool(true))
                    .map(|(name, _)| name.as_str())
                    .collect();
                text.push_str(&format!(
                    "  {name}: {}, {}\n",
                    ty(&attribute["type"]),
                    flags.join(", ")
                ));
            }
        }
    }
    Ok(text)
}

/// The fields of a JSON object, by name.
fn fields(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}

/// A type as in `map(string)`.
fn ty(json: &Value) -> String {
    match json {
        Value::Array(parts) => match parts.as_slice() {
            [collection, element] => format!("{}({})", ty(collection), ty(element)),
            _ => json.to_string(),
        },
        Value::String(name) => name.clone(),
        _ => json.to_string(),
    }
}
