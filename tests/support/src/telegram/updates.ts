import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

export type RawUpdate = { update_id: number };

type PollOptions = {
  offset?: number | undefined;
  limit: number;
  timeout: number;
  allowed_updates?: string[] | undefined;
};

/** The end of a poll: with updates, or because another poll or a webhook replaced it. */
export type PollEnd = { updates: RawUpdate[] } | { conflict: string };

/** Telegram's queue of updates for one bot: held until confirmed by an offset, or delivered to a webhook in order. */
export const createUpdateQueue = (closing: AbortSignal) => {
  let pending: RawUpdate[] = [];
  let nextId = 1000;
  let allowed: string[] = [];
  let webhook: { url: string; secret: string } | undefined;
  let poller: AbortController | undefined;
  let arrived = new AbortController();
  let deliveries = Promise.resolve();
  const refusals: number[] = [];
  let conflicts = 0;
  const conflict = (description: string): PollEnd => {
    conflicts += 1;
    return { conflict: description };
  };

  const forget = (done: (update: RawUpdate) => boolean): void => {
    pending = pending.filter((update) => !done(update));
  };

  const deliver = async (update: RawUpdate): Promise<void> => {
    while (webhook && !closing.aborted && pending.includes(update)) {
      const response = await fetch(webhook.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': webhook.secret },
        body: JSON.stringify(update),
        signal: closing,
      }).catch(() => undefined);
      await response?.text();
      if (response?.ok) return forget((each) => each === update);
      refusals.push(response?.status ?? 0);
      // Real time: Telegram delivers again after a pause.
      await sleep(20);
    }
  };
  const deliverSoon = (update: RawUpdate): void => {
    deliveries = deliveries.then(() => deliver(update));
  };

  return {
    /** The webhook's statuses other than 2xx; 0 for no response. */
    refusals,
    get webhook() {
      return webhook;
    },
    get allowed() {
      return allowed;
    },
    /** The number of polls refused because of another poll or a webhook. */
    conflicts: (): number => conflicts,
    /** The updates that were neither confirmed nor delivered. */
    get pending() {
      return pending.length;
    },
    setWebhook: (hook: typeof webhook, kinds: string[]): void => {
      webhook = hook;
      allowed = kinds;
      if (!hook) return;
      poller?.abort('terminated by setWebhook request');
      pending.forEach(deliverSoon);
    },
    push: (content: Record<string, unknown>): void => {
      // Most kinds are sent by default; changes of membership only if the list names them.
      const [kind = ''] = Object.keys(content);
      if (allowed.length > 0 ? !allowed.includes(kind) : kind === 'chat_member') return;
      const update = { update_id: nextId++, ...content };
      pending.push(update);
      arrived.abort();
      if (webhook) deliverSoon(update);
    },
    poll: async (ask: PollOptions, gone: AbortSignal): Promise<PollEnd> => {
      // At once: a test that sees the request may cause an update of a kind that it names.
      if (!webhook && ask.allowed_updates) allowed = ask.allowed_updates;
      // A caller that hung up before this request is seen as gone after a turn of the event loop and its closing phase.
      for (const _ of [1, 2]) await setImmediate();
      if (webhook)
        return conflict("can't use getUpdates method while webhook is active; use deleteWebhook to delete it first");
      poller?.abort('terminated by other getUpdates request');
      const mine = new AbortController();
      poller = mine;
      const { offset } = ask;
      if (offset !== undefined) forget(({ update_id }) => update_id < offset);
      if (pending.length === 0 && ask.timeout > 0) {
        arrived = new AbortController();
        const over = AbortSignal.any([mine.signal, arrived.signal, gone, closing]);
        // Real time: Telegram holds a poll for as long as it asks.
        await sleep(ask.timeout * 1000, undefined, { signal: over }).catch(() => {});
      }
      if (mine.signal.aborted) return conflict(String(mine.signal.reason));
      poller = undefined;
      return { updates: pending.slice(0, ask.limit) };
    },
  };
};
