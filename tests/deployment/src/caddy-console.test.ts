import { createServer } from 'node:http';
import { REQUEST_TIMEOUT_MS } from '@laurel/api/app';
import { CONSOLE_BODY_LIMIT, CONSOLE_REQUEST_MS } from '@laurel/api/console';
import { SELECTION_BYTES } from '@laurel/api/features/exclusions/console.routes';
import { consoleFailureSchema } from '@laurel/contracts/console/call';
import { uploadDraft } from '@laurel/contracts/console/calls/edition';
import { proposeExclusion, rehearseExclusion } from '@laurel/contracts/console/calls/exclusions';
import { freePort } from '@laurel/database/free-port';
import { type Caddy, startCaddy } from '@laurel/support/caddy';
import { CONSOLE_URL } from '@laurel/support/console';
import { useTestConsole } from '@laurel/support/console-desk';
import { serve } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import { exchange, statusIn } from '@laurel/support/raw-http';
import { repositoryFile } from '@laurel/support/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonOf, post } from './posts.ts';

/** The call that accepts the largest files, and its limit. The others that accept files are below it. */
const UPLOAD = { path: uploadDraft.path, maxBytes: uploadDraft.upload.maxBytes };

const api = useTestApi();
const desk = useTestConsole(api);
let caddy: Caddy;
let origin = '';
beforeAll(async () => {
  caddy = await startCaddy(await serve(api), { consoleUpstreamPort: await serve(desk) });
  origin = `http://127.0.0.1:${caddy.consolePort}`;
});
afterAll(() => caddy?.stop());

const send = (url: string, body: string, streamed: boolean): Promise<Response> =>
  post(url, body, streamed, { origin: CONSOLE_URL });
const codeOf = async (answer: Response): Promise<unknown> => [
  answer.status,
  consoleFailureSchema.parse(await answer.json()).code,
];

describe('Caddy in front of the console', () => {
  it('accepts a change up to the console’s limit, and refuses one octet more', async () => {
    for (const streamed of [false, true]) {
      const taken = await send(`${origin}/api/sign-in`, jsonOf(CONSOLE_BODY_LIMIT), streamed);
      // The body was read to its end, and lacks the passkey.
      expect(await codeOf(taken)).toEqual([400, 'request.invalid']);
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const refused = await send(`${origin}/api/sign-in`, jsonOf(CONSOLE_BODY_LIMIT + 1), streamed);
        expect(await codeOf(refused)).toEqual([413, 'request.too_large']);
      }
    }
  });

  it('knows every call that accepts a file', () => {
    const upload = z.object({ path: z.string(), upload: z.object({ maxBytes: z.number() }) });
    const uploads = desk.app.consoleCalls.flatMap((call) => upload.safeParse(call).data ?? []);
    const known = [UPLOAD.path, `${UPLOAD.path}/:id/pictures`, `${UPLOAD.path}/:id/table`];
    expect(uploads).toEqual(
      known.map((path) => expect.objectContaining({ path, upload: { maxBytes: UPLOAD.maxBytes } })),
    );
  });

  it.each(['/readyz', '/livez', '/metrics', '/dev', '/dev/inbox'])('hides %s in every encoding', async (path) => {
    for (const spelling of [path, `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`, `/./${path.slice(1)}`]) {
      const asked = `GET ${spelling} HTTP/1.1\r\nHost: 127.0.0.1:${caddy.consolePort}\r\nConnection: close\r\n\r\n`;
      const { text } = await exchange(caddy.consolePort ?? 0, asked);
      expect([spelling, statusIn(text)], text).toEqual([spelling, expect.toSatisfy((status) => status >= 300)]);
    }
  });

  it('sends the guarding headers of the console, and tells it the client’s address', async () => {
    const answer = await fetch(`${origin}/api/me`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    expect(await codeOf(answer)).toEqual([401, 'console.signed_out']);
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect([answer.headers.get('server'), answer.headers.get('via')]).toEqual([null, null]);
  });

  it('keeps the two sites apart: neither name answers with the calls of the other', async () => {
    const site = `http://127.0.0.1:${caddy.port}`;
    const statuses = (path: string) =>
      Promise.all([site, origin].map(async (at) => (await fetch(`${at}/api${path}`)).status));
    expect(await statuses('/client-ip')).toEqual([200, 404]);
    expect(await statuses('/me')).toEqual([404, 401]);
  });
});

describe('Caddy with an upload to the console', () => {
  let received = 0;
  let uploads: Caddy;
  const upstream = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    request.on('end', () => response.writeHead(201).end());
    request.on('error', () => response.destroy());
  });
  beforeAll(async () => {
    const port = await freePort();
    await new Promise<void>((resolve) => upstream.listen(port, '127.0.0.1', resolve));
    uploads = await startCaddy(await freePort(), { consoleUpstreamPort: port });
  });
  afterAll(async () => {
    await uploads?.stop();
    upstream.close();
  });

  it.each([
    [UPLOAD.path, UPLOAD.maxBytes],
    [`${UPLOAD.path}/1/pictures`, UPLOAD.maxBytes],
    [`${UPLOAD.path}/1/table`, UPLOAD.maxBytes],
    [`${UPLOAD.path}/1/edit`, SELECTION_BYTES],
    [proposeExclusion.path, SELECTION_BYTES],
    [rehearseExclusion.path, SELECTION_BYTES],
  ])('forwards to %s a body of %i octets, and refuses one more', async (path, limit) => {
    const url = `http://127.0.0.1:${uploads.consolePort}/api${path}`;
    received = 0;
    const taken = await send(url, 'x'.repeat(limit), false);
    expect([taken.status, received]).toEqual([201, limit]);
    for (const streamed of [false, true]) {
      expect(await codeOf(await send(url, 'x'.repeat(limit + 1), streamed))).toEqual([413, 'request.too_large']);
    }
    const other = await send(`${url}/1/publish`, 'x'.repeat(CONSOLE_BODY_LIMIT + 1), false);
    expect(await codeOf(other)).toEqual([413, 'request.too_large']);
  });
});

// This test failed: Caddy cut an upload after 30 seconds, so that 20 MiB needed 5.6 Mbit/s.
describe('the time that Caddy gives a body', () => {
  const seconds = Number(/read_body (\d+)s/.exec(repositoryFile('deploy/caddy/Caddyfile'))?.[1]);

  it('is that of the console, in which its largest upload needs at most 3 Mbit/s', () => {
    expect(seconds * 1_000).toBe(CONSOLE_REQUEST_MS);
    expect((UPLOAD.maxBytes * 8) / seconds).toBeLessThan(3_000_000);
  });

  it('is longer than that of a voter’s request, which Laurel ends itself', () => {
    expect(REQUEST_TIMEOUT_MS).toBeLessThan(seconds * 1_000);
  });
});

describe('Caddy without a console', () => {
  it('serves nothing under a second name', async () => {
    const alone = await startCaddy(await freePort(), { waits: '100ms' });
    try {
      expect(alone.consolePort).toBeUndefined();
      const asked = `GET / HTTP/1.1\r\nHost: console.awards.example\r\nConnection: close\r\n\r\n`;
      const { text } = await exchange(alone.port, asked);
      // Caddy's answer to a name of no site: nothing.
      expect([statusIn(text), text.split('\r\n\r\n')[1]]).toEqual([200, '']);
    } finally {
      await alone.stop();
    }
  });
});
