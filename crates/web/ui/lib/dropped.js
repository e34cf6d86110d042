// @ts-check
/** Files that were dropped onto the page, those in folders too. */

/** Files of one folder that are opened; a whole disk is not. */
const MOST = 200;

/** @param {DataTransfer} data @returns {Promise<File[]>} */
export async function droppedFiles(data) {
  // Asked for before anything is awaited: afterwards the browser has forgotten them.
  const entries = [...data.items].map((it) => it.webkitGetAsEntry?.() ?? null);
  const plain = [...data.files];
  /** @type {File[]} */
  const found = [];
  for (const entry of entries) if (entry) await gather(entry, found);
  return found.length ? found : plain;
}

/** @param {FileSystemEntry} entry @param {File[]} found */
async function gather(entry, found) {
  if (found.length >= MOST) return;
  if (entry.isFile) {
    const file = /** @type {FileSystemFileEntry} */ (entry);
    found.push(await new Promise((done, fail) => file.file(done, fail)));
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return;
    for (const it of some) await gather(it, found);
  }
}
