'use strict';

// What a player can do besides moving: undo, hints, pausing, typing a turn, sharing and saving.

class ToolsPanel {
  constructor(room) {
    this.room = room;
    this.made = {
      undo: tool(PATHS.undo, tr('web-undo'), () => this.undo()),
      redo: tool(PATHS.redo, tr('web-redo'), () => this.redo()),
      hint: tool(PATHS.hint, tr('web-hint'), () => this.hint()),
      playHint: tool(PATHS.play, tr('web-play-hint'), () => room.play.playHint(), { class: 'tool main' }),
      golden: tool(PATHS.star, tr('web-golden'), () => room.play.toggleGolden(), { 'aria-pressed': 'false' }),
      pass: tool(PATHS.forward, tr('web-pass'), () => room.play.pass()),
      pause: tool(PATHS.pause, tr('web-pause'), () => this.togglePause()),
      moveNow: tool(PATHS.bolt, tr('web-move-now'), () => room.act({ action: 'move-now' })),
    };
    this.typing = el('input', { type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', class: 'typed', 'aria-label': tr('web-type-turn'), placeholder: room.model.isGamma ? 'x0y0' : 'r1c2-r3c2' });
    this.form = el('form', { class: 'typing' }, this.typing, el('button', { type: 'submit' }, tr('web-enter')));
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.enter();
    });
    this.typing.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      this.typing.value = '';
      room.board.focus(room.board.focused);
    });
    this.element = el('div', { class: 'tools', role: 'group', 'aria-label': tr('web-actions') }, Object.values(this.made), this.form);
    this.stop = button(tr('web-end-game'), {}, () => this.endGame(), tr('web-end-game'));
    this.share = button(tr('web-links'), {}, () => openLinks(room), tr('web-links'));
    const api = `/api/v1/games/${encodeURIComponent(room.id)}`;
    this.boardLink = el('a', { class: 'button', download: `${room.id}.txt`, href: `${api}/board` }, tr('web-save-board'));
    this.more = el(
      'div',
      { class: 'more-tools' },
      this.share,
      el('a', { class: 'button', download: `${room.id}.floe`, href: `${api}/record` }, tr('web-save-record')),
      this.boardLink,
      this.stop,
    );
    this.api = api;
  }

  draw() {
    const { room, made } = this;
    const { model } = room;
    const { state } = model;
    const seated = room.seats.length > 0;
    const engines = state.players.some(({ kind }) => kind === 'engine');
    const turns = state.turns ?? {};
    const mine = room.isMyTurn;
    made.undo.hidden = made.redo.hidden = !seated;
    made.undo.disabled = !state.can_undo;
    made.redo.disabled = !state.can_redo;
    made.hint.hidden = !seated || !state.help || model.isOver || Boolean(state.hint);
    made.hint.disabled = !mine || Boolean(state.thinking);
    made.playHint.hidden = !(state.hint && mine);
    made.golden.hidden = !model.isGamma || !seated || model.isOver;
    made.golden.disabled = !mine || !turns.golden?.length;
    made.golden.setAttribute('aria-pressed', String(room.play.golden));
    made.pass.hidden = !model.isGamma || !seated || model.isOver;
    made.pass.disabled = !mine || !turns.pass;
    made.pause.hidden = !seated || !engines || model.isOver;
    this.rename(made.pause, state.paused ? tr('web-resume') : tr('web-pause'), state.paused ? PATHS.play : PATHS.pause);
    made.moveNow.hidden = !seated || !state.thinking;
    this.form.hidden = !seated || model.isOver;
    this.stop.hidden = !seated || model.isOver;
    this.boardLink.hidden = model.isGamma;
    this.boardLink.href = `${this.api}/board?turn=${room.shown}`;
  }

  rename(made, label, path) {
    if (made.title === label) return;
    made.title = label;
    made.setAttribute('aria-label', label);
    made.replaceChildren(icon(path), el('span', { class: 'tool-name' }, label));
  }

  undo() {
    if (this.room.seats.length && this.room.model.state.can_undo) this.room.act({ action: 'undo' });
  }

  redo() {
    if (this.room.seats.length && this.room.model.state.can_redo) this.room.act({ action: 'redo' });
  }

  hint() {
    const { model, isMyTurn } = this.room;
    if (isMyTurn && model.state.help) this.room.act({ action: 'hint' });
  }

  togglePause() {
    if (this.made.pause.hidden) return;
    this.room.act({ action: this.room.model.state.paused ? 'resume' : 'pause' });
  }

  async endGame() {
    if (await ask(tr('web-end-question'), tr('web-end-game'))) this.room.act({ action: 'stop' });
  }

  openTyping(text) {
    if (this.form.hidden) return;
    this.typing.value = text;
    this.typing.focus();
  }

  enter() {
    const text = this.typing.value;
    if (!text.trim()) return;
    if (this.room.play.enter(text)) {
      this.typing.value = '';
      if (document.activeElement !== this.typing) return;
      this.typing.focus();
    } else if (this.room.isMyTurn) {
      notice(this.room.model.isGamma ? tr('web-typed-gamma', { text }) : tr('web-typed', { text }), { bad: true });
    } else {
      notice(tr('web-error-not-yours'), { bad: true });
    }
  }
}
