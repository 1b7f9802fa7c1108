//! Waiting for the state of an object.

use std::fmt;
use std::time::Duration;

use backon::{BackoffBuilder as _, ExponentialBuilder};
use terrane::context::Context;
use tokio::time::{Instant, sleep, timeout_at};

use crate::messages;
use crate::scope::within;

/// Waits until an object has one of the expected states.
///
/// The wait ends with the call: at the deadline that the user's timeouts set, and when the host stops. Without a deadline, it ends after
/// 20 minutes, or after [`limit`](Self::limit). The error names the last state.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
/// use terrane_api::{Client, Waiter};
///
/// #[derive(serde::Deserialize)]
/// struct Pet {
///     status: String,
/// }
///
/// /// Waits until a new pet has its place.
/// async fn settled(api: &Client, id: &str, cx: &CreateContext) -> Result<Pet> {
///     let waiter = Waiter::new(format!("pet `{id}`")).pending(["arriving", "resting"]).target(["settled"]);
///     waiter
///         .until(cx, || async {
///             let pet = api.get(["pets", id]).find::<Pet>(cx).await?;
///             Ok(pet.map(|pet| (pet.status.clone(), pet)))
///         })
///         .await
/// }
/// ```
#[derive(Debug, Clone)]
#[must_use = "a waiter does nothing until `until`, `until_found`, `find` or `until_gone`"]
pub struct Waiter {
    object: String,
    targets: Vec<String>,
    pending: Vec<String>,
    failed: Vec<String>,
    first: Duration,
    longest: Duration,
    limit: Option<Duration>,
    times: u32,
}

/// The last answer about an object.
enum Last {
    Nothing,
    Missing,
    State(String),
}

impl fmt::Display for Last {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("its state is not known"),
            Self::Missing => f.write_str("it does not exist"),
            Self::State(state) => write!(f, "its state is `{state}`"),
        }
    }
}

impl Waiter {
    /// Starts the description of a wait. `object` is the object in the words of the user, such as "pet `tom`".
    pub fn new(object: impl Into<String>) -> Self {
        Self {
            object: object.into(),
            targets: Vec::new(),
            pending: Vec::new(),
            failed: Vec::new(),
            first: Duration::from_secs(1),
            longest: Duration::from_secs(15),
            limit: None,
            times: 1,
        }
    }

    /// Sets the states that end the wait.
    pub fn target<S: Into<String>>(mut self, states: impl IntoIterator<Item = S>) -> Self {
        self.targets.extend(states.into_iter().map(Into::into));
        self
    }

    /// Sets the states on the way. If there are any, every other state is an error.
    pub fn pending<S: Into<String>>(mut self, states: impl IntoIterator<Item = S>) -> Self {
        self.pending.extend(states.into_iter().map(Into::into));
        self
    }

    /// Sets the states from which the object does not reach a target. They are errors.
    pub fn failed<S: Into<String>>(mut self, states: impl IntoIterator<Item = S>) -> Self {
        self.failed.extend(states.into_iter().map(Into::into));
        self
    }

    /// Sets the first and the longest delay between two requests. The default is 1 s and 15 s. Each delay is twice as long as the one before, and a
    /// random part is added.
    pub fn delays(mut self, first: Duration, longest: Duration) -> Self {
        self.first = first;
        self.longest = longest;
        self
    }

    /// Sets how long to wait. The default is the time until the deadline of the call, or 20 minutes if it has none.
    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Sets how many answers in a row must have a target, for an API whose servers do not all know the newest state. The default is 1.
    pub fn times(mut self, times: u32) -> Self {
        self.times = times.max(1);
        self
    }

    /// Waits until the object has a target state. `check` returns the current state with the object, or `None` if the object does not exist. A missing
    /// object is awaited, because an API may not find an object that it has just created.
    ///
    /// # Errors
    ///
    /// Fails if `check` fails, if the object has an unexpected state, and when the call or the limit ends.
    pub async fn until<T, S, F>(
        &self,
        cx: &Context,
        mut check: impl FnMut() -> F,
    ) -> terrane::Result<T>
    where
        S: AsRef<str>,
        F: Future<Output = terrane::Result<Option<(S, T)>>>,
    {
        let targets = &self.expected();
        self.poll(cx, targets, || {
            let checked = check();
            async move {
                match checked.await? {
                    Some((state, object)) => self.judge(state.as_ref(), object, targets),
                    None => Ok((Last::Missing, None)),
                }
            }
        })
        .await
    }

    /// Decides what the state of an object means. The object is returned in a target state.
    fn judge<T>(
        &self,
        state: &str,
        object: T,
        targets: &str,
    ) -> terrane::Result<(Last, Option<T>)> {
        let is_in = |states: &[String]| states.iter().any(|it| it == state);
        let last = Last::State(state.to_owned());
        if is_in(&self.targets) {
            return Ok((last, Some(object)));
        }
        let is_unexpected = !self.pending.is_empty() && !is_in(&self.pending);
        if is_in(&self.failed) || is_unexpected {
            return Err(messages::failed(&self.object, state, targets));
        }
        Ok((last, None))
    }

    /// Waits until the object is found, such as after its creation. `check` returns the object, or `None` if the API does not find it.
    ///
    /// # Errors
    ///
    /// Fails if `check` fails, and when the call or the limit ends.
    pub async fn until_found<T, F>(
        &self,
        cx: &Context,
        mut check: impl FnMut() -> F,
    ) -> terrane::Result<T>
    where
        F: Future<Output = terrane::Result<Option<T>>>,
    {
        self.poll(cx, "that it exists", || {
            let checked = check();
            async move { Ok((Last::Missing, checked.await?)) }
        })
        .await
    }

    /// Looks for the object, and returns `None` if [`times`](Self::times) looks in a row do not find it, with the first delay in between. For reads from an
    /// API whose lists do not show a new object at once: without a second look, the object would be gone from the state, and be created again.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::prelude::*;
    /// use terrane_api::{Client, Waiter};
    ///
    /// async fn pet(api: &Client, id: &str, cx: &ReadContext) -> Result<Option<String>> {
    ///     let look = || async {
    ///         let names: Vec<String> = api.get(["pets"]).query("id", id).fetch(cx).await?;
    ///         Ok(names.into_iter().next())
    ///     };
    ///     Waiter::new(format!("pet `{id}`")).times(2).find(cx, look).await
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if `look` fails, and when the call ends.
    pub async fn find<T, F>(
        &self,
        cx: &Context,
        mut look: impl FnMut() -> F,
    ) -> terrane::Result<Option<T>>
    where
        F: Future<Output = terrane::Result<Option<T>>>,
    {
        for misses in 1.. {
            let found = within(cx, &self.object, look()).await??;
            if found.is_some() || misses >= self.times {
                return Ok(found);
            }
            within(cx, &self.object, sleep(self.first)).await?;
        }
        Ok(None)
    }

    /// Waits until the object is not found, such as after its deletion. `check` returns the object's state, or `None` if the API does not find it.
    ///
    /// # Errors
    ///
    /// Fails if `check` fails, if the object has an unexpected state, and when the call or the limit ends.
    pub async fn until_gone<S, F>(
        &self,
        cx: &Context,
        mut check: impl FnMut() -> F,
    ) -> terrane::Result<()>
    where
        S: AsRef<str>,
        F: Future<Output = terrane::Result<Option<S>>>,
    {
        let targets = "that it does not exist";
        self.poll(cx, targets, || {
            let checked = check();
            async move {
                let Some(state) = checked.await? else {
                    return Ok((Last::Missing, Some(())));
                };
                let state = state.as_ref();
                if self.failed.iter().any(|it| it == state) {
                    return Err(messages::failed(&self.object, state, targets));
                }
                Ok((Last::State(state.to_owned()), None))
            }
        })
        .await
    }

    async fn poll<T, F>(
        &self,
        cx: &Context,
        targets: &str,
        mut check: impl FnMut() -> F,
    ) -> terrane::Result<T>
    where
        F: Future<Output = terrane::Result<(Last, Option<T>)>>,
    {
        let started = Instant::now();
        let limit = match (self.limit, cx.deadline()) {
            (Some(limit), _) => Some(limit),
            (None, Some(_)) => None,
            (None, None) => Some(NO_DEADLINE),
        };
        let end = limit.and_then(|limit| started.checked_add(limit));
        let mut delays = ExponentialBuilder::new()
            .with_min_delay(self.first)
            .with_max_delay(self.longest)
            .without_max_times()
            .with_jitter()
            .build();
        let (mut last, mut times) = (Last::Nothing, 0);
        loop {
            // A check that hangs must not outlast the limit.
            let checked = async {
                match end {
                    Some(end) => timeout_at(end, check()).await.ok(),
                    None => Some(check().await),
                }
            };
            let gave_up = |last: &Last, more: &str| {
                messages::waited(
                    &self.object,
                    &last.to_string(),
                    targets,
                    started.elapsed(),
                    more,
                )
            };
            match within(cx, &self.object, checked).await {
                Err(error) => return Err(gave_up(&last, &error.to_string())),
                Ok(None) => return Err(gave_up(&last, NO_TIMEOUT)),
                Ok(Some(result)) => match result? {
                    (_, Some(object)) if times + 1 >= self.times => return Ok(object),
                    (state, Some(_)) => (last, times) = (state, times + 1),
                    (state, None) => (last, times) = (state, 0),
                },
            }
            let delay = if times > 0 {
                self.first
            } else {
                delays.next().unwrap_or(self.longest)
            };
            tracing::debug!(object = self.object, last = %last, seconds = delay.as_secs_f64(), "waiting");
            if end.is_some_and(|end| Instant::now() + delay >= end) {
                return Err(gave_up(&last, NO_TIMEOUT));
            }
            if let Err(error) = within(cx, &self.object, sleep(delay)).await {
                return Err(gave_up(&last, &error.to_string()));
            }
        }
    }

    fn expected(&self) -> String {
        let quoted: Vec<_> = self.targets.iter().map(|it| format!("`{it}`")).collect();
        quoted.join(" or ")
    }
}

/// How long to wait if neither the waiter nor the call has a limit.
const NO_DEADLINE: Duration = Duration::from_secs(20 * 60);

/// The advice for a wait that no timeout of the user has ended.
const NO_TIMEOUT: &str = "This resource has no setting for the timeout. Try again.";
