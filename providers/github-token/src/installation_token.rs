//! The ephemeral resource `githubtoken_installation_token`.

use std::collections::BTreeMap;

use serde_json::{Map, json};
use terrane::prelude::*;

use crate::GithubToken;
use crate::app::revoke_token;
use crate::permissions::LEVELS;

/// A token of the app's installation for one run, limited to repositories and permissions.
///
/// It is in no plan and in no state, and it is revoked at the end of the run. It needs the credentials of the app.
#[derive(Debug, Model)]
pub struct InstallationToken {
    /// The names of the repositories that the token can access, without the organization. The default is all repositories of the installation.
    #[tf(validate(len(1..)))]
    repositories: Option<Set<String>>,
    /// The permissions with the level of each, such as `{ contents = "read" }`. The default is all permissions of the installation.
    #[tf(validate(each(one_of(LEVELS))))]
    permissions: Option<BTreeMap<String, String>>,
    /// The secret, which GitHub accepts as a bearer token.
    token: Computed<Sensitive<String>>,
    /// The time at which the token expires, one hour after its creation.
    expires_at: Computed<String>,
}

/// The key of the private value with the token, which revoking needs.
const TOKEN: &str = "token";

impl Ephemeral for InstallationToken {
    type Provider = GithubToken;

    async fn open(config: Self, github: &GithubToken, cx: &mut OpenContext) -> Result<Self> {
        let mut limits = Map::new();
        if let Some(repositories) = &config.repositories {
            let names: Vec<&String> = repositories.iter().collect();
            limits.insert("repositories".to_owned(), json!(names));
        }
        if let Some(permissions) = &config.permissions {
            limits.insert("permissions".to_owned(), json!(permissions));
        }
        let app = github.app().summary("Cannot create the token")?;
        let created = app.create_token(&github.api, &json!(limits), cx).await;
        let created = created.summary("Cannot create the token")?;
        cx.private_mut().set(TOKEN, &created.token);
        Ok(config.with_computed(InstallationTokenComputed {
            token: Sensitive::new(created.token),
            expires_at: created.expires_at,
        }))
    }

    async fn close(github: &GithubToken, cx: &mut CloseContext) -> Result<()> {
        match cx.private().get::<String>(TOKEN)? {
            Some(token) => {
                let revoked = revoke_token(&github.api, &token, cx).await;
                revoked.summary("Cannot revoke the token")
            }
            None => Ok(()),
        }
    }
}
