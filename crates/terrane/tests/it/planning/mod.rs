//! What is said of plans in a model, as hosts see it in process.

mod algebra;
mod align;
mod blocks;
mod computed_blocks;
mod counts;
mod deferred;
mod dynamic;
mod empty;
mod fields;
mod hook;
mod merged;
mod modifiers;
mod replacement;
mod reread;
mod rig;
mod siblings;
mod timeouts;
