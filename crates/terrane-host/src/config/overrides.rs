//! Merging of override files into a module, by Terraform's rules for each type of block.
//!
//! An argument that the blocks cannot have is an error, also in resources, where Terraform ignores it in overridden blocks.

use terrane_hcl::Span;
use terrane_hcl::syntax::BodySchema;
use terrane_hcl::syntax::ast::Block;

use super::block::Reader;
use super::messages::overrides as messages;
use super::{IgnoreChanges, Module, Resource};
use crate::address::ResourceMode;

/// The blocks in blocks of a type that cannot be overridden.
const CONDITIONS: &[&str] = &["precondition", "postcondition", "validation"];

impl Reader {
    /// Merges the blocks of variables, outputs and module calls of an override file into those of other files, which are not read yet.
    pub(super) fn override_blocks(&mut self, bases: &mut [Block], file: &[Block]) {
        for block in file {
            let (required, missing): (_, fn(&str) -> _) = match block.kind.name.as_str() {
                "variable" => (None, messages::missing_variable),
                "output" => (Some("value"), messages::missing_output),
                "module" => (Some("source"), messages::missing_call),
                _ => continue,
            };
            let Some(name) = self.name(block, 0) else {
                continue;
            };
            self.refuse_conditions(block);
            self.refuse_depends_on(block);
            let mut bases = bases.iter_mut();
            let is_base = |base: &&mut Block| {
                base.kind.name == block.kind.name
                    && base.labels.first().is_some_and(|label| label.name == name)
            };
            let Some(base) = bases.find(is_base) else {
                self.report(missing(&name), block.header);
                continue;
            };
            // The first file must be complete by itself.
            if let Some(required) = required {
                let schema = BodySchema::default().attribute(required, false);
                let (given, _) = block.body.partial_content(&schema);
                if given.attribute(required).is_some() {
                    let schema = BodySchema::default().attribute(required, true);
                    self.partial_content(&base.body, &schema);
                }
            }
            base.body = base.body.overridden_by(&block.body);
        }
    }

    /// Merges the other blocks of an override file into a module that has been read.
    pub(super) fn override_module(&mut self, module: &mut Module, file: &[Block]) {
        let mut settings = Module::default();
        for block in file {
            match block.kind.name.as_str() {
                "variable" | "output" | "module" | "removed" => {}
                "terraform" => self.settings(block, &mut settings),
                "locals" => self.override_locals(module, block),
                "provider" => self.override_provider(module, block),
                "resource" => self.override_resource(module, block, ResourceMode::Managed),
                "data" => self.override_resource(module, block, ResourceMode::Data),
                "ephemeral" => self.override_resource(module, block, ResourceMode::Ephemeral),
                kind => self.report(messages::kind(kind), block.header),
            }
        }
        if !settings.required_versions.is_empty() {
            module.required_versions = settings.required_versions;
        }
        module
            .required_providers
            .extend(settings.required_providers);
    }

    fn override_locals(&mut self, module: &mut Module, block: &Block) {
        let mut own = Module::default();
        self.locals(block, &mut own);
        for (name, value) in own.locals {
            let place = value.name.span;
            match module.locals.get_mut(&name) {
                Some(base) => *base = value,
                None => self.report(messages::missing_local(&name), place),
            }
        }
    }

    fn override_provider(&mut self, module: &mut Module, block: &Block) {
        let mut own = Module::default();
        self.provider(block, &mut own);
        for (key, provider) in own.providers {
            match (module.providers.get_mut(&key), &key) {
                (Some(base), _) => base.body = base.body.overridden_by(&provider.body),
                (None, (name, Some(alias))) => {
                    self.report(messages::missing_provider(name, alias), provider.span);
                }
                // The base is the default configuration that every provider has.
                (None, (_, None)) => {
                    module.providers.insert(key, provider);
                }
            }
        }
    }

    fn override_resource(&mut self, module: &mut Module, block: &Block, mode: ResourceMode) {
        self.refuse_depends_on(block);
        let lifecycle = BodySchema::default().block("lifecycle", []);
        let (lifecycle, _) = block.body.partial_content(&lifecycle);
        for lifecycle in &lifecycle.blocks {
            self.refuse_conditions(lifecycle);
        }
        let Some(over) = self.resource(block, mode) else {
            return;
        };
        let Some(base) = module.resources.get_mut(&over.address) else {
            self.report(messages::missing_resource(&over.address), block.header);
            return;
        };
        let prevent_destroy = BodySchema::default().attribute("prevent_destroy", false);
        let mut lifecycle = lifecycle.blocks.iter();
        let sets_prevent_destroy = lifecycle.any(|block| {
            let (content, _) = block.body.partial_content(&prevent_destroy);
            content.attribute("prevent_destroy").is_some()
        });
        if sets_prevent_destroy {
            base.lifecycle.prevent_destroy = over.lifecycle.prevent_destroy;
        }
        merge_resource(base, over);
    }

    /// Reports the blocks of conditions in a block.
    fn refuse_conditions(&mut self, block: &Block) {
        let mut schema = BodySchema::default();
        for kind in CONDITIONS {
            schema = schema.block(*kind, []);
        }
        let (content, _) = block.body.partial_content(&schema);
        for condition in &content.blocks {
            let error = messages::condition(&condition.kind.name);
            self.report(error, condition.header);
        }
    }

    /// Reports `depends_on` with elements in a block.
    fn refuse_depends_on(&mut self, block: &Block) {
        let schema = BodySchema::default().attribute("depends_on", false);
        let (content, _) = block.body.partial_content(&schema);
        let references = self.references(content.attribute("depends_on"));
        if let Some(first) = references.first() {
            let end = first.steps.last().map_or(first.root.span, |step| step.span);
            let place: Span = first.root.span.to(end);
            self.report(messages::depends_on(), place);
        }
    }
}

/// Merges what has been read of a resource. `replace_triggered_by` keeps its value, as in Terraform.
fn merge_resource(base: &mut Resource, over: Resource) {
    let meta = &mut base.meta;
    meta.count = over.meta.count.or(meta.count.take());
    meta.for_each = over.meta.for_each.or(meta.for_each.take());
    if meta.count.is_some() {
        // Terraform accepts the two from different files, and then ignores this one.
        meta.for_each = None;
    }
    base.provider = over.provider.or(base.provider.take());
    let lifecycle = &mut base.lifecycle;
    lifecycle.create_before_destroy = over
        .lifecycle
        .create_before_destroy
        .or(lifecycle.create_before_destroy);
    match over.lifecycle.ignore_changes {
        IgnoreChanges::All => lifecycle.ignore_changes = IgnoreChanges::All,
        IgnoreChanges::Attributes(ignored) => {
            if !ignored.is_empty() && lifecycle.ignore_changes != IgnoreChanges::All {
                lifecycle.ignore_changes = IgnoreChanges::Attributes(ignored);
            }
        }
    }
    if !over.provisioners.is_empty() {
        base.provisioners = over.provisioners;
    }
    base.body = base.body.overridden_by(&over.body);
}
