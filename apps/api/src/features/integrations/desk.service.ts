import { readIntegrations } from '@laurel/contracts/console/calls/integrations';
import { parseJson } from '@laurel/contracts/json';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';
import { AppError } from '../../app-error.ts';
import { hashHandle } from '../../crypto/random.ts';
import { type Change, change, readStored } from './desk.store.ts';

type Deps = {
  db: Queryable;
  now(): Date;
  /** The key that signs the calls of a webhook. */
  keyOf(hook: { id: number; url: string }): Uint8Array;
  newToken(): string;
};

/** Begins each key of the API, so that programs that look for leaked secrets know it. */
export const TOKEN_MARK = 'laurel_';

/** Creates the service of the screen for webhooks and keys. */
export const createIntegrations = ({ db, now, keyOf, newToken }: Deps) => {
  /** @throws AppError console.not_found */
  const make = async (what: Change, by: Organiser): Promise<string> => {
    const id = await change(db, what, by, now());
    if (id === null) throw new AppError('console.not_found');
    return id;
  };
  return {
    make,
    // The schema reads the times as the answer has them.
    read: async () => readIntegrations.reply.parse(parseJson(JSON.stringify(await readStored(db)))),
    /** Adds a webhook. @returns the key of its signatures, as Standard Webhooks writes it */
    addHook: async (hook: { url: string }, by: Organiser): Promise<string> => {
      const id = Number(await make({ action: 'hook.add', values: hook }, by));
      return `whsec_${Buffer.from(keyOf({ id, url: hook.url })).toString('base64')}`;
    },
    /** Makes a key, of which only the hash is stored. @throws AppError console.not_found if the person is no owner any more */
    addToken: async (owner: string, token: object, by: Organiser): Promise<string> => {
      const made = newToken();
      const values = { ...token, hash: hashHandle(made).toString('hex') };
      await make({ action: 'token.add', id: owner, values }, by);
      return `${TOKEN_MARK}${made}`;
    },
  };
};
export type Integrations = ReturnType<typeof createIntegrations>;
