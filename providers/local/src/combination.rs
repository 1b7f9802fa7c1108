//! The rule that exactly one attribute is the source of a file.
//!
//! The rule is not a relation of the schema, because the original provider reports an error at each attribute, and only if all of them are known.

use terrane::prelude::*;

/// Whether an attribute is configured. `None` while its value is unknown.
pub(crate) fn is_set<T>(value: &Value<T>) -> Option<bool> {
    (!value.is_unknown()).then(|| !value.is_null())
}

/// Reports an error at each attribute unless exactly one of them is set.
pub(crate) fn exactly_one_of(attributes: &[(&str, Option<bool>)], cx: &mut ValidateContext) {
    let set: Option<Vec<bool>> = attributes.iter().map(|(_, set)| *set).collect();
    let Some(set) = set else { return };
    let specified = match set.into_iter().filter(|set| *set).count() {
        0 => "No attribute".to_owned(),
        1 => return,
        count => format!("{count} attributes"),
    };
    for (name, _) in attributes {
        let others: Vec<&str> = attributes
            .iter()
            .map(|(other, _)| *other)
            .filter(|other| other != name)
            .collect();
        let others = others.join(",");
        cx.error_with(
            terrane::Path::root().attribute(*name),
            "Invalid Attribute Combination",
            format!("{specified} specified when one (and only one) of [{others}] is required"),
        );
    }
}
