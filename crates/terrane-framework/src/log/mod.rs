//! The log: [`tracing`]'s events as the JSON lines that a host reads from its provider's standard error.
//!
//! Authors log with [`tracing`] and need nothing from here. `terrane::serve` sets the log up from the variables that
//! Terraform's users know. Where they ask for nothing, nothing is logged and nothing is computed, because a host throws such lines away.
//!
//! # Variables
//!
//! Each holds `TRACE`, `DEBUG`, `INFO`, `WARN`, `ERROR` or `OFF`, in letters of any case. One that is more special wins. A host shows no
//! line that its own level, of `TF_LOG_PROVIDER` or else `TF_LOG`, rules out.
//!
//! | variable | sets the level of | unless set |
//! |---|---|---|
//! | `TF_LOG` | everything; `JSON` is `TRACE`, and makes the host write JSON | off |
//! | `TF_LOG_PROVIDER` | everything in providers | `TF_LOG` |
//! | `TF_LOG_PROVIDER_<NAME>` | the lines of the author and of the libraries that the author uses, module `<name>` | `TF_LOG_PROVIDER` |
//! | `TF_LOG_PROVIDER_<NAME>_STDOUT` | what the process prints on standard output, at `INFO`, module `<name>.stdout` | `TF_LOG_PROVIDER_<NAME>` |
//! | `TF_LOG_PROVIDER_<NAME>_<SUBSYSTEM>` | a part of these that the author has named, module `<name>.<subsystem>` | `TF_LOG_PROVIDER_<NAME>`, at most the author's level |
//! | `TF_LOG_SDK` | all of Terrane, the modules `sdk.*` | `TF_LOG_PROVIDER` |
//! | `TF_LOG_SDK_PROTO` | requests, how they end, and their diagnostics, `sdk.proto` | `TF_LOG_SDK` |
//! | `TF_LOG_SDK_FRAMEWORK` | calls of the author's code and what comes of them, `sdk.framework` | `TF_LOG_SDK` |
//! | `TF_LOG_SDK_MUX` | several providers served as one, `sdk.mux` | `TF_LOG_SDK` |
//! | `TF_LOG_SDK_PLUGIN` | start, handshake and end, `sdk.plugin` | `TF_LOG_SDK` |
//! | `TF_LOG_SDK_TRANSPORT` | HTTP and TLS, `sdk.transport` | `TF_LOG_SDK`, at most `WARN` |
//!
//! `<NAME>` is the last part of the provider's address, in capitals and with `_` for `-`: `TF_LOG_PROVIDER_GOOGLE_BETA`.
//! `TF_LOG_SDK_PROTO_DATA_DIR` names a folder into which the values of every request and answer are written, secrets and all.
//!
//! # What Go's `tflog` has, and what it is here
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
//! `WithAdditionalLocationOffset` has no twin: a macro of the author's that calls one of tracing's has the place where it is used. Nor has
//! the SDK's `WithStderrFromInit`, because nothing takes a provider's standard error away.
//!
//! # Secrets
//!
//! Secrets need no filter. Whatever passes through a request and is called sensitive by its schema, is write-only or was opened by an
//! ephemeral resource is hidden by its value in all later lines of the process, the author's included, and in what the provider tells
//! the user: diagnostics, a function's error, an action's progress, the message of a panic. It is found in the escapes of JSON, of
//! `Debug` and of URLs, and, up to 4 KiB, in Base64; a secret of several lines is found by its longer lines too. `***` stands in its place.
//!
//! Values of fewer than four bytes and words such as `true` or `default` are not hidden, nor are keys of maps, because with them much
//! would be hidden that is no secret. What no schema knows is not either: arguments of functions, private state of resources, a part of a
//! secret such as the password within an address. [`Context::hide`](crate::context::Context::hide) hides it. Lines of other subscribers
//! than this module's are theirs.
//!
//! A provider that installs its own subscriber before it serves keeps it; [`layer`] adds the host's log to that one.

/// Logs something about requests: the part that users know as `sdk.proto`.
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

use terrane_protocol::OutputStream;
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::set_global_default;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry::{LookupSpan, Registry};

pub(crate) use self::data::Parts;
pub use self::filter::{Pattern, regex};
pub use self::settings::Log;
pub use self::subsystem::Subsystem;
use self::subsystem::{STDERR, STDOUT};
use crate::panic;

/// Gives the layer that writes a host's log lines, at the levels that the environment asks for now.
///
/// `address` is the provider's, such as `registry.terraform.io/example/zoo`. [`Log::layer`] is the same with settings.
///
/// # Examples
///
/// ```
/// use tracing_subscriber::layer::SubscriberExt;
///
/// let log = terrane::log::layer("registry.terraform.io/example/zoo", std::io::stderr());
/// let subscriber = tracing_subscriber::registry().with(log);
/// tracing::subscriber::with_default(subscriber, || tracing::info!(legs = 4, "fed a pet"));
/// ```
pub fn layer<S>(address: &str, writer: impl Write + Send + 'static) -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    Log::new(address).layer(writer)
}

/// Sets up the log and the panic hook of a provider's process, both to the standard error that the host reads.
///
/// A subscriber that the author has installed stays. Without any level asked for there is none: tracing's macros cost one
/// atomic load then.
///
/// Returns what takes the lines that the process prints, if they are to be logged. A subscriber of the author's gets none: one that writes
/// to standard output would print each line again, without end.
pub fn init<W: Write + Send + 'static>(
    log: Log,
    stderr: fn() -> W,
) -> Option<fn(OutputStream, &str)> {
    panic::install(stderr);
    if log.levels().most() == LevelFilter::OFF {
        return None;
    }
    // An error says that the author has installed one.
    set_global_default(Registry::default().with(log.layer(stderr()))).ok()?;
    Some(printed)
}

/// Logs a line that author code has printed.
fn printed(stream: OutputStream, line: &str) {
    match stream {
        OutputStream::Stdout => tracing::info!(target: STDOUT, "{line}"),
        OutputStream::Stderr => tracing::info!(target: STDERR, "{line}"),
    }
}
