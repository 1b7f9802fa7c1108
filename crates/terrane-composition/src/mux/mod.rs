//! Several providers as one.

mod broadcast;
mod member;
mod member_items;
mod merged;
mod messages;
mod missing;
mod routes;
mod session;
mod settings;

use std::fmt;
use std::pin::pin;
use std::sync::{Arc, PoisonError, RwLock};

use futures_util::future::{Either, select};
use futures_util::stream::{self, StreamExt as _};
use tokio::sync::OnceCell;
use tracing::Instrument as _;

use self::routes::Routes;
use self::session::Session;
use self::settings::Settings;
use terrane_protocol::schema::{Schemas, TypeKind};
use terrane_protocol::*;

pub use self::member::{Announced, MuxMember};

/// Combines several providers into one.
///
/// A call that concerns a type or a function goes to the member that serves it. A moved object goes to the member that serves its new type. Validate,
/// Configure and Stop go to all members, and equal diagnostics are reported once. A list resource of one member may list a resource of another.
///
/// The members must have equal provider schemas, and those that have a meta schema must have the same one. Only the numbers of items that a nested block
/// may have can differ: those of the first member count. No two members may serve the same type. All violations are errors of the schema.
/// [`check`](Self::check) returns them too.
///
/// The capabilities are those of all members together. For a member that does not have one, the mux answers as hosts do.
///
/// If a member does not start, the error is the answer to the calls for its types. The other members work. Stop ends the calls that wait for a start.
///
/// ```
/// use std::sync::Arc;
/// use terrane_composition::{Mux, MuxMember};
/// use terrane_protocol::{
///     EmptyRequest, GetProviderSchemaResponse, Provider, Request, Response, ResponseFuture, RpcError,
/// };
///
/// struct Serves(&'static str);
///
/// impl Provider for Serves {
///     fn call(&self, request: Request) -> ResponseFuture<'_> {
///         let mut schemas = GetProviderSchemaResponse::default();
///         schemas.resource_schemas.insert(self.0.to_owned(), Default::default());
///         Box::pin(async move {
///             match request {
///                 Request::GetProviderSchema(_) => Ok(Response::GetProviderSchema(schemas.into())),
///                 request => Err(request.rpc().unimplemented()),
///             }
///         })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), RpcError> {
/// let mux: Arc<dyn Provider> = Arc::new(Mux::new([
///     MuxMember::new("new", Arc::new(Serves("zoo_pet"))),
///     MuxMember::new("old", Arc::new(Serves("zoo_cage"))),
/// ]));
/// assert_eq!(mux.get_metadata(EmptyRequest {}).await?.resources, ["zoo_pet", "zoo_cage"]);
/// # Ok(())
/// # }
/// ```
pub struct Mux {
    members: Vec<Session>,
    settings: Settings,
    routes: RwLock<Option<Arc<Routes>>>,
    schemas: OnceCell<Schemas>,
}

impl Mux {
    /// Combines members. Nothing starts before the first call.
    pub fn new(members: impl IntoIterator<Item = MuxMember>) -> Self {
        Self {
            members: members.into_iter().map(Session::new).collect(),
            settings: Settings::default(),
            routes: RwLock::default(),
            schemas: OnceCell::new(),
        }
    }

    /// Starts all members, checks that they can be combined, and returns everything that prevents it.
    pub async fn check(&self) -> Diagnostics {
        let mut found = Diagnostics::new();
        for member in &self.members {
            let described = match member.started().await {
                Ok(_) => member.schemas().await.map(drop),
                Err(errors) => Err(errors),
            };
            let errors = described.err().unwrap_or_default();
            found.extend(errors.errors().map(|error| Diagnostic {
                severity: Severity::Error,
                ..messages::missing_types(member.name(), error)
            }));
        }
        let schemas = self.merged_schemas().await;
        found.extend(schemas.diagnostics.errors().cloned());
        found
    }

    fn names(&self) -> Vec<&str> {
        self.members.iter().map(Session::name).collect()
    }

    /// Passes a call on to the member that serves its item.
    async fn route(&self, request: Request) -> Result<Response, RpcError> {
        let Some(item) = request.item() else {
            return Err(request.rpc().unimplemented());
        };
        match self.owner(item, request.rpc()).await {
            Ok(member) => self.pass(member, request).await,
            Err(diagnostics) => Ok(request.refuse(diagnostics)),
        }
    }

    /// Passes a call on to a member, or answers in its place if the member does not have a capability.
    async fn pass(&self, member: &Session, request: Request) -> Result<Response, RpcError> {
        let provider = match self.ready(member, request.rpc()).await {
            Ok(provider) => provider,
            Err(diagnostics) => return Ok(request.refuse(diagnostics)),
        };
        // Enabled at every level, so that lines of errors also name the member.
        let span =
            tracing::error_span!(target: "terrane::request", "member", member = member.name());
        let mut answer = match missing::answer(member, request).await {
            Ok(answer) => answer,
            Err(request) => provider.call(request).instrument(span).await?,
        };
        member.add_warnings(&mut answer);
        Ok(answer)
    }

    /// Waits until a member is ready, or until the host calls Stop.
    async fn ready(&self, member: &Session, rpc: Rpc) -> Result<Arc<dyn Provider>, Diagnostics> {
        let ready = member.ready(&self.settings);
        self.unless_stopped(ready, Some(member.name()), rpc).await
    }

    /// Waits for the start of a member, or until the host calls Stop. A call that no member has received cannot be stopped there.
    async fn unless_stopped<T>(
        &self,
        start: impl Future<Output = Result<T, Diagnostics>>,
        member: Option<&str>,
        rpc: Rpc,
    ) -> Result<T, Diagnostics> {
        let mut stops = self.settings.stops();
        let started = match select(pin!(start), pin!(stops.changed())).await {
            Either::Left((started, _)) => Some(started),
            Either::Right(_) => None,
        };
        match started {
            Some(started) if !stops.has_changed().unwrap_or_default() => started,
            Some(_) | None => Err(messages::stopped(member, rpc).into()),
        }
    }

    /// Passes a written state on. Its first chunk names the store.
    async fn write_state(
        &self,
        mut chunks: BoxStream<WriteStateBytesChunk>,
    ) -> Result<Response, RpcError> {
        let first = chunks.next().await.transpose()?;
        let meta = first.as_ref().and_then(|chunk| chunk.meta.clone());
        let owner = match &meta {
            Some(meta) => {
                let item = Item::Type(TypeKind::StateStore, &meta.type_name);
                self.owner(item, Rpc::WriteStateBytes).await
            }
            None => Err(messages::unnamed_state().into()),
        };
        let first_chunk = stream::iter(first.map(Ok));
        let request = Request::WriteStateBytes(Box::pin(first_chunk.chain(chunks)));
        match owner {
            Ok(member) => self.pass(member, request).await,
            Err(diagnostics) => Ok(request.refuse(diagnostics)),
        }
    }

    /// Returns the member that serves an item. Members that do not announce their items start, unless the host calls Stop.
    async fn owner(&self, item: Item<'_>, rpc: Rpc) -> Result<&Session, Diagnostics> {
        self.unless_stopped(self.find_owner(item), None, rpc).await
    }

    async fn find_owner(&self, item: Item<'_>) -> Result<&Session, Diagnostics> {
        let mut routes = self.routes().await;
        if let Item::Function(_) = item
            && !routes.has(item)
            && self.functions(EmptyRequest {}).await.is_ok()
        {
            // A configured member may have more functions than its schemas.
            routes = self.routes().await;
        }
        if !routes.has(item) && !routes.unknown.is_empty() {
            // A member may have started since.
            routes = self.find_routes().await;
        }
        let owner = match routes.owners(item) {
            [] => None,
            [owner] => self.members.get(*owner),
            owners => return Err(routes::conflict(item, owners, &self.names()).into()),
        };
        owner.ok_or_else(|| {
            let unknown: Vec<_> = routes
                .unknown
                .iter()
                .filter_map(|(at, reason)| {
                    let member = self.members.get(*at)?;
                    Some((member.name(), reason))
                })
                .collect();
            messages::not_served(item, &unknown).into()
        })
    }

    fn present_routes(&self) -> Option<Arc<Routes>> {
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        routes.clone()
    }

    /// Returns the routes.
    async fn routes(&self) -> Arc<Routes> {
        match self.present_routes() {
            Some(routes) => routes,
            None => self.find_routes().await,
        }
    }

    /// Asks the members for their items.
    async fn find_routes(&self) -> Arc<Routes> {
        let mut unknown = Vec::new();
        for (at, member) in self.members.iter().enumerate() {
            if let Err(errors) = member.items().await {
                unknown.push((at, errors));
            }
        }
        self.set_routes(unknown)
    }

    /// Makes the routes from everything that the members have reported.
    fn set_routes(&self, unknown: Vec<(usize, Diagnostics)>) -> Arc<Routes> {
        let mut routes = Routes::default();
        for (at, member) in self.members.iter().enumerate() {
            if let Some(known) = member.items_so_far() {
                routes.add_all(known, at);
            }
            for name in member.functions().iter() {
                routes.add(Item::Function(name), at);
            }
        }
        routes.unknown = unknown;
        let shared_routes = Arc::new(routes);
        let mut slot = self.routes.write().unwrap_or_else(PoisonError::into_inner);
        *slot = Some(Arc::clone(&shared_routes));
        shared_routes
    }
}

impl fmt::Debug for Mux {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let members = self.members.iter().map(|session| &session.member);
        f.debug_list().entries(members).finish()
    }
}

impl Provider for Mux {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            Ok(match request {
                Request::GetMetadata(_) => self.metadata().await.into(),
                Request::GetProviderSchema(_) => self.merged_schemas().await.into(),
                Request::ValidateProviderConfig(request) => self.validate(request).await?.into(),
                Request::ConfigureProvider(request) => {
                    Response::ConfigureProvider(self.configure(request).await?)
                }
                Request::StopProvider(request) => Response::StopProvider(self.stop(request).await?),
                Request::GetFunctions(request) => self.functions(request).await?.into(),
                Request::GetResourceIdentitySchemas(request) => {
                    self.identity_schemas(request).await?.into()
                }
                Request::WriteStateBytes(chunks) => return self.write_state(chunks).await,
                request => return self.route(request).await,
            })
        })
    }
}
