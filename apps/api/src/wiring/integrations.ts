import { phaseTimesText } from '@laurel/contracts/phase';
import type { Transact } from '@laurel/database/client';
import type pg from 'pg';
import { createWebhook } from '../adapters/webhook.ts';
import { moneyOf } from '../configuration/sms-prices.ts';
import { createIntegrations, TOKEN_MARK } from '../features/integrations/desk.service.ts';
import { useToken } from '../features/integrations/desk.store.ts';
import { createHooks } from '../features/integrations/hooks.service.ts';
import type { Phases } from '../features/phases/service.ts';
import { readAlarm } from '../features/phone/spending.service.ts';
import { createSessionLookup } from '../features/team/lookup.service.ts';
import { newToken } from '../features/team/policy.ts';
import { charge, createMemoryLimit } from '../http/memory-limit.ts';
import type { Outbox } from '../jobs/port.ts';
import type { Infrastructure } from './infrastructure.ts';

/** The calls that a token may make in a minute, in each process. */
const CALLS_PER_MINUTE = 120;

/** The key of a webhook is made from what it is, and is stored nowhere. */
const keyOfHook =
  (fingerprint: Infrastructure['fingerprint']) =>
  ({ id, url }: { id: number; url: string }) =>
    fingerprint('hook', `${id} ${url}`);

/** Wires the job that calls the organisers' webhooks. */
export const wireHooks = (
  { pool, config, clock, logger, fingerprint, currentEdition }: Infrastructure,
  { transact, outbox, phases }: { transact: Transact; outbox: Outbox; phases: Pick<Phases, 'shown' | 'times'> },
) =>
  createHooks({
    ...{ db: pool, transact, outbox, logger, keyOf: keyOfHook(fingerprint) },
    call: createWebhook({ privateHosts: config.WEBHOOK_PRIVATE_HOSTS ?? [] }),
    told: async () => {
      const { winnersAnnouncedAt, ...starts } = phases.times();
      return {
        times: Object.values(starts),
        phase: { phase: phases.shown(clock.now()), ...phaseTimesText(phases.times()) },
        announcedAt: winnersAnnouncedAt,
        smsAnHour: config.limits.sms.hourly,
        budget: JSON.stringify(await readAlarm(pool, moneyOf(config))),
      };
    },
    award: () => {
      const { texts, supportEmail } = currentEdition();
      return { name: texts.name, supportEmail };
    },
    now: () => clock.now(),
  });

/** Wires the screen for webhooks and tokens, and the way in with a token. @param db the pool of the console's role */
export const wireIntegrations = (
  { clock, fingerprint }: Pick<Infrastructure, 'clock' | 'fingerprint'>,
  db: pg.Pool,
) => {
  const lookUp = createSessionLookup((hash, _network, at) => useToken(db, hash, at));
  const limit = createMemoryLimit(CALLS_PER_MINUTE, 60_000);
  return {
    integrations: createIntegrations({ db, now: () => clock.now(), keyOf: keyOfHook(fingerprint), newToken }),
    /** The token of a request, which counts as one of its calls. */
    findToken: async (token: string, network: string, now: Date) => {
      const found = await lookUp(
        token.startsWith(TOKEN_MARK) ? token.slice(TOKEN_MARK.length) : undefined,
        network,
        now,
      );
      if (found) charge(limit, found.id, now.getTime());
      return found;
    },
  };
};
