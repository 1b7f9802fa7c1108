//! The context of a validated value: its path, and the configuration around it.

use terrane_value::{Object, Path, Step, Value};

/// The place of a validated value, and the configuration around it.
///
/// The configuration may have unknown values. A validator must report only violations that do not depend on them.
#[derive(Clone, Copy)]
pub struct ValidationContext<'a> {
    place: Place<'a>,
    configuration: Option<&'a Object>,
    object: Option<&'a Object>,
    /// Whether elements of the value have an address. Nothing in a set has one.
    is_addressed: bool,
    write_only_allowed: bool,
}

/// The place of the value. The path of an element is built on request, because most validators do not use it.
#[derive(Clone, Copy)]
enum Place<'a> {
    Root,
    At(&'a Path),
    Below(&'a ValidationContext<'a>, &'a dyn Fn() -> Step),
}

impl<'a> ValidationContext<'a> {
    /// Creates the context of a member of an object. In a set, the path is that of the set.
    pub(crate) fn new(
        path: &'a Path,
        is_addressed: bool,
        configuration: &'a Object,
        object: &'a Object,
        write_only_allowed: bool,
    ) -> Self {
        Self {
            place: Place::At(path),
            configuration: Some(configuration),
            object: Some(object),
            is_addressed,
            write_only_allowed,
        }
    }

    /// Creates the context of a value without a configuration, such as an argument of a function.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            place: Place::Root,
            configuration: None,
            object: None,
            is_addressed: true,
            write_only_allowed: false,
        }
    }

    /// Creates the context of an element of the value.
    #[must_use]
    pub fn below(&'a self, step: &'a dyn Fn() -> Step) -> Self {
        let place = if self.is_addressed {
            Place::Below(self, step)
        } else {
            self.place
        };
        Self { place, ..*self }
    }

    /// Creates the context of an element of the value, which is a set.
    #[must_use]
    pub fn in_set(&self) -> Self {
        Self {
            is_addressed: false,
            ..*self
        }
    }

    /// Returns the path of the value. A value in a set has the path of the set, because elements of a set have no address.
    #[must_use]
    pub fn path(&self) -> Path {
        match self.place {
            Place::Root => Path::root(),
            Place::At(path) => path.clone(),
            Place::Below(around, step) => around.path().step(step()),
        }
    }

    /// Returns the whole configuration. `None` for an argument of a function, a default, and the value of an environment variable.
    #[must_use]
    pub fn configuration(&self) -> Option<&'a Object> {
        self.configuration
    }

    /// Returns a value of the configuration. `None` if the path leads through a missing or unknown value.
    #[must_use]
    pub fn value(&self, path: &Path) -> Option<&'a Value> {
        let (first, rest) = path.steps().split_first()?;
        let Step::Attribute(name) = first else {
            return None;
        };
        let value = self.configuration?.get(name)?;
        value.at(&Path::from(rest.to_vec()))
    }

    /// Returns another attribute of the object that contains the validated attribute, also in a set.
    #[must_use]
    pub fn sibling(&self, name: &str) -> Option<&'a Value> {
        self.object?.get(name)
    }

    /// Whether the host supports write-only attributes.
    #[must_use]
    pub fn write_only_allowed(&self) -> bool {
        self.write_only_allowed
    }
}

impl std::fmt::Debug for ValidationContext<'_> {
    /// Formats the path alone, because the configuration may have secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = self.path().to_string();
        f.debug_tuple("ValidationContext").field(&path).finish()
    }
}
