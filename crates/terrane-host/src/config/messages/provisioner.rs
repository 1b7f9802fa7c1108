//! The errors of provisioners.

use terrane_hcl::Diagnostic;

pub(in crate::config) fn unsupported(kind: &str) -> Diagnostic {
    super::unsupported(
        &format!("provisioner \"{kind}\""),
        "Only \"local-exec\" runs here. Remove the block, or use another host.",
    )
}

pub(in crate::config) fn connection() -> Diagnostic {
    super::unsupported(
        "`connection` blocks",
        "Provisioners run on this machine only. Remove the block, or use another host.",
    )
}

pub(in crate::config) fn keyword(name: &str, choices: &[&str]) -> Diagnostic {
    Diagnostic::error(
        format!("Invalid \"{name}\" keyword"),
        format!(
            "The argument \"{name}\" must be one of the keywords {}, without quotes.",
            choices.join(" and ")
        ),
    )
}

pub(in crate::config) fn foreign_reference() -> Diagnostic {
    Diagnostic::error(
        "Invalid reference from destroy provisioner",
        "A provisioner that runs before a destruction can refer only to its own object: `self`, `count.index` and `each.key`. Keep what it needs in an attribute of the object.",
    )
}

pub(in crate::config) fn removed_create() -> Diagnostic {
    Diagnostic::error(
        "Invalid provisioner block",
        "A \"removed\" block creates nothing, so its provisioners have `when = destroy`.",
    )
}
