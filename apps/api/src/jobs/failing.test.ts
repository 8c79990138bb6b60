import { useOwner, useTestApi } from '@laurel/support/hooks';
import { logIn, newPerson, signUp } from '@laurel/support/people';
import { expect, it } from 'vitest';

const lines: string[] = [];
const api = useTestApi({ LOG_LEVEL: 'trace' }, (line) => lines.push(line));
const owner = useOwner(api);

it('logs a failed job with its place and codes, and without the rejected values', async () => {
  const person = newPerson();
  await signUp(api, person);
  await logIn(api, person, { headers: { 'x-client-user-agent': 'Browser of Ada' } });
  await owner.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused: %', OLD.user_agent; END $$;
    CREATE TRIGGER refuse BEFORE DELETE ON client_hints FOR EACH ROW EXECUTE FUNCTION refuse();
    SELECT graphile_worker.add_job('prune')`);
  api.clock.advance(100 * 24 * 60 * 60_000);
  lines.length = 0;
  await api.deps.jobs.drain();

  const { rows } = await owner.query<{ last_error: string }>(
    'SELECT last_error FROM graphile_worker.jobs WHERE last_error IS NOT NULL',
  );
  expect(rows.map((row) => row.last_error)).toEqual([expect.stringContaining('see the log')]);
  const failed = lines.filter((line) => line.includes('"a job failed"'));
  expect(failed).toHaveLength(1);
  expect(failed[0]).toContain('P0001');
  expect(failed[0]).toContain('"task":"prune"');
  for (const text of [lines.join(''), JSON.stringify(rows)]) expect(text).not.toContain('Browser of Ada');
});
