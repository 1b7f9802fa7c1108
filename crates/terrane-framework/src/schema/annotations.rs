//! The parts of a schema that hosts do not print, as JSON: defaults, validators, relations and rules of planning.

use serde_json::{Map, Value};
use terrane_value::json;

use super::planned::Keep;
use super::{Block, Constraint, Member, Relation, Replace, Shape};

impl Block {
    /// Returns the annotations of the block. They have the structure of the block in the output of `terraform providers schema -json`, so both can be
    /// merged.
    pub(crate) fn annotations(&self) -> Value {
        let mut found = Annotations::default();
        let (mut attributes, mut blocks) = (Map::new(), Map::new());
        for member in self.members() {
            let annotations = member.annotations();
            let place = match member.shape() {
                Shape::Block { .. } => &mut blocks,
                // No host knows the attribute.
                _ if member.is_identity_only() => continue,
                _ => &mut attributes,
            };
            if !annotations.is_empty() {
                place.insert(member.name().to_string(), Value::Object(annotations));
            }
        }
        found.members("attributes", attributes);
        found.members("block_types", blocks);
        let relations: Vec<Value> = self.relations().iter().map(relation_annotation).collect();
        if !relations.is_empty() {
            found.set("relations", relations);
        }
        if let Some(version) = &self.0.since {
            found.set("since", version.as_str());
        }
        Value::Object(found.0)
    }
}

/// Returns the kind of a relation, and the paths of its members.
fn relation_annotation(relation: &Relation) -> Value {
    let mut found = Annotations::default();
    found.set("kind", relation.kind().name());
    let members = relation.members().iter().map(ToString::to_string);
    found.set("members", members.collect::<Vec<_>>());
    found.flag("warning", relation.is_warning());
    Value::Object(found.0)
}

#[derive(Default)]
struct Annotations(Map<String, Value>);

impl Annotations {
    fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.0.insert(key.to_owned(), value.into());
    }

    fn flag(&mut self, key: &str, flag: bool) {
        if flag {
            self.set(key, true);
        }
    }

    fn members(&mut self, key: &str, members: Map<String, Value>) {
        if !members.is_empty() {
            self.set(key, members);
        }
    }

    fn nested(&mut self, key: &str, nested: Value) {
        if nested.as_object().is_some_and(|it| !it.is_empty()) {
            self.set(key, nested);
        }
    }
}

impl Member {
    fn annotations(&self) -> Map<String, Value> {
        let mut found = Annotations::default();
        match self.shape() {
            Shape::Type(_) => {}
            Shape::Nested { object, .. } => found.nested("nested_type", object.annotations()),
            Shape::Block { block, .. } => found.nested("block", block.annotations()),
        }
        self.annotate_values(&mut found);
        self.annotate_plans(&mut found);
        self.annotate_identity(&mut found);
        if let Some(version) = &self.options().since {
            found.set("since", version.as_str());
        }
        found.0
    }

    /// Adds the allowed values of the member.
    fn annotate_values(&self, found: &mut Annotations) {
        if let Some(default) = self.default_value() {
            let default = json::encode(&default, &self.ty())
                .ok()
                .and_then(|text| serde_json::from_slice(&text).ok());
            found.set("default", default.unwrap_or(Value::Null));
        }
        let validators: Vec<&str> = self
            .checks()
            .iter()
            .map(|it| it.describe())
            .filter(|text| !text.is_empty())
            .collect();
        if !validators.is_empty() {
            found.set("validators", validators);
        }
        let ty = self.ty();
        let whole = self
            .whole()
            .and_then(|(start, end)| Constraint::of_whole(start, end));
        let constraints = self.checks().iter().filter_map(|it| it.constraint());
        let constraints: Vec<Value> = whole
            .iter()
            .chain(constraints)
            .filter_map(|it| it.to_json(&ty))
            .collect();
        if !constraints.is_empty() {
            found.set("constraints", constraints);
        }
        found.flag("whole", self.whole().is_some());
        if !self.variables().is_empty() {
            found.set("environment_variables", self.variables());
        }
        found.flag("accepts_unknown", self.accepts_unknown());
        found.flag("custom_equality", self.equality().is_some());
        found.flag("empty_is_null", self.empty_is_null);
        let mut timeouts = Map::new();
        for (operation, default) in self.options().timeouts.iter() {
            let seconds = default.map_or(Value::Null, |it| it.as_secs_f64().into());
            timeouts.insert((*operation).to_owned(), seconds);
        }
        found.members("timeouts", timeouts);
    }

    /// Adds the effect of changes of the member on plans.
    fn annotate_plans(&self, found: &mut Annotations) {
        match self.replaces() {
            Replace::Never => {}
            Replace::Changed => found.set("replaces", "changed"),
            Replace::Configured => found.set("replaces", "configured"),
            Replace::If(_) => found.set("replaces", "sometimes"),
        }
        match self.keeps() {
            Keep::Never => {}
            Keep::Always => found.set("keeps", true),
            Keep::Unless(dependencies) => {
                let paths = dependencies.iter().map(|it| it.path().to_string());
                found.set("keeps_unless_changed", paths.collect::<Vec<String>>());
            }
        }
        found.flag("plan_hook", !self.modifiers().is_empty());
        if let Some(name) = self.aligned_by_name() {
            found.set("elements_by", name);
        }
        if let Some(name) = self.counted_name() {
            found.set("counts", name);
        }
    }

    /// Adds the role of the member in the key and identity.
    fn annotate_identity(&self, found: &mut Annotations) {
        if !self.is_key() {
            return;
        }
        found.set("key", true);
        if self.identifies().is_published() {
            found.set("identity", self.part_name().as_str());
        }
        found.flag("mutable", !self.is_permanent());
    }
}
