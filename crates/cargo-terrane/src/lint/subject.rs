//! What rules inspect: the items of a provider and their members.

use std::path::PathBuf;

use serde_json::Value;
use terrane_protocol::schema::json::section;
use terrane_protocol::schema::{
    Attribute, AttributeKind, Block, BlockNesting, Description, NestedBlock, Nesting, Schema,
    TypeKind,
};

use super::finding::{Finding, owner};
use super::sources::{Sources, Wanted};
use crate::output::shown;
use crate::source::Described;

/// A provider that is checked.
#[derive(Debug)]
pub(crate) struct Subject {
    pub(crate) described: Described,
    /// Whether the program serves protocol 6. Unknown without a program.
    pub(crate) serves_6: Option<bool>,
    /// The folder of the examples, which need not exist.
    pub(crate) examples: Option<PathBuf>,
    /// The code of the package and of the packages that it uses from the same repository.
    pub(crate) sources: Vec<Sources>,
}

/// A schema of the provider: of a type, or of its own configuration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Item<'a> {
    /// The kind of the type. `None` for the configuration of the provider.
    pub(crate) kind: Option<TypeKind>,
    pub(crate) name: &'a str,
    pub(crate) schema: &'a Schema,
    /// The description of the item as JSON, with what hosts do not print.
    pub(crate) facts: &'a Value,
}

/// An attribute or a nested block of an item, at any depth.
#[derive(Debug, Clone)]
pub(crate) struct Member<'a> {
    pub(crate) item: Item<'a>,
    pub(crate) path: String,
    pub(crate) node: Node<'a>,
    /// The description of the member as JSON.
    pub(crate) facts: &'a Value,
    /// The attributes at the same level.
    pub(crate) siblings: &'a [Attribute],
    /// Whether configurations cannot set the member, because only the provider sets it or a member around it.
    pub(crate) is_output: bool,
    /// Whether the member is part of an element of a set.
    pub(crate) in_set: bool,
    /// Whether the member is a block of timeouts, or one of its timeouts.
    pub(crate) in_timeouts: bool,
    /// The number of members around it.
    pub(crate) depth: usize,
}

/// An attribute or a nested block.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Node<'a> {
    Attribute(&'a Attribute),
    Block(&'a NestedBlock),
}

impl Subject {
    /// Adds the file and the line that define the place of a finding. Findings about a file have it already.
    pub(crate) fn locate(&self, finding: &mut Finding) {
        if finding.file.is_some() {
            return;
        }
        let owner = finding
            .owner
            .strip_prefix("identity of ")
            .unwrap_or(&finding.owner);
        let line = match owner.strip_prefix("function ") {
            Some(name) => self.sources.iter().find_map(|it| it.function(name)),
            None => self
                .items()
                .iter()
                .find(|it| it.owner() == owner)
                .and_then(|item| {
                    let attributes = item.schema.block.attributes.iter().map(|it| &*it.name);
                    let blocks = item.schema.block.blocks.iter().map(|it| &*it.name);
                    let wanted = Wanted {
                        provider: self.described.name(),
                        kind: item.kind,
                        name: item.name,
                        members: &attributes.chain(blocks).collect::<Vec<_>>(),
                    };
                    self.sources
                        .iter()
                        .find_map(|it| it.line(wanted, &finding.path))
                }),
        };
        if let Some(line) = line {
            finding.file = Some(shown(&line.file).display().to_string());
            finding.line = Some(line.number);
        }
    }

    /// Returns the types of all kinds.
    pub(crate) fn types(&self) -> Vec<Item<'_>> {
        let entry = self.described.entry();
        let kinds = TypeKind::ALL.into_iter();
        kinds
            .flat_map(|kind| {
                let schemas = self.described.schemas.schemas.types(kind).iter();
                schemas.map(move |(name, schema)| Item {
                    kind: Some(kind),
                    name,
                    schema,
                    facts: &entry[section(kind)][name],
                })
            })
            .collect()
    }

    /// Returns the types of one kind.
    pub(crate) fn of_kind(&self, kind: TypeKind) -> Vec<Item<'_>> {
        let mut types = self.types();
        types.retain(|item| item.kind == Some(kind));
        types
    }

    /// Returns the configuration of the provider.
    pub(crate) fn settings(&self) -> Item<'_> {
        Item {
            kind: None,
            name: self.described.name(),
            schema: &self.described.schemas.schemas.provider,
            facts: &self.described.entry()["provider"],
        }
    }

    /// Returns the configuration of the provider and all types.
    pub(crate) fn items(&self) -> Vec<Item<'_>> {
        let mut items = vec![self.settings()];
        items.extend(self.types());
        items
    }

    /// Returns all members of all items.
    pub(crate) fn members(&self) -> Vec<Member<'_>> {
        self.items().into_iter().flat_map(Item::members).collect()
    }
}

impl<'a> Item<'a> {
    /// Returns the name of the item in findings.
    pub(crate) fn owner(&self) -> String {
        match self.kind {
            Some(kind) => owner(kind, self.name),
            None => "provider configuration".to_owned(),
        }
    }

    /// Creates a finding about the whole item.
    pub(crate) fn finding(&self, message: impl Into<String>) -> Finding {
        Finding::new(self.owner(), "", message)
    }

    /// Returns all members: those around others first.
    pub(crate) fn members(self) -> Vec<Member<'a>> {
        let mut found = Vec::new();
        let around = Around {
            item: self,
            prefix: String::new(),
            is_output: false,
            in_set: false,
            in_timeouts: false,
            depth: 0,
        };
        around.block(&self.schema.block, &self.facts["block"], &mut found);
        found
    }
}

/// The members around a level.
struct Around<'a> {
    item: Item<'a>,
    prefix: String,
    is_output: bool,
    in_set: bool,
    in_timeouts: bool,
    depth: usize,
}

impl<'a> Around<'a> {
    fn member(&self, node: Node<'a>, facts: &'a Value, siblings: &'a [Attribute]) -> Member<'a> {
        let is_output = match node {
            Node::Attribute(it) => !it.required && !it.optional,
            Node::Block(_) => false,
        };
        Member {
            item: self.item,
            path: format!("{}{}", self.prefix, node.name()),
            node,
            facts,
            siblings,
            is_output: self.is_output || is_output,
            in_set: self.in_set,
            in_timeouts: self.in_timeouts || node.name() == "timeouts",
            depth: self.depth,
        }
    }

    fn below(member: &Member<'a>) -> Self {
        Self {
            item: member.item,
            prefix: format!("{}.", member.path),
            is_output: member.is_output,
            in_set: member.in_set || member.node.is_set(),
            in_timeouts: member.in_timeouts,
            depth: member.depth + 1,
        }
    }

    fn attributes(&self, all: &'a [Attribute], facts: &'a Value, found: &mut Vec<Member<'a>>) {
        for attribute in all {
            let own = &facts["attributes"][&*attribute.name];
            let member = self.member(Node::Attribute(attribute), own, all);
            let below = Self::below(&member);
            found.push(member);
            if let AttributeKind::Nested(object) = &attribute.kind {
                below.attributes(&object.attributes, &own["nested_type"], found);
            }
        }
    }

    fn block(&self, block: &'a Block, facts: &'a Value, found: &mut Vec<Member<'a>>) {
        self.attributes(&block.attributes, facts, found);
        for nested in &block.blocks {
            let own = &facts["block_types"][&*nested.name];
            let member = self.member(Node::Block(nested), own, &block.attributes);
            let below = Self::below(&member);
            found.push(member);
            below.block(&nested.block, &own["block"], found);
        }
    }
}

impl<'a> Member<'a> {
    /// Creates a finding about the member.
    pub(crate) fn finding(&self, message: impl Into<String>) -> Finding {
        Finding::new(self.item.owner(), self.path.clone(), message)
    }

    pub(crate) fn name(&self) -> &'a str {
        self.node.name()
    }

    /// Returns the attribute, if the member is one.
    pub(crate) fn attribute(&self) -> Option<&'a Attribute> {
        match self.node {
            Node::Attribute(attribute) => Some(attribute),
            Node::Block(_) => None,
        }
    }

    /// Returns the block, if the member is one.
    pub(crate) fn block(&self) -> Option<&'a NestedBlock> {
        match self.node {
            Node::Attribute(_) => None,
            Node::Block(block) => Some(block),
        }
    }
}

impl<'a> Node<'a> {
    pub(crate) fn name(self) -> &'a str {
        match self {
            Self::Attribute(attribute) => &attribute.name,
            Self::Block(block) => &block.name,
        }
    }

    pub(crate) fn description(self) -> &'a Description {
        match self {
            Self::Attribute(attribute) => &attribute.description,
            Self::Block(block) => &block.block.description,
        }
    }

    pub(crate) fn deprecation(self) -> Option<&'a str> {
        match self {
            Self::Attribute(attribute) => attribute.deprecation.as_deref(),
            Self::Block(block) => block.block.deprecation.as_deref(),
        }
    }

    fn is_set(self) -> bool {
        match self {
            Self::Attribute(attribute) => match &attribute.kind {
                AttributeKind::Nested(object) => object.nesting == Nesting::Set,
                AttributeKind::Type(_) => false,
            },
            Self::Block(block) => block.nesting == BlockNesting::Set,
        }
    }
}
