//! The graph of a configuration.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use terrane_hcl::syntax;
use terrane_value::Text;

use super::references::References;
use super::{Graph, NodeId, Reference};
use crate::address::{self, ConfigResource, ProviderConfig, Resource, ResourceMode};
use crate::config::{self, Config, Meta};

/// An object of a configuration. A node stands for all instances of its module and for all of its own instances.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConfigNode {
    /// A module whose instances become known: it comes before everything in the module.
    ModuleExpand(address::Module),
    /// A module whose objects are complete: it comes after everything in the module.
    ModuleClose(address::Module),
    /// A variable.
    Variable(address::Module, Text),
    /// The `validation` blocks of a variable.
    Validation(address::Module, Text),
    /// A local value.
    Local(address::Module, Text),
    /// An output.
    Output(address::Module, Text),
    /// A resource or data source.
    Resource(ConfigResource),
    /// The actions that changes of a resource trigger, after the resource.
    Triggers(ConfigResource),
    /// A `check` block.
    Check(address::Module, Text),
    /// A configuration of a provider, which may have no block.
    Provider(ProviderConfig),
}

impl fmt::Display for ConfigNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut named = |module: &address::Module, kind: &str, name: &Text, end: &str| {
            if !module.0.is_empty() {
                write!(f, "{module}.")?;
            }
            write!(f, "{kind}.{name}{end}")
        };
        match self {
            Self::Variable(module, name) => named(module, "var", name, ""),
            Self::Validation(module, name) => named(module, "var", name, " (validation)"),
            Self::Local(module, name) => named(module, "local", name, ""),
            Self::Output(module, name) => named(module, "output", name, ""),
            Self::Check(module, name) => named(module, "check", name, ""),
            Self::ModuleExpand(module) => write!(f, "{module} (expand)"),
            Self::ModuleClose(module) => write!(f, "{module} (close)"),
            Self::Resource(resource) => write!(f, "{resource}"),
            Self::Triggers(resource) => write!(f, "{resource} (actions)"),
            Self::Provider(provider) => write!(f, "{provider}"),
        }
    }
}

/// Builds the graph of a configuration: an object depends on the objects that its expressions refer to.
///
/// References to objects that do not exist make no dependencies: whoever evaluates the expression reports them.
///
/// ```
/// use terrane_host::config::Config;
/// use terrane_host::graph::config_graph;
///
/// let folder = tempfile::tempdir()?;
/// std::fs::write(
///     folder.path().join("main.tf"),
///     "locals {\n  a = local.b\n  b = local.a\n}\n",
/// )?;
/// let graph = config_graph(&Config::load(folder.path())?);
/// assert_eq!(graph.check_cycles().unwrap_err().to_string(), "Cycle: local.a, local.b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn config_graph(config: &Config) -> Graph<ConfigNode> {
    let mut builder = Builder {
        config,
        graph: Graph::new(),
        ids: BTreeMap::new(),
    };
    for module in config.modules() {
        builder.add_module(module);
    }
    for module in config.modules() {
        builder.connect_module(module);
    }
    builder.graph
}

/// Makes the data sources in `check` blocks wait for all managed resources, unless these depend on the check.
pub(crate) fn order_checks(config: &Config, graph: &mut Graph<ConfigNode>) {
    let find = |is_wanted: &dyn Fn(&ConfigResource) -> bool| -> Vec<NodeId> {
        let nodes = graph.nodes();
        let found = nodes.filter(
            |(_, node)| matches!(node, ConfigNode::Resource(resource) if is_wanted(resource)),
        );
        found.map(|(id, _)| id).collect()
    };
    let in_checks = find(&|resource| {
        let module = config.module(&resource.module);
        let found = module.and_then(|module| module.resource(&resource.resource));
        found.is_some_and(|(_, check)| check.is_some())
    });
    let managed = find(&|resource| resource.resource.mode == ResourceMode::Managed);
    for resource in managed {
        let dependencies = graph.all_dependencies(resource);
        for data in &in_checks {
            if !dependencies.contains(data) {
                graph.depend(*data, resource);
            }
        }
    }
}

/// Makes a resource wait for the conditions of the triggers that have an event before its changes, and for their actions.
pub(crate) fn order_triggers(
    config: &Config,
    graph: &mut Graph<ConfigNode>,
    resources: &BTreeSet<ConfigResource>,
) {
    for resource in resources {
        let module = config.module(&resource.module);
        let block = module.and_then(|it| it.resources.get(&resource.resource));
        let triggers = block
            .into_iter()
            .flat_map(|it| &it.lifecycle.action_triggers);
        let mut names = BTreeSet::new();
        for trigger in triggers.filter(|it| it.events.iter().any(|event| event.is_before())) {
            let references = References::default().expressions(&trigger.condition);
            names.extend(references.0);
            let actions = trigger.actions.iter().map(|it| it.action.clone());
            names.extend(actions.map(Reference::Resource));
        }
        let is_before = |node: &ConfigNode| {
            let in_module = |module: &address::Module| *module == resource.module;
            match node {
                ConfigNode::Resource(on) => {
                    in_module(&on.module)
                        && names.contains(&Reference::Resource(on.resource.clone()))
                }
                ConfigNode::Local(module, name) => {
                    in_module(module) && names.contains(&Reference::Local(name.clone()))
                }
                ConfigNode::Variable(module, name) => {
                    in_module(module) && names.contains(&Reference::Variable(name.clone()))
                }
                _ => false,
            }
        };
        let find = |is_wanted: &dyn Fn(&ConfigNode) -> bool| -> Vec<NodeId> {
            let nodes = graph.nodes().filter(|(_, node)| is_wanted(node));
            nodes.map(|(id, _)| id).collect()
        };
        let before = find(&is_before);
        let own = find(&|node| *node == ConfigNode::Resource(resource.clone()));
        for id in own {
            for on in &before {
                if *on != id && !graph.all_dependencies(*on).contains(&id) {
                    graph.depend(id, *on);
                }
            }
        }
    }
}

struct Builder<'a> {
    config: &'a Config,
    graph: Graph<ConfigNode>,
    ids: BTreeMap<ConfigNode, NodeId>,
}

impl Builder<'_> {
    fn add(&mut self, node: ConfigNode) -> NodeId {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let id = self.graph.add(node.clone());
        self.ids.insert(node, id);
        id
    }

    /// Adds the nodes of a module.
    fn add_module(&mut self, module: &config::Module) {
        for node in members(module) {
            self.add(node);
        }
        for (name, alias) in module.providers.keys() {
            let provider = ProviderConfig {
                module: module.address.clone(),
                provider: provider_of(module, name),
                alias: alias.clone(),
            };
            self.add(ConfigNode::Provider(provider));
        }
        if !module.address.0.is_empty() {
            self.add(ConfigNode::ModuleExpand(module.address.clone()));
            self.add(ConfigNode::ModuleClose(module.address.clone()));
        }
    }

    /// Adds the dependencies of a module's nodes.
    fn connect_module(&mut self, module: &config::Module) {
        let at = &module.address;
        for (name, variable) in &module.variables {
            if !variable.validations.is_empty() {
                let node = ConfigNode::Validation(at.clone(), name.clone());
                self.depend(&node, &ConfigNode::Variable(at.clone(), name.clone()));
                let references = References::default().conditions(&variable.validations);
                self.refer(module, &node, references);
            }
        }
        for (name, local) in &module.locals {
            let references = References::default().expression(&local.expression);
            self.refer(
                module,
                &ConfigNode::Local(at.clone(), name.clone()),
                references,
            );
        }
        for (name, output) in &module.outputs {
            let references = References::default()
                .expression(&output.value)
                .traversals(&output.depends_on)
                .conditions(&output.preconditions);
            self.refer(
                module,
                &ConfigNode::Output(at.clone(), name.clone()),
                references,
            );
        }
        for resource in module.resources.values() {
            self.connect_resource(module, resource);
        }
        for (name, check) in &module.checks {
            let node = ConfigNode::Check(at.clone(), name.clone());
            let references = References::default().conditions(&check.assertions);
            self.refer(module, &node, references);
            if let Some(data) = &check.data {
                self.connect_resource(module, data);
                let resource = data.address.clone();
                let module = at.clone();
                self.depend(
                    &node,
                    &ConfigNode::Resource(ConfigResource { module, resource }),
                );
            }
        }
        for import in &module.imports {
            self.connect_import(module, import);
        }
        for ((name, alias), block) in &module.providers {
            let provider = ProviderConfig {
                module: at.clone(),
                provider: provider_of(module, name),
                alias: alias.clone(),
            };
            let references = References::default().body(&block.body);
            self.refer(module, &ConfigNode::Provider(provider), references);
        }
        for (name, call) in &module.calls {
            if let Some(child) = module.children.get(name) {
                self.connect_call(module, call, child);
            }
        }
    }

    fn connect_resource(&mut self, module: &config::Module, resource: &config::Resource) {
        let node = ConfigNode::Resource(ConfigResource {
            module: module.address.clone(),
            resource: resource.address.clone(),
        });
        let references = References::default()
            .body(&resource.body)
            .traversals(&resource.meta.depends_on);
        self.refer(module, &node, references);
        let provider = resource_provider(self.config, module, resource);
        let provider = self.add(ConfigNode::Provider(provider));
        let id = self.add(node.clone());
        self.graph.depend(id, provider);
        self.connect_triggers(module, resource, &node);
    }

    /// Makes the triggers of a resource wait for it and for their actions.
    fn connect_triggers(
        &mut self,
        module: &config::Module,
        resource: &config::Resource,
        node: &ConfigNode,
    ) {
        let at = |resource: &Resource| ConfigResource {
            module: module.address.clone(),
            resource: resource.clone(),
        };
        let triggers = ConfigNode::Triggers(at(&resource.address));
        self.depend(&triggers, node);
        for trigger in &resource.lifecycle.action_triggers {
            let keys = trigger.actions.iter().filter_map(|it| it.key.as_ref());
            let references =
                References::default().expressions(trigger.condition.iter().chain(keys));
            self.refer(module, &triggers, references);
            for triggered in &trigger.actions {
                self.depend(&triggers, &ConfigNode::Resource(at(&triggered.action)));
            }
        }
    }

    /// Makes the resource of an import depend on the references of the import.
    fn connect_import(&mut self, module: &config::Module, import: &config::Import) {
        let target = syntax::instance_reference(&import.to).ok();
        let target = target.and_then(|(target, _)| address::Target::of(&target).ok());
        let Some(address::Target::Resource(target)) = target else {
            return;
        };
        let node = ConfigNode::Resource(target.resource.config());
        if self.ids.contains_key(&node) {
            let expressions = [&import.id, &import.identity, &import.for_each];
            let expressions = expressions.into_iter().flatten();
            let references = References::default().expressions(expressions);
            self.refer(module, &node, references);
        }
    }

    /// Connects a called module with the calling one.
    fn connect_call(
        &mut self,
        module: &config::Module,
        call: &config::ModuleCall,
        child: &config::Module,
    ) {
        let expand = ConfigNode::ModuleExpand(child.address.clone());
        let close = ConfigNode::ModuleClose(child.address.clone());
        let Meta {
            count,
            for_each,
            depends_on,
        } = &call.meta;
        let references = References::default()
            .expressions(count.iter().chain(for_each))
            .traversals(depends_on);
        self.refer(module, &expand, references);
        if !module.address.0.is_empty() {
            self.depend(&expand, &ConfigNode::ModuleExpand(module.address.clone()));
            self.depend(&ConfigNode::ModuleClose(module.address.clone()), &close);
        }
        self.depend(&close, &expand);
        for (name, argument) in &call.arguments {
            let variable = ConfigNode::Variable(child.address.clone(), name.clone());
            let references = References::default().expression(&argument.expression);
            self.refer(module, &variable, references);
        }
        for node in members(child) {
            self.depend(&node, &expand);
            self.depend(&close, &node);
        }
    }

    /// Makes a node depend on another one, if both exist.
    fn depend(&mut self, node: &ConfigNode, on: &ConfigNode) {
        if let (Some(node), Some(on)) = (self.ids.get(node), self.ids.get(on)) {
            self.graph.depend(*node, *on);
        }
    }

    /// Makes a node depend on the objects of a module that it refers to.
    fn refer(&mut self, module: &config::Module, node: &ConfigNode, references: References) {
        let at = &module.address;
        for reference in references.0 {
            let on = match reference {
                Reference::Variable(name) => ConfigNode::Variable(at.clone(), name),
                Reference::Local(name) => ConfigNode::Local(at.clone(), name),
                // Only triggers refer to actions, and these have dependencies of their own.
                Reference::Resource(resource) if resource.mode == ResourceMode::Action => continue,
                Reference::Resource(resource) => {
                    let module = at.clone();
                    ConfigNode::Resource(ConfigResource { module, resource })
                }
                Reference::Module(name) => ConfigNode::ModuleClose(at.child(name)),
                Reference::Output(name, output) => {
                    // An attribute of a module that is no output is reported by the evaluation.
                    ConfigNode::Output(at.child(name), output)
                }
            };
            self.depend(node, &on);
        }
    }
}

/// Returns the nodes of a module's own objects, without providers.
fn members(module: &config::Module) -> Vec<ConfigNode> {
    let at = || module.address.clone();
    let mut nodes = Vec::new();
    for (name, variable) in &module.variables {
        nodes.push(ConfigNode::Variable(at(), name.clone()));
        if !variable.validations.is_empty() {
            nodes.push(ConfigNode::Validation(at(), name.clone()));
        }
    }
    let locals = module.locals.keys();
    nodes.extend(locals.map(|name| ConfigNode::Local(at(), name.clone())));
    let outputs = module.outputs.keys();
    nodes.extend(outputs.map(|name| ConfigNode::Output(at(), name.clone())));
    let checks = module.checks.keys();
    nodes.extend(checks.map(|name| ConfigNode::Check(at(), name.clone())));
    let in_checks = module
        .checks
        .values()
        .filter_map(|check| check.data.as_ref());
    let triggering = module
        .resources
        .values()
        .filter(|it| !it.lifecycle.action_triggers.is_empty());
    nodes.extend(triggering.map(|resource| {
        ConfigNode::Triggers(ConfigResource {
            module: at(),
            resource: Resource::clone(&resource.address),
        })
    }));
    let resources = module.resources.values().chain(in_checks);
    nodes.extend(resources.map(|resource| {
        ConfigNode::Resource(ConfigResource {
            module: at(),
            resource: Resource::clone(&resource.address),
        })
    }));
    nodes
}

/// Returns the provider of a local name.
pub(crate) fn provider_of(module: &config::Module, name: &str) -> address::Provider {
    let required = module.required_providers.get(name);
    required.map_or_else(
        || address::Provider::implied(name),
        |it| it.provider.clone(),
    )
}

/// Returns the configuration of the provider of a resource: that of the module or one that a calling module has or passes.
pub(crate) fn resource_provider(
    config: &Config,
    module: &config::Module,
    resource: &config::Resource,
) -> ProviderConfig {
    let mut name = match &resource.provider {
        Some(reference) => reference.name.clone(),
        None => resource.address.implied_provider().into(),
    };
    let mut alias = resource.provider.as_ref().and_then(|it| it.alias.clone());
    let provider = provider_of(module, &name);
    let mut module = module;
    while !module
        .providers
        .contains_key(&(name.clone(), alias.clone()))
    {
        let Some((parent, call)) = module.address.split_last() else {
            break;
        };
        let Some(parent) = config.module(&parent) else {
            break;
        };
        let passed = parent.calls.get(call).and_then(|call| {
            let mut passed = call.providers.iter();
            passed.find(|(inner, _)| inner.name == name && inner.alias == alias)
        });
        if let Some((_, outer)) = passed {
            name = outer.name.clone();
            alias = outer.alias.clone();
        } else if alias.is_some() {
            break;
        } else {
            // A default configuration is inherited by its provider, whatever the local name is.
            let mut names = parent.required_providers.iter();
            let same = names.find(|(_, required)| required.provider == provider);
            name = same.map_or(name, |(name, _)| name.clone());
        }
        module = parent;
    }
    ProviderConfig {
        module: module.address.clone(),
        provider,
        alias,
    }
}
