//! Reads of a configured provider: data sources, ephemeral resources and functions.

use serde_json::{Value as Json, json};
use terrane_protocol::schema::{Function, TypeKind};
use terrane_protocol::{
    CallFunctionRequest, CallFunctionResponse, ConfigRequest, DynamicValue,
    OpenedEphemeralResource, ReadDataSourceRequest, Rpc,
};
use terrane_value::{Object, Type, Value};

use crate::asked::Asked;
use crate::finding::Place;
use crate::generate::Recipe;
use crate::host::capabilities;
use crate::rule;
use crate::session::Session;
use crate::subject::Subject;

/// Reads a data source or opens an ephemeral resource with a valid configuration.
pub(crate) async fn check(session: &mut Session<'_>, subject: &Subject, config: &Object) {
    match subject.kind {
        TypeKind::DataSource => data(session, subject, config).await,
        TypeKind::Ephemeral => ephemeral(session, subject, config).await,
        TypeKind::Resource | TypeKind::List | TypeKind::Action | TypeKind::StateStore => {}
    }
}

async fn data(session: &mut Session<'_>, subject: &Subject, config: &Object) {
    let shown = subject.shown(Some(config));
    let asked = Asked::new(Rpc::ReadDataSource, &subject.place(), shown);
    let request = ReadDataSourceRequest {
        type_name: subject.name.clone(),
        config: subject.encode(Some(config)),
        client_capabilities: capabilities(),
        ..ReadDataSourceRequest::default()
    };
    let answer = session
        .ask(&asked, async |it| it.read_data_source(request).await)
        .await;
    let Some(answer) = answer else { return };
    session.diagnostics(&asked, &answer.diagnostics, Some(subject.block()));
    if let Some(error) = answer.diagnostics.errors().next() {
        // The generated configuration may name data that does not exist.
        session.omit_type(subject, &format!("the data was not read: {error}"));
        return;
    }
    session.judge(&[rule::DEFERRED, rule::DATA]);
    if answer.deferred.is_some() {
        let message = "the data is deferred, and the host does not allow it";
        session.report_answer(rule::DEFERRED, &asked, message);
        return;
    }
    let message = match subject.decode(&answer.state) {
        Err(problem) => problem,
        Ok(None) => "there is no error, and the data is null".to_owned(),
        Ok(Some(data)) if !data.is_wholly_known() => "the data has unknown values".to_owned(),
        Ok(Some(_)) => return,
    };
    session.report_answer(rule::DATA, &asked, message);
}

async fn ephemeral(session: &mut Session<'_>, subject: &Subject, config: &Object) {
    let shown = subject.shown(Some(config));
    let asked = Asked::new(Rpc::OpenEphemeralResource, &subject.place(), shown);
    let request = ConfigRequest {
        type_name: subject.name.clone(),
        config: subject.encode(Some(config)),
        ..ConfigRequest::default()
    };
    let answer = session
        .ask(&asked, async |it| it.open_ephemeral_resource(request).await)
        .await;
    let Some(answer) = answer else { return };
    session.diagnostics(&asked, &answer.diagnostics, Some(subject.block()));
    if let Some(error) = answer.diagnostics.errors().next() {
        session.omit_type(subject, &format!("it was not opened: {error}"));
        return;
    }
    session.judge(&[rule::EPHEMERAL]);
    match subject.decode(&answer.result) {
        Err(problem) => session.report_answer(rule::EPHEMERAL, &asked, problem),
        Ok(result) => {
            let findings = subject
                .rules
                .check_plan(None, Some(config), result.as_ref());
            for finding in findings {
                let at = asked.at(&finding.path);
                session.report_answer(rule::EPHEMERAL, &at, finding.problem);
            }
        }
    }
    let closed = Asked::new(Rpc::CloseEphemeralResource, &subject.place(), Json::Null);
    let request = OpenedEphemeralResource {
        type_name: subject.name.clone(),
        private: answer.private,
    };
    let answer = session
        .ask(&closed, async |it| {
            it.close_ephemeral_resource(request).await
        })
        .await;
    if let Some(answer) = answer {
        session.diagnostics(&closed, &answer.diagnostics, None);
    }
}

/// Calls a function twice with generated arguments.
pub(crate) async fn function(session: &mut Session<'_>, name: &str, function: &Function) {
    let place = Place::item(format!("function {name}"));
    let recipe = Recipe::new(session.options.seed);
    let types = function.parameters.iter().map(|it| it.ty.clone());
    let mut arguments: Vec<(Type, Value)> = types
        .map(|ty| {
            let value = recipe.sample(&ty);
            (ty, value)
        })
        .collect();
    if let Some(variadic) = &function.variadic {
        let value = recipe.sample(&variadic.ty);
        arguments.push((variadic.ty.clone(), value));
    }
    call_twice(session, &place, name, function, &arguments).await;
    for (at, parameter) in function.parameters.iter().enumerate() {
        if parameter.allow_unknown {
            let mut arguments = arguments.clone();
            arguments[at].1 = Value::unknown();
            call_once(session, &place, name, function, &arguments, true).await;
        }
        if parameter.allow_null {
            let mut arguments = arguments.clone();
            arguments[at].1 = Value::Null;
            call_once(session, &place, name, function, &arguments, false).await;
        }
    }
}

async fn call_twice(
    session: &mut Session<'_>,
    place: &Place,
    name: &str,
    function: &Function,
    arguments: &[(Type, Value)],
) {
    let first = call_once(session, place, name, function, arguments, false).await;
    let second = call_once(session, place, name, function, arguments, false).await;
    if let (Some((asked, first)), Some((_, second))) = (first, second) {
        session.judge(&[rule::FUNCTION_DIFFERS]);
        if first != second {
            let message = "the second call of a function has another result";
            session.report_answer(rule::FUNCTION_DIFFERS, &asked, message);
        }
    }
}

/// Calls a function, and judges the result.
async fn call_once(
    session: &mut Session<'_>,
    place: &Place,
    name: &str,
    function: &Function,
    arguments: &[(Type, Value)],
    may_be_unknown: bool,
) -> Option<(Asked, Option<Value>)> {
    let shown: Vec<String> = arguments.iter().map(|(_, it)| format!("{it:?}")).collect();
    let asked = Asked::new(Rpc::CallFunction, place, json!({ "arguments": shown }));
    let encoded = arguments
        .iter()
        .map(|(ty, value)| DynamicValue::encode(value, ty).unwrap_or_default());
    let request = CallFunctionRequest {
        name: name.to_owned(),
        arguments: encoded.collect(),
    };
    let answer: CallFunctionResponse = session
        .ask(&asked, async |it| it.call_function(request).await)
        .await?;
    if let Some(error) = answer.error {
        let count = u64::try_from(arguments.len()).unwrap_or(u64::MAX);
        if error.argument.is_some_and(|it| it >= count) {
            let message = "the error of a function is about an argument that does not exist";
            session.report_answer(rule::FUNCTION, &asked, message);
        }
        return None;
    }
    session.judge(&[rule::FUNCTION]);
    let message = match answer.result.decode(&function.returns) {
        Err(error) => format!("the result cannot be decoded by its type: {error}"),
        Ok(_) if answer.result.is_absent() => "there is neither a result nor an error".to_owned(),
        Ok(value) if !may_be_unknown && !value.is_wholly_known() => {
            "the result of known arguments is unknown".to_owned()
        }
        Ok(value) => return Some((asked, Some(value))),
    };
    session.report_answer(rule::FUNCTION, &asked, message);
    None
}
