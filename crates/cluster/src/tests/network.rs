//! A network that delays, stalls, breaks and heals.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use floe_arena::event::RunState;
use floe_rules::random::Random;

use super::site::{Habit, PlayedElsewhere, TestWorker, played_here, settings, tournament};
use super::{PATIENCE, TestServer, at_port};
use crate::connection::Link;

/// A proxy between workers and the server.
#[derive(Clone, Default)]
struct Network {
    /// Nothing passes, and connections stay: a cable is unplugged.
    stalled: Arc<AtomicBool>,
    /// Connections are broken and refused.
    broken: Arc<AtomicBool>,
    /// How long everything takes, in milliseconds.
    delay: Arc<AtomicU64>,
}

impl Network {
    /// Starts a proxy to a port, and returns its own.
    fn start(&self, to: u16) -> u16 {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let network = self.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { return };
                if network.broken.load(Ordering::Relaxed) {
                    continue;
                }
                let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, to)) else { continue };
                let ends = [(stream.try_clone(), server.try_clone()), (Ok(server), Ok(stream))];
                for (from, to) in ends {
                    let (network, from, to) = (network.clone(), from.unwrap(), to.unwrap());
                    std::thread::spawn(move || network.pass(from, to));
                }
            }
        });
        port
    }

    fn pass(&self, mut from: TcpStream, mut to: TcpStream) {
        let _ = from.set_read_timeout(Some(Duration::from_millis(20)));
        let mut chunk = [0; 16 << 10];
        loop {
            if self.broken.load(Ordering::Relaxed) {
                break;
            }
            if self.stalled.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
                continue;
            }
            let count = match from.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock) => continue,
                Err(_) => break,
            };
            std::thread::sleep(Duration::from_millis(self.delay.load(Ordering::Relaxed)));
            if to.write_all(&chunk[..count]).is_err() {
                break;
            }
        }
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    }
}

#[test]
fn delays_stalls_and_broken_connections_lose_nothing() {
    let Some(server) = TestServer::start("a bad network") else { return };
    let wanted = played_here(&tournament(10).0);
    let network = Network::default();
    let (near, far) = (network.start(server.port), network.start(server.port));
    // The coordinator has a bad network too.
    let played = PlayedElsewhere::start(settings(at_port(far)), 10);
    let pace = Duration::from_millis(10);
    let workers =
        ["one", "two", "three"].map(|name| TestWorker::start(at_port(near), name, Habit::First, pace));
    played.wait_note("is here");
    let seed = u64::from(std::process::id());
    let mut random = Random::new(seed);
    for _ in 0..6 {
        std::thread::sleep(Duration::from_millis(200 + random.below(800)));
        match random.below(3) {
            0 => network.delay.store(random.below(100), Ordering::Relaxed),
            1 => {
                // Longer than the lease: the games of all workers are offered again.
                network.stalled.store(true, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(500 + random.below(3000)));
                network.stalled.store(false, Ordering::Relaxed);
            }
            _ => {
                network.broken.store(true, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(100 + random.below(2000)));
                network.broken.store(false, Ordering::Relaxed);
            }
        }
    }
    network.delay.store(0, Ordering::Relaxed);
    assert_eq!(played.end(), wanted, "seed {seed}");
    drop(workers);
}

/// Waits until the connection is lost, and gives the client as many messages as it queues.
fn fill_queue(link: &Link) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let start = Instant::now();
        while link.is_connected() {
            assert!(start.elapsed() < PATIENCE, "the connection is not lost");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let publish = || link.client.publish("floe.test", "".into());
        while let Ok(published) = tokio::time::timeout(Duration::from_millis(500), publish()).await {
            published.unwrap();
        }
    });
}

#[test]
fn a_server_that_is_gone_for_long_stops_nobody() {
    let Some(mut server) = TestServer::start("a server that is gone for long") else { return };
    let wanted = played_here(&tournament(10).0);
    let played = PlayedElsewhere::start(settings(server.address()), 10);
    let link = played.link();
    let worker = TestWorker::start(server.address(), "worker", Habit::First, Duration::from_millis(10));
    played.wait_note("is here");
    server.kill();
    fill_queue(&link);
    played.wait_note("the NATS server cannot be reached: the connection is lost; trying again");
    played.control.pause();
    let start = Instant::now();
    while played.control.state() != RunState::Paused {
        assert!(start.elapsed() < PATIENCE, "it cannot be paused: {:#?}", played.notes());
        std::thread::sleep(Duration::from_millis(20));
    }
    played.control.resume();
    server.restart();
    assert_eq!(played.end(), wanted);
    drop(worker);
}

#[test]
fn a_tournament_is_stopped_although_the_server_is_gone() {
    let Some(mut server) = TestServer::start("stopping without a server") else { return };
    let played = PlayedElsewhere::start(settings(server.address()), 100);
    let link = played.link();
    let worker = TestWorker::start(server.address(), "worker", Habit::First, Duration::from_millis(10));
    played.wait_note("is here");
    server.kill();
    fill_queue(&link);
    played.control.stop();
    assert!(played.end().len() < 1200, "it was stopped");
    drop(worker);
}
