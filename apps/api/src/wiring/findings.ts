import type { Tonight } from '@laurel/contracts/console/calls/tonight';
import { checkGuards } from '@laurel/database/guards';
import { bad, type Check, type Finding } from '../checks/finding.ts';
import { goLiveChecks } from '../checks/go-live.ts';
import { clockFinding, guardsFinding, hooksFinding, moneyFinding, queueFinding } from '../checks/running.ts';
import { systemClock } from '../clock.ts';
import { shared } from '../concurrency/shared.ts';
import { moneyOf } from '../configuration/sms-prices.ts';
import { countOff } from '../features/integrations/hooks.store.ts';
import { clockSkewMs, countJobs } from '../features/operations/store.ts';
import { readAlarm } from '../features/phone/spending.service.ts';
import type { Infrastructure } from './infrastructure.ts';

/** How long the findings are cached for all who look, milliseconds. */
const CACHE_MS = 30_000;

const shown = (check: string, finding: Finding): Tonight['findings'] => {
  const { ok, detail, advice = null } = finding;
  if (ok && finding.skipped) return [];
  const state = ok ? (advice === null ? 'good' : 'todo') : 'bad';
  return [{ check, state, detail, advice }];
};

/** The doctor's checks that are cheap enough to run while people vote, as the console shows them. */
export const wireFindings = ({
  pool,
  clock,
  config,
  logger,
}: Pick<Infrastructure, 'pool' | 'clock' | 'config' | 'logger'>) => {
  const deployment = { publicUrl: config.PUBLIC_URL, folder: undefined };
  const checks: readonly Check[] = [
    ['guards', async () => guardsFinding(await checkGuards(pool))],
    ['queue', async () => queueFinding(await countJobs(pool, systemClock.now()))],
    ['webhooks', async () => hooksFinding(await countOff(pool))],
    ['code budget', async () => moneyFinding(await readAlarm(pool, moneyOf(config)))],
    // A development instance has no certificate, no backups and a clock that may have been moved on purpose.
    ...(config.production
      ? [
          ['clock', async () => clockFinding(await clockSkewMs(pool, () => clock.now()))] as const,
          ...goLiveChecks(pool, deployment, () => clock.now()),
        ]
      : []),
  ];
  const failed = (error: unknown): Finding => {
    logger.warn({ err: error }, 'a check of Tonight could not be run');
    return bad('it could not be run', 'See what the log of Laurel says, and run "laurel doctor".');
  };
  return shared(async (): Promise<Tonight['findings']> => {
    const findings: Tonight['findings'] = [];
    // One after the other: they must not take the connections of voters.
    for (const [check, run] of checks) findings.push(...shown(check, await run().catch(failed)));
    return findings;
  }, CACHE_MS);
};
