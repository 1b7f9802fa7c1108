//! Credentials and their renewal.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use serde_json::{Value as Json, json};
use terrane::context::{ConfigureContext, ReadContext};
use terrane_api::{ClientCredentials, Credentials, ErrorKind, Token};

use crate::fake::{Fake, built, ok, status};

/// An API that accepts the token of the newest login only. Its logins are numbered from 1.
fn api_with_logins(accepted: Arc<AtomicU32>) -> Fake {
    Fake::new(move |seen| {
        let newest = accepted.load(Ordering::SeqCst);
        if seen.line.starts_with("POST /v1/login") {
            let next = newest + 1;
            accepted.store(next, Ordering::SeqCst);
            return ok(json!(format!("token-{next}")));
        }
        match seen.header("authorization") {
            Some(token) if token == format!("Bearer token-{newest}") => ok(Json::Null),
            _ => status(401, Json::Null),
        }
    })
}

fn logins(valid: Option<Duration>) -> Credentials {
    Credentials::renewed(move |client, cx| async move {
        let token: String = client.post(["login"]).fetch(&cx).await?;
        let token = Token::bearer(token);
        Ok(match valid {
            Some(valid) => token.valid_for(valid),
            None => token,
        })
    })
}

fn count(fake: &Fake, line: &str) -> usize {
    fake.lines().iter().filter(|it| *it == line).count()
}

#[tokio::test(start_paused = true)]
async fn an_expired_session_is_renewed_once_for_all_calls() {
    let accepted = Arc::<AtomicU32>::default();
    let fake = api_with_logins(Arc::clone(&accepted));
    let client = built(fake.builder().credentials(logins(None)));
    let call = |client: terrane_api::Client| async move {
        client
            .get(["pets"])
            .send(&ReadContext::default())
            .await
            .map(drop)
    };
    let calls = || join_all((0..10).map(|_| call(client.clone())));
    assert!(calls().await.into_iter().all(|it| it.is_ok()));
    assert_eq!(count(&fake, "POST /v1/login"), 1);
    // The API forgets the session in the middle of the run.
    accepted.fetch_add(1, Ordering::SeqCst);
    assert!(calls().await.into_iter().all(|it| it.is_ok()));
    assert_eq!(count(&fake, "POST /v1/login"), 2);
}

#[tokio::test(start_paused = true)]
async fn a_token_is_renewed_before_it_expires() {
    let fake = api_with_logins(Arc::default());
    let client = built(
        fake.builder()
            .credentials(logins(Some(Duration::from_secs(300)))),
    );
    let cx = ReadContext::default();
    for (wait, expected) in [(0, 1), (269, 1), (1, 2)] {
        tokio::time::sleep(Duration::from_secs(wait)).await;
        client.get(["pets"]).send(&cx).await.unwrap();
        assert_eq!(count(&fake, "POST /v1/login"), expected);
    }
    assert_eq!(count(&fake, "GET /v1/pets"), 3);
}

#[tokio::test]
async fn a_new_token_that_is_refused_too_is_an_error() {
    let fake = Fake::new(|seen| match seen.line.as_str() {
        "POST /v1/login" => ok(json!("token")),
        _ => status(401, json!({ "error": "no" })),
    });
    let client = built(fake.builder().credentials(logins(None)));
    let error = client
        .get(["pets"])
        .send(&ReadContext::default())
        .await
        .unwrap_err();
    assert_eq!(error.status().unwrap(), 401);
    assert_eq!(fake.lines().len(), 4);
    assert!(
        error.to_string().contains("Check the credentials"),
        "{error}"
    );
}

#[tokio::test]
async fn a_fixed_token_is_refused_once() {
    let fake = Fake::new(|_| status(401, Json::Null));
    let client = built(fake.builder().credentials(Credentials::bearer("token")));
    let error = client
        .get(["pets"])
        .send(&ReadContext::default())
        .await
        .unwrap_err();
    assert_eq!(
        (error.status().unwrap().as_u16(), fake.lines().len()),
        (401, 1)
    );
}

#[tokio::test]
async fn a_failed_login_is_an_error_about_credentials() {
    let fake = Fake::new(|_| status(403, json!({ "error": "wrong password" })));
    let client = built(fake.builder().credentials(logins(None)));
    let error = client
        .get(["pets"])
        .send(&ReadContext::default())
        .await
        .unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Credentials(_)));
    assert!(error.to_string().contains("wrong password"), "{error}");
    assert_eq!(fake.lines(), ["POST /v1/login"]);
}

#[tokio::test]
async fn a_call_that_ends_during_a_renewal_leaves_it_to_the_next() {
    let first = AtomicU32::new(0);
    let fake = Fake::new(move |seen| match seen.line.as_str() {
        "POST /v1/login" if first.fetch_add(1, Ordering::SeqCst) == 0 => crate::fake::Reply::Hang,
        "POST /v1/login" => ok(json!("token")),
        _ => ok(Json::Null),
    });
    let client = built(fake.builder().credentials(logins(None)));
    let cx = ReadContext::default();
    let mut ended = Box::pin(client.get(["pets"]).send(&cx));
    assert!((&mut ended).now_or_never().is_none());
    drop(ended);
    client.get(["pets"]).send(&cx).await.unwrap();
    assert_eq!(count(&fake, "POST /v1/login"), 2);
}

#[tokio::test]
async fn client_credentials_are_exchanged_for_a_token() {
    let fake = Fake::new(|seen| match seen.host.as_str() {
        "login.test" => {
            ok(json!({ "access_token": "t0ken", "token_type": "bearer", "expires_in": 60 }))
        }
        _ => ok(Json::Null),
    });
    let grant = ClientCredentials::new("https://login.test/token", "zoo:1", "s3cret")
        .scope("pets:read pets:write");
    let client = built(fake.builder().credentials(Credentials::oauth2(grant)));
    client
        .get(["pets"])
        .send(&ReadContext::default())
        .await
        .unwrap();
    let seen = fake.seen();
    // Base64 of `zoo%3A1:s3cret`.
    assert_eq!(
        seen[0].header("authorization"),
        Some("Basic em9vJTNBMTpzM2NyZXQ=")
    );
    assert_eq!(
        seen[0].header("content-type"),
        Some("application/x-www-form-urlencoded")
    );
    assert_eq!(
        &*seen[0].body,
        b"grant_type=client_credentials&scope=pets%3Aread+pets%3Awrite"
    );
    assert_eq!(seen[1].header("authorization"), Some("Bearer t0ken"));
}

#[tokio::test]
async fn a_name_and_a_password_are_sent_as_basic_credentials() {
    let fake = Fake::new(|_| ok(Json::Null));
    let client = built(
        fake.builder()
            .credentials(Credentials::basic("Aladdin", "open sesame")),
    );
    client
        .get(["pets"])
        .send(&ReadContext::default())
        .await
        .unwrap();
    // The example of RFC 7617.
    assert_eq!(
        fake.seen()[0].header("authorization"),
        Some("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    );
}

#[tokio::test]
async fn a_token_with_a_line_break_is_refused_in_configure_without_being_shown() {
    let fake = Fake::new(|_| ok(Json::Null));
    let builder = fake.builder().credentials(Credentials::bearer("s3cret\n"));
    let error = builder.build(&ConfigureContext::default()).unwrap_err();
    assert!(error.to_string().contains("line breaks"), "{error}");
    assert!(!format!("{error:?}").contains("s3cret"));
}
