//! A provider whose answers a test sets, and which records its calls.

use std::sync::{Arc, Mutex};

use terrane_composition::{Interceptor, MuxMember, Next, intercept};
use terrane_protocol::schema::{Attribute, Function, Schema, TypeKind};
use terrane_protocol::*;
use terrane_value::Type;

/// Answers some requests.
pub(crate) type Answer = fn(&Request) -> Option<Result<Response, RpcError>>;

/// A provider that answers each call with an error of its name, except for what the test sets.
#[derive(Clone)]
pub(crate) struct Scripted {
    name: &'static str,
    pub(crate) schemas: GetProviderSchemaResponse,
    calls: Arc<Mutex<Vec<Rpc>>>,
    answer: Option<Answer>,
}

struct Base;
impl Provider for Base {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move { Err(request.rpc().unimplemented()) })
    }
}

impl Scripted {
    /// A provider without types, with all capabilities.
    pub(crate) fn new(name: &'static str) -> Self {
        let server_capabilities = ServerCapabilities {
            plan_destroy: true,
            get_provider_schema_optional: true,
            move_resource_state: true,
            generate_resource_config: true,
        };
        Self {
            name,
            schemas: GetProviderSchemaResponse {
                server_capabilities,
                ..GetProviderSchemaResponse::default()
            },
            calls: Arc::default(),
            answer: None,
        }
    }

    /// Adds a type of each kind and a function, with this name.
    pub(crate) fn serving(mut self, name: &str) -> Self {
        let schemas = &mut self.schemas;
        for types in [
            &mut schemas.resource_schemas,
            &mut schemas.data_source_schemas,
            &mut schemas.ephemeral_resource_schemas,
            &mut schemas.list_resource_schemas,
            &mut schemas.action_schemas,
            &mut schemas.state_store_schemas,
        ] {
            types.insert(name.to_owned(), Schema::default());
        }
        schemas.functions.insert(name.to_owned(), function());
        self
    }

    pub(crate) fn resource(mut self, name: &str, schema: Schema) -> Self {
        self.schemas
            .resource_schemas
            .insert(name.to_owned(), schema);
        self
    }

    pub(crate) fn capabilities(mut self, capabilities: ServerCapabilities) -> Self {
        self.schemas.server_capabilities = capabilities;
        self
    }

    /// Answers some calls in another form.
    pub(crate) fn answering(mut self, answer: Answer) -> Self {
        self.answer = Some(answer);
        self
    }

    pub(crate) fn provider(&self) -> Arc<dyn Provider> {
        intercept(Arc::new(Base), self.clone())
    }

    pub(crate) fn member(&self) -> MuxMember {
        MuxMember::new(self.name, self.provider())
    }

    /// The calls since the last call of this method.
    pub(crate) fn calls(&self) -> Vec<Rpc> {
        std::mem::take(&mut *self.calls.lock().expect("no call panics"))
    }

    fn metadata(&self) -> GetMetadataResponse {
        let names = |kind| self.schemas.types(kind).keys().cloned().collect();
        GetMetadataResponse {
            server_capabilities: self.schemas.server_capabilities,
            diagnostics: Diagnostics::new(),
            data_sources: names(TypeKind::DataSource),
            resources: names(TypeKind::Resource),
            functions: self.schemas.functions.keys().cloned().collect(),
            ephemeral_resources: names(TypeKind::Ephemeral),
            list_resources: names(TypeKind::List),
            state_stores: names(TypeKind::StateStore),
            actions: names(TypeKind::Action),
        }
    }
}

impl Interceptor for Scripted {
    fn call<'a>(&'a self, request: Request, _: Next<'a>) -> ResponseFuture<'a> {
        self.calls
            .lock()
            .expect("no call panics")
            .push(request.rpc());
        Box::pin(async move {
            if let Some(answer) = self.answer.and_then(|answer| answer(&request)) {
                return answer;
            }
            match request {
                Request::GetMetadata(_) => Ok(Response::GetMetadata(self.metadata())),
                Request::GetProviderSchema(_) => {
                    Ok(Response::GetProviderSchema(self.schemas.clone().into()))
                }
                Request::GetFunctions(_) => Ok(Response::GetFunctions(GetFunctionsResponse {
                    functions: self.schemas.functions.clone(),
                    diagnostics: Diagnostics::new(),
                })),
                Request::StopProvider(_) => Ok(Response::StopProvider(StopResponse {
                    error: format!("{} cannot stop", self.name),
                })),
                request => {
                    let text = request.rpc().name();
                    Ok(request.refuse(Diagnostic::error(self.name, text).into()))
                }
            }
        })
    }
}

pub(crate) fn function() -> Function {
    Function {
        parameters: Vec::new(),
        variadic: None,
        returns: Type::Bool,
        summary: String::new(),
        description: schema::Description::default(),
        deprecation: None,
    }
}

pub(crate) fn schema(attributes: impl IntoIterator<Item = Attribute>) -> Schema {
    let mut schema = Schema::default();
    schema.block.attributes.extend(attributes);
    schema
}

pub(crate) fn optional(name: &str, ty: Type) -> Attribute {
    Attribute {
        optional: true,
        ..Attribute::new(name, ty)
    }
}
