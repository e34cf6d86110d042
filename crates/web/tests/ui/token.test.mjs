// @ts-check
/** A token that the server accepts also works on the page: it is taken from the address and sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

test('every character a token may have survives the address', async () => {
  const token = 'Aa0-._~zZ9-banto-Token';
  /** @type {Map<string, string>} */
  const kept = new Map();
  /** @type {string[]} */
  const sent = [];
  Object.assign(globalThis, {
    document: { documentElement: { dataset: {} }, baseURI: 'http://localhost/' },
    location: { hash: `#token=${token}` },
    history: { replaceState() {} },
    localStorage: { getItem: () => null, setItem() {} },
    sessionStorage: {
      getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
      setItem: (/** @type {string} */ name, /** @type {string} */ value) => kept.set(name, value),
    },
    fetch: async (/** @type {string} */ _, /** @type {{headers: Record<string, string>}} */ how) => {
      sent.push(how.headers.authorization);
      return new Response('{}');
    },
  });
  const { api } = await import('../../ui/lib/http.js');
  await api('status');
  assert.deepEqual(sent, [`Bearer ${token}`]);
});
