//! ConfigureProvider: settings from the configuration and the environment.

use std::env;
use std::sync::{Arc, PoisonError};

use terrane_protocol::*;
use terrane_value::{Data, Object, Path, Value};

use super::{Server, author, values};
use crate::context::{Host, Private, deferral};
use crate::planning;
use crate::resource::Configured;
use crate::schema::{Block, Member};
use crate::secret;

/// The state of the provider's configuration.
#[derive(Default)]
pub(super) enum Configuration {
    /// Not configured yet.
    #[default]
    None,
    /// Configured with unknown settings (rule P5).
    Unknown(Arc<[Path]>),
    /// Deferred by the provider itself (rule G11).
    Deferred(DeferredReason),
    /// Configured.
    Ready(Configured),
}

impl Server {
    pub(super) async fn configure(
        &self,
        request: ConfigureProviderRequest,
    ) -> ConfigureProviderResponse {
        let diagnostics = self
            .configured(request)
            .await
            .unwrap_or_else(|diagnostics| diagnostics);
        ConfigureProviderResponse { diagnostics }
    }

    async fn configured(
        &self,
        request: ConfigureProviderRequest,
    ) -> Result<Diagnostics, Diagnostics> {
        let block = (self.definition.config)();
        let mut config = values::decode_some(&request.config, block, "provider's configuration")?;
        let doing = format!("Cannot configure {}", self.definition.address);
        author::call(&doing, || {
            fill_from_environment(block, &mut config, |variable| env::var(variable).ok())?;
            if block.facts().defaults {
                planning::fill_missing(block, &mut config);
            }
            Ok::<_, Diagnostics>(())
        })??;
        secret::note(block, &config);
        let unknown = unknown_paths(&config);
        if !unknown.is_empty() {
            self.set_configuration(Configuration::Unknown(unknown.into()));
            return Ok(Diagnostics::new());
        }
        let cx = self.call.context(Private::default());
        let host = Host {
            version: request.terraform_version,
            deferral_allowed: request.client_capabilities.deferral_allowed,
        };
        let configured = self.call.run(&doing, || {
            (self.definition.configure)(config, host.clone(), cx.clone())
        });
        let provider = match configured.await {
            Ok(provider) => provider,
            Err(error) => return Err(author::report(&cx, Some(error), &doing)),
        };
        let mut diagnostics = author::report(&cx, None, &doing);
        match cx.journal(|journal| journal.deferred) {
            None => self.set_configuration(Configuration::Ready(provider)),
            Some(reason) if host.deferral_allowed => {
                self.set_configuration(Configuration::Deferred(reason));
            }
            Some(_) => diagnostics.push(Diagnostic::error(
                "Invalid Deferred Provider Response",
                "The provider defers its work, and this host does not support that. This is a bug in the provider: it must ask \
                 `deferral_allowed` first.",
            )),
        }
        Ok(diagnostics)
    }

    fn set_configuration(&self, configuration: Configuration) {
        let mut current = self
            .configuration
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let previous = std::mem::replace(&mut *current, configuration);
        drop(current);
        // Author code may block in its `Drop`: other calls need the lock.
        drop(previous);
    }

    /// Returns the configured provider, or the reason why there is none.
    pub(super) fn provider(&self) -> Result<Configured, NotReady> {
        match &*self
            .configuration
            .read()
            .unwrap_or_else(PoisonError::into_inner)
        {
            Configuration::Ready(provider) => Ok(Configured::clone(provider)),
            Configuration::Unknown(paths) => Err(NotReady::Unknown(Arc::clone(paths))),
            Configuration::Deferred(reason) => Err(NotReady::Deferred(*reason)),
            Configuration::None => Err(NotReady::NotConfigured),
        }
    }
}

/// The reason why the provider is not available.
pub(super) enum NotReady {
    NotConfigured,
    Unknown(Arc<[Path]>),
    Deferred(DeferredReason),
}

impl NotReady {
    /// Defers the call until the settings are known, if the host supports deferral.
    pub(super) fn deferred(&self, capabilities: &ClientCapabilities) -> Option<Deferred> {
        let reason = match self {
            Self::NotConfigured => return None,
            Self::Unknown(_) => DeferredReason::ProviderConfigUnknown,
            Self::Deferred(reason) => *reason,
        };
        capabilities.deferral_allowed.then(|| deferral(reason))
    }

    pub(super) fn diagnostic(&self, doing: &str) -> Diagnostic {
        let detail = match self {
            Self::NotConfigured => {
                "The host has not configured the provider. This is a bug in the host: it calls ConfigureProvider first.".to_owned()
            }
            Self::Unknown(paths) => {
                let names: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
                let (depend, them) = match names.as_slice() {
                    [_] => ("depends", "it to a known value"),
                    _ => ("depend", "them to known values"),
                };
                format!(
                    "The provider's configuration is not known yet: {} {depend} on something that is only known after apply. Apply that \
                     first (with -target), or set {them}.",
                    names.join(", ")
                )
            }
            Self::Deferred(_) => {
                "The provider defers its work until more is known, and the host does not wait for that. Apply first what the provider's \
                 configuration depends on (with -target)."
                    .to_owned()
            }
        };
        Diagnostic::error(doing, detail)
    }
}

fn unknown_paths(config: &Object) -> Vec<Path> {
    let mut paths = Vec::new();
    Value::Known(Data::Object(config.clone())).walk(|path, value| {
        if value.is_unknown() {
            paths.push(path.clone());
        }
        true
    });
    paths
}

/// Reads settings that are not configured from their environment variables.
pub(super) fn fill_from_environment(
    block: &Block,
    config: &mut Object,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<(), Diagnostics> {
    let mut missing = Diagnostics::new();
    for (at, member) in block.members().iter().enumerate() {
        let Some(name) = member.variable() else {
            continue;
        };
        if !config.at(at).is_null() {
            continue;
        }
        match variable(name).filter(|text| !text.is_empty()) {
            Some(text) => match from_text(member, name, text) {
                Ok(value) => *config.at_mut(at) = value,
                Err(diagnostic) => missing.push(diagnostic),
            },
            None if member.is_nullable() => {}
            None => missing.push(
                Diagnostic::error(
                    "Missing provider setting",
                    format!(
                        "Set `{}` in the provider's configuration, or the environment variable {name}.",
                        member.name()
                    ),
                )
                .at(Path::root().attribute(member.name().clone())),
            ),
        }
    }
    if missing.has_errors() {
        Err(missing)
    } else {
        Ok(())
    }
}

fn from_text(member: &Member, variable: &str, text: String) -> Result<Value, Diagnostic> {
    if member.is_sensitive() || member.is_write_only() {
        secret::hide(&text);
    }
    let value = Value::Known(Data::String(text.into()))
        .convert(&member.ty())
        .map_err(|_| {
            format!(
                "The environment variable {variable} holds no {}, which `{}` needs.",
                member.ty(),
                member.name()
            )
        });
    value
        .and_then(|value| {
            for validator in member.checks() {
                validator.check(&value).map_err(|violation| {
                    format!(
                        "The environment variable {variable}, used for `{}`: {}.",
                        member.name(),
                        violation.detail
                    )
                })?;
            }
            Ok(value)
        })
        .map_err(|detail| {
            Diagnostic::error("Bad environment variable", detail)
                .at(Path::root().attribute(member.name().clone()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attr::Sensitive;

    fn block() -> Block {
        Block::new([
            Member::of::<Sensitive<String>>("token").env("ZOO_TOKEN"),
            Member::of::<Option<i64>>("retries").env("ZOO_RETRIES"),
        ])
    }

    fn filled(variables: &[(&str, &str)]) -> Result<Object, Diagnostics> {
        let block = block();
        let mut config = Object::new(block.object_type());
        fill_from_environment(&block, &mut config, |name| {
            variables
                .iter()
                .find(|(variable, _)| *variable == name)
                .map(|(_, text)| (*text).to_owned())
        })?;
        Ok(config)
    }

    #[test]
    fn a_setting_comes_from_its_variable() {
        let config = filled(&[("ZOO_TOKEN", "t"), ("ZOO_RETRIES", "3")]).unwrap();
        assert_eq!(config.get("token"), Some(&"t".into()));
        assert_eq!(
            config.get("retries"),
            Some(&Value::Known(Data::Number(3.into())))
        );
    }

    fn lower(text: &str) -> Result<(), String> {
        Err(format!("expected lower case, found \"{text}\""))
    }

    #[test]
    fn a_refused_sensitive_setting_is_hidden_in_its_diagnostic() {
        let token = Member::of::<String>("token").sensitive().env("ZOO_TOKEN");
        let block = Block::new([token.validator(crate::validate::on::<String, _>(lower))]);
        let mut config = Object::new(block.object_type());
        let variable = |_: &str| Some("HUNTER2".to_owned());
        let seen = secret::OfRequest::default();
        let noting = secret::noting(&seen);
        let filled = fill_from_environment(&block, &mut config, variable);
        drop(noting);
        let detail = &filled.unwrap_err().errors().next().unwrap().detail.clone();
        let detail = secret::hidden(detail, &mut [&mut *seen.lock().unwrap()]).unwrap();
        assert!(detail.contains("found \"***\""), "{detail}");
    }

    #[test]
    fn settings_that_are_not_known_are_all_named() {
        let error_for = |names: &[&str]| {
            let paths = names.iter().map(|name| Path::root().attribute(*name));
            NotReady::Unknown(paths.collect()).diagnostic("").detail
        };
        let one = error_for(&["url"]);
        assert!(one.contains("`url` depends on something"), "{one}");
        assert!(one.ends_with("set it to a known value."), "{one}");
        let two = error_for(&["url", "token"]);
        assert!(two.contains("`url`, `token` depend on something"), "{two}");
        assert!(two.ends_with("set them to known values."), "{two}");
    }

    #[test]
    fn a_missing_setting_names_attribute_and_variable() {
        let diagnostics = filled(&[]).unwrap_err();
        let detail = &diagnostics.errors().next().unwrap().detail;
        assert!(
            detail.contains("`token`") && detail.contains("ZOO_TOKEN"),
            "{detail}"
        );
    }

    #[test]
    fn a_variable_of_another_type_is_named_without_its_value() {
        let diagnostics = filled(&[("ZOO_TOKEN", "t"), ("ZOO_RETRIES", "s3cret")]).unwrap_err();
        let detail = &diagnostics.errors().next().unwrap().detail;
        assert!(
            detail.contains("ZOO_RETRIES") && !detail.contains("s3cret"),
            "{detail}"
        );
    }
}
