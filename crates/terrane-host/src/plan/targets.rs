//! Targets: the part of a configuration to which a plan is limited.

use std::collections::BTreeSet;

use crate::address::{ConfigResource, ProviderConfig, ResourceInstance, ResourceMode, Target};
use crate::diagnostics::Report;
use crate::graph::{ConfigNode, Graph, NodeId};
use crate::state::State;

use super::{Mode, Moved};

/// What a plan with targets visits.
///
/// A target selects its objects and everything on which they depend, as references of the configuration say. An output of the root module is
/// selected if it refers to resources and all of them are selected.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Selection {
    pub(crate) targets: Vec<Target>,
    nodes: BTreeSet<ConfigNode>,
    /// The objects that a destroy plan destroys: those of the targets, and everything that depends on them.
    destroyed: BTreeSet<ResourceInstance>,
}

impl Selection {
    /// Selects the nodes for targets. Without targets, nothing limits a plan.
    pub(crate) fn new(
        graph: &Graph<ConfigNode>,
        targets: &[Target],
        state: &State,
        mode: Mode,
    ) -> Option<Self> {
        if targets.is_empty() {
            return None;
        }
        let mut selection = Self {
            targets: targets.to_vec(),
            nodes: BTreeSet::new(),
            destroyed: BTreeSet::new(),
        };
        if mode == Mode::Destroy {
            selection.destroyed = selection.dependents(state);
        }
        let providers = selection.providers(state);
        let mut ids: BTreeSet<NodeId> = BTreeSet::new();
        for (id, node) in graph.nodes() {
            let is_selected = match node {
                ConfigNode::Resource(resource) => selection.is_target(resource),
                ConfigNode::Provider(provider) => providers.contains(provider),
                _ => false,
            };
            if is_selected {
                ids.insert(id);
                ids.extend(graph.all_dependencies(id));
            }
        }
        for output in outputs(graph, &ids) {
            ids.insert(output);
            ids.extend(graph.all_dependencies(output));
        }
        let nodes = |ids: &BTreeSet<NodeId>| -> BTreeSet<ConfigNode> {
            ids.iter().map(|id| graph.node(*id).clone()).collect()
        };
        let used = nodes(&ids);
        for (id, node) in graph.nodes() {
            if let ConfigNode::Validation(module, name) = node
                && used.contains(&ConfigNode::Variable(module.clone(), name.clone()))
            {
                ids.insert(id);
                ids.extend(graph.all_dependencies(id));
            }
        }
        let selected = nodes(&ids);
        for (id, node) in graph.nodes() {
            if let ConfigNode::Triggers(resource) = node
                && selected.contains(&ConfigNode::Resource(resource.clone()))
            {
                ids.insert(id);
                ids.extend(graph.all_dependencies(id));
            }
        }
        selection.nodes = nodes(&ids);
        Some(selection)
    }

    /// Returns whether a node is visited. Variables of the root module are always, because hosts ask for all of their values.
    pub(crate) fn visits(&self, node: &ConfigNode) -> bool {
        let is_root = matches!(node, ConfigNode::Variable(module, _) if module.0.is_empty());
        is_root || self.nodes.contains(node)
    }

    /// Returns whether a target contains an instance.
    pub(crate) fn contains(&self, address: &ResourceInstance) -> bool {
        self.targets.iter().any(|target| contains(target, address))
    }

    /// Returns whether an instance is planned: one of a target, or any instance of a resource on which a target depends.
    pub(crate) fn includes(&self, address: &ResourceInstance) -> bool {
        let resource = address.resource.config();
        if self.is_target(&resource) {
            self.contains(address)
        } else {
            self.visits(&ConfigNode::Resource(resource))
        }
    }

    /// Returns whether a destroy plan destroys an instance.
    pub(crate) fn destroys(&self, address: &ResourceInstance) -> bool {
        self.destroyed.contains(address)
    }

    /// Reports the moves of which a target has only one end.
    pub(crate) fn check_moves(&self, moved: &Moved) -> Option<Report> {
        let ends = moved.from.iter().flat_map(|(to, from)| [from, to]);
        let excluded = ends.filter(|address| !self.contains(address));
        let excluded: BTreeSet<String> = excluded
            .map(|address| address.resource.to_string())
            .collect();
        if excluded.is_empty() {
            return None;
        }
        let detail = format!(
            "Objects move to other addresses, and the targets do not have both addresses of each move. Add these targets, or plan without targets: {}.",
            Vec::from_iter(excluded).join(", ")
        );
        let summary = "Moved resource instances excluded by targeting";
        Some(Report::error(summary, detail))
    }

    /// Returns whether a target may have instances of a resource.
    fn is_target(&self, resource: &ConfigResource) -> bool {
        self.targets.iter().any(|target| match target {
            Target::Module(module) => resource.module.0.starts_with(&module.module().0),
            Target::Resource(target) => target.resource.config() == *resource,
        })
    }

    /// Finds the objects that depend on those of the targets.
    fn dependents(&self, state: &State) -> BTreeSet<ResourceInstance> {
        let objects = objects(state);
        let mut found: BTreeSet<ResourceInstance> = objects
            .iter()
            .filter(|(address, _)| self.contains(address))
            .map(|(address, _)| address.clone())
            .collect();
        loop {
            let depends = |(address, dependencies): &&(ResourceInstance, Vec<String>)| {
                !found.contains(address)
                    && found.iter().any(|on| {
                        dependencies.contains(&on.resource.config().to_string())
                            && !on.resource.module.is_sibling(&address.resource.module)
                    })
            };
            let more: Vec<ResourceInstance> = objects
                .iter()
                .filter(depends)
                .map(|(address, _)| address.clone())
                .collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }

    /// Returns the providers of the selected objects in the state.
    fn providers(&self, state: &State) -> BTreeSet<ProviderConfig> {
        let resources = state.resources.values().filter(|resource| {
            let mut keys = resource.instances.keys();
            keys.any(|key| {
                let address = resource.address.clone().instance(key.clone());
                self.contains(&address) || self.destroys(&address)
            })
        });
        resources
            .map(|resource| resource.provider.clone())
            .collect()
    }
}

/// Returns the managed objects of a state with what they depend on.
fn objects(state: &State) -> Vec<(ResourceInstance, Vec<String>)> {
    let managed = state
        .resources
        .values()
        .filter(|resource| resource.address.resource.mode == ResourceMode::Managed);
    let mut objects = Vec::new();
    for resource in managed {
        for (key, instance) in &resource.instances {
            let address = resource.address.clone().instance(key.clone());
            let all = instance.current.iter().chain(instance.deposed.values());
            let dependencies = all.flat_map(|object| object.dependencies.clone());
            objects.push((address, dependencies.collect()));
        }
    }
    objects
}

/// Returns the outputs of the root module that refer only to selected resources, and to at least one.
fn outputs(graph: &Graph<ConfigNode>, selected: &BTreeSet<NodeId>) -> Vec<NodeId> {
    let outputs = graph.nodes().filter_map(|(id, node)| match node {
        ConfigNode::Output(module, _) if module.0.is_empty() => Some(id),
        _ => None,
    });
    outputs
        .filter(|output| {
            let all = graph.all_dependencies(*output).into_iter();
            let mut resources = all
                .filter(|id| matches!(graph.node(*id), ConfigNode::Resource(_)))
                .peekable();
            resources.peek().is_some() && resources.all(|id| selected.contains(&id))
        })
        .collect()
}

/// Returns whether a target contains an instance. An address without a key at its end means all instances.
fn contains(target: &Target, address: &ResourceInstance) -> bool {
    match target {
        Target::Resource(target) => {
            target.resource == address.resource
                && (target.key.is_none() || target.key == address.key)
        }
        Target::Module(target) => {
            let Some((last, path)) = target.0.split_last() else {
                return true;
            };
            let steps = &address.resource.module.0;
            steps.starts_with(path)
                && steps.get(path.len()).is_some_and(|step| {
                    step.name == last.name && (last.key.is_none() || last.key == step.key)
                })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_without_a_key_contains_all_instances_of_its_last_part_only() {
        for (target, address, expected) in [
            ("t.a", "t.a[0]", true),
            ("t.a[0]", "t.a[1]", false),
            ("t.a", "t.b", false),
            ("module.m.t.a", "module.m.t.a[\"x\"]", true),
            ("module.m.t.a", "module.m[0].t.a", false),
            ("module.m", "module.m[0].module.n.t.a", true),
            ("module.m[1]", "module.m[0].t.a", false),
            ("module.m.module.n", "module.m[0].module.n.t.a", false),
        ] {
            let target: Target = target.parse().unwrap();
            let address = address.parse().unwrap();
            assert_eq!(contains(&target, &address), expected, "{target} {address}");
        }
    }
}
