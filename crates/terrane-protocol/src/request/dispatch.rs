//! Providers that answer all RPCs in one method.

use super::{Request, Response, Rpc};
use crate::rpcs::rpcs;
use crate::schema::Schemas;
use crate::*;

/// A provider that answers every RPC in one method, such as a decorator of another provider. Each such type is a [`Provider`].
///
/// ```
/// use std::sync::Arc;
/// use terrane_protocol::{Dispatch, Provider, Request, Response, Rpc, RpcError};
///
/// /// Refuses to stop.
/// struct Busy(Arc<dyn Provider>);
///
/// impl Dispatch for Busy {
///     async fn dispatch(&self, request: Request) -> Result<Response, RpcError> {
///         match request.rpc() {
///             Rpc::StopProvider => Err(RpcError::unavailable("the provider is busy")),
///             _ => request.send(&*self.0).await,
///         }
///     }
/// }
///
/// fn busy(provider: Arc<dyn Provider>) -> Arc<dyn Provider> {
///     Arc::new(Busy(provider))
/// }
/// ```
pub trait Dispatch: Send + Sync + 'static {
    /// Answers a request. The answer belongs to the RPC of the request; another one is an error of the call.
    fn dispatch(&self, request: Request)
    -> impl Future<Output = Result<Response, RpcError>> + Send;
}

macro_rules! dispatch {
    ($trait:ident as $service:tt { $($kind:ident $method:ident = $name:tt $types:tt $rpc:ident;)* }) => {
        impl<T: Dispatch> Provider for T {
            $(dispatch!(@ $kind $method $types $rpc);)*
        }
    };
    (@ server_streaming $method:ident ($q:ident $(.$narrow:ident)? => $a:ident as $wire:ident) $rpc:ident) => {
        dispatch!(@fn $method $rpc $q => BoxStream<$a>);
    };
    (@ client_streaming $method:ident ($q:ident as $wire:ident => $a:ident) $rpc:ident) => {
        dispatch!(@fn $method $rpc BoxStream<$q> => $a);
    };
    (@ $kind:ident $method:ident ($q:ident $(.$narrow:ident)? => $a:ident) $rpc:ident) => {
        dispatch!(@fn $method $rpc $q => $a);
    };
    (@fn $method:ident $rpc:ident $q:ty => $a:ty) => {
        fn $method(&self, request: $q) -> BoxFuture<'_, Result<$a, RpcError>> {
            Box::pin(async move {
                match self.dispatch(Request::$rpc(request)).await? {
                    Response::$rpc(answer) => Ok(answer),
                    other => Err(mismatched(Rpc::$rpc, &other)),
                }
            })
        }
    };
}

rpcs!(dispatch);

/// The error of an answer that belongs to another RPC.
fn mismatched(rpc: Rpc, answer: &Response) -> RpcError {
    let other = answer.rpc();
    RpcError::internal(format!(
        "a decorator of the provider has answered {rpc} with an answer to {other}"
    ))
}
