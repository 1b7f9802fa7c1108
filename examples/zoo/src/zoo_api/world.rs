//! The data of the server: the pets, the species, the log of requests and the planned faults.

use std::collections::BTreeMap;

use hyper::{Method, StatusCode};
use percent_encoding::percent_decode_str;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::fault::Schedule;
use super::{Call, Diet, Fault, NewPet, Pet, Refusal, Species};

/// The meals per day of a new pet.
const MEALS: i64 = 2;

/// The zoo and the requests about it.
#[derive(Debug, Default)]
pub(super) struct World {
    pub(super) pets: BTreeMap<String, Pet>,
    pub(super) log: Vec<String>,
    pub(super) faults: Schedule,
    /// The number of pets that were ever added, which is the last pet's number.
    count: u64,
}

/// A logged request, and its fault.
#[derive(Debug)]
pub(super) struct Order {
    call: Call,
    /// The pet's id or the species' name, where the request has one.
    name: String,
    pub(super) fault: Option<Fault>,
}

/// The answer to a request.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) body: Vec<u8>,
}

impl Answer {
    fn json(status: StatusCode, body: &impl Serialize) -> Self {
        match serde_json::to_vec(body) {
            Ok(body) => Self { status, body },
            Err(error) => Self::refused(StatusCode::INTERNAL_SERVER_ERROR, error),
        }
    }

    pub(super) fn refused(status: StatusCode, why: impl ToString) -> Self {
        let body = serde_json::json!(Refusal {
            error: why.to_string()
        });
        Self {
            status,
            body: body.to_string().into_bytes(),
        }
    }
}

impl World {
    /// Accepts a request with the right token, or refuses a request that the API does not know.
    pub(super) fn take(&mut self, method: &Method, path: &str) -> Result<Order, Answer> {
        let decoded = percent_decode_str(path).decode_utf8_lossy();
        self.log.push(format!("{method} {decoded}"));
        let parts: Vec<String> = path
            .split('/')
            .skip(1)
            .map(|part| percent_decode_str(part).decode_utf8_lossy().into_owned())
            .collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let call = kind(method, &parts).ok_or_else(|| {
            Answer::refused(
                StatusCode::NOT_FOUND,
                format!("there is no {method} {path}"),
            )
        })?;
        Ok(Order {
            call,
            name: parts.get(1).copied().unwrap_or_default().to_owned(),
            fault: self.faults.next(call),
        })
    }

    /// Carries out a request, and answers it.
    pub(super) fn answer(&mut self, order: &Order, body: &[u8]) -> Answer {
        if let Some(Fault::Status(status)) = order.fault {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            return Answer::refused(status, "the keepers are on strike");
        }
        let answer = self
            .done(order.call, &order.name, body)
            .unwrap_or_else(|refused| refused);
        match order.fault {
            Some(Fault::NoMeals) => without_meals(answer),
            _ => answer,
        }
    }

    fn done(&mut self, call: Call, name: &str, body: &[u8]) -> Result<Answer, Answer> {
        Ok(match call {
            Call::Add => {
                let pet = self.added(parsed(body)?);
                Answer::json(StatusCode::CREATED, &pet)
            }
            Call::Feed => {
                let diet: Diet = parsed(body)?;
                self.changed(name, |pet| pet.diet = diet)?
            }
            Call::Change => {
                let traits = parsed(body)?;
                self.changed(name, |pet| pet.traits = traits)?
            }
            Call::Get => Answer::json(
                StatusCode::OK,
                self.pets.get(name).ok_or_else(|| missing(name))?,
            ),
            Call::List => Answer::json(StatusCode::OK, &self.pets.values().collect::<Vec<_>>()),
            Call::Remove => {
                self.pets.remove(name).ok_or_else(|| missing(name))?;
                Answer::json(StatusCode::OK, &())
            }
            Call::Species => {
                Answer::json(StatusCode::OK, &species(name).ok_or_else(|| missing(name))?)
            }
        })
    }

    /// Adds a pet.
    pub(super) fn added(&mut self, NewPet { name, traits }: NewPet) -> Pet {
        self.count += 1;
        let id = format!("pet-{}", self.count);
        let pet = Pet {
            id: id.clone(),
            name,
            traits,
            diet: Diet::default(),
            meals: MEALS,
            revision: 1,
        };
        self.pets.insert(id, pet.clone());
        pet
    }

    fn changed(&mut self, id: &str, change: impl FnOnce(&mut Pet)) -> Result<Answer, Answer> {
        let pet = self.pets.get_mut(id).ok_or_else(|| missing(id))?;
        change(pet);
        pet.revision += 1;
        Ok(Answer::json(StatusCode::OK, pet))
    }
}

fn kind(method: &Method, parts: &[&str]) -> Option<Call> {
    match (method.as_str(), parts) {
        ("POST", ["pets"]) => Some(Call::Add),
        ("GET", ["pets"]) => Some(Call::List),
        ("POST", ["pets", _, "feed"]) => Some(Call::Feed),
        ("PATCH", ["pets", _]) => Some(Call::Change),
        ("GET", ["pets", _]) => Some(Call::Get),
        ("DELETE", ["pets", _]) => Some(Call::Remove),
        ("GET", ["species", _]) => Some(Call::Species),
        _ => None,
    }
}

fn parsed<T: DeserializeOwned>(body: &[u8]) -> Result<T, Answer> {
    serde_json::from_slice(body).map_err(|error| Answer::refused(StatusCode::BAD_REQUEST, error))
}

fn missing(name: &str) -> Answer {
    Answer::refused(StatusCode::NOT_FOUND, format!("the zoo has no `{name}`"))
}

/// Changes an answer about a pet to one in which the pet has no meals.
fn without_meals(answer: Answer) -> Answer {
    match serde_json::from_slice::<Pet>(&answer.body) {
        Ok(pet) => Answer::json(answer.status, &Pet { meals: 0, ..pet }),
        Err(_) => answer,
    }
}

fn species(name: &str) -> Option<Species> {
    let (legs, latin) = match name {
        "dog" => (4, Some("Canis familiaris")),
        "spider" => (8, Some("Araneae")),
        "sphinx" => (4, None),
        _ => return None,
    };
    Some(Species {
        name: name.to_owned(),
        legs,
        latin: latin.map(str::to_owned),
    })
}
