//! Reading of `action` blocks, and of the `action_trigger` blocks that name them.

use terrane_hcl::syntax::ast::{Block, Expression, NativeBody, TraversalStepKind};
use terrane_hcl::syntax::{self, BodySchema};

use super::block::Reader;
use super::messages::action as messages;
use super::{ActionTrigger, Lifecycle, Module, Resource, TriggerEvent, TriggeredAction};
use crate::address::{self, ResourceMode};

impl Reader {
    /// Reads an `action` block. Its body is that of the block `config`.
    pub(super) fn action(&mut self, block: &Block) -> Option<Resource> {
        let schema = BodySchema::default()
            .attribute("count", false)
            .attribute("for_each", false)
            .attribute("provider", false)
            .block("config", []);
        let content = self.content(&block.body, &schema);
        let config = self.single(&content, "config");
        let provider = content.attribute("provider");
        let provider = provider.and_then(|it| self.provider_reference(&it.expression));
        let type_name = self.name(block, 0)?;
        let name = self.name(block, 1)?;
        Some(Resource {
            address: address::Resource::action(type_name, name),
            meta: self.meta(&content),
            provider,
            lifecycle: Lifecycle::default(),
            provisioners: Vec::new(),
            body: match config {
                Some(config) => config.body.clone(),
                None => NativeBody::default().into(),
            },
            span: block.header,
        })
    }

    /// Reads an `action_trigger` block.
    pub(super) fn action_trigger(&mut self, block: &Block) -> Option<ActionTrigger> {
        let schema = BodySchema::default()
            .attribute("events", true)
            .attribute("condition", false)
            .attribute("actions", true);
        let content = self.content(&block.body, &schema);
        let events = self.expressions(content.attribute("events"));
        let mut known = Vec::new();
        for event in &events {
            let keyword = syntax::keyword(event).unwrap_or_default();
            let found = TriggerEvent::ALL
                .into_iter()
                .find(|it| *it.name() == *keyword);
            match found {
                Some(event) => known.push(event),
                None => self.report(messages::event(&keyword), event.span),
            }
        }
        if known.is_empty() {
            self.report(messages::no_events(), block.header);
        }
        let elements = self.expressions(content.attribute("actions"));
        if elements.is_empty() {
            self.report(messages::no_actions(), block.header);
        }
        let actions = elements
            .iter()
            .filter_map(|element| self.triggered_action(element));
        let actions = actions.collect();
        let condition = content.attribute("condition");
        let condition = condition.map(|it| it.expression.clone());
        if let Some(condition) = &condition {
            self.check_condition(condition, known.iter().any(|event| event.is_before()));
        }
        Some(ActionTrigger {
            events: known,
            condition,
            actions,
            span: block.header,
        })
    }

    fn triggered_action(&mut self, element: &Expression) -> Option<TriggeredAction> {
        let found = syntax::instance_reference(element).ok();
        let found = found.and_then(|(traversal, key)| {
            if traversal.root.name != *"action" || traversal.steps.len() != 2 {
                return None;
            }
            let name = |index: usize| match &traversal.steps.get(index)?.kind {
                TraversalStepKind::Attribute(name) => Some(name.clone()),
                _ => None,
            };
            let action = address::Resource::action(name(0)?, name(1)?);
            Some(TriggeredAction {
                action,
                key,
                span: element.span,
            })
        });
        if found.is_none() {
            self.report(messages::reference(), element.span);
        }
        found
    }

    /// Refuses references of a condition to the object, which the trigger does not have.
    fn check_condition(&mut self, condition: &Expression, is_before: bool) {
        for reference in syntax::references(condition) {
            let root = reference.root.name.as_str();
            if root == "self" || is_before && matches!(root, "count" | "each") {
                self.report(messages::own_reference(root), condition.span);
            }
        }
    }

    /// Reports triggers of actions that the module does not have.
    pub(super) fn check_triggers(&mut self, module: &Module) {
        let managed = module.resources.values();
        let managed = managed.filter(|it| it.address.mode == ResourceMode::Managed);
        let triggers = managed.flat_map(|resource| &resource.lifecycle.action_triggers);
        for triggered in triggers.flat_map(|trigger| &trigger.actions) {
            if !module.resources.contains_key(&triggered.action) {
                let error = messages::unknown_action(&triggered.action.to_string());
                self.report(error, triggered.span);
            }
        }
    }
}
