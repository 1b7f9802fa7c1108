//! Paths and what is known: through a flattened field, but without a step for it.

use terrane::prelude::*;

use crate::flatten::models::{CommonDraft, Flat, FlatDraft};

#[test]
fn a_path_has_no_step_for_the_flattened_field() {
    assert_eq!(path!(Flat, common.content).to_string(), "content");
    assert_eq!(path!(Flat, common.base.region).to_string(), "region");
    assert_eq!(path!(Flat, common.part[2].name).to_string(), "part[2].name");
    assert_eq!(path!(Flat, middle).to_string(), "middle");
}

#[test]
fn a_flattened_field_is_always_known_and_its_fields_may_be_unknown() {
    let mut draft = FlatDraft {
        middle: "m".to_owned().into(),
        common: CommonDraft {
            content: "c".to_owned().into(),
            ..CommonDraft::default()
        },
        ..FlatDraft::default()
    };
    let text = "c".to_owned();
    assert_eq!(known!(draft; common.content), Some(&text));
    assert_eq!(
        known!(draft; middle, common.content).map(|it| it.1),
        Some(&text)
    );
    assert!(known!(draft; common).is_some());
    assert_eq!(known!(draft; common.base.region), None);
    draft.common.content = Value::unknown();
    assert_eq!(known!(draft; middle, common.content), None);
}
