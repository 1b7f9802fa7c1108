use super::*;

fn right(find: fn(&Type) -> Option<Wrong>, ty: &str) -> Option<String> {
    find(&syn::parse_str(ty).unwrap()).map(|wrong| show(&wrong.right))
}

#[test]
fn right_forms_are_left_alone() {
    for ty in [
        "String",
        "api::Pet",
        "Option<Vec<Option<String>>>",
        "Computed<Option<Sensitive<Vec<String>>>>",
        "BTreeMap<String, Vec<Set<Diet>>>",
        "Value<Sensitive<Dynamic>>",
        "WriteOnly<Sensitive<Vec<String>>>",
        "Id",
        "()",
    ] {
        assert_eq!(right(attribute, ty), None, "{ty}");
    }
    assert_eq!(right(block, "Option<Diet>"), None);
    assert_eq!(right(block, "Vec<Diet>"), None);
    assert_eq!(right(block, "Computed<Diet>"), None);
    assert_eq!(right(block, "Computed<Option<Diet>>"), None);
    assert_eq!(right(block, "Computed<Vec<Diet>>"), None);
    assert_eq!(right(key, "Computed<String>"), None);
    assert_eq!(right(key, "String"), None);
    assert_eq!(right(default, "Vec<Option<String>>"), None);
}

#[test]
fn wrong_forms_get_the_right_one() {
    for (wrong, expected) in [
        ("Option<Computed<String>>", "Computed<Option<String>>"),
        (
            "std::option::Option<terrane::Computed<api::Id>>",
            "Computed<Option<api::Id>>",
        ),
        ("Option<Option<String>>", "Option<String>"),
        ("Option<Value<i64>>", "Value<i64>"),
        ("Value<Option<i64>>", "Value<i64>"),
        ("Computed<Value<i64>>", "Computed<Option<i64>>"),
        ("Computed<Computed<i64>>", "Computed<i64>"),
        ("Sensitive<Option<String>>", "Option<Sensitive<String>>"),
        (
            "Sensitive<Computed<Option<String>>>",
            "Computed<Option<Sensitive<String>>>",
        ),
        ("Vec<Computed<String>>", "Computed<Vec<String>>"),
        (
            "Option<Vec<Computed<String>>>",
            "Computed<Option<Vec<String>>>",
        ),
        (
            "BTreeMap<String, Value<i64>>",
            "Value<BTreeMap<String, i64>>",
        ),
        ("Option<WriteOnly<String>>", "WriteOnly<String>"),
        ("WriteOnly<Computed<String>>", "WriteOnly<String>"),
        ("Sensitive<WriteOnly<i64>>", "WriteOnly<Sensitive<i64>>"),
        ("Set<WriteOnly<String>>", "WriteOnly<Set<String>>"),
        ("Vec<Dynamic>", "Dynamic"),
        ("Option<Set<terrane::Dynamic>>", "Option<terrane::Dynamic>"),
        (
            "Option<HashMap<String, usize>>",
            "Option<BTreeMap<String, usize>>",
        ),
        ("HashSet<String>", "Set<String>"),
        ("&'static str", "String"),
        ("&[u8]", "Vec<u8>"),
        ("Option<Box<Diet>>", "Option<Diet>"),
        ("u128", "Number"),
    ] {
        let shown = right(attribute, wrong);
        let expected = expected.replace("usize", "u64");
        assert_eq!(shown.as_deref(), Some(expected.as_str()), "{wrong}");
        assert_eq!(right(attribute, &expected), None, "{expected}");
    }
    assert_eq!(
        right(block, "Option<Vec<Diet>>").as_deref(),
        Some("Vec<Diet>")
    );
    for (wrong, expected) in [
        ("Value<Diet>", "Diet"),
        ("Computed<Value<Diet>>", "Computed<Diet>"),
        ("Computed<Computed<Diet>>", "Computed<Diet>"),
        ("Option<Computed<Diet>>", "Computed<Option<Diet>>"),
        ("Vec<Computed<Diet>>", "Computed<Vec<Diet>>"),
        ("Computed<Option<Vec<Diet>>>", "Computed<Vec<Diet>>"),
    ] {
        assert_eq!(right(block, wrong).as_deref(), Some(expected), "{wrong}");
    }
    for wrong in ["Option<i64>", "Value<i64>", "Computed<Option<i64>>"] {
        assert_eq!(right(default, wrong).as_deref(), Some("i64"), "{wrong}");
    }
    assert_eq!(right(key, "Option<String>").as_deref(), Some("String"));
    assert_eq!(
        right(key, "Computed<Option<String>>").as_deref(),
        Some("Computed<String>")
    );
}
