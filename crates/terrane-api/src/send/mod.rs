//! Sending a request: attempts, delays and the renewal of credentials.

mod exchange;
mod parts;

use std::time::Duration;

use http::StatusCode;
use terrane::context::Context;
use tokio::time::{Instant, sleep, timeout};
use tracing::Instrument as _;

use self::exchange::{Unanswered, exchange};
pub(crate) use self::parts::Parts;
use crate::answer::Answer;
use crate::client::Client;
use crate::credentials::{Access, Credential};
use crate::error::{Error, ErrorKind, Failure, Result};
use crate::refusal::Refusal;
use crate::retry::{Delays, is_temporary};
use crate::scope::{outlasts, within, within_grace};
use crate::transport::Broken;

/// Sends a request until it is answered, or until another attempt makes no sense.
pub(crate) async fn send(client: &Client, parts: &Parts, cx: &Context) -> Result<Answer> {
    let span = tracing::debug_span!(
        "http_request",
        http.request.method = %parts.method,
        server.address = parts.url.host_str(),
        url.path = parts.url.path(),
        http.response.status_code = tracing::field::Empty,
        http.request.resend_count = tracing::field::Empty,
    );
    attempts(client, parts, cx).instrument(span).await
}

async fn attempts(client: &Client, parts: &Parts, cx: &Context) -> Result<Answer> {
    let name = parts.name();
    let mut delays = client.shared.retry.delays();
    let mut refused: Option<Credential> = None;
    let mut attempt = 0;
    loop {
        attempt += 1;
        within(cx, "the limit of requests", client.shared.rate.turn()).await?;
        let credential = credential(client, refused.as_ref(), cx).await?;
        let started = Instant::now();
        let outcome = attempt_once(client, parts, credential.as_ref(), &name, cx).await?;
        log(&name, attempt, started.elapsed(), &outcome);
        let (error, delay) = match outcome {
            Ok(answer) if is_success(answer.status) => {
                client.shared.rate.accepted();
                return Ok(answer);
            }
            Ok(answer) => {
                let is_first = refused.is_none();
                let is_renewed = client.access.as_deref().is_some_and(Access::is_renewed);
                if answer.status == StatusCode::UNAUTHORIZED && is_renewed && is_first {
                    refused = credential;
                    continue;
                }
                let refusal =
                    Refusal::new(name.clone(), answer.status, &answer.headers, &answer.body)
                        .recognised(client.shared.recognition);
                let delay = after_refusal(client, parts, &refusal, &mut delays);
                (ErrorKind::Refused(refusal), delay)
            }
            Err(Unanswered::Broken(Broken { sent, cause })) => {
                let delay = (!sent || parts.repeatable)
                    .then(|| delays.after_failure(None))
                    .flatten();
                let failure = Failure {
                    request: name.clone(),
                    cause,
                };
                let kind = if sent && !parts.method.is_safe() {
                    ErrorKind::Lost(failure)
                } else {
                    ErrorKind::Unreachable(failure)
                };
                (kind, delay)
            }
            Err(Unanswered::Unusable(cause)) => {
                let request = name.clone();
                (ErrorKind::Answer(Failure { request, cause }), None)
            }
        };
        match delay {
            Some(delay) if !outlasts(cx, delay) => {
                let waiting_for = format!("the next attempt of `{name}`");
                within(cx, &waiting_for, sleep(delay)).await?;
            }
            _ => return Err(Error::from(error)),
        }
    }
}

async fn credential(
    client: &Client,
    refused: Option<&Credential>,
    cx: &Context,
) -> Result<Option<Credential>> {
    match &client.access {
        None => Ok(None),
        Some(access) => access
            .credential(client.without_credentials(), refused, cx)
            .await
            .map(Some),
    }
}

/// Sends a request once. The end of the call drops a request that can be repeated, and gives others a grace.
async fn attempt_once(
    client: &Client,
    parts: &Parts,
    credential: Option<&Credential>,
    name: &str,
    cx: &Context,
) -> Result<Result<Answer, Unanswered>> {
    let limit = parts.timeout.unwrap_or(client.shared.timeout);
    let exchange = timeout(limit, exchange(&client.shared, parts, credential));
    let outcome = if parts.method.is_safe() {
        within(cx, &format!("the answer to `{name}`"), exchange).await?
    } else {
        within_grace(cx, &format!("the answer to `{name}`"), exchange).await?
    };
    Ok(outcome.unwrap_or_else(|_| {
        let cause = format!(
            "there is no complete answer after {} s",
            limit.as_secs_f64()
        );
        Err(Unanswered::Broken(Broken::sent(cause)))
    }))
}

/// Returns the delay before the next attempt, if another one makes sense.
fn after_refusal(
    client: &Client,
    parts: &Parts,
    refusal: &Refusal,
    delays: &mut Delays,
) -> Option<Duration> {
    let asked = refusal.retry_after();
    if refusal.is_limited() {
        let delay = delays.after_limit(asked);
        // A time that no request would wait for does not delay the others: they fail as this one does.
        client
            .shared
            .rate
            .refused(asked.filter(|_| delay.is_some()));
        return delay;
    }
    match refusal.status() {
        _ if refusal.is_premature() => delays.after_failure(asked),
        StatusCode::CONFLICT | StatusCode::PRECONDITION_FAILED if parts.repeat_conflicts => {
            delays.after_failure(asked)
        }
        status if is_temporary(status) && parts.repeatable => delays.after_failure(asked),
        _ => None,
    }
}

fn is_success(status: StatusCode) -> bool {
    status.is_success() || status == StatusCode::NOT_MODIFIED
}

/// Logs an attempt. Headers, queries and bodies are not logged, because they have secrets that nobody has declared.
fn log(name: &str, attempt: u32, duration: Duration, outcome: &Result<Answer, Unanswered>) {
    let milliseconds = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    let span = tracing::Span::current();
    span.record("http.request.resend_count", attempt - 1);
    match outcome {
        Ok(answer) => {
            let status = answer.status.as_u16();
            span.record("http.response.status_code", status);
            let bytes = answer.body.len();
            tracing::debug!(
                request = name,
                status,
                attempt,
                milliseconds,
                bytes,
                "answered"
            );
        }
        Err(Unanswered::Broken(Broken { sent, cause })) => {
            tracing::info!(
                request = name,
                sent,
                attempt,
                milliseconds,
                cause,
                "not answered"
            );
        }
        Err(Unanswered::Unusable(cause)) => {
            tracing::info!(
                request = name,
                attempt,
                milliseconds,
                cause,
                "unusable answer"
            );
        }
    }
}
