//! Log lines about a request: its subject, start and outcome, with the messages and keys of Terraform's SDKs.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::Instant;

use terrane_protocol::{ClientCapabilities, Diagnostic, FunctionError, ServerCapabilities};
use tracing::field::Empty;
use tracing::{Level, Span, enabled, error_span};

use super::data::Parts;
use super::dump::Dump;

/// Creates the span of a call to the provider at `address`.
///
/// It is enabled at every level, so that lines of errors also name the request. The server records the requested type under the key for its kind, and
/// fields that are known later.
pub(crate) fn span(address: &str, rpc: &str) -> Span {
    error_span!(
        target: "terrane::request",
        "request",
        tf_provider_addr = address,
        tf_rpc = rpc,
        tf_req_id = %id(),
        tf_resource_type = Empty,
        tf_data_source_type = Empty,
        tf_ephemeral_resource_type = Empty,
        tf_list_resource_type = Empty,
        tf_action_type = Empty,
        tf_state_store_type = Empty,
        tf_function_name = Empty,
        tf_deferred_reason = Empty,
    )
}

/// A request that has started and not completed.
#[derive(Clone, Debug)]
pub(crate) struct Timer {
    /// The start time, if the duration will be logged.
    start: Option<Instant>,
    dump: Option<(Arc<Dump>, &'static str)>,
}

impl Timer {
    /// Logs that a request was received.
    pub(crate) fn start(rpc: &'static str, request: &dyn Parts, dump: Option<&Arc<Dump>>) -> Self {
        proto!(trace, "Received request");
        if let Some(dump) = dump {
            dump.write(rpc, "Request", request);
        }
        let wanted = enabled!(target: "terrane_protocol::request", Level::TRACE);
        Self {
            start: wanted.then(Instant::now),
            dump: dump.map(|dump| (Arc::clone(dump), rpc)),
        }
    }

    /// Writes the values of an answer to files, if a dump is configured.
    pub(crate) fn dump(&self, answer: &dyn Parts) {
        if let Some((dump, rpc)) = &self.dump {
            dump.write(rpc, "Response", answer);
        }
    }

    /// Logs the completion of a request, with its diagnostics.
    pub(crate) fn ended(&self, diagnostics: &[Diagnostic]) {
        self.log("Served request", diagnostics);
    }

    /// Logs one message of a stream, with its diagnostics.
    pub(crate) fn event(&self, diagnostics: &[Diagnostic]) {
        self.log("Sent event", diagnostics);
    }

    fn log(&self, what: &str, diagnostics: &[Diagnostic]) {
        each(diagnostics);
        let Some(start) = self.start else { return };
        let errors = diagnostics.iter().filter(|it| it.is_error()).count();
        proto!(
            trace,
            tf_req_duration_ms = milliseconds(start),
            diagnostic_error_count = errors,
            diagnostic_warning_count = diagnostics.len() - errors,
            "{what}"
        );
    }

    /// Logs the completion of a function call.
    pub(crate) fn function_ended(&self, error: Option<&FunctionError>) {
        if let Some(FunctionError { text, argument }) = error {
            proto!(
                error,
                function_error_text = text,
                function_error_argument = argument,
                "Response contains function error"
            );
        }
        let Some(start) = self.start else { return };
        proto!(
            trace,
            tf_req_duration_ms = milliseconds(start),
            function_error_exists = error.is_some(),
            "Served request"
        );
    }
}

/// Logs the capabilities of the host, if a request contains them.
pub(crate) fn announced_by_host(capabilities: Option<ClientCapabilities>) {
    if let Some(capabilities) = capabilities {
        proto!(
            trace,
            tf_client_capability_deferral_allowed = capabilities.deferral_allowed,
            tf_client_capability_write_only_attributes_allowed =
                capabilities.write_only_attributes_allowed,
            "Announced client capabilities"
        );
    }
}

/// Logs the capabilities of the provider.
pub(crate) fn announced(capabilities: &ServerCapabilities) {
    proto!(
        trace,
        tf_server_capability_get_provider_schema_optional =
            capabilities.get_provider_schema_optional,
        tf_server_capability_move_resource_state = capabilities.move_resource_state,
        tf_server_capability_plan_destroy = capabilities.plan_destroy,
        tf_server_capability_generate_resource_config = capabilities.generate_resource_config,
        "Announced server capabilities"
    );
}

/// Logs diagnostics.
pub(crate) fn each(diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        let Diagnostic {
            summary,
            detail,
            path,
            ..
        } = diagnostic;
        let path = path.as_ref().map(tracing::field::display);
        if diagnostic.is_error() {
            proto!(
                error,
                diagnostic_severity = "ERROR",
                diagnostic_summary = summary,
                diagnostic_detail = detail,
                diagnostic_attribute = path,
                "Response contains error diagnostic"
            );
        } else {
            proto!(
                warn,
                diagnostic_severity = "WARNING",
                diagnostic_summary = summary,
                diagnostic_detail = detail,
                diagnostic_attribute = path,
                "Response contains warning diagnostic"
            );
        }
    }
}

fn milliseconds(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// Creates a unique identifier in the form of a UUID.
pub(crate) fn id() -> String {
    // Each `RandomState` has other keys, and the first keys of the process are random.
    let half = || RandomState::new().build_hasher().finish();
    let (high, low) = (half(), half());
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn identifiers_have_the_form_of_uuids_and_differ() {
        let ids: HashSet<String> = (0..1000).map(|_| id()).collect();
        assert_eq!(ids.len(), 1000);
        for id in ids {
            let lengths: Vec<usize> = id.split('-').map(str::len).collect();
            assert_eq!(lengths, [8, 4, 4, 4, 12], "{id}");
            assert!(
                id.bytes()
                    .all(|byte| byte == b'-' || byte.is_ascii_hexdigit()),
                "{id}"
            );
        }
    }
}
