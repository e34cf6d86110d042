// @ts-check
/** The library: what it shows, opens, makes, keeps and removes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { at, base, counts, paste, scenario, text, until, withServer } from './browser.mjs';

scenario('library shows pictures, marks and search', async (page) => {
  await page.goto(`${base}/#/c/two`);
  await page.waitForSelector('.card svg.thumb');
  assert.ok((await page.locator('.card').count()) >= 2);
  await page.keyboard.press('/');
  await page.keyboard.type('hall');
  assert.equal(await page.locator('.card').count(), 1);
});

scenario('the puzzle of the day, and a new one of a category', async (page) => {
  await page.goto(base);
  await page.waitForSelector('.card');
  await page.click('#daily');
  await page.waitForSelector('.unblock-player');
  await counts(page, 'to-go', 8);
  await page.goto(base);
  await page.waitForSelector('#random');
  await page.selectOption('#random', 'beginner');
  await page.waitForSelector('.unblock-player');
  await counts(page, 'to-go', 15, 20);
  const first = await page.evaluate(() => location.hash);
  await page.click('#another');
  await until(
    page,
    (before) => location.hash !== before && document.querySelector('.unblock-player'),
    first,
  );
});

withServer(
  'a board that takes its time: the page says so, goes on, and it is cancelled',
  async (page) => {
    await page.goto(`${base}/#/c/two`);
    await page.waitForSelector('.card');
    await page.route('**/api/random/expert*', async (route) => {
      await new Promise((done) => setTimeout(done, 5000));
      await route.abort().catch(() => {});
    });
    await page.selectOption('#random', 'expert');
    await page.waitForSelector('.toast.busy');
    await page.fill('input[type=search]', 'hall');
    assert.equal(await page.locator('.card').count(), 1);
    await page.click('#toast-act');
    await page.waitForFunction(() => !document.querySelector('.toast'));
    assert.match(await page.evaluate(() => location.hash), /c\/two/);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

scenario('a dropped file opens', async (page) => {
  await page.goto(base);
  await page.waitForSelector('.card');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['; dropped\n######\n#@ $.#\n######\n'], 'my.xsb'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  });
  await page.waitForSelector('.sokoban-player');
  assert.match(await text(page, 'h1'), /dropped/);
});

const COLLECTION =
  '; <img src=x onerror=window.hacked=1>\n#####\n#@$.#\n#####\nAuthor: <script>window.hacked=1</script>\n\n; second\n######\n#@ $.#\n######\n';

scenario('a pasted collection opens, titles stay text, it is kept', async (page) => {
  await page.goto(base);
  await page.waitForSelector('.card');
  await paste(page, COLLECTION);
  await page.waitForFunction(
    () => location.hash.includes('/c/~') && document.querySelectorAll('.card').length === 2,
  );
  assert.match(await page.locator('.card').first().innerText(), /<img src=x onerror/);
  await page.locator('.card').first().click();
  await page.waitForSelector('.sokoban-player');
  assert.match(await text(page, 'h1'), /<img src=x/);
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#solved');
  assert.equal(await page.evaluate(() => 'hacked' in window), false);
  await page.click('.heading .back');
  await page.waitForSelector('.badge.solved');
  await page.click('#keep');
  await page.fill('#keep-name', 'pasted one');
  await page.click('#keep-ok');
  await at(page, 'pasted%20one');
  await page.waitForSelector('.badge.solved');
  await page.goto(base);
  await page.click('#paste-text');
  await page.fill('#paste-area', '##x##');
  await page.click('#paste-ok');
  await page.waitForSelector('.toast.error');
});

withServer('a kept collection is exported, removed, put back; progress stays', async (page) => {
  await page.goto(`${base}/#/c/two`);
  await page.waitForSelector('.card');
  assert.equal(await page.locator('#remove').count(), 0, 'embedded ones cannot be removed');
  await page.goto(`${base}/#/c/${encodeURIComponent('pasted one')}`);
  await page.click('#remove');
  await page.waitForSelector('dialog[open]');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#remove-export')]);
  assert.equal(readFileSync(await file.path(), 'utf8'), COLLECTION);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog'));
  await page.click('#remove');
  await page.click('#remove-ok');
  await page.waitForSelector('#toast-act');
  await page.waitForFunction(
    () => !document.querySelector('.shelf')?.textContent?.includes('pasted'),
  );
  await page.click('#toast-act');
  await at(page, 'pasted%20one');
  await page.waitForSelector('.badge.solved');
  await page.click('#remove');
  await page.click('#remove-ok');
  await page.waitForSelector('#toast-act');
});

scenario('a link holds the level itself', async (page) => {
  await page.goto(`${base}/#/open/${encodeURIComponent('; linked\n#####\n#@$.#\n#####\n')}`);
  await page.waitForSelector('.sokoban-player');
  assert.match(await text(page, 'h1'), /linked/);
});
