//! Reading of `provisioner` blocks.

use terrane_hcl::Diagnostic;
use terrane_hcl::syntax::ast::{Block, Body, Traversal, TraversalStepKind};
use terrane_hcl::syntax::{self, Content};

use super::block::Reader;
use super::messages::provisioner as messages;
use super::{OnFailure, Provisioner, When};

/// The only provisioner of this host.
const LOCAL_EXEC: &str = "local-exec";

impl Reader {
    /// Reads the provisioners of a resource or of a `removed` block.
    pub(super) fn provisioners(&mut self, content: &Content) -> Vec<Provisioner> {
        let blocks = content.blocks_of("provisioner");
        blocks.filter_map(|block| self.provisioner(block)).collect()
    }

    fn provisioner(&mut self, block: &Block) -> Option<Provisioner> {
        let kind = block.labels.first()?;
        if kind.name != *LOCAL_EXEC {
            self.report(messages::unsupported(&kind.name), block.header);
            return None;
        }
        let schema = Provisioner::arguments().block("connection", []);
        let content = self.partial_content(&block.body, &schema);
        for connection in content.blocks_of("connection") {
            self.report(messages::connection(), connection.header);
        }
        let create = ("create", When::Create);
        let destroy = ("destroy", When::Destroy);
        let when = self.choice(&content, "when", &[create, destroy]);
        let go_on = ("continue", OnFailure::Continue);
        let fail = ("fail", OnFailure::Fail);
        let on_failure = self.choice(&content, "on_failure", &[go_on, fail]);
        let provisioner = Provisioner {
            when: when.unwrap_or(When::Create),
            on_failure: on_failure.unwrap_or(OnFailure::Fail),
            body: block.body.clone(),
            span: block.header,
        };
        if provisioner.when == When::Destroy {
            self.own_references(&provisioner.body);
        }
        Some(provisioner)
    }

    /// Reads an argument whose value is one of some keywords.
    fn choice<T: Copy>(
        &mut self,
        content: &Content,
        name: &str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let expression = &content.attribute(name)?.expression;
        let keyword = syntax::keyword(expression);
        let chosen = choices
            .iter()
            .find(|(word, _)| keyword.as_deref() == Some(*word));
        if chosen.is_none() {
            let words = choices.iter().map(|(word, _)| *word);
            let error: Diagnostic = messages::keyword(name, &Vec::from_iter(words));
            self.report(error, expression.span);
        }
        chosen.map(|(_, value)| *value)
    }

    /// Refuses references to other objects: a destruction has no values of them.
    fn own_references(&mut self, body: &Body) {
        let (attributes, _) = body.just_attributes();
        let arguments = attributes
            .iter()
            .filter(|it| !["when", "on_failure"].contains(&it.name.name.as_str()));
        for argument in arguments {
            for reference in syntax::references(&argument.expression) {
                if !is_own(&reference) {
                    self.report(messages::foreign_reference(), reference.root.span);
                }
            }
        }
    }
}

/// Returns whether a reference is known in a destruction: `self`, `count.index`, `each.key`, or a value of the host.
fn is_own(reference: &Traversal) -> bool {
    let is_key = |name: &str| {
        let first = reference.steps.first().map(|step| &step.kind);
        matches!(first, Some(TraversalStepKind::Attribute(attribute)) if *attribute == *name)
    };
    match reference.root.name.as_str() {
        "self" | "path" | "terraform" => true,
        "count" => is_key("index"),
        "each" => is_key("key"),
        _ => false,
    }
}
