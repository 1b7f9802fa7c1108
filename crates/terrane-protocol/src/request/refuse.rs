//! Answers that consist of diagnostics alone.

use futures_util::stream;

use super::{Request, Response};
use crate::schema::Schemas;
use crate::*;

impl Request {
    /// Answers the request with diagnostics instead of passing it on. No object is lost: a refused read or apply returns the prior object.
    ///
    /// A function and Stop have no diagnostics, so they return the texts of the errors.
    pub fn refuse(self, diagnostics: Diagnostics) -> Response {
        macro_rules! refused {
            ($rpc:ident $answer:ident) => {{
                let mut answer = $answer::default();
                answer.diagnostics = diagnostics;
                Response::$rpc(answer)
            }};
        }
        match self {
            Self::GetMetadata(_) => refused!(GetMetadata GetMetadataResponse),
            Self::GetProviderSchema(_) => {
                Response::GetProviderSchema(Schemas::from(GetProviderSchemaResponse {
                    diagnostics,
                    ..GetProviderSchemaResponse::default()
                }))
            }
            Self::ValidateProviderConfig(_) => {
                refused!(ValidateProviderConfig ValidateProviderConfigResponse)
            }
            Self::ConfigureProvider(_) => refused!(ConfigureProvider ConfigureProviderResponse),
            Self::StopProvider(_) => Response::StopProvider(StopProviderResponse {
                error: texts(&diagnostics),
            }),
            Self::ValidateResourceConfig(_) => {
                refused!(ValidateResourceConfig ValidateResourceConfigResponse)
            }
            Self::UpgradeResourceState(_) => {
                refused!(UpgradeResourceState UpgradeResourceStateResponse)
            }
            Self::GetResourceIdentitySchemas(_) => {
                refused!(GetResourceIdentitySchemas GetResourceIdentitySchemasResponse)
            }
            Self::UpgradeResourceIdentity(_) => {
                refused!(UpgradeResourceIdentity UpgradeResourceIdentityResponse)
            }
            Self::ReadResource(request) => Response::ReadResource(ReadResourceResponse {
                new_state: request.current_state,
                private: request.private,
                new_identity: request.current_identity,
                diagnostics,
                deferred: None,
            }),
            Self::PlanResourceChange(_) => refused!(PlanResourceChange PlanResourceChangeResponse),
            Self::ApplyResourceChange(request) => {
                Response::ApplyResourceChange(ApplyResourceChangeResponse {
                    new_state: request.prior_state,
                    private: request.planned_private,
                    new_identity: request.planned_identity,
                    diagnostics,
                    legacy_type_system: false,
                })
            }
            Self::ImportResourceState(_) => {
                refused!(ImportResourceState ImportResourceStateResponse)
            }
            Self::MoveResourceState(_) => refused!(MoveResourceState MoveResourceStateResponse),
            Self::GenerateResourceConfig(_) => {
                refused!(GenerateResourceConfig GenerateResourceConfigResponse)
            }
            Self::ValidateDataResourceConfig(_) => {
                refused!(ValidateDataResourceConfig ValidateDataResourceConfigResponse)
            }
            Self::ReadDataSource(_) => refused!(ReadDataSource ReadDataSourceResponse),
            Self::ValidateEphemeralResourceConfig(_) => {
                refused!(ValidateEphemeralResourceConfig ValidateEphemeralResourceConfigResponse)
            }
            Self::OpenEphemeralResource(_) => {
                refused!(OpenEphemeralResource OpenEphemeralResourceResponse)
            }
            Self::RenewEphemeralResource(_) => {
                refused!(RenewEphemeralResource RenewEphemeralResourceResponse)
            }
            Self::CloseEphemeralResource(_) => {
                refused!(CloseEphemeralResource CloseEphemeralResourceResponse)
            }
            Self::ValidateListResourceConfig(_) => {
                refused!(ValidateListResourceConfig ValidateListResourceConfigResponse)
            }
            Self::ListResource(_) => Response::ListResource(one(ListResourceEvent {
                diagnostics,
                ..ListResourceEvent::default()
            })),
            Self::GetFunctions(_) => refused!(GetFunctions GetFunctionsResponse),
            Self::CallFunction(_) => Response::CallFunction(CallFunctionResponse {
                error: Some(FunctionError {
                    text: texts(&diagnostics),
                    argument: None,
                }),
                ..CallFunctionResponse::default()
            }),
            Self::ValidateActionConfig(_) => {
                refused!(ValidateActionConfig ValidateActionConfigResponse)
            }
            Self::PlanAction(_) => refused!(PlanAction PlanActionResponse),
            Self::InvokeAction(_) => {
                Response::InvokeAction(one(InvokeActionEvent::Completed { diagnostics }))
            }
            Self::ValidateStateStoreConfig(_) => {
                refused!(ValidateStateStoreConfig ValidateStateStoreConfigResponse)
            }
            Self::ConfigureStateStore(_) => {
                refused!(ConfigureStateStore ConfigureStateStoreResponse)
            }
            Self::ReadStateBytes(_) => Response::ReadStateBytes(one(ReadStateBytesChunk {
                diagnostics,
                ..ReadStateBytesChunk::default()
            })),
            Self::WriteStateBytes(_) => refused!(WriteStateBytes WriteStateBytesResponse),
            Self::LockState(_) => refused!(LockState LockStateResponse),
            Self::UnlockState(_) => refused!(UnlockState UnlockStateResponse),
            Self::GetStates(_) => refused!(GetStates GetStatesResponse),
            Self::DeleteState(_) => refused!(DeleteState DeleteStateResponse),
        }
    }
}

/// A stream of one message.
fn one<T: Send + 'static>(message: T) -> BoxStream<T> {
    Box::pin(stream::once(async { Ok(message) }))
}

/// The texts of the errors, in one text.
fn texts(diagnostics: &Diagnostics) -> String {
    let texts: Vec<String> = diagnostics
        .errors()
        .map(|error| match error.detail.as_str() {
            "" => error.summary.clone(),
            detail => format!("{}: {detail}", error.summary),
        })
        .collect();
    texts.join("\n")
}
