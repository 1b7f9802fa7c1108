//! The diagnostics of the framework, by topic.
//!
//! Each function creates one diagnostic. The caller sets the path of the attribute concerned. Summaries in title case copy HashiCorp's own texts, because
//! users search for them.

/// Creates a diagnostic from its summary and the format of its detail.
macro_rules! diagnostic {
    ($summary:expr, $($detail:tt)+) => {
        terrane_protocol::Diagnostic::error($summary, format!($($detail)+))
    };
}

/// Creates an error from its summary and the format of its detail.
macro_rules! error {
    ($summary:expr, $($detail:tt)+) => {
        crate::error::Error::new($summary, format!($($detail)+))
    };
}

pub(crate) mod calls;
pub(crate) mod configuration;
pub(crate) mod functions;
pub(crate) mod host;
pub(crate) mod identity;
pub(crate) mod import;
pub(crate) mod private;
pub(crate) mod relations;
pub(crate) mod schema;
pub(crate) mod schema_errors;
pub(crate) mod state;
pub(crate) mod validation;
pub(crate) mod values;
