//! The errors of actions and their triggers.

use terrane_hcl::Diagnostic;

pub(in crate::config) fn no_events() -> Diagnostic {
    Diagnostic::error(
        "No events specified",
        "An \"action_trigger\" block has at least one event in its argument \"events\".",
    )
}

pub(in crate::config) fn no_actions() -> Diagnostic {
    Diagnostic::error(
        "No actions specified",
        "An \"action_trigger\" block has at least one action in its argument \"actions\".",
    )
}

pub(in crate::config) fn event(name: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Invalid \"event\" value {name}"),
        "The events are before_create, after_create, before_update and after_update, without quotes.",
    )
}

pub(in crate::config) fn reference() -> Diagnostic {
    Diagnostic::error(
        "Invalid actions argument inside action_triggers",
        "Each element is a reference to an action, such as `action.zoo_feed.rex` or `action.zoo_feed.rex[0]`.",
    )
}

pub(in crate::config) fn own_reference(root: &str) -> Diagnostic {
    let name = match root {
        "self" => "Self",
        "count" => "Count",
        _ => "Each",
    };
    let detail = if root == "self" {
        "The condition of a trigger cannot refer to `self`.".to_owned()
    } else {
        format!("The condition of a trigger before a change cannot refer to `{root}`.")
    };
    Diagnostic::error(format!("{name} reference not allowed"), detail)
}

pub(in crate::config) fn unknown_action(address: &str) -> Diagnostic {
    Diagnostic::error(
        "action_trigger actions references non-existent action",
        format!("The module has no {address}. Declare it, or correct the reference."),
    )
}
