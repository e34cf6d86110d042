// @ts-check
/** What this page is: served by Banto, or files of a static web space that know no server. */

/** Whether there is no server behind the page, only files. */
export const isStatic = document.documentElement.dataset.server === 'none';
