//! Calls of functions.

use terrane_protocol::{CallFunctionRequest, EmptyRequest};
use terrane_value::Value;

use super::connection::{Client, answer, decode, encode, find};
use super::error::CallError;

impl Client {
    /// Calls a function. As a host does, it calls with known and non-null arguments only where the parameter does not accept others.
    ///
    /// # Errors
    ///
    /// Fails if the number or the types of the arguments are wrong, if a null is not accepted, or if the function fails.
    pub async fn call(
        &self,
        name: &str,
        arguments: impl IntoIterator<Item = Value>,
    ) -> Result<Value, CallError> {
        let call = format!("call of {name}");
        let functions = answer(&call, self.provider.get_functions(EmptyRequest {})).await?;
        CallError::check(&call, functions.diagnostics)?;
        let function = match functions.functions.get(name) {
            None => find(&call, "function", name, self.schemas().functions.get(name))?,
            Some(function) => function,
        };
        let mut encoded = Vec::new();
        for (index, argument) in arguments.into_iter().enumerate() {
            let parameter = function.parameters.get(index);
            let Some(parameter) = parameter.or(function.variadic.as_ref()) else {
                return Err(CallError::misuse(
                    &call,
                    format!("it takes {} arguments", function.parameters.len()),
                ));
            };
            if argument.is_null() && !parameter.allow_null {
                return Err(CallError::misuse(
                    &call,
                    format!("argument `{}` must not be null", parameter.name),
                ));
            }
            if argument.is_unknown() && !parameter.allow_unknown {
                return Ok(Value::unknown());
            }
            encoded.push(encode(&call, &argument, &parameter.ty)?);
        }
        if encoded.len() < function.parameters.len() {
            return Err(CallError::misuse(
                &call,
                format!("it takes {} arguments", function.parameters.len()),
            ));
        }
        let request = CallFunctionRequest {
            name: name.to_owned(),
            arguments: encoded,
        };
        let response = answer(&call, self.provider.call_function(request)).await?;
        match response.error {
            None => decode(&call, &response.result, &function.returns),
            Some(error) => Err(CallError::function(&call, error)),
        }
    }
}
