import type { Transact } from '@laurel/database/client';
import { createRetention } from '../features/retention/service.ts';
import type { Outbox } from '../jobs/port.ts';
import { addRetentionJob } from '../jobs/queue.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Wires the erasure of accounts that nobody uses. */
export const wireRetention = ({ config, db, fingerprint }: Infrastructure, transact: Transact, outbox: Outbox) =>
  createRetention({
    db,
    transact,
    outbox,
    fingerprint,
    months: config.RETAIN_MONTHS,
    queueNext: addRetentionJob,
  });
