//! The calls of the benchmark. Each has the request, the value of the correct answer, and the answer of the floor.

mod error;
mod growing;
mod resources;
mod types;
mod values;

use std::convert::Infallible;

use bytes::Bytes;
use terrane_protocol::*;
use terrane_value::{Type, Value, json};

pub use self::error::Error;
pub use self::growing::{Grown, Operation};
pub use self::resources::Items;
pub use self::types::Types;
use self::values::{items, nested, small, wide};

/// Configures a provider, with nothing set.
///
/// # Errors
///
/// Fails if the provider cannot be configured.
pub async fn configure(provider: &dyn Provider) -> Result<(), Error> {
    let settings = Type::object([("endpoint", Type::String)]);
    let request = ConfigureProviderRequest {
        terraform_version: "1.11.4".to_owned(),
        config: DynamicValue::encode(&Value::object([("endpoint", Value::Null)]), &settings)?,
        ..ConfigureProviderRequest::default()
    };
    let answer = provider.configure_provider(request).await?;
    none_of(answer.diagnostics)
}

/// The state of a resource with a number of items.
#[must_use]
pub fn state_of_items(kind: Items, count: usize) -> Value {
    nested("nested".into(), items::planned(kind, count))
}

/// One request, with its correct answer.
#[derive(Debug, Clone)]
pub struct Call {
    request: Request,
    ty: Type,
    answer: Value,
    encoded: DynamicValue,
    echo: DynamicValue,
}

#[derive(Debug, Clone)]
enum Request {
    Validate(ConfigRequest),
    Function(CallFunctionRequest),
    Plan(PlanResourceChangeRequest),
    Apply(ApplyResourceChangeRequest),
    Read(ReadResourceRequest),
    Upgrade(UpgradeRequest),
}

impl Call {
    fn new(request: Request, echo: DynamicValue, answer: Value, ty: &Type) -> Result<Self, Error> {
        Ok(Self {
            request,
            ty: ty.clone(),
            encoded: DynamicValue::encode(&answer, ty)?,
            answer,
            echo,
        })
    }

    /// Validates a small resource's configuration.
    ///
    /// # Errors
    ///
    /// Fails if the schema is not the benchmark's.
    pub fn validate(types: &Types) -> Result<Self, Error> {
        let ty = types.resource("bench_small")?;
        let request = ConfigRequest {
            type_name: "bench_small".to_owned(),
            config: DynamicValue::encode(&small::config(), ty)?,
            client_capabilities: ClientCapabilities::default(),
        };
        // The answer has no value.
        let mut call = Self::new(
            Request::Validate(request),
            DynamicValue::default(),
            Value::Null,
            ty,
        )?;
        call.encoded = DynamicValue::default();
        Ok(call)
    }

    /// Calls the function `concat`.
    ///
    /// # Errors
    ///
    /// Fails if the values cannot be encoded.
    pub fn function() -> Result<Self, Error> {
        let parts = DynamicValue::encode(&Value::list(["one", "two"]), &Type::list(Type::String))?;
        let request = CallFunctionRequest {
            name: "concat".to_owned(),
            arguments: vec![parts.clone()],
        };
        Self::new(
            Request::Function(request),
            parts,
            "onetwo".into(),
            &Type::String,
        )
    }

    /// Plans the creation of a small resource.
    ///
    /// # Errors
    ///
    /// Fails if the schema is not the benchmark's.
    pub fn plan_small(types: &Types) -> Result<Self, Error> {
        Self::plan(types, "bench_small", &small::config(), small::planned())
    }

    /// Creates a small resource.
    ///
    /// # Errors
    ///
    /// Fails if the schema is not the benchmark's.
    pub fn apply_small(types: &Types) -> Result<Self, Error> {
        let ty = types.resource("bench_small")?;
        let planned = DynamicValue::encode(&small::planned(), ty)?;
        let request = ApplyResourceChangeRequest {
            type_name: "bench_small".to_owned(),
            prior_state: DynamicValue::encode(&Value::Null, ty)?,
            planned_state: planned.clone(),
            config: DynamicValue::encode(&small::config(), ty)?,
            ..ApplyResourceChangeRequest::default()
        };
        Self::new(Request::Apply(request), planned, small::created(), ty)
    }

    /// Plans the creation of a resource with three hundred attributes.
    ///
    /// # Errors
    ///
    /// Fails if the schema is not the benchmark's.
    pub fn plan_wide(types: &Types) -> Result<Self, Error> {
        Self::plan(types, "bench_wide", &wide::config(300), wide::planned(300))
    }

    /// Plans the creation of a resource with a number of items.
    ///
    /// # Errors
    ///
    /// Fails if the schema is not the benchmark's.
    pub fn plan_items(types: &Types, kind: Items, count: usize) -> Result<Self, Error> {
        let (config, planned) = (items::configured(kind, count), items::planned(kind, count));
        let config = nested(Value::Null, config);
        Self::plan(
            types,
            kind.type_name(),
            &config,
            nested(Value::unknown(), planned),
        )
    }

    /// Plans an update of a resource with a number of items, of which none changes.
    ///
    /// # Errors
    ///
    /// Fails if the schema is not the benchmark's.
    pub fn replan_items(types: &Types, kind: Items, count: usize) -> Result<Self, Error> {
        let ty = types.resource(kind.type_name())?;
        let config = nested(Value::Null, items::configured(kind, count));
        let state = state_of_items(kind, count);
        let stored = DynamicValue::encode(&state, ty)?;
        let request = PlanResourceChangeRequest {
            type_name: kind.type_name().to_owned(),
            prior_state: stored.clone(),
            proposed_new_state: stored.clone(),
            config: DynamicValue::encode(&config, ty)?,
            ..PlanResourceChangeRequest::default()
        };
        Self::new(Request::Plan(request), stored, state, ty)
    }

    /// Reads a resource with a number of items, which has not changed.
    ///
    /// # Errors
    ///
    /// Fails if the schema is not the benchmark's.
    pub fn read_items(types: &Types, kind: Items, count: usize) -> Result<Self, Error> {
        let ty = types.resource(kind.type_name())?;
        let state = state_of_items(kind, count);
        let stored = DynamicValue::encode(&state, ty)?;
        let request = ReadResourceRequest {
            type_name: kind.type_name().to_owned(),
            current_state: stored.clone(),
            ..ReadResourceRequest::default()
        };
        Self::new(Request::Read(request), stored, state, ty)
    }

    /// Upgrades the stored state of a resource with a number of items, from the present version.
    ///
    /// # Errors
    ///
    /// Fails if the schema is not the benchmark's.
    pub fn upgrade_items(types: &Types, kind: Items, count: usize) -> Result<Self, Error> {
        let ty = types.resource(kind.type_name())?;
        let state = state_of_items(kind, count);
        let stored = Bytes::from(json::encode(&state, ty)?);
        let request = UpgradeRequest {
            type_name: kind.type_name().to_owned(),
            version: 0,
            raw_state: RawState::from_json(stored.clone()),
        };
        Self::new(
            Request::Upgrade(request),
            DynamicValue::from_json(stored),
            state,
            ty,
        )
    }

    fn plan(types: &Types, type_name: &str, config: &Value, planned: Value) -> Result<Self, Error> {
        let ty = types.resource(type_name)?;
        // Without a stored object, Terraform proposes the configuration itself.
        let config = DynamicValue::encode(config, ty)?;
        let request = PlanResourceChangeRequest {
            type_name: type_name.to_owned(),
            prior_state: DynamicValue::encode(&Value::Null, ty)?,
            proposed_new_state: config.clone(),
            config: config.clone(),
            ..PlanResourceChangeRequest::default()
        };
        Self::new(Request::Plan(request), config, planned, ty)
    }

    /// Calls a provider and returns the value in its answer.
    ///
    /// # Errors
    ///
    /// Fails if the call fails, or the answer has errors.
    pub async fn ask(&self, provider: &dyn Provider) -> Result<DynamicValue, Error> {
        let (value, diagnostics) = match self.request.clone() {
            Request::Validate(request) => {
                let answer = provider.validate_resource_config(request).await?;
                (DynamicValue::default(), answer.diagnostics)
            }
            Request::Function(request) => {
                let answer = provider.call_function(request).await?;
                if let Some(error) = answer.error {
                    return Err(error.text.into());
                }
                (answer.result, Diagnostics::new())
            }
            Request::Plan(request) => {
                let answer = provider.plan_resource_change(request).await?;
                (answer.planned_state, answer.diagnostics)
            }
            Request::Apply(request) => {
                let answer = provider.apply_resource_change(request).await?;
                (answer.new_state, answer.diagnostics)
            }
            Request::Read(request) => {
                let answer = provider.read_resource(request).await?;
                (answer.new_state, answer.diagnostics)
            }
            Request::Upgrade(request) => {
                let answer = provider.upgrade_resource_state(request).await?;
                (answer.upgraded_state, answer.diagnostics)
            }
        };
        none_of(diagnostics)?;
        Ok(value)
    }

    /// Checks an answer by its bytes or, if its encoding differs, by its value.
    ///
    /// # Errors
    ///
    /// Fails if the answer is another value.
    pub fn check(&self, answer: &DynamicValue) -> Result<(), Error> {
        if *answer == self.encoded {
            return Ok(());
        }
        let found = unrefined(answer.decode(&self.ty)?);
        if found == self.answer {
            return Ok(());
        }
        let expected = format!("expected {:?}, found {found:?}", self.answer);
        Err(expected.chars().take(2000).collect::<String>().into())
    }

    /// Checks an answer of the floor: the request's own bytes.
    ///
    /// # Errors
    ///
    /// Fails if the answer is something else.
    pub fn check_echo(&self, answer: &DynamicValue) -> Result<(), Error> {
        if *answer == self.echo {
            Ok(())
        } else {
            Err(format!("expected {:?}, found {answer:?}", self.echo).into())
        }
    }
}

/// A value whose unknown values have no refinements, because a provider may promise more or less.
fn unrefined(value: Value) -> Value {
    let Ok(value) = value.transform(|_, value| {
        Ok::<_, Infallible>(match value {
            Value::Unknown(_) => Value::unknown(),
            value => value,
        })
    });
    value
}

/// Converts the first diagnostic to an error, if there is one.
fn none_of(diagnostics: Diagnostics) -> Result<(), Error> {
    match diagnostics.into_iter().next() {
        None => Ok(()),
        Some(diagnostic) => Err(format!("the provider says: {diagnostic:?}").into()),
    }
}
