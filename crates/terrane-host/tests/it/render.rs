//! Plans, progress, outputs and diagnostics as text. `differential.rs` compares more of them with Terraform.

use std::path::Path;
use std::sync::Mutex;

use terrane_host::config::Config;
use terrane_host::engine::{ApplyOptions, Engine, Event, PlanOptions};
use terrane_host::factory::Factories;
use terrane_host::plan::Mode;
use terrane_host::render::Renderer;
use terrane_host::state::{State, StateFile};

use crate::folder::folder;

const CONFIGURATION: &str = r#"
variable "secret" {
  default   = "s"
  sensitive = true
}
resource "terraform_data" "a" {
  input = { "odd name" = [1, null], lines = "one\ntwo\n", secret = var.secret }
}
resource "terraform_data" "b" {
  triggers_replace = ["x"]
}
output "fixed" {
  value = { list = tolist(["a"]), lines = "one\ntwo" }
}
output "id" {
  value = terraform_data.a.id
}
output "secret" {
  value     = var.secret
  sensitive = true
}
"#;

const PLAN: &str = r#"
Terraform used the selected providers to generate the following execution
plan. Resource actions are indicated with the following symbols:
  + create

Terraform will perform the following actions:

  # terraform_data.a will be created
  + resource "terraform_data" "a" {
      + id     = (known after apply)
      + input  = {
          + lines      = <<-EOT
                one
                two
            EOT
          + "odd name" = [
              + 1,
              + null,
            ]
          + secret     = (sensitive value)
        }
      + output = (known after apply)
    }

  # terraform_data.b will be created
  + resource "terraform_data" "b" {
      + id               = (known after apply)
      + triggers_replace = [
          + "x",
        ]
    }

Plan: 2 to add, 0 to change, 0 to destroy.

Changes to Outputs:
  + fixed  = {
      + lines = <<-EOT
            one
            two
        EOT
      + list  = [
          + "a",
        ]
    }
  + id     = (known after apply)
  + secret = (sensitive value)
"#;

fn engine(folder: &Path) -> Engine {
    let config = Config::load(folder).unwrap();
    Engine::new(config, folder, Factories::new())
}

#[tokio::test]
async fn a_life_of_objects_reads_as_terraform_prints_it() {
    let folder = folder(&[("main.tf", CONFIGURATION)]);
    let engine = engine(folder.path());
    let renderer = Renderer::new();
    let options = PlanOptions::default();
    let plan = engine.plan(&State::default(), options).await.unwrap();
    assert_eq!(renderer.plan(&plan), PLAN);
    let colored = renderer.with_colors(true).plan(&plan);
    assert!(colored.contains("\n  \u{1b}[32m+\u{1b}[0m resource \"terraform_data\" \"a\" {\n"));
    assert!(colored.contains("\u{1b}[1mPlan:\u{1b}[0m 2 to add"));

    let mut file = StateFile::open(folder.path().join("terraform.tfstate")).unwrap();
    let progress = renderer.progress();
    let lines = Mutex::new(String::new());
    let note = |event: Event| {
        let line = progress.line(&event).unwrap_or_default();
        lines.lock().unwrap().push_str(&line);
    };
    let applied = engine.apply(plan, &mut file, ApplyOptions::default(), &note);
    let state = applied.await.into_result().unwrap();
    let lines = lines.into_inner().unwrap();
    assert!(lines.contains("terraform_data.a: Creating...\n"), "{lines}");
    let complete = "terraform_data.a: Creation complete after 0s [id=";
    assert!(lines.contains(complete), "{lines}");
    let summary = progress.summary(Mode::Normal);
    let expected = "\nApply complete! Resources: 2 added, 0 changed, 0 destroyed.\n";
    assert_eq!(summary, expected);
    let outputs = renderer.outputs(&state);
    let (fixed, rest) = outputs.split_once("id = ").unwrap();
    let expected = "\nOutputs:\n\nfixed = {\n  \"lines\" = <<-EOT\n  one\n  two\n  EOT\n  \"list\" = tolist([\n    \"a\",\n  ])\n}\n";
    assert_eq!(fixed, expected);
    assert!(rest.ends_with("\nsecret = <sensitive>\n"), "{rest}");

    let plan = engine.plan(&state, PlanOptions::default()).await.unwrap();
    let expected = "\nNo changes. Your infrastructure matches the configuration.\n\nTerraform has compared your real infrastructure against your configuration\nand found no differences, so no changes are needed.\n";
    assert_eq!(renderer.plan(&plan), expected);
    let narrow = renderer.with_width(30).plan(&plan);
    assert!(
        narrow.contains("\nTerraform has compared your\nreal"),
        "{narrow}"
    );
}

#[tokio::test]
async fn an_error_shows_its_object_and_its_place() {
    let text = "resource \"terraform_data\" \"a\" {\n  input = nothing.here\n}\n";
    let folder = folder(&[("main.tf", text)]);
    let engine = engine(folder.path());
    let options = PlanOptions::default();
    let reports = engine.plan(&State::default(), options).await.unwrap_err();
    let sources = &engine.config().sources;
    let text = Renderer::new().reports(&reports, sources);
    assert!(text.starts_with("\nError: "), "{text}");
    let place = "  on main.tf line 2, in resource \"terraform_data\" \"a\":\n   2:   input = nothing.here\n\n";
    assert!(text.contains(place), "{text}");
    let colored = Renderer::new().with_colors(true).reports(&reports, sources);
    let bar = "\u{1b}[31m│\u{1b}[0m";
    assert!(colored.starts_with("\u{1b}[31m╷\u{1b}[0m\n"), "{colored}");
    assert!(
        colored.contains(&format!("\n{bar}    2:   input = nothing.here\n")),
        "{colored}"
    );
}
