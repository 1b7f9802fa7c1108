//! A provider whose objects have values that no configuration may set together. Its doors can be imported, and listed.

use std::collections::BTreeMap;
use std::process::ExitCode;

use futures_util::stream::{self, Stream};
use terrane::prelude::*;

#[derive(Default)]
struct Related;

#[provider("registry.terraform.io/example/related")]
impl Provider for Related {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Door>().list::<Doors>();
    }
}

/// A door.
#[derive(Model)]
#[tf(exactly_one_of(text, encoded), at_most_one_of(pin, code))]
#[tf(requires(mode, owner), at_most_one_of(rules.cidr, rules.group))]
struct Door {
    /// Its id.
    #[tf(identity)]
    id: Computed<String>,
    /// The text on it.
    #[tf(optional, keep)]
    text: Computed<String>,
    /// The text on it, encoded.
    #[tf(optional, keep)]
    encoded: Computed<String>,
    /// Who may open it, together with its owner.
    #[tf(optional, keep)]
    mode: Computed<i64>,
    /// The owner.
    #[tf(optional, keep)]
    owner: Computed<String>,
    /// The pin that opens it.
    pin: Option<Sensitive<String>>,
    /// The code that opens it.
    code: Option<String>,
    /// What passes.
    #[tf(block)]
    rules: Vec<Rule>,
    /// What passes on certain days.
    days: BTreeMap<String, Rule>,
    /// What passes at night.
    #[tf(block)]
    night: Set<Rule>,
}

/// A rule.
#[derive(Clone, Model)]
#[tf(exactly_one_of(cidr, group, all), all_or_none(from, to))]
struct Rule {
    /// The network.
    cidr: Option<String>,
    /// The group.
    #[tf(optional)]
    group: Computed<String>,
    /// Whether everybody passes.
    #[tf(default = false)]
    all: bool,
    /// The first port.
    from: Option<i64>,
    /// The last port.
    #[tf(deprecated = "It is the first port.")]
    to: Option<i64>,
}

fn rule(cidr: &str) -> Rule {
    Rule {
        cidr: Some(cidr.to_owned()),
        group: format!("group of {cidr}").into(),
        all: false,
        from: Some(1),
        to: Some(2),
    }
}

fn door(id: String) -> Door {
    Door {
        id: id.into(),
        text: "in".to_owned().into(),
        encoded: "aW4=".to_owned().into(),
        mode: 7.into(),
        owner: String::new().into(),
        pin: Some("1234".to_owned().into()),
        code: Some("open".to_owned()),
        rules: (0..12).map(|at| rule(&format!("10.{at}.0.0/16"))).collect(),
        days: BTreeMap::from([("sunday".to_owned(), rule("192.168.0.0/24"))]),
        night: [rule("172.16.0.0/24"), rule("172.16.1.0/24")]
            .into_iter()
            .collect(),
    }
}

/// Sets the groups of all rules.
fn filled(door: Door) -> Door {
    let fill = |rule: Rule| Rule {
        group: format!("group of {}", rule.cidr.as_deref().unwrap_or_default()).into(),
        ..rule
    };
    let days = door.days.into_iter();
    Door {
        rules: door.rules.into_iter().map(fill).collect(),
        days: days.map(|(day, rule)| (day, fill(rule))).collect(),
        night: door.night.into_iter().map(fill).collect(),
        ..door
    }
}

impl Resource for Door {
    type Provider = Related;

    async fn create(plan: Self, _: &Related, _: &mut CreateContext) -> Result<Self> {
        Ok(filled(plan))
    }

    async fn read(prior: Prior<Self>, _: &Related, _: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        Ok(Found::Object(prior.unwrap_or_else(|| door(key.id))))
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        _: &Related,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        Ok(filled(plan))
    }

    async fn delete(_: Prior<Self>, _: &Related, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// The doors: two.
#[derive(Model)]
struct Doors {}

impl ListResource for Doors {
    type Resource = Door;

    fn list(
        _: Self,
        _: &Related,
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Door>>> + Send {
        let doors = ["front", "back"].map(|id| Ok(Listed::new(id, door(id.to_owned()))));
        stream::iter(doors)
    }
}

fn main() -> ExitCode {
    terrane::serve::<Related>()
}
