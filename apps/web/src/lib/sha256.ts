/**
 * The first 32 bits of the fractional parts of the roots of the first primes (FIPS 180-4, sections 4.2.2 and 5.3.3).
 */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;

const PRIMES: readonly number[] = (() => {
  const primes: number[] = [];
  for (let number = 2; primes.length < 64; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
})();
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The words of a block and those that follow from them. */
const scheduleOf = (view: DataView, at: number): Int32Array => {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const [a = 0, b = 0] = [words[i - 15], words[i - 2]];
    const low = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const high = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words[i] = (words[i - 16] ?? 0) + low + (words[i - 7] ?? 0) + high;
  }
  return words;
};

const mix = (state: Int32Array, words: Int32Array): void => {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0;
    const low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + word;
};

/**
 * Synchronous SHA-256 (FIPS 180-4). For the 255 nodes of a tile of the public log, it takes less time than one
 * WebCrypto call after the other. Proofs made from these hashes are verified with WebCrypto.
 */
export const sha256 = (data: Uint8Array): Uint8Array => {
  const blocks = Math.ceil((data.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const padded = new Uint8Array(blocks * BLOCK_BYTES);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - LENGTH_BYTES, BigInt(data.length) * 8n);
  const state = START.slice();
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) mix(state, scheduleOf(view, at));
  const hash = new DataView(new ArrayBuffer(32));
  for (const [i, word] of state.entries()) hash.setInt32(4 * i, word);
  return new Uint8Array(hash.buffer);
};
