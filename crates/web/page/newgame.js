'use strict';

// The form for a new game: a kind, who plays, and everything else with a default.

/** Defaults and limits, where the server does not tell its own. */
const GAMES = {
  square: { rows: 8, cols: 8, players: 2, least_players: 1, most_players: 9, least_side: 4, most_side: 100 },
  hex: { rows: 9, cols: 9, players: 2, least_players: 2, most_players: 6, least_side: 9, most_side: 100 },
  classic: { rows: 8, cols: 8, players: 2, least_players: 2, most_players: 4, least_side: 8, most_side: 8 },
  gamma: { rows: 6, cols: 8, players: 2, least_players: 1, most_players: 9, least_side: 1, most_side: 100 },
};
const CLOCKS = [[60, 0], [180, 2], [300, 3], [600, 5], [900, 10], [1800, 20], [5400, 30]];

/** Takes over the defaults and limits of the server. */
function takeLimits({ games = [] }) {
  for (const { kind, players, sides, penguins, ...game } of games) {
    if (!Object.hasOwn(GAMES, kind)) continue;
    GAMES[kind] = {
      rows: game.default_rows, cols: game.default_cols, players: game.default_players, penguins,
      least_players: players[0], most_players: players[1], least_side: sides[0], most_side: sides[1],
    };
  }
}

class NewGame {
  constructor() {
    const remembered = readSetting('new-game') ?? {};
    Object.assign(this, {
      kind: GAMES[remembered.kind] ? remembered.kind : 'hex',
      level: remembered.level ?? 3,
      against: remembered.against ?? 'engine',
      layout: 'odd-q', rows: null, cols: null, count: null, penguins: null, areas: null, seed: null,
      placement: 'manual', clock: '', isPublic: false, board: null, phase: 'movement', first: '', seats: null,
    });
    this.cards = el('div', { class: 'cards', role: 'radiogroup', 'aria-label': tr('setup-game') });
    this.seatList = el('div', { class: 'seats' });
    this.options = el('div', { class: 'options' });
    this.against_ = el('div', { class: 'segments', role: 'radiogroup', 'aria-label': tr('web-opponent') });
    this.fold = el('details', { class: 'fold' }, el('summary', {}, tr('web-options')), this.seatList, this.options);
    this.problem = el('div', { role: 'alert' });
    this.submit = el('button', { type: 'submit', class: 'main start' }, tr('web-start'));
    this.name = el('input', { type: 'text', maxlength: 40, autocomplete: 'nickname', placeholder: tr('player-word') });
    this.name.value = readSetting('name') ?? '';
    this.levelPlace = el('div', { class: 'level-place' });
    this.element = el(
      'form',
      { class: 'card new-game', 'aria-label': tr('web-new-game') },
      el('h2', {}, tr('web-new-game')),
      this.cards,
      el('div', { class: 'quick' }, this.against_, this.levelPlace, field(tr('web-your-name'), this.name)),
      this.fold,
      this.problem,
      this.submit,
    );
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      this.start();
    });
    this.element.addEventListener('input', () => {
      this.touched = true;
    }, { once: true });
    this.info = {};
    serverInfo().then((info) => {
      this.info = info;
      takeLimits(info);
      // What somebody has begun to choose or type stays.
      if (!this.touched) this.draw();
    }, () => {});
    this.draw();
  }

  get game() {
    return GAMES[this.kind];
  }

  get players() {
    return this.count ?? this.game.players;
  }

  draw() {
    this.drawCards();
    this.drawAgainst();
    this.drawSeats();
    this.drawOptions();
  }

  drawCards() {
    this.cards.replaceChildren(
      ...Object.keys(GAMES).map((kind) => {
        const radio = el('input', { type: 'radio', name: 'kind', value: kind, checked: kind === this.kind });
        radio.addEventListener('change', () => {
          Object.assign(this, { kind, rows: null, cols: null, penguins: null, count: null, seats: null, board: null });
          if (kind === 'gamma' && this.layout) this.layout = 'odd-q';
          this.drawSeats();
          this.drawOptions();
          this.drawAgainst();
        });
        return el('label', { class: 'kind' }, radio, kindPicture(kind), el('strong', {}, gameName(kind)), el('span', { class: 'quiet small' }, tr(GAME_ABOUT[kind])));
      }),
    );
  }

  drawAgainst() {
    const ways = [['engine', tr('web-against-engine')], ['link', tr('web-against-link')], ['me', tr('web-against-here')]];
    this.against_.replaceChildren(
      ...ways.map(([way, words]) => {
        const radio = el('input', { type: 'radio', name: 'against', value: way, checked: way === this.against && !this.seats });
        radio.addEventListener('change', () => {
          this.against = way;
          this.seats = null;
          this.drawSeats();
          this.drawLevel();
        });
        return el('label', {}, radio, el('span', {}, words));
      }),
    );
    this.drawLevel();
  }

  drawLevel() {
    const change = (value) => {
      this.level = Number(value);
      this.drawSeats();
    };
    this.levelPlace.replaceChildren(this.against === 'engine' ? field(tr('web-level'), choice(levelOptions(), this.level, change)) : '');
  }

  /** Who sits where: as chosen one by one, or all the same. */
  get seating() {
    const others = { who: this.against, level: this.level, name: '' };
    return Array.from({ length: this.players }, (_, at) => this.seats?.[at] ?? (at === 0 ? { who: 'me', level: this.level, name: '' } : { ...others }));
  }

  drawSeats() {
    const seating = this.seating;
    const change = (at, changes) => {
      this.seats = this.seating;
      Object.assign(this.seats[at], changes);
      this.drawSeats();
      for (const radio of this.against_.querySelectorAll('input')) radio.checked = false;
    };
    redraw(
      this.seatList,
      ...seating.map((seat, at) => {
        const mark = this.kind === 'gamma' ? at + 1 : letter(at + 1);
        const who = choice([['me', tr('web-seat-me')], ['link', tr('web-seat-link')], ['engine', tr('web-engine')]], seat.who, (value) => change(at, { who: value }));
        who.setAttribute('aria-label', tr('setup-player', { mark }));
        const rest = seat.who === 'engine' ? choice(levelOptions(), seat.level, (value) => change(at, { level: Number(value) })) : el('input', { type: 'text', maxlength: 40, value: seat.name, placeholder: at === 0 && this.name.value ? this.name.value : tr('default-player', { mark }) });
        rest.setAttribute('aria-label', seat.who === 'engine' ? tr('web-level') : tr('web-name-of', { mark }));
        if (seat.who !== 'engine') {
          rest.addEventListener('change', () => {
            this.seats = this.seating;
            this.seats[at].name = rest.value.trim();
          });
        }
        return el('div', { class: 'seat-line' }, avatar(at + 1, this.kind === 'gamma'), who, rest);
      }),
    );
  }

  drawOptions() {
    const { game, kind } = this;
    const set = (name) => (value) => {
      this[name] = value;
    };
    const counts = Array.from({ length: game.most_players - game.least_players + 1 }, (_, at) => [game.least_players + at, game.least_players + at]);
    const parts = [
      field(tr('setup-players'), choice(counts, this.players, (value) => {
        this.count = Number(value);
        this.drawSeats();
        this.drawOptions();
      })),
    ];
    if (kind === 'hex') parts.push(field(tr('setup-layout'), choice(Object.entries(LAYOUT_WORDS).map(([name, words]) => [name, tr(words)]), this.layout, set('layout'))));
    if (!this.board && kind !== 'classic') {
      const side = (name) => numberInput(this[name] ?? game[name], game.least_side, game.most_side, set(name));
      parts.push(
        field(kind === 'gamma' ? tr('setup-width') : tr('setup-cols'), side('cols')),
        field(kind === 'gamma' ? tr('setup-height') : tr('setup-rows'), side('rows')),
      );
    }
    if (kind === 'gamma') {
      parts.push(field(tr('setup-areas'), numberInput(this.areas ?? 3, 1, 10000, set('areas'))));
    } else {
      const penguins = numberInput(this.penguins ?? '', 1, 100, set('penguins'));
      penguins.placeholder = game.penguins?.[this.players - game.least_players] ?? tr('web-by-rules');
      parts.push(
        field(tr('setup-penguins'), penguins),
        field(tr('setup-placement'), choice([['manual', tr('setup-placement-manual')], ['automatic', tr('setup-placement-automatic')]], this.placement, set('placement'))),
      );
    }
    if (!this.board) {
      const seed = numberInput(this.seed ?? '', 0, 2 ** 53 - 1, set('seed'));
      seed.placeholder = tr('web-random');
      if (kind !== 'gamma') parts.push(field(tr('setup-seed'), seed));
    }
    parts.push(field(tr('web-clock'), choice([['', tr('web-no-clock')], ...CLOCKS.map(([seconds, more]) => [`${seconds} ${more}`, tr('web-clock-value', { minutes: seconds / 60, seconds: more })])], this.clock, set('clock'))));
    if (this.board) parts.push(...this.boardFields());
    const shared = el('input', { type: 'checkbox' });
    shared.checked = this.isPublic;
    shared.addEventListener('change', () => {
      this.isPublic = shared.checked;
    });
    if (this.info.lobby) parts.push(el('label', { class: 'check' }, shared, tr('web-public')));
    if (kind !== 'gamma') parts.push(this.boardButton());
    redraw(this.options, ...parts);
  }

  boardFields() {
    const players = this.seating.map((_, at) => [at + 1, letter(at + 1)]);
    return [
      field(tr('setup-phase'), choice([['movement', tr('setup-phase-movement')], ['placement', tr('setup-phase-placement')]], this.phase, (value) => {
        this.phase = value;
      })),
      field(tr('setup-first'), choice([['', tr('setup-first-rules')], ...players], this.first, (value) => {
        this.first = value;
      })),
    ];
  }

  boardButton() {
    if (!this.board) return fileButton(tr('web-board-file'), (text) => this.useBoard(text));
    return button(tr('setup-footer-remove'), {}, () => {
      this.board = null;
      this.drawOptions();
    }, tr('web-board-remove'));
  }

  /** Plays on the board of a file, or goes on with a record. */
  useBoard(text) {
    if (isRecord(text)) {
      this.send({ record: text });
      return;
    }
    this.board = text;
    const rows = [...text.matchAll(/^\s*\S+\s+([1-9])\s+\d+\s*$/gm)].map((row) => Number(row[1]));
    if (rows.length) this.count = Math.max(this.game.least_players, ...rows);
    this.phase = rows.length ? 'movement' : 'placement';
    this.fold.open = true;
    this.drawSeats();
    this.drawOptions();
    notice(tr('setup-board-asks'), { lasting: 8000 });
  }

  body() {
    const { kind } = this;
    const numbers = {};
    for (const name of ['rows', 'cols', 'penguins', 'areas', 'seed']) if (this[name] !== null) numbers[name] = this[name];
    if (kind !== 'gamma') delete numbers.areas;
    else {
      delete numbers.penguins;
      delete numbers.seed;
    }
    const own = this.name.value.trim();
    const seats = this.seating.map(({ who, level, name }, at) => {
      if (who === 'engine') return { who, level };
      const chosen = name || (at === this.seating.findIndex((seat) => seat.who === 'me') ? own : '');
      return chosen ? { who, name: chosen } : { who };
    });
    const body = { kind, players: this.players, seats, ...numbers };
    if (kind === 'hex') body.layout = this.layout;
    if (kind !== 'gamma') body.placement = this.placement;
    if (this.board) {
      delete body.rows;
      delete body.cols;
      delete body.seed;
      Object.assign(body, { board: this.board, phase: this.phase });
      if (this.first) body.first = Number(this.first);
      if (this.phase === 'movement') delete body.penguins;
      if (this.phase === 'movement') delete body.placement;
    }
    const [seconds, increment] = this.clock.split(' ').map(Number);
    if (this.clock) body.clock = { seconds, increment };
    if (this.isPublic) body.public = true;
    return body;
  }

  start() {
    writeSetting('name', this.name.value.trim());
    writeSetting('new-game', { kind: this.kind, level: this.level, against: this.against });
    this.send(this.body());
  }

  async send(body) {
    this.submit.disabled = true;
    this.problem.replaceChildren();
    try {
      await startGame(body, { kind: body.kind ?? 'record' });
    } catch (error) {
      this.problem.replaceChildren(problemList(error));
    } finally {
      this.submit.disabled = false;
    }
  }
}
