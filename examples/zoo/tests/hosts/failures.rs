//! What fails on the way: nothing that exists is ever lost.

use std::thread;
use std::time::{Duration, Instant};

use terrane_test::{Failure, TestResult};

use super::{REX, Zoo, on_every_host};
use crate::api::{Call, Fault};

impl Zoo<'_> {
    /// Applies while feeding goes wrong.
    fn apply_with_fault(&mut self, fault: Fault) -> Failure {
        self.api.fault(Call::Feed, 1, fault);
        self.apply().expect_err("feeding failed")
    }

    /// The pet exists, the state knows it, and it is tainted.
    fn assert_tainted(&self, id: &str) -> TestResult {
        assert_eq!(self.ids(), [id]);
        let state = self.state()?;
        let rex = &state["zoo_pet.rex"];
        assert!(rex.tainted, "{}", rex.json);
        assert_eq!(rex.attributes["id"], id);
        assert!(
            rex.attributes["portion"].is_null(),
            "what is not known is null: {}",
            rex.json
        );
        assert!(
            !rex.private.is_empty(),
            "the private state is not lost either"
        );
        Ok(())
    }
}

/// A6, A7, A12, A13, L35.
#[test]
fn a_pet_is_tainted_and_replaced_after_its_second_step_fails() {
    on_every_host(|zoo| {
        let config = zoo.pet(REX, "kcal = 300");
        zoo.config(&config)?;
        let failure = zoo.apply_with_fault(Fault::Status(422));
        assert_eq!(failure.errors().count(), 1, "{failure}");
        failure.assert_mentions("Cannot feed the pet");
        failure.assert_mentions("422 Unprocessable Entity: the keepers are on strike");
        zoo.assert_tainted("pet-1")?;
        zoo.take_changes();
        assert_eq!(zoo.apply_rex()?.as_deref(), Some("replace (tainted)"));
        let changes = ["DELETE /pets/pet-1", "POST /pets", "POST /pets/pet-2/feed"];
        assert_eq!(zoo.take_changes(), changes);
        zoo.assert_settled()?;
        Ok(())
    });
}

/// A6, A7, A12, A13.
#[test]
fn a_pet_is_in_the_state_after_its_second_step_panics_or_times_out() {
    on_every_host(|zoo| {
        let config = zoo.pet(REX, "kcal = 300");
        zoo.config(&config)?;
        let failure = zoo.apply_with_fault(Fault::NoMeals);
        failure.assert_mentions("Cannot create zoo_pet");
        failure.assert_mentions("attempt to divide by zero");
        failure.assert_mentions("bug in the provider");
        assert!(
            failure.error("crash").is_none(),
            "the process lives: {failure}"
        );
        zoo.assert_tainted("pet-1")?;
        zoo.destroy()?;
        assert!(zoo.state()?.is_empty() && zoo.ids().is_empty());

        zoo.env("ZOO_MAX_RETRIES", "0");
        let failure = zoo.apply_with_fault(Fault::Cut);
        failure.assert_mentions("No answer to `POST");
        failure.assert_mentions("The API may have carried out the request");
        zoo.assert_tainted("pet-2")?;
        zoo.destroy_unseen()?;
        assert!(zoo.state()?.is_empty() && zoo.ids().is_empty());
        Ok(())
    });
}

/// A13, and StopProvider: the host's user interrupts it while the provider waits.
#[test]
fn a_pet_is_in_the_state_after_its_second_step_is_interrupted() {
    on_every_host(|zoo| {
        let config = zoo.pet(REX, "kcal = 300");
        zoo.config(&config)?;
        zoo.api.fault(Call::Feed, 1, Fault::Hang);
        let running = zoo.start(["apply", "-json", "-input=false", "-auto-approve"])?;
        let start = Instant::now();
        while zoo.api.pet("pet-1").is_none_or(|pet| pet.diet.kcal == 0) {
            assert!(
                start.elapsed() < Duration::from_secs(600),
                "the pet was never fed"
            );
            thread::sleep(Duration::from_millis(10));
        }
        running.interrupt()?;
        let failure = running.wait().expect_err("it was interrupted");
        failure.assert_mentions("Operation interrupted");
        zoo.assert_tainted("pet-1")?;
        zoo.apply()?;
        assert_eq!(zoo.ids(), ["pet-2"]);
        Ok(())
    });
}

/// A4, A5, A13, G9.
#[test]
fn a_failed_call_leaves_the_state_as_it_was() {
    on_every_host(|zoo| {
        let config = zoo.pet(REX, "kcal = 300");
        zoo.config(&config)?;
        zoo.env("ZOO_MAX_RETRIES", "0");
        for (fault, why) in [
            (Fault::Status(503), "503 Service Unavailable"),
            (Fault::Cut, "No answer to `POST"),
        ] {
            zoo.api.fault(Call::Add, 1, fault);
            let failure = zoo.apply().expect_err("adding failed");
            failure.assert_mentions("Cannot add the pet");
            failure.assert_mentions(why);
            assert!(zoo.state()?.is_empty(), "the provider knows of no pet");
        }
        // The pet came, but its id was in the answer that was cut: only the API can tell.
        assert!(zoo.api.remove("pet-1"));
        zoo.env("ZOO_MAX_RETRIES", "1");
        // The second attempt has the same key, so it adds no second pet.
        zoo.api.fault(Call::Add, 1, Fault::Cut);
        zoo.apply()?;
        assert_eq!(zoo.ids(), ["pet-2"]);
        let before = zoo.rex()?;

        let config = zoo.pet("name = \"Rex\"\nlegs = 3", "kcal = 400");
        zoo.config(&config)?;
        let failure = zoo.apply_with_fault(Fault::Status(422));
        failure.assert_mentions("Cannot feed the pet");
        assert!(!zoo.state()?["zoo_pet.rex"].tainted);
        assert_eq!(zoo.rex()?["diet"], before["diet"]);
        zoo.apply()?;
        zoo.assert_settled()?;

        zoo.api.fault(Call::Get, 1, Fault::Status(501));
        let failure = zoo.plan().expect_err("reading failed");
        failure.assert_mentions("Cannot read zoo_pet");
        zoo.api.fault(Call::Remove, 1, Fault::Status(409));
        let failure = zoo.destroy().expect_err("removing failed");
        failure.assert_mentions("Cannot delete zoo_pet");
        assert_eq!(zoo.rex()?["id"], "pet-2");
        zoo.destroy()?;
        assert!(zoo.state()?.is_empty() && zoo.ids().is_empty());
        Ok(())
    });
}
