import type { addHook, addToken } from '@laurel/contracts/console/calls/integrations';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';
import type { z } from 'zod';
import { AppError } from '../../app-error.ts';
import { hashHandle } from '../../crypto/random.ts';
import { changeHook, insertHook, insertToken, readStored, revokeToken } from './desk.store.ts';

type Deps = {
  db: Queryable;
  now(): Date;
  /** The key that signs the calls of a webhook. */
  keyOf(hook: { id: number; url: string }): Uint8Array;
  newToken(): string;
};

/** Begins each token, so that programs that look for leaked secrets know it. */
export const TOKEN_MARK = 'laurel_';

const iso = (time: Date): string => time.toISOString();
const isoOrNull = (time: Date | null): string | null => time && iso(time);

const found = (isFound: boolean): void => {
  if (!isFound) throw new AppError('console.not_found');
};

/** Creates the service of the screen for webhooks and tokens. */
export const createIntegrations = ({ db, now, keyOf, newToken }: Deps) => ({
  read: async () => {
    const { hooks, deliveries, tokens } = await readStored(db);
    return {
      hooks: hooks.map(({ addedAt, failingSince, offAt, ...hook }) => ({
        ...hook,
        addedAt: iso(addedAt),
        failingSince: isoOrNull(failingSince),
        offAt: isoOrNull(offAt),
      })),
      deliveries: deliveries.map(({ at, triedAt, dueAt, ...delivery }) => ({
        ...delivery,
        at: iso(at),
        triedAt: isoOrNull(triedAt),
        dueAt: isoOrNull(dueAt),
      })),
      tokens: tokens.map(({ madeAt, lastUsedAt, ...token }) => ({
        ...token,
        madeAt: iso(madeAt),
        lastUsedAt: isoOrNull(lastUsedAt),
      })),
    };
  },

  /** Adds a webhook. @returns the key of its signatures, as Standard Webhooks writes it */
  addHook: async (hook: Omit<z.output<(typeof addHook)['body']>, 'reason'>, by: Organiser): Promise<string> => {
    const id = await insertHook(db, hook, by, now());
    return `whsec_${Buffer.from(keyOf({ id, url: hook.url })).toString('base64')}`;
  },

  /** @throws AppError console.not_found */
  changeHook: async (what: Parameters<typeof changeHook>[1], id: number, by: Organiser): Promise<void> =>
    found(await changeHook(db, what, id, by, now())),

  /** Makes a token, of which only the hash is stored. @throws AppError console.forbidden if the person is no owner any more */
  addToken: async (
    made: Omit<z.output<(typeof addToken)['body']>, 'reason'> & { memberId: string },
    by: Organiser,
  ): Promise<string> => {
    const token = newToken();
    if (!(await insertToken(db, { ...made, hash: hashHandle(token) }, by, now())))
      throw new AppError('console.forbidden');
    return `${TOKEN_MARK}${token}`;
  },

  /** @throws AppError console.not_found */
  revokeToken: async (id: string, by: Organiser): Promise<void> => found(await revokeToken(db, id, by, now())),
});
export type Integrations = ReturnType<typeof createIntegrations>;
