//! The resource `githubtoken_approval`.

use std::collections::BTreeMap;
use std::time::Duration;

use terrane::prelude::*;

use crate::api::{Access, Decision};
use crate::permissions::{LEVELS, excess};
use crate::{GithubToken, messages};

/// The time limit for the access of an approved token to appear.
const PATIENCE: Duration = Duration::from_secs(30);

/// The approval of a member's fine-grained personal access token.
///
/// Creating it approves the pending request of the token. Deleting it revokes the token's access to the organization. The member keeps the token. Only the
/// member knows its secret.
#[derive(Debug, Model)]
pub struct Approval {
    /// The login of the member who owns the token.
    #[tf(replace, validate(not_blank()))]
    pub owner: String,
    /// The name of the token.
    #[tf(replace, validate(not_blank()))]
    pub token_name: String,
    /// The reason for the decision, for the owner of the token.
    #[tf(validate(len(1..=1024)))]
    pub reason: Option<String>,
    /// The permissions that may be approved, with the highest level of each: `read`, `write` or `admin`. A request for more is an error. The default approves all permissions.
    #[tf(validate(each(one_of(LEVELS))))]
    pub allowed_permissions: Option<BTreeMap<String, String>>,
    /// The id of the token.
    #[tf(identity)]
    pub id: Computed<String>,
    /// The permissions of the token.
    #[tf(keep)]
    pub permissions: Computed<BTreeMap<String, String>>,
    /// The repositories that the token can access: `all`, `subset` or `none`.
    #[tf(keep)]
    pub repository_selection: Computed<String>,
    /// The time at which the token expires; null if it does not expire.
    #[tf(keep)]
    pub expires_at: Computed<Option<String>>,
}

impl Approval {
    /// Returns the approval of a token that has access. Only the configuration knows the rest.
    pub(crate) fn of(access: Access, prior: Option<Self>) -> Self {
        let computed = computed(&access);
        let login = access.owner.login;
        let (owner, reason, allowed_permissions) = match prior {
            // The configuration may write the login in other letters: it is not case sensitive.
            Some(prior) if prior.owner.eq_ignore_ascii_case(&login) => {
                (prior.owner, prior.reason, prior.allowed_permissions)
            }
            _ => (login, None, None),
        };
        Self {
            owner,
            token_name: access.token_name,
            reason,
            allowed_permissions,
            id: Computed::unknown(),
            permissions: Computed::unknown(),
            repository_selection: Computed::unknown(),
            expires_at: Computed::unknown(),
        }
        .with_computed(computed)
    }
}

fn computed(access: &Access) -> ApprovalComputed {
    ApprovalComputed {
        id: access.token_id.to_string(),
        permissions: access.permissions.clone().all(),
        repository_selection: access.repository_selection.clone(),
        expires_at: access.token_expires_at.clone(),
    }
}

impl Resource for Approval {
    type Provider = GithubToken;

    async fn create(mut plan: Self, github: &GithubToken, _: &mut CreateContext) -> Result<Self> {
        let request = github
            .request(&plan.owner, &plan.token_name)
            .await
            .summary("Cannot find the request of the token")?;
        let Some(request) = request else {
            let organization = github.organization()?;
            let error = messages::no_request(organization, &plan.owner, &plan.token_name);
            return Err(error.at(path!(Approval, token_name)));
        };
        if let Some(allowed) = &plan.allowed_permissions {
            let excess = excess(&request.permissions.clone().all(), allowed);
            if !excess.is_empty() {
                return Err(messages::excess(&excess).at(path!(Approval, allowed_permissions)));
            }
        }
        let reason = plan.reason.as_deref();
        let approved = github.decide(request.id, Decision::Approve, reason).await;
        if approved.summary("Cannot approve the token")? {
            plan.id.fill(request.token_id.to_string())
        } else {
            let organization = github.organization()?;
            let error = messages::no_request(organization, &plan.owner, &plan.token_name);
            return Err(error.at(path!(Approval, token_name)));
        }
        Ok(plan) // the token has access: the approval is recorded, whatever happens from here on
    }

    async fn settle(created: Self, github: &GithubToken, cx: &mut CreateContext) -> Result<Self> {
        let id = created.id.require()?;
        let wait = async {
            loop {
                if let Some(access) = github.access(id).await? {
                    return Ok::<_, Error>(access);
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        };
        let access = tokio::select! {
            found = tokio::time::timeout(PATIENCE, wait) => match found {
                Ok(access) => access.summary("Cannot read the approved token")?,
                Err(_) => return Err(messages::no_access(id, PATIENCE)),
            },
            () = cx.cancelled() => return Err(messages::interrupted()),
        };
        Ok(created.with_computed(computed(&access)))
    }

    async fn read(
        prior: Prior<Self>,
        github: &GithubToken,
        _: &mut ReadContext,
    ) -> Result<Found<Self>> {
        let access = github.access(&prior.key().id).await;
        let access = access.summary("Cannot read the access of the token")?;
        let prior = prior.into_complete();
        Ok(Found::or_gone(access.map(|access| Self::of(access, prior))))
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        github: &GithubToken,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        let id = &prior.key().id;
        let access = github.access(id).await;
        let access = access.summary("Cannot read the access of the token")?;
        let Some(access) = access else {
            return Err(messages::no_access(id, Duration::ZERO));
        };
        if let Some(allowed) = &plan.allowed_permissions {
            let excess = excess(&access.permissions.clone().all(), allowed);
            if !excess.is_empty() {
                return Err(messages::excess(&excess).at(path!(Approval, allowed_permissions)));
            }
        }
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, github: &GithubToken, _: &mut DeleteContext) -> Result<()> {
        let access = github.access(&prior.key().id).await;
        match access.summary("Cannot read the access of the token")? {
            Some(access) => github
                .revoke(access.id)
                .await
                .summary("Cannot revoke the token"),
            None => Ok(()),
        }
    }
}
