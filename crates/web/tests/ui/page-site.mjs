// @ts-check
/**
 * The scenarios of the page, played on the page as files of a static web space, below a path:
 *   node page-site.mjs FOLDER CHROMIUM
 * Those that are about a server are left out, and say so.
 */
import { PlainServer } from './plain-server.mjs';

const server = new PlainServer(process.argv[2]);
process.argv[2] = await server.start();
const { judged } = await import('./browser.mjs');
await import('./scenarios.mjs');

const failed = await judged();
await server.stop();
process.exit(failed ? 1 : 0);
