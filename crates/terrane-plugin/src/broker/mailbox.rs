//! Messages for code that dials a service. A message may arrive before or after the code starts to wait for it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use super::error::{BrokerError, TIMEOUT};
use crate::proto::ConnInfo;

/// Stores each message under the number of its service until it is taken or expires.
#[derive(Default)]
pub(super) struct Mailbox {
    slots: Mutex<HashMap<u32, Slot>>,
}

enum Slot {
    Waiting(oneshot::Sender<ConnInfo>),
    Arrived(ConnInfo, Instant),
}

impl Mailbox {
    /// Passes the message to the waiting task, or stores it.
    pub(super) fn deliver(&self, message: ConnInfo) {
        let mut slots = self.slots();
        slots.retain(|_, slot| match slot {
            Slot::Waiting(waiting) => !waiting.is_closed(),
            Slot::Arrived(_, at) => at.elapsed() < TIMEOUT,
        });
        let id = message.service_id;
        let message = match slots.remove(&id) {
            Some(Slot::Waiting(waiting)) => match waiting.send(message) {
                Ok(()) => return,
                Err(message) => message,
            },
            Some(Slot::Arrived(..)) | None => message,
        };
        slots.insert(id, Slot::Arrived(message, Instant::now()));
    }

    /// Takes the message of a service, and waits for it if it has not arrived.
    pub(super) async fn take(&self, id: u32) -> Result<ConnInfo, BrokerError> {
        let arrival = {
            let mut slots = self.slots();
            match slots.remove(&id) {
                Some(Slot::Arrived(message, at)) if at.elapsed() < TIMEOUT => return Ok(message),
                Some(_) | None => {}
            }
            let (waiting, arrival) = oneshot::channel();
            slots.insert(id, Slot::Waiting(waiting));
            arrival
        };
        match timeout(TIMEOUT, arrival).await {
            Ok(Ok(message)) => Ok(message),
            Ok(Err(_)) | Err(_) => Err(BrokerError::Timeout(id)),
        }
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<u32, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(service_id: u32, address: &str) -> ConnInfo {
        ConnInfo {
            service_id,
            address: address.into(),
            ..ConnInfo::default()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn message_is_delivered_to_later_and_to_waiting_readers() {
        let mailbox = Mailbox::default();
        mailbox.deliver(message(1, "early"));
        assert_eq!(mailbox.take(1).await.unwrap().address, "early");

        let (taken, ()) = tokio::join!(mailbox.take(2), async {
            tokio::task::yield_now().await;
            mailbox.deliver(message(3, "other"));
            mailbox.deliver(message(2, "late"));
        });
        assert_eq!(taken.unwrap().address, "late");
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_readers_and_unread_messages_expire() {
        let mailbox = Mailbox::default();
        assert!(matches!(
            mailbox.take(1).await,
            Err(BrokerError::Timeout(1))
        ));

        mailbox.deliver(message(2, "stale"));
        tokio::time::advance(TIMEOUT).await;
        assert!(matches!(
            mailbox.take(2).await,
            Err(BrokerError::Timeout(2))
        ));
    }
}
