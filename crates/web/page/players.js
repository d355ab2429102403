'use strict';

// The players of a game: who they are, what they have, and their clocks.

class PlayersPanel {
  constructor(room) {
    this.room = room;
    this.rows = new Map();
    const { players } = room.model.state;
    this.element = el('ul', { class: `players${players.length > 2 ? ' many' : ''}`, 'aria-label': tr('setup-players') }, players.map((player) => this.row(player)));
  }

  row({ number }) {
    const { model } = this.room;
    const parts = {
      row: el('li', { class: `player p${number}` }),
      name: el('bdi', { class: 'player-name' }),
      nameButton: button(tr('web-rename'), { class: 'player-name' }, () => this.rename(number)),
      about: el('span', { class: 'player-about' }),
      dot: el('span', { class: 'dot' }),
      score: el('span', { class: 'player-score' }),
      clock: el('span', { class: 'player-clock', role: 'timer', 'aria-live': 'off' }),
    };
    parts.row.append(
      avatar(number, model.isGamma),
      el('span', { class: 'player-who' }, el('span', { class: 'player-line' }, parts.name, parts.nameButton), el('span', { class: 'player-line' }, parts.dot, parts.about)),
      parts.clock,
      parts.score,
    );
    this.rows.set(number, parts);
    return parts.row;
  }

  draw() {
    const { room } = this;
    const { model } = room;
    const { state } = model;
    const scores = model.scoresAfter(room.shown, room.view);
    for (const player of state.players) {
      const { row, name, nameButton, about, dot, score } = this.rows.get(player.number);
      const isEngine = player.kind === 'engine';
      const mine = room.seats.includes(player.number);
      name.textContent = printable(playerName(player));
      nameButton.textContent = name.textContent;
      nameButton.setAttribute('aria-label', `${name.textContent}: ${tr('web-rename')}`);
      about.textContent = this.describe(player, mine);
      dot.hidden = isEngine || player.who !== 'link';
      dot.classList.toggle('on', player.online);
      dot.title = player.online ? tr('web-online') : tr('web-offline');
      const count = scores.get(player.number);
      score.textContent = count;
      score.setAttribute('aria-label', model.isGamma ? tr('amount-cells', { count }) : tr('amount-fish', { count }));
      score.title = score.getAttribute('aria-label');
      name.hidden = mine && !isEngine;
      nameButton.hidden = !name.hidden;
      const acts = state.to_move === player.number && !model.isOver;
      row.classList.toggle('acts', acts);
      row.classList.toggle('won', model.isOver && state.winners.includes(player.number));
      row.classList.toggle('out', player.out);
      if (acts) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    }
    this.tick();
  }

  describe(player, mine) {
    const { state } = this.room.model;
    const { mark } = player;
    const words = [String(mark ?? letter(player.number))];
    if (player.kind === 'engine') words.push(player.level ? levelName(player.level) : tr('web-engine'));
    else if (mine && this.room.isShared) words.push(tr('web-you'));
    else if (player.who === 'link') words.push(player.online ? tr('web-online') : tr('web-offline'));
    if (player.to_place) words.push(tr('web-to-place', { count: player.to_place }));
    if (player.areas !== undefined) words.push(tr('gamma-areas', { count: player.areas, most: state.areas }));
    if (player.golden === false) words.push(tr('gamma-golden-used'));
    if (player.out) words.push(tr('moves-eliminated'));
    if (state.winners.includes(player.number) && this.room.model.isOver) words.push(tr('web-winner'));
    return words.join(' · ');
  }

  /** Shows the clocks; they run between messages. */
  tick() {
    const { model } = this.room;
    if (!model.state) return;
    for (const player of model.state.players) {
      const { clock } = this.rows.get(player.number);
      const left = model.clockOf(player);
      clock.hidden = left === null;
      if (left === null) continue;
      const text = clockText(left);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle('runs', model.state.running === player.number && !model.isOver);
      clock.classList.toggle('low', left < 20000);
    }
  }

  rename(number) {
    const player = this.room.model.player(number);
    const input = el('input', { type: 'text', maxlength: 40, value: playerName(player), autocomplete: 'nickname' });
    const form = el('form', { method: 'dialog' }, field(tr('web-your-name'), input), el('div', { class: 'row end' }, el('button', { class: 'main' }, tr('web-save'))));
    const dialog = openDialog(tr('web-rename'), form);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      dialog.close();
      const name = input.value.trim();
      if (!name) return;
      writeSetting('name', name);
      this.room.act({ action: 'rename', name, number });
    });
    input.focus();
    input.select();
  }
}
