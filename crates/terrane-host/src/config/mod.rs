//! Configurations: the files of a folder and of the local modules that it calls, as a tree of modules.
//!
//! Override files are merged into the blocks that they override. Loading evaluates only constants: types and defaults of variables, and flags. All other expressions stay syntax trees for a later layer.
//! What this crate does not support is an error with its place.

mod action;
mod block;
mod load;
mod messages;
mod meta;
mod module;
mod overrides;
mod provisioner;
mod provisioners;
mod settings;
mod trigger;
mod versions;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use sha2::{Digest as _, Sha256};
use terrane_hcl::syntax::ast::{Attribute, Body, Expression, Traversal};
use terrane_hcl::value::{TypeConstraint, Value};
use terrane_hcl::{Diagnostics, Sources, Span};
use terrane_value::Text;

use crate::address::{self, Target};

pub use provisioner::{OnFailure, Provisioner, When};
pub use trigger::{ActionTrigger, TriggerEvent, TriggeredAction};

/// A configuration that has been loaded.
///
/// ```
/// use terrane_host::address::Resource;
/// use terrane_host::config::Config;
///
/// let folder = tempfile::tempdir()?;
/// std::fs::write(
///     folder.path().join("main.tf"),
///     "resource \"zoo_pet\" \"rex\" {\n  count = 2\n}\n",
/// )?;
/// let config = Config::load(folder.path())?;
/// let resource = &config.root.resources[&Resource::managed("zoo_pet", "rex")];
/// assert!(resource.meta.count.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Config {
    /// The root module.
    pub root: Module,
    /// The texts of all files, for diagnostics.
    pub sources: Sources,
    /// The warnings.
    pub warnings: Diagnostics,
}

/// The errors of a configuration. `Display` shows each one with the lines of its file.
#[derive(Debug)]
pub struct ConfigError {
    /// The errors and warnings.
    pub diagnostics: Diagnostics,
    /// The texts of all files.
    pub sources: Sources,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{}", diagnostic.render(&self.sources))?;
        }
        Ok(())
    }
}

impl std::error::Error for ConfigError {}

impl Config {
    /// Finds a module.
    pub fn module(&self, address: &address::Module) -> Option<&Module> {
        let mut names = address.0.iter();
        names.try_fold(&self.root, |module, name| module.children.get(name))
    }

    /// Returns a hash of the names and texts of all files.
    pub(crate) fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for source in self.sources.iter() {
            for part in [source.name().as_bytes(), &source.bytes()[..]] {
                hash.update(part.len().to_be_bytes());
                hash.update(part);
            }
        }
        base16ct::lower::encode_string(&hash.finalize())
    }

    /// Returns all modules, each before those that it calls.
    pub fn modules(&self) -> Vec<&Module> {
        let mut modules = vec![&self.root];
        let mut next = 0;
        while let Some(module) = modules.get(next) {
            modules.extend(module.children.values());
            next += 1;
        }
        modules
    }
}

/// A module of the configuration.
#[derive(Debug, Clone, Default)]
pub struct Module {
    /// The address.
    pub address: address::Module,
    /// The folder of the files.
    pub folder: PathBuf,
    /// The constraints on the version of the host. Loading does not check them: see [`Config::check_versions`].
    pub required_versions: Vec<(Text, Span)>,
    /// The providers by their local names.
    pub required_providers: BTreeMap<Text, RequiredProvider>,
    /// The configurations of providers, by the local name and the alias.
    pub providers: BTreeMap<(Text, Option<Text>), ProviderBlock>,
    /// The variables.
    pub variables: BTreeMap<Text, Variable>,
    /// The expressions of the local values.
    pub locals: BTreeMap<Text, Attribute>,
    /// The outputs.
    pub outputs: BTreeMap<Text, Output>,
    /// The resources, data sources and actions.
    pub resources: BTreeMap<address::Resource, Resource>,
    /// The calls of other modules.
    pub calls: BTreeMap<Text, ModuleCall>,
    /// The called modules.
    pub children: BTreeMap<Text, Module>,
    /// The `check` blocks.
    pub checks: BTreeMap<Text, Check>,
    /// The `moved` blocks.
    pub moved: Vec<Moved>,
    /// The `removed` blocks.
    pub removed: Vec<Removed>,
    /// The `import` blocks. Only the root module has some.
    pub imports: Vec<Import>,
}

impl Module {
    /// Finds a resource or data source, with the name of the `check` block that it is in.
    pub(crate) fn resource(
        &self,
        address: &address::Resource,
    ) -> Option<(&Resource, Option<&Text>)> {
        if let Some(resource) = self.resources.get(address) {
            return Some((resource, None));
        }
        self.checks.iter().find_map(|(name, check)| {
            let data = check.data.as_ref()?;
            (data.address == *address).then_some((data, Some(name)))
        })
    }
}

/// An entry of `required_providers`.
#[derive(Debug, Clone)]
pub struct RequiredProvider {
    /// The address of the provider.
    pub provider: address::Provider,
    /// The constraint on the version. Loading does not check it.
    pub version: Option<Text>,
    /// The aliases that the calling module must pass, of `configuration_aliases`.
    pub configuration_aliases: Vec<Text>,
    /// The place.
    pub span: Span,
}

/// A `provider` block.
#[derive(Debug, Clone)]
pub struct ProviderBlock {
    /// The content, with `alias`.
    pub body: Body,
    /// The place of the header.
    pub span: Span,
}

/// A reference to a configuration of a provider: the local name and the alias.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderReference {
    /// The local name.
    pub name: Text,
    /// The alias.
    pub alias: Option<Text>,
    /// The place.
    pub span: Span,
}

/// A `variable` block.
#[derive(Debug, Clone)]
pub struct Variable {
    /// The type, and the defaults of optional attributes. Any value without a `type` argument.
    pub constraint: TypeConstraint,
    /// The default value, of the type. Without it, the caller must set the variable.
    pub default: Option<Value>,
    /// The description.
    pub description: Option<Text>,
    /// Whether hosts hide the value.
    pub sensitive: bool,
    /// Whether the value exists during one run only.
    pub ephemeral: bool,
    /// Whether the value may be null. Otherwise null means the default.
    pub nullable: bool,
    /// The `validation` blocks.
    pub validations: Vec<Condition>,
    /// The place of the header.
    pub span: Span,
}

/// An `output` block.
#[derive(Debug, Clone)]
pub struct Output {
    /// The value.
    pub value: Expression,
    /// The description.
    pub description: Option<Text>,
    /// Whether hosts hide the value.
    pub sensitive: bool,
    /// Whether the value exists during one run only.
    pub ephemeral: bool,
    /// The references of `depends_on`.
    pub depends_on: Vec<Traversal>,
    /// The `precondition` blocks.
    pub preconditions: Vec<Condition>,
    /// The place of the header.
    pub span: Span,
}

/// A `validation`, `precondition`, `postcondition` or `assert` block.
#[derive(Debug, Clone)]
pub struct Condition {
    /// The condition.
    pub condition: Expression,
    /// The message if the condition is false.
    pub error_message: Expression,
    /// The place of the header.
    pub span: Span,
}

/// The arguments of hosts that resources and modules have in common.
#[derive(Debug, Clone, Default)]
pub struct Meta {
    /// The number of instances.
    pub count: Option<Expression>,
    /// The keys of instances.
    pub for_each: Option<Expression>,
    /// The references of `depends_on`.
    pub depends_on: Vec<Traversal>,
}

/// A `resource`, `data`, `ephemeral` or `action` block.
#[derive(Debug, Clone)]
pub struct Resource {
    /// The address in the module.
    pub address: address::Resource,
    /// `count`, `for_each` and `depends_on`.
    pub meta: Meta,
    /// The provider's configuration. Otherwise the type implies the default configuration of a provider.
    pub provider: Option<ProviderReference>,
    /// The `lifecycle` block.
    pub lifecycle: Lifecycle,
    /// The `provisioner` blocks.
    pub provisioners: Vec<Provisioner>,
    /// The content, with the arguments of hosts. That of an action is its block `config`.
    pub body: Body,
    /// The place of the header.
    pub span: Span,
}

/// A `lifecycle` block.
#[derive(Debug, Clone, Default)]
pub struct Lifecycle {
    /// Whether a replacement creates the new object first. Absent if the block does not say.
    pub create_before_destroy: Option<bool>,
    /// Whether plans that destroy the object are refused.
    pub prevent_destroy: bool,
    /// The changes that are ignored.
    pub ignore_changes: IgnoreChanges,
    /// The references whose changes replace the object.
    pub replace_triggered_by: Vec<Expression>,
    /// The `action_trigger` blocks.
    pub action_triggers: Vec<ActionTrigger>,
    /// The `precondition` blocks.
    pub preconditions: Vec<Condition>,
    /// The `postcondition` blocks.
    pub postconditions: Vec<Condition>,
}

/// The changes of the configuration that are ignored.
#[derive(Debug, Clone, PartialEq)]
pub enum IgnoreChanges {
    /// All changes.
    All,
    /// The changes of these attributes, relative to the resource.
    Attributes(Vec<Traversal>),
}

impl Default for IgnoreChanges {
    fn default() -> Self {
        Self::Attributes(Vec::new())
    }
}

/// A `module` block.
#[derive(Debug, Clone)]
pub struct ModuleCall {
    /// The relative path of the module.
    pub source: Text,
    /// `count`, `for_each` and `depends_on`.
    pub meta: Meta,
    /// The configurations of providers that are passed: those of the called module, and those of this one.
    pub providers: Vec<(ProviderReference, ProviderReference)>,
    /// The arguments for the variables of the called module.
    pub arguments: BTreeMap<Text, Attribute>,
    /// The place of the header.
    pub span: Span,
}

/// A `check` block.
#[derive(Debug, Clone)]
pub struct Check {
    /// The data source in it, which only the assertions use.
    pub data: Option<Resource>,
    /// The `assert` blocks, at least one.
    pub assertions: Vec<Condition>,
    /// The place of the header.
    pub span: Span,
}

/// A `moved` block.
#[derive(Debug, Clone)]
pub struct Moved {
    /// The old address, relative to the module.
    pub from: Target,
    /// The new address, relative to the module.
    pub to: Target,
    /// The place of the header.
    pub span: Span,
}

/// A `removed` block.
#[derive(Debug, Clone)]
pub struct Removed {
    /// The address, relative to the module and without instance keys.
    pub from: Target,
    /// Whether the objects are destroyed. Otherwise the state forgets them.
    pub destroy: bool,
    /// The `provisioner` blocks, which run before a destruction.
    pub provisioners: Vec<Provisioner>,
    /// The place of the header.
    pub span: Span,
}

/// An `import` block.
#[derive(Debug, Clone)]
pub struct Import {
    /// The address of the instance. An instance key may be an expression.
    pub to: Expression,
    /// The identifier, unless there is an identity.
    pub id: Option<Expression>,
    /// The identity, unless there is an identifier.
    pub identity: Option<Expression>,
    /// The keys of several imports.
    pub for_each: Option<Expression>,
    /// The provider's configuration.
    pub provider: Option<ProviderReference>,
    /// The place of the header.
    pub span: Span,
}
