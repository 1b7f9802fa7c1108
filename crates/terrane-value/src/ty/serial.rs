//! Types as JSON.

use crate::error::Error;
use crate::json::{Kind, Reader, write_quoted};
use crate::limits::{Budget, Limits};
use crate::object_type::ObjectType;
use crate::text::Name;
use crate::ty::Type;

impl Type {
    /// Reads a type from the JSON form of the protocol and of state files.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not JSON or not a type, or if the type nests more deeply than [`Limits::default`] allows.
    pub fn from_json(bytes: &[u8]) -> Result<Self, Error> {
        read_all(bytes, &Limits::default())
    }

    /// Writes the type in the JSON form of the protocol and of state files, with sorted attributes.
    pub fn to_json(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_json(&mut out);
        out
    }

    /// Appends the type in the JSON form of the protocol and of state files, with sorted attributes.
    pub fn write_json(&self, out: &mut Vec<u8>) {
        write_type(self, out);
    }
}

/// Reads a type that takes up all of the bytes.
fn read_all(bytes: &[u8], limits: &Limits) -> Result<Type, Error> {
    limits.check_size(bytes.len())?;
    read_part(bytes, limits, &mut Budget::new(limits, bytes.len()))
}

/// Reads a type that takes up all of the bytes. The bytes are a part of a message with this budget.
pub(crate) fn read_part(bytes: &[u8], limits: &Limits, budget: &mut Budget) -> Result<Type, Error> {
    // An object or a tuple type is two levels of JSON.
    let limits = Limits {
        depth: limits.depth.saturating_mul(2),
        ..*limits
    };
    let mut reader = Reader::new(bytes, &limits, *budget);
    let ty = read_type(&mut reader)?;
    reader.end()?;
    *budget = reader.budget;
    Ok(ty)
}

/// Reads a type as the next JSON value.
pub(crate) fn read_type(reader: &mut Reader<'_>) -> Result<Type, Error> {
    match reader.peek()? {
        Kind::String => match &*reader.string()? {
            "string" => Ok(Type::String),
            "number" => Ok(Type::Number),
            "bool" => Ok(Type::Bool),
            "dynamic" => Ok(Type::Dynamic),
            other => Err(refused(&format!("{other:?}"))),
        },
        Kind::Array => read_compound(reader),
        other @ (Kind::Null | Kind::Bool | Kind::Number | Kind::Object) => {
            Err(refused(other.name()))
        }
    }
}

fn refused(found: &str) -> Error {
    Error::syntax(format!(
        "expected a type like \"string\" or [\"list\",\"string\"], found {found}"
    ))
}

/// An incomplete type, whose parts are read next.
enum Partial {
    Element(fn(Type) -> Type),
    Object,
    Tuple,
}

/// How many bytes a type takes within another type. Such a type is in a shared allocation.
const ELEMENT_BYTES: usize = size_of::<Type>() + 2 * size_of::<usize>();

/// How many bytes an attribute takes in a type, without the text of its name, which is shared.
const ATTRIBUTE_BYTES: usize =
    size_of::<Name>() + size_of::<Type>() + size_of::<bool>() + 3 * size_of::<usize>();

fn read_compound(reader: &mut Reader<'_>) -> Result<Type, Error> {
    let mut partial = None;
    let mut attributes = Vec::new();
    let mut ty = None;
    reader.array(|reader, index| {
        match (index, &partial) {
            (0, _) => {
                partial = Some(match &*reader.string()? {
                    "list" => Partial::Element(Type::list),
                    "set" => Partial::Element(Type::set),
                    "map" => Partial::Element(Type::map),
                    "object" => Partial::Object,
                    "tuple" => Partial::Tuple,
                    other => return Err(refused(&format!("[{other:?}, ..]"))),
                });
            }
            (1, Some(Partial::Element(make))) => {
                reader.budget.take(ELEMENT_BYTES)?;
                ty = Some(make(read_type(reader)?));
            }
            // go-cty has two forms of the empty tuple type, and writes the elements of one form as null.
            (1, Some(Partial::Tuple)) if reader.peek()? == Kind::Null => {
                reader.null()?;
                ty = Some(Type::tuple([]));
            }
            (1, Some(Partial::Tuple)) => {
                let mut elements = Vec::new();
                reader.array(|reader, _| {
                    let element = read_type(reader)?;
                    reader.budget.push(&mut elements, element)
                })?;
                // The vector is copied into a shared slice.
                reader.budget.take_each(elements.len(), size_of::<Type>())?;
                reader
                    .budget
                    .release(elements.capacity() * size_of::<Type>());
                ty = Some(Type::tuple(elements));
            }
            (1, Some(Partial::Object)) => {
                reader.object(|reader, name| {
                    reader.budget.take(ATTRIBUTE_BYTES + name.len())?;
                    let attribute = (Name::from(name), read_type(reader)?, false);
                    reader.budget.push(&mut attributes, attribute)
                })?;
                let unsorted = attributes.capacity() * size_of::<(Name, Type, bool)>();
                // Sorting needs a temporary copy of half of the attributes.
                reader.budget.take(unsorted / 2)?;
                reader.budget.release(unsorted + unsorted / 2);
                ty = Some(Type::Object(ObjectType::with_optional(std::mem::take(
                    &mut attributes,
                ))));
            }
            (2, Some(Partial::Object)) => {
                let optional = read_names(reader)?;
                let copied =
                    attributes_of(&ty) * (ATTRIBUTE_BYTES + size_of::<(Name, Type, bool)>());
                reader.budget.take(copied)?;
                reader.budget.release(copied);
                if let Some(Type::Object(object)) = &mut ty {
                    *object = object.clone().with_optional_names(&optional)?;
                }
            }
            _ => return Err(refused("more than belongs to it")),
        }
        Ok(())
    })?;
    ty.ok_or_else(|| refused("less than belongs to it"))
}

fn attributes_of(ty: &Option<Type>) -> usize {
    match ty {
        Some(Type::Object(object)) => object.len(),
        _ => 0,
    }
}

fn read_names(reader: &mut Reader<'_>) -> Result<Vec<Name>, Error> {
    let mut names = Vec::new();
    reader.array(|reader, _| {
        let name = reader.string()?;
        reader.budget.take(name.len())?;
        reader.budget.push(&mut names, name.into())
    })?;
    Ok(names)
}

/// Appends a type as JSON.
pub(crate) fn write_type(ty: &Type, out: &mut Vec<u8>) {
    match ty {
        Type::String => out.extend_from_slice(b"\"string\""),
        Type::Number => out.extend_from_slice(b"\"number\""),
        Type::Bool => out.extend_from_slice(b"\"bool\""),
        Type::Dynamic => out.extend_from_slice(b"\"dynamic\""),
        Type::List(element) => write_element("list", element, out),
        Type::Set(element) => write_element("set", element, out),
        Type::Map(element) => write_element("map", element, out),
        Type::Object(object) => write_object(object, out),
        Type::Tuple(elements) => {
            out.extend_from_slice(b"[\"tuple\",[");
            for (index, element) in elements.iter().enumerate() {
                separate(index, out);
                write_type(element, out);
            }
            out.extend_from_slice(b"]]");
        }
    }
}

fn write_element(kind: &str, element: &Type, out: &mut Vec<u8>) {
    out.push(b'[');
    write_quoted(kind, out);
    out.push(b',');
    write_type(element, out);
    out.push(b']');
}

fn write_object(object: &ObjectType, out: &mut Vec<u8>) {
    out.extend_from_slice(b"[\"object\",{");
    for (index, (name, ty)) in object.iter().enumerate() {
        separate(index, out);
        write_quoted(name, out);
        out.push(b':');
        write_type(ty, out);
    }
    out.push(b'}');
    if object.has_optional() {
        out.extend_from_slice(b",[");
        let optional = object
            .names()
            .iter()
            .enumerate()
            .filter(|(index, _)| object.optional(*index));
        for (position, (_, name)) in optional.enumerate() {
            separate(position, out);
            write_quoted(name, out);
        }
        out.push(b']');
    }
    out.push(b']');
}

fn separate(index: usize, out: &mut Vec<u8>) {
    if index > 0 {
        out.push(b',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Type, Error> {
        Type::from_json(text.as_bytes())
    }

    #[test]
    fn reads_the_types_that_hosts_write() {
        for (text, shown) in [
            ("\"dynamic\"", "dynamic"),
            (" [ \"map\" , \"bool\" ] ", "map(bool)"),
            (
                "[\"tuple\",[\"string\",[\"set\",\"number\"]]]",
                "tuple([string, set(number)])",
            ),
            ("[\"tuple\",null]", "tuple([])"),
            (
                "[\"object\",{\"b\":\"bool\",\"a\":\"string\"}]",
                "object({a = string, b = bool})",
            ),
            (
                "[\"object\",{\"a\":\"string\"},[\"a\"]]",
                "object({a = optional(string)})",
            ),
            (
                "[\"object\",{\"a\":\"string\",\"a\":\"bool\"}]",
                "object({a = bool})",
            ),
        ] {
            assert_eq!(read_text(text).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn writes_sorted_and_without_blanks() {
        let text = "[\"object\",{\"a\":\"string\",\"b\":[\"tuple\",[]]},[\"b\"]]";
        assert_eq!(read_text(text).unwrap().to_json(), text.as_bytes());
    }

    #[test]
    fn refuses_everything_else() {
        for text in [
            "",
            "null",
            "\"any\"",
            "{}",
            "1",
            "[]",
            "[\"list\"]",
            "[\"list\",\"string\",\"string\"]",
            "[\"capsule\",\"string\"]",
            "[\"object\",[]]",
            "[\"object\",{},[\"a\"]]",
            "[\"tuple\",\"string\"]",
            "\"string\" \"string\"",
            "[\"list\",\"string\"",
            "[\"object\",{},[],[]]",
            "[[\"list\"],\"string\"]",
            "[\"list\",null]",
        ] {
            assert!(read_text(text).is_err(), "{text}");
        }
        let error = read_text("[\"capsule\",\"x\"]").unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected a type like \"string\" or [\"list\",\"string\"], found [\"capsule\", ..]"
        );
    }
}
