import type { FloodWork } from '@laurel/contracts/proof';
import type { Db } from '@laurel/database/client';
import { FADE_MS, type Heat, OVER_SHARE } from './policy.ts';

/** Work that was asked for: over all where the network is empty. */
export type Asked = { work: FloodWork; network: string; count: number; limit: number };

/** What is flooded. */
export type Flooded = Heat & { work: string; network: string };

const FADE_SECONDS = FADE_MS / 1_000;
/** More networks at once are no matter of networks any more: the count over all has long risen. */
const MOST_FLOODED = 10_000;

/**
 * Adds what was asked for to counts that fade, in one statement: PostgreSQL adds to what the last process has left, so
 * that together they count right. A flood begins at its limit and is over at half of it. Rows are locked in one order.
 */
export const addHeat = async (db: Db, asked: readonly Asked[], now: Date): Promise<void> => {
  const of = <T>(pick: (each: Asked) => T): T[] => asked.map(pick);
  await db.$executeRaw`
    WITH asked AS (
      SELECT * FROM unnest(${of(({ work }) => work)}::text[], ${of(({ network }) => network)}::text[],
                           ${of(({ count }) => count)}::float8[], ${of(({ limit }) => limit)}::float8[])
                 AS a (work, network, added, most)
    )
    INSERT INTO floods AS f (work, network, heat, is_on, at)
    SELECT work, network, added, added >= most, ${now}::timestamptz FROM asked ORDER BY work, network
    ON CONFLICT (work, network) DO UPDATE SET (heat, is_on, at) = (
      SELECT sum.heat, sum.heat >= asked.most OR (f.is_on AND sum.heat >= asked.most * ${OVER_SHARE}::float8),
             greatest(f.at, excluded.at)
        FROM asked,
             -- exp() of a far past would be an underflow, which is an error.
             LATERAL (SELECT excluded.heat + f.heat * exp(-least(50, greatest(0,
                        extract(epoch FROM excluded.at - f.at)::float8 / ${FADE_SECONDS}::float8))) AS heat) sum
       WHERE asked.work = f.work AND asked.network = f.network)`;
};

/** The floods that are on, as far as their counts were told; the greatest first. */
export const readFlooded = (db: Db): Promise<Flooded[]> =>
  db.flood.findMany({
    where: { isOn: true },
    select: { work: true, network: true, heat: true, at: true },
    orderBy: { heat: 'desc' },
    take: MOST_FLOODED,
  });

/** Takes a proof, once over all processes; false where it was taken before. */
export const spendProof = async (db: Db, nonce: string, expiresAt: Date): Promise<boolean> => {
  const taken = await db.$executeRaw`
    INSERT INTO spent_proofs (nonce, expires_at) VALUES (${Buffer.from(nonce, 'hex')}, ${expiresAt})
    ON CONFLICT (nonce) DO NOTHING`;
  return taken === 1;
};
