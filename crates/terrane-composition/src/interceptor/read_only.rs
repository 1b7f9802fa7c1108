//! Refuses changes.

use super::{Interceptor, messages};
use terrane_protocol::{Diagnostics, Request, Rpc};

/// Refuses every call that [changes](Rpc::changes) something, for audits. Reads and plans work, except plans that open an ephemeral resource or lock a
/// state in a state store of this provider.
///
/// A refused apply leaves the object and the state unchanged. Opening an ephemeral resource may create a lease, so it is refused too, unless
/// [`allow_ephemeral`](Self::allow_ephemeral) permits it.
///
/// ```
/// use std::sync::Arc;
/// use terrane_composition::intercept;
/// use terrane_protocol::{Provider, Request, ResponseFuture};
/// use terrane_composition::ReadOnly;
///
/// # struct Zoo;
/// # impl Provider for Zoo {
/// #     fn call(&self, request: Request) -> ResponseFuture<'_> {
/// #         Box::pin(async move { Ok(request.unchanged()) })
/// #     }
/// # }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let zoo = intercept(Arc::new(Zoo), ReadOnly::new());
/// let answer = zoo.apply_resource_change(Default::default()).await.unwrap();
/// assert_eq!(answer.diagnostics[0].summary, "Provider is read-only");
/// # }
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct ReadOnly {
    allows_ephemeral: bool,
}

impl ReadOnly {
    /// Creates an interceptor that refuses every call that changes something.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            allows_ephemeral: false,
        }
    }

    /// Permits ephemeral resources, which plans may need.
    #[must_use]
    pub const fn allow_ephemeral(mut self) -> Self {
        self.allows_ephemeral = true;
        self
    }
}

impl Interceptor for ReadOnly {
    fn before(&self, request: &mut Request) -> Result<(), Diagnostics> {
        let rpc = request.rpc();
        let is_ephemeral = matches!(
            rpc,
            Rpc::OpenEphemeralResource | Rpc::RenewEphemeralResource | Rpc::CloseEphemeralResource
        );
        if rpc.changes() && !(is_ephemeral && self.allows_ephemeral) {
            Err(messages::read_only(rpc).into())
        } else {
            Ok(())
        }
    }
}
