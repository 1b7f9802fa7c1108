//! The values of a state as a tree, of which a configuration contains a part.

use std::collections::BTreeSet;

use terrane_protocol::schema::{BlockNesting, Nesting};
use terrane_value::{Data, Map, Object, Path, Step, Text, Value};

use super::cost::Cost;
use crate::schema::{Block, Member, Shape};
use crate::validation::relation::{self, Broken};

/// The position of a node in the tree.
pub(super) type Id = usize;

/// The nodes that a configuration contains and the generated one does not, or the other way round.
pub(super) type Edits = BTreeSet<Id>;

/// A node whose presence can change, and what that costs.
pub(super) type Edit = (Id, Cost);

/// What the object of a configuration is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The answer to the host.
    Answer,
    /// Relations of the answer. Sets are lists, so that paths lead to their elements.
    Checked,
    /// Relations of the file that the host writes, without sensitive values.
    Written,
}

/// All values of a state.
pub(super) struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    has_sensitive: bool,
}

struct Node<'a> {
    /// The attribute or block, unless the node is an element or the whole object.
    member: Option<&'a Member>,
    content: Content<'a>,
    /// Whether the generated configuration contains the value.
    is_generated: bool,
    /// The cost of the node's edit. `None` if the configuration cannot change there.
    edit: Option<Cost>,
    /// The least number of elements.
    least: usize,
}

enum Content<'a> {
    Value(&'a Value),
    Object(&'a Block, Vec<Id>),
    List(Vec<Id>),
    Set(Vec<Id>),
    Map(Vec<(&'a Text, Id)>),
}

impl Content<'_> {
    fn elements(&self) -> Box<dyn Iterator<Item = Id> + '_> {
        match self {
            Content::List(elements) | Content::Set(elements) => Box::new(elements.iter().copied()),
            Content::Map(elements) => Box::new(elements.iter().map(|(_, id)| *id)),
            Content::Value(_) | Content::Object(..) => Box::new(std::iter::empty()),
        }
    }
}

/// A violated relation, with the nodes that it depends on.
pub(super) struct Violation {
    pub(super) key: Key,
    pub(super) detail: String,
    /// The nodes on the path of each member, from the outermost to the innermost.
    pub(super) chains: Vec<Vec<Id>>,
    form: Form,
}

/// Identifies a relation in one object, for one choice of elements: the position of the relation in its block, and the nodes of both.
pub(super) type Key = (usize, Id, Id);

impl Violation {
    /// Whether the relation is violated only because the host does not write sensitive values.
    pub(super) fn is_of_file(&self) -> bool {
        self.form == Form::Written
    }
}

impl<'a> Tree<'a> {
    /// Makes the tree of a state. `config` is the configuration that hosts generate from it.
    pub(super) fn new(block: &'a Block, state: &'a Object, config: &Object) -> Self {
        let mut tree = Self {
            nodes: vec![Node {
                member: None,
                content: Content::Object(block, Vec::new()),
                is_generated: true,
                edit: None,
                least: 0,
            }],
            has_sensitive: false,
        };
        let members = block.members().iter().zip(state.values());
        let members = members.zip(config.values());
        let members = members.map(|((member, value), generated)| {
            let is_generated = !is_absent(member, generated);
            tree.member(member, value, is_generated)
        });
        let members = members.collect();
        tree.nodes[0].content = Content::Object(block, members);
        tree
    }

    fn object_node(&mut self, block: &'a Block, object: &'a Object) -> Content<'a> {
        let members = block.members().iter().zip(object.values());
        let members = members.map(|(member, value)| {
            let is_generated = !is_absent(member, value) && !member.is_omitted(value);
            self.member(member, value, is_generated)
        });
        Content::Object(block, members.collect())
    }

    fn member(&mut self, member: &'a Member, value: &'a Value, is_generated: bool) -> Id {
        self.has_sensitive |= member.is_sensitive();
        let least = match member.shape() {
            Shape::Block { min_items, .. } => usize::try_from(*min_items).unwrap_or(usize::MAX),
            // The schema does not describe how many elements validators allow.
            Shape::Nested { .. } if !member.checks().is_empty() => usize::MAX,
            Shape::Type(_) | Shape::Nested { .. } => 0,
        };
        let content = match member.shape().nested() {
            Some(block) => self.nested(block, value),
            None => Content::Value(value),
        };
        let edit = match is_generated {
            true => is_optional(member).then(|| self.cost_of_removal(member, value, &content)),
            false => is_restorable(member, value).then_some(Cost::HIDDEN),
        };
        self.push(Node {
            member: Some(member),
            content,
            is_generated,
            edit,
            least,
        })
    }

    fn nested(&mut self, block: &'a Block, value: &'a Value) -> Content<'a> {
        match value {
            Value::Known(Data::Object(object)) => self.object_node(block, object),
            Value::Known(Data::List(elements)) => {
                Content::List(elements.iter().map(|it| self.element(block, it)).collect())
            }
            Value::Known(Data::Set(elements)) => {
                Content::Set(elements.iter().map(|it| self.element(block, it)).collect())
            }
            Value::Known(Data::Map(elements)) => {
                let elements = elements.iter();
                Content::Map(
                    elements
                        .map(|(key, it)| (key, self.element(block, it)))
                        .collect(),
                )
            }
            Value::Known(_) | Value::Null | Value::Unknown(_) => Content::Value(value),
        }
    }

    fn element(&mut self, block: &'a Block, element: &'a Value) -> Id {
        let content = self.nested(block, element);
        let edit = Some(Cost::LOST + self.cost_of_contents(&content));
        self.push(Node {
            member: None,
            content,
            is_generated: true,
            edit,
            least: 0,
        })
    }

    fn push(&mut self, node: Node<'a>) -> Id {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The cost of removing a value, of which the configuration may contain a part.
    fn cost_of_removal(&self, member: &Member, value: &Value, content: &Content<'_>) -> Cost {
        let is_planned = match member.default_value() {
            Some(default) => default == *value,
            None => member.computed(),
        };
        let is_hidden = is_planned || member.is_sensitive();
        let mut cost = self.cost_of_contents(content);
        if is_hidden {
            cost.hidden += cost.lost + 1;
            cost.lost = 0;
            return cost;
        }
        let is_single = member.shape().single().is_some();
        if matches!(member.shape(), Shape::Block { .. }) && !is_single {
            // A collection of blocks is nothing but its blocks.
            return cost;
        }
        cost + Cost::LOST
    }

    fn cost_of_contents(&self, content: &Content<'_>) -> Cost {
        let mut cost = Cost::default();
        let members = match content {
            Content::Object(_, members) => members.as_slice(),
            _ => &[],
        };
        for id in members.iter().copied().chain(content.elements()) {
            let node = &self.nodes[id];
            if node.is_generated {
                // A required value is lost, too.
                cost += node
                    .edit
                    .unwrap_or(Cost::LOST + self.cost_of_contents(&node.content));
            }
        }
        cost
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn is_present(&self, id: Id, edits: &Edits) -> bool {
        self.nodes[id].is_generated != edits.contains(&id)
    }

    /// The object of an edited configuration.
    pub(super) fn object(&self, edits: &Edits, form: Form) -> Object {
        match &self.nodes[0].content {
            Content::Object(block, members) => self.members(block, members, edits, form),
            _ => Object::from_pairs::<&str, Value>([]),
        }
    }

    fn members(&self, block: &Block, members: &[Id], edits: &Edits, form: Form) -> Object {
        let values = members.iter().zip(block.members()).map(|(id, member)| {
            match self.is_present(*id, edits) {
                true if form == Form::Written && member.is_sensitive() => as_written(member),
                true => self.value(*id, edits, form),
                false => absent(member),
            }
        });
        Object::aligned(block.object_type(), values.collect())
    }

    fn value(&self, id: Id, edits: &Edits, form: Form) -> Value {
        let present = |ids: &[Id]| {
            let present = ids.iter().filter(|id| self.is_present(**id, edits));
            let present = present.map(|id| self.value(*id, edits, form));
            present.collect::<Vec<_>>()
        };
        Value::Known(match &self.nodes[id].content {
            Content::Value(value) => return (*value).clone(),
            Content::Object(block, members) => {
                Data::Object(self.members(block, members, edits, form))
            }
            Content::List(elements) => Data::List(present(elements)),
            Content::Set(elements) if form == Form::Answer => {
                Data::Set(present(elements).into_iter().collect())
            }
            Content::Set(elements) => Data::List(present(elements)),
            Content::Map(elements) => {
                let mut map = Map::new();
                for (key, id) in elements {
                    if self.is_present(*id, edits) {
                        map.insert((*key).clone(), self.value(*id, edits, form));
                    }
                }
                Data::Map(map)
            }
        })
    }

    /// Returns the relations that an edited configuration violates, as an answer or as the file of the host.
    pub(super) fn violations(&self, edits: &Edits) -> Vec<Violation> {
        let forms = match self.has_sensitive {
            true => &[Form::Checked, Form::Written][..],
            false => &[Form::Checked],
        };
        let mut found: Vec<Violation> = Vec::new();
        let Content::Object(block, _) = &self.nodes[0].content else {
            return found;
        };
        for form in forms {
            let object = self.object(edits, *form);
            let mut of_form = Vec::new();
            let mut add = |broken: Broken, at: &Path| {
                of_form.push(self.violation(broken, at, edits, *form));
            };
            in_object(block, &object, &mut Path::root(), &mut add);
            of_form.retain(|it| found.iter().all(|earlier| earlier.key != it.key));
            found.extend(of_form);
        }
        found
    }

    fn violation(&self, broken: Broken, object: &Path, edits: &Edits, form: Form) -> Violation {
        let at = |path: &Path| self.chain(path, edits).last().copied().unwrap_or_default();
        Violation {
            key: (broken.number, at(object), at(&broken.chosen)),
            detail: broken.detail,
            chains: (broken.members.iter())
                .map(|path| self.chain(path, edits))
                .collect(),
            form,
        }
    }

    /// The nodes on a path of an edited configuration, as far as they exist in the state.
    fn chain(&self, path: &Path, edits: &Edits) -> Vec<Id> {
        let (mut at, mut chain) = (0, Vec::new());
        for step in path.steps() {
            let next = match (step, &self.nodes[at].content) {
                (Step::Attribute(name), Content::Object(block, members)) => {
                    let position = block.members().iter().position(|it| it.name() == name);
                    position.and_then(|position| members.get(position).copied())
                }
                (Step::Index(index), Content::List(elements) | Content::Set(elements)) => {
                    // The positions of nodes ascend.
                    let removed = edits
                        .iter()
                        .filter_map(|id| elements.binary_search(id).ok());
                    let position =
                        removed.fold(*index, |at, removed| at + usize::from(removed <= at));
                    elements.get(position).copied()
                }
                (Step::Key(key), Content::Map(elements)) => {
                    let mut elements = elements.iter();
                    elements.find(|(it, _)| *it == key).map(|(_, id)| *id)
                }
                _ => None,
            };
            let Some(next) = next else { break };
            chain.push(next);
            at = next;
        }
        chain
    }

    /// The edits of the nodes on a path that change the values at its end, with their costs. The second part is the edit of the end itself.
    pub(super) fn edits_on(&self, chain: &[Id], edits: &Edits) -> (Vec<Edit>, Option<Edit>) {
        let (mut around, mut parent) = (Vec::new(), 0);
        for (depth, id) in chain.iter().enumerate() {
            let is_present = self.is_present(*id, edits);
            let edit = self.nodes[*id].edit.filter(|_| !edits.contains(id));
            let edit = edit.filter(|_| {
                let is_element = self.nodes[*id].member.is_none();
                !is_element || self.may_shrink(parent, edits)
            });
            let edit = edit.map(|cost| (*id, cost));
            if depth + 1 == chain.len() {
                return (around, edit);
            }
            around.extend(edit);
            if !is_present {
                break;
            }
            parent = *id;
        }
        (around, None)
    }

    /// Whether a collection may have fewer elements.
    fn may_shrink(&self, collection: Id, edits: &Edits) -> bool {
        let node = &self.nodes[collection];
        let elements = node.content.elements();
        let count = elements.filter(|id| self.is_present(*id, edits)).count();
        count > node.least
    }
}

/// Checks the relations of an object, and of the objects in it.
fn in_object(block: &Block, object: &Object, path: &mut Path, add: &mut dyn FnMut(Broken, &Path)) {
    for broken in relation::broken(block, object, path) {
        add(broken, path);
    }
    for (member, value) in block.members().iter().zip(object.values()) {
        if let Some(nested) = member.shape().nested() {
            path.push(Step::Attribute(member.name().clone()));
            in_value(nested, value, path, add);
            path.pop();
        }
    }
}

fn in_value(block: &Block, value: &Value, path: &mut Path, add: &mut dyn FnMut(Broken, &Path)) {
    let mut in_element = |step: Step, element: &Value| {
        path.push(step);
        in_value(block, element, path, add);
        path.pop();
    };
    match value {
        Value::Known(Data::Object(object)) => in_object(block, object, path, add),
        Value::Known(Data::List(elements)) => {
            let elements = elements.iter().enumerate();
            elements.for_each(|(at, element)| in_element(Step::Index(at), element));
        }
        Value::Known(Data::Map(elements)) => {
            let elements = elements.iter();
            elements.for_each(|(key, element)| in_element(Step::Key(key.clone()), element));
        }
        Value::Known(_) | Value::Null | Value::Unknown(_) => {}
    }
}

/// The value of a member that a configuration does not contain.
pub(super) fn absent(member: &Member) -> Value {
    match member.shape() {
        Shape::Block { nesting, .. } => nesting.absent(),
        Shape::Type(_) | Shape::Nested { .. } => Value::Null,
    }
}

fn is_absent(member: &Member, value: &Value) -> bool {
    value.is_absent() || *value == absent(member)
}

/// What a host writes instead of a sensitive value. A nested attribute is written without contents.
fn as_written(member: &Member) -> Value {
    match member.shape() {
        Shape::Nested { nesting, object } => Value::Known(match nesting {
            Nesting::Single => Data::Object(Object::new(object.object_type())),
            // Sets are lists in this form.
            Nesting::List | Nesting::Set => Data::List(Vec::new()),
            Nesting::Map => Data::Map(Map::new()),
        }),
        Shape::Type(_) | Shape::Block { .. } => Value::Null,
    }
}

/// Whether a configuration may omit a member.
fn is_optional(member: &Member) -> bool {
    match member.shape() {
        Shape::Block {
            nesting, min_items, ..
        } => *min_items == 0 && *nesting != BlockNesting::Group,
        Shape::Type(_) | Shape::Nested { .. } => !member.required(),
    }
}

/// Whether a configuration may contain a value of the state that the generated one does not. Hosts write neither deprecated values nor empty texts.
fn is_restorable(member: &Member, value: &Value) -> bool {
    let is_written = !is_absent(member, value) && !member.is_omitted(value);
    is_written && member.configurable() && !member.is_write_only()
}
