//! One attempt of a request: its headers, its redirects and the limit of its answer.

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use http::header::{CONTENT_LENGTH, LOCATION, USER_AGENT};
use http::{Method, Request, Response, StatusCode};
use url::Url;

use super::parts::Parts;
use crate::answer::Answer;
use crate::client::Shared;
use crate::credentials::Credential;
use crate::transport::{Body, Broken};

/// The maximum number of redirects.
const MOST_REDIRECTS: usize = 10;

/// Why an attempt has no answer.
#[derive(Debug)]
pub(super) enum Unanswered {
    /// The connection failed.
    Broken(Broken),
    /// The API answered something that cannot be used.
    Unusable(String),
}

impl From<Broken> for Unanswered {
    fn from(broken: Broken) -> Self {
        Self::Broken(broken)
    }
}

/// Sends a request, and follows redirects.
pub(super) async fn exchange(
    shared: &Shared,
    parts: &Parts,
    credential: Option<&Credential>,
) -> Result<Answer, Unanswered> {
    let (mut method, mut url, mut body) =
        (parts.method.clone(), parts.url.clone(), parts.body.clone());
    for _ in 0..=MOST_REDIRECTS {
        let request = request(shared, parts, credential, &method, &url, &body)?;
        let response = shared.transport.send(request).await?;
        let status = response.status();
        let Some(target) = redirect(&response, &url)? else {
            let (head, content) = response.into_parts();
            // The answer to HEAD declares the length of a body that does not follow.
            let declared = head
                .headers
                .get(CONTENT_LENGTH)
                .filter(|_| method != Method::HEAD)
                .and_then(|it| it.to_str().ok()?.parse().ok());
            return Ok(Answer {
                request: parts.name(),
                url,
                status,
                headers: head.headers,
                body: whole(content, declared, shared.most).await?,
            });
        };
        let same = same_origin(&url, &target);
        if status == StatusCode::SEE_OTHER {
            // The request has been carried out, and its result is elsewhere.
            body = Bytes::new();
            if method != Method::HEAD {
                method = Method::GET;
            }
        } else if !(method.is_safe() || same && keeps_method(status)) {
            return Err(Unanswered::Unusable(format!(
                "it redirects to {}, and only requests that read are sent to another address. Check the address of the API",
                without_query(&target)
            )));
        }
        url = target;
    }
    Err(Unanswered::Unusable(format!(
        "there are more than {MOST_REDIRECTS} redirects"
    )))
}

/// Builds a request. Credentials and headers of the client are sent to the host of the API only, and headers of the request to its first host only.
fn request(
    shared: &Shared,
    parts: &Parts,
    credential: Option<&Credential>,
    method: &Method,
    url: &Url,
    body: &Bytes,
) -> Result<Request<Bytes>, Broken> {
    let mut request = Request::builder()
        .method(method)
        .uri(url.as_str())
        .body(body.clone())
        .map_err(|error| Broken::unsent(error.to_string()))?;
    let headers = request.headers_mut();
    headers.insert(USER_AGENT, shared.agent.clone());
    if same_origin(url, &shared.base) {
        headers.extend(shared.headers.clone());
        if let Some(credential) = credential {
            headers.insert(credential.header.clone(), credential.value.clone());
        }
    }
    if same_origin(url, &parts.url) {
        // `extend` would add to the client's headers of the same name.
        for (name, value) in &parts.headers {
            headers.insert(name, value.clone());
        }
    }
    if let Some(change) = shared.each_attempt.as_deref()
        && same_origin(url, &shared.base)
    {
        change(headers);
    }
    Ok(request)
}

/// Returns the target of a redirect.
fn redirect(response: &Response<Body>, from: &Url) -> Result<Option<Url>, Unanswered> {
    let status = response.status();
    let is_redirect = matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308);
    let Some(location) = response.headers().get(LOCATION).filter(|_| is_redirect) else {
        return Ok(None);
    };
    let joined = location.to_str().ok().and_then(|it| from.join(it).ok());
    let Some(target) = joined.filter(|it| matches!(it.scheme(), "http" | "https")) else {
        return Err(Unanswered::Unusable(
            "it redirects to something that is not a URL".to_owned(),
        ));
    };
    if from.scheme() == "https" && target.scheme() == "http" {
        return Err(Unanswered::Unusable(format!(
            "it redirects to {}, which is not encrypted",
            without_query(&target)
        )));
    }
    Ok(Some(target))
}

fn keeps_method(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT
    )
}

fn same_origin(one: &Url, other: &Url) -> bool {
    one.origin() == other.origin()
}

fn without_query(url: &Url) -> String {
    let mut shortened = url.clone();
    shortened.set_query(None);
    shortened.set_fragment(None);
    shortened.to_string()
}

/// Reads a body up to a limit.
async fn whole(mut body: Body, declared: Option<usize>, most: usize) -> Result<Bytes, Unanswered> {
    let too_large = || Unanswered::Unusable(format!("it has more than {most} bytes"));
    if declared.is_some_and(|length| length > most) {
        return Err(too_large());
    }
    let mut whole = BytesMut::new();
    while let Some(piece) = body.next().await {
        let piece = piece?;
        if whole.len() + piece.len() > most {
            return Err(too_large());
        }
        whole.extend_from_slice(&piece);
    }
    Ok(whole.freeze())
}
