//! A provider with a field of each kind.

use std::collections::BTreeMap;

use terrane::prelude::*;

pub(crate) struct Lab;

/// Settings of the lab.
#[derive(Model)]
pub(crate) struct Settings {
    /// A setting that must be there.
    required: String,
    /// A setting that may be there.
    optional: Option<String>,
    /// A setting that must come from somewhere.
    #[tf(env = "TERRANE_STATES_TEST_IS_NEVER_SET")]
    env: Sensitive<String>,
}

#[provider("registry.terraform.io/example/lab")]
impl Provider for Lab {
    async fn configure(_: Settings, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Lab)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Kinds>().data_source::<Kinds>();
    }
}

/// One field of each kind.
#[derive(Model)]
pub(crate) struct Kinds {
    /// What identifies it.
    #[tf(identity)]
    id: String,
    /// What it is found by if the state has it.
    #[tf(keep, key(optional))]
    found: Computed<String>,
    /// The name, by which the object can be imported.
    #[tf(keep, identity(optional))]
    called: Computed<String>,
    /// `T`.
    required: String,
    /// `T` with a default.
    #[tf(default = "d")]
    defaulted: String,
    /// `Option<T>`.
    optional: Option<String>,
    /// `Computed<T>`.
    computed: Computed<String>,
    /// `Computed<T>` that keeps.
    #[tf(keep)]
    kept: Computed<String>,
    /// `Computed<T>`, optional.
    #[tf(optional)]
    computed_optional: Computed<String>,
    /// `Computed<Option<T>>`.
    computed_null: Computed<Option<String>>,
    /// `Value<T>`.
    value: Value<String>,
    /// `Sensitive<T>`.
    sensitive: Sensitive<String>,
    /// `Dynamic`.
    dynamic: Dynamic,
    /// `Vec<T>`.
    list: Vec<String>,
    /// `Vec<Option<T>>`.
    list_null: Vec<Option<String>>,
    /// `Set<T>`.
    set: Set<String>,
    /// `BTreeMap<String, T>`.
    map: BTreeMap<String, String>,
    /// A model.
    nested: Part,
    /// An optional model.
    nested_optional: Option<Part>,
    /// `Vec<M>`.
    nested_list: Vec<Part>,
    /// A block.
    #[tf(block)]
    block: Part,
    /// An optional block.
    #[tf(block)]
    block_optional: Option<Part>,
    /// A list of blocks.
    #[tf(block)]
    block_list: Vec<Part>,
}

/// A part.
#[derive(Model, Clone)]
pub(crate) struct Part {
    /// Something required.
    x: String,
}

impl Kinds {
    pub(crate) fn filled(self) -> Self {
        let c = || "c".to_owned();
        self.with_computed(KindsComputed {
            found: c(),
            called: c(),
            computed: c(),
            kept: c(),
            computed_optional: c(),
            computed_null: Some(c()),
        })
    }
}

impl Resource for Kinds {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.filled())
    }

    async fn read(prior: Prior<Self>, _: &Lab, cx: &mut ReadContext) -> Result<Found<Self>> {
        let whole = match prior.complete() {
            Some(_) => "whole",
            None => "key only",
        };
        cx.warn(whole, prior.into_key().id);
        Ok(Found::Unchanged)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan.filled())
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

impl DataSource for Kinds {
    type Provider = Lab;

    async fn read(config: Self, _: &Lab, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config.filled())
    }
}
