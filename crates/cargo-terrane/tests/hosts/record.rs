//! `cargo terrane record` with real hosts, and `cargo terrane replay` of what they have called.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use terrane_test::Feature;
use terrane_test::Host;

const CHIP: &str = "chip-985-112";

const PETS: &str = r#"
terraform {
  required_providers {
    pets = {
      source = "registry.terraform.io/example/pets"
    }
  }
}

resource "pets_pet" "cat" {
  name = "Tom"
  chip = "chip-985-112"
}

resource "pets_pet" "friend" {
  name = pets_pet.cat.id
  chip = "chip-985-112"
}
"#;

const KITCHEN: &str = r#"
terraform {
  required_providers {
    sink = {
      source = "registry.terraform.io/example/sink"
    }
  }
}

resource "sink_dish" "plate" {
  name      = "plate"
  leftovers = "rice"
  soap      = "green soap"
  # lock
}

resource "sink_spice" "chili" {
  name          = "chili"
  latin         = "capsicum"
  heat          = "mild"
  for           = "everything"
  price         = 12345678901234567890123456789.5
  density       = 0.5
  tiny          = -128
  anything      = { a = [1, "b"] }
  dishes        = ["b", "a"]
  gaps          = [1, null, 3]
  grams         = { jar = 12.5 }
}
"#;

/// A folder with a configuration, for one host.
struct Kitchen {
    folder: tempfile::TempDir,
    provider: PathBuf,
    host: &'static Host,
}

impl Kitchen {
    fn new(config: &str, provider: PathBuf, host: &'static Host) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("main.tf"), config).unwrap();
        Self {
            folder,
            provider,
            host,
        }
    }

    fn terrane(&self, words: &[&str], provider: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"));
        command
            .arg("terrane")
            .args(words)
            .arg(provider)
            .arg(&self.provider);
        command
            .current_dir(self.folder.path())
            .env("CHECKPOINT_DISABLE", "1")
            .env("SINK_FOLDER", self.sink());
        command
    }

    /// Records the creation of all objects and an empty plan, twice.
    fn record(&self) -> Output {
        let mut record = self.terrane(&["--json", "record", "--twice"], "--provider");
        let script = "rm -rf terraform.tfstate* sink && mkdir sink && \"$0\" apply -auto-approve -input=false && \"$0\" plan -detailed-exitcode";
        record
            .args(["--", "sh", "-c", script])
            .arg(self.host.program());
        record.output().unwrap()
    }

    fn replay(&self, variables: &[(&str, &str)]) -> (Option<i32>, Value) {
        let mut replay = self.terrane(&["--json", "replay"], "recording.json");
        let output = replay.envs(variables.iter().copied()).output().unwrap();
        (output.status.code(), document(&output))
    }

    /// The folder in which the kitchen sink has its objects.
    fn sink(&self) -> PathBuf {
        self.folder.path().join("sink")
    }

    fn recording(&self) -> String {
        fs::read_to_string(self.folder.path().join("recording.json")).unwrap()
    }
}

/// Returns the JSON document at the end of the output.
fn document(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    let start = text.rfind("\n{\n").map_or(0, |position| position + 1);
    serde_json::from_str(&text[start..]).unwrap_or_else(|error| {
        panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr))
    })
}

/// Returns a program that was built along with the tests.
fn built(path: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    target.join(path)
}

/// Returns the hosts of a test: the oldest and the newest.
#[expect(clippy::print_stdout, reason = "what is skipped is shown")]
fn hosts() -> Vec<&'static Host> {
    let hosts = Host::installed();
    let newest = hosts.last().filter(|_| hosts.len() > 1);
    if hosts.is_empty() {
        println!("skipped: there is no host to record");
    }
    hosts.first().into_iter().chain(newest).collect()
}

#[test]
fn a_recorded_run_replays_equal_and_a_changed_build_fails_at_the_changed_call() {
    for host in hosts() {
        let kitchen = Kitchen::new(PETS, built("examples/pets"), host);
        let recorded = kitchen.record();
        let document = document(&recorded);
        assert!(recorded.status.success(), "{document}");
        let differs = document["differs"].as_array().unwrap();
        assert_eq!(
            differs,
            &["ApplyResourceChange: new_state.msgpack.id"],
            "{}",
            host.name()
        );

        let (code, replayed) = kitchen.replay(&[]);
        assert_eq!(code, Some(0), "{replayed:#}");
        assert_eq!(replayed["calls"], document["calls"]);

        let (code, changed) = kitchen.replay(&[("PETS_BUILD", "2")]);
        assert_eq!(code, Some(1), "{changed:#}");
        let difference = &changed["difference"];
        assert_eq!(difference["rpc"], "ApplyResourceChange");
        assert_eq!(difference["path"], "new_state.msgpack.answer");
        let shown = |name: &str| difference[name].as_str().unwrap().to_owned();
        assert!(
            shown("recorded").starts_with("Meow, I am pet-"),
            "{difference}"
        );
        assert!(shown("now").starts_with("Woof, I am pet-"), "{difference}");
    }
}

#[test]
fn a_recording_has_placeholders_for_sensitive_values() {
    let Some(host) = hosts().pop() else { return };
    let kitchen = Kitchen::new(PETS, built("examples/pets"), host);
    assert!(kitchen.record().status.success());
    let text = kitchen.recording();
    assert!(!text.contains(CHIP), "{text}");
    assert!(text.contains("with the chip (secret 1)"), "{text}");
    // A provider that needs the secret gets it, and its answers are still those of the recording.
    let (code, replayed) = kitchen.replay(&[("TERRANE_SECRET_1", CHIP)]);
    assert_eq!(code, Some(0), "{replayed:#}");
}

#[test]
fn a_recorded_run_of_the_kitchen_sink_replays_equal() {
    for host in hosts() {
        // The code is write-only, which older hosts do not support.
        let lock = if host.has(Feature::WriteOnly) {
            "lock { code = \"1234-5678\" }"
        } else {
            ""
        };
        let config = KITCHEN.replace("# lock", lock);
        let kitchen = Kitchen::new(&config, built("terraform-provider-sink"), host);
        let recorded = kitchen.record();
        let document = document(&recorded);
        let messages = String::from_utf8_lossy(&recorded.stderr);
        assert!(recorded.status.success(), "{document}{messages}");
        let text = kitchen.recording();
        assert!(
            !text.contains("green soap") && !text.contains("1234-5678"),
            "{text}"
        );
        fs::remove_dir_all(kitchen.sink()).unwrap();
        fs::create_dir(kitchen.sink()).unwrap();
        let (code, replayed) = kitchen.replay(&[]);
        assert_eq!(code, Some(0), "{replayed:#}");
    }
}
