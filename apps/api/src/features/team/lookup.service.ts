import { LRUCache } from 'lru-cache';
import { hashHandle } from '../../crypto/random.ts';
import { charge, createMemoryLimit } from '../../http/memory-limit.ts';
import { isToken, UNKNOWN_TOKENS } from './policy.ts';

/** Sessions that are remembered: far more than a team has. */
const MAX_KNOWN = 1_000;

/**
 * Looks up the sessions of cookies. A token that this process has not found before is charged to its network, so that
 * made-up tokens don't occupy the console's few connections. Known sessions of that network are not limited.
 * @param find looks up a session by the hash of its token
 * @returns a function that throws AppError limit.exceeded
 */
export const createSessionLookup = <Session>(
  find: (tokenHash: Buffer, network: string, now: Date) => Promise<Session | undefined>,
): ((token: string | undefined, network: string, now: Date) => Promise<Session | undefined>) => {
  const unknown = createMemoryLimit(UNKNOWN_TOKENS.limit, UNKNOWN_TOKENS.windowMs);
  const known = new LRUCache<string, true>({ max: MAX_KNOWN });
  return async (token, network, now) => {
    if (token === undefined || !isToken(token)) return undefined;
    const hash = hashHandle(token);
    const key = hash.toString('base64');
    if (!known.has(key)) {
      charge(unknown, network, now.getTime());
    }
    const session = await find(hash, network, now);
    if (session) known.set(key, true);
    else known.delete(key);
    return session;
  };
};
