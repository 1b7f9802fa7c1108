//! Deeply nested values need no deep stack.

use terrane_hcl::value::{Mark, Value};
use terrane_hcl::{Source, syntax, type_constraint};
use terrane_value::Type;

/// Returns a value of a depth. Its type is not deep.
fn deep(depth: usize, inner: Value) -> Value {
    (0..depth).fold(inner, |value, _| Value::list_of(Type::Dynamic, vec![value]))
}

#[test]
fn deep_values_are_compared() {
    let (a, b, c) = (
        deep(5_000, "a".into()),
        deep(5_000, "a".into()),
        deep(5_000, "c".into()),
    );
    assert!(a == b && a != c);
    assert_eq!(a.equals(&b), true.into());
    assert_eq!(a.equals(&c), false.into());
    let unknown = deep(1_000, Value::unknown(Type::String));
    assert!(unknown.equals(&deep(1_000, "a".into())).is_unknown());
}

#[test]
fn deep_marks_are_removed() {
    let value = deep(5_000, Value::from("a").with_mark(Mark::Sensitive));
    assert!(value.contains_marks());
    assert!(value.equals(&value).marks().contains(&Mark::Sensitive));
    let (value, marks) = value.unmark_deep();
    assert!(!value.contains_marks() && marks.contains(&Mark::Sensitive));
    assert_eq!(value.depth(), 5_000);
}

#[test]
fn deep_elements_of_sets_are_sorted() {
    let elements = ["b", "a", "b"].map(|text| deep(5_000, text.into()));
    let set = Value::set(elements.to_vec());
    assert_eq!(set.elements().map(<[_]>::len), Some(2));
}

/// Runs a function on a thread with a small stack.
fn with_small_stack(function: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(192 << 10);
    let thread = thread.spawn(function).expect("a thread");
    thread.join().expect("no panic");
}

#[test]
fn deep_values_are_converted_and_exported() {
    with_small_stack(|| {
        let tuple = (0..60).fold(Value::from(1_i64), |value, _| Value::tuple(vec![value]));
        let list = (0..60).fold(Type::String, |ty, _| Type::list(ty));
        let value = tuple.convert(&list).expect("a list");
        assert_eq!(value.ty(), &list);
        assert_eq!(value.to_exchange().expect("a value").ty, list);
    });
}

#[test]
fn deep_types_are_read() {
    with_small_stack(|| {
        let text = format!("{}string{}", "list(".repeat(150), ")".repeat(150));
        let expression = syntax::parse_expression(&Source::detached("x", text)).value;
        let (constraint, diagnostics) = type_constraint(&expression);
        assert!(diagnostics.is_empty() && constraint.ty != Type::String);
    });
}
