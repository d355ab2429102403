'use strict';

// The board component: where tiles lie, and what is on them. It only draws: it knows neither turns nor rules.

/** Boards up to this many cells show drawn fish; on larger ones a number is easier to see. */
const MOST_WITH_FISH = 500;
const ROOT_3 = Math.sqrt(3);
const SQUARE = 56;
const HEXAGON = 33;

/** The centre of a cell, and the corners of a tile around it. */
function shapeOf(layout) {
  if (layout === 'square') {
    const half = SQUARE / 2;
    return {
      centre: (row, col) => [col * SQUARE, row * SQUARE],
      corners: [[-half, -half], [half, -half], [half, half], [-half, half]],
      reach: [half, half],
    };
  }
  const flat = layout.endsWith('q');
  const lowered = (index) => ((index & 1) === (layout.startsWith('odd') ? 1 : 0) ? 0.5 : 0);
  const corners = [0, 1, 2, 3, 4, 5].map((at) => {
    const angle = (Math.PI / 180) * (60 * at + (flat ? 0 : 30));
    return [HEXAGON * Math.cos(angle), HEXAGON * Math.sin(angle)];
  });
  return flat
    ? {
        centre: (row, col) => [1.5 * HEXAGON * col, ROOT_3 * HEXAGON * (row + lowered(col))],
        corners,
        reach: [HEXAGON, (ROOT_3 / 2) * HEXAGON],
      }
    : {
        centre: (row, col) => [ROOT_3 * HEXAGON * (col + lowered(row)), 1.5 * HEXAGON * row],
        corners,
        reach: [(ROOT_3 / 2) * HEXAGON, HEXAGON],
      };
}

/**
 * A board of `rows` by `cols` cells. `layout` is `square` or the name of a hexagonal layout; `tiles` are those at the
 * start of the game, by cell: a tile that was there and is gone leaves an outline.
 */
class Board {
  constructor({ rows, cols, layout, tiles }) {
    Object.assign(this, { rows, cols });
    const shape = shapeOf(layout);
    this.hadTile = tiles.map(({ fish, player }) => fish > 0 || player > 0);
    this.places = tiles.map((_, cell) => shape.centre(Math.floor(cell / cols), cell % cols));
    const [reachX, reachY] = shape.reach;
    const margin = 30;
    const width = largest(this.places, 0) + 2 * reachX;
    const height = largest(this.places, 1) + 2 * reachY;
    const box = [-reachX - margin, -reachY - margin, width + margin + 10, height + margin + 10];
    this.box = box;
    this.ratio = box[2] / box[3];
    this.outline = outline(shape.corners, 0.9);
    this.hole = outline(shape.corners, 0.8);
    this.simple = tiles.length > MOST_WITH_FISH;

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

  /** The place of a cell, as shares of the whole drawing. */
  share(cell) {
    const [x, y] = this.places[cell];
    return [(x - this.box[0]) / this.box[2], (y - this.box[1]) / this.box[3]];
  }

  /** The numbers of rows and columns, as turns name them. */
  axes(reachX, reachY) {
    const { rows, cols } = this;
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

  /**
   * Shows a view, and touches only what has changed. A view has `tiles` by cell, each with its `fish` and the `player`
   * on it or 0; `penguins`, each with its `player` and `cell`; `out`, the players who are out; `trail`, the two cells of
   * the last slide or null; `moved`, the penguin of the last turn or null; and `lost`, who just lost a turn or null.
   */
  show(view, animated) {
    this.element.classList.toggle('animated', animated);
    view.tiles.forEach((tile, cell) => this.showTile(cell, tile));
    this.showPenguins(view);
    this.showTrail(view.trail);
  }

  showTile(cell, { fish, player }) {
    const gone = fish === 0 && player === 0;
    const look = gone ? (this.hadTile[cell] ? 'gone' : 'water') : `${fish}${player > 0 ? 'p' : ''}`;
    if (this.drawn[cell] === look) return;
    this.drawn[cell] = look;
    const tile = this.tiles[cell];
    if (look === 'water') {
      tile.replaceChildren();
    } else if (look === 'gone') {
      tile.replaceChildren(svg('path', { class: 'gone', d: this.hole }));
    } else {
      const name = `row ${Math.floor(cell / this.cols) + 1} column ${(cell % this.cols) + 1}`;
      tile.replaceChildren(
        svg('path', { class: `floe f${fish}`, d: this.outline }, svg('title', {}, name)),
        ...(player > 0 ? [] : this.simple ? [numberOfFish(fish)] : shoal(fish)),
      );
    }
  }

  showPenguins({ tiles, penguins, out, moved, lost }) {
    while (this.penguins.length > penguins.length) this.penguins.pop().remove();
    penguins.forEach((penguin, at) => {
      const { player, cell } = penguin;
      // After going back and forth, another player's penguin may have this index.
      if (this.penguins[at] && this.penguins[at].dataset.player !== String(player)) {
        this.penguins.splice(at).forEach((old) => old.remove());
      }
      if (!this.penguins[at]) {
        this.penguins[at] = drawPenguin(player);
        this.birds.append(this.penguins[at]);
      }
      const drawn = this.penguins[at];
      const [x, y] = this.places[cell];
      showFishBeneath(drawn.lastElementChild, tiles[cell].fish);
      drawn.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      drawn.classList.toggle('out', out.has(player));
      drawn.classList.toggle('last', penguin === moved);
      drawn.classList.toggle('stumbles', player === lost);
    });
  }

  showTrail(trail) {
    if (!trail) {
      this.trail.replaceChildren();
      return;
    }
    const [[x1, y1], [x2, y2]] = trail.map((cell) => this.places[cell]);
    this.trail.replaceChildren(
      svg('line', { class: 'under', x1, y1, x2, y2 }),
      svg('line', { x1, y1, x2, y2 }),
      svg('circle', { cx: x1, cy: y1, r: 5 }),
    );
  }
}

function largest(places, axis) {
  // Spreading many numbers into `Math.max` would overflow the stack.
  return places.reduce((most, place) => Math.max(most, place[axis]), 0);
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

/** Shows how many fish a penguin stands on, where any are left beneath it. */
function showFishBeneath(place, fish) {
  const text = fish > 0 ? String(fish) : '';
  if (place.textContent === text) return;
  place.replaceChildren(...(text ? [svg('circle', { r: 8 }), svg('text', {}, text)] : []));
}

function drawPenguin(player) {
  return svg(
    'g',
    { class: `penguin p${player}`, 'data-player': player },
    svg('ellipse', { class: 'feet', cx: -6, cy: 19, rx: 5, ry: 2.6 }),
    svg('ellipse', { class: 'feet', cx: 6, cy: 19, rx: 5, ry: 2.6 }),
    svg('path', { class: 'coat', d: 'M0-22C9-22 12-15 13-8C18-2 19 6 16 10C13 18 8 20 0 20C-8 20-13 18-16 10C-19 6-18-2-13-8C-12-15-9-22 0-22Z' }),
    svg('path', { class: 'belly', d: 'M0-9C8-11 12-2 11 6C10 14 6 17 0 17C-6 17-10 14-11 6C-12-2-8-11 0-9Z' }),
    svg('circle', { class: 'eye', cx: -4.2, cy: -14.5, r: 1.9 }),
    svg('circle', { class: 'eye', cx: 4.2, cy: -14.5, r: 1.9 }),
    svg('path', { class: 'beak', d: 'M-3-12H3L0-7Z' }),
    svg('text', { class: 'letter', y: 5 }, letter(player)),
    svg('g', { class: 'beneath', transform: 'translate(16 13)' }),
  );
}
