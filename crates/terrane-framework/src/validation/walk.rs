//! Validation of a configuration by its schema (rules V1 to V6).

use terrane_protocol::Diagnostic;
use terrane_protocol::schema::BlockNesting;
use terrane_value::{Data, Object, Path, Step, Type, Value};

use super::known::Known;
use super::relation;
use crate::messages::validation as messages;
use crate::schema::{Block, Member, Shape, ValidationContext, Violation};

/// Validates a configuration: required and forbidden attributes, and every validator.
///
/// Write-only values are refused if the host does not support them, or the kind cannot have them (rule V2f). The same holds for blocks that
/// the provider fills.
///
/// Relations and validators see `seen`. It differs from the configuration if environment variables set provider settings.
pub(crate) fn validate(
    block: &Block,
    config: &Object,
    seen: Option<&Object>,
    known: Known,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut walk = Walk {
        path: Path::root(),
        set: None,
        configuration: seen.unwrap_or(config),
        known,
        diagnostics,
    };
    let seen = seen.unwrap_or(config);
    walk.members(block, config, seen);
    walk.relations(block, config, seen);
    if let Some(message) = block.deprecation() {
        walk.diagnostics.push(messages::deprecated("", message));
    }
}

/// Whether a value of a type may contain a number.
fn holds_numbers(ty: &Type) -> bool {
    match ty {
        Type::Number | Type::Dynamic => true,
        Type::Bool | Type::String => false,
        Type::List(element) | Type::Set(element) | Type::Map(element) => holds_numbers(element),
        Type::Tuple(parts) => parts.iter().any(holds_numbers),
        Type::Object(object) => object.types().iter().any(holds_numbers),
    }
}

struct Walk<'a> {
    path: Path,
    /// The path of the set around the object, if it is an element. It precedes `path`.
    set: Option<&'a Path>,
    /// The whole configuration.
    configuration: &'a Object,
    known: Known,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Walk<'_> {
    fn object(&mut self, block: &Block, config: &Object) {
        self.members(block, config, config);
        self.relations(block, config, config);
    }

    /// Validates the members of an object. Their validators see the object as `seen`.
    fn members(&mut self, block: &Block, config: &Object, seen: &Object) {
        for (member, value) in block.members().iter().zip(config.values()) {
            self.path.push(Step::Attribute(member.name().clone()));
            self.member(member, value, seen);
            self.path.pop();
        }
    }

    fn relations(&mut self, block: &Block, config: &Object, seen: &Object) {
        for relation in block.relations() {
            let (path, objects) = (&self.path, [config, seen]);
            relation::check(relation, block, objects, path, self.known, self.diagnostics);
        }
    }

    fn member(&mut self, member: &Member, value: &Value, object: &Object) {
        if !member.configurable() && !value.is_absent() {
            self.report(messages::read_only(&self.path));
        } else if member.required() && value.is_absent() {
            self.report(messages::required(&self.path));
        }
        let name = member.name();
        if member.is_write_only() && !self.known.write_only && !value.is_absent() {
            self.report(messages::write_only_not_allowed(name));
        }
        if let (Shape::Block { nesting, .. }, true) = (member.shape(), member.computed())
            && !self.known.computed_blocks
            && (value.is_null() || *value == nesting.absent())
        {
            self.report(messages::computed_block_not_allowed(name));
        }
        let infinite = match member.shape() {
            Shape::Type(ty) if holds_numbers(ty) => value.infinite(),
            Shape::Type(_) | Shape::Nested { .. } | Shape::Block { .. } => None,
        };
        if let Some(inside) = infinite {
            let path = self.path.clone().join(&inside);
            self.diagnostics.push(messages::infinite(&path).at(path));
        } else if !value.is_absent() && !value.is_unknown() {
            for validator in member.checks() {
                let context = ValidationContext::new(
                    self.set.unwrap_or(&self.path),
                    self.set.is_none(),
                    self.configuration,
                    object,
                    self.known.write_only,
                );
                if let Err(violation) = validator.check_in(value, &context) {
                    violation.each().for_each(|one| self.violation(one));
                }
            }
        }
        if let Some(inside) = member.null_within(value) {
            let addressed = value.at(&inside).is_none_or(Value::is_null);
            self.null_element(self.path.clone().join(&inside), addressed);
        }
        self.nested(member, value);
        if let Some(message) = member.deprecation()
            && !value.is_unknown()
            && relation::is_set(member, value) == Some(true)
        {
            let block = matches!(member.shape(), Shape::Block { .. });
            let what = if block { "Block " } else { "Attribute " };
            self.report(messages::deprecated(what, message));
        }
    }

    fn violation(&mut self, violation: Violation) {
        let path = self.path.clone().join(&violation.path);
        self.diagnostics
            .push(messages::violation(&path, violation).at(path));
    }

    fn nested(&mut self, member: &Member, value: &Value) {
        let Some(block) = member.shape().nested() else {
            return;
        };
        match value {
            Value::Known(Data::Object(object)) => self.object(block, object),
            Value::Known(Data::List(elements)) => {
                for (at, element) in elements.iter().enumerate() {
                    self.element(Step::Index(at), block, element);
                }
            }
            Value::Known(Data::Map(elements)) => {
                for (key, element) in elements.iter() {
                    self.element(Step::Key(key.clone()), block, element);
                }
            }
            Value::Known(Data::Set(elements)) => {
                for element in elements.iter() {
                    self.set_element(block, element);
                }
            }
            Value::Null => self.absent(member),
            Value::Known(_) | Value::Unknown(_) => {}
        }
    }

    /// Reports an absent required single block. Hosts check `min_items` only at the first level.
    fn absent(&mut self, member: &Member) {
        if let Shape::Block {
            nesting: BlockNesting::Single,
            min_items: 1..,
            ..
        } = member.shape()
        {
            self.report(messages::missing_block(member.name()));
        }
    }

    fn element(&mut self, step: Step, block: &Block, element: &Value) {
        self.path.push(step);
        match element {
            Value::Known(Data::Object(object)) => self.object(block, object),
            Value::Null => self.null_element(self.path.clone(), true),
            Value::Known(_) | Value::Unknown(_) => {}
        }
        self.path.pop();
    }

    /// Validates an element of a set. It has no address, so the errors have the path of the set, and their details name the attribute.
    fn set_element(&mut self, block: &Block, element: &Value) {
        let mut found = Vec::new();
        let mut walk = Walk {
            path: Path::root(),
            set: Some(self.set.unwrap_or(&self.path)),
            configuration: self.configuration,
            known: self.known,
            diagnostics: &mut found,
        };
        match element {
            Value::Known(Data::Object(object)) => walk.object(block, object),
            Value::Null => walk.report(messages::null_element(&self.path, false)),
            Value::Known(_) | Value::Unknown(_) => {}
        }
        for mut diagnostic in found {
            diagnostic.path = Some(self.path.clone());
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports a null element. For an element of a set, `path` is the path of the set.
    fn null_element(&mut self, path: Path, addressed: bool) {
        self.diagnostics
            .push(messages::null_element(&path, addressed).at(path));
    }

    /// Reports a diagnostic about the current path.
    fn report(&mut self, mut diagnostic: Diagnostic) {
        if !self.path.steps().is_empty() {
            diagnostic = diagnostic.at(self.path.clone());
        }
        self.diagnostics.push(diagnostic);
    }
}
