import { expect, it } from 'vitest';
import { useCluster } from '../hooks.ts';
import { until } from '../until.ts';
import { compareWithDatabase } from './compare.ts';
import { startLedger } from './ledger.ts';
import { byCategory, UNLIMITED } from './requests.ts';

const cluster = useCluster(1, undefined, UNLIMITED);

it('a ledger repeats votes and requests until their final response, and notices a vote that is missing', async () => {
  const voters = await cluster.voters(3);
  const [server] = cluster.servers;
  const ledger = startLedger(server?.origin ?? '', '');
  const body = { name: 'Ada', email: 'ada@example.org', password: 'Secret1!', phoneNumber: '+380501234567' };
  ledger.request([{ channel: 'email', to: body.email, path: '/api/users/register', body }], 1);
  ledger.vote({ voters, categories: byCategory(cluster.ballot).slice(0, 2), lanes: 2 });
  await until('six votes', () => ledger.acknowledged() === 6);
  // Each of these exists now.
  ledger.vote({ voters, categories: byCategory(cluster.ballot).slice(0, 1), lanes: 1 });
  await until('three refusals', () => ledger.answers['409 vote.exists'] === 3);
  await ledger.stop();
  expect(ledger.entries).toContainEqual({ kind: 'promise', channel: 'email', to: body.email });

  const asOwner = async (sql: string, values: unknown[] = []) => (await cluster.owner.query(sql, values)).rows;
  const refused = expect.stringContaining('refused as existing');
  expect(await compareWithDatabase(ledger.entries, voters, asOwner)).toEqual([refused, refused, refused]);
  await cluster.owner.query('ALTER TABLE votes DISABLE TRIGGER USER');
  await cluster.owner.query('DELETE FROM votes WHERE voter_id IN (SELECT voter_id FROM votes LIMIT 1)');
  expect(await compareWithDatabase(ledger.entries, voters, asOwner)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('was acknowledged and is not stored'),
      expect.stringContaining('tallies differ from the votes'),
    ]),
  );
});
