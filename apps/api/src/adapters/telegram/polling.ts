import { type Api, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import type { Turns } from '../../concurrency/turns.ts';
import { type Backoff, pause, waitMs } from '../backoff.ts';
import { type BotFailure, failureOf } from './failure.ts';
import { shim } from './signal.ts';
import { ALLOWED_UPDATES, isUpdate, personOf } from './updates.ts';

/** Tries of one update while Telegram fails. During an outage of the database there is no limit. */
const TRIES = 6;
/** The time limit of the last request, which confirms handled updates, milliseconds. */
const LAST_CONFIRM_MS = 2_000;
/** The delay after an empty response, so that a server that does not hold requests is not polled in a tight loop. */
const IDLE_MS = 100;

type Deps = {
  api: Api;
  /** Handles an update. Throws temporary errors. */
  handle(update: Update): Promise<void>;
  inTurn: Turns;
  backoff: Backoff;
  /** The length of one long poll, seconds. */
  holdSeconds: number;
  /** Called for each failed poll or update. `final` means that the update is dropped. */
  failed(failure: BotFailure, final: boolean): void;
};

/** Whether a webhook, set by an earlier configuration, prevents polling: 409 until it is deleted. */
const isBlockedByWebhook = (error: unknown): boolean =>
  error instanceof GrammyError && error.error_code === 409 && /webhook/i.test(error.description);

/**
 * Polls Telegram for updates until `signal` aborts. The offset of the next poll confirms handled updates, so an update that
 * a stop or a crash interrupts is delivered again.
 */
export const pollUpdates = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  const { api, backoff } = deps;

  /** Handles an update with retries. Returns true if it is handled or dropped, false if the stop came first. */
  const finish = async (update: Update): Promise<boolean> => {
    for (let tries = 1; ; tries += 1) {
      try {
        await deps.handle(update);
        return true;
      } catch (error) {
        const failure = failureOf(error);
        const final = failure.permanent || (tries >= TRIES && !failure.database);
        deps.failed(failure, final);
        if (final) return true;
        if (!signal.aborted) await pause(waitMs(backoff, tries, failure.retryAfterMs), signal);
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
      const finished = await Promise.all(known.map((update) => deps.inTurn(personOf(update), () => finish(update))));
      if (!finished.every(Boolean)) break;
      // Without updates the offset is dropped: after a week without any, Telegram may start with lower numbers.
      offset = known.length === 0 ? undefined : Math.max(...known.map((update) => update.update_id)) + 1;
      if (offset === undefined) await pause(IDLE_MS, signal);
    } catch (error) {
      if (signal.aborted) break;
      failures += 1;
      const failure = failureOf(error);
      deps.failed(failure, false);
      if (isBlockedByWebhook(error)) await api.deleteWebhook({}, shim(signal)).catch(() => {});
      await pause(waitMs(backoff, failures, failure.retryAfterMs), signal);
    }
  }
  if (offset === undefined) return;
  await api.getUpdates({ offset, limit: 1, timeout: 0 }, shim(AbortSignal.timeout(LAST_CONFIRM_MS))).catch(() => {});
};
