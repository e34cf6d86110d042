// @ts-check
/** A plain server of files, as any web space has one: no headers but the kind of a file, and none for WebAssembly. The
 *  page is below a path of its own. It can be stopped and started again at the same address. */
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';

/** @type {Record<string, string>} */
const KINDS = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};

/** Where the page is on the server. */
const BELOW = '/some/where';

export class PlainServer {
  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
    this.port = 0;
    /** @type {http.Server|null} */
    this.server = null;
  }

  async start() {
    this.server = http.createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://host');
      // A folder is asked for with its stroke.
      if (pathname === BELOW) {
        response.writeHead(301, { location: `${BELOW}/` }).end();
        return;
      }
      const inside = decodeURIComponent(pathname).slice(BELOW.length + 1) || 'index.html';
      const file = path.join(this.folder, inside);
      try {
        if (!pathname.startsWith(`${BELOW}/`) || !file.startsWith(this.folder)) throw new Error('not ours');
        const bytes = await readFile(file);
        response.writeHead(200, { 'content-type': KINDS[path.extname(file)] ?? 'application/octet-stream' });
        response.end(bytes);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise((done) => this.server?.listen(this.port, '127.0.0.1', () => done(null)));
    const address = /** @type {import('node:net').AddressInfo} */ (this.server.address());
    this.port = address.port;
    return `http://127.0.0.1:${this.port}${BELOW}`;
  }

  async stop() {
    const { server } = this;
    this.server = null;
    server?.closeAllConnections();
    await new Promise((done) => (server ? server.close(() => done(null)) : done(null)));
  }
}
