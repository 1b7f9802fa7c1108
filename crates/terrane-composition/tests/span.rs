//! The log fields of a call. `tracing` decides once for all threads whether a span is of interest, so this test has a program of its own.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use terrane_composition::through_wire;
use terrane_protocol::{Provider, ReadResourceRequest, Request, ResponseFuture, Version};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Records the fields of the spans of calls.
#[derive(Clone, Default)]
struct Spans(Arc<Mutex<Vec<String>>>);

impl Visit for Spans {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0
            .lock()
            .expect("nothing panics")
            .push(format!("{field}={value}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        panic!("{field} is no text: {value:?}")
    }
}

impl Subscriber for Spans {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_span() && metadata.target() == "terrane_protocol::request"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut self.clone());
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

struct EmptyProvider;

impl Provider for EmptyProvider {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move { Err(request.rpc().unimplemented()) })
    }
}

#[tokio::test]
async fn the_span_of_a_call_has_the_protocol_version() {
    let spans = Spans::default();
    let _guard = tracing::subscriber::set_default(spans.clone());
    for version in Version::ALL {
        let remote = through_wire(version, Arc::new(EmptyProvider));
        let request = ReadResourceRequest::default();
        remote.read_resource(request).await.unwrap_err();
    }
    let messages = spans.0.lock().unwrap().clone();
    assert_eq!(messages, ["tf_proto_version=5", "tf_proto_version=6"]);
}
