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
    let mut statements = Vec::new();
    for module in config.modules() {
        for moved in &module.moved {
            statements.push(Statement { module, moved });
        }
    }
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
        let mut current = address.clone();
        // A chain is not longer than the number of its blocks, unless they move in a circle.
        for _ in 0..=statements.len() {
            let next = statements.iter().find_map(|it| it.apply(&current));
            match next {
                Some(next) => current = next,
                None => break,
            }
        }
        if statements.iter().any(|it| it.apply(&current).is_some()) {
            let detail =
                format!("The `moved` blocks move {address} in a circle. Remove one of them.");
            reports.push(Report::error(
                "Cyclic dependency in move statements",
                detail,
            ));
            continue;
        }
        if current == *address
            && let Some(implied) = implied(config, address)
            && !addresses.contains(&implied)
        {
            current = implied;
        }
        if current != *address {
            targets.insert(address.clone(), current);
        }
    }
    block_occupied(&addresses, &mut targets, &mut reports);
    let mut from = BTreeMap::new();
    let mut sources = Vec::new();
    let mut moved = state.clone();
    for (old, new) in &targets {
        let Some(resource) = state.resource(&old.resource) else {
            continue;
        };
        let provider = resource.provider.clone();
        if let Some(instance) = resource.instances.get(&old.key) {
            if !targets.values().any(|target| target == old) {
                moved.set_current(old, &provider, None);
                for key in instance.deposed.keys() {
                    moved.set_deposed(old, &provider, key, None);
                }
            }
            moved.set_current(new, &provider, instance.current.clone());
            for (key, object) in &instance.deposed {
                moved.set_deposed(new, &provider, key, Some(object.clone()));
            }
            from.insert(new.clone(), old.clone());
            sources.push(Source {
                from: old.clone(),
                to: new.clone(),
                provider,
            });
        }
    }
    Moved {
        state: moved,
        from,
        sources,
        reports,
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
