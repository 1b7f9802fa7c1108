//! Functions whose results come later, such as those of providers.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::BuildHasher as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use terrane_value::{Text, Type};

use crate::call::{CallError, Caller, Function, Functions, Signature};
use crate::environment::ResultLimits;
use crate::value::{Marks, Value};

/// Functions whose results come later, such as `provider::aws::arn_parse`, next to those that answer at once.
///
/// The evaluator does not wait. It records a call whose result is missing, and the value of the call is unknown. So one evaluation records all calls
/// that do not depend on each other. The caller then runs the recorded calls, for example in an asynchronous runtime, passes the results to
/// [`resolve`](Self::resolve), and evaluates again.
///
/// Calls that depend on the results of others need one more evaluation for each step, also if they are not nested, as in `try(f(1), g(2))`. All
/// evaluations must get the same environment: an argument that changes each time, such as `uuid()`, is a new call each time.
///
/// ```
/// use terrane_hcl::{CallError, DeferredFunction, DeferredFunctions, Parameter, Scope, Signature};
/// use terrane_hcl::{Source, evaluate, syntax, value::Value};
/// use terrane_value::Type;
///
/// /// Stands for the request to a provider.
/// async fn request(arguments: &[Value]) -> Result<Value, CallError> {
///     let text = arguments[0].as_str().unwrap_or_default();
///     Ok(text.to_uppercase().into())
/// }
///
/// # fn block_on<T>(future: impl Future<Output = T>) -> T {
/// #     let mut future = std::pin::pin!(future);
/// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// #     loop {
/// #         if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) { return value }
/// #     }
/// # }
/// # block_on(async {
/// let parameter = Parameter { name: "text".into(), ty: Type::String };
/// let signature = Signature { parameters: vec![parameter], variadic: None };
/// let functions = DeferredFunctions::new()
///     .with_function("provider::text::loud", DeferredFunction::new(signature, Type::String));
/// let scope = Scope::new().with_functions(&functions);
///
/// let source = Source::detached("x", "provider::text::loud(\"hey\")");
/// let expression = syntax::parse_expression(&source).value;
/// let value = loop {
///     let (value, diagnostics) = evaluate(&expression, &scope);
///     let calls = functions.take_calls();
///     if calls.is_empty() {
///         assert!(diagnostics.is_empty());
///         break value;
///     }
///     for call in calls {
///         let result = request(&call.arguments).await;
///         functions.resolve(call, result);
///     }
/// };
/// assert_eq!(value, "HEY".into());
/// # });
/// ```
#[derive(Default)]
pub struct DeferredFunctions<'a> {
    others: Option<&'a dyn Functions>,
    functions: BTreeMap<Text, Named>,
    calls: Arc<Mutex<Calls>>,
}

/// A function whose results come later.
#[derive(Debug, Clone)]
pub struct DeferredFunction {
    /// The parameters.
    signature: Signature,
    /// The type of the result.
    result: Type,
    /// The positions of the parameters whose arguments may be null. The position after the last parameter stands for all further arguments.
    pub nullable: Vec<usize>,
    /// The positions of the parameters whose arguments may contain unknown values. Unknown values for other parameters make the result unknown.
    pub accepts_unknown: Vec<usize>,
}

/// A call whose result is missing.
#[derive(Debug, Clone, PartialEq)]
pub struct DeferredCall {
    /// The name of the function.
    pub function: Text,
    /// The arguments, converted to the types of the parameters, without marks.
    pub arguments: Vec<Value>,
}

/// The calls by the hashes of their arguments.
#[derive(Default)]
struct Calls {
    noted: Vec<DeferredCall>,
    /// The positions in `noted`.
    positions: HashMap<u64, Vec<usize>>,
    results: HashMap<u64, Vec<Resolved>>,
    state: foldhash::fast::RandomState,
}

/// A call with its result.
struct Resolved {
    call: DeferredCall,
    result: Result<Value, CallError>,
}

/// A function with the state that it shares with the others.
struct Named {
    name: Text,
    function: DeferredFunction,
    calls: Arc<Mutex<Calls>>,
}

impl<'a> DeferredFunctions<'a> {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the functions that answer at once.
    #[must_use]
    pub fn with_others(mut self, others: &'a dyn Functions) -> Self {
        self.others = Some(others);
        self
    }

    /// Adds a function.
    #[must_use]
    pub fn with_function(mut self, name: impl Into<Text>, function: DeferredFunction) -> Self {
        let function_name = name.into();
        let named = Named {
            name: function_name.clone(),
            function,
            calls: Arc::clone(&self.calls),
        };
        self.functions.insert(function_name, named);
        self
    }

    /// Removes and returns the recorded calls. Equal calls are returned once.
    pub fn take_calls(&self) -> Vec<DeferredCall> {
        let mut calls = lock_calls(&self.calls);
        calls.positions.clear();
        std::mem::take(&mut calls.noted)
    }

    /// Sets the result of a call for later evaluations.
    ///
    /// The call fails if the value is not of the result type of the function.
    pub fn resolve(&self, call: DeferredCall, result: Result<Value, CallError>) {
        let expected = self
            .functions
            .get(&call.function)
            .map_or(&Type::Dynamic, |named| &named.function.result);
        let checked = result.and_then(|value| {
            if value.ty().usable_as(expected) {
                Ok(value)
            } else {
                Err(wrong_result(value.ty(), expected))
            }
        });
        let mut calls = lock_calls(&self.calls);
        let hash = calls.hash(&call);
        let results = calls.results.entry(hash).or_default();
        results.push(Resolved {
            call,
            result: checked,
        });
    }
}

impl Calls {
    fn hash(&self, call: &DeferredCall) -> u64 {
        let arguments = call.arguments.iter();
        let hashes: Vec<u64> = arguments
            .map(|argument| argument.content_hash(&self.state))
            .collect();
        self.state.hash_one((call.function.as_str(), hashes))
    }

    /// Returns the result of a call, if there is one. Otherwise records the call.
    fn result(&mut self, call: DeferredCall) -> Option<Result<Value, CallError>> {
        let hash = self.hash(&call);
        let mut results = self.results.get(&hash).into_iter().flatten();
        if let Some(known) = results.find(|known| known.call == call) {
            return Some(known.result.clone());
        }
        let positions = self.positions.entry(hash).or_default();
        let mut noted = positions.iter().filter_map(|index| self.noted.get(*index));
        if !noted.any(|noted| *noted == call) {
            positions.push(self.noted.len());
            self.noted.push(call);
        }
        None
    }
}

/// Returns the error of a result that is not of the type that the function promises.
fn wrong_result(found: &Type, expected: &Type) -> CallError {
    CallError::new(format!(
        "the provider returned {found} instead of {expected}, which is a bug in the provider"
    ))
}

impl DeferredFunction {
    /// Creates a function that accepts neither null nor unknown values.
    pub fn new(signature: Signature, result: Type) -> Self {
        Self {
            signature,
            result,
            nullable: Vec::new(),
            accepts_unknown: Vec::new(),
        }
    }

    fn contains(&self, parameters: &[usize], argument: usize) -> bool {
        parameters.contains(&argument.min(self.signature.parameters.len()))
    }
}

impl Functions for DeferredFunctions<'_> {
    fn find(&self, name: &str) -> Option<&dyn Function> {
        match self.functions.get(name) {
            Some(function) => Some(function),
            None => self.others?.find(name),
        }
    }

    fn names(&self) -> Vec<Text> {
        let mut names = self.others.map(Functions::names).unwrap_or_default();
        names.extend(self.functions.keys().cloned());
        names
    }

    fn limits(&self) -> ResultLimits {
        self.others.map(Functions::limits).unwrap_or_default()
    }
}

impl Function for Named {
    fn signature(&self) -> &Signature {
        &self.function.signature
    }

    fn call(&self, arguments: &[Value], _: &dyn Caller) -> Result<Value, CallError> {
        let mut marks = Marks::new();
        let mut plain = Vec::with_capacity(arguments.len());
        let mut is_unknown = false;
        for (index, argument) in arguments.iter().enumerate() {
            let (argument, own) = argument.clone().unmark_deep();
            marks.merge(&own);
            let function = &self.function;
            if argument.is_null() && !function.contains(&function.nullable, index) {
                return Err(CallError::argument(index, "argument must not be null"));
            }
            is_unknown |=
                !argument.is_wholly_known() && !function.contains(&function.accepts_unknown, index);
            plain.push(argument);
        }
        let unknown = || Value::unknown(self.function.result.clone()).with_marks(&marks);
        if is_unknown {
            return Ok(unknown());
        }
        let call = DeferredCall {
            function: self.name.clone(),
            arguments: plain,
        };
        match lock_calls(&self.calls).result(call) {
            Some(result) => result.map(|value| value.with_marks(&marks)),
            None => Ok(unknown()),
        }
    }
}

fn lock_calls(calls: &Mutex<Calls>) -> MutexGuard<'_, Calls> {
    calls.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for DeferredFunctions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeferredFunctions")
            .field("functions", &self.functions.keys())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Named")
            .field("name", &self.name)
            .field("function", &self.function)
            .finish_non_exhaustive()
    }
}
