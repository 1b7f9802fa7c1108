//! Layers around a provider, which see every request and every answer.
//!
//! | interceptor | what it does |
//! |---|---|
//! | [`Timing`] | measures each call |
//! | [`Redaction`] | replaces texts in messages for users |
//! | [`ReadOnly`] | refuses every call that changes something |
//! | [`DefaultTags`] | adds tags to every object that has tags |
//! | [`Policy`] | judges each plan |
//!
//! Write your own by implementing [`Interceptor`].

mod default_tags;
mod messages;
mod policy;
mod read_only;
mod redaction;
mod timing;
mod types;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::request::dispatch;
use crate::rpcs::rpcs;
use crate::*;

pub use default_tags::DefaultTags;
pub use policy::{PlannedChange, Policy};
pub use read_only::ReadOnly;
pub use redaction::Redaction;
pub use timing::{Timed, Timing};

/// Runs before and after each call of a provider. It can log, measure, change, refuse or count calls.
///
/// Override [`before`](Self::before) or [`after`](Self::after). To keep data between both, or to call the provider several times, override
/// [`call`](Self::call).
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use terrane_protocol::{Diagnostics, Interceptor, Provider, Request, intercept};
///
/// struct Count(Arc<AtomicUsize>);
///
/// impl Interceptor for Count {
///     fn before(&self, _: &mut Request) -> Result<(), Diagnostics> {
///         self.0.fetch_add(1, Ordering::Relaxed);
///         Ok(())
///     }
/// }
///
/// struct Zoo;
/// impl Provider for Zoo {}
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let calls = Arc::new(AtomicUsize::new(0));
/// let zoo = intercept(Arc::new(Zoo), Count(Arc::clone(&calls)));
/// let _ = zoo.stop_provider(Default::default()).await;
/// assert_eq!(calls.load(Ordering::Relaxed), 1);
/// # }
/// ```
pub trait Interceptor: Send + Sync + 'static {
    /// Runs before a call. It may change the request.
    ///
    /// # Errors
    ///
    /// The call is refused with these diagnostics. The provider does not get it.
    fn before(&self, request: &mut Request) -> Result<(), Diagnostics> {
        let _ = request;
        Ok(())
    }

    /// Runs after a call that was not refused. It may change the answer.
    fn after(&self, rpc: Rpc, answer: &mut Result<Response, RpcError>) {
        let _ = (rpc, answer);
    }

    /// Answers a call, by default with the answer of `next`.
    fn call<'a>(
        &'a self,
        mut request: Request,
        next: Next<'a>,
    ) -> BoxFuture<'a, Result<Response, RpcError>> {
        Box::pin(async move {
            if let Err(diagnostics) = self.before(&mut request) {
                return Ok(request.refuse(diagnostics));
            }
            let rpc = request.rpc();
            let mut answer = next.call(request).await;
            // The answer of an apply contains an object that exists. A panic must not lose it.
            let after = AssertUnwindSafe(|| self.after(rpc, &mut answer));
            if catch_unwind(after).is_err()
                && let Ok(response) = &mut answer
                && let Some(diagnostics) = response.diagnostics_mut()
            {
                diagnostics.push(messages::panicked(rpc));
            }
            answer
        })
    }
}

/// The provider below an interceptor.
#[derive(Clone, Copy)]
pub struct Next<'a>(&'a dyn Provider);

impl<'a> Next<'a> {
    /// Passes a request on.
    ///
    /// # Errors
    ///
    /// Fails as the method of the provider does.
    pub async fn call(self, request: Request) -> Result<Response, RpcError> {
        request.send(self.0).await
    }

    /// Returns the provider, for other calls.
    pub const fn provider(self) -> &'a dyn Provider {
        self.0
    }
}

impl fmt::Debug for Next<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Next").finish_non_exhaustive()
    }
}

/// Puts an interceptor around a provider. If several are put around it, the last one sees a request first.
pub fn intercept(provider: Arc<dyn Provider>, interceptor: impl Interceptor) -> Arc<dyn Provider> {
    let interceptor = Arc::new(interceptor);
    Arc::new(Intercepted {
        provider,
        interceptor,
    })
}

/// A provider with an interceptor around it.
struct Intercepted {
    provider: Arc<dyn Provider>,
    interceptor: Arc<dyn Interceptor>,
}

impl Intercepted {
    async fn call(&self, request: Request) -> Result<Response, RpcError> {
        self.interceptor.call(request, Next(&*self.provider)).await
    }
}

rpcs!(dispatch[Intercepted]);
