//! The requests of the life of a managed object, and the judgement of their answers.

mod apply;
mod judge;
mod object;
mod plan;
mod state;

pub(crate) use apply::apply;
pub(crate) use object::{Outcome, Plan, Stored};
pub(crate) use plan::{Probe, judge_plan, plan, plan_request};
pub(crate) use state::{ImportBy, import, move_given, read, upgrade, upgrade_old};
