import { type Api, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import type { Turns } from '../../concurrency/turns.ts';
import { waitAtMost } from '../../concurrency/wait-at-most.ts';
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
/** How often newer updates are fetched while earlier ones are unfinished, milliseconds. */
const NEWER_MS = 500;

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
 * The updates that were received and not confirmed. A poll returns the oldest hundred unconfirmed ones, so 99 newer ones can
 * be handled while one takes long.
 */
const createWindow = () => {
  const isDone = new Map<number, boolean>();
  return {
    has: (id: number): boolean => isDone.has(id),
    set: (id: number, done: boolean): void => void isDone.set(id, done),
    /** The offset of the next poll, which confirms all earlier updates: the oldest unfinished one. Undefined without updates. */
    offset: (): number | undefined => {
      if (isDone.size === 0) return undefined;
      const unfinished = [...isDone].filter(([, done]) => !done).map(([id]) => id);
      const offset = unfinished.length > 0 ? Math.min(...unfinished) : Math.max(...isDone.keys()) + 1;
      for (const id of isDone.keys()) if (id < offset) isDone.delete(id);
      return offset;
    },
  };
};

/**
 * Polls Telegram for updates until `signal` aborts. The offset of the next poll confirms handled updates, so an update that
 * a stop or a crash interrupts is delivered again.
 */
export const pollUpdates = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  const { api, backoff } = deps;

  /** Handles an update with retries. @returns true if it is handled or dropped, false if `signal` aborted first */
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

  const received = createWindow();
  const running = new Set<Promise<void>>();

  const take = (update: Update): void => {
    received.set(update.update_id, false);
    const work = deps
      .inTurn(personOf(update), () => finish(update))
      .then((done) => received.set(update.update_id, done))
      .finally(() => running.delete(work));
    running.add(work);
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
      for (const update of known) if (!received.has(update.update_id)) take(update);
      if (running.size > 0) await waitAtMost(NEWER_MS, Promise.allSettled(running));
      // Without updates the offset is dropped: after a week without any, Telegram may start with lower numbers.
      offset = received.offset();
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
  await Promise.allSettled(running);
  offset = received.offset() ?? offset;
  if (offset === undefined) return;
  await api.getUpdates({ offset, limit: 1, timeout: 0 }, shim(AbortSignal.timeout(LAST_CONFIRM_MS))).catch(() => {});
};
