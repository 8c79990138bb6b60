import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '@laurel/database/embedded';
import { copyForStandby, setSynchronous } from '@laurel/support/standby';
import type pg from 'pg';
import { connectOwner } from '../cast.ts';
import { cpuMs } from '../cpu.ts';
import { startCrowd } from '../crowd.ts';
import { auditVotes } from '../fill.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import type { FromCrowd } from '../generators/crowd.ts';
import { judge, race } from '../measure.ts';
import { postgresCpuMs } from '../postgres-processes.ts';
import { startLaurel } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

/** The time that 99 of 100 votes may take, milliseconds. */
const P99_MS = 250;
const SAMPLE_EVERY_MS = 20;
const WAITS_SHOWN = 3;

/** What the parts of the system did at one rate. */
type Load = { votesPerSecond: number; p99: number; failed: boolean; note: string };

/** What the backend of the ballot box waits for, by the share of the samples. */
const sampleWaits = async (owner: pg.Client, isOver: () => boolean): Promise<string> => {
  const seen = new Map<string, number>();
  let samples = 0;
  for (; !isOver(); await sleep(SAMPLE_EVERY_MS)) {
    const { rows } = await owner.query<{ state: string }>(
      `SELECT CASE WHEN state <> 'active' THEN 'waits for votes' ELSE coalesce(wait_event_type || ' ' || wait_event, 'works') END AS state
         FROM pg_stat_activity WHERE application_name = 'laurel ballot box'`,
    );
    for (const { state } of rows) seen.set(state, (seen.get(state) ?? 0) + 1);
    samples += rows.length;
  }
  const sorted = [...seen].toSorted(([, one], [, other]) => other - one).slice(0, WAITS_SHOWN);
  return sorted.map(([state, count]) => `${state} ${((100 * count) / samples).toFixed(0)} %`).join(', ');
};

type Place = { stage: Stage; owner: pg.Client; standbyCluster: string; laurelPid: number };

const walPosition = async (owner: pg.Client): Promise<number> =>
  (await owner.query<{ at: number }>(`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS at`)).rows[0]
    ?.at ?? Number.NaN;

const measureLoad = async (
  { stage, owner, standbyCluster, laurelPid }: Place,
  send: () => Promise<FromCrowd>,
  { votesPerSecond, seconds }: { votesPerSecond: number; seconds: number },
): Promise<Load> => {
  const spent = () => [cpuMs(laurelPid), postgresCpuMs(stage.cluster), postgresCpuMs(standbyCluster)];
  const [before, wal] = [spent(), await walPosition(owner)];
  let over = false;
  const waits = sampleWaits(owner, () => over);
  const { votes } = await send();
  over = true;
  const [laurel, primary, standby] = spent().map((ms, index) => (ms - (before[index] ?? 0)) / (seconds * 10));
  const octets = ((await walPosition(owner)) - wal) / (votesPerSecond * seconds);
  return {
    votesPerSecond,
    p99: votes.p99,
    failed: Object.keys(votes.statuses).some((status) => status !== '201'),
    note:
      `p99 ${votes.p99.toFixed(0)} ms; of a core: Laurel ${laurel?.toFixed(0)} %, the primary ${primary?.toFixed(0)} %, ` +
      `the standby ${standby?.toFixed(0)} %; ${octets.toFixed(0)} octets of WAL for a vote; the ballot box: ${await waits}`,
  };
};

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
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-standby-'));
  const owner = await connectOwner(stage);
  const standbyCluster = join(dataDir, 'postgres');
  const settings = await copyForStandby(stage.migrateUrl, stage.cluster, standbyCluster);
  const standby = await startEmbedded({ dataDir, settings: { ...settings, max_connections: '300' } });
  const laurel = await startLaurel(stage.env);
  const most = 2 * rounds * seconds * rates.reduce((sum, rate) => sum + rate, 0);
  const crowd = await startCrowd(stage, laurel.port, most);
  try {
    const place = { stage, owner, standbyCluster, laurelPid: laurel.pid };
    const loads: Record<'with' | 'without', Load[]> = { with: [], without: [] };
    let cast = 0;
    const side = (name: 'with' | 'without') => async (): Promise<number> => {
      await setSynchronous(stage.migrateUrl, name === 'with');
      const measure = (votesPerSecond: number) => {
        const send = async () => {
          const fared = await crowd.send({ votesPerSecond, seconds });
          cast += fared.votes.statuses['201'] ?? 0;
          return fared;
        };
        return measureLoad(place, send, { votesPerSecond, seconds });
      };
      loads[name] = await climb(rates, measure, isTooMuch);
      return loads[name].findLast((load) => !isTooMuch(load))?.votesPerSecond ?? 0;
    };
    const [withStandby, without] = await race(rounds, [side('with'), side('without')]);
    await setSynchronous(stage.migrateUrl, false);
    await auditVotes(owner, cast);
    return [
      {
        id: 'standby.rate',
        what: `votes a second, 99 of 100 within ${P99_MS} ms, with a synchronous standby against without`,
        unit: 'votes/s',
        verdict: judge(withStandby, without),
      },
      ...(['with', 'without'] as const).flatMap((name) =>
        loads[name].map(({ votesPerSecond, p99, note }) => ({
          what: `${votesPerSecond.toLocaleString('en')} votes/s ${name} a synchronous standby: p99`,
          value: p99,
          unit: ' ms',
          note,
        })),
      ),
    ];
  } finally {
    await crowd.stop();
    await laurel.stop();
    await standby.stop();
    await owner.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** The rate of votes that one primary takes with a synchronous standby, and what limits it. All share this machine. */
export const standby: BenchCase = {
  name: 'standby',
  run: (ask) => onStage((stage) => benchStandby(stage, ask)),
};
