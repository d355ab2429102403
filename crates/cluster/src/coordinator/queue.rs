//! The streams of a tournament on the server.

use std::collections::HashSet;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use futures_util::{StreamExt, TryStreamExt};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::ClusterSettings;
use crate::connection::Link;
use crate::error::ClusterError;
use crate::protocol::{GameJob, JOBS, KEPT, RESULTS, TournamentKey, jobs_of, message, results_of};

/// The results that are fetched together, and how long is waited for them.
const MOST_RESULTS: usize = 100;
const FETCH: Duration = Duration::from_secs(2);
/// How long a fetch may take in all.
const FETCH_LIMIT: Duration = Duration::from_secs(10);
/// How long a result may be looked at before it is sent again.
const RESULT_WAIT: Duration = Duration::from_secs(60);
/// How long is waited for a server that may be gone.
const ANSWER: Duration = Duration::from_secs(2);
/// The pause after an error of the server.
const PAUSE: Duration = Duration::from_millis(500);

fn stream(name: &str, subjects: &str) -> Config {
    Config {
        name: name.to_owned(),
        subjects: vec![subjects.to_owned()],
        retention: RetentionPolicy::WorkQueue,
        max_age: KEPT,
        ..Config::default()
    }
}

fn jobs_consumer(settings: &ClusterSettings) -> pull::Config {
    pull::Config {
        durable_name: Some(settings.key.as_str().to_owned()),
        filter_subject: jobs_of(&settings.key),
        ack_policy: AckPolicy::Explicit,
        ack_wait: settings.lease,
        // A game is offered until somebody has played it.
        max_deliver: -1,
        max_ack_pending: 100_000,
        max_waiting: 100_000,
        ..pull::Config::default()
    }
}

fn results_consumer(settings: &ClusterSettings) -> pull::Config {
    pull::Config {
        durable_name: Some(settings.key.as_str().to_owned()),
        filter_subject: results_of(&settings.key),
        ack_policy: AckPolicy::Explicit,
        ack_wait: RESULT_WAIT,
        max_deliver: -1,
        max_ack_pending: 100_000,
        ..pull::Config::default()
    }
}

/// Creates the streams and the consumers of a tournament, unless they are there.
pub(super) async fn ensure_streams(
    context: &Context,
    settings: &ClusterSettings,
) -> Result<(), ClusterError> {
    let jobs = Config {
        // A game that is in the queue already is not added again.
        max_messages_per_subject: 1,
        discard: DiscardPolicy::New,
        discard_new_per_subject: true,
        ..stream(JOBS, "floe.jobs.>")
    };
    let create = "create a stream; is JetStream enabled, and may this user manage it?";
    let jobs = context.get_or_create_stream(jobs).await.map_err(ClusterError::doing(create))?;
    jobs.create_consumer(jobs_consumer(settings)).await.map_err(ClusterError::doing("create a consumer"))?;
    results(context, settings).await.map(drop)
}

async fn results(context: &Context, settings: &ClusterSettings) -> Result<PullConsumer, ClusterError> {
    let stream = context
        .get_or_create_stream(stream(RESULTS, "floe.results.>"))
        .await
        .map_err(ClusterError::doing("create a stream"))?;
    stream.create_consumer(results_consumer(settings)).await.map_err(ClusterError::doing("create a consumer"))
}

/// Fetches results until nobody wants them any more, whatever happens to the server meanwhile.
pub(super) async fn read_results(
    link: Link,
    settings: ClusterSettings,
    sender: mpsc::Sender<Vec<jetstream::Message>>,
) {
    while !sender.is_closed() {
        link.connected().await;
        let Ok(consumer) = results(&link.context, &settings).await else {
            sleep(PAUSE).await;
            continue;
        };
        // An answer that was lost on the way is not waited for.
        while let Ok(Ok(found)) = timeout(FETCH_LIMIT, fetch(&consumer)).await {
            if sender.send(found).await.is_err() {
                return;
            }
        }
        sleep(PAUSE).await;
    }
}

async fn fetch(consumer: &PullConsumer) -> Result<Vec<jetstream::Message>, async_nats::Error> {
    // The first is waited for; those that are there with it come along.
    let mut first = consumer.batch().max_messages(1).expires(FETCH).messages().await?;
    let mut found = Vec::new();
    while let Some(message) = first.next().await {
        found.push(message?);
    }
    if !found.is_empty() {
        let mut more = consumer.fetch().max_messages(MOST_RESULTS).messages().await?;
        while let Some(message) = more.next().await {
            found.push(message?);
        }
    }
    Ok(found)
}

async fn jobs_stream(context: &Context) -> Result<Stream, ClusterError> {
    context.get_stream(JOBS).await.map_err(ClusterError::doing("find the stream of jobs"))
}

/// Returns whether the server answers.
pub(super) async fn is_answering(context: &Context) -> bool {
    matches!(timeout(ANSWER, jobs_stream(context)).await, Ok(Ok(_)))
}

/// Adds a job to the queue, unless it is there.
pub(super) async fn publish(context: &Context, job: &GameJob) -> Result<(), ClusterError> {
    let failed = ClusterError::doing("take a job");
    let published = match context.publish(job.subject(), message(job).into()).await {
        Ok(acknowledged) => acknowledged.await,
        Err(error) => Err(error),
    };
    match published {
        Ok(_) => Ok(()),
        Err(error) if error.to_string().contains("per subject") => Ok(()),
        Err(error) => Err(failed(error)),
    }
}

/// Returns the subjects of the jobs of a tournament that are in the queue or in the hands of workers.
pub(super) async fn queued(
    context: &Context,
    tournament: &TournamentKey,
) -> Result<HashSet<String>, ClusterError> {
    let doing = "list the jobs";
    let stream = jobs_stream(context).await?;
    let listed = stream.info_with_subjects(jobs_of(tournament)).await.map_err(ClusterError::doing(doing))?;
    listed.map_ok(|(subject, _)| subject).try_collect().await.map_err(ClusterError::doing(doing))
}

/// Makes the consumer of jobs anew if it has passed over what is in the queue.
pub(super) async fn wake_consumer(context: &Context, settings: &ClusterSettings) -> Result<(), ClusterError> {
    let stream = jobs_stream(context).await?;
    let info = stream.consumer_info(settings.key.as_str()).await;
    if info.is_ok_and(|info| info.num_pending > 0 || info.num_ack_pending > 0) {
        return Ok(());
    }
    // It may be gone already.
    let _ = stream.delete_consumer(settings.key.as_str()).await;
    let created = stream.create_consumer(jobs_consumer(settings)).await;
    created.map(drop).map_err(ClusterError::doing("create a consumer"))
}

/// Removes jobs from the queue, by their subjects.
///
/// They are deleted one by one: after a purge by subject, consumers of older servers skip jobs that were not purged.
pub(super) async fn remove(
    context: &Context,
    subjects: impl IntoIterator<Item = &String>,
) -> Result<(), ClusterError> {
    let stream = jobs_stream(context).await?;
    for subject in subjects {
        // It may have been played in the meantime.
        if let Ok(found) = stream.get_last_raw_message_by_subject(subject).await {
            let deleted = stream.delete_message(found.sequence).await;
            deleted.map_err(ClusterError::doing("remove a job"))?;
        }
    }
    Ok(())
}

/// Removes all jobs of a tournament from the queue.
pub(super) async fn remove_all(context: &Context, tournament: &TournamentKey) -> Result<(), ClusterError> {
    let all = queued(context, tournament).await?;
    remove(context, &all).await
}

/// Removes all results of a tournament. Its consumer must be new, or it may have given results to somebody else.
async fn remove_results(context: &Context, settings: &ClusterSettings) -> Result<(), async_nats::Error> {
    let consumer = results(context, settings).await?;
    loop {
        let mut found = consumer.fetch().max_messages(MOST_RESULTS).messages().await?;
        let mut is_empty = true;
        while let Some(message) = found.next().await {
            message?.double_ack().await?;
            is_empty = false;
        }
        if is_empty {
            return Ok(());
        }
    }
}

/// Removes what is left of a tournament. The results stay until it is complete: not all of them may be stored.
pub(super) async fn clean_up(context: &Context, settings: &ClusterSettings, is_complete: bool) {
    let key = &settings.key;
    let _ = remove_all(context, key).await;
    if let Ok(stream) = jobs_stream(context).await {
        let _ = stream.delete_consumer(key.as_str()).await;
    }
    if let Ok(stream) = context.get_stream(RESULTS).await {
        let _ = stream.delete_consumer(key.as_str()).await;
        if is_complete {
            let _ = remove_results(context, settings).await;
            let _ = stream.delete_consumer(key.as_str()).await;
        }
    }
}
