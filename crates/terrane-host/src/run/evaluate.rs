//! Evaluation in a run, with the functions of providers.

use std::collections::BTreeMap;

use terrane_hcl::Environment as _;
use terrane_hcl::syntax::BodySchema;
use terrane_hcl::syntax::ast::{Body, Expression};
use terrane_hcl::value::Value;
use terrane_hcl::{
    Builtins, CallError, DeferredCall, DeferredFunction, DeferredFunctions, Diagnostics, Parameter,
    Scope, Signature, decode, evaluate,
};
use terrane_protocol::schema::Function;
use terrane_protocol::{CallFunctionRequest, DynamicValue};
use terrane_value::{Text, Type};

use super::{Failed, Run, lock};
use crate::address;
use crate::config;
use crate::diagnostics::Report;
use crate::evaluate::{Needs, Place};
use crate::graph::provider_of;

/// The functions of this version of Terraform exist.
const FUNCTIONS: (u16, u16, u16) = (1, 14, 0);

/// The functions of providers that an expression calls.
type Called = BTreeMap<Text, (address::Provider, String, Function)>;

impl Run<'_> {
    /// Evaluates an expression.
    pub(crate) async fn expression(
        &self,
        place: &Place,
        expression: &Expression,
    ) -> Result<Value, Failed> {
        let needs = Needs::of_expression(expression);
        let evaluated = self.evaluated(place, &needs, |scope| evaluate(expression, scope));
        let (value, diagnostics) = evaluated.await?;
        self.diagnostics(place, diagnostics)?;
        Ok(value)
    }

    /// Evaluates an expression and returns its errors.
    pub(crate) async fn tried(
        &self,
        place: &Place,
        expression: &Expression,
    ) -> Result<(Value, Diagnostics), Failed> {
        let needs = Needs::of_expression(expression);
        self.evaluated(place, &needs, |scope| evaluate(expression, scope))
            .await
    }

    /// Fails if an expression refers to an object that is not declared, or not visible there.
    pub(crate) fn resolve(&self, place: &Place, expression: &Expression) -> Result<(), Failed> {
        let Some(module) = self.config.module(&place.module.module()) else {
            return Ok(());
        };
        let needs = Needs::of_expression(expression);
        let (_, diagnostics) =
            needs.variables(place, module, &lock(&self.values), &self.paths(module));
        self.diagnostics(place, diagnostics)
    }

    /// Evaluates a body by a schema.
    pub(crate) async fn body(
        &self,
        place: &Place,
        body: &Body,
        schema: &decode::Schema,
        hidden: &BodySchema,
    ) -> Result<Value, Failed> {
        let needs = Needs::of_body(body);
        let decoded = self.evaluated(place, &needs, |scope| {
            decode::decode(body, schema, hidden, scope)
        });
        let (value, diagnostics) = decoded.await?;
        self.diagnostics(place, diagnostics)?;
        Ok(value)
    }

    fn diagnostics(&self, place: &Place, diagnostics: Diagnostics) -> Result<(), Failed> {
        let reports = diagnostics.into_iter().map(|diagnostic| {
            let report = Report::from(diagnostic);
            match &place.address {
                Some(address) => report.of(address),
                None => report,
            }
        });
        self.report_all(reports.collect())
    }

    /// Evaluates until all functions of providers have answered.
    async fn evaluated<T>(
        &self,
        place: &Place,
        needs: &Needs,
        evaluate: impl Fn(&Scope<'_>) -> (T, Diagnostics),
    ) -> Result<(T, Diagnostics), Failed> {
        let address = place.module.module();
        let Some(module) = self.config.module(&address) else {
            let detail = format!("{address} is not part of the configuration.");
            return Err(self.fail(Report::error("Module not present", detail)));
        };
        let called = self.called(module, needs).await?;
        loop {
            let (result, calls) = self.evaluate_once(place, module, needs, &called, &evaluate);
            if calls.is_empty() {
                return Ok(result);
            }
            for call in calls {
                let result = self.call_function(&called, &call).await?;
                lock(&self.calls).push((call, result));
            }
        }
    }

    fn evaluate_once<T>(
        &self,
        place: &Place,
        module: &config::Module,
        needs: &Needs,
        called: &Called,
        evaluate: &impl Fn(&Scope<'_>) -> (T, Diagnostics),
    ) -> ((T, Diagnostics), Vec<DeferredCall>) {
        let (variables, mut diagnostics) =
            needs.variables(place, module, &lock(&self.values), &self.paths(module));
        let scope = Scope::new().with_variables(variables);
        let mut join = |(value, others): (T, Diagnostics)| {
            diagnostics.extend(others);
            (value, std::mem::take(&mut diagnostics))
        };
        if !needs.calls {
            let builtins = Builtins::terraform((0, 0, 0), &self.machine);
            return (join(evaluate(&scope.with_functions(&builtins))), Vec::new());
        }
        let mut builtins = Builtins::terraform(FUNCTIONS, &self.machine);
        for name in &needs.providers {
            if provider_of(module, name) == address::Provider::built_in() {
                builtins = builtins.with_provider(name);
            }
        }
        let mut deferred = DeferredFunctions::new().with_others(&builtins);
        for (name, (_, _, function)) in called {
            deferred = deferred.with_function(name.clone(), deferred_function(function));
        }
        for (call, result) in lock(&self.calls).iter() {
            if called.contains_key(&call.function) {
                deferred.resolve(call.clone(), result.clone());
            }
        }
        let result = evaluate(&scope.with_functions(&deferred));
        (join(result), deferred.take_calls())
    }

    /// Returns the values of `path`.
    fn paths(&self, module: &config::Module) -> BTreeMap<Text, Value> {
        let folder = self.root.join(&module.folder);
        let relative = folder.strip_prefix("./").unwrap_or(&folder);
        let shown = match relative.to_string_lossy() {
            empty if empty.is_empty() => ".".to_owned(),
            path => path.into_owned(),
        };
        let cwd = self.machine.working_directory().unwrap_or_default();
        [
            ("module".into(), shown.into()),
            (
                "root".into(),
                self.root.to_string_lossy().into_owned().into(),
            ),
            ("cwd".into(), cwd.into()),
        ]
        .into()
    }

    /// Finds the functions of providers that an expression may call.
    async fn called(&self, module: &config::Module, needs: &Needs) -> Result<Called, Failed> {
        let mut called = Called::new();
        for name in &needs.providers {
            let address = provider_of(module, name);
            if address == address::Provider::built_in() {
                continue;
            }
            let running = self.unconfigured(&address).await?;
            for (function, signature) in &running.schemas.functions {
                let full = format!("provider::{name}::{function}");
                let entry = (address.clone(), function.clone(), signature.clone());
                called.insert(full.into(), entry);
            }
        }
        Ok(called)
    }

    async fn call_function(
        &self,
        called: &Called,
        call: &DeferredCall,
    ) -> Result<Result<Value, CallError>, Failed> {
        let Some((address, name, function)) = called.get(&call.function) else {
            return Ok(Err(CallError::new("the function does not exist")));
        };
        let running = self.unconfigured(address).await?;
        let mut arguments = Vec::new();
        for (index, argument) in call.arguments.iter().enumerate() {
            let parameter = function
                .parameters
                .get(index)
                .or(function.variadic.as_ref());
            let ty = parameter.map_or(&Type::Dynamic, |parameter| &parameter.ty);
            let encoded = argument.to_exchange_as(ty);
            match encoded.and_then(|value| DynamicValue::encode(&value, ty)) {
                Ok(encoded) => arguments.push(encoded),
                Err(error) => return Ok(Err(CallError::argument(index, error.to_string()))),
            }
        }
        let request = CallFunctionRequest {
            name: name.clone(),
            arguments,
        };
        let response = match running.provider.call_function(request).await {
            Ok(response) => response,
            Err(error) => return Ok(Err(CallError::new(error.to_string()))),
        };
        if let Some(error) = response.error {
            let argument = error.argument.and_then(|it| usize::try_from(it).ok());
            return Ok(Err(CallError {
                argument,
                message: error.text.into(),
            }));
        }
        let decoded = response.result.decode(&function.returns);
        let result = decoded.and_then(|value| Value::from_exchange(&value, &function.returns));
        Ok(result.map_err(|error| CallError::new(error.to_string())))
    }
}

/// Describes a function to the evaluator.
fn deferred_function(function: &Function) -> DeferredFunction {
    let parameter = |parameter: &terrane_protocol::schema::Parameter| Parameter {
        name: parameter.name.clone(),
        ty: parameter.ty.clone(),
    };
    let signature = Signature {
        parameters: function.parameters.iter().map(parameter).collect(),
        variadic: function.variadic.as_ref().map(parameter),
    };
    let mut deferred = DeferredFunction::new(signature, function.returns.clone());
    let all = function.parameters.iter().chain(&function.variadic);
    for (index, parameter) in all.enumerate() {
        if parameter.allow_null {
            deferred.nullable.push(index);
        }
        if parameter.allow_unknown {
            deferred.accepts_unknown.push(index);
        }
    }
    deferred
}
