import type { Db } from '@laurel/database/client';
import { z } from 'zod';
import type { Carrier, NumberLookup } from '../../adapters/number-lookup/port.ts';
import { noteCarrier, readPhone } from './store.ts';

const jobSchema = z.object({ account: z.guid() });

type Deps = {
  db: Db;
  /** Undefined if none is configured any more. */
  lookup: NumberLookup | undefined;
  now(): Date;
  onFailure(error: unknown): void;
};

/**
 * Runs a job of the queue: notes what kind of number an account has proven. A provider that fails is not asked again, because
 * each answer costs money: the kind stays `unknown`.
 */
export const createNumberLookups =
  ({ db, lookup, now, onFailure }: Deps) =>
  async (payload: unknown): Promise<void> => {
    const { account } = jobSchema.parse(payload);
    const phone = await readPhone(db, account);
    if (!lookup || !phone?.verified || phone.phoneNumber === null) return;
    const carrier = await lookup(phone.phoneNumber).catch((error: unknown): Carrier => {
      onFailure(error);
      return 'unknown';
    });
    await noteCarrier(db, account, carrier, now());
  };
