//! What the derive makes of a struct: values to fields and back, in the order of the names.

use std::collections::BTreeMap;

use terrane::attr::generated::{Data, Object};
use terrane::attr::{Attr, DecodeError};
use terrane::prelude::*;
use terrane::schema::{Block, BlockNesting, Member, Nesting, Shape};
use terrane::{Model, Set};

/// An animal living in the zoo.
///
///   Indented.
#[derive(Schema, Debug, Clone, PartialEq)]
#[tf(deprecated = "use `zoo_animal`")]
pub struct Pet {
    /// Name on the fence.
    #[tf(validate(len(1..=64)), replace)]
    name: String,
    /// How many legs it has.
    #[tf(default = 4, validate(range(0..=1000)))]
    legs: i64,
    /// What it eats.
    diet: Diet,
    /// Identifier given by the API.
    #[tf(keep, identity)]
    id: Computed<String>,
    #[tf(name = "kind", default = "cat")]
    r#type: String,
    /// The secret.
    #[tf(optional)]
    tag: Computed<Option<Sensitive<String>>>,
    /// Others.
    friends: Option<Vec<Diet>>,
}

/// What a [`Pet`] eats.
#[derive(Schema, Debug, Clone, PartialEq)]
pub struct Diet {
    /// Energy per day, in kilocalories.
    kcal: i64,
    /// Foods that it must not get.
    avoid: Option<Vec<String>>,
}

#[test]
fn smoke() {
    let block = Pet::block();
    assert_eq!(Pet::NAME, "pet");
    println!("{block:#?}");
    println!("{:?}", path!(Pet, friends[1].kcal));
}
