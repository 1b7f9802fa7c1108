//! Universally unique identifiers.

use uuid::Uuid;

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{ArgumentType, Function, Returns, string};
use crate::value::Value;

const TEXT: Returns = Returns::ArgumentType(ArgumentType::String);

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "uuid",
        "Returns a random identifier. Each call has another result.",
        &[],
        TEXT,
        |call| {
            // Like hosts, this sets no version bits.
            let random = call.environment().random();
            Ok(random.map_or_else(
                || call.unknown(),
                |bytes| Uuid::from_bytes(bytes).to_string().into(),
            ))
        },
    ),
    Function::new(
        "uuidv5",
        "Returns the identifier of a name in a namespace.",
        &[string("namespace"), string("name")],
        TEXT,
        version5,
    )
    .since((0, 12, 2)),
];

fn version5(call: &Call<'_>) -> Result<Value, CallError> {
    let namespace = match call.text(0) {
        "dns" => Uuid::NAMESPACE_DNS,
        "url" => Uuid::NAMESPACE_URL,
        "oid" => Uuid::NAMESPACE_OID,
        "x500" => Uuid::NAMESPACE_X500,
        other => Uuid::parse_str(other).map_err(|error| {
            CallError::new(format!(
                "uuidv5() doesn't support namespace {other} ({error})"
            ))
        })?,
    };
    let identifier = Uuid::new_v5(&namespace, call.text(1).as_bytes());
    Ok(identifier.to_string().into())
}
