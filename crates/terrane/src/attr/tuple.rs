//! Tuples of scalars.

use terrane_value::{Data, Step, Type, Value};

use super::collection::null_in;
use super::element::{Element, Nestable, Plain, Scalar};
use super::{Attr, DecodeError, TypeFacts, encode_draft};
use crate::messages;
use crate::path::Leaf;
use crate::schema::{Equality, Shape, Validator};

macro_rules! tuples {
    ($(($($part:ident $at:tt $found:ident),+) $count:literal;)*) => {$(
        impl<$($part: Element<Attr: Scalar>),+> Attr for ($($part,)+) {
            type Draft = ($(Value<<$part::Attr as Attr>::Draft>,)+);
            type Paths = Leaf;
            type Checked = Self;
            const FACTS: TypeFacts = TypeFacts::NONE$(.and_in_tuple(<$part::Attr as Attr>::FACTS))+;

            fn shape() -> Shape {
                Shape::Type(Type::tuple([$(<$part::Attr as Attr>::shape().ty()),+]))
            }

            fn validators() -> Vec<Validator> {
                let mut all = Vec::new();
                $(all.extend(<$part::Attr as Attr>::validators().into_iter().map(|one| one.of_part($at)));)+
                all
            }

            fn equality() -> Option<Equality> {
                Equality::of_attributes([$(<$part::Attr as Attr>::equality()),+])
            }

            fn decode(data: &Data) -> Result<Self, DecodeError> {
                let [$($found),+] = parts::<$count>(data)?;
                Ok(($($part::decode($found).map_err(|error| error.prepend(Step::Index($at)))?,)+))
            }

            fn draft(data: &Data) -> Result<Self::Draft, DecodeError> {
                let [$($found),+] = parts::<$count>(data)?;
                Ok(($(
                    $found.as_ref().try_map(<$part::Attr as Attr>::draft).map_err(|error| error.prepend(Step::Index($at)))?,
                )+))
            }

            fn take_value(&mut self) -> Value {
                Value::Known(Data::Tuple(vec![$(self.$at.take_value()),+]))
            }

            fn encode_draft(draft: Self::Draft) -> Value {
                Value::Known(Data::Tuple(vec![$(encode_draft::<$part::Attr>(draft.$at)),+]))
            }

            fn checked(&self) -> &Self {
                self
            }

            fn find_null(data: &Data) -> Option<DecodeError> {
                let Data::Tuple(parts) = data else {
                    return None;
                };
                $(
                    if let Some(null) = null_in::<$part>(parts.get($at)?) {
                        return Some(null.prepend(Step::Index($at)));
                    }
                )+
                None
            }
        }

        impl<$($part: Element<Attr: Scalar>),+> Nestable for ($($part,)+) {}
        impl<$($part: Element<Attr: Scalar>),+> Plain for ($($part,)+) {}
    )*};
}

tuples! {
    (A 0 a) 1;
    (A 0 a, B 1 b) 2;
    (A 0 a, B 1 b, C 2 c) 3;
    (A 0 a, B 1 b, C 2 c, D 3 d) 4;
    (A 0 a, B 1 b, C 2 c, D 3 d, E 4 e) 5;
    (A 0 a, B 1 b, C 2 c, D 3 d, E 4 e, F 5 f) 6;
}

/// The parts of a tuple.
fn parts<const COUNT: usize>(data: &Data) -> Result<&[Value; COUNT], DecodeError> {
    let Data::Tuple(parts) = data else {
        return Err(DecodeError::mismatch("a tuple", data));
    };
    <&[Value; COUNT]>::try_from(parts.as_slice())
        .map_err(|_| messages::wrong_tuple_length(COUNT, parts.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Attr;
    use crate::attr::{Dynamic, Field, Set};
    use crate::schema::Violation;

    #[derive(Attr, Debug, Clone, PartialEq)]
    enum Side {
        Left,
        Right,
    }

    type Post = (i64, Option<String>, Side);

    fn decoded(parts: [Value; 3]) -> Result<Post, String> {
        let value = Value::Known(Data::Tuple(parts.into()));
        <Post as Field>::decode(&value).map_err(|error| error.to_string())
    }

    #[test]
    fn a_tuple_has_the_values_and_types_of_its_elements() {
        let post: Post = (1, None, Side::Right);
        let value = Attr::encode(post.clone());
        assert_eq!(decoded([1.into(), Value::Null, "right".into()]), Ok(post));
        assert_eq!(value.as_tuple().map(|parts| parts.len()), Some(3));
        let shape = Vec::<Post>::shape().ty();
        let parts = [Type::Number, Type::String, Type::String];
        assert_eq!(shape, Type::list(Type::tuple(parts)));
    }

    #[test]
    fn a_tuple_element_of_the_wrong_type_is_named_by_its_index() {
        let null = decoded([Value::Null, Value::Null, "left".into()]);
        assert_eq!(null.unwrap_err(), "[0]: expected a value, found null");
        let other = decoded([1.into(), 2.into(), "left".into()]);
        assert_eq!(other.unwrap_err(), "[1]: expected a string, found a number");
        let short = <Post as Field>::decode(&Value::Known(Data::Tuple(vec![1.into()])));
        assert_eq!(
            short.unwrap_err().to_string(),
            "expected a tuple of 3, found one of 1"
        );
        let list = <Post as Field>::decode(&Value::Known(Data::List(Vec::new())));
        assert_eq!(
            list.unwrap_err().to_string(),
            "expected a tuple, found a list"
        );
    }

    #[test]
    fn a_draft_keeps_null_and_unknown_parts() {
        let value = Value::Known(Data::Tuple(vec![
            Value::unknown(),
            Value::Null,
            Value::unknown(),
        ]));
        let draft = Post::draft(value.known().unwrap()).unwrap();
        assert!(draft.0.is_unknown() && draft.1.is_null() && draft.2.is_unknown());
        assert_eq!(Post::encode_draft(draft), value);
    }

    #[test]
    fn the_checks_of_the_parts_are_those_of_the_tuple() {
        let value = Value::Known(Data::Tuple(vec![1.into(), Value::Null, "up".into()]));
        let check = |value| Violation::all(Post::validators().iter().map(|one| one.check(value)));
        let violation = check(&value).unwrap_err();
        assert_eq!(
            violation.to_string(),
            "`[2]`: expected one of `left`, `right`, found `up`"
        );
        let open = Value::Known(Data::Tuple(vec![1.into(), Value::Null, Value::unknown()]));
        assert_eq!(check(&open), Ok(()));
    }

    #[test]
    fn nulls_are_found_where_a_part_has_none() {
        let found = |parts: Vec<Value>| {
            let tuples = Data::List(vec![Value::Known(Data::Tuple(parts))]);
            Vec::<Post>::find_null(&tuples).map(|null| null.path().to_string())
        };
        let null = found(vec![1.into(), Value::Null, Value::Null]);
        assert_eq!(null.as_deref(), Some("[0][2]"));
        assert_eq!(found(vec![1.into(), Value::Null, Value::unknown()]), None);
    }

    #[test]
    fn a_dynamic_part_is_one_outside_collections_only() {
        const {
            assert!(!<(Dynamic, i64)>::FACTS.dynamic_in_collection);
            assert!(Set::<(Dynamic, i64)>::FACTS.dynamic_in_collection);
            assert!(!<(String, i64)>::FACTS.dynamic);
        }
    }
}
