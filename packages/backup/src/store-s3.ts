import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3Client as Client, S3Errors as Errors } from '@bradenmacdonald/s3-lite-client';
import type { StorePlace } from './settings.ts';
import type { Store, StoredObject } from './store.ts';

// The S3 client calls fetch itself, and has no setting for redirects: one would send signatures and backups to another host.
const platformFetch = globalThis.fetch;
globalThis.fetch = (input, init) => platformFetch(input, { redirect: 'error', ...init });
const isRedirect = (error: TypeError): boolean =>
  error.cause instanceof Error && error.cause.message === 'unexpected redirect';

/** At most four parts are in memory during a base backup. S3 allows 10,000 parts, so an object has at most 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;
const TRIES = 3;

/** Whether to retry: the service or the connection to it is busy or broken. */
const isTemporary = (error: unknown): boolean =>
  error instanceof Errors.ServerError
    ? error.statusCode >= 500 || error.statusCode === 429
    : error instanceof TypeError && !isRedirect(error);

const retried = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !isTemporary(error)) throw error;
      await sleep(200 * 4 ** attempt * Math.random());
    }
  }
};

/** Whether a service says that it has no object of a key; `maybe` for a 404 with another code than NoSuchKey, or none. */
const isAbsent = (error: unknown): boolean | 'maybe' => {
  if (!(error instanceof Errors.ServerError)) return false;
  if (error.code === 'NoSuchKey') return true;
  return error.statusCode === 404 && error.code !== 'NoSuchBucket' && 'maybe';
};

export const createS3Store = (place: Extract<StorePlace, { kind: 's3' }>): Store => {
  const { bucket, prefix, endpoint, region, pathStyle, accessKey, secretKey } = place;
  const client = new Client({ endPoint: endpoint, region, bucket, pathStyle, accessKey, secretKey });
  const root = prefix === '' ? '' : `${prefix}/`;
  const list = (wanted: string): Promise<StoredObject[]> =>
    retried(async () => {
      const found: StoredObject[] = [];
      for await (const { key, size, lastModified } of client.listObjects({ prefix: root + wanted })) {
        found.push({ key: key.slice(root.length), size, modifiedAt: lastModified });
      }
      return found;
    });
  return {
    place: `s3://${bucket}/${prefix}`,
    async put(key, body) {
      let size = 0;
      const counted = async function* (): AsyncGenerator<Uint8Array<ArrayBuffer>> {
        for await (const chunk of body) {
          const bytes = new Uint8Array(chunk);
          size += bytes.length;
          yield bytes;
        }
      };
      await client.putObject(root + key, Readable.toWeb(Readable.from(counted())), { partSize: PART_BYTES });
      return size;
    },
    async get(key) {
      try {
        const { body } = await retried(() => client.getObject(root + key));
        return body ? Readable.fromWeb(body) : Readable.from([]);
      } catch (error) {
        const absent = isAbsent(error);
        if (!absent) throw error;
        // Some services answer like this. So does a proxy while the service behind it is down, but then the list fails.
        if (absent === 'maybe' && (await list(key)).some((found) => found.key === key)) throw error;
        return undefined;
      }
    },
    list,
    async remove(keys) {
      for (const key of keys) await retried(() => client.deleteObject(root + key));
    },
    // A rule of the bucket removes incomplete uploads (docs/operations.md): the credentials may not be allowed to list them.
    removeUnfinished: async () => undefined,
  };
};
