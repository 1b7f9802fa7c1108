//! Provider settings from environment variables.

use std::ffi::OsString;

use terrane_protocol::{Diagnostic, Diagnostics};
use terrane_value::{Object, Path, Type, Value};

use crate::messages::configuration as messages;
use crate::schema::{Block, Member};
use crate::secret;

/// The texts that mean `true` and `false`, which Go's `strconv.ParseBool` accepts.
const BOOLS: [(bool, [&str; 6]); 2] = [
    (true, ["true", "TRUE", "True", "t", "T", "1"]),
    (false, ["false", "FALSE", "False", "f", "F", "0"]),
];

/// The diagnostics of settings that have no usable value.
#[derive(Default)]
pub(crate) struct Unusable {
    /// For settings whose variable is set, but cannot be used.
    pub(crate) invalid: Diagnostics,
    /// For settings that neither the configuration nor a variable sets.
    pub(crate) missing: Diagnostics,
}

/// Reads settings that are missing in the configuration from their environment variables.
pub(crate) fn fill_from_environment(
    block: &Block,
    config: &mut Object,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Unusable {
    let mut unusable = Unusable::default();
    for (at, member) in block.members().iter().enumerate() {
        let names = member.variables();
        if names.is_empty() || !config.at(at).is_null() {
            continue;
        }
        let set = names.iter().find_map(|name| {
            let text = variable(name).filter(|text| !text.is_empty())?;
            Some((&**name, text))
        });
        let path = || Path::root().attribute(member.name().clone());
        match set {
            Some((name, text)) => match from_text(member, name, text) {
                Ok(value) => *config.at_mut(at) = value,
                Err(diagnostic) => {
                    // The setting is set, so no relation may report it as missing.
                    *config.at_mut(at) = Value::unknown();
                    unusable.invalid.push(diagnostic.at(path()));
                }
            },
            None if member.is_nullable() || member.has_default() => {}
            None => {
                let missing = messages::missing_setting(member.name(), names);
                unusable.missing.push(missing.at(path()));
            }
        }
    }
    unusable
}

fn from_text(member: &Member, variable: &str, text: OsString) -> Result<Value, Diagnostic> {
    let error = |why: &str| messages::variable_error(variable, member.name(), why);
    // The text may be secret, so no error repeats it.
    let text = text
        .into_string()
        .map_err(|_| error("expected text in UTF-8, found other bytes"))?;
    if member.is_sensitive() || member.is_write_only() {
        secret::hide(&text);
    }
    let value = match member.ty() {
        Type::Bool => bool_of(&text).ok_or_else(|| error(&expected_bool()))?,
        ty => Value::parse(&text, &ty).map_err(|_| error(&format!("expected a {ty}")))?,
    };
    if value.infinite().is_some() {
        return Err(error("expected a finite number"));
    }
    for validator in member.checks() {
        if let Some(violation) = validator.error_of(&value) {
            return Err(error(&violation.detail));
        }
    }
    Ok(value)
}

fn bool_of(text: &str) -> Option<Value> {
    let found = BOOLS.iter().find(|(_, texts)| texts.contains(&text));
    found.map(|(value, _)| Value::from(*value))
}

fn expected_bool() -> String {
    let texts = |(_, texts): &(bool, [&str; 6])| texts.map(|text| format!("`{text}`")).join(", ");
    let [yes, no] = BOOLS.each_ref().map(texts);
    format!("expected a bool, which is one of {yes}, {no}")
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use terrane_value::Data;

    use super::*;
    use crate::schema::{Validator, Violation};
    use crate::testing::{optional, required};

    fn block() -> Block {
        Block::new([
            required("token", Type::String).sensitive().env("ZOO_TOKEN"),
            optional("retries", Type::Number).env("ZOO_RETRIES"),
        ])
    }

    fn filled<T: AsRef<OsStr>>(block: &Block, variables: &[(&str, T)]) -> (Object, Unusable) {
        let mut config = Object::new(block.object_type());
        let unusable = fill_from_environment(block, &mut config, |name| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, text)| text.as_ref().to_owned())
        });
        (config, unusable)
    }

    fn detail(diagnostics: &Diagnostics) -> &str {
        let mut errors = diagnostics.errors();
        let error = errors.next().unwrap();
        assert!(errors.next().is_none(), "{diagnostics:?}");
        &error.detail
    }

    #[test]
    fn a_setting_is_read_from_its_environment_variable() {
        let (config, _) = filled(&block(), &[("ZOO_TOKEN", "t"), ("ZOO_RETRIES", "3")]);
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
        let seen = secret::OfRequest::default();
        let noting = secret::noting(&seen);
        let (_, unusable) = filled(&block, &[("ZOO_TOKEN", "HUNTER2")]);
        drop(noting);
        let mut detail = detail(&unusable.invalid).to_owned();
        let known: secret::KnownSecrets = [&*seen.lock().unwrap()].into_iter().collect();
        known.hide_in(&mut detail, usize::MAX);
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
            let (mut config, _) = filled(&block, variables);
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
        let (_, unusable) = filled::<&str>(&block(), &[]);
        let detail = detail(&unusable.missing);
        assert!(
            detail.contains("`token`") && detail.contains("ZOO_TOKEN"),
            "{detail}"
        );
    }

    #[test]
    fn an_infinite_number_in_a_variable_is_refused() {
        for text in ["inf", "-Inf"] {
            let variables = [("ZOO_TOKEN", "t"), ("ZOO_RETRIES", text)];
            let (_, unusable) = filled(&block(), &variables);
            let detail = detail(&unusable.invalid);
            assert!(detail.contains("expected a finite number"), "{detail}");
        }
    }

    #[test]
    fn a_variable_of_another_type_is_named_without_its_value() {
        let (_, unusable) = filled(&block(), &[("ZOO_TOKEN", "t"), ("ZOO_RETRIES", "s3cret")]);
        let detail = detail(&unusable.invalid);
        assert!(
            detail.contains("ZOO_RETRIES") && !detail.contains("s3cret"),
            "{detail}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_variable_that_is_not_utf_8_is_an_error_and_not_absent() {
        use std::os::unix::ffi::OsStrExt as _;

        let coffee = OsStr::from_bytes(b"caf\xe9");
        for member in [
            optional("zone", Type::String),
            required("zone", Type::String).default(|| "north".into()),
            required("zone", Type::String).sensitive(),
            optional("zone", Type::Number),
            optional("zone", Type::Bool),
        ] {
            let block = Block::new([member.env("ZONE").env("OTHER_ZONE")]);
            let (config, unusable) =
                filled(&block, &[("OTHER_ZONE", "1".as_ref()), ("ZONE", coffee)]);
            assert_eq!(config.get("zone"), Some(&Value::unknown()));
            assert_eq!(
                detail(&unusable.invalid),
                "The value of ZONE, used for `zone`, is not valid: expected text in UTF-8, found other bytes."
            );
            assert!(!unusable.missing.has_errors());
        }
    }

    #[test]
    fn a_bool_is_read_as_go_does_and_an_error_lists_the_texts() {
        let block = Block::new([optional("insecure", Type::Bool).env("ZOO_INSECURE")]);
        for (text, value) in [
            ("1", true),
            ("t", true),
            ("T", true),
            ("TRUE", true),
            ("true", true),
            ("True", true),
            ("0", false),
            ("f", false),
            ("F", false),
            ("FALSE", false),
            ("false", false),
            ("False", false),
        ] {
            let (config, unusable) = filled(&block, &[("ZOO_INSECURE", text)]);
            assert_eq!(config.get("insecure"), Some(&value.into()), "{text}");
            assert!(!unusable.invalid.has_errors());
        }
        for text in ["yes", "on", "tRUE", " true", "true ", "2", "-1", "01"] {
            let (config, unusable) = filled(&block, &[("ZOO_INSECURE", text)]);
            assert_eq!(config.get("insecure"), Some(&Value::unknown()), "{text}");
            assert_eq!(
                detail(&unusable.invalid),
                "The value of ZOO_INSECURE, used for `insecure`, is not valid: expected a bool, which is one of `true`, `TRUE`, `True`, \
                 `t`, `T`, `1`, `false`, `FALSE`, `False`, `f`, `F`, `0`."
            );
        }
    }
}
