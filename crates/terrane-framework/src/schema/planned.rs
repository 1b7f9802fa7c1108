//! The options of a member that concern planning.

use terrane_value::{Object, Path, Step, Value};

use super::{Block, Member, Modifier, Refinement, Replace, Shape};
use crate::messages::schema_errors as messages;

/// The options of a member that concern planning.
#[derive(Debug, Clone, Default)]
pub(super) struct Planned {
    keep: Keep,
    replace: Replace,
    modifiers: Vec<Modifier>,
    align: Option<Reference>,
    counts: Option<Reference>,
    /// Contradictory options, as schema errors.
    schema_errors: Vec<String>,
}

/// The condition under which a computed attribute keeps its prior value.
#[derive(Debug, Clone, Default)]
pub(crate) enum Keep {
    /// Never: any change of the object makes it unknown.
    #[default]
    Never,
    /// Always, once the attribute has a value.
    Always,
    /// Unless one of these attributes changes.
    Unless(Vec<Dependency>),
}

/// An attribute of the same object, or of single objects in it, on which a computed attribute depends.
#[derive(Debug, Clone)]
pub(crate) struct Dependency {
    path: Path,
    /// The positions of the attributes in the path, one for each object.
    at: Vec<usize>,
}

impl Dependency {
    /// The path of the attribute, from the object that has the computed attribute.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Another attribute, by its name, and by its position once the schema is complete.
#[derive(Debug, Clone)]
struct Reference {
    name: String,
    at: usize,
}

impl Member {
    /// Keeps a computed attribute's value in the plan of an update, unless it is configured.
    #[must_use]
    pub fn keep(mut self) -> Self {
        self.options_mut().planned.keep = Keep::Always;
        self
    }

    /// Keeps a computed attribute's value in the plan of an update, unless it is configured or one of the attributes at these paths changes.
    ///
    /// The paths start at the object that has the attribute, and go through single objects only.
    #[must_use]
    pub fn changes_with(mut self, paths: impl IntoIterator<Item = Path>) -> Self {
        let dependencies = paths.into_iter().map(|path| Dependency {
            path,
            at: Vec::new(),
        });
        self.options_mut().planned.keep = Keep::Unless(dependencies.collect());
        self
    }

    /// Refines the unknown value of a computed attribute. The final value must keep the promise.
    ///
    /// Contradictory refinements are dropped, and reported as schema errors.
    #[must_use]
    pub fn refine(mut self, refinement: Refinement) -> Self {
        match refinement.refine(self.unknown.clone()) {
            Ok(unknown) => self.unknown = unknown,
            Err(error) => {
                let problem = messages::contradicting_refinements(&self.name, error);
                self.options_mut().planned.schema_errors.push(problem);
            }
        }
        self
    }

    /// Promises that a computed attribute does not become null.
    #[must_use]
    pub(super) fn refine_not_null(mut self) -> Self {
        let unknown = std::mem::take(&mut self.unknown);
        self.unknown = unknown.not_null();
        self
    }

    /// Replaces the object when the attribute changes.
    ///
    /// A computed attribute that can be configured keeps its value while it is not configured, as with [`keep`](Self::keep). One that only the provider
    /// sets needs `keep`, [`changes_with`](Self::changes_with) or a [plan hook](Self::modify). Otherwise each update would replace the object, which is
    /// a schema error.
    #[must_use]
    pub fn replace(self) -> Self {
        self.replace_when(Replace::Changed)
    }

    /// Replaces the object when the attribute changes and is configured.
    #[must_use]
    pub fn replace_if_configured(self) -> Self {
        self.replace_when(Replace::Configured)
    }

    /// Replaces the object when the attribute changes and `when` holds. For computed attributes see [`replace`](Self::replace).
    #[must_use]
    pub fn replace_when(mut self, when: Replace) -> Self {
        self.options_mut().planned.replace = when;
        self
    }

    /// Adds a plan hook of the attribute.
    #[must_use]
    pub fn modify(mut self, modifier: Modifier) -> Self {
        self.options_mut().planned.modifiers.push(modifier);
        self
    }

    /// Names the attribute that identifies the elements of a list or set of objects. Prior and planned elements with equal values of this attribute
    /// are paired, at any position.
    #[must_use]
    pub fn align(mut self, name: impl Into<String>) -> Self {
        self.options_mut().planned.align = Some(Reference {
            name: name.into(),
            at: 0,
        });
        self
    }

    /// Makes a computed number count the changes of a write-only attribute of the same object.
    ///
    /// It is 0 until the attribute has had a value. Only the framework sets it.
    #[must_use]
    pub fn counts(mut self, name: impl Into<String>) -> Self {
        self.options_mut().planned.counts = Some(Reference {
            name: name.into(),
            at: 0,
        });
        self
    }

    /// The condition under which the attribute keeps its prior value. A computed attribute that replaces the object cannot change in place, so it keeps
    /// its value while it is not configured.
    pub(crate) fn keeps(&self) -> &Keep {
        match &self.options().planned.keep {
            Keep::Never if self.is_replaced_by_value() && self.configurable() => &Keep::Always,
            keep => keep,
        }
    }

    /// Whether the provider decides the value, and a change of it replaces the object.
    fn is_replaced_by_value(&self) -> bool {
        self.is_left() && matches!(self.replaces(), Replace::Changed | Replace::If(_))
    }

    /// Whether each update would replace the object, because it makes the value unknown.
    pub(super) fn is_replaced_by_updates(&self) -> bool {
        let is_planned = !self.modifiers().is_empty() || self.counted_name().is_some();
        self.is_replaced_by_value() && matches!(self.keeps(), Keep::Never) && !is_planned
    }

    /// Returns the unknown value of the attribute, with its refinements.
    pub(crate) fn unknown(&self) -> Value {
        Value::Unknown(self.unknown.clone())
    }

    pub(crate) fn replaces(&self) -> &Replace {
        &self.options().planned.replace
    }

    pub(crate) fn modifiers(&self) -> &[Modifier] {
        &self.options().planned.modifiers
    }

    /// The position of the attribute that identifies the elements.
    pub(crate) fn aligned_by(&self) -> Option<usize> {
        self.options().planned.align.as_ref().map(|align| align.at)
    }

    /// The name of the attribute that identifies the elements.
    pub(super) fn aligned_by_name(&self) -> Option<&str> {
        let align = self.options().planned.align.as_ref();
        align.map(|align| align.name.as_str())
    }

    /// The name of the write-only attribute whose changes this attribute counts.
    pub(super) fn counted_name(&self) -> Option<&str> {
        let counts = self.options().planned.counts.as_ref();
        counts.map(|counts| counts.name.as_str())
    }

    /// The position of the write-only attribute whose changes this attribute counts.
    pub(crate) fn counted(&self) -> Option<usize> {
        self.options()
            .planned
            .counts
            .as_ref()
            .map(|counts| counts.at)
    }

    /// Whether it is a block that the provider may fill.
    pub(crate) fn is_computed_block(&self) -> bool {
        self.is_left() && matches!(self.shape(), Shape::Block { .. })
    }

    /// Whether it is a nested attribute that may keep its objects while it is not configured.
    pub(crate) fn may_keep_objects(&self) -> bool {
        let is_nested = matches!(self.shape(), Shape::Nested { .. });
        is_nested && self.is_left() && !matches!(self.keeps(), Keep::Never)
    }

    /// Whether the provider decides the value if the configuration does not.
    pub(crate) fn is_left(&self) -> bool {
        self.computed() && !self.has_default()
    }

    /// Whether elements are paired with those of the state by content instead of position.
    pub(crate) fn is_paired(&self) -> bool {
        self.options().planned.align.is_some() || self.shape().is_set()
    }

    /// Whether it is a collection of at most one nested block.
    pub(crate) fn has_one_element(&self) -> bool {
        matches!(self.shape(), Shape::Block { max_items: 1, .. })
    }

    /// Whether the elements of the host's proposal must be completed, by defaults or by pairing.
    pub(crate) fn is_completed(&self) -> bool {
        self.shape().nested().is_some_and(|nested| {
            let inside = nested.facts();
            inside.completed || self.is_paired() && inside.decided
        })
    }

    fn depends_on(&self) -> &[Dependency] {
        match &self.options().planned.keep {
            Keep::Unless(dependencies) => dependencies,
            Keep::Never | Keep::Always => &[],
        }
    }
}

/// Facts about a block. Each field is whether the block contains such members, at any depth.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct BlockFacts {
    /// Attributes that the provider decides.
    pub(crate) left: bool,
    /// Attributes with a default.
    pub(crate) defaults: bool,
    /// Plan hooks.
    pub(crate) modified: bool,
    /// Attributes whose planned value may differ from the host's proposal with defaults.
    pub(crate) decided: bool,
    /// Attributes whose planned value may differ from the host's proposal before defaults.
    pub(crate) completed: bool,
    /// Counts of the changes of write-only values.
    pub(crate) counts: bool,
    /// Write-only values.
    pub(crate) write_only: bool,
    /// Values with a custom equality.
    pub(crate) equality: bool,
    /// Sensitive or write-only values.
    pub(crate) secrets: bool,
}

impl BlockFacts {
    pub(super) fn of(members: &[Member]) -> Self {
        let mut inside = Self::default();
        for member in members {
            let nested = member
                .shape()
                .nested()
                .map(Block::facts)
                .unwrap_or_default();
            let modified = !member.options().planned.modifiers.is_empty();
            let replaces = !matches!(member.replaces(), Replace::Never);
            inside.left |= member.is_left() || nested.left;
            inside.defaults |= member.has_default() || nested.defaults;
            inside.modified |= modified || nested.modified;
            inside.decided |= member.is_left() || modified || replaces || nested.decided;
            inside.completed |= member.has_default()
                || member.is_computed_block()
                || member.may_keep_objects()
                || member.is_completed();
            inside.counts |= member.options().planned.counts.is_some() || nested.counts;
            inside.write_only |= member.is_write_only() || nested.write_only;
            inside.equality |= member.has_equality() || nested.equality;
            inside.secrets |= member.is_sensitive() || member.is_write_only() || nested.secrets;
        }
        inside
    }
}

impl Dependency {
    /// Returns the value in an object. Null below a null object, unknown below an unknown object.
    pub(crate) fn value<'a>(&self, object: &'a Object) -> &'a Value {
        let mut found = &Value::Null;
        let mut inside = Some(object);
        for at in &self.at {
            let Some(object) = inside else { break };
            found = object.at(*at);
            inside = found.as_object();
        }
        found
    }

    /// Finds the attribute among the members. `None` if it does not exist, or is not in single objects.
    fn resolve(&mut self, members: &[Member]) -> Option<()> {
        self.at.clear();
        let mut members = Some(members);
        for step in self.path.steps() {
            let Step::Attribute(name) = step else {
                return None;
            };
            let here = members?;
            let at = here.binary_search_by(|member| member.name().cmp(name));
            let member = here.get(at.ok()?)?;
            self.at.push(at.ok()?);
            members = member.shape().single().map(Block::members);
        }
        (!self.at.is_empty()).then_some(())
    }
}

/// Resolves the names in options to positions. Returns the order of planning, in which members follow those that they depend on. It is empty if it
/// equals the order of the members.
///
/// Missing attributes and cyclic dependencies are dropped, and reported in `schema_errors`.
pub(super) fn resolve(members: &mut [Member], schema_errors: &mut Vec<String>) -> Vec<usize> {
    for at in 0..members.len() {
        if let Some(mut options) = members[at].options.take() {
            options.planned.resolve(at, members, schema_errors);
            members[at].options = Some(options);
        }
    }
    let mut order = Vec::new();
    if members.iter().any(|member| !member.depends_on().is_empty()) {
        let mut visits = vec![Visit::New; members.len()];
        for at in 0..members.len() {
            visit(members, at, &mut visits, &mut order, schema_errors);
        }
    }
    order
}

impl Planned {
    /// Resolves the options of the member at a position.
    fn resolve(&mut self, at: usize, members: &[Member], schema_errors: &mut Vec<String>) {
        let member = &members[at];
        let name = member.name();
        schema_errors.append(&mut self.schema_errors);
        if let Keep::Unless(dependencies) = &mut self.keep {
            dependencies.retain_mut(|dependency| {
                let found = dependency.resolve(members).is_some();
                if !found {
                    let path = &dependency.path;
                    schema_errors.push(messages::no_dependency(name, path));
                }
                found
            });
        }
        if let Some(align) = &mut self.align {
            let nested = member.shape().nested();
            match nested.and_then(|nested| nested.position(&align.name)) {
                Some(found) => align.at = found,
                None => {
                    schema_errors.push(messages::no_aligned_attribute(name, &align.name));
                    self.align = None;
                }
            }
        }
        if let Some(counts) = &mut self.counts {
            let counted = members.iter().position(|it| *it.name() == *counts.name);
            match counted.filter(|at| members[*at].is_write_only()) {
                Some(counted) => counts.at = counted,
                None => {
                    schema_errors.push(messages::nothing_to_count(name, &counts.name));
                    self.counts = None;
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    Done,
}

fn visit(
    members: &[Member],
    at: usize,
    visits: &mut [Visit],
    order: &mut Vec<usize>,
    schema_errors: &mut Vec<String>,
) {
    match visits[at] {
        Visit::Done => return,
        Visit::Open => {
            schema_errors.push(messages::depends_on_itself(members[at].name()));
            return;
        }
        Visit::New => visits[at] = Visit::Open,
    }
    for dependency in members[at].depends_on() {
        if let Some(first) = dependency.at.first() {
            visit(members, *first, visits, order, schema_errors);
        }
    }
    visits[at] = Visit::Done;
    order.push(at);
}
