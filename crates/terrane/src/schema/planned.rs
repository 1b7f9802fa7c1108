//! How an attribute is planned: what becomes of it where it is not configured, and of the object when it changes.

use terrane_value::{Object, Path, Step, Value};

use super::{Block, Member, Replace, Shape};
use crate::plan::{Modifier, Refinement};

/// What is said of the planning of one member.
#[derive(Debug, Clone)]
pub(super) struct Planned {
    keep: Keep,
    replace: Replace,
    modifiers: Vec<Modifier>,
    align: Option<Reference>,
    counts: Option<Reference>,
    /// What was said and cannot be.
    mistakes: Vec<String>,
}

impl Planned {
    pub(super) const NOTHING: Self = Self {
        keep: Keep::Never,
        replace: Replace::Never,
        modifiers: Vec::new(),
        align: None,
        counts: None,
        mistakes: Vec::new(),
    };
}

/// When a computed attribute keeps its prior value.
#[derive(Debug, Clone, Default)]
pub(crate) enum Keep {
    /// Never: any change of the object makes it unknown.
    #[default]
    Never,
    /// Always, once it has one.
    Always,
    /// Unless one of these changes.
    Unless(Vec<Dependency>),
}

/// An attribute, of the same object or of single objects inside it, on which a computed one depends.
#[derive(Debug, Clone)]
pub(crate) struct Dependency {
    path: Path,
    /// The positions that lead to it, one for each object.
    at: Vec<usize>,
}

/// Another attribute, by its name, and by its position once the schema is whole.
#[derive(Debug, Clone)]
struct Reference {
    name: String,
    at: usize,
}

impl Member {
    /// Keeps a computed attribute's value in the plan of an update, unless it is configured.
    #[must_use]
    pub fn keep(mut self) -> Self {
        self.say().planned.keep = Keep::Always;
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
        self.say().planned.keep = Keep::Unless(dependencies.collect());
        self
    }

    /// Says what is known of a computed attribute while its value is not; the value must agree with it.
    ///
    /// What contradicts itself, or what was said before, is left out. The host is told of it when it asks for the schema.
    #[must_use]
    pub fn refine(mut self, refinement: Refinement) -> Self {
        match refinement.refine(self.unknown.clone()) {
            Ok(unknown) => self.unknown = unknown,
            Err(error) => {
                let mistake = format!("what is known of `{}` is wrong: {error}", self.name);
                self.say().planned.mistakes.push(mistake);
            }
        }
        self
    }

    /// Says that a computed attribute does not end as null.
    #[must_use]
    pub(super) fn refine_not_null(mut self) -> Self {
        let unknown = std::mem::take(&mut self.unknown);
        self.unknown = unknown.not_null();
        self
    }

    /// Replaces the object when the attribute changes.
    #[must_use]
    pub fn replace(self) -> Self {
        self.replace_when(Replace::Changed)
    }

    /// Replaces the object when the attribute changes and is configured.
    #[must_use]
    pub fn replace_if_configured(self) -> Self {
        self.replace_when(Replace::Configured)
    }

    /// Replaces the object when the attribute changes as `when` says.
    #[must_use]
    pub fn replace_when(mut self, when: Replace) -> Self {
        self.say().planned.replace = when;
        self
    }

    /// Adds code that sees the planned value and may change it.
    #[must_use]
    pub fn modify(mut self, modifier: Modifier) -> Self {
        self.say().planned.modifiers.push(modifier);
        self
    }

    /// Names the attribute by which the elements of a list or set of objects are told from each other: prior and planned elements belong
    /// together where it is equal, wherever they stand.
    #[must_use]
    pub fn align(mut self, name: impl Into<String>) -> Self {
        self.say().planned.align = Some(Reference {
            name: name.into(),
            at: 0,
        });
        self
    }

    /// Makes a computed number count the changes of a write-only attribute of the same object, of which no state tells.
    ///
    /// It is 0 until that has had a value. The framework alone decides what it is.
    #[must_use]
    pub fn counts(mut self, name: impl Into<String>) -> Self {
        self.say().planned.counts = Some(Reference {
            name: name.into(),
            at: 0,
        });
        self
    }

    pub(crate) fn keeps(&self) -> &Keep {
        &self.said().planned.keep
    }

    /// The value while it is not known.
    pub(crate) fn unknown(&self) -> Value {
        Value::Unknown(self.unknown.clone())
    }

    pub(crate) fn replaces(&self) -> &Replace {
        &self.said().planned.replace
    }

    pub(crate) fn modifiers(&self) -> &[Modifier] {
        &self.said().planned.modifiers
    }

    /// The position of the attribute that tells the elements from each other.
    pub(crate) fn aligned_by(&self) -> Option<usize> {
        self.said().planned.align.as_ref().map(|align| align.at)
    }

    /// The position of the attribute whose changes it counts.
    pub(crate) fn counted(&self) -> Option<usize> {
        self.said().planned.counts.as_ref().map(|counts| counts.at)
    }

    /// Whether it is a block that the provider may fill.
    pub(crate) fn is_computed_block(&self) -> bool {
        self.is_left() && matches!(self.shape(), Shape::Block { .. })
    }

    /// Whether the provider decides the value where the configuration does not.
    pub(crate) fn is_left(&self) -> bool {
        self.computed() && !self.has_default()
    }

    /// Whether elements are paired with those of the state by what they are, because their position says nothing.
    pub(crate) fn is_paired(&self) -> bool {
        self.said().planned.align.is_some() || self.shape().is_set()
    }

    /// Whether the elements' values depend on more than what the host proposes.
    pub(crate) fn is_completed(&self) -> bool {
        self.shape().nested().is_some_and(|nested| {
            let inside = nested.inside();
            inside.completed || self.is_paired() && inside.decided
        })
    }

    fn depends_on(&self) -> &[Dependency] {
        match &self.said().planned.keep {
            Keep::Unless(dependencies) => dependencies,
            Keep::Never | Keep::Always => &[],
        }
    }
}

/// What there is in a block, at any depth.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Inside {
    /// Attributes that the provider decides.
    pub(crate) left: bool,
    /// Attributes with a default.
    pub(crate) defaults: bool,
    /// Code of the author that changes the plan.
    pub(crate) modified: bool,
    /// Attributes of which more is decided than what the host proposes once defaults are in.
    pub(crate) decided: bool,
    /// Values that are not what the host proposes before anything is decided.
    pub(crate) completed: bool,
    /// Counts of the changes of write-only values.
    pub(crate) counts: bool,
    /// Values that are in the configuration only.
    pub(crate) write_only: bool,
    /// Values that mean the same where they are not equal.
    pub(crate) equality: bool,
    /// Values that are sensitive or in the configuration only.
    pub(crate) secrets: bool,
}

impl Inside {
    pub(super) fn of(members: &[Member]) -> Self {
        let mut inside = Self::default();
        for member in members {
            let nested = member
                .shape()
                .nested()
                .map(Block::inside)
                .unwrap_or_default();
            let modified = !member.said().planned.modifiers.is_empty();
            let replaces = !matches!(member.replaces(), Replace::Never);
            inside.left |= member.is_left() || nested.left;
            inside.defaults |= member.has_default() || nested.defaults;
            inside.modified |= modified || nested.modified;
            inside.decided |= member.is_left() || modified || replaces || nested.decided;
            inside.completed |=
                member.has_default() || member.is_computed_block() || member.is_completed();
            inside.counts |= member.said().planned.counts.is_some() || nested.counts;
            inside.write_only |= member.is_write_only() || nested.write_only;
            inside.equality |= member.has_equality() || nested.equality;
            inside.secrets |= member.is_sensitive() || member.is_write_only() || nested.secrets;
        }
        inside
    }
}

impl Dependency {
    /// The value in an object; null below an object that is not there, unknown below one that is not known.
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

    /// Finds the attribute among the members; nothing if it is not there, or not of single objects.
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

/// Looks up what members say of each other by name, and returns the order in which they are planned: what depends on another comes after it.
/// It is empty where that is the order in which they stand.
///
/// What cannot be is left out, and told in `mistakes`: an attribute that is not there, or attributes that depend on each other in a circle.
pub(super) fn resolve(members: &mut [Member], mistakes: &mut Vec<String>) -> Vec<usize> {
    for at in 0..members.len() {
        if let Some(mut said) = members[at].said.take() {
            said.planned.resolve(at, members, mistakes);
            members[at].said = Some(said);
        }
    }
    let mut order = Vec::new();
    if members.iter().any(|member| !member.depends_on().is_empty()) {
        let mut visits = vec![Visit::New; members.len()];
        for at in 0..members.len() {
            visit(members, at, &mut visits, &mut order, mistakes);
        }
    }
    order
}

impl Planned {
    /// Looks up what is said of the member at a position.
    fn resolve(&mut self, at: usize, members: &[Member], mistakes: &mut Vec<String>) {
        let member = &members[at];
        let name = member.name();
        mistakes.append(&mut self.mistakes);
        if let Keep::Unless(dependencies) = &mut self.keep {
            dependencies.retain_mut(|dependency| {
                let found = dependency.resolve(members).is_some();
                if !found {
                    let path = &dependency.path;
                    mistakes.push(format!(
                        "`{name}` cannot change with `{path}`: expected an attribute of the same object, or of single objects inside it"
                    ));
                }
                found
            });
        }
        if let Some(align) = &mut self.align {
            let nested = member.shape().nested();
            match nested.and_then(|nested| nested.position(&align.name)) {
                Some(found) => align.at = found,
                None => {
                    mistakes.push(format!(
                        "the elements of `{name}` have no attribute `{}`",
                        align.name
                    ));
                    self.align = None;
                }
            }
        }
        if let Some(counts) = &mut self.counts {
            let counted = members.iter().position(|it| *it.name() == *counts.name);
            match counted.filter(|at| members[*at].is_write_only()) {
                Some(counted) => counts.at = counted,
                None => {
                    mistakes.push(format!(
                        "`{name}` counts the changes of `{}`: expected a write-only attribute of the same object",
                        counts.name
                    ));
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
    mistakes: &mut Vec<String>,
) {
    match visits[at] {
        Visit::Done => return,
        Visit::Open => {
            mistakes.push(format!("`{}` changes with itself", members[at].name()));
            return;
        }
        Visit::New => visits[at] = Visit::Open,
    }
    for dependency in members[at].depends_on() {
        if let Some(first) = dependency.at.first() {
            visit(members, *first, visits, order, mistakes);
        }
    }
    visits[at] = Visit::Done;
    order.push(at);
}
