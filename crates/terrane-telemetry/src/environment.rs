//! The variables of OpenTelemetry that decide whether spans are exported.

/// What the variables ask for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Export {
    /// No span is exported.
    Off,
    /// Spans are exported to the collector.
    On,
    /// The variables ask for something that this crate does not have.
    Unsupported(String),
}

impl Export {
    /// Reads the variables. An empty variable counts as not set.
    pub(crate) fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        let is_disabled =
            set("OTEL_SDK_DISABLED").is_some_and(|it| it.eq_ignore_ascii_case("true"));
        let exporters = set("OTEL_TRACES_EXPORTER").unwrap_or_else(|| "otlp".to_owned());
        let is_wanted = exporters.split(',').any(|it| it.trim() == "otlp");
        let specific = set("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
        let endpoint = specific.or_else(|| set("OTEL_EXPORTER_OTLP_ENDPOINT"));
        if is_disabled || !is_wanted || endpoint.is_none() {
            return Self::Off;
        }
        let specific = set("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL");
        match specific.or_else(|| set("OTEL_EXPORTER_OTLP_PROTOCOL")) {
            Some(protocol) if protocol != "http/protobuf" => Self::Unsupported(format!(
                "traces are not exported: the protocol {protocol:?} is not supported. Set OTEL_EXPORTER_OTLP_PROTOCOL to http/protobuf, and the endpoint to the port \
                 for it, which is usually 4318"
            )),
            _ => Self::On,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDPOINT: (&str, &str) = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318");

    fn of(variables: &[(&str, &str)]) -> Export {
        Export::of(|name| {
            let found = variables.iter().find(|(it, _)| *it == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn spans_are_exported_only_to_an_endpoint_that_the_user_names() {
        assert_eq!(of(&[]), Export::Off);
        assert_eq!(of(&[("OTEL_EXPORTER_OTLP_ENDPOINT", " ")]), Export::Off);
        assert_eq!(of(&[ENDPOINT]), Export::On);
        let traces = (
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
            "http://127.0.0.1:4318/v1/traces",
        );
        assert_eq!(of(&[traces]), Export::On);
    }

    #[test]
    fn the_user_can_disable_exports() {
        assert_eq!(of(&[ENDPOINT, ("OTEL_SDK_DISABLED", "TRUE")]), Export::Off);
        assert_eq!(
            of(&[ENDPOINT, ("OTEL_TRACES_EXPORTER", "none")]),
            Export::Off
        );
        assert_eq!(
            of(&[ENDPOINT, ("OTEL_TRACES_EXPORTER", "console, otlp")]),
            Export::On
        );
    }

    #[test]
    fn a_protocol_that_is_not_supported_is_explained() {
        let protocol = |value| ("OTEL_EXPORTER_OTLP_PROTOCOL", value);
        assert_eq!(of(&[ENDPOINT, protocol("http/protobuf")]), Export::On);
        let Export::Unsupported(text) = of(&[ENDPOINT, protocol("grpc")]) else {
            panic!("grpc is not supported");
        };
        assert!(
            text.contains("\"grpc\"") && text.contains("http/protobuf"),
            "{text}"
        );
    }
}
