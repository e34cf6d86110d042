// @ts-check
/** A few quiet sounds, made here; off unless somebody switches them on. */

/** @import {Context} from '../types.d.ts' */

/** @type {AudioContext|null} */
let audio = null;

/** One note. @param {AudioContext} on @param {number} pitch @param {number} start @param {number} length @param {number} loud */
function note(on, pitch, start, length, loud) {
  const tone = on.createOscillator();
  const volume = on.createGain();
  const at = on.currentTime + start;
  tone.type = 'triangle';
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0005, at + length);
  tone.connect(volume).connect(on.destination);
  tone.start(at);
  tone.stop(at + length);
}

/** Pitch, start and length of the notes, by what has happened. @type {Record<string, [number, number, number][]>} */
const TUNES = {
  push: [[150, 0, 0.08]],
  home: [[520, 0, 0.14]],
  solved: [
    [523, 0, 0.22],
    [659, 0.11, 0.22],
    [784, 0.22, 0.26],
    [1047, 0.34, 0.5],
  ],
};

/** @param {Context} ctx @param {keyof typeof TUNES} name */
export function sound(ctx, name) {
  if (!ctx.settings.sound) return;
  audio ??= new AudioContext();
  for (const [pitch, start, length] of TUNES[name]) note(audio, pitch, start, length, 0.08);
}
