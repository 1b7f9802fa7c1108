//! The trace of the caller, and its continuation in requests.

use std::collections::HashMap;

use http::HeaderMap;
use opentelemetry::Context;
use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::{SpanBuilder, TraceContextExt as _, Tracer};
use opentelemetry_http::HeaderInjector;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracer;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// The variables of the caller, and the headers of W3C Trace Context that have the same values.
const VARIABLES: [(&str, &str); 2] = [("TRACEPARENT", "traceparent"), ("TRACESTATE", "tracestate")];

/// A tracer whose spans without a parent are children of the caller's span.
#[derive(Debug)]
pub(crate) struct Joined {
    tracer: SdkTracer,
    caller: Context,
}

impl Joined {
    /// Joins spans to the caller that the variables name. A value that cannot be read counts as none, as the specification says.
    pub(crate) fn new(tracer: SdkTracer, variable: impl Fn(&str) -> Option<String>) -> Self {
        let carrier: HashMap<String, String> = VARIABLES
            .iter()
            .filter_map(|(name, header)| Some(((*header).to_owned(), variable(name)?)))
            .collect();
        let caller = TraceContextPropagator::new().extract_with_context(&Context::new(), &carrier);
        Self { tracer, caller }
    }
}

impl Tracer for Joined {
    type Span = <SdkTracer as Tracer>::Span;

    fn build_with_context(&self, builder: SpanBuilder, parent: &Context) -> Self::Span {
        let parent = if parent.has_active_span() {
            parent
        } else {
            &self.caller
        };
        self.tracer.build_with_context(builder, parent)
    }
}

/// Sends the header `traceparent` with each attempt of a request, for an API that takes part in the user's traces. Pass it to
/// [`Builder::each_attempt`](terrane_api::Builder::each_attempt).
///
/// Without an export, it changes nothing.
///
/// # Examples
///
/// ```
/// # use terrane::context::ConfigureContext;
/// # fn client(url: &str, cx: &ConfigureContext) -> terrane_api::Result<terrane_api::Client> {
/// terrane_api::Client::builder(url).each_attempt(terrane_telemetry::propagate).build(cx)
/// # }
/// # client("https://api.example.com", &ConfigureContext::default()).unwrap();
/// ```
pub fn propagate(headers: &mut HeaderMap) {
    let context = Span::current().context();
    TraceContextPropagator::new().inject_context(&context, &mut HeaderInjector(headers));
}
