//! A member at run time: started, discovered and configured.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use tokio::sync::{Mutex as AsyncMutex, OnceCell};

use super::member::{MuxMember, Source};
use super::member_items::MemberItems;
use super::messages;
use super::settings::Settings;
use crate::answers::without_paths;
use terrane_protocol::schema::Schemas;
use terrane_protocol::*;

/// A member at run time.
pub(super) struct Session {
    pub(super) member: MuxMember,
    /// The provider, or the errors of its start.
    started: OnceCell<Result<Arc<dyn Provider>, Diagnostics>>,
    schemas: OnceCell<(Schemas, MemberItems)>,
    /// The functions that the member has reported outside of its schemas, without the hidden ones.
    functions: Mutex<BTreeSet<String>>,
    configured: AsyncMutex<Configured>,
    /// The provider, and the settings with which it is ready. A copy of `configured` that no call waits for.
    ready: RwLock<Option<(u64, Arc<dyn Provider>)>>,
    /// Warnings of a late configuration, for the next answer that can contain them.
    warnings: Mutex<Diagnostics>,
}

/// The calls for the whole provider that a member has received.
struct Configured {
    /// Whether the member needs no request for its schemas before other calls.
    has_schemas: bool,
    /// The number of the host's settings, or [`NEVER`].
    number: u64,
    /// The errors of the configuration. The member gets no calls then.
    errors: Option<Diagnostics>,
}

/// The number of a member that has never received the host's settings, although the host may have sent some.
const NEVER: u64 = u64::MAX;

impl Session {
    pub(super) fn new(member: MuxMember) -> Self {
        let may_start_late = member.announced.is_some();
        let configured = Configured {
            has_schemas: false,
            number: if may_start_late { NEVER } else { 0 },
            errors: None,
        };
        Self {
            member,
            started: OnceCell::new(),
            schemas: OnceCell::new(),
            functions: Mutex::default(),
            configured: AsyncMutex::new(configured),
            ready: RwLock::default(),
            warnings: Mutex::default(),
        }
    }

    pub(super) fn name(&self) -> &str {
        self.member.name()
    }

    /// Returns the provider. Starts it if it is lazy.
    pub(super) async fn started(&self) -> Result<&Arc<dyn Provider>, Diagnostics> {
        let start = match &self.member.source {
            Source::Provider(provider) => return Ok(provider),
            Source::Lazy(start) => start,
        };
        let started = self.started.get_or_init(async || {
            let started = start().await;
            tracing::debug!(
                member = self.name(),
                succeeded = started.is_ok(),
                "started a member of the provider"
            );
            started
        });
        started.await.as_ref().map_err(Diagnostics::clone)
    }

    /// Whether calls for the whole provider wait until the member starts.
    pub(super) fn is_waiting(&self) -> bool {
        let is_lazy = matches!(self.member.source, Source::Lazy(_));
        is_lazy && self.member.announced.is_some() && !self.started.initialized()
    }

    /// Returns the provider if it has started. Starts nothing, and waits for nothing.
    pub(super) fn present(&self) -> Option<&Arc<dyn Provider>> {
        match &self.member.source {
            Source::Provider(provider) => Some(provider),
            Source::Lazy(_) => self.started.get()?.as_ref().ok(),
        }
    }

    /// Returns the provider if it is started.
    pub(super) async fn running(&self) -> Option<&Arc<dyn Provider>> {
        if self.is_waiting() {
            None
        } else {
            self.started().await.ok()
        }
    }

    /// Returns the items of the member.
    ///
    /// They are those of its schemas. Hosts never request metadata, so a member may answer that call in another way, or fail in later calls.
    pub(super) async fn items(&self) -> Result<&MemberItems, Diagnostics> {
        Ok(&self.schemas().await?.1)
    }

    /// Returns the schemas of the member, and the items that they contain.
    pub(super) async fn schemas(&self) -> Result<&(Schemas, MemberItems), Diagnostics> {
        let schemas = self.schemas.get_or_try_init(async || {
            let member_schemas = match &self.member.announced {
                Some(announced) => announced.schemas.clone(),
                None => self.answer_schemas().await?,
            };
            let known = self.served(MemberItems::from(&member_schemas));
            Ok((member_schemas, known))
        });
        schemas.await
    }

    /// Removes the items that the member hides. A hidden item that the member does not have is an error, unless the member reports errors: then it
    /// may report no items.
    fn served(&self, mut known: MemberItems) -> MemberItems {
        if !known.diagnostics.has_errors() {
            let hidden = self.member.hidden().into_iter();
            let unserved = hidden.filter(|item| !known.contains(*item));
            known.hidden_unserved = unserved
                .map(|item| messages::hidden_unserved(item, self.name()))
                .collect();
        }
        known.retain(|item| !self.member.hides(item));
        known
    }

    async fn answer_schemas(&self) -> Result<Schemas, Diagnostics> {
        let provider = self.started().await?;
        let request = EmptyRequest::default();
        let schemas = provider.get_provider_schema(request).await;
        schemas.map_err(|error| {
            messages::no_answer(self.name(), Rpc::GetProviderSchema, &error).into()
        })
    }

    /// Returns the items that the member has reported.
    pub(super) fn items_so_far(&self) -> Option<&MemberItems> {
        self.schemas.get().map(|(_, known)| known)
    }

    /// Remembers the functions that the member has reported. Returns whether one is new.
    pub(super) fn add_functions<'a>(&self, names: impl Iterator<Item = &'a String>) -> bool {
        let mut functions = self.functions();
        let before = functions.len();
        functions.extend(
            names
                .filter(|name| !self.member.hides(Item::Function(name)))
                .cloned(),
        );
        functions.len() > before
    }

    /// The functions that the member has reported outside of its schemas.
    pub(super) fn functions(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.functions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the provider, ready for calls: started and configured with the host's settings.
    pub(super) async fn ready(
        &self,
        settings: &Settings,
    ) -> Result<Arc<dyn Provider>, Diagnostics> {
        let number = settings.number();
        if let Some(provider) = self.ready_for(number) {
            return Ok(provider);
        }
        let provider = self.started().await?;
        let mut configured = self.configured.lock().await;
        self.request_schemas(&mut configured).await?;
        if configured.number != number {
            self.configure_late(provider, settings, &mut configured)
                .await;
        }
        if let Some(errors) = &configured.errors {
            return Err(errors.clone());
        }
        self.set_ready(number, provider);
        Ok(Arc::clone(provider))
    }

    /// Requests the schemas, as hosts do before other calls, unless the member has announced its schemas, and has the capability to work without this
    /// request.
    async fn request_schemas(&self, configured: &mut Configured) -> Result<(), Diagnostics> {
        if configured.has_schemas {
            return Ok(());
        }
        let known = self.items().await?;
        let is_needed = !known.capabilities.get_provider_schema_optional;
        if is_needed && self.member.announced.is_some() {
            self.answer_schemas().await?;
        }
        configured.has_schemas = true;
        Ok(())
    }

    fn ready_for(&self, number: u64) -> Option<Arc<dyn Provider>> {
        let ready = self.ready.read().unwrap_or_else(PoisonError::into_inner);
        let ready_member = ready.as_ref().filter(|(ready, _)| *ready == number);
        ready_member.map(|(_, provider)| Arc::clone(provider))
    }

    fn set_ready(&self, number: u64, provider: &Arc<dyn Provider>) {
        let mut ready = self.ready.write().unwrap_or_else(PoisonError::into_inner);
        *ready = Some((number, Arc::clone(provider)));
    }

    /// Validates and configures a member that has started after the host's settings.
    async fn configure_late(
        &self,
        provider: &Arc<dyn Provider>,
        settings: &Settings,
        configured: &mut Configured,
    ) {
        let (number, validate, configure) = settings.requests();
        let mut found = Diagnostics::new();
        if let Some(validate) = validate
            && let Ok(answer) = provider.validate_provider_config(validate).await
        {
            found.extend(answer.diagnostics);
        }
        if let Some(configure) = configure
            && !found.has_errors()
        {
            match provider.configure_provider(configure).await {
                Ok(answer) => found.extend(answer.diagnostics),
                Err(error) if error.code == RpcCode::Unimplemented => {}
                Err(error) => {
                    found.push(messages::no_answer(
                        self.name(),
                        Rpc::ConfigureProvider,
                        &error,
                    ));
                }
            }
        }
        // A path is in the provider's configuration, which is not the configuration that the answer concerns.
        let without_paths = without_paths(found);
        configured.number = number;
        configured.errors = without_paths.has_errors().then(|| without_paths.clone());
        if configured.errors.is_none() {
            let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
            warnings.extend(without_paths);
        }
    }

    /// Validates the provider's configuration with a running member.
    pub(super) async fn validate(
        &self,
        provider: &Arc<dyn Provider>,
        request: ValidateProviderConfigRequest,
    ) -> Result<ValidateProviderConfigResponse, RpcError> {
        let mut configured = self.configured.lock().await;
        // The calls for the member's types report an error.
        let _ = self.request_schemas(&mut configured).await;
        drop(configured);
        provider.validate_provider_config(request).await
    }

    /// Configures a running member with the host's settings, and returns the diagnostics.
    pub(super) async fn configure(
        &self,
        provider: &Arc<dyn Provider>,
        number: u64,
        request: ConfigureProviderRequest,
    ) -> Result<Diagnostics, RpcError> {
        let mut configured = self.configured.lock().await;
        // The calls for the member's types report an error.
        let _ = self.request_schemas(&mut configured).await;
        let answer = provider.configure_provider(request).await;
        configured.number = number;
        configured.errors = None;
        match answer {
            Ok(answer) => {
                self.set_ready(number, provider);
                Ok(answer.diagnostics)
            }
            Err(error) => {
                if error.code != RpcCode::Unimplemented {
                    let error = messages::no_answer(self.name(), Rpc::ConfigureProvider, &error);
                    configured.errors = Some(error.into());
                }
                Err(error)
            }
        }
    }

    /// Adds the warnings of a late configuration to an answer.
    pub(super) fn add_warnings(&self, answer: &mut Response) {
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        if !warnings.is_empty()
            && let Some(diagnostics) = answer.diagnostics_mut()
        {
            diagnostics.extend(std::mem::take(&mut *warnings));
        }
    }
}
