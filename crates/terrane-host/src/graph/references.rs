//! What the references in expressions stand for.

use terrane_hcl::syntax::ast::{
    Attribute, Block, Body, Expression, ObjectItem, Traversal, TraversalStepKind,
};
use terrane_hcl::syntax::{self, Visitor};
use terrane_value::Text;

use crate::address::Resource;
use crate::config::Condition;

/// An object of a module that an expression refers to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reference {
    /// `var.name`.
    Variable(Text),
    /// `local.name`.
    Local(Text),
    /// A resource or data source, with all of its instances.
    Resource(Resource),
    /// `module.name`, with all outputs.
    Module(Text),
    /// `module.name.output`, of all instances of the module.
    Output(Text, Text),
}

impl Reference {
    /// Returns the object that a reference stands for. Values of the host, such as `each.key` and `path.module`, are no objects.
    ///
    /// ```
    /// use terrane_hcl::{Source, syntax};
    /// use terrane_host::graph::Reference;
    ///
    /// let reference = |text| {
    ///     let traversal = syntax::parse_traversal(&Source::detached("x", text)).unwrap();
    ///     Reference::of(&traversal)
    /// };
    /// assert_eq!(reference("var.size"), Some(Reference::Variable("size".into())));
    /// assert_eq!(reference("module.net[0].id"), Some(Reference::Output("net".into(), "id".into())));
    /// assert_eq!(reference("each.key"), None);
    /// ```
    pub fn of(traversal: &Traversal) -> Option<Self> {
        let mut names = traversal.steps.iter().filter_map(|step| match &step.kind {
            TraversalStepKind::Attribute(name) => Some(name.clone()),
            TraversalStepKind::NumberIndex(_) | TraversalStepKind::StringIndex(_) => None,
        });
        let root = &traversal.root.name;
        Some(match root.as_str() {
            "each" | "count" | "path" | "terraform" | "self" => return None,
            "var" => Self::Variable(names.next()?),
            "local" => Self::Local(names.next()?),
            "module" => {
                let name = names.next()?;
                match names.next() {
                    Some(output) => Self::Output(name, output),
                    None => Self::Module(name),
                }
            }
            "data" => Self::Resource(Resource::data(names.next()?, names.next()?)),
            "action" => Self::Resource(Resource::action(names.next()?, names.next()?)),
            "ephemeral" => Self::Resource(Resource::ephemeral(names.next()?, names.next()?)),
            "resource" => Self::Resource(Resource::managed(names.next()?, names.next()?)),
            _ => Self::Resource(Resource::managed(root.clone(), names.next()?)),
        })
    }
}

/// Collects references.
#[derive(Debug, Default)]
pub(super) struct References(pub(super) Vec<Reference>);

impl References {
    pub(super) fn expression(mut self, expression: &Expression) -> Self {
        syntax::visit_expression(expression, &mut self);
        self
    }

    pub(super) fn expressions<'a>(self, all: impl IntoIterator<Item = &'a Expression>) -> Self {
        all.into_iter().fold(self, Self::expression)
    }

    pub(super) fn traversals<'a>(mut self, all: impl IntoIterator<Item = &'a Traversal>) -> Self {
        let all = all.into_iter().filter_map(Reference::of);
        self.0.extend(all);
        self
    }

    pub(super) fn conditions<'a>(self, all: impl IntoIterator<Item = &'a Condition>) -> Self {
        let each = |it: &'a Condition| [&it.condition, &it.error_message];
        self.expressions(all.into_iter().flat_map(each))
    }

    /// Collects the references of a block's content. The argument `provider` is a name and no reference.
    pub(super) fn body(mut self, body: &Body) -> Self {
        syntax::visit_body(body, &mut Contents(&mut self));
        self
    }
}

/// Collects the references of a block's content.
struct Contents<'a>(&'a mut References);

impl Visitor for Contents<'_> {
    fn block(&mut self, block: &Block) -> bool {
        syntax::visit_body(&block.body, self.0);
        false
    }

    fn attribute(&mut self, attribute: &Attribute) -> bool {
        attribute.name.name != *"provider"
    }

    fn item(&mut self, item: &ObjectItem) -> bool {
        self.0.item(item)
    }

    fn reference(&mut self, reference: &Traversal) {
        self.0.reference(reference);
    }
}

/// The elements of `ignore_changes` are names of attributes and no references.
const IGNORE_CHANGES: &str = "ignore_changes";

/// The triggers of a resource have a node of their own.
const ACTION_TRIGGER: &str = "action_trigger";

impl Visitor for References {
    fn block(&mut self, block: &Block) -> bool {
        block.kind.name != *ACTION_TRIGGER
    }

    fn attribute(&mut self, attribute: &Attribute) -> bool {
        attribute.name.name != *IGNORE_CHANGES
    }

    fn item(&mut self, item: &ObjectItem) -> bool {
        let name = item.name();
        name != Some(IGNORE_CHANGES) && name != Some(ACTION_TRIGGER)
    }

    fn reference(&mut self, reference: &Traversal) {
        self.0.extend(Reference::of(reference));
    }
}
