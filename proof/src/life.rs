//! The life of one object, step by step.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use terrane::schema::{Block, BlockNesting, Shape};
use terrane_fuzz::Random;
use terrane_value::{Data, Object, Path, Value};
use tokio::runtime::Builder;

use crate::author::{self, Fault, World};
use crate::host::{Checked, Host, Plan, Stored, Tampering};
use crate::schemas::{self, ID};
use crate::values::{self, Knowledge};

/// How often each kind of step happened.
pub type Counts = BTreeMap<&'static str, usize>;

/// The kinds of steps. Many life cycles together contain all of them.
pub const STEPS: [&str; 12] = [
    "create",
    "plan again with known values",
    "converge",
    "update",
    "replace",
    "import",
    "upgrade",
    "upgrade an older state",
    "drift",
    "create what is gone",
    "notice misbehaviour",
    "delete",
];

/// A life that broke a rule.
#[derive(Debug)]
pub struct Failure {
    seed: u64,
    rule: String,
    steps: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "life {}: {}", self.seed, self.rule)?;
        for step in &self.steps {
            writeln!(f, "    {step}")?;
        }
        Ok(())
    }
}

/// Runs one life.
///
/// # Errors
///
/// Fails if a rule is broken.
pub fn live(seed: u64, tampering: Option<Tampering>) -> Result<Counts, Failure> {
    let runtime = Builder::new_current_thread().enable_time().build().unwrap();
    let mut random = Random::new(seed);
    let block = schemas::resource(&mut random);
    let world = World::new(Random::new(random.next()));
    let mut steps = vec![format!("schema {}", described(&block))];
    let mut counts = Counts::new();
    let result = runtime.block_on(async {
        let server = author::server(block.clone(), Arc::clone(&world));
        let mut life = Life {
            host: Host::new(server, tampering).await?,
            config: Object::new(block.object_type()),
            block,
            world,
            random,
            stored: None,
            counts: &mut counts,
            steps: &mut steps,
        };
        life.run().await
    });
    match result {
        Ok(()) => Ok(counts),
        Err(rule) => Err(Failure { seed, rule, steps }),
    }
}

/// Describes a schema in one line.
fn described(block: &Block) -> String {
    let members = block.members().iter().map(|member| {
        let presence = match (member.required(), member.configurable(), member.computed()) {
            (true, ..) => "required",
            (_, true, true) => "optional, computed",
            (_, true, false) => "optional",
            _ => "computed",
        };
        let shape = match member.shape() {
            Shape::Type(ty) => String::from_utf8_lossy(&ty.to_json()).into_owned(),
            Shape::Nested { nesting, object } => format!("{nesting:?} of {}", described(object)),
            Shape::Block { nesting, block, .. } => {
                format!("{nesting:?} blocks of {}", described(block))
            }
            _ => String::new(),
        };
        format!("{} ({presence}) {shape}", member.name())
    });
    format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
}

/// Whether the first plan has no value at a path because the collection of objects around it is unknown. Such a collection replaces no object.
fn was_unknown(first: &Plan, second: &Plan, path: &Path) -> bool {
    let planned = |plan: &Plan| Value::from(plan.planned.clone());
    let (planned, later) = (planned(first), planned(second));
    let unknown = (1..=path.steps().len()).find(|length| {
        let place: Path = path.steps().iter().take(*length).cloned().collect();
        planned.at(&place).is_some_and(Value::is_unknown)
    });
    // An element of a set has the path of the set.
    let is_set_of_objects = matches!(
        later.at(path),
        Some(Value::Known(Data::Set(set))) if set.iter().any(|it| it.as_object().is_some())
    );
    unknown.is_some_and(|length| length < path.steps().len() || is_set_of_objects)
}

struct Life<'a> {
    random: Random,
    block: Block,
    world: Arc<Mutex<World>>,
    host: Host,
    /// The configuration that was applied last.
    config: Object,
    stored: Option<Stored>,
    counts: &'a mut Counts,
    steps: &'a mut Vec<String>,
}

impl Life<'_> {
    async fn run(&mut self) -> Checked<()> {
        let Some((partial, config)) = self.new_config(false).await else {
            return Ok(());
        };
        self.create(&partial, &config).await?;
        self.converge().await?;
        for _ in 0..2 + self.random.below(4) {
            match self.random.below(6) {
                0 | 1 => self.change().await?,
                2 => self.import().await?,
                3 => self.upgrade().await?,
                4 => self.drift().await?,
                _ => self.vanish().await?,
            }
            self.converge().await?;
        }
        self.delete().await
    }

    fn count(&mut self, step: &'static str) {
        *self.counts.entry(step).or_default() += 1;
    }

    fn note(&mut self, step: &str, object: &Object) {
        self.steps.push(format!("{step}: {object:?}"));
    }

    fn set_fault(&self, fault: Option<Fault>) {
        self.world.lock().unwrap().fault = fault;
    }

    /// Creates a valid configuration with unknown values, and the same with known ones. Returns `None` if the schema's own checks refuse them.
    async fn new_config(&mut self, changes: bool) -> Option<(Object, Object)> {
        for _ in 0..10 {
            let knowledge = if self.random.one_in(2) {
                Knowledge::Partial
            } else {
                Knowledge::Known
            };
            let (random, block) = (&mut self.random, &self.block);
            let partial = if changes {
                values::change(random, block, &self.config, knowledge)
            } else {
                values::config(random, block, knowledge)
            };
            let config = values::resolve(random, block, &partial);
            if self.host.validate(&partial).await.is_empty()
                && self.host.validate(&config).await.is_empty()
            {
                return Some((partial, config));
            }
        }
        None
    }

    fn fault(&mut self) -> Option<Fault> {
        let faults = [
            Fault::FailsFirst,
            Fault::FailsRecorded,
            Fault::FillsNone,
            Fault::ChangesPlanned,
            Fault::LosesComputed,
            Fault::PlansOther,
        ];
        let fault = *self.random.pick(&faults);
        self.random.one_in(3).then_some(fault)
    }

    /// Creates the object. After a failure it is deleted and created again, as hosts do with tainted objects.
    async fn create(&mut self, partial: &Object, config: &Object) -> Checked<()> {
        self.count("create");
        let fault = self.fault();
        self.change_to(partial, config, fault).await?;
        if fault.is_some() {
            if self.stored.is_some() {
                self.delete().await?;
            }
            self.change_to(partial, config, None).await?;
        }
        Ok(())
    }

    async fn change(&mut self) -> Checked<()> {
        let Some((partial, config)) = self.new_config(true).await else {
            return Ok(());
        };
        let fault = self.fault();
        self.change_to(&partial, &config, fault).await?;
        if fault.is_some() {
            self.change_to(&config, &config, None).await?;
        }
        Ok(())
    }

    /// Plans with the first configuration, and plans and applies with the second, which is completely known.
    async fn change_to(
        &mut self,
        partial: &Object,
        config: &Object,
        fault: Option<Fault>,
    ) -> Checked<()> {
        self.note(&format!("{fault:?}, plan"), partial);
        self.config = config.clone();
        if fault == Some(Fault::PlansOther) {
            self.set_fault(fault);
            let plan = self.host.plan(self.stored.as_ref(), Some(partial)).await?;
            self.set_fault(None);
            if plan.is_err() {
                self.count("notice misbehaviour");
            }
            return Ok(());
        }
        let planned = |plan: Result<_, Vec<String>>| {
            plan.map_err(|errors| format!("a plan fails: {}", errors.join("; ")))
        };
        let mut prior = self.stored.clone();
        let mut first = planned(self.host.plan(prior.as_ref(), Some(partial)).await?)?;
        if prior.is_some() && !first.replace.is_empty() {
            self.count("replace");
            self.delete().await?;
            prior = None;
            first = planned(self.host.plan(None, Some(partial)).await?)?;
        } else if prior.is_some() {
            self.count("update");
        }
        let mut plan = first.clone();
        if partial != config {
            self.count("plan again with known values");
            self.note("plan again", config);
            plan = planned(self.host.plan(prior.as_ref(), Some(config)).await?)?;
            self.host.check_second(&first, &plan)?;
            if prior.is_some()
                && let Some(path) = plan
                    .replace
                    .iter()
                    .find(|path| !was_unknown(&first, &plan, path))
            {
                return Err(format!(
                    "only the second plan replaces, because of `{path}`"
                ));
            }
        }
        self.set_fault(fault);
        let applied = self.host.apply(prior.as_ref(), &plan, Some(config)).await?;
        self.set_fault(None);
        if let Some(stored) = &applied.stored {
            self.note("applied", &stored.object);
        }
        if applied.errors.is_empty() {
            let stored = applied.stored.ok_or("an applied object is null")?;
            self.stored = Some(stored);
            return Ok(());
        }
        if fault.is_none() {
            return Err(format!("an apply fails: {}", applied.errors.join("; ")));
        }
        self.count("notice misbehaviour");
        self.check_preserved(
            prior.as_ref(),
            plan.planned.as_ref(),
            applied.stored.as_ref(),
        )?;
        self.stored = applied.stored;
        Ok(())
    }

    /// Checks that a failed apply loses neither an object nor a known value.
    fn check_preserved(
        &self,
        prior: Option<&Stored>,
        planned: Option<&Object>,
        stored: Option<&Stored>,
    ) -> Checked<()> {
        let world = self.world.lock().unwrap();
        let Some(id) = world.objects.keys().next() else {
            return Ok(());
        };
        let stored = &stored
            .ok_or("an object that exists is not in the state")?
            .object;
        if stored.get(ID).and_then(Value::as_str) != Some(id) {
            return Err(format!("the state has lost the id {id}: {stored:?}"));
        }
        let Some(prior) = prior else { return Ok(()) };
        for ((name, before), after) in prior.object.iter().zip(stored.values()) {
            let planned_null = planned.is_some_and(|it| it.get(name).is_some_and(Value::is_null));
            if before.is_known() && after.is_null() && !planned_null {
                return Err(format!("the state has lost the known value of `{name}`"));
            }
        }
        Ok(())
    }

    /// Reads the object, applies what its plan changes, and checks that the next plan changes nothing.
    async fn converge(&mut self) -> Checked<()> {
        self.count("converge");
        let config = self.config.clone();
        self.refresh().await?;
        if !self.is_settled(&config).await? {
            self.change_to(&config, &config, None).await?;
            self.refresh().await?;
            if !self.is_settled(&config).await? {
                return Err("a plan changes what was just applied".to_owned());
            }
        }
        Ok(())
    }

    async fn refresh(&mut self) -> Checked<()> {
        let stored = self.stored.take().ok_or("nothing is stored")?;
        let read = self.host.read(&stored).await?;
        let read = read.ok_or("an object that exists is read as gone")?;
        if read.object.get(ID) != stored.object.get(ID) {
            return Err(format!(
                "a read changes the id to {:?}",
                read.object.get(ID)
            ));
        }
        self.note("read", &read.object);
        self.stored = Some(read);
        Ok(())
    }

    async fn is_settled(&mut self, config: &Object) -> Checked<bool> {
        let stored = self.stored.as_ref();
        let plan = self.host.plan(stored, Some(config)).await?;
        let plan = plan.map_err(|errors| format!("a plan fails: {}", errors.join("; ")))?;
        let planned = plan.planned.ok_or("nothing is planned")?;
        self.steps.push(format!("planned: {planned:?}"));
        Ok(self.stored.as_ref().map(|stored| &stored.object) == Some(&planned))
    }

    async fn import(&mut self) -> Checked<()> {
        self.count("import");
        let stored = self.stored.as_ref().ok_or("nothing is stored")?;
        let id = stored.object.get(ID).and_then(Value::as_str);
        let imported = self.host.import(id.ok_or("a state has no id")?).await?;
        self.note("imported", &imported.object);
        self.stored = Some(imported);
        Ok(())
    }

    async fn upgrade(&mut self) -> Checked<()> {
        self.count("upgrade");
        let Some(mut stored) = self.stored.clone() else {
            return Err("nothing is stored".to_owned());
        };
        let upgraded = self.host.upgrade(&stored.object, &[]).await?;
        if upgraded != stored.object {
            let before = &stored.object;
            return Err(format!("an upgrade changes {before:?} to {upgraded:?}"));
        }
        let mut missing = Vec::new();
        for member in self.block.members() {
            if !member.required() && member.name() != ID && self.random.one_in(3) {
                missing.push(member.name().to_string());
            }
        }
        if !missing.is_empty() {
            self.count("upgrade an older state");
            self.steps.push(format!("upgrade without {missing:?}"));
            let upgraded = self.host.upgrade(&stored.object, &missing).await?;
            for member in self.block.members() {
                let name = member.name();
                let (before, after) = (stored.object.get(name), upgraded.get(name));
                let is_missing = missing.iter().any(|it| it == name.as_str());
                if !is_missing && before != after {
                    return Err(format!("an upgrade changes `{name}` to {after:?}"));
                }
                let collected = matches!(
                    member.shape(),
                    Shape::Block { nesting, .. }
                        if !matches!(nesting, BlockNesting::Single)
                );
                if is_missing && collected && after.is_none_or(Value::is_null) {
                    return Err(format!("the blocks `{name}` are null after an upgrade"));
                }
            }
            stored.object = upgraded;
        }
        self.stored = Some(stored);
        Ok(())
    }

    /// Changes the object outside of the provider.
    async fn drift(&mut self) -> Checked<()> {
        self.count("drift");
        let mut world = self.world.lock().unwrap();
        let object = world
            .objects
            .values_mut()
            .next()
            .ok_or("no object exists")?;
        for member in self.block.members() {
            let plain = match member.shape() {
                Shape::Type(ty) if member.name() != ID && !member.is_write_only() => ty,
                _ => continue,
            };
            if self.random.one_in(3) {
                let value = values::known(&mut self.random, plain);
                object.set(member.name(), value);
            }
        }
        Ok(())
    }

    /// Deletes the object outside of the provider.
    async fn vanish(&mut self) -> Checked<()> {
        self.count("create what is gone");
        self.world.lock().unwrap().objects.clear();
        let stored = self.stored.take().ok_or("nothing is stored")?;
        if self.host.read(&stored).await?.is_some() {
            return Err("an object that is gone is read".to_owned());
        }
        let config = self.config.clone();
        self.change_to(&config, &config, None).await
    }

    async fn delete(&mut self) -> Checked<()> {
        self.count("delete");
        let stored = self.stored.take();
        let plan = self
            .host
            .plan(stored.as_ref(), None)
            .await?
            .map_err(|errors| format!("a deletion fails: {}", errors.join("; ")))?;
        let applied = self.host.apply(stored.as_ref(), &plan, None).await?;
        if !applied.errors.is_empty() || applied.stored.is_some() {
            return Err(format!("a deletion leaves the object: {applied:?}"));
        }
        if !self.world.lock().unwrap().objects.is_empty() {
            return Err("an object that is not in the state exists".to_owned());
        }
        Ok(())
    }
}
