//! Bodies by a schema with types. The rules are those that hosts follow when they read the body of a resource.

use terrane_hcl::decode::{Attribute, Nesting, Schema, decode};
use terrane_hcl::syntax::BodySchema;
use terrane_hcl::value::{Mark, Value};
use terrane_hcl::{Scope, Source, syntax};
use terrane_value::Type;

fn scope() -> Scope<'static> {
    let secret = |value: Value| value.with_mark(Mark::Sensitive);
    Scope::new().with_variables([
        ("ports", Value::tuple(vec![80_i64.into(), "443".into()])),
        (
            "map",
            Value::map([("b", Value::from(2_i64)), ("a", 1_i64.into())]),
        ),
        ("unknown", Value::unknown(Type::list(Type::String))),
        ("secret", secret(Value::list(vec!["x".into()]))),
        ("password", secret("pw".into())),
        ("nothing", Value::null(Type::list(Type::String))),
    ])
}

/// A schema with blocks of each nesting, whose content is one number.
fn schema() -> Schema {
    let inner = || Schema::new().optional("n", Type::Number);
    let object = Type::object([("n", Type::Number)]);
    Schema::new()
        .optional("name", Type::String)
        .optional("objects", Type::list(object))
        .block("single", Nesting::Single, inner())
        .block("group", Nesting::Group, inner())
        .block("list", Nesting::List, inner())
        .block("set", Nesting::Set, inner())
        .block("map", Nesting::Map, inner())
}

fn decoded(text: &str, schema: &Schema) -> (Value, Vec<String>) {
    decoded_with(text, schema, &BodySchema::default())
}

fn decoded_with(text: &str, schema: &Schema, hidden: &BodySchema) -> (Value, Vec<String>) {
    let source = Source::detached("x", text.to_owned());
    let parsed = if text.starts_with('{') {
        syntax::parse_json_file(&source)
    } else {
        syntax::parse_file(&source)
    };
    let file = parsed.into_result().expect("a file");
    let (value, diagnostics) = decode(&file.body, schema, hidden, &scope());
    let errors = diagnostics.iter().map(|error| {
        let place = source.locate(error.subject.expect("a place"));
        format!("{place}: {}", error.summary)
    });
    (value, errors.collect())
}

fn value(text: &str) -> Value {
    let (value, errors) = decoded(text, &schema());
    assert!(errors.is_empty(), "{text}: {errors:?}");
    value
}

fn errors(text: &str) -> Vec<String> {
    decoded(text, &schema()).1
}

fn n(number: i64) -> Value {
    Value::object([("n", Value::from(number))])
}

#[test]
fn an_empty_body_has_null_arguments_and_empty_blocks() {
    let value = value("");
    assert_eq!(value, schema().empty_value());
    assert_eq!(value.ty(), &schema().ty());
    assert!(value.get("single").unwrap().is_null());
    assert!(value.get("group").unwrap().get("n").unwrap().is_null());
    assert_eq!(
        value.get("list").unwrap().elements().map(<[_]>::len),
        Some(0)
    );
    assert!(value.get("objects").unwrap().is_null());
}

#[test]
fn blocks_become_values_by_their_nesting() {
    let value = value(
        "single {\n n = \"1\"\n}\ngroup {}\nlist {\n n = 2\n}\nlist {\n n = 1\n}\nset {\n n = 2\n}\nset {\n n = 2\n}\nmap \"a\" {\n n = 3\n}\n",
    );
    assert_eq!(value.get("single"), Some(&n(1)));
    assert_eq!(value.get("list"), Some(&Value::list(vec![n(2), n(1)])));
    assert_eq!(value.get("set"), Some(&Value::set(vec![n(2)])));
    assert_eq!(value.get("map"), Some(&Value::map([("a", n(3))])));
}

#[test]
fn both_syntaxes_have_the_same_values() {
    let native = value("name = \"${map.a}\"\nlist {\n n = 1\n}\nmap \"a\" {\n n = 2\n}\n");
    let json = value(r#"{"name": "${map.a}", "list": {"n": 1}, "map": {"a": {"n": 2}}}"#);
    assert_eq!(native, json);
    let dynamic =
        r#"{"dynamic": {"list": {"for_each": "${ports}", "content": {"n": "${list.value}"}}}}"#;
    let list = Value::list(vec![n(80), n(443)]);
    assert_eq!(value(dynamic).get("list"), Some(&list));
}

#[test]
fn dynamic_blocks_are_expanded_in_their_order() {
    let result = value(
        "list {\n n = 1\n}\ndynamic \"list\" {\n for_each = ports\n iterator = it\n content {\n  n = it.value + it.key\n }\n}\nlist {\n n = 2\n}\n",
    );
    let expected = Value::list(vec![n(1), n(80), n(444), n(2)]);
    assert_eq!(result.get("list"), Some(&expected));
    let result = value(
        "dynamic \"map\" {\n for_each = map\n labels = [map.key]\n content {\n  n = map.value\n }\n}\n",
    );
    let expected = Value::map([("a", n(1)), ("b", n(2))]);
    assert_eq!(result.get("map"), Some(&expected));
}

#[test]
fn nested_dynamic_blocks_see_the_iterators_around_them() {
    let inner = Schema::new().optional("n", Type::Number);
    let outer = Schema::new().block("inner", Nesting::List, inner);
    let schema = Schema::new().block("outer", Nesting::List, outer);
    let text = "dynamic \"outer\" {\n for_each = ports\n content {\n  inner {\n   n = outer.key\n  }\n  dynamic \"inner\" {\n   for_each = [1]\n   content {\n    n = inner.value + outer.value\n   }\n  }\n }\n}\n";
    let (value, errors) = decoded(text, &schema);
    assert!(errors.is_empty(), "{errors:?}");
    let outer = value.get("outer").unwrap().elements().unwrap();
    let expected = Value::list(vec![n(1), n(444)]);
    assert_eq!(outer[1].get("inner"), Some(&expected));
}

#[test]
fn an_unknown_number_of_blocks_is_unknown() {
    let dynamic = |kind: &str, rest: &str| {
        let text = format!(
            "dynamic \"{kind}\" {{\n for_each = unknown\n{rest} content {{\n  n = {kind}.value\n }}\n}}\n"
        );
        value(&text).get(kind).cloned().unwrap()
    };
    let object = Type::object([("n", Type::Number)]);
    for (kind, ty) in [
        ("list", Type::list(object.clone())),
        ("set", Type::set(object.clone())),
    ] {
        assert_eq!(dynamic(kind, ""), Value::unknown(ty));
    }
    let labels = " labels = [\"a\"]\n";
    assert_eq!(dynamic("map", labels), Value::unknown(Type::map(object)));
    let unknown = Value::object([("n", Value::unknown(Type::Number))]);
    assert_eq!(dynamic("single", ""), unknown);
    assert_eq!(dynamic("objects", ""), Value::list(vec![unknown]));
}

#[test]
fn marks_of_the_collection_go_to_the_blocks_and_their_arguments() {
    let text = "dynamic \"list\" {\n for_each = secret\n content {\n  n = list.key\n }\n}\n";
    let result = value(text);
    let block = &result.get("list").unwrap().elements().unwrap()[0];
    assert!(block.marks().contains(&Mark::Sensitive));
    assert!(block.get("n").unwrap().marks().contains(&Mark::Sensitive));
    let set = value(
        "set {\n n = length\n}\n"
            .replace("length", "password == \"\" ? 1 : 2")
            .as_str(),
    );
    assert!(set.get("set").unwrap().marks().contains(&Mark::Sensitive));
}

#[test]
fn attributes_of_legacy_schemas_can_be_written_as_blocks() {
    let expected = Value::list(vec![n(1), n(2)]);
    let blocks = value("objects {\n n = 1\n}\nobjects {\n n = 2\n}\n");
    assert_eq!(blocks.get("objects"), Some(&expected));
    let argument = value("objects = [{n = 1}, {n = \"2\"}]\n");
    assert_eq!(argument.get("objects"), Some(&expected));
    let dynamic = value(
        "dynamic \"objects\" {\n for_each = [1, 2]\n content {\n  n = objects.value\n }\n}\n",
    );
    assert_eq!(dynamic.get("objects"), Some(&expected));
    let empty = value("objects = []\n");
    assert_eq!(
        empty.get("objects").unwrap().elements().map(<[_]>::len),
        Some(0)
    );
    let mut modern = schema();
    modern.attributes.push(Attribute {
        name: "nested".into(),
        ty: Type::String,
        is_required: false,
        is_nested: true,
    });
    let (_, errors) = decoded("objects {\n n = 1\n}\n", &modern);
    assert_eq!(errors, ["x:1,1-8: Unsupported block type"]);
}

#[test]
fn errors_have_the_summaries_and_places_of_hosts() {
    for (text, expected) in [
        ("name = []\n", "x:1,8-10: Incorrect attribute value type"),
        ("other = 1\n", "x:1,1-6: Unsupported argument"),
        ("other {}\n", "x:1,1-6: Unsupported block type"),
        ("single {}\nsingle {}\n", "x:2,1-7: Duplicate single block"),
        (
            "map \"a\" {}\nmap \"a\" {}\n",
            "x:2,1-8: Duplicate map block",
        ),
        ("map {}\n", "x:1,5-6: Missing key for map"),
        (
            "dynamic \"other\" {\n for_each = []\n content {}\n}\n",
            "x:1,9-16: Unsupported block type",
        ),
        (
            "dynamic \"list\" {\n for_each = []\n}\n",
            "x:1,16-16: Missing dynamic content block",
        ),
        (
            "dynamic \"list\" {\n for_each = []\n content {}\n content {}\n}\n",
            "x:4,2-9: Extraneous dynamic content block",
        ),
        (
            "dynamic \"list\" {\n content {}\n}\n",
            "x:1,16-16: Missing required argument",
        ),
        (
            "dynamic \"list\" {\n for_each = 1\n content {}\n}\n",
            "x:2,13-14: Invalid dynamic for_each value",
        ),
        (
            "dynamic \"list\" {\n for_each = nothing\n content {}\n}\n",
            "x:2,13-20: Invalid dynamic for_each value",
        ),
        (
            "dynamic \"list\" {\n for_each = []\n iterator = a.b\n content {}\n}\n",
            "x:3,13-16: Invalid dynamic iterator name",
        ),
        (
            "dynamic \"map\" {\n for_each = []\n labels = []\n content {}\n}\n",
            "x:3,11-13: Insufficient dynamic block labels",
        ),
        (
            "dynamic \"map\" {\n for_each = []\n labels = [1, 2]\n content {}\n}\n",
            "x:3,15-16: Extraneous dynamic block label",
        ),
        (
            "dynamic \"map\" {\n for_each = [1]\n labels = [password]\n content {}\n}\n",
            "x:3,12-20: Invalid dynamic block label",
        ),
        (
            "dynamic \"map\" {\n for_each = [1]\n labels = [null]\n content {}\n}\n",
            "x:3,12-16: Invalid dynamic block label",
        ),
        ("list {\n n = x\n}\n", "x:2,6-7: Unknown variable"),
    ] {
        assert_eq!(errors(text), [expected], "{text}");
    }
}

#[test]
fn numbers_of_blocks_are_checked() {
    let mut schema = schema();
    for block in &mut schema.blocks {
        *block = block.clone().items(1, Some(1));
    }
    let (_, errors) = decoded("map \"a\" {}\nlist {}\nlist {}\n", &schema);
    let expected = [
        "x:1,1-1: Missing single block",
        "x:1,1-1: Missing group block",
        "x:3,6-6: Too many list blocks",
        "x:1,1-1: Insufficient set blocks",
    ];
    assert_eq!(errors, expected);
}

#[test]
fn blocks_of_dynamic_type_become_tuples_and_objects() {
    let inner = || Schema::new().optional("n", Type::Dynamic);
    let schema =
        Schema::new()
            .block("list", Nesting::List, inner())
            .block("map", Nesting::Map, inner());
    let (value, errors) = decoded("list {\n n = 1\n}\nlist {\n n = \"a\"\n}\n", &schema);
    assert!(errors.is_empty());
    let a = Value::object([("n", Value::from("a"))]);
    assert_eq!(value.get("list"), Some(&Value::tuple(vec![n(1), a])));
    assert!(matches!(value.get("map").unwrap().ty(), Type::Object(_)));
}

#[test]
fn names_that_the_caller_reads_are_no_errors() {
    let hidden = BodySchema::default()
        .attribute("count", false)
        .block("lifecycle", []);
    let text = "count = 1\nname = \"a\"\nlifecycle {}\ndynamic \"lifecycle\" {}\n";
    let (value, errors) = decoded_with(text, &schema(), &hidden);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(value.get("name"), Some(&"a".into()));
    assert_eq!(value.get("count"), None);
}

#[test]
fn nested_attributes_drop_other_names_and_fill_optional_ones() {
    let attributes = [("a", Type::String), ("b", Type::Number)];
    let object = terrane_value::ObjectType::with_optional(
        attributes.map(|(name, ty)| (name, ty, name == "b")),
    );
    let schema = Schema::new().optional("nested", Type::list(Type::Object(object)));
    let (value, errors) = decoded("nested = [{a = 1, c = 2}]\n", &schema);
    assert!(errors.is_empty(), "{errors:?}");
    let element = &value.get("nested").unwrap().elements().unwrap()[0];
    assert_eq!(element.get("a"), Some(&"1".into()));
    assert!(element.get("b").unwrap().is_null());
    let (_, errors) = decoded("nested = [{b = 1}]\n", &schema);
    assert_eq!(errors, ["x:1,10-19: Incorrect attribute value type"]);
}
