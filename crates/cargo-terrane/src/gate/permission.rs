//! How much may change between two versions.

use semver::Version;
use terrane_schema::ChangeClass;

use crate::cli::Allow;

/// The greatest change that is allowed, and what permits it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Permission {
    /// Chosen by an option. `None` allows no change.
    Chosen(Option<ChangeClass>),
    /// By the version numbers of both versions.
    Versions { old: Version, new: Version },
}

impl Permission {
    /// Returns the permission of an option. `versions` are those of the earlier and of the later version, if both are known.
    pub(crate) fn new(allow: Allow, versions: Option<(Version, Version)>) -> Option<Self> {
        Some(match (allow, versions) {
            (Allow::None, _) => Self::Chosen(None),
            (Allow::Patch, _) => Self::Chosen(Some(ChangeClass::Patch)),
            (Allow::Minor, _) => Self::Chosen(Some(ChangeClass::Minor)),
            (Allow::Major, _) => Self::Chosen(Some(ChangeClass::Major)),
            (Allow::Version, Some((old, new))) => Self::Versions { old, new },
            (Allow::Version, None) => return None,
        })
    }

    /// Returns the greatest class that is allowed.
    pub(crate) fn greatest(&self) -> Option<ChangeClass> {
        match self {
            Self::Chosen(class) => *class,
            Self::Versions { old, new } => Some(permitted_class(old, new)),
        }
    }

    /// Returns whether changes of the class are allowed.
    pub(crate) fn allows(&self, class: ChangeClass) -> bool {
        self.greatest().is_some_and(|greatest| class <= greatest)
    }

    /// Returns what to do to get changes of the class allowed.
    pub(crate) fn advice(&self, class: ChangeClass) -> String {
        match self {
            Self::Chosen(None) => "no change is allowed".to_owned(),
            Self::Chosen(Some(greatest)) => {
                format!("a {class} change is more than the allowed {greatest}")
            }
            Self::Versions { old, new } => format!(
                "a {class} change since version {old} needs version {}, and the version is {new}",
                needed_version(old, class)
            ),
        }
    }
}

/// Returns the greatest change that is permitted from one version to another. As in Cargo, a new minor version of 0 may break. A pre-release promises
/// nothing.
fn permitted_class(old: &Version, new: &Version) -> ChangeClass {
    let has_preview = old != new && !(old.pre.is_empty() && new.pre.is_empty());
    let initial = old.major == 0;
    if new.major > old.major || has_preview || (initial && new.minor > old.minor) {
        ChangeClass::Major
    } else if new.minor > old.minor || (initial && new.patch > old.patch) {
        ChangeClass::Minor
    } else {
        ChangeClass::Patch
    }
}

/// Returns the least version that permits a change.
fn needed_version(old: &Version, class: ChangeClass) -> Version {
    let initial = old.major == 0;
    if !old.pre.is_empty() {
        return Version::new(old.major, old.minor, old.patch);
    }
    match class {
        ChangeClass::Major if !initial => Version::new(old.major + 1, 0, 0),
        ChangeClass::Minor if !initial => Version::new(old.major, old.minor + 1, 0),
        ChangeClass::Major => Version::new(0, old.minor + 1, 0),
        ChangeClass::Minor | ChangeClass::Patch => {
            Version::new(old.major, old.minor, old.patch + 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_permit_as_much_as_semantic_versioning_promises() {
        let table = [
            ("1.2.3", "1.2.3", "patch"),
            ("1.2.3", "1.2.4", "patch"),
            ("1.2.3", "1.3.0", "minor"),
            ("1.2.3", "2.0.0", "major"),
            ("1.2.3", "1.1.0", "patch"),
            ("0.2.3", "0.2.3", "patch"),
            ("0.2.3", "0.2.4", "minor"),
            ("0.2.3", "0.3.0", "major"),
            ("0.2.3", "1.0.0", "major"),
            ("1.0.0", "1.1.0-beta.1", "major"),
            ("2.0.0-beta.1", "2.0.0-beta.1", "patch"),
            ("2.0.0-beta.1", "2.0.0-beta.2", "major"),
            ("2.0.0-beta.1", "2.0.0", "major"),
        ];
        for (old, new, expected) in table {
            let class = permitted_class(&old.parse().unwrap(), &new.parse().unwrap());
            assert_eq!(class.name(), expected, "{old} to {new}");
        }
    }

    #[test]
    fn the_needed_version_is_the_next_one_that_permits_the_change() {
        let table = [
            ("0.2.3", ["0.2.4", "0.2.4", "0.3.0"]),
            ("1.2.3", ["1.2.4", "1.3.0", "2.0.0"]),
            ("2.1.0-beta.1", ["2.1.0"; 3]),
        ];
        for (old, expected) in table {
            let old = old.parse().unwrap();
            for (class, expected) in ChangeClass::ALL.into_iter().zip(expected) {
                let needed = needed_version(&old, class);
                assert_eq!(needed.to_string(), expected, "{class} since {old}");
                assert!(permitted_class(&old, &needed) >= class);
            }
        }
    }

    #[test]
    fn each_option_allows_its_class_and_lesser_ones() {
        let versions = || Some((Version::new(1, 2, 3), Version::new(1, 3, 0)));
        let table = [
            (Allow::None, "", "no change is allowed"),
            (
                Allow::Patch,
                "patch",
                "a major change is more than the allowed patch",
            ),
            (
                Allow::Minor,
                "patch minor",
                "a major change is more than the allowed minor",
            ),
            (
                Allow::Major,
                "patch minor major",
                "a major change is more than the allowed major",
            ),
            (
                Allow::Version,
                "patch minor",
                "a major change since version 1.2.3 needs version 2.0.0, and the version is 1.3.0",
            ),
        ];
        for (allow, expected, advice) in table {
            let permission = Permission::new(allow, versions()).unwrap();
            let allowed = ChangeClass::ALL.into_iter();
            let allowed = allowed.filter(|class| permission.allows(*class));
            let allowed: Vec<&str> = allowed.map(ChangeClass::name).collect();
            assert_eq!(allowed.join(" "), expected, "{permission:?}");
            assert_eq!(permission.advice(ChangeClass::Major), advice);
        }
        assert_eq!(Permission::new(Allow::Version, None), None);
    }
}
