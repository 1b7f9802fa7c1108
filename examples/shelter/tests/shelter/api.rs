//! The API of the shelter: its routes, its state, and its sessions.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use terrane_api_test::{Call, Fake, Faulty, Reply, Server};
use terrane_test::client::Client;

pub(crate) const PASSWORD: &str = "s3cret-password";

#[derive(Clone, Default)]
pub(crate) struct World {
    pub(crate) animals: BTreeMap<String, Json>,
    sessions: usize,
    created: usize,
}

/// The API, a server with it, and a client of the provider.
pub(crate) struct Shelter {
    pub(crate) api: Fake<World>,
    pub(crate) faulty: Faulty<Fake<World>>,
    pub(crate) client: Client,
    pub(crate) server: Server,
}

impl Shelter {
    pub(crate) async fn start() -> Self {
        let api = api();
        let faulty = Faulty::new(api.clone());
        let server = Server::start(faulty.clone()).unwrap();
        let url = format!("{}/v1", server.url());
        let config = json!({ "url": url, "password": PASSWORD, "first_delay": 1 });
        let provider = terrane::server::<shelter::Shelter>();
        let client = Client::configured(provider, config).await.unwrap();
        Self {
            api,
            faulty,
            client,
            server,
        }
    }
}

/// Describes the API.
pub(crate) fn api() -> Fake<World> {
    Fake::new(World::default())
        .bearer(|world, token| token == format!("session-{}", world.sessions))
        .open_route("POST", "/v1/login", |world, call| {
            if call.body["password"] != PASSWORD {
                return Reply::new(403, Json::Null);
            }
            world.sessions += 1;
            Reply::ok(json!({ "token": format!("session-{}", world.sessions) }))
        })
        .route("GET", "/v1/animals", |world, call| {
            Reply::ok(world.list(call))
        })
        .route("POST", "/v1/animals", World::create)
        .route("GET", "/v1/animals/{id}", |world, call| {
            world.animal(call, |animal| animal.clone())
        })
        .route("PUT", "/v1/animals/{id}", |world, call| {
            if let Some(refused) = starving(&call.body) {
                return refused;
            }
            world.animal(call, |animal| {
                animal["dailyFood"] = call.body["dailyFood"].clone();
                animal.clone()
            })
        })
        .route("DELETE", "/v1/animals/{id}", |world, call| {
            match world.animals.remove(call.path("id")) {
                Some(_) => Reply::new(204, Json::Null),
                None => Reply::not_found(),
            }
        })
}

fn starving(body: &Json) -> Option<Reply> {
    let problem = json!({ "pointer": "#/dailyFood", "detail": "an animal must eat" });
    let refusal = json!({ "title": "Refused", "errors": [problem] });
    (body["dailyFood"].as_i64() < Some(1)).then(|| Reply::new(422, refusal))
}

impl World {
    fn create(&mut self, call: &Call) -> Reply {
        if let Some(refused) = starving(&call.body) {
            return refused;
        }
        if self
            .animals
            .values()
            .any(|animal| animal["name"] == call.body["name"])
        {
            return Reply::new(409, json!({ "title": "The name is taken" }));
        }
        self.created += 1;
        let id = format!("animal-{}", self.created);
        let mut animal = call.body.clone();
        animal["id"] = json!(id);
        animal["state"] = json!("arriving");
        self.animals.insert(id, animal.clone());
        Reply::new(201, animal)
    }

    /// Answers about an animal, which settles while somebody looks.
    fn animal(&mut self, call: &Call, answer: impl FnOnce(&mut Json) -> Json) -> Reply {
        let Some(animal) = self.animals.get_mut(call.path("id")) else {
            return Reply::not_found();
        };
        let body = answer(animal);
        animal["state"] = json!("settled");
        Reply::ok(body)
    }

    /// Lists the animals with an id or a name, or a page of two animals.
    fn list(&self, call: &Call) -> Json {
        if let Some(ids) = call.query("ids") {
            let found = ids.split(',').filter_map(|id| self.animals.get(id));
            return found.cloned().collect();
        }
        if let Some(name) = call.query("name") {
            let named = self
                .animals
                .values()
                .filter(|animal| animal["name"] == name);
            return named.cloned().collect();
        }
        let after = call.query("after").unwrap_or_default();
        let rest = self.animals.iter().filter(|(id, _)| id.as_str() > after);
        let page: Vec<_> = rest.take(2).collect();
        let next = page.get(1).map(|(id, _)| id.as_str());
        json!({ "animals": page.iter().map(|(_, animal)| animal).collect::<Vec<_>>(), "next": next })
    }
}
