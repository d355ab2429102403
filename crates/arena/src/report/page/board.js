'use strict';

// The board component: where tiles lie, what is on them, and how they are marked. It only draws: it knows neither turns
// nor rules.

/** Boards up to this many cells show drawn fish; on larger ones a number is easier to see. */
const MOST_WITH_FISH = 500;

/**
 * A board of `rows` by `cols` cells. `layout` is `square`, `gamma` or the name of a hexagonal layout; `tiles` are those at
 * the start of the game, by cell: a tile that was there and is gone leaves an outline. An interactive board is a grid of
 * cells that can be focused and hit; otherwise it is a picture.
 */
class Board {
  constructor({ rows, cols, layout, tiles, interactive = false }) {
    Object.assign(this, { rows, cols, layout, interactive, isGamma: layout === 'gamma' });
    const shape = shapeOf(layout);
    this.corners = shape.corners;
    this.hadTile = tiles.map(({ fish, player }) => fish > 0 || player > 0);
    this.places = tiles.map((_, cell) => shape.centre(Math.floor(cell / cols), cell % cols));
    const [reachX, reachY] = shape.reach;
    const margin = 30;
    const width = largest(this.places, 0) + 2 * reachX;
    const height = largest(this.places, 1) + 2 * reachY;
    // The names of columns are above the board, in Gamma below it.
    const top = this.isGamma ? 10 : margin;
    const box = [-reachX - margin, -reachY - top, width + margin + 10, height + margin + 12];
    this.box = box;
    this.ratio = box[2] / box[3];
    this.hole = outline(shape.corners, 0.8);
    this.inner = outline(shape.corners, 0.8);
    this.whole = outline(shape.corners, 1);
    this.simple = tiles.length > MOST_WITH_FISH;

    this.floes = svg('g', { class: 'floes', role: interactive ? 'rowgroup' : null });
    this.sinking = svg('g', { class: 'sinking', 'aria-hidden': 'true' });
    this.marks = svg('g', { class: 'marks', 'aria-hidden': 'true' });
    this.trail = svg('g', { class: 'trail', 'aria-hidden': 'true' });
    this.birds = svg('g', { class: 'birds', 'aria-hidden': 'true' });
    this.over = svg('g', { class: 'marks over', 'aria-hidden': 'true' });
    this.element = svg(
      'svg',
      { class: `board${this.isGamma ? ' gamma' : ''}`, viewBox: box.map((edge) => edge.toFixed(1)).join(' '), role: interactive ? 'grid' : 'img' },
      svg('rect', { class: 'sea', x: box[0], y: box[1], width: box[2], height: box[3], rx: 14, 'aria-hidden': 'true' }),
      this.waves(),
      this.axes(reachX, reachY),
      this.sinking,
      this.floes,
      this.marks,
      this.trail,
      this.birds,
      this.over,
    );
    this.tiles = this.places.map(([x, y], cell) =>
      svg('g', {
        class: 'tile',
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
        ...(interactive ? { role: 'gridcell', 'data-cell': cell, tabindex: -1 } : {}),
      }),
    );
    for (let row = 0; row < rows; row += 1) {
      this.floes.append(svg('g', { role: interactive ? 'row' : null }, this.tiles.slice(row * cols, (row + 1) * cols)));
    }
    this.drawn = new Array(this.tiles.length).fill('');
    this.penguins = [];
  }

  /** The place of a cell, as shares of the whole drawing. */
  share(cell) {
    const [x, y] = this.places[cell];
    return [(x - this.box[0]) / this.box[2], (y - this.box[1]) / this.box[3]];
  }

  /** The cell whose centre is nearest to a point of the drawing. */
  nearest(x, y) {
    const distance = ([atX, atY]) => (atX - x) ** 2 + (atY - y) ** 2;
    return this.places.reduce((best, place, cell) => (distance(place) < distance(this.places[best]) ? cell : best), 0);
  }

  /** A few wavelets on the open water. */
  waves() {
    const [left, top, width, height] = this.box;
    const waves = svg('g', { class: 'waves', 'aria-hidden': 'true' });
    const count = Math.min(60, Math.round((width * height) / 9000));
    for (let at = 0; at < count; at += 1) {
      const x = left + 14 + ((at * 0.618034) % 1) * (width - 50);
      const y = top + 12 + ((at * 0.754878 + 0.3) % 1) * (height - 24);
      waves.append(svg('path', { d: `M${x.toFixed(0)} ${y.toFixed(0)}q5-4 10 0t10 0` }));
    }
    return waves;
  }

  /** The numbers of rows and columns, as turns name them: in Gamma from 0, upwards. */
  axes(reachX, reachY) {
    const { rows, cols, isGamma } = this;
    const every = (count) => (count > 40 ? 5 : 1);
    const labels = svg('g', { class: 'axes', 'aria-hidden': 'true' });
    for (let col = 0; col < cols; col += 1) {
      const name = isGamma ? col : col + 1;
      if (name % every(cols) === 0 || col === 0) {
        const y = isGamma ? this.places[(rows - 1) * cols][1] + reachY + 11 : -reachY - 13;
        labels.append(svg('text', { x: this.places[col][0].toFixed(1), y }, name));
      }
    }
    for (let row = 0; row < rows; row += 1) {
      const name = isGamma ? rows - 1 - row : row + 1;
      if (name % every(rows) === 0 || row === 0) {
        labels.append(svg('text', { x: -reachX - 15, y: this.places[row * cols][1].toFixed(1) }, name));
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
    view.tiles.forEach((tile, cell) => this.showTile(cell, tile, animated));
    if (this.isGamma) return;
    this.showPenguins(view);
    this.showTrail(view.trail);
  }

  showTile(cell, { fish, player }, animated) {
    const { isGamma } = this;
    const gone = fish === 0 && player === 0 && !isGamma;
    const look = gone ? (this.hadTile[cell] ? 'gone' : 'water') : isGamma ? `g${player}` : `${fish}${player > 0 ? 'p' : ''}`;
    const before = this.drawn[cell];
    if (before === look) return;
    this.drawn[cell] = look;
    const tile = this.tiles[cell];
    if (gone && animated && before !== '') this.sink(cell);
    // Whoever has the keyboard keeps it: the tile stays, its content changes.
    tile.replaceChildren(...this.content(cell, look, fish, player));
  }

  content(cell, look, fish, player) {
    const hit = this.interactive ? [svg('path', { class: 'hit', d: this.whole })] : [];
    if (look === 'water') return hit;
    if (look === 'gone') return [svg('path', { class: 'gone', d: this.hole }), ...hit];
    if (this.isGamma) {
      const held = player > 0;
      return [
        svg('path', { class: held ? `held p${player}` : 'floe f1', d: held ? this.whole : outline(this.corners, 0.9) }),
        ...(held ? emblem(player) : []),
        ...hit,
      ];
    }
    const name = `row ${Math.floor(cell / this.cols) + 1} column ${(cell % this.cols) + 1}`;
    const edge = outline(this.corners, 0.88, cell + 1);
    return [
      svg('path', { class: 'side', d: edge, transform: 'translate(0 4)' }),
      svg('path', { class: `floe f${fish}`, d: edge }, this.interactive ? null : svg('title', {}, name)),
      ...(player > 0 ? [] : this.simple ? [numberOfFish(fish)] : shoal(fish)),
      ...hit,
    ];
  }

  /** Lets a copy of a floe go down. */
  sink(cell) {
    const [x, y] = this.places[cell];
    const edge = outline(this.corners, 0.88, cell + 1);
    const copy = svg('g', { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, svg('path', { class: 'floe f1', d: edge }), svg('circle', { class: 'ripple', r: 18 }));
    this.sinking.append(copy);
    setTimeout(() => copy.remove(), 1100);
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
      showFishBeneath(drawn.lastElementChild, tiles[cell].fish);
      this.put(drawn, cell);
      drawn.classList.toggle('out', out.has(player));
      drawn.classList.toggle('last', penguin === moved);
      drawn.classList.toggle('stumbles', player === lost);
    });
  }

  /** Puts a penguin on a cell. */
  put(penguin, cell) {
    const [x, y] = this.places[cell];
    penguin.dataset.at = cell;
    penguin.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }

  /** The drawn penguin on a cell. */
  penguinAt(cell) {
    return this.penguins.find((penguin) => penguin.dataset.at === String(cell));
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
