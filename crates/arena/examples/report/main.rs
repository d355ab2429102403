//! Writes a sample report of random games under all rules and layouts, with faults and hostile names, and says how long
//! it took and how large it is.
//!
//! ```sh
//! cargo run --release -p floe-arena --example report -- FOLDER [GAMES [PROGRAMS]]
//! cargo run --release -p floe-arena --example report -- --open REPORT.html GAME
//! ```
//!
//! With `--open`, it only opens a report, at its start and at a game, and says how long Chromium takes.

mod paint;
mod sample;

use std::error::Error;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use floe_arena::report::{self, FileContent, ReportFiles};

/// Files in a folder, with their number and size.
struct Folder {
    path: PathBuf,
    files: usize,
    bytes: u64,
}

impl ReportFiles for Folder {
    fn write(&mut self, name: &str, content: FileContent<'_>) -> io::Result<()> {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        let mut file = BufWriter::new(fs::File::create(&path)?);
        content(&mut file)?;
        file.flush()?;
        self.files += 1;
        self.bytes += fs::metadata(&path)?.len();
        Ok(())
    }

    fn read(&mut self, name: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(fs::read(self.path.join(name)).ok())
    }

    fn size(&mut self, name: &str) -> io::Result<Option<u64>> {
        Ok(fs::metadata(self.path.join(name)).ok().map(|metadata| metadata.len()))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next().ok_or("the folder for the report is missing")?;
    if first == "--open" {
        let page = arguments.next().ok_or("the page is missing")?;
        let game = arguments.next().ok_or("the number of a game is missing")?.parse()?;
        return print_times(Path::new(&page), game);
    }
    let path = PathBuf::from(first);
    let games: usize = arguments.next().map_or(Ok(120), |count| count.parse())?;
    let sample = match arguments.next() {
        Some(entrants) => sample::crowd(games, entrants.parse()?),
        None => sample::report(games, 7),
    };

    for times in ["first", "second"] {
        let mut folder = Folder { path: path.clone(), files: 0, bytes: 0 };
        let begin = Instant::now();
        report::write_files(&sample, &report::in_memory, &mut folder)?;
        let Folder { files, bytes, .. } = folder;
        eprintln!("{times} report: {files} files, {bytes} bytes, {:.1} s", begin.elapsed().as_secs_f64());
    }
    print!("{}", report::text(&sample));
    print_times(&path.join("report.html"), games)
}

/// Says how long Chromium takes to open a page, three times.
fn print_times(page: &Path, game: usize) -> Result<(), Box<dyn Error>> {
    eprintln!("report.html: {} bytes", fs::metadata(page)?.len());
    for _ in 0..3 {
        let addresses = [String::new(), format!("#game={game}")];
        let Some(times) = paint::times(page, &addresses)? else {
            eprintln!("SKIPPED: there is no Chromium here to open the page");
            return Ok(());
        };
        let [start, game] = &times[..] else { return Err("two pages were opened".into()) };
        eprintln!(
            "first paint {:.0} ms, list of games {:.0} ms; a game {:.0} ms",
            start.painted, start.ready, game.ready
        );
    }
    Ok(())
}
