//! Typed list resources as an adaptor over the dynamic layer.

use std::pin::pin;

use futures_util::StreamExt;
use terrane_value::Object;
use tokio::sync::mpsc;

use super::{Known, ListResource, Listed};
use crate::context::{Context, List, Read, Validate};
use crate::error::Result;
use crate::model::Model;
use crate::provider::downcast;
use crate::resource::{BoxFuture, Configured, Resource, Typed, bad_value, decode, encode};
use crate::schema::Block;

/// The dynamic form of a list resource, which works on values. Each [`ListResource`] is adapted to it.
pub trait DynList: Send + Sync + 'static {
    /// The name of the listed resource, without the provider's prefix.
    fn name(&self) -> &str;

    /// The schema of its configuration.
    fn block(&self) -> &Block;

    /// Validates a configuration, of which parts may be unknown.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn validate(&self, config: &Object, cx: Context) -> Result<()>;

    /// Lists objects and sends them to `found`, until the receiver is closed.
    fn list(
        &self,
        config: Object,
        wanted: Wanted,
        provider: Configured,
        found: mpsc::Sender<Found>,
        cx: Context,
    ) -> BoxFuture<Result<()>>;
}

/// What the host wants of a list.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// The maximum number of objects.
    pub limit: usize,
    /// Whether whole objects are requested.
    pub objects: bool,
}

/// A listed object, as a value of the resource's schema.
#[derive(Debug)]
pub struct Found {
    /// Its name for the user.
    pub display_name: String,
    /// The object.
    pub object: Object,
    /// Whether the object is complete. If not, only its identity is returned.
    pub complete: bool,
}

impl<L: ListResource> DynList for Typed<L> {
    fn name(&self) -> &str {
        <L::Resource as Model>::NAME
    }

    fn block(&self) -> &Block {
        L::block()
    }

    fn validate(&self, config: &Object, cx: Context) -> Result<()> {
        let draft = L::draft_object(config).map_err(|error| bad_value("configuration", &error))?;
        L::validate(&draft, &mut Validate::new(cx))
    }

    fn list(
        &self,
        config: Object,
        wanted: Wanted,
        provider: Configured,
        found: mpsc::Sender<Found>,
        cx: Context,
    ) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let provider = downcast::<<L::Resource as Resource>::Provider>(&provider)?;
            let config = decode::<L>(config, "configuration")?;
            let mut list = List::new(cx.clone(), wanted);
            let mut listed = pin!(L::list(config, &provider, &mut list));
            while let Some(listed) = listed.next().await {
                let Listed {
                    display_name,
                    known,
                } = listed?;
                let (object, complete) = match known {
                    Known::Object(object) => (encode(object)?, true),
                    Known::Key(key) if wanted.objects => {
                        match read::<L::Resource>(key, &provider, &cx).await? {
                            Some(found) => found,
                            None => continue,
                        }
                    }
                    Known::Key(key) => (L::Resource::keyed(key), false),
                };
                let one = Found {
                    display_name,
                    object,
                    complete,
                };
                if found.send(one).await.is_err() {
                    break;
                }
            }
            Ok(())
        })
    }
}

/// Reads the object of a key, and returns whether it is complete, which it is not if its resource has no `read`. `None` if the object does not exist any
/// more.
async fn read<R: Resource>(
    key: R::Key,
    provider: &R::Provider,
    cx: &Context,
) -> Result<Option<(Object, bool)>> {
    let state = R::keyed(key.clone());
    // Each object has its own private state, which is empty before it is read.
    cx.journal(|journal| {
        let mut private = std::mem::take(&mut journal.private);
        journal.diagnostics.extend(private.take_refused());
        journal.deferred = None;
    });
    let object = R::read(key, None, provider, &mut Read::new(cx.clone())).await?;
    let kept = cx.journal(|journal| std::mem::take(&mut journal.keep_state));
    Ok(match object.map(encode).transpose()? {
        _ if kept => Some((state, false)),
        object => object.map(|object| (object, true)),
    })
}
