import { HOOK_DATA } from '@laurel/contracts/console/hook-events';
import { DEFAULT_LANGUAGE, type Language } from '@laurel/contracts/languages';
import type { Transact } from '@laurel/database/client';
import type { Queryable } from '@laurel/database/queryable';
import type { Logger } from 'pino';
import { after } from '../../clock.ts';
import type { Outbox } from '../../jobs/port.ts';
import { OFF_AFTER_MS, retryAt, sentenceOf } from './hooks.policy.ts';
import {
  claimDelivery,
  type Delivery,
  type Hook,
  noteEvents,
  readHooks,
  recordAccepted,
  recordFailed,
  type Told,
} from './hooks.store.ts';

/** A run takes no more calls after this time: the next one begins a minute after it. */
const RUN_MS = 45_000;

/** A call: `id` is the same at each try, `at` is the time of this one, and the key signs them with the body. */
type Call = { url: string; key: Uint8Array; id: string; at: Date; body: string };
/** Why a call was not accepted, whether it is pointless to make it again, and the pause that the receiver asked for. */
type Refusal = { message: string; permanent: boolean; retryAfterMs?: number | undefined };

type Deps = {
  db: Queryable;
  transact: Transact;
  outbox: Pick<Outbox, 'mail'>;
  call(call: Call, signal?: AbortSignal): Promise<Refusal | undefined>;
  /** The key that signs the calls of a webhook. */
  keyOf(hook: Pick<Hook, 'id' | 'url'>): Uint8Array;
  /** What the events need of the phases and the configuration. */
  told(): Promise<Told>;
  award(): { name: Readonly<Record<Language, string>>; supportEmail: string };
  now(): Date;
  logger: Pick<Logger, 'warn'>;
};

/** Creates the job that calls the organisers' webhooks. Any number of processes may run it at once. */
export const createHooks = ({ db, transact, outbox, call, keyOf, told, award, now, logger }: Deps) => {
  const bodyOf = ({ language }: Hook, { type, at, data }: Delivery): string => {
    const text = `${award().name[language]}: ${sentenceOf(language, type, HOOK_DATA[type].parse(data))}`;
    return JSON.stringify({ type, timestamp: at.toISOString(), data, text });
  };

  const fail = async (hook: Hook, { id, tries }: Delivery, { message, permanent, retryAfterMs }: Refusal) => {
    const at = now();
    logger.warn({ hook: hook.id, reason: message }, 'a webhook did not accept a call');
    await transact(async (tx) => {
      const pauseUntil = retryAfterMs === undefined ? null : after(at, retryAfterMs);
      const dueAt = retryAt({ tries, permanent, retryAfterMs }, at);
      const failed = { id, problem: message, dueAt, pauseUntil, offIfSince: after(at, -OFF_AFTER_MS) };
      const since = await recordFailed(tx, hook.id, failed, at);
      if (!since) return;
      const { supportEmail: to, name } = award();
      const told = { name: name[DEFAULT_LANGUAGE], host: new URL(hook.url).host, since: since.toISOString() };
      await outbox.mail(tx, { to, language: DEFAULT_LANGUAGE, message: { kind: 'hook_off', ...told } });
    });
  };

  /** Makes the calls of a webhook that are due, one after the other, until one fails that will be tried again. */
  const callAll = async (hook: Hook, until: number, signal?: AbortSignal): Promise<void> => {
    while (performance.now() < until && !signal?.aborted) {
      const delivery = await claimDelivery(db, hook.id, now());
      if (!delivery) return;
      const { id, at } = delivery;
      const signed = { url: hook.url, key: keyOf(hook), id: `${at.getTime()}-${id}`, at: now() };
      const refusal = await call({ ...signed, body: bodyOf(hook, delivery) }, signal);
      if (refusal) await fail(hook, delivery, refusal);
      else await recordAccepted(db, hook.id, id);
      if (refusal && !refusal.permanent) return;
    }
  };

  return {
    /** Notes what happened, and makes the calls that are due. */
    run: async (signal?: AbortSignal): Promise<void> => {
      const hooks = await readHooks(db);
      if (hooks.length === 0) return;
      await noteEvents(db, await told(), now());
      await Promise.all(hooks.map((hook) => callAll(hook, performance.now() + RUN_MS, signal)));
    },
  };
};
