//! Recorded answers of a real API, without its secrets, and their replay.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt, fs, io};

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE_NO_PAD};
use bytes::Bytes;
use futures_core::future::BoxFuture;
use http::header::{CONTENT_TYPE, LINK, LOCATION, RETRY_AFTER};
use http::{HeaderName, HeaderValue, Request, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use terrane_api::transport::{Body, Broken, Transport};

use crate::answer::{read, whole};
use crate::fake::Reply;

/// What replaces a secret.
const REMOVED: &str = "REMOVED";

/// The headers of answers that are recorded. Others may have secrets, and no client depends on them.
const RECORDED: [HeaderName; 4] = [CONTENT_TYPE, LINK, LOCATION, RETRY_AFTER];

/// Members whose values are secrets, in lower case and without separators.
const SECRET_MEMBERS: [&str; 8] = [
    "password",
    "secret",
    "token",
    "accesstoken",
    "refreshtoken",
    "apikey",
    "privatekey",
    "clientsecret",
];

/// A request and its answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Exchange {
    request: String,
    #[serde(default, skip_serializing_if = "Json::is_null")]
    sent: Json,
    status: u16,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    headers: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Json::is_null")]
    received: Json,
}

/// Records the requests to an API and its answers in a file, a cassette.
///
/// Credentials in headers are not recorded. Values of members such as `password` and `token` are replaced, and so are the given secrets everywhere,
/// also in Base64. Random ids (UUID) and times (RFC 3339) are replaced by ones that are the same in each recording. So a second recording differs only
/// if the API does.
///
/// # Examples
///
/// ```
/// use terrane_api_test::{Fake, Recorder, Reply};
///
/// let api = Fake::new(()).route("GET", "/pets", |_, _| Reply::ok("none".into()));
/// let recorder = Recorder::new(api).secret("s3cret");
/// recorder.save(std::env::temp_dir().join("terrane-empty-cassette.json"))?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Recorder<T> {
    api: Arc<T>,
    secrets: Vec<String>,
    exchanges: Arc<Mutex<Vec<Exchange>>>,
}

impl<T: Transport> Recorder<T> {
    /// Starts a recording.
    pub fn new(api: T) -> Self {
        Self {
            api: Arc::new(api),
            secrets: Vec::new(),
            exchanges: Arc::default(),
        }
    }

    /// The recorded API.
    pub(crate) fn api(&self) -> &T {
        &self.api
    }

    /// Names a secret that is removed from the recording.
    #[must_use]
    pub fn secret(mut self, secret: impl Into<String>) -> Self {
        let secret = secret.into();
        let encoded = [
            BASE64_STANDARD.encode(&secret),
            BASE64_STANDARD_NO_PAD.encode(&secret),
            BASE64_URL_SAFE_NO_PAD.encode(&secret),
        ];
        self.secrets.push(secret);
        self.secrets.extend(encoded);
        self
    }

    /// Writes the recording to a file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written. The error names it.
    pub fn save(&self, file: impl AsRef<Path>) -> io::Result<()> {
        let file = file.as_ref();
        fs::write(file, self.text()?).map_err(|error| named(file, &error))
    }

    /// Returns the recording in the form of its file.
    pub(crate) fn text(&self) -> io::Result<String> {
        let mut stable = Stable::default();
        let recorded = locked(&self.exchanges).clone();
        let exchanges: Vec<Exchange> = recorded
            .into_iter()
            .map(|it| it.cleaned(|text| stable.text(&self.without_secrets(text))))
            .collect();
        Ok(serde_json::to_string_pretty(&exchanges)? + "\n")
    }

    fn without_secrets(&self, text: &str) -> String {
        let secrets = self.secrets.iter().filter(|secret| !secret.is_empty());
        secrets.fold(text.to_owned(), |text, secret| {
            text.replace(secret.as_str(), REMOVED)
        })
    }
}

impl<T: Transport> Transport for Recorder<T> {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>, Broken>> {
        Box::pin(async move {
            let (line, sent) = parts(&request);
            let (head, body) = self.api.send(request).await?.into_parts();
            let body = read(body).await?;
            let headers = RECORDED.iter().filter_map(|name| {
                let value = head.headers.get(name)?.to_str().ok()?;
                Some((name.to_string(), value.to_owned()))
            });
            locked(&self.exchanges).push(Exchange {
                request: line,
                sent,
                status: head.status.as_u16(),
                headers: headers.collect(),
                received: content(&body),
            });
            Ok(Response::from_parts(head, whole(body)))
        })
    }
}

impl<T> Clone for Recorder<T> {
    fn clone(&self) -> Self {
        Self {
            api: Arc::clone(&self.api),
            secrets: self.secrets.clone(),
            exchanges: Arc::clone(&self.exchanges),
        }
    }
}

impl<T> fmt::Debug for Recorder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").finish_non_exhaustive()
    }
}

/// Answers with the recorded answers of a cassette, in their order.
///
/// A request that differs from the recorded one is refused with status 501, and the reason names both. Secrets, random ids and times do not count.
///
/// # Examples
///
/// ```no_run
/// use terrane_api_test::{Replay, Server};
///
/// let api = Replay::open("tests/cassettes/pet.json")?;
/// let server = Server::start(api.clone())?;
/// // The test.
/// api.assert_complete();
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Replay {
    file: PathBuf,
    left: Arc<Mutex<Vec<Exchange>>>,
}

impl Replay {
    /// Reads a cassette.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or is not a cassette. The error names it.
    pub fn open(file: impl Into<PathBuf>) -> io::Result<Self> {
        let file = file.into();
        let text = fs::read_to_string(&file).map_err(|error| named(&file, &error))?;
        let mut exchanges: Vec<Exchange> =
            serde_json::from_str(&text).map_err(|error| named(&file, &io::Error::other(error)))?;
        exchanges.reverse();
        let left = Arc::new(Mutex::new(exchanges));
        Ok(Self { file, left })
    }

    /// Checks that all recorded requests were sent.
    ///
    /// # Panics
    ///
    /// Panics if a request is missing. The text names it.
    pub fn assert_complete(&self) {
        let left = locked(&self.left);
        let next = left.last().map(|it| it.request.as_str());
        assert!(
            next.is_none(),
            "{} has {next:?} next, which was not sent",
            self.file.display()
        );
    }

    fn answer(&self, request: &Request<Bytes>) -> Response<Body> {
        let (line, sent) = parts(request);
        let mut left = locked(&self.left);
        let refused = |expected: &str| {
            let title = format!(
                "{}: expected {expected}, found `{line}` with {sent}",
                self.file.display()
            );
            Reply::new(501, json!({ "title": title })).response()
        };
        let Some(next) = left.last() else {
            return refused("no further request");
        };
        if !same_text(&next.request, &line) || !same(&next.sent, &sent) {
            return refused(&format!("`{}` with {}", next.request, next.sent));
        }
        let Some(exchange) = left.pop() else {
            return refused("no further request");
        };
        let body = match exchange.received {
            Json::Null => Bytes::new(),
            Json::String(text)
                if !exchange
                    .headers
                    .get("content-type")
                    .is_some_and(|it| it.contains("json")) =>
            {
                text.into()
            }
            json => json.to_string().into(),
        };
        let mut response = Response::new(whole(body));
        if let Ok(status) = exchange.status.try_into() {
            *response.status_mut() = status;
        }
        for (name, value) in exchange.headers {
            if let (Ok(name), Ok(value)) =
                (HeaderName::try_from(name), HeaderValue::try_from(value))
            {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }
}

impl Transport for Replay {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>, Broken>> {
        Box::pin(async move { Ok(self.answer(&request)) })
    }
}

fn parts(request: &Request<Bytes>) -> (String, Json) {
    let target = request.uri().path_and_query().map_or("/", |it| it.as_str());
    (
        format!("{} {target}", request.method()),
        content(request.body()),
    )
}

fn content(body: &Bytes) -> Json {
    match serde_json::from_slice(body) {
        Ok(json) => json,
        Err(_) if body.is_empty() => Json::Null,
        Err(_) => String::from_utf8_lossy(body).into_owned().into(),
    }
}

impl Exchange {
    /// Removes secret members, and changes all texts.
    fn cleaned(mut self, mut change: impl FnMut(&str) -> String) -> Self {
        self.request = change(&self.request);
        clean(&mut self.sent, &mut change);
        for value in self.headers.values_mut() {
            *value = change(value);
        }
        clean(&mut self.received, &mut change);
        self
    }
}

fn clean(json: &mut Json, change: &mut impl FnMut(&str) -> String) {
    match json {
        Json::String(text) => *text = change(text),
        Json::Array(items) => items.iter_mut().for_each(|item| clean(item, change)),
        Json::Object(members) => {
            for (name, value) in members {
                if value.is_string() && is_secret(name) {
                    *value = REMOVED.into();
                } else {
                    clean(value, change);
                }
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

fn is_secret(member: &str) -> bool {
    let name: String = member.chars().filter(|it| it.is_alphanumeric()).collect();
    SECRET_MEMBERS.contains(&name.to_lowercase().as_str())
}

/// Whether a sent body is the recorded one, apart from what a recording replaces.
fn same(recorded: &Json, sent: &Json) -> bool {
    match (recorded, sent) {
        (Json::String(recorded), Json::String(sent)) => same_text(recorded, sent),
        (Json::Array(recorded), Json::Array(sent)) => {
            recorded.len() == sent.len() && recorded.iter().zip(sent).all(|(a, b)| same(a, b))
        }
        (Json::Object(recorded), Json::Object(sent)) => {
            recorded.len() == sent.len()
                && recorded
                    .iter()
                    .all(|(name, value)| sent.get(name).is_some_and(|it| same(value, it)))
        }
        (recorded, sent) => recorded == sent,
    }
}

/// Whether a sent text is the recorded one, apart from secrets, ids and times.
fn same_text(recorded: &str, sent: &str) -> bool {
    let (mut one, mut other) = (Stable::default(), Stable::default());
    let (recorded, sent) = (one.masked(recorded), other.masked(sent));
    let mut rest = sent.as_str();
    let mut parts = recorded.split(REMOVED);
    // Without a replaced secret there is one part, which is the whole text.
    let first = parts.next().unwrap_or_default();
    let Some(after) = rest.strip_prefix(first) else {
        return false;
    };
    rest = after;
    let mut last = None;
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
        last = Some(part);
    }
    rest.is_empty() || last == Some("")
}

/// Replaces random ids and times by ones that depend only on their order.
#[derive(Debug, Default)]
struct Stable {
    known: BTreeMap<String, String>,
    ids: usize,
    times: usize,
}

impl Stable {
    fn text(&mut self, text: &str) -> String {
        self.replaced(text, false)
    }

    /// Replaces all ids by one, and all times by one.
    fn masked(&mut self, text: &str) -> String {
        self.replaced(text, true)
    }

    fn replaced(&mut self, text: &str, masked: bool) -> String {
        let mut result = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            // Neither starts in the middle of a word.
            let starts = result.chars().last().is_none_or(|it| !it.is_alphanumeric());
            let found = [uuid(rest), time(rest)].map(|length| length.filter(|_| starts));
            let (length, replacement) = match found {
                [Some(length), _] => (length, self.id(&rest[..length], masked)),
                [None, Some(length)] => (length, self.time(&rest[..length], masked)),
                [None, None] => (first.len_utf8(), first.to_string()),
            };
            result.push_str(&replacement);
            rest = &rest[length..];
        }
        result
    }

    fn id(&mut self, id: &str, masked: bool) -> String {
        if masked {
            return "ID".to_owned();
        }
        let number = self.ids + 1;
        let stable = self.known.entry(id.to_owned()).or_insert_with(|| {
            self.ids = number;
            format!("00000000-0000-4000-8000-{number:012}")
        });
        stable.clone()
    }

    fn time(&mut self, time: &str, masked: bool) -> String {
        if masked {
            return "TIME".to_owned();
        }
        let number = self.times + 1;
        let stable = self.known.entry(time.to_owned()).or_insert_with(|| {
            self.times = number;
            format!(
                "2001-01-01T{:02}:{:02}:{:02}Z",
                number / 3600 % 24,
                number / 60 % 60,
                number % 60
            )
        });
        stable.clone()
    }
}

/// Returns the length of the UUID at the start of a text.
fn uuid(text: &str) -> Option<usize> {
    let bytes = text.as_bytes().get(..36)?;
    let is_uuid = bytes.iter().enumerate().all(|(at, byte)| match at {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    });
    is_uuid.then_some(36)
}

/// Returns the length of the time at the start of a text, such as `2026-01-02T03:04:05.6Z`.
fn time(text: &str) -> Option<usize> {
    const FORM: &[u8] = b"0000-00-00T00:00:00";
    let bytes = text.as_bytes().get(..FORM.len())?;
    let is_time = bytes.iter().zip(FORM).all(|(byte, form)| match form {
        b'0' => byte.is_ascii_digit(),
        form => byte == form,
    });
    let rest = &text[FORM.len()..];
    let fraction = rest.strip_prefix('.').map_or(0, |digits| {
        1 + digits.bytes().take_while(u8::is_ascii_digit).count()
    });
    let zone = match rest.get(fraction..)?.as_bytes() {
        [b'Z', ..] => 1,
        [b'+' | b'-', rest @ ..] if rest.get(2) == Some(&b':') && rest.len() >= 5 => 6,
        _ => return None,
    };
    is_time.then_some(FORM.len() + fraction + zone)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn named(file: &Path, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("cassette {}: {error}", file.display()),
    )
}
