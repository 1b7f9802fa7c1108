//! What resources depend on.

use std::collections::{BTreeMap, BTreeSet};

use crate::address::{ConfigResource, ResourceMode};
use crate::config::Config;
use crate::graph::{ConfigNode, Graph, config_graph, order_triggers};
use crate::plan::{Action, ActionInvocation, ChangeKey, ResourceChange};

/// The resources on which each resource depends, directly or through others.
pub(super) type Dependencies = BTreeMap<ConfigResource, BTreeSet<ConfigResource>>;

/// Finds what each resource of a configuration depends on.
pub(super) fn dependencies(graph: &Graph<ConfigNode>) -> Dependencies {
    let mut dependencies = Dependencies::new();
    for (id, node) in graph.nodes() {
        let ConfigNode::Resource(resource) = node else {
            continue;
        };
        let all = graph.all_dependencies(id);
        let resources = all.into_iter().filter_map(|on| match graph.node(on) {
            ConfigNode::Resource(on) if on != resource => Some(on.clone()),
            _ => None,
        });
        let stored = resources.filter(|on| on.resource.mode != ResourceMode::Action);
        dependencies.insert(resource.clone(), stored.collect());
    }
    dependencies
}

/// Adds to changed objects what the actions before their changes depend on. An apply stores it.
pub(super) fn add_triggers(
    config: &Config,
    invocations: &[ActionInvocation],
    changes: &mut BTreeMap<ChangeKey, ResourceChange>,
) {
    let before = invocations.iter().filter(|it| it.event.is_before());
    let resources: BTreeSet<ConfigResource> =
        before.map(|it| it.trigger.resource.config()).collect();
    if resources.is_empty() {
        return;
    }
    let mut graph = config_graph(config);
    order_triggers(config, &mut graph, &resources);
    let dependencies = dependencies(&graph);
    for change in changes.values_mut() {
        let is_changed = matches!(change.action, Action::Create | Action::Update);
        if let Some(all) = dependencies.get(&change.address.resource.config())
            && (is_changed || change.action.is_replace())
        {
            let mut names: Vec<String> = all.iter().map(ToString::to_string).collect();
            names.sort();
            change.dependencies = names;
        }
    }
}
