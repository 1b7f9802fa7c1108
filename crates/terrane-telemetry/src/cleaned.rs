//! Spans as they are exported: with the names of OpenTelemetry, and without secrets.

use std::borrow::Cow;
use std::time::Duration;

use opentelemetry::trace::{SpanKind, Status};
use opentelemetry::{Array, Key, KeyValue, Value};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{SpanData, SpanExporter};
use terrane::log::hide_secrets;

/// An exporter that changes spans before they are exported.
#[derive(Debug)]
pub(crate) struct Cleaned<E>(pub(crate) E);

impl<E: SpanExporter> SpanExporter for Cleaned<E> {
    async fn export(&self, mut batch: Vec<SpanData>) -> OTelSdkResult {
        for span in &mut batch {
            name(span);
            clean(span);
        }
        self.0.export(batch).await
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.0.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.0.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.0.set_resource(resource);
    }
}

/// The attributes that are numbers. An unsigned number of `tracing` arrives as a text.
const NUMBERS: [&str; 2] = ["http.response.status_code", "http.request.resend_count"];

/// Names the spans of calls and of requests by the conventions of OpenTelemetry. They are known by their attributes.
fn name(span: &mut SpanData) {
    for attribute in &mut span.attributes {
        if NUMBERS.contains(&attribute.key.as_str())
            && let Ok(number) = attribute.value.as_str().parse()
        {
            attribute.value = Value::I64(number);
        }
    }
    let text = |key: &str| value(span, key).map(|value| value.as_str().into_owned());
    if let Some(method) = text("http.request.method") {
        let status = match value(span, "http.response.status_code") {
            Some(Value::I64(status)) => Some(*status),
            _ => None,
        };
        let failed = status.is_none_or(|status| status >= 400);
        span.span_kind = SpanKind::Client;
        span.name = method.into();
        if failed {
            let kind = status.map_or_else(|| "no_answer".to_owned(), |status| status.to_string());
            span.status = Status::error("");
            span.attributes.push(KeyValue::new("error.type", kind));
        }
    } else if let Some(rpc) = text("tf_rpc") {
        let kinds = span.attributes.iter().filter(|it| is_kind(&it.key));
        let mut parts = vec![rpc];
        parts.extend(kinds.map(|it| it.value.as_str().into_owned()));
        span.name = parts.join(" ").into();
        span.span_kind = SpanKind::Server;
    }
}

/// Whether an attribute has the type of the call's item.
fn is_kind(key: &Key) -> bool {
    let key = key.as_str();
    key == "tf_function_name" || (key.starts_with("tf_") && key.ends_with("_type"))
}

fn value<'a>(span: &'a SpanData, key: &str) -> Option<&'a Value> {
    let found = span.attributes.iter().find(|it| it.key.as_str() == key);
    found.map(|it| &it.value)
}

/// Hides secrets in all texts of a span.
fn clean(span: &mut SpanData) {
    hide(&mut span.name);
    if let Status::Error { description } = &mut span.status {
        hide(description);
    }
    clean_all(&mut span.attributes);
    for event in &mut span.events.events {
        hide(&mut event.name);
        clean_all(&mut event.attributes);
    }
    for link in &mut span.links.links {
        clean_all(&mut link.attributes);
    }
}

fn clean_all(attributes: &mut [KeyValue]) {
    for attribute in attributes {
        match &mut attribute.value {
            Value::String(text) => *text = hidden(text.as_str()).into(),
            Value::Array(Array::String(texts)) => {
                for text in texts {
                    *text = hidden(text.as_str()).into();
                }
            }
            _ => {}
        }
    }
}

fn hide(text: &mut Cow<'static, str>) {
    *text = hidden(text).into();
}

fn hidden(text: &str) -> String {
    let mut text = text.to_owned();
    hide_secrets(&mut text);
    text
}
