//! One request for the reads of many calls.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{FutureExt as _, StreamExt as _, stream};
use terrane::Error;
use terrane::context::ReadContext;
use terrane_api::Coalescer;

type Batches = Arc<Mutex<Vec<Vec<u32>>>>;

/// A reader of numbers that returns those below 1000, and takes a second.
fn reader(most: usize) -> (Coalescer<u32, u32>, Batches) {
    let batches = Batches::default();
    let log = Arc::clone(&batches);
    let reader = Coalescer::new(Duration::from_millis(20), most, move |keys: Vec<u32>, _| {
        log.lock().unwrap().push(keys.clone());
        async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if keys.contains(&13) {
                return Err(Error::new("No", "Not 13."));
            }
            Ok(keys
                .into_iter()
                .filter(|key| *key < 1000)
                .map(|key| (key, key * 2))
                .collect::<HashMap<_, _>>())
        }
    });
    (reader, batches)
}

async fn read(reader: &Coalescer<u32, u32>, key: u32) -> terrane::Result<Option<u32>> {
    reader.read(key, &ReadContext::default()).await
}

#[tokio::test(start_paused = true)]
async fn reads_within_a_window_share_a_request() {
    let (reader, batches) = reader(100);
    let read = |key| read(&reader, key);
    let (one, same, none) = tokio::join!(read(1), read(1), read(5000));
    assert_eq!(
        (one.unwrap(), same.unwrap(), none.unwrap()),
        (Some(2), Some(2), None)
    );
    assert_eq!(read(2).await.unwrap(), Some(4));
    assert_eq!(*batches.lock().unwrap(), [vec![1, 5000], vec![2]]);
}

#[tokio::test(start_paused = true)]
async fn a_thousand_reads_take_a_twentieth_of_the_requests() {
    let (reader, batches) = reader(50);
    let keys: Vec<u32> = (0..1000).filter(|key| *key != 13).collect();
    let reads = stream::iter(keys).map(|key| read(&reader, key));
    let results: Vec<_> = reads.buffer_unordered(100).collect().await;
    assert!(results.into_iter().all(|it| it.unwrap().is_some()));
    let batches = batches.lock().unwrap();
    assert!(batches.len() <= 50, "{}", batches.len());
    assert!(batches.iter().all(|batch| batch.len() <= 50));
}

#[tokio::test(start_paused = true)]
async fn a_read_that_ends_does_not_end_the_others() {
    let (reader, batches) = reader(100);
    let mut first = Box::pin(read(&reader, 1));
    assert!((&mut first).now_or_never().is_none());
    let mut second = Box::pin(read(&reader, 2));
    assert!((&mut second).now_or_never().is_none());
    drop(first);
    assert_eq!(second.await.unwrap(), Some(4));
    assert_eq!(*batches.lock().unwrap(), [vec![1, 2]]);
}

#[tokio::test(start_paused = true)]
async fn a_batch_that_nobody_waits_for_is_not_requested() {
    let (reader, batches) = reader(100);
    let mut only = Box::pin(read(&reader, 1));
    assert!((&mut only).now_or_never().is_none());
    drop(only);
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert!(batches.lock().unwrap().is_empty());
    assert_eq!(read(&reader, 2).await.unwrap(), Some(4));
}

#[tokio::test(start_paused = true)]
async fn an_error_is_one_of_all_reads_of_the_batch() {
    let (reader, _) = reader(100);
    let (one, other) = tokio::join!(read(&reader, 13), read(&reader, 1));
    assert!(one.unwrap_err().to_string().contains("Not 13."));
    assert!(other.unwrap_err().to_string().contains("Not 13."));
}
