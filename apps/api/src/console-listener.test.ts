import { createServer } from 'node:net';
import { freePort } from '@laurel/database/free-port';
import { createAuthenticator } from '@laurel/support/authenticator';
import { useTestApi } from '@laurel/support/hooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Config } from './config.ts';
import { consoleAddress, listenForConsole } from './console-listener.ts';

const answerSchema = z.object({
  code: z.string().optional(),
  data: z
    .object({ role: z.string(), options: z.object({ challenge: z.string() }) })
    .optional()
    .catch(undefined),
});

describe('the address of the console', () => {
  const CONSOLE_URL = 'https://console.awards.example';
  const production = { NODE_ENV: 'production', PORT: 8080, CONSOLE_PORT: undefined, CONSOLE_URL: undefined } as const;
  const development = { ...production, NODE_ENV: 'development' } as const;
  const test = { ...production, NODE_ENV: 'test' } as const;

  it.each([
    ['in production without CONSOLE_URL', production, undefined],
    ['in production with a port alone', { ...production, CONSOLE_PORT: 8081 }, undefined],
    ['in production', { ...production, CONSOLE_URL }, { port: 8081, url: CONSOLE_URL }],
    [
      'as its origin, however it is written',
      { ...production, CONSOLE_URL: 'https://Console.awards.example:443/' },
      { port: 8081, url: CONSOLE_URL },
    ],
    ['at its own port', { ...production, CONSOLE_URL, CONSOLE_PORT: 9000 }, { port: 9000, url: CONSOLE_URL }],
    ['in development', development, { port: 8081 }],
    ['in development on another port, which is found later', { ...development, PORT: 0 }, { port: 0 }],
    ['in tests, unless they ask for it', test, undefined],
    ['in tests', { ...test, CONSOLE_PORT: 0 }, { port: 0 }],
  ])('%s', (_, config, expected) => {
    expect(consoleAddress(config)).toEqual(expected);
  });
});

describe('the usual port of the console', () => {
  it('is replaced by a free one while another program uses it', async () => {
    const host = '127.0.0.1';
    const usual = await freePort(host, 0);
    expect(await freePort(host, usual)).toBe(usual);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(usual, host, resolve));
    onTestFinished(() => void other.close());
    const found = await freePort(host, usual);
    expect([found === usual, found > 0]).toEqual([false, true]);
  });
});

describe('a development instance', () => {
  const api = useTestApi();

  const start = async () => {
    const config: Config = { ...api.deps.config, NODE_ENV: 'development', PORT: 0 };
    const listening = await listenForConsole({ ...api.deps, config }, api.consoleUrl);
    if (!listening) throw new Error('there is no console');
    const post = async (path: string, body: unknown) => {
      const answer = await fetch(`${listening.consoleUrl}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: listening.consoleUrl },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: answerSchema.parse(await answer.json()) };
    };
    return { ...listening, post };
  };
  const tokenOf = (link = ''): string => new URL(link).hash.slice(1);

  it('has an address of the console, and a link to the first sign-in until somebody has signed in', async () => {
    const first = await start();
    expect(first.consoleUrl).toMatch(/^http:\/\/localhost:\d+$/);
    expect(first.firstSignIn).toMatch(new RegExp(`^${first.consoleUrl}/invitation#[\\w-]{43}$`));
    await first.close();

    // The second start creates a new link and invalidates the first one.
    const second = await start();
    const [old, token] = [first, second].map(({ firstSignIn }) => tokenOf(firstSignIn));
    const refused = await second.post('/invitation/options', { token: old });
    expect([refused.status, refused.body.code]).toEqual([410, 'console.invitation_invalid']);
    const asked = await second.post('/invitation/options', { token });
    expect([asked.status, asked.body.data?.role]).toEqual([200, 'owner']);
    const passkey = createAuthenticator({ origin: second.consoleUrl }).create({
      challenge: asked.body.data?.options.challenge ?? '',
    });
    expect((await second.post('/invitation', { token, passkey, label: 'Laptop' })).status).toBeLessThan(300);
    await second.close();

    const third = await start();
    expect(third.firstSignIn).toBeUndefined();
    await third.close();
  });
});
