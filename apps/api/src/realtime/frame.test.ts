import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { binaryFrame, createFramer } from './frame.ts';

const server = createServer();
const sockets = new WebSocketServer({ server });
let port = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  sockets.close();
  server.close();
  await once(server, 'close');
});

it('is read by another’s client at every length that has a header of its own', async () => {
  const sizes = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000];
  const messages = sizes.map((size) => Buffer.alloc(size, size % 251));
  sockets.once('connection', (_socket, { socket }) => {
    for (const message of messages) socket.write(binaryFrame(message));
  });
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const heard: Buffer[] = [];
  client.on('message', (data, isBinary) => {
    if (isBinary && data instanceof Buffer) heard.push(data);
  });
  await expect.poll(() => heard.length, { timeout: 5_000 }).toBe(sizes.length);
  expect(heard.map(({ length }) => length)).toEqual(sizes);
  expect(heard.every((data, index) => data.equals(messages[index] ?? Buffer.alloc(0)))).toBe(true);
  client.close();
  await once(client, 'close');
});

it('is made once for all who get the same message, and anew for the next', () => {
  const frameOf = createFramer();
  const [one, other] = [Buffer.from('one'), Buffer.from('other')];
  const first = frameOf(one);
  expect(frameOf(one)).toBe(first);
  expect(frameOf(other).subarray(2).toString()).toBe('other');
  expect(frameOf(one).equals(first)).toBe(true);
});
