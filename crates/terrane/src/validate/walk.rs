//! The walk of a configuration along its schema (rules V1 to V6).

use terrane_protocol::Diagnostic;
use terrane_protocol::schema::BlockNesting;
use terrane_value::{Data, Object, Path, Step, Value};

use crate::schema::{Block, Member, Shape};

/// The summary of a violation that brings none of its own.
const INVALID_VALUE: &str = "Invalid Attribute Value";

/// Checks a configuration: what must be set, what must not, and every validator.
pub(crate) fn validate(block: &Block, config: &Object, diagnostics: &mut Vec<Diagnostic>) {
    let mut walk = Walk {
        path: Path::root(),
        diagnostics,
    };
    walk.object(block, config);
    if let Some(message) = block.deprecation() {
        walk.diagnostics
            .push(Diagnostic::warning("Deprecated", message));
    }
}

struct Walk<'a> {
    path: Path,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Walk<'_> {
    fn object(&mut self, block: &Block, config: &Object) {
        for (member, value) in block.members().iter().zip(config.values()) {
            self.path.push(Step::Attribute(member.name().clone()));
            self.member(member, value);
            self.path.pop();
        }
    }

    fn member(&mut self, member: &Member, value: &Value) {
        let name = member.name();
        if !member.configurable() && !is_null(value) {
            self.error(
                "Invalid Configuration for Read-Only Attribute",
                format!("The provider sets `{name}`; remove it from the configuration."),
            );
        } else if member.required() && is_null(value) {
            self.error(
                "Missing Configuration for Required Attribute",
                format!("`{name}` must be set: give it a value that is not null."),
            );
        }
        if !is_null(value) && !value.is_unknown() {
            for validator in member.validators() {
                if let Err(violation) = validator.check(value) {
                    match violation.summary {
                        Some(summary) => self.error(&summary, violation.detail),
                        None => self.error(
                            INVALID_VALUE,
                            format!("`{}`: {}.", self.path, violation.detail),
                        ),
                    }
                }
            }
        }
        if let Some(inside) = member.null_inside(value) {
            self.null_element(self.path.clone().join(&inside));
        }
        self.nested(member, value);
        if let Some(message) = member.deprecation()
            && !is_null(value)
            && !value.is_unknown()
        {
            let block = matches!(member.shape(), Shape::Block { .. });
            let what = if block { "Block" } else { "Attribute" };
            self.diagnostics.push(
                Diagnostic::warning(format!("{what} Deprecated"), message).at(self.path.clone()),
            );
        }
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
                for (key, element) in elements {
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

    /// An absent single block that must be there; hosts check it only for the first level of a `min_items` block.
    fn absent(&mut self, member: &Member) {
        if let Shape::Block {
            nesting: BlockNesting::Single,
            min_items: 1..,
            ..
        } = member.shape()
        {
            self.error(
                "Missing required block",
                format!("Add one `{}` block.", member.name()),
            );
        }
    }

    fn element(&mut self, step: Step, block: &Block, element: &Value) {
        self.path.push(step);
        match element {
            Value::Known(Data::Object(object)) => self.object(block, object),
            Value::Null => self.null_element(self.path.clone()),
            Value::Known(_) | Value::Unknown(_) => {}
        }
        self.path.pop();
    }

    /// An element of a set has no address: what is found in it is reported at the set, and says where it is.
    fn set_element(&mut self, block: &Block, element: &Value) {
        let mut found = Vec::new();
        let mut walk = Walk {
            path: Path::root(),
            diagnostics: &mut found,
        };
        match element {
            Value::Known(Data::Object(object)) => walk.object(block, object),
            Value::Null => walk.error(
                "Null element",
                "An element is null: remove it, or give it a value.".to_owned(),
            ),
            Value::Known(_) | Value::Unknown(_) => {}
        }
        for mut diagnostic in found {
            diagnostic.path = Some(self.path.clone());
            self.diagnostics.push(diagnostic);
        }
    }

    fn null_element(&mut self, path: Path) {
        let detail = format!("`{path}` is null: remove the element, or give it a value.");
        self.diagnostics
            .push(Diagnostic::error("Null element", detail).at(path));
    }

    fn error(&mut self, summary: &str, detail: String) {
        let mut diagnostic = Diagnostic::error(summary, detail);
        if !self.path.steps().is_empty() {
            diagnostic = diagnostic.at(self.path.clone());
        }
        self.diagnostics.push(diagnostic);
    }
}

/// Whether a value is null, or a dynamic value that holds a null (rule V2c).
fn is_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Known(Data::Dynamic(typed)) => typed.value.is_null(),
        Value::Known(_) | Value::Unknown(_) => false,
    }
}
