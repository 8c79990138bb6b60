import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runLaurel } from '@laurel/support/cli';
import { useTestApi } from '@laurel/support/hooks';
import { newPerson, signUp } from '@laurel/support/people';
import { programEnv } from '@laurel/support/program-env';
import { beforeAll, expect, it } from 'vitest';

const SERVER = fileURLToPath(new URL('../../main.ts', import.meta.url));
const [OLD, NEW] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

const api = useTestApi({ DATA_KEY: OLD });
beforeAll(async () => {
  await signUp(api, newPerson());
});

const reseal = (env: Record<string, string>, ...argv: string[]) => {
  const base = { NODE_ENV: 'test', DATABASE_URL: api.deps.databaseUrl };
  return runLaurel(['secrets', 'reseal', ...argv], { ...base, ...env });
};

it('laurel secrets reseal counts and reseals, records an audit entry, and reports when the old key is unused', async () => {
  const env = { DATA_KEY: NEW, DATA_KEY_PREVIOUS: OLD };
  const dry = await reseal(env, '--dry-run', '--json');
  expect(dry.code).toBe(0);
  expect(JSON.parse(dry.lines.join('\n'))).toMatchObject({
    dryRun: true,
    results: expect.arrayContaining([{ kind: 'two-factor secrets', resealed: 0, left: 1, unreadable: 0 }]),
  });
  const done = await reseal(env, '--as', 'night shift', '--reason', 'the yearly change');
  expect(done.code, done.text()).toBe(0);
  expect(done.text()).toMatch(/two-factor secrets +1 +0 +0/);
  expect(done.text()).toContain('laurel secrets forget data-key');
  const written = await api.deps.db.auditEntry.findMany({ where: { action: 'secrets.reseal' } });
  expect(written).toMatchObject([{ actor: 'night shift', subject: 'data-key', reason: 'the yearly change' }]);
  expect((await reseal({ DATA_KEY: NEW })).code).toBe(0);
});

it('a command with a wrong DATA_KEY names it, without a bug report', async () => {
  const other = { DATA_KEY: randomBytes(32).toString('base64') };
  for (const argv of [['--dry-run'], []]) {
    const ran = await reseal(other, ...argv);
    expect([ran.code, ran.problems.at(-1)]).toEqual([
      1,
      expect.stringMatching(/^DATA_KEY is not the key of this database: .*DATA_KEY_PREVIOUS/),
    ]);
    expect(ran.text()).not.toContain('laurel secrets forget');
  }
});

it('the server with a wrong DATA_KEY names it, without a stack', async () => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SERVER], {
    env: {
      ...programEnv(),
      NODE_ENV: 'test',
      PORT: '0',
      DATABASE_URL: api.deps.databaseUrl,
      DATA_DIR: api.deps.config.DATA_DIR,
      DATA_KEY: randomBytes(32).toString('base64'),
      JWT_SECRET: randomBytes(32).toString('base64'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [output] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([child.exitCode, output]).toEqual([
    1,
    expect.stringMatching(/^DATA_KEY is not the key of this database: .*\n$/),
  ]);
});
