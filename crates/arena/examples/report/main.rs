//! Writes a sample report of random games under all rules and layouts, with faults and hostile names.
//!
//! ```sh
//! cargo run -p floe-arena --example report -- FOLDER [GAMES]
//! ```

mod sample;

use std::error::Error;
use std::path::PathBuf;

use floe_arena::report;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().map(PathBuf::from).ok_or("the folder for the report is missing")?;
    let games = arguments.next().map_or(Ok(120), |count| count.parse())?;
    let sample = sample::report(games, 7);

    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("report.html"), report::html(&sample))?;
    std::fs::write(folder.join("report.json"), report::json(&sample))?;
    for (name, text) in report::csv(&sample).files() {
        std::fs::write(folder.join(name), text)?;
    }
    print!("{}", report::text(&sample));
    Ok(())
}
