//! The log level of each module, read once from the environment.

use std::env;
use std::ffi::OsString;

use tracing::Metadata;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::Interest;
use tracing_subscriber::layer::{Context, Filter};

use super::module::{Module, is_below};
use super::settings::Log;

/// The most verbose level of each module.
///
/// The host filters lines again, by `TF_LOG_PROVIDER` or else `TF_LOG`, and the provider inherits both variables. They are the default levels here
/// too, so that the provider does not format lines that the host drops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Levels {
    modules: [LevelFilter; Module::ALL.len()],
    /// Targets of the author's subsystems, the longest first.
    subsystems: Vec<(String, LevelFilter)>,
}

impl Log {
    /// Reads the levels from the environment.
    pub(super) fn levels(&self) -> Levels {
        match self.level {
            Some(level) => Levels {
                modules: [level; Module::ALL.len()],
                subsystems: Vec::new(),
            },
            None => Levels::read(self, |variable| env::var_os(variable)),
        }
    }
}

impl Levels {
    /// Reads the levels of a provider's log.
    pub(super) fn read(log: &Log, variable: impl Fn(&str) -> Option<OsString>) -> Self {
        // A value that is not UTF-8 is one that no level has, and not a missing one.
        let host = |name: &str| host_level(&variable(name)?.to_string_lossy());
        let own = |name: &str| own_level(&variable(name)?.to_string_lossy());

        let shown = host("TF_LOG_PROVIDER")
            .or_else(|| host("TF_LOG"))
            .unwrap_or(LevelFilter::OFF);
        let sdk = own("TF_LOG_SDK").unwrap_or(shown);
        let named = log.provider.as_ref().map(|name| variable_of(name));
        let provider = named.as_ref().and_then(|name| own(name)).unwrap_or(shown);
        let modules = Module::ALL.map(|module| match module.sdk_name() {
            None => provider,
            Some(part) => {
                own(&format!("TF_LOG_{}", shouted(part))).unwrap_or(match module {
                    // The transport writes several lines for each frame. Levels more verbose than `WARN` need its own variable.
                    Module::Transport => sdk.min(LevelFilter::WARN),
                    Module::Provider
                    | Module::Framework
                    | Module::Proto
                    | Module::Mux
                    | Module::Plugin => sdk,
                })
            }
        });
        let subsystems = log.subsystems.iter().map(|it| {
            let requested = named
                .as_ref()
                .and_then(|name| own(&format!("{name}_{}", shouted(&it.name))));
            // A level that the author sets limits the lines. It does not enable logging by itself.
            let level = requested.unwrap_or(provider.min(it.level.unwrap_or(provider)));
            (it.target.clone(), level)
        });
        let mut subsystems: Vec<_> = subsystems.collect();
        subsystems.sort_by_key(|(target, _)| std::cmp::Reverse(target.len()));
        Self {
            modules,
            subsystems,
        }
    }

    /// The most verbose level of any module.
    pub(super) fn most(&self) -> LevelFilter {
        let subsystems = self.subsystems.iter().map(|(_, level)| *level);
        let all = self.modules.into_iter().chain(subsystems);
        all.max().unwrap_or(LevelFilter::OFF)
    }

    /// Returns whether an event is written, or a span's fields are kept.
    ///
    /// Terrane's spans hold the fields that describe the request, and lines of the author contain these fields too. So the spans have the most
    /// verbose level of all modules.
    fn allow(&self, metadata: &Metadata<'_>) -> bool {
        let target = metadata.target();
        let module = Module::of(target);
        let subsystem = self.subsystems.iter().find(|(it, _)| is_below(it, target));
        let level = if let Some((_, level)) = subsystem {
            *level
        } else if metadata.is_span()
            && matches!(module, Module::Framework | Module::Proto | Module::Mux)
        {
            self.most()
        } else {
            self.modules[module as usize]
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

/// Returns the name of the variable for a provider's level.
fn variable_of(provider: &str) -> String {
    format!("TF_LOG_PROVIDER_{}", shouted(provider))
}

/// Returns a name in the form of environment variables: in capitals, with underscores.
fn shouted(name: &str) -> String {
    name.replace(['.', '-'], "_").to_ascii_uppercase()
}

/// Parses a variable as Terraform does: `JSON` and every unknown value mean `TRACE`.
fn host_level(text: &str) -> Option<LevelFilter> {
    (!text.is_empty()).then(|| known_level(text).unwrap_or(LevelFilter::TRACE))
}

/// Parses a variable as Terraform's SDKs do: surrounding spaces are ignored, and an unknown value counts as unset.
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
        levels_of(&Log::new("hashicorp/google-beta"), environment)
    }

    fn levels_of(log: &Log, environment: Environment) -> Levels {
        Levels::read(log, |name| {
            environment
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| value.into())
        })
    }

    #[test]
    fn variables_give_levels() {
        // The order of the levels: provider, framework, proto, mux, plugin, transport.
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
            assert_eq!(levels(environment).modules, expected, "{environment:?}");
        }
    }

    /// Terraform prints "Invalid log level" and logs everything, so its lines of the provider must exist.
    #[cfg(unix)]
    #[test]
    fn a_variable_that_is_not_utf_8_has_an_unknown_value() {
        use std::os::unix::ffi::OsStringExt as _;

        let level = |variable| {
            let set =
                |name: &str| (name == variable).then(|| OsString::from_vec(b"caf\xe9".into()));
            Levels::read(&Log::new("zoo"), set).modules[Module::Provider as usize]
        };
        assert_eq!(level("TF_LOG"), TRACE);
        assert_eq!(level("TF_LOG_PROVIDER"), TRACE);
        assert_eq!(level("TF_LOG_PROVIDER_ZOO"), OFF);
    }

    #[test]
    fn nameless_provider_has_no_variable_of_its_own() {
        let read = Levels::read(&Log::new(""), |name| {
            assert!(!name.starts_with("TF_LOG_PROVIDER_"), "{name}");
            None
        });
        assert_eq!(read.most(), OFF);
    }

    #[test]
    fn subsystems_have_variables_below_the_providers() {
        let mut log = Log::new("hashicorp/google-beta");
        log.subsystem("http-api", "hyper").level(LevelFilter::INFO);
        log.subsystem("pets", "zoo::pets");
        let cases: [(Environment, [LevelFilter; 2]); 6] = [
            (&[], [OFF; 2]),
            (&[("TF_LOG", "TRACE")], [INFO, TRACE]),
            (&[("TF_LOG", "ERROR")], [ERROR, ERROR]),
            (&[("TF_LOG_PROVIDER_GOOGLE_BETA", "debug")], [INFO, DEBUG]),
            (
                &[("TF_LOG_PROVIDER_GOOGLE_BETA_HTTP_API", "trace")],
                [TRACE, OFF],
            ),
            (
                &[
                    ("TF_LOG", "TRACE"),
                    ("TF_LOG_PROVIDER_GOOGLE_BETA_PETS", "off"),
                ],
                [INFO, OFF],
            ),
        ];
        for (environment, [http, pets]) in cases {
            let levels = levels_of(&log, environment);
            let mut subsystems = levels.subsystems.clone();
            // The lines that author code prints belong to subsystems that always exist.
            subsystems.retain(|(target, _)| target != "stdout" && target != "stderr");
            let expected = [("zoo::pets".to_owned(), pets), ("hyper".to_owned(), http)];
            assert_eq!(subsystems, expected, "{environment:?}");
            assert!(levels.most() >= http.max(pets), "{environment:?}");
        }
    }
}
