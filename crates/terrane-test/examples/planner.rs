//! A provider whose objects show what hosts make of its plans. Its objects exist in the state alone.

use std::fmt;
use std::num::ParseIntError;
use std::process::ExitCode;
use std::str::FromStr;

use terrane::plan::FieldChange;
use terrane::prelude::*;

#[derive(Default)]
struct Planner;

#[provider("registry.terraform.io/example/planner")]
impl Provider for Planner {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Site>();
        registry.resource::<Badge>();
        registry.resource::<Scale>();
    }
}

/// A site with nodes.
#[derive(Model)]
struct Site {
    /// The name.
    name: String,
    /// The zone, which the provider chooses if it is not configured.
    #[tf(replace, optional)]
    zone: Computed<String>,
    /// The nodes, in order.
    list: Option<Vec<Node>>,
    /// The nodes, without an order.
    set: Option<Set<Node>>,
}

/// A node.
#[derive(Model)]
struct Node {
    /// The name.
    name: String,
    /// The id, which the provider makes from the name.
    #[tf(keep)]
    uid: Computed<String>,
    /// The zone, which the provider chooses if it is not configured.
    #[tf(replace, optional)]
    zone: Computed<String>,
}

impl Site {
    fn fill(&mut self) {
        self.zone.fill("z".to_owned());
        let list = self.list.iter_mut().flatten();
        for node in list {
            node.fill();
        }
        self.set = self.set.take().map(|set| {
            let nodes = set.into_iter().map(|mut node| {
                node.fill();
                node
            });
            nodes.collect()
        });
    }
}

impl Node {
    fn fill(&mut self) {
        self.uid.fill(format!("uid-{}", self.name));
        self.zone.fill("z".to_owned());
    }
}

impl Resource for Site {
    type Provider = Planner;

    async fn create(mut plan: Self, _: &Planner, _: &mut CreateContext) -> Result<Self> {
        plan.fill();
        Ok(plan)
    }

    async fn update(
        mut plan: Self,
        _: Prior<Self>,
        _: &Planner,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        for node in plan.list.iter().flatten() {
            // An API makes the id from the name, whatever was planned.
            let uid = format!("uid-{}", node.name);
            if node.uid.known().is_some_and(|planned| *planned != uid) {
                return Err(Error::new("Another node", format!("The id is {uid}.")));
            }
        }
        plan.fill();
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Planner, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A badge, whose serial number its plan hook forgets.
#[derive(Model)]
struct Badge {
    /// Its owner.
    owner: String,
    /// Its serial number.
    #[tf(replace, plan = forgetful)]
    serial: Computed<String>,
    /// The colour.
    #[tf(replace)]
    colour: Option<String>,
}

fn forgetful(_: &mut FieldChange<'_, String>) -> Result<()> {
    Ok(())
}

impl Resource for Badge {
    type Provider = Planner;

    async fn create(mut plan: Self, _: &Planner, _: &mut CreateContext) -> Result<Self> {
        plan.serial.fill("1".to_owned());
        Ok(plan)
    }

    async fn update(
        mut plan: Self,
        _: Prior<Self>,
        _: &Planner,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        plan.serial.fill("2".to_owned());
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Planner, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A scale with weights that its Rust types round.
#[derive(Model)]
struct Scale {
    /// The name.
    name: String,
    /// The weights.
    weights: Set<f64>,
    /// The lengths of the pauses, in minutes.
    #[tf(as = String)]
    pauses: Set<Minutes>,
    /// The parts.
    parts: Set<Part>,
}

/// A part of a scale.
#[derive(Model)]
struct Part {
    /// The weight.
    weight: f64,
    /// The length of its pause, in minutes.
    #[tf(as = String)]
    pause: Minutes,
    /// The material, which the provider chooses if it is not configured.
    #[tf(optional)]
    material: Computed<String>,
}

/// A number in a text.
struct Minutes(u64);

impl FromStr for Minutes {
    type Err = ParseIntError;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        text.parse().map(Minutes)
    }
}

impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Scale {
    fn fill(mut self) -> Self {
        let parts = self.parts.into_iter().map(|mut part| {
            part.material.fill("brass".to_owned());
            part
        });
        self.parts = parts.collect();
        self
    }
}

impl Resource for Scale {
    type Provider = Planner;

    async fn create(plan: Self, _: &Planner, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.fill())
    }

    async fn read(prior: Prior<Self>, _: &Planner, _: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::or_gone(prior.into_complete()))
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        _: &Planner,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        Ok(plan.fill())
    }

    async fn delete(_: Prior<Self>, _: &Planner, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

fn main() -> ExitCode {
    terrane::serve::<Planner>()
}
