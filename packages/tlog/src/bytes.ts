/** The octets of a hash. */
export const HASH_BYTES = 32;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Encodes a text as UTF-8. */
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

/** One octet string of several. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Whether two octet strings are the same. Not for secrets: the time tells where they differ. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((octet, at) => octet === b[at]);
}

/** Base64 with padding (RFC 4648, section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let octets = '';
  for (const octet of bytes) octets += String.fromCharCode(octet);
  return btoa(octets);
}

/** Decodes base64, or returns undefined for anything but the one encoding of some octets: a text has one spelling. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (octet) => octet.charCodeAt(0));
    return encodeBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes a hash in base64, or returns undefined. */
export function decodeHash(text: string): Uint8Array | undefined {
  const bytes = decodeBase64(text);
  return bytes?.length === HASH_BYTES ? bytes : undefined;
}

/** Reads a number in ASCII decimals without leading zeros, or returns undefined, also above 2^53 - 1. */
export function decodeDecimal(text: string): number | undefined {
  if (!/^(0|[1-9][0-9]{0,15})$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}
