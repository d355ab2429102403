//! Tournaments over many machines: settings, what is sent to workers, and the players of a worker.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use floe_arena::event::Tournament;
use floe_arena::store::Store;
use floe_cluster::{
    ClockRule, ClusterSettings, Coordinator, Credentials, FloeVersion, NatsServer, SheetEntrant,
    TournamentKey, TournamentSheet, measure,
};
use serde::Deserialize;

use super::ready_players::own_digest;
use super::tournament::ISOLATION;
use super::{GameSettings, ReadyPlayers, note};

/// The default lease, in seconds.
const LEASE: u64 = 30;

/// Options that identify us to a NATS server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct CredentialArgs {
    /// A file with NATS credentials: a JWT and the seed of an nkey
    #[arg(long, value_name = "FILE", help_heading = "Cluster")]
    creds: Option<PathBuf>,
    /// A file with the seed of an nkey
    #[arg(long, value_name = "FILE", help_heading = "Cluster")]
    nkey: Option<PathBuf>,
    /// A file with the token of the NATS server
    #[arg(long, value_name = "FILE", help_heading = "Cluster")]
    token_file: Option<PathBuf>,
    /// A certificate of the authority that the server's certificate is signed by
    #[arg(long, value_name = "FILE", help_heading = "Cluster")]
    tls_ca: Option<PathBuf>,
    /// A client certificate
    #[arg(long, value_name = "FILE", requires = "tls_key", help_heading = "Cluster")]
    tls_cert: Option<PathBuf>,
    /// The key of the client certificate
    #[arg(long, value_name = "FILE", requires = "tls_cert", help_heading = "Cluster")]
    tls_key: Option<PathBuf>,
}

impl CredentialArgs {
    /// Returns a server with these credentials.
    pub(crate) fn server(&self, address: &str) -> NatsServer {
        let CredentialArgs { creds, nkey, token_file, tls_ca, tls_cert, tls_key } = self.clone();
        let credentials = Credentials { creds, nkey, token: token_file, tls_ca, tls_cert, tls_key };
        NatsServer { address: address.to_owned(), credentials }
    }

    /// Returns the options as words of a command.
    pub(crate) fn words(&self) -> Vec<String> {
        let CredentialArgs { creds, nkey, token_file, tls_ca, tls_cert, tls_key } = self;
        let options = [
            ("--creds", creds),
            ("--nkey", nkey),
            ("--token-file", token_file),
            ("--tls-ca", tls_ca),
            ("--tls-cert", tls_cert),
            ("--tls-key", tls_key),
        ];
        let given = options.into_iter().filter_map(|(name, path)| Some((name, path.as_ref()?)));
        given.flat_map(|(name, path)| [name.to_owned(), path.display().to_string()]).collect()
    }

    /// Returns these credentials, with paths relative to a folder, where others are not given.
    fn or(self, others: &CredentialArgs, folder: &std::path::Path) -> CredentialArgs {
        if self != CredentialArgs::default() {
            return self;
        }
        let at = |path: &Option<PathBuf>| path.as_ref().map(|path| folder.join(path));
        CredentialArgs {
            creds: at(&others.creds),
            nkey: at(&others.nkey),
            token_file: at(&others.token_file),
            tls_ca: at(&others.tls_ca),
            tls_cert: at(&others.tls_cert),
            tls_key: at(&others.tls_key),
        }
    }
}

/// The time of programs on machines of different speed, by the name that the user gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ClockName {
    #[default]
    Same,
    Scaled,
}

/// The part `[cluster]` of a configuration.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct ClusterConfig {
    /// The address of the NATS server.
    workers: Option<String>,
    creds: Option<PathBuf>,
    nkey: Option<PathBuf>,
    token_file: Option<PathBuf>,
    tls_ca: Option<PathBuf>,
    tls_cert: Option<PathBuf>,
    tls_key: Option<PathBuf>,
    /// The time on machines of different speed.
    clock: ClockName,
    /// The least speed of a worker, as a share of that of this machine.
    floor: Option<f64>,
    /// The share of games that are played twice and compared.
    compare: Option<f64>,
    /// How long a worker may be silent about a game, in seconds.
    lease: Option<u64>,
    /// Whether files of the system, such as interpreters, may differ between machines.
    other_systems: bool,
}

/// How a tournament is played on other machines.
#[derive(Clone, Debug)]
pub(crate) struct ClusterPlan {
    server: NatsServer,
    config: ClusterConfig,
    /// Whether somebody watches every turn.
    live: bool,
}

impl ClusterConfig {
    /// Returns how the tournament is played on other machines, if it is. `address` and `credentials` are those of the
    /// command, which come first.
    pub(crate) fn plan(
        &self,
        address: Option<&str>,
        credentials: &CredentialArgs,
        folder: &std::path::Path,
        live: bool,
    ) -> anyhow::Result<Option<ClusterPlan>> {
        let Some(address) = address.or(self.workers.as_deref()) else {
            if *credentials != CredentialArgs::default() {
                bail!("credentials are given, but no server: use --workers");
            }
            return Ok(None);
        };
        for (name, value) in [("floor", self.floor), ("compare", self.compare)] {
            if value.is_some_and(|value| !(0.0..=1.0).contains(&value)) {
                bail!("[cluster]: '{name}' is a share from 0 to 1");
            }
        }
        if self.lease.is_some_and(|lease| !(1..=3600).contains(&lease)) {
            bail!("[cluster]: 'lease' is from 1 to 3600 seconds");
        }
        let own = CredentialArgs {
            creds: self.creds.clone(),
            nkey: self.nkey.clone(),
            token_file: self.token_file.clone(),
            tls_ca: self.tls_ca.clone(),
            tls_cert: self.tls_cert.clone(),
            tls_key: self.tls_key.clone(),
        };
        let server = credentials.clone().or(&own, folder).server(address);
        Ok(Some(ClusterPlan { server, config: self.clone(), live }))
    }
}

/// Returns the version of this program, which workers and coordinators must share.
pub(crate) fn floe_version() -> anyhow::Result<FloeVersion> {
    Ok(FloeVersion::new(env!("CARGO_PKG_VERSION"), own_digest()?))
}

impl ClusterPlan {
    /// Connects to the server, and sends it what workers need.
    pub(crate) fn connect(
        &self,
        tournament: &Tournament,
        ready: &ReadyPlayers,
        store: &mut Store,
        game: &GameSettings,
    ) -> anyhow::Result<Coordinator> {
        let config = &self.config;
        let key = match store.kept("cluster key")?.as_deref().and_then(TournamentKey::parse) {
            Some(key) => key,
            None => {
                let key = TournamentKey::random();
                store.keep("cluster key", key.as_str())?;
                key
            }
        };
        // A resumed tournament keeps its measure, so that times stay what they were.
        let reference = match store.kept("cluster speed")?.and_then(|text| text.parse().ok()) {
            Some(speed) => speed,
            None => {
                let speed = measure();
                store.keep("cluster speed", &speed.to_string())?;
                speed
            }
        };
        let mut archives: Vec<Arc<Vec<u8>>> = Vec::new();
        let mut entrants = Vec::new();
        for (index, entrant) in tournament.entrants.iter().enumerate() {
            let (player, archive) = ready
                .sheet_player(index)
                .with_context(|| format!("'{}' cannot be sent to workers", entrant.name))?;
            // Programs that differ only in their arguments share an archive.
            archives.extend(archive.filter(|new| !archives.iter().any(|known| Arc::ptr_eq(known, new))));
            entrants.push(SheetEntrant::new(entrant, player));
        }
        let mut terms_in_words = tournament.terms_in_words.clone();
        terms_in_words.retain(|(key, _)| key != ISOLATION);
        let sheet = TournamentSheet {
            title: tournament.title.clone(),
            charter: store.charter().clone(),
            terms_in_words,
            board_names: tournament.boards.iter().map(|board| board.name.clone()).collect(),
            entrants,
            tier: game.tier(),
            clock: match config.clock {
                ClockName::Same => ClockRule::Same,
                ClockName::Scaled => ClockRule::Scaled { reference },
            },
            other_systems: config.other_systems,
        };
        let settings = ClusterSettings {
            server: self.server.clone(),
            key,
            version: floe_version()?,
            lease: Duration::from_secs(config.lease.unwrap_or(LEASE)),
            floor: config.floor.unwrap_or(0.0) * reference,
            compare: config.compare.unwrap_or(0.0),
            live: self.live,
        };
        Ok(Coordinator::connect(settings, &sheet, &archives, Box::new(note))?)
    }

    /// Returns the address of the server, without secrets.
    pub(crate) fn shown(&self) -> String {
        self.server.shown()
    }
}
