//! Conversion between types, which keeps marks and refinements.

use terrane_value::{Error, ErrorKind, ObjectType, Step, Text, Type, Unknown};

use crate::stack::deeper;

use super::exchange::import;
use super::number::Number;
use super::tree::{Content, Value};
use super::unify::{check_conversion, unify_lossy};

/// The most digits of a number that becomes text, or of a text that becomes a number. A short literal such as `1e600000000` would otherwise fill the memory,
/// and the time grows with the square of the digits.
const MAX_TEXT: u64 = 200_000;

impl Value {
    /// Converts the value to a type, as configurations do. Marks stay, and so do refinements that remain true.
    ///
    /// ```
    /// use terrane_hcl::value::Value;
    /// use terrane_value::Type;
    ///
    /// let ports = Value::tuple(vec![Value::from("80"), Value::from(443_i64)]);
    /// let ports = ports.convert(&Type::list(Type::Number))?;
    /// assert_eq!(ports, Value::list(vec![80_i64.into(), 443_i64.into()]));
    /// # Ok::<(), terrane_value::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the path of the part that does not convert. A type that never converts is refused for null and unknown values, too.
    pub fn convert(&self, to: &Type) -> Result<Self, Error> {
        if self.ty() == to {
            return Ok(self.clone());
        }
        if let (Some(_), false) = (self.as_type(), *to == Type::Dynamic) {
            return Err(Error::mismatch(to.kind(), "a type"));
        }
        check_conversion(self.ty(), to)?;
        convert(self.clone(), to)
    }

    /// Converts the value to a type. A value of this type is returned unchanged.
    pub(crate) fn into_type(self, to: &Type) -> Result<Self, Error> {
        if self.ty() == to {
            return Ok(self);
        }
        self.convert(to)
    }

    /// Returns the text of a known string, number or bool.
    ///
    /// # Errors
    ///
    /// Fails for other values, and for numbers with millions of digits.
    pub fn to_text(&self) -> Result<Text, Error> {
        match self.content() {
            Content::String(text) => Ok(text.clone()),
            Content::Number(number) => number_text(number),
            Content::Bool(true) => Ok(Text::from_static("true")),
            Content::Bool(false) => Ok(Text::from_static("false")),
            Content::Null => Err(Error::mismatch("a string", "null")),
            Content::Unknown(_) => Err(Error::mismatch("a string", "an unknown value")),
            Content::Parts(_) => Err(Error::mismatch("a string", self.ty().kind())),
            Content::Type(_) => Err(Error::mismatch("a string", "a type")),
        }
    }
}

/// Checks that a converted argument has the type of its parameter.
///
/// A set that contains unknown elements becomes an unknown list of the same element type. Hosts refuse this list if the parameter has another type.
pub(crate) fn check_argument(converted: &Value, to: &Type) -> Result<(), Error> {
    match (to, converted.ty()) {
        (Type::List(to), Type::List(found)) if is_primitive(to) && to != found => {
            Err(Error::mismatch(to.kind(), found.kind()))
        }
        _ => Ok(()),
    }
}

fn is_primitive(ty: &Type) -> bool {
    matches!(ty, Type::String | Type::Number | Type::Bool)
}

/// Returns the plain text of a number, unless it is too long.
pub(crate) fn number_text(number: &Number) -> Result<Text, Error> {
    if number.text_len() > MAX_TEXT {
        return Err(too_many_digits());
    }
    Ok(number.to_string().into())
}

fn too_many_digits() -> Error {
    let message = format!("expected a number of at most {MAX_TEXT} digits, found a longer one");
    Error::new(ErrorKind::Limit, message)
}

fn length(text: &Text) -> u64 {
    u64::try_from(text.len()).unwrap_or(u64::MAX)
}

/// Converts a value to a type to which its own type may convert.
fn convert(value: Value, to: &Type) -> Result<Value, Error> {
    if value.ty() == to || *to == Type::Dynamic {
        return Ok(value);
    }
    let (unmarked, marks) = value.unmark();
    let converted = match unmarked.content() {
        Content::Null => Value::null(resolved_type(unmarked.ty(), to)),
        Content::Unknown(_) => convert_unknown(&unmarked, to),
        Content::Bool(_) | Content::Number(_) | Content::String(_) => {
            convert_primitive(&unmarked, to)?
        }
        Content::Type(_) => return Err(Error::mismatch(to.kind(), "a type")),
        Content::Parts(parts) => deeper(|| convert_compound(&unmarked, &parts.values, to))?,
    };
    Ok(converted.with_marks(&marks))
}

fn convert_unknown(value: &Value, to: &Type) -> Value {
    let known_type = resolved_type(value.ty(), to);
    let unknown = value.as_unknown().cloned().unwrap_or_default();
    let converted = check_conversion(value.ty(), &known_type).and_then(|()| {
        import(
            &converted_refinement(unknown, value.ty(), &known_type),
            &known_type,
        )
    });
    converted.unwrap_or_else(|_| Value::unknown(known_type))
}

/// Converts an unknown value to another type, and keeps the refinements that remain valid.
fn converted_refinement(unknown: Unknown, from: &Type, to: &Type) -> terrane_value::Value {
    if unknown.failure().is_some() || from == to {
        return terrane_value::Value::Unknown(unknown);
    }
    let mut kept = Unknown::new();
    if unknown.is_not_null() {
        kept = kept.not_null();
    }
    let exactly = |length: usize| {
        let length = u64::try_from(length).unwrap_or(u64::MAX);
        Some((length, Some(length)))
    };
    let is_collection = matches!(to, Type::List(_) | Type::Set(_) | Type::Map(_));
    let lengths = match (from, to) {
        (Type::Object(object), Type::Map(_)) => exactly(object.len()),
        (Type::Tuple(types), Type::List(_) | Type::Set(_)) => exactly(types.len()),
        (Type::List(_) | Type::Set(_) | Type::Map(_), _) if is_collection => {
            Some((unknown.length_lower(), unknown.length_upper()))
        }
        _ => None,
    };
    if let Some((lower, upper)) = lengths {
        // Different elements may become equal when they are converted to elements of a set.
        let lower = match to {
            Type::Set(_) => lower.min(1),
            _ => lower,
        };
        let bounded = kept
            .clone()
            .with_length_lower(lower)
            .and_then(|kept| upper.map_or(Ok(kept.clone()), |upper| kept.with_length_upper(upper)));
        kept = bounded.unwrap_or(kept);
    }
    kept.resolve(to)
}

fn convert_primitive(value: &Value, to: &Type) -> Result<Value, Error> {
    match (to, value.content()) {
        (Type::String, _) => Ok(value.to_text()?.into()),
        (Type::Number, Content::String(text)) if length(text) > MAX_TEXT => Err(too_many_digits()),
        (Type::Number, Content::String(text)) => match text.parse::<Number>() {
            Ok(number) => Ok(number.into()),
            Err(_) => Err(Error::mismatch("a number", "other text")),
        },
        (Type::Bool, Content::String(text)) => match text.as_str() {
            "true" | "1" => Ok(true.into()),
            "false" | "0" => Ok(false.into()),
            other if other.eq_ignore_ascii_case("true") => {
                Err(Error::mismatch("a bool", "text: use lower-case \"true\""))
            }
            other if other.eq_ignore_ascii_case("false") => {
                Err(Error::mismatch("a bool", "text: use lower-case \"false\""))
            }
            _ => Err(Error::mismatch("a bool", "other text")),
        },
        (to, _) => Err(Error::mismatch(to.kind(), value.ty().kind())),
    }
}

fn convert_compound(value: &Value, elements: &[Value], to: &Type) -> Result<Value, Error> {
    match (value.ty(), to) {
        // Unknown elements of a set may turn out to be equal, so the length of the list is unknown.
        (Type::Set(element), Type::List(_)) if elements.len() > 1 && !value.is_wholly_known() => {
            Ok(Value::unknown(Type::List(element.clone())))
        }
        (from, Type::List(element)) => {
            let element = element_type(from, element);
            let unified_elements = unify_elements(convert_elements(elements, &element)?, &element)?;
            Ok(if unified_elements.is_empty() {
                Value::list_of(without_optional(&element), unified_elements)
            } else {
                Value::list(unified_elements)
            })
        }
        (from, Type::Set(element)) => {
            let element = element_type(from, element);
            let unified_elements = unify_elements(convert_elements(elements, &element)?, &element)?;
            Ok(if unified_elements.is_empty() {
                Value::set_of(without_optional(&element), unified_elements)
            } else {
                Value::set(unified_elements)
            })
        }
        (from, Type::Map(element)) => {
            let element = element_type(from, element);
            let converted = value.entries().map(|(key, value)| {
                let converted = convert(value.clone(), &element);
                converted.map_err(|error| error.inside(Step::Key(key.clone())))
            });
            let values = unify_elements(converted.collect::<Result<_, Error>>()?, &element)?;
            let keys = value.keys().unwrap_or_default().iter().cloned();
            Ok(if values.is_empty() {
                Value::map_of(without_optional(&element), keys.zip(values))
            } else {
                Value::map(keys.zip(values))
            })
        }
        (Type::Tuple(_), Type::Tuple(types)) => {
            let pairs = elements.iter().zip(types.iter()).enumerate();
            let elements = pairs.map(|(index, (value, ty))| {
                convert(value.clone(), ty).map_err(|error| error.inside(index))
            });
            Ok(Value::tuple(elements.collect::<Result<_, Error>>()?))
        }
        (Type::Object(_) | Type::Map(_), Type::Object(object)) => convert_attributes(value, object),
        (from, to) => Err(Error::mismatch(to.kind(), from.kind())),
    }
}

/// Returns the type of the elements of a collection that is made from a value. Elements without a type of their own get the type of their unification.
fn element_type(from: &Type, element: &Type) -> Type {
    if *element != Type::Dynamic {
        return element.clone();
    }
    match from {
        Type::List(own) | Type::Set(own) | Type::Map(own) => Type::clone(own),
        Type::Tuple(types) => unify_lossy(types.iter()).unwrap_or(Type::Dynamic),
        Type::Object(object) => unify_lossy(object.types()).unwrap_or(Type::Dynamic),
        Type::String | Type::Number | Type::Bool | Type::Dynamic => Type::Dynamic,
    }
}

fn convert_elements(elements: &[Value], element: &Type) -> Result<Vec<Value>, Error> {
    let indexed = elements.iter().enumerate();
    let converted = indexed
        .map(|(index, value)| convert(value.clone(), element).map_err(|error| error.inside(index)));
    converted.collect()
}

/// Converts elements to one type, if they have become different in places of dynamic type inside of their common type.
fn unify_elements(elements: Vec<Value>, element: &Type) -> Result<Vec<Value>, Error> {
    if are_of_one_type(&elements) {
        return Ok(elements);
    }
    // An element without a type of its own takes any type.
    let types = elements.iter().map(Value::ty);
    let ty = match element {
        Type::Dynamic => None,
        _ => unify_lossy(types.filter(|ty| **ty != Type::Dynamic)),
    };
    let unified = ty.map(|ty| convert_elements(&elements, &ty)).transpose()?;
    match unified {
        Some(elements) if are_of_one_type(&elements) => Ok(elements),
        _ => Err(Error::new(
            ErrorKind::Mismatch,
            "expected elements of one type, found elements without a common type",
        )),
    }
}

/// Returns whether all elements whose type is known have the same type.
fn are_of_one_type(elements: &[Value]) -> bool {
    let mut types = elements.iter().map(Value::ty);
    let first = types.find(|ty| **ty != Type::Dynamic);
    types.all(|ty| *ty == Type::Dynamic || Some(ty) == first)
}

fn convert_attributes(value: &Value, object: &ObjectType) -> Result<Value, Error> {
    let mut attributes = Vec::with_capacity(object.len());
    for (index, (name, ty)) in object.iter().enumerate() {
        let attribute = match value.get(name) {
            Some(attribute) => {
                check_conversion(attribute.ty(), ty).and_then(|()| convert(attribute.clone(), ty))
            }
            None if object.optional(index) => Ok(Value::null(without_optional(ty))),
            None => Err(Error::new(
                ErrorKind::Attribute,
                "expected an attribute of this name, found none",
            )),
        };
        let inside = |error: Error| error.inside(Step::Attribute(name.clone()));
        attributes.push((name.clone(), attribute.map_err(inside)?));
    }
    Ok(Value::object(attributes))
}

/// Returns a type whose attributes are not optional, as values have it.
pub(crate) fn without_optional(ty: &Type) -> Type {
    match ty {
        Type::String | Type::Number | Type::Bool | Type::Dynamic => ty.clone(),
        Type::List(element) => Type::list(without_optional(element)),
        Type::Set(element) => Type::set(without_optional(element)),
        Type::Map(element) => Type::map(without_optional(element)),
        Type::Tuple(types) => Type::tuple(types.iter().map(without_optional)),
        Type::Object(object) => {
            let attributes = object.iter();
            Type::object(attributes.map(|(name, ty)| (name.clone(), without_optional(ty))))
        }
    }
}

/// Returns the type of a null or unknown value after its conversion: places of dynamic type get the type that they had before.
fn resolved_type(from: &Type, to: &Type) -> Type {
    match (from, to) {
        (Type::Dynamic, _) => without_optional(to),
        (_, Type::Dynamic) => from.clone(),
        (Type::List(from) | Type::Set(from), Type::List(to)) => Type::list(resolved_type(from, to)),
        (Type::List(from) | Type::Set(from), Type::Set(to)) => Type::set(resolved_type(from, to)),
        (Type::Map(from), Type::Map(to)) => Type::map(resolved_type(from, to)),
        (Type::Tuple(types), Type::List(to)) => Type::list(resolved_type(&common_type(types), to)),
        (Type::Tuple(types), Type::Set(to)) => Type::set(resolved_type(&common_type(types), to)),
        (Type::Object(object), Type::Map(to)) => {
            Type::map(resolved_type(&common_type(object.types()), to))
        }
        (Type::Tuple(from), Type::Tuple(to)) => {
            let pairs = from.iter().zip(to.iter());
            Type::tuple(pairs.map(|(from, to)| resolved_type(from, to)))
        }
        (Type::Object(from), Type::Object(to)) => Type::object(to.iter().map(|(name, to)| {
            let attribute_type = from.attribute(name).unwrap_or(&Type::Dynamic);
            (name.clone(), resolved_type(attribute_type, to))
        })),
        (Type::Map(from), Type::Object(to)) => Type::object(
            to.iter()
                .map(|(name, to)| (name.clone(), resolved_type(from, to))),
        ),
        (_, to) => without_optional(to),
    }
}

fn common_type(types: &[Type]) -> Type {
    unify_lossy(types).unwrap_or(Type::Dynamic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Mark;

    #[test]
    fn marks_stay_where_they_were() {
        let secret = Value::from("1").with_mark(Mark::Sensitive);
        let list = Value::tuple(vec![secret, "2".into()])
            .convert(&Type::list(Type::Number))
            .unwrap();
        assert!(list.marks().is_empty());
        assert!(!list.elements().unwrap()[0].marks().is_empty());
        let set = list.convert(&Type::set(Type::Number)).unwrap();
        assert!(set.marks().contains(&Mark::Sensitive));
    }

    #[test]
    fn sets_with_unknown_elements_fit_lists_of_their_element_type_only() {
        let set = Value::set(vec!["a".into(), Value::unknown(Type::String)]);
        for (element, fits) in [
            (Type::String, true),
            (Type::Dynamic, true),
            (Type::Bool, false),
        ] {
            let list = Type::list(element);
            let converted = set.convert(&list).unwrap();
            assert_eq!(check_argument(&converted, &list).is_ok(), fits);
        }
    }

    #[test]
    fn elements_of_any_type_are_unified() {
        let tuple = Value::tuple(vec![Value::from(1_i64), "a".into(), true.into()]);
        let list = tuple.convert(&Type::list(Type::Dynamic)).unwrap();
        assert_eq!(
            list,
            Value::list(vec!["1".into(), "a".into(), "true".into()])
        );
        let empty = Value::tuple(Vec::new()).convert(&Type::set(Type::Dynamic));
        assert_eq!(empty.unwrap().ty(), &Type::set(Type::Dynamic));
    }

    #[test]
    fn null_without_a_type_prevents_a_common_type_of_other_elements() {
        let empty = || Value::object([] as [(&str, Value); 0]);
        let pair = Value::object([("x", Value::from(1_i64)), ("y", "a".into())]);
        let null = || Value::null(Type::Dynamic);
        let map = Type::map(Type::Dynamic);
        let of = |values: Vec<Value>| Value::object(["a", "b", "c"].into_iter().zip(values));
        assert!(of(vec![empty(), pair.clone()]).convert(&map).is_ok());
        assert!(of(vec![empty(), null()]).convert(&map).is_ok());
        assert!(of(vec![empty(), pair, null()]).convert(&map).is_err());
    }

    #[test]
    fn endless_texts_are_refused() {
        let number: Number = "1e600000000".parse().unwrap();
        assert!(Value::from(number).convert(&Type::String).is_err());
    }
}
