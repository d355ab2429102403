'use strict';

// Shows the page that the address names.

async function main() {
  const place = document.getElementById('page');
  try {
    await loadLanguage();
  } catch {
    place.replaceChildren(el('p', { class: 'note bad' }, 'floe cannot be reached. Please reload the page.'));
    return;
  }
  const game = /^\/game\/([^/]+)\/?$/.exec(location.pathname);
  if (game) {
    const id = decodeURIComponent(game[1]);
    takeSecretFromAddress(id);
    const room = new Room(place, id);
    // Another link to the same game may be pasted into the address.
    window.addEventListener('hashchange', () => {
      takeSecretFromAddress(id);
      room.stored = readGame(id);
      room.connection.reconnect();
    });
  } else if (/^\/analysis\/?$/.test(location.pathname)) {
    showAnalysisStart(place);
  } else {
    showHome(place);
  }
  document.documentElement.classList.add('ready');
}

main();
