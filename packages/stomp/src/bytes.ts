export const NUL = 0;
export const LF = 10;
export const CR = 13;

export const EMPTY = new Uint8Array(0);

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Decodes UTF-8, or returns undefined for malformed octets. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Collects octets from several chunks. Uses no memory while empty, and at most twice the size of its content. */
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

  /** Returns a copy of the collected octets and releases the memory. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#bytes = EMPTY;
    this.#length = 0;
    return taken;
  }
}
