import { isEmbargoed, isOver } from '@laurel/contracts/phase';
import type pg from 'pg';
import { after } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { createAudit } from '../features/audit/service.ts';
import { createMessages, type TestTo } from '../features/messages/service.ts';
import { isSettled } from '../features/phases/policy.ts';
import { createResults } from '../features/results/service.ts';
import { maskEmail } from '../features/social/policy.ts';
import { resultOf } from '../features/statistics/policy.ts';
import { maskPhone } from '../features/support/policy.ts';
import { createTonight } from '../features/tonight/service.ts';
import { sealPayload } from '../jobs/payload.ts';
import { wireFindings } from './findings.ts';
import { providersOf } from './messaging.ts';

/** How long a test message is tried, milliseconds. */
const TEST_MS = 60 * 60_000;

/** Wires the screens of the night: Tonight, Results, Messages, Audit. @param db the pool of the console's role */
export const wireNight = (deps: Deps, db: pg.Pool) => {
  const { clock, config, keyring, phases, currentEdition } = deps;
  const now = () => clock.now();
  const { email, sms } = providersOf(config);
  const sealTest = ({ id, kind, to, language }: TestTo & { id: string }) => {
    const envelope = { id, to, language, dropAfter: after(now(), TEST_MS) };
    return kind === 'mail'
      ? sealPayload(keyring, { ...envelope, channel: 'email', message: { kind: 'test', name: '' } })
      : sealPayload(keyring, { ...envelope, channel: 'sms', message: { kind: 'test' } });
  };
  return {
    tonight: createTonight({
      db,
      phases,
      smsHourlyBudget: config.limits.sms.hourly,
      findings: wireFindings(deps),
      now,
    }),
    results: createResults({
      db,
      edition: currentEdition,
      phases,
      isFinal: (at) => isOver(phases.at(at)) && isSettled(phases.times(), at),
      isEmbargoed: (at) => isEmbargoed(currentEdition().results.staff, phases.at(at)),
      rank: resultOf,
      now,
    }),
    messages: createMessages({
      db,
      maskEmail: (address) => maskEmail(address, 'name and domain'),
      maskPhone,
      seal: sealTest,
      providers: { mail: email, sms },
    }),
    audit: createAudit({ db }),
  };
};
