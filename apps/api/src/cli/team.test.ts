import { createAuthenticator } from '@laurel/support/authenticator';
import { laurelOver } from '@laurel/support/cli';
import { CONSOLE_URL, startTestConsole, type TestConsole } from '@laurel/support/console';
import { useTestApi } from '@laurel/support/hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const api = useTestApi();
let desk: TestConsole;
beforeAll(async () => {
  desk = await startTestConsole(api);
});
afterAll(() => desk.close());

const laurel = (...argv: string[]) =>
  laurelOver(api, { DATABASE_CONSOLE_URL: api.consoleUrl, CONSOLE_URL })(['team', ...argv]);
const linkIn = (lines: readonly string[]): string => lines.find((line) => line.startsWith(CONSOLE_URL)) ?? '';

const accept = async (link: string) => {
  const token = new URL(link).hash.slice(1);
  const { options } = (await desk.post('/invitation/options', { token })).json().data;
  const authenticator = createAuthenticator({ origin: CONSOLE_URL });
  return {
    authenticator,
    answer: await desk.post('/invitation', { token, passkey: authenticator.create(options), label: 'Key' }),
  };
};

describe('laurel team invite', () => {
  it('invites the first owner, who signs in', async () => {
    const invited = await laurel('invite', 'Olena', '--role', 'owner', '--as', 'root');
    expect(invited.text()).toContain('Send it to this person alone');
    const { authenticator, answer } = await accept(linkIn(invited.lines));
    expect(answer.statusCode).toBe(201);
    expect((await desk.signIn(authenticator)).answer.statusCode).toBe(200);
  });

  it('replaces lost passkeys', async () => {
    const first = await accept(linkIn((await laurel('invite', 'Petro', '--role', 'support')).lines));
    const replaced = await laurel('invite', 'petro', '--replace');
    expect(replaced.text()).toContain('Petro, to replace 1 passkeys');
    const second = await accept(linkIn(replaced.lines));
    expect((await desk.signIn(first.authenticator)).answer.json().code).toBe('console.passkey_refused');
    expect((await desk.signIn(second.authenticator)).answer.statusCode).toBe(200);
  });

  it('refuses a taken or unknown name, a wrong role, and a deployment without a console', async () => {
    const alone = (...argv: string[]) => laurelOver(api)(['team', ...argv]);
    for (const [run, argv, problem] of [
      [laurel, ['invite', 'olena'], 'Somebody on the team has this name'],
      [laurel, ['invite', 'Nobody', '--replace'], 'Nobody on the team'],
      [laurel, ['invite', 'Ivan', '--role', 'king'], 'owner, organiser'],
      [laurel, ['invite', 'a@b.example'], 'no address'],
      [alone, ['invite', 'Ivan'], 'There is no console here'],
      [alone, ['show'], 'There is no console here'],
    ] as const) {
      const { code, problems } = await run(...argv);
      expect([code, problems.join()]).toEqual([2, expect.stringContaining(problem)]);
    }
  });
});
