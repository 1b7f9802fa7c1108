use crate::map::Map;
use crate::number::Number;
use crate::object::Object;
use crate::set::Set;
use crate::text::Text;
use crate::ty::Type;
use crate::value::Value;

/// Known data of any type.
///
/// Equality follows Terraform: sets compare without order, numbers compare by value, and unknown values are equal if their refinements are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Data {
    /// True or false.
    Bool(bool),
    /// An exact number.
    Number(Number),
    /// A string.
    String(Text),
    /// A list: elements of one type, in order.
    List(Vec<Value>),
    /// A set: distinct elements of one type.
    Set(Set),
    /// A map: values of one type by key.
    Map(Map),
    /// An object: each attribute of its own type.
    Object(Object),
    /// A tuple: each element of its own type.
    Tuple(Vec<Value>),
    /// A value in a place of dynamic type, together with its own type.
    Dynamic(Box<Typed>),
}

/// A value together with its type, for a place of type [`Type::Dynamic`].
///
/// The value may be null or unknown, and still has that type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Typed {
    /// The type that the value has.
    pub ty: Type,
    /// The value.
    pub value: Value,
}

impl Typed {
    /// Wraps the value for a place of dynamic type. If its own type is also dynamic, the value needs no second wrapper.
    pub(crate) fn flatten(self) -> Value {
        if self.ty == Type::Dynamic {
            self.value
        } else {
            self.into()
        }
    }
}

impl Data {
    /// Returns the name of the kind with its article, for error messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Bool(_) => "a bool",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::List(_) => "a list",
            Self::Set(_) => "a set",
            Self::Map(_) => "a map",
            Self::Object(_) => "an object",
            Self::Tuple(_) => "a tuple",
            Self::Dynamic(_) => "a dynamic value",
        }
    }
}

impl Value {
    /// Returns the name of the kind with its article, for error messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Unknown(_) => "an unknown value",
            Self::Known(data) => data.kind(),
        }
    }
}

macro_rules! accessors {
    ($($name:ident, $variant:ident, $ty:ty, $what:literal;)+) => {
        impl Value {
            $(
                #[doc = concat!("Returns ", $what, ", if it is a known one.")]
                pub fn $name(&self) -> Option<&$ty> {
                    if let Self::Known(Data::$variant(data)) = self { Some(data) } else { None }
                }
            )+
        }
    };
}

accessors! {
    as_number, Number, Number, "the number";
    as_list, List, Vec<Value>, "the list's elements";
    as_set, Set, Set, "the set";
    as_map, Map, Map, "the map";
    as_object, Object, Object, "the object";
    as_tuple, Tuple, Vec<Value>, "the tuple's elements";
    as_dynamic, Dynamic, Typed, "the value with its type";
}

impl Value {
    /// Returns whether the value is null, or a dynamic value that contains null.
    ///
    /// ```
    /// # use terrane_value::{Data, Type, Typed, Value};
    /// let typed = Typed { ty: Type::String, value: Value::Null };
    /// let dynamic = Value::Known(Data::Dynamic(Box::new(typed)));
    /// assert!(dynamic.is_absent() && !dynamic.is_null());
    /// ```
    pub fn is_absent(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Known(Data::Dynamic(typed)) => typed.value.is_null(),
            Self::Known(_) | Self::Unknown(_) => false,
        }
    }

    /// Returns the bool, if the value is a known bool.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Known(Data::Bool(data)) = self {
            Some(*data)
        } else {
            None
        }
    }

    /// Returns the string, if the value is a known string.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::Known(Data::String(data)) = self {
            Some(data)
        } else {
            None
        }
    }

    /// Returns a mutable reference to the object, if the value is a known object.
    pub fn as_object_mut(&mut self) -> Option<&mut Object> {
        if let Self::Known(Data::Object(data)) = self {
            Some(data)
        } else {
            None
        }
    }
}

impl Value {
    /// Makes a list.
    ///
    /// ```
    /// # use terrane_value::{Type, Value};
    /// let ports = Type::list(Type::Number);
    /// assert!(ports.conforms(&Value::list([80, 443])).is_ok());
    /// ```
    pub fn list<V: Into<Self>>(elements: impl IntoIterator<Item = V>) -> Self {
        Self::Known(Data::List(elements.into_iter().map(Into::into).collect()))
    }

    /// Makes a set.
    pub fn set<V: Into<Self>>(elements: impl IntoIterator<Item = V>) -> Self {
        Self::Known(Data::Set(elements.into_iter().collect()))
    }

    /// Makes a map.
    pub fn mapping<K: Into<Text>, V: Into<Self>>(
        elements: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        Self::Known(Data::Map(elements.into_iter().collect()))
    }

    /// Makes an object.
    pub fn object<N: Into<Text>, V: Into<Self>>(
        attributes: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        Self::Known(Data::Object(attributes.into_iter().collect()))
    }

    /// Makes a tuple.
    pub fn tuple<V: Into<Self>>(elements: impl IntoIterator<Item = V>) -> Self {
        Self::Known(Data::Tuple(elements.into_iter().map(Into::into).collect()))
    }
}

macro_rules! from {
    ($($ty:ty => $variant:ident),+ $(,)?) => {
        $(
            impl From<$ty> for Data {
                fn from(data: $ty) -> Self {
                    Self::$variant(data.into())
                }
            }

            impl From<$ty> for Value {
                fn from(data: $ty) -> Self {
                    Self::Known(data.into())
                }
            }

            impl From<Option<$ty>> for Value {
                fn from(data: Option<$ty>) -> Self {
                    data.map_or(Self::Null, Into::into)
                }
            }
        )+
    };
}

from! {
    bool => Bool,
    i32 => Number,
    i64 => Number,
    u32 => Number,
    u64 => Number,
    Number => Number,
    &str => String,
    String => String,
    Text => String,
    &Text => String,
    &String => String,
    Set => Set,
    Map => Map,
    Object => Object,
    Typed => Dynamic,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_values_become_data() {
        assert_eq!(Value::from("a").as_str(), Some("a"));
        assert_eq!(Value::from(true).as_bool(), Some(true));
        assert_eq!(Value::from(7_i64).as_number(), Some(&Number::from(7)));
        assert_eq!(Value::<Data>::from(None::<&str>), Value::Null);
        assert_eq!(Value::from("a").as_number(), None);
        assert!(
            Value::from(Typed {
                ty: Type::Bool,
                value: Value::Null
            })
            .as_dynamic()
            .is_some()
        );
    }
}
