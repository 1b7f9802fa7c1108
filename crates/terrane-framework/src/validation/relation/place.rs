//! Places of members: the address for the host, and the text for the user.

use std::fmt::{self, Write as _};

use terrane_value::{Path, Step, Text};

/// The place of a member. An element of a set has no address, and neither have several elements at once, so the address may end before the place.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    address: Path,
    /// The steps below the address, as text.
    rest: String,
}

impl Place {
    pub(super) fn at(address: Path) -> Self {
        Self {
            address,
            rest: String::new(),
        }
    }

    /// The place of an attribute or nested block of the object at this place.
    pub(super) fn attribute(&self, name: &Text) -> Self {
        let mut place = self.clone();
        if place.rest.is_empty() {
            place.address.push(Step::Attribute(name.clone()));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(place.rest, ".{name}");
        }
        place
    }

    /// The place of an element. `None` stands for an element without an address, or for any element.
    pub(super) fn element(&self, step: Option<Step>) -> Self {
        let mut place = self.clone();
        match step {
            Some(step) if place.rest.is_empty() => place.address.push(step),
            Some(_) | None => place.rest.push_str("[*]"),
        }
        place
    }

    /// The path of a diagnostic about this place.
    pub(super) fn address(&self) -> &Path {
        &self.address
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.address, self.rest)
    }
}
