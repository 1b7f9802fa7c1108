use super::*;

#[test]
fn finds_the_most_general_type() {
    let object = |ty| Type::object([("a", ty)]);
    for (types, expected) in [
        (
            vec![Type::Number, Type::String, Type::Bool],
            Some(Type::String),
        ),
        (vec![Type::Number, Type::Bool], None),
        (
            vec![Type::list(Type::Number), Type::list(Type::String)],
            Some(Type::list(Type::String)),
        ),
        (
            vec![Type::list(Type::Number), Type::tuple([Type::String])],
            Some(Type::list(Type::String)),
        ),
        (
            vec![Type::list(Type::Number), Type::map(Type::Number)],
            None,
        ),
        (
            vec![object(Type::Number), object(Type::String)],
            Some(object(Type::String)),
        ),
        (
            vec![object(Type::Number), Type::object([("b", Type::String)])],
            Some(Type::map(Type::String)),
        ),
        (vec![object(Type::Number), Type::map(Type::Bool)], None),
        (
            vec![Type::tuple([Type::Number]), Type::tuple([])],
            Some(Type::list(Type::Number)),
        ),
        (vec![object(Type::Number), Type::tuple([])], None),
        (
            vec![Type::map(Type::String), Type::Dynamic],
            Some(Type::Dynamic),
        ),
        (vec![], None),
    ] {
        assert_eq!(unify(&types), expected, "{types:?}");
    }
    assert_eq!(
        unify_lossy(&[Type::set(Type::String), Type::list(Type::String)]),
        Some(Type::list(Type::String))
    );
}

/// A number of types that quadratic time would not be enough for.
const MANY: usize = 300_000;

#[test]
fn many_equal_types_take_linear_time() {
    let types = vec![Type::Number; MANY];
    assert_eq!(unify(&types), Some(Type::Number));
    let types: Vec<Type> = [Type::Bool, Type::Number, Type::String]
        .into_iter()
        .cycle()
        .take(MANY)
        .collect();
    assert_eq!(unify(&types), Some(Type::String));
    let tuple = Type::tuple(types);
    assert_eq!(
        unify_lossy([&tuple, &Type::list(Type::Bool)]),
        Some(Type::list(Type::String))
    );
}

#[test]
fn many_compound_types_next_to_a_primitive_one_take_linear_time() {
    let object = |number: usize| Type::object([(format!("a{number}"), Type::Number)]);
    let mut types: Vec<Type> = (0..MANY / 4).map(object).collect();
    types.push(Type::String);
    assert_eq!(unify_lossy(&types), None);
    types.push(Type::Dynamic);
    assert_eq!(unify_lossy(&types), Some(Type::Dynamic));
}
