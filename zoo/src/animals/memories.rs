//! Animals that look for what earlier calls left behind: marks on files, and files beside them.

use std::env;
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use floe_arena::sandbox::Guard;

use super::snoops::{search, tell};
use crate::CANARY_PATH_FILE;
use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::kernel;

const MARKS: &[Guard] = &[Guard::Marks];
const READING: &[Guard] = &[Guard::Reading];

/// How many files one of them reads at most.
const PATIENCE: usize = 3000;

/// The time after which Linux updates an access time in any case.
const DAY: i64 = 24 * 60 * 60;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new(
        "marks-files-by-reading",
        "Reads files of the system with old access times, which is a mark that later calls can see.",
        marks_system,
    )
    .never_unsandboxed("whether reading leaves a mark depends on how the file system is mounted")
    .needs(MARKS),
    Animal::new(
        "marks-its-own-files",
        "Reads its own files and folders, and looks whether their access times change.",
        marks_own,
    )
    .never_unsandboxed("whether reading leaves a mark depends on how the file system is mounted"),
    Animal::new(
        "marks-cached-pages",
        "Drops cached pages of its own file, and asks which are cached: a mark that later calls can see.",
        marks_pages,
    )
    .unsandboxed_escapes()
    .needs(&[Guard::Attributes]),
    Animal::new(
        "looks-beside-itself",
        "Looks beside itself for configurations, databases, records, other programs and its own old standard error.",
        looks_beside,
    )
    .unsandboxed_escapes()
    .needs(READING),
];

fn own_folder() -> Option<PathBuf> {
    env::current_exe().ok()?.parent().map(Path::to_path_buf)
}

fn access_time(path: &Path) -> Option<(i64, i64)> {
    fs::symlink_metadata(path).ok().map(|data| (data.atime(), data.atime_nsec()))
}

/// Returns whether reading something would change its access time by default.
fn is_ripe(data: &Metadata) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs().cast_signed());
    let accessed = (data.atime(), data.atime_nsec());
    accessed <= (data.mtime(), data.mtime_nsec())
        || accessed <= (data.ctime(), data.ctime_nsec())
        || data.atime() + DAY < now
}

/// Reads a file, folder or link, and returns whether that left a mark.
fn leaves_mark(path: &Path) -> bool {
    let Some(before) = access_time(path) else { return false };
    let Ok(data) = fs::symlink_metadata(path) else { return false };
    let read = if data.is_symlink() {
        fs::read_link(path).is_ok()
    } else if data.is_dir() {
        fs::read_dir(path).is_ok_and(|entries| entries.count() > 0)
    } else {
        File::open(path).is_ok_and(|mut file| file.read(&mut [0]).is_ok())
    };
    read && access_time(path) != Some(before)
}

/// Returns the first path below some folders on which reading leaves a mark.
fn marked(roots: &[PathBuf]) -> Option<String> {
    let mut patience = PATIENCE;
    let leaves =
        |path: &Path| fs::symlink_metadata(path).is_ok_and(|data| is_ripe(&data)) && leaves_mark(path);
    let found = roots.iter().find_map(|root| {
        if leaves(root) { Some(root.clone()) } else { search(root, 6, &mut patience, &leaves) }
    });
    found.map(|path| format!("a mark on {}", path.display()))
}

fn marks_system(call: &Call) -> Result<i32, ZooError> {
    let roots = ["/etc", "/usr/share", "/usr/lib", "/opt"].map(PathBuf::from);
    tell(call, marked(&roots))
}

fn marks_own(call: &Call) -> Result<i32, ZooError> {
    let roots: Vec<PathBuf> = own_folder().into_iter().collect();
    tell(call, marked(&roots))
}

fn marks_pages(call: &Call) -> Result<i32, ZooError> {
    let file = env::current_exe().and_then(File::open).map_err(ZooError::file("its own file"))?;
    tell(call, kernel::pages_told(&file))
}

fn looks_beside(call: &Call) -> Result<i32, ZooError> {
    let home = own_folder();
    let own = env::current_exe().ok().and_then(|path| path.canonicalize().ok());
    // The folder that the canary file names lies beside the one with the original.
    let away = home.as_ref().and_then(|home| fs::read_to_string(home.join(CANARY_PATH_FILE)).ok());
    let original = away.and_then(|away| Path::new(&away).parent().map(Path::to_path_buf));
    let is_others = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let wanted = [".toml", ".db", ".db-wal", ".floe", ".stderr", ".json", ".html"];
        let is_file = path.is_file() && path.canonicalize().ok() != own;
        let is_program = fs::metadata(path).is_ok_and(|data| data.mode() & 0o111 != 0);
        is_file
            && (is_program || wanted.iter().any(|ending| name.ends_with(ending)))
            && File::open(path).is_ok_and(|mut file| file.read(&mut [0]).is_ok())
    };
    let mut patience = PATIENCE;
    // Its own folder, those above, and where the original lies.
    let above = home.iter().flat_map(|home| home.ancestors().take(2)).map(Path::to_path_buf);
    let roots: Vec<PathBuf> = above.chain(original).collect();
    let found = roots.iter().find_map(|root| search(root, 3, &mut patience, &is_others));
    tell(call, found.map(|path| path.display().to_string()))
}
