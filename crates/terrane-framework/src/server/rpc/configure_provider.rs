//! ConfigureProvider: settings from the configuration and the environment.

use std::env;

use terrane_protocol::*;
use terrane_value::{Data, Object, Path, Value};

use crate::context::{ConfigureContext, Private};
use crate::planning;
use crate::schema::{Block, Member};
use crate::secret;
use crate::server::call::configuration::NotReady;
use crate::server::call::environment::fill_from_environment;
use crate::server::call::{author, values};
use crate::server::session::Server;

impl Server {
    pub(crate) async fn configure(
        &self,
        request: ConfigureProviderRequest,
    ) -> Result<DiagnosticsResponse, Diagnostics> {
        let block = &self.definition.config;
        let mut config = values::decode_some(&request.config, block, "provider's configuration")?;
        let doing = format!("Cannot configure {}", self.definition.provider.address());
        author::call(&doing, || {
            let mut unusable = fill_from_environment(block, &mut config, |name| env::var_os(name));
            unusable.invalid.extend(unusable.missing);
            if unusable.invalid.has_errors() {
                return Err(unusable.invalid);
            }
            if block.facts().defaults {
                planning::fill_missing(block, &mut config);
            }
            Ok(())
        })??;
        if block.facts().defaults {
            config = values::expressible(config, block)?;
        }
        secret::note(block, &config);
        let unknown = unknown_paths(block, &config);
        if !unknown.is_empty() {
            self.set_configuration(Err(NotReady::Unknown(unknown.into())));
            return Ok(DiagnosticsResponse::default());
        }
        let cx = self
            .call
            .context(Private::default())
            .for_host(&request.client_capabilities);
        let configured = self.call.run(&doing, || {
            let cx = ConfigureContext::new(cx.clone(), request.terraform_version);
            self.definition.provider.configure(config, cx)
        });
        let configuration = match configured.await {
            Ok(provider) => Ok(provider),
            Err(error) => match cx.deferral(true) {
                Some(reason) => Err(NotReady::Deferred(reason)),
                None => return Err(author::report(&cx, Some(error), &doing)),
            },
        };
        self.set_configuration(configuration);
        Ok(DiagnosticsResponse {
            diagnostics: author::report(&cx, None, &doing),
        })
    }
}

/// Returns the paths of the unknown values that `configure` does not accept.
fn unknown_paths(block: &Block, config: &Object) -> Vec<Path> {
    let mut paths = Vec::new();
    Value::Known(Data::Object(config.clone())).walk(|path, value| {
        if value.is_unknown() && !block.member_at(path).is_some_and(Member::accepts_unknown) {
            paths.push(path.clone());
        }
        true
    });
    paths
}
