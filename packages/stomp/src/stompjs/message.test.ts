import { CompatClient, Stomp } from '@stomp/stompjs';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { VERSIONS } from '../frame.ts';
import { startServer } from '../testing/server.ts';
import { connect, listen, TOPIC } from '../testing/stompjs.ts';

const server = await startServer();
afterAll(() => server.close());

const KILOBYTE = Uint8Array.from({ length: 1024 }, (_, index) => index % 256);
/** The large message of stompjs: a little less than a megabyte. */
const LARGE = Uint8Array.from({ length: 1023 * 1024 }, (_, index) => index % 256);

// The cases of stompjs's spec/unit/message.spec.js.
describe.each(VERSIONS)('stompjs message.spec, STOMP %s', (version) => {
  it.each([
    ['Send and receive a message', `${version} is fine`],
    ['Send and receive non-ASCII UTF8 text', 'Яблуко, العربية, äöü and 👋'],
    ['Send and receive a message with a JSON body', JSON.stringify({ text: 'hello', bool: true, value: 0.5 })],
    ['Large text message', 'слово '.repeat(90_000)],
  ])('%s', async (_name, body) => {
    const client = await connect(server, version);
    const messages = await listen(client);
    client.publish({ destination: TOPIC, body });
    await expect.poll(() => messages.length).toBe(1);
    expect(messages[0]?.body === body).toBe(true);
  });

  it.each([
    ['Send and receive binary message', KILOBYTE],
    ['Large binary message', LARGE],
  ])('%s', async (_name, binaryBody) => {
    const client = await connect(server, version);
    const messages = await listen(client);
    client.publish({ destination: TOPIC, binaryBody });
    await expect.poll(() => messages.length).toBe(1);
    expect(Buffer.from(binaryBody).equals(messages[0]?.binaryBody ?? Buffer.alloc(0))).toBe(true);
  });

  it('Send and receive text/binary messages', async () => {
    const client = await connect(server, version);
    const messages = await listen(client);
    const headers = { 'content-type': 'application/octet-stream' };
    client.publish({ destination: TOPIC, binaryBody: KILOBYTE, headers });
    client.publish({ destination: TOPIC, body: 'Hello' });
    await expect.poll(() => messages.length).toBe(2);
    expect(messages[0]?.headers['content-type']).toBe('application/octet-stream');
    expect([...(messages[0]?.binaryBody ?? [])]).toEqual([...KILOBYTE]);
    expect(messages[1]?.body).toBe('Hello');
  });

  it('Logs raw communication', async () => {
    const log: string[] = [];
    const client = await connect(server, version, { logRawCommunication: true, debug: (line) => log.push(line) });
    const messages = await listen(client);
    client.publish({ destination: TOPIC, body: 'ґ' });
    await expect.poll(() => messages.length).toBe(1);
    expect(log).toContain(`>>> SEND\ndestination:${TOPIC}\ncontent-length:2\n\nґ\0`);
    expect(log.at(-1)).toMatch(/^<<< MESSAGE\n(.*\n)*ґ\0$/);
  });

  it.each([
    ['Should allow skipping content length header', { body: 'Hello, world' }, 'Hello, world', false],
    ['Should always add content length header for binary messages', { binaryBody: Uint8Array.of(0) }, '\0', true],
  ])('%s', async (_name, parts, body, isThere) => {
    const sent: string[] = [];
    const lets = (data: unknown): boolean =>
      sent.push(data instanceof ArrayBuffer ? new TextDecoder().decode(data) : String(data)) > 0;
    const client = await connect(server, version, {}, { lets });
    const messages = await listen(client);
    client.publish({ destination: TOPIC, ...parts, skipContentLengthHeader: true });
    expect(sent.at(-1)?.includes('content-length')).toBe(isThere);
    await expect.poll(() => messages.length).toBe(1);
    expect(messages[0]?.body).toBe(body);
  });
});

// stompjs's spec/unit/force-binary-ws-frames.js, split-frames.spec.js and append-missing-null-on-incoming.spec.js.
describe.each(VERSIONS)('stompjs specs of WebSocket messages, STOMP %s', (version) => {
  it('forceBinaryWSFrames: all messages are binary in both directions', async () => {
    const client = await connect(server, version, { forceBinaryWSFrames: true });
    for (const kind of [server.kinds.received, server.kinds.sent]) kind.clear();
    const messages = await listen(client);
    client.publish({ destination: TOPIC, body: 'x' });
    await expect.poll(() => messages.map(({ body }) => body)).toEqual(['x']);
    expect([[...server.kinds.received], [...server.kinds.sent]]).toEqual([['binary'], ['binary']]);
  });

  it('(extra) a client that sends text gets text', async () => {
    for (const kind of [server.kinds.received, server.kinds.sent]) kind.clear();
    const client = await connect(server, version);
    const messages = await listen(client);
    client.publish({ destination: TOPIC, body: 'x' });
    await expect.poll(() => messages.map(({ body }) => body)).toEqual(['x']);
    expect([[...server.kinds.received], [...server.kinds.sent]]).toEqual([['text'], ['text']]);
  });

  it('splitLargeFrames: large text frames are joined again', async () => {
    const sent: number[] = [];
    const lets = (data: unknown): boolean => sent.push(String(data).length) > 0;
    const client = await connect(server, version, { splitLargeFrames: true }, { lets });
    const messages = await listen(client);
    sent.length = 0;
    const body = 'word '.repeat(5_000);
    client.publish({ destination: TOPIC, body });
    expect(sent.length).toBeGreaterThan(2);
    await expect.poll(() => messages.map((message) => message.body === body)).toEqual([true]);
  });

  it('splitLargeFrames: Should not split large binary messages', async () => {
    const client = await connect(server, version, { splitLargeFrames: true });
    const messages = await listen(client);
    client.publish({ destination: TOPIC, binaryBody: LARGE.subarray(0, 20 * 1024) });
    await expect.poll(() => messages.map(({ binaryBody }) => binaryBody.length)).toEqual([20 * 1024]);
  });

  it('appendMissingNULLonIncoming: Should append missing null in incoming frames', async () => {
    const incoming = (data: unknown): unknown => String(data).replaceAll('\0', '');
    const client = await connect(server, version, { appendMissingNULLonIncoming: true }, { incoming });
    const messages = await listen(client);
    client.publish({ destination: TOPIC, body: 'x' });
    await expect.poll(() => messages.map(({ body }) => body)).toEqual(['x']);
  });
});

// stompjs's spec/unit/compatibility/connection.spec.js and message.spec.js: the interface of version 4.
describe('stompjs compatibility specs, highest common version', () => {
  const socket = (): WebSocket => {
    const opened = new WebSocket(server.url, ['v12.stomp']);
    opened.binaryType = 'arraybuffer';
    return opened;
  };

  const connectCompat = async (): Promise<CompatClient> => {
    const client = Stomp.over(socket);
    client.debug = () => undefined;
    onTestFinished(() => client.deactivate({ force: true }));
    await new Promise<void>((resolve) => client.connect('guest', 'guest', () => resolve()));
    return client;
  };

  it('Connect to a valid Stomp server using Stomp.over (socket factory)', async () => {
    const client = await connectCompat();
    expect(client).toBeInstanceOf(CompatClient);
    expect(client.connectedVersion).toBe('1.2');
  });

  it.each([
    ['a message', {}],
    ['a message without a content length header', { 'content-length': false }],
  ])('Send and receive %s', async (_name, headers) => {
    const client = await connectCompat();
    const messages = await listen(client);
    client.send(TOPIC, headers, '{"text":"hello"}');
    await expect.poll(() => messages.map(({ body }) => body)).toEqual(['{"text":"hello"}']);
  });
});
