//! Provider settings from environment variables.

use terrane_protocol::{Diagnostic, Diagnostics};
use terrane_value::{Data, Object, Path, Value};

use crate::messages::configuration as messages;
use crate::schema::{Block, Member};
use crate::secret;

/// Reads settings that are missing in the configuration from their environment variables.
pub(in crate::server) fn fill_from_environment(
    block: &Block,
    config: &mut Object,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<(), Diagnostics> {
    let mut missing = Diagnostics::new();
    for (at, member) in block.members().iter().enumerate() {
        let names = member.variables();
        if names.is_empty() || !config.at(at).is_null() {
            continue;
        }
        let set = names.iter().find_map(|name| {
            let text = variable(name).filter(|text| !text.is_empty())?;
            Some((&**name, text))
        });
        match set {
            Some((name, text)) => match from_text(member, name, text) {
                Ok(value) => *config.at_mut(at) = value,
                Err(diagnostic) => missing.push(diagnostic),
            },
            None if member.is_nullable() || member.has_default() => {}
            None => missing.push(
                messages::missing_setting(member.name(), names)
                    .at(Path::root().attribute(member.name().clone())),
            ),
        }
    }
    if missing.has_errors() {
        Err(missing)
    } else {
        Ok(())
    }
}

fn from_text(member: &Member, variable: &str, text: String) -> Result<Value, Diagnostic> {
    if member.is_sensitive() || member.is_write_only() {
        secret::hide(&text);
    }
    let value = Value::Known(Data::String(text.into()))
        .convert(&member.ty())
        .map_err(|_| messages::unconvertible_variable(variable, member.name(), &member.ty()));
    value
        .and_then(|value| {
            for validator in member.checks() {
                if let Some(violation) = validator.error_of(&value) {
                    let detail = violation.detail;
                    return Err(messages::variable_error(variable, member.name(), detail));
                }
            }
            Ok(value)
        })
        .map_err(|error| error.at(Path::root().attribute(member.name().clone())))
}

#[cfg(test)]
mod tests {
    use terrane_value::Type;

    use super::*;
    use crate::schema::{Validator, Violation};
    use crate::testing::{optional, required};

    fn block() -> Block {
        Block::new([
            required("token", Type::String).sensitive().env("ZOO_TOKEN"),
            optional("retries", Type::Number).env("ZOO_RETRIES"),
        ])
    }

    fn filled(variables: &[(&str, &str)]) -> Result<Object, Diagnostics> {
        let block = block();
        let mut config = Object::new(block.object_type());
        fill_from_environment(&block, &mut config, |name| {
            variables
                .iter()
                .find(|(variable, _)| *variable == name)
                .map(|(_, text)| (*text).to_owned())
        })?;
        Ok(config)
    }

    #[test]
    fn a_setting_is_read_from_its_environment_variable() {
        let config = filled(&[("ZOO_TOKEN", "t"), ("ZOO_RETRIES", "3")]).unwrap();
        assert_eq!(config.get("token"), Some(&"t".into()));
        assert_eq!(
            config.get("retries"),
            Some(&Value::Known(Data::Number(3.into())))
        );
    }

    fn lower(value: &Value) -> Result<(), Violation> {
        let text = value.as_str().unwrap_or_default();
        Err(format!("expected lower case, found \"{text}\"").into())
    }

    #[test]
    fn a_refused_sensitive_setting_is_hidden_in_its_diagnostic() {
        let token = required("token", Type::String).sensitive().env("ZOO_TOKEN");
        let block = Block::new([token.validator(Validator::new("", lower))]);
        let mut config = Object::new(block.object_type());
        let variable = |_: &str| Some("HUNTER2".to_owned());
        let seen = secret::OfRequest::default();
        let noting = secret::noting(&seen);
        let filled = fill_from_environment(&block, &mut config, variable);
        drop(noting);
        let detail = &filled.unwrap_err().errors().next().unwrap().detail.clone();
        let detail = secret::hidden(detail, &mut [&mut *seen.lock().unwrap()]).unwrap();
        assert!(detail.contains("found \"***\""), "{detail}");
    }

    #[test]
    fn the_first_variable_that_is_set_counts_and_then_the_default() {
        let member = required("region", Type::String)
            .env("ZOO_REGION")
            .env("ZOO_DEFAULT_REGION")
            .default(|| "north".into());
        let block = Block::new([member]);
        let region = |variables: &[(&str, &str)]| {
            let mut config = Object::new(block.object_type());
            let variable = |name: &str| {
                let found = variables.iter().find(|(variable, _)| *variable == name);
                found.map(|(_, text)| (*text).to_owned())
            };
            fill_from_environment(&block, &mut config, variable).unwrap();
            crate::planning::fill_missing(&block, &mut config);
            config
                .get("region")
                .and_then(Value::as_str)
                .map(str::to_owned)
        };
        let (first, second) = (("ZOO_REGION", "east"), ("ZOO_DEFAULT_REGION", "west"));
        assert_eq!(region(&[second, first]).as_deref(), Some("east"));
        assert_eq!(
            region(&[("ZOO_REGION", ""), second]).as_deref(),
            Some("west")
        );
        assert_eq!(region(&[]).as_deref(), Some("north"));
    }

    #[test]
    fn a_missing_setting_names_attribute_and_variable() {
        let diagnostics = filled(&[]).unwrap_err();
        let detail = &diagnostics.errors().next().unwrap().detail;
        assert!(
            detail.contains("`token`") && detail.contains("ZOO_TOKEN"),
            "{detail}"
        );
    }

    #[test]
    fn a_variable_of_another_type_is_named_without_its_value() {
        let diagnostics = filled(&[("ZOO_TOKEN", "t"), ("ZOO_RETRIES", "s3cret")]).unwrap_err();
        let detail = &diagnostics.errors().next().unwrap().detail;
        assert!(
            detail.contains("ZOO_RETRIES") && !detail.contains("s3cret"),
            "{detail}"
        );
    }
}
