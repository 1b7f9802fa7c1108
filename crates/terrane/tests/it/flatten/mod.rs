//! Models whose fields are attributes of another one, next to the same model written out.

mod key;
mod models;
mod paths;
mod schema;
mod state_only;
mod values;
mod wire;
