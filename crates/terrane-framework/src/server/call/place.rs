//! The place of a value in a diagnostic.

use terrane_protocol::Diagnostic;
use terrane_value::{Path, Step, Type};

use crate::schema::Block;

/// Sets the path of a diagnostic.
pub(crate) trait AtValue {
    /// Sets the part of the path that hosts accept: not the root, and nothing below a set.
    fn at_value(self, path: &Path, block: &Block) -> Self;
}

impl AtValue for Diagnostic {
    fn at_value(self, path: &Path, block: &Block) -> Self {
        let steps = path.steps()[..addressable(path, block)].iter();
        let addressable: Path = steps.cloned().collect();
        if addressable.is_root() {
            self
        } else {
            self.at(addressable)
        }
    }
}

/// Returns how many steps of a path hosts accept.
fn addressable(path: &Path, block: &Block) -> usize {
    let mut ty = Some(block.ty());
    for (at, step) in path.steps().iter().enumerate() {
        ty = match (ty, step) {
            (Some(Type::Set(_)), _) => return at,
            (Some(Type::Object(object)), Step::Attribute(name)) => object.attribute(name).cloned(),
            (Some(Type::List(element) | Type::Map(element)), _) => Some((*element).clone()),
            _ => None,
        };
    }
    path.steps().len()
}

/// Names the place of a value in a message. A value in an element of a set has no path.
pub(crate) fn place(path: &Path, block: &Block) -> String {
    let (set, beneath) = path.steps().split_at(addressable(path, block));
    let set: Path = set.iter().cloned().collect();
    match beneath {
        [] if set.is_root() => "The object".to_owned(),
        [] => format!("`{set}`"),
        [_] => format!("An element of `{set}`"),
        [_, rest @ ..] => {
            let rest: Path = rest.iter().cloned().collect();
            format!("`{rest}` in an element of `{set}`")
        }
    }
}
