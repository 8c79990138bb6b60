import { receipts as receiptsCall } from '@laurel/contracts/calls/receipts';
import type { TestApi } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import { lookAtLog } from '@laurel/support/public-log';
import { newVoter, voteAs } from '@laurel/support/voters';
import { tilePath } from '@laurel/tlog/tiles';
import { beforeAll, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';
import { createReceipts } from './receipts.service.ts';
import { readOwnVotes } from './reports.store.ts';

const VOTES = 5;
const PER_MINUTE = 3;
type Log = NonNullable<TestApi['deps']['publicLog']['log']>;

const api = useTestApi({ LIMITS_RECEIPTS_ACCOUNT_MINUTE: String(PER_MINUTE) });
let voter: Voter;

beforeAll(async () => {
  voter = await newVoter(api);
  const ballots = api.deps.edition.nominations.flatMap(({ tag: nomination, categories }) =>
    categories.map(({ tag: niche, companies }) => ({ nomination, niche, vote: companies[0]?.tag ?? '' })),
  );
  for (const ballot of ballots.slice(0, VOTES)) await voteAs(api, [voter], ballot);
  api.clock.advance(api.deps.edition.log.delay * 1_000);
  await lookAtLog(api);
});

/** The receipts of the voter, with other parts of the log. */
const receiptsWith = async (change: (log: Log) => Partial<Pick<Log, 'tiles' | 'published'>>) => {
  const { gate, pool, publicLog, edition, replicated } = api.deps;
  if (!publicLog.log) throw new Error('there is no log');
  const { tiles, published } = publicLog.log;
  const { userId } = await gate.require(`Bearer ${voter.token}`, api.clock.now());
  const read = createReceipts({
    ...{ readOwnVotes: (id) => readOwnVotes(pool, id), year: edition.year, replicated },
    ...{ tiles, published, ...change(publicLog.log) },
  });
  return read(userId);
};

// This test fails without readingOnce(): each of the five proofs reads the same tile.
it('reads each tile of the log once for all receipts of a request', async () => {
  const read: string[] = [];
  const receipts = await receiptsWith(({ tiles }) => ({
    tiles: {
      ...tiles,
      read: (tile) => {
        read.push(tilePath(tile));
        return tiles.read(tile);
      },
    },
  }));
  expect(receipts.filter(({ proof }) => proof !== null)).toHaveLength(VOTES);
  expect(read).toEqual([...new Set(read)]);
  expect(read.length).toBeGreaterThan(0);
});

// This test fails if the vote at the end of the log counts as in it.
it('gives a proof to each vote of which the shown log has the leaf, and to no other', async () => {
  const whole = api.deps.publicLog.log?.published.current();
  if (!whole) throw new Error('no checkpoint is shown');
  const indexesAt = async (size: number) => {
    const receipts = await receiptsWith(({ published }) => ({
      published: { ...published, current: () => ({ ...whole, size }) },
    }));
    expect(receipts.map(({ proof }) => proof !== null)).toEqual(receipts.map(({ index }) => index !== null));
    return receipts.flatMap(({ index }) => index ?? []).sort();
  };
  const all = await indexesAt(whole.size);
  expect(all).toHaveLength(VOTES);
  for (let size = 1; size < whole.size; size += 1) {
    expect(await indexesAt(size)).toEqual(all.filter((index) => index < size));
  }
});

// This test fails without the limit: all requests are answered.
it('limits how often an account may ask for its receipts in a minute', async () => {
  const ask = (who: Voter) => api.get('/vote/receipts', who);
  for (let count = 0; count < PER_MINUTE; count += 1) {
    expect(receiptsCall.reply.parse((await ask(voter)).json())).toHaveLength(VOTES);
  }
  const refused = await ask(voter);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'limit.exceeded']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(await newVoter(api))).statusCode).toBe(200);
  api.clock.advance(60_000);
  expect((await ask(voter)).statusCode).toBe(200);
});
