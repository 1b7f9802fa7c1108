//! ImportResourceState.

use terrane_protocol::*;
use terrane_value::{Data, Object, Value};

use super::{Server, values};
use crate::attr::absent_block;
use crate::schema::{Block, Member, Shape};

impl Server {
    pub(super) async fn import(
        &self,
        request: ImportResourceStateRequest,
    ) -> ImportResourceStateResponse {
        match self.imported(request) {
            Ok(imported) => ImportResourceStateResponse {
                imported_resources: vec![imported],
                ..ImportResourceStateResponse::default()
            },
            Err(diagnostic) => ImportResourceStateResponse {
                diagnostics: diagnostic.into(),
                ..ImportResourceStateResponse::default()
            },
        }
    }

    /// Makes a state that has only what identifies the object: the host reads it next.
    fn imported(
        &self,
        request: ImportResourceStateRequest,
    ) -> Result<ImportedResource, Diagnostic> {
        let block = self.resource(&request.type_name)?.block();
        let state = stub(block, &request.type_name, request.id)?;
        Ok(ImportedResource {
            state: values::encode(state, block)?,
            type_name: request.type_name,
            ..ImportedResource::default()
        })
    }
}

fn stub(block: &Block, type_name: &str, id: String) -> Result<Object, Diagnostic> {
    let mut identity = block
        .members()
        .iter()
        .enumerate()
        .filter(|(_, member)| member.identifies());
    let (at, member) = match (identity.next(), identity.next()) {
        (Some(one), None) => one,
        (None, _) => {
            return Err(Diagnostic::error(
                "Resource Import Not Implemented",
                format!(
                    "{type_name} cannot be imported: nothing in it identifies an object that exists already."
                ),
            ));
        }
        (Some(_), Some(_)) => {
            return Err(Diagnostic::error(
                "Resource Import Not Implemented",
                format!(
                    "{type_name} cannot be imported by an id: several attributes together identify an object."
                ),
            ));
        }
    };
    let mut state = Object::new(block.object_type());
    for (at, member) in block.members().iter().enumerate() {
        if let Shape::Block { nesting, .. } = member.shape() {
            *state.at_mut(at) = absent_block(*nesting);
        }
    }
    *state.at_mut(at) = parse_id(member, type_name, id)?;
    Ok(state)
}

fn parse_id(member: &Member, type_name: &str, id: String) -> Result<Value, Diagnostic> {
    if id.is_empty() {
        return Err(Diagnostic::error(
            "Missing import id",
            format!("Give the `{}` of the {type_name} to import.", member.name()),
        ));
    }
    Value::Known(Data::String(id.as_str().into()))
        .convert(&member.ty())
        .map_err(|_| {
            Diagnostic::error(
                "Unexpected import id",
                format!(
                    "The id of a {type_name} is its `{}`, a {}; `{id}` is none.",
                    member.name(),
                    member.ty()
                ),
            )
        })
}
