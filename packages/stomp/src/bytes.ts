export const NUL = 0;
export const LF = 10;
export const CR = 13;

export const EMPTY = new Uint8Array(0);

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 octets of a text. */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The text of UTF-8 octets, or undefined where they are not well-formed UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Octets gathered from several chunks. Holds no memory while empty, and at most twice what it was given. */
export class GrowingBytes {
  #bytes: Uint8Array = EMPTY;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Appends `chunk[from, to)`. */
  append(chunk: Uint8Array, from: number, to: number): void {
    const needed = this.#length + to - from;
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(chunk.subarray(from, to), this.#length);
    this.#length = needed;
  }

  /** A copy of what was gathered; forgets it and gives the memory back. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#bytes = EMPTY;
    this.#length = 0;
    return taken;
  }
}
