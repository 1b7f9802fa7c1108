//! A provider whose author code returns another object than the one that it was called for, and whose objects get other identities by a move. Its cards can
//! be imported.
//!
//! Objects are files in the folder that `KEYS_WORLD` names, so that a test sees which of them exist.

use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs, io};

use terrane::History;
use terrane::Moves;
use terrane::prelude::*;

struct Keys {
    world: PathBuf,
}

#[provider("registry.terraform.io/example/keys")]
impl Provider for Keys {
    async fn configure((): (), _: &mut ConfigureContext) -> Result<Self> {
        let world = env::var_os("KEYS_WORLD").ok_or_else(|| {
            Error::new("No world", "Set KEYS_WORLD to the folder of the objects.")
        })?;
        Ok(Keys {
            world: world.into(),
        })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Object>()
            .state_only::<Note>()
            .state_only::<Card>()
            .state_only::<Pass>();
    }
}

/// An object with a key that is no identity.
#[derive(Clone, Model)]
struct Object {
    /// The id: the name of its file.
    #[tf(key)]
    id: Computed<String>,
    /// The owner, who cannot change.
    #[tf(key, default = "nobody")]
    owner: String,
    /// The step that returns another object.
    fault: Option<String>,
    /// The value that a read fills.
    seen: Computed<bool>,
}

/// The ids of an object, and of the other one.
const ID: &str = "one";
const OTHER: &str = "two";

impl Object {
    /// Returns the object, or another one if this is the step with the fault.
    fn after(self, step: &str) -> Self {
        let id = if self.fault.as_deref() == Some(step) {
            OTHER
        } else {
            ID
        };
        Self {
            id: id.to_owned().into(),
            ..self
        }
    }
}

impl Resource for Object {
    type Provider = Keys;

    async fn create(plan: Self, keys: &Keys, _: &mut CreateContext) -> Result<Self> {
        fs::write(keys.world.join(ID), "").summary("Cannot write the object")?;
        Ok(plan.after("create"))
    }

    async fn settle(created: Self, _: &Keys, _: &mut CreateContext) -> Result<Self> {
        Ok(created.after("settle"))
    }

    async fn read(prior: Prior<Self>, keys: &Keys, _: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        if !keys.world.join(&key.id).exists() {
            return Ok(Found::Gone);
        }
        let object = Object {
            id: key.id.into(),
            owner: key.owner,
            fault: prior.and_then(|prior| prior.fault),
            seen: true.into(),
        };
        Ok(Found::Object(object.after("read")))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Keys, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan.after("update"))
    }

    async fn delete(prior: Prior<Self>, keys: &Keys, _: &mut DeleteContext) -> Result<()> {
        match fs::remove_file(keys.world.join(&prior.key().id)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// A note, which can become a card or a pass.
#[derive(Model)]
struct Note {
    /// Its id.
    #[tf(identity)]
    id: Computed<String>,
}

impl StateOnly for Note {
    type Provider = Keys;

    async fn create(plan: Self, _: &Keys, _: &mut CreateContext) -> Result<Self> {
        let id = "12".to_owned();
        Ok(plan.with_computed(NoteComputed { id }))
    }
}

/// A card. Its identity has the part of a note's identity, with another value.
#[derive(Model)]
struct Card {
    /// Its id.
    #[tf(identity)]
    id: Computed<String>,
    /// Its text.
    text: Option<String>,
}

impl StateOnly for Card {
    type Provider = Keys;

    fn moves(moves: &mut Moves<Self>) {
        moves.from_with("example/keys", "keys_note", |note: Note, _| {
            let id = format!("card-{}", note.id.require()?).into();
            Ok(Card { id, text: None })
        });
    }

    async fn create(plan: Self, _: &Keys, _: &mut CreateContext) -> Result<Self> {
        let id = "card".to_owned();
        Ok(plan.with_computed(CardComputed { id }))
    }

    async fn read(prior: Prior<Self>, _: &Keys, _: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        Ok(Found::Object(Card {
            id: key.id.into(),
            text: match prior {
                Some(prior) => prior.text,
                None => Some("found".to_owned()),
            },
        }))
    }
}

/// A pass. Its identity once looked like that of a note.
#[derive(Model)]
#[tf(identity_version = 1, identity_history = passes)]
struct Pass {
    /// Its number.
    #[tf(identity)]
    number: Computed<i64>,
    /// Its text.
    text: Option<String>,
}

/// The identity of version 0.
#[derive(Model)]
struct PassV0 {
    /// Its number.
    id: String,
}

fn passes() -> History<PassKey> {
    History::default().model(0, |old: PassV0| {
        let number = old.id.parse()?;
        Ok(PassKey { number })
    })
}

impl StateOnly for Pass {
    type Provider = Keys;

    fn moves(moves: &mut Moves<Self>) {
        moves.from_with("example/keys", "keys_note", |_: Note, _| {
            let number = 7.into();
            Ok(Pass { number, text: None })
        });
    }

    async fn create(plan: Self, _: &Keys, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.with_computed(PassComputed { number: 1 }))
    }

    async fn read(prior: Prior<Self>, _: &Keys, _: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        Ok(Found::Object(Pass {
            number: key.number.into(),
            text: prior.and_then(|prior| prior.text),
        }))
    }
}

fn main() -> ExitCode {
    terrane::serve::<Keys>()
}
