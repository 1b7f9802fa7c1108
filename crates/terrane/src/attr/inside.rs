//! What a type holds, at any depth, as far as hosts have rules for it.

/// What an attribute's type holds at any depth: known to the compiler, so that what hosts refuse does not compile.
///
/// # Examples
///
/// ```
/// use terrane::attr::{Attr, Inside};
/// use terrane::Set;
///
/// assert_eq!(String::INSIDE, Inside::NOTHING);
/// assert!(Vec::<Set<String>>::INSIDE.sets);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inside {
    /// Values that are in the configuration only.
    pub write_only: bool,
    /// Values that the provider fills.
    pub computed: bool,
    /// Nested blocks.
    pub blocks: bool,
    /// Blocks that the provider fills.
    pub computed_blocks: bool,
    /// Values whose type the configuration decides.
    pub dynamic: bool,
    /// Sets, of whatever.
    pub sets: bool,
    /// Sets of models.
    pub sets_of_models: bool,
    /// Write-only values inside a set.
    pub write_only_in_set: bool,
    /// Dynamic values inside a collection.
    pub dynamic_in_collection: bool,
    /// Attributes and blocks, of the model itself, that the provider cannot fill.
    pub configured_only: bool,
}

impl Inside {
    /// Nothing that a rule asks for.
    pub const NOTHING: Self = Self {
        write_only: false,
        computed: false,
        blocks: false,
        computed_blocks: false,
        dynamic: false,
        sets: false,
        sets_of_models: false,
        write_only_in_set: false,
        dynamic_in_collection: false,
        configured_only: false,
    };

    /// A value whose type the configuration decides.
    pub const DYNAMIC: Self = Self {
        dynamic: true,
        ..Self::NOTHING
    };

    /// What a collection of this holds.
    #[must_use]
    pub const fn in_collection(self) -> Self {
        Self {
            dynamic_in_collection: self.dynamic || self.dynamic_in_collection,
            ..self
        }
    }

    /// What a set of this holds.
    #[must_use]
    pub const fn in_set(self, of_models: bool) -> Self {
        Self {
            sets: true,
            sets_of_models: of_models || self.sets_of_models,
            write_only_in_set: self.write_only || self.write_only_in_set,
            ..self.in_collection()
        }
    }

    /// What both together hold, in a tuple.
    #[must_use]
    pub const fn beside(self, other: Self) -> Self {
        Self {
            write_only_in_set: self.write_only_in_set || other.write_only_in_set,
            dynamic_in_collection: self.dynamic_in_collection || other.dynamic_in_collection,
            ..self.and(other)
        }
    }

    /// What both together hold, in a model: its own fields are asked one by one what they hold in the wrong place.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            write_only: self.write_only || other.write_only,
            computed: self.computed || other.computed,
            blocks: self.blocks || other.blocks,
            computed_blocks: self.computed_blocks || other.computed_blocks,
            dynamic: self.dynamic || other.dynamic,
            sets: self.sets || other.sets,
            sets_of_models: self.sets_of_models || other.sets_of_models,
            write_only_in_set: false,
            dynamic_in_collection: false,
            configured_only: self.configured_only || other.configured_only,
        }
    }

    /// What a field holds that has a default: the framework fills it.
    #[must_use]
    pub const fn or_default(self) -> Self {
        Self {
            configured_only: false,
            ..self
        }
    }

    /// What a field holds that is in the configuration only, or that the provider may fill.
    #[must_use]
    pub const fn of_field(self, write_only: bool, computed: bool) -> Self {
        Self {
            write_only: write_only || self.write_only,
            computed: computed || self.computed,
            configured_only: !computed,
            ..self
        }
    }

    /// What a field holds that is a nested block, which the provider may fill.
    #[must_use]
    pub const fn of_block(self, computed: bool) -> Self {
        Self {
            blocks: true,
            computed_blocks: computed || self.computed_blocks,
            ..self.of_field(false, computed)
        }
    }
}
