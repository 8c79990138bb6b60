import { type Api, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import type { Turns } from '../../concurrency/turns.ts';
import { type Backoff, pause, waitMs } from '../backoff.ts';
import { shim } from './signal.ts';
import { type Trouble, troubleOf } from './trouble.ts';
import { ALLOWED_UPDATES, isUpdate, personOf } from './updates.ts';

/** Tries of one update while Telegram fails in the middle of it. While the database is away there is no limit. */
const TRIES = 6;
/** How long the farewell may take that confirms what was done, milliseconds. */
const FAREWELL_MS = 2_000;
/** A server that answers "nothing" at once instead of holding the question is not asked in a tight circle. */
const IDLE_MS = 100;

type Deps = {
  api: Api;
  /** Does what an update asks; throws what passes. */
  handle(update: Update): Promise<void>;
  inTurn: Turns;
  backoff: Backoff;
  /** How long one question waits at Telegram for an update, seconds. */
  holdSeconds: number;
  /** Hears of questions and updates that failed; `final` where the update is given up. */
  failed(trouble: Trouble, final: boolean): void;
};

/** A webhook that stands elsewhere (another way of running before this one) keeps polling away: 409 until it is gone. */
const isHeldByWebhook = (error: unknown): boolean =>
  error instanceof GrammyError && error.error_code === 409 && /webhook/i.test(error.description);

/**
 * Asks Telegram for updates until `signal` aborts. An update is confirmed, by the next question's offset, only when it
 * is done: what a stop or a crash interrupts comes again.
 */
export const pollUpdates = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  const { api, backoff } = deps;

  /** Whether the update is done, or never will be; false where the stop came first. */
  const settle = async (update: Update): Promise<boolean> => {
    for (let tries = 1; ; tries += 1) {
      try {
        await deps.handle(update);
        return true;
      } catch (error) {
        const trouble = troubleOf(error);
        const final = trouble.permanent || (tries >= TRIES && !trouble.database);
        deps.failed(trouble, final);
        if (final) return true;
        if (!signal.aborted) await pause(waitMs(backoff, tries, trouble.retryAfterMs), signal);
        if (signal.aborted) return false;
      }
    }
  };

  let offset: number | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const updates = await api.getUpdates(
        { ...(offset === undefined ? {} : { offset }), timeout: deps.holdSeconds, allowed_updates: ALLOWED_UPDATES },
        shim(signal),
      );
      const known = updates.filter(isUpdate);
      if (known.length < updates.length && known.length === 0) throw new Error('updates without a number');
      failures = 0;
      const settled = await Promise.all(known.map((update) => deps.inTurn(personOf(update), () => settle(update))));
      if (!settled.every(Boolean)) break;
      // Without news the offset is let go: after a quiet week Telegram numbers its updates anew, maybe lower.
      offset = known.length === 0 ? undefined : Math.max(...known.map((update) => update.update_id)) + 1;
      if (offset === undefined) await pause(IDLE_MS, signal);
    } catch (error) {
      if (signal.aborted) break;
      failures += 1;
      const trouble = troubleOf(error);
      deps.failed(trouble, false);
      if (isHeldByWebhook(error)) await api.deleteWebhook({}, shim(signal)).catch(() => {});
      await pause(waitMs(backoff, failures, trouble.retryAfterMs), signal);
    }
  }
  if (offset === undefined) return;
  await api.getUpdates({ offset, limit: 1, timeout: 0 }, shim(AbortSignal.timeout(FAREWELL_MS))).catch(() => {});
};
