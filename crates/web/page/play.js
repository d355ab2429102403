'use strict';

// A person's turn: what a click, a drag, a key or typed coordinates mean, given the turns that the server lists.

class Play {
  constructor(room) {
    Object.assign(this, { room, chosen: null, golden: false });
  }

  get turns() {
    return this.room.model.state.turns ?? {};
  }

  get isActive() {
    return this.room.isMyTurn && !this.room.pending;
  }

  slidesFrom(cell) {
    return (this.turns.slides ?? []).find(([from]) => from === cell)?.[1] ?? null;
  }

  /** The chosen penguin; the only one that can move is chosen at once. */
  get from() {
    const slides = this.turns.slides ?? [];
    if (this.chosen !== null && this.slidesFrom(this.chosen)) return this.chosen;
    return slides.length === 1 ? slides[0][0] : null;
  }

  forget() {
    this.chosen = null;
    this.golden = false;
  }

  /** What is marked on the board. */
  marks() {
    if (!this.isActive) return {};
    const { places = [], slides = [], takes = [], golden = [] } = this.turns;
    const player = this.room.model.state.to_move;
    const { from } = this;
    if (this.golden) return { player, golden };
    return {
      player,
      chosen: from,
      can: slides.map(([cell]) => cell),
      targets: from === null ? [...places, ...takes] : this.slidesFrom(from),
    };
  }

  instruction(player) {
    const { places = [], slides = [] } = this.turns;
    if (this.golden) return tr('web-golden-now');
    if (places.length) return tr('play-place', { player });
    if (slides.length) return this.from === null ? tr('play-choose', { player }) : tr('play-slide', { player });
    if (!this.turns.takes?.length && this.turns.golden?.length) return tr('web-only-golden');
    return tr('play-take', { player });
  }

  press(cell) {
    if (!this.room.isLive) {
      this.room.go(this.room.model.steps.length);
      return;
    }
    if (!this.isActive) return;
    const { places = [], takes = [], golden = [] } = this.turns;
    const { from } = this;
    if (this.golden) {
      if (golden.includes(cell)) this.send({ to: cell, golden: true });
      else notice(tr('web-golden-now'));
    } else if (places.includes(cell) || takes.includes(cell)) {
      this.send({ to: cell });
    } else if (from !== null && this.slidesFrom(from).includes(cell)) {
      this.room.board.movePenguin(from, cell);
      this.send({ from, to: cell });
    } else if (this.slidesFrom(cell)) {
      this.choose(this.chosen === cell ? null : cell);
    } else {
      this.explainNo(cell);
      if (this.chosen !== null) this.choose(null);
    }
  }

  /** Says why nothing happens. */
  explainNo(cell) {
    const { model, view } = this.room;
    const { player } = view.tiles[cell];
    const at = cellText(model.state, cell);
    const { places = [], golden = [] } = this.turns;
    if (places.length) notice(tr('play-choose-one-fish'));
    else if (model.isGamma) notice(golden.includes(cell) ? tr('web-golden-first') : tr('web-not-takable'));
    else if (player === model.state.to_move) notice(tr('play-cannot-move', { at }));
    else if (player > 0) notice(tr('play-not-yours', { at }));
    else if (this.from === null) notice(tr('play-no-penguin', { at }));
    else notice(tr('web-out-of-reach'));
  }

  choose(cell) {
    this.chosen = cell;
    this.room.drawMarks();
    this.room.status.draw();
    if (cell !== null) this.room.say(this.instruction(playerName(this.room.model.player(this.room.model.state.to_move))));
  }

  /** Chooses the next penguin that can move. */
  next() {
    const cells = (this.turns.slides ?? []).map(([from]) => from);
    if (!this.isActive || cells.length === 0) return;
    const cell = cells[(cells.indexOf(this.from) + 1) % cells.length];
    this.room.board.focus(cell);
    this.choose(cell);
  }

  canDrag(cell) {
    return this.isActive && this.slidesFrom(cell) !== null;
  }

  lift(cell) {
    this.choose(cell);
  }

  drop(from, to) {
    if (from === to || !this.isActive) return false;
    if (!this.slidesFrom(from)?.includes(to)) return false;
    this.send({ from, to });
    return true;
  }

  cancel() {
    const had = this.chosen !== null || this.golden || this.room.model.state.hint;
    if (this.room.model.state.hint && this.room.seats.length) this.room.act({ action: 'dismiss-hint' });
    this.forget();
    if (had) {
      this.room.drawMarks();
      this.room.status.draw();
      this.room.tools.draw();
    }
    return Boolean(had);
  }

  toggleGolden() {
    if (!this.isActive || !this.turns.golden?.length) return;
    this.golden = !this.golden;
    this.room.drawMarks();
    this.room.status.draw();
    this.room.tools.draw();
    if (this.golden) this.room.say(tr('web-golden-now'));
  }

  pass() {
    if (this.isActive && this.turns.pass) this.send('pass');
  }

  playHint() {
    const { hint } = this.room.model.state;
    if (hint && this.isActive) this.send(hint.text);
  }

  /** Makes a turn; it may be repeated safely, since it names the position that it belongs to. */
  send(turn) {
    const at = this.room.model.steps.length;
    this.room.pending = true;
    this.forget();
    this.room.drawMarks();
    this.room.act({ action: 'turn', turn, at });
  }

  /** Opens the field for typed turns. */
  type(text) {
    this.room.tools.openTyping(text);
  }

  /** Reads typed coordinates; returns whether they are a turn or choose a penguin. */
  enter(text) {
    const { model, board } = this.room;
    const turn = readTyped(text, model.isGamma);
    if (!turn || !this.isActive) return false;
    if (turn.numbers === undefined) {
      this.send(turn.text);
      return true;
    }
    const name = ([row, col]) => `r${row}c${col}`;
    const pairs = [turn.numbers.slice(0, 2), turn.numbers.slice(2)];
    const [row, col] = pairs[0];
    if (pairs[1].length) this.send(pairs.map(name).join('-'));
    else if (this.turns.slides?.length) {
      if (row < 1 || col < 1 || row > board.rows || col > board.cols) return false;
      const cell = (row - 1) * board.cols + col - 1;
      board.focus(cell);
      this.press(cell);
    } else this.send(name(pairs[0]));
    return true;
  }
}

const PASS_WORDS = ['pass', 'passer', 'pas', 'c'];

/** Reads a typed turn: `{ text }` as the server knows it, or `{ numbers }` of rows and columns; null if it is neither. */
function readTyped(typed, isGamma) {
  const text = typed.trim().toLowerCase();
  if (PASS_WORDS.includes(text)) return { text: 'pass' };
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  if (isGamma) {
    const form = /^(g?)[\s,]*x?\s*\d+[\s,]*y?\s*\d+\s*(!?)$/.exec(text);
    return form && numbers.length === 2 ? { text: `x${numbers[0]}y${numbers[1]}${form[1] || form[2] ? '!' : ''}` } : null;
  }
  const fits = /^(?:r?\s*\d+[\s,]*c?\s*\d+[\s,-]*){1,2}$/.test(text);
  return fits && (numbers.length === 2 || numbers.length === 4) ? { numbers } : null;
}
