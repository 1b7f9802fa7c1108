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
use terrane_host::render::Renderer;
use terrane_host::state::{State, StateFile};
use terrane_test::{Host, Product};

use crate::action_cases::ACTIONS;
use crate::cases::{CASES, Case, Step, write};
use crate::check_cases::CHECKS;
use crate::generated;
use crate::move_cases::MOVES;
use crate::provider_cases::WITH_PROVIDERS;
use crate::provisioner_cases::PROVISIONERS;
use crate::render_cases::RENDERED;
use crate::rendered::{self, Watched};
use crate::sink_cases::WITH_SINK;
use crate::target_cases::TARGETS;
use crate::{binaries, shown};

/// A Terraform, with which this host is compared.
#[derive(Clone, Copy)]
struct Terraform {
    host: &'static Host,
}

impl Terraform {
    /// Runs Terraform. Returns whether it succeeded, and what it printed.
    fn run(self, folder: &Path, arguments: &[&str]) -> (bool, String) {
        let mut command = Command::new(self.host.program());
        command.args(arguments).current_dir(folder);
        command.env("CHECKPOINT_DISABLE", "1");
        command.env("TF_CLI_CONFIG_FILE", binaries::overrides());
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        (output.status.success(), format!("{text}{errors}"))
    }

    /// Returns whether states have identities.
    fn has_identities(self) -> bool {
        self.host.is_at_least(1, 12)
    }
}

fn shown_reports(engine: &Engine, reports: &[Report]) -> String {
    let sources = &engine.config().sources;
    reports
        .iter()
        .map(|report| report.render(sources))
        .collect()
}

/// Returns the state as JSON without what hosts write differently, and without the values that only the apply has decided.
fn comparable(host: Terraform, state: &str, changes: &[Json]) -> Json {
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
    let resources = state["resources"].as_array_mut().unwrap();
    // After a failed apply, Terraform keeps resources that have lost their instances.
    resources.retain(|resource| resource["instances"] != Json::Array(Vec::new()));
    for resource in resources {
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
            let keys = instance.as_object_mut().unwrap();
            if !host.has_identities() {
                keys.remove("identity");
                keys.remove("identity_schema_version");
            }
            // Terraform writes the paths in any order, and old versions write no empty list.
            let paths = instance["sensitive_attributes"].as_array_mut();
            let is_empty = paths.as_ref().is_none_or(|paths| paths.is_empty());
            if let Some(paths) = paths {
                paths.sort_by_key(ToString::to_string);
            }
            if is_empty {
                let keys = instance.as_object_mut().unwrap();
                keys.remove("sensitive_attributes");
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

/// Returns the summaries of the errors in an output, sorted.
fn errors_of(output: &str) -> Vec<&str> {
    let lines = output.lines();
    let mut errors: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("Error: "))
        .collect();
    errors.sort_unstable();
    errors
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

/// Runs a case. Returns the differences.
async fn run(host: Terraform, case: &Case) -> Vec<String> {
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
            host.run(theirs, &["init", "-input=false", "-no-color"]);
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
        let (success, text) = host.run(theirs, &arguments);
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
        assert_eq!(loaded.invocations, plan.invocations);
        assert_eq!(loaded.warnings.len(), plan.warnings.len());
        let shown = |plan: &Plan| Renderer::new().plan(plan);
        assert_eq!(shown(&loaded), shown(&plan), "{at}");
        let plan = loaded;
        let (_, shown) = host.run(theirs, &["show", "-json", "plan"]);
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
        let applied = host.run(theirs, &["apply", "-input=false", "-no-color", "plan"]);
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
        let mut own_errors: Vec<&str> = result
            .reports
            .iter()
            .filter(|report| report.is_error())
            .map(|report| &*report.diagnostic.summary)
            .collect();
        own_errors.sort_unstable();
        differ(
            "the errors of the apply",
            &errors_of(&applied.1).into(),
            &own_errors.into(),
        );
        if applied.0 {
            let (state, output) = (&result.state, &applied.1);
            texts.extend(rendered::apply(&at, state, &undecided, &watched, output));
        }
        let read = |path: &Path| fs::read_to_string(path).unwrap();
        let own = read(&ours.join("terraform.tfstate"));
        if own.is_empty() {
            let theirs = fs::read_to_string(&state_file).unwrap_or_default();
            if !theirs.is_empty() {
                differ(
                    "the state",
                    &comparable(host, &theirs, &expected),
                    &Json::Null,
                );
            }
            continue;
        }
        let found = comparable(host, &own, &expected);
        differ(
            "the state",
            &comparable(host, &read(&state_file), &expected),
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
            let (is_empty, text) = host.run(theirs, &arguments);
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
    differences
}

/// Runs cases in two threads, and fails if one of them differs.
fn compare(host: Terraform, cases: &[&Case]) {
    let wanted = std::env::var("TERRANE_HOST_CASE").unwrap_or_default();
    let mut cases = cases.to_vec();
    cases.retain(|case| case.name.contains(&wanted));
    if !wanted.is_empty() {
        for (name, text) in cases
            .iter()
            .flat_map(|case| case.steps)
            .flat_map(|it| it.files)
        {
            eprintln!("# {name}\n{text}");
        }
    }
    let halves = cases.chunks(cases.len().div_ceil(2).max(1));
    let differences: Vec<String> = std::thread::scope(|scope| {
        let threads = halves.map(|cases| {
            scope.spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build();
                let runtime = runtime.unwrap();
                let differences = cases.iter().map(|case| runtime.block_on(run(host, case)));
                differences.flatten().collect::<Vec<String>>()
            })
        });
        let threads: Vec<_> = threads.collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    let program = host.host.name();
    assert!(
        differences.is_empty(),
        "{program}\n\n{}",
        differences.join("\n\n")
    );
}

/// Finds the `terraform` on the PATH.
fn default_host() -> Option<Terraform> {
    let mut hosts = Host::installed().iter();
    let host =
        hosts.find(|host| host.name() == "terraform" && host.product() == Product::Terraform);
    host.map(|host| Terraform { host })
}

#[test]
fn plans_and_states_are_those_of_terraform() {
    let Some(host) = default_host() else {
        eprintln!("skipped the comparison: there is no `terraform` on the PATH");
        return;
    };
    let mut cases: Vec<&Case> = CASES.iter().chain(TARGETS).chain(PROVISIONERS).collect();
    if binaries::exist() {
        cases.extend(WITH_PROVIDERS);
        cases.extend(RENDERED);
        cases.extend(WITH_SINK);
        cases.extend(CHECKS);
        cases.extend(MOVES);
    } else {
        eprintln!(
            "skipped the comparison with providers: build the packages terraform-provider-local, terraform-provider-random and terraform-provider-sink first"
        );
    }
    compare(host, &cases);
}

#[test]
fn actions_are_those_of_the_newest_terraform() {
    let mut hosts = Host::installed().iter();
    let newest =
        hosts.rfind(|host| host.product() == Product::Terraform && host.is_at_least(1, 14));
    let Some(host) = newest.filter(|_| binaries::exist()) else {
        eprintln!(
            "skipped the comparison of actions: it needs Terraform 1.14 or later, and the programs of the providers"
        );
        return;
    };
    let cases: Vec<&Case> = ACTIONS.iter().collect();
    compare(Terraform { host }, &cases);
}

/// The number of generated cases in each change.
const GENERATED: u64 = 20;

/// Runs generated cases on a host. More than a change runs continue where they stopped: the number of the next case is in a file.
fn compare_generated(host: Terraform, count: u64) {
    let file = binaries::folder().join(format!("host-generated-{}", host.host.version()));
    let is_long = count > GENERATED;
    let stored = fs::read_to_string(&file).ok().filter(|_| is_long);
    let mut next: u64 = stored.map_or(0, |text| text.trim().parse().unwrap());
    while next < count {
        let end = count.min(next + GENERATED);
        let cases: Vec<Case> = (next..end).map(generated::case).collect();
        compare(host, &Vec::from_iter(&cases));
        next = end;
        if is_long {
            fs::write(&file, next.to_string()).unwrap();
        }
    }
}

#[test]
fn generated_configurations_are_planned_and_applied_as_by_terraform() {
    let Some(default) = default_host() else {
        eprintln!("skipped the comparison: there is no `terraform` on the PATH");
        return;
    };
    let count = std::env::var("TERRANE_HOST_GENERATED").ok();
    let Some(count) = count.map(|count| count.parse().unwrap()) else {
        return compare_generated(default, GENERATED);
    };
    let hosts = Host::installed().iter();
    let hosts: Vec<&'static Host> = hosts
        .filter(|host| host.product() == Product::Terraform)
        .collect();
    let newest = hosts.last().map(|host| host.version());
    for host in &hosts {
        let is_thorough =
            host.version() == default.host.version() || Some(host.version()) == newest;
        let count = if is_thorough { count } else { count / 10 };
        compare_generated(Terraform { host }, count);
    }
}
