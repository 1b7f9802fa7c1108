//! Random values of types and schemas.

use terrane::schema::{Block, BlockNesting, Member, Nesting, Shape};
use terrane_fuzz::Random;
use terrane_value::{Data, Object, Type, Typed, Value};

const TEXTS: [&str; 7] = ["", "a", "b", "A", "0", "true", "\u{e4}\u{1f980}"];

const NUMBERS: [&str; 11] = [
    "0",
    "1",
    "-1",
    "0.1",
    "-0.5",
    "1e20",
    "9007199254740993",
    "18446744073709551616",
    "0.333333333333333333333333333333333333",
    "1e400",
    "-9223372036854775809",
];

/// Makes a type of plain attributes; a dynamic one only where hosts allow it.
pub(crate) fn ty(random: &mut Random, dynamic: bool) -> Type {
    let primitive = |random: &mut Random| {
        random
            .pick(&[Type::String, Type::Number, Type::Bool])
            .clone()
    };
    match random.below(if dynamic { 11 } else { 10 }) {
        0..=4 => primitive(random),
        5 => Type::list(primitive(random)),
        6 => Type::set(primitive(random)),
        7 => Type::map(primitive(random)),
        8 => Type::object([("x", primitive(random)), ("y", primitive(random))]),
        9 => Type::list(Type::object([("z", primitive(random))])),
        _ => Type::Dynamic,
    }
}

/// Makes a known value of a type.
pub(crate) fn known(random: &mut Random, ty: &Type) -> Value {
    let count = random.below(4);
    match ty {
        Type::String => (*random.pick(&TEXTS)).into(),
        Type::Number => {
            let text = *random.pick(&NUMBERS);
            number(text)
        }
        Type::Bool => random.one_in(2).into(),
        Type::List(element) => Value::list((0..count).map(|_| known(random, element))),
        Type::Set(element) => Value::set((0..count).map(|_| known(random, element))),
        Type::Map(element) => {
            Value::mapping((0..count).map(|at| (format!("k{at}"), known(random, element))))
        }
        Type::Object(object) => Value::object(
            object
                .iter()
                .map(|(name, ty)| (name.clone(), known(random, ty))),
        ),
        Type::Tuple(parts) => Value::tuple(parts.iter().map(|ty| known(random, ty))),
        Type::Dynamic => {
            let ty = self::ty(random, false);
            let value = known(random, &ty);
            Typed { ty, value }.into()
        }
    }
}

fn number(text: &str) -> Value {
    let number: terrane_value::Number = text.parse().expect("a number");
    number.into()
}

/// The values that a configuration may contain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Knowledge {
    /// Known values and nulls.
    Known,
    /// Also unknown values.
    Partial,
}

/// Makes a configuration.
pub(crate) fn config(random: &mut Random, block: &Block, knowledge: Knowledge) -> Object {
    let mut config = Object::new(block.object_type());
    for member in block.members() {
        config.set(member.name(), configured(random, member, knowledge));
    }
    config
}

/// Changes some members of a configuration.
pub(crate) fn change(
    random: &mut Random,
    block: &Block,
    config: &Object,
    knowledge: Knowledge,
) -> Object {
    let mut config = config.clone();
    for member in block.members() {
        if random.one_in(3) {
            config.set(member.name(), configured(random, member, knowledge));
        }
    }
    config
}

fn configured(random: &mut Random, member: &Member, knowledge: Knowledge) -> Value {
    let unknown = knowledge == Knowledge::Partial && random.one_in(7);
    if !member.configurable() || (!member.required() && random.one_in(2)) {
        return unset(random, member);
    }
    match member.shape() {
        Shape::Block {
            nesting: BlockNesting::Single | BlockNesting::Group,
            block,
            ..
        } => config(random, block, knowledge).into(),
        _ if unknown => Value::unknown(),
        Shape::Type(ty) => partly_known(random, ty, knowledge),
        shape => {
            let (nested, count) = (shape.nested().expect("objects"), random.below(4));
            let objects = (0..count).map(|_| Value::from(config(random, nested, knowledge)));
            collect(shape, objects.collect())
                .unwrap_or_else(|| config(random, nested, knowledge).into())
        }
    }
}

/// Makes the value of a member that is not configured.
fn unset(random: &mut Random, member: &Member) -> Value {
    match member.shape() {
        Shape::Block { nesting, block, .. } => match nesting {
            BlockNesting::Single => Value::Null,
            BlockNesting::Group => config(random, block, Knowledge::Known).into(),
            BlockNesting::List => Value::list::<Value>([]),
            BlockNesting::Set => Value::set::<Value>([]),
            _ => Value::mapping::<String, Value>([]),
        },
        _ => Value::Null,
    }
}

/// Collects objects in the collection of a shape. Returns `None` for a single object.
fn collect(shape: &Shape, objects: Vec<Value>) -> Option<Value> {
    enum Kind {
        List,
        Set,
        Map,
    }
    let kind = match shape {
        Shape::Nested { nesting, .. } => match nesting {
            Nesting::Single => return None,
            Nesting::List => Kind::List,
            Nesting::Set => Kind::Set,
            Nesting::Map => Kind::Map,
        },
        Shape::Block { nesting, .. } => match nesting {
            BlockNesting::List => Kind::List,
            BlockNesting::Set => Kind::Set,
            BlockNesting::Map => Kind::Map,
            _ => return None,
        },
        _ => return None,
    };
    Some(match kind {
        Kind::List => Value::list(objects),
        Kind::Set => Value::set(objects),
        Kind::Map => {
            let keys = (0..).map(|at| format!("k{at}"));
            Value::mapping(keys.zip(objects))
        }
    })
}

/// Makes a value of a type with unknown parts.
fn partly_known(random: &mut Random, ty: &Type, knowledge: Knowledge) -> Value {
    let mut value = known(random, ty);
    if let Value::Known(Data::List(elements)) = &mut value
        && random.one_in(12)
    {
        elements.push(Value::Null);
    }
    if knowledge == Knowledge::Known || !random.one_in(4) || matches!(ty, Type::Dynamic) {
        return value;
    }
    match (value, ty) {
        (Value::Known(Data::List(mut elements)), _) if !elements.is_empty() => {
            elements[0] = Value::unknown();
            Value::list(elements)
        }
        (Value::Known(Data::Object(mut object)), _) if !object.is_empty() => {
            *object.at_mut(0) = Value::unknown();
            object.into()
        }
        (value, _) => value,
    }
}

/// Replaces each unknown value of a configuration, as hosts do before they apply it.
pub(crate) fn resolve(random: &mut Random, block: &Block, config: &Object) -> Object {
    let mut resolved = config.clone();
    for member in block.members() {
        let value = config.get(member.name()).expect("a member").clone();
        resolved.set(member.name(), resolved_member(random, member, value));
    }
    resolved
}

fn resolved_member(random: &mut Random, member: &Member, value: Value) -> Value {
    match (value, member.shape()) {
        (Value::Unknown(_), Shape::Type(_) | Shape::Nested { .. })
            if !member.required() && random.one_in(3) =>
        {
            Value::Null
        }
        (Value::Unknown(_), _) => loop {
            let value = configured(random, member, Knowledge::Known);
            if !value.is_null() {
                break value;
            }
        },
        (value, Shape::Type(ty)) => resolved_plain(random, ty, value),
        (value, shape) => {
            let nested = shape.nested().expect("objects");
            each_object(value, &mut |object| resolve(random, nested, &object))
        }
    }
}

fn resolved_plain(random: &mut Random, ty: &Type, value: Value) -> Value {
    match (value, ty) {
        (Value::Unknown(_), ty) => known(random, ty),
        (Value::Known(Data::List(elements)), Type::List(ty)) => {
            let elements = elements.into_iter();
            Value::list(elements.map(|element| resolved_plain(random, ty, element)))
        }
        (Value::Known(Data::Object(object)), Type::Object(ty)) => {
            let parts = object
                .iter()
                .zip(ty.iter())
                .map(|((name, value), (_, ty))| {
                    (name.clone(), resolved_plain(random, ty, value.clone()))
                });
            Value::object(parts)
        }
        (value, _) => value,
    }
}

/// Changes each object of a nested value.
pub(crate) fn each_object(value: Value, change: &mut impl FnMut(Object) -> Object) -> Value {
    match value {
        Value::Known(Data::Object(object)) => change(object).into(),
        Value::Known(Data::List(elements)) => Value::list(
            elements
                .into_iter()
                .map(|element| each_object(element, change)),
        ),
        Value::Known(Data::Set(elements)) => Value::set(
            elements
                .iter()
                .map(|element| each_object(element.clone(), change))
                .collect::<Vec<_>>(),
        ),
        Value::Known(Data::Map(elements)) => Value::mapping(
            elements
                .iter()
                .map(|(key, element)| (key.clone(), each_object(element.clone(), change)))
                .collect::<Vec<_>>(),
        ),
        value => value,
    }
}

/// Fills the values that a plan leaves to the provider. `fresh` returns text that no other value has.
pub(crate) fn fill(
    random: &mut Random,
    block: &Block,
    planned: &Object,
    fresh: &mut impl FnMut() -> String,
) -> Object {
    let mut filled = planned.clone();
    for member in block.members() {
        let value = planned.get(member.name()).expect("a member").clone();
        let value = match (value, member.shape()) {
            (Value::Unknown(_), shape) => made(random, shape, fresh),
            (value, Shape::Type(_)) => value,
            (value, shape) => {
                let nested = shape.nested().expect("objects");
                distinct(&value, || {
                    let mut fill = |object| fill(random, nested, &object, fresh);
                    each_object(value.clone(), &mut fill)
                })
            }
        };
        filled.set(member.name(), value);
    }
    filled
}

/// Repeats creating a value until each set in it has as many elements as before, because a provider must not merge two elements.
fn distinct(before: &Value, mut make: impl FnMut() -> Value) -> Value {
    let mut made = make();
    for _ in 0..50 {
        if elements(before) == elements(&made) {
            break;
        }
        made = make();
    }
    made
}

/// Counts the elements of a set.
fn elements(value: &Value) -> Option<usize> {
    match value {
        Value::Known(Data::Set(set)) => Some(set.len()),
        _ => None,
    }
}

/// Makes a value as a provider does.
fn made(random: &mut Random, shape: &Shape, fresh: &mut impl FnMut() -> String) -> Value {
    match shape {
        Shape::Type(Type::String) => fresh().into(),
        Shape::Type(ty) => known(random, ty),
        _ if random.one_in(8) => Value::Null,
        shape => {
            let nested = shape.nested().expect("objects");
            let count = random.below(3);
            let objects = (0..count).map(|_| made_object(random, nested, fresh).into());
            collect(shape, objects.collect())
                .unwrap_or_else(|| made_object(random, nested, fresh).into())
        }
    }
}

/// Creates an object of a nested attribute that is not configured. Only computed attributes get values, because hosts regard any other value there as
/// configured before.
fn made_object(random: &mut Random, block: &Block, fresh: &mut impl FnMut() -> String) -> Object {
    let mut object = Object::new(block.object_type());
    for member in block.members() {
        if member.computed() {
            object.set(member.name(), made(random, member.shape(), fresh));
        }
    }
    object
}
