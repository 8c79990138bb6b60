import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKeyPair, requireIdentities, requireRecipients, seal, unseal } from './sealed.ts';

type Keys = Awaited<ReturnType<typeof createKeyPair>>;
let keys: Keys;
let others: Keys;
beforeAll(async () => {
  keys = await createKeyPair();
  others = await createKeyPair();
});

const content = Buffer.concat([randomBytes(300_000), Buffer.alloc(300_000)]);
const sealed = async (recipients = [keys.recipient]): Promise<Buffer> =>
  buffer(await seal(Readable.from([content]), recipients));
const opened = async (bytes: Buffer, identity: string): Promise<Buffer> =>
  buffer(await unseal(Readable.from([bytes]), [identity]));

describe('sealing', () => {
  it('produces the age format with gzip inside, which can be opened without Laurel', async () => {
    const bytes = await sealed();
    expect(bytes.length).toBeLessThan(content.length - 250_000);
    expect(bytes.toString('latin1', 0, 21)).toBe('age-encryption.org/v1');
    const decrypter = new Decrypter();
    decrypter.addIdentity(keys.identity);
    expect(gunzipSync(await decrypter.decrypt(bytes)).equals(content)).toBe(true);
  });

  it('is undone by each of several keys', async () => {
    const bytes = await sealed([keys.recipient, others.recipient]);
    for (const { identity } of [keys, others]) expect((await opened(bytes, identity)).equals(content)).toBe(true);
  });

  it('reports a wrong key', async () => {
    await expect(opened(await sealed(), others.identity)).rejects.toThrow('does not open with this private key');
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -100)],
    ['cut off between blocks', (bytes: Buffer) => bytes.subarray(0, 200 + 16 + 65_552)],
    ['changed', (bytes: Buffer) => bytes.fill(1, 100_000, 100_001)],
  ])('detects a file that was %s', async (_, damage) => {
    await expect(opened(damage(await sealed()), keys.identity)).rejects.toThrow();
  });

  it('fails to open if the store stops in the middle, instead of waiting for more', async () => {
    const bytes = await sealed();
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, bytes.length / 2);
      throw new Error('the store broke');
    };
    const read = async () => buffer(await unseal(Readable.from(broken()), [keys.identity]));
    await expect(read()).rejects.toThrow('the store broke');
  }, 5_000);

  it('fails if its source fails, so that half a backup never looks complete', async () => {
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield content;
      throw new Error('the source broke');
    };
    await expect(buffer(await seal(Readable.from(broken()), [keys.recipient]))).rejects.toThrow('the source broke');
  });
});

describe('the keys', () => {
  it('are read in the format of age-keygen, with comments', () => {
    const text = `# created: today\n# public key: ${keys.recipient}\n${keys.identity}\n`;
    expect(requireIdentities({ identity: text })).toEqual([keys.identity]);
    expect(requireRecipients({ recipient: `${keys.recipient}\n# ours\n\n${others.recipient}` })).toEqual([
      keys.recipient,
      others.recipient,
    ]);
  });

  it('are checked without being quoted in errors', () => {
    expect(() => requireRecipients({ recipient: undefined })).toThrow('BACKUP_RECIPIENT_FILE');
    expect(() => requireIdentities({ identity: undefined })).toThrow('BACKUP_IDENTITY_FILE');
    expect(() => requireRecipients({ recipient: keys.identity })).toThrow(
      /^BACKUP_RECIPIENT: must hold age public keys/,
    );
    expect(() => requireIdentities({ identity: keys.recipient })).toThrow(
      /^BACKUP_IDENTITY: must hold an age private key/,
    );
    expect(() => requireRecipients({ recipient: keys.identity })).not.toThrow(keys.identity);
    expect(() => requireRecipients({ recipient: '# nothing' })).toThrow('BACKUP_RECIPIENT');
  });
});
