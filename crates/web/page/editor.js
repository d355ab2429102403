'use strict';

// The start of an analysis: a board file or record, or a position that is set up by clicking. The server checks it.

const LONGEST_EDITED = 20;

function showAnalysisStart(place) {
  document.title = `${tr('web-analysis')} · floe`;
  const editor = new Editor();
  const text = el('textarea', { rows: 6, spellcheck: 'false', 'aria-label': tr('web-paste') });
  text.placeholder = '3 4\n10 20 00 30\n…';
  const problem = el('div', { role: 'alert' });
  const use = async (content) => {
    problem.replaceChildren();
    try {
      if (isRecord(content)) await startGame({ record: content }, { kind: 'record', analysis: true });
      else await editor.read(content);
    } catch (error) {
      problem.replaceChildren(problemList(error));
    }
  };
  place.replaceChildren(
    pageHead(el('h1', { class: 'bar-title' }, tr('web-analysis'))),
    el(
      'main',
      { class: 'setup' },
      editor.element,
      el(
        'section',
        { class: 'card paste' },
        el('h2', {}, tr('web-open')),
        el('p', { class: 'quiet small' }, tr('web-open-about')),
        text,
        el('div', { class: 'row' }, button(tr('web-use-text'), {}, () => use(text.value), tr('web-use-text')), fileButton(tr('web-open-file'), use)),
        problem,
      ),
    ),
  );
}

class Editor {
  constructor() {
    Object.assign(this, { kind: 'hex', layout: 'odd-q', rows: 9, cols: 9, count: 2, tiles: [], scores: [], names: [], brush: 'fish-1', phase: 'movement', first: 1, penguins: 4 });
    this.stage = el('div', { class: 'edit-stage' });
    this.palette = el('div', { class: 'palette', role: 'radiogroup', 'aria-label': tr('web-brush') });
    this.fields = el('div', { class: 'options' });
    this.problem = el('div', { role: 'alert' });
    this.element = el(
      'section',
      { class: 'card editor' },
      el('h2', {}, tr('web-set-up')),
      el('div', { class: 'edit-columns' }, el('div', {}, this.palette, this.stage), el('div', { class: 'edit-side' }, this.fields, this.problem, this.startRow())),
    );
    this.clear();
  }

  startRow() {
    return el(
      'div',
      { class: 'row' },
      button(tr('web-analyse'), { class: 'main' }, () => this.start(true), tr('web-analyse')),
      button(tr('web-new-board'), {}, () => this.generate(), tr('web-new-board')),
      button(tr('web-clear'), {}, () => this.clear(), tr('web-clear')),
    );
  }

  get boardLayout() {
    return this.kind === 'square' ? 'square' : this.kind === 'classic' ? 'odd-r' : this.kind === 'gamma' ? 'gamma' : this.layout;
  }

  clear() {
    this.tiles = Array.from({ length: this.rows * this.cols }, () => ({ fish: this.kind === 'gamma' ? 0 : 1, player: 0 }));
    this.build();
  }

  build() {
    this.drawFields();
    this.drawPalette();
    const { rows, cols, tiles } = this;
    const hears = { press: (cell) => this.paint(cell), canDrag: () => false, lift() {}, drop: () => false, cancel: () => false };
    this.board = new PlayBoard({ rows, cols, layout: this.boardLayout, tiles }, hears);
    this.board.element.setAttribute('aria-label', tr('web-set-up'));
    // A pressed pointer paints every tile that it crosses.
    this.board.element.addEventListener('pointermove', (event) => {
      if (event.buttons !== 1 || event.pointerType === 'touch') return;
      const cell = this.board.cellUnder(event);
      if (cell !== null && cell !== this.painted) this.paint(cell);
    });
    this.stage.replaceChildren(this.board.element);
    this.stage.style.setProperty('--ratio', this.board.ratio.toFixed(4));
    this.draw();
  }

  draw() {
    const penguins = this.tiles.flatMap(({ player }, cell) => (player ? [{ player, cell }] : []));
    this.board.show({ tiles: this.tiles, penguins, out: new Set(), trail: null, moved: null, lost: null }, false);
    this.board.label((cell) => {
      const { fish, player } = this.tiles[cell];
      const place = tr('web-tile', { row: Math.floor(cell / this.cols) + 1, col: (cell % this.cols) + 1 });
      const what = player ? tr('web-tile-penguin', { player: letter(player) }) : fish ? tr('amount-fish', { count: fish }) : tr('web-tile-water');
      return `${place}, ${what}`;
    }, (cell) => `${this.tiles[cell].fish} ${this.tiles[cell].player}`);
  }

  paint(cell) {
    this.painted = cell;
    const [what, number] = this.brush.split('-');
    const { fish } = this.tiles[cell];
    // On hexagons a penguin stands on its fish, elsewhere they are counted already.
    if (what === 'fish') this.tiles[cell] = { fish: Number(number), player: 0 };
    else if (what === 'water') this.tiles[cell] = { fish: 0, player: 0 };
    else this.tiles[cell] = { fish: this.kind === 'hex' ? fish || 1 : 0, player: Number(number) };
    this.draw();
  }

  drawPalette() {
    const brushes = [
      ...[1, 2, 3].map((fish) => [`fish-${fish}`, tr('amount-fish', { count: fish }), svg('svg', { class: 'brush-picture', viewBox: '-26 -26 52 52', 'aria-hidden': 'true' }, svg('rect', { class: `floe f${fish}`, x: -24, y: -24, width: 48, height: 48, rx: 8 }), shoal(fish))]),
      ['water', tr('web-tile-water'), svg('svg', { class: 'brush-picture', viewBox: '-26 -26 52 52', 'aria-hidden': 'true' }, svg('rect', { class: 'sea', x: -24, y: -24, width: 48, height: 48, rx: 8 }))],
      ...Array.from({ length: this.count }, (_, at) => [`penguin-${at + 1}`, tr('web-tile-penguin', { player: letter(at + 1) }), avatar(at + 1)]),
    ];
    redraw(
      this.palette,
      ...brushes.map(([name, words, picture]) => {
        const radio = el('input', { type: 'radio', name: 'brush', value: name, checked: name === this.brush, 'aria-label': words });
        radio.addEventListener('change', () => {
          this.brush = name;
        });
        return el('label', { class: 'brush', title: words }, radio, picture);
      }),
    );
  }

  drawFields() {
    const game = GAMES[this.kind];
    const rebuild = (changes) => {
      Object.assign(this, changes);
      this.clear();
    };
    const kinds = ['square', 'hex', 'classic'].map((kind) => [kind, gameName(kind)]);
    const players = Array.from({ length: this.count }, (_, at) => [at + 1, letter(at + 1)]);
    const counts = Array.from({ length: game.most_players - game.least_players + 1 }, (_, at) => [game.least_players + at, game.least_players + at]);
    const side = (name) => numberInput(this[name], 1, LONGEST_EDITED, (value) => rebuild({ [name]: Math.min(LONGEST_EDITED, Math.max(1, value ?? 1)) }));
    const parts = [
      field(tr('setup-game'), choice(kinds, this.kind, (kind) => rebuild({ kind, rows: GAMES[kind].rows, cols: GAMES[kind].cols, count: Math.min(this.count, GAMES[kind].most_players) }))),
      this.kind === 'hex' ? field(tr('setup-layout'), choice(Object.entries(LAYOUT_WORDS).map(([name, words]) => [name, tr(words)]), this.layout, (layout) => {
        this.layout = layout;
        this.build();
      })) : '',
      field(tr('setup-rows'), side('rows')),
      field(tr('setup-cols'), side('cols')),
      field(tr('setup-players'), choice(counts, this.count, (value) => {
        this.count = Number(value);
        this.build();
      })),
      field(tr('setup-phase'), choice([['movement', tr('setup-phase-movement')], ['placement', tr('setup-phase-placement')]], this.phase, (phase) => {
        this.phase = phase;
        this.drawFields();
      })),
      field(tr('web-to-move'), choice(players, this.first, (value) => {
        this.first = Number(value);
      })),
    ];
    if (this.phase === 'placement') {
      parts.push(field(tr('setup-penguins'), numberInput(this.penguins, 1, 20, (value) => {
        this.penguins = value ?? 1;
      })));
    }
    for (let at = 0; at < this.count; at += 1) {
      parts.push(field(tr('web-score-of', { mark: letter(at + 1) }), numberInput(this.scores[at] ?? 0, 0, 100000, (value) => {
        this.scores[at] = value ?? 0;
      })));
    }
    redraw(this.fields, ...parts);
  }

  /** The position as a board file. */
  text() {
    const row = (at) => this.tiles.slice(at * this.cols, (at + 1) * this.cols).map(({ fish, player }) => `${fish}${player}`).join(' ');
    const rows = Array.from({ length: this.rows }, (_, at) => row(at));
    const used = new Set(this.tiles.map(({ player }) => player));
    const players = Array.from({ length: this.count }, (_, at) => at + 1)
      .filter((number) => this.phase === 'movement' || used.has(number) || this.scores[number - 1] > 0)
      .map((number) => `${this.names[number - 1] ?? letter(number)} ${number} ${this.scores[number - 1] ?? 0}`);
    return `${[`${this.rows} ${this.cols}`, ...rows, ...players].join('\n')}\n`;
  }

  body() {
    const body = { kind: this.kind, board: this.text(), phase: this.phase, first: this.first, players: this.count, seats: Array.from({ length: this.count }, () => ({ who: 'me' })) };
    if (this.kind === 'hex') body.layout = this.layout;
    if (this.phase === 'placement') body.penguins = this.penguins;
    return body;
  }

  async start(analysis) {
    await this.attempt(() => startGame(this.body(), { kind: this.kind, analysis }));
  }

  /** Fills the board with one that the server makes. */
  async generate() {
    const body = { kind: this.kind, players: this.count };
    if (this.kind !== 'classic') Object.assign(body, { rows: this.rows, cols: this.cols });
    if (this.kind === 'hex') body.layout = this.layout;
    await this.attempt(async () => this.take(await request('POST', '/boards', body)));
  }

  /** Shows a board file for editing. */
  async read(text) {
    const body = { kind: this.kind, board: text };
    if (this.kind === 'hex') body.layout = this.layout;
    this.take(await request('POST', '/boards', body));
  }

  take({ rows, cols, tiles, players = [] }) {
    Object.assign(this, { rows, cols, tiles: readTiles(tiles) });
    this.scores = [];
    this.names = [];
    for (const { number, id, score } of players) {
      this.scores[number - 1] = score;
      if (id) this.names[number - 1] = id;
    }
    this.count = Math.max(this.count, ...players.map(({ number }) => number));
    this.build();
  }

  async attempt(work) {
    this.problem.replaceChildren();
    try {
      await work();
    } catch (error) {
      this.problem.replaceChildren(problemList(error));
    }
  }
}
