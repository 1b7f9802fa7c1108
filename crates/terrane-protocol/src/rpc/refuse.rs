//! Responses that consist of diagnostics alone.

use futures_util::stream;

use super::{Request, Response};
use crate::schema::Schemas;
use crate::*;

impl Request {
    /// Answers the request with diagnostics instead of passing it on. No object is lost: a refused read or apply returns the prior object.
    ///
    /// A function and Stop have no diagnostics, so they return the texts of the errors.
    pub fn refuse(self, diagnostics: Diagnostics) -> Response {
        self.unchanged().with_diagnostics(diagnostics)
    }

    /// Returns the response that changes nothing. A read or an apply returns the prior object, and a renewal the prior private state.
    pub fn unchanged(&self) -> Response {
        match self {
            Self::ReadResource(request) => Response::from(ReadResourceResponse {
                new_state: request.current_state.clone(),
                private: request.private.clone(),
                new_identity: request.current_identity.clone(),
                ..ReadResourceResponse::default()
            }),
            Self::ApplyResourceChange(request) => Response::from(ApplyResourceChangeResponse {
                new_state: request.prior_state.clone(),
                private: request.planned_private.clone(),
                new_identity: request
                    .planned_identity
                    .clone()
                    .filter(|_| !request.prior_state.is_null()),
                ..ApplyResourceChangeResponse::default()
            }),
            Self::RenewEphemeralResource(request) => {
                Response::from(RenewEphemeralResourceResponse {
                    private: request.private.clone(),
                    ..RenewEphemeralResourceResponse::default()
                })
            }
            request => Response::empty(request.rpc()),
        }
    }
}

impl Response {
    /// Adds diagnostics. A stream, schemas, and the responses of functions and of Stop then consist of the diagnostics alone.
    #[must_use]
    pub fn with_diagnostics(mut self, diagnostics: Diagnostics) -> Self {
        match &mut self {
            Self::GetProviderSchema(schemas) => {
                *schemas = Schemas::from(GetProviderSchemaResponse {
                    diagnostics,
                    ..GetProviderSchemaResponse::default()
                });
            }
            Self::StopProvider(StopResponse { error })
            | Self::StopProvisioner(StopResponse { error }) => {
                *error = texts(&diagnostics);
            }
            Self::CallFunction(response) => {
                response.error = Some(FunctionError {
                    text: texts(&diagnostics),
                    argument: None,
                });
            }
            Self::ListResource(events) => {
                *events = one(ListResourceEvent {
                    diagnostics,
                    ..ListResourceEvent::default()
                });
            }
            Self::InvokeAction(events) => {
                *events = one(InvokeActionEvent::Completed { diagnostics });
            }
            Self::ReadStateBytes(chunks) => {
                *chunks = one(ReadStateBytesChunk {
                    diagnostics,
                    ..ReadStateBytesChunk::default()
                });
            }
            Self::ProvisionResource(events) => {
                *events = one(ProvisionResourceEvent {
                    diagnostics,
                    ..ProvisionResourceEvent::default()
                });
            }
            response => {
                if let Some(all) = response.diagnostics_mut() {
                    all.extend(diagnostics);
                }
            }
        }
        self
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
            // Hosts append a full stop.
            detail => format!("{}: {}", error.summary, detail.trim_end_matches('.')),
        })
        .collect();
    texts.join("\n")
}
