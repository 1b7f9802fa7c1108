//! Moves: objects of the state get the addresses that `moved` blocks, and changes of `count`, give them.

use std::collections::{BTreeMap, BTreeSet};

use crate::address::{
    AbsoluteResource, InstanceKey, ModuleInstance, ModuleStep, ProviderConfig, ResourceInstance,
    ResourceMode, Target,
};
use crate::config::{self, Config};
use crate::diagnostics::Report;
use crate::state::State;

/// A state with all moves, and the former addresses.
pub(crate) struct Moved {
    pub(crate) state: State,
    pub(crate) from: BTreeMap<ResourceInstance, ResourceInstance>,
    /// The objects that a `moved` block has moved, with the providers that made them. Those of other types or providers are converted.
    pub(crate) sources: Vec<Source>,
    pub(crate) reports: Vec<Report>,
}

/// The origin of a moved object.
pub(crate) struct Source {
    pub(crate) from: ResourceInstance,
    pub(crate) to: ResourceInstance,
    pub(crate) provider: ProviderConfig,
}

/// A move between absolute addresses.
struct Statement<'a> {
    /// The module that has the `moved` block, whose instances all have it.
    module: &'a config::Module,
    moved: &'a config::Moved,
}

/// Moves the objects of a state.
pub(crate) fn move_objects(config: &Config, state: &State) -> Moved {
    let statements: Vec<Statement<'_>> = config
        .modules()
        .into_iter()
        .flat_map(|module| {
            let blocks = module.moved.iter();
            blocks.map(move |moved| Statement { module, moved })
        })
        .collect();
    let addresses: BTreeSet<ResourceInstance> = state
        .resources
        .values()
        .filter(|resource| resource.address.resource.mode == ResourceMode::Managed)
        .flat_map(|resource| {
            let keys = resource.instances.keys().cloned();
            keys.map(|key| resource.address.clone().instance(key))
        })
        .collect();
    let mut reports = Vec::new();
    let mut targets: BTreeMap<ResourceInstance, ResourceInstance> = BTreeMap::new();
    for address in &addresses {
        match move_target(config, &statements, &addresses, address) {
            Ok(target) if target != *address => {
                targets.insert(address.clone(), target);
            }
            Ok(_) => {}
            Err(report) => reports.push(report),
        }
    }
    block_occupied(&addresses, &mut targets, &mut reports);
    let mut moved = Moved {
        state: state.clone(),
        from: BTreeMap::new(),
        sources: Vec::new(),
        reports,
    };
    for (old, new) in &targets {
        let is_occupied = targets.values().any(|target| target == old);
        moved.move_instance(state, old, new, is_occupied);
    }
    moved
}

/// Returns the address to which the `moved` blocks, or else a change of `count`, lead from an address.
fn move_target(
    config: &Config,
    statements: &[Statement<'_>],
    addresses: &BTreeSet<ResourceInstance>,
    address: &ResourceInstance,
) -> Result<ResourceInstance, Report> {
    let next = |current: &ResourceInstance| statements.iter().find_map(|it| it.apply(current));
    let mut current = address.clone();
    // A chain is not longer than the number of its blocks, unless they move in a circle.
    for _ in 0..=statements.len() {
        let Some(following) = next(&current) else {
            break;
        };
        current = following;
    }
    if next(&current).is_some() {
        let detail = format!("The `moved` blocks move {address} in a circle. Remove one of them.");
        let summary = "Cyclic dependency in move statements";
        return Err(Report::error(summary, detail));
    }
    let implied_target = implied(config, address)
        .filter(|implied| current == *address && !addresses.contains(implied));
    Ok(implied_target.unwrap_or(current))
}

impl Moved {
    /// Moves an instance of the original state. Another instance may have moved to its old address.
    fn move_instance(
        &mut self,
        original: &State,
        old: &ResourceInstance,
        new: &ResourceInstance,
        is_occupied: bool,
    ) {
        let resource = original.resource(&old.resource);
        let Some((resource, instance)) =
            resource.and_then(|it| Some((it, it.instances.get(&old.key)?)))
        else {
            return;
        };
        let provider = &resource.provider;
        if !is_occupied {
            self.state.set_current(old, provider, None);
            for key in instance.deposed.keys() {
                self.state.set_deposed(old, provider, key, None);
            }
        }
        let current = instance.current.clone();
        self.state.set_current(new, provider, current);
        for (key, object) in &instance.deposed {
            let deposed = Some(object.clone());
            self.state.set_deposed(new, provider, key, deposed);
        }
        self.from.insert(new.clone(), old.clone());
        self.sources.push(Source {
            from: old.clone(),
            to: new.clone(),
            provider: provider.clone(),
        });
    }
}

/// Removes the moves to addresses that another object has.
fn block_occupied(
    addresses: &BTreeSet<ResourceInstance>,
    targets: &mut BTreeMap<ResourceInstance, ResourceInstance>,
    reports: &mut Vec<Report>,
) {
    loop {
        let mut taken: BTreeSet<&ResourceInstance> = addresses
            .iter()
            .filter(|address| !targets.contains_key(*address))
            .collect();
        let blocked = targets.iter().find(|(_, new)| !taken.insert(new));
        let Some((old, new)) = blocked.map(|(old, new)| (old.clone(), new.clone())) else {
            return;
        };
        targets.remove(&old);
        let detail = format!(
            "The object {old} cannot be moved to {new}, because the state has an object there. It is planned at its old address."
        );
        let summary = "Unresolved resource instance address changes";
        reports.push(Report::warning(summary, detail));
    }
}

impl Statement<'_> {
    /// Returns the new address of an instance, if the statement moves it.
    fn apply(&self, address: &ResourceInstance) -> Option<ResourceInstance> {
        let depth = self.module.address.0.len();
        let (base, inner) = split(&address.resource.module, depth)?;
        if base.module() != self.module.address {
            return None;
        }
        match (&self.moved.from, &self.moved.to) {
            (Target::Resource(from), Target::Resource(to)) => {
                if from.resource.module != inner
                    || from.resource.resource != address.resource.resource
                {
                    return None;
                }
                let is_whole = from.key.is_none() && to.key.is_none();
                if !is_whole && from.key != address.key {
                    return None;
                }
                let key = if is_whole {
                    address.key.clone()
                } else {
                    to.key.clone()
                };
                let resource = AbsoluteResource {
                    module: join(&base, &to.resource.module),
                    resource: to.resource.resource.clone(),
                };
                Some(resource.instance(key))
            }
            (Target::Module(from), Target::Module(to)) => {
                let (start, rest) = split(&inner, from.0.len())?;
                let (from_last, from_path) = from.0.split_last()?;
                let (start_last, start_path) = start.0.split_last()?;
                let (to_last, to_path) = to.0.split_last()?;
                let is_whole = from_last.key.is_none() && to_last.key.is_none();
                if from_path != start_path
                    || from_last.name != start_last.name
                    || !is_whole && from_last.key != start_last.key
                {
                    return None;
                }
                let key = if is_whole {
                    start_last.key.clone()
                } else {
                    to_last.key.clone()
                };
                let mut steps = base.0.clone();
                steps.extend(to_path.iter().cloned());
                steps.push(ModuleStep {
                    name: to_last.name.clone(),
                    key,
                });
                steps.extend(rest.0);
                let resource = AbsoluteResource {
                    module: ModuleInstance(steps),
                    resource: address.resource.resource.clone(),
                };
                Some(resource.instance(address.key.clone()))
            }
            _ => None,
        }
    }
}

fn split(module: &ModuleInstance, at: usize) -> Option<(ModuleInstance, ModuleInstance)> {
    let (start, rest) = module.0.split_at_checked(at)?;
    Some((
        ModuleInstance(start.to_vec()),
        ModuleInstance(rest.to_vec()),
    ))
}

fn join(base: &ModuleInstance, inner: &ModuleInstance) -> ModuleInstance {
    ModuleInstance([base.0.as_slice(), inner.0.as_slice()].concat())
}

/// Returns the address that an instance has after `count` was added or removed.
fn implied(config: &Config, address: &ResourceInstance) -> Option<ResourceInstance> {
    let module = config.module(&address.resource.module.module())?;
    let resource = module.resources.get(&address.resource.resource)?;
    let key = other_key(&resource.meta, address.key.as_ref())?;
    Some(address.resource.clone().instance(key))
}

fn other_key(meta: &config::Meta, key: Option<&InstanceKey>) -> Option<Option<InstanceKey>> {
    match (meta.count.is_some(), meta.for_each.is_some(), key) {
        (true, false, None) => Some(Some(InstanceKey::Number(0))),
        (false, false, Some(InstanceKey::Number(0))) => Some(None),
        _ => None,
    }
}
