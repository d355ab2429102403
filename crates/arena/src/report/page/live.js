'use strict';

// Follows a tournament on a server: its progress, its games in progress, its machines, and its results. An organiser, who has
// a token, can pause, resume and stop it.

const LIVE_ADDRESS = '/api/v1/tournament/live';
const CONTROL_ADDRESS = '/api/v1/tournament/control';
/** Results are fetched this often at most, in milliseconds. */
const REFRESH_PAUSE = 2000;
/** Ended games are announced this often at most. */
const ANNOUNCE_PAUSE = 10000;
const LONGEST_DELAY = 30000;
const TOKEN = 'floe-organiser-token';
const STATES = {
  running: 'Running',
  pausing: 'Pausing: games in progress are finished',
  paused: 'Paused',
  stopping: 'Stopping',
  finished: 'Finished',
  stored: 'Nobody plays this tournament now',
};

const byId = (id) => document.getElementById(id);

class LivePage {
  constructor() {
    this.boards = new LiveBoards(byId('live-boards'), byId('live-rest'));
    this.machines = new LiveMachines(byId('machines'), byId('machines-link'), this.boards);
    Object.assign(this, { state: null, ended: 0, wanted: report.data.version, tries: 0, refreshed: 0 });
    this.organiser = new Organiser(byId('organiser'), (words) => this.tell(words));
    this.connect();
  }

  connect() {
    const address = new URL(LIVE_ADDRESS, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    socket.addEventListener('message', ({ data }) => this.receive(JSON.parse(data)));
    socket.addEventListener('close', () => this.wait());
  }

  /** Connects again, after a delay that grows; all pages of a server that was started again do not come at once. */
  wait() {
    const delay = Math.min(LONGEST_DELAY, 1000 * 2 ** this.tries) * (0.7 + 0.6 * Math.random());
    this.tries += 1;
    byId('live-state').textContent = 'Not connected';
    this.state = null;
    this.organiser.show(null);
    setTimeout(() => this.connect(), delay);
  }

  receive(message) {
    this.tries = 0;
    if (message.type === 'progress') this.progress(message);
    else if (message.type === 'games') this.boards.take(message.games, message.whole !== false);
    else if (message.type === 'step') this.boards.step(message.number, message.step);
    else if (message.type === 'machines') this.machines.take(message.machines);
    else if (message.type === 'ended') {
      this.boards.end(message.number);
      this.ended += 1;
      this.announceLater();
    }
  }

  progress({ version, played, total, state }) {
    const bar = byId('live-progress');
    bar.max = Math.max(1, total);
    bar.value = played;
    byId('live-count').textContent = `${thousands(played)} of ${counted(total, 'game', 'games')}`;
    if (state !== this.state) {
      const words = STATES[state] ?? state;
      // The first state is no news.
      if (this.state !== null) this.tell(`${words}.`);
      this.state = state;
      byId('live-state').textContent = words;
      this.organiser.show(state);
    }
    this.wanted = version;
    this.refreshLater();
  }

  refreshLater() {
    if (this.refreshing || this.wanted === report.data.version) return;
    this.refreshing = setTimeout(async () => {
      this.refreshed = Date.now();
      try {
        await refresh();
      } catch {
        // The next try is as soon as any.
      }
      this.refreshing = null;
      this.refreshLater();
    }, Math.max(0, this.refreshed + REFRESH_PAUSE - Date.now()));
  }

  announceLater() {
    this.announcing ??= setTimeout(() => {
      this.announcing = null;
      this.tell(`${counted(this.ended, 'game has', 'games have')} ended. ${byId('live-count').textContent}.`);
      this.ended = 0;
    }, ANNOUNCE_PAUSE);
  }

  /** Tells a screen reader. */
  tell(words) {
    byId('live-told').textContent = words;
  }
}

/** The buttons of the organiser, whose token comes behind the `#` of an address and is kept until the tab is closed. */
class Organiser {
  constructor(place, tell) {
    Object.assign(this, { place, tell, token: null, state: null });
    this.takeToken();
    window.addEventListener('hashchange', () => {
      this.takeToken();
      this.show(this.state);
    });
    const make = (action, label) => [action, button(label, {}, () => this.ask(action), label)];
    this.buttons = new Map([make('pause', 'Pause'), make('resume', 'Resume'), make('stop', 'Stop')]);
    this.problem = el('span', { class: 'note bad', hidden: true });
    place.replaceChildren(...this.buttons.values(), this.problem);
  }

  takeToken() {
    const token = new URLSearchParams(location.hash.slice(1)).get('token');
    try {
      if (token) sessionStorage.setItem(TOKEN, token);
      this.token = sessionStorage.getItem(TOKEN);
    } catch {
      // Without a storage, it is kept as long as the page.
      this.token = token ?? this.token;
    }
    if (token !== null) history.replaceState(null, '', location.pathname + location.search);
  }

  /** Offers what makes sense in a state of the tournament; nothing without one. */
  show(state) {
    this.state = state;
    const sensible = { running: ['pause', 'stop'], pausing: ['resume', 'stop'], paused: ['resume', 'stop'] }[state] ?? [];
    this.place.hidden = this.token === null || state === null;
    const focused = document.activeElement;
    for (const [action, control] of this.buttons) control.hidden = !sensible.includes(action);
    if (this.place.contains(focused) && focused.hidden) this.buttons.get(sensible[0])?.focus();
  }

  async ask(action) {
    if (action === 'stop' && !window.confirm('Stop the tournament? Games in progress are abandoned. It can be resumed by starting floe again.')) return;
    let words = '';
    try {
      const answer = await fetch(CONTROL_ADDRESS, {
        method: 'POST',
        headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ action }),
      });
      if (!answer.ok) words = (await answer.json().catch(() => null))?.error?.message ?? `the server answered ${answer.status}`;
    } catch {
      words = 'the server cannot be reached';
    }
    this.problem.hidden = words === '';
    this.problem.textContent = printable(words);
    if (words) this.tell(words);
  }
}

new LivePage();
