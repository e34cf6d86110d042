// @ts-check
/** The scenarios of the page, in the order in which they are played. */
import './beginning.mjs';
import './library.mjs';
import './playing.mjs';
import './winning.mjs';
import './local.mjs';
import './defects.mjs';
import './players.mjs';
import './screens.mjs';
import './solving.mjs';
import './watching.mjs';
import './drawing.mjs';
import './collecting.mjs';
import './random.mjs';
import './driver.mjs';
import './frame.mjs';
import './seam.mjs';
