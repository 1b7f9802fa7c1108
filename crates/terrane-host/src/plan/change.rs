//! Actions, and the reasons for them.

use std::fmt;

/// What happens to an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Nothing.
    NoOp,
    /// The object is created.
    Create,
    /// The data source is read during the apply.
    Read,
    /// The object is changed in place.
    Update,
    /// The object is destroyed, and then a new one is created.
    DeleteThenCreate,
    /// A new object is created, and then the old one is destroyed.
    CreateThenDelete,
    /// The object is destroyed.
    Delete,
    /// The state forgets the object, which stays.
    Forget,
}

impl Action {
    pub(crate) const ALL: [Self; 8] = [
        Self::NoOp,
        Self::Create,
        Self::Read,
        Self::Update,
        Self::DeleteThenCreate,
        Self::CreateThenDelete,
        Self::Delete,
        Self::Forget,
    ];

    /// Returns the names that Terraform prints in JSON.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::NoOp => &["no-op"],
            Self::Create => &["create"],
            Self::Read => &["read"],
            Self::Update => &["update"],
            Self::DeleteThenCreate => &["delete", "create"],
            Self::CreateThenDelete => &["create", "delete"],
            Self::Delete => &["delete"],
            Self::Forget => &["forget"],
        }
    }

    /// Returns whether a new object replaces the old one.
    pub const fn is_replace(self) -> bool {
        matches!(self, Self::DeleteThenCreate | Self::CreateThenDelete)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().join(", "))
    }
}

/// Why an object is replaced or destroyed, or why a data source is read later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// An attribute cannot be changed in place.
    ReplaceBecauseCannotUpdate,
    /// The creation of the object failed.
    ReplaceBecauseTainted,
    /// The caller wants a new object.
    ReplaceByRequest,
    /// A reference of `replace_triggered_by` changes.
    ReplaceByTriggers,
    /// The configuration has no such resource.
    DeleteBecauseNoResourceConfig,
    /// The resource repeats in another manner than the instance.
    DeleteBecauseWrongRepetition,
    /// The index is not below `count`.
    DeleteBecauseCountIndex,
    /// `for_each` has no such key.
    DeleteBecauseEachKey,
    /// The instance of the module does not exist.
    DeleteBecauseNoModule,
    /// The object was moved to an address that the configuration does not have.
    DeleteBecauseNoMoveTarget,
    /// The configuration of the data source has unknown values.
    ReadBecauseConfigUnknown,
    /// An object in `depends_on` changes.
    ReadBecauseDependencyPending,
    /// The data source is in a `check` block, which every apply checks anew.
    ReadBecauseCheckNested,
}

impl Reason {
    pub(crate) const ALL: [Self; 13] = [
        Self::ReplaceBecauseCannotUpdate,
        Self::ReplaceBecauseTainted,
        Self::ReplaceByRequest,
        Self::ReplaceByTriggers,
        Self::DeleteBecauseNoResourceConfig,
        Self::DeleteBecauseWrongRepetition,
        Self::DeleteBecauseCountIndex,
        Self::DeleteBecauseEachKey,
        Self::DeleteBecauseNoModule,
        Self::DeleteBecauseNoMoveTarget,
        Self::ReadBecauseConfigUnknown,
        Self::ReadBecauseDependencyPending,
        Self::ReadBecauseCheckNested,
    ];

    /// Returns the name that Terraform prints in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ReplaceBecauseCannotUpdate => "replace_because_cannot_update",
            Self::ReplaceBecauseTainted => "replace_because_tainted",
            Self::ReplaceByRequest => "replace_by_request",
            Self::ReplaceByTriggers => "replace_by_triggers",
            Self::DeleteBecauseNoResourceConfig => "delete_because_no_resource_config",
            Self::DeleteBecauseWrongRepetition => "delete_because_wrong_repetition",
            Self::DeleteBecauseCountIndex => "delete_because_count_index",
            Self::DeleteBecauseEachKey => "delete_because_each_key",
            Self::DeleteBecauseNoModule => "delete_because_no_module",
            Self::DeleteBecauseNoMoveTarget => "delete_because_no_move_target",
            Self::ReadBecauseConfigUnknown => "read_because_config_unknown",
            Self::ReadBecauseDependencyPending => "read_because_dependency_pending",
            Self::ReadBecauseCheckNested => "read_because_check_nested",
        }
    }
}
