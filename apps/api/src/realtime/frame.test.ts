import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createCompressedFraming, createFramer, type Framing, plainFrame } from './frame.ts';

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: true });
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

const KINDS = ['text', 'binary'] as const;

/** The messages that a client of the ws library receives, and the octets of the frames. */
const receive = async (framing: Framing, messages: readonly Buffer[]) => {
  const frames = messages.flatMap((message) => KINDS.map((kind) => framing(message, kind)));
  sockets.once('connection', (_socket, { socket }) => {
    for (const frame of frames) socket.write(frame);
  });
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const received: { data: Buffer; kind: string }[] = [];
  client.on('message', (data, isBinary) => {
    if (data instanceof Buffer) received.push({ data, kind: isBinary ? 'binary' : 'text' });
  });
  await expect.poll(() => received.length).toBe(frames.length);
  client.close();
  await once(client, 'close');
  return { received, octets: frames.map(({ length }) => length) };
};

/** Whether the messages arrived as they were, as text and as binary. */
const expectAll = (received: { data: Buffer; kind: string }[], messages: readonly Buffer[]): void => {
  const sent = messages.flatMap((data) => KINDS.map((kind) => ({ data, kind })));
  expect(received.map(({ data, kind }) => [data.length, kind])).toEqual(
    sent.map(({ data, kind }) => [data.length, kind]),
  );
  expect(received.every(({ data }, index) => data.equals(sent[index]?.data ?? Buffer.alloc(0)))).toBe(true);
};

it('a plain frame is read by the ws client at the lengths of every header form', async () => {
  const messages = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000].map((size) => Buffer.alloc(size, size % 100));
  expectAll((await receive(plainFrame, messages)).received, messages);
});

describe('a compressed frame', () => {
  const body = JSON.stringify(
    Array.from({ length: 200 }, (_, index) => ({ company: `Компанія ${index}`, votes: index * 7_919 })),
  );
  const message = (id: string, text = body) => Buffer.from(`MESSAGE\nsubscription:${id}\nmessage-id:1\n\n${text}\0`);

  it('is read by the ws client as the message, with any headers, length and content', async () => {
    const messages = [
      message('sub-0'),
      message('a client’s own name'),
      message('sub-0', body.replaceAll('7', '8')),
      message('', body.repeat(20)),
      message('x'.repeat(3_000), ''),
      Buffer.from(randomBytes(75_000).toString('base64')),
      Buffer.alloc(70_000, 'a'),
      Buffer.alloc(255, 'a'),
      Buffer.from('\n'),
    ];
    expectAll((await receive(createCompressedFraming(), messages)).received, messages);
  });

  it('of the percentages has at most a quarter of the octets', async () => {
    const { octets } = await receive(createCompressedFraming(), [message('sub-0')]);
    expect(octets[0]).toBeLessThan(message('sub-0').length / 4);
  });

  it('is not made of a short message, such as the status of a verification', () => {
    const short = message('sub-0', '{"verificationStatus":"IN_PROGRESS"}');
    expect(createCompressedFraming()(short, 'text')).toEqual(plainFrame(short, 'text'));
  });

  // A client may choose another name for each of its subscriptions.
  it('has the same compressed body for all subscriptions', () => {
    const framing = createCompressedFraming();
    const bodies = ['sub-0', 'sub-1'].map((id) =>
      framing(message(id), 'text').subarray(4 + 5 + message(id).indexOf('\n\n') + 2),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]?.length).toBeGreaterThan(100);
  });
});

it('a frame is created once per message and kind', () => {
  const frameOf = createFramer(plainFrame);
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
