import { isEmbargoed, isOver } from '@laurel/contracts/phase';
import type pg from 'pg';
import type { Deps } from '../deps.ts';
import { createAudit } from '../features/audit/service.ts';
import { createSeason } from '../features/results/season.service.ts';
import { createResults } from '../features/results/service.ts';
import { recordResultsExport } from '../features/results/store.ts';
import { createTaking } from '../features/results/taking.service.ts';
import { createStage } from '../features/stage/service.ts';
import { resultOf } from '../features/statistics/policy.ts';
import { createTonight } from '../features/tonight/service.ts';
import { wireFindings } from './findings.ts';
import { wireMessages } from './messages.ts';

/** Wires the screens of the night: Tonight, Results, Messages, Audit. @param db the pool of the console's role */
export const wireNight = (deps: Deps, db: pg.Pool) => {
  const { clock, config, phases, currentEdition } = deps;
  const now = () => clock.now();
  const messages = wireMessages(deps, db);
  const findings = wireFindings(deps);
  const results = createResults({
    db,
    edition: currentEdition,
    phases,
    isFinal: (at) => isOver(phases.at(at)) && phases.isSettled(at),
    isEmbargoed: (at) => isEmbargoed(currentEdition().results.staff, phases.at(at)),
    rank: resultOf,
    published: deps.publishedTotals,
    readTieBreak: deps.readTieBreak,
    now,
  });
  return {
    tonight: createTonight({
      db,
      phases,
      smsHourlyBudget: config.limits.sms.hourly,
      messages,
      findings,
      now,
    }),
    results,
    taking: createTaking({
      db,
      results,
      season: createSeason({ db, times: phases.times, findings, now }),
      edition: currentEdition,
      now,
    }),
    stage: createStage({
      db,
      keyring: deps.keyring,
      edition: currentEdition,
      readResult: () => results.read(true),
      recordCodes: (actor, at) => recordResultsExport(db, { actor, file: 'stage-codes' }, at),
      now,
    }),
    messages,
    audit: createAudit({ db }),
  };
};
