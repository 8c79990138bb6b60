import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { againstText, reasonText } from '@laurel/contracts/console/cluster-texts';
import { startEmbedded } from '@laurel/database/embedded';
import { migrate } from '@laurel/database/migrate';
import pg from 'pg';
import { findClusters } from '../../features/clusters/clusters.policy.ts';
import { readFacts, readVotes } from '../../features/clusters/store.ts';
import { asJson, type Json, type Laurel } from '../laurel.ts';
import { EXIT, print } from '../output.ts';
import { loadNight, readNominees } from './load.store.ts';
import { type Measures, measuresOf } from './measures.policy.ts';
import { type NightLine, readNight, readTruth } from './night.ts';

const BEGINNING = new Date(0);
/** A database that is thrown away needs no safety. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_wal_size: '4GB', shared_buffers: '256MB' };

/** Runs work on an empty, migrated database that is deleted afterwards. */
const onThrowAway = async <Result>(work: (owner: pg.Client) => Promise<Result>): Promise<Result> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-fraud-'));
  try {
    const server = await startEmbedded({ dataDir, settings: SETTINGS });
    try {
      await migrate({ migrateUrl: server.migrateUrl, appUrl: server.appUrl });
      const owner = new pg.Client(server.migrateUrl);
      await owner.connect();
      try {
        return await work(owner);
      } finally {
        await owner.end();
      }
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** Searches a night with the functions of the desk. */
export const searchNight = (lines: readonly NightLine[]) =>
  onThrowAway(async (owner) => {
    const names = await loadNight(owner, lines);
    const { clusters } = findClusters(await readFacts(owner, BEGINNING), await readVotes(owner, BEGINNING));
    const nominees = await readNominees(owner);
    return clusters.map(({ certainty, people, nominees: chosen, reasons, against }) => ({
      certainty,
      accounts: people.map(({ voter }) => names.get(voter) ?? voter),
      for: chosen.flatMap((id) => nominees.get(id) ?? []),
      reasons: reasons.map((reason) => ({
        signal: reason.signal,
        text: reasonText('en', reason),
        share: reason.count / reason.of,
        base: reason.base,
      })),
      against: against.map((each) => ({ signal: each.signal, text: againstText('en', each) })),
    }));
  });

type Printed = Awaited<ReturnType<typeof searchNight>>;

const textOf = (clusters: Printed, measures: Measures | undefined): string[] => [
  ...clusters.flatMap(({ certainty, accounts, for: chosen, reasons, against }) => [
    `${certainty.replace('_', ' ')}: ${accounts.length} accounts for ${chosen.map((each) => `${each.nomination}/${each.niche}/${each.company}`).join(', ')}`,
    ...reasons.map(({ text }) => `  ${text}`),
    ...against.map(({ text }) => `  For them: ${text}`),
  ]),
  ...(measures
    ? [
        `${measures.farmsFound} of ${measures.farms} farms found`,
        `${measures.honestInLikely} of ${measures.honest} honest accounts in likely clusters`,
        `precision of likely clusters: ${measures.likelyPrecision?.toFixed(3) ?? 'none'}`,
      ]
    : []),
];

/** Registers `laurel fraud evaluate`, which needs no deployment. */
export const registerFraud = ({ program, output, ended }: Laurel): void => {
  const fraud = program.command('fraud').description('the search for bought votes');
  asJson(
    fraud
      .command('evaluate <night>')
      .description('search a night in a file (docs/fraud.md), in a database that is thrown away')
      .option('--truth <FILE>', 'the farms and crowds of the night, for the measures'),
  ).action(async (night: string, { truth, json }: Json & { truth?: string }) => {
    const lines = await readNight(night);
    const clusters = await searchNight(lines);
    const accounts = lines.flatMap((line) => (line.type === 'account' ? [line.account] : []));
    const measures = truth === undefined ? undefined : measuresOf(clusters, accounts, await readTruth(truth));
    print(output, json, { clusters, ...(measures && { measures }) }, textOf(clusters, measures));
    ended(EXIT.ok);
  });
};
