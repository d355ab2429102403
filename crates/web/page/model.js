'use strict';

// A game as the server tells it: the newest state, and the board after each turn. Only listed changes are applied here.

class GameModel {
  constructor() {
    this.state = null;
    this.replay = null;
  }

  /** Takes over a `state` or `change`; returns false if a change is missing before it. */
  receive(message) {
    const { type, kept = 0, ...state } = message;
    const before = this.steps;
    if (type === 'change') {
      if (!this.state || state.version !== this.state.version + 1 || kept > before.length) return false;
      state.start = this.state.start;
      state.steps = [...before.slice(0, kept), ...(state.steps ?? [])];
    }
    const known = commonSteps(before, state.steps);
    this.undone = this.state ? before.length - known : 0;
    this.added = this.state ? state.steps.slice(known) : [];
    this.state = state;
    this.received = performance.now();
    this.replay = new Replay({ players: state.players, scores: state.start.scores, tiles: state.start.tiles, steps: state.steps });
    return true;
  }

  get steps() {
    return this.state?.steps ?? [];
  }

  get isGamma() {
    return this.state.kind === 'gamma' || this.state.layout === 'gamma';
  }

  get isOver() {
    return this.state.ending !== 'unfinished';
  }

  player(number) {
    return this.state.players.find((player) => player.number === number);
  }

  /** The board after so many turns and then some more, which need not have been played. */
  viewAfter(turn, more = []) {
    const view = this.replay.viewAfter(turn);
    for (const step of more) applyStep(view, step);
    const last = more.length ? more[more.length - 1] : this.steps[turn - 1];
    view.last = last?.path ?? [];
    return view;
  }

  /** The scores after so many turns, by player number. */
  scoresAfter(turn, view) {
    const { players } = this.state;
    if (turn === this.steps.length) return new Map(players.map(({ number, score }) => [number, score]));
    if (this.isGamma) {
      return new Map(players.map(({ number }) => [number, view.tiles.filter((tile) => tile.player === number).length]));
    }
    const scores = this.replay.scoresAfter(turn);
    return new Map(players.map(({ number }, at) => [number, scores[at]]));
  }

  /** The time on a player's clock now, in milliseconds, or null. */
  clockOf({ number, clock_ms: left }) {
    if (left === null || left === undefined) return null;
    const { running } = this.state;
    return Math.max(0, running === number ? left - (performance.now() - this.received) : left);
  }
}

function commonSteps(before, after) {
  let at = 0;
  while (at < before.length && at < after.length && before[at].text === after[at].text && before[at].player === after[at].player) at += 1;
  return at;
}
