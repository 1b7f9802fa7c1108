//! Plan and apply in this process, without another host.

use std::path::Path;
use std::sync::Mutex;

use terrane_host::Report;
use terrane_host::config::Config;
use terrane_host::engine::{ApplyOptions, Engine, Event, PlanOptions, Stop};
use terrane_host::evaluate::Variables;
use terrane_host::factory::Factories;
use terrane_host::plan::{Action, Mode, Plan};
use terrane_host::state::{State, StateFile};

use crate::folder::folder;

fn engine(folder: &Path) -> Engine {
    let config = Config::load(folder).unwrap_or_else(|error| panic!("{error}"));
    Engine::new(config, folder, Factories::new())
}

async fn plan(engine: &Engine, state: &State) -> Plan {
    let planned = engine.plan(state, PlanOptions::default()).await;
    planned.unwrap_or_else(|reports| panic!("{reports:#?}"))
}

fn errors(reports: &[Report]) -> Vec<String> {
    let errors = reports.iter().filter(|report| report.is_error());
    errors
        .map(|error| error.diagnostic.summary.to_string())
        .collect()
}

#[tokio::test]
async fn a_required_version_that_the_host_does_not_meet_is_an_error_of_the_plan() {
    for (constraint, expected) in [
        (">= 1.10", vec![]),
        ("< 1.0", vec!["Unsupported Terraform Core version"]),
    ] {
        let text = format!("terraform {{\n  required_version = \"{constraint}\"\n}}\n");
        let folder = folder(&[("main.tf", &text)]);
        let planned = engine(folder.path())
            .plan(&State::default(), PlanOptions::default())
            .await;
        assert_eq!(errors(&planned.err().unwrap_or_default()), expected);
    }
}

#[tokio::test]
async fn objects_are_created_planned_empty_and_destroyed() {
    let folder = folder(&[(
        "main.tf",
        "resource \"terraform_data\" \"a\" {\n  input = \"x\"\n}\noutput \"id\" {\n  value = terraform_data.a.id\n}\n",
    )]);
    let engine = engine(folder.path());
    let mut file = StateFile::open(folder.path().join("terraform.tfstate")).unwrap();
    let first = plan(&engine, &State::default()).await;
    let change = first.change("terraform_data.a").unwrap();
    assert_eq!(change.action, Action::Create);
    let unknown: Vec<String> = change.unknown().iter().map(ToString::to_string).collect();
    assert_eq!(unknown, ["id", "output"]);

    let events = Mutex::new(Vec::new());
    let note = |event: Event| events.lock().unwrap().push(event);
    let applied = engine
        .apply(first, &mut file, ApplyOptions::default(), &note)
        .await;
    let state = applied.into_result().unwrap();
    assert_eq!(state.resources.len(), 1);
    let events = events.into_inner().unwrap();
    let is_finished = |event: &Event| matches!(event, Event::Finished { address, action: Action::Create, success: true, id: Some(_), .. } if address == "terraform_data.a");
    assert!(events.iter().any(is_finished));

    let stored = file.state().unwrap().clone();
    assert!(plan(&engine, &stored).await.is_empty());
    let options = PlanOptions {
        mode: Mode::Destroy,
        ..PlanOptions::default()
    };
    let destroyed = engine.plan(&stored, options).await.unwrap();
    let applied = engine
        .apply(destroyed, &mut file, ApplyOptions::default(), &|_| {})
        .await;
    let state = applied.into_result().unwrap();
    assert!(state.resources.is_empty() && state.outputs.is_empty());
}

#[tokio::test]
async fn variables_of_the_caller_override_those_of_files() {
    let folder = folder(&[
        (
            "main.tf",
            "variable \"a\" {\n  type = list(number)\n}\nvariable \"b\" {}\nvariable \"c\" {}\noutput \"all\" {\n  value = [var.a, var.b, var.c]\n}\n",
        ),
        ("terraform.tfvars", "a = [1]\nb = \"file\"\nc = \"file\"\n"),
        ("x.auto.tfvars", "b = \"auto\"\n"),
    ]);
    let engine = engine(folder.path());
    let variables = Variables::new().files(folder.path()).with_text("a", "[7]");
    let options = PlanOptions {
        variables,
        ..PlanOptions::default()
    };
    let plan = engine.plan(&State::default(), options).await.unwrap();
    let all = &plan.outputs["all"].after;
    let elements = all.elements().unwrap();
    assert_eq!(elements[0].elements().unwrap()[0], 7_i64.into());
    assert_eq!(elements[1..], ["auto".into(), "file".into()]);

    let unknown = PlanOptions {
        variables: Variables::new().files(folder.path()).with_text("d", "1"),
        ..PlanOptions::default()
    };
    let reports = engine.plan(&State::default(), unknown).await.unwrap_err();
    assert_eq!(errors(&reports), ["Value for undeclared variable"]);
}

#[tokio::test]
async fn plan_of_a_state_that_has_changed_since_is_refused() {
    let folder = folder(&[("main.tf", "output \"a\" {\n  value = 1\n}\n")]);
    let engine = engine(folder.path());
    let mut file = StateFile::open(folder.path().join("terraform.tfstate")).unwrap();
    let old = plan(&engine, &State::default()).await;
    let first = plan(&engine, &State::default()).await;
    let applied = engine
        .apply(first, &mut file, ApplyOptions::default(), &|_| {})
        .await;
    applied.into_result().unwrap();
    let applied = engine
        .apply(old, &mut file, ApplyOptions::default(), &|_| {})
        .await;
    assert_eq!(errors(&applied.reports), ["Saved plan is stale"]);
}

#[tokio::test]
async fn stopped_apply_starts_no_step_and_keeps_the_state() {
    let folder = folder(&[(
        "main.tf",
        "resource \"terraform_data\" \"a\" {\n  count = 3\n}\n",
    )]);
    let engine = engine(folder.path());
    let mut file = StateFile::open(folder.path().join("terraform.tfstate")).unwrap();
    let plan = plan(&engine, &State::default()).await;
    let stop = Stop::new();
    stop.stop();
    let applied = engine
        .apply(
            plan,
            &mut file,
            ApplyOptions {
                stop,
                ..ApplyOptions::default()
            },
            &|_| {},
        )
        .await;
    assert_eq!(errors(&applied.reports), ["Execution halted"; 3]);
    assert!(applied.state.resources.is_empty());
}

#[tokio::test]
async fn provider_that_the_run_does_not_have_is_named() {
    let folder = folder(&[("main.tf", "resource \"zoo_pet\" \"rex\" {}\n")]);
    let reports = engine(folder.path())
        .plan(&State::default(), PlanOptions::default())
        .await;
    let reports = reports.unwrap_err();
    assert_eq!(errors(&reports), ["Provider cannot be started"]);
    let text = reports[0].to_string();
    assert!(
        text.contains("registry.terraform.io/hashicorp/zoo"),
        "{text}"
    );
}

/// Applies a configuration, and returns the state and the changes in the order in which they ended.
async fn apply(folder: &Path, text: &str, mode: Mode) -> (State, Vec<(String, Action)>) {
    std::fs::write(folder.join("main.tf"), text).unwrap();
    let engine = engine(folder);
    let mut file = StateFile::open(folder.join("terraform.tfstate")).unwrap();
    let state = file.state().cloned().unwrap_or_default();
    let options = PlanOptions {
        mode,
        ..PlanOptions::default()
    };
    let plan = engine.plan(&state, options).await.unwrap();
    let ended = Mutex::new(Vec::new());
    let note = |event: Event| {
        if let Event::Finished {
            address, action, ..
        } = event
        {
            ended.lock().unwrap().push((address, action));
        }
    };
    let applied = engine
        .apply(plan, &mut file, ApplyOptions::default(), &note)
        .await;
    (applied.state, ended.into_inner().unwrap())
}

const CHAIN: &str = "resource \"terraform_data\" \"a\" {\n  triggers_replace = 1\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a.id\n}\nresource \"terraform_data\" \"c\" {\n  input = terraform_data.b.output\n}\n";

fn named(ended: &[(&str, Action)]) -> Vec<(String, Action)> {
    let ended = ended.iter();
    ended
        .map(|(name, action)| (format!("terraform_data.{name}"), *action))
        .collect()
}

#[tokio::test]
async fn objects_are_destroyed_before_those_on_which_they_depend() {
    let folder = folder(&[]);
    let (_, created) = apply(folder.path(), CHAIN, Mode::Normal).await;
    let order = [
        ("a", Action::Create),
        ("b", Action::Create),
        ("c", Action::Create),
    ];
    assert_eq!(created, named(&order));
    // The stored dependencies decide, because the configuration has none of the objects any more.
    let (state, destroyed) = apply(folder.path(), "locals {}\n", Mode::Normal).await;
    let order = [
        ("c", Action::Delete),
        ("b", Action::Delete),
        ("a", Action::Delete),
    ];
    assert_eq!(destroyed, named(&order));
    assert!(state.resources.is_empty());
}

#[tokio::test]
async fn replacement_destroys_the_old_object_first_unless_the_block_says_otherwise() {
    let folder = folder(&[]);
    apply(folder.path(), CHAIN, Mode::Normal).await;
    let second = CHAIN.replace("triggers_replace = 1", "triggers_replace = 2");
    let (_, replaced) = apply(folder.path(), &second, Mode::Normal).await;
    let order = [
        ("a", Action::Delete),
        ("a", Action::Create),
        ("b", Action::Update),
        ("c", Action::Update),
    ];
    assert_eq!(replaced, named(&order));
    let flag = "triggers_replace = 3\n  lifecycle {\n    create_before_destroy = true\n  }";
    let third = CHAIN.replace("triggers_replace = 1", flag);
    let (state, replaced) = apply(folder.path(), &third, Mode::Normal).await;
    let order = [
        ("a", Action::Create),
        ("b", Action::Update),
        ("a", Action::Delete),
    ];
    let mut ended = replaced;
    ended.retain(|(address, _)| address != "terraform_data.c");
    assert_eq!(ended, named(&order));
    let instance = state
        .instance(&"terraform_data.a".parse().unwrap())
        .unwrap();
    assert!(instance.deposed.is_empty());
}

#[tokio::test]
async fn failed_object_skips_its_dependents_and_the_others_are_stored() {
    let folder = folder(&[]);
    let text = "resource \"terraform_data\" \"first\" {}\nresource \"terraform_data\" \"bad\" {\n  lifecycle {\n    precondition {\n      condition = terraform_data.first.id == \"never\"\n      error_message = \"bad\"\n    }\n  }\n}\nresource \"terraform_data\" \"after\" {\n  input = terraform_data.bad.id\n}\nresource \"terraform_data\" \"other\" {\n  input = terraform_data.first.id\n}\n";
    let (state, ended) = apply(folder.path(), text, Mode::Normal).await;
    assert_eq!(ended.len(), 2);
    let stored: Vec<String> = state
        .resources
        .values()
        .map(|it| it.address.to_string())
        .collect();
    assert_eq!(stored, ["terraform_data.first", "terraform_data.other"]);
    let file = StateFile::open(folder.path().join("terraform.tfstate")).unwrap();
    assert_eq!(file.state().unwrap().resources, state.resources);
}
