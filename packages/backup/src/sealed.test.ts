import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKeyPair, needIdentities, needRecipients, seal, unseal } from './sealed.ts';

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
const opened = async (octets: Buffer, identity: string): Promise<Buffer> =>
  buffer(await unseal(Readable.from([octets]), [identity]));

describe('sealing', () => {
  it('is undone by the secret key, and makes zeros small', async () => {
    const octets = await sealed();
    expect(octets.length).toBeLessThan(content.length - 250_000);
    expect((await opened(octets, keys.identity)).equals(content)).toBe(true);
  });

  it('is the age format, and gzip inside: no Laurel is needed to open it', async () => {
    const octets = await sealed();
    expect(octets.toString('latin1', 0, 21)).toBe('age-encryption.org/v1');
    const decrypter = new Decrypter();
    decrypter.addIdentity(keys.identity);
    expect(gunzipSync(await decrypter.decrypt(octets)).equals(content)).toBe(true);
  });

  it('is undone by every one of several keys', async () => {
    const octets = await sealed([keys.recipient, others.recipient]);
    for (const { identity } of [keys, others]) expect((await opened(octets, identity)).equals(content)).toBe(true);
  });

  it('is not undone by another key, and says so', async () => {
    await expect(opened(await sealed(), others.identity)).rejects.toThrow('does not open with this secret key');
  });

  it.each([
    ['cut off', (octets: Buffer) => octets.subarray(0, -100)],
    ['cut off between blocks', (octets: Buffer) => octets.subarray(0, 200 + 16 + 65_552)],
    ['changed', (octets: Buffer) => octets.fill(1, 100_000, 100_001)],
  ])('tells a file that was %s', async (_, damage) => {
    await expect(opened(damage(await sealed()), keys.identity)).rejects.toThrow();
  });

  it('passes on that its source broke: half a backup never looks like a whole one', async () => {
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield content;
      throw new Error('the source broke');
    };
    await expect(buffer(await seal(Readable.from(broken()), [keys.recipient]))).rejects.toThrow('the source broke');
  });
});

describe('the keys', () => {
  it('are read as age-keygen writes them, with comments', () => {
    const text = `# created: today\n# public key: ${keys.recipient}\n${keys.identity}\n`;
    expect(needIdentities({ identity: text })).toEqual([keys.identity]);
    expect(needRecipients({ recipient: `${keys.recipient}\n# ours\n\n${others.recipient}` })).toEqual([
      keys.recipient,
      others.recipient,
    ]);
  });

  it('are asked for, and told apart, without a word of theirs', () => {
    expect(() => needRecipients({ recipient: undefined })).toThrow('BACKUP_RECIPIENT_FILE');
    expect(() => needIdentities({ identity: undefined })).toThrow('BACKUP_IDENTITY_FILE');
    expect(() => needRecipients({ recipient: keys.identity })).toThrow(/^BACKUP_RECIPIENT: must hold age public keys/);
    expect(() => needIdentities({ identity: keys.recipient })).toThrow(/^BACKUP_IDENTITY: must hold an age secret key/);
    expect(() => needRecipients({ recipient: '# nothing' })).toThrow('BACKUP_RECIPIENT');
  });
});
