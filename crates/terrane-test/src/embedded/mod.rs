//! The embedded host: the commands of Terraform that tests use, carried out in this process.
//!
//! Each command starts the providers anew in the folder of the configuration, and plans that are applied have been in a file, as under a real host.

mod arguments;
mod output;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Instant;

use terrane_composition::ProviderProcess;
use terrane_host::address::{Provider, ResourceInstance};
use terrane_host::config::Config;
use terrane_host::engine::{ApplyOptions, Engine, Event, PlanOptions, Stop};
use terrane_host::evaluate::Variables;
use terrane_host::factory::Factories;
use terrane_host::plan::{Mode, Plan};
use terrane_host::render::Renderer;
use terrane_host::state::{LockRequest, State, StateFile};
use terrane_host::{Report, TERRAFORM_VERSION};
use terrane_protocol::schema::json;
use tokio::runtime::Runtime;

use self::arguments::Arguments;
use self::output::Output;
use crate::process::{End, Finished, without_host_settings};

/// The file of the state.
const STATE: &str = "terraform.tfstate";

/// The runtime in which all tests of this process plan and apply.
static RUNTIME: LazyLock<io::Result<Runtime>> = LazyLock::new(Runtime::new);

/// The embedded host in a folder.
#[derive(Debug)]
pub(crate) struct Embedded {
    /// The folder of the configuration.
    pub(crate) folder: PathBuf,
    /// The environment of the host and its providers.
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// The addresses of each provider, and its program.
    pub(crate) programs: Vec<(Vec<String>, PathBuf)>,
    /// Interrupts the command.
    pub(crate) stop: Stop,
}

/// Why a command ended with an error.
enum Failed {
    /// The reports say why, with the files that they are about.
    Reports(Vec<Report>, terrane_hcl::Sources),
    /// An error without a place.
    Problem(String),
}

impl From<String> for Failed {
    fn from(problem: String) -> Self {
        Self::Problem(problem)
    }
}

impl Embedded {
    /// Carries out a command.
    pub(crate) fn run(&self, arguments: &[OsString]) -> Finished {
        let started = Instant::now();
        let mut output = Output::new(&self.folder);
        let code = match self.carry_out(arguments, &mut output) {
            Ok(code) => code,
            Err(Failed::Problem(problem)) => {
                output.problem(&problem);
                1
            }
            Err(Failed::Reports(reports, sources)) => {
                output.reports(&reports, &sources);
                1
            }
        };
        Finished {
            end: End::Exit(code),
            stdout: output.stdout,
            stderr: output.stderr,
            elapsed: started.elapsed(),
        }
    }

    fn carry_out(&self, arguments: &[OsString], output: &mut Output) -> Result<i32, Failed> {
        let name = arguments.first().map(|name| name.to_string_lossy());
        let rest = arguments.get(1..).unwrap_or_default();
        let mut parsed = Arguments::parse(rest)?;
        output.is_json = parsed.is_json;
        if name.as_deref() == Some("destroy") {
            parsed.plan.mode = Mode::Destroy;
        }
        match name.as_deref().unwrap_or_default() {
            // Modules are local, and providers are known.
            "get" | "init" => Ok(0),
            "plan" => self.plan(parsed, output),
            "apply" | "destroy" => self.apply(parsed, output),
            "providers" if parsed.others == ["schema"] => self.schemas(output),
            "show" if parsed.is_json => self.show_plan(&parsed, output),
            "output" if parsed.is_json => self.output(&parsed, output),
            "import" => self.import(&parsed, output),
            "state" => self.edit_state(&parsed),
            other => Err(Failed::Problem(format!(
                "the embedded host does not have the command `{other}` with these arguments"
            ))),
        }
    }

    fn plan(&self, arguments: Arguments, output: &mut Output) -> Result<i32, Failed> {
        let out = arguments.out.clone();
        let has_detailed_exit_code = arguments.has_detailed_exit_code;
        let (engine, plan) = self.planned(arguments)?;
        output.reports(&plan.warnings, &engine.config().sources);
        output.plan(&plan);
        if let Some(file) = out {
            let saved = plan.save(self.folder.join(file));
            saved.map_err(|error| error.to_string())?;
        }
        Ok(if has_detailed_exit_code && !plan.is_empty() {
            2
        } else {
            0
        })
    }

    /// Plans, and returns the plan as it is after it has been in a file.
    fn planned(&self, arguments: Arguments) -> Result<(Engine, Plan), Failed> {
        let engine = self.engine()?;
        let variables = Variables::new()
            .environment(self.texts())
            .files(&self.folder);
        let files = arguments.variable_files.iter();
        let variables = files.fold(variables, |variables, file| {
            variables.file(self.folder.join(file))
        });
        let options = PlanOptions {
            variables: arguments.variables(variables),
            stop: self.stop.clone(),
            ..arguments.plan
        };
        let file = self.lock("OperationTypePlan")?;
        let state = file.state().cloned().unwrap_or_default();
        let planned = runtime()?.block_on(engine.plan(&state, options));
        file.unlock().map_err(|error| error.to_string())?;
        match planned {
            Ok(plan) => Ok((engine, plan)),
            Err(reports) => Err(Failed::Reports(reports, engine.config().sources.clone())),
        }
    }

    fn apply(&self, arguments: Arguments, output: &mut Output) -> Result<i32, Failed> {
        let (engine, plan) = match arguments.others.first() {
            Some(file) => {
                let loaded = Plan::load(self.folder.join(file));
                (self.engine()?, loaded.map_err(|error| error.to_string())?)
            }
            None => {
                let (engine, plan) = self.planned(arguments)?;
                output.reports(&plan.warnings, &engine.config().sources);
                output.plan(&plan);
                (engine, plan)
            }
        };
        let mut file = self.lock("OperationTypeApply")?;
        let options = ApplyOptions {
            stop: self.stop.clone(),
            ..ApplyOptions::default()
        };
        let mode = plan.mode;
        let progress = Renderer::new().progress();
        let lines = Mutex::new(String::new());
        let note = |event: Event| {
            let line = progress.line(&event).unwrap_or_default();
            lines
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push_str(&line);
        };
        let applied = engine.apply(plan, &mut file, options, &note);
        let applied = runtime()?.block_on(applied);
        file.unlock().map_err(|error| error.to_string())?;
        output.progress(&lines.into_inner().unwrap_or_else(PoisonError::into_inner));
        output.reports(&applied.reports, &engine.config().sources);
        let has_failed = applied.reports.iter().any(Report::is_error);
        if !has_failed {
            output.progress(&progress.summary(mode));
            output.progress(&Renderer::new().outputs(&applied.state));
        }
        Ok(i32::from(has_failed))
    }

    /// Prints the schemas of the providers as hosts do.
    fn schemas(&self, output: &mut Output) -> Result<i32, Failed> {
        let mut entries = Vec::new();
        for (addresses, program) in &self.programs {
            let command = self.command(program)();
            let described = runtime()?.block_on(async {
                let process = ProviderProcess::launch(command).await;
                let process = process.map_err(|error| error.to_string())?;
                let described = json::of_provider(&*process.provider()).await;
                described.map_err(|error| error.to_string())
            })?;
            if let Some(address) = addresses.first() {
                entries.push((address.clone(), described));
            }
        }
        output.json(&json::document(entries));
        Ok(0)
    }

    fn show_plan(&self, arguments: &Arguments, output: &mut Output) -> Result<i32, Failed> {
        let Some(file) = arguments.others.first() else {
            return Err(Failed::Problem(
                "the embedded host shows plans, not states".to_owned(),
            ));
        };
        let plan = Plan::load(self.folder.join(file)).map_err(|error| error.to_string())?;
        output.json(&plan.to_json());
        Ok(0)
    }

    fn output(&self, arguments: &Arguments, output: &mut Output) -> Result<i32, Failed> {
        let state = self.state()?;
        let name = arguments.others.first().map(String::as_str);
        let found = state
            .outputs
            .iter()
            .find(|(own, _)| Some(own.as_str()) == name);
        let Some((_, found)) = found else {
            let problem = format!("the state has no output `{}`", name.unwrap_or_default());
            return Err(Failed::Problem(problem));
        };
        output.text(found.value.as_str());
        Ok(0)
    }

    /// Imports an object as an `import` block does, and applies nothing else.
    fn import(&self, arguments: &Arguments, output: &mut Output) -> Result<i32, Failed> {
        let [address, id] = arguments.others.as_slice() else {
            return Err(Failed::Problem(
                "expected an address and an identifier".to_owned(),
            ));
        };
        let block = format!("import {{\n  to = {address}\n  id = {id:?}\n}}\n");
        let path = self.folder.join("terrane_test_import.tf");
        let written = std::fs::write(&path, block.replace("${", "$${").replace("%{", "%%{"));
        written.map_err(|error| error.to_string())?;
        let target = Arguments::parse(&[format!("-target={address}").into()])?;
        let planned = self.planned(target);
        std::fs::remove_file(&path).map_err(|error| error.to_string())?;
        let (engine, plan) = planned?;
        output.reports(&plan.warnings, &engine.config().sources);
        self.write(plan.state)?;
        Ok(0)
    }

    fn edit_state(&self, arguments: &Arguments) -> Result<i32, Failed> {
        let words: Vec<&str> = arguments.others.iter().map(String::as_str).collect();
        let mut state = self.state()?;
        match words.as_slice() {
            ["rm", addresses @ ..] => {
                for address in addresses {
                    take(&mut state, &instance(address)?)?;
                }
            }
            ["mv", from, to] => {
                let (provider, object) = take(&mut state, &instance(from)?)?;
                state.set_current(&instance(to)?, &provider, Some(object));
            }
            _ => {
                let problem = "the embedded host has the commands `state rm` and `state mv`";
                return Err(Failed::Problem(problem.to_owned()));
            }
        }
        self.write(state)?;
        Ok(0)
    }

    fn engine(&self) -> Result<Engine, Failed> {
        let config = Config::load(&self.folder).map_err(|error| {
            let reports = error.diagnostics.into_iter().map(Report::from).collect();
            Failed::Reports(reports, error.sources)
        })?;
        let mut factories = Factories::new();
        for (addresses, program) in &self.programs {
            for address in addresses {
                let provider: Provider = address.parse().map_err(|_| address.clone())?;
                let command = self.command(program);
                factories = factories.with_program(provider, command);
            }
        }
        Ok(Engine::new(config, &self.folder, factories).started_in(&self.folder))
    }

    /// Returns a function that makes the command of a provider, as a host runs it.
    fn command(&self, program: &Path) -> impl Fn() -> Command + Send + Sync + 'static {
        let (program, folder) = (program.to_owned(), self.folder.clone());
        let environment = self.environment.clone();
        move || {
            let mut command = Command::new(&program);
            without_host_settings(&mut command);
            command.current_dir(&folder).envs(environment.clone());
            command
        }
    }

    /// Returns the environment as texts. Variables of a configuration cannot have others.
    fn texts(&self) -> impl Iterator<Item = (String, String)> {
        let variables = self.environment.iter();
        variables.filter_map(|(name, value)| {
            let (name, value) = (name.to_str()?, value.to_str()?);
            Some((name.to_owned(), value.to_owned()))
        })
    }

    fn lock(&self, operation: &str) -> Result<StateFile, Failed> {
        let request = LockRequest::new(operation, TERRAFORM_VERSION);
        let file = StateFile::lock(self.folder.join(STATE), &request);
        Ok(file.map_err(|error| error.to_string())?)
    }

    fn state(&self) -> Result<State, Failed> {
        let file = StateFile::open(self.folder.join(STATE)).map_err(|error| error.to_string())?;
        Ok(file.state().cloned().unwrap_or_default())
    }

    fn write(&self, state: State) -> Result<(), Failed> {
        let mut file = self.lock("OperationTypeState")?;
        file.write(state).map_err(|error| error.to_string())?;
        file.unlock().map_err(|error| error.to_string())?;
        Ok(())
    }
}

fn runtime() -> Result<&'static Runtime, String> {
    RUNTIME.as_ref().map_err(ToString::to_string)
}

fn instance(address: &str) -> Result<ResourceInstance, String> {
    address
        .parse()
        .map_err(|error| format!("`{address}` is not the address of an object: {error}"))
}

/// Removes an object from a state, and returns it with its provider.
fn take(
    state: &mut State,
    address: &ResourceInstance,
) -> Result<
    (
        terrane_host::address::ProviderConfig,
        terrane_host::state::Object,
    ),
    String,
> {
    let missing = || format!("the state has no object {address}");
    let provider = state.resource(&address.resource).ok_or_else(missing)?;
    let provider = provider.provider.clone();
    let object = state.instance(address).and_then(|it| it.current.clone());
    state.set_current(address, &provider, None);
    Ok((provider, object.ok_or_else(missing)?))
}
