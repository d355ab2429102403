//! Input to a page as from a person: mouse, touch, keys, and files.

use std::path::Path;

use serde_json::{Value, json};

use crate::devtools::Page;

impl Page {
    fn mouse(&self, kind: &str, (x, y): (f64, f64), pressed: bool) {
        let button = if kind == "mouseMoved" && !pressed { "none" } else { "left" };
        let buttons = u8::from(pressed);
        let params =
            json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", params);
    }

    /// Clicks an element with the mouse.
    pub(crate) fn click(&self, selector: &str) {
        let place = self.place_of(selector);
        self.mouse("mouseMoved", place, false);
        self.mouse("mousePressed", place, true);
        self.mouse("mouseReleased", place, false);
    }

    /// Presses the mouse on an element, and begins to drag it.
    pub(crate) fn lift(&self, selector: &str) {
        let (x, y) = self.place_of(selector);
        self.mouse("mouseMoved", (x, y), false);
        self.mouse("mousePressed", (x, y), true);
        for step in [5.0, 10.0, 15.0] {
            self.mouse("mouseMoved", (x + step, y), true);
        }
    }

    /// Drops on an element what the mouse drags.
    pub(crate) fn drop_on(&self, selector: &str) {
        let (x, y) = self.place_of(selector);
        for step in [20.0, 5.0, 0.0] {
            self.mouse("mouseMoved", (x + step, y), true);
        }
        self.mouse("mouseReleased", (x, y), false);
    }

    fn touch(&self, kind: &str, at: Option<(f64, f64)>) {
        let points: Vec<Value> = at.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
        self.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    }

    /// Taps an element with a finger.
    pub(crate) fn tap(&self, selector: &str) {
        let place = self.place_of(selector);
        self.touch("touchStart", Some(place));
        self.touch("touchEnd", None);
    }

    /// Puts a finger on an element, and begins to drag it.
    pub(crate) fn touch_lift(&self, selector: &str) {
        let (x, y) = self.place_of(selector);
        self.touch("touchStart", Some((x, y)));
        for step in [8.0, 16.0, 24.0] {
            self.touch("touchMove", Some((x + step, y)));
        }
    }

    /// Drops on an element what a finger drags.
    pub(crate) fn touch_drop_on(&self, selector: &str) {
        let (x, y) = self.place_of(selector);
        for step in [20.0, 5.0, 0.0] {
            self.touch("touchMove", Some((x + step, y)));
        }
        self.touch("touchEnd", None);
    }

    /// Presses a key: a character, or the name of another key.
    pub(crate) fn key(&self, name: &str) {
        let (code, number, text) = match name {
            "Enter" => ("Enter".to_owned(), 13, "\r".to_owned()),
            "Tab" => ("Tab".to_owned(), 9, String::new()),
            "Escape" => ("Escape".to_owned(), 27, String::new()),
            "End" => ("End".to_owned(), 35, String::new()),
            "Home" => ("Home".to_owned(), 36, String::new()),
            "ArrowLeft" => (name.to_owned(), 37, String::new()),
            "ArrowUp" => (name.to_owned(), 38, String::new()),
            "ArrowRight" => (name.to_owned(), 39, String::new()),
            "ArrowDown" => (name.to_owned(), 40, String::new()),
            _ => {
                let upper = name.to_uppercase();
                let code = if name.chars().all(|char| char.is_ascii_digit()) { "Digit" } else { "Key" };
                // The numbers of other characters are those of other keys.
                let number = upper.chars().next().filter(char::is_ascii_alphanumeric).map_or(0, u32::from);
                (format!("{code}{upper}"), number, name.to_owned())
            }
        };
        let mut down = json!({ "type": if text.is_empty() { "rawKeyDown" } else { "keyDown" }, "key": name, "code": code,
                               "windowsVirtualKeyCode": number });
        if !text.is_empty() {
            down["text"] = json!(text);
        }
        self.call("Input.dispatchKeyEvent", down);
        let up = json!({ "type": "keyUp", "key": name, "code": code, "windowsVirtualKeyCode": number });
        self.call("Input.dispatchKeyEvent", up);
    }

    /// Types a text, key by key.
    pub(crate) fn keys(&self, text: &str) {
        for char in text.chars() {
            self.key(&char.to_string());
        }
    }

    /// Inserts a text where the keyboard is, as an input method or the clipboard does.
    pub(crate) fn insert(&self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Clicks a field, and replaces its text.
    pub(crate) fn fill(&self, selector: &str, text: &str) {
        self.click(selector);
        self.eval(&format!("document.querySelector({}).select()", json!(selector)));
        self.insert(text);
    }

    /// Chooses an option of a list by its value. The list itself is a window of the system, which no script reaches.
    pub(crate) fn choose(&self, selector: &str, value: &str) {
        self.wait(&format!("document.querySelector({}) !== null", json!(selector)));
        self.eval(&format!(
            "(() => {{ const list = document.querySelector({}); list.value = {};
               list.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()",
            json!(selector),
            json!(value)
        ));
    }

    /// Answers the next question for a file, which a click on an element asks.
    pub(crate) fn upload(&self, selector: &str, file: &Path) {
        self.call("Page.setInterceptFileChooserDialog", json!({ "enabled": true }));
        self.click(selector);
        let node = self.wait_chooser();
        self.call("DOM.setFileInputFiles", json!({ "files": [file], "backendNodeId": node }));
    }
}
