import { setTimeout as sleep } from 'node:timers/promises';
import { laurelOver } from '@laurel/support/cli';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { votersOf } from '@laurel/support/voters';
import { expect, it } from 'vitest';

/** Longer than a statement of a request may take, and longer than its connection may be idle. */
const LONG_MS = 13_000;

const api = useTestApi();
const owner = useOwner(api);

it('a command that reads all votes may take longer than a request', async () => {
  const voters = await votersOf(api, 3);
  const [tag] = api.deps.edition.nominations[0]?.categories[0]?.companies.map((company) => company.tag) ?? [];
  for (const { token } of voters) {
    const vote = { nomination: 'best-partner', niche: 'gambling', vote: tag };
    expect((await api.post('/vote', vote, { token })).statusCode).toBe(201);
  }
  // No vote can be read before the lock ends, as if reading them took that long.
  await owner.query('BEGIN');
  await owner.query('LOCK TABLE votes IN ACCESS EXCLUSIVE MODE');
  const laurel = laurelOver(api);
  const working = Promise.all([
    laurel(['results']),
    laurel(['votes', 'export']),
    laurel(['exclusions', 'rehearse', '--accounts', voters[0]?.accountId ?? '']),
  ]);
  // Real time: PostgreSQL and the connections have their own limits.
  await sleep(LONG_MS);
  await owner.query('COMMIT');
  const ran = await working;
  expect(ran.map(({ code, problems }) => [code, problems.join()])).toEqual([
    [0, ''],
    [0, expect.stringContaining('Wrote 3 votes')],
    [0, ''],
  ]);
});
