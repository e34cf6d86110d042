// @ts-check
/**
 * The page as files of a static web space, in a real browser:
 *   node site.mjs FOLDER CHROMIUM
 * It is served by a plain server below a path. The scenarios of `seam.mjs` hold for its engines and its store too.
 */
import { PlainServer } from './plain-server.mjs';

const server = new PlainServer(process.argv[2]);
process.argv[2] = await server.start();
const { judged } = await import('./browser.mjs');
await import('./seam.mjs');
const { scenarios } = await import('./static.mjs');
scenarios(server);

const failed = await judged();
await server.stop();
process.exit(failed ? 1 : 0);
