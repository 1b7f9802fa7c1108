//! The parts of a schema that hosts do not print, as JSON: defaults, validators, relations and rules of planning.

use serde_json::{Map, Value, json};
use terrane_value::json;

use super::constraint::without_blanks;
use super::planned::Keep;
use super::{Block, Constraint, Member, Relation, Replace, Shape, Validator};

impl Block {
    /// Returns the annotations of the block. They have the structure of the block in the output of `terraform providers schema -json`, so both can be
    /// merged.
    pub(crate) fn annotations(&self) -> Value {
        // No host knows the other attributes.
        let known = self.members().iter().filter(|it| !it.is_identity_only());
        let (blocks, attributes): (Vec<&Member>, Vec<&Member>) =
            known.partition(|it| matches!(it.shape(), Shape::Block { .. }));
        let each = |members: Vec<&Member>| {
            let all = members.into_iter();
            without_blanks(
                all.map(|it| (it.name().to_string(), it.annotations()))
                    .collect(),
            )
        };
        let relations = self.relations().iter().map(relation_annotation);
        without_blanks(json!({
            "attributes": each(attributes),
            "block_types": each(blocks),
            "relations": relations.collect::<Vec<_>>(),
            "since": self.0.since,
        }))
    }
}

/// Returns the kind of a relation, and the paths of its members.
fn relation_annotation(relation: &Relation) -> Value {
    let members = relation.members().iter().map(ToString::to_string);
    without_blanks(json!({
        "kind": relation.kind().name(),
        "members": members.collect::<Vec<_>>(),
        "warning": relation.is_warning(),
    }))
}

impl Member {
    fn annotations(&self) -> Value {
        let (nested_type, block) = match self.shape() {
            Shape::Type(_) => (Value::Null, Value::Null),
            Shape::Nested { object, .. } => (object.annotations(), Value::Null),
            Shape::Block { block, .. } => (Value::Null, block.annotations()),
        };
        let (ty, checks) = (self.ty(), self.checks().iter());
        let descriptions = checks.clone().map(Validator::describe);
        let whole = self.whole();
        let of_type = whole.and_then(|(start, end)| Constraint::of_whole(start, end));
        let constraints = of_type
            .iter()
            .chain(checks.filter_map(Validator::constraint));
        let timeouts = self.options().timeouts.iter().map(|(operation, default)| {
            let seconds = default.map(|it| it.as_secs_f64());
            ((*operation).to_owned(), json!(seconds))
        });
        let replaces = match self.replaces() {
            Replace::Never => None,
            Replace::Changed => Some("changed"),
            Replace::Configured => Some("configured"),
            Replace::If(_) => Some("sometimes"),
        };
        let dependencies = match self.keeps() {
            Keep::Unless(dependencies) => dependencies.as_slice(),
            Keep::Never | Keep::Always => &[],
        };
        let dependencies = dependencies.iter().map(|it| it.path().to_string());
        let is_published = self.identifies().is_published();
        let mut found = without_blanks(json!({
            "nested_type": nested_type,
            "block": block,
            "validators": descriptions.filter(|it| !it.is_empty()).collect::<Vec<_>>(),
            "constraints": constraints.filter_map(|it| it.to_json(&ty)).collect::<Vec<_>>(),
            "whole": whole.is_some(),
            "environment_variables": self.variables(),
            "accepts_unknown": self.accepts_unknown(),
            "custom_equality": self.equality().is_some(),
            "empty_is_null": self.empty_is_null,
            "timeouts": timeouts.collect::<Map<_, _>>(),
            "replaces": replaces,
            "keeps": matches!(self.keeps(), Keep::Always),
            "keeps_unless_changed": dependencies.collect::<Vec<_>>(),
            "plan_hook": !self.modifiers().is_empty(),
            "elements_by": self.aligned_by_name(),
            "counts": self.counted_name(),
            "key": self.is_key(),
            "identity": is_published.then(|| self.part_name().as_str()),
            "mutable": self.is_key() && !self.is_permanent(),
            "since": self.options().since,
        }));
        if let Some(default) = self.default_value() {
            let encoded = json::encode(&default, &ty).unwrap_or_default();
            found["default"] = serde_json::from_slice(&encoded).unwrap_or(Value::Null);
        }
        found
    }
}
