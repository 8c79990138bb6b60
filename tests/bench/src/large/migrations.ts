import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTokens } from '@laurel/api/crypto/tokens';
import { readForImport } from '@laurel/api/wiring/database';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { importEdition } from '@laurel/database/editions';
import type { EmbeddedUrls } from '@laurel/database/embedded';
import { migrate } from '@laurel/database/migrate';
import { readApplied } from '@laurel/database/migrations';
import { copyOfflineMigrations, onlineMigrations } from '@laurel/database/online';
import { castVotes } from '@laurel/database/testing-rows';
import { createVoters } from '@laurel/support/voters';
import pg from 'pg';
import { fillAward } from '../fill-award.ts';
import type { Figure } from '../finding.ts';

const ROUND_MS = 20;
/** How long anything may wait for a lock, and a vote in all, milliseconds. */
const MAX_MS = 1_000;
const WRITERS = 4;

const connect = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
};

const countMissing = async (url: string): Promise<number> => {
  const client = await connect(url);
  const applied = new Set((await readApplied(client)).map(({ name }) => name));
  await client.end();
  return onlineMigrations().filter(({ name }) => !applied.has(name)).length;
};

/**
 * Brings a new database to the state before the migrations that run while people vote.
 * @returns whether it was new, and how many migrations it lacks
 */
const prepareOld = async (urls: EmbeddedUrls): Promise<{ isNew: boolean; missing: number }> => {
  const offline = copyOfflineMigrations();
  try {
    // Without the console's role: its grants name functions of newer migrations.
    const { appUrl, migrateUrl } = urls;
    const { applied } = await migrate({ appUrl, migrateUrl, ...offline });
    const isNew = applied.length > 0;
    const by = { actor: 'bench', reason: 'a measurement' };
    if (isNew) await importEdition(migrateUrl, await readForImport(demoEditionDir), { by, now: () => new Date() });
    return { isNew, missing: await countMissing(urls.migrateUrl) };
  } finally {
    rmSync(offline.migrationsDir, { recursive: true });
  }
};

const WAITS = `
  SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float8 * 1000 AS ms
    FROM pg_locks WHERE NOT granted AND waitstart IS NOT NULL`;

/** Watches until `isOver`. Returns the longest wait for a lock of any connection, milliseconds. */
const watchWaits = async (url: string, isOver: () => boolean): Promise<number> => {
  const client = await connect(url);
  let longest = 0;
  while (!isOver()) {
    const { rows } = await client.query<{ ms: number }>(WAITS);
    longest = Math.max(longest, rows[0]?.ms ?? 0);
    await sleep(ROUND_MS);
  }
  await client.end();
  return longest;
};

type Ballot = readonly [sessionId: string, nomineeId: number];

/** Votes one after another until `isOver`. Returns how many, and the longest, milliseconds. */
const voteOn = async (url: string, ballots: Ballot[], isOver: () => boolean) => {
  const client = await connect(url);
  let votes = 0;
  let longest = 0;
  while (!isOver()) {
    const ballot = ballots.pop();
    if (!ballot) break;
    const startedAt = performance.now();
    const outcome = await castVotes(client, [ballot], new Date());
    if (outcome !== 'A') throw new Error(`a vote was answered with ${outcome}`);
    votes += 1;
    longest = Math.max(longest, performance.now() - startedAt);
  }
  await client.end();
  return { votes, longest };
};

/** Applies the newer migrations while people vote. */
const migrateWhileVoting = async (urls: EmbeddedUrls, owner: pg.Client, voters: number): Promise<Figure[]> => {
  const { rows: nominees } = await owner.query<{ id: number }>(
    'SELECT min(id) AS id FROM nominees GROUP BY category_id',
  );
  const tokens = createTokens('a secret that nobody checks here');
  const people = await createVoters({ migrateUrl: urls.migrateUrl, tokens, now: new Date(), count: voters });
  const ballots = people.flatMap(({ sessionId }) => nominees.map(({ id }): Ballot => [sessionId, id]));
  let isOver = false;
  const over = () => isOver;
  const watching = watchWaits(urls.migrateUrl, over);
  const voting = Array.from({ length: WRITERS }, () => voteOn(urls.appUrl, ballots, over));
  const startedAt = performance.now();
  try {
    const { applied } = await migrate(urls);
    const seconds = (performance.now() - startedAt) / 1_000;
    isOver = true;
    const done = await Promise.all(voting);
    const votes = done.reduce((sum, each) => sum + each.votes, 0);
    const note = `${applied.length} migrations in ${seconds.toFixed(1)} s, ${votes} votes meanwhile`;
    const goal = { atMost: MAX_MS };
    return [
      {
        id: 'large.migrations.lock',
        what: 'the longest wait for a lock while migrations are applied',
        value: await watching,
        unit: ' ms',
        goal,
        note,
      },
      {
        id: 'large.migrations.vote',
        what: 'the longest vote meanwhile',
        value: Math.max(0, ...done.map(({ longest }) => longest)),
        unit: ' ms',
        goal,
      },
    ];
  } finally {
    isOver = true;
    await Promise.allSettled([watching, ...voting]);
  }
};

const fill = async (owner: pg.Client, voters: number): Promise<Figure> => {
  const startedAt = performance.now();
  const { votes } = await fillAward(owner, voters, new Date());
  const { rows } = await owner.query<{ bytes: number }>('SELECT pg_database_size(current_database())::float8 AS bytes');
  return {
    what: `filled with ${votes.toLocaleString('en')} votes of ${voters.toLocaleString('en')} voters`,
    value: (performance.now() - startedAt) / 1_000,
    unit: ' s',
    note: `${((rows[0]?.bytes ?? 0) / 1024 ** 3).toFixed(1)} GB`,
  };
};

/** Fills a new database as it was before the newer migrations, and applies these while people vote. */
export const fillAndMigrate = async (
  urls: EmbeddedUrls,
  { voters, voting }: { voters: number; voting: number },
): Promise<Figure[]> => {
  const { isNew, missing } = await prepareOld(urls);
  const owner = await connect(urls.migrateUrl);
  try {
    const filled = isNew ? [await fill(owner, voters)] : [];
    return [...filled, ...(missing > 0 ? await migrateWhileVoting(urls, owner, voting) : [])];
  } finally {
    await owner.end();
  }
};
