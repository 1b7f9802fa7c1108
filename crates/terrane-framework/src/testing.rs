//! Attributes for unit tests, as a model with Rust types would define them.

use terrane_value::{Data, Text, Type};

use crate::schema::{Equality, Member, MemberType, Presence, Shape};

fn member(name: impl Into<Text>, ty: Type, presence: Presence, nullable: bool) -> Member {
    Member::of_type(
        name,
        MemberType {
            shape: Shape::Type(ty),
            presence,
            nullable,
            accepts_unknown: false,
            sensitive: false,
            write_only: false,
            whole: None,
            validators: Vec::new(),
            equality: None,
            find_null: |_| None,
        },
    )
}

/// An attribute that the configuration must set.
pub(crate) fn required(name: impl Into<Text>, ty: Type) -> Member {
    member(name, ty, Presence::Required, false)
}

/// An attribute that the configuration may set.
pub(crate) fn optional(name: impl Into<Text>, ty: Type) -> Member {
    member(name, ty, Presence::Optional, true)
}

/// An attribute that the provider sets.
pub(crate) fn computed(name: impl Into<Text>, ty: Type) -> Member {
    member(name, ty, Presence::Computed, false)
}

/// A required text in JSON, which equals other spellings of the same value.
pub(crate) fn json(name: impl Into<Text>) -> Member {
    fn equal(new: &Data, prior: &Data) -> bool {
        let parse = |data: &Data| match data {
            Data::String(text) => serde_json::from_str::<serde_json::Value>(text).ok(),
            _ => None,
        };
        parse(new).is_some() && parse(new) == parse(prior)
    }
    let ty = MemberType {
        shape: Shape::Type(Type::String),
        presence: Presence::Required,
        nullable: false,
        accepts_unknown: false,
        sensitive: false,
        write_only: false,
        whole: None,
        validators: Vec::new(),
        equality: Some(Equality::compared(equal, None)),
        find_null: |_| None,
    };
    Member::of_type(name, ty)
}
