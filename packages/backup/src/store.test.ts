import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from './open-store.ts';
import type { StorePlace } from './settings.ts';
import type { Store } from './store.ts';
import { BUCKET, CREDENTIALS, startS3 } from './testing/s3-server.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
let folder: string;
beforeAll(async () => {
  s3 = await startS3();
  folder = mkdtempSync(join(tmpdir(), 'laurel-store-'));
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const bucket = (more: Partial<Extract<StorePlace, { kind: 's3' }>> = {}): StorePlace => ({
  kind: 's3',
  bucket: BUCKET,
  prefix: 'a deployment/of+ours',
  endpoint: s3.endpoint,
  pathStyle: true,
  ...CREDENTIALS,
  ...more,
});
const openFor = (kind: string): Promise<Store> =>
  openStore(kind === 'folder' ? { kind: 'folder', path: folder } : bucket());
const put = (store: Store, key: string, content: string): Promise<number> =>
  store.put(key, Readable.from([Buffer.from(content)]));

const cutOff = async function* (bytes: number): AsyncGenerator<Buffer> {
  yield randomBytes(bytes);
  throw new Error('the source broke');
};

describe.each(['folder', 'bucket'])('a store in a %s', (kind) => {
  it('stores, replaces, lists in order and removes', async () => {
    const store = await openFor(kind);
    for (const name of ['c', 'a/2', 'a/1', 'b', 'a/10']) expect(await put(store, `x/${name}`, name)).toBe(name.length);
    await put(store, 'x/b', 'again');
    await put(store, 'y/other', '');
    expect((await store.list('x/')).map(({ key, size }) => [key, size])).toEqual([
      ['x/a/1', 3],
      ['x/a/10', 4],
      ['x/a/2', 3],
      ['x/b', 5],
      ['x/c', 1],
    ]);
    const found = await store.get('x/b');
    expect(found && (await text(found))).toBe('again');
    expect(await store.get('x/nothing')).toBeUndefined();
    await store.remove(['x/b', 'x/c', 'x/nothing']);
    expect((await store.list('x/')).map(({ key }) => key)).toEqual(['x/a/1', 'x/a/10', 'x/a/2']);
    await store.remove(['x/a/1', 'x/a/10', 'x/a/2', 'y/other']);
    expect(await store.list('')).toEqual([]);
  });

  it('stores an object larger than a part unchanged', async () => {
    const store = await openFor(kind);
    const content = randomBytes(17 * 1024 * 1024 + 5);
    expect(await store.put('large', Readable.from([content.subarray(0, 7), content.subarray(7)]))).toBe(content.length);
    const found = await store.get('large');
    expect(found && (await buffer(found)).equals(content)).toBe(true);
    await store.remove(['large']);
  });

  it.each([[10], [17 * 1024 * 1024]])('stores nothing if the source fails after %d bytes', async (bytes) => {
    const store = await openFor(kind);
    await expect(store.put('broken', Readable.from(cutOff(bytes)))).rejects.toThrow('the source broke');
    expect(await store.list('')).toEqual([]);
    if (kind === 'folder')
      expect(readdirSync(folder, { recursive: true }).filter((name) => /unfin/.test(String(name)))).toEqual([]);
  });
});

describe('a store in a bucket', () => {
  it('retries when the service is busy', async () => {
    const store = await openFor('bucket');
    await put(store, 'busy', 'kept');
    s3.failNext(2);
    expect(await store.list('')).toHaveLength(1);
    s3.failNext(2);
    const found = await store.get('busy');
    expect(found && (await text(found))).toBe('kept');
    s3.failNext(3);
    await expect(store.get('busy')).rejects.toThrow('SlowDown');
    await store.remove(['busy']);
  });

  it('takes a 404 of a proxy for a missing object only if the service does not list it', async () => {
    const store = await openFor('bucket');
    await put(store, 'there', 'kept');
    await put(store, 'absent.other', '');
    try {
      s3.hide('objects');
      expect(await store.get('absent')).toBeUndefined();
      await expect(store.get('there')).rejects.toThrow('Unexpected response code 404');
      s3.hide('everything');
      await expect(store.get('absent')).rejects.toThrow('Unexpected response code 404');
    } finally {
      s3.hide('nothing');
    }
    await store.remove(['there', 'absent.other']);
  });

  it('reports a wrong secret or bucket, and does not take it for a missing object', async () => {
    const wrong = await openStore(bucket({ secretKey: 'another' }));
    await expect(put(wrong, 'key', 'content')).rejects.toThrow('SignatureDoesNotMatch');
    await expect(wrong.get('key')).rejects.toThrow('SignatureDoesNotMatch');
    const elsewhere = await openStore(bucket({ bucket: 'elsewhere' }));
    await expect(elsewhere.get('key')).rejects.toThrow('NoSuchBucket');
  });
});

it('an object is missing, too, after a 404 with another code, but not if the bucket is missing', async () => {
  const other = await startS3('NotFound');
  try {
    const store = await openStore(bucket({ endpoint: other.endpoint }));
    expect(await store.get('x/nothing')).toBeUndefined();
    const lost = openStore(bucket({ endpoint: other.endpoint, bucket: 'another' }));
    await expect(lost.then((opened) => opened.get('x/nothing'))).rejects.toThrow('NoSuchBucket');
  } finally {
    await other.close();
  }
});
