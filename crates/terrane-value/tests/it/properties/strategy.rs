//! Makes types, and values of a type.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::strategy::Union;
use terrane_value::{Data, Number, Object, Text, Type, Typed, Unknown, Value};

pub(crate) fn text() -> impl Strategy<Value = Text> {
    prop_oneof![
        "[a-z]{0,3}",
        "\\PC{0,6}",
        Just("e\u{301}".to_owned()),
        Just("<\"\\\u{0}\u{2028}".to_owned())
    ]
    .prop_map(Text::from)
}

/// Makes numbers that mean the same in every codec: floats that are no decimals are left to the codec's own tests.
pub(crate) fn number() -> impl Strategy<Value = Number> {
    prop_oneof![
        any::<i64>().prop_map(Number::from),
        any::<u64>().prop_map(Number::from),
        any::<i128>().prop_map(Number::from),
        (-1000_i64..1000, -20_i32..20).prop_map(|(digits, exponent)| format!(
            "{digits}e{exponent}"
        )
        .parse()
        .unwrap()),
        "-?[0-9]{1,60}(\\.[0-9]{1,15})?".prop_map(|text| text.parse().unwrap()),
        (any::<i32>(), 0_i32..20).prop_map(|(int, places)| {
            Number::try_from(f64::from(int) / 2_f64.powi(places)).unwrap()
        }),
    ]
}

pub(crate) fn ty() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![
        Just(Type::String),
        Just(Type::Number),
        Just(Type::Bool),
        Just(Type::Dynamic)
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            vec(inner.clone(), 0..4).prop_map(Type::tuple),
            btree_map(text(), inner, 0..4).prop_map(Type::object),
        ]
    })
}

/// Returns whether a value may hold unknown values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Knowledge {
    Whole,
    Partial,
}

pub(crate) fn value(ty: &Type, knowledge: Knowledge) -> BoxedStrategy<Value> {
    let known = known(ty, knowledge).prop_map(Value::Known);
    match knowledge {
        Knowledge::Whole => prop_oneof![6 => known, 1 => Just(Value::Null)].boxed(),
        Knowledge::Partial => {
            prop_oneof![6 => known, 1 => Just(Value::Null), 1 => unknown(ty)].boxed()
        }
    }
}

fn unknown(ty: &Type) -> BoxedStrategy<Value> {
    let ty = ty.clone();
    let refined = (refinement(&ty), any::<bool>());
    refined
        .prop_map(move |(unknown, not_null)| {
            if not_null && ty != Type::Dynamic {
                unknown.not_null()
            } else {
                unknown
            }
            .resolve(&ty)
        })
        .boxed()
}

pub(crate) fn refinement(ty: &Type) -> BoxedStrategy<Unknown> {
    let plain = Just(Unknown::new());
    match ty {
        Type::String => Union::new([
            plain.boxed(),
            text()
                .prop_map(|prefix| Unknown::new().with_full_string_prefix(prefix).unwrap())
                .boxed(),
        ])
        .boxed(),
        Type::Number => (any::<i16>(), 0_i16..9, any::<bool>(), any::<bool>())
            .prop_map(|(lower, width, has_lower, inclusive)| {
                let unknown = Unknown::new()
                    .with_number_upper(i64::from(lower) + i64::from(width), true)
                    .unwrap();
                if has_lower {
                    unknown
                        .with_number_lower(i64::from(lower), inclusive || width == 0)
                        .unwrap()
                } else {
                    unknown
                }
            })
            .boxed(),
        Type::List(_) | Type::Set(_) | Type::Map(_) => (0_u64..5, 0_u64..5, any::<bool>())
            .prop_map(|(lower, width, has_upper)| {
                let unknown = Unknown::new().with_length_lower(lower).unwrap();
                if has_upper {
                    unknown.with_length_upper(lower + width).unwrap()
                } else {
                    unknown
                }
            })
            .boxed(),
        Type::Bool | Type::Dynamic | Type::Object(_) | Type::Tuple(_) => plain.boxed(),
    }
}

fn known(ty: &Type, knowledge: Knowledge) -> BoxedStrategy<Data> {
    match ty {
        Type::String => text().prop_map(Data::String).boxed(),
        Type::Number => number().prop_map(Data::Number).boxed(),
        Type::Bool => any::<bool>().prop_map(Data::Bool).boxed(),
        Type::List(element) => vec(value(element, knowledge), 0..4)
            .prop_map(Data::List)
            .boxed(),
        Type::Set(element) => vec(value(element, knowledge), 0..4)
            .prop_map(|elements| Data::Set(elements.into_iter().collect()))
            .boxed(),
        Type::Map(element) => btree_map(text(), value(element, knowledge), 0..4)
            .prop_map(|elements| Data::Map(elements.into_iter().collect()))
            .boxed(),
        Type::Tuple(types) => types
            .iter()
            .map(|ty| value(ty, knowledge))
            .collect::<Vec<_>>()
            .prop_map(Data::Tuple)
            .boxed(),
        Type::Object(object) => {
            let names = object.names().to_vec();
            let values: Vec<_> = object
                .types()
                .iter()
                .map(|ty| value(ty, knowledge))
                .collect();
            values
                .prop_map(move |values| {
                    Data::Object(Object::from_pairs(names.iter().cloned().zip(values)))
                })
                .boxed()
        }
        Type::Dynamic => {
            let closed = Union::new(
                [
                    Type::String,
                    Type::Number,
                    Type::list(Type::Bool),
                    Type::tuple([Type::String]),
                ]
                .map(Just),
            );
            let typed = closed.prop_flat_map(move |ty| (Just(ty.clone()), value(&ty, knowledge)));
            typed
                .prop_map(|(ty, value)| Data::Dynamic(Box::new(Typed { ty, value })))
                .boxed()
        }
    }
}

/// Makes a type with a value of it.
pub(crate) fn typed(knowledge: Knowledge) -> impl Strategy<Value = Typed> {
    ty().prop_flat_map(move |ty| {
        let value = value(&ty, knowledge);
        (Just(ty), value).prop_map(|(ty, value)| Typed { ty, value })
    })
}
