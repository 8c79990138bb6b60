import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestApi, type TestApi } from '../testing/harness.ts';

let api: TestApi;
let address: string;
beforeAll(async () => {
  api = await startTestApi();
  await api.deps.start();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  address = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/ws`;
});
afterAll(() => api.close());

const open = async (options = {}): Promise<WebSocket> => {
  const socket = new WebSocket(address, ['v12.stomp'], options);
  await once(socket, 'open');
  return socket;
};

/** How a connection ended: the code of its close frame. */
const endOf = async (socket: WebSocket): Promise<number> => {
  const [code] = await once(socket, 'close');
  return Number(code);
};

const connected = async (): Promise<WebSocket> => {
  const socket = await open();
  socket.send('CONNECT\naccept-version:1.2\nhost:laurel\n\n\0');
  await once(socket, 'message');
  return socket;
};

describe('the frames below STOMP', () => {
  it('are counted, pings and pongs as well', async () => {
    for (const control of ['ping', 'pong'] as const) {
      const socket = await connected();
      // It may learn of its end by writing into a connection that is gone.
      socket.on('error', () => undefined);
      for (let sent = 0; sent < 3_000; sent++) socket[control]();
      await expect.poll(() => socket.readyState, { message: control, timeout: 5_000 }).toBe(WebSocket.CLOSED);
    }
  });

  it('are counted where they hold nothing', async () => {
    const socket = await connected();
    socket.on('error', () => undefined);
    for (let sent = 0; sent < 3_000; sent++) socket.send('');
    await expect.poll(() => socket.readyState, { timeout: 5_000 }).toBe(WebSocket.CLOSED);
  });

  it('leave an honest ping every second alone', async () => {
    const socket = await connected();
    for (let sent = 0; sent < 60; sent++) {
      socket.ping();
      await once(socket, 'pong');
    }
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  });

  it('are never compressed, whatever a client offers: a small frame can’t become a large one', async () => {
    const socket = await open({ perMessageDeflate: true });
    expect(socket.extensions).toBe('');
    socket.terminate();
  });

  it('end the connection where they are larger than any message', async () => {
    const socket = await connected();
    const ended = endOf(socket);
    socket.send(Buffer.alloc(70_000, 'a'));
    expect(await ended).toBe(1009);
  });
});
