//! Faults of real connections.

use std::sync::Arc;
use std::time::Duration;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls_pki_types::PrivateKeyDer;
use serde_json::Value as Json;
use terrane::context::ReadContext;
use terrane_api::{Builder, Client, Credentials, ErrorKind, Retry};

use crate::fake::built;
use crate::server::{Act, Server, answer};

/// A client that repeats at once.
fn builder(url: &str) -> Builder {
    Client::builder(url).retry(Retry::default().first_delay(Duration::ZERO))
}

fn fine() -> Act {
    Act::Send(answer("200 OK", "[1]"))
}

#[tokio::test]
async fn a_request_over_a_real_connection_is_answered() {
    let server = Server::start(vec![fine()]).await;
    let client = built(
        builder(&server.url)
            .agent("zoo", "1.0")
            .credentials(Credentials::bearer("s3cret")),
    );
    let body: Json = client
        .get(["pets"])
        .fetch(&ReadContext::default())
        .await
        .unwrap();
    assert_eq!(body, serde_json::json!([1]));
    let head = &server.heads()[0];
    assert!(head.starts_with("get /pets http/1.1\r\n"), "{head}");
    assert!(head.contains("authorization: bearer s3cret"), "{head}");
    assert!(head.contains("user-agent: zoo/1.0"), "{head}");
}

#[tokio::test]
async fn a_read_survives_connections_that_are_cut() {
    let server = Server::start(vec![
        Act::Cut(Vec::new()),
        Act::Cut(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[1".to_vec()),
        fine(),
    ])
    .await;
    let client = built(builder(&server.url));
    let body: Json = client
        .get(["pets"])
        .fetch(&ReadContext::default())
        .await
        .unwrap();
    assert_eq!(body, serde_json::json!([1]));
    assert_eq!(server.heads().len(), 3);
}

#[tokio::test]
async fn a_change_whose_connection_is_cut_is_sent_once() {
    for cut in [
        &b""[..],
        b"HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\n{",
    ] {
        let server = Server::start(vec![Act::Cut(cut.to_vec())]).await;
        let client = built(builder(&server.url));
        let request = client.post(["pets"]).json("rex");
        let error = request.send(&ReadContext::default()).await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Lost(_)), "{error}");
        assert_eq!(server.heads().len(), 1);
    }
}

#[tokio::test]
async fn an_api_that_does_not_listen_is_named() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let client = built(builder(&url));
    let request = client.post(["pets"]).query("token", "s3cret");
    let error = request.send(&ReadContext::default()).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Unreachable(_)), "{error}");
    let text = error.to_string();
    assert!(
        text.contains(&format!("POST {url}/pets")) && !text.contains("s3cret"),
        "{text}"
    );
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_not_read() {
    let flood = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n[1,2,\r\n".to_vec();
    let declared = b"HTTP/1.1 200 OK\r\ncontent-length: 5000000\r\n\r\n[".to_vec();
    for act in [
        Act::Stall(declared),
        Act::Flood([flood, b"5\r\n1,2,3\r\n".repeat(1000)].concat()),
    ] {
        let server = Server::start(vec![act]).await;
        let client = built(builder(&server.url).max_answer(1000));
        let error = client
            .get(["pets"])
            .send(&ReadContext::default())
            .await
            .unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Answer(_)), "{error}");
        assert!(
            error.to_string().contains("more than 1000 bytes"),
            "{error}"
        );
        assert_eq!(server.heads().len(), 1);
    }
}

#[tokio::test]
async fn an_answer_that_stalls_ends_after_the_timeout() {
    let stalled = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[1".to_vec();
    let server = Server::start(vec![Act::Stall(stalled)]).await;
    let retry = Retry::default().attempts(2).first_delay(Duration::ZERO);
    let client = built(
        builder(&server.url)
            .retry(retry)
            .timeout(Duration::from_millis(50)),
    );
    let error = client
        .get(["pets"])
        .send(&ReadContext::default())
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("no complete answer after 0.05 s"),
        "{error}"
    );
    assert_eq!(server.heads().len(), 2);
}

#[tokio::test]
async fn a_redirect_to_another_server_gets_no_credentials() {
    let other = Server::start(vec![fine()]).await;
    let redirect = format!(
        "HTTP/1.1 302 Found\r\nlocation: {}/elsewhere\r\ncontent-length: 0\r\n\r\n",
        other.url
    );
    let server = Server::start(vec![Act::Send(redirect.into_bytes())]).await;
    let client = built(builder(&server.url).credentials(Credentials::bearer("s3cret")));
    client
        .get(["pets"])
        .send(&ReadContext::default())
        .await
        .unwrap();
    assert!(server.heads()[0].contains("s3cret"));
    let head = &other.heads()[0];
    assert!(
        head.starts_with("get /elsewhere ") && !head.contains("s3cret"),
        "{head}"
    );
}

#[tokio::test]
async fn a_proxy_gets_the_requests() {
    let proxy = Server::start(vec![fine()]).await;
    let client = built(builder("http://api.invalid/v1").proxy(&proxy.url));
    client
        .get(["pets"])
        .send(&ReadContext::default())
        .await
        .unwrap();
    assert!(
        proxy.heads()[0].starts_with("get http://api.invalid/v1/pets "),
        "{:?}",
        proxy.heads()
    );
}

#[tokio::test]
async fn certificates_that_are_not_pem_are_refused_in_configure() {
    let cx = terrane::context::ConfigureContext::default();
    for (builder, expected) in [
        (
            builder("https://api.test").trust("no"),
            "no PEM section `CERTIFICATE`",
        ),
        (
            builder("https://api.test").identity("no", "key"),
            "private key in PEM",
        ),
        (
            builder("https://api.test").proxy("http://["),
            "address of the proxy",
        ),
        (
            builder("https://api.test").rate(0.0),
            "number greater than 0",
        ),
    ] {
        let error = builder.build(&cx).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[tokio::test]
async fn only_a_server_with_a_trusted_certificate_gets_requests() {
    let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(own.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![own.cert.der().clone()], key)
        .unwrap();
    let server = Server::encrypted(vec![fine()], Arc::new(config).into()).await;
    let cx = ReadContext::default();
    let strange = built(builder(&server.url).retry(Retry::never()));
    let error = strange.get(["pets"]).send(&cx).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Unreachable(_)), "{error}");
    assert!(error.to_string().contains("certificate"), "{error}");
    assert!(server.heads().is_empty());
    let trusting = built(builder(&server.url).trust(own.cert.pem()));
    trusting.get(["pets"]).send(&cx).await.unwrap();
    assert_eq!(server.heads().len(), 1);
}
