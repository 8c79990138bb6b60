/** A password's hash by Argon2id, version 1.3, over one lane (RFC 9106). */
export type PasswordHash = { memoryKiB: number; passes: number; salt: Buffer; key: Buffer };

const SHAPE = /^\$argon2id\$v=19\$([a-z0-9=,]+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const inBase64 = (octets: Buffer): string => octets.toString('base64').replaceAll('=', '');

/** A hash as it is stored: the PHC string format, whose base64 has no padding. */
export const formatHash = ({ memoryKiB, passes, salt, key }: PasswordHash): string =>
  `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${inBase64(salt)}$${inBase64(key)}`;

/**
 * Reads a stored hash; its parameters may stand in any order.
 * @throws Error where it is none that formatHash could have made
 */
export const readHash = (stored: string): PasswordHash => {
  const [, parameters = '', salt = '', key = ''] = SHAPE.exec(stored) ?? [];
  const given = new Map(
    parameters.split(',').map((each): [string, number] => [each.slice(0, 1), Number(each.slice(2))]),
  );
  const memoryKiB = given.get('m') ?? 0;
  const passes = given.get('t') ?? 0;
  if (given.size !== 3 || given.get('p') !== 1 || !(memoryKiB >= 8) || !(passes >= 1)) {
    // What is stored there is never told.
    throw new Error('a stored password hash is not in the PHC string format of Argon2id with one lane');
  }
  return { memoryKiB, passes, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') };
};
