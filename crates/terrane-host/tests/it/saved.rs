//! Plans in files.

use std::fs;

use terrane_host::Report;
use terrane_host::config::Config;
use terrane_host::engine::{Applied, ApplyOptions, Engine, PlanOptions};
use terrane_host::evaluate::Variables;
use terrane_host::factory::Factories;
use terrane_host::plan::{Plan, PlanFileError};
use terrane_host::state::{State, StateFile};

use crate::folder::folder;

const MAIN: &str = "variable \"secret\" {\n  type      = string\n  ephemeral = true\n  default   = null\n}\nvariable \"size\" {\n  default = 1\n}\nresource \"terraform_data\" \"a\" {\n  input = var.size\n}\n";

fn engine(folder: &std::path::Path) -> Engine {
    let config = Config::load(folder).unwrap_or_else(|error| panic!("{error}"));
    Engine::new(config, folder, Factories::new())
}

/// Makes a plan, and returns it after it was in a file.
async fn planned(engine: &Engine, state: &State, variables: Variables) -> Plan {
    let options = PlanOptions {
        variables,
        ..PlanOptions::default()
    };
    let plan = engine.plan(state, options).await;
    let plan = plan.unwrap_or_else(|reports| panic!("{reports:#?}"));
    let folder = tempfile::tempdir().unwrap();
    plan.save(folder.path().join("plan")).unwrap();
    Plan::load(folder.path().join("plan")).unwrap()
}

async fn apply(engine: &Engine, plan: Plan, file: &mut StateFile, variables: Variables) -> Applied {
    let options = ApplyOptions {
        variables,
        ..ApplyOptions::default()
    };
    engine.apply(plan, file, options, &|_| {}).await
}

fn errors(reports: &[Report]) -> Vec<&str> {
    let errors = reports.iter().filter(|report| report.is_error());
    errors.map(|error| &*error.diagnostic.summary).collect()
}

#[tokio::test]
async fn saved_plan_is_refused_where_terraform_refuses_it() {
    let folder = folder(&[("main.tf", MAIN)]);
    let engine = engine(folder.path());
    let path = folder.path().join("terraform.tfstate");
    let mut file = StateFile::open(&path).unwrap();
    let given = || Variables::new().with_value("size", 2_i64);
    let both = || given().with_value("secret", "x");

    let empty = State::default();
    let plan = || planned(&engine, &empty, both());
    let applied = apply(&engine, plan().await, &mut file, Variables::new()).await;
    assert_eq!(errors(&applied.reports), ["No value for required variable"]);
    let other = both().with_value("size", 3_i64);
    let applied = apply(&engine, plan().await, &mut file, other).await;
    let changed = "Can't change variable when applying a saved plan";
    assert_eq!(errors(&applied.reports), [changed]);
    let stale = plan().await;
    let applied = apply(&engine, plan().await, &mut file, both()).await;
    let state = applied.into_result().unwrap();
    assert_eq!(state.resources.len(), 1);
    let applied = apply(&engine, stale, &mut file, both()).await;
    assert_eq!(errors(&applied.reports), ["Saved plan is stale"]);

    let stored = file.state().unwrap().clone();
    let foreign = State {
        lineage: "other".to_owned(),
        ..stored.clone()
    };
    let of_other = planned(&engine, &foreign, Variables::new()).await;
    let applied = apply(&engine, of_other, &mut file, Variables::new()).await;
    let foreign = "Saved plan does not match the given state";
    assert_eq!(errors(&applied.reports), [foreign]);

    let plan = planned(&engine, &stored, given()).await;
    fs::write(folder.path().join("other.tf"), "locals {}\n").unwrap();
    let changed = self::engine(folder.path());
    let applied = apply(&changed, plan, &mut file, Variables::new()).await;
    let other = "Saved plan does not match the configuration";
    assert_eq!(errors(&applied.reports), [other]);
}

#[tokio::test]
async fn file_of_a_plan_is_private_and_has_no_ephemeral_value() {
    let folder = folder(&[("main.tf", MAIN)]);
    let engine = engine(folder.path());
    let options = PlanOptions {
        variables: Variables::new().with_value("secret", "confidential"),
        ..PlanOptions::default()
    };
    let plan = engine.plan(&State::default(), options).await.unwrap();
    let path = folder.path().join("plan");
    fs::write(&path, "another file").unwrap();
    plan.save(&path).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(!text.contains("confidential"), "{text}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn files_that_are_no_plans_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan");
    for (text, reason) in [
        ("PK\u{3}\u{4}", "Terraform or OpenTofu has made it"),
        ("{", "it is no plan"),
        ("{\"version\": 4}", "it is no plan of this host"),
        (
            "{\"format\": \"terrane-plan\", \"version\": 2}",
            "it has version 2 of the format",
        ),
        (
            "{\"format\": \"terrane-plan\", \"version\": 1}",
            "it is no complete plan",
        ),
    ] {
        fs::write(&path, text).unwrap();
        let error = Plan::load(&path).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let missing = Plan::load(folder.path().join("missing"));
    assert!(matches!(missing, Err(PlanFileError::File { .. })));
}
