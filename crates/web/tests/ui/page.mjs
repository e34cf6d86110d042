// @ts-check
/**
 * The page in a real browser. Called by `tests/page.rs` with the address of a running server:
 *   node page.mjs http://127.0.0.1:PORT CHROMIUM [SCREENS]
 * SCREENS, when given, gets the screenshots.
 */
import { close, run, screens } from './browser.mjs';
import './scenarios.mjs';
import { shots } from './shots.mjs';

let failed = await run();
if (screens) await shots(screens);
const complaints = await close();
if (complaints.length) {
  failed++;
  console.log(`FAILED the console is not silent:\n${complaints.join('\n')}`);
}
process.exit(failed ? 1 : 0);
