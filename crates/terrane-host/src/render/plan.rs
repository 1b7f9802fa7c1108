//! Whole plans.

use std::fmt::Write as _;

use terrane_value::{Text, Value};

use super::Renderer;
use super::change::Change;
use super::diff::{Diff, dynamic};
use super::invocation::invocations;
use super::kind::Kind;
use super::paint::{Paint, Style};
use super::part::Part;
use super::resource::Object;
use super::text::{Show, name, width};
use super::wrap::wrap;
use crate::plan::{Action, ChangeKey, Drift, Mode, OutputChange, Plan, ResourceChange};

/// The actions in the order of the legend. Objects that the state forgets are not in it.
const LEGEND: [(Action, &str); 6] = [
    (Action::Create, "create"),
    (Action::Update, "update in-place"),
    (Action::Delete, "destroy"),
    (
        Action::DeleteThenCreate,
        "destroy and then create replacement",
    ),
    (
        Action::CreateThenDelete,
        "create replacement and then destroy",
    ),
    (Action::Read, "read (data resources)"),
];

impl Renderer {
    /// Returns a plan as text: what others have changed, what an apply changes, and how outputs change.
    ///
    /// The text is that of `terraform plan`, without its progress and its advice about saving the plan.
    pub fn plan(&self, plan: &Plan) -> String {
        let changes = shown_changes(plan);
        let outputs = outputs(plan, self.paint);
        let drift = self.drift(plan);
        let has_drift = !drift.is_empty();
        let mut text = drift;
        if changes.is_empty() && outputs.is_empty() {
            self.nothing(&mut text, plan, has_drift);
            return text;
        }
        if has_drift {
            self.rule(&mut text);
        }
        let count = |action: Action| changes.iter().filter(|it| it.action == action).count();
        let has_actions = changes.iter().any(|it| it.action != Action::NoOp);
        if has_actions {
            text.push('\n');
            self.paragraph(
                &mut text,
                "Terraform used the selected providers to generate the following execution plan. Resource actions are indicated with the following symbols:",
            );
            for (action, meaning) in LEGEND {
                if count(action) > 0 {
                    line(
                        &mut text,
                        &format!("{} {meaning}", self.paint.symbol(action)),
                    );
                }
            }
        }
        if !changes.is_empty() {
            text.push('\n');
            line(&mut text, "Terraform will perform the following actions:");
            for change in &changes {
                let object = Object::planned(plan, change).render(self.paint);
                text.push('\n');
                line(&mut text, &object);
                text += &invocations(plan, change, self.paint);
            }
            let replaced = count(Action::DeleteThenCreate) + count(Action::CreateThenDelete);
            let imported = changes.iter().filter(|it| it.importing.is_some()).count();
            let imports = if imported > 0 {
                format!("{imported} to import, ")
            } else {
                String::new()
            };
            let invoked = match plan.invocations.len() {
                0 => String::new(),
                count => format!(" Actions: {count} to invoke."),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "\n{} {imports}{} to add, {} to change, {} to destroy.{invoked}",
                self.paint.text(Style::Bold, "Plan:"),
                count(Action::Create) + replaced,
                count(Action::Update),
                count(Action::Delete) + replaced,
            );
        }
        if !outputs.is_empty() {
            text += "\nChanges to Outputs:\n";
            line(&mut text, &outputs);
            if !has_actions {
                text.push('\n');
                self.paragraph(
                    &mut text,
                    "You can apply this plan to save these new output values to the Terraform state, without changing any real infrastructure.",
                );
            }
        }
        text
    }

    /// Returns what others have changed.
    fn drift(&self, plan: &Plan) -> String {
        let is_refresh = plan.mode == Mode::RefreshOnly;
        let mut drift: Vec<_> = plan.drift.iter().collect();
        drift.sort_by(|a, b| order(&a.address, &b.address));
        let is_relevant = |it: &&Drift| it.relevant.as_ref().is_none_or(|names| !names.is_empty());
        let drift = drift.into_iter().filter(is_relevant);
        let objects = drift.map(|it| Object::drifted(plan, it));
        let objects: Vec<Object<'_>> = objects
            .filter(|object| is_refresh || !object.is_unchanged())
            .collect();
        if objects.is_empty() || !is_refresh && plan.is_empty() {
            return String::new();
        }
        let note = self.paint.text(Style::BoldCyan, "Note:");
        let title = "Objects have changed outside of Terraform";
        let title = self.paint.text(Style::Bold, title);
        let mut text = format!("\n{note} {title}\n\n");
        self.paragraph(
            &mut text,
            "Terraform detected the following changes made outside of Terraform since the last \"terraform apply\" which may have affected this plan:",
        );
        for object in objects {
            text.push('\n');
            line(&mut text, &object.render(self.paint));
        }
        text += "\n\n";
        let advice = if is_refresh {
            "This is a refresh-only plan, so Terraform will not take any actions to undo these. If you were expecting these changes then you can apply this plan to record the updated values in the Terraform state without changing any remote objects."
        } else {
            "Unless you have made equivalent changes to your configuration, or ignored the relevant attributes using ignore_changes, the following plan may include actions to undo or respond to these changes."
        };
        self.paragraph(&mut text, advice);
        text
    }

    /// Writes that there is nothing to do.
    fn nothing(&self, text: &mut String, plan: &Plan, has_drift: bool) {
        let title = self.paint.text(Style::BoldGreen, "No changes.");
        let (first, second) = match plan.mode {
            Mode::RefreshOnly if has_drift => return,
            Mode::RefreshOnly => (
                "Your infrastructure still matches the configuration.",
                "Terraform has checked that the real remote objects still match the result of your most recent changes, and found no differences.",
            ),
            Mode::Destroy => (
                "No objects need to be destroyed.",
                "Either you have not created any objects yet or the existing objects were already deleted outside of Terraform.",
            ),
            Mode::Normal => (
                "Your infrastructure matches the configuration.",
                "Terraform has compared your real infrastructure against your configuration and found no differences, so no changes are needed.",
            ),
        };
        let first = self.paint.text(Style::Bold, first);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{title} {first}\n");
        self.paragraph(text, second);
    }

    fn paragraph(&self, text: &mut String, paragraph: &str) {
        line(text, &wrap(paragraph, self.width.saturating_sub(1)));
    }

    /// Writes a line across the whole width.
    fn rule(&self, text: &mut String) {
        let rule = "─".repeat(self.width.saturating_sub(1));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{}", self.paint.text(Style::Gray, rule));
    }
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Returns the changes that a plan shows: actions, moves and imports, in the order of their addresses.
fn shown_changes(plan: &Plan) -> Vec<&ResourceChange> {
    let mut changes: Vec<(&ChangeKey, &ResourceChange)> = plan
        .changes
        .iter()
        .filter(|(_, change)| {
            let is_moved = change
                .previous_address
                .as_ref()
                .is_some_and(|previous| *previous != change.address);
            change.action != Action::NoOp || change.importing.is_some() || is_moved
        })
        .collect();
    changes.sort_by(|(a, _), (b, _)| {
        order(&a.address, &b.address).then_with(|| a.deposed.cmp(&b.deposed))
    });
    changes.into_iter().map(|(_, change)| change).collect()
}

/// Compares two addresses. Modules come after those around them, whatever their names are.
fn order(
    a: &crate::address::ResourceInstance,
    b: &crate::address::ResourceInstance,
) -> std::cmp::Ordering {
    let depth = |it: &crate::address::ResourceInstance| it.resource.module.0.len();
    depth(a).cmp(&depth(b)).then_with(|| a.cmp(b))
}

/// Returns the changes of outputs as lines.
fn outputs(plan: &Plan, paint: Paint) -> String {
    let parts: Vec<(&Text, Part, Part)> = plan
        .outputs
        .iter()
        .map(|(name, output)| {
            let (before, after) = values(output);
            (name, before, after)
        })
        .collect();
    let diffs = parts.iter().map(|(output, before, after)| {
        let diff: Diff<'_> = dynamic(&Change::new(before, after, &[]));
        (name(output), diff)
    });
    let diffs: Vec<(String, Diff<'_>)> = diffs.collect();
    let width = width(diffs.iter().map(|(name, _)| name));
    let shown = diffs.iter().filter(|(_, diff)| diff.kind != Kind::NoOp);
    let lines = shown.map(|(name, diff)| {
        let symbol = paint.symbol(diff.kind.action());
        let value = diff.render(0, Show::new(paint));
        format!("{symbol} {name:width$} = {value}")
    });
    lines.collect::<Vec<String>>().join("\n")
}

/// Returns the values of an output before and after the change.
fn values(output: &OutputChange) -> (Part, Part) {
    let after = output.after.to_exchange();
    let after = after.map_or(Value::unknown(), |after| after.value);
    let secret = |value: &Value| {
        let mut part = Part::new(value, &[]);
        part.is_sensitive = output.sensitive;
        part
    };
    (secret(&output.before), secret(&after))
}
