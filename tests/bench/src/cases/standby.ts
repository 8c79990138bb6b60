import { join } from 'node:path';
import { startEmbedded } from '@laurel/database/embedded';
import { copyForStandby, setSynchronous } from '@laurel/support/standby';
import { startCrowd } from '../crowd.ts';
import { auditVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { judgeBy, race } from '../measure.ts';
import { onStage, type Stage } from '../stage.ts';

/** The time that 99 of 100 votes may take, milliseconds. */
const P99_MS = 250;

/** The votes at one rate. */
type Load = { votesPerSecond: number; p99: number; failed: boolean };

/** Raises the rate until `isTooMuch`. @returns the load of each step; the last one may be too much */
const climb = async (
  rates: readonly number[],
  measure: (rate: number) => Promise<Load>,
  isTooMuch: (load: Load) => boolean,
): Promise<Load[]> => {
  const loads: Load[] = [];
  for (const rate of rates) {
    const load = await measure(rate);
    loads.push(load);
    if (isTooMuch(load)) break;
  }
  return loads;
};

const benchStandby = async (stage: Stage, { rounds, sized }: Ask): Promise<Finding[]> => {
  const rates = sized([50, 100], [1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000, 12_000, 14_000]);
  const seconds = sized(1, 8);
  const mostMs = sized(Number.POSITIVE_INFINITY, P99_MS);
  const isTooMuch = ({ p99, failed }: Load): boolean => p99 > mostMs || failed;
  const dataDir = stage.folder();
  const settings = await copyForStandby(stage.migrateUrl, stage.cluster, join(dataDir, 'postgres'));
  stage.ends(await startEmbedded({ dataDir, settings: { ...settings, max_connections: '300' } }));
  const laurel = await stage.laurel();
  const most = 2 * rounds * seconds * rates.reduce((sum, rate) => sum + rate, 0);
  const crowd = await startCrowd(stage, laurel.port, most);
  let cast = 0;
  const measure = async (votesPerSecond: number): Promise<Load> => {
    const { votes } = await crowd.send({ votesPerSecond, seconds });
    cast += votes.statuses['201'] ?? 0;
    const failed = Object.keys(votes.statuses).some((status) => status !== '201');
    return { votesPerSecond, p99: votes.p99, failed };
  };
  const side = (synchronous: boolean) => async (): Promise<Load[]> => {
    await setSynchronous(stage.migrateUrl, synchronous);
    return climb(rates, measure, isTooMuch);
  };
  const rateOf = (loads: Load[]): number => loads.findLast((load) => !isTooMuch(load))?.votesPerSecond ?? 0;
  const [withStandby = [], without = []] = await race(rounds, [side(true), side(false)]);
  const last = { with: withStandby.at(-1) ?? [], without: without.at(-1) ?? [] };
  await setSynchronous(stage.migrateUrl, false);
  await auditVotes(stage.owner, cast);
  return [
    {
      id: 'standby.rate',
      what: `votes a second, 99 of 100 within ${P99_MS} ms, with a synchronous standby against without`,
      unit: 'votes/s',
      verdict: judgeBy(rateOf, withStandby, without),
    },
    ...(['with', 'without'] as const).flatMap((name) =>
      last[name].map(({ votesPerSecond, p99 }) => ({
        what: `${votesPerSecond.toLocaleString('en')} votes/s ${name} a synchronous standby: p99`,
        value: p99,
        unit: ' ms',
      })),
    ),
  ];
};

/** The rate of votes that one primary takes with a synchronous standby. All share this machine. */
export const standby: BenchCase = {
  name: 'standby',
  run: (ask) => onStage((stage) => benchStandby(stage, ask)),
};
