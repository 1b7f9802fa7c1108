//! Faults of schemas.

use std::sync::atomic::{AtomicUsize, Ordering};

use terrane_protocol::schema::{Attribute, IdentitySchema, Schema, Schemas};
use terrane_protocol::{
    Diagnostic, GetMetadataResponse, GetProviderSchemaResponse, GetResourceIdentitySchemasResponse,
};
use terrane_value::Type;

/// The name of the resource.
pub(crate) const THING: &str = "broken_thing";

/// A type that only a fault has.
const GADGET: &str = "broken_gadget";

static REQUESTS: AtomicUsize = AtomicUsize::new(0);

/// Changes the schemas of a correct provider.
pub(crate) fn change(fault: &str, schemas: &Schemas) -> Option<Schemas> {
    let mut changed = GetProviderSchemaResponse::clone(schemas);
    let count = REQUESTS.fetch_add(1, Ordering::Relaxed);
    match fault {
        "reports-an-error-with-its-schemas" => {
            let error = Diagnostic::error("Cannot load the schemas", "A file is missing.");
            changed.diagnostics.push(error);
        }
        "has-an-attribute-that-nobody-sets" => attribute(&mut changed, "note")?.optional = false,
        "announces-no-moves" => changed.server_capabilities.move_resource_state = false,
        "requires-a-computed-attribute" => attribute(&mut changed, "serial")?.required = true,
        "has-a-reserved-name" => {
            let mut schema = Schema::default();
            schema.block.attributes.push(Attribute {
                optional: true,
                ..Attribute::new("count", Type::Number)
            });
            changed.resource_schemas.insert(GADGET.to_owned(), schema);
        }
        "changes-its-schemas" => {
            attribute(&mut changed, "note")?.description.text = format!("Request {count}.");
        }
        "has-other-schemas-in-protocol-5" => {
            let offered = std::env::var("PLUGIN_PROTOCOL_VERSIONS").ok()?;
            if offered == "5" {
                attribute(&mut changed, "note")?.sensitive = true;
            }
        }
        "has-a-parameter-without-a-name" => {
            let function = changed.functions.values_mut().next()?;
            function.parameters.first_mut()?.name = "".into();
        }
        "reuses-a-parameter-name" => {
            let function = changed.functions.values_mut().next()?;
            function.variadic = function.parameters.first().cloned();
        }
        _ => return None,
    }
    Some(changed.into())
}

/// Returns an attribute of the thing.
fn attribute<'a>(
    schemas: &'a mut GetProviderSchemaResponse,
    name: &str,
) -> Option<&'a mut Attribute> {
    let thing = schemas.resource_schemas.get_mut(THING)?;
    let mut attributes = thing.block.attributes.iter_mut();
    attributes.find(|it| it.name == *name)
}

/// Changes the names of the types.
pub(crate) fn change_metadata(fault: &str, metadata: &mut GetMetadataResponse) {
    match fault {
        "names-too-few-types" => metadata.resources.clear(),
        "has-a-reserved-name" => metadata.resources.push(GADGET.to_owned()),
        _ => {}
    }
}

/// Changes the identity schemas.
pub(crate) fn change_identities(fault: &str, answer: &mut GetResourceIdentitySchemasResponse) {
    if fault == "has-an-identity-without-a-resource" {
        let identity = IdentitySchema::default();
        answer.identity_schemas.insert(GADGET.to_owned(), identity);
    }
}
