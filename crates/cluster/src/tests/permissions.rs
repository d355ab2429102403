//! The server of docs/cluster.md, with its users, certificates and permissions.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use async_nats::jetstream::object_store::ObjectStore;

use super::site::{Habit, PlayedElsewhere, TestWorker, played_here_by, settings, tournament};
use super::{PATIENCE, TestServer};
use crate::connection::{ClusterRole, Credentials, Link, NatsServer};
use crate::files::{get_file, open_bucket, put_file};
use crate::protocol::{FILES, JOBS, RESULTS};

/// Returns the code blocks of a section of docs/cluster.md.
fn code_blocks(section: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cluster.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, rest) = page.split_once(&format!("\n### {section}\n")).unwrap();
    let section = rest.split("\n### ").next().unwrap();
    let blocks = section.split("\n```").skip(1).step_by(2);
    blocks.map(|block| block.split_once('\n').unwrap().1.to_owned()).collect()
}

/// Makes the certificates by the documented commands; where that is impossible, says loudly that a test is skipped.
fn make_certificates(test: &str, folder: &Path, commands: &str) -> bool {
    if Command::new("openssl").arg("version").stdout(Stdio::null()).status().is_err() {
        eprintln!("SKIPPED: {test}, since openssl is not installed");
        return false;
    }
    // The files stay where they are made.
    let commands: Vec<&str> = commands.lines().filter(|line| !line.starts_with("sudo ")).collect();
    let made = Command::new("sh").args(["-ec", &commands.join("\n")]).current_dir(folder).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    true
}

/// The documented server on this machine.
struct DocumentedServer {
    server: TestServer,
    folder: tempfile::TempDir,
}

impl DocumentedServer {
    fn start(test: &str) -> Option<DocumentedServer> {
        let folder = tempfile::tempdir().unwrap();
        let here = |text: &str| {
            let at = folder.path().display().to_string();
            text.replace("/etc/nats", &at).replace("/var/lib/nats", &at).replace("lab.example", "localhost")
        };
        let blocks = code_blocks("A server with users and TLS");
        let [commands, configuration, ..] = &blocks[..] else { panic!("blocks are missing: {blocks:?}") };
        if !make_certificates(test, folder.path(), &here(commands)) {
            return None;
        }
        let path = folder.path().join("nats-server.conf");
        std::fs::write(&path, here(configuration)).unwrap();
        let server = TestServer::start_with(test, &["-c", path.to_str().unwrap()])?;
        Some(DocumentedServer { server, folder })
    }

    /// Returns the server as a user reaches it.
    fn user(&self, name: &str) -> NatsServer {
        let file = |name: &str| -> Option<PathBuf> { Some(self.folder.path().join(name)) };
        let credentials = Credentials {
            tls_ca: file("ca.pem"),
            tls_cert: file(&format!("{name}.pem")),
            tls_key: file(&format!("{name}.key")),
            ..Credentials::default()
        };
        NatsServer { address: format!("tls://localhost:{}", self.server.port), credentials }
    }
}

/// Waits until the server has refused everything in a list.
async fn wait_refusals(link: &Link, what: &str, subjects: &[String]) {
    let (start, mut heard) = (Instant::now(), Vec::new());
    let is_refused = |heard: &[String], subject: &str| {
        let words = format!("{what} to \"{}\"", subject.to_lowercase());
        heard.iter().any(|complaint| complaint.to_lowercase().contains(&words))
    };
    while let Some(allowed) = subjects.iter().find(|subject| !is_refused(&heard, subject)) {
        assert!(start.elapsed() < PATIENCE, "a worker is not refused {what} to {allowed}: {heard:#?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
        heard.extend(link.complaints.take());
    }
}

/// Tries everything that a worker must not do.
async fn try_everything(worker: &Link, key: &str) {
    let api = |request: &str| format!("$JS.API.{request}");
    let to_publish = [
        // Add, remove and hide jobs, and announce tournaments.
        format!("floe.jobs.{key}.sheet.1.0"),
        format!("floe.tournaments.{key}"),
        api("CONSUMER.CREATE.FLOE_JOBS"),
        api("CONSUMER.DURABLE.CREATE.FLOE_JOBS.mine"),
        api(&format!("CONSUMER.DELETE.FLOE_JOBS.{key}")),
        // Read and remove results.
        api("STREAM.INFO.FLOE_RESULTS"),
        api("STREAM.MSG.GET.FLOE_RESULTS"),
        api("DIRECT.GET.FLOE_RESULTS"),
        api("CONSUMER.CREATE.FLOE_RESULTS"),
        api("CONSUMER.DURABLE.CREATE.FLOE_RESULTS.mine"),
        api(&format!("CONSUMER.MSG.NEXT.FLOE_RESULTS.{key}")),
        format!("$JS.ACK.FLOE_RESULTS.{key}.1.1.1.1.0"),
        // Change programs.
        "$O.floe-files.M.bmFtZQ==".to_owned(),
        "$O.floe-files.C.chunk".to_owned(),
        // Create streams.
        api("STREAM.CREATE.MINE"),
    ];
    let of_streams = ["UPDATE", "PURGE", "DELETE", "MSG.DELETE", "SNAPSHOT", "RESTORE"]
        .into_iter()
        .flat_map(|request| [JOBS, RESULTS, "OBJ_floe-files"].map(|name| format!("STREAM.{request}.{name}")))
        .map(|request| api(&request));
    let to_publish: Vec<String> = to_publish.into_iter().chain(of_streams).collect();
    for subject in &to_publish {
        worker.client.publish(subject.clone(), "{}".into()).await.unwrap();
    }
    wait_refusals(worker, "publish", &to_publish).await;
    let to_hear = [">", "floe.>", "floe.jobs.>", "floe.results.>", "_INBOX_floe_organiser.>", "$JS.ACK.>"];
    let to_hear = to_hear.map(str::to_owned);
    let mut heard = Vec::new();
    for subject in &to_hear {
        heard.push(worker.client.subscribe(subject.clone()).await.unwrap());
    }
    wait_refusals(worker, "subscription", &to_hear).await;
}

async fn files(link: &Link) -> ObjectStore {
    open_bucket(&link.context, FILES).await.unwrap()
}

#[test]
fn workers_can_play_with_the_documented_permissions_and_nothing_else() {
    let Some(site) = DocumentedServer::start("the documented permissions") else { return };
    // Their output does not fit into one message.
    let wanted = played_here_by(Habit::Talking, &tournament(1).0);
    let settings = settings(site.user("organiser"));
    let played = PlayedElsewhere::start(settings.clone(), 1);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let organiser = site.user("organiser").connect(ClusterRole::Organiser, "organiser").await.unwrap();
        let worker = site.user("worker").connect(ClusterRole::Worker, "worker").await.unwrap();
        let count = async |name: &str| {
            let stream = organiser.context.get_stream(name).await;
            stream.map_or(0, |stream| stream.cached_info().state.messages)
        };
        let start = Instant::now();
        while count(JOBS).await < wanted.len() as u64 {
            assert!(start.elapsed() < PATIENCE, "there are no jobs: {:#?}", played.notes());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let before = count("OBJ_floe-files").await;
        try_everything(&worker, settings.key.as_str()).await;
        assert_eq!(count(JOBS).await, wanted.len() as u64);
        assert_eq!(count("OBJ_floe-files").await, before);
        // A large program comes in many messages.
        let program: Vec<u8> = (0..8 << 20).map(|number: u32| number.to_le_bytes()[1]).collect();
        let name = put_file(&files(&organiser).await, &program).await.unwrap();
        assert!(get_file(&files(&worker).await, &name).await.unwrap() == program);
        assert_eq!(worker.complaints.take(), Vec::<String>::new());
    });
    let worker = TestWorker::start(site.user("worker"), "worker", Habit::Talking, Duration::ZERO);
    assert_eq!(played.end(), wanted);
    assert!(!worker.notes().contains("complains"), "{}", worker.notes());
    // Nobody gets in without a certificate.
    let credentials =
        Credentials { tls_ca: site.user("worker").credentials.tls_ca, ..Credentials::default() };
    let stranger = NatsServer { credentials, ..site.user("worker") };
    assert!(runtime.block_on(stranger.connect(ClusterRole::Worker, "stranger")).is_err());
}
