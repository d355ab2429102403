'use strict';

// The move list, and the buttons that step through it.

class MovesPanel {
  constructor(room) {
    this.room = room;
    this.list = el('ol', { class: 'moves', 'aria-label': tr('settings-moves') });
    this.drawn = [];
    this.list.addEventListener('click', (event) => {
      const turn = event.target.closest('[data-turn]')?.dataset.turn;
      if (turn !== undefined) room.go(Number(turn));
    });
    const last = () => room.model.steps.length;
    this.slider = el('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': tr('web-turn') });
    this.slider.addEventListener('input', () => room.go(Number(this.slider.value)));
    const step = (label, path, to) => button(label, { class: 'step' }, () => room.go(to()), icon(path));
    this.back = [step(tr('web-first'), PATHS.first, () => 0), step(tr('web-previous'), PATHS.back, () => room.shown - 1)];
    this.forward = [step(tr('web-next'), PATHS.forward, () => room.shown + 1), step(tr('web-last'), PATHS.last, last)];
    this.element = el(
      'section',
      { class: 'moves-panel', 'aria-label': tr('settings-moves') },
      this.list,
      el('div', { class: 'steps' }, this.back, this.slider, this.forward),
    );
  }

  draw() {
    const { room } = this;
    const { steps } = room.model;
    const known = commonSteps(this.drawn, steps);
    while (this.list.children.length > known) this.list.lastElementChild.remove();
    for (let at = known; at < steps.length; at += 1) this.list.append(this.item(steps[at], at + 1));
    this.drawn = steps;
    this.slider.max = steps.length;
    this.slider.value = room.shown;
    this.slider.setAttribute('aria-valuetext', tr('panel-turn-of', { turn: room.shown, count: steps.length }));
    for (const made of this.back) made.disabled = room.shown === 0;
    for (const made of this.forward) made.disabled = room.shown === steps.length;
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const item = this.list.children[room.shown - 1]?.firstElementChild;
    if (!item) {
      this.list.scrollTop = 0;
      return;
    }
    item.setAttribute('aria-current', 'step');
    // Only the list scrolls: `scrollIntoView` would move the whole page.
    const { list } = this;
    const [above, left] = [item.offsetTop, item.offsetLeft];
    if (above < list.scrollTop || above + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = above - list.clientHeight / 2;
    if (left < list.scrollLeft || left + item.offsetWidth > list.scrollLeft + list.clientWidth) list.scrollLeft = left - list.clientWidth / 2;
  }

  item(step, turn) {
    const { model } = this.room;
    const mark = model.player(step.player)?.mark ?? step.player;
    return el(
      'li',
      {},
      el(
        'button',
        { type: 'button', 'data-turn': turn, title: sentenceOf(model, step) },
        el('span', { class: 'at' }, turn),
        el('span', { class: `badge p${step.player}` }, mark),
        el('span', { class: `kind-${step.kind}` }, moveText(step)),
        step.gain && !model.isGamma ? el('span', { class: 'gain' }, `+${step.gain}`) : null,
      ),
    );
  }
}
