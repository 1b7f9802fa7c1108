//! The classes of changes, after semantic versioning.

use std::fmt;
use std::str::FromStr;

use terrane_protocol::schema::{Attribute, NestedBlock};

/// The class of a schema change: the part of the provider's version number that must be raised.
///
/// The order is that of the versions: a patch is less than a minor version, and a minor version less than a major one.
///
/// ```
/// use terrane_schema::ChangeClass;
///
/// assert!(ChangeClass::Patch < ChangeClass::Major);
/// assert_eq!("minor".parse(), Ok(ChangeClass::Minor));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeClass {
    /// Only the documentation changes.
    Patch,
    /// Something is added, or more is accepted: existing configurations and states stay valid.
    Minor,
    /// An existing configuration or a stored state may be refused, or an existing object may be changed.
    Major,
}

impl ChangeClass {
    /// All classes.
    pub const ALL: [Self; 3] = [Self::Patch, Self::Minor, Self::Major];

    /// Returns the name of the class: `patch`, `minor` or `major`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

impl fmt::Display for ChangeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ChangeClass {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|class| class.name() == name);
        found.ok_or_else(|| format!("{name:?} is not a class, expected patch, minor or major"))
    }
}

/// The class of a change, and the reason.
pub(crate) type Verdict = (ChangeClass, &'static str);

pub(crate) const fn major(reason: &'static str) -> Verdict {
    (ChangeClass::Major, reason)
}

pub(crate) const fn minor(reason: &'static str) -> Verdict {
    (ChangeClass::Minor, reason)
}

/// The change of a text that only documentation shows.
pub(crate) const DOCUMENTED: Verdict = (ChangeClass::Patch, "only the documentation changes");

/// Chooses between the class of an added flag and that of a removed flag.
pub(crate) const fn flag(is: bool, on: Verdict, off: Verdict) -> Verdict {
    if is { on } else { off }
}

pub(crate) const fn version(lowered: bool) -> Verdict {
    flag(
        lowered,
        major("objects that were stored with the higher version are refused"),
        minor("stored objects are upgraded, and older versions of the provider refuse them then"),
    )
}

pub(crate) const fn added_attribute(attribute: &Attribute) -> Verdict {
    if attribute.required {
        major("configurations without it are refused")
    } else {
        minor("configurations and expressions may use it")
    }
}

pub(crate) const fn added_block(block: &NestedBlock) -> Verdict {
    if block.min_items > 0 {
        major("configurations without it are refused")
    } else {
        minor("configurations may contain it")
    }
}

/// The verdict about an attribute that is required, optional or computed in another way than before.
pub(crate) const fn presence(before: &Attribute, after: &Attribute) -> Verdict {
    let was_configurable = before.required || before.optional;
    if after.required && !before.required {
        major("configurations without a value are refused")
    } else if was_configurable && !after.required && !after.optional {
        major("configurations with a value are refused")
    } else if before.computed && !after.computed {
        major("the provider sets no value, and plans remove the one in the state")
    } else if before.required {
        minor("configurations may leave it out")
    } else if !was_configurable {
        minor("configurations may set a value")
    } else {
        minor("the provider may set a value where the configuration has none")
    }
}

pub(crate) const fn deprecation(was: bool, is: bool) -> Verdict {
    match (was, is) {
        (false, true) => minor("configurations that use it get a warning"),
        (true, false) => minor("configurations that use it get no warning"),
        (_, _) => DOCUMENTED,
    }
}

pub(crate) const fn min_items(was: u64, is: u64) -> Verdict {
    flag(
        is > was,
        major("configurations with fewer blocks are refused"),
        minor("configurations may contain fewer blocks"),
    )
}

pub(crate) const fn max_items(was: u64, is: u64) -> Verdict {
    flag(
        is != 0 && (was == 0 || is < was),
        major("configurations with more blocks are refused"),
        minor("configurations may contain more blocks"),
    )
}
