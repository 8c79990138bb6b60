import { brotliDecompressSync } from 'node:zlib';
import { freePort } from '@laurel/database/free-port';
import { useTestApi } from '@laurel/support/hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { editionAnswer } from '../features/edition/routes.ts';
import { statisticsAnswer } from '../features/statistics/routes.ts';
import { finish, serveCommonAnswer } from './common-answer.ts';
import { earlyServer } from './early-answer.ts';

describe('a finished text', () => {
  const text = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ index, says: 'the same again' })));

  it('is compressed once, for clients that accept brotli, and has its own validator', () => {
    const finished = finish(text);
    const plain = finished.fitting('gzip');
    const small = finished.fitting('gzip, br');
    expect(plain.body.toString()).toBe(text);
    expect(brotliDecompressSync(small.body).toString()).toBe(text);
    expect(small.body.length).toBeLessThan(plain.body.length / 2);
    expect(small.etag).not.toBe(plain.etag);
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(small.body.length) });
    expect(finished.fitting('br').body).toBe(small.body);
    // No validator contains the other: the server searches for one in the text of If-None-Match.
    expect(small.etag).not.toContain(plain.etag);
  });

  it('that compression would make longer is sent uncompressed', () => {
    const finished = finish('[]');
    expect(finished.fitting('br')).toBe(finished.fitting(undefined));
    expect(finished.fitting('br').headers).not.toHaveProperty('content-encoding');
  });
});

const site = useTestApi({ LIMITS_READS_NETWORK_MINUTE: '30', TRUST_PROXY: '127.0.0.1' });
beforeAll(() => site.app.listen({ port: 0, host: '127.0.0.1' }));

describe.each(['/api/vote/statistics', '/api/edition'])('GET %s over a socket, before the framework', (path) => {
  let url: string;
  beforeAll(async () => {
    // The reads of the other path do not count any more.
    site.clock.advance(60_000);
    url = `${site.app.listeningOrigin}${path}`;
    // The framework answers until there is a snapshot.
    await (await fetch(url)).arrayBuffer();
  });

  /** The headers of the response, without those of the connection. */
  const visible = (headers: Iterable<[string, unknown]>) =>
    Object.fromEntries(
      [...headers].filter(([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name)),
    );
  const inject = (headers: Record<string, string>) => site.app.inject({ url: path, headers });
  const etagOf = async (acceptEncoding: string): Promise<string> =>
    String((await inject({ 'accept-encoding': acceptEncoding })).headers.etag);

  it.each([
    ['uncompressed', 'identity', false],
    ['uncompressed, for a client that has it', 'identity', true],
    ['compressed', 'br', false],
    ['compressed, for a client that has it', 'br', true],
  ])('has the headers that the framework would send, %s', async (_what, acceptEncoding, known) => {
    const headers = {
      'accept-encoding': acceptEncoding,
      ...(known ? { 'if-none-match': await etagOf(acceptEncoding) } : {}),
    };
    const early = await fetch(url, { headers });
    const framework = await inject(headers);
    expect(early.status).toBe(framework.statusCode);
    expect(early.status).toBe(known ? 304 : 200);
    expect(visible(early.headers)).toEqual(
      visible(Object.entries(framework.headers).map(([name, value]) => [name, String(value)])),
    );
    expect(early.headers.get('vary')).toBe('accept-encoding');
    const bytes = framework.rawPayload;
    const text = bytes.length > 0 && acceptEncoding === 'br' ? brotliDecompressSync(bytes) : bytes;
    expect(await early.text()).toBe(text.toString());
  });

  it('does not match the validator of another encoding', async () => {
    const status = async (acceptEncoding: string, etag: string) =>
      (await inject({ 'accept-encoding': acceptEncoding, 'if-none-match': etag })).statusCode;
    const [plain, small] = [await etagOf('identity'), await etagOf('br')];
    expect(plain).not.toBe(small);
    expect([await status('identity', plain), await status('br', small)]).toEqual([304, 304]);
    expect([await status('br', plain), await status('identity', small)]).toEqual([200, 200]);
    expect([await status('br', `W/${small}`), await status('br', `${plain}, ${small}`)]).toEqual([304, 304]);
  });

  it('is answered before Fastify while a fresh text is stored', async () => {
    const { clock, statistics, reads, editionService } = site.deps;
    const alone = { clock, reads, headers: {}, answered: () => {}, addressOf: () => '192.0.2.79' };
    const answers = [statisticsAnswer(statistics), editionAnswer({ clock, editionService })];
    const early = answers.map((each) => serveCommonAnswer(alone, each).early);
    const limits = { requestTimeout: 600_000, keepAliveTimeout: 600_000, readTimeout: 600_000 };
    const server = earlyServer((...asked) => early.some((each) => each(...asked)), limits)(
      (_request, response) => response.writeHead(501).end(),
      {},
    );
    const port = await freePort();
    server.listen(port, '127.0.0.1');
    const ask = async (method: string) => {
      await statistics.current();
      return (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status;
    };
    await expect.poll(() => ask('GET')).toBe(200);
    expect(await ask('HEAD')).toBe(501);
    server.close();
  });

  it('leaves other requests to Fastify', async () => {
    const asked = await Promise.all([
      fetch(url, { method: 'HEAD' }),
      fetch(`${url}?fresh`),
      fetch(url, { method: 'DELETE' }),
      fetch(`${url}/`),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
  });

  it('counts reads by the network that a trusted proxy names', async () => {
    const ask = async (network: string, index: number) => {
      const headers = { 'x-forwarded-for': network, 'x-client-ip': `10.0.0.${index}` };
      const answer = await fetch(url, { headers });
      await answer.arrayBuffer();
      return answer.status;
    };
    const statuses: number[] = [];
    for (let index = 0; index < 40; index++) statuses.push(await ask('192.0.2.77', index));
    expect([200, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([30, 10]);
    expect(await ask('192.0.2.78', 0)).toBe(200);
  });
});
