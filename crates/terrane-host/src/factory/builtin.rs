//! The provider that hosts contain: `terraform_data`.

use terrane_protocol::schema::Schemas;
use terrane_protocol::schema::{Attribute, Block, Schema};
use terrane_protocol::{
    ApplyResourceChangeRequest, ApplyResourceChangeResponse, ConfigRequest, Diagnostic,
    DiagnosticsResponse, DynamicValue, GetProviderSchemaResponse,
    GetResourceIdentitySchemasResponse, ImportResourceStateResponse, ImportedResource,
    PlanResourceChangeRequest, PlanResourceChangeResponse, Provider, ReadResourceResponse, Request,
    Response, ResponseFuture, RpcError, StopResponse, UpgradeRequest, UpgradeResourceStateResponse,
    ValidateProviderConfigResponse,
};
use terrane_value::{Object, Path, Type, Typed, Value, json};

use super::null;

const TYPE: &str = "terraform_data";

/// The built-in provider.
#[derive(Debug)]
pub(super) struct Terraform;

fn schema() -> Schema {
    let optional = |name| Attribute {
        optional: true,
        ..Attribute::new(name, Type::Dynamic)
    };
    let computed = |name, ty| Attribute {
        computed: true,
        ..Attribute::new(name, ty)
    };
    Schema {
        version: 0,
        block: Block {
            attributes: vec![
                optional("input"),
                computed("output", Type::Dynamic),
                optional("triggers_replace"),
                computed("id", Type::String),
            ],
            ..Block::default()
        },
    }
}

fn failed(error: impl ToString) -> Diagnostic {
    Diagnostic::error("Cannot read the object", error.to_string())
}

impl Provider for Terraform {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move { answer(request) })
    }
}

fn answer(request: Request) -> Result<Response, RpcError> {
    Ok(match request {
        Request::GetProviderSchema(_) => {
            let mut response = GetProviderSchemaResponse::default();
            let schemas = &mut response.resource_schemas;
            schemas.insert(TYPE.to_owned(), schema());
            response.server_capabilities.move_resource_state = true;
            Schemas::from(response).into()
        }
        Request::GetResourceIdentitySchemas(_) => {
            GetResourceIdentitySchemasResponse::default().into()
        }
        Request::ValidateProviderConfig(_) => ValidateProviderConfigResponse::default().into(),
        Request::ConfigureProvider(_) => {
            Response::ConfigureProvider(DiagnosticsResponse::default())
        }
        Request::StopProvider(_) => Response::StopProvider(StopResponse::default()),
        Request::ValidateResourceConfig(request) => {
            Response::ValidateResourceConfig(validate(&request))
        }
        Request::UpgradeResourceState(request) => upgrade(request).into(),
        Request::ReadResource(request) => ReadResourceResponse {
            new_state: request.current_state,
            private: request.private,
            ..ReadResourceResponse::default()
        }
        .into(),
        Request::PlanResourceChange(request) => plan(&request)
            .unwrap_or_else(|error| PlanResourceChangeResponse {
                diagnostics: failed(error).into(),
                ..PlanResourceChangeResponse::default()
            })
            .into(),
        Request::ApplyResourceChange(request) => apply(request)
            .unwrap_or_else(|error| ApplyResourceChangeResponse {
                diagnostics: failed(error).into(),
                ..ApplyResourceChangeResponse::default()
            })
            .into(),
        Request::MoveResourceState(request) => {
            null::moved(&request, &schema().implied_type()).into()
        }
        Request::ImportResourceState(request) => {
            let object = Value::object([
                ("id", Value::from(request.id.as_str())),
                ("input", Value::Null),
                ("output", Value::Null),
                ("triggers_replace", Value::Null),
            ]);
            let state = DynamicValue::encode(&object, &schema().implied_type());
            ImportResourceStateResponse {
                imported_resources: vec![ImportedResource {
                    type_name: request.type_name,
                    state: state.unwrap_or_default(),
                    ..ImportedResource::default()
                }],
                ..ImportResourceStateResponse::default()
            }
            .into()
        }
        request => return Err(request.rpc().unimplemented()),
    })
}

fn validate(request: &ConfigRequest) -> DiagnosticsResponse {
    let mut response = DiagnosticsResponse::default();
    let config = request.config.decode(&schema().implied_type());
    let config = config.ok().and_then(Value::into_known);
    for name in ["id", "output"] {
        let attribute = config.as_ref().and_then(|data| match data {
            terrane_value::Data::Object(object) => object.get(name),
            _ => None,
        });
        if attribute.is_some_and(|value| !value.is_null()) {
            let detail = format!("The attribute `{name}` is set by the host: remove it.");
            let error = Diagnostic::error("Attribute cannot be set", detail);
            let error = error.at(Path::root().attribute(name));
            response.diagnostics.push(error);
        }
    }
    response
}

fn upgrade(request: UpgradeRequest) -> UpgradeResourceStateResponse {
    let ty = schema().implied_type();
    let bytes = request.raw_state.json.unwrap_or_default();
    let upgraded = json::decode(&bytes, &ty).and_then(|value| DynamicValue::encode(&value, &ty));
    match upgraded {
        Ok(upgraded_state) => UpgradeResourceStateResponse {
            upgraded_state,
            ..UpgradeResourceStateResponse::default()
        },
        Err(error) => UpgradeResourceStateResponse {
            diagnostics: failed(error).into(),
            ..UpgradeResourceStateResponse::default()
        },
    }
}

fn attribute(object: &Object, name: &str) -> Value {
    object.get(name).cloned().unwrap_or_default()
}

/// Returns the output of an input before it is applied: unknown, but of the same type.
fn later(input: &Value) -> Value {
    match input.as_dynamic() {
        Some(typed) => Typed {
            ty: typed.ty.clone(),
            value: Value::unknown(),
        }
        .into(),
        None => Value::unknown(),
    }
}

fn plan(
    request: &PlanResourceChangeRequest,
) -> Result<PlanResourceChangeResponse, terrane_value::Error> {
    let ty = schema().implied_type();
    let prior = request.prior_state.decode(&ty)?;
    let mut planned = request.proposed_new_state.decode(&ty)?;
    let mut requires_replace = Vec::new();
    if let Some(object) = planned.as_object_mut() {
        let input = attribute(object, "input");
        let triggers = attribute(object, "triggers_replace");
        let prior = prior.as_object();
        let is_replaced = prior.is_some_and(|it| attribute(it, "triggers_replace") != triggers);
        if is_replaced {
            requires_replace.push(Path::root().attribute("triggers_replace"));
        }
        if prior.is_none() || is_replaced {
            let id = terrane_value::Unknown::new().not_null();
            object.set("id", Value::Unknown(id));
        }
        if is_replaced || prior.is_none_or(|it| attribute(it, "input") != input) {
            let is_cleared = input.is_absent() && (prior.is_none() || is_replaced);
            object.set("output", if is_cleared { input } else { later(&input) });
        }
    }
    Ok(PlanResourceChangeResponse {
        planned_state: DynamicValue::encode(&planned, &ty)?,
        requires_replace,
        planned_private: request.prior_private.clone(),
        ..PlanResourceChangeResponse::default()
    })
}

fn apply(
    request: ApplyResourceChangeRequest,
) -> Result<ApplyResourceChangeResponse, terrane_value::Error> {
    let ty = schema().implied_type();
    let mut new = request.planned_state.decode(&ty)?;
    if let Some(object) = new.as_object_mut() {
        object.set("output", attribute(object, "input"));
        if !attribute(object, "id").is_known() {
            object.set("id", Value::from(uuid().as_str()));
        }
    }
    Ok(ApplyResourceChangeResponse {
        new_state: DynamicValue::encode(&new, &ty)?,
        private: request.planned_private,
        ..ApplyResourceChangeResponse::default()
    })
}

/// Makes an identifier. Without a source of random numbers, the clock has to do.
fn uuid() -> String {
    let mut bytes = [0; 16];
    if getrandom::fill(&mut bytes).is_err() {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        bytes = now.unwrap_or_default().as_nanos().to_be_bytes();
    }
    uuid::Builder::from_random_bytes(bytes)
        .into_uuid()
        .to_string()
}
