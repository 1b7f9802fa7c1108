//! The schemas that the derive generates, and the companion structs of a model.

use std::collections::BTreeMap;

use terrane::Attr as _;
use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane::schema::{BlockNesting, Member, Nesting, Shape};
use terrane::{Model, Set};
use terrane_protocol::schema::Description;
use terrane_value::{Data, Object, Type};

/// An animal living in the zoo.
///
/// It has:
///
///   * legs
#[derive(Model, Debug, Clone)]
#[tf(name = "animal", deprecated = "use `zoo_beast`")]
struct Pet {
    /// Name on the fence.
    #[tf(identity, replace)]
    name: String,
    /// How many legs it has.
    #[tf(default = 4, validate(range(0..=8), even))]
    legs: i64,
    #[tf(default = "grey")]
    colour: String,
    #[tf(default = Sex::Female)]
    sex: Sex,
    #[tf(default = -1.5)]
    celsius: f64,
    #[tf(default = some_tags())]
    tags: Vec<String>,
    #[doc = concat!("What it ", "eats.")]
    diet: Option<Diet>,
    meals: BTreeMap<String, Diet>,
    visitors: Set<Option<String>>,
    #[tf(keep, key)]
    id: Computed<String>,
    #[tf(optional, computed, replace(if_configured))]
    cage: Alias,
    #[tf(computed)]
    hidden: Alias,
    /// Its chip.
    #[tf(deprecated = "use `id`")]
    chip: Option<Sensitive<String>>,
    #[tf(block, items(1..), validate(some))]
    events: Vec<Diet>,
    #[tf(block, group)]
    limits: Diet,
    anything: Dynamic,
}

type Alias = Computed<Option<String>>;

/// What a [`Pet`] eats.
#[derive(Model, Debug, Clone)]
struct Diet {
    /// Energy per day.
    kcal: i64,
    /// Identifier given by the API.
    id: Computed<String>,
}

#[derive(Attr, Debug, Clone, PartialEq)]
enum Sex {
    Female,
    Male,
}

/// Settings of a provider.
#[derive(Model)]
struct Settings {
    /// The token.
    #[tf(env = "ZOO_TOKEN")]
    token: Sensitive<String>,
}

fn even(legs: &i64) -> std::result::Result<(), String> {
    if legs % 2 == 0 {
        Ok(())
    } else {
        Err("expected an even number".to_owned())
    }
}

fn some(events: &[Diet]) -> std::result::Result<(), String> {
    if events.is_empty() {
        Err("expected an event".to_owned())
    } else {
        Ok(())
    }
}

fn some_tags() -> Vec<String> {
    vec!["new".to_owned()]
}

fn member(name: &str) -> &'static Member {
    Pet::block().member(name).unwrap()
}

#[test]
fn the_name_is_that_of_the_struct_or_of_the_attribute() {
    assert_eq!(Pet::NAME, "animal");
    assert_eq!(Diet::NAME, "diet");
    assert_eq!(Pet::block().deprecation(), Some("use `zoo_beast`"));
}

#[test]
fn the_type_of_a_field_decides_who_sets_the_attribute() {
    let presence = |name| {
        let it = member(name);
        (it.required(), it.configurable(), it.computed())
    };
    for name in ["name", "meals", "visitors", "anything"] {
        assert_eq!(presence(name), (true, true, false), "{name}");
    }
    for name in ["legs", "colour", "sex", "celsius", "tags", "cage"] {
        assert_eq!(presence(name), (false, true, true), "{name}");
    }
    for name in ["diet", "chip", "events", "limits"] {
        assert_eq!(presence(name), (false, true, false), "{name}");
    }
    for name in ["id", "hidden"] {
        assert_eq!(presence(name), (false, false, true), "{name}");
    }
    assert!(!Settings::block().member("token").unwrap().required());
    assert!(Settings::block().member("token").unwrap().is_sensitive());
    assert!(member("chip").is_sensitive() && !member("name").is_sensitive());
}

#[test]
fn the_fields_type_decides_the_attributes_type() {
    assert_eq!(member("sex").ty(), Type::String);
    assert_eq!(member("celsius").ty(), Type::Number);
    assert_eq!(member("visitors").ty(), Type::set(Type::String));
    assert_eq!(member("anything").ty(), Type::Dynamic);
    assert!(matches!(
        member("diet").shape(),
        Shape::Nested {
            nesting: Nesting::Single,
            ..
        }
    ));
    assert!(matches!(
        member("meals").shape(),
        Shape::Nested {
            nesting: Nesting::Map,
            ..
        }
    ));
    assert!(matches!(
        member("events").shape(),
        Shape::Block {
            nesting: BlockNesting::List,
            min_items: 1,
            max_items: 0,
            ..
        }
    ));
    assert!(matches!(
        member("limits").shape(),
        Shape::Block {
            nesting: BlockNesting::Group,
            min_items: 0,
            max_items: 0,
            ..
        }
    ));
}

#[test]
fn the_schema_has_documentation_options_and_defaults() {
    let shown = format!("{:?}", Pet::block());
    for expected in [
        r#""An animal living in the zoo.\n\nIt has:\n\n  * legs""#,
        r#""Name on the fence.""#,
        r#""What it eats.""#,
        r#""use `id`""#,
    ] {
        assert!(shown.contains(expected), "{expected} in {shown}");
    }
    for (name, expected) in [
        ("id", "keep: Always"),
        ("cage", "keep: Never"),
        ("name", "identifies: Required"),
        ("id", "identifies: Key"),
        ("legs", "identifies: Neither"),
        ("name", "replace: Changed"),
        ("cage", "replace: Configured"),
        ("legs", "replace: Never"),
        ("legs", r#"Validator("")"#),
    ] {
        let shown = format!("{:?}", member(name));
        assert!(shown.contains(expected), "{expected} in {shown}");
    }
    let default = |name| {
        let shown = format!("{:?}", member(name));
        let from = shown.find("default: ").unwrap();
        shown[from..].split(", env").next().unwrap().to_owned()
    };
    let of = |value: Value| format!("default: Some(Default({value:?}))");
    assert_eq!(default("legs"), of(4.into()));
    assert_eq!(default("colour"), of("grey".into()));
    assert_eq!(default("sex"), of("female".into()));
    assert_eq!(
        default("tags"),
        of(Value::Known(Data::List(vec!["new".into()])))
    );
    assert_eq!(default("name"), "default: None");
    assert!(format!("{:?}", Settings::block()).contains(r#"["ZOO_TOKEN"]"#));
}

#[test]
fn the_key_reads_its_parts_from_an_incomplete_state() {
    let state = Object::from_pairs([("id", "pet-1"), ("name", "Tom")]);
    let PetKey { id, name } = Pet::key(&state).unwrap();
    assert_eq!((id.as_str(), name.as_str()), ("pet-1", "Tom"));
    let error = Pet::key(&Object::from_pairs([("id", "pet-1")])).unwrap_err();
    assert_eq!(error.to_string(), "name: expected a value, found null");
    let unknown = Object::from_pairs([("id", Value::unknown()), ("name", "Tom".into())]);
    assert!(Pet::key(&unknown).unwrap_err().is_unknown());
    assert_eq!(
        Diet::key(&state).unwrap(),
        terrane::generated::NoFieldIsMarkedKey
    );
}

#[test]
fn filling_keeps_known_values() {
    let diet = Diet {
        kcal: 1,
        id: Computed::unknown(),
    };
    let diet = diet.with_computed(DietComputed {
        id: "d-1".to_owned(),
    });
    assert_eq!(diet.id.known().map(String::as_str), Some("d-1"));
    let diet = diet.with_computed(DietComputed {
        id: "d-2".to_owned(),
    });
    assert_eq!(diet.id.known().map(String::as_str), Some("d-1"));
}

#[test]
fn filling_a_draft_keeps_known_values() {
    let filled = |id: Value<String>| {
        let draft = DietDraft {
            kcal: Value::unknown(),
            id,
        };
        draft.with_computed(DietComputed {
            id: "d-1".to_owned(),
        })
    };
    assert_eq!(filled(Value::unknown()).id, "d-1".to_owned().into());
    assert_eq!(filled(Value::Null).id, "d-1".to_owned().into());
    let known = filled("d-2".to_owned().into());
    assert_eq!(known.id, "d-2".to_owned().into());
    assert!(known.kcal.is_unknown());
}

/// Declares a model by what its macro is given, as types and as bare words.
macro_rules! declared {
    ($model:ident { $($field:ident: $ty:ty),* } { $($more:tt)* }) => {
        /// A model of a macro.
        #[derive(Model)]
        struct $model {
            $(
                #[doc = "A field by its type."]
                $field: $ty,
            )*
            $($more)*
            /// A field of the macro's own.
            own: Computed<i64>,
        }
    };
}

declared! { Declared { id: Computed<String>, note: Option<String> } { name: Computed<String>, ways: Vec<String>, } }

#[test]
fn a_model_may_be_written_by_a_macro() {
    let draft = DeclaredDraft::default().with_computed(DeclaredComputed {
        id: "a".to_owned(),
        name: "b".to_owned(),
        own: 7,
    });
    let decoded = Declared::decode(&Data::Object(Object::from_pairs([
        ("id", draft.id.known().unwrap().as_str().into()),
        ("name", "b".into()),
        ("note", Value::Null),
        ("own", 7.into()),
        ("ways", Value::Known(Data::List(Vec::new()))),
    ])))
    .unwrap();
    assert_eq!(format!("{:?} {:?}", decoded.id, decoded.own), "\"a\" 7");
    assert!(decoded.note.is_none() && decoded.ways.is_empty());
    assert_eq!(
        format!("{:?}", draft.clone().own),
        format!("{:?}", draft.own)
    );
}

#[test]
fn aliases_of_computed_are_filled_too() {
    let _ = PetComputed {
        id: String::new(),
        cage: None,
        hidden: Some(String::new()),
    };
}

#[test]
fn paths_follow_the_names_and_stop_at_sets() {
    assert_eq!(path!(Pet, name).to_string(), "name");
    assert_eq!(path!(Pet, diet.kcal).to_string(), "diet.kcal");
    assert_eq!(
        path!(Pet, meals["noon"].kcal).to_string(),
        "meals[\"noon\"].kcal"
    );
    assert_eq!(path!(Pet, events[2].id).to_string(), "events[2].id");
    assert_eq!(path!(Pet, visitors).to_string(), "visitors");
    assert_eq!(path!(Pet, tags[0]).to_string(), "tags[0]");
}

#[test]
fn a_draft_starts_out_null() {
    let draft = PetDraft {
        legs: Value::Known(2),
        ..PetDraft::default()
    };
    assert_eq!(known!(draft; legs), Some(&2));
    assert_eq!(known!(draft; legs, diet.kcal), None);
}

/// A `lake`.
#[derive(Model)]
#[tf(plain, deprecated)]
struct Lake {
    /// A `name`.
    name: String,
    /// A *depth*.
    #[tf(markdown, deprecated)]
    depth: Option<i64>,
    #[tf(block, timeouts(create, delete), timeout_description = "Go's duration")]
    timeouts: Timeouts,
    #[tf(block, timeouts(read), timeout_description = "")]
    quick: Timeouts,
}

#[test]
fn descriptions_may_be_plain_text_and_deprecations_without_a_message() {
    let schema = Lake::block().to_protocol(0).block;
    assert_eq!(schema.description, Description::plain("A `lake`."));
    assert_eq!(schema.deprecation.as_deref(), Some(""));
    let name = schema.attribute("name").unwrap();
    assert_eq!(name.description, Description::plain("A `name`."));
    let depth = schema.attribute("depth").unwrap();
    assert_eq!(depth.description, Description::markdown("A *depth*."));
    assert_eq!(depth.deprecation.as_deref(), Some(""));
    let timeouts = &schema.nested("timeouts").unwrap().block.attributes;
    assert_eq!(timeouts.len(), 2);
    for duration in timeouts {
        assert_eq!(duration.description, Description::markdown("Go's duration"));
    }
    let quick = &schema.nested("quick").unwrap().block.attributes;
    assert_eq!(quick[0].description, Description::default());
}
