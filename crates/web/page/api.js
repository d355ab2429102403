'use strict';

// Requests to the server, and what its errors mean to a reader.

class ApiError extends Error {
  constructor(status, { code = 'unknown', message = '', faults = [] } = {}, wait = 0) {
    super(message);
    Object.assign(this, { status, code, faults, wait });
  }
}

const ERROR_WORDS = {
  'bad-request': key('web-error-bad-request'),
  'bad-game': key('web-error-bad-game'),
  'bad-file': key('web-error-bad-file'),
  'no-secret': key('web-error-no-secret'),
  'not-yours': key('web-error-not-yours'),
  'no-help': key('web-error-no-help'),
  'other-origin': key('web-error-other-origin'),
  'not-found': key('web-error-not-found'),
  'illegal-turn': key('web-error-illegal-turn'),
  stale: key('web-error-stale'),
  refused: key('web-error-refused'),
  'too-large': key('web-error-too-large'),
  'too-many': key('web-error-too-many'),
  'engine-time': key('web-error-engine-time'),
  busy: key('web-error-busy'),
  stopping: key('web-error-stopping'),
  offline: key('web-error-offline'),
};

/** Says in the language of the page what went wrong. */
function explain(error) {
  if (!(error instanceof ApiError)) return tr('web-error-unknown');
  return Object.hasOwn(ERROR_WORDS, error.code) ? tr(ERROR_WORDS[error.code]) : tr('web-error-unknown');
}

/** Sends a request, and returns the answer as JSON, or as text where it is none. */
async function request(method, path, body, secret) {
  const headers = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (secret) headers.Authorization = `Bearer ${secret}`;
  let answer;
  let text;
  try {
    answer = await fetch(`/api/v1${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    text = await answer.text();
  } catch {
    throw new ApiError(0, { code: 'offline' });
  }
  const isJson = (answer.headers.get('Content-Type') ?? '').includes('json');
  let content = text;
  try {
    if (isJson) content = text ? JSON.parse(text) : {};
  } catch {
    content = {};
  }
  if (!answer.ok) {
    throw new ApiError(answer.status, content?.error ?? {}, Number(answer.headers.get('Retry-After') ?? 0));
  }
  return content;
}

/** Repeats a request that may be repeated safely while the server cannot be reached. */
async function persistently(send, tries = 4) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const passing = error.code === 'offline' || error.code === 'stopping';
      if (!passing || attempt >= tries) throw error;
      await pause(300 * 2 ** attempt * (0.7 + 0.6 * Math.random()));
    }
  }
}

function pause(millis) {
  return new Promise((done) => setTimeout(done, millis));
}

/** Tries each secret of a game until one is accepted for what is asked. */
async function withSecrets(secrets, send) {
  let refusal = new ApiError(401, { code: 'no-secret' });
  for (const secret of secrets) {
    try {
      return await send(secret);
    } catch (error) {
      if (error.code !== 'not-yours' && error.code !== 'no-secret') throw error;
      // That it is another's turn says more than that a secret is unknown.
      if (refusal.code !== 'not-yours') refusal = error;
    }
  }
  throw refusal;
}

let knownInfo = null;

/** What the server offers. */
function serverInfo() {
  knownInfo ??= request('GET', '/info').catch((error) => {
    knownInfo = null;
    throw error;
  });
  return knownInfo;
}

/** Starts a game, remembers its secrets, and opens it. */
async function startGame(body, notes = {}) {
  const made = await request('POST', '/games', body);
  const mine = new Set();
  const links = {};
  for (const { number, who, secret } of made.seats) {
    if (!secret) continue;
    if (who === 'link') links[number] = secret;
    else mine.add(secret);
  }
  noteGame(made.id, { secrets: [...mine], host: made.host, links, seen: Date.now(), ...notes });
  location.assign(`/game/${made.id}`);
}
