// @ts-check
/**
 * The page in a real browser. Called by `tests/page.rs` with the address of a running server:
 *   node page.mjs http://127.0.0.1:PORT CHROMIUM [SCREENS]
 * SCREENS, when given, gets the screenshots.
 */
import { judged, screens } from './browser.mjs';
import './scenarios.mjs';
import { shots } from './shots.mjs';

const failed = await judged(async () => {
  if (screens) await shots(screens);
});
process.exit(failed ? 1 : 0);
