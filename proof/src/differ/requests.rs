//! One case: the requests of a life, of a data source and of a function.

use std::sync::Arc;

use terrane::schema::Block;
use terrane_fuzz::Random;
use terrane_protocol::{
    ApplyResourceChangeRequest, ApplyResourceChangeResponse, CallFunctionRequest, ConfigRequest,
    Diagnostic, Diagnostics, DynamicValue, ImportResourceStateRequest, Opaque,
    PlanResourceChangeRequest, PlanResourceChangeResponse, Provider, ReadDataSourceRequest,
    ReadResourceRequest, UpgradeRequest, ValidateConfigRequest,
};
use terrane_schema::propose;
use terrane_value::{Data, Object, Path, Type, Value};

use super::classes::Classes;
use super::pair::{Error, Pair};
use crate::schemas;
use crate::values::{self, Knowledge};
use crate::wire;

const RESOURCE: &str = "differ_thing";
const DATA_SOURCE: &str = "differ_echo";

/// The providers in the order of their answers.
const PEERS: [&str; 2] = ["Terrane", "Go"];

/// A state that both providers get, with the private bytes of each.
struct State {
    object: Object,
    private: [Opaque; 2],
}

/// A plan of each provider.
struct Plans([PlanResourceChangeResponse; 2]);

impl Pair {
    /// Makes the requests of one case and compares the answers. Returns how many requests each provider got.
    ///
    /// # Errors
    ///
    /// Fails if a provider does not answer, or with bytes that are no value of its schema.
    pub async fn compare(&self, seed: u64, classes: &mut Classes) -> Result<usize, Error> {
        let mut case = Case {
            pair: self,
            block: schemas::of_protocol(&self.resource.block),
            ty: self.resource.implied_type(),
            random: Random::new(seed),
            classes,
            requests: 0,
        };
        case.live().await?;
        case.read_data().await?;
        case.call_function().await?;
        Ok(case.requests)
    }
}

struct Case<'a> {
    pair: &'a Pair,
    block: Block,
    ty: Type,
    random: Random,
    classes: &'a mut Classes,
    requests: usize,
}

impl<'a> Case<'a> {
    fn providers(&mut self) -> [&'a Arc<dyn Provider>; 2] {
        self.requests += 1;
        [&self.pair.terrane, &self.pair.go]
    }

    fn encode(&self, object: Option<&Object>) -> DynamicValue {
        wire::encode(&self.ty, object)
    }

    fn decode(&self, value: &DynamicValue) -> Result<Value, Error> {
        Ok(value.decode(&self.ty)?)
    }

    /// Creates an object, changes it, reads, upgrades and imports it, and deletes it.
    async fn live(&mut self) -> Result<(), Error> {
        let partial = values::config(&mut self.random, &self.block, Knowledge::Partial);
        self.validate_with_duplicates(&partial).await?;
        let Some(state) = self.change(None, &partial).await? else {
            return Ok(());
        };
        self.read(&state).await?;
        self.upgrade(&state).await?;
        self.import().await?;
        let config = values::resolve(&mut self.random, &self.block, &partial);
        let partial = values::change(&mut self.random, &self.block, &config, Knowledge::Partial);
        let changed = self.change(Some(&state), &partial).await?;
        let last = changed.unwrap_or(state);
        let plans = self.plan("plan of a deletion", Some(&last), None).await?;
        if let Some(plans) = plans {
            self.apply("deletion", Some(&last), &plans, None).await?;
        }
        Ok(())
    }

    /// Validates, plans and applies. Returns `None` if a provider refuses.
    async fn change(
        &mut self,
        prior: Option<&State>,
        partial: &Object,
    ) -> Result<Option<State>, Error> {
        let (plan, apply) = match prior {
            None => ("plan of a creation", "creation"),
            Some(_) => ("plan of an update", "update"),
        };
        if !self.validate(partial).await? {
            return Ok(None);
        }
        self.plan(plan, prior, Some(partial)).await?;
        let config = values::resolve(&mut self.random, &self.block, partial);
        if !self.validate(&config).await? {
            return Ok(None);
        }
        let Some(plans) = self.plan(plan, prior, Some(&config)).await? else {
            return Ok(None);
        };
        self.apply(apply, prior, &plans, Some(&config)).await
    }

    /// Validates a configuration whose sets have an element twice, which no host sends. In MessagePack a set is a list.
    async fn validate_with_duplicates(&mut self, config: &Object) -> Result<(), Error> {
        let mut values = Vec::new();
        let mut types = Vec::new();
        for (member, value) in self.block.members().iter().zip(config.values()) {
            let (value, ty) = match (value, member.ty()) {
                (Value::Known(Data::Set(elements)), Type::Set(ty)) if !elements.is_empty() => {
                    let elements = elements.iter().chain(elements.iter().take(1)).cloned();
                    (Value::list(elements), Type::List(ty))
                }
                (value, ty) => (value.clone(), ty),
            };
            values.push((member.name().clone(), value));
            types.push((member.name().clone(), ty));
        }
        let config = DynamicValue::encode(&Value::object(values), &Type::object(types))?;
        self.validate_bytes("validate twice", &config).await?;
        Ok(())
    }

    /// Whether neither provider refuses a configuration.
    async fn validate(&mut self, config: &Object) -> Result<bool, Error> {
        let config = self.encode(Some(config));
        self.validate_bytes("validate", &config).await
    }

    async fn validate_bytes(&mut self, what: &str, config: &DynamicValue) -> Result<bool, Error> {
        let mut answers = Vec::new();
        for provider in self.providers() {
            let request = ConfigRequest {
                type_name: RESOURCE.to_owned(),
                config: config.clone(),
                ..ConfigRequest::default()
            };
            let answer = provider.validate_resource_config(request).await?;
            answers.push(answer.diagnostics);
        }
        self.classes.errors(what, &answers[0], &answers[1]);
        Ok(!answers.iter().any(Diagnostics::has_errors))
    }

    async fn plan(
        &mut self,
        what: &str,
        prior: Option<&State>,
        config: Option<&Object>,
    ) -> Result<Option<Plans>, Error> {
        let object = prior.map(|prior| &prior.object);
        // A deletion has no proposed state.
        let rules = &self.pair.rules;
        let proposed = config.and_then(|config| propose(rules, object, Some(config)));
        let proposed = self.encode(proposed.as_ref());
        let (prior_state, encoded) = (self.encode(object), self.encode(config));
        let mut answers = Vec::new();
        for (at, provider) in self.providers().into_iter().enumerate() {
            let request = PlanResourceChangeRequest {
                type_name: RESOURCE.to_owned(),
                prior_state: prior_state.clone(),
                proposed_new_state: proposed.clone(),
                config: encoded.clone(),
                prior_private: prior.map(|it| it.private[at].clone()).unwrap_or_default(),
                ..PlanResourceChangeRequest::default()
            };
            answers.push(provider.plan_resource_change(request).await?);
        }
        for (who, answer) in PEERS.into_iter().zip(&answers) {
            if answer.diagnostics.has_errors() {
                continue;
            }
            let planned = self.decode(&answer.planned_state)?;
            let findings = self
                .pair
                .rules
                .check_plan(object, config, planned.as_object());
            self.classes.broken(what, who, &findings);
            if let (Some(config), Some(planned)) = (config, planned.as_object()) {
                self.classes.lost(what, who, config, planned);
            }
        }
        let [ours, theirs] = <[_; 2]>::try_from(answers).expect("two answers");
        self.classes
            .errors(what, &ours.diagnostics, &theirs.diagnostics);
        if ours.diagnostics.has_errors() || theirs.diagnostics.has_errors() {
            return Ok(None);
        }
        let planned = [&ours, &theirs].map(|it| self.decode(&it.planned_state));
        let [planned, other] = planned;
        self.classes.values(what, &planned?, &other?);
        let replaces = format!("{what} replaces because of");
        self.classes
            .paths(&replaces, &ours.requires_replace, &theirs.requires_replace);
        Ok(Some(Plans([ours, theirs])))
    }

    /// Applies each provider's own plan. Both continue from the state of Terrane.
    async fn apply(
        &mut self,
        what: &str,
        prior: Option<&State>,
        plans: &Plans,
        config: Option<&Object>,
    ) -> Result<Option<State>, Error> {
        let object = prior.map(|prior| &prior.object);
        let (prior_state, encoded) = (self.encode(object), self.encode(config));
        let mut answers: Vec<ApplyResourceChangeResponse> = Vec::new();
        for (at, provider) in self.providers().into_iter().enumerate() {
            let plan = &plans.0[at];
            let request = ApplyResourceChangeRequest {
                type_name: RESOURCE.to_owned(),
                prior_state: prior_state.clone(),
                planned_state: plan.planned_state.clone(),
                config: encoded.clone(),
                planned_private: plan.planned_private.clone(),
                planned_identity: plan.planned_identity.clone(),
                ..ApplyResourceChangeRequest::default()
            };
            answers.push(provider.apply_resource_change(request).await?);
        }
        for (at, who) in PEERS.into_iter().enumerate() {
            if answers[at].diagnostics.has_errors() {
                continue;
            }
            let planned = self.decode(&plans.0[at].planned_state)?;
            let applied = self.decode(&answers[at].new_state)?;
            let findings = self
                .pair
                .rules
                .check_applied(planned.as_object(), applied.as_object());
            self.classes.broken(what, who, &findings);
        }
        let (ours, theirs) = (&answers[0], &answers[1]);
        self.classes
            .errors(what, &ours.diagnostics, &theirs.diagnostics);
        if ours.diagnostics.has_errors() || theirs.diagnostics.has_errors() {
            return Ok(None);
        }
        let applied = self.decode(&ours.new_state)?;
        let other = self.decode(&theirs.new_state)?;
        self.classes.values(what, &applied, &other);
        let state = applied.as_object().map(|object| State {
            object: object.clone(),
            private: [ours.private.clone(), theirs.private.clone()],
        });
        Ok(state)
    }

    async fn read(&mut self, state: &State) -> Result<(), Error> {
        let mut answers = Vec::new();
        let current = self.encode(Some(&state.object));
        for (at, provider) in self.providers().into_iter().enumerate() {
            let request = ReadResourceRequest {
                type_name: RESOURCE.to_owned(),
                current_state: current.clone(),
                private: state.private[at].clone(),
                ..ReadResourceRequest::default()
            };
            let answer = provider.read_resource(request).await?;
            answers.push((answer.new_state, answer.diagnostics));
        }
        self.states("read", &answers)
    }

    /// Sends the state in the form that hosts store, without some attributes, as if an older provider had written it.
    async fn upgrade(&mut self, state: &State) -> Result<(), Error> {
        let names = state.object.names().iter();
        let kept: Vec<_> = names
            .filter(|name| name.as_str() == "name" || !self.random.one_in(5))
            .collect();
        let is_kept = |name: &str| kept.iter().any(|it| it.as_str() == name);
        let stored = wire::older_state(self.block.object_type(), &state.object, is_kept);
        let mut answers = Vec::new();
        for provider in self.providers() {
            let request = UpgradeRequest {
                type_name: RESOURCE.to_owned(),
                version: 0,
                raw_state: stored.clone(),
            };
            let answer = provider.upgrade_resource_state(request).await?;
            answers.push((answer.upgraded_state, answer.diagnostics));
        }
        self.states("upgrade", &answers)
    }

    async fn import(&mut self) -> Result<(), Error> {
        let mut answers = Vec::new();
        for provider in self.providers() {
            let request = ImportResourceStateRequest {
                type_name: RESOURCE.to_owned(),
                id: "made".to_owned(),
                ..ImportResourceStateRequest::default()
            };
            let answer = provider.import_resource_state(request).await?;
            let imported = answer.imported_resources.into_iter().next();
            let state = imported.map(|imported| imported.state);
            answers.push((state.unwrap_or_default(), answer.diagnostics));
        }
        self.states("import", &answers)
    }

    /// Compares states and errors.
    fn states(&mut self, what: &str, answers: &[(DynamicValue, Diagnostics)]) -> Result<(), Error> {
        let [(ours, our_errors), (theirs, their_errors)] = answers else {
            return Err("expected two answers".into());
        };
        self.classes.errors(what, our_errors, their_errors);
        if !our_errors.has_errors() && !their_errors.has_errors() {
            let (ours, theirs) = (self.decode(ours)?, self.decode(theirs)?);
            self.classes.values(what, &ours, &theirs);
        }
        Ok(())
    }

    async fn read_data(&mut self) -> Result<(), Error> {
        let block = schemas::of_protocol(&self.pair.data_source.block);
        let ty = block.ty();
        let partial = values::config(&mut self.random, &block, Knowledge::Partial);
        let config = values::resolve(&mut self.random, &block, &partial);
        let mut validated = Vec::new();
        let mut answers = Vec::new();
        let [partial, config] = [partial, config].map(|config| wire::encode(&ty, Some(&config)));
        for provider in self.providers() {
            let request = ValidateConfigRequest {
                type_name: DATA_SOURCE.to_owned(),
                config: partial.clone(),
            };
            let answer = provider.validate_data_resource_config(request).await?;
            validated.push(answer.diagnostics);
            let request = ReadDataSourceRequest {
                type_name: DATA_SOURCE.to_owned(),
                config: config.clone(),
                ..ReadDataSourceRequest::default()
            };
            answers.push(provider.read_data_source(request).await?);
        }
        self.classes
            .errors("validate data", &validated[0], &validated[1]);
        let (ours, theirs) = (&answers[0], &answers[1]);
        self.classes
            .errors("read data", &ours.diagnostics, &theirs.diagnostics);
        if !ours.diagnostics.has_errors() && !theirs.diagnostics.has_errors() {
            let (ours, theirs) = (ours.state.decode(&ty)?, theirs.state.decode(&ty)?);
            self.classes.values("read data", &ours, &theirs);
        }
        Ok(())
    }

    async fn call_function(&mut self) -> Result<(), Error> {
        let (name, function) = self.random.pick(&self.pair.functions).clone();
        let variadic = (0..self.random.below(4)).filter_map(|_| function.variadic.clone());
        let parameters: Vec<_> = function
            .parameters
            .iter()
            .cloned()
            .chain(variadic)
            .collect();
        let mut arguments = Vec::new();
        for parameter in parameters {
            let value = if parameter.allow_null && self.random.one_in(3) {
                Value::Null
            } else {
                values::known(&mut self.random, &parameter.ty)
            };
            arguments.push(DynamicValue::encode(&value, &parameter.ty)?);
        }
        let mut answers = Vec::new();
        for provider in self.providers() {
            let request = CallFunctionRequest {
                name: name.clone(),
                arguments: arguments.clone(),
            };
            answers.push(provider.call_function(request).await?);
        }
        let what = format!("function {name}");
        let errors = |at: usize| {
            let error = answers[at].error.as_ref();
            let error = error.map(|error| {
                let place = error.argument.map_or(Path::root(), |at| {
                    Path::root().attribute(format!("argument{at}"))
                });
                Diagnostic::error(error.text.clone(), "").at(place)
            });
            error.into_iter().collect::<Diagnostics>()
        };
        let (ours, theirs) = (errors(0), errors(1));
        self.classes.errors(&what, &ours, &theirs);
        if !ours.has_errors() && !theirs.has_errors() {
            let ours = answers[0].result.decode(&function.returns)?;
            let theirs = answers[1].result.decode(&function.returns)?;
            self.classes.values(&what, &ours, &theirs);
        }
        Ok(())
    }
}
