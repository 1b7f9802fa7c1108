//! The schema as hosts print it, without its descriptions: as the provider that is replaced has it.

use serde_json::Value;
use terrane_test::{Failure, Feature, Workspace};

use super::over_both_protocols;

#[test]
fn hosts_print_the_schema_of_the_well_known_provider() {
    over_both_protocols(|host| {
        host.config("")?;
        let mut expected: Value = serde_json::from_str(include_str!("schema.json"))?;
        if !host.host().has(Feature::Functions) {
            expected
                .as_object_mut()
                .map(|schema| schema.remove("functions"));
        }
        assert_eq!(printed(host)?, expected);
        Ok(())
    });
}

/// What a host prints of its provider, without descriptions.
pub(crate) fn printed(host: &Workspace) -> Result<Value, Failure> {
    let schemas = host.schemas()?;
    let mut schema = schemas["provider_schemas"][host.provider_address(super::SOURCE)].clone();
    forget_descriptions(&mut schema);
    Ok(schema)
}

fn forget_descriptions(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.retain(|name, value| {
                !name.starts_with("description") && name != "summary" || value.is_object()
            });
            object.values_mut().for_each(forget_descriptions);
        }
        Value::Array(values) => values.iter_mut().for_each(forget_descriptions),
        _ => {}
    }
}
