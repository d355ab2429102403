//! Programs and sheets in the object store, by their digests.

use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::object_store::{Config, ObjectStore};
use tokio::io::AsyncReadExt;
use tokio::time::timeout;

use crate::error::ClusterError;
use crate::protocol::{KEPT, digest};

/// The most bytes of a file: a bundle is compressed, and holds at most 1 GiB.
const MOST_FILE: usize = 1 << 30;

/// Opens a bucket, which the coordinator creates.
pub(crate) async fn open_bucket(context: &Context, name: &str) -> Result<ObjectStore, ClusterError> {
    context.get_object_store(name).await.map_err(ClusterError::doing("open a bucket of the object store"))
}

/// Opens or creates a bucket.
pub(crate) async fn ensure_bucket(context: &Context, name: &str) -> Result<ObjectStore, ClusterError> {
    if let Ok(store) = context.get_object_store(name).await {
        return Ok(store);
    }
    // Programs of past tournaments are forgotten; those of a running one are put back.
    let config = Config { bucket: name.to_owned(), max_age: KEPT, ..Config::default() };
    context.create_object_store(config).await.map_err(ClusterError::doing("create an object store"))
}

/// Puts a file into a bucket under its digest, unless it is there.
pub(crate) async fn put_file(store: &ObjectStore, bytes: &[u8]) -> Result<String, ClusterError> {
    let name = digest(bytes);
    let is_there = store.info(&name).await.is_ok_and(|info| !info.deleted && info.size == bytes.len());
    if !is_there {
        store.put(&name[..], &mut &*bytes).await.map_err(ClusterError::doing("store an object"))?;
    }
    Ok(name)
}

/// Gets bytes from a bucket.
async fn get(store: &ObjectStore, name: &str) -> Result<Vec<u8>, ClusterError> {
    let mut object = store.get(name).await.map_err(ClusterError::doing("find an object"))?;
    if object.info().size > MOST_FILE {
        return Err(ClusterError::content("an object", "it is too large"));
    }
    let size = object.info().size;
    let mut bytes = Vec::with_capacity(size);
    // At least 100 KB a second; what was lost on the way is not waited for.
    let limit = Duration::from_secs(20 + size as u64 / 100_000);
    match timeout(limit, object.read_to_end(&mut bytes)).await {
        Ok(read) => read.map(|_| bytes).map_err(ClusterError::doing("send an object")),
        Err(late) => Err(ClusterError::doing("send an object in time")(late)),
    }
}

/// Gets a file from a bucket by its digest, and checks it.
pub(crate) async fn get_file(store: &ObjectStore, name: &str) -> Result<Vec<u8>, ClusterError> {
    let bytes = get(store, name).await?;
    if digest(&bytes) != name {
        return Err(ClusterError::content("a file", "its digest is another"));
    }
    Ok(bytes)
}
