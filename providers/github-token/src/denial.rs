//! The action `githubtoken_denial`.

use terrane::prelude::*;

use crate::{GithubToken, messages};

/// Denies the pending request of a member's token.
#[derive(Debug, Model)]
pub struct Denial {
    /// The login of the member who owns the token.
    owner: String,
    /// The name of the token.
    token_name: String,
    /// The reason for the decision, for the owner of the token.
    #[tf(validate(len(1..=1024)))]
    reason: Option<String>,
}

impl Action for Denial {
    type Provider = GithubToken;

    async fn invoke(config: Self, github: &GithubToken, cx: &mut InvokeContext) -> Result<()> {
        let request = github
            .request(&config.owner, &config.token_name, cx)
            .await
            .summary("Cannot find the request of the token")?;
        let denied = match &request {
            Some(request) => {
                cx.progress(format!(
                    "denying the token {} of {}",
                    config.token_name, config.owner
                ))
                .await;
                let reason = config.reason.as_deref();
                let denied = github.deny(request.id, reason, cx).await;
                denied.summary("Cannot deny the token")?
            }
            None => false,
        };
        if denied {
            return Ok(());
        }
        let organization = github.organization()?;
        Err(
            messages::no_request(organization, &config.owner, &config.token_name)
                .at(path!(Denial, token_name)),
        )
    }
}
