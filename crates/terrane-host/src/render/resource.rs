//! Changes of objects: the note about the action, and the block with the difference.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use terrane_protocol::schema::{Attribute, Block};
use terrane_value::{Path, Text, Type, Value};

use super::change::Change;
use super::diff::{self, Diff};
use super::kind::Kind;
use super::paint::{Paint, Style};
use super::part::Part;
use super::text::Show;
use crate::address::{InstanceKey, ProviderConfig, ResourceInstance, ResourceMode};
use crate::plan::{Action, Drift, Plan, Reason, ResourceChange};

/// A change of an object, planned or made by others.
pub(super) struct Object<'p> {
    address: &'p ResourceInstance,
    previous_address: Option<&'p ResourceInstance>,
    deposed: Option<&'p str>,
    action: Action,
    reason: Option<Reason>,
    importing: Option<&'p str>,
    is_drift: bool,
    replace_paths: &'p [Path],
    block: Cow<'p, Block>,
    before: Part,
    after: Part,
    /// The attributes whose changes are shown. Absent if all are.
    relevant: Option<&'p BTreeSet<Text>>,
}

impl<'p> Object<'p> {
    /// Creates the form of a planned change.
    pub(super) fn planned(plan: &'p Plan, change: &'p ResourceChange) -> Self {
        Self {
            address: &change.address,
            previous_address: change.previous_address.as_ref(),
            deposed: change.deposed.as_deref(),
            action: change.action,
            reason: change.reason,
            importing: change.importing.as_deref(),
            is_drift: false,
            replace_paths: &change.replace_paths,
            block: block(plan, &change.provider, &change.address, &change.ty),
            before: Part::new(&change.before, &change.before_sensitive),
            after: match change.action {
                // The object stays as it is.
                Action::Forget => Part::new(&change.before, &change.before_sensitive),
                _ => Part::new(&change.after, &change.after_sensitive),
            },
            relevant: None,
        }
    }

    /// Creates the form of a change that others made.
    pub(super) fn drifted(plan: &'p Plan, drift: &'p Drift) -> Self {
        let ty = match &drift.before {
            Value::Known(terrane_value::Data::Object(object)) => Type::object(
                object
                    .names()
                    .iter()
                    .map(|name| (name.clone(), Type::Dynamic)),
            ),
            _ => Type::Dynamic,
        };
        Self {
            address: &drift.address,
            previous_address: None,
            deposed: None,
            action: if drift.is_deleted {
                Action::Delete
            } else {
                Action::Update
            },
            reason: None,
            importing: None,
            is_drift: true,
            replace_paths: &[],
            block: block(plan, &drift.provider, &drift.address, &ty),
            before: Part::new(&drift.before, &drift.before_sensitive),
            after: Part::new(&drift.after, &drift.after_sensitive),
            relevant: drift.relevant.as_ref(),
        }
    }

    /// Returns the note and the block as text.
    pub(super) fn render(&self, paint: Paint) -> String {
        let mut text = self.comment(paint);
        let resource = &self.address.resource.resource;
        let kind = match resource.mode {
            ResourceMode::Managed => "resource",
            ResourceMode::Data => "data",
            ResourceMode::Ephemeral => "ephemeral",
            ResourceMode::Action => "action",
        };
        let show = Show {
            shows_unchanged: self.importing.is_some(),
            ..Show::new(paint)
        };
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{} {kind} \"{}\" \"{}\" {}",
            paint.symbol(self.action),
            resource.type_name,
            resource.name,
            self.diff().render(0, show)
        );
        text
    }

    /// Returns whether nothing of the object changes that is shown.
    pub(super) fn is_unchanged(&self) -> bool {
        self.diff().kind == Kind::NoOp
    }

    fn diff(&self) -> Diff<'_> {
        let change = Change::new(&self.before, &self.after, self.replace_paths);
        diff::object(&change, &self.block, self.relevant)
    }

    /// Returns the lines before the block.
    fn comment(&self, paint: Paint) -> String {
        let mut address = self.address.to_string();
        if let Some(key) = self.deposed {
            // Writing to a string cannot fail.
            let _ = write!(address, " (deposed object {key})");
        }
        let bold = |text: &str| paint.text(Style::Bold, text);
        let start = bold(&format!("  # {address}"));
        let red = |text: &str| paint.text(Style::BoldRed, text);
        let moved = self.previous_address.filter(|it| *it != self.address);
        let mut is_moved_shown = false;
        let mut is_imported_shown = false;
        let mut text = match self.action {
            Action::Create => format!("{start} will be created"),
            Action::Read => format!("{start} will be read during apply"),
            Action::Update if self.is_drift => format!("{start} has changed"),
            Action::Update => format!("{start} will be updated in-place"),
            Action::DeleteThenCreate | Action::CreateThenDelete => match self.reason {
                Some(Reason::ReplaceBecauseTainted) => {
                    format!("{start} is tainted, so must be {}", red("replaced"))
                }
                Some(Reason::ReplaceByRequest) => {
                    format!("{start} will be {}, as requested", red("replaced"))
                }
                Some(Reason::ReplaceByTriggers) => format!(
                    "{start} will be {} due to changes in replace_triggered_by",
                    red("replaced")
                ),
                _ => format!("{start} must be {}", red("replaced")),
            },
            Action::Delete if self.is_drift => format!("{start} has been deleted"),
            Action::Delete => format!("{start} will be {}", red("destroyed")),
            Action::Forget => format!(
                "{} will no longer be managed by Terraform, but will {} be destroyed\n # (destroy = false is set in the configuration)",
                bold(&format!(" # {address}")),
                bold("not")
            ),
            Action::NoOp => match moved {
                Some(previous) => {
                    is_moved_shown = true;
                    let start = bold(&format!("  # {previous}"));
                    format!("{start} has moved to {}", bold(&address))
                }
                None => {
                    is_imported_shown = true;
                    format!("{start} will be imported")
                }
            },
        };
        if let Some(note) = self.note() {
            let _ = write!(text, "\n  # ({note})");
        }
        text.push('\n');
        if let Some(previous) = moved.filter(|_| !is_moved_shown) {
            let _ = writeln!(text, "  # (moved from {previous})");
        }
        if let Some(id) = self.importing.filter(|_| !is_imported_shown) {
            let from = if id.is_empty() {
                "imported by its identity".to_owned()
            } else {
                format!("imported from \"{id}\"")
            };
            let _ = writeln!(text, "  # ({from})");
        }
        if self.importing.is_some() && self.action.is_replace() {
            let warning = "Warning: this will destroy the imported resource";
            let _ = writeln!(text, "  # {}", paint.text(Style::Yellow, warning));
        }
        text
    }

    /// Returns why an object is destroyed, or why a data source is read later.
    fn note(&self) -> Option<String> {
        if self.deposed.is_some() && self.action == Action::Delete {
            return Some("left over from a partially-failed replacement of this instance".into());
        }
        if self.action == Action::Forget {
            return None;
        }
        let resource = &self.address.resource.resource;
        let key = || match &self.address.key {
            Some(key) => key.to_string(),
            None => String::new(),
        };
        let note = match self.reason? {
            Reason::ReadBecauseConfigUnknown => "config refers to values not yet known".into(),
            Reason::ReadBecauseDependencyPending => {
                "depends on a resource or a module with changes pending".into()
            }
            Reason::ReadBecauseCheckNested => {
                "config will be reloaded to verify a check block".into()
            }
            Reason::DeleteBecauseNoResourceConfig => {
                let (type_name, name) = (&resource.type_name, &resource.name);
                format!("because {type_name}.{name} is not in configuration")
            }
            Reason::DeleteBecauseNoMoveTarget => {
                let previous = self.previous_address.unwrap_or(self.address);
                format!(
                    "because {previous} was moved to {}, which is not in configuration",
                    self.address
                )
            }
            Reason::DeleteBecauseNoModule => {
                format!(
                    "because {} is not in configuration",
                    self.address.resource.module
                )
            }
            Reason::DeleteBecauseWrongRepetition => match &self.address.key {
                None => "because resource uses count or for_each".into(),
                Some(InstanceKey::Number(_)) => "because resource does not use count".into(),
                Some(InstanceKey::String(_)) => "because resource does not use for_each".into(),
            },
            Reason::DeleteBecauseCountIndex => {
                format!("because index {} is out of range for count", key())
            }
            Reason::DeleteBecauseEachKey => {
                format!("because key {} is not in for_each map", key())
            }
            Reason::ReplaceBecauseCannotUpdate
            | Reason::ReplaceBecauseTainted
            | Reason::ReplaceByRequest
            | Reason::ReplaceByTriggers => return None,
        };
        Some(note)
    }
}

/// Finds the schema of an object. Without one, all members count as attributes.
pub(super) fn block<'p>(
    plan: &'p Plan,
    provider: &ProviderConfig,
    address: &ResourceInstance,
    ty: &Type,
) -> Cow<'p, Block> {
    let resource = &address.resource.resource;
    let name = resource.type_name.clone();
    let key = (provider.provider.clone(), resource.mode, name);
    if let Some(schema) = plan.schemas.get(&key) {
        return Cow::Borrowed(&schema.schema.block);
    }
    let attributes = match ty {
        Type::Object(object) => {
            let members = object.iter();
            let members = members.map(|(name, ty)| Attribute::new(name.clone(), ty.clone()));
            members.collect()
        }
        _ => Vec::new(),
    };
    Cow::Owned(Block {
        attributes,
        ..Block::default()
    })
}
