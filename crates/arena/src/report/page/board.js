'use strict';

// Drawing a board: where tiles lie, and what is on them.

const MOST_DRAWN = 20000;
/** Boards up to this many fields show drawn fish; on larger ones a number is easier to see. */
const MOST_WITH_FISH = 500;
const ROOT_3 = Math.sqrt(3);
const SQUARE = 56;
const HEXAGON = 33;

/** Where the middle of a field lies, and the corners of a tile around it. */
function shapeOf(game) {
  if (game.layout === 'square') {
    const half = SQUARE / 2;
    return {
      middle: (row, col) => [col * SQUARE, row * SQUARE],
      corners: [[-half, -half], [half, -half], [half, half], [-half, half]],
      reach: [half, half],
    };
  }
  const flat = game.layout.endsWith('q');
  const lowered = (index) => ((index & 1) === (game.layout.startsWith('odd') ? 1 : 0) ? 0.5 : 0);
  const corners = [0, 1, 2, 3, 4, 5].map((at) => {
    const angle = (Math.PI / 180) * (60 * at + (flat ? 0 : 30));
    return [HEXAGON * Math.cos(angle), HEXAGON * Math.sin(angle)];
  });
  return flat
    ? {
        middle: (row, col) => [1.5 * HEXAGON * col, ROOT_3 * HEXAGON * (row + lowered(col))],
        corners,
        reach: [HEXAGON, (ROOT_3 / 2) * HEXAGON],
      }
    : {
        middle: (row, col) => [ROOT_3 * HEXAGON * (col + lowered(row)), 1.5 * HEXAGON * row],
        corners,
        reach: [(ROOT_3 / 2) * HEXAGON, HEXAGON],
      };
}

/** The board of one game, which can show any of its states. */
class Board {
  constructor(game) {
    this.game = game;
    const shape = shapeOf(game);
    this.places = Array.from(game.fish, (_, cell) => shape.middle(Math.floor(cell / game.cols), cell % game.cols));
    const [reachX, reachY] = shape.reach;
    const margin = 30;
    const width = Math.max(...bounds(this.places, 0)) + 2 * reachX;
    const height = Math.max(...bounds(this.places, 1)) + 2 * reachY;
    const box = [-reachX - margin, -reachY - margin, width + margin + 10, height + margin + 10];
    this.box = box;
    this.ratio = box[2] / box[3];
    this.outline = outline(shape.corners, 0.9);
    this.hole = outline(shape.corners, 0.8);
    this.simple = game.fish.length > MOST_WITH_FISH;

    this.floes = svg('g');
    this.trail = svg('g', { class: 'trail' });
    this.birds = svg('g');
    this.element = svg(
      'svg',
      { class: 'board', viewBox: box.map((edge) => edge.toFixed(1)).join(' '), role: 'img' },
      svg('rect', { class: 'sea', x: box[0], y: box[1], width: box[2], height: box[3], rx: 14 }),
      this.axes(reachX, reachY),
      this.floes,
      this.trail,
      this.birds,
    );
    this.tiles = this.places.map(([x, y]) => svg('g', { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }));
    this.floes.append(...this.tiles);
    this.drawn = new Array(this.tiles.length).fill('');
    this.penguins = [];
  }

  /** Where a field lies, as shares of the whole drawing. */
  share(cell) {
    const [x, y] = this.places[cell];
    return [(x - this.box[0]) / this.box[2], (y - this.box[1]) / this.box[3]];
  }

  /** The numbers of rows and columns, as turns name them. */
  axes(reachX, reachY) {
    const { rows, cols } = this.game;
    const every = (count) => (count > 40 ? 5 : 1);
    const labels = svg('g', { class: 'axes', 'aria-hidden': 'true' });
    for (let col = 0; col < cols; col += 1) {
      if ((col + 1) % every(cols) === 0 || col === 0) {
        labels.append(svg('text', { x: this.places[col][0].toFixed(1), y: -reachY - 11 }, col + 1));
      }
    }
    for (let row = 0; row < rows; row += 1) {
      if ((row + 1) % every(rows) === 0 || row === 0) {
        labels.append(svg('text', { x: -reachX - 15, y: this.places[row * cols][1].toFixed(1) }, row + 1));
      }
    }
    return labels;
  }

  /** Shows a state; `step` led to it, and is drawn as a trail. Only what has changed is touched. */
  show(state, step, animated) {
    this.element.classList.toggle('animated', animated);
    this.tiles.forEach((tile, cell) => this.showTile(tile, cell, state));
    this.showPenguins(state, step);
    this.showTrail(step);
  }

  showTile(tile, cell, state) {
    const [fish, owner] = [state.fish[cell], state.owner[cell]];
    const gone = fish === 0 && owner === 0;
    const was = this.game.fish[cell] > 0 || this.game.owner[cell] > 0;
    const look = gone ? (was ? 'gone' : 'water') : `${fish}${owner > 0 ? 'p' : ''}`;
    if (this.drawn[cell] === look) return;
    this.drawn[cell] = look;
    if (look === 'water') {
      tile.replaceChildren();
    } else if (look === 'gone') {
      tile.replaceChildren(svg('path', { class: 'gone', d: this.hole }));
    } else {
      const name = `row ${Math.floor(cell / this.game.cols) + 1} column ${(cell % this.game.cols) + 1}`;
      tile.replaceChildren(
        svg('path', { class: `floe f${fish}`, d: this.outline }, svg('title', {}, name)),
        ...(owner > 0 ? [] : this.simple ? [numberOfFish(fish)] : shoal(fish)),
      );
    }
  }

  showPenguins(state, step) {
    while (this.penguins.length > state.penguins.length) this.penguins.pop().remove();
    state.penguins.forEach(({ number, cell }, at) => {
      // A penguin that was taken back and one that takes its place may be of different players.
      if (this.penguins[at] && this.penguins[at].dataset.number !== String(number)) {
        this.penguins.splice(at).forEach((penguin) => penguin.remove());
      }
      if (!this.penguins[at]) {
        this.penguins[at] = penguin(number);
        this.birds.append(this.penguins[at]);
      }
      const [x, y] = this.places[cell];
      tellBeneath(this.penguins[at].lastElementChild, state.fish[cell]);
      this.penguins[at].style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      this.penguins[at].classList.toggle('out', state.out.has(number));
      this.penguins[at].classList.toggle('last', step?.penguin === at);
      // Without room for it, the lost turn is told below the board only.
      this.penguins[at].classList.toggle('stumbles', step?.kind === 'lost' && step.number === number);
    });
  }

  showTrail(step) {
    if (step?.kind !== 'slide') {
      this.trail.replaceChildren();
      return;
    }
    const [[x1, y1], [x2, y2]] = [this.places[step.from], this.places[step.to]];
    this.trail.replaceChildren(
      svg('line', { class: 'under', x1, y1, x2, y2 }),
      svg('line', { x1, y1, x2, y2 }),
      svg('circle', { cx: x1, cy: y1, r: 5 }),
    );
  }
}

function bounds(places, axis) {
  // Spreading a million numbers into `Math.max` would overflow the stack.
  return [places.reduce((most, place) => Math.max(most, place[axis]), 0)];
}

function outline(corners, scale) {
  const points = corners.map(([x, y]) => `${(x * scale).toFixed(1)} ${(y * scale).toFixed(1)}`);
  return `M${points.join('L')}Z`;
}

const FISH = 'M-10 0C-6-6 3-6 7-1L12-5V5L7 1C3 6-6 6-10 0Z';
const SHOALS = {
  1: [[0, 0]],
  2: [[-3, -8], [3, 8]],
  3: [[0, -14], [-5, 0], [4, 14]],
};

function shoal(fish) {
  return (SHOALS[fish] ?? []).map(([x, y]) =>
    svg(
      'g',
      { class: 'fish', transform: `translate(${x} ${y})` },
      svg('path', { d: FISH }),
      svg('circle', { class: 'eye', cx: -5, cy: -1, r: 1.3 }),
    ),
  );
}

function numberOfFish(fish) {
  return svg('text', { class: 'number' }, fish);
}

/** Shows how many fish a penguin stands on, which only `hex` knows. */
function tellBeneath(place, fish) {
  const told = fish > 0 ? String(fish) : '';
  if (place.textContent === told) return;
  place.replaceChildren(...(told ? [svg('circle', { r: 8 }), svg('text', {}, told)] : []));
}

function penguin(number) {
  return svg(
    'g',
    { class: `penguin p${number}`, 'data-number': number },
    svg('ellipse', { class: 'feet', cx: -6, cy: 19, rx: 5, ry: 2.6 }),
    svg('ellipse', { class: 'feet', cx: 6, cy: 19, rx: 5, ry: 2.6 }),
    svg('path', { class: 'coat', d: 'M0-22C9-22 12-15 13-8C18-2 19 6 16 10C13 18 8 20 0 20C-8 20-13 18-16 10C-19 6-18-2-13-8C-12-15-9-22 0-22Z' }),
    svg('path', { class: 'belly', d: 'M0-9C8-11 12-2 11 6C10 14 6 17 0 17C-6 17-10 14-11 6C-12-2-8-11 0-9Z' }),
    svg('circle', { class: 'eye', cx: -4.2, cy: -14.5, r: 1.9 }),
    svg('circle', { class: 'eye', cx: 4.2, cy: -14.5, r: 1.9 }),
    svg('path', { class: 'beak', d: 'M-3-12H3L0-7Z' }),
    svg('text', { class: 'letter', y: 5 }, letter(number)),
    svg('g', { class: 'beneath', transform: 'translate(16 13)' }),
  );
}
