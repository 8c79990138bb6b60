import type { IMessage, StompConfig } from '@stomp/stompjs';
import { Client, Versions } from '@stomp/stompjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Version } from './frame.ts';
import { VERSIONS } from './frame.ts';
import type { TestServer } from './testing/server.ts';
import { startServer } from './testing/server.ts';

const TOPIC = '/topic/chat.general';
/** A little less than a megabyte, the large message of stompjs's own tests. */
const LARGE = Uint8Array.from({ length: 1023 * 1024 }, (_, index) => index % 256);

/** Resolves when a client is connected; rejects with the body of an ERROR. */
function connected(client: Client): Promise<Client> {
  return new Promise((resolve, reject) => {
    client.onConnect = () => resolve(client);
    client.onStompError = ({ body }) => reject(new Error(body));
    client.activate();
  });
}

/** A connected client of @stomp/stompjs for one version. It is deactivated when the test has finished. */
function connect(server: TestServer, version: Version, config: StompConfig = {}): Promise<Client> {
  const client = new Client({
    brokerURL: server.url,
    stompVersions: new Versions([version]),
    connectHeaders: { login: 'guest', passcode: 'guest' },
    reconnectDelay: 0,
    heartbeatIncoming: 0,
    heartbeatOutgoing: 0,
    ...config,
  });
  onTestFinished(() => client.deactivate({ force: true }));
  return connected(client);
}

/** Resolves once the server has answered everything that was sent before. */
function answered(client: Client, send: (receipt: string) => void): Promise<void> {
  return new Promise((resolve) => {
    const receipt = `${Math.random()}`;
    client.watchForReceipt(receipt, () => resolve());
    send(receipt);
  });
}

const settled = (client: Client): Promise<void> =>
  answered(client, (receipt) => client.publish({ destination: '/topic/nobody', headers: { receipt } }));

/** Subscribes. Resolves once the server has confirmed it, with an array that collects the messages. */
async function listen(client: Client, destination = TOPIC, headers = {}): Promise<IMessage[]> {
  const messages: IMessage[] = [];
  await answered(client, (receipt) =>
    client.subscribe(destination, (message) => messages.push(message), { ...headers, receipt }),
  );
  return messages;
}

describe.each(VERSIONS)('a client of @stomp/stompjs with STOMP %s', (version) => {
  it('RT-06 connects, leaves with DISCONNECT or without, and connects again', async () => {
    const server = await startServer();
    await expect(connect(server, version, { connectHeaders: { passcode: 'wrong' } })).rejects.toThrow(
      'Unknown login or passcode.',
    );
    const client = await connect(server, version);
    expect(client.connectedVersion).toBe(version);
    await client.deactivate();
    await expect.poll(() => server.closed).toEqual(['connect.refused', 'disconnected']);
    await connected(client);
    await client.deactivate({ force: true });
    await expect.poll(() => server.closed).toEqual(['connect.refused', 'disconnected', 'transport.closed']);
    await connected(client);
    await settled(client);
  });

  it.each<[string, StompConfig, 'text' | 'binary']>([
    ['text messages', {}, 'text'],
    ['binary messages only', { forceBinaryWSFrames: true }, 'binary'],
    ['large frames split over several messages', { splitLargeFrames: true }, 'text'],
  ])('RT-06 sends and receives %s', async (_name, config, kind) => {
    const server = await startServer();
    const client = await connect(server, version, config);
    const messages = await listen(client);
    const bodies = ['Яблуко, العربية, äöü and 👋', JSON.stringify({ value: 0.5 }), '', 'слово '.repeat(90_000)];
    for (const body of bodies) client.publish({ destination: TOPIC, body });
    client.publish({ destination: TOPIC, body: 'until NULL', skipContentLengthHeader: true });
    await settled(client);
    expect(messages.map(({ body }) => body)).toEqual([...bodies, 'until NULL']);
    expect([[...server.kinds.received], [...server.kinds.sent]]).toEqual([[kind], [kind]]);
  });

  it('RT-06 sends and receives octets between texts', async () => {
    const client = await connect(await startServer(), version);
    const messages = await listen(client);
    const headers = { 'content-type': 'application/octet-stream' };
    client.publish({ destination: TOPIC, binaryBody: LARGE, headers });
    client.publish({ destination: TOPIC, body: 'text' });
    await settled(client);
    expect(Buffer.from(LARGE).equals(messages[0]?.binaryBody ?? Buffer.alloc(0))).toBe(true);
    expect(messages.map((message) => message.headers['content-type'])).toEqual([
      'application/octet-stream',
      'text/plain',
    ]);
    expect(messages[1]?.body).toBe('text');
  });

  it('RT-06 gets no messages after it has unsubscribed', async () => {
    const client = await connect(await startServer(), version);
    const received: string[] = [];
    const ended = client.subscribe(TOPIC, () => received.push('ended'));
    client.subscribe(TOPIC, () => received.push('kept'));
    ended.unsubscribe();
    client.publish({ destination: TOPIC });
    await settled(client);
    expect(received).toEqual(['kept']);
  });

  it('RT-06 commits and aborts transactions', async () => {
    const client = await connect(await startServer(), version);
    const messages = await listen(client);
    for (const end of ['abort', 'commit'] as const) {
      const transaction = client.begin();
      client.publish({ destination: TOPIC, body: `${end}: within`, headers: { transaction: transaction.id } });
      client.publish({ destination: TOPIC, body: `${end}: outside` });
      transaction[end]();
    }
    await settled(client);
    expect(messages.map(({ body }) => body)).toEqual(['abort: outside', 'commit: outside', 'commit: within']);
  });

  it('RT-06 gets a message of a queue that another client did not acknowledge', async () => {
    const server = await startServer();
    const [one, other] = [await connect(server, version), await connect(server, version)];
    const atOne = await listen(one, '/queue/a', { ack: 'client' });
    const atOther = await listen(other, '/queue/a', { ack: 'client' });
    const bodies = (): string[][] => [atOne, atOther].map((messages) => messages.map(({ body }) => body));
    one.publish({ destination: '/queue/a', body: 'a task' });
    await expect.poll(bodies).toEqual([['a task'], []]);
    // NACK came with STOMP 1.1.
    if (version === '1.0') await one.deactivate();
    else atOne[0]?.nack();
    await expect.poll(bodies).toEqual([['a task'], ['a task']]);
    atOther[0]?.ack();
    await other.deactivate();
    const last = await connect(server, version);
    expect(await listen(last, '/queue/a')).toEqual([]);
    expect(bodies()).toEqual([['a task'], ['a task']]);
  });

  it('RT-06 may acknowledge a message that needs no ACK', async () => {
    const client = await connect(await startServer(), version);
    const messages = await listen(client);
    client.publish({ destination: TOPIC });
    await settled(client);
    messages[0]?.ack();
    await settled(client);
  });
});

describe('a client of @stomp/stompjs', () => {
  // 1.1 cannot encode a carriage return, and 1.0 escapes nothing.
  it('RT-06 sends and receives any characters in the headers of STOMP 1.2', async () => {
    const client = await connect(await startServer(), '1.2');
    const messages = await listen(client);
    const mine = 'a:b\nc\rd\\e:f\\';
    client.publish({ destination: TOPIC, headers: { mine } });
    await settled(client);
    expect(messages.map(({ headers }) => headers.mine)).toEqual([mine]);
  });

  it('RT-04 gets heart-beats, and loses its connection without its own', async () => {
    const server = await startServer();
    const debug: string[] = [];
    const config = { debug: (line: string) => debug.push(line), heartbeatToleranceMultiplier: 1_000 };
    const client = await connect(server, '1.2', { ...config, heartbeatIncoming: 100, heartbeatOutgoing: 100 });
    await expect.poll(() => debug).toContain('<<< PONG');
    if (client.webSocket) client.webSocket.send = () => undefined;
    await expect.poll(() => server.closed).toEqual(['heartbeat.lost']);
  });
});
