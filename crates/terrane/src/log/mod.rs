//! The log: [`tracing`]'s events as the JSON lines that a host reads from its provider's standard error.
//!
//! Authors log with [`tracing`] and need nothing from here. [`serve`](crate::serve()) sets the log up from the variables that
//! Terraform's users know: `TF_LOG`, `TF_LOG_PROVIDER`, `TF_LOG_PROVIDER_<NAME>`, `TF_LOG_SDK` and `TF_LOG_SDK_<PART>`. Without them
//! nothing is logged and nothing is computed, because a host throws such lines away.
//!
//! A provider that installs its own subscriber before it serves keeps it; [`layer`] adds the host's log to that one.

mod fields;
mod level;
mod line;
mod lines;
mod module;
pub(crate) mod request;

use std::env;
use std::io::Write;

use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::set_global_default;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry::{LookupSpan, Registry};

use crate::panic;
use level::Levels;
use lines::Lines;
use module::provider_name;

/// Gives the layer that writes a host's log lines, at the levels that the environment asks for now.
///
/// `address` is the provider's, such as `registry.terraform.io/example/zoo`; its last part names the module of the author's lines
/// and the variable of their level, here `TF_LOG_PROVIDER_ZOO`. Each event is one call of the writer's `write_all`.
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
    Lines::new(address, writer).with_filter(levels(address))
}

/// Sets up the log and the panic hook of a provider's process, both to the standard error that the host reads.
///
/// A subscriber that the author has installed stays. Without any level asked for there is none: tracing's macros cost one
/// atomic load then.
pub(crate) fn init<W: Write + Send + 'static>(address: &str, stderr: fn() -> W) {
    panic::install(stderr);
    let levels = levels(address);
    if levels.most() > LevelFilter::OFF {
        // An error says that the author has installed one.
        let _ = set_global_default(
            Registry::default().with(Lines::new(address, stderr()).with_filter(levels)),
        );
    }
}

fn levels(address: &str) -> Levels {
    Levels::read(provider_name(address), |variable| env::var(variable).ok())
}
