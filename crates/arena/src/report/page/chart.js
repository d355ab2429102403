'use strict';

// The chart of a game's scores by turn.

const DASHES = ['', '7 3', '2 3', '9 3 2 3', '4 4', '1 4', '12 4', '6 2 2 2', '3 6'];

class Chart {
  constructor(replay, jump) {
    this.replay = replay;
    this.turn = 0;
    this.element = el('div', { class: 'chart' });
    this.element.addEventListener('click', (event) => {
      const box = this.element.getBoundingClientRect();
      const share = (event.clientX - box.left - this.left) / (this.width - this.left - this.right);
      jump(Math.round(Math.min(1, Math.max(0, share)) * replay.steps.length));
    });
    [this.right, this.top, this.bottom, this.height] = [22, 14, 20, 150];
    this.left = 30;
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  x(turn) {
    const turns = Math.max(1, this.replay.steps.length);
    return this.left + (turn / turns) * (this.width - this.left - this.right);
  }

  y(score) {
    return this.height - this.bottom - (score / this.most) * (this.height - this.top - this.bottom);
  }

  draw() {
    this.width = Math.max(160, this.element.clientWidth);
    const { replay } = this;
    const last = replay.steps.length;
    const scores = replay.scoresAfter(last);
    this.most = Math.max(1, ...scores, ...replay.scores);
    this.left = 12 + 7 * String(this.most).length;
    const picture = svg('svg', {
      width: this.width,
      height: this.height,
      role: 'img',
      'aria-label': `Fish by turn. At the end: ${replay.numbers.map((number, at) => `${letter(number)} ${scores[at]}`).join(', ')}`,
    });
    for (const mark of marks(this.most)) {
      picture.append(
        svg('line', { class: 'grid', x1: this.left, x2: this.width - this.right, y1: this.y(mark), y2: this.y(mark) }),
        svg('text', { class: 'mark', x: this.left - 6, y: this.y(mark) + 4, 'text-anchor': 'end' }, mark),
      );
    }
    picture.append(
      svg('text', { class: 'mark', x: this.left, y: this.height - 4 }, 'start'),
      svg('text', { class: 'mark', x: this.width - this.right, y: this.height - 4, 'text-anchor': 'end' }, `turn ${last}`),
    );
    const names = spread(replay.numbers.map((_, at) => this.y(scores[at])), 13, this.top);
    replay.numbers.forEach((number, at) => {
      let path = `M${this.x(0).toFixed(1)} ${this.y(replay.scores[at]).toFixed(1)}`;
      let before = replay.scores[at];
      replay.steps.forEach((step, index) => {
        if (step.scores[at] !== before || index === last - 1) {
          path += `H${this.x(index + 1).toFixed(1)}V${this.y(step.scores[at]).toFixed(1)}`;
          before = step.scores[at];
        }
      });
      picture.append(
        svg('path', { class: `run p${number}`, d: path, 'stroke-dasharray': DASHES[(number - 1) % 9] || null }),
        svg('text', { class: `name p${number}`, x: this.width - this.right + 6, y: names[at] + 4 }, letter(number)),
      );
    });
    this.cursor = svg('line', { class: 'cursor', y1: this.top, y2: this.height - this.bottom });
    picture.append(this.cursor);
    this.element.replaceChildren(picture);
    this.show(this.turn);
  }

  show(turn) {
    this.turn = turn;
    if (!this.cursor) return;
    this.cursor.setAttribute('x1', this.x(turn));
    this.cursor.setAttribute('x2', this.x(turn));
  }
}

/** The numbers on the axis: round, from 0, about five. */
function marks(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  const step = Math.max(1, [0.2, 0.5, 1, 2].map((factor) => factor * power).find((size) => most / size <= 5) ?? power);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => Math.round(at * step));
}

/** Moves labels apart that are too close to be read, but none above the top. */
function spread(places, room, top) {
  const order = places.map((_, at) => at).sort((a, b) => places[b] - places[a]);
  const moved = places.slice();
  order.forEach((at, rank) => {
    if (rank > 0) moved[at] = Math.min(moved[at], moved[order[rank - 1]] - room);
  });
  order.reverse().forEach((at, rank) => {
    moved[at] = Math.max(moved[at], top + rank * room);
  });
  return moved;
}
