//! Changes of the programs of a tournament that has begun: new versions, late entrants and withdrawals.

use super::charter::{Charter, ProgramVersion, StoredProgram};
use crate::result::Results;
use crate::schedule::{EntryChange, Schedule};

/// What to do about programs that have changed since a tournament began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnChange {
    /// Refuse to resume it.
    #[default]
    Refuse,
    /// Take them as new versions, late entrants and withdrawals.
    Accept,
    /// Ignore them: only reports are written.
    Ignore,
}

/// The differences between the programs of a configuration and those of a stored charter.
#[derive(Debug, Default)]
pub(super) struct ProgramChanges {
    /// All differences in words.
    pub(super) told: Vec<String>,
    /// The entrants with a new version, by index, and what changed.
    versions: Vec<(usize, String)>,
    joined: usize,
    withdrawn: Vec<usize>,
    /// Whether the stored charter has no digests at all, since an older floe wrote it.
    pub(super) without_digests: bool,
}

impl ProgramChanges {
    /// Compares the programs of a configuration with the stored ones. Fails with the reason for a change that is never
    /// accepted.
    pub(super) fn new(stored: &Charter, given: &Charter) -> Result<ProgramChanges, String> {
        let (old, new) = (&stored.programs, &given.programs);
        let mut changes = ProgramChanges {
            without_digests: old.iter().all(|program| program.versions.is_empty()),
            ..ProgramChanges::default()
        };
        if new.len() < old.len() {
            let gone = old.iter().find(|program| !new.iter().any(|other| other.command == program.command));
            let gone = gone.map_or(String::new(), |program| format!(" (such as '{}')", words(program)));
            return Err(format!(
                "{} of the programs{gone} are missing from the configuration; keep them, with 'withdrawn = true' if they \
                 should not play any more",
                old.len() - new.len()
            ));
        }
        for (index, (old, new)) in old.iter().zip(new).enumerate() {
            changes.compare(index, old, new, stored, given)?;
        }
        for program in &new[old.len()..] {
            changes.joined += 1;
            changes.told.push(format!("'{}' is new", words(program)));
        }
        Ok(changes)
    }

    fn compare(
        &mut self,
        index: usize,
        old: &StoredProgram,
        new: &StoredProgram,
        stored: &Charter,
        given: &Charter,
    ) -> Result<(), String> {
        let number = index + 1;
        let moved = stored.programs.iter().any(|program| program.command == new.command)
            || given.programs.iter().any(|program| program.command == old.command);
        if old.name != new.name || old.command != new.command && moved {
            return Err(format!(
                "program {number} changed from '{}' to '{}'; keep the programs in their order, and add new ones at the end",
                words(old),
                words(new)
            ));
        }
        if old.withdrawn && !new.withdrawn {
            return Err(format!(
                "'{}' was withdrawn and cannot come back; enter it again as a new program at the end",
                words(old)
            ));
        }
        if new.withdrawn && !old.withdrawn {
            self.withdrawn.push(index);
            self.told.push(format!("'{}' is withdrawn", words(new)));
        }
        let mut different: Vec<String> = Vec::new();
        if old.command != new.command {
            different.push(format!("its command changed from '{}' to '{}'", old.command, new.command));
        }
        match (old.versions.last(), new.versions.last()) {
            (Some(old), Some(new)) => different.extend(old.identity.changes(&new.identity)),
            (None, Some(_)) if !self.without_digests => different.push("it can be started now".to_owned()),
            // A program that cannot be started now loses its games by forfeit, if that was asked for.
            _ => {}
        }
        if !different.is_empty() && !new.withdrawn {
            let different = different.join("; ");
            self.told.push(format!("'{}' is not what it was: {different}", words(new)));
            self.versions.push((index, different));
        }
        Ok(())
    }

    /// Applies the changes to a stored charter, given the games that have been played. Fails with the reason where the
    /// format does not allow one.
    pub(super) fn apply(
        &self,
        stored: &mut Charter,
        given: &Charter,
        results: &Results,
    ) -> Result<(), String> {
        if results.is_empty() {
            // Nothing depends on the old programs yet.
            *stored = Charter { programs: given.programs.clone(), ..stored.clone() };
            stored.schedule.entrants = given.programs.len();
            stored.schedule.entries = withdrawn_from_the_start(given);
            return check(stored);
        }
        let schedule = Schedule::new(stored.schedule.clone()).map_err(|error| error.to_string())?;
        if self.joined > 0 {
            schedule.check_joining(results).map_err(|error| error.to_string())?;
        }
        let first = stored.programs.len();
        for (index, old) in stored.programs.iter_mut().enumerate() {
            let new = &given.programs[index];
            old.command.clone_from(&new.command);
            if new.listed.is_some() {
                old.listed.clone_from(&new.listed);
            }
            old.withdrawn |= new.withdrawn;
            let changes = self.versions.iter().find(|(changed, _)| *changed == index);
            let is_first = self.without_digests && old.versions.is_empty();
            if let Some(version) = new.versions.last().filter(|_| changes.is_some() || is_first) {
                old.versions.push(ProgramVersion {
                    since: schedule.next_game_of(index, results),
                    except: Vec::new(),
                    changes: changes.map(|(_, changes)| changes.clone()),
                    ..version.clone()
                });
                let version = old.versions.last_mut().expect("it was just added");
                version.except = later_games(results, index, version.since);
            }
        }
        for program in &given.programs[first..] {
            stored.programs.push(program.clone());
        }
        let joined: Vec<usize> = (first..stored.programs.len()).collect();
        stored.schedule.entrants = stored.programs.len();
        if !joined.is_empty() || !self.withdrawn.is_empty() {
            let round = schedule.open_round(results);
            stored.schedule.entries.push(EntryChange {
                joined: joined.clone(),
                withdrawn: self.withdrawn.clone(),
                round,
            });
            let schedule = Schedule::new(stored.schedule.clone()).map_err(|error| error.to_string())?;
            for index in joined {
                let since = schedule.next_game_of(index, results);
                stored.programs[index].versions.iter_mut().for_each(|version| version.since = since);
            }
        }
        check(stored)
    }
}

/// Returns the change that withdraws programs which never took part.
pub(super) fn withdrawn_from_the_start(charter: &Charter) -> Vec<EntryChange> {
    let withdrawn: Vec<usize> =
        (0..charter.programs.len()).filter(|&index| charter.programs[index].withdrawn).collect();
    if withdrawn.is_empty() {
        return Vec::new();
    }
    vec![EntryChange { joined: Vec::new(), withdrawn, round: 1 }]
}

fn check(charter: &Charter) -> Result<(), String> {
    Schedule::new(charter.schedule.clone()).map(drop).map_err(|error| error.to_string())
}

/// Returns the games of an entrant from a number on that have been played.
fn later_games(results: &Results, entrant: usize, since: usize) -> Vec<usize> {
    let later = results.iter().filter(|game| game.number >= since && game.seats.contains(&entrant));
    later.map(|game| game.number).collect()
}

/// Returns a program as a message names it.
fn words(program: &StoredProgram) -> String {
    match &program.name {
        Some(name) => format!("{name}: {}", program.command),
        None => program.command.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::super::{Store, StoreError, charter_for_tests};
    use super::*;
    use crate::sandbox::ProgramIdentity;
    use crate::schedule::Format;

    fn identity(content: &str) -> ProgramIdentity {
        let parts = BTreeMap::from([("bot".to_owned(), content.to_owned())]);
        ProgramIdentity::new("bot", parts, Vec::new())
    }

    /// A round robin of programs, each with a command and the content of its file.
    fn charter(programs: &[(&str, &str)]) -> Charter {
        let mut charter = charter_for_tests(1);
        charter.schedule.format = Format::RoundRobin;
        charter.schedule.entrants = programs.len();
        charter.programs = programs
            .iter()
            .map(|(command, content)| StoredProgram {
                command: (*command).to_owned(),
                versions: vec![ProgramVersion::first(identity(content))],
                ..StoredProgram::default()
            })
            .collect();
        charter
    }

    /// Adds the result of a game that the schedule of a store knows.
    fn play(store: &mut Store, number: usize) {
        let schedule = Schedule::new(store.charter().schedule.clone()).unwrap();
        let fixture = schedule.known(&store.games().unwrap())[number - 1].clone();
        let mut game = super::super::tests::game(number);
        game.seats = fixture.seats;
        store.add([&game]).unwrap();
    }

    fn changed(path: &Path, charter: &Charter) -> Vec<String> {
        match Store::open(path, charter) {
            Err(StoreError::Changed { changes, .. }) => changes,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_replaced_file_is_refused_or_becomes_a_new_version() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.db");
        let first = charter(&[("./a", "1"), ("./b", "1"), ("./c", "1")]);
        let mut store = Store::open(&path, &first).unwrap();
        // Games end in any order.
        play(&mut store, 1);
        play(&mut store, 3);
        drop(store);
        drop(Store::open(&path, &first).unwrap());
        let second = charter(&[("./a", "1"), ("./b", "2"), ("./c", "1")]);
        assert_eq!(changed(&path, &second), ["'./b' is not what it was: changed: bot"]);
        drop(Store::open(&path, &first).unwrap());
        let ignored = Store::open_with(&path, &second, OnChange::Ignore).unwrap();
        assert_eq!(ignored.charter(), &first);
        drop(ignored);

        let store = Store::open_with(&path, &second, OnChange::Accept).unwrap();
        assert_eq!(store.notes(), ["accepted: './b' is not what it was: changed: bot"]);
        let schedule = Schedule::new(store.charter().schedule.clone()).unwrap();
        let games = schedule.known(&store.games().unwrap());
        let of_b: Vec<usize> =
            games.iter().filter(|game| game.seats.contains(&1)).map(|game| game.number).collect();
        let versions = &store.charter().programs[1].versions;
        assert_eq!(versions.len(), 2);
        let open: Vec<usize> = of_b.iter().copied().filter(|number| ![1, 3].contains(number)).collect();
        assert_eq!(versions[1].since, open[0]);
        let played: Vec<usize> = of_b.into_iter().filter(|&number| number == 3 && number > open[0]).collect();
        assert_eq!(versions[1].except, played);
        assert_eq!(versions[1].changes.as_deref(), Some("changed: bot"));
        drop(store);
        // From now on the second version is the one that must be there.
        drop(Store::open(&path, &second).unwrap());
        assert_eq!(changed(&path, &first), ["'./b' is not what it was: changed: bot"]);
        let command = charter(&[("./a", "1"), ("./new-b", "2"), ("./c", "1")]);
        let told = changed(&path, &command);
        assert_eq!(told, ["'./new-b' is not what it was: its command changed from './b' to './new-b'"]);
    }

    #[test]
    fn programs_join_at_the_end_and_are_withdrawn_by_a_word() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.db");
        let first = charter(&[("./a", "1"), ("./b", "1")]);
        let mut store = Store::open(&path, &first).unwrap();
        play(&mut store, 1);
        drop(store);
        let mut more = charter(&[("./a", "1"), ("./b", "1"), ("./c", "1")]);
        more.programs[0].withdrawn = true;
        assert_eq!(changed(&path, &more), ["'./a' is withdrawn", "'./c' is new"]);
        let store = Store::open_with(&path, &more, OnChange::Accept).unwrap();
        let entries = &store.charter().schedule.entries;
        assert_eq!(entries, &[EntryChange { joined: vec![2], withdrawn: vec![0], round: 2 }]);
        assert_eq!(store.charter().programs[2].versions[0].since, 3);
        drop(store);
        assert_eq!(Store::open(&path, &more).unwrap().charter().schedule.entrants, 3);

        let refused = |charter: &Charter| match Store::open_with(&path, charter, OnChange::Accept) {
            Err(StoreError::Other { difference, .. }) => difference,
            other => panic!("{other:?}"),
        };
        assert!(refused(&first).contains("'withdrawn = true'"));
        let back = charter(&[("./a", "1"), ("./b", "1"), ("./c", "1")]);
        assert!(refused(&back).contains("cannot come back"));
        let mut swapped = more.clone();
        swapped.programs.swap(1, 2);
        assert!(refused(&swapped).contains("in their order"), "{}", refused(&swapped));
    }

    #[test]
    fn nobody_joins_a_knock_out_that_has_begun() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.db");
        let knock_out = |programs: &[(&str, &str)]| {
            let mut charter = charter(programs);
            charter.schedule.format = Format::KnockOut;
            charter
        };
        let first = knock_out(&[("./a", "1"), ("./b", "1")]);
        let more = knock_out(&[("./a", "1"), ("./b", "1"), ("./c", "1")]);
        drop(Store::open(&path, &first).unwrap());
        // Before the first game, nothing depends on the programs.
        let mut store = Store::open_with(&path, &more, OnChange::Accept).unwrap();
        assert!(store.charter().schedule.entries.is_empty());
        play(&mut store, 1);
        drop(store);
        let late = knock_out(&[("./a", "1"), ("./b", "1"), ("./c", "1"), ("./d", "1")]);
        let error = Store::open_with(&path, &late, OnChange::Accept).unwrap_err().to_string();
        assert!(error.contains("nobody can join a knock-out"), "{error}");
        let mut withdrawn = more.clone();
        withdrawn.programs[1].withdrawn = true;
        let store = Store::open_with(&path, &withdrawn, OnChange::Accept).unwrap();
        assert!(store.charter().schedule.is_withdrawn(1));
    }

    #[test]
    fn digests_of_an_old_tournament_are_recorded_from_now_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.db");
        let mut old = charter(&[("./a", "1"), ("./b", "1")]);
        old.programs.iter_mut().for_each(|program| program.versions.clear());
        let mut store = Store::open(&path, &old).unwrap();
        play(&mut store, 1);
        drop(store);
        let given = charter(&[("./a", "1"), ("./b", "1")]);
        let store = Store::open(&path, &given).unwrap();
        assert_eq!(store.notes(), ["digests of the programs are recorded from now on"]);
        assert_eq!(store.charter().programs[0].versions[0].since, 2);
        drop(store);
        let changed = charter(&[("./a", "2"), ("./b", "1")]);
        assert!(matches!(Store::open(&path, &changed), Err(StoreError::Changed { .. })));
    }
}
