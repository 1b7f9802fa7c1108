//! Actions that a change triggers.

use std::fmt::Write as _;

use super::change::Change;
use super::diff;
use super::paint::Paint;
use super::part::Part;
use super::resource::block;
use super::text::Show;
use crate::plan::{ActionInvocation, Plan, ResourceChange};

/// Returns the actions that a change triggers, below its block.
pub(super) fn invocations(plan: &Plan, change: &ResourceChange, paint: Paint) -> String {
    let own = |is_before: bool| {
        let all = plan.invocations.iter();
        all.filter(move |it| it.trigger == change.address && it.event.is_before() == is_before)
    };
    let mut text = String::new();
    for (is_before, when) in [(true, "before"), (false, "after")] {
        let mut shown = own(is_before).peekable();
        if change.deposed.is_some() || shown.peek().is_none() {
            continue;
        }
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\n    # Actions to be invoked {when} this change in order:"
        );
        for invocation in shown {
            text += &action(plan, invocation, paint);
        }
        text.push('\n');
    }
    text
}

fn action(plan: &Plan, invocation: &ActionInvocation, paint: Paint) -> String {
    let address = &invocation.action.resource.resource;
    let config = Part::new(&invocation.config, &invocation.sensitive);
    let none = Part::new(&terrane_value::Value::Null, &[]);
    let change = Change::new(&none, &config, &[]);
    let provider = &invocation.provider;
    let schema = block(plan, provider, &invocation.action, &invocation.ty);
    let diff = diff::object(&change, &schema, None);
    let show = Show {
        hides_symbols: true,
        ..Show::new(paint)
    };
    format!(
        "    action \"{}\" \"{}\" {{\n        config {}\n    }}\n",
        address.type_name,
        address.name,
        diff.render(1, show)
    )
}
