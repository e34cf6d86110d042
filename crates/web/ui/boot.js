// @ts-check
/**
 * What is there before the page: a file that does not arrive is asked for again. A style sheet is replaced, a module means
 * that the page is loaded again. This is no module, so that it works when one fails.
 */
(() => {
  const MOST = 3;
  const PAUSE = 1500;
  const KEPT = 'banto.reloads';
  let tries = 0;

  /** @param {HTMLLinkElement} sheet */
  const again = (sheet) => {
    if (++tries > MOST) return;
    setTimeout(() => {
      const next = /** @type {HTMLLinkElement} */ (sheet.cloneNode());
      next.href = `${sheet.href.split('?')[0]}?again=${tries}`;
      sheet.replaceWith(next);
    }, PAUSE);
  };

  const reload = () => {
    const n = Number(sessionStorage.getItem(KEPT) ?? 0);
    if (n >= MOST) return;
    sessionStorage.setItem(KEPT, String(n + 1));
    setTimeout(() => location.reload(), PAUSE);
  };

  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') again(target);
      if (target instanceof HTMLScriptElement) reload();
    },
    true,
  );
  addEventListener('load', () => {
    if (document.querySelector('#top > *')) sessionStorage.removeItem(KEPT);
  });
})();
