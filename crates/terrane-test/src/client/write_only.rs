//! Write-only values, which a configuration has in addition to the values of an object.

use serde_json::Value as Json;
use terrane_protocol::schema::{Attribute, AttributeKind, Block, NestedBlock};
use terrane_value::{Data, Object, Value};

use super::config::{Config, value};

/// Adds write-only values to a configuration. `given` has the form of a configuration, with the write-only attributes alone.
pub(crate) fn with_write_only(
    config: Config,
    given: &Json,
    block: &Block,
) -> Result<Config, String> {
    let value = config.into_value(block, false)?;
    Ok(add_write_only(value, given, Members::of(block))?.into())
}

/// The attributes and blocks of an object.
#[derive(Clone, Copy)]
struct Members<'a> {
    attributes: &'a [Attribute],
    blocks: &'a [NestedBlock],
}

impl<'a> Members<'a> {
    fn of(block: &'a Block) -> Self {
        Self {
            attributes: &block.attributes,
            blocks: &block.blocks,
        }
    }
}

/// Adds write-only values to a value.
fn add_write_only(value: Value, given: &Json, members: Members<'_>) -> Result<Value, String> {
    match (value, given) {
        (value, Json::Object(given)) if given.is_empty() => Ok(value),
        (Value::Known(Data::Object(mut object)), Json::Object(given)) => {
            for (name, given) in given {
                add_member(&mut object, name, given, members)
                    .map_err(|error| format!("`{name}`: {error}"))?;
            }
            Ok(object.into())
        }
        (Value::Known(Data::List(elements)), Json::Array(given))
            if given.len() <= elements.len() =>
        {
            let mut given_values = given.iter();
            let elements = elements
                .into_iter()
                .map(|element| match given_values.next() {
                    Some(given_values) => add_write_only(element, given_values, members),
                    None => Ok(element),
                })
                .collect::<Result<Vec<_>, _>>()?;
            Ok(Value::list(elements))
        }
        (Value::Known(Data::Map(elements)), Json::Object(given))
            if given.keys().all(|key| elements.contains_key(key.as_str())) =>
        {
            let elements = elements.into_iter().map(|(key, element)| {
                let element = match given.get(key.as_str()) {
                    Some(given) => add_write_only(element, given, members)?,
                    None => element,
                };
                Ok((key, element))
            });
            Ok(Value::mapping(
                elements.collect::<Result<Vec<_>, String>>()?,
            ))
        }
        (value, given) => Err(format!(
            "the imported object has {value:?}, to which {given} cannot be added"
        )),
    }
}

/// Sets a write-only attribute, or adds the write-only values in a nested object.
fn add_member(
    object: &mut Object,
    name: &str,
    given: &Json,
    members: Members<'_>,
) -> Result<(), String> {
    let mut attributes = members.attributes.iter();
    let attribute = attributes.find(|it| it.name.as_str() == name);
    let block = members.blocks.iter().find(|it| it.name.as_str() == name);
    let added = match (attribute, block) {
        (Some(attribute), _) if attribute.write_only => {
            let ty = match &attribute.kind {
                AttributeKind::Type(ty) => ty.clone(),
                AttributeKind::Nested(nested) => nested.ty(),
            };
            value(Some(given.clone()), &ty)?
        }
        (
            Some(Attribute {
                kind: AttributeKind::Nested(nested),
                ..
            }),
            _,
        ) => {
            let members = Members {
                attributes: &nested.attributes,
                blocks: &[],
            };
            let before = object.get(name).cloned().unwrap_or_default();
            add_write_only(before, given, members)?
        }
        (Some(_), _) => {
            return Err("it is not write-only, so its value comes from the import".to_owned());
        }
        (None, Some(block)) => {
            let before = object.get(name).cloned().unwrap_or_default();
            add_write_only(before, given, Members::of(&block.block))?
        }
        (None, None) => return Err("the schema has no such attribute or block".to_owned()),
    };
    object.set(name, added);
    Ok(())
}
