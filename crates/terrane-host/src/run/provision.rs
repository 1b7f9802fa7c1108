//! Provisioners of new objects, and of objects that are destroyed.

use terrane_hcl::value::{Mark, Value};
use terrane_protocol::schema::{Attribute, Block};
use terrane_value::{Text, Type};

use super::local_exec::LocalExec;
use super::outputs::contains_mark;
use super::{Event, Failed, Run};
use crate::address::{InstanceKey, ResourceInstance};
use crate::config::{OnFailure, Provisioner, When};
use crate::diagnostics::Report;
use crate::evaluate::Place;
use crate::object::body_schema;
use crate::quote::quoted;

/// The name of the provisioner that this host has.
const LOCAL_EXEC: &str = "local-exec";

fn schema() -> Block {
    let optional = |name, ty| Attribute {
        optional: true,
        ..Attribute::new(name, ty)
    };
    let command = Attribute {
        required: true,
        ..Attribute::new("command", Type::String)
    };
    Block {
        attributes: vec![
            command,
            optional("interpreter", Type::list(Type::String)),
            optional("working_dir", Type::String),
            optional("environment", Type::map(Type::String)),
            optional("quiet", Type::Bool),
        ],
        ..Block::default()
    }
}

impl Run<'_> {
    /// Runs the provisioners of an object that has been created. The place has its `count` and `each`.
    pub(crate) async fn provision_created(
        &self,
        provisioners: &[Provisioner],
        address: &ResourceInstance,
        place: &Place,
        object: Value,
    ) -> Result<(), Failed> {
        self.provision(provisioners, When::Create, address, place, object)
            .await
    }

    /// Runs the provisioners of an object that is about to be destroyed.
    pub(crate) async fn provision_destroyed(
        &self,
        address: &ResourceInstance,
        object: Value,
    ) -> Result<(), Failed> {
        let config = address.resource.config();
        let provisioners = match self.config_resource(&config) {
            Some(resource) => &resource.provisioners,
            None => match self.removals(&config).next() {
                Some(removed) => &removed.provisioners,
                None => return Ok(()),
            },
        };
        let own = match &address.key {
            None => Vec::new(),
            Some(InstanceKey::Number(index)) => {
                let index = usize::try_from(*index).unwrap_or(usize::MAX);
                let count = Value::object([("index", Value::from(index))]);
                vec![(Text::from("count"), count)]
            }
            Some(InstanceKey::String(key)) => {
                let each = Value::object([("key", Value::from(key.clone()))]);
                vec![(Text::from("each"), each)]
            }
        };
        let place = Place::new(&address.resource.module).of(address).with(own);
        self.provision(provisioners, When::Destroy, address, &place, object)
            .await
    }

    async fn provision(
        &self,
        provisioners: &[Provisioner],
        when: When,
        address: &ResourceInstance,
        place: &Place,
        object: Value,
    ) -> Result<(), Failed> {
        let place = place.clone().with(vec![("self".into(), object)]);
        for provisioner in provisioners.iter().filter(|it| it.when == when) {
            (self.events)(Event::Provisioning {
                address: address.to_string(),
                provisioner: LOCAL_EXEC,
            });
            let result = self.execute(provisioner, address, &place).await;
            let failed = match result {
                Ok(failed) => failed,
                Err(failed) => {
                    self.provisioned(address, false);
                    return Err(failed);
                }
            };
            self.provisioned(address, failed.is_none());
            if let Some(report) = failed
                && provisioner.on_failure == OnFailure::Fail
            {
                return Err(self.fail(report.at(provisioner.span).of(address)));
            }
        }
        Ok(())
    }

    fn provisioned(&self, address: &ResourceInstance, success: bool) {
        (self.events)(Event::Provisioned {
            address: address.to_string(),
            provisioner: LOCAL_EXEC,
            success,
        });
    }

    /// Runs the command of a provisioner. Returns the report of a command that failed.
    async fn execute(
        &self,
        provisioner: &Provisioner,
        address: &ResourceInstance,
        place: &Place,
    ) -> Result<Option<Report>, Failed> {
        let config = self
            .body(
                place,
                &provisioner.body,
                &body_schema(&schema()),
                &Provisioner::arguments(),
            )
            .await?;
        let secrets = [
            (Mark::Sensitive, "sensitive"),
            (Mark::Ephemeral, "ephemeral"),
        ];
        let secret = secrets
            .iter()
            .find(|(mark, _)| contains_mark(&config, mark))
            .map(|(_, name)| *name);
        let (config, _) = config.unmark_deep();
        let command = text(&config, "command").unwrap_or_default();
        if command.is_empty() {
            let summary = "Invalid local-exec provisioner command";
            let detail = "The argument \"command\" must be a string that is not empty.";
            return Ok(Some(Report::error(summary, detail)));
        }
        let given = attribute(&config, "interpreter");
        let interpreter: Vec<String> = match given.as_ref().and_then(Value::elements) {
            Some(elements) => elements.iter().filter_map(plain).collect(),
            None => LocalExec::shell().to_vec(),
        };
        let variables = attribute(&config, "environment");
        let environment = variables
            .iter()
            .flat_map(Value::entries)
            .filter_map(|(name, value)| Some((name.to_string(), plain(value)?)));
        let folder = text(&config, "working_dir").unwrap_or_default();
        let local = LocalExec {
            arguments: interpreter.into_iter().chain([command.clone()]).collect(),
            environment: environment.collect(),
            folder: self.machine.working.join(&self.root).join(folder),
        };
        let output = |line: String| {
            (self.events)(Event::ProvisionerOutput {
                address: address.to_string(),
                provisioner: LOCAL_EXEC,
                output: match secret {
                    Some(name) => format!("(output suppressed due to {name} value in config)"),
                    None => line,
                },
            });
        };
        let is_quiet = attribute(&config, "quiet").and_then(|it| it.as_bool());
        if is_quiet == Some(true) {
            output("local-exec: Executing: Suppressed by quiet=true".to_owned());
        } else {
            let quoted = local.arguments.iter().map(|it| quoted(it));
            let shown: Vec<String> = quoted.collect();
            output(format!("Executing: [{}]", shown.join(" ")));
        }
        let result = local.run(&self.stop, output).await;
        Ok(result.err().map(|(reason, shown)| {
            let detail = format!("Error running command '{command}': {reason}. Output: {shown}");
            Report::error("local-exec provisioner error", detail)
        }))
    }
}

/// Returns an attribute that is not null.
fn attribute(config: &Value, name: &str) -> Option<Value> {
    let mut entries = config.entries();
    let value = entries.find(|(key, _)| **key == *name);
    value
        .map(|(_, value)| value.clone())
        .filter(|value| !value.is_null())
}

fn text(config: &Value, name: &str) -> Option<String> {
    plain(&attribute(config, name)?)
}

fn plain(value: &Value) -> Option<String> {
    value.as_text().map(ToString::to_string)
}
