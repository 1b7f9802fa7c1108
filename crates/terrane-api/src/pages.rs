//! Lists of an API that have several pages.

use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::sync::Arc;

use futures_core::Stream;
use futures_util::stream::try_unfold;
use http::header::LINK;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use terrane::context::Context;

use crate::answer::Answer;
use crate::error::{Error, Result};
use crate::request::Request;

type Next = dyn Fn(&Answer) -> Result<Option<Page>> + Send + Sync;

/// How an API divides a list into pages.
///
/// # Examples
///
/// ```
/// use futures_util::TryStreamExt as _;
/// use terrane::prelude::*;
/// use terrane_api::{Client, Pages};
///
/// #[derive(serde::Deserialize)]
/// struct Pet {
///     name: String,
/// }
///
/// async fn names(api: &Client, cx: &ReadDataContext) -> Result<Vec<String>> {
///     let pages = Pages::cursor("cursor", "/next").items("/pets");
///     let pets = api.get(["pets"]).query("limit", 100).pages::<Pet>(pages, cx);
///     Ok(pets.map_ok(|pet| pet.name).try_collect().await?)
/// }
/// ```
#[derive(Clone)]
#[must_use = "pages are for `Request::pages`"]
pub struct Pages {
    items: String,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    Cursor {
        parameter: String,
        pointer: String,
    },
    Link,
    Number {
        parameter: String,
        first: u64,
        size: usize,
    },
    Custom(Arc<Next>),
}

/// The place of the next page.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Page {
    /// The address that the API has given. Credentials are sent only to the host of the API.
    Url(String),
    /// Parameters of the query, which replace those of the first request.
    Query(Vec<(String, String)>),
    /// Members of the body, which replace those of the first request, for an API that reads lists by POST.
    Body(serde_json::Map<String, Json>),
}

impl Pages {
    /// Pages with a cursor: the answer has it at a JSON pointer, and the next request sends it as a parameter of the query. The last page has none, null
    /// or an empty text.
    pub fn cursor(parameter: impl Into<String>, pointer: impl Into<String>) -> Self {
        Self::of(Kind::Cursor {
            parameter: parameter.into(),
            pointer: pointer.into(),
        })
    }

    /// Pages with a link to the next one in the header `Link` (RFC 8288).
    pub fn link() -> Self {
        Self::of(Kind::Link)
    }

    /// Pages with numbers, in a parameter of the query. `first` is the number of the first page, 0 or 1. A page with fewer items than `size` is the last.
    pub fn number(parameter: impl Into<String>, first: u64, size: usize) -> Self {
        Self::of(Kind::Number {
            parameter: parameter.into(),
            first,
            size,
        })
    }

    /// Pages whose order a function knows. It returns the place of the next page, or `None` after the last.
    ///
    /// # Examples
    ///
    /// A search by POST, with the cursor in the body of the next request:
    ///
    /// ```
    /// use serde_json::{Map, Value};
    /// use terrane_api::{Page, Pages};
    ///
    /// let pages = Pages::custom(|answer| {
    ///     let cursor: Option<Value> = answer.part("/cursor")?;
    ///     Ok(cursor.map(|cursor| Page::Body(Map::from_iter([("cursor".to_owned(), cursor)]))))
    /// });
    /// ```
    pub fn custom(next: impl Fn(&Answer) -> Result<Option<Page>> + Send + Sync + 'static) -> Self {
        Self::of(Kind::Custom(Arc::new(next)))
    }

    fn of(kind: Kind) -> Self {
        Self {
            items: String::new(),
            kind,
        }
    }

    /// Sets the JSON pointer to the list in an answer, such as `/items`. The default is the whole answer.
    pub fn items(mut self, pointer: impl Into<String>) -> Self {
        self.items = pointer.into();
        self
    }

    /// Returns the place of the page after the `at`th, counted from 0.
    fn next(&self, answer: &Answer, body: &Json, count: usize, at: u64) -> Result<Option<Page>> {
        match &self.kind {
            Kind::Cursor { parameter, pointer } => {
                let cursor = match body.pointer(pointer) {
                    Some(Json::String(text)) if !text.is_empty() => text.clone(),
                    Some(Json::Number(number)) => number.to_string(),
                    _ => return Ok(None),
                };
                Ok(Some(Page::Query(vec![(parameter.clone(), cursor)])))
            }
            Kind::Link => Ok(next_link(answer).map(Page::Url)),
            Kind::Number {
                parameter,
                first,
                size,
            } => Ok((count > 0 && count >= *size)
                .then(|| Page::Query(vec![(parameter.clone(), (first + at + 1).to_string())]))),
            Kind::Custom(next) => next(answer),
        }
    }

    /// Adds the number of the first page.
    fn start(&self, request: Request) -> Request {
        match &self.kind {
            Kind::Number {
                parameter, first, ..
            } => request.query(parameter, first),
            _ => request,
        }
    }
}

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages")
            .field("items", &self.items)
            .finish_non_exhaustive()
    }
}

struct Progress<'a, T> {
    request: Option<Request>,
    pages: Pages,
    cx: &'a Context,
    items: VecDeque<T>,
    at: u64,
    seen: HashSet<String>,
}

impl Request {
    /// Returns the items of a list with several pages, as a stream. A page is requested when the items of the one before have been taken, so a stream
    /// that is dropped requests no more.
    ///
    /// An error ends the stream. So does an API that refers to the same page twice.
    pub fn pages<T: DeserializeOwned + Send>(
        self,
        pages: Pages,
        cx: &Context,
    ) -> impl Stream<Item = Result<T>> + Send + Unpin {
        let progress = Progress {
            request: Some(pages.start(self)),
            pages,
            cx,
            items: VecDeque::new(),
            at: 0,
            seen: HashSet::new(),
        };
        Box::pin(try_unfold(progress, |mut progress| async move {
            loop {
                if let Some(item) = progress.items.pop_front() {
                    return Ok::<_, Error>(Some((item, progress)));
                }
                let Some(request) = progress.request.take() else {
                    return Ok(None);
                };
                progress.advance(request).await?;
            }
        }))
    }
}

impl<T: DeserializeOwned> Progress<'_, T> {
    /// Requests a page.
    async fn advance(&mut self, request: Request) -> Result<()> {
        let following = request.again();
        let answer = request.send(self.cx).await?;
        let mut body: Json = answer.json()?;
        let list = body.pointer_mut(&self.pages.items).map(Json::take);
        let items: Vec<T> = match list {
            // An API may leave out an empty list.
            None | Some(Json::Null) => Vec::new(),
            Some(list) => serde_json::from_value(list)
                .map_err(|_| answer.unusable("it has no list of the expected items".to_owned()))?,
        };
        let next = self.pages.next(&answer, &body, items.len(), self.at)?;
        self.items.extend(items);
        self.at += 1;
        if let Some(page) = &next
            && !self.seen.insert(format!("{page:?}"))
        {
            return Err(answer.unusable("it refers to a page that was read already".to_owned()));
        }
        self.request = next.map(|page| match page {
            Page::Url(url) => {
                let joined = answer.url.join(&url);
                following.at(joined.as_ref().map_or(url.as_str(), |url| url.as_str()))
            }
            Page::Query(parameters) => {
                parameters.iter().fold(following, |request, (name, value)| {
                    request.set_query(name, value)
                })
            }
            Page::Body(members) => following.set_members(members),
        });
        Ok(())
    }
}

/// Finds the link to the next page in the header `Link`.
fn next_link(answer: &Answer) -> Option<String> {
    let headers = answer.headers.get_all(LINK);
    headers.iter().find_map(|header| {
        let mut rest = header.to_str().ok()?;
        // A URL may contain the separators of links and parameters.
        while let Some((_, after)) = rest.split_once('<') {
            let (url, after) = after.split_once('>')?;
            let end = after.find('<').unwrap_or(after.len());
            let (parameters, following) = after.split_at(end);
            let is_next = parameters.split([';', ',']).any(|parameter| {
                parameter.split_once('=').is_some_and(|(name, value)| {
                    name.trim().eq_ignore_ascii_case("rel") && is_next(value)
                })
            });
            if is_next {
                return Some(url.to_owned());
            }
            rest = following;
        }
        None
    })
}

fn is_next(relations: &str) -> bool {
    relations
        .trim()
        .trim_matches('"')
        .split_ascii_whitespace()
        .any(|relation| relation.eq_ignore_ascii_case("next"))
}
