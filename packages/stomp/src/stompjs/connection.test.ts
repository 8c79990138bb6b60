import type { Client } from '@stomp/stompjs';
import { ActivationState, Parser } from '@stomp/stompjs';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { VERSIONS } from '../frame.ts';
import { startServer } from '../testing/server.ts';
import { answered, clientOf, closing, connect, connected } from '../testing/stompjs.ts';

const server = await startServer();
afterAll(() => server.close());

/** The command of the frame in a message, or none in a heart-beat. */
const commandIn = (data: unknown): string | undefined => {
  let command: string | undefined;
  const parser = new Parser(
    (frame) => {
      command = frame.command;
    },
    () => undefined,
  );
  if (typeof data === 'string' || data instanceof ArrayBuffer) parser.parseChunk(data);
  return command;
};

/** Records the callbacks of a client. */
const sequenceOf = (client: Client): string[] => {
  const sequence: string[] = [];
  client.beforeConnect = () => void sequence.push('before connect');
  client.onStompError = () => sequence.push('error');
  client.onWebSocketClose = () => sequence.push('closed');
  return sequence;
};

// The cases of stompjs's spec/unit/callbacks.spec.js and config.spec.js that need a server.
describe.each(VERSIONS)('stompjs callbacks.spec and config.spec, STOMP %s', (version) => {
  it('invokes in sequence during regular connect/disconnect', async () => {
    const login = `regular ${version}`;
    const client = clientOf(server, version, { connectHeaders: { login, passcode: 'guest' } });
    const sequence = sequenceOf(client);
    client.onConnect = () => {
      sequence.push('connected');
      void client.deactivate();
    };
    client.activate();
    await expect.poll(() => sequence).toEqual(['before connect', 'connected', 'closed']);
    await expect.poll(() => server.closed.get(login)).toEqual(['disconnected']);
  });

  it('invokes in sequence during forced disconnect', async () => {
    const client = clientOf(server, version);
    const sequence = sequenceOf(client);
    client.onConnect = () => {
      sequence.push('connected');
      client.forceDisconnect();
      void client.deactivate();
    };
    client.activate();
    await expect.poll(() => sequence).toEqual(['before connect', 'connected', 'closed']);
  });

  it('invokes in sequence during auto reconnect', async () => {
    const client = clientOf(server, version, { reconnectDelay: 10 });
    const sequence = sequenceOf(client);
    client.onConnect = () => {
      sequence.push('connected');
      if (sequence.length === 2) client.forceDisconnect();
      else void client.deactivate();
    };
    client.activate();
    const once = ['before connect', 'connected', 'closed'];
    await expect.poll(() => sequence).toEqual([...once, ...once]);
  });

  it('Updating disconnectHeaders should take effect from subsequent disconnect', async () => {
    const sent: string[] = [];
    const lets = (data: unknown): boolean => sent.push(String(data)) > 0;
    const client = await connect(server, version, { disconnectHeaders: { mine: 'old' } }, { lets });
    client.configure({ disconnectHeaders: { mine: 'new' } });
    await client.deactivate();
    expect(sent.at(-1)).toMatch(/^DISCONNECT\n(.*\n)*mine:new\n/);
  });

  it('should not alter connect headers or disconnect headers', async () => {
    const [connectHeaders, disconnectHeaders] = [{ login: 'guest', passcode: 'guest' }, { mine: 'x' }];
    const client = await connect(server, version, { connectHeaders, disconnectHeaders });
    await client.deactivate();
    expect(connectHeaders).toEqual({ login: 'guest', passcode: 'guest' });
    expect(disconnectHeaders).toEqual({ mine: 'x' });
  });
});

// The cases of stompjs's spec/unit/connection.spec.js that need a server that answers.
describe.each(VERSIONS)('stompjs connection.spec, STOMP %s', (version) => {
  it('Connect to a valid Stomp server', async () => {
    const client = await connect(server, version);
    expect(client.connectedVersion).toBe(version);
    await answered(client);
  });

  it('Should not connect with invalid credentials', async () => {
    const client = clientOf(server, version, { connectHeaders: { login: 'guest', passcode: 'wrong' } });
    const refusal = await new Promise((resolve, reject) => {
      client.onStompError = ({ body }) => resolve(body);
      client.onConnect = () => reject(new Error('connected'));
      client.activate();
    });
    expect(refusal).toBe('Unknown login or passcode.');
  });

  it('Deactivates, and activates following a deactivate', async () => {
    const client = await connect(server, version);
    await client.deactivate();
    expect(client.state).toBe(ActivationState.INACTIVE);
    await connected(client);
    await answered(client);
  });

  it('Deactivates in before connect', async () => {
    const client = clientOf(server, version);
    let connects = 0;
    client.beforeConnect = () => client.deactivate();
    client.onConnect = () => {
      connects += 1;
    };
    client.activate();
    await expect.poll(() => client.state).toBe(ActivationState.INACTIVE);
    expect([client.connected, connects]).toEqual([false, 0]);
  });

  it('async beforeConnect', async () => {
    const client = clientOf(server, version);
    const done = new Promise<void>((resolve) => {
      client.beforeConnect = async () => {
        await new Promise(setImmediate);
        client.onConnect = () => resolve();
      };
    });
    client.activate();
    await done;
  });

  it('Activates immediately without awaiting for the deactivate', async () => {
    const client = await connect(server, version);
    void client.deactivate();
    await connected(client);
    await answered(client);
  });

  it('Allows multiple deactivate calls', async () => {
    const client = await connect(server, version);
    await Promise.all([client.deactivate(), client.deactivate()]);
    expect(client.active).toBe(false);
  });

  it('When the underlying socket was closed, activates immediately following a deactivate', async () => {
    const client = await connect(server, version);
    const closed = closing(client);
    client.forceDisconnect();
    await closed;
    expect(client.state).toBe(ActivationState.ACTIVE);
    await client.deactivate();
    await connected(client);
    await answered(client);
  });

  it('Force disconnects, and handles non connected states', async () => {
    const client = await connect(server, version);
    const closed = closing(client);
    client.forceDisconnect();
    client.forceDisconnect();
    await closed;
    client.forceDisconnect();
    expect(client.connected).toBe(false);
  });

  it('CONNECTED frame eaten: handles connect timeout', async () => {
    let eaten = 0;
    const incoming = (data: unknown): unknown => {
      if (eaten > 0 || commandIn(data) !== 'CONNECTED') return data;
      eaten += 1;
      return undefined;
    };
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const client = clientOf(server, version, { connectionTimeout: 50, reconnectDelay: 10 }, { incoming });
    const again = connected(client);
    await expect.poll(() => eaten, { interval: 0 }).toBe(1);
    vi.advanceTimersByTime(50);
    vi.useRealTimers();
    // The second connection has no limit.
    client.connectionTimeout = 0;
    await again;
    expect(eaten).toBe(1);
    await answered(client);
  });

  it.each([false, true])('deactivate with force: %s ends the connection at the server too', async (force) => {
    const login = `forced ${version} ${force}`;
    const client = await connect(server, version, { connectHeaders: { login, passcode: 'guest' } });
    await client.deactivate({ force });
    await expect.poll(() => server.closed.get(login)).toEqual([force ? 'transport.closed' : 'disconnected']);
    await connected(client);
    await answered(client);
  });
});
