//! How a derived model's values become Rust values and back.

use std::collections::BTreeMap;

use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane::schema::Violation;
use terrane::{Attr, DecodeError};
use terrane::{Model, Set};
use terrane_value::{Data, Object, Type};

/// Fields whose order differs from that of their names.
#[derive(Model, Debug, Clone, PartialEq)]
struct Pet {
    /// Name on the fence.
    name: String,
    /// How many legs it has.
    #[tf(default = 4)]
    legs: i64,
    /// The diet.
    diet: Diet,
    /// Identifier given by the API.
    id: Computed<String>,
    /// The species; its name is a keyword.
    r#type: Species,
    /// Renamed to stand first.
    #[tf(name = "aka")]
    zebra: Option<String>,
    /// A secret that the provider may leave out.
    tag: Computed<Option<Sensitive<String>>>,
    /// What may be anything.
    note: Value<String>,
}

/// What a [`Pet`] eats.
#[derive(Model, Debug, Clone, PartialEq)]
struct Diet {
    /// Energy per day.
    kcal: i64,
    /// Foods that it must not get.
    avoid: Option<Vec<String>>,
}

/// A kind of animal.
#[derive(Attr, Debug, Clone, Copy, PartialEq)]
enum Species {
    Cat,
    GuineaPig,
    #[tf(name = "canis_lupus")]
    Dog,
}

/// Blocks of every nesting.
#[derive(Model, Debug, Clone, PartialEq)]
struct Cage {
    /// A single required object.
    #[tf(block)]
    one: Diet,
    /// At most one.
    #[tf(block)]
    maybe: Option<Diet>,
    /// Any number in order.
    #[tf(block, items(1..=3))]
    list: Vec<Diet>,
    /// Any number without order.
    #[tf(block)]
    set: Set<Diet>,
    /// Any number by name.
    #[tf(block)]
    map: BTreeMap<String, Diet>,
    /// A group: a block that always exists.
    #[tf(block, group)]
    group: Diet,
}

/// Nothing to configure.
#[derive(Model, Debug, Clone, PartialEq)]
struct NoFields {}

fn object<const N: usize>(attributes: [(&str, Value); N]) -> Value {
    Value::Known(Data::Object(Object::from_pairs(attributes)))
}

fn data(value: Value) -> Data {
    value.into_known().unwrap()
}

fn diet(kcal: i64) -> Value {
    object([("kcal", kcal.into()), ("avoid", Value::Null)])
}

fn pet() -> Value {
    object([
        ("aka", Value::Null),
        ("diet", diet(300)),
        ("id", "pet-1".into()),
        ("legs", 3.into()),
        ("name", "Tom".into()),
        ("note", Value::unknown()),
        ("tag", Value::Null),
        ("type", "guinea_pig".into()),
    ])
}

fn with(value: Value, name: &str, to: Value) -> Data {
    let mut value = value;
    value
        .as_object_mut()
        .unwrap()
        .set(name, to)
        .expect("the attribute exists");
    data(value)
}

#[test]
fn every_field_gets_the_value_of_its_name() {
    let pet = Pet::decode(&data(pet())).unwrap();
    let expected = Pet {
        name: "Tom".to_owned(),
        legs: 3,
        diet: Diet {
            kcal: 300,
            avoid: None,
        },
        id: "pet-1".to_owned().into(),
        r#type: Species::GuineaPig,
        zebra: None,
        tag: Computed::from(None),
        note: Value::unknown(),
    };
    assert_eq!(pet, expected);
}

#[test]
fn a_decoded_value_is_encoded_unchanged() {
    let decoded = Pet::decode(&data(pet())).unwrap();
    assert_eq!(decoded.encode(), pet());
    let object = Pet::decode(&with(pet(), "id", Value::unknown()))
        .unwrap()
        .encode();
    assert_eq!(object, Value::Known(with(pet(), "id", Value::unknown())));
}

#[test]
fn an_encoded_model_shares_the_names_of_its_schema() {
    let encoded = Pet::decode(&data(pet())).unwrap().encode();
    let names = encoded.as_object().unwrap().names();
    assert!(std::ptr::eq(names, Pet::block().object_type().names()));
    assert_eq!(
        names,
        ["aka", "diet", "id", "legs", "name", "note", "tag", "type"]
    );
}

#[test]
fn a_promised_value_must_exist() {
    for name in ["name", "legs", "diet", "type"] {
        let error = Pet::decode(&with(pet(), name, Value::Null)).unwrap_err();
        assert!(error.is_null(), "{name}: {error}");
        assert_eq!(error.path().to_string(), name);
        let error = Pet::decode(&with(pet(), name, Value::unknown())).unwrap_err();
        assert!(error.is_unknown(), "{name}: {error}");
        assert_eq!(error.path().to_string(), name);
    }
    assert!(
        Pet::decode(&with(pet(), "aka", Value::unknown()))
            .unwrap_err()
            .is_unknown()
    );
    assert!(
        Pet::decode(&with(pet(), "id", Value::Null))
            .unwrap_err()
            .is_null()
    );
    assert!(Pet::decode(&with(pet(), "note", Value::Null)).is_ok());
}

#[test]
fn an_error_has_the_path_through_nested_models() {
    let avoid = Value::Known(Data::List(vec!["hay".into(), Value::Null]));
    let diet = object([("kcal", 1.into()), ("avoid", avoid)]);
    let error = Pet::decode(&with(pet(), "diet", diet.clone())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "diet.avoid[1]: expected a value, found null"
    );
    let draft = Pet::draft(&with(pet(), "diet", diet)).unwrap();
    let avoid = draft.diet.known().unwrap().avoid.known().unwrap();
    assert_eq!(
        avoid.as_slice(),
        [Value::Known("hay".to_owned()), Value::Null]
    );
}

#[test]
fn g10_an_error_in_an_element_of_a_set_has_the_path_of_the_set() {
    for (part, bad) in [("kcal", Value::from("many")), ("avoid", 1.into())] {
        let diet = with(diet(1), part, bad);
        let set = Data::Set([Value::Known(diet)].into_iter().collect());
        let error = Set::<Diet>::decode(&set).unwrap_err().in_attribute("set");
        assert_eq!(error.path().to_string(), "set", "{part}");
        let error = Set::<Diet>::draft(&set).unwrap_err().in_attribute("set");
        assert_eq!(error.path().to_string(), "set", "{part}");
    }
}

#[test]
fn a_draft_takes_null_and_unknown_everywhere() {
    let mut unknown = pet();
    let mut null = pet();
    for name in Pet::block().object_type().names() {
        unknown.as_object_mut().unwrap().set(name, Value::unknown());
        null.as_object_mut().unwrap().set(name, Value::Null);
    }
    let draft = Pet::draft(&data(unknown)).unwrap();
    assert!(
        draft.name.is_unknown()
            && draft.diet.is_unknown()
            && draft.r#type.is_unknown()
            && draft.zebra.is_unknown()
    );
    let draft = Pet::draft(&data(null)).unwrap();
    assert_eq!(format!("{draft:?}"), format!("{:?}", PetDraft::default()));
    let draft = Pet::draft(&data(pet())).unwrap();
    assert_eq!(
        (draft.legs, draft.r#type),
        (Value::Known(3), Value::Known(Species::GuineaPig))
    );
    let error = Pet::draft(&with(pet(), "legs", "many".into())).unwrap_err();
    assert_eq!(error.to_string(), "legs: expected a number, found a string");
}

#[test]
fn an_object_of_another_model_is_refused_before_a_field_is_wrong() {
    let text = |value: Value| Diet::decode(&data(value)).unwrap_err().to_string();
    assert_eq!(text("x".into()), "expected an object, found a string");
    assert_eq!(
        text(object([("kcal", 1.into())])),
        "expected an object with the attribute `avoid`, found none"
    );
    assert_eq!(
        text(object([
            ("avoid", Value::Null),
            ("kcal", 1.into()),
            ("wings", 2.into())
        ])),
        "expected an object without the attribute `wings`, found one"
    );
    let swapped = object([("kcal", 1.into()), ("zavoid", Value::Null)]);
    assert_eq!(
        text(swapped.clone()),
        "expected an object with the attribute `avoid`, found none"
    );
    assert!(Diet::draft(&data(swapped)).is_err());
    assert!(NoFields::decode(&data(diet(1))).is_err());
}

#[test]
fn a_model_without_fields_is_an_empty_object() {
    assert_eq!(NoFields::decode(&data(object([]))).unwrap(), NoFields {});
    assert_eq!(NoFields {}.encode(), object([]));
    assert_eq!(NoFields::NAME, "no_fields");
    assert!(NoFields::block().members().is_empty());
}

#[test]
fn blocks_of_every_nesting_are_decoded_and_encoded() {
    let cage = Cage {
        one: Diet {
            kcal: 1,
            avoid: None,
        },
        maybe: None,
        list: vec![
            Diet {
                kcal: 2,
                avoid: None,
            },
            Diet {
                kcal: 3,
                avoid: None,
            },
        ],
        set: vec![Diet {
            kcal: 4,
            avoid: None,
        }]
        .into(),
        map: BTreeMap::from([(
            "a".to_owned(),
            Diet {
                kcal: 5,
                avoid: None,
            },
        )]),
        group: Diet {
            kcal: 6,
            avoid: None,
        },
    };
    let value = cage.clone().encode();
    let expected = object([
        ("one", diet(1)),
        ("maybe", Value::Null),
        ("list", Value::Known(Data::List(vec![diet(2), diet(3)]))),
        (
            "set",
            Value::Known(Data::Set([diet(4)].into_iter().collect())),
        ),
        ("map", Value::Known(Data::Map([("a", diet(5))].into()))),
        ("group", diet(6)),
    ]);
    assert_eq!(value, expected);
    assert_eq!(Cage::decode(&data(value.clone())).unwrap(), cage);
    let empty = Cage::decode(&with(value.clone(), "list", Value::Null)).unwrap();
    assert_eq!(empty.list, []);
    let error = Cage::decode(&with(value, "one", Value::Null)).unwrap_err();
    assert_eq!(error.to_string(), "one: expected a value, found null");
}

#[test]
fn a_choice_is_one_of_its_names() {
    for (species, name) in [
        (Species::Cat, "cat"),
        (Species::GuineaPig, "guinea_pig"),
        (Species::Dog, "canis_lupus"),
    ] {
        assert_eq!(species.encode(), name.into());
        assert_eq!(Species::decode(&name.into()).unwrap(), species);
        assert_eq!(Species::draft(&name.into()).unwrap(), species);
    }
    assert_eq!(
        Species::decode(&"dog".into()).unwrap_err().to_string(),
        "expected one of `cat`, `guinea_pig`, `canis_lupus`, found `dog`"
    );
    assert_eq!(
        Species::decode(&true.into()).unwrap_err().to_string(),
        "expected a string, found a bool"
    );
    let [validator] = Species::validators().try_into().expect("one validator");
    assert_eq!(
        validator.describe(),
        "one of `cat`, `guinea_pig`, `canis_lupus`"
    );
    assert!(validator.check(&"cat".into()).is_ok());
    assert!(validator.check(&"dog".into()).is_err());
}

/// Numbers of every width.
#[derive(Model, Debug, Clone, PartialEq)]
struct Widths {
    /// Eight bits.
    small: u8,
    /// Sixty-four bits.
    large: i64,
    /// A float.
    float: f64,
    /// All digits.
    exact: terrane::Number,
}

#[test]
fn numbers_are_of_their_width() {
    let widths = |small: &str, large: &str, float: &str, exact: &str| {
        let text =
            format!(r#"{{"small":{small},"large":{large},"float":{float},"exact":{exact}}}"#);
        let value = terrane_value::json::decode(text.as_bytes(), &Widths::block().ty()).unwrap();
        Widths::decode(&data(value)).map_err(|error| error.path().to_string())
    };
    let exact = "123456789012345678901234567890.000000000000000000001";
    let read = widths("255", "-9223372036854775808", "0.5", exact).unwrap();
    assert_eq!((read.small, read.large, read.float), (255, i64::MIN, 0.5));
    assert_eq!(read.exact.to_string(), exact);
    assert_eq!(widths("256", "0", "0", "0"), Err("small".to_owned()));
    assert_eq!(widths("-1", "0", "0", "0"), Err("small".to_owned()));
    assert_eq!(widths("1.5", "0", "0", "0"), Err("small".to_owned()));
    assert_eq!(
        widths("0", "9223372036854775808", "0", "0"),
        Err("large".to_owned())
    );
}

/// Go's `strconv.ParseFloat(text, 32)` gives these floats, and `FormatFloat(float, 'g', -1, 32)` these texts.
#[test]
fn a_32_bit_float_is_the_nearest_one_and_is_encoded_as_its_shortest_decimal() {
    let float = |text: &str| {
        let value = terrane_value::json::decode(text.as_bytes(), &Type::Number).unwrap();
        f32::decode(&data(value)).map_err(|error| error.to_string())
    };
    for (text, bits, shortest) in [
        ("0.1", 0x3dcc_cccd_u32, "0.1"),
        ("16777217", 0x4b80_0000, "16777216"),
        // Rounded to 64 bits first, it would be the neighbour below.
        ("1.00000005960464477540", 0x3f80_0001, "1.0000001"),
        (
            "-3.4028235e38",
            0xff7f_ffff,
            "-340282350000000000000000000000000000000",
        ),
        ("-0", 0, "0"),
        (
            "0.8e-45",
            1,
            "0.000000000000000000000000000000000000000000001",
        ),
    ] {
        let found = float(text).unwrap();
        assert_eq!(found.to_bits(), bits, "{text}");
        assert_eq!(
            found.encode(),
            Value::Known(Data::Number(shortest.parse().unwrap()))
        );
    }
    let error = float("1e39").unwrap_err();
    assert!(error.contains("32-bit float"), "{error}");
    for nan in [f32::NAN.encode(), f64::NAN.encode()] {
        let Value::Unknown(unknown) = nan else {
            panic!("{nan:?}");
        };
        let failure = unknown.failure().map(terrane_value::Text::as_str);
        assert_eq!(failure, Some("expected a number, found NaN"));
    }
}

/// Go's `Float32Type` and `Float64Type` refuse these numbers, too: "Value 1e-46 cannot be represented as a 32-bit floating point."
#[test]
fn a_number_that_a_float_would_round_to_zero_is_refused() {
    fn refused<F: Attr>(text: &str) -> bool {
        let value = terrane_value::json::decode(text.as_bytes(), &Type::Number).unwrap();
        let mut checks = F::validators().into_iter().map(|check| check.check(&value));
        let violation = checks.find_map(Result::err);
        let error = F::decode(&data(value)).err();
        let details = (
            violation.as_ref().map(Violation::detail),
            error.as_ref().map(DecodeError::problem),
        );
        assert_eq!(details.0, details.1, "{text}");
        details
            .0
            .is_some_and(|detail| detail.ends_with("too close to zero"))
    }
    for text in ["0", "0.0", "-0e5", "1e-45", "-1e-45", "0.71e-45"] {
        assert!(!refused::<f32>(text) && !refused::<f64>(text), "{text}");
    }
    for text in ["1e-46", "-1e-46", "0.7e-45", "5e-324", "-3e-324"] {
        assert!(refused::<f32>(text) && !refused::<f64>(text), "{text}");
    }
    for text in ["2e-324", "-1e-400", "1e-9999"] {
        assert!(refused::<f32>(text) && refused::<f64>(text), "{text}");
    }
}
