//! A small client of the Chrome DevTools Protocol: it starts a browser, opens pages, sends real input, and notes everything
//! that goes wrong in a page.
//!
//! All tests that run at the same time share one browser, which ends with the last of them. Each person is a browser context
//! of its own, with its own storage. Calls block; whatever waits has a limit that only a hanging browser reaches.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, Weak};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// A browser that takes longer than this hangs.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);
/// How often a condition is looked at.
const LOOK: Duration = Duration::from_millis(15);
const FLAGS: [&str; 19] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--remote-debugging-port=0",
    "--disable-background-networking",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-breakpad",
    "--password-store=basic",
    // A page behind another one is as quick as the one in front.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--mute-audio",
    "--lang=en-US",
];
/// Starts a browser, and ends it when standard input ends: also when the test was killed. Processes of the browser that outlive
/// it a little may still write into the profile.
const KEEPER: &str = r#""$@" & read -r _; kill $! && wait $!; while [ -e "$PROFILE" ]; do rm -rf "$PROFILE" || sleep 0.1; done"#;
/// Runs before the scripts of every page: what the policy of the page stops is an error.
const WATCH: &str = "document.addEventListener('securitypolicyviolation', (event) => \
                     console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));";

/// The threads of servers and of the connection to the browser.
pub(crate) fn runtime() -> &'static Runtime {
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
    });
    &RUNTIME
}

/// Waits until a condition holds, and returns what it has found.
pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < LIMIT, "waited in vain for {what}");
        std::thread::sleep(LOOK);
    }
}

/// Returns the shared browser, or says loudly that a test is skipped.
pub(crate) fn browser(test: &str) -> Option<Arc<Browser>> {
    static SHARED: Mutex<Weak<Browser>> = Mutex::new(Weak::new());
    static PROGRAM: OnceLock<Option<&str>> = OnceLock::new();
    let program = *PROGRAM.get_or_init(|| {
        let answers = |name: &&str| {
            let version =
                Command::new(name).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output();
            version.is_ok_and(|output| output.status.success())
        };
        BROWSERS.into_iter().find(answers)
    });
    let Some(program) = program else {
        // Written past the test runner, which hides the output of passing tests.
        let _ = writeln!(std::io::stderr(), "SKIPPED: {test}: no chromium here");
        return None;
    };
    // A test that failed while it held the lock has left no browser behind.
    let mut shared = SHARED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(browser) = shared.upgrade() {
        return Some(browser);
    }
    let browser = Arc::new(Browser::start(program));
    *shared = Arc::downgrade(&browser);
    Some(browser)
}

/// A message of the browser without an answer.
type Event = (String, Value);

/// What the connection knows of those who wait.
#[derive(Default)]
struct Waiting {
    answers: Mutex<HashMap<u64, oneshot::Sender<Result<Value, String>>>>,
    /// The notes of each page, by its session.
    pages: Mutex<HashMap<String, Arc<Mutex<Notes>>>>,
}

impl Waiting {
    fn receive(&self, text: &str) {
        let Ok(mut message) = serde_json::from_str::<Value>(text) else { return };
        if let Some(id) = message["id"].as_u64() {
            let answer = match message.get("error") {
                Some(error) => Err(error["message"].as_str().unwrap_or_default().to_owned()),
                None => Ok(message["result"].take()),
            };
            if let Some(waiting) = self.answers.lock().unwrap().remove(&id) {
                // A caller that has given up needs no answer.
                let _ = waiting.send(answer);
            }
        } else if let Some(session) = message["sessionId"].as_str()
            && let Some(notes) = self.pages.lock().unwrap().get(session).cloned()
        {
            let method = message["method"].as_str().unwrap_or_default().to_owned();
            notes.lock().unwrap().note((method, message["params"].take()));
        }
    }
}

/// What happened in a page.
#[derive(Default)]
struct Notes {
    /// Errors of scripts, of the policy and of the network.
    problems: Vec<String>,
    /// Every address that the page asked for.
    addresses: Vec<String>,
    /// The addresses of requests that are under way.
    requests: HashMap<String, String>,
    /// The bytes of the network, compressed as they were sent.
    bytes: u64,
    /// The node that asked for a file.
    chooser: Option<u64>,
}

impl Notes {
    fn note(&mut self, (method, params): Event) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match method.as_str() {
            "Runtime.exceptionThrown" => {
                let details = &params["exceptionDetails"];
                let description = text(&details["exception"]["description"]);
                self.problems.push(format!("exception: {} {description}", text(&details["text"])));
            }
            "Runtime.consoleAPICalled" if matches!(params["type"].as_str(), Some("error" | "assert")) => {
                let parts = params["args"].as_array().into_iter().flatten();
                let parts: Vec<String> = parts.map(|part| part["value"].to_string()).collect();
                self.problems.push(format!("console: {}", parts.join(" ")));
            }
            "Log.entryAdded" => {
                let entry = &params["entry"];
                if matches!(entry["level"].as_str(), Some("error" | "warning")) {
                    let (source, what, url) =
                        (text(&entry["source"]), text(&entry["text"]), text(&entry["url"]));
                    self.problems.push(format!("{source}: {what} {url}"));
                }
            }
            "Page.javascriptDialogOpening" => {
                self.problems.push(format!("dialog: {}", text(&params["message"])));
            }
            "Page.fileChooserOpened" => self.chooser = params["backendNodeId"].as_u64(),
            "Network.requestWillBeSent" => {
                let url = text(&params["request"]["url"]);
                self.requests.insert(text(&params["requestId"]), url.clone());
                self.addresses.push(url);
            }
            "Network.webSocketCreated" => self.addresses.push(text(&params["url"])),
            "Network.webSocketFrameReceived" => {
                self.bytes += params["response"]["payloadData"].as_str().map_or(0, |data| data.len() as u64);
            }
            "Network.loadingFinished" => {
                self.bytes += params["encodedDataLength"].as_f64().unwrap_or(0.0) as u64;
            }
            // A page that is left drops its requests.
            "Network.loadingFailed" if params["canceled"] != true => {
                let url = self.requests.get(params["requestId"].as_str().unwrap_or_default());
                let url = url.map_or("", String::as_str);
                self.problems.push(format!("request: {} {url}", text(&params["errorText"])));
            }
            _ => {}
        }
    }
}

/// A running browser.
pub(crate) struct Browser {
    keeper: Child,
    outgoing: mpsc::UnboundedSender<String>,
    waiting: Arc<Waiting>,
    number: AtomicU64,
    /// The profile, which goes with the browser.
    _profile: TempDir,
}

impl Browser {
    fn start(program: &str) -> Browser {
        let profile = tempfile::tempdir().unwrap();
        let keeper = Command::new("sh")
            .args(["-c", KEEPER, "keeper", program])
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .env("PROFILE", profile.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a browser that tells its version starts");
        let port_file = profile.path().join("DevToolsActivePort");
        let address = wait_for("the port of the browser", || read_address(&port_file));
        let (outgoing, mut queue) = mpsc::unbounded_channel::<String>();
        let waiting = Arc::new(Waiting::default());
        let received = waiting.clone();
        // Screenshots are large.
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let connect = tokio_tungstenite::connect_async_with_config(address, Some(config), true);
        let (socket, _) = runtime().block_on(connect).expect("the browser accepts a connection");
        let (mut sink, mut stream) = socket.split();
        runtime().spawn(async move {
            loop {
                tokio::select! {
                    sent = queue.recv() => match sent {
                        Some(text) => if sink.send(Message::text(text)).await.is_err() { return },
                        None => return,
                    },
                    message = stream.next() => match message {
                        Some(Ok(Message::Text(text))) => received.receive(&text),
                        Some(Ok(_)) => {}
                        // Whoever waits is told by its dropped sender.
                        _ => return received.answers.lock().unwrap().clear(),
                    },
                }
            }
        });
        Browser { keeper, outgoing, waiting, number: AtomicU64::new(1), _profile: profile }
    }

    /// Sends a command and waits for its answer.
    fn call(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value, String> {
        let id = self.number.fetch_add(1, Ordering::Relaxed);
        let (sender, answer) = oneshot::channel();
        self.waiting.answers.lock().unwrap().insert(id, sender);
        let mut message = json!({ "id": id, "method": method });
        message["params"] = params;
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        self.outgoing.send(message.to_string()).map_err(|_| "the browser is gone".to_owned())?;
        runtime().block_on(async {
            match tokio::time::timeout(LIMIT, answer).await {
                Ok(Ok(answer)) => answer,
                Ok(Err(_)) => Err(format!("{method}: the browser is gone")),
                Err(_) => Err(format!("{method}: no answer")),
            }
        })
    }

    /// Opens an empty page for another person: with storage of its own.
    pub(crate) fn person(self: &Arc<Browser>) -> Page {
        let done = |answer: Result<Value, String>| answer.unwrap_or_else(|error| panic!("{error}"));
        let context =
            done(self.call(None, "Target.createBrowserContext", json!({})))["browserContextId"].take();
        let target = done(self.call(
            None,
            "Target.createTarget",
            json!({ "url": "about:blank", "browserContextId": context }),
        ));
        let target = target["targetId"].clone();
        let attached =
            done(self.call(None, "Target.attachToTarget", json!({ "targetId": target, "flatten": true })));
        let session = attached["sessionId"].as_str().expect("a session has a name").to_owned();
        let notes = Arc::new(Mutex::new(Notes::default()));
        self.waiting.pages.lock().unwrap().insert(session.clone(), notes.clone());
        let page = Page { browser: self.clone(), context, session, notes };
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": WATCH }));
        page.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        page.resize(1366, 768);
        page
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let start = Instant::now();
        while matches!(self.keeper.try_wait(), Ok(None)) {
            if start.elapsed() > LIMIT {
                let _ = self.keeper.kill();
            }
            std::thread::sleep(LOOK);
        }
    }
}

/// Reads where a browser can be reached, from the file that it writes.
fn read_address(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let (port, path) = text.trim_end().split_once('\n')?;
    Some(format!("ws://127.0.0.1:{port}{path}"))
}

/// A page of a browser. It is closed with its storage when it is dropped.
pub(crate) struct Page {
    browser: Arc<Browser>,
    context: Value,
    session: String,
    notes: Arc<Mutex<Notes>>,
}

impl Page {
    /// Sends a command and returns its answer; a refusal is a mistake in a test.
    pub(crate) fn call(&self, method: &str, params: Value) -> Value {
        self.try_call(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn try_call(&self, method: &str, params: Value) -> Result<Value, String> {
        self.browser.call(Some(&self.session), method, params)
    }

    /// Goes to an address.
    pub(crate) fn go(&self, address: &str) {
        let answer = self.call("Page.navigate", json!({ "url": address }));
        assert_eq!(answer["errorText"], Value::Null, "{address}");
    }

    fn evaluate(&self, script: &str) -> Result<Value, String> {
        let params =
            json!({ "expression": script, "awaitPromise": true, "returnByValue": true, "userGesture": true });
        let mut answer = self.try_call("Runtime.evaluate", params)?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(details["exception"]["description"].to_string()),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// Returns the value of a script; where it is a promise, what it promises.
    pub(crate) fn eval(&self, script: &str) -> Value {
        self.evaluate(script).unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Returns the text that a script yields.
    pub(crate) fn text(&self, script: &str) -> String {
        self.eval(script).as_str().unwrap_or_else(|| panic!("{script} is no text")).to_owned()
    }

    /// Waits until a script yields something true, and returns it. A page may be loading meanwhile.
    pub(crate) fn wait(&self, script: &str) -> Value {
        let start = Instant::now();
        let mut last = Ok(Value::Null);
        while start.elapsed() < LIMIT {
            last = self.evaluate(script);
            match &last {
                Ok(Value::Null | Value::Bool(false)) | Err(_) => {}
                Ok(value) if value == "" || value == 0 => {}
                Ok(_) => return last.unwrap_or_default(),
            }
            std::thread::sleep(LOOK);
        }
        let shown = self.evaluate("location.href + '\\n' + document.body.innerText").unwrap_or_default();
        panic!("waited in vain for {script}: {last:?}\n{shown}\n{:?}", self.problems());
    }

    /// Waits until the page has made itself.
    pub(crate) fn wait_ready(&self) {
        self.wait(
            "document.readyState === 'complete' && document.documentElement.classList.contains('ready')",
        );
    }

    /// Scrolls an element into view if needed, and returns where its middle is once it rests and nothing lies over it.
    pub(crate) fn place_of(&self, selector: &str) -> (f64, f64) {
        let script = format!(
            "(() => {{
               const found = document.querySelector({selector});
               if (!found || found.disabled) return null;
               let box = found.getBoundingClientRect();
               if (box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) {{
                 found.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                 box = found.getBoundingClientRect();
               }}
               const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
               const hit = document.elementFromPoint(x, y);
               const place = box.width > 0 && hit && (found.contains(hit) || hit.contains(found)) ? [x, y] : null;
               // It may be at the edge of something that scrolls by itself.
               if (!place) found.scrollIntoView({{ block: 'center', inline: 'center', behavior: 'instant' }});
               const before = window.placeBefore;
               window.placeBefore = place && `${{place}}`;
               return before === window.placeBefore ? place : null;
             }})()",
            selector = json!(selector)
        );
        let place = self.wait(&script);
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }

    /// Returns a picture of what is seen, as PNG.
    pub(crate) fn screenshot(&self) -> Vec<u8> {
        use base64::Engine;
        let answer = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let data = answer["data"].as_str().expect("a picture is base64");
        base64::engine::general_purpose::STANDARD.decode(data).expect("a picture is base64")
    }

    /// Waits until the page asks for a file, and returns the control that does.
    pub(crate) fn wait_chooser(&self) -> u64 {
        wait_for("a question for a file", || self.notes.lock().unwrap().chooser.take())
    }

    /// Returns the bytes that came over the network, compressed as they were sent.
    pub(crate) fn bytes(&self) -> u64 {
        self.notes.lock().unwrap().bytes
    }

    /// Returns every address that the page asked for.
    pub(crate) fn addresses(&self) -> Vec<String> {
        self.notes.lock().unwrap().addresses.clone()
    }

    /// Returns what went wrong in the page.
    pub(crate) fn problems(&self) -> Vec<String> {
        self.notes.lock().unwrap().problems.clone()
    }

    /// Forgets problems that a test has caused on purpose.
    pub(crate) fn forgive(&self, is_expected: impl Fn(&str) -> bool) {
        self.notes.lock().unwrap().problems.retain(|problem| !is_expected(problem));
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.browser
            .waiting
            .pages
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .remove(&self.session);
        // A browser that is gone has no context either.
        let _ = self.browser.call(
            None,
            "Target.disposeBrowserContext",
            json!({ "browserContextId": self.context }),
        );
    }
}
