'use strict';

// The page of a game: it joins the connection, the model, the board and the panels, and decides which turn is shown.

class Room {
  constructor(place, id) {
    Object.assign(this, { place, id, model: new GameModel(), seats: [], isHost: false, board: null, shown: 0, line: [], pending: false, stored: readGame(id) });
    this.said = el('div', { class: 'unseen', 'aria-live': 'polite' });
    place.replaceChildren(pageHead(el('h1', { class: 'bar-title' }, 'floe')), el('main', { class: 'loading' }, el('p', {}, tr('web-loading'))), this.said);
    this.connection = new Connection(id, {
      secrets: () => this.secrets,
      receive: (message) => this.receive(message),
      changed: (stands) => this.connected(stands),
    });
    document.addEventListener('keydown', (event) => this.keyDown(event));
    // The list of turns scrolls to its turn in the room that it has now.
    window.addEventListener('resize', () => this.moves?.draw());
    setInterval(() => this.players?.tick(), 100);
  }

  get secrets() {
    const { secrets, host } = this.stored;
    return [...new Set([...secrets, ...(host ? [host] : [])])];
  }

  receive(message) {
    if (message.type === 'welcome') {
      const before = this.seats;
      this.seats = message.seats;
      this.isHost = message.host;
      if (before.some((seat) => !message.seats.includes(seat))) notice(tr('web-seat-lost'), { bad: true, lasting: 12000 });
      if (this.model.state) this.draw(false);
    } else if (message.type === 'state' || message.type === 'change') {
      this.update(message);
    } else if (message.type === 'analysis' || message.type === 'solution') {
      this.analysis?.receive(message);
    } else if (message.type === 'error') {
      const error = new ApiError(0, message);
      failed(error);
      this.analysis?.refused(error);
    } else if (message.type === 'bye' && message.reason === 'gone') {
      this.checkExists();
    }
  }

  update(message) {
    const wasLast = this.shown === this.model.steps.length;
    const before = this.model.state;
    if (!this.model.receive(message)) {
      this.connection.reconnect();
      return;
    }
    const { state, added, undone } = this.model;
    this.pending = false;
    if (!this.board || before.rows !== state.rows || before.cols !== state.cols) this.build();
    // Who looks back at earlier turns is not disturbed, unless they are gone.
    const steps = state.steps.length;
    // A few turns at once, such as an undo with the replies of engines, are still easy to follow.
    const animated = before !== null && added.length + undone > 0 && added.length + undone <= 4;
    if (wasLast || this.shown > steps || !before) {
      this.shown = steps;
      this.line = [];
    }
    if (before && (added.length || undone)) {
      this.play.forget();
      this.announce(added, undone);
    }
    this.draw(animated);
    this.remember();
    this.introduce();
    if (before && !before.rematch && state.rematch) notice(tr('web-rematch-started'), { lasting: 10000 });
  }

  /** Says each new turn to screen readers, and how the game ended. */
  announce(added, undone) {
    const words = undone && !added.length ? [tr('undone', { turns: undone })] : [];
    for (const step of added.slice(-3)) words.push(sentenceOf(this.model, step), skippedText(this.model, step));
    if (this.model.isOver) words.push(resultText(this.model));
    else if (this.isMyTurn) words.push(this.play.instruction(playerName(this.model.player(this.model.state.to_move))));
    this.say(words.filter(Boolean).join(' '));
  }

  say(text) {
    this.said.textContent = this.said.textContent === text ? `${text}\u00a0` : text;
  }

  connected(stands) {
    this.place.classList.toggle('offline', !stands);
    clearTimeout(this.offlineTimer);
    const wasLost = this.wasLost;
    this.wasLost = !stands;
    if (stands) {
      this.offline?.remove();
      this.offline = null;
      // The server has forgotten what was asked over the old connection.
      if (wasLost && this.analysis?.on) this.analysis.ask();
    } else if (!this.offline && !this.gone) {
      // A short break is not worth a word.
      this.offlineTimer = setTimeout(() => {
        this.offline = el('p', { class: 'offline-note', role: 'status' }, tr('web-reconnecting'));
        document.body.append(this.offline);
      }, 1200);
    }
    if (!stands && !this.model.state) this.checkExists();
  }

  async checkExists() {
    try {
      await request('GET', `/games/${encodeURIComponent(this.id)}`);
    } catch (error) {
      if (error.code === 'not-found') this.missing();
    }
  }

  missing() {
    this.gone = true;
    this.connection?.close();
    this.offline?.remove();
    this.place.replaceChildren(
      pageHead(),
      el('main', { class: 'loading' }, el('h1', {}, tr('web-no-game')), el('p', {}, tr('web-no-game-why')), el('p', {}, el('a', { class: 'button main', href: '/' }, tr('web-new-game')))),
    );
  }

  /** Builds the page once the shape of the game is known. */
  build() {
    const { model } = this;
    const { rows, cols, layout, start } = model.state;
    this.play = new Play(this);
    this.board = new PlayBoard({ rows, cols, layout, tiles: readTiles(start.tiles) }, this.play);
    this.players = new PlayersPanel(this);
    this.moves = new MovesPanel(this);
    this.tools = new ToolsPanel(this);
    this.analysis = new AnalysisPanel(this);
    const frame = el('div', { class: 'board-box' }, this.board.element);
    frame.style.setProperty('--ratio', this.board.ratio.toFixed(4));
    const zoomable = Math.max(rows, cols) > 14;
    const stage = el('section', { class: 'stage', 'aria-label': tr('web-board') }, this.analysis.bar, frame);
    if (zoomable) stage.append(this.zoomButton(stage, frame));
    this.status = new StatusPanel(this);
    const panel = el(
      'div',
      { class: 'panel' },
      this.players.element,
      this.status.requests,
      this.status.element,
      this.tools.element,
      this.moves.element,
      this.analysis.element,
      this.tools.more,
    );
    this.place.replaceChildren(pageHead(el('h1', { class: 'bar-title' }, gameTitle(model.state))), el('main', { class: 'room' }, stage, panel), this.said);
    if (this.stored.analysis) this.analysis.turnOn();
    if (this.isHost && !this.stored.invited && model.state.players.some(({ who, online }) => who === 'link' && !online)) {
      this.stored = noteGame(this.id, { invited: true });
      openLinks(this);
    }
  }

  zoomButton(stage, frame) {
    const { cols, rows } = this.board;
    frame.style.setProperty('--zoomed-width', `${(Math.max(cols, 8) * 46).toFixed(0)}px`);
    const zoom = button(tr('web-zoom'), { class: 'tool zoom-button', 'aria-pressed': 'false' }, () => {
      const zoomed = stage.classList.toggle('zoomed');
      this.board.scrolls = zoomed;
      zoom.setAttribute('aria-pressed', String(zoomed));
      frame.scrollTo((frame.scrollWidth - frame.clientWidth) / 2, (frame.scrollHeight - frame.clientHeight) / 2);
    }, icon(PATHS.search));
    return rows * cols > 0 ? zoom : null;
  }

  /** Shows the position after so many turns, and after some turns of a line that was not played. */
  go(turn, line = []) {
    const to = Math.min(this.model.steps.length, Math.max(0, turn));
    const steps = Math.abs(to + line.length - this.shown - this.line.length);
    const moved = to !== this.shown;
    this.shown = to;
    this.line = line;
    this.play.forget();
    this.draw(steps === 1);
    if (moved && line.length === 0) {
      const step = this.model.steps[to - 1];
      this.say(step ? sentenceOf(this.model, step) : tr('play-start'));
    }
    if (moved) this.analysis.follow();
  }

  /** Steps through the turns, or through the engine's line while it is shown. */
  stepBy(count) {
    if (this.line.length) this.analysis.step(this.line.length + count);
    else this.go(this.shown + count);
  }

  get isLive() {
    return this.shown === this.model.steps.length && this.line.length === 0;
  }

  get isMyTurn() {
    const { state } = this.model;
    return this.isLive && !this.model.isOver && this.seats.includes(state.to_move);
  }

  /** Whether several people play on different machines. */
  get isShared() {
    return this.model.state.players.some(({ who }) => who === 'link');
  }

  /** Whether every seat is ours, so that turns may be taken back freely. */
  get isAllMine() {
    return this.model.state.players.every(({ number, kind }) => kind !== 'engine' && this.seats.includes(number));
  }

  draw(animated) {
    const { model, board } = this;
    if (!board) return;
    this.view = model.viewAfter(this.shown, this.line);
    board.show(this.view, animated);
    const names = model.state.players.map(playerName).join(' ');
    board.label((cell) => tileLabel(model, this.view, cell), (cell) => `${this.view.tiles[cell].fish} ${this.view.tiles[cell].player} ${names}`);
    board.element.setAttribute('aria-label', tr('web-board-of', { game: gameTitle(model.state) }));
    this.drawMarks();
    this.players.draw();
    this.tools.draw();
    this.status.draw();
    this.analysis.draw();
    // The list comes last: it scrolls to its turn in the room that the others leave.
    this.moves.draw();
    document.title = `${this.isMyTurn && document.hidden ? '● ' : ''}${gameTitle(model.state)} · floe`;
  }

  drawMarks() {
    const marks = this.play.marks();
    const { state } = this.model;
    if (this.isLive && state.hint) marks.hint = state.hint.path;
    marks.heat = this.line.length ? [] : this.analysis.heat();
    if (!marks.last) marks.last = this.model.isGamma || this.view.trail === null ? this.view.last.slice(-1) : [];
    this.board.mark(marks);
  }

  /** Takes back all turns after the one that is shown. */
  async playOn(turn) {
    for (let left = this.model.steps.length - turn; left > 0; left -= 1) {
      if (!(await this.act({ action: 'undo' }))) return;
    }
    this.go(turn);
  }

  /** Sends an action; returns whether it was accepted. */
  async act(action) {
    try {
      await persistently(() => withSecrets(this.secrets, (secret) => request('POST', `/games/${this.id}/actions`, action, secret)), action.at === undefined ? 1 : 4);
      return true;
    } catch (error) {
      this.pending = false;
      // A repeated request whose first copy arrived is stale: the turn is made.
      if (error.code !== 'stale') failed(error);
      else this.connection.reconnect();
      this.draw(true);
      return false;
    }
  }

  async rematch() {
    try {
      const { id } = await withSecrets(this.secrets, (secret) => request('POST', `/games/${this.id}/rematch`, undefined, secret));
      this.followRematch(id);
    } catch (error) {
      failed(error);
    }
  }

  followRematch(id) {
    const { secrets, host, kind } = this.stored;
    // The same secrets hold the seats of the same people there.
    if (secrets.length || host) noteGame(id, { secrets, host, kind, invited: true, introduced: true, seen: Date.now() });
    location.assign(`/game/${id}`);
  }

  /** Gives a seat that was taken by its link the name that this browser remembers. */
  introduce() {
    const name = readSetting('name');
    const seat = this.model.state.players.find(({ number, who }) => who === 'link' && this.seats.includes(number));
    if (!seat || !name || this.stored.introduced || playerName(seat) !== tr('default-player', { mark: seat.mark })) return;
    this.stored = noteGame(this.id, { introduced: true });
    this.act({ action: 'rename', name, number: seat.number });
  }

  /** Keeps a few words for the list of games. */
  remember() {
    const { state } = this.model;
    const known = this.stored.secrets.length || this.stored.host;
    if (!known) return;
    this.stored = noteGame(this.id, {
      kind: state.kind, layout: state.layout, rows: state.rows, cols: state.cols,
      names: state.players.map(playerName), turns: state.steps.length, over: state.ending !== 'unfinished',
      myTurn: this.seats.includes(state.to_move) && state.ending === 'unfinished', seen: Date.now(),
    });
  }

  keyDown(event) {
    if (!this.board || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.closest?.('input, select, textarea, dialog')) return;
    const { model } = this;
    const keys = {
      ArrowLeft: () => this.stepBy(-1),
      ArrowRight: () => this.stepBy(1),
      Home: () => this.go(0),
      End: () => this.go(model.steps.length),
      ',': () => this.stepBy(-1),
      '.': () => this.stepBy(1),
      z: () => this.tools.undo(),
      x: () => (model.isGamma ? this.play.type('x') : this.tools.redo()),
      y: () => this.tools.redo(),
      i: () => this.tools.hint(),
      h: () => this.tools.hint(),
      p: () => this.tools.togglePause(),
      m: () => this.act({ action: 'move-now' }),
      a: () => this.analysis.toggle(),
      n: () => this.play.next(),
      g: () => this.play.toggleGolden(),
      c: () => this.play.pass(),
      ':': () => this.play.type(''),
      '?': () => openHelp(),
      Escape: () => (this.isLive ? this.play.cancel() : this.go(model.steps.length)),
      Enter: () => this.play.playHint(),
    };
    const pressed = event.target.closest?.('button, a, summary');
    if (pressed && (event.key === 'Enter' || event.key === ' ')) return;
    if (/^[0-9rR]$/.test(event.key)) this.play.type(event.key);
    else if (Object.hasOwn(keys, event.key)) keys[event.key]();
    else return;
    event.preventDefault();
  }
}
