//! The interface of a provider.

use crate::{BoxFuture, Request, Response, RpcError};

/// The future response of a provider.
pub type ResponseFuture<'a> = BoxFuture<'a, Result<Response, RpcError>>;

/// Answers requests: a provider, a provisioner, or a decorator of another provider.
///
/// A response is `Ok` even if its diagnostics are errors, which are for the user. `Err` means that there is no response (rule G1). The response belongs
/// to the RPC of the request. For an RPC that the provider does not have, return [`Rpc::unimplemented`](crate::Rpc::unimplemented), which hosts
/// understand. Callers use the methods of `dyn Provider`, one for each RPC.
///
/// A future may be dropped before it completes, because the caller has gone. Spawn a task for work that must complete.
///
/// ```
/// use std::sync::Arc;
/// use terrane_protocol::{
///     GetStatesRequest, GetStatesResponse, Provider, Request, ResponseFuture, Rpc, RpcCode, RpcError,
/// };
///
/// /// A provider of states.
/// struct Shelf;
///
/// impl Provider for Shelf {
///     fn call(&self, request: Request) -> ResponseFuture<'_> {
///         Box::pin(async move {
///             match request {
///                 Request::GetStates(request) => {
///                     let state_ids = vec![format!("{}-default", request.type_name)];
///                     Ok(GetStatesResponse { state_ids, ..GetStatesResponse::default() }.into())
///                 }
///                 request => Err(request.rpc().unimplemented()),
///             }
///         })
///     }
/// }
///
/// /// A decorator that refuses to stop.
/// struct Busy(Arc<dyn Provider>);
///
/// impl Provider for Busy {
///     fn call(&self, request: Request) -> ResponseFuture<'_> {
///         match request.rpc() {
///             Rpc::StopProvider => Box::pin(async { Err(RpcError::new(RpcCode::Unavailable, "the provider is busy")) }),
///             _ => self.0.call(request),
///         }
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), RpcError> {
/// let shelf: Arc<dyn Provider> = Arc::new(Busy(Arc::new(Shelf)));
/// let answer = shelf.get_states(GetStatesRequest { type_name: "birds".to_owned() }).await?;
/// assert_eq!(answer.state_ids, ["birds-default"]);
/// # Ok(())
/// # }
/// ```
pub trait Provider: Send + Sync + 'static {
    /// Answers a request.
    fn call(&self, request: Request) -> ResponseFuture<'_>;
}
