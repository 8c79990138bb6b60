import { laurelOver } from '@laurel/support/cli';
import { startTestApi, type TestApi } from '@laurel/support/harness';
import { createVoters } from '@laurel/support/voters';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LATER = '2999-01-01T00:00:00Z';

let api: TestApi;
let owner: pg.Client;
beforeAll(async () => {
  api = await startTestApi();
  owner = new pg.Client({ connectionString: api.migrateUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const move = async (...argv: string[]): Promise<void> => {
  const moved = await laurelOver(api)(['phase', 'set', ...argv, '--reason', 'a test', '--yes']);
  expect(moved).toMatchObject({ code: 0, problems: [] });
  // The command reads the machine's clock, which is past this one by now.
  api.clock.advance(Date.now() - api.clock.now().getTime() + 1_000);
};
const ballotOf = async () => {
  const { company, category } = await api.deps.db.nominee.findFirstOrThrow({ include: { category: true } });
  return { nomination: category.nomination, niche: category.niche, vote: company };
};
const newToken = async (): Promise<string> => {
  const ask = { migrateUrl: api.migrateUrl, tokens: api.deps.tokens, now: api.clock.now(), count: 1 };
  return (await createVoters(ask))[0]?.token ?? '';
};
const stored = async (): Promise<number> => (await owner.query('SELECT 1 FROM votes')).rowCount ?? 0;

const CLOSED = [
  ['before voting opens', ['--opens', LATER]],
  ['after voting has closed', ['--closes', 'now']],
  ['after the winners were announced', ['--closes', 'now', '--announced', 'now']],
] as const;

describe('a vote outside of its time', () => {
  it.each(CLOSED)('is refused %s, also by a process that has not heard of it, and is not kept', async (_when, argv) => {
    const [token, ballot, before] = [await newToken(), await ballotOf(), await stored()];
    const cast = async (): Promise<string> => {
      const answer = await api.post('/vote', ballot, { token });
      return answer.statusCode === 403 ? answer.json().code : String(answer.statusCode);
    };
    await move(...argv);
    expect(api.deps.phases.at(api.clock.now())).toBe('open');
    expect(await cast()).toBe('vote.not_open');
    await api.deps.phases.refresh();
    expect(await cast()).toBe('vote.not_open');
    await move('--clear');
    expect(await cast()).toBe('vote.not_open');
    await api.deps.phases.refresh();
    expect(await stored()).toBe(before);
    expect(await cast()).toBe('201');
  });
});
