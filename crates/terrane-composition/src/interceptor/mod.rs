//! Layers around a provider, which see every request and every answer.
//!
//! | interceptor | what it does |
//! |---|---|
//! | [`Timing`] | measures each call |
//! | [`Redaction`] | replaces texts in messages for users |
//! | [`ReadOnly`] | refuses every call that changes something |
//! | [`DefaultTags`] | adds tags to every object that has tags |
//! | [`Policy`] | judges each plan |

mod default_tags;
mod messages;
mod policy;
mod read_only;
mod redaction;
mod timing;
mod types;

use std::fmt;
use std::sync::Arc;

use terrane_plugin::catch_panic;
use terrane_protocol::*;

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
/// # Examples
///
/// Interceptors that count, log, refuse, rewrite and time calls:
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use std::time::Instant;
/// use terrane_composition::{Interceptor, Next, intercept};
/// use terrane_protocol::*;
///
/// /// Counts calls.
/// struct Count(Arc<AtomicUsize>);
///
/// impl Interceptor for Count {
///     fn before(&self, _: &mut Request) -> Result<(), Diagnostics> {
///         self.0.fetch_add(1, Ordering::Relaxed);
///         Ok(())
///     }
/// }
///
/// /// Logs calls that the provider does not answer.
/// struct Log;
///
/// impl Interceptor for Log {
///     fn after(&self, rpc: Rpc, answer: &mut Result<Response, RpcError>) {
///         if let Err(error) = answer {
///             eprintln!("{rpc}: {error}");
///         }
///     }
/// }
///
/// /// Refuses to delete states.
/// struct Refuse;
///
/// impl Interceptor for Refuse {
///     fn before(&self, request: &mut Request) -> Result<(), Diagnostics> {
///         match request {
///             Request::DeleteState(_) => Err(Diagnostic::error("Cannot delete state", "Ask the owner.").into()),
///             _ => Ok(()),
///         }
///     }
/// }
///
/// /// Gives each team its own states, by a prefix of their names.
/// struct Rewrite(&'static str);
///
/// impl Interceptor for Rewrite {
///     fn before(&self, request: &mut Request) -> Result<(), Diagnostics> {
///         if let Request::LockState(request) = request {
///             request.state_id.insert_str(0, self.0);
///         }
///         Ok(())
///     }
///
///     fn after(&self, _: Rpc, answer: &mut Result<Response, RpcError>) {
///         if let Ok(Response::GetStates(answer)) = answer {
///             answer.state_ids.retain(|id| id.starts_with(self.0));
///         }
///     }
/// }
///
/// /// Measures calls. It keeps data between the request and the answer, so it overrides `call`.
/// struct Time;
///
/// impl Interceptor for Time {
///     fn call<'a>(&'a self, request: Request, next: Next<'a>) -> ResponseFuture<'a> {
///         Box::pin(async move {
///             let (rpc, start) = (request.rpc(), Instant::now());
///             let answer = next.call(request).await;
///             eprintln!("{rpc} took {:?}", start.elapsed());
///             answer
///         })
///     }
/// }
///
/// /// A provider with two states.
/// struct Shelf;
///
/// impl Provider for Shelf {
///     fn call(&self, _: Request) -> ResponseFuture<'_> {
///         let state_ids = vec!["birds-default".to_owned(), "fish-default".to_owned()];
///         Box::pin(async { Ok(GetStatesResponse { state_ids, ..GetStatesResponse::default() }.into()) })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let calls = Arc::new(AtomicUsize::new(0));
/// let shelf = intercept(Arc::new(Shelf), Rewrite("fish-"));
/// let shelf = intercept(intercept(shelf, Log), Refuse);
/// let shelf = intercept(intercept(shelf, Time), Count(Arc::clone(&calls)));
///
/// let states = shelf.get_states(GetStatesRequest::default()).await.unwrap();
/// assert_eq!(states.state_ids, ["fish-default"]);
/// let deleted = shelf.delete_state(StateId::default()).await.unwrap();
/// assert_eq!(deleted.diagnostics[0].summary, "Cannot delete state");
/// assert_eq!(calls.load(Ordering::Relaxed), 2);
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
    fn call<'a>(&'a self, mut request: Request, next: Next<'a>) -> ResponseFuture<'a> {
        Box::pin(async move {
            if let Err(diagnostics) = self.before(&mut request) {
                return Ok(request.refuse(diagnostics));
            }
            let rpc = request.rpc();
            let mut answer = next.call(request).await;
            // The answer of an apply contains an object that exists. A panic must not lose it.
            let panicked = catch_panic(|| self.after(rpc, &mut answer), |_| ());
            if panicked.is_err()
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
    pub fn call(self, request: Request) -> ResponseFuture<'a> {
        self.0.call(request)
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
    Arc::new(Intercepted {
        provider,
        interceptor,
    })
}

/// A provider with an interceptor around it.
struct Intercepted<I> {
    provider: Arc<dyn Provider>,
    interceptor: I,
}

impl<I: Interceptor> Provider for Intercepted<I> {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        self.interceptor.call(request, Next(&*self.provider))
    }
}
