//! Configurations that are generated from a schema.

mod lookup;
mod recipe;
mod texts;

use serde_json::Value as Json;
use terrane_protocol::schema::{Block, TypeKind};
use terrane_protocol::{
    ConfigRequest, Diagnostics, RpcError, ValidateConfigRequest, ValidateListResourceConfigRequest,
    ValidateProviderConfigRequest,
};
use terrane_protocol::{Provider, Rpc};
use terrane_value::Object;

use crate::asked::Asked;
use crate::finding::Place;
use crate::host::capabilities;
use crate::session::Session;
use crate::subject::{Subject, encode, shown_object};

pub(crate) use recipe::Recipe;
pub(crate) use texts::SECRET;

/// How many configurations are tried until one is valid.
const MOST_TRIED: usize = 200;

/// How many configurations are tried for one further attribute.
const MOST_TRIED_FOR_ONE: usize = 12;

/// What a configuration is for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Target<'a> {
    Provider(&'a Block),
    Type(&'a Subject),
}

impl<'a> Target<'a> {
    pub(crate) fn block(self) -> &'a Block {
        match self {
            Self::Provider(block) => block,
            Self::Type(subject) => subject.block(),
        }
    }

    pub(crate) fn place(self) -> Place {
        match self {
            Self::Provider(_) => Place::item("provider configuration"),
            Self::Type(subject) => subject.place(),
        }
    }

    const fn rpc(self) -> Rpc {
        match self {
            Self::Provider(_) => Rpc::ValidateProviderConfig,
            Self::Type(subject) => match subject.kind {
                TypeKind::Resource => Rpc::ValidateResourceConfig,
                TypeKind::DataSource => Rpc::ValidateDataResourceConfig,
                TypeKind::Ephemeral => Rpc::ValidateEphemeralResourceConfig,
                TypeKind::List => Rpc::ValidateListResourceConfig,
                TypeKind::Action => Rpc::ValidateActionConfig,
                TypeKind::StateStore => Rpc::ValidateStateStoreConfig,
            },
        }
    }

    pub(crate) fn asked(self, config: &Object) -> Asked {
        let shown: Json = shown_object(self.block(), config);
        Asked::new(self.rpc(), &self.place(), shown)
    }
}

/// Validates a configuration. Returns `None` without an answer, which is reported.
pub(crate) async fn validate(
    session: &mut Session<'_>,
    target: Target<'_>,
    config: &Object,
) -> Option<Diagnostics> {
    session.learn(target.block(), config, |text| text.starts_with(SECRET));
    let asked = target.asked(config);
    let answer = session
        .ask(&asked, async |it| call(&*it, target, config).await)
        .await?;
    session.diagnostics(&asked, &answer, Some(target.block()));
    Some(answer)
}

/// Sends a configuration to be validated.
pub(crate) async fn call(
    provider: &dyn Provider,
    target: Target<'_>,
    config: &Object,
) -> Result<Diagnostics, RpcError> {
    let config = encode(&target.block().ty(), Some(config));
    let subject = match target {
        Target::Provider(_) => {
            let request = ValidateProviderConfigRequest { config };
            let answer = provider.validate_provider_config(request).await?;
            return Ok(answer.diagnostics);
        }
        Target::Type(subject) => subject,
    };
    let type_name = subject.name.clone();
    Ok(match subject.kind {
        TypeKind::Resource => {
            let request = ConfigRequest {
                type_name,
                config,
                client_capabilities: capabilities(),
            };
            provider
                .validate_resource_config(request)
                .await?
                .diagnostics
        }
        TypeKind::DataSource => {
            let request = ValidateConfigRequest { type_name, config };
            let answer = provider.validate_data_resource_config(request).await?;
            answer.diagnostics
        }
        TypeKind::Ephemeral => {
            let request = ValidateConfigRequest { type_name, config };
            let answer = provider.validate_ephemeral_resource_config(request).await?;
            answer.diagnostics
        }
        TypeKind::List => {
            let request = ValidateListResourceConfigRequest {
                type_name,
                config,
                ..ValidateListResourceConfigRequest::default()
            };
            let answer = provider.validate_list_resource_config(request).await?;
            answer.diagnostics
        }
        TypeKind::Action => {
            let request = ValidateConfigRequest { type_name, config };
            provider.validate_action_config(request).await?.diagnostics
        }
        TypeKind::StateStore => {
            let request = ValidateConfigRequest { type_name, config };
            let answer = provider.validate_state_store_config(request).await?;
            answer.diagnostics
        }
    })
}

/// A generated configuration that the provider accepts.
#[derive(Debug, Clone)]
pub(crate) struct Generated {
    /// With what the schema and the provider require.
    pub(crate) minimal: Object,
    /// With each further attribute that the provider accepts next to the others.
    pub(crate) rich: Object,
}

/// Generates valid configurations. The error is the provider's about the configuration that came closest.
pub(crate) async fn generate(
    session: &mut Session<'_>,
    target: Target<'_>,
) -> Result<Generated, String> {
    let block = target.block();
    let mut recipe = Recipe::new(session.options.seed);
    repair(session, target, &mut recipe, MOST_TRIED).await?;
    let minimal = recipe.build(block);
    for path in recipe.optional(block) {
        if session.is_over() {
            break;
        }
        let mut further = recipe.clone();
        further.include(&path);
        let repaired = repair(session, target, &mut further, MOST_TRIED_FOR_ONE).await;
        if repaired.is_ok() && further.includes(&path) {
            recipe = further;
        }
    }
    Ok(Generated {
        minimal,
        rich: recipe.build(block),
    })
}

/// Changes a recipe until the provider accepts its configuration.
async fn repair(
    session: &mut Session<'_>,
    target: Target<'_>,
    recipe: &mut Recipe,
    most_tried: usize,
) -> Result<(), String> {
    let block = target.block();
    let mut last = "the run has ended".to_owned();
    for _ in 0..most_tried {
        if session.is_over() {
            break;
        }
        let config = recipe.build(block);
        let diagnostics = validate(session, target, &config).await;
        let diagnostics = diagnostics.ok_or("the provider does not answer")?;
        let errors: Vec<_> = diagnostics.errors().cloned().collect();
        let Some(first) = errors.first() else {
            return Ok(());
        };
        last = first.to_string();
        // One change at a time: each attribute of a group of which one must be set has an error of its own.
        if !errors.iter().any(|it| recipe.react(block, it)) {
            break;
        }
    }
    Err(last)
}
