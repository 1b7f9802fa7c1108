//! A provider whose objects show what hosts make of its plans. Its objects exist in the state alone.

use std::process::ExitCode;

use terrane::prelude::*;

struct Planner;

impl Provider for Planner {
    const ADDRESS: &'static str = "registry.terraform.io/example/planner";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    type Config = ();

    async fn configure((): (), _: &mut Configure) -> Result<Self> {
        Ok(Planner)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Site>();
        registry.resource::<Badge>();
    }
}

/// A site with nodes.
#[derive(Schema)]
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
#[derive(Schema)]
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

    async fn create(mut plan: Self, _: &Planner, _: &mut Create) -> Result<Self> {
        plan.fill();
        Ok(plan)
    }

    async fn update(mut plan: Self, _: Prior<Self>, _: &Planner, _: &mut Update) -> Result<Self> {
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

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Planner, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

/// A badge, whose serial number its plan hook forgets.
#[derive(Schema)]
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

    async fn create(mut plan: Self, _: &Planner, _: &mut Create) -> Result<Self> {
        plan.serial.fill("1".to_owned());
        Ok(plan)
    }

    async fn update(mut plan: Self, _: Prior<Self>, _: &Planner, _: &mut Update) -> Result<Self> {
        plan.serial.fill("2".to_owned());
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Planner, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

fn main() -> ExitCode {
    terrane::serve::<Planner>()
}
