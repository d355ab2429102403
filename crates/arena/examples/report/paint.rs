//! How fast a page opens in Chromium, which is driven over its debugging pipe.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A page that takes longer than this hangs.
const TIME_OUT: Duration = Duration::from_secs(300);

/// The times of a page from the start of its navigation, in milliseconds.
pub(super) struct PaintTimes {
    /// When the first text was on the screen.
    pub(super) painted: f64,
    /// When the list of games, or the game that the address names, was shown.
    pub(super) ready: f64,
}

struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    session: Option<String>,
    calls: u64,
}

/// Opens addresses within a page one after another, each in a fresh page; `None` if there is no browser.
pub(super) fn times(page: &Path, addresses: &[String]) -> Result<Option<Vec<PaintTimes>>, Box<dyn Error>> {
    let profile = tempfile::tempdir()?;
    let Some(mut browser) = BROWSERS.iter().find_map(|name| Browser::start(name, profile.path()).ok()) else {
        return Ok(None);
    };
    let page = std::path::absolute(page)?;
    let mut times = Vec::new();
    for address in addresses {
        browser.call("Page.navigate", &json!({ "url": "about:blank" }))?;
        browser.call("Page.navigate", &json!({ "url": format!("file://{}{address}", page.display()) }))?;
        times.push(browser.page_times()?);
    }
    Ok(Some(times))
}

impl Browser {
    fn start(name: &str, profile: &Path) -> Result<Browser, Box<dyn Error>> {
        // The shell turns standard input and output into the descriptors 3 and 4 of the pipe.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", name])
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .arg("--remote-debugging-pipe")
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let to = child.stdin.take().ok_or("no pipe to the browser")?;
        let from = BufReader::new(child.stdout.take().ok_or("no pipe from the browser")?);
        let mut browser = Browser { child, to, from, session: None, calls: 0 };
        let targets = browser.call("Target.getTargets", &json!({}))?;
        let pages = targets["targetInfos"].as_array().ok_or("no pages")?;
        let page = pages.iter().find(|target| target["type"] == "page").ok_or("no page")?;
        let attach = json!({ "targetId": page["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", &attach)?;
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        Ok(browser)
    }

    /// Calls a method of the debugging protocol: JSON that ends with a zero byte, both ways.
    fn call(&mut self, method: &str, params: &Value) -> Result<Value, Box<dyn Error>> {
        self.calls += 1;
        let mut call = json!({ "id": self.calls, "method": method, "params": params });
        if let Some(session) = &self.session {
            call["sessionId"] = json!(session);
        }
        let mut bytes = serde_json::to_vec(&call)?;
        bytes.push(0);
        self.to.write_all(&bytes)?;
        loop {
            let mut bytes = Vec::new();
            self.from.read_until(0, &mut bytes)?;
            bytes.pop().ok_or("the browser has ended")?;
            let mut answer: Value = serde_json::from_slice(&bytes)?;
            if answer["id"] == self.calls {
                return Ok(answer["result"].take());
            }
        }
    }

    fn page_times(&mut self) -> Result<PaintTimes, Box<dyn Error>> {
        let script = "JSON.stringify(['first-contentful-paint', 'floe-ready'].map((name) => \
                      performance.getEntriesByName(name)[0]?.startTime ?? null))";
        let begin = Instant::now();
        while begin.elapsed() < TIME_OUT {
            let result = self.call("Runtime.evaluate", &json!({ "expression": script }))?;
            let times: Value = serde_json::from_str(result["result"]["value"].as_str().unwrap_or("null"))?;
            if let (Some(painted), Some(ready)) = (times[0].as_f64(), times[1].as_f64()) {
                return Ok(PaintTimes { painted, ready });
            }
            thread::sleep(Duration::from_millis(20));
        }
        Err("the page did not open".into())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session = None;
        let _ = self.call("Browser.close", &json!({}));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
