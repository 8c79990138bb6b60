import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { VERSIONS } from '../frame.ts';
import { startServer } from '../testing/server.ts';
import { answered, clientOf, closing, connect, connected, listen, TOPIC } from '../testing/stompjs.ts';

const server = await startServer();
afterAll(() => server.close());

/** A heart-beat is a single end of line. */
const isBeat = (data: unknown): boolean => data === '\n' || (data instanceof ArrayBuffer && data.byteLength === 1);

// The cases of stompjs's spec/unit/subscription.spec.js and receipts.spec.js.
describe.each(VERSIONS)('stompjs subscription.spec and receipts.spec, STOMP %s', (version) => {
  it('Should receive messages sent to destination after subscribing', async () => {
    const client = await connect(server, version);
    const bodies: string[] = [];
    client.subscribe(TOPIC, ({ body }) => bodies.push(body));
    client.publish({ destination: TOPIC, body: 'Is anybody there?' });
    await expect.poll(() => bodies).toEqual(['Is anybody there?']);
  });

  it('Should tolerate exceptions thrown in a message handler', async () => {
    // The client logs the exceptions there.
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
    onTestFinished(() => log.mockRestore());
    const client = await connect(server, version);
    let calls = 0;
    client.subscribe(TOPIC, () => {
      calls += 1;
      throw new Error('a handler that fails');
    });
    for (const body of ['1', '2']) client.publish({ destination: TOPIC, body });
    await expect.poll(() => calls).toBe(2);
    expect(log).toHaveBeenCalledTimes(2);
  });

  it('Should no longer receive messages after unsubscribing to destination', async () => {
    const client = await connect(server, version);
    const received: string[] = [];
    const ended = client.subscribe(TOPIC, () => received.push('ended'));
    client.subscribe(TOPIC, () => received.push('kept'));
    ended.unsubscribe();
    client.publish({ destination: TOPIC, body: 'x' });
    await answered(client);
    expect(received).toEqual(['kept']);
  });

  it('Should confirm subscription using receipt', async () => {
    const client = await connect(server, version);
    const messages = await listen(client);
    client.publish({ destination: TOPIC, body: 'x' });
    await expect.poll(() => messages.length).toBe(1);
  });

  it('Should confirm send using receipt', async () => {
    const client = await connect(server, version);
    await new Promise<void>((resolve) => {
      client.watchForReceipt('mine', () => resolve());
      client.publish({ destination: TOPIC, headers: { receipt: 'mine' }, body: 'x' });
    });
  });
});

// 1.1 cannot encode a carriage return, and 1.0 escapes nothing.
describe('stompjs subscription.spec, STOMP 1.2', () => {
  it('Should receive messages with special chars in headers', async () => {
    const client = await connect(server, '1.2');
    const messages = await listen(client);
    const mine = 'a:b\nc\rd\\e:f\\';
    client.publish({ destination: TOPIC, body: 'x', headers: { mine } });
    await expect.poll(() => messages.map(({ headers }) => headers.mine)).toEqual([mine]);
  });
});

// The cases of stompjs's spec/unit/transaction.spec.js.
describe.each(VERSIONS)('stompjs transaction.spec, STOMP %s', (version) => {
  it.each([
    ['Send a message in a transaction and abort', true, 'abort', []],
    ['Send a message in a transaction and commit', true, 'commit', ['in it']],
    ['Send a message outside a transaction and abort', false, 'abort', ['in it']],
  ] as const)('%s', async (_name, within, end, expected) => {
    const client = await connect(server, version);
    const messages = await listen(client);
    const transaction = client.begin();
    const headers = within ? { transaction: transaction.id } : {};
    client.publish({ destination: TOPIC, headers, body: 'in it' });
    transaction[end]();
    client.publish({ destination: TOPIC, body: 'afterwards' });
    await answered(client);
    expect(messages.map(({ body }) => body)).toEqual([...expected, 'afterwards']);
  });
});

// The cases of stompjs's spec/unit/reconnect.spec.js that need a server, except the delays, which are the client's.
describe.each(VERSIONS)('stompjs reconnect.spec, STOMP %s', (version) => {
  it('Reconnect', async () => {
    const client = await connect(server, version, { reconnectDelay: 10 });
    const again = new Promise<void>((resolve) => {
      client.onConnect = () => resolve();
    });
    client.forceDisconnect();
    await again;
    await answered(client);
  });

  it('Should allow deactivating when auto reconnection is on, and while waiting to reconnect', async () => {
    const client = await connect(server, version, { reconnectDelay: 60_000 });
    const closed = closing(client);
    client.forceDisconnect();
    await closed;
    await client.deactivate();
    expect(client.active).toBe(false);
    await connected(client);
    await client.deactivate();
    expect(client.connected).toBe(false);
  });
});

// The cases of stompjs's spec/unit/heart-beat.spec.js. Heart-beats came with STOMP 1.1.
describe.each(['1.1', '1.2'] as const)('stompjs heart-beat.spec, STOMP %s', (version) => {
  it('Should allow server to not send heartbeat header', async () => {
    const incoming = (data: unknown): unknown => String(data).replace(/heart-beat:.*\n/, '');
    const client = await connect(
      server,
      version,
      { heartbeatIncoming: 60_000, heartbeatOutgoing: 60_000 },
      { incoming },
    );
    await answered(client);
  });

  it.each([false, true])(
    'Should close connection when no incoming ping (discarding the socket: %s)',
    async (discard) => {
      const config = { heartbeatIncoming: 100, discardWebsocketOnCommFailure: discard };
      let eaten = 0;
      const incoming = (data: unknown): unknown => {
        if (!isBeat(data)) return data;
        eaten += 1;
        return undefined;
      };
      // The client's clock, not that of the server, which was started before.
      vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
      onTestFinished(() => void vi.useRealTimers());
      const client = clientOf(server, version, config, { incoming });
      const closed = closing(client);
      client.activate();
      await expect.poll(() => eaten).toBeGreaterThan(0);
      vi.advanceTimersByTime(300);
      await closed;
    },
  );

  it('Should close connection when no outgoing ping', async () => {
    const login = `silent ${version}`;
    const config = { heartbeatOutgoing: 100, connectHeaders: { login, passcode: 'guest' } };
    const client = clientOf(server, version, config, { lets: (data) => !isBeat(data) });
    const closed = closing(client);
    client.activate();
    await closed;
    await expect.poll(() => server.closed.get(login)).toEqual(['heartbeat.lost']);
  });
});
