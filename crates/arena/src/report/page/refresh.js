'use strict';

// Shows new results without a new page: the sections that have changed are replaced. What the reader has opened, focused,
// filtered and scrolled to stays.

const LIVE_SECTIONS = ['standings', 'ratings', 'cross', 'pairs', 'faults', 'terms'];
/** The sections as the server made them: the script fills in some. */
const madeSections = new Map(LIVE_SECTIONS.map((id) => [id, document.getElementById(id).innerHTML]));

/** Fetches the page. A document that is fetched like this runs no script. */
function fetchPage() {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', location.pathname);
    request.responseType = 'document';
    request.timeout = 60000;
    request.addEventListener('load', () => {
      if (request.status === 200 && request.response?.getElementById('data')) resolve(request.response);
      else reject(new Error('the server did not send the page'));
    });
    for (const failure of ['error', 'timeout', 'abort']) {
      request.addEventListener(failure, () => reject(new Error('the page could not be fetched')));
    }
    request.send();
  });
}

/** What makes an element the same one in a new version of the page. */
function signature(element) {
  return element.id ? `#${element.id}` : `${element.tagName} ${element.getAttribute('href') ?? ''} ${element.getAttribute('aria-label') ?? element.textContent}`;
}

function focusable(place) {
  return [...place.querySelectorAll('a[href], button, summary, select, input, [tabindex="0"]')];
}

/** Changes the content of a place, and keeps what the reader has opened, focused and scrolled in it. */
async function keepingPlace(place, change) {
  const opened = [...place.querySelectorAll('details')].map((fold) => fold.open);
  const scrolls = [...place.querySelectorAll('.frame')].map((frame) => [frame.scrollLeft, frame.scrollTop]);
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  const before = focused ? focusable(place) : [];
  const at = before.indexOf(focused);
  const [same, nth] = focused ? [signature(focused), before.slice(0, at).filter((other) => signature(other) === signature(focused)).length] : [];
  await change();
  [...place.querySelectorAll('details')].forEach((fold, index) => {
    fold.open = opened[index] ?? fold.open;
  });
  [...place.querySelectorAll('.frame')].forEach((frame, index) => {
    if (scrolls[index]) [frame.scrollLeft, frame.scrollTop] = scrolls[index];
  });
  // The reader may have gone elsewhere while something was loaded.
  if (focused && !focused.isConnected && document.activeElement === document.body) {
    const now = focusable(place);
    const found = now.filter((other) => signature(other) === same);
    (found[nth] ?? found[0] ?? now[at])?.focus({ preventScroll: true });
  }
}

/** Calls a function that changes the overview, and keeps what is at the top of the window where it is. */
async function keepingScroll(change) {
  const top = places.overview.hidden ? null : [...places.overview.children].find((part) => part.getBoundingClientRect().bottom > 0);
  const before = top?.getBoundingClientRect().top;
  await change();
  if (top?.isConnected && !places.overview.hidden) window.scrollBy({ top: top.getBoundingClientRect().top - before, behavior: 'instant' });
}

function replaceSection(id, fresh) {
  const html = fresh.innerHTML;
  if (html === madeSections.get(id)) return null;
  madeSections.set(id, html);
  const section = document.getElementById(id);
  return keepingPlace(section, () => section.replaceChildren(...document.importNode(fresh, true).childNodes));
}

/** Refills a long table if the reader has come near it; its choices stay. */
async function refill(id, fill) {
  const place = document.getElementById(id);
  if (!place) return;
  const chosen = [...place.querySelectorAll('select')].map((select) => [select.id, select.value]);
  if (!place.firstChild) {
    whenNear(place, () => fill(report, place));
    return;
  }
  await keepingPlace(place, async () => {
    await fill(report, place);
    for (const [name, value] of chosen) {
      const select = document.getElementById(name);
      if (!select || select.value === value) continue;
      select.value = value;
      select.dispatchEvent(new Event('input'));
    }
  });
}

/** Fetches the newest results and shows them. */
async function refresh() {
  const fresh = await fetchPage();
  const data = JSON.parse(fresh.getElementById('data').textContent);
  report.update(data);
  document.querySelector('ul.facts').replaceChildren(...document.importNode(fresh.querySelector('ul.facts'), true).childNodes);
  await keepingScroll(async () => {
    for (const id of LIVE_SECTIONS) {
      // A long table is empty in the page that the server makes: it is refilled below.
      const section = fresh.getElementById(id);
      if (section) await replaceSection(id, section);
    }
    await refill('cross-table', fillCrossTable);
    await refill('pairs-table', fillPairs);
    await keepingPlace(list.items, () => list.draw(list.pager?.from ?? 0));
  });
  const entrant = Number(new URLSearchParams(location.hash.slice(1)).get('program')) - 1;
  if (!places.program.hidden && report.data.entrants[entrant]) {
    await keepingPlace(places.program, () => showProgram(report, places.program, entrant));
  }
}
