import { CLAIM_REST_MS, CLIENT_HINTS_TTL_MS } from '@laurel/contracts/limits';
import type { Db } from '@laurel/database/client';
import { after } from '../clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** An expired code is still told apart from an unknown one for a while. */
const CHALLENGE_KEPT_MS = DAY_MS;
/** Charges count for a day; a little longer helps support. */
const CHARGE_KEPT_MS = 30 * DAY_MS;
/** By then a flood's count has faded to nothing. */
const FLOOD_KEPT_MS = 60 * MINUTE_MS;
/** Replicas' clocks may differ: a proof that was taken is known for longer than the slowest one would let it in. */
const PROOF_KEPT_MS = 60 * MINUTE_MS;
/** Jobs that failed for good wait this long for someone to look at them. */
const DEAD_JOB_KEPT_MS = 7 * DAY_MS;

/** An account whose mailbox nobody proves is given a week (docs/decisions/072-accounts-that-nobody-proves.md). */
const UNPROVEN_KEPT_MS = 7 * DAY_MS;
const UNPROVEN_BATCH = 1_000;

/** No try takes this long: whoever still holds a job then is gone. */
const ABANDONED_MS = 2 * MINUTE_MS;

/**
 * Deletes accounts whose mailbox was not proven in time; they have no votes. One that waits for a code's answer right now is
 * left until that has expired, one that another call holds until the next time; and one that is proven at this very moment is
 * looked at again once its row is held, and stays.
 */
const pruneUnproven = async (db: Db, now: Date): Promise<void> => {
  for (;;) {
    const deleted = await db.$executeRaw`
      DELETE FROM accounts WHERE id IN (
        SELECT a.id FROM accounts a
         WHERE a.email_verified_at IS NULL AND a.erased_at IS NULL AND a.created_at <= ${after(now, -UNPROVEN_KEPT_MS)}
           AND NOT EXISTS (SELECT FROM challenges c WHERE c.account_id = a.id AND c.expires_at > ${now})
           AND NOT EXISTS (SELECT FROM phone_verifications p WHERE p.account_id = a.id)
           AND NOT EXISTS (SELECT FROM social_links s WHERE s.account_id = a.id)
         LIMIT ${UNPROVEN_BATCH} FOR UPDATE OF a SKIP LOCKED)`;
    if (deleted < UNPROVEN_BATCH) return;
  }
};

/** Deletes what has had its time: accounts that nobody proved, expired challenges, sessions, devices, two-factor setups, counters, proofs and claims, declared client data, charges. */
export const prune = async (db: Db, now: Date): Promise<void> => {
  await db.challenge.deleteMany({ where: { expiresAt: { lt: after(now, -CHALLENGE_KEPT_MS) } } });
  await db.session.deleteMany({ where: { expiresAt: { lte: now } } });
  await db.device.deleteMany({ where: { expiresAt: { lte: now } } });
  await db.twoFactorSetup.deleteMany({ where: { expiresAt: { lte: now } } });
  await db.rateLimit.deleteMany({ where: { expiresAt: { lte: now } } });
  await db.flood.deleteMany({ where: { at: { lt: after(now, -FLOOD_KEPT_MS) } } });
  await db.spentProof.deleteMany({ where: { expiresAt: { lt: after(now, -PROOF_KEPT_MS) } } });
  const rested = { OR: [{ since: null }, { since: { lte: after(now, -CLAIM_REST_MS) } }] };
  await db.claim.deleteMany({ where: { heldUntil: { lte: now }, ...rested } });
  await db.clientHint.deleteMany({ where: { createdAt: { lt: after(now, -CLIENT_HINTS_TTL_MS) } } });
  await db.smsCharge.deleteMany({ where: { chargedAt: { lt: after(now, -CHARGE_KEPT_MS) } } });
  await pruneUnproven(db, now);
};

/**
 * Frees jobs whose worker was killed while it held them. graphile-worker does the same after four hours, which is long
 * past the life of a code. By the database's clock, which locked them.
 */
export const releaseAbandoned = async (db: Db): Promise<void> => {
  await db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL
     WHERE locked_at < clock_timestamp() - ${ABANDONED_MS}::float8 * interval '1 millisecond'`;
};

/** Deletes jobs that will not run again, a week after their last try. */
export const pruneDeadJobs = async (db: Db, machineNow: Date): Promise<void> => {
  await db.$executeRaw`
    DELETE FROM graphile_worker._private_jobs
     WHERE attempts >= max_attempts AND locked_at IS NULL AND run_at < ${after(machineNow, -DEAD_JOB_KEPT_MS)}`;
};
