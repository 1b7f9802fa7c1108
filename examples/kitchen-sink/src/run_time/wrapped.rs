//! Items of the sink with another schema.

use std::sync::Arc;
use std::time::Duration;

use terrane::Moves;
use terrane::context::{
    CloseContext, ConfigureContext, Context, CreateContext, DeleteContext, ImportContext,
    InvokeContext, ListContext, OpenContext, PlanActionContext, ReadContext, ReadDataContext,
    RenewContext, UpdateContext, ValidateContext,
};
use terrane::dynamic::{
    BoxFuture, Configured, DynAction, DynDataSource, DynEphemeral, DynFunction, DynList, DynListed,
    DynPlanContext, DynProvider, DynResource, DynStateStore, DynStore, Found, Signature,
};
use terrane::history::History;
use terrane::schema::Block;
use terrane::{Object, Result, Value};
use tokio::sync::mpsc;

/// An item with a schema that was made at run time.
pub(crate) struct WithSchema<T> {
    item: T,
    block: Block,
}

impl<T> WithSchema<T> {
    pub(crate) fn new(item: T, block: Block) -> Self {
        Self { item, block }
    }
}

impl<T: DynProvider> DynProvider for WithSchema<T> {
    fn address(&self) -> &str {
        self.item.address()
    }

    fn type_prefix(&self) -> Option<&str> {
        self.item.type_prefix()
    }

    fn version(&self) -> &str {
        self.item.version()
    }

    fn interrupt_grace(&self) -> Duration {
        self.item.interrupt_grace()
    }

    fn block(&self) -> Block {
        self.block.clone()
    }

    fn validate(&self, config: &Object, cx: ValidateContext) -> Result<()> {
        self.item.validate(config, cx)
    }

    fn configure(&self, config: Object, cx: ConfigureContext) -> BoxFuture<Result<Configured>> {
        self.item.configure(config, cx)
    }
}

impl<T: DynResource> DynResource for WithSchema<T> {
    fn name(&self) -> &str {
        self.item.name()
    }

    fn type_name(&self) -> Option<&str> {
        self.item.type_name()
    }

    fn block(&self) -> Block {
        self.block.clone()
    }

    fn version(&self) -> i64 {
        self.item.version()
    }

    fn history(&self) -> History<Object> {
        self.item.history()
    }

    fn identity_version(&self) -> i64 {
        self.item.identity_version()
    }

    fn identity_history(&self) -> History<Object> {
        self.item.identity_history()
    }

    fn moves(&self) -> Moves<Object> {
        self.item.moves()
    }

    fn validate(&self, config: &Object, cx: ValidateContext) -> Result<()> {
        self.item.validate(config, cx)
    }

    fn plans_while_deferred(&self) -> bool {
        self.item.plans_while_deferred()
    }

    fn import_ids(&self) -> Vec<String> {
        self.item.import_ids()
    }

    fn plan(
        &self,
        change: DynPlanContext,
        provider: Option<Configured>,
    ) -> BoxFuture<Result<DynPlanContext>> {
        self.item.plan(change, provider)
    }

    fn create(
        &self,
        plan: &Object,
        provider: Configured,
        cx: CreateContext,
    ) -> BoxFuture<Result<Object>> {
        self.item.create(plan, provider, cx)
    }

    fn read(
        &self,
        state: Arc<Object>,
        provider: Configured,
        cx: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>> {
        self.item.read(state, provider, cx)
    }

    fn import(
        &self,
        id: String,
        provider: Configured,
        cx: ImportContext,
    ) -> BoxFuture<Result<Option<Object>>> {
        self.item.import(id, provider, cx)
    }

    fn update(
        &self,
        plan: &Object,
        prior: Arc<Object>,
        provider: Configured,
        cx: UpdateContext,
    ) -> BoxFuture<Result<Object>> {
        self.item.update(plan, prior, provider, cx)
    }

    fn delete(
        &self,
        state: Arc<Object>,
        provider: Configured,
        cx: DeleteContext,
    ) -> BoxFuture<Result<()>> {
        self.item.delete(state, provider, cx)
    }
}

/// Implements the methods that most kinds have.
macro_rules! item {
    () => {
        fn name(&self) -> &str {
            self.item.name()
        }

        fn type_name(&self) -> Option<&str> {
            self.item.type_name()
        }

        fn block(&self) -> &Block {
            &self.block
        }

        fn validate(&self, config: &Object, cx: ValidateContext) -> Result<()> {
            self.item.validate(config, cx)
        }
    };
}

impl<T: DynDataSource> DynDataSource for WithSchema<T> {
    item!();

    fn read(
        &self,
        config: Object,
        provider: Configured,
        cx: ReadDataContext,
    ) -> BoxFuture<Result<Object>> {
        self.item.read(config, provider, cx)
    }
}

impl<T: DynEphemeral> DynEphemeral for WithSchema<T> {
    item!();

    fn open(
        &self,
        config: Object,
        provider: Configured,
        cx: OpenContext,
    ) -> BoxFuture<Result<Object>> {
        self.item.open(config, provider, cx)
    }

    fn renew(&self, provider: Configured, cx: RenewContext) -> BoxFuture<Result<()>> {
        self.item.renew(provider, cx)
    }

    fn close(&self, provider: Configured, cx: CloseContext) -> BoxFuture<Result<()>> {
        self.item.close(provider, cx)
    }
}

impl<T: DynList> DynList for WithSchema<T> {
    item!();

    fn listed(&self) -> Option<Block> {
        self.item.listed()
    }

    fn list(
        &self,
        config: Object,
        provider: Configured,
        found: mpsc::Sender<DynListed>,
        cx: ListContext,
    ) -> BoxFuture<Result<()>> {
        self.item.list(config, provider, found, cx)
    }
}

impl<T: DynAction> DynAction for WithSchema<T> {
    item!();

    fn plan(
        &self,
        config: Object,
        provider: Option<Configured>,
        cx: PlanActionContext,
    ) -> BoxFuture<Result<()>> {
        self.item.plan(config, provider, cx)
    }

    fn invoke(
        &self,
        config: Object,
        provider: Configured,
        cx: InvokeContext,
    ) -> BoxFuture<Result<()>> {
        self.item.invoke(config, provider, cx)
    }
}

impl<T: DynStateStore> DynStateStore for WithSchema<T> {
    item!();

    fn version(&self) -> i64 {
        self.item.version()
    }

    fn configure(
        &self,
        config: Object,
        provider: Configured,
        cx: Context,
    ) -> BoxFuture<Result<Arc<dyn DynStore>>> {
        self.item.configure(config, provider, cx)
    }
}

/// A function with a signature that was made at run time.
pub(super) struct WithSignature<T> {
    item: T,
    signature: Signature,
}

impl<T> WithSignature<T> {
    pub(super) fn new(item: T, signature: Signature) -> Self {
        Self { item, signature }
    }
}

impl<T: DynFunction> DynFunction for WithSignature<T> {
    fn name(&self) -> &str {
        self.item.name()
    }

    fn signature(&self) -> Signature {
        self.signature.clone()
    }

    fn since(&self) -> Option<&str> {
        self.item.since()
    }

    fn needs_provider(&self) -> bool {
        self.item.needs_provider()
    }

    fn call(
        &self,
        arguments: Vec<Value>,
        provider: Option<Configured>,
    ) -> BoxFuture<Result<Value>> {
        self.item.call(arguments, provider)
    }
}
