//! The place of a value in a diagnostic.

use terrane_protocol::Diagnostic;
use terrane_value::{Path, Step, Type};

use crate::schema::Block;

/// Sets the path of a diagnostic.
pub(crate) trait AtValue {
    /// Sets the part of the path that hosts accept, which ends above the first element of a set. Without such a part, the diagnostic has no path.
    fn at_value(self, path: &Path, block: &Block) -> Self;
}

impl AtValue for Diagnostic {
    fn at_value(self, path: &Path, block: &Block) -> Self {
        let steps = path.steps()[..addressable_len(path, block)].iter();
        let accepted: Path = steps.cloned().collect();
        if accepted.is_root() {
            self
        } else {
            self.at(accepted)
        }
    }
}

/// Returns how many steps of a path hosts accept.
fn addressable_len(path: &Path, block: &Block) -> usize {
    let mut parent = Some(block.ty());
    for (index, step) in path.steps().iter().enumerate() {
        parent = match (parent, step) {
            (Some(Type::Set(_)), _) => return index,
            (Some(Type::Object(object)), Step::Attribute(name)) => object.attribute(name).cloned(),
            (Some(Type::List(element) | Type::Map(element)), _) => Some((*element).clone()),
            _ => None,
        };
    }
    path.steps().len()
}

/// Describes the place of a value for a message: "`a.b`" or "An element of `a.set`".
pub(crate) fn place(path: &Path, block: &Block) -> String {
    let (accepted, below) = path.steps().split_at(addressable_len(path, block));
    let accepted: Path = accepted.iter().cloned().collect();
    match below {
        [] if accepted.is_root() => "The object".to_owned(),
        [] => format!("`{accepted}`"),
        [_] => format!("An element of `{accepted}`"),
        [_, rest @ ..] => {
            let nested: Path = rest.iter().cloned().collect();
            format!("`{nested}` in an element of `{accepted}`")
        }
    }
}
