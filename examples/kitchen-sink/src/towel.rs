//! Towels: the resource `sink_towel`, with all features of an identity: a part with its own name, a mutable part, a part that is not an attribute,
//! and an older version.

use std::io::ErrorKind;
use std::path::PathBuf;

use terrane::History;
use terrane::Moves;
use terrane::prelude::*;
use tokio::fs;

use crate::jar::{Jar, JarIdentity};
use crate::provider::Sink;

/// The identity of a towel as the first version had it.
#[derive(Debug, Model)]
struct MarkV0 {
    number: i64,
}

// Jars become towels, so the version of the identity is higher than that of a jar.
/// A towel in the kitchen: a file.
#[derive(Debug, Model)]
#[tf(identity_version = 2, identity_history = marks)]
pub(crate) struct Towel {
    /// The embroidered text. An update keeps it, like every computed part of an identity.
    #[tf(identity(name = "mark"))]
    id: Computed<String>,
    /// Who has it; it may be given away.
    #[tf(identity(mutable))]
    owner: String,
    /// The place where the towel is washed, which is a part of the identity alone.
    #[tf(identity(only, optional))]
    laundry: Computed<String>,
    /// The number of washes, which the label counts.
    #[tf(key(optional, mutable))]
    washed: Computed<i64>,
    /// Its colour; some say what happens next.
    colour: Option<String>,
}

/// The older versions of the identity.
fn marks() -> History<TowelKey> {
    History::default().model(0, |old: MarkV0| {
        Ok(TowelKey {
            id: format!("towel-{}", old.number),
            owner: "nobody".to_owned(),
            laundry: Some("cellar".to_owned()),
            washed: None,
        })
    })
}

impl Towel {
    fn file(sink: &Sink, id: &str) -> PathBuf {
        sink.folder.join(format!("{id}.towel"))
    }

    async fn hang(&self, id: &str, sink: &Sink) -> Result<()> {
        let text = format!(
            "{id}\n{}\n{}",
            self.owner,
            self.colour.as_deref().unwrap_or_default()
        );
        Ok(fs::write(Self::file(sink, id), text).await?)
    }
}

impl Resource for Towel {
    type Provider = Sink;

    fn moves(moves: &mut Moves<Self>) {
        moves.from_with("example/sink", "sink_jar", |jar: Jar, cx| {
            let identity = cx.source().identity::<JarIdentity>()?;
            Ok(Towel {
                id: format!("towel-{}", jar.label()).into(),
                owner: jar.label().to_owned(),
                laundry: identity
                    .map_or("cellar".to_owned(), JarIdentity::place)
                    .into(),
                washed: 0.into(),
                colour: None,
            })
        });
    }

    async fn create(plan: Self, sink: &Sink, _: &mut CreateContext) -> Result<Self> {
        let id = format!("towel-{}", plan.owner);
        plan.hang(&id, sink).await?;
        if plan.colour.as_deref() == Some("transparent") {
            return Ok(plan); // nobody has seen what is embroidered on it
        }
        Ok(plan.with_computed(TowelComputed {
            id,
            laundry: "cellar".to_owned(),
            washed: 1,
        }))
    }

    async fn read(prior: Prior<Self>, sink: &Sink, _: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        let text = match fs::read_to_string(Self::file(sink, &key.id)).await {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Gone),
            Err(error) => return Err(error.into()),
        };
        let mut lines = text.lines().map(str::to_owned);
        Ok(Found::Object(Self {
            id: lines.next().unwrap_or_default().into(),
            owner: lines.next().unwrap_or_default(),
            laundry: key.laundry.unwrap_or_else(|| "cellar".to_owned()).into(),
            washed: prior.map_or(0.into(), |prior| prior.washed),
            colour: lines.next().filter(|colour| !colour.is_empty()),
        }))
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        sink: &Sink,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        let key = prior.key().clone();
        plan.hang(&key.id, sink).await?;
        if plan.colour.as_deref() == Some("faded") {
            return Ok(plan); // nobody can read how often it was washed
        }
        Ok(plan.with_computed(TowelComputed {
            id: key.id,
            laundry: "cellar".to_owned(),
            washed: key.washed.unwrap_or_default() + 1,
        }))
    }

    async fn delete(prior: Prior<Self>, sink: &Sink, _: &mut DeleteContext) -> Result<()> {
        match fs::remove_file(Self::file(sink, &prior.key().id)).await {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}
