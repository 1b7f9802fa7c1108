//! The order of an apply: the graph of the configuration with a node for each object that is destroyed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::address::{ConfigResource, ProviderConfig};
use crate::graph::{ConfigNode, Graph, NodeId};
use crate::plan::{Action, ChangeKey, Mode, Plan, ResourceChange};

/// A step of an apply.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Step {
    /// An object of the configuration with all of its instances: creations, changes and values.
    Visit(ConfigNode),
    /// The actions that run before the changes of a resource.
    Before(ConfigResource),
    /// An object that is destroyed.
    Destroy(ChangeKey),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Visit(node) => write!(f, "{node}"),
            Self::Before(resource) => write!(f, "{resource} (actions before)"),
            Self::Destroy(key) => match &key.deposed {
                Some(deposed) => write!(f, "{} (destroy deposed {deposed})", key.address),
                None => write!(f, "{} (destroy)", key.address),
            },
        }
    }
}

/// An object that is destroyed.
struct Destroyed<'p> {
    id: NodeId,
    change: &'p ResourceChange,
    config: ConfigResource,
    /// What the object depended on when it was stored.
    dependencies: Vec<&'p str>,
    /// Whether everything that depends on the object changes first.
    is_last: bool,
}

/// Builds the graph of an apply.
///
/// The destruction of an object waits for that of all objects that depend on it. A new object waits for the destruction of the old one, unless
/// the new one comes first: then the destruction waits for the new object and for everything that depends on it.
pub(super) fn order(config: &Graph<ConfigNode>, plan: &Plan) -> Graph<Step> {
    let mut graph = Graph::new();
    let mut ids = Vec::new();
    let mut resources: BTreeMap<&ConfigResource, NodeId> = BTreeMap::new();
    let mut providers: BTreeMap<&ProviderConfig, NodeId> = BTreeMap::new();
    for (_, node) in config.nodes() {
        let id = graph.add(Step::Visit(node.clone()));
        ids.push(id);
        match node {
            ConfigNode::Resource(resource) => {
                resources.insert(resource, id);
            }
            ConfigNode::Provider(provider) => {
                providers.insert(provider, id);
            }
            _ => {}
        }
    }
    for (id, _) in config.nodes() {
        for on in config.dependencies(id) {
            graph.depend(ids[id.index()], ids[on.index()]);
        }
    }
    actions_before(&mut graph, plan, &resources);
    let mut destroyed = Vec::new();
    for change in plan.changes.values() {
        let is_destroyed =
            change.action.is_replace() || matches!(change.action, Action::Delete | Action::Forget);
        if is_destroyed {
            destroyed.push(destroyed_object(&mut graph, plan, change));
        }
    }
    let users = users(plan);
    for object in &destroyed {
        if let Some(provider) = providers.get(&object.change.provider) {
            graph.depend(object.id, *provider);
        }
        let own = resources.get(&object.config);
        if plan.mode == Mode::Destroy {
            if let Some(own) = own {
                graph.depend(object.id, *own);
            }
        } else if let Some(own) = own.filter(|_| object.change.action.is_replace()) {
            if object.is_last {
                graph.depend(object.id, *own);
            } else {
                graph.depend(*own, object.id);
            }
        }
        for user in users
            .get(object.config.to_string().as_str())
            .into_iter()
            .flatten()
        {
            if let Some(user) = resources.get(user).filter(|user| own != Some(*user)) {
                if object.is_last {
                    graph.depend(object.id, *user);
                } else {
                    graph.depend(*user, object.id);
                }
            }
        }
        for dependent in &destroyed {
            let depends = dependent
                .dependencies
                .contains(&object.config.to_string().as_str());
            let module = |it: &Destroyed<'_>| it.change.address.resource.module.clone();
            let is_apart = module(object).is_sibling(&module(dependent));
            if depends && !is_apart && dependent.config != object.config {
                graph.depend(object.id, dependent.id);
            }
        }
    }
    graph
}

/// Adds the actions that run before changes. They wait for their own dependencies.
fn actions_before(
    graph: &mut Graph<Step>,
    plan: &Plan,
    resources: &BTreeMap<&ConfigResource, NodeId>,
) {
    let mut before: BTreeMap<ConfigResource, BTreeSet<ConfigResource>> = BTreeMap::new();
    for invocation in plan.invocations.iter().filter(|it| it.event.is_before()) {
        let actions = before.entry(invocation.trigger.resource.config());
        let action = invocation.action.resource.config();
        actions.or_default().insert(action);
    }
    for (resource, actions) in before {
        let own = resources.get(&resource).copied();
        let id = graph.add(Step::Before(resource));
        if let Some(own) = own {
            graph.depend(own, id);
        }
        for action in actions.iter().filter_map(|action| resources.get(action)) {
            graph.depend(id, *action);
        }
    }
}

fn destroyed_object<'p>(
    graph: &mut Graph<Step>,
    plan: &'p Plan,
    change: &'p ResourceChange,
) -> Destroyed<'p> {
    let address = &change.address;
    let instance = plan.state.instance(address);
    let stored = instance.and_then(|instance| match &change.deposed {
        Some(key) => instance.deposed.get(key),
        None => instance.current.as_ref(),
    });
    let is_first = stored.is_some_and(|stored| stored.create_before_destroy);
    let dependencies = stored.into_iter().flat_map(|it| &it.dependencies);
    Destroyed {
        id: graph.add(Step::Destroy(change.key())),
        change,
        config: address.resource.config(),
        dependencies: dependencies.map(String::as_str).collect(),
        is_last: match change.action {
            Action::CreateThenDelete => true,
            Action::DeleteThenCreate => false,
            _ => is_first && plan.mode != Mode::Destroy,
        },
    }
}

/// Returns the resources that are created or changed, by what their stored objects depend on.
fn users(plan: &Plan) -> BTreeMap<&str, BTreeSet<ConfigResource>> {
    let mut users: BTreeMap<&str, BTreeSet<ConfigResource>> = BTreeMap::new();
    for change in plan.changes.values() {
        let is_changed =
            change.action.is_replace() || matches!(change.action, Action::Create | Action::Update);
        if !is_changed {
            continue;
        }
        let instance = plan.state.instance(&change.address);
        let stored = instance.and_then(|it| it.current.as_ref());
        for on in stored.into_iter().flat_map(|it| &it.dependencies) {
            let resource = change.address.resource.config();
            users.entry(on).or_default().insert(resource);
        }
    }
    users
}
