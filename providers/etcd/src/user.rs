//! Users: the resource `etcd_user`.

use serde::Deserialize;
use serde_json::{Value as Json, json};
use terrane::context::Context;
use terrane::prelude::*;

use crate::Etcd;

/// A user with roles.
#[derive(Debug, Model)]
pub struct User {
    /// The name.
    #[tf(identity, replace, validate(len(1..)))]
    name: String,
    /// The password, which is not stored.
    #[tf(required)]
    password: WriteOnly<String>,
    /// Counts the changes of the password.
    #[tf(counts(password))]
    password_version: Computed<i64>,
    /// The names of the roles.
    roles: Option<Set<String>>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    roles: Vec<String>,
}

impl Etcd {
    async fn user(&self, name: &str, cx: &Context) -> terrane_api::Result<Option<Vec<String>>> {
        let request = self.call("auth/user/get", &json!({ "name": name }));
        Ok(request.find::<Answer>(cx).await?.map(|it| it.roles))
    }

    /// Grants and revokes what differs.
    async fn settle_user(&self, user: &User, cx: &Context) -> Result<()> {
        let granted = self.user(&user.name, cx).await?.unwrap_or_default();
        let wanted: Vec<_> = user.roles.iter().flatten().collect();
        for role in granted.iter().filter(|it| !wanted.contains(it)) {
            let body = json!({ "name": user.name, "role": role });
            self.call("auth/user/revoke", &body).remove(cx).await?;
        }
        for role in wanted.into_iter().filter(|it| !granted.contains(it)) {
            let body = json!({ "user": user.name, "role": role });
            self.call("auth/user/grant", &body).send(cx).await?;
        }
        Ok(())
    }
}

impl User {
    fn body(&self) -> Json {
        json!({ "name": self.name, "password": self.password.get() })
    }
}

impl Resource for User {
    type Provider = Etcd;

    async fn create(plan: Self, etcd: &Etcd, cx: &mut CreateContext) -> Result<Self> {
        let look_up = || async { Ok(etcd.user(&plan.name, cx).await?.map(|_| Json::Null)) };
        let request = etcd.once("auth/user/add", &plan.body());
        let id = |_: &Json| plan.name.clone();
        request.create_unique(cx, "etcd_user", id, look_up).await?;
        Ok(plan)
    }

    async fn settle(created: Self, etcd: &Etcd, cx: &mut CreateContext) -> Result<Self> {
        etcd.settle_user(&created, cx).await?;
        Ok(created)
    }

    async fn read(prior: Prior<Self>, etcd: &Etcd, cx: &mut ReadContext) -> Result<Found<Self>> {
        let name = prior.key().name.clone();
        let version = prior.complete().map(|it| it.password_version.clone());
        let roles = etcd.user(&name, cx).await?;
        Ok(Found::or_gone(roles.map(|roles| Self {
            name,
            password: WriteOnly::default(),
            password_version: version.unwrap_or_else(|| 1.into()),
            roles: (!roles.is_empty()).then(|| Set::from_iter(roles)),
        })))
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        etcd: &Etcd,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        let before = prior.complete().map(|it| &it.password_version);
        if before != Some(&plan.password_version) {
            etcd.call("auth/user/changepw", &plan.body())
                .send(cx)
                .await?;
        }
        etcd.settle_user(&plan, cx).await?;
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, etcd: &Etcd, cx: &mut DeleteContext) -> Result<()> {
        let body = json!({ "name": prior.key().name });
        Ok(etcd.call("auth/user/delete", &body).remove(cx).await?)
    }
}
