'use strict';

// The live connection to a game: it says who we are, passes messages on, and comes back by itself when it breaks.

const FIRST_DELAY = 250;
const LONGEST_DELAY = 15000;
/** A timer that is this late means that the machine slept: the connection is probably dead. */
const SLEPT = 20000;

class Connection {
  /**
   * `secrets` returns the secrets to show; `receive` gets each message of the server; `changed` is told whether the
   * connection stands.
   */
  constructor(id, { secrets, receive, changed }) {
    Object.assign(this, { id, secrets, receive, changed, socket: null, timer: 0, failures: 0, closed: false, waiting: [] });
    window.addEventListener('online', () => this.reconnect());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.wake();
    });
    // A browser may keep a page that was left, with its connection; the server would go on thinking for it.
    window.addEventListener('pagehide', () => this.socket?.close());
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) this.wake();
    });
    let seen = Date.now();
    setInterval(() => {
      if (Date.now() - seen > SLEPT) this.reconnect();
      seen = Date.now();
    }, 5000);
    this.open();
  }

  isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Connects now, where the next try would come later. */
  wake() {
    if (!this.isOpen() && this.socket?.readyState !== WebSocket.CONNECTING) this.reconnect();
  }

  open() {
    clearTimeout(this.timer);
    if (this.closed) return;
    const address = `${location.origin.replace(/^http/, 'ws')}/api/v1/games/${encodeURIComponent(this.id)}/live`;
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener('open', () => {
      if (socket === this.socket) this.transmit({ type: 'hello', secrets: this.secrets().slice(0, 16) });
    });
    socket.addEventListener('message', (event) => {
      if (socket === this.socket) this.read(event.data);
    });
    socket.addEventListener('close', () => {
      if (socket === this.socket) this.lost();
    });
  }

  read(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (message.type === 'state') {
      this.failures = 0;
      this.changed(true);
    }
    this.receive(message);
    if (message.type === 'state') this.waiting.splice(0).forEach((other) => this.transmit(other));
  }

  lost() {
    this.socket = null;
    this.changed(false);
    if (this.closed) return;
    const longest = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.failures);
    this.failures += 1;
    this.timer = setTimeout(() => this.open(), longest * (0.5 + 0.5 * Math.random()));
  }

  /** Starts a new connection now: the state comes whole. */
  reconnect() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.changed(false);
    this.open();
  }

  /** Ends the connection for good. */
  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  transmit(message) {
    if (this.isOpen()) this.socket.send(JSON.stringify(message));
  }

  /** Sends a request, at the latest when the connection stands again; a later one of the same kind replaces it. */
  send(message) {
    if (this.isOpen()) {
      this.transmit(message);
      return;
    }
    this.waiting = [...this.waiting.filter(({ type }) => type !== message.type), message];
  }
}
