//! The matrix on hosts that are shell scripts: what it runs, what it leaves out, and what it says of a failure.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex};
use std::thread;

use tempfile::TempDir;
use terrane_test::{Feature, Host, InstalledProvider, Matrix, Product, Protocol};

/// Writes a host that knows `version` and does `script` for every other command.
fn fake(folder: &Path, banner: &str, script: &str) -> Host {
    let program = folder.join(banner.replace(' ', "-"));
    let text =
        format!("#!/bin/sh\nif [ \"$1\" = version ]; then echo '{banner}'; exit; fi\n{script}\n");
    fs::write(&program, text).expect("the folder is writable");
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&program, executable).expect("the file is ours");
    loop {
        match Host::open(&program) {
            Ok(host) => return host,
            // Another test's process was started while the file was open, and has it still.
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => thread::yield_now(),
            Err(error) => panic!("{error}"),
        }
    }
}

fn provider() -> InstalledProvider {
    InstalledProvider::binary("example/zoo", "/bin/true")
}

/// Runs a matrix that must fail, and returns its message.
fn failure_of(run: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(run)).expect_err("the matrix must fail");
    payload.downcast_ref::<String>().expect("a text").clone()
}

#[test]
fn every_pair_of_host_and_protocol_runs_once() {
    let folder = TempDir::new().unwrap();
    let hosts = [
        fake(folder.path(), "Terraform v1.8.0", ""),
        fake(folder.path(), "OpenTofu v1.11.0", ""),
    ];
    let seen = Mutex::new(Vec::new());
    Matrix::new(provider())
        .protocols([Protocol::Newest, Protocol::Only(5)])
        .on(hosts)
        .run(|host| {
            seen.lock()
                .unwrap()
                .push((host.host().product(), host.protocol()));
            Ok(())
        });
    let seen = seen.into_inner().unwrap();
    assert_eq!(seen.len(), 4);
    for kind in [Product::Terraform, Product::OpenTofu] {
        for protocol in [Protocol::Newest, Protocol::Only(5)] {
            assert!(seen.contains(&(kind, protocol)), "{seen:?}");
        }
    }
}

#[test]
fn the_oldest_and_the_newest_host_of_each_kind_offer_more_protocols() {
    let folder = TempDir::new().unwrap();
    let hosts = [
        "Terraform v1.9.0",
        "Terraform v1.10.0",
        "Terraform v1.6.0",
        "Terraform v1.11.0",
        "OpenTofu v1.10.0",
    ]
    .map(|banner| fake(folder.path(), banner, ""));
    let seen = Mutex::new(Vec::new());
    Matrix::new(provider())
        .protocols_of_oldest_and_newest([Protocol::Only(5)])
        .only_if("not 1.6", |host| host.is_at_least(1, 9))
        .on(hosts)
        .run(|host| {
            let case = format!("{}, {}", host.host(), host.protocol());
            seen.lock().unwrap().push(case);
            Ok(())
        });
    let mut seen = seen.into_inner().unwrap();
    seen.retain(|case| case.ends_with("protocol 5 only"));
    seen.sort();
    let ends = ["OpenTofu 1.10.0", "Terraform 1.11.0", "Terraform 1.9.0"];
    assert_eq!(seen, ends.map(|host| format!("{host}, protocol 5 only")));
}

#[test]
fn features_and_conditions_exclude_hosts() {
    let folder = TempDir::new().unwrap();
    let hosts = [
        "Terraform v1.10.0",
        "Terraform v1.11.4",
        "Terraform v1.12.0",
        "OpenTofu v1.11.0",
    ]
    .map(|banner| fake(folder.path(), banner, ""));
    let seen = Mutex::new(Vec::new());
    Matrix::new(provider())
        .needs(Feature::WriteOnly)
        .only_if("not before 1.12", |host| !host.is_at_least(1, 12))
        .on(hosts)
        .run(|host| {
            seen.lock().unwrap().push(host.host().to_string());
            Ok(())
        });
    let mut seen = seen.into_inner().unwrap();
    seen.sort();
    assert_eq!(seen, ["OpenTofu 1.11.0", "Terraform 1.11.4"]);
}

#[test]
fn no_host_is_no_failure() {
    Matrix::new(provider())
        .on([])
        .run(|_| panic!("there is nothing to run on"));
}

#[test]
fn a_failure_names_host_protocol_commands_and_output() {
    let folder = TempDir::new().unwrap();
    let script = "echo ok; [ \"$1\" = good ] || { echo \"cannot $1\" >&2; exit 3; }";
    let hosts = [
        fake(folder.path(), "Terraform v1.8.0", script),
        fake(folder.path(), "Terraform v1.9.0", script),
    ];
    let message = failure_of(|| {
        Matrix::new(provider())
            .protocols([Protocol::Only(5)])
            .on(hosts)
            .run(|host| {
                host.config("# the configuration\n")?;
                host.run(["good"])?;
                if host.host().is_at_least(1, 9) {
                    host.run(["bad", "--very"])?;
                }
                Ok(())
            });
    });
    for part in [
        "1 of 2 runs failed",
        "FAILED: Terraform 1.9.0, protocol 5 only",
        "1. good (Exit(0), ",
        "2. bad --very (Exit(3), ",
        "`bad --very` ended with code 3",
        "cannot bad",
        "# the configuration",
    ] {
        assert!(message.contains(part), "{part:?} is not in:\n{message}");
    }
    assert!(!message.contains("1.8.0"), "{message}");
}

#[test]
fn a_panic_on_one_host_does_not_stop_the_others() {
    let folder = TempDir::new().unwrap();
    let hosts = ["Terraform v1.8.0", "Terraform v1.9.0", "Terraform v1.10.0"]
        .map(|banner| fake(folder.path(), banner, ""));
    let ran = AtomicUsize::new(0);
    let message = failure_of(|| {
        Matrix::new(provider()).on(hosts).run(|host| {
            ran.fetch_add(1, Ordering::Relaxed);
            assert!(host.host().is_at_least(1, 9), "too old by {}", 1);
            Ok(())
        });
    });
    assert_eq!(ran.into_inner(), 3);
    assert!(message.contains("1 of 3 runs failed"), "{message}");
    assert!(message.contains("too old by 1"), "{message}");
}

#[test]
fn two_hosts_for_each_processor_run_at_once() {
    let folder = TempDir::new().unwrap();
    let limit = 2 * thread::available_parallelism().map_or(1, usize::from);
    let hosts =
        (0..2 * limit).map(|minor| fake(folder.path(), &format!("Terraform v1.{minor}.0"), ""));
    let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let all_run = Barrier::new(limit);
    Matrix::new(provider()).on(hosts).run(|_| {
        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        all_run.wait();
        now.fetch_sub(1, Ordering::SeqCst);
        Ok(())
    });
    assert_eq!(most.into_inner(), limit);
}

#[test]
fn a_bad_provider_is_a_failure_of_the_test() {
    let folder = TempDir::new().unwrap();
    let host = fake(folder.path(), "Terraform v1.8.0", "");
    let provider = InstalledProvider::binary("example/zoo", "/nowhere/terraform-provider-zoo");
    let message = failure_of(|| Matrix::new(provider).on([host]).run(|_| Ok(())));
    assert!(
        message.contains("/nowhere/terraform-provider-zoo"),
        "{message}"
    );
}

#[test]
fn hosts_do_not_see_the_callers_settings_and_see_the_tests() {
    let folder = TempDir::new().unwrap();
    let script = "env | grep -E '^(TF_|CHECKPOINT)' | sort; cat \"$TF_CLI_CONFIG_FILE\"; cat *.tf";
    let host = fake(folder.path(), "Terraform v1.8.0", script);
    Matrix::new(provider()).on([host]).run(|host| {
        host.env("TF_EXTRA", "1").variable("legs", "4");
        let messages = host.run(["show-it"])?.stdout().to_owned();
        for part in [
            "CHECKPOINT_DISABLE=1\n",
            "TF_EXTRA=1\n",
            "TF_VAR_legs=4\n",
            "TF_INPUT=0\n",
            "dev_overrides {",
            "\"registry.terraform.io/example/zoo\" = ",
            "zoo = { source = \"example/zoo\" }",
        ] {
            assert!(messages.contains(part), "{part:?} is not in:\n{messages}");
        }
        assert!(!messages.contains("TF_REATTACH_PROVIDERS"), "{messages}");
        Ok(())
    });
}

#[test]
fn output_that_is_no_json_is_a_failure_not_a_panic() {
    let folder = TempDir::new().unwrap();
    let host = fake(folder.path(), "Terraform v1.8.0", "echo nonsense");
    Matrix::new(provider()).on([host]).run(|host| {
        for failure in [
            host.plan().unwrap_err(),
            host.show().unwrap_err(),
            host.schemas().unwrap_err(),
        ] {
            assert!(failure.to_string().contains("no JSON"), "{failure}");
            assert!(failure.to_string().contains("nonsense"), "{failure}");
        }
        host.file("terraform.tfstate", "nonsense")?;
        assert!(host.state().unwrap_err().to_string().contains("no JSON"));
        Ok(())
    });
}

#[test]
fn addresses_are_written_as_the_host_writes_them() {
    let folder = TempDir::new().unwrap();
    for (banner, registry) in [
        ("Terraform v1.8.0", "registry.terraform.io"),
        ("OpenTofu v1.8.0", "registry.opentofu.org"),
    ] {
        let host = fake(folder.path(), banner, "");
        Matrix::new(provider()).on([host]).run(|host| {
            assert_eq!(
                host.provider_address("example/zoo"),
                format!("{registry}/example/zoo")
            );
            assert_eq!(
                host.provider_address("tf.example.org/a/b"),
                "tf.example.org/a/b"
            );
            Ok(())
        });
    }
}
