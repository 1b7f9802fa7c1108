//! OpenTelemetry traces of a provider, joined to the trace of the run.
//!
//! Each call of the host is a span, and so is each request of [`terrane-api`](terrane_api) to an API. They are exported by OTLP over HTTP, as the standard
//! variables say. A provider needs one line, before it serves:
//!
//! ```no_run
//! # use terrane::prelude::*;
//! # #[derive(Default)]
//! # struct Zoo;
//! # #[provider("registry.terraform.io/example/zoo")]
//! # impl Provider for Zoo {
//! #     fn register(_: &mut Registry<Self>) {}
//! # }
//! fn main() -> std::process::ExitCode {
//!     terrane_telemetry::install::<Zoo>();
//!     terrane::serve::<Zoo>()
//! }
//! ```
//!
//! Nothing is exported, and nothing changes, until the user sets an endpoint:
//!
//! | variable | effect |
//! |---|---|
//! | `OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` | the collector, such as `http://localhost:4318`; without it, nothing is exported |
//! | `OTEL_EXPORTER_OTLP_HEADERS` or `OTEL_EXPORTER_OTLP_TRACES_HEADERS` | headers of the exports, such as a token |
//! | `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES` | the name of the service, by default the address of the provider, and attributes of all spans |
//! | `OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG`, `OTEL_BSP_..`, `OTEL_SPAN_..` | sampling, batches and limits |
//! | `OTEL_SDK_DISABLED=true`, `OTEL_TRACES_EXPORTER=none` | nothing is exported |
//! | `TRACEPARENT`, `TRACESTATE` | the span that has started the run, in the form of W3C Trace Context |
//!
//! The only protocol is `http/protobuf`. With another one in `OTEL_EXPORTER_OTLP_PROTOCOL`, nothing is exported and the log has a warning.
//!
//! # The spans
//!
//! | span | name | attributes |
//! |---|---|---|
//! | a call of the host | `ApplyResourceChange zoo_pet` | `tf_rpc`, `tf_resource_type`, `tf_req_id`, .. as in the log |
//! | a request to an API, with all its attempts | `GET` | `http.request.method`, `server.address`, `url.path`, `http.response.status_code`, `http.request.resend_count` |
//! | a span of the provider's code, at INFO or above | its name | its fields |
//!
//! A call without a parent in the process is a child of the span that `TRACEPARENT` names. So the requests of a run appear below the step of the pipeline that
//! has started it. Hosts pass their variables to providers. Events of the log are not exported.
//!
//! Spans contain no secret: the values that the log hides are hidden in the texts of spans, too. Queries, headers and bodies of requests are in no span.
//!
//! # The trace of requests
//!
//! The API does not learn the trace by itself, because it may belong to somebody else, to whom the ids of your runs are of no concern. If it takes part in your traces,
//! [`propagate`] sends the header `traceparent` with each attempt:
//!
//! ```
//! # use terrane::context::ConfigureContext;
//! # fn client(url: &str, cx: &ConfigureContext) -> terrane_api::Result<terrane_api::Client> {
//! terrane_api::Client::builder(url).each_attempt(terrane_telemetry::propagate).build(cx)
//! # }
//! # client("https://api.example.com", &ConfigureContext::default()).unwrap();
//! ```
//!
//! # The end of the process
//!
//! Spans are exported in batches, every five seconds. When the host asks the provider to exit, the last ones are exported within a second. Hosts kill a
//! provider that takes two.

mod caller;
mod cleaned;
mod collector;
mod environment;
mod install;

pub use self::caller::propagate;
pub use self::install::install;
