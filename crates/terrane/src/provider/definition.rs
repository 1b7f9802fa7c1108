//! A provider as the server sees it: everything registered, by name.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use terrane_value::Object;

use super::{Provider, Registry};
use crate::action::DynAction;
use crate::context::{Configure, Context, Host, Validate};
use crate::data_source::DynDataSource;
use crate::ephemeral::DynEphemeral;
use crate::error::Result;
use crate::function::DynFunction;
use crate::identity::Identity;
use crate::list::DynList;
use crate::model::Model;
use crate::resource::{BoxFuture, Configured, bad_value, decode};
use crate::schema::Block;
use crate::server::guard::Guarded;
use crate::state_store::DynStateStore;

/// A provider without its Rust type: what the server works with.
pub(crate) struct Definition {
    pub(crate) address: &'static str,
    pub(crate) resources: BTreeMap<String, Arc<Guarded>>,
    pub(crate) data_sources: BTreeMap<String, Arc<dyn DynDataSource>>,
    pub(crate) ephemerals: BTreeMap<String, Arc<Guarded<dyn DynEphemeral>>>,
    pub(crate) lists: BTreeMap<String, Arc<dyn DynList>>,
    pub(crate) actions: BTreeMap<String, Arc<dyn DynAction>>,
    pub(crate) state_stores: BTreeMap<String, Arc<dyn DynStateStore>>,
    pub(crate) functions: BTreeMap<String, Arc<dyn DynFunction>>,
    /// What is wrong with what was registered: summary and detail.
    pub(crate) mistakes: Vec<(String, String)>,
    pub(crate) meta: Option<fn() -> &'static Block>,
    pub(crate) config: fn() -> &'static Block,
    pub(crate) validate: fn(&Object, Context) -> Result<()>,
    pub(crate) configure: fn(Object, Host, Context) -> BoxFuture<Result<Configured>>,
}

impl Definition {
    pub(crate) fn of<P: Provider>() -> Self {
        let mut registry = Registry::<P>::new();
        P::register(&mut registry);
        let mut names = Names {
            prefix: type_prefix(P::ADDRESS),
            mistakes: Vec::new(),
        };
        let resources = guarded(names.types(registry.resources, "resource", |it| it.name()));
        let lists = names.types(registry.lists, "list resource", |it| it.name());
        Self {
            address: P::ADDRESS,
            lists: names.of_resources(lists, &resources),
            resources,
            data_sources: names.types(registry.data_sources, "data source", |it| it.name()),
            ephemerals: guarded(
                names.types(registry.ephemerals, "ephemeral resource", |it| it.name()),
            ),
            actions: names.types(registry.actions, "action", |it| it.name()),
            state_stores: names.types(registry.state_stores, "state store", |it| it.name()),
            meta: registry.meta,
            functions: names.unique(registry.functions, "function", |it| it.name().to_owned()),
            mistakes: names.mistakes,
            config: P::Config::block,
            validate: |config, cx| {
                let draft = P::Config::draft_object(config)
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

fn guarded<T: ?Sized>(all: BTreeMap<String, Arc<T>>) -> BTreeMap<String, Arc<Guarded<T>>> {
    let mut guarded = BTreeMap::new();
    for (name, one) in all {
        guarded.insert(name, Arc::new(Guarded::new(one)));
    }
    guarded
}

/// Gives what is registered its names, and finds mistakes in them.
struct Names {
    prefix: &'static str,
    mistakes: Vec<(String, String)>,
}

impl Names {
    /// Names types: their own names, after the provider's prefix.
    fn types<T: ?Sized>(
        &mut self,
        all: Vec<Arc<T>>,
        what: &str,
        name: impl Fn(&T) -> &str,
    ) -> BTreeMap<String, Arc<T>> {
        let prefix = self.prefix;
        self.unique(all, what, |one| format!("{prefix}_{}", name(one)))
    }

    /// Keeps the first of each name.
    fn unique<T: ?Sized>(
        &mut self,
        all: Vec<Arc<T>>,
        what: &str,
        name: impl Fn(&T) -> String,
    ) -> BTreeMap<String, Arc<T>> {
        let mut named = BTreeMap::new();
        for one in all {
            match named.entry(name(&one)) {
                Entry::Occupied(taken) => self.twice(what, taken.key()),
                Entry::Vacant(free) => {
                    free.insert(one);
                }
            }
        }
        named
    }

    fn twice(&mut self, what: &str, name: &str) {
        self.mistakes.push((
            format!("Duplicate {what}"),
            format!(
                "The provider registers two {what}s called `{name}`; the second is not used. This is a bug in the provider: rename one with \
                 `#[tf(name = \"..\")]`."
            ),
        ));
    }

    /// Keeps the list resources whose results hosts can tell apart: by the identity of a resource of the same name (rule G3).
    fn of_resources(
        &mut self,
        mut lists: BTreeMap<String, Arc<dyn DynList>>,
        resources: &BTreeMap<String, Arc<Guarded>>,
    ) -> BTreeMap<String, Arc<dyn DynList>> {
        lists.retain(|name, _| {
            let lacks = match resources.get(name) {
                None => "there is no resource of that name. Register the resource too",
                Some(resource) if Identity::of(resource.block()).is_none() => {
                    "nothing in the resource of that name identifies its objects. Mark the fields that do with `#[tf(identity)]`"
                }
                Some(_) => return true,
            };
            self.mistakes.push((
                "List resource without a resource".to_owned(),
                format!("The provider registers a list resource `{name}`, which is not used: {lacks}. This is a bug in the provider."),
            ));
            false
        });
        lists
    }
}
