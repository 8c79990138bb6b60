import { laurelOver } from '@laurel/support/cli';
import { useTestApi } from '@laurel/support/hooks';
import { newVoter } from '@laurel/support/voters';
import { describe, expect, it } from 'vitest';

const LATER = '2999-01-01T00:00:00Z';

const api = useTestApi();

const move = async (...argv: string[]): Promise<void> => {
  const moved = await laurelOver(api)(['phase', 'set', ...argv, '--reason', 'a test', '--yes']);
  expect(moved).toMatchObject({ code: 0, problems: [] });
  // The command uses the machine's clock, which is ahead of the test's.
  api.clock.advance(Date.now() - api.clock.now().getTime() + 1_000);
};
const ballotOf = async () => {
  const { company, category } = await api.deps.db.nominee.findFirstOrThrow({ include: { category: true } });
  return { nomination: category.nomination, niche: category.niche, vote: company };
};
const CLOSED = [
  ['before voting opens', ['--opens', LATER]],
  ['after voting has closed', ['--closes', 'now']],
  ['after the winners were announced', ['--closes', 'now', '--announced', 'now']],
] as const;

describe('a vote while voting is closed', () => {
  it.each(CLOSED)('is rejected and not stored %s, also by a process that has the old times', async (_when, argv) => {
    const [{ token }, ballot, before] = [await newVoter(api), await ballotOf(), await api.deps.db.vote.count()];
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
    expect(await api.deps.db.vote.count()).toBe(before);
    expect(await cast()).toBe('201');
  });
});
