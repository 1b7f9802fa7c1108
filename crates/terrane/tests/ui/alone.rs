//! A crate that depends on nothing but terrane.

use std::path::Path;

use crate::check;
use crate::compiler::Compiler;

/// What a strict author turns on.
const LINTS: [&str; 6] = [
    "missing_debug_implementations",
    "missing_docs",
    "single_use_lifetimes",
    "unnameable_types",
    "unreachable_pub",
    "unused_qualifications",
];

#[test]
fn an_author_of_any_edition_needs_nothing_but_terrane() {
    let compiler = Compiler::new(&[]);
    let denied = LINTS.map(|lint| format!("--deny={lint}"));
    for edition in ["--edition=2021", "--edition=2024"] {
        let mut arguments = vec![edition, "--crate-type=lib", "--crate-name=author"];
        arguments.extend(denied.iter().map(String::as_str));
        let check = check(&compiler, Path::new("tests/ui/author.rs"), &arguments);
        let messages = String::from_utf8_lossy(&check.stderr);
        assert!(check.status.success(), "{edition}: {messages}");
    }
}
