//! ProvisionResource: the output of a provisioner, then its diagnostics.

use std::sync::Arc;

use terrane_protocol::*;
use terrane_value::{Data, Type, Value};
use tokio::sync::mpsc;

use crate::context::{Connection, Private, ProvisionContext};
use crate::dynamic::DynProvisioner;
use crate::server::call::answer::Event;
use crate::server::call::messages::{Messages, WAITING_MESSAGES};
use crate::server::call::{Call, author, values};
use crate::{messages, secret};

/// Runs the provisioner: streams its output, then its diagnostics.
pub(crate) fn provisioned(
    provisioner: Arc<dyn DynProvisioner>,
    call: Arc<Call>,
    request: &ProvisionResourceRequest,
) -> Result<BoxStream<ProvisionResourceEvent>, Diagnostic> {
    let block = provisioner.block();
    let doing = format!("Cannot provision with {}", provisioner.name());
    let config = values::decode_some(&request.config, block, "configuration")?;
    let connection = connection(&request.connection)?;
    let prepared = values::prepared(block, &config, &doing)?;
    let cx = call.context(Private::default());
    let (sender, output) = mpsc::channel(WAITING_MESSAGES);
    let provision = ProvisionContext::new(cx.clone(), connection, sender);
    let noted = cx.clone();
    let ended = Box::pin(async move {
        let provisioned = call.run(&doing, || provisioner.provision(prepared, provision));
        let result = provisioned.await;
        Event::last(author::report(&cx, result.err(), &doing))
    });
    Ok(
        Messages::new(output, ended).events(noted, |output| ProvisionResourceEvent {
            output,
            ..ProvisionResourceEvent::default()
        }),
    )
}

/// Decodes the settings of a connection. Hosts send a map of strings, which differs from their own schema.
fn connection(value: &DynamicValue) -> Result<Connection, Diagnostic> {
    let value = value.decode(&Type::map(Type::String)).map_err(|error| {
        let found = format_args!("not readable ({error})");
        messages::host::unexpected("connection", found, "a map of strings")
    })?;
    let Value::Known(Data::Map(settings)) = value else {
        return Ok(Connection::new());
    };
    let settings = settings.iter();
    let texts =
        settings.filter_map(|(name, value)| Some((name.to_string(), value.as_str()?.to_owned())));
    let connection: Connection = texts.collect();
    for (name, text) in &connection {
        if name.ends_with("password") || name.ends_with("private_key") {
            secret::hide(text);
        }
    }
    Ok(connection)
}
