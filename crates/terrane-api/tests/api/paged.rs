//! Lists with several pages.

use futures_util::{StreamExt as _, TryStreamExt as _};
use serde_json::{Value as Json, json};
use terrane::context::ReadContext;
use terrane_api::{Credentials, Page, Pages};

use crate::fake::{Fake, Reply, built, ok, status};

async fn read(fake: &Fake, pages: Pages) -> terrane_api::Result<Vec<i64>> {
    let cx = ReadContext::default();
    let request = fake.client().get(["pets"]).query("kind", "dog");
    request.pages::<i64>(pages, &cx).try_collect().await
}

#[tokio::test]
async fn cursors_are_followed_until_there_is_none() {
    for end in [json!(null), json!("")] {
        let fake = Fake::new(move |seen| {
            ok(match seen.line.split_once("cursor=") {
                None => json!({ "items": [1, 2], "next": "a&b" }),
                Some((_, "a%26b")) => json!({ "items": [], "next": 7 }),
                Some(_) => json!({ "items": [3], "next": end }),
            })
        });
        let pages = Pages::cursor("cursor", "/next").items("/items");
        assert_eq!(read(&fake, pages).await.unwrap(), [1, 2, 3]);
        assert_eq!(
            fake.lines(),
            [
                "GET /v1/pets?kind=dog",
                "GET /v1/pets?kind=dog&cursor=a%26b",
                "GET /v1/pets?kind=dog&cursor=7"
            ]
        );
    }
}

#[tokio::test]
async fn links_are_followed_until_there_is_none() {
    let fake = Fake::new(|seen| {
        if seen.line.contains("page=2") {
            return ok(json!([3])).with("link", r#"</v1/pets?page=1>; rel="first""#);
        }
        let links = r#"<https://api.test/v1/pets?a=b,c;d>; rel="prev", </v1/pets?page=2,3>; title="a, b"; rel="last next""#;
        ok(json!([1, 2])).with("link", links)
    });
    assert_eq!(read(&fake, Pages::link()).await.unwrap(), [1, 2, 3]);
    assert_eq!(
        fake.lines(),
        ["GET /v1/pets?kind=dog", "GET /v1/pets?page=2,3"]
    );
}

#[tokio::test]
async fn a_link_to_another_host_gets_no_credentials() {
    let fake = Fake::new(|seen| match seen.host.as_str() {
        "api.test" => ok(json!([1])).with("link", "<https://other.test/>; rel=next"),
        _ => ok(json!([2])),
    });
    let client = built(fake.builder().credentials(Credentials::bearer("s3cret")));
    let cx = ReadContext::default();
    let all: Vec<i64> = client
        .get(["pets"])
        .pages::<i64>(Pages::link(), &cx)
        .try_collect()
        .await
        .unwrap();
    assert_eq!(all, [1, 2]);
    assert_eq!(fake.seen()[1].header("authorization"), None);
}

#[tokio::test]
async fn numbers_grow_until_a_page_is_not_full() {
    for (first, lines) in [
        (
            1,
            [
                "GET /v1/pets?kind=dog&page=1",
                "GET /v1/pets?kind=dog&page=2",
            ],
        ),
        (
            0,
            [
                "GET /v1/pets?kind=dog&page=0",
                "GET /v1/pets?kind=dog&page=1",
            ],
        ),
    ] {
        let fake = Fake::new(move |seen| {
            ok(if seen.line.ends_with(&format!("page={first}")) {
                json!([1, 2])
            } else {
                json!([3])
            })
        });
        assert_eq!(
            read(&fake, Pages::number("page", first, 2)).await.unwrap(),
            [1, 2, 3]
        );
        assert_eq!(fake.lines(), lines);
    }
}

#[tokio::test]
async fn a_function_can_find_the_next_page() {
    let fake = Fake::new(|seen| {
        ok(if seen.line.contains("after=1") {
            json!([2])
        } else {
            json!([1])
        })
    });
    let pages = Pages::custom(|answer| {
        let last: Vec<i64> = answer.json()?;
        Ok((last == [1]).then(|| Page::Query(vec![("after".to_owned(), "1".to_owned())])))
    });
    assert_eq!(read(&fake, pages).await.unwrap(), [1, 2]);
}

#[tokio::test]
async fn a_page_is_requested_when_it_is_needed() {
    let fake = Fake::new(|_| ok(json!({ "items": [1, 2], "next": "x" })));
    let cx = ReadContext::default();
    let pages = Pages::cursor("cursor", "/next").items("/items");
    let stream = fake.client().get(["pets"]).pages::<i64>(pages, &cx);
    let two: Vec<_> = stream.take(2).collect().await;
    assert_eq!((two.len(), fake.lines().len()), (2, 1));
}

#[tokio::test]
async fn an_api_that_refers_to_a_page_twice_is_an_error() {
    let fake = Fake::new(|_| ok(json!({ "items": [1], "next": "x" })));
    let pages = Pages::cursor("cursor", "/next").items("/items");
    let error = read(&fake, pages).await.unwrap_err();
    assert!(error.to_string().contains("read already"), "{error}");
    assert_eq!(fake.lines().len(), 2);
}

#[tokio::test]
async fn an_error_ends_the_stream() {
    let fake = Fake::script(vec![|| ok(json!({ "items": [1], "next": "x" })), || {
        status(403, Json::Null)
    }]);
    let cx = ReadContext::default();
    let pages = Pages::cursor("cursor", "/next").items("/items");
    let stream = fake.client().get(["pets"]).pages::<i64>(pages, &cx);
    let all: Vec<bool> = stream.map(|item| item.is_ok()).collect().await;
    assert_eq!(all, [true, false]);
}

#[tokio::test]
async fn a_list_of_other_items_is_an_error() {
    fn wrong() -> Reply {
        ok(json!({ "items": ["s3cret"] }))
    }
    let fake = Fake::script(vec![wrong]);
    let pages = Pages::cursor("cursor", "/next").items("/items");
    let text = read(&fake, pages).await.unwrap_err().to_string();
    assert!(
        text.contains("no list of the expected items") && !text.contains("s3cret"),
        "{text}"
    );
}

#[tokio::test]
async fn a_page_can_be_a_member_of_the_body() {
    let fake = Fake::new(|seen| {
        let body: Json = serde_json::from_slice(&seen.body).unwrap();
        assert_eq!(body["limit"], 1, "the other members stay");
        ok(match body["cursor"].as_i64() {
            None => json!({ "items": [1], "next": 7 }),
            Some(_) => json!({ "items": [2] }),
        })
    });
    let pages = Pages::custom(|answer| {
        let next: Option<Json> = answer.part("/next")?;
        Ok(next.map(|next| Page::Body([("cursor".to_owned(), next)].into_iter().collect())))
    });
    let cx = ReadContext::default();
    let request = fake.client().post(["search"]).json(&json!({ "limit": 1 }));
    let found = request.pages::<i64>(pages.items("/items"), &cx);
    assert_eq!(found.try_collect::<Vec<_>>().await.unwrap(), [1, 2]);
}
