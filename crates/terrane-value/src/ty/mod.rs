use std::fmt;
use std::sync::Arc;

use crate::object_type::ObjectType;
use crate::text::Name;

mod conform;
mod serial;

pub(crate) use conform::{check_length, check_names};
pub(crate) use serial::{read_part, read_type, write_type};

/// The type of a value, as in Terraform. Cloning is cheap.
///
/// ```
/// # use terrane_value::Type;
/// let ty = Type::from_json(br#"["map",["list","string"]]"#)?;
/// assert_eq!(ty, Type::map(Type::list(Type::String)));
/// assert_eq!(ty.to_string(), "map(list(string))");
/// # Ok::<(), terrane_value::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A string.
    String,
    /// An exact number.
    Number,
    /// True or false.
    Bool,
    /// Any type. Each value has its own type.
    Dynamic,
    /// A list: elements of one type, in order.
    List(Arc<Type>),
    /// A set: distinct elements of one type, without order.
    Set(Arc<Type>),
    /// A map: values of one type by key.
    Map(Arc<Type>),
    /// An object: named attributes, each of its own type.
    Object(ObjectType),
    /// A tuple: elements in order, each of its own type.
    Tuple(Arc<[Type]>),
}

impl Type {
    /// Makes a list type.
    pub fn list(element: Type) -> Self {
        Self::List(Arc::new(element))
    }

    /// Makes a set type.
    pub fn set(element: Type) -> Self {
        Self::Set(Arc::new(element))
    }

    /// Makes a map type.
    pub fn map(element: Type) -> Self {
        Self::Map(Arc::new(element))
    }

    /// Makes an object type. [`ObjectType::with_optional`] makes an object type with optional attributes.
    pub fn object<N: Into<Name>>(attributes: impl IntoIterator<Item = (N, Type)>) -> Self {
        Self::Object(ObjectType::new(attributes))
    }

    /// Makes a tuple type.
    pub fn tuple(elements: impl IntoIterator<Item = Type>) -> Self {
        Self::Tuple(elements.into_iter().collect())
    }

    /// Returns whether the type, or any type in it, is dynamic.
    pub fn has_dynamic(&self) -> bool {
        match self {
            Self::String | Self::Number | Self::Bool => false,
            Self::Dynamic => true,
            Self::List(element) | Self::Set(element) | Self::Map(element) => element.has_dynamic(),
            Self::Object(object) => object.types().iter().any(Self::has_dynamic),
            Self::Tuple(elements) => elements.iter().any(Self::has_dynamic),
        }
    }

    /// Returns whether the type is a string, a number or a bool.
    pub fn is_primitive(&self) -> bool {
        matches!(self, Self::String | Self::Number | Self::Bool)
    }

    /// Returns the name of the kind with its article, for error messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::String => "a string",
            Self::Number => "a number",
            Self::Bool => "a bool",
            Self::Dynamic => "a dynamic value",
            Self::List(_) => "a list",
            Self::Set(_) => "a set",
            Self::Map(_) => "a map",
            Self::Object(_) => "an object",
            Self::Tuple(_) => "a tuple",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::String => f.write_str("string"),
            Self::Number => f.write_str("number"),
            Self::Bool => f.write_str("bool"),
            Self::Dynamic => f.write_str("dynamic"),
            Self::List(element) => write!(f, "list({element})"),
            Self::Set(element) => write!(f, "set({element})"),
            Self::Map(element) => write!(f, "map({element})"),
            Self::Object(object) => {
                f.write_str("object({")?;
                for (index, (name, ty)) in object.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { ", " })?;
                    if object.optional(index) {
                        write!(f, "{name} = optional({ty})")?
                    } else {
                        write!(f, "{name} = {ty}")?
                    }
                }
                f.write_str("})")
            }
            Self::Tuple(elements) => {
                f.write_str("tuple([")?;
                for (index, element) in elements.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { ", " })?;
                    element.fmt(f)?;
                }
                f.write_str("])")
            }
        }
    }
}

impl From<ObjectType> for Type {
    fn from(object: ObjectType) -> Self {
        Self::Object(object)
    }
}
