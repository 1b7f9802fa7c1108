//! Protocol 5 in Terraform's version 5.10: the messages that differ from protocol 6, and provisioners.
//!
//! The other messages of protocol 5 are a subset of those of protocol 6, so the types of protocol 6 encode them.

mod messages;
mod schema;

use bytes::Bytes;

use self::schema::FIELDS;
use crate::schema::{Schema, SchemaPart, Schemas};
use crate::wire::write::Writer;
use crate::{Diagnostic, GetProvisionerSchemaResponse, Version};

/// Encodes the schemas once. If protocol 5 cannot describe them, it encodes an error that gives the reason.
pub(crate) fn encode_schemas(schemas: &Schemas) -> Bytes {
    schemas.encoded(Version::V5, |bytes| {
        let mut needs = Vec::new();
        schemas.each(&mut |part| {
            part.needs(&mut needs);
            FIELDS.write_part(&mut Writer::new(bytes), part);
        });
        if !needs.is_empty() {
            bytes.clear();
            let to = &mut Writer::new(bytes);
            FIELDS.write_part(to, SchemaPart::Provider(&Schema::default()));
            FIELDS.write_part(to, SchemaPart::Diagnostics(&refusal(&needs).into()));
        }
    })
}

/// Encodes the schema of a provisioner.
pub(crate) fn encode_provisioner(answer: &GetProvisionerSchemaResponse) -> Bytes {
    let GetProvisionerSchemaResponse {
        provisioner,
        diagnostics,
    } = answer;
    let mut bytes = Vec::new();
    let to = &mut Writer::new(&mut bytes);
    FIELDS.write_schema(to, 1, provisioner);
    to.diagnostics(2, diagnostics);
    bytes.into()
}

fn refusal(needs: &[String]) -> Diagnostic {
    let list: String = needs.iter().map(|need| format!("\n  - {need}")).collect();
    Diagnostic::error(
        "Provider needs protocol 6",
        format!(
            "This host has asked for version 5 of the provider protocol, which cannot describe:{list}\n\n\
             Use a host that offers version 6: Terraform 0.15.4 or later, or any OpenTofu."
        ),
    )
}
