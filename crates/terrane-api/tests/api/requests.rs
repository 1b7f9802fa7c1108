//! The parts of requests, and redirects.

use http::Method;
use serde_json::{Value as Json, json};
use terrane::context::ReadContext;
use terrane_api::{Credentials, ErrorKind};

use crate::fake::{Fake, built, ok, status};

#[tokio::test]
async fn ids_and_parameters_of_any_characters_reach_the_api_unchanged() {
    let fake = Fake::new(|_| ok(json!([])));
    let cx = ReadContext::default();
    let request = fake
        .client()
        .get(["pets", "a/b ?#ä%2F"])
        .query("q", "x&y=z +");
    let _: Json = request.fetch(&cx).await.unwrap();
    assert_eq!(
        fake.lines(),
        ["GET /v1/pets/a%2Fb%20%3F%23%C3%A4%252F?q=x%26y%3Dz+%2B"]
    );
}

#[tokio::test]
async fn an_id_that_would_address_another_object_is_refused() {
    let fake = Fake::new(|_| ok(Json::Null));
    for id in ["", ".", ".."] {
        let cx = ReadContext::default();
        let error = fake
            .client()
            .delete(["pets", id])
            .remove(&cx)
            .await
            .unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Setting(_)), "{error}");
    }
    assert!(fake.lines().is_empty());
}

#[tokio::test]
async fn a_body_is_sent_as_json_with_the_user_agent() {
    let fake = Fake::new(|_| ok(json!({ "id": "1" })));
    let client = built(fake.builder().agent("zoo", "1.0"));
    let request = client.post(["pets"]).json(&json!({ "name": "Rex" }));
    let answer: Json = request.fetch(&ReadContext::default()).await.unwrap();
    assert_eq!(answer, json!({ "id": "1" }));
    let seen = &fake.seen()[0];
    assert_eq!(&*seen.body, br#"{"name":"Rex"}"#);
    assert_eq!(seen.header("content-type"), Some("application/json"));
    assert_eq!(seen.header("accept"), Some("application/json"));
    assert!(seen.header("user-agent").unwrap().starts_with("zoo/1.0"));
}

#[tokio::test]
async fn a_missing_object_ends_a_read_and_a_deletion() {
    for missing in [404, 410] {
        let fake = Fake::new(move |_| status(missing, Json::Null));
        let cx = ReadContext::default();
        let client = fake.client();
        assert_eq!(
            client.get(["pets", "1"]).find::<Json>(&cx).await.unwrap(),
            None
        );
        client.delete(["pets", "1"]).remove(&cx).await.unwrap();
    }
}

#[tokio::test]
async fn an_answer_of_another_form_is_an_error_without_its_values() {
    for (body, expected) in [
        (json!({ "id": "s3cret" }), "does not have the expected form"),
        (json!("x"), "does not have the expected form"),
    ] {
        let fake = Fake::new(move |_| ok(body.clone()));
        let cx = ReadContext::default();
        let error = fake
            .client()
            .get(["pets"])
            .fetch::<Vec<i64>>(&cx)
            .await
            .unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains(expected) && text.contains("GET https://api.test/v1/pets"),
            "{text}"
        );
        assert!(!text.contains("s3cret"), "{text}");
    }
}

#[tokio::test]
async fn a_redirect_to_another_host_gets_no_secret() {
    let fake = Fake::new(|seen| match seen.host.as_str() {
        "api.test" => status(302, Json::Null).with("location", "https://cdn.test/pets"),
        _ => ok(json!([1])),
    });
    let key = http::HeaderName::from_static("x-api-key");
    let credentials = Credentials::header(key, "s3cret");
    let builder = fake.builder().credentials(credentials);
    let client = built(builder.each_attempt(|headers| {
        headers.insert("x-trace", "traced-s3cret".parse().unwrap());
    }));
    let request = client.get(["pets"]).header(
        http::HeaderName::from_static("x-own"),
        "also-s3cret".parse().unwrap(),
    );
    let answer: Json = request.fetch(&ReadContext::default()).await.unwrap();
    assert_eq!(answer, json!([1]));
    let seen = fake.seen();
    assert_eq!(seen[0].header("x-api-key"), Some("s3cret"));
    assert_eq!(seen[0].header("x-trace"), Some("traced-s3cret"));
    assert_eq!(seen[1].host, "cdn.test");
    assert!(!format!("{:?}", seen[1].headers).contains("s3cret"));
}

#[tokio::test]
async fn a_redirect_within_the_host_keeps_the_credentials() {
    let fake = Fake::new(|seen| match seen.line.as_str() {
        "GET /v1/pets" => status(301, Json::Null).with("location", "/v2/pets"),
        _ => ok(Json::Null),
    });
    let client = built(fake.builder().credentials(Credentials::bearer("s3cret")));
    client
        .get(["pets"])
        .send(&ReadContext::default())
        .await
        .unwrap();
    assert_eq!(fake.lines(), ["GET /v1/pets", "GET /v2/pets"]);
    assert_eq!(
        fake.seen()[1].header("authorization"),
        Some("Bearer s3cret")
    );
}

#[tokio::test]
async fn a_change_is_not_redirected_to_another_host() {
    for code in [301, 302, 307, 308] {
        let fake =
            Fake::new(move |_| status(code, Json::Null).with("location", "https://cdn.test/pets"));
        let request = fake
            .client()
            .post(["pets"])
            .json(&json!({ "password": "s3cret" }));
        let error = request.send(&ReadContext::default()).await.unwrap_err();
        assert!(
            error
                .to_string()
                .contains("it redirects to https://cdn.test/pets"),
            "{error}"
        );
        assert_eq!(fake.lines().len(), 1);
    }
}

#[tokio::test]
async fn the_result_of_a_change_is_read_elsewhere() {
    let fake = Fake::new(|seen| match seen.line.as_str() {
        "POST /v1/pets" => status(303, Json::Null).with("location", "pets/1"),
        _ => ok(json!({ "id": 1 })),
    });
    let request = fake.client().post(["pets"]).json(&json!({}));
    let answer: Json = request.fetch(&ReadContext::default()).await.unwrap();
    assert_eq!(answer, json!({ "id": 1 }));
    assert_eq!(fake.lines(), ["POST /v1/pets", "GET /v1/pets/1"]);
    assert!(fake.seen()[1].body.is_empty());
}

#[tokio::test]
async fn redirects_without_end_and_without_encryption_are_errors() {
    for (target, expected) in [
        ("https://api.test/v1/pets", "more than 10 redirects"),
        ("http://api.test/v1/pets", "is not encrypted"),
        ("file:///etc/passwd", "is not a URL"),
    ] {
        let fake = Fake::new(move |_| status(302, Json::Null).with("location", target));
        let error = fake
            .client()
            .get(["pets"])
            .send(&ReadContext::default())
            .await
            .unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[tokio::test]
async fn a_link_to_another_host_gets_no_credentials() {
    let fake = Fake::new(|_| ok(Json::Null));
    let client = built(fake.builder().credentials(Credentials::bearer("s3cret")));
    let cx = ReadContext::default();
    client
        .at(Method::GET, "https://cdn.test/x?y=1")
        .send(&cx)
        .await
        .unwrap();
    client.at(Method::GET, "/v1/x").send(&cx).await.unwrap();
    let seen = fake.seen();
    assert_eq!(
        (seen[0].host.as_str(), seen[0].header("authorization")),
        ("cdn.test", None)
    );
    assert_eq!(seen[1].header("authorization"), Some("Bearer s3cret"));
}

#[tokio::test]
async fn a_part_of_an_answer_is_decoded() {
    let fake = Fake::new(|_| ok(json!({ "data": { "names": ["tom", "rex"] } })));
    let cx = ReadContext::default();
    let get = |part: &str| fake.client().get(["pets"]).part(part);
    let names: Vec<String> = get("/data/names").fetch(&cx).await.unwrap();
    assert_eq!(names, ["tom", "rex"]);
    let found: Option<String> = get("/data/names/1").find(&cx).await.unwrap();
    assert_eq!(found.as_deref(), Some("rex"));
    // A missing part is null.
    let missing: Option<Vec<String>> = get("/data/ages").fetch(&cx).await.unwrap();
    assert_eq!(missing, None);
    let wrong = get("/data/names").fetch::<i64>(&cx).await;
    let text = wrong.unwrap_err().to_string();
    assert!(text.contains("`/data/names` does not have"), "{text}");
    assert!(!text.contains("tom"), "{text}");
}
