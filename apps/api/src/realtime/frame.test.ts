import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createFramer, webSocketFrame } from './frame.ts';

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

it('is read by the ws client at the lengths of every header form', async () => {
  const sizes = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000];
  const messages = sizes.map((size) => Buffer.alloc(size, size % 100));
  const kinds = ['text', 'binary'] as const;
  sockets.once('connection', (_socket, { socket }) => {
    for (const message of messages) for (const kind of kinds) socket.write(webSocketFrame(message, kind));
  });
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const received: { data: Buffer; kind: string }[] = [];
  client.on('message', (data, isBinary) => {
    if (data instanceof Buffer) received.push({ data, kind: isBinary ? 'binary' : 'text' });
  });
  await expect.poll(() => received.length, { timeout: 5_000 }).toBe(sizes.length * 2);
  const sent = messages.flatMap((data) => kinds.map((kind) => ({ data, kind })));
  expect(received.map(({ data, kind }) => [data.length, kind])).toEqual(
    sent.map(({ data, kind }) => [data.length, kind]),
  );
  expect(received.every(({ data }, index) => data.equals(sent[index]?.data ?? Buffer.alloc(0)))).toBe(true);
  client.close();
  await once(client, 'close');
});

it('is created once per message and kind', () => {
  const frameOf = createFramer();
  const [one, other] = [Buffer.from('one'), Buffer.from('other')];
  const text = frameOf(one, 'text');
  const binary = frameOf(one, 'binary');
  expect([text[0], binary[0]]).toEqual([0x81, 0x82]);
  // Text and binary sockets alternate.
  for (let round = 0; round < 3; round++) {
    expect(frameOf(one, 'text')).toBe(text);
    expect(frameOf(one, 'binary')).toBe(binary);
  }
  expect(frameOf(other, 'text').subarray(2).toString()).toBe('other');
  expect(frameOf(one, 'text').equals(text)).toBe(true);
});
