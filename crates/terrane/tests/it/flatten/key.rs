//! Keys with parts in flattened models.

use terrane::Attr as _;
use terrane::Model as _;
use terrane::prelude::*;
use terrane_value::Data;

use crate::flatten::models::{
    BaseComputed, BaseKey, CommonComputed, CommonKey, Flat, FlatComputed, FlatDraft, FlatKey,
};

#[test]
fn the_key_of_the_flattened_model_is_a_part_of_the_key() {
    let base = BaseKey {
        id: "a".to_owned(),
        region: Some("eu".to_owned()),
    };
    let state = Flat::keyed(FlatKey {
        common: CommonKey { base },
    });
    assert_eq!(state.get("id"), Some(&Value::from("a")));
    assert_eq!(state.get("region"), Some(&Value::from("eu")));
    assert_eq!(state.get("middle"), Some(&Value::Null));
    assert_eq!(Flat::key(&state).unwrap().common.base.id, "a");
}

#[test]
fn computed_fields_of_flattened_and_plain_models_are_filled_once() {
    let computed = |text: &str| {
        let text = text.to_owned();
        FlatComputed {
            common: CommonComputed {
                base: BaseComputed { id: text.clone() },
                sum: text.clone(),
            },
            follows: text,
        }
    };
    let mut draft = FlatDraft::default();
    draft.common.sum = "kept".to_owned().into();
    let draft = draft.with_computed(computed("new"));
    assert_eq!(draft.common.base.id.known().unwrap(), "new");
    assert_eq!(draft.common.sum.known().unwrap(), "kept");
    assert_eq!(draft.follows.known().unwrap(), "new");

    let mut draft = FlatDraft {
        middle: "m".to_owned().into(),
        follows: Value::unknown(),
        ..FlatDraft::default()
    };
    draft.common.base.region = "eu".to_owned().into();
    draft.common.count_of = 1.into();
    draft.common.base.id = Value::unknown();
    draft.common.sum = "kept".to_owned().into();
    draft.common.version = 0.into();
    let Value::Known(data @ Data::Object(_)) = Flat::encode_draft(draft) else {
        panic!("a draft is known");
    };
    let model = Flat::decode(&data).unwrap().with_computed(computed("new"));
    assert_eq!(model.common.base.id.known().unwrap(), "new");
    assert_eq!(model.common.sum.known().unwrap(), "kept");
    assert_eq!(model.follows.known().unwrap(), "new");
}
