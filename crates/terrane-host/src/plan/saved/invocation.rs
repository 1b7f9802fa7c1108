//! Triggered actions of a saved plan.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::change::{Encoded, decoded_paths, encoded_paths, parsed};
use crate::config::TriggerEvent;
use crate::plan::ActionInvocation;

/// A triggered action.
#[derive(Serialize, Deserialize)]
pub(super) struct Invocation {
    action: String,
    trigger: String,
    event: String,
    block: usize,
    index: usize,
    provider: String,
    config: Encoded,
    sensitive: Vec<Json>,
}

impl Invocation {
    pub(super) fn of(invocation: &ActionInvocation) -> Result<Self, String> {
        Ok(Self {
            action: invocation.action.to_string(),
            trigger: invocation.trigger.to_string(),
            event: invocation.event.name().to_owned(),
            block: invocation.block,
            index: invocation.index,
            provider: invocation.provider.to_string(),
            config: Encoded::of(&invocation.config, &invocation.ty)?,
            sensitive: encoded_paths(&invocation.sensitive),
        })
    }

    pub(super) fn decoded(self) -> Result<ActionInvocation, String> {
        let mut events = TriggerEvent::ALL.into_iter();
        let event = events.find(|event| event.name() == self.event);
        let (ty, config) = self.config.value()?;
        Ok(ActionInvocation {
            action: parsed(&self.action)?,
            trigger: parsed(&self.trigger)?,
            event: event.ok_or_else(|| format!("there is no event \"{}\".", self.event))?,
            block: self.block,
            index: self.index,
            provider: parsed(&self.provider)?,
            config,
            sensitive: decoded_paths(self.sensitive)?,
            ty,
        })
    }
}
