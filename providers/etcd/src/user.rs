//! Users: the resource `etcd_user`.

use serde_json::{Value as Json, json};
use terrane::context::Context;
use terrane::prelude::*;
use terrane_api::reconcile;

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

impl Etcd {
    /// Returns the roles of a user. etcd omits an empty list.
    async fn user(&self, name: &str, cx: &Context) -> Result<Option<Option<Set<String>>>> {
        let request = self.call("auth/user/get", &json!({ "name": name }));
        Ok(request.part("/roles").find(cx).await?)
    }

    /// Grants and revokes what differs.
    async fn settle_user(&self, user: &User, cx: &Context) -> Result<()> {
        let granted = self.user(&user.name, cx).await?.flatten();
        let revoke = |role: &String| {
            let body = json!({ "name": user.name, "role": role });
            self.call("auth/user/revoke", &body)
        };
        let grant = |role: &String| {
            let body = json!({ "user": user.name, "role": role });
            self.call("auth/user/grant", &body)
        };
        let [granted, wanted] = [&granted, &user.roles].map(|it| it.iter().flatten());
        Ok(reconcile(granted, wanted, revoke, grant, cx).await?)
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
            roles,
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
