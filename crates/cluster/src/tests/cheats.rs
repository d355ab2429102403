//! Results that must not count: duplicate, late, forged, truncated, of another version, and wrong on purpose.

use std::time::Duration;

use async_nats::jetstream::{self, Context};
use floe_arena::event::{Tournament, play_game};
use floe_arena::result::GameResult;
use futures_util::{StreamExt, TryStreamExt};

use super::TestServer;
use super::site::{
    Habit, Habitual, PlayedElsewhere, TestWorker, played_here, settings, sheet, tournament, version,
};
use crate::connection::ClusterRole;
use crate::coordinator::{ClusterSettings, Coordinator, part_headers};
use crate::protocol::{
    FloeVersion, GameJob, JOBS, JobOutcome, JobReport, RESULTS, WorkerId, pack, results_of,
};

/// Somebody who takes jobs, and sends what it likes.
struct Cheat {
    context: Context,
    tournament: Tournament,
    settings: ClusterSettings,
}

impl Cheat {
    async fn connect(settings: &ClusterSettings, boards: usize) -> Cheat {
        let link = settings.server.connect(ClusterRole::Worker, "a cheat").await.unwrap();
        Cheat { context: link.context, tournament: tournament(boards).0, settings: settings.clone() }
    }

    /// Takes a job.
    async fn job(&self) -> (GameJob, jetstream::Message) {
        loop {
            let consumer: Result<jetstream::consumer::PullConsumer, _> =
                self.context.get_consumer_from_stream(self.settings.key.as_str(), JOBS).await;
            if let Ok(consumer) = consumer
                && let Ok(mut found) = consumer.fetch().max_messages(1).messages().await
                && let Some(Ok(delivery)) = found.next().await
            {
                return (serde_json::from_slice(&delivery.payload).unwrap(), delivery);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    fn play(&self, job: &GameJob) -> GameResult {
        let players = Habitual(Habit::First, Duration::ZERO);
        play_game(&self.tournament, &players, &job.fixture, &|| false, &mut |_| true).unwrap().unwrap()
    }

    fn report(&self, job: &GameJob, worker: &WorkerId, game: GameResult) -> JobReport {
        JobReport {
            version: version(),
            tournament: job.tournament.clone(),
            sheet: job.sheet.clone(),
            worker: worker.clone(),
            number: job.fixture.number,
            copy: job.copy,
            outcome: JobOutcome::Played(Box::new(game)),
        }
    }

    async fn send(&self, subject: String, bytes: Vec<u8>) {
        self.context.publish(subject, bytes.into()).await.unwrap().await.unwrap();
    }

    async fn send_report(&self, report: &JobReport) {
        self.send(report.subject(), pack(report)).await;
    }
}

#[test]
fn results_that_are_wrong_are_refused_with_a_reason() {
    let Some(server) = TestServer::start("wrong results") else { return };
    let wanted = played_here(&tournament(1).0);
    let settings = settings(server.address());
    let played = PlayedElsewhere::start(settings.clone(), 1);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let cheat = Cheat::connect(&settings, 1).await;
        let (job, delivery) = cheat.job().await;
        let game = cheat.play(&job);
        let new = WorkerId::new;
        let honest = new("honest");
        let good = cheat.report(&job, &honest, game.clone());
        let subject = good.subject();

        // Truncated, and no result at all.
        let bytes = pack(&good);
        cheat.send(subject.clone(), bytes[..bytes.len() / 2].to_vec()).await;
        cheat.send(subject.clone(), b"nonsense".to_vec()).await;
        played.wait_note("an unknown worker is refused: a result cannot be read");
        // Of another version.
        let other = FloeVersion::new("0.0", "old");
        cheat.send_report(&JobReport { version: other, ..good.clone() }).await;
        played.wait_note("it is of floe 0.0");
        // Forged: under the name of another worker.
        let forged = JobReport { worker: new("victim"), ..good.clone() };
        cheat.send(subject.clone(), pack(&forged)).await;
        played.wait_note("it was not sent by the worker that it names");
        // Of a tournament that was changed meanwhile.
        cheat.send_report(&JobReport { sheet: "0".repeat(64), ..good.clone() }).await;
        played.wait_note("was played before the tournament was changed");
        // A record that does not replay, and scores that are not those of the record: the workers are named.
        let mut broken = game.clone();
        broken.record = broken.record.replacen("r1c", "r9c", 1);
        let liar = new("liar");
        cheat.send_report(&cheat.report(&job, &liar, broken)).await;
        played.wait_note(&format!("a result of {liar} is refused: game {}: its record", job.fixture.number));
        let mut boast = game.clone();
        boast.results[0].fish += 10;
        let boaster = new("boaster");
        cheat.send_report(&cheat.report(&job, &boaster, boast)).await;
        played.wait_note(&format!("a result of {boaster} is refused"));
        // Whoever lied once is not believed again.
        cheat.send_report(&cheat.report(&job, &liar, game.clone())).await;
        played.wait_note("is played elsewhere, since game");
        // A machine that cannot play says why.
        let lame = new("lame");
        let cannot = JobOutcome::Impossible("there is no python3".to_owned());
        cheat.send_report(&JobReport { worker: lame, outcome: cannot, ..good.clone() }).await;
        played.wait_note("cannot play game");
        // Parts that never become whole, and parts that are nonsense together.
        for (name, part, parts) in [("lonely", 0, 2), ("nonsense", 1, 2), ("nonsense", 0, 2)] {
            let headers = part_headers(name, part, parts);
            let sent = cheat.context.publish_with_headers(subject.clone(), headers, "part".into()).await;
            sent.unwrap().await.unwrap();
        }
        // The good one counts, however often it comes.
        for _ in 0..3 {
            cheat.send_report(&good).await;
        }
        let bytes = pack(&good);
        let (one, two) = bytes.split_at(bytes.len() / 3);
        for (part, content) in [(1, two), (0, one)] {
            let headers = part_headers("good", part, 2);
            let sent = cheat.context.publish_with_headers(subject.clone(), headers, content.to_vec().into());
            sent.await.unwrap().await.unwrap();
        }
        delivery.ack().await.unwrap();
        cheat.send_report(&good).await;
    });
    let worker = TestWorker::start(server.address(), "worker", Habit::First, Duration::ZERO);
    assert_eq!(played.end(), wanted);
    drop(worker);
    // Whatever was sent is handled, or is removed with the tournament.
    assert_eq!(runtime.block_on(count_results(&settings)), 0);
}

/// Returns the number of results of a tournament that are on the server.
async fn count_results(settings: &ClusterSettings) -> usize {
    let link = settings.server.connect(ClusterRole::Organiser, "counter").await.unwrap();
    let stream = link.context.get_stream(RESULTS).await.unwrap();
    let counts = stream.info_with_subjects(results_of(&settings.key)).await.unwrap();
    counts.try_fold(0, async |sum, (_, count)| Ok(sum + count)).await.unwrap()
}

#[test]
fn late_results_are_removed_when_the_tournament_is_complete() {
    let Some(server) = TestServer::start("late results") else { return };
    let (settings, other) = (settings(server.address()), settings(server.address()));
    let (tournament, charter) = tournament(1);
    let sheet = sheet(&tournament, charter);
    let connect = || Coordinator::connect(settings.clone(), &sheet, &[], Box::new(|_| {})).unwrap();
    connect().close(false);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let cheat = Cheat::connect(&settings, 1).await;
        for (settings, worker) in
            [(&settings, "one"), (&settings, "one"), (&settings, "two"), (&other, "one")]
        {
            let subject = format!("floe.results.{}.{worker}", settings.key.as_str());
            cheat.send(subject, b"late".to_vec()).await;
        }
    });
    let count = || [&settings, &other].map(|settings| runtime.block_on(count_results(settings)));
    assert_eq!(count(), [3, 1]);
    // A tournament that is only stopped may need them; those of another one are left alone in any case.
    connect().close(false);
    assert_eq!(count(), [3, 1]);
    connect().close(true);
    assert_eq!(count(), [0, 1]);
}

#[test]
fn a_worker_that_plays_wrongly_is_found_by_comparison() {
    let Some(server) = TestServer::start("comparison of games") else { return };
    let wanted = played_here(&tournament(2).0);
    let mut settings = settings(server.address());
    settings.compare = 1.0;
    let played = PlayedElsewhere::start(settings, 2);
    // All its turns are legal, but not those of the programs.
    let pace = Duration::from_millis(3);
    let habits = [("one", Habit::First), ("two", Habit::First), ("wrong", Habit::Last)];
    let workers = habits.map(|(name, habit)| TestWorker::start(server.address(), name, habit, pace));
    played.wait_note("differently from two others");
    let notes = played.notes().join("\n");
    assert!(notes.contains("worker wrong-"), "{notes}");
    assert!(!notes.contains("worker one-") || !notes.contains("one is set aside"), "{notes}");
    assert_eq!(played.end(), wanted);
    drop(workers);
}
