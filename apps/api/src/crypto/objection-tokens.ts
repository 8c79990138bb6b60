import type { Keyring } from './keyring.ts';

/** How long a person can object, from the mail on, milliseconds. */
export const OBJECTION_TTL_MS = 14 * 24 * 60 * 60_000;

/** Who may object to which exclusion. */
export type ObjectionClaim = { exclusion: number; accountId: string };

export type ObjectionTokens = {
  /** A token for the link of a mail. Nothing is stored until it is used. */
  issue(claim: ObjectionClaim, now: Date): string;
  /** The claim of a token; undefined if it was not issued here, was changed, or is older than `OBJECTION_TTL_MS`. */
  read(token: string, now: Date): ObjectionClaim | undefined;
};

const UUID_HEX = 32;
const PLAIN_BYTES = 4 + UUID_HEX / 2 + 4;

const uuidOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const opened = (keyring: Pick<Keyring, 'open'>, token: string): Buffer | undefined => {
  try {
    const plain = keyring.open('objection', Buffer.from(token, 'base64url'));
    return plain.length === PLAIN_BYTES ? plain : undefined;
  } catch {
    return undefined;
  }
};

/** Tokens that are sealed with DATA_KEY: 75 characters that show neither the account nor the exclusion. */
export const createObjectionTokens = (keyring: Pick<Keyring, 'seal' | 'open'>): ObjectionTokens => ({
  issue: ({ exclusion, accountId }, now) => {
    const plain = Buffer.alloc(PLAIN_BYTES);
    plain.writeUInt32BE(exclusion, 0);
    plain.write(accountId.replaceAll('-', ''), 4, 'hex');
    plain.writeUInt32BE(Math.floor((now.getTime() + OBJECTION_TTL_MS) / 1000), PLAIN_BYTES - 4);
    return keyring.seal('objection', plain).toString('base64url');
  },
  read: (token, now) => {
    const plain = opened(keyring, token);
    if (!plain || plain.readUInt32BE(PLAIN_BYTES - 4) * 1000 <= now.getTime()) return undefined;
    return { exclusion: plain.readUInt32BE(0), accountId: uuidOf(plain.subarray(4, PLAIN_BYTES - 4)) };
  },
});
