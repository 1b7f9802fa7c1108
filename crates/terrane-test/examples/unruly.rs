//! A provider whose author code misbehaves at the step and in the manner that its configuration names.
//!
//! Objects are files in the folder that `UNRULY_WORLD` names, so that a test sees which of them exist.

#![expect(
    clippy::print_stdout,
    reason = "author code that prints is one of the faults"
)]

use std::future::pending;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use std::{env, fs, io, panic, process};

use terrane::context::Context;
use terrane::plan::ChangeKind;
use terrane::prelude::*;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

struct Unruly {
    world: PathBuf,
}

#[provider("registry.terraform.io/example/unruly")]
impl Provider for Unruly {
    async fn configure(settings: Settings, cx: &mut ConfigureContext) -> Result<Self> {
        let world = world()?;
        if let Some(fault) = &settings.fault {
            let waits = settings.waits == Some(true);
            misbehave("configure", fault, waits.then_some(&**cx), &world).await?;
        }
        Ok(Unruly { world })
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Object>().function::<misbehaves>();
    }
}

/// How `configure` misbehaves.
#[derive(Model)]
struct Settings {
    /// The fault.
    fault: Option<String>,
    /// Whether it misbehaves only once it is cancelled.
    waits: Option<bool>,
}

/// Misbehaves as its argument says.
#[function]
async fn misbehaves(fault: String) -> Result<String> {
    misbehave("function", &fault, None, &world()?).await?;
    Ok(fault)
}

fn world() -> Result<PathBuf> {
    let world = env::var_os("UNRULY_WORLD");
    let world = world
        .ok_or_else(|| Error::new("No world", "Set UNRULY_WORLD to the folder of the objects."))?;
    Ok(world.into())
}

/// An object.
#[derive(Clone, Model)]
struct Object {
    /// The name.
    #[tf(identity, replace)]
    name: String,
    /// What is in its file.
    size: i64,
    /// The step at which the code misbehaves.
    step: Option<String>,
    /// How it misbehaves.
    fault: Option<String>,
    /// Whether it misbehaves only once it is cancelled.
    waits: Option<bool>,
    /// Whether its creation was completed.
    done: Computed<bool>,
    #[tf(block, timeouts(create, read, update, delete))]
    timeouts: Timeouts,
}

impl Object {
    fn file(world: &Path, name: &str) -> PathBuf {
        world.join(name)
    }

    fn write(&self, world: &Path) -> Result<()> {
        fs::write(Self::file(world, &self.name), self.size.to_string())
            .summary("Cannot write the object")
    }

    /// Misbehaves if this is the step.
    async fn at(&self, step: &str, world: &Path, cx: &Context) -> Result<()> {
        if self.step.as_deref() != Some(step) {
            return Ok(());
        }
        let fault = self.fault.as_deref().unwrap_or_default();
        misbehave(step, fault, (self.waits == Some(true)).then_some(cx), world).await
    }
}

/// Writes the process's number to a file named after the step, and misbehaves: at once, or when the call of the context is cancelled.
async fn misbehave(
    step: &str,
    fault: &str,
    once_cancelled: Option<&Context>,
    world: &Path,
) -> Result<()> {
    // Objects that reach the step at once have drafts of their own.
    static DRAFTS: AtomicUsize = AtomicUsize::new(0);
    let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
    let draft = format!("draft {number} of {}", process::id());
    let reached = format!("reached {step}");
    fs::write(world.join(&draft), process::id().to_string()).summary("Cannot announce the step")?;
    fs::rename(world.join(&draft), world.join(reached)).summary("Cannot announce the step")?;
    if let Some(cx) = once_cancelled {
        cx.cancelled().await;
    }
    match fault {
        "blocks at once" => block(),
        "blocks after an await" => {
            tokio::time::sleep(Duration::from_millis(50)).await;
            block();
        }
        "blocks every worker" => {
            let workers = tokio::runtime::Handle::current().metrics().num_workers();
            for _ in 0..workers * 2 {
                tokio::spawn(async { block() });
            }
            block();
        }
        "holds standard error" => {
            let _held = io::stderr().lock();
            block();
        }
        "holds standard output, and its subscriber prints" => {
            let _held = io::stdout().lock();
            block();
        }
        "prints for ever, as its subscriber does" => loop {
            println!("{}", "unruly ".repeat(100));
        },
        // It behaves well, and prints more than any pipe holds.
        "prints much" => (0..10_000).for_each(|_| println!("{}", "unruly ".repeat(100))),
        "ignores cancellation" => pending().await,
        // It behaves well, and needs a timer.
        "takes a second" => tokio::time::sleep(Duration::from_secs(1)).await,
        "panics" => panic!("unruly"),
        "panics, and again when the payload is dropped" => panic::panic_any(Bomb(9)),
        "exits" => process::exit(7),
        "overflows its stack" => {
            black_box(overflow(0));
        }
        other => panic!("there is no fault called {other}"),
    }
    Ok(())
}

fn block() {
    loop {
        thread::sleep(Duration::from_secs(60));
    }
}

#[expect(unconditional_recursion, reason = "it overflows the stack")]
fn overflow(depth: u64) -> u64 {
    let frame = black_box([depth; 512]);
    overflow(depth + 1) + frame[511]
}

impl Resource for Object {
    type Provider = Unruly;

    async fn plan(change: &mut PlanContext<Self>, provider: Option<&Unruly>) -> Result<()> {
        if change.kind() == ChangeKind::Delete {
            return Ok(());
        }
        let (Some(planned), Some(provider)) = (change.planned()?, provider) else {
            return Ok(());
        };
        if planned.step.known().map(String::as_str) == Some("plan")
            && let Some(fault) = planned.fault.known()
        {
            let waits = planned.waits.known() == Some(&true);
            let cx = change.cx();
            misbehave("plan", fault, waits.then_some(&*cx), &provider.world).await?;
        }
        Ok(())
    }

    async fn create(plan: Self, provider: &Unruly, cx: &mut CreateContext) -> Result<Self> {
        let world = &provider.world;
        plan.at("create", world, cx).await?;
        plan.write(world)?;
        if plan.step.as_deref() == Some("create, recorded") {
            cx.record(plan.clone())?;
            plan.at("create, recorded", world, cx).await?;
        }
        Ok(plan)
    }

    async fn settle(created: Self, provider: &Unruly, cx: &mut CreateContext) -> Result<Self> {
        created.at("settle", &provider.world, cx).await?;
        Ok(created.with_computed(ObjectComputed { done: true }))
    }

    async fn read(
        prior: Prior<Self>,
        provider: &Unruly,
        cx: &mut ReadContext,
    ) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        let Some(prior) = prior else {
            return Ok(Found::Gone);
        };
        prior.at("read", &provider.world, cx).await?;
        match fs::read_to_string(Self::file(&provider.world, &key.name)) {
            Ok(size) => Ok(Found::Object(Self {
                size: size.parse().summary("Cannot read the size")?,
                ..prior
            })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Found::Gone),
            Err(error) => Err(Error::new("Cannot read the object", error.to_string())),
        }
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        provider: &Unruly,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        plan.at("update", &provider.world, cx).await?;
        plan.write(&provider.world)?;
        Ok(plan.with_computed(ObjectComputed { done: true }))
    }

    async fn delete(prior: Prior<Self>, provider: &Unruly, cx: &mut DeleteContext) -> Result<()> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        if let Some(prior) = &prior {
            prior.at("delete", &provider.world, cx).await?;
        }
        fs::remove_file(Self::file(&provider.world, &key.name)).summary("Cannot delete the object")
    }
}

/// A payload that panics when it is dropped, and so do the payloads of these panics, this many times.
struct Bomb(u8);

impl Drop for Bomb {
    fn drop(&mut self) {
        if let Some(rest) = self.0.checked_sub(1) {
            panic::panic_any(Bomb(rest));
        }
    }
}

/// A subscriber that prints each event.
struct Printing;

impl Subscriber for Printing {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        println!("{event:?}");
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

fn main() -> process::ExitCode {
    if env::var_os("UNRULY_SUBSCRIBER").is_some() {
        let installed = tracing::subscriber::set_global_default(Printing);
        installed.expect("this is the only subscriber");
    }
    terrane::serve::<Unruly>()
}
