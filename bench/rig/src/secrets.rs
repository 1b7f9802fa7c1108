//! The cost of hiding secrets in long texts.
//!
//! The provider is a process of the rig. The cost of a call without secrets is subtracted, so the figures show the search alone.

use std::pin::pin;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, process};

use terrane::prelude::*;
use terrane_bench::workload::{self, Error};
use terrane_composition::ProviderProcess;
use terrane_protocol::{DynamicValue, ReadDataSourceRequest};
use terrane_value::{Type, Value};

use crate::options::Options;
use crate::peer::Peer;
use crate::process::{Memory, cpu_time};
use crate::results::{Quantity, Results};

/// The name of this measurement in the option `--only`.
pub(crate) const SECRETS: &str = "secrets";

/// The environment variable that makes a process of the rig the provider.
pub(crate) const VARIABLE: &str = "TERRANE_BENCH_SECRETS";

/// The kinds of texts, and the piece of which each consists.
pub(crate) const TEXTS: [(&str, &str); 4] = [
    ("plain text", "Nothing to see here: 12 cats, 7 dogs. "),
    (
        "escapes",
        r#"a\\\"%2522+&amp;amp;&#38;\u0026 112, 97, 115, 115 c2VjcmV0IHRva2Vu"#,
    ),
    (
        "Base64",
        r"dGhpcyBpcyBhIHRleHQgdGhhdCBp\\\\\\\\/cyBlbmNv%2F",
    ),
    ("starts of secrets", START),
];

/// The start of all secrets.
const START: &str = "a start that many tokens share ";

/// The numbers of secrets.
pub(crate) const NONE: usize = 0;
pub(crate) const ONE: usize = 1;
pub(crate) const MANY: usize = 10_000;

/// A text of this length is not cut.
const MEGABYTE: usize = 1_000_000;

pub(crate) const HEALTH: &str = "health check next to a search for secrets";

/// The subject of a call that warns with a number of texts of a megabyte each.
pub(crate) fn subject(kind: &str, megabytes: usize, secrets: usize) -> String {
    format!("secrets: {megabytes} MB of {kind}, {secrets} secrets")
}

/// Serves the provider to the host that started this process.
pub(crate) fn serve() -> process::ExitCode {
    terrane::serve::<Keeper>()
}

/// Measures all kinds of texts.
pub(crate) async fn measure(options: &Options, results: &mut Results) -> Result<(), Error> {
    if !options.wants(SECRETS) {
        return Ok(());
    }
    for (kind, piece) in TEXTS {
        let mut running = Vec::new();
        for (megabytes, secrets) in [
            (1, NONE),
            (1, ONE),
            (4, NONE),
            (4, ONE),
            (1, MANY),
            (0, MANY),
        ] {
            let subject = subject(kind, megabytes, secrets);
            let request = request(piece, megabytes, secrets)?;
            running.push((subject, request, start().await?));
        }
        // In turn, because the speed of the machine varies.
        for _ in 0..options.rounds() {
            for (subject, request, process) in &running {
                let before = cpu_time(process.client().pid())?;
                ask(process, request.clone()).await?;
                let spent = cpu_time(process.client().pid())? - before;
                let microseconds = spent.as_secs_f64() * 1e6;
                results.add(subject, Quantity::Cpu, Peer::Terrane, microseconds);
            }
        }
        for (subject, _, process) in running {
            let peak = Memory::of(process.client().pid())?.peak;
            results.add(&subject, Quantity::Peak, Peer::Terrane, peak.into());
            process.kill().await?;
        }
    }
    health(results).await
}

/// Checks the health of a provider while a call of it searches texts.
async fn health(results: &mut Results) -> Result<(), Error> {
    let process = start().await?;
    let (_, piece) = TEXTS[1];
    let mut call = pin!(ask(&process, request(piece, 4, ONE)?));
    let mut slowest = Duration::ZERO;
    loop {
        let start = Instant::now();
        tokio::select! {
            answered = &mut call => break answered?,
            checked = process.client().ping() => checked?,
        }
        slowest = slowest.max(start.elapsed());
    }
    let milliseconds = slowest.as_secs_f64() * 1e3;
    results.add(HEALTH, Quantity::Wall, Peer::Terrane, milliseconds);
    process.kill().await?;
    Ok(())
}

async fn start() -> Result<ProviderProcess, Error> {
    let mut command = Command::new(env::current_exe()?);
    command.env(VARIABLE, "1").env_remove("TF_LOG");
    let process = ProviderProcess::launch(command).await?;
    workload::configure(&*process.provider()).await?;
    Ok(process)
}

async fn ask(process: &ProviderProcess, request: ReadDataSourceRequest) -> Result<(), Error> {
    let answer = process.provider().read_data_source(request).await?;
    if answer.diagnostics.has_errors() {
        Err(format!("the provider fails: {:?}", answer.diagnostics).into())
    } else {
        Ok(())
    }
}

fn request(piece: &str, megabytes: usize, secrets: usize) -> Result<ReadDataSourceRequest, Error> {
    let ty = Type::object([
        ("megabytes", Type::Number),
        ("piece", Type::String),
        ("tokens", Type::list(Type::String)),
    ]);
    let tokens = (0..secrets).map(|number| Value::from(format!("{START}{number}")));
    let config = Value::object([
        ("megabytes", Value::from(i64::try_from(megabytes)?)),
        ("piece", piece.into()),
        ("tokens", Value::list(tokens)),
    ]);
    Ok(ReadDataSourceRequest {
        type_name: "keeper_warning".to_owned(),
        config: DynamicValue::encode(&config, &ty)?,
        ..ReadDataSourceRequest::default()
    })
}

/// A provider of warnings.
struct Keeper;

#[derive(Model)]
struct Settings {
    endpoint: Option<String>,
}

#[provider("registry.terraform.io/example/keeper")]
impl Provider for Keeper {
    async fn configure(_: Settings, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Self)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.data_source::<Warning>();
    }
}

/// Warnings of a megabyte each.
#[derive(Model)]
struct Warning {
    megabytes: i64,
    piece: String,
    tokens: Sensitive<Vec<String>>,
}

impl DataSource for Warning {
    type Provider = Keeper;

    async fn read(config: Self, _: &Keeper, cx: &mut ReadDataContext) -> Result<Self> {
        for _ in 0..config.megabytes {
            let mut text = config.piece.repeat(MEGABYTE / config.piece.len());
            text.shrink_to_fit();
            cx.warn("A long warning", text);
        }
        Ok(config)
    }
}
