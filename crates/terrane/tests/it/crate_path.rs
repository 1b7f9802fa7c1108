//! `#[tf(crate = ..)]`: generated code names the crate by the path that an author gives.

/// A crate of an author that re-exports the toolkit.
mod toolkit {
    pub(crate) use ::terrane as kit;
}

use toolkit::kit::ObjectModel as _;
use toolkit::kit::prelude::*;

/// The origin of an animal.
#[derive(Attr, Debug, Clone, PartialEq)]
#[tf(crate = crate::crate_path::toolkit::kit)]
enum Origin {
    Birth,
    Exchange,
}

/// A name.
#[derive(Attr, Debug, Clone, PartialEq)]
#[tf(validate(len(1..)), crate = crate::crate_path::toolkit::kit)]
struct Name(String);

/// An animal.
#[derive(Model, Debug)]
#[tf(crate = crate::crate_path::toolkit::kit, version = 1, exactly_one_of(cage, meadow))]
struct Pet {
    /// Its name.
    #[tf(replace)]
    name: Name,
    /// Where it comes from.
    origin: Origin,
    /// The home.
    cage: Option<String>,
    /// Where else it may live.
    meadow: Option<String>,
    /// How many legs it has.
    #[tf(default = 4, validate(range(0..)))]
    legs: i64,
    /// Its number.
    #[tf(identity)]
    id: Computed<i64>,
}

/// Counts legs.
#[function(crate = crate::crate_path::toolkit::kit)]
fn legs(pets: i64) -> i64 {
    pets * 4
}

#[test]
fn a_model_of_another_path_has_its_schema_and_values() {
    let schema = Pet::block().ty().to_string();
    assert!(schema.contains("legs"), "{schema}");
    assert_eq!(path!(Pet, name).to_string(), "name");
    let pet = Pet {
        name: Name("Rex".to_owned()),
        origin: Origin::Birth,
        cage: Some("north".to_owned()),
        meadow: None,
        legs: 4,
        id: Computed::from(7),
    };
    let object = pet.encode_object().unwrap();
    assert_eq!(object.get("origin"), Some(&"birth".into()));
    assert_eq!(Pet::decode_object(&object).unwrap().name.0, "Rex");
    assert_eq!(legs(2), 8);
}
