'use strict';

// The boards of games in progress. A fast tournament ends thousands of games in a minute, so only some are shown, and they
// are drawn a few times a second at most.

const MOST_BOARDS = 12;
/** Larger boards are not drawn here. */
const MOST_LIVE_CELLS = 2000;
const DRAWING_PAUSE = 200;

/** The name of a game's board in addresses. */
function liveBoardId(number) {
  return `live-game-${number}`;
}

class LiveBoards {
  constructor(place, rest) {
    Object.assign(this, { place, rest, games: new Map(), shown: new Map(), timer: null });
  }

  /** Takes games in progress; `whole` says that there are no others. */
  take(games, whole) {
    if (whole) this.games.clear();
    for (const game of games) this.games.set(game.number, game);
    this.change();
  }

  step(number, step) {
    const game = this.games.get(number);
    if (!game) return;
    game.steps.push(step);
    if (this.shown.has(number)) this.change();
  }

  end(number) {
    if (this.games.delete(number)) this.change();
  }

  /** Whether a game is in progress. */
  has(number) {
    return this.games.has(number);
  }

  /** Shows the board of a game in progress, even if it is not among the first. */
  open(number) {
    const game = this.games.get(number);
    if (game && !this.shown.has(number)) this.show(game);
    this.draw();
  }

  change() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.draw();
    }, DRAWING_PAUSE);
  }

  draw() {
    for (const [number, shown] of this.shown) {
      if (this.games.get(number) === shown.game) continue;
      shown.element.remove();
      this.shown.delete(number);
    }
    for (const game of this.games.values()) {
      if (this.shown.size >= MOST_BOARDS) break;
      if (!this.shown.has(game.number)) this.show(game);
    }
    for (const shown of this.shown.values()) shown.draw();
    const more = this.games.size - this.shown.size;
    this.rest.textContent = this.games.size === 0 ? 'No game is in progress.' : more > 0 ? `And ${counted(more, 'other game', 'other games')}.` : '';
  }

  show(game) {
    const shown = new LiveBoard(game);
    this.shown.set(game.number, shown);
    this.place.append(shown.element);
  }
}

/** A game in progress: its board, its players and their scores. */
class LiveBoard {
  constructor(game) {
    this.game = game;
    this.drawn = -1;
    const { rows, cols, layout } = game;
    this.scores = game.players.map(() => el('span', { class: 'fish' }));
    const seats = game.players.map(({ number, name }, at) =>
      el('span', { class: 'seat' }, badge(number), el('bdi', { class: 'name' }, name), this.scores[at]),
    );
    this.board = rows * cols <= MOST_LIVE_CELLS ? new Board({ rows, cols, layout, tiles: readTiles(game.start.tiles) }) : null;
    this.turns = el('span', { class: 'quiet' });
    const title = el('h3', {}, `Game ${game.number}`);
    this.element = el(
      'li',
      { id: liveBoardId(game.number) },
      title,
      el('p', { class: 'hint' }, el('bdi', {}, game.board), ' · ', this.turns),
      this.board?.element,
      el('p', { class: 'seats' }, seats),
    );
    this.board?.element.setAttribute('aria-label', `The board of game ${game.number}`);
  }

  draw() {
    const { game } = this;
    if (this.drawn === game.steps.length) return;
    const animated = this.drawn >= 0 && game.steps.length === this.drawn + 1;
    this.drawn = game.steps.length;
    const replay = new Replay({ ...game, ...game.start });
    replay.scoresAfter(this.drawn).forEach((score, at) => {
      this.scores[at].textContent = String(score);
    });
    this.turns.textContent = counted(this.drawn, 'turn', 'turns');
    this.board?.show(replay.viewAfter(this.drawn), animated);
  }
}
