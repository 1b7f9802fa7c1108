//! Facts about the contents of a type, at any depth, for which hosts have rules.

macro_rules! facts {
    ($($(#[$doc:meta])* $fact:ident,)*) => {
        /// Facts about the contents of an attribute type, at any depth. They are constants, so that combinations that hosts refuse do not compile.
        ///
        /// # Examples
        ///
        /// ```
        /// use terrane::generated::TypeFacts;
        /// use terrane::{Attr, Set};
        ///
        /// assert_eq!(String::FACTS, TypeFacts::NONE);
        /// assert!(Vec::<Set<String>>::FACTS.sets);
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct TypeFacts {
            $($(#[$doc])* pub $fact: bool,)*
        }

        impl TypeFacts {
            /// No content that a rule concerns.
            pub const NONE: Self = Self { $($fact: false,)* };

            const fn or(self, other: Self) -> Self {
                Self { $($fact: self.$fact || other.$fact,)* }
            }
        }
    };
}

facts! {
    /// Write-only values.
    write_only,
    /// Computed values.
    computed,
    /// Nested blocks.
    blocks,
    /// Computed blocks.
    computed_blocks,
    /// Dynamic values.
    dynamic,
    /// Sets of any type.
    sets,
    /// Sets of models.
    sets_of_models,
    /// Write-only values inside a set.
    write_only_in_set,
    /// Dynamic values inside a collection.
    dynamic_in_collection,
    /// Attributes and blocks of the model itself that the provider cannot fill.
    configured_only,
    /// Parts that may be unknown, which only functions have: [`Partial`](super::Partial).
    unknown_parts,
}

impl TypeFacts {
    /// A dynamic value.
    pub const DYNAMIC: Self = Self {
        dynamic: true,
        ..Self::NONE
    };

    /// Returns the facts of a collection of this type.
    #[must_use]
    pub const fn in_collection(self) -> Self {
        Self {
            dynamic_in_collection: self.dynamic || self.dynamic_in_collection,
            ..self
        }
    }

    /// Returns the facts of a value of this type, parts of which may be unknown.
    #[must_use]
    pub const fn with_unknown_parts(self) -> Self {
        Self {
            unknown_parts: true,
            ..self
        }
    }

    /// Returns the facts of a set of this type.
    #[must_use]
    pub const fn in_set(self, of_models: bool) -> Self {
        Self {
            sets: true,
            sets_of_models: of_models || self.sets_of_models,
            write_only_in_set: self.write_only || self.write_only_in_set,
            ..self.in_collection()
        }
    }

    /// Combines the facts of two parts of a tuple or of an object that is one value.
    #[must_use]
    pub const fn and_in_tuple(self, other: Self) -> Self {
        Self {
            write_only_in_set: self.write_only_in_set || other.write_only_in_set,
            dynamic_in_collection: self.dynamic_in_collection || other.dynamic_in_collection,
            ..self.and(other)
        }
    }

    /// Combines the facts of two fields of a model. Misplaced contents are checked for each field, so the model does not have them.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            write_only_in_set: false,
            dynamic_in_collection: false,
            unknown_parts: false,
            ..self.or(other)
        }
    }

    /// Returns the facts of a field with a default, which the framework fills.
    #[must_use]
    pub const fn or_default(self) -> Self {
        Self {
            configured_only: false,
            ..self
        }
    }

    /// Returns the facts of a field that is write-only or computed.
    #[must_use]
    pub const fn of_field(self, write_only: bool, computed: bool) -> Self {
        Self {
            write_only: write_only || self.write_only,
            computed: computed || self.computed,
            configured_only: !computed,
            ..self
        }
    }

    /// Returns the facts of a field that is a nested block, which may be computed.
    #[must_use]
    pub const fn of_block(self, computed: bool) -> Self {
        Self {
            blocks: true,
            computed_blocks: computed || self.computed_blocks,
            ..self.of_field(false, computed)
        }
    }
}
