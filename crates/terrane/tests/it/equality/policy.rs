//! Types with several forms of one value, and a policy that uses them.

use std::collections::BTreeMap;

use terrane::Equal;
use terrane::prelude::*;
use terrane_types::{Json, Rfc3339};

use crate::lab::lab;

lab!(|registry| registry.resource::<Policy>().data_source::<Policy>());

/// A word in which case does not matter.
#[derive(Attr, Debug, Clone)]
#[tf(equal)]
pub(crate) struct Word(String);

impl Equal for Word {
    fn equal(&self, prior: &Self) -> bool {
        assert_ne!(self.0, "BOOM", "no such word");
        self.0.eq_ignore_ascii_case(&prior.0)
    }
}

/// Words whose order does not matter.
#[derive(Attr, Debug, Clone)]
#[tf(equal)]
pub(crate) struct Words(Vec<Word>);

impl Equal for Words {
    fn equal(&self, prior: &Self) -> bool {
        let sorted = |words: &Self| {
            let mut words: Vec<String> = words.0.iter().map(|word| word.0.clone()).collect();
            words.sort();
            words
        };
        sorted(self) == sorted(prior)
    }
}

/// Anything; texts in which case does not matter, and everything else, mean the same.
#[derive(Attr, Debug, Clone)]
#[tf(equal)]
pub(crate) struct Any(Dynamic);

impl Equal for Any {
    fn equal(&self, prior: &Self) -> bool {
        let text = |any: &Self| any.0.value().as_str().map(str::to_lowercase);
        text(self) == text(prior)
    }
}

/// A version; a longer one means the same as the one before that it begins with.
#[derive(Attr, Debug, Clone)]
#[tf(equal)]
pub(crate) struct Version(String);

impl Equal for Version {
    fn equal(&self, prior: &Self) -> bool {
        self.0.starts_with(&prior.0)
    }
}

/// A policy.
#[derive(Model, Debug, Clone)]
pub(crate) struct Policy {
    /// The text.
    body: Json,
    /// Since when.
    since: Option<Sensitive<Rfc3339>>,
    /// Words.
    list: Option<Vec<Word>>,
    /// Words by name.
    map: Option<BTreeMap<String, Word>>,
    /// Different words.
    set: Option<Set<Word>>,
    /// Words in any order.
    words: Option<Words>,
    /// Rules.
    rules: Option<Vec<Rule>>,
    /// Different rules.
    #[tf(block)]
    rule: Set<Rule>,
    /// A number.
    number: Option<i64>,
    /// Anything.
    any: Option<Any>,
    /// A version.
    version: Option<Version>,
    /// Counts the changes.
    changes: Computed<i64>,
}

/// A rule.
#[derive(Model, Debug, Clone)]
pub(crate) struct Rule {
    /// What it is about.
    word: Word,
    /// Its weight.
    weight: i64,
}

/// Returns a policy as the API returns it: every value in the form of the API.
pub(crate) fn normalised(policy: Policy) -> Policy {
    let upper = |word: Word| Word(word.0.to_uppercase());
    let rule = |rule: Rule| Rule {
        word: Word(rule.word.0.to_uppercase()),
        ..rule
    };
    let body = policy.body.contents::<serde_json::Value>().unwrap();
    Policy {
        body: Json::write(&body).unwrap(),
        list: policy
            .list
            .map(|list| list.into_iter().map(upper).collect()),
        map: policy.map.map(|map| {
            map.into_iter()
                .map(|(key, word)| (key, upper(word)))
                .collect()
        }),
        set: policy.set.map(|set| set.into_iter().map(upper).collect()),
        words: policy
            .words
            .map(|words| Words(words.0.into_iter().rev().collect())),
        rules: policy
            .rules
            .map(|rules| rules.into_iter().map(rule).collect()),
        rule: policy.rule.into_iter().map(rule).collect(),
        ..policy
    }
}

impl Resource for Policy {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(normalised(plan).with_computed(PolicyComputed { changes: 0 }))
    }

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::or_gone(prior.into_complete().map(normalised)))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(normalised(plan).with_computed(PolicyComputed { changes: 1 }))
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

impl terrane::DataSource for Policy {
    type Provider = Lab;

    async fn read(config: Self, _: &Lab, _: &mut ReadDataContext) -> Result<Self> {
        Ok(normalised(config).with_computed(PolicyComputed { changes: 2 }))
    }
}
