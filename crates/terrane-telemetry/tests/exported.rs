//! A collector gets the spans of a provider under each host.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::{Request, Response};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value::Value};
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use prost::Message as _;
use serde_json::Value as Json;
use terrane_api::transport::{Body, Broken, Transport};
use terrane_api_test::{Fake, Reply, Server};
use terrane_test::{Feature, InstalledProvider, Matrix, TestResult, Workspace};

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const CALLER: &str = "b7ad6b7169203331";
const TOKEN: &str = "s3cret-t0ken";
const CHIP: &str = "s3cret-chip";

/// A collector of traces: OTLP over HTTP. It has the line and the body of each request.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<(String, Bytes)>>>);

fn decoded(exports: &[(String, Bytes)]) -> Vec<ExportTraceServiceRequest> {
    let bodies = exports.iter().map(|(_, body)| body.clone());
    let decoded = bodies.map(ExportTraceServiceRequest::decode);
    decoded.map(Result::unwrap).collect()
}

fn spans(exports: &[(String, Bytes)]) -> Vec<Span> {
    let resources = decoded(exports)
        .into_iter()
        .flat_map(|it| it.resource_spans);
    let scopes = resources.flat_map(|it| it.scope_spans);
    scopes.flat_map(|it| it.spans).collect()
}

impl Transport for Collector {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>, Broken>> {
        let (head, body) = request.into_parts();
        let key = head.headers.get("x-key").and_then(|it| it.to_str().ok());
        let line = format!(
            "{} {} {}",
            head.method,
            head.uri.path(),
            key.unwrap_or_default()
        );
        self.0.lock().unwrap().push((line, body));
        let nothing: Body = Box::pin(futures_util::stream::empty());
        Box::pin(async move { Ok(Response::new(nothing)) })
    }
}

/// An API without pets, which notes the trace of each request.
fn api() -> Fake<Vec<String>> {
    fn note(traces: &mut Vec<String>, call: &terrane_api_test::Call) {
        let trace = call
            .headers
            .get("traceparent")
            .map(|it| it.to_str().unwrap().to_owned());
        traces.push(trace.unwrap_or_default());
    }
    Fake::new(Vec::new())
        .bearer(|_, token| token == TOKEN)
        .route("GET", "/pets/{chip}", |traces, call| {
            note(traces, call);
            Reply::not_found()
        })
        .route("POST", "/pets", |traces, call| {
            note(traces, call);
            Reply::new(201, Json::Null)
        })
}

/// Returns the example `traced`, which a test of all targets has built.
fn provider() -> InstalledProvider {
    let tests = std::env::current_exe().unwrap();
    let examples = tests.parent().unwrap().with_file_name("examples");
    let program = examples.join(format!("traced{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        let package = env!("CARGO_PKG_NAME");
        let built = terrane_test::cargo::command()
            .args(["build", "--quiet", "--locked", "--package", package])
            .args(["--example", "traced"])
            .status();
        assert!(built.unwrap().success());
    }
    InstalledProvider::binary("example/traced", program)
}

/// Applies a pet with the variables of the host.
fn apply(host: &mut Workspace, api: &Server) -> TestResult {
    host.config(&format!(
        "provider \"traced\" {{\nurl = \"{}\"\ntoken = \"{TOKEN}\"\n}}\nresource \"traced_pet\" \"rex\" {{\nname = \"rex\"\nchip = \"{CHIP}\"\n}}",
        api.url()
    ))?;
    host.apply()?;
    Ok(())
}

fn text<'a>(attributes: &'a [KeyValue], key: &str) -> Option<&'a str> {
    let found = attributes.iter().find(|it| it.key == key)?;
    match found.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text),
        _ => None,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn calls_and_requests_are_spans_of_the_callers_trace_without_secrets() {
    // The embedded host does not ask its providers to exit, so their last spans are lost.
    let matrix = Matrix::new(provider()).needs(Feature::CommandLine);
    matrix.run(|host| {
        let collector = Collector::default();
        let (sink, fake) = (Server::start(collector.clone())?, api());
        let server = Server::start(fake.clone())?;
        host.env("OTEL_EXPORTER_OTLP_ENDPOINT", sink.url());
        host.env("OTEL_EXPORTER_OTLP_HEADERS", "x-key=collector-key");
        host.env("OTEL_SERVICE_NAME", "night-zoo");
        host.env("TRACEPARENT", format!("00-{TRACE}-{CALLER}-01"));
        apply(host, &server)?;

        let exports = collector.0.lock().unwrap().clone();
        for (line, body) in &exports {
            assert_eq!(line, "POST /v1/traces collector-key");
            let shown = String::from_utf8_lossy(body);
            for secret in [TOKEN, CHIP] {
                assert!(!shown.contains(secret), "{shown}");
            }
        }
        let requests = decoded(&exports);
        let resource = requests[0].resource_spans[0].resource.as_ref().unwrap();
        assert_eq!(
            text(&resource.attributes, "service.name"),
            Some("night-zoo")
        );

        let spans = spans(&exports);
        let named = |name: &str| {
            let found = spans.iter().find(|span| span.name == name);
            found.unwrap_or_else(|| panic!("no span {name} in {spans:#?}"))
        };
        for span in &spans {
            assert_eq!(hex(&span.trace_id), TRACE, "{span:#?}");
        }
        let applied = named("ApplyResourceChange traced_pet");
        assert_eq!(hex(&applied.parent_span_id), CALLER);
        assert_eq!(applied.kind(), SpanKind::Server);

        let created = named("POST");
        assert_eq!(created.parent_span_id, applied.span_id);
        assert_eq!(created.kind(), SpanKind::Client);
        let code = created.status.as_ref().map_or(0, |it| it.code);
        assert_eq!(code, StatusCode::Unset as i32, "{created:#?}");
        assert_eq!(text(&created.attributes, "url.path"), Some("/pets"));
        let status = created
            .attributes
            .iter()
            .find(|it| it.key == "http.response.status_code");
        let status = status.and_then(|it| it.value.as_ref()?.value.clone());
        assert_eq!(status, Some(Value::IntValue(201)));

        let missing = named("GET");
        assert_eq!(missing.parent_span_id, applied.span_id);
        assert_eq!(missing.status.as_ref().unwrap().code(), StatusCode::Error);
        assert_eq!(text(&missing.attributes, "error.type"), Some("404"));
        assert_eq!(text(&missing.attributes, "url.path"), Some("/pets/***"));
        assert_eq!(text(&named("weigh").attributes, "note"), Some("chip ***"));

        // The API gets the ids of the trace and of the span of its own request.
        let expected =
            [missing, created].map(|span| format!("00-{TRACE}-{}-01", hex(&span.span_id)));
        assert_eq!(*fake.state(), expected);
        Ok(())
    });
}

#[test]
fn without_an_endpoint_nothing_is_exported_and_the_api_gets_no_trace() {
    Matrix::new(provider()).run(|host| {
        let fake = api();
        let server = Server::start(fake.clone())?;
        host.env("TRACEPARENT", format!("00-{TRACE}-{CALLER}-01"));
        apply(host, &server)?;
        assert_eq!(*fake.state(), ["", ""]);
        Ok(())
    });
}

#[test]
fn a_collector_that_does_not_answer_fails_no_run() {
    Matrix::new(provider()).run(|host| {
        let server = Server::start(api())?;
        // It takes connections and never reads.
        let silent = TcpListener::bind("127.0.0.1:0")?;
        host.env(
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            format!("http://{}", silent.local_addr()?),
        );
        apply(host, &server)?;
        host.env("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc");
        host.plan()?.assert_empty();
        Ok(())
    });
}
