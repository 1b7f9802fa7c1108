//! The log: [`tracing`]'s events as the JSON lines that a host reads from its provider's standard error.
//!
//! Authors log with [`tracing`] and need nothing from here. `terrane::serve` sets up the log from the variables that Terraform's users know. If they
//! enable no level, nothing is logged and no field is computed.
//!
//! # Variables
//!
//! Each variable holds `TRACE`, `DEBUG`, `INFO`, `WARN`, `ERROR` or `OFF`, in upper or lower case. The more specific variable takes precedence. A
//! host also drops lines below its own level, which `TF_LOG_PROVIDER` sets, or else `TF_LOG`.
//!
//! | variable | sets the level of | unless set |
//! |---|---|---|
//! | `TF_LOG` | everything; `JSON` is `TRACE`, and makes the host write JSON | off |
//! | `TF_LOG_PROVIDER` | everything in providers | `TF_LOG` |
//! | `TF_LOG_PROVIDER_<NAME>` | the lines of the author and of the libraries that the author uses, module `<name>` | `TF_LOG_PROVIDER` |
//! | `TF_LOG_PROVIDER_<NAME>_STDOUT` | the lines that the process prints on standard output, at `INFO`, module `<name>.stdout` | `TF_LOG_PROVIDER_<NAME>` |
//! | `TF_LOG_PROVIDER_<NAME>_<SUBSYSTEM>` | a subsystem of the author's lines, module `<name>.<subsystem>` | `TF_LOG_PROVIDER_<NAME>`, at most the author's level |
//! | `TF_LOG_SDK` | all of Terrane, the modules `sdk.*` | `TF_LOG_PROVIDER` |
//! | `TF_LOG_SDK_PROTO` | requests, their outcomes and diagnostics, `sdk.proto` | `TF_LOG_SDK` |
//! | `TF_LOG_SDK_FRAMEWORK` | calls of the author's code and their results, `sdk.framework` | `TF_LOG_SDK` |
//! | `TF_LOG_SDK_MUX` | several providers served as one, `sdk.mux` | `TF_LOG_SDK` |
//! | `TF_LOG_SDK_PLUGIN` | start, handshake and exit, `sdk.plugin` | `TF_LOG_SDK` |
//! | `TF_LOG_SDK_TRANSPORT` | HTTP and TLS, `sdk.transport` | `TF_LOG_SDK`, at most `WARN` |
//!
//! `<NAME>` is the last part of the provider's address, in capitals and with `_` for `-`: `TF_LOG_PROVIDER_GOOGLE_BETA`. `TF_LOG_SDK_PROTO_DATA_DIR`
//! names a folder for the values of every request and answer. These files contain secrets.
//!
//! # Equivalents of Go's `tflog`
//!
//! | `tflog` | here |
//! |---|---|
//! | `Trace` .. `Error` with fields | `tracing::trace!` .. `error!` with fields |
//! | `SetField` | a span: its fields are in every line within it |
//! | `NewSubsystem`, `WithLevelFromEnv` | [`Log::subsystem`]: the lines of a target, with a variable and a filter of their own |
//! | `WithLevel` | [`Subsystem::level`] |
//! | `WithRootFields` | [`Log::field`] |
//! | `WithoutLocation` | [`Log::without_location`] |
//! | `MaskFieldValuesWithFieldKeys` | [`Log::mask_fields`] |
//! | `MaskAllFieldValuesStrings`, `..Regexes` | [`Log::mask_values`], with a text or a [`regex`] |
//! | `MaskMessageStrings`, `..Regexes` | [`Log::mask_messages`] |
//! | `MaskLogStrings`, `..Regexes` | [`Log::mask`]; for one value, [`Context::hide`](crate::context::Context::hide) |
//! | `OmitLogWithFieldKeys` | [`Log::omit_fields`] |
//! | `OmitLogWithMessageStrings`, `..Regexes` | [`Log::omit_messages`] |
//! | `tflogtest.RootLogger` | [`Log::layer`] with any writer: each line is one `write_all` |
//!
//! `WithAdditionalLocationOffset` has no equivalent: a line from an author's macro around one of tracing's macros has the location where the author's
//! macro is used. The SDK's `WithStderrFromInit` has none either, because Terrane does not redirect a provider's standard error.
//!
//! # Secrets
//!
//! Secrets need no filter. A value counts as secret if its schema marks it as sensitive or write-only, or if an ephemeral resource returned it. Such
//! a value is hidden in all later log lines of the process, also in the author's. It is also hidden in texts for the user: diagnostics, errors of
//! functions, progress messages of actions, and panic messages.
//!
//! A secret is found within escapes of JSON, of programming languages, of URLs and of HTML, in Base64, in hexadecimal numbers, in lists of bytes and
//! in UTF-16, in up to three layers of any of these. A secret of several lines is also found by its lines, and a long secret by its blocks of 32 bytes.
//! Text that author code prints is searched across its lines. Each occurrence is shown as `***`.
//!
//! Values of fewer than four bytes, words such as `true` or `default`, and keys of maps are not hidden, because too much other text would be. Nor are
//! values that no schema describes: arguments of functions, private state of resources, and parts of secrets, such as a password within an address.
//! Call [`Context::hide`](crate::context::Context::hide) for these. Lines of subscribers outside this module are not changed.
//!
//! # Subscribers of authors
//!
//! If a provider installs its own subscriber before it serves, that subscriber stays. [`layer`] adds the host's log to it. The threads that answer the
//! host do not call it: their events and spans reach it on another thread. So a subscriber that blocks delays no answer.

/// Logs an event about requests. Users know its target as `sdk.proto`.
macro_rules! proto {
    ($level:ident, $($arguments:tt)*) => {
        tracing::$level!(target: "terrane_protocol::request", $($arguments)*)
    };
}

pub(crate) mod clock;
mod data;
pub(crate) mod dump;
mod fields;
mod filter;
mod level;
mod line;
mod lines;
mod mask;
mod module;
pub(crate) mod request;
mod settings;
mod subsystem;

use std::io::Write;

use terrane_plugin::{OutputStream, PrintedText, set_nonblocking_subscriber};
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry::{LookupSpan, Registry};

pub(crate) use self::data::Parts;
pub use self::filter::{Pattern, regex};
pub use self::settings::Log;
pub use self::subsystem::Subsystem;
use self::subsystem::{STDERR, STDOUT};
use crate::panic;
use crate::secret::{hide_in, hide_printed};
use crate::text::MOST_OF_A_TEXT;
pub use terrane_plugin::{HostStderr, host_stderr};

/// Creates the layer that writes a host's log lines. The environment sets the levels.
///
/// `address` is the address of the provider, such as `registry.terraform.io/example/zoo`. [`Log::layer`] does the same with settings.
///
/// # Examples
///
/// ```
/// use tracing_subscriber::layer::SubscriberExt;
///
/// let log = terrane::log::layer("registry.terraform.io/example/zoo", terrane::log::host_stderr());
/// let subscriber = tracing_subscriber::registry().with(log);
/// tracing::subscriber::with_default(subscriber, || tracing::info!(legs = 4, "fed a pet"));
/// ```
pub fn layer<S>(address: &str, writer: impl Write + Send + 'static) -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    Log::new(address).layer(writer)
}

/// Sets up the log and the panic hook of a provider's process. Both write to the [standard error that the host reads](host_stderr).
///
/// A subscriber that the author has installed stays. If no level is enabled, no subscriber is installed: then each macro of tracing costs one atomic
/// load.
///
/// Returns the function that logs the lines that the process prints, if they are to be logged. `None` if the author's subscriber stays: it may write
/// to standard output, and would print each line again, without end.
pub fn init(log: Log) -> Option<fn(PrintedText<'_>)> {
    panic::install();
    if log.levels().most() == LevelFilter::OFF {
        return None;
    }
    let subscriber = Registry::default().with(log.layer_to(host_stderr()));
    // An error means that the author has installed a subscriber.
    set_nonblocking_subscriber(subscriber).ok()?;
    Some(printed)
}

/// Hides the secrets that the process knows in a text, as the log does, and cuts a long text.
///
/// This is for output of the process that is no log, such as the spans of traces.
///
/// # Examples
///
/// ```
/// terrane::context::ReadContext::default().hide("s3cret-t0ken");
/// let mut text = "the token is s3cret-t0ken".to_owned();
/// terrane::log::hide_secrets(&mut text);
/// assert_eq!(text, "the token is ***");
/// ```
pub fn hide_secrets(text: &mut String) {
    hide_in(text, MOST_OF_A_TEXT);
}

/// Logs the lines that author code has printed.
fn printed(printed: PrintedText<'_>) {
    let PrintedText {
        stream,
        text,
        passed_on,
        ..
    } = printed;
    for line in hide_printed(text, passed_on).lines() {
        let line = line.trim_end();
        match stream {
            OutputStream::Stdout => tracing::info!(target: STDOUT, "{line}"),
            OutputStream::Stderr => tracing::info!(target: STDERR, "{line}"),
        }
    }
}
