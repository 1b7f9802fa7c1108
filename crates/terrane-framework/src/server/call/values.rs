//! Decodes and encodes values by a schema.

use std::convert::Infallible;

use terrane_protocol::{Diagnostic, Diagnostics, DynamicValue};
use terrane_value::{Data, Error, ErrorKind, Object, Path, Step, Value};

use super::author;
use super::place::AtValue as _;
use super::unencodable::{LIMITS, Unencodable};
use crate::messages;
use crate::planning;
use crate::retain::retain;
use crate::schema::Block;
use crate::secret;

/// Decodes an object of a schema. Null and absent values are `None`.
pub(crate) fn decode(
    value: &DynamicValue,
    block: &Block,
    what: &str,
) -> Result<Option<Object>, Diagnostic> {
    let value = value
        .decode(&block.published_ty())
        .map_err(|error| messages::host::unreadable(what, &error).at_value(error.path(), block))?;
    match value {
        Value::Known(Data::Object(object)) => {
            let object = block.receive(object);
            secret::note(block, &object);
            Ok(Some(object))
        }
        Value::Null => Ok(None),
        Value::Known(_) | Value::Unknown(_) => Err(messages::host::unexpected(
            what,
            "unknown as a whole",
            "an object or null",
        )),
    }
}

/// Decodes an object. If its bytes equal those of an earlier object of the request, returns a copy of that object.
pub(crate) fn decode_after(
    before: (&DynamicValue, Option<&Object>),
    value: &DynamicValue,
    block: &Block,
    what: &str,
) -> Result<Option<Object>, Diagnostic> {
    match before {
        (same, object) if same == value => Ok(object.cloned()),
        _ => decode(value, block, what),
    }
}

/// Decodes a required object of a schema.
pub(crate) fn decode_some(
    value: &DynamicValue,
    block: &Block,
    what: &str,
) -> Result<Object, Diagnostic> {
    some(decode(value, block, what)?, what)
}

/// Returns a decoded required object.
pub(crate) fn some(object: Option<Object>, what: &str) -> Result<Object, Diagnostic> {
    object.ok_or_else(|| messages::host::unexpected(what, "null", "an object"))
}

/// Returns a configuration with its defaults and with unknown computed attributes. Defaults may run author code.
pub(crate) fn prepared(block: &Block, config: &Object, doing: &str) -> Result<Object, Diagnostic> {
    let prepared = author::call(doing, || planning::prepared(block, config))?;
    if block.facts().defaults {
        expressible(prepared, block)
    } else {
        Ok(prepared)
    }
}

/// Returns a configuration with defaults, if all defaults could be expressed.
pub(crate) fn expressible(config: Object, block: &Block) -> Result<Object, Diagnostic> {
    if !config.has_failure() {
        return Ok(config);
    }
    let (mut failures, mut defaults) = (Unencodable::default(), config.clone());
    failures.take(&mut defaults, block, false);
    let mut errors = failures.report("the configuration", block, "");
    errors.next().map_or(Ok(config), Err)
}

/// Encodes an object of a schema, without write-only values.
///
/// # Errors
///
/// Fails if an answer cannot contain a value. The error names the value.
pub(crate) fn encode(
    mut object: Object,
    block: &Block,
    type_name: &str,
) -> Result<DynamicValue, Diagnostics> {
    block.forget_write_only(&mut object);
    let (mut object, encoded) = try_encode(object, block);
    encoded.map_err(|error| {
        let mut found = Unencodable::default();
        found.take(&mut object, block, false);
        if found.is_empty() {
            found.push(&Path::root(), error);
        }
        found.report(type_name, block, "").collect()
    })
}

/// Encodes an object without write-only values, and returns the object.
pub(crate) fn try_encode(object: Object, block: &Block) -> (Object, Result<DynamicValue, Error>) {
    secret::note(block, &object);
    let ty = block.published_ty();
    if block.identity_only().is_empty() {
        let value = Value::from(object);
        let encoded = DynamicValue::encode_finite(&value, &ty).and_then(within_limits);
        return (into_object(value), encoded);
    }
    let hidden = block.identity_only().iter();
    let mut hidden =
        hidden.filter_map(|at| Some((object.values().get(*at)?, block.members().get(*at)?)));
    let checked = hidden.try_for_each(|(value, member)| {
        let encoded = DynamicValue::encode_finite(value, &member.ty());
        let name = member.name().clone();
        encoded
            .map(drop)
            .map_err(|error| error.inside(Step::Attribute(name)))
    });
    let published = Value::from(block.publish(object.clone()));
    let encoded = checked.and_then(|()| DynamicValue::encode_finite(&published, &ty));
    (object, encoded.and_then(within_limits))
}

/// Checks that an answer has room for a value.
fn within_limits(value: DynamicValue) -> Result<DynamicValue, Error> {
    let size = value.msgpack.len();
    if size > LIMITS.size {
        Err(Error::new(
            ErrorKind::Limit,
            format!(
                "it has {size} bytes, and an object may have {}",
                LIMITS.size
            ),
        ))
    } else {
        Ok(value)
    }
}

/// Encodes an absent object.
pub(crate) fn encode_null(block: &Block) -> DynamicValue {
    DynamicValue::encode(&Value::Null, &block.published_ty()).unwrap_or_default()
}

/// Reports every unknown value as an error with a remedy, and replaces it by null, because a state must be completely known.
pub(crate) fn known_result(
    object: Object,
    block: &Block,
    type_name: &str,
    report: Option<&mut Diagnostics>,
) -> Object {
    replace_unknowns(object, block, type_name, STORED_AS_NULL, report, |_, _| {})
}

const STORED_AS_NULL: &str = "in `create`, `settle`, `update` or `read`. The object is kept in the state, with null in this place";

/// Does the same for an existing object, but unknown values get their prior values. If the call has an error, nulls that `planned` does not contain
/// get their prior values too, so that the error loses no known value. Without a `report`, the call has an error.
pub(crate) fn known_change(
    object: Object,
    block: &Block,
    prior: Option<&Object>,
    planned: Option<&Object>,
    type_name: &str,
    report: Option<&mut Diagnostics>,
) -> Object {
    let Some(prior) = prior else {
        return known_result(object, block, type_name, report);
    };
    let remedy = "in `update` or `read`. The object is kept in the state, with the value before in this place";
    replace_unknowns(
        object,
        block,
        type_name,
        remedy,
        report,
        |object, has_error| {
            retain(object, prior, planned.filter(|_| has_error));
        },
    )
}

/// Does the same for an object without a state. `calls` names the author's functions that returned it.
pub(crate) fn known_answer(
    object: Object,
    block: &Block,
    type_name: &str,
    calls: &str,
    report: &mut Diagnostics,
) -> Object {
    replace_unknowns(
        object,
        block,
        type_name,
        &format!("in {calls}"),
        Some(report),
        |_, _| {},
    )
}

/// Reports unknown values, calls `complete` to replace them, and replaces the remaining ones by null. The argument of `complete` is whether the call
/// has an error. Without a `report`, values that the provider's code could not express stay, so that the object cannot be encoded.
fn replace_unknowns(
    mut object: Object,
    block: &Block,
    type_name: &str,
    remedy: &str,
    report: Option<&mut Diagnostics>,
    complete: impl FnOnce(&mut Object, bool),
) -> Object {
    let known = object.is_wholly_known();
    let has_error = !known || report.as_ref().is_none_or(|it| it.has_errors());
    if let (false, Some(diagnostics)) = (known, report) {
        if object.has_failure() {
            let mut failures = Unencodable::default();
            failures.take(&mut object, block, false);
            diagnostics.extend(failures.report(type_name, block, ""));
        } else {
            report_unknowns(&object, type_name, remedy, diagnostics)
        }
    }
    complete(&mut object, has_error);
    if known || object.is_wholly_known() {
        return object;
    }
    let Ok(known) = Value::from(object).transform(|_, value| {
        Ok::<_, Infallible>(match value {
            Value::Unknown(unknown) if unknown.failure().is_none() => Value::Null,
            value => value,
        })
    });
    into_object(known)
}

fn report_unknowns(object: &Object, type_name: &str, remedy: &str, diagnostics: &mut Diagnostics) {
    Value::from(object.clone()).walk(|path, value| {
        if value.is_unknown() {
            let error = messages::values::left_unknown(type_name, path, remedy);
            diagnostics.push(error.at(path.clone()));
        }
        true
    });
}

fn into_object(value: Value) -> Object {
    match value {
        Value::Known(Data::Object(object)) => object,
        Value::Known(_) | Value::Null | Value::Unknown(_) => Object::from_pairs::<&str, Value>([]),
    }
}

/// Encodes an unknown object.
pub(crate) fn encode_unknown(block: &Block) -> DynamicValue {
    DynamicValue::encode(&Value::unknown(), &block.published_ty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use terrane_value::Type;

    use super::*;
    use crate::schema::{Member, Shape};

    #[test]
    fn a_value_nested_too_deeply_is_not_reported_as_a_bug() {
        let block = Block::new([Member::new("any", Shape::Type(Type::Dynamic))]);
        let (mut ty, mut value) = ("\"string\"".to_owned(), "\"a\"".to_owned());
        for _ in 0..200 {
            (ty, value) = (format!("[\"list\",{ty}]"), format!("[{value}]"));
        }
        let json = format!("{{\"any\":{{\"type\":{ty},\"value\":{value}}}}}");
        let deep = DynamicValue::from_json(json.into());
        let error = decode(&deep, &block, "configuration").expect_err("it is too deep");
        assert_eq!(error.summary, "Cannot read the configuration");
        assert!(error.detail.contains("is too large"), "{error}");
        assert!(error.detail.contains("128 levels"), "{}", error.detail);
        assert!(!error.detail.contains("bug"), "{}", error.detail);
    }

    #[test]
    fn equal_bytes_in_a_request_are_decoded_once() {
        let block = Block::new([Member::new("id", Shape::Type(Type::String))]);
        let object = Object::from_pairs([("id", Value::from("a"))]);
        // These bytes cannot be decoded.
        let same = DynamicValue::from_msgpack([0xc1].as_slice().into());
        let after = |value: &DynamicValue, object: Option<&Object>| {
            decode_after((&same, object), value, &block, "configuration")
        };
        let found = after(&same.clone(), Some(&object)).expect("it is not decoded");
        assert_eq!(found.as_ref(), Some(&object));
        assert_eq!(after(&same.clone(), None).expect("nor is it here"), None);
        let other = DynamicValue::encode(&Value::from(object.clone()), &block.ty()).unwrap();
        let decoded = after(&other, None).expect("it is decoded");
        assert_eq!(decoded, Some(object));
    }

    #[test]
    fn a_value_in_no_state_is_not_reported_as_stored() {
        let mut diagnostics = Diagnostics::default();
        let object = Object::from_pairs([("id", Value::unknown())]);
        let block = Block::new([Member::new("id", Shape::Type(Type::String))]);
        let settled = known_answer(object, &block, "lab_sample", "`read`", &mut diagnostics);
        assert_eq!(settled.get("id"), Some(&Value::Null));
        let details: Vec<_> = diagnostics.iter().map(|it| &it.detail).collect();
        assert_eq!(
            details,
            [
                "After the call, `id` of lab_sample is still not known. This is a bug in the provider: fill every `Computed` field, in `read`."
            ]
        );
    }
}
