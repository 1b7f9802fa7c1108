//! The items that can have options, and the names of these options.

/// A kind of item that can have options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Struct,
    /// A struct with named fields that is one value.
    Object,
    Tuple,
    Field,
    Enum,
    Variant,
    Function,
    Parameter,
    Provider,
}

impl Place {
    /// The names of the options that the item can have.
    pub(crate) fn options(self) -> impl Iterator<Item = &'static str> + Clone {
        let names = match self {
            Place::Struct => {
                "name type_name deprecated since plain version previous history identity_version identity_history exactly_one_of at_least_one_of \
                 at_most_one_of all_or_none requires prefer_write_only warn filled crate"
            }
            Place::Tuple => "equal validate crate",
            Place::Function => "name deprecated since plain summary provider crate",
            Place::Parameter => "name validate plain",
            Place::Field => {
                "name deprecated since plain markdown default validate keep replace identity key optional computed env block group items required as \
                 with changes_with unknown plan align timeouts timeout_description empty_is_null counts flatten"
            }
            Place::Object | Place::Enum | Place::Provider => "crate",
            Place::Variant => "name",
        };
        names.split(' ')
    }
}
