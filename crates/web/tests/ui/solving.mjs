// @ts-check
/** Solving, watching and comparing; the laboratory. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isStatic, base, number, playText, scenario, shows, text, withServer } from './browser.mjs';

scenario('solve, watch, scrub, compare', async (page) => {
  await page.goto(`${base}/#/solve/two/1`);
  await page.waitForSelector('#run');
  await page.click('#run');
  await page.waitForSelector('table.results tbody tr');
  assert.match(await text(page, '#outcome'), isStatic ? /Solved: \d+ moves, \d+ pushes/ : /Solved: \d+ moves, 4 pushes/);
  await page.locator('#scrub').fill('3');
  assert.match(await text(page, '.replay .place'), /^3 \//);
  await page.click('#step-on');
  assert.match(await text(page, '.replay .place'), /^4 \//);
  assert.match(await text(page, '#command'), /^banto solve two:1 --engine/);
  await page.click('#second summary');
  await page.selectOption('#engine-b', 'optimal');
  await page.selectOption('#goal-b', 'moves');
  await page.click('#run-both');
  await number(page, 'table.results tbody tr', 3);
  assert.match(await text(page, 'table.results'), /No solution has fewer moves/);
  await page.selectOption('#engine-a', 'astar');
  await page.selectOption('#space-a', 'moves');
  await page.click('#run');
  await number(page, 'table.results tbody tr', 4);
  assert.match(await text(page, '#command'), /--engine astar --space moves/);
  assert.match(await text(page, '#outcome'), /Solved: 7 moves/);
});

scenario('what is known: a bound, the best, who has proved it', async (page) => {
  await playText(page, '; Known\n############\n#@ $      .#\n#    #     #\n############\n');
  await page.click('#known-box summary');
  await shows(page, '#known', /No solution known yet\. At least 7 are needed\./);
  assert.match(await text(page, '#known'), /Every push is a move\. Proved by the start position alone/);
  await page.click('#to-solve');
  await shows(page, '#known', /At least 7 are needed/);
  await page.selectOption('#engine-a', 'optimal');
  await page.selectOption('#goal-a', 'moves');
  await page.click('#run');
  await shows(page, '#known', /7 with 8 moves.*no solution has fewer.*8 with 7 pushes.*no solution has fewer/);
  const told = await text(page, '#known');
  assert.match(told, /engine optimal of banto [\d.]+: --engine optimal --goal moves/);
  const heads = await page.locator('table.results th').allInnerTexts();
  const cells = await page.locator('table.results tbody tr').first().locator('td').allInnerTexts();
  const cell = (/** @type {string} */ name) =>
    cells[heads.findIndex((it) => it.toLowerCase() === name)];
  assert.equal(cell('at least'), '8');
  // The player's own solution is at the bound: the end says so.
  await page.goBack();
  await page.waitForSelector('#known-box');
  for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowRight');
  await shows(page, '#proved', 'Fewest pushes: proved · Fewest moves: proved');
  await page.click('#language');
  await page.waitForSelector('html[lang=pt]');
  await shows(page, '#proved', 'Menos empurrões: provado · Menos movimentos: provado');
  await page.click('#known-box summary');
  await shows(page, '#known', /7 com 8 movimentos.*Provado: nenhuma solução tem menos/);
  await page.click('#language');
  await page.waitForSelector('html[lang=en]');
});

scenario('a gap is said in the table, in the sentence and among what is known', async (page) => {
  await page.goto(`${base}/#/solve/two/6`);
  await page.waitForSelector('#run');
  await shows(page, '#known', /At least \d+ are needed/);
  await page.getByLabel('Time (s)').first().fill('1');
  await page.selectOption('#goal-a', 'pushes');
  await page.click('#run');
  await page.waitForSelector('table.results tbody tr');
  const record = JSON.parse((await page.locator('#record').textContent()) ?? '');
  const { bound, pushes } = record;
  assert.ok(bound > 0, 'a stopped search has a bound');
  if (pushes === undefined) {
    await shows(page, '#known', new RegExp(`At least ${bound} are needed`));
  } else if (pushes === bound) {
    // A fast machine may prove it within the second.
    assert.match(await text(page, '#outcome'), /No solution has fewer pushes/);
    await shows(page, '#known', /Proved: no solution has fewer/);
  } else {
    const gap = Math.ceil((pushes / bound - 1) * 1000 - 1e-9) / 10;
    const words = `At least ${bound} are needed: within ${gap}\\s%`;
    assert.match(await text(page, '#outcome'), new RegExp(words));
    await shows(page, '#known', new RegExp(words));
    assert.match(await text(page, 'table.results tbody tr'), new RegExp(`${gap}\\s%`));
  }
});

scenario('switches show what an engine really uses', async (page) => {
  await page.goto(`${base}/#/solve/two/1`);
  await page.waitForSelector('#run');
  const on = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.techniques')[0].querySelectorAll('label')]
        .filter((label) => label.querySelector('input')?.checked)
        .map((label) => label.childNodes[1].textContent),
    );
  const told = (/** @type {string} */ words) => shows(page, '#techniques-a', new RegExp(words));
  await page.selectOption('#engine-a', 'astar');
  await told(' on');
  await page.waitForTimeout(200);
  const pushes = await on();
  assert.ok(pushes.includes('player-zone') && pushes.includes('dead-squares'), String(pushes));
  await page.selectOption('#space-a', 'moves');
  await told(`${pushes.length - 1} of`);
  assert.ok(!(await on()).includes('player-zone'));
  await page.click('#techniques-a');
  await page
    .locator('.techniques label', { hasText: /^block/ })
    .first()
    .click();
  await told(`${pushes.length} of`);
  await page.click('#run');
  await page.waitForSelector('table.results tbody tr');
  assert.match(await text(page, '#command'), /--engine astar --space moves -T=\+block --time/);
  assert.match(await text(page, 'table.results tbody tr'), /astar --space moves.*\+block/);
  await page.selectOption('#engine-a', 'bfs');
  await page.selectOption('#heuristic-a', 'matching');
  await page.waitForSelector('fieldset .faults:not(:empty)');
});

withServer('the laboratory: a recorded report, a run here, one that is stopped', async (page) => {
  await page.goto(`${base}/#/lab`);
  await page.waitForSelector('.experiment');
  assert.ok((await page.locator('.experiment').count()) >= 8);
  await page.click('a[href="#/lab/feup-searches"]');
  await page.waitForSelector('.plot svg .bar');
  const heads = (await page.locator('.report-table thead').first().innerText()).replace(
    /\s+/g,
    ' ',
  );
  assert.match(heads, /published ours ratio/i);
  assert.ok((await page.locator('.report-table .ratio.same').count()) > 10);
  // The view before this one has the same controls: its title must have gone.
  const lab = async (/** @type {string} */ name, /** @type {RegExp} */ title) => {
    await page.goto(`${base}/#/lab/${name}`);
    await shows(page, 'h1', title);
  };
  await lab('gargioni-boxes', /number of boxes/);
  await page.fill('#lab-to', '3');
  await page.click('#lab-run');
  await shows(page, '#run-state', /All done: 9 searches/);
  await number(page, '.report-table tbody tr', 6);
  assert.equal(await page.locator('.plot .dot').count(), 9);
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#take-csv')]);
  assert.match(
    readFileSync(await file.path(), 'utf8'),
    /^figure,level,configuration,published,ours,ratio/,
  );
  await page.click('#tab-recorded');
  assert.equal(await page.locator('.plot .dot').count(), 18);
  await lab('textbook-sokoban', /textbook/);
  await page.selectOption('#lab-collection', 'two');
  await page.fill('#lab-from', '6');
  await page.fill('#lab-to', '6');
  await page.click('#lab-run');
  await shows(page, '#run-state', /0 of \d+ searches/);
  await page.goto(`${base}/#/lab`);
  await page.waitForSelector('.experiment');
  await lab('textbook-sokoban', /textbook/);
  await page.waitForSelector('#lab-stop:not(:disabled)');
  await page.click('#lab-stop');
  await shows(page, '#run-state', /Stopped after/);
});

scenario('the five documents: every table leads to its report', async (page) => {
  await page.goto(`${base}/#/lab/gargioni-indicators`);
  await page.click('a[href="#/sources/gargioni"]');
  await page.waitForSelector('.prose h2#gargioni');
  assert.equal(await page.locator('.prose h2').count(), 5);
  const seen = () =>
    page.evaluate(() => document.querySelector('#gargioni')?.getBoundingClientRect().top ?? -1);
  await page.waitForFunction(() => scrollY > 0);
  assert.ok((await seen()) >= 0 && (await seen()) < 200, String(await seen()));
  await page.locator('a[href="#/lab/gargioni-boxes"]').first().click();
  await shows(page, 'h1', /number of boxes/);
  await page.goto(`${base}/#/sources`);
  await page.waitForSelector('.prose table');
  assert.doesNotMatch(await text(page, '.prose'), /[`|]|\*\*|\]\(/);
});

withServer('a long solve is stopped and the worker is idle', async (page) => {
  await page.goto(`${base}/#/solve/two/6`);
  await page.waitForSelector('#run');
  await page.selectOption('#engine-a', 'optimal');
  await page.click('#run');
  await shows(page, '#live', /nodes/);
  const idle = await page.evaluate(async () => {
    const start = performance.now();
    /** @type {HTMLElement|null} */ (document.querySelector('#stop'))?.click();
    for (;;) {
      const { load } = await (await fetch('/api/status')).json();
      if (load.running === 0) return performance.now() - start;
    }
  });
  await page.waitForSelector('table.results');
  assert.match(await text(page, 'table.results'), /stopped/);
  console.log(`   worker idle ${idle.toFixed(0)} ms after Stop`);
});
