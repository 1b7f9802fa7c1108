//! The tour without a host: the test client makes the calls that a host makes.

use std::error::Error;
use std::path::Path;
use std::process::Command;

use fs_err as fs;
use serde_json::{Value as Json, json};
use terrane_composition::ProviderProcess;
use terrane_test::Action;
use terrane_test::client::{Client, Instance, PlannedChange};
use terrane_value::Value;

/// An object: its address, and its configuration.
struct Object {
    address: &'static str,
    config: Json,
    instance: Instance,
}

/// Starts the provider and takes three files through their life.
pub(crate) fn tour(provider: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    println!(
        "There is no `terraform` and no `tofu` on the PATH. The test client of `terrane-test` starts the provider and makes the calls of a host. \
         A host adds the configuration language, references between objects, parallel operations and the state file.\n\n\
         The files are in {}.",
        folder.display()
    );
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(life(provider, folder))
}

async fn life(provider: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut command = Command::new(provider);
    command.current_dir(folder);
    let process = ProviderProcess::launch(command).await?;
    let client = Client::configured(process.provider(), json!({})).await?;
    let sign = |animal: &str| {
        json!({
            "filename": format!("zoo/{animal}.txt"),
            "content": format!("Do not feed the {animal}.\n"),
        })
    };
    let mut objects = [
        object("local_file.cat", "local_file", sign("cat")),
        object("local_file.heron", "local_file", sign("heron")),
        object(
            "local_sensitive_file.key",
            "local_sensitive_file",
            json!({ "filename": "zoo/key", "content": "hunter2", "file_permission": "0600" }),
        ),
    ];

    println!("\n=== Plan and apply: nothing exists yet");
    converge(&client, &mut objects).await?;
    show_files(folder)?;
    println!("\n=== A data source reads a file");
    let cat = client.read_data("local_file", json!({ "filename": "zoo/cat.txt" }));
    println!(
        "data.local_file.cat.content = {}",
        shown(cat.await?.attribute("content"))
    );

    println!("\n=== Drift: somebody edits a file by hand");
    fs::write(folder.join("zoo/heron.txt"), "Feed me!\n")?;
    println!("\n=== Plan and apply: the file is corrected");
    converge(&client, &mut objects).await?;
    show_files(folder)?;
    println!("\n=== Plan: no changes");
    if converge(&client, &mut objects).await? > 0 {
        return Err("the last plan still has changes".into());
    }

    println!("\n=== Destroy");
    for object in &objects {
        client.delete(&object.instance).await?;
        println!("- {}", object.address);
    }
    show_files(folder)?;
    process.kill().await?;
    Ok(())
}

fn object(address: &'static str, type_name: &str, config: Json) -> Object {
    Object {
        address,
        config,
        instance: Instance::absent(type_name),
    }
}

/// Reads, plans and applies each object. Returns the number of changes.
async fn converge(client: &Client, objects: &mut [Object]) -> Result<usize, Box<dyn Error>> {
    let mut changed = 0;
    for object in objects {
        if object.instance.exists() {
            object.instance = client.read(&object.instance).await?;
        }
        let config = object.config.clone();
        client
            .validate(object.instance.type_name(), config.clone())
            .await?;
        let plan = client.plan(&object.instance, config).await?;
        show_plan(client, object.address, &plan);
        changed += usize::from(plan.action() != Action::NoOp);
        object.instance = client.apply(plan).await?;
    }
    Ok(changed)
}

/// Prints a plan, attribute by attribute, without the values of sensitive attributes.
fn show_plan(client: &Client, address: &str, plan: &PlannedChange) {
    let symbol = match plan.action() {
        Action::Create => "+",
        Action::Update => "~",
        Action::DeleteThenCreate => "-/+",
        Action::Delete => "-",
        _ => "=",
    };
    println!("{symbol} {address}");
    let schemas = &client.schemas().resource_schemas;
    let Some(schema) = schemas.get(plan.prior().type_name()) else {
        return;
    };
    for attribute in &schema.block.attributes {
        let before = plan.prior().attribute(&attribute.name);
        let after = plan.attribute(&attribute.name);
        let absent = |value: Option<&Value>| value.is_none_or(Value::is_null);
        if before == after || (absent(before) && absent(after)) {
            continue;
        }
        let name = &attribute.name;
        if attribute.sensitive {
            println!("    {name} = (sensitive value)");
        } else if absent(before) {
            println!("    {name} = {}", shown(after));
        } else {
            println!("    {name} = {} -> {}", shown(before), shown(after));
        }
    }
}

fn shown(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "null".to_owned(),
        Some(Value::Unknown(_)) => "(known after apply)".to_owned(),
        Some(value) => match value.as_str() {
            Some(text) => format!("{text:?}"),
            None => format!("{value:?}"),
        },
    }
}

/// Prints the files of the provider and their content.
fn show_files(folder: &Path) -> Result<(), Box<dyn Error>> {
    println!("\nFiles:");
    let zoo = folder.join("zoo");
    let mut names = Vec::new();
    if zoo.is_dir() {
        for entry in fs::read_dir(&zoo)? {
            names.push(entry?.file_name());
        }
    }
    names.sort();
    if names.is_empty() {
        println!("  none");
    }
    for name in names {
        let content = fs::read_to_string(zoo.join(&name))?;
        println!("  zoo/{}: {content:?}", name.display());
    }
    Ok(())
}
