import type { FloodWork } from '@laurel/contracts/proof';
import type { Db } from '@laurel/database/client';
import { DECAY_MS, END_SHARE, type Load } from './policy.ts';

/** Counted requests for a kind of work, in total if the network is `SITE`. A flood begins at `limit`. */
export type Counted = { work: FloodWork; network: string; count: number; limit: number };

export type Flood = Load & { work: string; network: string };

const DECAY_SECONDS = DECAY_MS / 1_000;
/** The most floods that are read. With more flooded networks, the total is flooded, too. */
const MAX_FLOODS = 10_000;

/**
 * Adds counted requests to the decaying counts of all processes, in one statement. A flood begins at its limit and ends
 * at half of it. Rows are always locked in the same order, to prevent deadlocks.
 */
export const addLoad = async (db: Db, counted: readonly Counted[], now: Date): Promise<void> => {
  const of = <T>(pick: (each: Counted) => T): T[] => counted.map(pick);
  await db.$executeRaw`
    WITH counted AS (
      SELECT * FROM unnest(${of(({ work }) => work)}::text[], ${of(({ network }) => network)}::text[],
                           ${of(({ count }) => count)}::float8[], ${of(({ limit }) => limit)}::float8[])
                 AS a (work, network, added, most)
    )
    INSERT INTO floods AS f (work, network, heat, is_on, at)
    SELECT work, network, added, added >= most, ${now}::timestamptz FROM counted ORDER BY work, network
    ON CONFLICT (work, network) DO UPDATE SET (heat, is_on, at) = (
      SELECT sum.heat, sum.heat >= counted.most OR (f.is_on AND sum.heat >= counted.most * ${END_SHARE}::float8),
             greatest(f.at, excluded.at)
        FROM counted,
             -- PostgreSQL reports an underflow of exp() as an error.
             LATERAL (SELECT excluded.heat + f.heat * exp(-least(50, greatest(0,
                        extract(epoch FROM excluded.at - f.at)::float8 / ${DECAY_SECONDS}::float8))) AS heat) sum
       WHERE counted.work = f.work AND counted.network = f.network)`;
};

/** The current floods, those with the highest stored loads first. */
export const readFloods = async (db: Db): Promise<Flood[]> => {
  const rows = await db.flood.findMany({ where: { isOn: true }, orderBy: { heat: 'desc' }, take: MAX_FLOODS });
  return rows.map(({ work, network, heat, at }) => ({ work, network, load: heat, at }));
};

/**
 * Marks a proof as used for all processes.
 * @returns false if it was used before
 */
export const spendProof = async (db: Db, nonce: string, expiresAt: Date): Promise<boolean> => {
  const inserted = await db.$executeRaw`
    INSERT INTO spent_proofs (nonce, expires_at) VALUES (${Buffer.from(nonce, 'hex')}, ${expiresAt})
    ON CONFLICT (nonce) DO NOTHING`;
  return inserted === 1;
};
