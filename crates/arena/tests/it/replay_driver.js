// Steps through games of a report as a reader does, by keys and by clicks, and writes down what the page shows.

const wait = () => new Promise((done) => setTimeout(done, 10));

/** Reads the two digits of every cell off the drawing: its fish, and the player whose penguin is there or 0. */
function drawnTiles() {
  const place = (text) => text.match(/-?[\d.]+/g).map(Number).join();
  const birds = document.querySelector('.board .birds');
  const penguins = new Map([...birds.children].map((bird) => [place(bird.style.transform), bird]));
  const digits = [...document.querySelectorAll('.board .tile')].map((tile) => {
    const bird = penguins.get(place(tile.getAttribute('transform')));
    const number = tile.querySelector('.number')?.textContent;
    if (bird) return `${bird.querySelector('.beneath text')?.textContent ?? 0}${/ p(\d)/.exec(bird.getAttribute('class'))[1]}`;
    return `${number ?? tile.querySelectorAll('.fish').length}0`;
  });
  return digits.join(' ');
}

function observed() {
  const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent);
  return {
    tiles: drawnTiles(),
    scores: texts('.scores .strong').map(Number),
    out: texts('.scores .state').map((text) => text === 'out'),
  };
}

async function stepThrough(number) {
  location.hash = `#game=${number}`;
  while (document.querySelector('#game:not([hidden]) h2')?.textContent !== `Game ${number}`) await wait();
  const turns = [...document.querySelectorAll('.turns button')];
  return turns.map((button, turn) => {
    const key = turn === 0 ? 'Home' : turn === turns.length - 1 ? 'End' : 'ArrowRight';
    if (turn % 3 === 2) button.click();
    else document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    return observed();
  });
}

addEventListener('load', async () => {
  while (!document.documentElement.classList.contains('ready')) await wait();
  const games = [];
  for (const number of GAMES) games.push(await stepThrough(number));
  const notes = document.createElement('pre');
  notes.id = 'observed';
  notes.textContent = JSON.stringify(games);
  document.body.append(notes);
});
