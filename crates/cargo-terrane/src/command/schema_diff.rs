//! `cargo terrane schema diff OLD NEW`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use terrane_protocol::GetProviderSchemaResponse;

use crate::cli::Diff;
use crate::error::Error;
use crate::source;

pub(crate) async fn run(arguments: Diff) -> Result<ExitCode, Error> {
    let old = source::read(&arguments.old).await?;
    let new = source::read(&arguments.new).await?;
    let changes = changes(&old, &new);
    for change in &changes {
        print(change);
    }
    Ok(ExitCode::from(u8::from(!changes.is_empty())))
}

#[expect(clippy::print_stdout, reason = "the differences are the output")]
fn print(line: &str) {
    println!("{line}");
}

/// Lists the items that are in one of the providers alone, or that differ.
fn changes(old: &GetProviderSchemaResponse, new: &GetProviderSchemaResponse) -> Vec<String> {
    let mut changes = Vec::new();
    if old.provider != new.provider {
        changes.push("~ provider configuration".to_owned());
    }
    if old.provider_meta != new.provider_meta {
        changes.push("~ provider_meta".to_owned());
    }
    for (kind, old, new) in [
        ("resource", &old.resource_schemas, &new.resource_schemas),
        (
            "data source",
            &old.data_source_schemas,
            &new.data_source_schemas,
        ),
        (
            "ephemeral resource",
            &old.ephemeral_resource_schemas,
            &new.ephemeral_resource_schemas,
        ),
        (
            "list resource",
            &old.list_resource_schemas,
            &new.list_resource_schemas,
        ),
        ("action", &old.action_schemas, &new.action_schemas),
        (
            "state store",
            &old.state_store_schemas,
            &new.state_store_schemas,
        ),
    ] {
        compare(kind, old, new, &mut changes);
    }
    compare("function", &old.functions, &new.functions, &mut changes);
    changes
}

fn compare<T: PartialEq>(
    kind: &str,
    old: &BTreeMap<String, T>,
    new: &BTreeMap<String, T>,
    changes: &mut Vec<String>,
) {
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        let sign = match (old.get(name), new.get(name)) {
            (Some(old), Some(new)) if old == new => continue,
            (Some(_), Some(_)) => '~',
            (Some(_), None) => '-',
            (None, _) => '+',
        };
        changes.push(format!("{sign} {kind} {name}"));
    }
}
