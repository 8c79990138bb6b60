import { IV_BYTES, STRETCH, type Winners, winnersSchema } from '@laurel/contracts/console/stage';

/** What was opened, by the sealed slide: the key takes a moment to make. */
const opened = new Map<string, Winners>();

/** Opens the slide of a winner with its code. @throws DOMException with another code */
export const openSealed = async (sealed: string, code: string, salt: string): Promise<Winners> => {
  const known = opened.get(sealed);
  if (known) return known;
  const text = new TextEncoder();
  const bytes = Uint8Array.from(atob(sealed), (letter) => letter.charCodeAt(0));
  const secret = await crypto.subtle.importKey('raw', text.encode(code), 'PBKDF2', false, ['deriveKey']);
  const stretched = { name: 'PBKDF2', salt: text.encode(salt), ...STRETCH };
  const key = await crypto.subtle.deriveKey(stretched, secret, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
  const iv = bytes.subarray(0, IV_BYTES);
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(IV_BYTES));
  const winners = winnersSchema.parse(JSON.parse(new TextDecoder().decode(plain)));
  opened.set(sealed, winners);
  return winners;
};
