import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createS3Store } from '../backup/store-s3.ts';
import { createGraphApi } from './instagram/graph-api.ts';
import { probeInstagram } from './instagram/probe.ts';
import { probeTwilio, probeWebhook } from './sms/probe.ts';
import { createTwilioSender } from './sms/twilio.ts';
import { createWebhookSender } from './sms/webhook.ts';
import { createApi, createBot } from './telegram/client.ts';
import { probeTelegram } from './telegram/probe.ts';
import { setUpBot, until } from './telegram/testing/setup.ts';
import { type HttpPeer, startPeer } from './testing/http-peer.ts';

const TOKEN = 'a-token-for-tests';
const NEVER = new AbortController().signal;
const sms = { id: '5d0c7d2e', to: '+380671234567', text: '482913 is your code.' };

/** One call of each client, against a provider at `root`. */
const CLIENTS: Record<string, (root: string) => Promise<unknown>> = {
  'Twilio: send': (root) =>
    createTwilioSender({ accountSid: 'AC1', authToken: TOKEN, from: '+15005550006', apiRoot: root }).send(sms),
  'Twilio: look-up': (root) =>
    createTwilioSender({ accountSid: 'AC1', authToken: TOKEN, from: '+15005550006', apiRoot: root }).send({
      ...sms,
      afterUncertainTry: true,
    }),
  'the SMS webhook': (root) => createWebhookSender({ url: root, secret: TOKEN }).send(sms),
  'Instagram: profile': (root) => createGraphApi({ apiRoot: root, accessToken: TOKEN }).profile('1', NEVER),
  'Instagram: reply': (root) => createGraphApi({ apiRoot: root, accessToken: TOKEN }).reply('1', 'Thank you', NEVER),
  'Telegram: the bot': (root) => createBot({ token: `1:${TOKEN}`, apiRoot: root, callMs: 5_000 }).api.getMe(),
  'Telegram: polling': (root) =>
    createApi({ token: `1:${TOKEN}`, apiRoot: root, callMs: 5_000 }).getUpdates({ timeout: 0 }),
  'a check of Twilio': (root) => probeTwilio({ accountSid: 'AC1', authToken: TOKEN, apiRoot: root }),
  'a check of Telegram': (root) => probeTelegram({ token: `1:${TOKEN}`, channel: '@laurel', apiRoot: root }),
  'a check of Instagram': (root) => probeInstagram({ accessToken: TOKEN, apiRoot: root }),
  'a check of the SMS webhook': (root) => probeWebhook(root),
  'S3: put': (root) => storeAt(root).put('base/1', Readable.from([Buffer.from('sealed')])),
  'S3: get': (root) => storeAt(root).get('base/1'),
  'S3: list': (root) => storeAt(root).list('base/'),
};

const storeAt = (endpoint: string) =>
  createS3Store({
    kind: 's3',
    bucket: 'backups',
    prefix: '',
    endpoint,
    region: 'eu-test-1',
    pathStyle: true,
    accessKey: 'AKIATEST',
    secretKey: TOKEN,
  });

describe('a provider that redirects', () => {
  let elsewhere: HttpPeer;
  let provider: HttpPeer;
  let status = 307;
  const strayed: string[] = [];
  beforeAll(async () => {
    elsewhere = await startPeer(
      () => '',
      ({ path, headers }) => {
        strayed.push(`${path} ${headers.authorization ?? ''}`);
        return { status: 200, body: { ok: true, result: [], username: 'x', messages: [], status: 'active' } };
      },
    );
    provider = await startPeer(
      () => '',
      ({ path }) => ({ status, body: {}, headers: { location: `${elsewhere.origin}${path}` } }),
    );
  });
  afterAll(async () => {
    await provider.close();
    await elsewhere.close();
  });
  beforeEach(() => {
    strayed.length = 0;
  });

  describe.each([301, 302, 303, 307, 308])('with %i', (code) => {
    it.each(Object.keys(CLIENTS))('is not followed by %s', async (name) => {
      status = code;
      await expect(CLIENTS[name]?.(provider.origin)).rejects.toThrow();
      expect(strayed).toEqual([]);
    });
  });

  it('is not followed by the running bot, which acts on nothing that it would get there', async () => {
    const bot = await setUpBot({ mode: 'polling', start: false });
    const answer = { status: 307, body: {}, headers: { location: `${elsewhere.origin}/bot1:${TOKEN}/getUpdates` } };
    bot.api.fail('getUpdates', answer, 2);
    bot.bot.start();
    await until(() => bot.api.faultsLeft() === 0 && bot.api.calls.includes('getUpdates'));
    await bot.close();
    expect(strayed).toEqual([]);
    expect(bot.log.join('')).not.toContain(TOKEN);
  });
});

it('every client of HTTP is made in a file of this suite', () => {
  const source = join(import.meta.dirname, '..');
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.ts$|(^|\/)testing\//.test(file));
  const code = (file: string): string =>
    readFileSync(join(source, file), 'utf8').replaceAll(/\/\*.*?\*\/|\/\/.*$|^import type .*$/gms, '');
  const makesClient =
    /(?<![\w'/-])fetch(?![\w'-])|new (Api|Bot)\(|s3-lite-client|undici|import \{[^}]*\b(get|request)\b[^}]*\} from 'node:https?'/;
  expect(files.filter((file) => makesClient.test(code(file))).toSorted()).toEqual([
    'adapters/telegram/client.ts',
    'backup/no-redirects.ts',
    'backup/store-s3.ts',
    // Looks at the site's own certificate with node:https, which follows no redirect, and sends no secret.
    'cli/machine-checks.ts',
    'lib/fetch-direct.ts',
  ]);
});
