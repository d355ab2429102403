'use strict';

// The home page: a new game, the games of this browser, public games, and files.

function showHome(place) {
  document.title = 'floe';
  const form = new NewGame();
  const mine = el('section', { class: 'card', hidden: true });
  const lobby = el('section', { class: 'card', hidden: true });
  const tournament = el('p', { class: 'card', hidden: true }, el('a', { href: '/tournament/' }, tr('web-tournament')));
  place.replaceChildren(
    pageHead(),
    el(
      'main',
      { class: 'home' },
      el('div', { class: 'hero' }, el('h1', {}, 'floe'), el('p', {}, tr('web-tagline'))),
      el('div', { class: 'columns' }, form.element, el('div', { class: 'aside' }, tournament, mine, lobby, openCard(form))),
    ),
  );
  drawMine(mine);
  serverInfo().then((info) => {
    tournament.hidden = !info.tournament;
    if (info.lobby) followLobby(lobby);
  }, failed);
}

function drawMine(section) {
  const games = listGames();
  section.hidden = games.length === 0;
  const forget = (id) => button(tr('web-forget'), { class: 'plain' }, () => {
    forgetGame(id);
    drawMine(section);
  }, icon(PATHS.close));
  section.replaceChildren(
    el('h2', {}, tr('web-my-games')),
    el(
      'ul',
      { class: 'game-list' },
      games.slice(0, 30).map((game) =>
        el(
          'li',
          {},
          el(
            'a',
            { href: `/game/${encodeURIComponent(game.id)}` },
            el('strong', {}, game.rows ? gameTitle(game) : tr('web-game')),
            el('span', { class: 'quiet small' }, [(game.names ?? []).join(' – '), game.over ? tr('panel-over') : game.turns ? tr('panel-turn', { turn: game.turns }) : '', game.seen ? agoText(game.seen) : ''].filter(Boolean).join(' · ')),
          ),
          game.myTurn ? el('span', { class: 'tag' }, tr('web-your-turn')) : null,
          forget(game.id),
        ),
      ),
    ),
  );
}

/** Lists public games, and asks again while the page is seen. */
function followLobby(section) {
  const ask = async () => {
    if (document.hidden) return;
    try {
      const { games } = await request('GET', '/lobby');
      drawLobby(section, games);
    } catch {
      // The next try may succeed.
    }
  };
  ask();
  setInterval(ask, 8000);
}

function drawLobby(section, games) {
  section.hidden = false;
  section.replaceChildren(
    el('h2', {}, tr('web-lobby')),
    games.length
      ? el(
          'ul',
          { class: 'game-list' },
          games.slice(0, 50).map((game) =>
            el(
              'li',
              {},
              el(
                'a',
                { href: `/game/${encodeURIComponent(game.id)}` },
                el('strong', {}, gameTitle(game)),
                el('span', { class: 'quiet small' }, `${game.players.map(({ name }, at) => playerName({ name, mark: game.kind === 'gamma' ? at + 1 : letter(at + 1) })).join(' – ')} · ${tr('panel-turn', { turn: game.turns })}`),
              ),
            ),
          ),
        )
      : el('p', { class: 'quiet' }, tr('web-lobby-empty')),
  );
}

function openCard(form) {
  return el(
    'section',
    { class: 'card' },
    el('h2', {}, tr('web-open')),
    el('p', { class: 'quiet small' }, tr('web-open-about')),
    el('div', { class: 'row' }, fileButton(tr('web-open-file'), (text) => form.useBoard(text)), el('a', { class: 'button', href: '/analysis' }, tr('web-analysis'))),
  );
}
