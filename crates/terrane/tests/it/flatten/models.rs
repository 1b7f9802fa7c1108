//! The same resource twice: of three models, and of one.

use terrane::Set;
use terrane::plan::FieldChange;
use terrane::prelude::*;

#[derive(Default)]
pub(crate) struct Lab;

#[provider("registry.terraform.io/example/lab")]
impl terrane::Provider for Lab {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Flat>().resource::<Written>();
    }
}

/// What every object has.
#[derive(Model, Debug, Clone)]
pub(crate) struct Base {
    /// Identifier given by the API.
    #[tf(keep, identity)]
    pub(crate) id: Computed<String>,
    /// The location.
    #[tf(replace, identity(optional), default = "eu")]
    pub(crate) region: String,
}

/// What a few have.
#[derive(Model, Debug, Clone)]
#[tf(exactly_one_of(content, source))]
pub(crate) struct Common {
    /// Text.
    pub(crate) content: Option<String>,
    /// A file.
    #[tf(replace(if_configured))]
    pub(crate) source: Option<String>,
    #[tf(flatten, computed, key)]
    pub(crate) base: Base,
    /// A sum of the text.
    #[tf(changes_with(content, source))]
    pub(crate) sum: Computed<String>,
    /// How many.
    #[tf(default = 1, validate(range(1..=9)))]
    pub(crate) count_of: i64,
    /// A secret.
    pub(crate) token: Option<Sensitive<String>>,
    /// A secret that is not stored.
    pub(crate) password: WriteOnly<String>,
    /// Its changes.
    #[tf(counts(password))]
    pub(crate) version: Computed<i64>,
    /// Its parts.
    #[tf(block, align = name, items(..=3))]
    pub(crate) part: Vec<Part>,
    /// Words.
    #[tf(plan = as_it_was)]
    pub(crate) words: Option<Set<String>>,
}

/// A part.
#[derive(Model, Debug, Clone)]
pub(crate) struct Part {
    /// Its name.
    pub(crate) name: String,
    /// Its number.
    #[tf(keep)]
    pub(crate) number: Computed<i64>,
}

/// A resource.
#[derive(Model, Debug, Clone)]
#[tf(all_or_none(zone, a_first))]
pub(crate) struct Flat {
    /// The first of all.
    pub(crate) a_first: Option<String>,
    #[tf(flatten, computed, key)]
    pub(crate) common: Common,
    /// A name in the middle.
    pub(crate) middle: String,
    /// What follows.
    #[tf(changes_with(common.count_of, common.base.region))]
    pub(crate) follows: Computed<String>,
    /// The last.
    pub(crate) zone: Option<bool>,
}

/// A resource.
#[derive(Model, Debug, Clone)]
#[tf(
    name = "written",
    exactly_one_of(content, source),
    all_or_none(zone, a_first)
)]
pub(crate) struct Written {
    /// The first of all.
    pub(crate) a_first: Option<String>,
    /// Text.
    pub(crate) content: Option<String>,
    /// A file.
    #[tf(replace(if_configured))]
    pub(crate) source: Option<String>,
    /// Identifier given by the API.
    #[tf(keep, identity)]
    pub(crate) id: Computed<String>,
    /// The location.
    #[tf(replace, identity(optional), default = "eu")]
    pub(crate) region: String,
    /// A sum of the text.
    #[tf(changes_with(content, source))]
    pub(crate) sum: Computed<String>,
    /// How many.
    #[tf(default = 1, validate(range(1..=9)))]
    pub(crate) count_of: i64,
    /// A secret.
    pub(crate) token: Option<Sensitive<String>>,
    /// A secret that is not stored.
    pub(crate) password: WriteOnly<String>,
    /// Its changes.
    #[tf(counts(password))]
    pub(crate) version: Computed<i64>,
    /// Its parts.
    #[tf(block, align = name, items(..=3))]
    pub(crate) part: Vec<Part>,
    /// Words.
    #[tf(plan = as_it_was)]
    pub(crate) words: Option<Set<String>>,
    /// A name in the middle.
    pub(crate) middle: String,
    /// What follows.
    #[tf(changes_with(count_of, region))]
    pub(crate) follows: Computed<String>,
    /// The last.
    pub(crate) zone: Option<bool>,
}

/// An empty set means what was there before.
fn as_it_was(words: &mut FieldChange<'_, Set<String>>) -> Result<()> {
    let (prior, planned) = (words.prior()?, words.planned()?);
    if planned.known().is_some_and(|words| words.is_empty()) && prior.is_known() {
        words.set_planned(prior);
    }
    Ok(())
}

fn numbered(parts: &mut [Part]) {
    for (part, number) in parts.iter_mut().zip(1..) {
        part.number.fill(number);
    }
}

/// What is made of a text, a number and a region.
fn follows(count_of: i64, region: &str) -> String {
    format!("{count_of} {region}")
}

impl Resource for Flat {
    type Provider = Lab;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        if let Some((middle, text)) = known!(config; middle, common.content)
            && middle == text
        {
            cx.error(path!(Flat, common.content), "Said twice");
        }
        Ok(())
    }

    async fn create(mut plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        numbered(&mut plan.common.part);
        let follows = follows(plan.common.count_of, &plan.common.base.region);
        let id = plan.middle.clone();
        let sum = format!("{:?}", plan.common.content);
        let base = BaseComputed { id };
        let common = CommonComputed { base, sum };
        Ok(plan.with_computed(FlatComputed { common, follows }))
    }

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        let exists = prior.key().common.base.id != "gone";
        Ok(Found::or_gone(prior.into_complete().filter(|_| exists)))
    }

    async fn update(plan: Self, _: Prior<Self>, lab: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Self::create(plan, lab, &mut CreateContext::default()).await
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

impl Resource for Written {
    type Provider = Lab;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        if let Some((middle, text)) = known!(config; middle, content)
            && middle == text
        {
            cx.error(path!(Written, content), "Said twice");
        }
        Ok(())
    }

    async fn create(mut plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        numbered(&mut plan.part);
        let follows = follows(plan.count_of, &plan.region);
        let id = plan.middle.clone();
        let sum = format!("{:?}", plan.content);
        Ok(plan.with_computed(WrittenComputed { id, sum, follows }))
    }

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        let exists = prior.key().id != "gone";
        Ok(Found::or_gone(prior.into_complete().filter(|_| exists)))
    }

    async fn update(plan: Self, _: Prior<Self>, lab: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Self::create(plan, lab, &mut CreateContext::default()).await
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}
