//! Panics of author code as values.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::FutureExt as _;

/// What a panic said.
pub(crate) struct PanicReport {
    message: String,
}

impl PanicReport {
    fn of(payload: &(dyn Any + Send)) -> Self {
        let message = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "no message".to_owned());
        Self { message }
    }
}

impl fmt::Display for PanicReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

pub(crate) fn catch<T>(call: impl FnOnce() -> T) -> Result<T, PanicReport> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| PanicReport::of(&*payload))
}

pub(crate) async fn catch_future<F: Future>(future: F) -> Result<F::Output, PanicReport> {
    AssertUnwindSafe(future).catch_unwind().await.map_err(|payload| PanicReport::of(&*payload))
}
