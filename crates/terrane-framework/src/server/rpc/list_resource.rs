//! ListResource: one event for each object.

use std::sync::Arc;

use futures_util::stream::{self, StreamExt};
use terrane_protocol::*;
use terrane_value::{Error, Object};
use tokio::sync::mpsc;

use crate::context::{Context, ListContext, Private, Wanted};
use crate::dynamic::DynListed;
use crate::error::Result as AuthorResult;
use crate::identity::Identity;
use crate::messages;
use crate::planning::{self, Counts};
use crate::schema::Block;
use crate::server::call::answer::Event;
use crate::server::call::messages::{Messages, Next};
use crate::server::call::unencodable::report;
use crate::server::call::{author, values};
use crate::server::registry::RegisteredType;
use crate::server::session::Server;

impl Server {
    /// Lists objects. An invalid request results in one event with the error (rule LR4).
    pub(crate) fn list(
        &self,
        request: &ListResourceRequest,
    ) -> Result<BoxStream<ListResourceEvent>, Diagnostic> {
        let events = stream::unfold(self.listing(request)?, Listing::next);
        Ok(Box::pin(events.map(Ok)))
    }

    fn listing(&self, request: &ListResourceRequest) -> Result<Listing, Diagnostic> {
        let type_name = request.type_name.clone();
        let list = self.definition.lists.find(&type_name)?;
        let block = list.block();
        let doing = format!("Cannot list {type_name}");
        let config = values::decode_some(&request.config, block, "configuration")?;
        let provider = self.ready_provider(&doing)?;
        let resources = &self.definition.resources;
        let resource = match list.listed() {
            Some(block) => ListedResource::Elsewhere(Identity::of(&block), block),
            None => match resources.get(&type_name) {
                Some(resource) => ListedResource::Here(Arc::clone(resource)),
                None => return Err(resources.not_found(&type_name)),
            },
        };
        let wanted = Wanted {
            limit: usize::try_from(request.limit)
                .ok()
                .filter(|limit| *limit > 0)
                .unwrap_or(usize::MAX),
            objects: request.include_resource_object,
        };
        let prepared = values::prepared(block, &config, &doing)?;
        self.call.limit(block, &prepared, "list");
        let cx = self.call.context(Private::default());
        // One object is buffered. The next one is listed when the host has read it.
        let (sender, found) = mpsc::channel(1);
        let ended = Box::pin({
            let (call, list) = (Arc::clone(&self.call), Arc::clone(list));
            let (doing, cx) = (doing.clone(), cx.clone());
            async move {
                call.run(&doing, || {
                    list.list(prepared, provider, sender, ListContext::new(cx, wanted))
                })
                .await
            }
        });
        Ok(Listing {
            found: Some(Messages::new(found, ended)),
            wanted,
            resource,
            type_name,
            doing,
            cx,
        })
    }
}

/// The resource whose objects are listed.
enum ListedResource {
    Here(Arc<RegisteredType>),
    /// Another provider serves it.
    Elsewhere(Option<Identity>, Block),
}

impl ListedResource {
    fn block(&self) -> &Block {
        match self {
            Self::Here(resource) => resource.block(),
            Self::Elsewhere(_, block) => block,
        }
    }

    fn identity(&self) -> Option<&Identity> {
        match self {
            Self::Here(resource) => resource.identity(),
            Self::Elsewhere(identity, _) => identity.as_ref(),
        }
    }

    /// Returns the identity of an object. `None` if it is incomplete.
    fn identity_of(&self, object: &Object) -> Result<Option<DynamicValue>, Error> {
        let Some(identity) = self.identity() else {
            return Ok(None);
        };
        let Some(found) = identity.of_state(object) else {
            return Ok(None);
        };
        let known = found.is_wholly_known();
        let encoded = identity.encode(found)?;
        Ok(known.then_some(encoded))
    }
}

/// A list in progress. Dropping it stops the author code.
struct Listing {
    /// The author code, until an error ends the list.
    found: Option<Messages<DynListed, AuthorResult<()>>>,
    wanted: Wanted,
    resource: ListedResource,
    type_name: String,
    doing: String,
    cx: Context,
}

impl Listing {
    /// Returns the next event and the rest of the list.
    async fn next(mut self) -> Option<(ListResourceEvent, Self)> {
        if self.wanted.limit == 0 {
            return None;
        }
        let (next, found) = self.found.take()?.next().await;
        let event = match next {
            Next::Message(found) => self.event(found),
            Next::Returned(result) => {
                let diagnostics = author::report(&self.cx, result.err(), &self.doing);
                if diagnostics.is_empty() {
                    return None;
                }
                Event::last(diagnostics)
            }
        };
        self.wanted.limit -= 1;
        self.found = found.filter(|_| !event.diagnostics.has_errors());
        Some((event, self))
    }

    /// Creates the event of an object. An object without an identity is an error (rule LR2).
    fn event(&self, found: DynListed) -> ListResourceEvent {
        let DynListed {
            display_name,
            mut object,
            complete,
        } = found;
        let mut diagnostics = author::report(&self.cx, None, &self.doing);
        let block = self.resource.block();
        block.forget_write_only(&mut object);
        let identity = match self.resource.identity_of(&object) {
            Ok(Some(identity)) => identity,
            Ok(None) => {
                let error = messages::identity::incomplete_result(&self.type_name, &display_name);
                diagnostics.push(error);
                return Event::last(diagnostics);
            }
            Err(error) => {
                let kept = format!(" It identifies the list result \"{display_name}\".");
                diagnostics.push(report(&error, &self.type_name, block, &kept));
                return Event::last(diagnostics);
            }
        };
        let mut resource_object = None;
        if self.wanted.objects && !complete {
            let warning = messages::identity::listed_by_key(&self.type_name, &display_name);
            diagnostics.push(warning);
        } else if self.wanted.objects {
            planning::set_counts(block, &Counts::new(), &mut object);
            let object = values::known_answer(
                object,
                block,
                &self.type_name,
                "`list` or `read`",
                &mut diagnostics,
            );
            match values::encode(object, block, &self.type_name) {
                Ok(object) => resource_object = Some(object),
                Err(errors) => diagnostics.extend(errors),
            }
        }
        if diagnostics.has_errors() {
            return Event::last(diagnostics);
        }
        ListResourceEvent {
            identity: Some(identity),
            display_name,
            resource_object,
            diagnostics,
        }
    }
}
