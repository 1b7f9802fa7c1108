//! A provider whose objects have values that no answer can contain.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::sync::{Condvar, Mutex, PoisonError};

use futures_util::stream::{self, Stream};
use terrane::generated::{Leaf, Nestable, Plain};
use terrane::prelude::*;
use terrane::schema::Shape;
use terrane::{Attr, DecodeError};
use terrane_value::{Data, Number, Type};
use tokio::sync::Notify;

use crate::lab::lab;

lab!(|registry| registry
    .resource::<Item>()
    .resource::<Found>()
    .resource::<Twin>()
    .list::<Items>()
    .data_source::<Report>()
    .ephemeral::<Report>()
    .function::<ratio>()
    .function::<words>()
    .function::<flags>());

/// The number of bools that take more than 64 MiB of memory.
pub(crate) const TOO_MANY: usize = 2_000_000;

/// A text whose conversion panics or blocks if it asks for that.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Word(pub(crate) String);

impl FromStr for Word {
    type Err = Infallible;

    fn from_str(text: &str) -> std::result::Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            "panics" => panic!("no such word"),
            blocks if blocks.starts_with(BLOCKS) => GATE.pass(blocks),
            _ => {}
        }
        f.write_str(&self.0)
    }
}

impl Drop for Word {
    fn drop(&mut self) {
        if self.0 == "panics in drop" {
            self.0.clear();
            panic!("the word stays");
        }
    }
}

/// The start of the texts whose conversion stops.
const BLOCKS: &str = "blocks";

/// Stops the conversions of a text until a test lets them continue.
pub(crate) static GATE: Gate = Gate {
    reached: Notify::const_new(),
    texts: Mutex::new(BTreeSet::new()),
    opened: Condvar::new(),
};

pub(crate) struct Gate {
    pub(crate) reached: Notify,
    /// The texts that may pass.
    texts: Mutex<BTreeSet<String>>,
    opened: Condvar,
}

impl Gate {
    fn pass(&self, text: &str) {
        let texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if texts.contains(text) {
            return;
        }
        self.reached.notify_one();
        let is_closed = |texts: &mut BTreeSet<String>| !texts.contains(text);
        drop(self.opened.wait_while(texts, is_closed));
    }

    /// Lets a text pass, now and later.
    pub(crate) fn open(&self, text: &str) {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        texts.insert(text.to_owned());
        self.opened.notify_all();
    }
}

/// A type of an author that encodes another type than it declares.
#[derive(Clone, Debug)]
pub(crate) struct Wrong;

impl Attr for Wrong {
    type Draft = Self;
    type Paths = Leaf;
    type Checked = Self;

    fn shape() -> Shape {
        Shape::Type(Type::Bool)
    }

    fn decode(_: &Data) -> std::result::Result<Self, DecodeError> {
        Ok(Self)
    }

    fn draft(_: &Data) -> std::result::Result<Self, DecodeError> {
        Ok(Self)
    }

    fn take_value(&mut self) -> Value {
        "wrong".into()
    }

    fn encode_draft(_: Self) -> Value {
        "wrong".into()
    }

    fn checked(&self) -> &Self {
        self
    }
}

impl Nestable for Wrong {}
impl Plain for Wrong {}

/// A part of an item.
#[derive(Clone, Debug, Model)]
pub(crate) struct Part {
    /// The name.
    name: String,
    /// A text.
    #[tf(as = String)]
    word: Computed<Option<Word>>,
    /// A number.
    ratio: Computed<Option<f64>>,
}

/// An item. Its `fault` names the value that no answer can contain.
#[derive(Clone, Debug, Model)]
pub(crate) struct Item {
    /// Its id.
    #[tf(identity, as = String)]
    id: Computed<Word>,
    /// The value that no answer can contain.
    fault: String,
    /// What creates the value: `create`, `record`, or another operation.
    by: Option<String>,
    /// A text that the configuration sets.
    #[tf(as = String)]
    given: Option<Word>,
    /// A text.
    #[tf(as = String)]
    word: Computed<Option<Word>>,
    /// A number.
    most: Computed<Option<f64>>,
    /// Numbers.
    ratios: Computed<Option<Vec<f32>>>,
    /// Numbers by name.
    rates: Computed<Option<std::collections::BTreeMap<String, f64>>>,
    /// Numbers without an order.
    sizes: Computed<Option<Set<f64>>>,
    /// An exact number.
    exact: Computed<Option<Number>>,
    /// Any value.
    any: Computed<Option<terrane::Dynamic>>,
    /// Many bools.
    flags: Computed<Option<Vec<bool>>>,
    /// Many more bools.
    bits: Computed<Option<Vec<bool>>>,
    /// A value of another type.
    wrong: Computed<Option<Wrong>>,
    /// Parts.
    parts: Computed<Option<Vec<Part>>>,
}

impl Item {
    /// The item with every computed value, one of which cannot be encoded.
    fn with(mut self, id: &str) -> Self {
        let fault = std::mem::take(&mut self.fault);
        let is = |one: &str| fault == one;
        let key = fault.strip_prefix("key ").unwrap_or(id);
        let part = |at: usize| Part {
            name: format!("part {at}"),
            word: Some(Word(
                if is("part") && at == 1 { "panics" } else { "w" }.to_owned(),
            ))
            .into(),
            ratio: Some(if is("part NaN") && at == 1 {
                f64::NAN
            } else {
                0.5
            })
            .into(),
        };
        let any = if is("dynamic") {
            terrane::Dynamic::new(Type::list(Type::Number), Value::list([Number::INFINITY]))
        } else {
            terrane::Dynamic::new(Type::String, "x".into())
        };
        let infinite = |is: bool, float: f64| if is { float } else { 1.5 };
        let text = match &*fault {
            "panics" | "panics in drop" => &*fault,
            blocks if blocks.starts_with(BLOCKS) => blocks,
            _ => "w",
        };
        let count = |name: &str| match &*fault {
            "both large" => TOO_MANY / 2,
            large if large == name => TOO_MANY,
            _ => 2,
        };
        self.id = Word(key.to_owned()).into();
        self.given = if is("given") {
            Some(Word("panics".to_owned()))
        } else {
            self.given
        };
        self.word = Some(Word(text.to_owned())).into();
        self.most = Some(match &*fault {
            "NaN" => f64::NAN,
            _ => infinite(is("infinite"), f64::INFINITY),
        })
        .into();
        self.ratios = Some(vec![0.25, if is("list") { f32::NEG_INFINITY } else { 0.5 }]).into();
        let rates = [("a", 1.0), ("b", infinite(is("map"), f64::INFINITY))];
        self.rates = Some(rates.map(|(key, rate)| (key.to_owned(), rate)).into()).into();
        let sizes = [1.0, if is("set") { f64::NAN } else { 2.0 }];
        self.sizes = Some(Set::from_iter(sizes)).into();
        self.exact = Some(if is("exact") {
            Number::INFINITY
        } else {
            1.into()
        })
        .into();
        self.any = Some(any).into();
        self.flags = Some(vec![true; count("large")]).into();
        self.bits = Some(vec![false; count("large bits")]).into();
        self.wrong = is("type").then_some(Wrong).into();
        self.parts = Some((0..3).map(part).collect()).into();
        self.fault = fault;
        self
    }

    fn is_by(&self, operation: &str) -> bool {
        self.by.as_deref().unwrap_or("create") == operation
    }

    /// The item after an operation.
    fn after(self, operation: &str, id: &str) -> Self {
        if self.is_by(operation) {
            self.with(id)
        } else {
            let fault = self.fault.clone();
            let sound = Item {
                fault: String::new(),
                ..self
            };
            Item {
                fault,
                ..sound.with(id)
            }
        }
    }
}

impl Resource for Item {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, cx: &mut CreateContext) -> Result<Self> {
        cx.private_mut().set("made", &true);
        if plan.is_by("record") {
            cx.record(plan.clone().after("record", "1"))?;
            return Err(Error::new("No item", "It is recorded."));
        }
        Ok(plan.after("create", "1"))
    }

    async fn read(
        prior: Prior<Self>,
        _: &Lab,
        _: &mut ReadContext,
    ) -> Result<terrane::Found<Self>> {
        let id = prior.key().id.0.clone();
        let prior = prior.into_complete();
        Ok(terrane::Found::or_gone(
            prior.map(|prior| prior.after("read", &id)),
        ))
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        _: &Lab,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        let id = prior.key().id.0.clone();
        Ok(plan.after("update", &id))
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// An item that is imported by its id.
#[derive(Clone, Debug, Model)]
#[tf(version = 1, previous = Old)]
pub(crate) struct Found {
    /// Its id.
    #[tf(identity)]
    id: String,
    /// A number.
    most: Computed<Option<f64>>,
}

/// An item of an older version.
#[derive(Clone, Debug, Model)]
pub(crate) struct Old {
    /// Its id.
    id: String,
}

impl From<Old> for Found {
    fn from(old: Old) -> Self {
        Self {
            id: old.id,
            most: Some(f64::NAN).into(),
        }
    }
}

impl Resource for Found {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Lab>) -> Result<()> {
        if let Some(planned) = change.planned()? {
            let most = match planned.id.known().map(String::as_str) {
                Some("NaN") => f64::NAN,
                _ => f64::INFINITY,
            };
            let computed = FoundComputed { most: Some(most) };
            change.set_planned(
                FoundDraft {
                    most: Value::Null,
                    ..planned
                }
                .with_computed(computed),
            )?;
        }
        Ok(())
    }

    async fn import(id: String, _: &Lab, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        let most = if id == "NaN" { f64::NAN } else { f64::INFINITY };
        Ok(Some(FoundDraft {
            id: id.into(),
            most: most.into(),
        }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A model with a flattened key, of which each value can panic.
#[derive(Clone, Debug, Model)]
pub(crate) struct Shared {
    /// Its id.
    #[tf(identity, as = String)]
    id: Computed<Word>,
    /// A text next to the key.
    #[tf(as = String)]
    inner: Computed<Option<Word>>,
}

/// An item that flattens its key.
#[derive(Clone, Debug, Model)]
pub(crate) struct Twin {
    /// The text that the provider cannot convert.
    fault: String,
    /// The shared part.
    #[tf(flatten, computed, key)]
    shared: Shared,
    /// A text of its own.
    #[tf(as = String)]
    outer: Computed<Option<Word>>,
}

impl Resource for Twin {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        let word = |of: &str| Word(if plan.fault == of { "panics" } else { "w" }.to_owned());
        let (id, inner, outer) = (word("id"), word("inner"), word("outer"));
        Ok(plan.with_computed(TwinComputed {
            shared: SharedComputed {
                id,
                inner: Some(inner),
            },
            outer: Some(outer),
        }))
    }

    async fn settle(mut created: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        if created.fault == "settle" {
            created.outer = Some(Word("panics".to_owned())).into();
        }
        Ok(created)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// Finds items.
#[derive(Model)]
pub(crate) struct Items {
    /// The value that no answer can contain.
    fault: String,
}

impl ListResource for Items {
    type Resource = Item;

    fn list(
        config: Self,
        _: &Lab,
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Item>>> + Send {
        let item = Item {
            id: Computed::unknown(),
            fault: config.fault,
            by: None,
            given: None,
            word: Computed::unknown(),
            most: Computed::unknown(),
            ratios: Computed::unknown(),
            rates: Computed::unknown(),
            sizes: Computed::unknown(),
            exact: Computed::unknown(),
            any: Computed::unknown(),
            flags: Computed::unknown(),
            bits: Computed::unknown(),
            wrong: Computed::unknown(),
            parts: Computed::unknown(),
        };
        stream::iter([Ok(Listed::new("the item", item.with("1")))])
    }
}

/// A report.
#[derive(Model)]
pub(crate) struct Report {
    /// The value that no answer can contain.
    fault: String,
    /// A number.
    ratio: Computed<Option<f64>>,
    /// A text.
    #[tf(as = String)]
    word: Computed<Option<Word>>,
    /// Many bools.
    flags: Computed<Option<Vec<bool>>>,
}

impl Report {
    fn filled(self) -> Self {
        let ratio = match &*self.fault {
            "NaN" => f64::NAN,
            "infinite" => f64::INFINITY,
            _ => 0.5,
        };
        let (word, count) = match &*self.fault {
            "panics" => ("panics", 1),
            "large" => ("w", TOO_MANY),
            _ => ("w", 1),
        };
        self.with_computed(ReportComputed {
            ratio: Some(ratio),
            word: Some(Word(word.to_owned())),
            flags: Some(vec![true; count]),
        })
    }
}

impl DataSource for Report {
    type Provider = Lab;

    async fn read(config: Self, _: &Lab, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config.filled())
    }
}

impl Ephemeral for Report {
    type Provider = Lab;

    async fn open(config: Self, _: &Lab, _: &mut OpenContext) -> Result<Self> {
        Ok(config.filled())
    }
}

/// Divides.
#[function]
fn ratio(one: f64, other: f64) -> f64 {
    one / other
}

/// A value of a struct.
#[derive(Attr)]
struct Pair {
    /// A text.
    #[tf(as = String)]
    word: Word,
    /// A number.
    ratio: f64,
}

/// Makes pairs.
#[function]
fn words(text: String) -> Vec<Pair> {
    let pair = |text: &str| Pair {
        word: Word(text.to_owned()),
        ratio: 1.0,
    };
    vec![pair("a"), pair(&text)]
}

/// Makes too many flags.
#[function]
fn flags(count: u32) -> Vec<bool> {
    vec![true; count as usize]
}
