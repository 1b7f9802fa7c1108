//! Values: what is read and written is the same, whether known, null or unknown.

use proptest::prelude::*;
use terrane::Attr;
use terrane::Model as _;
use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_value::{Data, Object};

use crate::flatten::models::{Flat, Written};

fn state<T: Into<Value> + std::fmt::Debug>(
    known: impl Strategy<Value = T>,
) -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => known.prop_map(Into::into),
        1 => Just(Value::Null),
        1 => Just(Value::unknown()),
    ]
}

/// An object of the resource; its parts are objects too.
pub(crate) fn object() -> impl Strategy<Value = Object> {
    let text = || state("[a-c]{0,3}");
    let number = || state(-1..12_i64);
    let part = (text(), number()).prop_map(|(name, number)| {
        Value::from(Object::from_pairs([("name", name), ("number", number)]))
    });
    let parts = prop::collection::vec(part, 0..4).prop_map(|parts| Value::Known(Data::List(parts)));
    let words = state(
        prop::collection::btree_set("[a-c]", 0..3).prop_map(|words| {
            let words = words.into_iter().map(Value::from);
            Value::Known(Data::Set(words.collect()))
        }),
    );
    let texts = (
        text(),
        text(),
        text(),
        text(),
        text(),
        text(),
        text(),
        text(),
        text(),
    );
    (
        texts,
        number(),
        number(),
        parts,
        words,
        state(any::<bool>()),
    )
        .prop_map(
            |(
                (a_first, content, source, id, region, sum, token, middle, follows),
                count_of,
                version,
                part,
                words,
                zone,
            )| {
                Object::from_pairs([
                    ("a_first", a_first),
                    ("content", content),
                    ("count_of", count_of),
                    ("follows", follows),
                    ("id", id),
                    ("middle", middle),
                    ("part", part),
                    ("password", Value::Null),
                    ("region", region),
                    ("source", source),
                    ("sum", sum),
                    ("token", token),
                    ("version", version),
                    ("words", words),
                    ("zone", zone),
                ])
            },
        )
}

fn data(object: &Object) -> Data {
    Data::Object(object.clone())
}

proptest! {
    #[test]
    fn flattened_and_plain_drafts_are_decoded_and_encoded_equally(object in object()) {
        let flat = Flat::draft(&data(&object)).unwrap();
        let written = Written::draft(&data(&object)).unwrap();
        prop_assert_eq!(&flat.common.content, &written.content);
        prop_assert_eq!(&flat.common.base.region, &written.region);
        prop_assert_eq!(&flat.middle, &written.middle);
        prop_assert_eq!(Flat::encode_draft(flat), Value::Known(data(&object)));
        prop_assert_eq!(Written::encode_draft(written), Value::Known(data(&object)));
    }

    #[test]
    fn flattened_and_plain_models_are_decoded_and_encoded_equally(object in object()) {
        match (Flat::decode(&data(&object)), Written::decode(&data(&object))) {
            (Ok(flat), Ok(written)) => prop_assert_eq!(flat.encode(), written.encode()),
            (Err(flat), Err(written)) => {
                // Which of several errors is reported depends on the order of the fields.
                for error in [flat, written] {
                    let place = Value::from(object.clone());
                    prop_assert!(place.at(&error.path()).is_some(), "{}", error);
                }
            }
            (flat, written) => prop_assert!(false, "{flat:?} {written:?}"),
        }
    }

    #[test]
    fn flattened_and_plain_keys_are_decoded_and_encoded_equally(object in object()) {
        match (Flat::key(&object), Written::key(&object)) {
            (Ok(flat), Ok(written)) => {
                prop_assert_eq!(&flat.common.base.id, &written.id);
                prop_assert_eq!(&flat.common.base.region, &written.region);
                prop_assert_eq!(Flat::keyed(flat), Written::keyed(written));
            }
            (Err(flat), Err(written)) => prop_assert_eq!(flat.to_string(), written.to_string()),
            (flat, written) => prop_assert!(false, "{flat:?} {written:?}"),
        }
    }
}

#[test]
fn an_object_with_other_attributes_is_refused_by_flattened_and_plain_models() {
    let (less, more) = (Object::from_pairs([("id", "a")]), {
        let mut more = Object::new(Flat::block().object_type());
        more.set("other", true);
        more
    });
    for object in [Data::Object(less), Data::Object(more), Data::Bool(true)] {
        let (flat, written) = (Flat::draft(&object), Written::draft(&object));
        assert_eq!(
            flat.unwrap_err().to_string(),
            written.unwrap_err().to_string()
        );
    }
}

#[test]
fn the_default_draft_is_null_everywhere() {
    let draft = Draft::<Flat>::default();
    assert!(draft.common.content.is_null() && draft.common.base.id.is_null());
    let nulls = Object::new(Flat::block().object_type());
    assert_eq!(Flat::encode_draft(draft.clone()), nulls.into());
    assert!(format!("{draft:?}").contains("region: "));
}
