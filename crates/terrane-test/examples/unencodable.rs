//! A provider whose objects have values that no answer can contain, at the step that the configuration names.
//!
//! Objects are files in the folder that `UNENCODABLE_WORLD` names, so that a test sees which of them exist.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;
use std::{env, fmt, fs, thread};

use terrane::prelude::*;

struct Unencodable {
    world: PathBuf,
}

#[provider("registry.terraform.io/example/unencodable")]
impl Provider for Unencodable {
    async fn configure((): (), _: &mut ConfigureContext) -> Result<Self> {
        let world = env::var_os("UNENCODABLE_WORLD").ok_or_else(|| {
            Error::new(
                "No world",
                "Set UNENCODABLE_WORLD to the folder of the objects.",
            )
        })?;
        Ok(Unencodable {
            world: world.into(),
        })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Object>()
            .data_source::<Data>()
            .ephemeral::<Data>()
            .function::<ratio>();
    }
}

/// A text. Its conversion panics or never returns if the text says so.
#[derive(Clone, Debug)]
struct Word(String);

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
            "blocks" => loop {
                thread::sleep(Duration::from_secs(60));
            },
            text => f.write_str(text),
        }
    }
}

/// An object.
#[derive(Clone, Model)]
struct Object {
    /// Its id, which the provider chooses.
    #[tf(identity, as = String)]
    id: Computed<Word>,
    /// What is in its file.
    size: i64,
    /// The step that returns the value.
    step: Option<String>,
    /// The value that no answer can contain.
    fault: Option<String>,
    /// A number that the configuration sets.
    limit: Option<Number>,
    /// A text.
    #[tf(as = String)]
    note: Computed<Word>,
    /// A number.
    most: Computed<f64>,
    /// Numbers.
    ratios: Computed<Vec<f64>>,
    /// Bools.
    flags: Computed<Vec<bool>>,
    #[tf(block, timeouts(create, read, update))]
    timeouts: Timeouts,
}

impl Object {
    fn file(world: &Path, id: &Word) -> PathBuf {
        world.join(&id.0)
    }

    fn write(&self, world: &Path, id: &Word) -> Result<()> {
        fs::write(Self::file(world, id), self.size.to_string()).summary("Cannot write the object")
    }

    /// The object after a step, which returns a value that cannot be encoded if the configuration says so.
    fn after(mut self, step: &str, id: &Word) -> Self {
        let fault = self
            .fault
            .as_deref()
            .filter(|_| self.step.as_deref() == Some(step));
        let word = |of: &str, word: &str| match fault.and_then(|it| it.strip_prefix(of)) {
            Some(fault) => Word(fault.to_owned()),
            None => Word(word.to_owned()),
        };
        let (id, note) = (word("key ", &id.0), word("note ", "a note"));
        let most = match fault {
            Some("NaN") => f64::NAN,
            Some("infinite") => f64::INFINITY,
            _ => 0.5,
        };
        let last = if fault == Some("infinite element") {
            f64::NEG_INFINITY
        } else {
            2.0
        };
        let count = if fault == Some("too large") {
            3_000_000
        } else {
            1
        };
        self.id = id.into();
        self.note = note.into();
        self.most = most.into();
        self.ratios = vec![1.0, last].into();
        self.flags = vec![true; count].into();
        self
    }
}

impl Resource for Object {
    type Provider = Unencodable;

    async fn create(plan: Self, provider: &Unencodable, cx: &mut CreateContext) -> Result<Self> {
        let id = Word("it".to_owned());
        plan.write(&provider.world, &id)?;
        if plan.step.as_deref() == Some("create, recorded") {
            cx.record(plan.clone().after("create, recorded", &id))?;
            return Err(Error::new("Object not completed", "It has been recorded."));
        }
        Ok(plan.after("create", &id))
    }

    async fn settle(created: Self, _: &Unencodable, _: &mut CreateContext) -> Result<Self> {
        if created.step.as_deref() != Some("settle") {
            return Ok(created);
        }
        let id = created.id.require()?.clone();
        Ok(created.after("settle", &id))
    }

    async fn read(
        prior: Prior<Self>,
        provider: &Unencodable,
        _: &mut ReadContext,
    ) -> Result<Found<Self>> {
        let id = prior.key().id.clone();
        let exists = Self::file(&provider.world, &id).exists();
        let prior = prior.into_complete().filter(|_| exists);
        Ok(Found::or_gone(prior.map(|prior| prior.after("read", &id))))
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        provider: &Unencodable,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        let id = prior.key().id.clone();
        plan.write(&provider.world, &id)?;
        Ok(plan.after("update", &id))
    }

    async fn delete(
        prior: Prior<Self>,
        provider: &Unencodable,
        _: &mut DeleteContext,
    ) -> Result<()> {
        fs::remove_file(Self::file(&provider.world, &prior.key().id))
            .summary("Cannot delete the object")
    }
}

/// Data.
#[derive(Model)]
struct Data {
    /// The value that no answer can contain.
    fault: String,
    /// A text.
    #[tf(as = String)]
    note: Computed<Word>,
    /// A number.
    most: Computed<f64>,
    /// Bools.
    flags: Computed<Vec<bool>>,
}

impl Data {
    fn filled(self) -> Self {
        let fault = &*self.fault;
        let note = if fault == "panics" {
            "panics"
        } else {
            "a note"
        };
        let most = match fault {
            "NaN" => f64::NAN,
            "infinite" => f64::INFINITY,
            _ => 0.5,
        };
        let count = if fault == "too large" { 3_000_000 } else { 1 };
        let (note, flags) = (Word(note.to_owned()), vec![true; count]);
        self.with_computed(DataComputed { note, most, flags })
    }
}

impl DataSource for Data {
    type Provider = Unencodable;

    async fn read(config: Self, _: &Unencodable, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config.filled())
    }
}

impl Ephemeral for Data {
    type Provider = Unencodable;

    async fn open(config: Self, _: &Unencodable, _: &mut OpenContext) -> Result<Self> {
        Ok(config.filled())
    }
}

/// Divides one number by another.
#[function]
fn ratio(one: f64, other: f64) -> f64 {
    one / other
}

fn main() -> ExitCode {
    terrane::serve::<Unencodable>()
}
