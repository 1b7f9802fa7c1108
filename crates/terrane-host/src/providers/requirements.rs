//! The providers that a configuration and a state need, and the configurations of providers that resources use.

use std::collections::{BTreeMap, BTreeSet};

use terrane_hcl::{Diagnostic, Diagnostics};
use terrane_value::Text;

use crate::address::{self, Provider, ProviderConfig};
use crate::config::{Config, Module, ProviderReference, Resource};
use crate::state::State;
use crate::version::Constraints;

/// The providers that are needed, each with the constraints on its version.
pub type Requirements = BTreeMap<Provider, BTreeSet<String>>;

/// Returns the providers that a configuration needs: those of `required_providers`, of `provider` blocks, and of resources.
///
/// ```
/// use terrane_host::config::Config;
/// use terrane_host::providers::requirements;
///
/// let folder = tempfile::tempdir()?;
/// let text = "
/// terraform {
///   required_providers {
///     zoo = { source = \"acme/zoo\", version = \"~> 1.2\" }
///   }
/// }
/// resource \"random_pet\" \"rex\" {}
/// ";
/// std::fs::write(folder.path().join("main.tf"), text)?;
/// let (requirements, errors) = requirements(&Config::load(folder.path())?);
/// assert!(errors.is_empty());
/// let names: Vec<String> = requirements.keys().map(ToString::to_string).collect();
/// assert_eq!(names, ["registry.terraform.io/acme/zoo", "registry.terraform.io/hashicorp/random"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The diagnostics have an error for each constraint that cannot be parsed.
pub fn requirements(config: &Config) -> (Requirements, Diagnostics) {
    let mut requirements = Requirements::new();
    let mut diagnostics = Diagnostics::new();
    for module in config.modules() {
        for required in module.required_providers.values() {
            let constraints = requirements.entry(required.provider.clone()).or_default();
            let Some(version) = &required.version else {
                continue;
            };
            match version.parse::<Constraints>() {
                Ok(_) => {
                    constraints.insert(version.to_string());
                }
                Err(error) => diagnostics.push(
                    Diagnostic::error("Invalid version constraint", format!("{error}."))
                        .at(required.span),
                ),
            }
        }
        let resources = module.resources.values();
        let checks = module.checks.values();
        let resources = resources.chain(checks.filter_map(|check| check.data.as_ref()));
        let imports = module.imports.iter();
        let names = module
            .providers
            .keys()
            .map(|(name, _)| name.clone())
            .chain(resources.map(local_name))
            .chain(imports.filter_map(|import| Some(import.provider.as_ref()?.name.clone())));
        for name in names {
            requirements.entry(provider(module, &name)).or_default();
        }
    }
    (requirements, diagnostics)
}

/// Adds the providers of the objects in a state.
pub fn add_state(requirements: &mut Requirements, state: &State) {
    for resource in state.resources.values() {
        let provider = resource.provider.provider.clone();
        requirements.entry(provider).or_default();
    }
}

/// Returns the provider that a local name means in a module.
pub fn provider(module: &Module, local_name: &str) -> Provider {
    match module.required_providers.get(local_name) {
        Some(required) => required.provider.clone(),
        None => Provider::implied(local_name),
    }
}

/// Returns the local name of a resource's provider: that of its `provider` argument, or the part of its type before the first underscore.
fn local_name(resource: &Resource) -> Text {
    match &resource.provider {
        Some(reference) => reference.name.clone(),
        None => {
            let type_name = resource.address.type_name.as_str();
            let (name, _) = type_name.split_once('_').unwrap_or((type_name, ""));
            name.into()
        }
    }
}

/// Finds the configuration of a provider that a resource of a module uses: the calls of modules pass configurations by their `providers` argument,
/// and default configurations pass themselves. A default configuration without a block is that of the root module.
///
/// ```
/// use terrane_host::address::{Module, Resource};
/// use terrane_host::config::Config;
/// use terrane_host::providers::provider_config;
///
/// let folder = tempfile::tempdir()?;
/// std::fs::create_dir(folder.path().join("net"))?;
/// let root = "
/// provider \"zoo\" {
///   alias = \"west\"
/// }
/// module \"net\" {
///   source    = \"./net\"
///   providers = { zoo = zoo.west }
/// }
/// ";
/// std::fs::write(folder.path().join("main.tf"), root)?;
/// std::fs::write(folder.path().join("net/main.tf"), "resource \"zoo_pet\" \"rex\" {}\n")?;
/// let config = Config::load(folder.path())?;
/// let module = Module::default().child("net");
/// let resource = &config.module(&module).unwrap().resources[&Resource::managed("zoo_pet", "rex")];
/// let found = provider_config(&config, &module, resource)?;
/// assert_eq!(found.to_string(), "provider[\"registry.terraform.io/hashicorp/zoo\"].west");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails if there is no configuration with the alias.
pub fn provider_config(
    config: &Config,
    module: &address::Module,
    resource: &Resource,
) -> Result<ProviderConfig, Diagnostic> {
    let place = resource
        .provider
        .as_ref()
        .map_or(resource.span, |it| it.span);
    let alias = resource.provider.as_ref().and_then(|it| it.alias.clone());
    let found = resolve(config, module, local_name(resource), alias);
    found.map_err(|name| {
        let summary = "Provider configuration not present";
        let detail = format!(
            "{} uses the provider configuration \"{name}\", which does not exist. Add a `provider` block, or pass the configuration to the module.",
            resource.address
        );
        Diagnostic::error(summary, detail).at(place)
    })
}

/// Follows a local name and an alias from a module to the module with the configuration. Fails with the name that does not exist.
fn resolve(
    config: &Config,
    module: &address::Module,
    mut name: Text,
    mut alias: Option<Text>,
) -> Result<ProviderConfig, String> {
    let mut path = module.0.clone();
    loop {
        let address = address::Module(path.clone());
        let shown = || match &alias {
            Some(alias) => format!("{name}.{alias}"),
            None => name.to_string(),
        };
        let current = config.module(&address).ok_or_else(shown)?;
        let provider = provider(current, &name);
        let exists = current
            .providers
            .contains_key(&(name.clone(), alias.clone()));
        let Some(call) = path.pop() else {
            // Default configurations need no block.
            if !exists && alias.is_some() {
                return Err(shown());
            }
            return Ok(ProviderConfig {
                module: address,
                provider,
                alias,
            });
        };
        let parent = config.module(&address::Module(path.clone()));
        let parent = parent.ok_or_else(shown)?;
        let passed = parent.calls.get(&call).and_then(|call| {
            let is_inner = |inner: &ProviderReference| inner.name == name && inner.alias == alias;
            let mut passed = call.providers.iter();
            passed.find(|(inner, _)| is_inner(inner))
        });
        match passed {
            Some((_, outer)) => {
                name = outer.name.clone();
                alias.clone_from(&outer.alias);
            }
            None if exists => {
                return Ok(ProviderConfig {
                    module: address,
                    provider,
                    alias,
                });
            }
            None if alias.is_some() => return Err(shown()),
            None => {
                // The default configuration of the same provider, whatever its local name there.
                let mut names = parent.required_providers.iter();
                let same = names.find(|(_, required)| required.provider == provider);
                name = match same {
                    Some((name, _)) => name.clone(),
                    None => provider.type_name.clone(),
                };
                if self::provider(parent, &name) != provider {
                    return Ok(ProviderConfig {
                        module: address::Module::default(),
                        provider,
                        alias: None,
                    });
                }
            }
        }
    }
}
