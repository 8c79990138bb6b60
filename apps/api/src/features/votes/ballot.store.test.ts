import { randomBytes } from 'node:crypto';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { newVoter } from '@laurel/support/voters';
import { expect, it } from 'vitest';
import { openWriter } from './ballot.store.ts';

const api = useTestApi();
const owner = useOwner(api);

// This test fails without the writer's own setting: a crash of the server would lose votes that were acknowledged.
it('a vote is on disk before it is acknowledged, whatever the default of the database is', async () => {
  const database = new URL(api.migrateUrl).pathname.slice(1);
  await owner.query(`
    ALTER DATABASE ${database} SET synchronous_commit = off;
    CREATE TABLE seen (setting text);
    CREATE FUNCTION note_setting() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
    CREATE TRIGGER note_setting AFTER INSERT ON votes FOR EACH ROW EXECUTE FUNCTION note_setting()`);
  const { id, categoryId } = await api.deps.db.nominee.findFirstOrThrow({ orderBy: { id: 'asc' } });
  const { sessionId } = await newVoter(api);
  const writer = await openWriter(api.deps.databaseUrl, 0);
  try {
    await writer.cast([{ sessionId, nomineeId: id, categoryId, nonces: randomBytes(32) }], api.clock.now());
  } finally {
    await writer.end();
  }
  expect((await owner.query('SELECT setting FROM seen')).rows).toEqual([{ setting: 'on' }]);
});
