import { encodeUtf8 } from '@laurel/tlog/bytes';
import { nodeVerifier, signerOf } from '@laurel/tlog/node';
import { COSIGNATURE, parseVerifierKey, signNote } from '@laurel/tlog/note';
import { describe, expect, it } from 'vitest';
import { judge, logsOf, parseRequest, type Request } from './policy.ts';
import { createTestLog, requestOf } from './testing/log.ts';

const log = await createTestLog();
const logs = logsOf([await parseVerifierKey(nodeVerifier, log.verifierKey)]);
const parsed = (body: string): Request => {
  const request = parseRequest(encodeUtf8(body));
  if (!request) throw new Error('malformed');
  return request;
};
const judged = (body: string, size?: number) =>
  judge(nodeVerifier, logs, parsed(body), size === undefined ? undefined : { size, root: log.root(size) });
const HASH = Buffer.alloc(32, 1).toString('base64');

describe('a request', () => {
  it('has the old size, a proof and a checkpoint', async () => {
    const { oldSize, proof, checkpoint } = parsed(await log.request(5, 9));
    expect({ oldSize, hashes: proof.length, ...checkpoint }).toEqual({
      oldSize: 5,
      hashes: 5,
      origin: log.origin,
      size: 9,
      root: log.root(9),
      extensions: [],
    });
  });

  it.each([
    ['nothing', () => ''],
    ['no checkpoint', () => 'old 0\n\n'],
    ['no empty line', (right: string) => right.replace('\n\n', '\n')],
    ['no old size', (right: string) => right.replace('old 0', 'old ')],
    ['a negative size', (right: string) => right.replace('old 0', 'old -1')],
    ['a leading zero', (right: string) => right.replace('old 0', 'old 01')],
    ['two spaces', (right: string) => right.replace('old 0', 'old  0')],
    ['a carriage return', (right: string) => right.replace('old 0\n', 'old 0\r\n')],
    ['a size that JavaScript can’t count', (right: string) => right.replace('old 0', 'old 9007199254740993')],
    ['a short hash', (right: string) => right.replace('old 0\n', 'old 0\nAAAA\n')],
    ['64 hashes', (right: string) => right.replace('old 0\n', `old 0\n${`${HASH}\n`.repeat(64)}`)],
    ['a checkpoint without its last newline', (right: string) => right.slice(0, -1)],
    ['a checkpoint without signatures', (right: string) => right.slice(0, right.indexOf('—'))],
    ['a checkpoint of two lines', (right: string) => right.replace(/\n3\n/, '\n')],
  ])('with %s is malformed', async (_what, change) => {
    const right = await log.request(0, 3);
    expect(parseRequest(encodeUtf8(right))).toBeDefined();
    expect(parseRequest(encodeUtf8(change(right)))).toBeUndefined();
  });

  it('may have 63 hashes', async () => {
    const body = (await log.request(0, 3)).replace('old 0\n', `old 0\n${`${HASH}\n`.repeat(63)}`);
    expect(parsed(body).proof).toHaveLength(63);
  });

  it('that is not UTF-8 is malformed', () => {
    expect(parseRequest(Uint8Array.of(0xff, 0xfe, 10, 10))).toBeUndefined();
  });
});

describe('a witness', () => {
  it('accepts the first checkpoint of a log, of any size', async () => {
    expect(await judged(await log.request(0, 0))).toMatchObject({ status: 200 });
    expect(await judged(await log.request(0, 7))).toMatchObject({ status: 200 });
  });

  it('accepts every tree that continues the one before', async () => {
    for (let size = 1; size <= 20; size += 1) {
      for (let old = 0; old <= size; old += 1) {
        expect([old, size, await judged(await log.request(old, size), old)]).toMatchObject([
          old,
          size,
          { status: 200 },
        ]);
      }
    }
  });

  it('accepts the same checkpoint again', async () => {
    expect(await judged(await log.request(7, 7), 7)).toMatchObject({ status: 200 });
  });

  it('returns the size that it knows to a log that names another', async () => {
    expect(await judged(await log.request(0, 9), 7)).toEqual({ status: 409, size: 7 });
    expect(await judged(await log.request(8, 9), 7)).toEqual({ status: 409, size: 7 });
    expect(await judged(await log.request(3, 9))).toEqual({ status: 409, size: 0 });
  });

  it('refuses a smaller tree', async () => {
    expect(await judged(await log.request(7, 5), 7)).toMatchObject({ status: 400 });
    expect(await judged(await log.request(5, 5), 7)).toEqual({ status: 409, size: 7 });
  });

  it('refuses another tree of the same size', async () => {
    const fork = await createTestLog({ forksAt: 6 });
    expect(await judged(await fork.request(7, 7), 7)).toMatchObject({ status: 422 });
    const proven = (await fork.request(7, 7)).replace('old 7\n', `old 7\n${HASH}\n`);
    expect(await judged(proven, 7)).toMatchObject({ status: 422 });
  });

  it('refuses a larger tree that does not continue the one before', async () => {
    const fork = await createTestLog({ forksAt: 6 });
    expect(await judged(await fork.request(7, 9), 7)).toMatchObject({ status: 422 });
  });

  it('refuses a proof with a hash too many, too few or changed', async () => {
    const right = await log.request(5, 9);
    const lines = right.split('\n');
    const [old = '', first = ''] = lines;
    expect(await judged([old, ...lines.slice(2)].join('\n'), 5)).toMatchObject({ status: 422 });
    expect(await judged([old, first, ...lines.slice(1)].join('\n'), 5)).toMatchObject({ status: 422 });
    expect(await judged([old, HASH, ...lines.slice(2)].join('\n'), 5)).toMatchObject({ status: 422 });
  });

  it('refuses hashes where there is nothing to prove', async () => {
    expect(await judged((await log.request(0, 3)).replace('old 0\n', `old 0\n${HASH}\n`))).toMatchObject({
      status: 422,
    });
    expect(await judged((await log.request(3, 3)).replace('old 3\n', `old 3\n${HASH}\n`), 3)).toMatchObject({
      status: 422,
    });
  });

  it('refuses an empty tree with a root of its own', async () => {
    const signer = await signerOf(new Uint8Array(32).fill(7), log.origin);
    expect(await judged(requestOf(0, [], await signNote(signer, `${log.origin}\n0\n${HASH}\n`)))).toMatchObject({
      status: 422,
    });
  });

  it('does not know other logs', async () => {
    const other = await createTestLog({ origin: 'other.example/log' });
    expect(await judged(await other.request(0, 3))).toEqual({ status: 404 });
  });

  it('refuses a checkpoint that the log’s key did not sign', async () => {
    const impostor = await createTestLog({ seed: 8 });
    expect(await judged(await impostor.request(0, 3))).toEqual({ status: 403 });
    const right = await log.request(0, 3);
    const [end = ''] = /=*\n$/.exec(right) ?? [];
    const at = right.length - end.length - 5;
    const changed = right.slice(0, at) + (right[at] === 'A' ? 'B' : 'A') + right.slice(at + 1);
    expect(await judged(changed)).toEqual({ status: 403 });
    // This test failed: the witness cosigned a note with a broken line of the log's key.
    const broken = changed.slice(changed.indexOf('—'));
    expect(await judged(right + broken)).toEqual({ status: 403 });
    expect(await judged(right + right.slice(right.indexOf('—')))).toMatchObject({ status: 200 });
  });

  it('ignores signatures of strangers', async () => {
    const right = await log.request(0, 3);
    const stranger = Buffer.alloc(68, 3).toString('base64');
    const verdict = await judged(`${right}— stranger.example ${stranger}\n`);
    expect(verdict).toMatchObject({ status: 200, signatures: [{ name: log.origin }] });
  });

  it('accepts each of the keys of a log, and refuses keys that sign no checkpoints', async () => {
    const renewed = await createTestLog({ seed: 8 });
    const keys = await Promise.all(
      [log, renewed].map(({ verifierKey }) => parseVerifierKey(nodeVerifier, verifierKey)),
    );
    const request = parsed(await renewed.request(0, 3));
    expect(await judge(nodeVerifier, logsOf(keys), request)).toMatchObject({ status: 200 });
    const { key } = await signerOf(new Uint8Array(32).fill(1), 'w', COSIGNATURE);
    expect(() => logsOf([key])).toThrow('type 1');
  });
});
