//! Reading of `resource` and `data` blocks.

use terrane_hcl::syntax::ast::{Attribute, Block};
use terrane_hcl::syntax::{self, BodySchema};

use super::block::Reader;
use super::messages::{self, unsupported};
use super::{IgnoreChanges, Lifecycle, Resource};
use crate::address::{self, ResourceMode};

impl Reader {
    pub(super) fn resource(&mut self, block: &Block, mode: ResourceMode) -> Option<Resource> {
        let type_name = self.name(block, 0);
        let name = self.name(block, 1);
        let schema = BodySchema::default()
            .attribute("count", false)
            .attribute("for_each", false)
            .attribute("depends_on", false)
            .attribute("provider", false)
            .block("lifecycle", [])
            .block("provisioner", ["type"])
            .block("connection", [])
            .block("locals", []);
        let content = self.partial_content(&block.body, &schema);
        for kind in ["connection", "locals"] {
            for refused in content.blocks_of(kind) {
                let what = format!("`{kind}` blocks of resources");
                let error = unsupported(&what, "Remove the block, or use another host.");
                self.report(error, refused.header);
            }
        }
        let provider = content.attribute("provider");
        let provider = provider.and_then(|it| self.provider_reference(&it.expression));
        let lifecycle = self.single(&content, "lifecycle");
        let lifecycle = lifecycle.map(|block| self.lifecycle(block, mode));
        Some(Resource {
            address: address::Resource {
                mode,
                type_name: type_name?,
                name: name?,
            },
            meta: self.meta(&content),
            provider,
            lifecycle: lifecycle.unwrap_or_default(),
            provisioners: self.provisioners(&content),
            body: block.body.clone(),
            span: block.header,
        })
    }

    /// Reads the data source of a `check` block, which has one instance.
    pub(super) fn nested_data(&mut self, block: &Block) -> Option<Resource> {
        let schema = BodySchema::default()
            .attribute("count", false)
            .attribute("for_each", false)
            .block("lifecycle", []);
        let content = self.partial_content(&block.body, &schema);
        for name in ["count", "for_each"] {
            if let Some(attribute) = content.attribute(name) {
                self.report(messages::nested_repetition(name), attribute.name.span);
            }
        }
        for lifecycle in content.blocks_of("lifecycle") {
            self.report(messages::nested_lifecycle(), lifecycle.header);
        }
        self.resource(block, ResourceMode::Data)
    }

    fn lifecycle(&mut self, block: &Block, mode: ResourceMode) -> Lifecycle {
        let mut schema = BodySchema::default()
            .block("precondition", [])
            .block("postcondition", []);
        if mode == ResourceMode::Managed {
            schema = schema
                .attribute("create_before_destroy", false)
                .attribute("prevent_destroy", false)
                .attribute("ignore_changes", false)
                .attribute("replace_triggered_by", false)
                .block("action_trigger", []);
        }
        let content = self.content(&block.body, &schema);
        let ignored = content.attribute("ignore_changes");
        let triggers = content.attribute("replace_triggered_by");
        Lifecycle {
            create_before_destroy: self.flag(&content, "create_before_destroy"),
            prevent_destroy: self.flag(&content, "prevent_destroy").unwrap_or_default(),
            ignore_changes: match ignored {
                Some(it) if syntax::keyword(&it.expression).as_deref() == Some("all") => {
                    IgnoreChanges::All
                }
                attribute => IgnoreChanges::Attributes(self.references(attribute)),
            },
            replace_triggered_by: self.expressions(triggers),
            action_triggers: content
                .blocks_of("action_trigger")
                .filter_map(|block| self.action_trigger(block))
                .collect(),
            preconditions: self.conditions(&content, "precondition"),
            postconditions: self.conditions(&content, "postcondition"),
        }
    }

    /// Reads a list of expressions.
    pub(super) fn expressions(
        &mut self,
        attribute: Option<&Attribute>,
    ) -> Vec<syntax::ast::Expression> {
        let elements = attribute.map(|attribute| syntax::list(&attribute.expression));
        match elements.transpose() {
            Ok(elements) => elements.unwrap_or_default().to_vec(),
            Err(errors) => {
                self.diagnostics.extend(errors);
                Vec::new()
            }
        }
    }

    /// Reads the name and the flag of a `removed` block's `lifecycle`.
    pub(super) fn removed_lifecycle(&mut self, block: &Block) -> bool {
        let schema = BodySchema::default().attribute("destroy", true);
        let content = self.content(&block.body, &schema);
        self.flag(&content, "destroy").unwrap_or(true)
    }

    /// Reports a name that exists already.
    pub(super) fn duplicate(&mut self, kind: &str, name: &str, block: &Block) {
        self.report(messages::duplicate(kind, name), block.header);
    }
}
