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
    let finished = Event::Finished {
        address: "terraform_data.a".to_owned(),
        action: Action::Create,
        success: true,
    };
    assert!(events.lock().unwrap().contains(&finished));

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
        .apply(plan, &mut file, ApplyOptions { stop }, &|_| {})
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
