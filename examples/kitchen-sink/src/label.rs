//! Labels: the resource `sink_label`, whose texts are compared by their meaning.
//!
//! The state keeps a text as it is configured, and another spelling of the same meaning is no change. The sink stores each text in its own format, as
//! many services do. Plans do not show the difference.

use std::net::SocketAddr;
use std::time::Duration;

use terrane::Equal;
use terrane::prelude::*;
use terrane_types::{
    Cidr, GoDuration, Ip, Ipv4, Ipv4Cidr, Ipv6, Ipv6Cidr, Json, JsonExact, Mac, Rfc3339,
};

use crate::provider::Sink;

/// A word in which case does not matter: a type of this provider's own, over another one.
#[derive(Debug, Clone, Attr)]
#[tf(equal, validate(len(1..=20)), crate = ::terrane)]
pub(crate) struct Word(String);

impl Equal for Word {
    fn equal(&self, prior: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&prior.0)
    }
}

/// Minutes, as a number: how a type of another crate is read and written.
mod minutes {
    use std::time::Duration;

    pub(super) type Attr = u64;

    pub(super) fn decode(minutes: u64) -> Result<Duration, &'static str> {
        let seconds = minutes.checked_mul(60).ok_or("expected fewer minutes")?;
        Ok(Duration::from_secs(seconds))
    }

    pub(super) fn encode(duration: &Duration) -> u64 {
        duration.as_secs() / 60
    }
}

/// A label.
#[derive(Debug, Model)]
pub(crate) struct Label {
    /// A word of a custom type.
    word: Word,
    /// Words of a custom type.
    words: Option<Vec<Word>>,
    /// An address of a type that is parsed from text.
    #[tf(as = String)]
    phone: Option<SocketAddr>,
    /// The boiling time, of a type with an adapter module.
    #[tf(with = minutes, default = Duration::from_secs(180))]
    boil: Duration,
    /// The shelf life.
    keeps: Option<GoDuration>,
    /// The time of production.
    made: Option<Rfc3339>,
    /// The ingredients, as JSON.
    contents: Option<Json>,
    /// The ingredients, as JSON that is compared by characters.
    exact_contents: Option<JsonExact>,
    /// The label's printer.
    printer: Option<Mac>,
    /// An address.
    ip: Option<Ip>,
    /// An address of version 4.
    ipv4: Option<Ipv4>,
    /// An address of version 6.
    ipv6: Option<Ipv6>,
    /// A network.
    network: Option<Cidr>,
    /// A network of version 4.
    network_v4: Option<Ipv4Cidr>,
    /// A network of version 6.
    network_v6: Option<Ipv6Cidr>,
    /// The number of prints.
    prints: Computed<i64>,
}

impl Label {
    /// The label as the sink stores it.
    fn printed(self, prints: i64) -> Result<Self> {
        let contents = self
            .contents
            .as_ref()
            .map(Json::contents::<serde_json::Value>);
        Ok(Self {
            word: Word(self.word.0.to_uppercase()),
            contents: contents
                .transpose()?
                .map(|it| Json::write(&it))
                .transpose()?,
            ip: self.ip.map(|ip| ip.address().into()),
            ..self
        }
        .with_computed(LabelComputed { prints }))
    }
}

impl Resource for Label {
    type Provider = Sink;

    async fn create(plan: Self, _: &Sink, _: &mut CreateContext) -> Result<Self> {
        plan.printed(1)
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        _: &Sink,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        let prints = prior.draft()?.prints.known().copied().unwrap_or_default();
        plan.printed(prints + 1)
    }

    async fn delete(_: Prior<Self>, _: &Sink, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}
