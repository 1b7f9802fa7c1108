//! The subscriber that exports spans.

use std::env;
use std::error::Error;
use std::io::Write as _;
use std::pin::Pin;
use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{SpanExporter, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::resource::EnvResourceDetector;
use opentelemetry_sdk::trace::SdkTracerProvider;
use terrane::Provider;
use terrane::log::{Log, host_stderr};
use terrane_plugin::peer::{EndsWithProcess, register};
use tracing::subscriber::set_global_default;
use tracing::{Level, Metadata};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};

use crate::caller::Joined;
use crate::cleaned::Cleaned;
use crate::collector::Network;
use crate::environment::Export;

/// How long the export of the last spans may delay the end of the process.
const FAREWELL: Duration = Duration::from_secs(1);

/// Exports the spans of the provider's process, if the variables of OpenTelemetry name a collector. Call it in `main`, before the provider is served.
///
/// The log of the provider stays the same, with the settings of [`Provider::log`]. If the process has a subscriber of tracing already, or if
/// a variable has a value that cannot be used, nothing is exported, and the log has a warning.
///
/// # Examples
///
/// ```no_run
/// # use terrane::prelude::*;
/// # #[derive(Default)]
/// # struct Zoo;
/// # #[provider("registry.terraform.io/example/zoo")]
/// # impl Provider for Zoo {
/// #     fn register(_: &mut Registry<Self>) {}
/// # }
/// fn main() -> std::process::ExitCode {
///     terrane_telemetry::install::<Zoo>();
///     terrane::serve::<Zoo>()
/// }
/// ```
pub fn install<P: Provider>() {
    let variable = |name: &str| env::var(name).ok();
    let problem = match Export::of(variable) {
        Export::Off => return,
        Export::Unsupported(problem) => problem,
        Export::On => match export::<P>(variable) {
            Ok(()) => return,
            Err(error) => format!("traces are not exported: {error}"),
        },
    };
    // The provider works without traces, also if nobody reads this.
    let _ = writeln!(host_stderr(), "[WARN] {problem}");
}

fn export<P: Provider>(variable: impl Fn(&str) -> Option<String>) -> Result<(), Box<dyn Error>> {
    let exporter = SpanExporter::builder().with_http();
    let exporter = exporter.with_http_client(Network::new()?).build()?;
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(Cleaned(exporter))
        .with_resource(resource(P::ADDRESS, P::VERSION, &variable))
        .build();
    let tracer = Joined::new(provider.tracer("terrane"), variable);
    let spans = tracing_opentelemetry::layer()
        .with_tracer(tracer)
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        .with_filter(filter_fn(is_exported));
    let mut log = Log::new(P::ADDRESS);
    P::log(&mut log);
    let subscriber = tracing_subscriber::registry()
        .with(log.layer(host_stderr()))
        .with(spans);
    set_global_default(subscriber)?;
    register(Farewell(provider));
    Ok(())
}

/// Describes the process. Users name it by `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`.
fn resource(address: &str, version: &str, variable: impl Fn(&str) -> Option<String>) -> Resource {
    let name = variable("OTEL_SERVICE_NAME").filter(|name| !name.is_empty());
    let resource = Resource::builder_empty()
        .with_service_name(address.to_owned())
        .with_attribute(KeyValue::new("service.version", version.to_owned()))
        .with_detector(Box::new(EnvResourceDetector::new()));
    match name {
        Some(name) => resource.with_service_name(name),
        None => resource,
    }
    .build()
}

/// Whether a span is exported: calls, requests to APIs, and what the provider's code reports at INFO or above.
fn is_exported(metadata: &Metadata<'_>) -> bool {
    let target = metadata.target();
    let is_known = target == "terrane::request" || target.starts_with("terrane_api");
    // The span of a connection's call has nothing that the one of the provider's call has not.
    let is_hidden = target == "terrane_protocol::request";
    metadata.is_span() && !is_hidden && (is_known || *metadata.level() <= Level::INFO)
}

/// Exports the last spans when the process ends.
struct Farewell(SdkTracerProvider);

impl EndsWithProcess for Farewell {
    fn is_running(&self) -> bool {
        true
    }

    fn end(self: Box<Self>) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(async move {
            let flush = move || self.0.shutdown_with_timeout(FAREWELL);
            // Nobody is left to whom an error could be reported.
            let _ = tokio::time::timeout(FAREWELL, tokio::task::spawn_blocking(flush)).await;
        })
    }
}
