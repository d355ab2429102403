'use strict';

// The page of one game: its board, its scores and its turns, with controls to step through them.

const SPEEDS = [[0.5, 'slow'], [1, '1 a second'], [2, '2 a second'], [4, '4 a second'], [10, '10 a second']];
/** Boards with at least this many rows or columns can be zoomed. */
const LARGE_BOARD = 24;
const ICONS = {
  first: 'M4 4h2v12H4zM16 4v12L7 10z',
  back: 'M14 4v12L5 10z',
  play: 'M5 3l12 7-12 7z',
  pause: 'M5 4h4v12H5zM11 4h4v12h-4z',
  forward: 'M6 4v12l9-6z',
  last: 'M4 4v12l9-6zM14 4h2v12h-2z',
};
let speed = 2;

class GamePage {
  /**
   * Shows a game of the list in a place of the page; `data` has its record, its replay, its faults and any problems with
   * them. `around` are the games before and after it.
   */
  constructor(report, place, line, data, around, turn) {
    Object.assign(this, { report, place, line, data, around, turn: 0, playing: null });
    this.heading = el('h2', { tabindex: '-1' }, `Game ${line.number}`);
    const top = el('div', { class: 'game-top' }, this.neighbours(), this.heading, this.about());
    if (!data.replay) {
      place.replaceChildren(top, problemNote('This game cannot be replayed.', data.problems), this.recordText());
      return;
    }
    this.replay = new Replay(data.replay);
    this.faults = byTurn(data.faults ?? []);
    this.replays = byTurn(data.replays ?? []);
    this.caption = el('p', { class: 'caption', 'aria-live': 'polite' });
    this.chart = new Chart(this.replay, (to) => this.go(to));
    place.replaceChildren(
      top,
      data.problems.length ? problemNote('The replay and the result disagree.', data.problems) : '',
      el(
        'div',
        { class: 'game' },
        el('div', { class: 'play' }, this.drawing(), this.controls(), this.caption),
        el('div', { class: 'side' }, this.scoreTable(), this.chart.element, this.turnList(), keysHint()),
      ),
      this.recordText(),
    );
    this.go(turn ?? 0, { still: true });
  }

  neighbours() {
    const [before, after] = this.around;
    const link = (line, words) => (line ? el('a', { href: `#game=${line.number}` }, words) : el('span', { class: 'quiet' }, words));
    return el(
      'p',
      { class: 'back' },
      el('a', { href: this.report.listLink }, '← All games'),
      el('span', { class: 'right' }, link(before, 'previous'), ' · ', link(after, 'next')),
    );
  }

  about() {
    const { line } = this;
    return el('p', { class: 'hint' }, el('bdi', {}, this.report.board(line)), line.round ? ` · round ${line.round}` : '');
  }

  drawing() {
    const { rows, cols, layout, tiles } = this.replay;
    if (tiles === '') {
      return el('p', { class: 'note' }, `The board has ${rows} × ${cols} cells, which is too large to draw here. Its turns are listed.`);
    }
    this.board = new Board({ rows, cols, layout, tiles: readTiles(tiles) });
    const frame = el('div', { class: 'board-frame' }, this.board.element);
    frame.style.setProperty('--ratio', this.board.ratio.toFixed(4));
    if (Math.max(rows, cols) < LARGE_BOARD) return frame;
    // The tiles of a large board are too small to read, so it can be enlarged and scrolled.
    frame.style.setProperty('--zoomed-width', `${cols * 36}px`);
    frame.tabIndex = 0;
    const whole = el('div', { class: 'zoomable' });
    const zoom = button('Zoom', { class: 'zoom', 'aria-pressed': 'false' }, () => {
      zoom.setAttribute('aria-pressed', String(whole.classList.toggle('zoomed')));
      this.follow();
    }, 'Zoom');
    whole.append(zoom, frame);
    this.frame = frame;
    return whole;
  }

  /** Scrolls a board that is larger than its frame to the last turn. */
  follow() {
    const path = this.replay.steps[this.turn - 1]?.path ?? [];
    if (!this.frame || path.length === 0) return;
    const [x, y] = this.board.share(path[path.length - 1]);
    this.frame.scrollTo(x * this.frame.scrollWidth - this.frame.clientWidth / 2, y * this.frame.scrollHeight - this.frame.clientHeight / 2);
  }

  controls() {
    const last = this.replay.steps.length;
    this.slider = el('input', { type: 'range', min: 0, max: last, value: 0, 'aria-label': 'Turn' });
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    this.playButton = button('Play', { class: 'main' }, () => this.toggle(), icon(ICONS.play));
    const speeds = el('select', { id: 'speed', 'aria-label': 'Speed' }, SPEEDS.map(([value, words]) => el('option', { value }, words)));
    speeds.value = String(speed);
    speeds.addEventListener('input', () => {
      speed = Number(speeds.value);
    });
    this.position = el('output', { class: 'where' });
    return el(
      'div',
      { class: 'controls', role: 'group', 'aria-label': 'Replay' },
      this.slider,
      el(
        'div',
        { class: 'buttons' },
        button('First', {}, () => this.go(0), icon(ICONS.first)),
        button('Back', {}, () => this.go(this.turn - 1), icon(ICONS.back)),
        this.playButton,
        button('Forward', {}, () => this.go(this.turn + 1), icon(ICONS.forward)),
        button('Last', {}, () => this.go(last), icon(ICONS.last)),
        speeds,
        this.position,
      ),
    );
  }

  scoreTable() {
    const { replay, line, report } = this;
    this.scoreCells = new Map();
    const rows = replay.players.map(({ number, name }) => {
      const seat = number - 1;
      const entrant = line.seats[seat];
      const cell = el('td', { class: 'n strong' });
      const state = el('span', { class: 'state' });
      this.scoreCells.set(number, { cell, state, row: null });
      const millis = line.millis[seat];
      const cpu = this.data.cpu?.[seat];
      const row = el(
        'tr',
        {},
        el(
          'th',
          { scope: 'row' },
          el(
            'span',
            { class: 'who' },
            badge(number),
            entrant === undefined ? el('bdi', { class: 'name' }, name) : programLink(report, entrant),
            state,
          ),
        ),
        cell,
        el('td', { class: 'n' }, line.scores[seat] ?? '–'),
        el('td', { class: 'n' }, line.places[seat] ? ordinal(line.places[seat]) : '–'),
        el('td', { class: 'n', title: typeof cpu === 'number' ? `processor time ${duration(cpu)}` : null }, millis === undefined ? '–' : duration(millis)),
      );
      this.scoreCells.get(number).row = row;
      return row;
    });
    const head = (words, title) => el('th', { scope: 'col', class: 'n', title }, words);
    return el(
      'div',
      { class: 'frame' },
      el(
        'table',
        { class: 'scores' },
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Player'), head('Fish', 'Fish after this turn'), head('End', 'Fish at the end'), head('Place', 'Place at the end'), head('Time', 'Thinking time in the whole game'))),
        el('tbody', {}, rows),
      ),
    );
  }

  turnList() {
    const list = el('ol', { class: 'turns', 'aria-label': 'Turns' });
    const item = (turn, ...words) =>
      el('li', {}, el('button', { type: 'button', 'data-turn': turn }, el('span', { class: 'at' }, turn), ...words));
    const items = [item(0, el('span', {}, 'start'), this.mark(0))];
    this.replay.steps.forEach((step, at) => {
      const turn = at + 1;
      items.push(
        item(
          turn,
          badge(step.player),
          el('span', { class: `kind-${step.kind}` }, notation(this.replay, step)),
          step.gain ? el('span', { class: 'gain' }, `+${step.gain}`) : null,
          this.mark(turn),
        ),
      );
    });
    list.append(...items);
    list.addEventListener('click', (event) => {
      const turn = event.target.closest('[data-turn]')?.dataset.turn;
      if (turn !== undefined) this.go(Number(turn));
    });
    this.turns = list;
    return list;
  }

  mark(turn) {
    const faults = (this.faults.get(turn) ?? []).map((fault) => fault.name);
    const marks = this.replays.has(turn) ? [...faults, 'replayed'] : faults;
    return marks.length ? el('span', { class: 'tag warn' }, marks.join(', ')) : null;
  }

  recordText() {
    const save = button('Save the record', { class: 'more' }, () => {
      const link = el('a', { download: `game-${this.line.number}.floe`, href: URL.createObjectURL(new Blob([this.data.record], { type: 'text/plain' })) });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }, 'Save as a file');
    const fold = el('details', { class: 'fold' }, el('summary', {}, 'Record'));
    fold.addEventListener('toggle', () => {
      if (fold.open && fold.childElementCount === 1) {
        // Line by line, since line ends count as unprintable.
        const text = this.data.record.split(/\r?\n/).map(printable).join('\n');
        const pre = el('pre', { tabindex: '0', 'aria-label': 'Record' });
        pre.textContent = text;
        fold.append(save, pre);
      }
    });
    return fold;
  }

  /** Goes to the board after so many turns. */
  go(to, { still = false } = {}) {
    const last = this.replay.steps.length;
    const turn = Math.min(last, Math.max(0, Number.isFinite(to) ? Math.trunc(to) : 0));
    if (this.playing && !still) this.pause();
    const animated = !still && turn === this.turn + 1;
    this.show(turn, animated);
    if (!this.playing) replaceHash(`game=${this.line.number}&turn=${turn}`);
  }

  show(turn, animated) {
    const { replay } = this;
    this.turn = turn;
    const step = turn > 0 ? replay.steps[turn - 1] : null;
    const view = replay.viewAfter(turn);
    this.slider.value = String(turn);
    const words = sentence(this, step);
    this.slider.setAttribute('aria-valuetext', `Turn ${turn}: ${printable(words)}`);
    this.position.textContent = `${turn} / ${replay.steps.length}`;
    this.describe(turn, step, words);
    if (this.board) {
      this.board.show(view, animated);
      this.follow();
      this.board.element.setAttribute('aria-label', `Board after turn ${turn}. ${printable(words)}`);
    }
    const scores = replay.scoresAfter(turn);
    replay.numbers.forEach((number, at) => {
      const { cell, state, row } = this.scoreCells.get(number);
      cell.textContent = scores[at];
      state.textContent = view.out.has(number) ? 'out' : '';
      row.classList.toggle('acts', step?.player === number);
    });
    this.chart.show(turn);
    this.turns.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const item = this.turns.children[turn].firstElementChild;
    item.setAttribute('aria-current', 'step');
    // Only the list scrolls: `scrollIntoView` would move the whole page.
    const above = item.offsetTop;
    if (above < this.turns.scrollTop + 30 || above > this.turns.scrollTop + this.turns.clientHeight - 60) {
      this.turns.scrollTop = above - this.turns.clientHeight / 2;
    }
  }

  /** Describes the turn below the board: what was played, every fault with its explanation, and how the game ended. */
  describe(turn, step, words) {
    const parts = [el('span', { class: 'sentence' }, step ? badge(step.player) : null, ' ', words)];
    for (const fault of this.faults.get(turn) ?? []) {
      parts.push(el('span', { class: 'fault' }, el('strong', {}, fault.name), ' ', el('bdi', {}, `${this.report.name(this.line.seats[fault.seat])}: ${fault.explanation}`)));
    }
    for (const { seat, reason } of this.replays.get(turn) ?? []) {
      parts.push(el('span', { class: 'fault' }, el('strong', {}, 'replayed'), ' ', el('bdi', {}, `${this.report.name(this.line.seats[seat])}: ${reason}`)));
    }
    const why = step?.kind === 'out' && this.line.out[step.player - 1];
    if (why) parts.push(el('span', { class: 'fault' }, el('strong', {}, 'out'), ' ', el('bdi', {}, why)));
    if (turn === this.replay.steps.length) {
      parts.push(el('span', { class: 'end' }, ending(this)));
      // A player may be out without a line of its own in the record.
      this.line.out.forEach((reason, seat) => {
        const listed = this.replay.steps.some((other) => other.kind === 'out' && other.player === seat + 1);
        if (reason && !listed) parts.push(el('span', { class: 'fault' }, badge(seat + 1), ' ', el('bdi', {}, reason)));
      });
    }
    this.caption.replaceChildren(...parts);
  }

  toggle() {
    if (this.playing) {
      this.pause();
      replaceHash(`game=${this.line.number}&turn=${this.turn}`);
    } else {
      this.start();
    }
  }

  start() {
    if (this.turn >= this.replay.steps.length) this.show(0, false);
    this.caption.setAttribute('aria-live', 'off');
    this.playButton.replaceChildren(icon(ICONS.pause));
    this.playButton.setAttribute('aria-label', 'Pause');
    this.playButton.title = 'Pause';
    const next = () => {
      this.show(this.turn + 1, true);
      if (this.turn >= this.replay.steps.length) this.toggle();
      else this.playing = setTimeout(next, 1000 / speed);
    };
    this.playing = setTimeout(next, Math.min(400, 1000 / speed));
  }

  pause() {
    clearTimeout(this.playing);
    this.playing = null;
    this.caption?.setAttribute('aria-live', 'polite');
    this.playButton?.replaceChildren(icon(ICONS.play));
    this.playButton?.setAttribute('aria-label', 'Play');
    if (this.playButton) this.playButton.title = 'Play';
  }

  /** Handles a key; returns whether it did anything. */
  key(event) {
    if (!this.replay || event.altKey || event.ctrlKey || event.metaKey) return false;
    const inControl = event.target.closest?.('select, textarea, input:not([type=range]), pre');
    const pressed = event.target.closest?.('button, a, summary');
    if (inControl || (pressed && (event.key === ' ' || event.key === 'Enter'))) return false;
    const keys = {
      ArrowLeft: () => this.go(this.turn - 1),
      ArrowRight: () => this.go(this.turn + 1),
      Home: () => this.go(0),
      End: () => this.go(this.replay.steps.length),
      ' ': () => this.toggle(),
    };
    if (!Object.hasOwn(keys, event.key)) return false;
    keys[event.key]();
    return true;
  }
}

/** Notes by the turn that shows them. */
function byTurn(notes) {
  const turns = new Map();
  for (const note of notes) {
    if (!turns.has(note.shown_at)) turns.set(note.shown_at, []);
    turns.get(note.shown_at).push(note);
  }
  return turns;
}

function keysHint() {
  const key = (name) => el('kbd', {}, name);
  return el('p', { class: 'keys' }, key('←'), ' ', key('→'), ' one turn, ', key('Home'), ' ', key('End'), ' first and last, ', key('Space'), ' plays');
}

function problemNote(heading, problems) {
  return el('div', { class: 'note bad', role: 'alert' }, el('strong', {}, heading), el('ul', {}, problems.map((words) => el('li', {}, words))));
}

function cellName(replay, cell) {
  return `r${Math.floor(cell / replay.cols) + 1}c${(cell % replay.cols) + 1}`;
}

function notation(replay, { kind, path }) {
  if (kind === 'lost') return 'turn lost';
  return kind === 'out' ? 'out of the game' : path.map((cell) => cellName(replay, cell)).join('–');
}

function sentence(page, step) {
  const { replay, report, line } = page;
  if (!step) return 'The start of the game.';
  const entrant = line.seats[step.player - 1];
  const name = entrant === undefined ? replay.players.find(({ number }) => number === step.player).name : report.name(entrant);
  const fish = step.gain ? `, ${counted(step.gain, 'fish', 'fish')}` : '';
  const [first, second] = step.path.map((cell) => cellName(replay, cell));
  if (step.kind === 'place') return `${name} places a penguin at ${first}${fish}.`;
  if (step.kind === 'slide') return `${name} slides from ${first} to ${second}${fish}.`;
  return step.kind === 'lost' ? `${name} loses the turn.` : `${name} is out of the game; its penguins stay.`;
}

function ending(page) {
  const { ending: how, winners } = page.replay;
  if (how === 'unfinished') return 'The game is not finished.';
  const names = winners.map((number) => `${letter(number)} ${page.report.name(page.line.seats[number - 1])}`);
  const stopped = how === 'stopped' ? 'The game was stopped. ' : '';
  return stopped + (names.length === 1 ? `${names[0]} wins.` : `${names.join(', ')} share the win.`);
}

function ordinal(place) {
  return place + (['', 'st', 'nd', 'rd'][place] ?? 'th');
}

function duration(millis) {
  if (millis < 1000) return `${(millis / 1000).toFixed(2)} s`;
  return millis < 100000 ? `${(millis / 1000).toFixed(1)} s` : `${(millis / 60000).toFixed(1)} min`;
}
