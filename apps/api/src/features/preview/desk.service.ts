import type pg from 'pg';
import { AppError } from '../../app-error.ts';
import { hashHandle, newHandle } from '../../crypto/random.ts';
import { pathOf } from './policy.ts';
import { endAddress, readPreviewEnd, storeAddress } from './store.ts';

type Deps = {
  /** The connections of the console's role. */
  pool: pg.Pool;
  /** The voters' site, without a trailing slash. */
  publicUrl: string;
  now(): Date;
};

/** Creates the service that makes and ends the addresses at which drafts are shown. Each throws console.not_found without a draft. */
export const createPreviewDesk = ({ pool, publicUrl, now }: Deps) => ({
  /** Until when a draft has an address, or null. */
  end: async (id: number): Promise<Date | null> => {
    const found = await readPreviewEnd(pool, id);
    if (!found) throw new AppError('console.not_found');
    return found.endsAt;
  },
  /** Makes an address in place of an earlier one. Only here it is known. */
  share: async (id: number, days: number, actor: string) => {
    const secret = newHandle();
    const endsAt = await storeAddress(pool, { id, hash: hashHandle(secret), days, actor, now: now() });
    if (!endsAt) throw new AppError('console.not_found');
    return { url: `${publicUrl}${pathOf(secret)}`, endsAt };
  },
  stop: async (id: number, actor: string): Promise<void> => {
    if (!(await endAddress(pool, id, actor, now()))) throw new AppError('console.not_found');
  },
});
export type PreviewDesk = ReturnType<typeof createPreviewDesk>;
