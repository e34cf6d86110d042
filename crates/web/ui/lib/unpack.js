// @ts-check
/** The texts in a file: the file itself, or what is packed in a `.gz` or a `.zip`. */

/** Bytes that are unpacked at most: a small file may hold a large one. */
const MOST = 16 << 20;

/** Files of a `.zip` that hold no levels. */
const OTHER = /(^|\/)(\.|__MACOSX)|\.(png|jpe?g|gif|svg|pdf|exe|dll|html?|zip|gz)$/i;

/** @param {string} name */
const bare = (name) => (name.split('/').at(-1) ?? name).replace(/\.[^.]{1,5}$/, '');

/** @param {BlobPart} bytes @param {'gzip'|'deflate-raw'} kind @param {number} most @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function unpacked(bytes, kind, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(kind)).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error(`more than ${MOST >> 20} MiB`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The files in an archive, as far as they fit. @param {ArrayBuffer} archive @returns {Promise<{name: string, bytes: Uint8Array<ArrayBuffer>}[]>} */
async function inZip(archive) {
  const view = new DataView(archive);
  const broken = () => new Error('the archive is damaged');
  let end = archive.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw broken();
  const files = [];
  let left = MOST;
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < view.getUint16(end + 10, true); i++) {
    if (at + 46 > archive.byteLength || view.getUint32(at, true) !== 0x02014b50) throw broken();
    const [method, size, start] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
    const [long, extra, comment] = [28, 30, 32].map((it) => view.getUint16(at + it, true));
    const name = new TextDecoder().decode(new Uint8Array(archive, at + 46, long));
    at += 46 + long + extra + comment;
    if (name.endsWith('/') || OTHER.test(name)) continue;
    const data = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    const packed = new Uint8Array(archive, data, size);
    if (method !== 0 && method !== 8) throw new Error(`${name} is packed in a way this page does not know`);
    const bytes = method === 8 ? await unpacked(packed, 'deflate-raw', left) : packed.slice();
    left -= bytes.length;
    if (left < 0) throw new Error(`more than ${MOST >> 20} MiB`);
    files.push({ name, bytes });
  }
  return files;
}

/** Every text in a file, with a name for it. @param {File} file @returns {Promise<{name: string, text: string}[]>} */
export async function textsIn(file) {
  const bytes = await file.arrayBuffer();
  const first = new Uint8Array(bytes.slice(0, 4));
  const text = (/** @type {Uint8Array<ArrayBuffer>} */ it) => new File([it], file.name).text();
  if (first[0] === 0x1f && first[1] === 0x8b)
    return [{ name: bare(file.name.replace(/\.gz$/i, '')), text: await text(await unpacked(bytes, 'gzip', MOST)) }];
  if (first[0] === 0x50 && first[1] === 0x4b) {
    const files = await inZip(bytes);
    return Promise.all(files.map(async (it) => ({ name: bare(it.name), text: await text(it.bytes) })));
  }
  return [{ name: bare(file.name), text: await file.text() }];
}
