//! Fragments of schema errors. Each completes "In the schema of the resource zoo_pet, ..".

use std::fmt::Display;

pub(crate) fn duplicate_member(name: &str) -> String {
    format!("two members are called `{name}`")
}

pub(crate) const BAD_ITEM_NAME: &str =
    "the name is not valid: use lower-case letters, digits and underscores";

pub(crate) fn incomplete_source(type_name: &str, provider: &str) -> String {
    format!(
        "objects move here from `{type_name}` of `{provider}`: write the provider as `namespace/type`"
    )
}

pub(crate) fn contradicting_refinements(name: &str, error: impl Display) -> String {
    format!("the refinements of `{name}` contradict each other: {error}")
}

pub(crate) fn no_dependency(name: &str, path: impl Display) -> String {
    format!(
        "`{name}` cannot change with `{path}`: expected an attribute of the same object, or of single objects inside it"
    )
}

pub(crate) fn no_aligned_attribute(name: &str, attribute: &str) -> String {
    format!("the elements of `{name}` have no attribute `{attribute}`")
}

pub(crate) fn nothing_to_count(name: &str, counted: &str) -> String {
    format!(
        "`{name}` counts the changes of `{counted}`: expected a write-only attribute of the same object"
    )
}

pub(crate) fn depends_on_itself(name: &str) -> String {
    format!("`{name}` depends on itself through `changes_with`")
}

pub(crate) fn in_nested(path: impl Display, problem: &str) -> String {
    format!("in `{path}`: {problem}")
}

pub(crate) fn of_member(path: impl Display, problem: &str) -> String {
    format!("`{path}` {problem}")
}

pub(crate) fn reserved_name(name: &str) -> String {
    format!("hosts reserve the name `{name}`: give the attribute another name")
}

pub(crate) fn bad_part_name(name: &str) -> String {
    format!(
        "the identity has a part `{name}` with an invalid name: use lower-case letters, digits and underscores"
    )
}

pub(crate) fn duplicate_part(name: &str) -> String {
    format!("two parts of the identity are called `{name}`")
}

// The following fragments follow the path of a member.

pub(crate) const BAD_NAME: &str =
    "is not a valid name: use lower-case letters, digits and underscores";
pub(crate) const NO_PRESENCE: &str =
    "is neither required, optional nor computed: make it required, optional or computed";
pub(crate) const COMPUTED_WRITE_ONLY: &str = "is write-only, so the provider cannot fill it";
pub(crate) const WRITE_ONLY_IN_SET: &str =
    "is write-only in a set, which hosts do not support: make the set a list or a map";
pub(crate) const BLOCK_IN_ATTRIBUTE: &str = "is a block in a nested attribute, which hosts do not support: make it an attribute, or make the nested attribute a block";
pub(crate) const REPLACED_BY_UPDATES: &str = "replaces the object when it changes, and each update makes it unknown: add `keep`, `changes_with` or a plan hook, or remove `replace`";
pub(crate) const DEFAULT_OF_OTHER_TYPE: &str = "has a default of another type";
pub(crate) const ITEMS_REVERSED: &str = "has a minimum number of blocks above the maximum";
pub(crate) const NESTED_IDENTITY_ONLY: &str =
    "is only a part of the identity, which must be an attribute of the resource itself";
pub(crate) const CONFIGURABLE_IDENTITY_ONLY: &str =
    "is only a part of the identity, so it must be computed and not configurable";
pub(crate) const DYNAMIC_IN_COLLECTION: &str =
    "holds values of any type in a collection, which hosts refuse: make all of it dynamic";

pub(crate) const COMPUTED_GROUP: &str = "is a group, which always exists and cannot be computed";
pub(crate) const COMPUTED_MINIMUM: &str =
    "is a computed block, so it may be absent: remove the minimum number";
pub(crate) const COMPUTED_IN_PART: &str =
    "is a computed block, so make all that is in it computed, or optional and computed";

pub(crate) fn broken_validator(error: &str) -> String {
    format!("has a validator that cannot work: {error}")
}

pub(crate) fn unencodable_default(error: impl Display) -> String {
    format!("has a default that cannot be encoded: {error}")
}

pub(crate) fn refused_default(violation: &str) -> String {
    format!("has a default that its validators reject: {violation}")
}

/// For a relation. `problem` is one of the fragments below.
pub(crate) fn of_relation(relation: impl Display, problem: &str) -> String {
    format!("{relation}: {problem}")
}

pub(crate) fn no_member(path: &str) -> String {
    format!("there is no member called `{path}`")
}

pub(crate) fn separate_collections(first: &str, second: &str) -> String {
    format!(
        "`{first}` and `{second}` are in different collections, which other members share, so no element belongs to all of them: split the relation"
    )
}

pub(crate) fn listed_twice(path: &str) -> String {
    format!("`{path}` is listed twice: remove one")
}

pub(crate) fn never_set(path: &str) -> String {
    format!("`{path}` can never be set, because only the provider sets it")
}

pub(crate) fn stored_twin(path: &str) -> String {
    format!("`{path}` is not write-only")
}
