//! A provider with fixed answers.

use std::collections::BTreeMap;

use terrane::MoveContext;
use terrane::Moves;
use terrane::prelude::*;

/// The provider.
#[derive(Default)]
pub(crate) struct Shelter;

#[provider("registry.terraform.io/example/shelter")]
impl Provider for Shelter {
    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Pet>()
            .resource::<Badge>()
            .resource::<Cage>()
            .resource::<Locker>()
            .resource::<Shelf>()
            .resource::<Rope>()
            .resource::<super::own_id::Kennel>()
            .resource::<super::own_id::Nest>()
            .resource::<super::upgrade_errors::Collar>();
    }
}

/// A pet as version 0 stored it.
#[derive(Model)]
pub(crate) struct PetV0 {
    /// Its number.
    id: i64,
    /// Its name.
    name: String,
    /// How much it eats.
    kcal: i64,
}

/// A pet as version 2 stored it.
#[derive(Model)]
#[tf(version = 2, previous = PetV0)]
pub(crate) struct PetV2 {
    /// Its identifier.
    id: String,
    /// Its name.
    name: String,
    /// The diet.
    meals: Vec<MealV2>,
    /// How many legs it has.
    #[tf(default = 4)]
    legs: i64,
}

/// A meal as version 2 stored it.
#[derive(Model)]
pub(crate) struct MealV2 {
    /// Its energy.
    kcal: i64,
}

impl From<PetV0> for PetV2 {
    fn from(old: PetV0) -> Self {
        let meals = vec![MealV2 { kcal: old.kcal }];
        Self {
            id: format!("pet-{}", old.id),
            name: old.name,
            meals,
            legs: 4,
        }
    }
}

/// An animal.
#[derive(Model)]
#[tf(version = 3, previous = PetV2)]
pub(crate) struct Pet {
    /// Its identifier.
    #[tf(identity, keep)]
    id: Computed<String>,
    /// The home.
    #[tf(identity(optional), keep, optional)]
    region: Computed<String>,
    /// Its name.
    name: String,
    /// What it eats, all together.
    kcal: i64,
    /// How many legs it has.
    #[tf(default = 4)]
    legs: i64,
    /// What the API counts.
    visits: Computed<i64>,
}

impl From<PetV2> for Pet {
    fn from(old: PetV2) -> Self {
        assert_ne!(old.name, "panics", "no such pet");
        Self {
            id: old.id.into(),
            region: "eu".to_owned().into(),
            name: old.name,
            kcal: old.meals.iter().map(|meal| meal.kcal).sum(),
            legs: old.legs,
            visits: Computed::unknown(),
        }
    }
}

impl Resource for Pet {
    type Provider = Shelter;

    fn moves(moves: &mut Moves<Self>) {
        moves
            .from::<Stray>("example/street", "street_stray")
            .from::<PetV2>("example/street", "street_stray")
            .from_with("example/circus", "circus_horse", Horse::retire);
    }

    async fn create(plan: Self, _: &Shelter, cx: &mut CreateContext) -> Result<Self> {
        cx.private_mut().set("made", &true);
        if plan.name == "nameless" {
            return Ok(plan);
        }
        Ok(plan.with_computed(PetComputed {
            id: "pet-1".to_owned(),
            region: "eu".to_owned(),
            visits: 0,
        }))
    }

    async fn settle(created: Self, _: &Shelter, _: &mut CreateContext) -> Result<Self> {
        match created.name.as_str() {
            "late" => Err(Error::new("Too late", "It is there all the same.")),
            _ => Ok(created),
        }
    }

    async fn read(prior: Prior<Self>, _: &Shelter, _: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        let region = key.region.unwrap_or_else(|| "eu".to_owned());
        let id = match key.id.as_str() {
            "pet-gone" => return Ok(Found::Gone),
            "pet-error" => return Err(Error::new("No answer", "Ask again.")),
            "pet-renamed" => "pet-other".to_owned(),
            _ => key.id,
        };
        Ok(Found::Object(Pet {
            id: id.into(),
            region: region.into(),
            name: prior.map_or("found".to_owned(), |prior| prior.name),
            kcal: 300,
            legs: 4,
            visits: 7.into(),
        }))
    }

    async fn update(
        mut plan: Self,
        _: Prior<Self>,
        _: &Shelter,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        match plan.name.as_str() {
            "fails" => return Err(Error::new("No answer", "Ask again.")),
            "moves away" => plan.region = "us".to_owned().into(),
            _ => {}
        }
        Ok(plan.with_computed(PetComputed {
            id: String::new(),
            region: String::new(),
            visits: 8,
        }))
    }

    async fn delete(prior: Prior<Self>, _: &Shelter, _: &mut DeleteContext) -> Result<()> {
        let prior = prior.into_complete();
        match prior.as_ref().map(|prior| prior.name.as_str()) {
            Some("bites") => Err(Error::new("It bites", "Wait.")),
            _ => Ok(()),
        }
    }
}

/// What a street knows of a pet.
#[derive(Model)]
struct Stray {
    /// What it answers to.
    call: String,
    /// How many legs it has.
    #[tf(default = 3)]
    legs: i64,
}

impl From<Stray> for Pet {
    fn from(stray: Stray) -> Self {
        Self {
            id: stray.call.to_lowercase().into(),
            region: "eu".to_owned().into(),
            name: stray.call,
            kcal: 100,
            legs: stray.legs,
            visits: Computed::unknown(),
        }
    }
}

/// What a circus knows of a horse.
#[derive(Model)]
#[tf(version = 1)]
struct Horse {
    /// Its stage name.
    stage_name: String,
}

impl Horse {
    fn retire(self, cx: &mut MoveContext) -> Result<Pet> {
        match self.stage_name.as_str() {
            "Pegasus" => return Err(Error::new("Not a pet", "It flies.")),
            "Trojan" => panic!("it is hollow"),
            _ => {}
        }
        let tricks = cx.source().private()?.get::<i64>("tricks")?;
        cx.private_mut().set("tricks_once", &tricks);
        let from = cx.source().provider().to_owned();
        cx.warn("A horse eats a lot", from);
        Ok(Stray {
            call: self.stage_name,
            legs: 4,
        }
        .into())
    }
}

macro_rules! plain {
    ($($model:ident $fill:expr;)*) => {$(
        impl Resource for $model {
            type Provider = Shelter;

            async fn create(plan: Self, _: &Shelter, _: &mut CreateContext) -> Result<Self> {
                let fill: fn(Self) -> Self = $fill;
                Ok(fill(plan))
            }

            async fn update(plan: Self, _: Prior<Self>, _: &Shelter, _: &mut UpdateContext) -> Result<Self> {
                let fill: fn(Self) -> Self = $fill;
                Ok(fill(plan))
            }

            async fn delete(_: Prior<Self>, _: &Shelter, _: &mut DeleteContext) -> Result<()> {
                Ok(())
            }
        }
    )*};
}

plain! {
    Badge |plan| plan;
    Cage |plan| plan;
    Locker |plan| plan;
    Shelf |plan| plan;
    Rope |plan| plan.with_computed(RopeComputed { length: Some(5), colour: "red".to_owned(), id: None });
}

/// A badge, which can get another number: its identity is mutable.
#[derive(Model)]
pub(crate) struct Badge {
    /// Its number.
    #[tf(identity(mutable))]
    number: u32,
    /// The halls that it opens.
    #[tf(identity(mutable))]
    halls: Vec<String>,
}

/// A cage, which is another one with another number.
#[derive(Model)]
pub(crate) struct Cage {
    /// Its number.
    #[tf(identity, replace)]
    number: i64,
    /// The colour.
    colour: Option<String>,
}

/// A locker, whose key is nobody's business.
#[derive(Model)]
pub(crate) struct Locker {
    /// The location.
    #[tf(key)]
    place: String,
    /// The code that opens it.
    #[tf(key)]
    codes: BTreeMap<String, i64>,
}

/// A shelf in a locker.
#[derive(Model)]
pub(crate) struct Shelf {
    /// Its number.
    #[tf(identity)]
    number: i64,
    /// Its locker.
    #[tf(key)]
    locker: String,
}

/// Much of what a schema can have.
#[derive(Model)]
pub(crate) struct Rope {
    /// It is there because every resource had one.
    #[tf(optional)]
    id: Computed<Option<String>>,
    /// Set by the provider.
    length: Computed<Option<i64>>,
    /// Set by either.
    #[tf(optional)]
    colour: Computed<String>,
    /// Nobody needs it.
    #[tf(deprecated = "use `colour`")]
    shade: Option<String>,
    /// Somebody needs it all the same.
    #[tf(deprecated = "use `colour`")]
    tint: String,
    /// May be empty.
    note: Option<String>,
    /// May be empty, but must be there.
    label: String,
    /// Its knots.
    knots: Vec<Knot>,
    /// Its loops.
    #[tf(block)]
    loops: Set<Knot>,
    /// Its ends.
    #[tf(block, deprecated = "there are none")]
    ends: Vec<Knot>,
}

/// A knot.
#[derive(Model, Clone)]
pub(crate) struct Knot {
    /// Its kind.
    kind: String,
    /// Its comment.
    comment: Option<String>,
    /// How tight it is.
    tightness: Computed<Option<i64>>,
}
