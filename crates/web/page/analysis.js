'use strict';

// The engine's view of a position: the evaluation bar, its line, what it considers, and exact results.

/** When a refused analysis is asked for again. */
const ASK_AGAIN = 3000;

class AnalysisPanel {
  constructor(room) {
    Object.assign(this, { room, on: false, latest: null, refusal: null, solution: null, solving: false, heatOn: readSetting('heat') ?? true, heldLine: null });
    this.fill = el('div', { class: 'eval-fill' });
    this.number = el('span', { class: 'eval-number' });
    this.bar = el('div', { class: 'eval', role: 'img', hidden: true }, this.fill, this.number);
    this.switch = button(tr('web-analysis'), { class: 'switch', 'aria-pressed': 'false' }, () => this.toggle(), icon(PATHS.search), el('span', {}, tr('web-analysis')));
    this.facts = el('p', { class: 'facts-line' });
    this.line = el('ol', { class: 'line', 'aria-label': tr('web-line') });
    this.line.addEventListener('click', (event) => {
      const at = event.target.closest('[data-at]')?.dataset.at;
      if (at !== undefined) this.step(Number(at));
    });
    this.heatBox = el('input', { type: 'checkbox' });
    this.heatBox.checked = this.heatOn;
    this.heatBox.addEventListener('change', () => {
      this.heatOn = this.heatBox.checked;
      writeSetting('heat', this.heatOn);
      room.drawMarks();
    });
    this.solve = button(tr('web-solve'), {}, () => this.askSolution(), tr('web-solve'));
    this.exact = el('p', { class: 'exact', role: 'status' });
    this.body = el(
      'div',
      { class: 'analysis-body', hidden: true },
      this.facts,
      this.exact,
      this.line,
      el('div', { class: 'row' }, el('label', { class: 'check' }, this.heatBox, tr('web-heat')), this.solve),
    );
    this.element = el('section', { class: 'analysis', 'aria-label': tr('web-analysis') }, this.switch, this.body);
  }

  toggle() {
    if (this.on) this.turnOff();
    else this.turnOn();
    // The panel of a game that this browser knows is as it was left.
    if (this.room.stored.kind) this.room.stored = noteGame(this.room.id, { analysis: this.on });
  }

  turnOn() {
    if (this.on || !this.room.model.state.help) return;
    this.on = true;
    this.ask();
    this.room.draw(false);
  }

  turnOff() {
    if (!this.on) return;
    this.on = false;
    this.latest = null;
    this.room.connection.send({ type: 'stop' });
    this.room.line = [];
    this.room.draw(false);
  }

  /** Lets the engine think about the position that is shown. */
  ask() {
    this.at = this.room.shown;
    this.latest = null;
    this.refusal = null;
    this.solution = null;
    this.solving = false;
    // Whoever scrubs through the turns asks about the last of them only.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.on) this.room.connection.send({ type: 'analyse', at: this.at });
    }, 250);
  }

  /** Goes on with the position that is shown now. */
  follow() {
    if (!this.on) return;
    if (!this.room.model.state.help) this.turnOff();
    else if (this.at !== this.room.shown || this.past !== this.pastKey()) this.ask();
  }

  /** The turns before the shown position, as a key: the same number of turns may be another position after an undo. */
  pastKey() {
    return this.room.model.steps.slice(0, this.room.shown).map(({ text }) => text).join(' ');
  }

  receive(message) {
    if (message.at !== this.at || !this.on) return;
    if (message.type === 'solution') {
      this.solving = message.done === false;
      this.solution = message;
    } else {
      this.latest = message;
    }
    this.room.drawMarks();
    this.draw();
  }

  /** Says why the engine does not think; where that passes, it is asked again. */
  refused(error) {
    this.solving = false;
    this.refusal = explain(error);
    if (error.code === 'too-many' || error.code === 'busy') {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        if (this.on && !this.latest) this.ask();
      }, ASK_AGAIN);
    }
    this.draw();
  }

  askSolution() {
    this.solving = true;
    this.solution = null;
    this.room.connection.send({ type: 'solve', at: this.at });
    this.draw();
  }

  /** Where the engine looks, by the last cell of each turn. */
  heat() {
    if (!this.on || !this.heatOn || !this.latest || this.at !== this.room.shown) return [];
    const shares = new Map();
    for (const { path, share } of this.latest.considered ?? []) {
      const cell = path[path.length - 1];
      if (cell !== undefined) shares.set(cell, (shares.get(cell) ?? 0) + share);
    }
    return [...shares].filter(([, share]) => share >= 0.02);
  }

  /** Shows the board after so many turns of the line. */
  step(count) {
    const held = this.heldLine ?? this.shownLine();
    this.heldLine = count > 0 ? held : null;
    this.room.go(this.at, held.slice(0, count));
  }

  shownLine() {
    return (this.solution?.proved && this.solution.line) || this.latest?.line || [];
  }

  draw() {
    const { room } = this;
    const { state } = room.model;
    if (this.on) this.follow();
    this.past = this.pastKey();
    this.element.hidden = !state.help && !this.on;
    this.switch.setAttribute('aria-pressed', String(this.on));
    this.body.hidden = !this.on;
    this.bar.hidden = !this.on || state.players.length !== 2;
    if (!this.on) return;
    if (room.line.length === 0) this.heldLine = null;
    this.drawFacts();
    this.drawLine();
    this.drawExact();
    if (!this.bar.hidden) this.drawBar();
  }

  drawFacts() {
    const { latest } = this;
    if (!latest) {
      this.facts.replaceChildren(this.refusal ? el('span', {}, this.refusal) : el('span', { class: 'thinks' }, tr('web-engine-thinks')));
      return;
    }
    const who = this.room.model.player(latest.player);
    if (!who) {
      this.facts.replaceChildren(el('span', {}, tr('illegal-game-over')));
      return;
    }
    this.facts.replaceChildren(
      el('strong', { class: 'lead' }, leadText(latest.value)),
      el('span', {}, tr('web-lead-for', { player: playerName(who) })),
      el('span', { class: 'quiet small' }, tr('web-search', { depth: latest.depth, nodes: thousands(latest.nodes), seconds: (latest.elapsed_ms / 1000).toFixed(0) })),
    );
  }

  drawLine() {
    const steps = this.heldLine ?? this.shownLine();
    const current = this.room.line.length;
    const look = `${current} ${steps.map(({ text }) => text).join(' ')}`;
    if (this.lineLook === look) return;
    this.lineLook = look;
    // The keyboard keeps its place in the line when the engine changes it.
    const focused = this.line.contains(document.activeElement) ? document.activeElement.dataset.at : null;
    this.line.replaceChildren(
      ...steps.slice(0, 24).map((step, at) =>
        el(
          'li',
          {},
          el(
            'button',
            { type: 'button', 'data-at': at + 1 === current ? 0 : at + 1, 'aria-current': at + 1 === current ? 'step' : null, title: sentenceOf(this.room.model, step) },
            el('span', { class: `badge p${step.player}` }, this.room.model.player(step.player)?.mark ?? step.player),
            moveText(step),
          ),
        ),
      ),
    );
    if (focused !== null) this.line.querySelector(`[data-at="${CSS.escape(focused)}"]`)?.focus();
  }

  drawExact() {
    const { solution, room } = this;
    this.solve.disabled = this.solving;
    if (this.solving && solution?.at_least === undefined) this.exact.textContent = tr('web-solving');
    else if (!solution) this.exact.textContent = '';
    else if (solution.proved) {
      const scores = room.model.state.players.map((player) => tr('plain-score', { player: playerName(player), amount: solution.scores.find((other) => other.player === player.number)?.score ?? player.score }));
      this.exact.textContent = tr('web-proved', { scores: scores.join(', ') });
    } else if (solution.at_least === undefined) this.exact.textContent = tr('web-cannot-solve');
    else this.exact.textContent = tr('web-bounds', { least: String(solution.at_least), most: String(solution.at_most) });
  }

  /** The bar shows the expected lead from the side of the first player. */
  drawBar() {
    const { latest } = this;
    const [first] = this.room.model.state.players;
    const value = latest?.player ? (latest.player === first.number ? latest.value : -latest.value) : 0;
    const share = 0.5 + Math.atan(value / 800) / Math.PI;
    this.bar.style.setProperty('--share', share.toFixed(3));
    this.number.textContent = latest ? leadText(value) : '';
    this.bar.classList.toggle('behind', value < 0);
    this.bar.setAttribute('aria-label', latest ? tr('web-evaluation', { lead: leadText(value), player: playerName(first) }) : tr('web-analysis'));
  }
}
