//! The explanation of a plan: for each attribute, why it is unknown, kept, replaced or changed.

use terrane_value::{Object, Path, Step, Value};

use crate::schema::{Block, Member};

/// Explains a plan, with one line for each attribute. Values are not shown, because they may be secret.
pub(crate) fn explain(
    block: &Block,
    config: &Object,
    prior: Option<&Object>,
    planned: &Object,
    replace: &[Path],
) -> String {
    let lines = block.in_order().map(|(index, member)| {
        let attribute = Attribute {
            member,
            config: config.at(index),
            prior: prior.map(|prior| prior.at(index)),
            planned: planned.at(index),
            replaces: replace.iter().any(|path| starts_with(path, member.name())),
            is_replaced: prior.is_some() && !replace.is_empty(),
        };
        format!("{}: {}.", member.name(), attribute.reason())
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn starts_with(path: &Path, name: &str) -> bool {
    matches!(path.steps().first(), Some(Step::Attribute(first)) if first.as_str() == name)
}

/// An attribute of a plan.
struct Attribute<'a> {
    member: &'a Member,
    config: &'a Value,
    /// The value in the state. `None` before the object is created.
    prior: Option<&'a Value>,
    planned: &'a Value,
    /// Whether its change replaces the object.
    replaces: bool,
    /// Whether the object is replaced.
    is_replaced: bool,
}

impl Attribute<'_> {
    fn reason(&self) -> &'static str {
        if self.replaces {
            return "replaces the object, because it changes and cannot be changed in place";
        }
        if !self.planned.is_wholly_known() {
            return self.unknown();
        }
        match self.prior {
            Some(prior) if prior == self.planned => self.kept(),
            _ => self.value(),
        }
    }

    fn unknown(&self) -> &'static str {
        if !self.config.is_wholly_known() {
            "unknown, because the configuration refers to a value that is not known before the apply"
        } else if self.prior.is_none() {
            "unknown, because the provider sets it when it creates the object"
        } else if self.is_replaced {
            "unknown, because the object is replaced and the provider sets it for the new one"
        } else {
            "unknown, because other attributes change and the provider does not say that it stays the same"
        }
    }

    fn kept(&self) -> &'static str {
        if !self.config.is_null() {
            "kept, because the configuration has the value of the state, or an equal one"
        } else if self.member.has_default() {
            "kept, because its default is the value of the state"
        } else if self.member.computed() {
            "kept, because the provider set it and it stays the same in this change"
        } else {
            "kept null, because neither the configuration nor the provider sets it"
        }
    }

    /// Explains a known value that is not the one of the state.
    fn value(&self) -> &'static str {
        let changed = self.prior.is_some();
        if self.config == self.planned && !self.config.is_null() {
            return if changed {
                "changed by the configuration"
            } else {
                "set by the configuration"
            };
        }
        if self.planned.is_null() {
            return if changed {
                "changed to null, because the configuration does not set it"
            } else {
                "null, because nothing sets it"
            };
        }
        if self.config.is_null() && self.member.has_default() {
            return "set to its default, because the configuration does not set it";
        }
        "planned by the provider"
    }
}

#[cfg(test)]
mod tests {
    use terrane_value::{Data, Type, json};

    use super::*;
    use crate::testing::{computed, optional, required};

    fn block() -> Block {
        Block::new([
            required("name", Type::String).replace(),
            required("legs", Type::Number).default(|| 4.into()),
            optional("note", Type::String),
            computed("id", Type::String).keep(),
            computed("etag", Type::String),
        ])
    }

    fn object(text: &str) -> Object {
        match json::decode(text.as_bytes(), &block().ty()).unwrap() {
            Value::Known(Data::Object(object)) => object,
            other => panic!("{text} is {other:?}"),
        }
    }

    fn unknown(text: &str, names: &[&str]) -> Object {
        let mut object = object(text);
        for name in names {
            object.set(name, Value::unknown());
        }
        object
    }

    const CONFIG: &str = r#"{"name":"rex","legs":null,"note":null,"id":null,"etag":null}"#;
    const STATE: &str = r#"{"name":"rex","legs":4,"note":null,"id":"1","etag":"a"}"#;

    fn line(text: &str, name: &str) -> String {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        line.unwrap().to_owned()
    }

    #[test]
    fn a_creation_tells_configured_values_defaults_and_values_of_the_provider_apart() {
        let planned = unknown(STATE, &["id", "etag"]);
        let text = explain(&block(), &object(CONFIG), None, &planned, &[]);
        assert_eq!(line(&text, "name"), "set by the configuration.");
        assert!(line(&text, "legs").starts_with("set to its default"));
        assert!(line(&text, "note").starts_with("null"));
        assert!(line(&text, "id").contains("when it creates the object"));
        assert_eq!(text.lines().count(), 5);
    }

    #[test]
    fn an_update_tells_kept_changed_and_unknown_values_apart() {
        let config = object(r#"{"name":"rex","legs":3,"note":null,"id":null,"etag":null}"#);
        let mut planned = unknown(STATE, &["etag"]);
        planned.set("legs", 3);
        let text = explain(&block(), &config, Some(&object(STATE)), &planned, &[]);
        assert!(line(&text, "name").starts_with("kept, because the configuration"));
        assert_eq!(line(&text, "legs"), "changed by the configuration.");
        assert!(line(&text, "note").starts_with("kept null"));
        assert!(line(&text, "id").starts_with("kept, because the provider"));
        assert!(line(&text, "etag").contains("other attributes change"));
    }

    #[test]
    fn a_replacement_names_its_cause_and_what_follows_from_it() {
        let config = object(r#"{"name":"tom","legs":null,"note":null,"id":null,"etag":null}"#);
        let mut planned = unknown(STATE, &["id", "etag"]);
        planned.set("name", "tom");
        let replace = [Path::root().attribute("name")];
        let text = explain(&block(), &config, Some(&object(STATE)), &planned, &replace);
        assert!(line(&text, "name").starts_with("replaces the object"));
        assert!(line(&text, "id").contains("for the new one"));
        assert!(line(&text, "legs").contains("its default"));
    }

    #[test]
    fn a_value_that_the_configuration_does_not_know_is_no_choice_of_the_provider() {
        let config = unknown(CONFIG, &["note"]);
        let planned = unknown(STATE, &["note"]);
        let text = explain(&block(), &config, Some(&object(STATE)), &planned, &[]);
        assert!(line(&text, "note").contains("the configuration refers to"));
    }
}
