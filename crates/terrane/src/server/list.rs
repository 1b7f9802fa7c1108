//! ValidateListResourceConfig, ListResource.

use std::sync::Arc;

use futures_util::stream::{self, StreamExt};
use terrane_protocol::*;
use tokio::sync::mpsc;

use super::answer::{Event, Refusal};
use super::deadline::{self, Deadline};
use super::guard::Guarded;
use super::{Server, task, values};
use crate::context::{Context, Private};
use crate::error::Result as AuthorResult;
use crate::list::{DynList, Found, Wanted};
use crate::planning::{self, Counts};
use crate::resource::BoxFuture;

impl Server {
    fn list_resource_of(&self, type_name: &str) -> Result<&dyn DynList, Diagnostic> {
        self.definition.lists.find(type_name).map(AsRef::as_ref)
    }

    pub(super) fn validate_list(
        &self,
        request: ValidateListResourceConfigRequest,
    ) -> ValidateListResourceConfigResponse {
        let ValidateListResourceConfigRequest {
            type_name, config, ..
        } = request;
        let diagnostics = match self.list_resource_of(&type_name) {
            Ok(it) => self.check_stateless(it.block(), &config, &type_name, |config, cx| {
                it.validate(config, cx)
            }),
            Err(diagnostic) => diagnostic.into(),
        };
        ValidateListResourceConfigResponse { diagnostics }
    }

    /// Finds objects. What is wrong with the request is the only event then (rule LR4).
    pub(super) fn list(&self, request: ListResourceRequest) -> BoxStream<ListResourceEvent> {
        match self.listing(&request) {
            Ok(listing) => {
                let events = stream::unfold(Some(listing), async |listing| listing?.next().await);
                Box::pin(events.map(Ok))
            }
            Err(diagnostic) => Refusal::refusal(diagnostic),
        }
    }

    fn listing(&self, request: &ListResourceRequest) -> Result<Listing, Diagnostic> {
        let type_name = request.type_name.clone();
        let list = self.list_resource_of(&type_name)?;
        let block = list.block();
        let doing = format!("Cannot list {type_name}");
        let config = values::decode_some(&request.config, block, "configuration")?;
        let provider = self
            .provider()
            .map_err(|not_ready| not_ready.diagnostic(&doing))?;
        let resources = &self.definition.resources;
        let resource = resources
            .get(&type_name)
            .ok_or_else(|| resources.names().not_found(&type_name))?;
        let wanted = Wanted {
            limit: usize::try_from(request.limit)
                .ok()
                .filter(|limit| *limit > 0)
                .unwrap_or(usize::MAX),
            objects: request.include_resource_object,
        };
        let asked = values::asked(block, &config, &doing)?;
        let (token, cx) = self.context(Private::default());
        let deadline = Deadline::of(block, Some(&asked), "list");
        let cx = cx.with_deadline(deadline.at());
        // One object waits for the host: more are not looked for until it asks.
        let (sender, found) = mpsc::channel(1);
        let future = list.list(asked, wanted, provider, sender, cx.clone());
        let future = deadline::limited(&doing, &token, deadline, future);
        let started = task::start(token, future);
        let ended = Box::pin({
            let doing = doing.clone();
            async move { started.outcome(&doing).await }
        });
        Ok(Listing {
            found,
            ended,
            wanted,
            resource: Arc::clone(resource),
            type_name,
            doing,
            cx,
        })
    }
}

/// A list that is being made. When it is dropped, looking for more ends.
struct Listing {
    found: mpsc::Receiver<Found>,
    /// How looking for more ends. Work that goes on after its time is over may still hold the sender.
    ended: BoxFuture<AuthorResult<()>>,
    wanted: Wanted,
    resource: Arc<Guarded>,
    type_name: String,
    doing: String,
    cx: Context,
}

impl Listing {
    /// The next event, and what comes after it.
    async fn next(mut self) -> Option<(ListResourceEvent, Option<Self>)> {
        if self.wanted.limit == 0 {
            return None;
        }
        let result = tokio::select! {
            biased;
            Some(found) = self.found.recv() => {
                self.wanted.limit -= 1;
                let event = self.event(found);
                let more = !event.diagnostics.has_errors();
                return Some((event, more.then_some(self)));
            }
            result = &mut self.ended => result,
        };
        let diagnostics = task::report(&self.cx, result.err(), &self.doing);
        (!diagnostics.is_empty()).then(|| (Event::told(diagnostics), None))
    }

    /// Tells of an object; of one that has no identity only that it has none (rule LR2).
    fn event(&self, found: Found) -> ListResourceEvent {
        let Found {
            display_name,
            mut object,
            complete,
        } = found;
        let mut diagnostics = task::report(&self.cx, None, &self.doing);
        let block = self.resource.block();
        block.forget_write_only(&mut object);
        let identity = self.resource.identity().and_then(|identity| {
            let found = identity.of_state(&object).filter(values::is_wholly_known)?;
            identity.encode(found).ok()
        });
        let Some(identity) = identity else {
            diagnostics.push(Diagnostic::error(
                "Incomplete List Result",
                format!(
                    "Nothing tells which {} \"{display_name}\" is: what is marked `identity` is null or not known. This is a bug in the provider.",
                    self.type_name
                ),
            ));
            return Event::told(diagnostics);
        };
        let mut resource_object = None;
        if self.wanted.objects && !complete {
            diagnostics.push(Diagnostic::warning(
                "Object is listed without its attributes",
                format!(
                    "The provider knows of {} \"{display_name}\" only what identifies it, and cannot read the rest.",
                    self.type_name
                ),
            ));
        } else if self.wanted.objects {
            planning::set_counts(block, &Counts::new(), &mut object);
            let object = values::settle_answer(
                object,
                &self.type_name,
                "`list` or `read`",
                &mut diagnostics,
            );
            match values::encode(object, block) {
                Ok(object) => resource_object = Some(object),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        if diagnostics.has_errors() {
            return Event::told(diagnostics);
        }
        ListResourceEvent {
            identity: Some(identity),
            display_name,
            resource_object,
            diagnostics,
        }
    }
}
