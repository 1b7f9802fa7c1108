//! Configurations that this host and the `terraform` on the PATH plan and apply alike.
//!
//! In each step both start from the state that Terraform has written, so identifiers are equal.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value as Json};
use terrane_host::Report;
use terrane_host::config::Config;
use terrane_host::engine::{ApplyOptions, Engine, PlanOptions};
use terrane_host::plan::{Mode, Plan};
use terrane_host::state::{State, StateFile};

use crate::cases::{CASES, Case, Step, write};
use crate::provider_cases::WITH_PROVIDERS;
use crate::render_cases::RENDERED;
use crate::rendered::{self, Watched};
use crate::sink_cases::WITH_SINK;
use crate::target_cases::TARGETS;
use crate::{binaries, shown};

/// Runs Terraform. `None` means that there is none.
fn terraform(folder: &Path, arguments: &[&str]) -> Option<(bool, String)> {
    let mut command = Command::new("terraform");
    command.args(arguments).current_dir(folder);
    command.env("CHECKPOINT_DISABLE", "1");
    command.env("TF_CLI_CONFIG_FILE", binaries::overrides());
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    Some((output.status.success(), format!("{text}{errors}")))
}

fn shown_reports(engine: &Engine, reports: &[Report]) -> String {
    let sources = &engine.config().sources;
    reports
        .iter()
        .map(|report| report.render(sources))
        .collect()
}

/// Returns the state as JSON without what hosts write differently, and without the values that only the apply has decided.
fn comparable(state: &str, changes: &[Json]) -> Json {
    let mut state: Json = serde_json::from_str(state).unwrap();
    let object = state.as_object_mut().unwrap();
    for name in ["lineage", "serial", "terraform_version"] {
        object.remove(name);
    }
    if let Some(checks) = state["check_results"].as_array_mut() {
        for check in checks.iter_mut() {
            if let Some(objects) = check["objects"].as_array_mut() {
                objects.sort_by_key(ToString::to_string);
            }
        }
        checks.sort_by_key(ToString::to_string);
    }
    // The values of outputs are compared by the plans.
    let outputs: Vec<String> = state["outputs"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    state["outputs"] = outputs.into();
    for resource in state["resources"].as_array_mut().unwrap() {
        let prefix = match resource.get("module").and_then(Json::as_str) {
            Some(module) => format!("{module}."),
            None => String::new(),
        };
        let mode = if resource["mode"] == "data" {
            "data."
        } else {
            ""
        };
        let (kind, name) = (
            resource["type"].as_str().unwrap(),
            resource["name"].as_str().unwrap(),
        );
        let address = format!("{prefix}{mode}{kind}.{name}");
        for instance in resource["instances"].as_array_mut().unwrap() {
            instance
                .as_object_mut()
                .unwrap()
                .remove("identity_schema_version");
            // Terraform writes the paths in any order.
            if let Some(paths) = instance["sensitive_attributes"].as_array_mut() {
                paths.sort_by_key(ToString::to_string);
            }
            let own = match instance.get("index_key") {
                Some(key) => format!("{address}[{key}]"),
                None => address.clone(),
            };
            let change = changes.iter().find(|change| change["address"] == *own);
            if let Some(change) = change {
                mask(&mut instance["attributes"], &change["after_unknown"]);
            }
        }
    }
    state
}

/// Replaces what is unknown in a plan.
fn mask(value: &mut Json, unknown: &Json) {
    match unknown {
        Json::Bool(true) => *value = "(decided by the apply)".into(),
        Json::Object(names) => {
            // A value of dynamic type has its type next to it.
            let is_dynamic = value.get("type").is_some() && value.get("value").is_some();
            let inner = if is_dynamic {
                &mut value["value"]
            } else {
                value
            };
            for (name, unknown) in names {
                if let Some(part) = inner.as_object_mut().and_then(|it| it.get_mut(name)) {
                    mask(part, unknown);
                }
            }
        }
        Json::Array(elements) => {
            let is_dynamic = value.get("type").is_some() && value.get("value").is_some();
            let inner = if is_dynamic {
                &mut value["value"]
            } else {
                value
            };
            for (index, unknown) in elements.iter().enumerate() {
                if let Some(part) = inner.get_mut(index) {
                    mask(part, unknown);
                }
            }
        }
        _ => {}
    }
}

/// Returns the actions of outputs.
fn output_actions(plan: &Json) -> Map<String, Json> {
    let changes = plan["output_changes"]
        .as_object()
        .cloned()
        .unwrap_or_default();
    let mut shown = Map::new();
    for (name, change) in changes {
        shown.insert(name, change["actions"].clone());
    }
    shown
}

fn own_output_actions(plan: &Plan) -> Map<String, Json> {
    let outputs = plan.outputs.iter();
    outputs
        .map(|(name, output)| {
            let actions = output.action.names().iter().map(|name| Json::from(*name));
            (name.to_string(), actions.collect())
        })
        .collect()
}

async fn own_plan(
    folder: &Path,
    step: &Step,
    state: &State,
    watched: &Watched,
) -> Result<(Engine, Plan), String> {
    let config = Config::load(folder).map_err(|error| error.to_string())?;
    let engine = Engine::new(config, folder, binaries::factories());
    let options = PlanOptions {
        mode: step.mode,
        replace: step.replace.iter().map(|it| it.parse().unwrap()).collect(),
        targets: step.targets.iter().map(|it| it.parse().unwrap()).collect(),
        refresh: step.refresh,
        ..PlanOptions::default()
    };
    let note = |event| watched.note(&event);
    match engine.plan_with(state, options, &note).await {
        Ok(plan) => Ok((engine, plan)),
        Err(reports) => Err(shown_reports(&engine, &reports)),
    }
}

/// Runs a case. Returns the differences, or nothing if there is no Terraform.
async fn run(case: &Case) -> Option<Vec<String>> {
    let theirs = tempfile::tempdir().unwrap();
    let theirs = theirs.path();
    // Both hosts manage the same files.
    let files = theirs.join("files");
    let (mut differences, mut texts) = (Vec::new(), Vec::new());
    for (number, step) in case.steps.iter().enumerate() {
        let at = format!("{} (step {})", case.name, number + 1);
        let mut differ = |what: &str, expected: &Json, found: &Json| {
            if expected != found {
                differences.push(format!(
                    "{at}: {what}\n--- terraform\n{expected:#}\n--- here\n{found:#}"
                ));
            }
        };
        for entry in fs::read_dir(theirs).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "tf") {
                fs::remove_file(path).unwrap();
            }
        }
        write(theirs, step, &files);
        let ours = tempfile::tempdir().unwrap();
        let ours = ours.path();
        let unedited = Step {
            edits: &[],
            ..*step
        };
        write(ours, &unedited, &files);
        let state_file = theirs.join("terraform.tfstate");
        let before = fs::read(&state_file).unwrap_or_default();
        fs::write(ours.join("terraform.tfstate"), &before).unwrap();
        let has_modules = step
            .files
            .iter()
            .any(|(_, text)| text.contains("module \""));
        if has_modules {
            terraform(theirs, &["init", "-input=false", "-no-color"])?;
        }
        let mut arguments = vec!["plan", "-input=false", "-no-color", "-out=plan"];
        match step.mode {
            Mode::Normal => {}
            Mode::Destroy => arguments.push("-destroy"),
            Mode::RefreshOnly => arguments.push("-refresh-only"),
        }
        let replaced = step.replace.iter().map(|it| format!("-replace={it}"));
        let targets = step.targets.iter().map(|it| format!("-target={it}"));
        let addresses: Vec<String> = replaced.chain(targets).collect();
        arguments.extend(addresses.iter().map(String::as_str));
        if !step.refresh {
            arguments.push("-refresh=false");
        }
        let (success, text) = terraform(theirs, &arguments)?;
        let state = State::parse(&before).unwrap().unwrap_or_default();
        let watched = Watched::new(ours);
        let planned = own_plan(ours, step, &state, &watched).await;
        let (engine, plan) = match (planned, success) {
            (Ok(planned), true) => planned,
            (Err(reports), false) => {
                let summary = |text: &str| {
                    let line = text
                        .split("Error: ")
                        .nth(1)
                        .and_then(|it| it.lines().next());
                    Json::from(line.unwrap_or_default())
                };
                differ("the error", &summary(&text), &summary(&reports));
                continue;
            }
            (Ok(_), false) => {
                differ(
                    "the plan fails only in Terraform",
                    &text.into(),
                    &Json::Null,
                );
                break;
            }
            (Err(reports), true) => {
                differ("the plan fails only here", &Json::Null, &reports.into());
                break;
            }
        };
        texts.extend(rendered::plan(&at, &plan, &watched, &text, step));
        // What is applied has been in a file.
        plan.save(ours.join("plan")).unwrap();
        let loaded = Plan::load(ours.join("plan")).unwrap();
        assert_eq!(loaded.changes, plan.changes);
        assert_eq!(loaded.outputs, plan.outputs);
        let plan = loaded;
        let (_, shown) = terraform(theirs, &["show", "-json", "plan"])?;
        let shown = shown
            .lines()
            .find(|line| line.starts_with('{'))
            .unwrap_or_default();
        let shown: Json = serde_json::from_str(shown.trim()).unwrap_or_default();
        let expected = shown::of_terraform(&shown);
        let mut found = shown::changes(&plan);
        found.sort_by_key(|it| it["address"].to_string());
        let (left, right): (Vec<Json>, Vec<Json>) = (
            expected
                .iter()
                .filter(|it| !found.contains(it))
                .cloned()
                .collect(),
            found
                .iter()
                .filter(|it| !expected.contains(it))
                .cloned()
                .collect(),
        );
        differ("the changes", &left.into(), &right.into());
        let outputs = output_actions(&shown);
        differ(
            "the outputs",
            &outputs.into(),
            &own_output_actions(&plan).into(),
        );
        let undecided = rendered::undecided(&plan);
        let watched = Watched::new(ours);
        let applied = terraform(theirs, &["apply", "-input=false", "-no-color", "plan"])?;
        let mut file = StateFile::open(ours.join("terraform.tfstate")).unwrap();
        let result = engine
            .apply(plan, &mut file, ApplyOptions::default(), &|event| {
                watched.note(&event);
            })
            .await;
        let errors = result
            .reports
            .iter()
            .filter(|report| report.is_error())
            .count();
        if applied.0 != (errors == 0) {
            let reports = shown_reports(&engine, &result.reports);
            differ(
                "the result of the apply",
                &applied.1.clone().into(),
                &reports.into(),
            );
        }
        if applied.0 {
            let (state, output) = (&result.state, &applied.1);
            texts.extend(rendered::apply(&at, state, &undecided, &watched, output));
        }
        let read = |path: &Path| fs::read_to_string(path).unwrap();
        let own = read(&ours.join("terraform.tfstate"));
        if own.is_empty() {
            let theirs = fs::read_to_string(&state_file).unwrap_or_default();
            if !theirs.is_empty() {
                differ("the state", &comparable(&theirs, &expected), &Json::Null);
            }
            continue;
        }
        let found = comparable(&own, &expected);
        differ(
            "the state",
            &comparable(&read(&state_file), &expected),
            &found,
        );
        if number + 1 == case.steps.len()
            && errors == 0
            && step.mode != Mode::RefreshOnly
            && step.targets.is_empty()
        {
            // Terraform finds nothing to do in the state that was written here.
            fs::write(theirs.join("terraform.tfstate"), &own).unwrap();
            let mut arguments = vec!["plan", "-input=false", "-no-color", "-detailed-exitcode"];
            if step.mode == Mode::Destroy {
                arguments.push("-destroy");
            }
            let (is_empty, text) = terraform(theirs, &arguments)?;
            if !is_empty {
                differ(
                    "Terraform's plan of the state that was written here",
                    &Json::Null,
                    &text.into(),
                );
            }
        }
    }
    differences.extend(texts);
    Some(differences)
}

#[test]
fn plans_and_states_are_those_of_terraform() {
    if Command::new("terraform").arg("version").output().is_err() {
        eprintln!("skipped the comparison: there is no `terraform` on the PATH");
        return;
    }
    let wanted = std::env::var("TERRANE_HOST_CASE").unwrap_or_default();
    let mut cases: Vec<&Case> = CASES.iter().chain(TARGETS).collect();
    if binaries::exist() {
        cases.extend(WITH_PROVIDERS);
        cases.extend(RENDERED);
        cases.extend(WITH_SINK);
    } else {
        eprintln!(
            "skipped the comparison with providers: build the packages terraform-provider-local, terraform-provider-random and terraform-provider-sink first"
        );
    }
    cases.retain(|case| case.name.contains(&wanted));
    let halves = cases.chunks(cases.len().div_ceil(2).max(1));
    let differences: Vec<String> = std::thread::scope(|scope| {
        let threads = halves.map(|cases| {
            scope.spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build();
                let runtime = runtime.unwrap();
                let differences = cases.iter().filter_map(|case| runtime.block_on(run(case)));
                differences.flatten().collect::<Vec<String>>()
            })
        });
        let threads: Vec<_> = threads.collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}
