//! A provider as the server sees it: everything registered, by name.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use terrane_value::{Data, Object};

use super::{Provider, Registry};
use crate::action::DynAction;
use crate::attr::Attr;
use crate::context::{Configure, Context, Host, Validate};
use crate::data_source::DynDataSource;
use crate::ephemeral::DynEphemeral;
use crate::error::Result;
use crate::function::DynFunction;
use crate::model::Model;
use crate::resource::{BoxFuture, Configured, bad_value, decode};
use crate::schema::Block;
use crate::server::guard::Guarded;
use crate::state_store::DynStateStore;

/// A provider without its Rust type: what the server works with.
pub(crate) struct Definition {
    pub(crate) address: &'static str,
    pub(crate) resources: BTreeMap<String, Guarded>,
    pub(crate) data_sources: BTreeMap<String, Arc<dyn DynDataSource>>,
    pub(crate) ephemerals: BTreeMap<String, Guarded<dyn DynEphemeral>>,
    pub(crate) actions: BTreeMap<String, Arc<dyn DynAction>>,
    pub(crate) state_stores: BTreeMap<String, Arc<dyn DynStateStore>>,
    pub(crate) functions: BTreeMap<String, Arc<dyn DynFunction>>,
    /// Names that were registered twice: summary and detail.
    pub(crate) mistakes: Vec<(String, String)>,
    pub(crate) meta: Option<fn() -> &'static Block>,
    pub(crate) config: fn() -> &'static Block,
    pub(crate) validate: fn(Object, Context) -> Result<()>,
    pub(crate) configure: fn(Object, Host, Context) -> BoxFuture<Result<Configured>>,
}

impl Definition {
    pub(crate) fn of<P: Provider>() -> Self {
        let mut registry = Registry::<P>::new();
        P::register(&mut registry);
        let prefix = type_prefix(P::ADDRESS);
        let mut mistakes = Vec::new();
        Self {
            address: P::ADDRESS,
            resources: by_name(
                registry.resources,
                |it| format!("{prefix}_{}", it.name()),
                "resource",
                &mut mistakes,
            )
            .into_iter()
            .map(|(name, resource)| (name, Guarded::new(resource)))
            .collect(),
            data_sources: by_name(
                registry.data_sources,
                |it| format!("{prefix}_{}", it.name()),
                "data source",
                &mut mistakes,
            ),
            ephemerals: by_name(
                registry.ephemerals,
                |it| format!("{prefix}_{}", it.name()),
                "ephemeral resource",
                &mut mistakes,
            )
            .into_iter()
            .map(|(name, ephemeral)| (name, Guarded::new(ephemeral)))
            .collect(),
            actions: by_name(
                registry.actions,
                |it| format!("{prefix}_{}", it.name()),
                "action",
                &mut mistakes,
            ),
            state_stores: by_name(
                registry.state_stores,
                |it| format!("{prefix}_{}", it.name()),
                "state store",
                &mut mistakes,
            ),
            meta: registry.meta,
            functions: by_name(
                registry.functions,
                |it| it.name().to_owned(),
                "function",
                &mut mistakes,
            ),
            mistakes,
            config: P::Config::block,
            validate: |config, cx| {
                let draft = P::Config::draft(Data::Object(config))
                    .map_err(|error| bad_value("configuration", &error))?;
                P::validate(&draft, &mut Validate::new(cx))
            },
            configure: |config, host, cx| {
                Box::pin(async move {
                    let config = decode::<P::Config>(config, "provider's configuration")?;
                    let provider = P::configure(config, &mut Configure::new(cx, host)).await?;
                    Ok(Arc::new(provider) as Configured)
                })
            },
        }
    }
}

/// The prefix of a provider's types: the last part of its address.
fn type_prefix(address: &str) -> &str {
    address.rsplit('/').next().unwrap_or(address)
}

fn by_name<T: ?Sized>(
    all: Vec<Arc<T>>,
    name: impl Fn(&T) -> String,
    what: &str,
    mistakes: &mut Vec<(String, String)>,
) -> BTreeMap<String, Arc<T>> {
    let mut named = BTreeMap::new();
    for one in all {
        let name = name(&one);
        match named.entry(name) {
            Entry::Occupied(taken) => {
                let name = taken.key();
                mistakes.push((
                format!("Duplicate {what}"),
                format!("The provider registers two {what}s called `{name}`; the second is not used. This is a bug in the provider: rename one with `#[tf(name = \"..\")]`."),
            ));
            }
            Entry::Vacant(free) => {
                free.insert(one);
            }
        }
    }
    named
}
