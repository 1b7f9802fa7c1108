//! How much each module logs, read from the environment once.

use tracing::Metadata;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::Interest;
use tracing_subscriber::layer::{Context, Filter};

use super::module::Module;

/// The most verbose level of each module.
///
/// The host filters again, by `TF_LOG_PROVIDER` or else `TF_LOG`, which it hands down with its environment: where nothing more
/// special is set these two are the levels here too, so that no line is made only to be thrown away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Levels([LevelFilter; Module::ALL.len()]);

impl Levels {
    /// Reads the levels of the provider called `name`.
    pub(super) fn read(name: Option<String>, variable: impl Fn(&str) -> Option<String>) -> Self {
        let host = |name: &str| host_level(&variable(name)?);
        let own = |name: &str| own_level(&variable(name)?);

        let shown = host("TF_LOG_PROVIDER")
            .or_else(|| host("TF_LOG"))
            .unwrap_or(LevelFilter::OFF);
        let sdk = own("TF_LOG_SDK").unwrap_or(shown);
        Self(Module::ALL.map(|module| {
            match module.sdk_name() {
                None => name
                    .as_ref()
                    .and_then(|name| own(&format!("TF_LOG_PROVIDER_{}", name.to_uppercase())))
                    .unwrap_or(shown),
                Some(part) => own(&format!("TF_LOG_{}", part.replace('.', "_").to_uppercase()))
                    .unwrap_or(match module {
                        // Several lines for each frame of each connection: only for those who ask.
                        Module::Transport => sdk.min(LevelFilter::WARN),
                        Module::Provider
                        | Module::Framework
                        | Module::Proto
                        | Module::Mux
                        | Module::Plugin => sdk,
                    }),
            }
        }))
    }

    /// The most verbose level of any module.
    pub(super) fn most(&self) -> LevelFilter {
        self.0.into_iter().max().unwrap_or(LevelFilter::OFF)
    }

    /// Whether an event is written, or a span's fields are kept.
    ///
    /// Terrane's spans say what a request is about, also to lines of the author: they are there for the most verbose module.
    fn allow(&self, metadata: &Metadata<'_>) -> bool {
        let module = Module::of(metadata.target());
        let level = if metadata.is_span()
            && matches!(module, Module::Framework | Module::Proto | Module::Mux)
        {
            self.most()
        } else {
            self.0[module as usize]
        };
        *metadata.level() <= level
    }
}

impl<S> Filter<S> for Levels {
    fn enabled(&self, metadata: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        self.allow(metadata)
    }

    fn callsite_enabled(&self, metadata: &'static Metadata<'static>) -> Interest {
        if self.allow(metadata) {
            Interest::always()
        } else {
            Interest::never()
        }
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.most())
    }
}

/// Reads a variable as Terraform reads its own: `JSON` and every unknown word mean everything.
fn host_level(text: &str) -> Option<LevelFilter> {
    (!text.is_empty()).then(|| known_level(text).unwrap_or(LevelFilter::TRACE))
}

/// Reads a variable as Terraform's SDKs read theirs: spaces do not count, and an unknown word is as good as none.
fn own_level(text: &str) -> Option<LevelFilter> {
    known_level(text.trim())
}

fn known_level(text: &str) -> Option<LevelFilter> {
    match text.to_ascii_lowercase().as_str() {
        "trace" => Some(LevelFilter::TRACE),
        "debug" => Some(LevelFilter::DEBUG),
        "info" => Some(LevelFilter::INFO),
        "warn" => Some(LevelFilter::WARN),
        "error" => Some(LevelFilter::ERROR),
        "off" => Some(LevelFilter::OFF),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFF: LevelFilter = LevelFilter::OFF;
    const ERROR: LevelFilter = LevelFilter::ERROR;
    const WARN: LevelFilter = LevelFilter::WARN;
    const INFO: LevelFilter = LevelFilter::INFO;
    const DEBUG: LevelFilter = LevelFilter::DEBUG;
    const TRACE: LevelFilter = LevelFilter::TRACE;

    type Environment = &'static [(&'static str, &'static str)];

    fn levels(environment: Environment) -> Levels {
        Levels::read(Some("google_beta".to_owned()), |name| {
            environment
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn variables_give_levels() {
        // Provider, framework, proto, mux, plugin, transport.
        let cases: [(Environment, [LevelFilter; 6]); 20] = [
            (&[], [OFF; 6]),
            (&[("TF_LOG", "")], [OFF; 6]),
            (&[("TF_LOG", "off")], [OFF; 6]),
            (&[("TF_LOG", "error")], [ERROR; 6]),
            (&[("TF_LOG", "INFO")], [INFO, INFO, INFO, INFO, INFO, WARN]),
            (
                &[("TF_LOG", "JSON")],
                [TRACE, TRACE, TRACE, TRACE, TRACE, WARN],
            ),
            (
                &[("TF_LOG", "loud")],
                [TRACE, TRACE, TRACE, TRACE, TRACE, WARN],
            ),
            (
                &[("TF_LOG", " info")],
                [TRACE, TRACE, TRACE, TRACE, TRACE, WARN],
            ),
            (&[("TF_LOG_CORE", "TRACE")], [OFF; 6]),
            (&[("TF_LOG_PROVIDER", "WARN")], [WARN; 6]),
            (
                &[("TF_LOG_PROVIDER", "json")],
                [TRACE, TRACE, TRACE, TRACE, TRACE, WARN],
            ),
            (
                &[("TF_LOG", "TRACE"), ("TF_LOG_PROVIDER", "ERROR")],
                [ERROR; 6],
            ),
            (&[("TF_LOG", "TRACE"), ("TF_LOG_PROVIDER", "OFF")], [OFF; 6]),
            (&[("TF_LOG", "ERROR"), ("TF_LOG_PROVIDER", "")], [ERROR; 6]),
            (
                &[("TF_LOG_PROVIDER_GOOGLE_BETA", " Debug ")],
                [DEBUG, OFF, OFF, OFF, OFF, OFF],
            ),
            (
                &[("TF_LOG", "ERROR"), ("TF_LOG_PROVIDER_GOOGLE_BETA", "loud")],
                [ERROR; 6],
            ),
            (
                &[("TF_LOG", "TRACE"), ("TF_LOG_SDK", "off")],
                [TRACE, OFF, OFF, OFF, OFF, OFF],
            ),
            (
                &[("TF_LOG_SDK", "info"), ("TF_LOG_SDK_PROTO", "trace")],
                [OFF, INFO, TRACE, INFO, INFO, WARN],
            ),
            (
                &[("TF_LOG_SDK", "JSON"), ("TF_LOG_SDK_FRAMEWORK", "warn")],
                [OFF, WARN, OFF, OFF, OFF, OFF],
            ),
            (
                &[
                    ("TF_LOG_SDK_MUX", "warn"),
                    ("TF_LOG_SDK_PLUGIN", "info"),
                    ("TF_LOG_SDK_TRANSPORT", "trace"),
                ],
                [OFF, OFF, OFF, WARN, INFO, TRACE],
            ),
        ];
        for (environment, expected) in cases {
            assert_eq!(levels(environment), Levels(expected), "{environment:?}");
        }
    }

    #[test]
    fn nameless_provider_has_no_variable_of_its_own() {
        let read = Levels::read(None, |name| {
            assert!(!name.starts_with("TF_LOG_PROVIDER_"), "{name}");
            None
        });
        assert_eq!(read.most(), OFF);
    }
}
