//! Typed list resources as an adaptor over the dynamic layer.

use std::pin::pin;

use futures_util::StreamExt;
use terrane_value::Object;
use tokio::sync::mpsc;

use super::{Known, ListResource, Listable, Listed};
use crate::context::{ListContext, ReadContext, ValidateContext};
use crate::dynamic::{BoxFuture, Configured, DynList, DynListed, Found};
use crate::error::Result;
use crate::messages::ObjectRole;
use crate::model::Model;
use crate::schema::Block;
use crate::typed::{Typed, decode, described, downcast, encode};

impl<L: ListResource> DynList for Typed<L> {
    described!(L, L::Resource);

    fn listed(&self) -> Option<Block> {
        L::Resource::served_elsewhere()
    }

    fn list(
        &self,
        config: Object,
        provider: Configured,
        found: mpsc::Sender<DynListed>,
        mut cx: ListContext,
    ) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let provider = downcast::<<L::Resource as Listable>::Provider>(&provider)?;
            let config = decode::<L>(config, ObjectRole::Configuration)?;
            let (whole, read) = (cx.wants_objects(), cx.reads());
            let mut listed = pin!(L::list(config, &provider, &mut cx));
            while let Some(listed) = listed.next().await {
                let Listed {
                    display_name,
                    known,
                } = listed?;
                let (object, complete) = match known {
                    Known::Object(object) => (encode(object)?, true),
                    Known::Key(key) if whole => {
                        match read_listed::<L::Resource>(key, &provider, read.start()).await? {
                            Some(found) => found,
                            None => continue,
                        }
                    }
                    Known::Key(key) => (L::Resource::keyed(key), false),
                };
                let one = DynListed {
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

/// Reads the object of a key. Returns it and whether it is complete, or `None` if the object does not exist any more.
///
/// A `read` that finds an unchanged object, such as the default, returns no attributes except the key. Then the object is incomplete.
async fn read_listed<R: Listable>(
    key: R::Key,
    provider: &R::Provider,
    mut cx: ReadContext,
) -> Result<Option<(Object, bool)>> {
    let state = R::keyed(key.clone());
    Ok(match R::read_listed(key, provider, &mut cx).await? {
        Found::Object(object) => Some((encode(object)?, true)),
        Found::Unchanged => Some((state, false)),
        Found::Gone => None,
    })
}
