'use strict';

// What is going on in a game: whose turn it is, the result, requests of other players, and what to do next.

class StatusPanel {
  constructor(room) {
    this.room = room;
    this.element = el('div', { class: 'status' });
    this.requests = el('div', { class: 'requests', role: 'status' });
  }

  draw() {
    this.drawRequest();
    redraw(this.element, ...this.sentences(), ...this.buttons());
  }

  /** Says whose turn it is, what was played last, and how the game ended. */
  sentences() {
    const { room } = this;
    const { model } = room;
    const { state } = model;
    const parts = [];
    const mover = model.player(state.to_move);
    const name = mover ? playerName(mover) : '';
    if (room.line.length) {
      parts.push(el('p', {}, tr('web-in-line', { count: room.line.length })));
    } else if (!room.isLive) {
      const step = model.steps[room.shown - 1];
      parts.push(el('p', {}, `${tr('panel-turn-of', { turn: room.shown, count: model.steps.length })}. ${step ? sentenceOf(model, step) : tr('play-start')}`));
    } else if (model.isOver) {
      parts.push(el('p', { class: 'result' }, resultText(model)));
    } else if (state.hint && room.seats.includes(state.to_move)) {
      parts.push(el('p', {}, `${hintText(model, state.hint)} (${leadText(state.hint.value)})`));
    } else if (state.thinking) {
      parts.push(el('p', { class: 'thinks' }, state.thinking.purpose === 'hint' ? tr('web-searching-hint') : tr('play-thinks', { player: name })));
    } else if (state.paused && mover?.kind === 'engine') {
      parts.push(el('p', {}, tr('web-paused')));
    } else if (room.isMyTurn) {
      parts.push(el('p', { class: 'your-turn' }, room.play.instruction(name)));
    } else if (mover) {
      parts.push(el('p', {}, tr('plain-turn-of', { player: name })));
    }
    const last = model.steps[model.steps.length - 1];
    if (room.isLive && last && !state.hint) {
      const words = [sentenceOf(model, last), skippedText(model, last)].filter(Boolean).join(' ');
      parts.push(el('p', { class: 'quiet small' }, words));
    }
    if (room.seats.length === 0 && !model.isOver) parts.push(el('p', { class: 'quiet small' }, tr('web-watching')));
    return parts;
  }

  buttons() {
    const { room } = this;
    const { model } = room;
    const { state } = model;
    const parts = [];
    const absent = state.players.some(({ who, online }) => who === 'link' && !online);
    if (room.isLive && room.isHost && absent && !model.isOver) {
      parts.push(el('div', { class: 'row' }, el('span', { class: 'small' }, tr('web-absent')), button(tr('web-links'), {}, () => openLinks(room), tr('web-links'))));
    }
    if (room.isLive && model.isOver) parts.push(this.endButtons());
    else if (!room.isLive) parts.push(this.lookBackButtons());
    return parts;
  }

  endButtons() {
    const { room } = this;
    const row = el('div', { class: 'row' });
    const { rematch } = room.model.state;
    if (rematch) row.append(button(tr('web-to-rematch'), { class: 'main' }, () => room.followRematch(rematch), tr('web-to-rematch')));
    else if (room.seats.length) row.append(button(tr('web-rematch'), { class: 'main' }, () => room.rematch(), tr('web-rematch')));
    row.append(el('a', { class: 'button', href: '/' }, tr('web-new-game')));
    return row;
  }

  lookBackButtons() {
    const { room } = this;
    const row = el('div', { class: 'row' }, button(tr('web-to-game'), { class: 'main' }, () => room.go(room.model.steps.length), tr('web-to-game')));
    if (room.isAllMine && room.line.length === 0 && room.shown < room.model.steps.length) {
      row.append(button(tr('web-play-on'), {}, () => room.playOn(room.shown), tr('web-play-on')));
    }
    return row;
  }

  /** Shows what another player asks for, with buttons to answer. */
  drawRequest() {
    const { room } = this;
    const { request: asked } = room.model.state;
    if (!asked) {
      this.requests.replaceChildren();
      return;
    }
    const by = room.model.player(asked.by);
    const words = { undo: key('web-asks-undo'), redo: key('web-asks-redo'), stop: key('web-asks-stop') };
    const answer = (accept, label, look) => button(label, { class: look }, () => room.act({ action: 'answer', accept }), label);
    const mine = room.seats.includes(asked.by);
    const forMe = asked.waiting_for.some((number) => room.seats.includes(number));
    const parts = [el('p', {}, mine && !forMe ? tr('web-waiting-answer') : tr(words[asked.what] ?? words.undo, { player: playerName(by) }))];
    if (forMe) parts.push(el('div', { class: 'row' }, answer(true, tr('web-accept'), 'main'), answer(false, tr('web-decline'), '')));
    else if (mine) parts.push(el('div', { class: 'row' }, answer(false, tr('web-take-back'), '')));
    redraw(this.requests, el('div', { class: 'request' }, parts));
  }
}
