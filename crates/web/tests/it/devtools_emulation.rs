//! The device and the reader that a page sees: screen, preferences, languages and speed.

use serde_json::json;

use crate::devtools::Page;

impl Page {
    /// Sets the size of the page, on a screen without touch.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", params);
    }

    /// Makes the page that of a phone.
    pub(crate) fn phone(&self, width: u32, height: u32) {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": true });
        self.call("Emulation.setDeviceMetricsOverride", params);
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 5 }));
    }

    /// Sets what the reader prefers: the colour scheme, and whether things move.
    pub(crate) fn prefer(&self, scheme: &str, reduced_motion: bool) {
        let motion = if reduced_motion { "reduce" } else { "no-preference" };
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Sets the languages that the browser asks for.
    pub(crate) fn speak(&self, languages: &str) {
        let agent = self.eval("navigator.userAgent");
        let params = json!({ "userAgent": agent, "acceptLanguage": languages });
        self.call("Emulation.setUserAgentOverride", params);
    }

    /// Slows the network and the processor down, as with a cheap phone.
    pub(crate) fn slow_down(&self, bits_per_second: u32, latency_ms: u32, slowdown: u32) {
        let rate = f64::from(bits_per_second) / 8.0;
        let params = json!({ "offline": false, "latency": latency_ms, "downloadThroughput": rate, "uploadThroughput": rate });
        self.call("Network.emulateNetworkConditions", params);
        self.call("Emulation.setCPUThrottlingRate", json!({ "rate": slowdown }));
    }
}
