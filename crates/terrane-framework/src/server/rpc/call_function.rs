//! CallFunction: arguments in, result out.

use terrane_protocol::schema::Function as Signature;
use terrane_protocol::*;
use terrane_value::Value;

use crate::error::{Error, Result as AuthorResult};
use crate::messages::functions as messages;
use crate::server::call::answer::Answer;
use crate::server::call::configuration::NotReady;
use crate::server::session::Server;

impl Server {
    pub(crate) async fn call_function(
        &self,
        request: CallFunctionRequest,
    ) -> Answer<CallFunctionResponse> {
        Ok(match self.called(request).await {
            Ok(result) => CallFunctionResponse {
                result,
                error: None,
            },
            Err(error) => {
                let argument = error
                    .argument_index()
                    .and_then(|index| u64::try_from(index).ok());
                // Hosts append a full stop.
                let mut text = error.to_string();
                if text.ends_with('.') && !text.ends_with("..") {
                    text.pop();
                }
                CallFunctionResponse {
                    error: Some(FunctionError { text, argument }),
                    ..CallFunctionResponse::default()
                }
            }
        })
    }

    async fn called(&self, request: CallFunctionRequest) -> AuthorResult<DynamicValue> {
        let name = &request.name;
        let function = self
            .definition
            .functions
            .get(name)
            .ok_or_else(|| messages::not_found(name))?;
        let signature = function.signature();
        let arguments = decode_arguments(signature, &request.arguments)?;
        if arguments.is_unknown {
            return encode_result(name, &Value::unknown(), signature);
        }
        let doing = format!("Cannot call {name}");
        let provider = if function.needs_provider() {
            Some(
                self.provider()
                    .map_err(|not_ready| without(name, &not_ready, &doing))?,
            )
        } else {
            None
        };
        let called = self
            .call
            .run(&doing, || function.call(arguments.values, provider));
        encode_result(name, &called.await?, signature)
    }
}

fn encode_result(name: &str, result: &Value, signature: &Signature) -> AuthorResult<DynamicValue> {
    DynamicValue::encode_finite(result, &signature.returns)
        .map_err(|error| messages::unexpected_result(name, &error))
}

/// Creates the error for a function whose provider is not configured.
fn without(name: &str, not_ready: &NotReady, doing: &str) -> Error {
    match not_ready {
        NotReady::NotConfigured => messages::needs_provider(doing, name),
        NotReady::Unknown(_) | NotReady::Deferred(_) => {
            Error::from_diagnostic(not_ready.diagnostic(doing))
        }
    }
}

/// The arguments of a call.
struct Arguments {
    values: Vec<Value>,
    /// Whether an argument is partly unknown, although its parameter does not accept unknown values. The result of such a call is unknown.
    is_unknown: bool,
}

/// Decodes the arguments by their parameters. The variadic parameter gets all remaining arguments (rules F1 to F4).
fn decode_arguments(signature: &Signature, arguments: &[DynamicValue]) -> AuthorResult<Arguments> {
    let positional = signature.parameters.len();
    if arguments.len() < positional
        || (arguments.len() > positional && signature.variadic.is_none())
    {
        let least = if signature.variadic.is_some() {
            "at least "
        } else {
            ""
        };
        return Err(messages::wrong_number(least, positional, arguments.len()));
    }
    let parameters = signature
        .parameters
        .iter()
        .chain(std::iter::repeat(&signature.variadic).flatten());
    let mut values = Vec::with_capacity(arguments.len());
    let mut is_unknown = false;
    for (position, (argument, parameter)) in arguments.iter().zip(parameters).enumerate() {
        let value = argument
            .decode(&parameter.ty)
            .map_err(|error| messages::argument(position, &parameter.ty, &parameter.name, error))?;
        is_unknown |= !parameter.allow_unknown && !value.is_wholly_known();
        values.push(value);
    }
    Ok(Arguments { values, is_unknown })
}
