//! The sink once more, with schemas that are made when the program starts.
//!
//! Each schema is built with [`Block`](terrane::schema::Block) and [`Member`](terrane::schema::Member), as bridges and generated providers build
//! theirs. The code that works with the values is that of the other modules, in its [dynamic form](terrane::dynamic). The variable `SINK_SCHEMAS`
//! chooses: with `run-time`, the program serves this provider. All tests run with both, and a test compares the schemas.

mod functions;
mod kinds;
mod larder;
mod members;
mod pantry;
pub(crate) mod rack;
mod recipe;
mod resources;
mod settings;
mod wrapped;

use std::env;

use terrane::dynamic::{self, DynProvider, Registry};

pub(crate) use self::wrapped::WithSchema;
use crate::basin::Basin;
use crate::dish::Dish;
use crate::dishes::Dishes;
use crate::drawer::Drawer;
use crate::inspection::Inspection;
use crate::jar::Jar;
use crate::label::Label;
use crate::larder::Larder;
use crate::menu::Menu;
use crate::pantry::Pantry;
use crate::provider::Sink;
use crate::recipe::Recipe;
use crate::rinse::Rinse;
use crate::spice::Spice;
use crate::sponge::Sponge;
use crate::tap::Tap;
use crate::towel::Towel;

/// Whether the environment asks for the schemas that are made at run time.
pub(crate) fn is_wanted() -> bool {
    env::var_os("SINK_SCHEMAS").is_some_and(|which| which == "run-time")
}

/// Returns the provider with its settings.
pub(crate) fn provider() -> impl DynProvider {
    WithSchema::new(dynamic::provider::<Sink>(), settings::settings())
}

/// Registers all items. `others` registers those that depend on the protocol.
pub(crate) fn register(mut registry: Registry, others: fn(&mut Registry)) -> Registry {
    registry
        .meta(settings::household())
        .resource(WithSchema::new(
            dynamic::resource::<Dish>(),
            resources::dish(),
        ))
        .resource(WithSchema::new(
            dynamic::state_only::<Spice>(),
            resources::spice(),
        ))
        .resource(WithSchema::new(
            dynamic::resource::<Label>(),
            resources::label(),
        ))
        .resource(WithSchema::new(
            dynamic::resource::<Recipe>(),
            recipe::recipe(),
        ))
        .resource(WithSchema::new(
            dynamic::resource::<Jar>(),
            resources::jar(),
        ))
        .resource(WithSchema::new(
            dynamic::resource::<Towel>(),
            resources::towel(),
        ))
        .resource(Menu::new())
        .resource(WithSchema::new(
            dynamic::resource::<Sponge>(),
            resources::sponge(),
        ))
        .resource(WithSchema::new(
            dynamic::state_only::<Larder>(),
            larder::larder(),
        ))
        .data_source(WithSchema::new(
            dynamic::data_source::<Basin>(),
            kinds::basin(),
        ))
        .data_source(WithSchema::new(
            dynamic::data_source::<Pantry>(),
            pantry::pantry(),
        ))
        .data_source(WithSchema::new(
            dynamic::data_source::<Inspection>(),
            kinds::inspection(),
        ))
        .list(WithSchema::new(dynamic::list::<Dishes>(), kinds::dishes()))
        .ephemeral(WithSchema::new(dynamic::ephemeral::<Tap>(), kinds::tap()))
        .action(WithSchema::new(dynamic::action::<Rinse>(), kinds::rinse()))
        .state_store(WithSchema::new(
            dynamic::state_store::<Drawer>(),
            kinds::drawer(),
        ));
    functions::register(&mut registry);
    others(&mut registry);
    registry
}
