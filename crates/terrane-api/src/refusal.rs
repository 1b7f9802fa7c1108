//! The refusal of a request: its status, and what its body says.

use std::time::{Duration, SystemTime};

use http::header::RETRY_AFTER;
use http::{HeaderMap, StatusCode};
use serde_json::Value as Json;

/// The most characters of a body that is shown to the user.
const MOST_OF_A_BODY: usize = 500;

/// The answer of an API that refuses a request.
///
/// Problem details (RFC 9457) and the usual forms of errors in JSON are understood: `error`, `message`, `errors` as a list or an object.
#[derive(Debug, Clone)]
pub struct Refusal {
    request: String,
    status: StatusCode,
    headers: HeaderMap,
    message: String,
    fields: Vec<FieldProblem>,
    retry_after: Option<Duration>,
    body: Json,
    missing: bool,
    limited: bool,
    premature: bool,
}

/// Recognises refusals that an API expresses in its own form, with other statuses than those of HTTP.
#[derive(Clone, Copy)]
pub(crate) struct Recognition {
    /// The object does not exist.
    pub(crate) missing: fn(&Refusal) -> bool,
    /// There are too many requests. Returns how long to wait.
    pub(crate) limited: fn(&Refusal) -> Option<Duration>,
    /// The API has not carried out the request, and may accept it later.
    pub(crate) premature: fn(&Refusal) -> bool,
}

impl Default for Recognition {
    fn default() -> Self {
        Self {
            missing: |_| false,
            limited: |_| None,
            premature: |_| false,
        }
    }
}

/// A problem with a part of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldProblem {
    /// The place in the request: a JSON pointer or a name, in the API's words.
    pub place: String,
    /// What the API expects.
    pub message: String,
}

impl Refusal {
    pub(crate) fn new(
        request: String,
        status: StatusCode,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Self {
        let json: Json = serde_json::from_slice(body).unwrap_or_default();
        Self {
            request,
            status,
            headers: headers.clone(),
            message: message(&json).unwrap_or_else(|| plain(&json, body)),
            fields: fields(&json),
            retry_after: retry_after(headers, SystemTime::now()),
            body: json,
            missing: matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE),
            limited: status == StatusCode::TOO_MANY_REQUESTS,
            premature: false,
        }
    }

    /// The request without its query, such as `GET https://api.example.com/pets/1`.
    #[must_use]
    pub fn request(&self) -> &str {
        &self.request
    }

    /// The status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The value of a header, such as `x-ratelimit-reset`. `None` if it is missing or not ASCII.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The reason in the API's words. Empty if the answer has none.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The problems with parts of the request.
    #[must_use]
    pub fn fields(&self) -> &[FieldProblem] {
        &self.fields
    }

    /// How long the API asks to wait before the next request.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }

    /// Whether the object of the request does not exist: status 404 or 410, or what [`Builder::not_found`](crate::Builder::not_found) recognises.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.missing
    }

    /// Whether the API limits the number of requests: status 429, or what [`Builder::limited`](crate::Builder::limited) recognises.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.limited
    }

    /// Whether the API may accept the request later: what [`Builder::try_again`](crate::Builder::try_again) recognises.
    pub(crate) fn is_premature(&self) -> bool {
        self.premature
    }

    /// Applies what the client knows about the API.
    pub(crate) fn recognised(mut self, by: Recognition) -> Self {
        self.missing = self.missing || (by.missing)(&self);
        self.premature = (by.premature)(&self);
        if let Some(wait) = (by.limited)(&self) {
            self.limited = true;
            self.retry_after = Some(wait);
        }
        self
    }

    /// The body. Null if it is not JSON.
    #[must_use]
    pub fn body(&self) -> &Json {
        &self.body
    }
}

/// Finds the reason in a body: the members of problem details first.
fn message(json: &Json) -> Option<String> {
    let texts = ["/title", "/detail"].map(|at| text(json.pointer(at)));
    match texts {
        [Some(title), Some(detail)] if title != detail => {
            return Some(format!("{title}: {detail}"));
        }
        [Some(text), _] | [None, Some(text)] => return Some(text),
        [None, None] => {}
    }
    const PLACES: [&str; 6] = [
        "/error/message",
        "/error_description",
        "/message",
        "/error",
        "/errors/0/message",
        "/errors/0",
    ];
    PLACES.iter().find_map(|place| text(json.pointer(place)))
}

fn text(json: Option<&Json>) -> Option<String> {
    let text = json?.as_str()?.trim();
    (!text.is_empty()).then(|| cut(text))
}

/// Returns a body that has no known form: its text, unless it is a page for browsers.
fn plain(json: &Json, body: &[u8]) -> String {
    let whole = String::from_utf8_lossy(body);
    let text = whole.trim();
    if text.starts_with('<') || (json.is_null() && text == "null") {
        return String::new();
    }
    cut(text)
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_OF_A_BODY) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Finds the problems with parts of the request.
fn fields(json: &Json) -> Vec<FieldProblem> {
    let errors = [
        "/errors",
        "/error/errors",
        "/error/details",
        "/invalid-params",
        "/violations",
    ]
    .iter()
    .find_map(|place| json.pointer(place));
    match errors {
        Some(Json::Array(errors)) => errors.iter().filter_map(listed).collect(),
        Some(Json::Object(errors)) => errors
            .iter()
            .flat_map(|(place, problems)| {
                let problems = match problems {
                    Json::Array(problems) => problems.as_slice(),
                    one => std::slice::from_ref(one),
                };
                problems.iter().filter_map(move |problem| {
                    let message = text(Some(problem)).or_else(|| message(problem))?;
                    Some(FieldProblem {
                        place: place.clone(),
                        message,
                    })
                })
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn listed(error: &Json) -> Option<FieldProblem> {
    let first = |names: &[&str]| names.iter().find_map(|name| text(error.pointer(name)));
    Some(FieldProblem {
        place: first(&[
            "/pointer",
            "/source/pointer",
            "/field",
            "/path",
            "/propertyPath",
            "/name",
        ])?,
        message: first(&["/detail", "/message", "/reason", "/title", "/code"])?,
    })
}

/// Reads the header Retry-After: seconds, or the time of the next request.
fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let time = httpdate::parse_http_date(text).ok()?;
    Some(time.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn refusal(body: &Json) -> Refusal {
        let headers = HeaderMap::new();
        Refusal::new(
            String::new(),
            StatusCode::BAD_REQUEST,
            &headers,
            body.to_string().as_bytes(),
        )
    }

    #[test]
    fn the_reason_is_found_in_the_usual_forms_of_errors() {
        for (body, expected) in [
            (
                json!({ "title": "Refused", "detail": "The name is taken." }),
                "Refused: The name is taken.",
            ),
            (json!({ "error": "no" }), "no"),
            (json!({ "error": { "code": 3, "message": "no" } }), "no"),
            (
                json!({ "error": "invalid_grant", "error_description": "expired" }),
                "expired",
            ),
            (json!({ "message": "no" }), "no"),
            (json!({ "errors": ["no"] }), "no"),
            (json!({ "why": 1 }), r#"{"why":1}"#),
        ] {
            assert_eq!(refusal(&body).message(), expected, "{body}");
        }
    }

    #[test]
    fn a_page_for_browsers_is_not_shown() {
        let headers = HeaderMap::new();
        let page = b"<html>Bad gateway</html>";
        let refusal = Refusal::new(String::new(), StatusCode::BAD_GATEWAY, &headers, page);
        assert_eq!(refusal.message(), "");
    }

    #[test]
    fn a_long_body_is_cut_between_characters() {
        let headers = HeaderMap::new();
        let body = "ä".repeat(2000);
        let refusal = Refusal::new(
            String::new(),
            StatusCode::BAD_REQUEST,
            &headers,
            body.as_bytes(),
        );
        assert_eq!(refusal.message().chars().count(), MOST_OF_A_BODY + 3);
    }

    #[test]
    fn problems_of_fields_are_found_in_lists_and_objects() {
        let problem = |place: &str| FieldProblem {
            place: place.to_owned(),
            message: "too long".to_owned(),
        };
        for (body, place) in [
            (
                json!({ "errors": [{ "pointer": "#/name", "detail": "too long" }] }),
                "#/name",
            ),
            (
                json!({ "errors": [{ "field": "name", "message": "too long" }] }),
                "name",
            ),
            (json!({ "errors": { "name": ["too long"] } }), "name"),
            (json!({ "errors": { "name": "too long" } }), "name"),
            (
                json!({ "invalid-params": [{ "name": "name", "reason": "too long" }] }),
                "name",
            ),
        ] {
            assert_eq!(refusal(&body).fields(), [problem(place)], "{body}");
        }
    }

    #[test]
    fn retry_after_has_seconds_or_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_767);
        for (text, expected) in [
            ("120", Some(120)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(10)),
            ("Sun, 06 Nov 1994 08:49:17 GMT", Some(0)),
            ("soon", None),
            ("-1", None),
        ] {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, text.parse().unwrap())]);
            assert_eq!(
                retry_after(&headers, now),
                expected.map(Duration::from_secs),
                "{text}"
            );
        }
    }
}
