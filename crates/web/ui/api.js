// @ts-check
/** Talking to the server. */

/** A refusal of the server, in its own words. */
export class Refused extends Error {
  /** @param {number} status @param {any} problem */
  constructor(status, problem) {
    super(problem?.detail ?? `HTTP ${status}`);
    this.status = status;
    this.faults = problem?.faults ?? [];
  }
}

// Beyond loopback the address printed at the start carries a token behind `#token=`.
const given = /^#token=([0-9a-f]+)/.exec(location.hash);
if (given) {
  sessionStorage.setItem('banto.token', given[1]);
  history.replaceState(null, '', '#/');
}
const token = sessionStorage.getItem('banto.token');
const tab = Math.random().toString(36).slice(2, 12);

/** @returns {Record<string, string>} */
function headers() {
  return token ? { 'banto-tab': tab, authorization: `Bearer ${token}` } : { 'banto-tab': tab };
}

/**
 * Asks the server.
 * @param {string} path below `/api/` @param {{method?: string, body?: any, signal?: AbortSignal, keepalive?: boolean}} [options]
 */
export async function api(path, options = {}) {
  const { body, method = body === undefined ? 'GET' : 'POST', signal, keepalive } = options;
  const response = await fetch(`/api/${path}`, {
    method,
    signal,
    keepalive,
    headers: body === undefined ? headers() : { ...headers(), 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const data = text ? JSON.parse(text) : null;
  if (!response.ok) throw new Refused(response.status, data);
  return data;
}

/**
 * Follows a job or a run until it is done, by server-sent events.
 * @param {string} place below `/api/` @param {(view: any) => void} seen @param {AbortSignal} [signal]
 */
export async function follow(place, seen, signal) {
  const response = await fetch(`/api/${place}/events`, { headers: headers(), signal });
  if (!response.ok || !response.body) throw new Refused(response.status, null);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = text
        .slice(0, end)
        .split('\n')
        .find((line) => line.startsWith('data: '));
      text = text.slice(end + 2);
      if (data) seen(JSON.parse(data.slice(6)));
    }
  }
}
