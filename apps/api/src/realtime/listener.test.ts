import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startEventListener } from './listener.ts';

// PostgreSQL's messages (its manual, "Message Formats"): AuthenticationOk, CommandComplete, ErrorResponse, ReadyForQuery.
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
const DONE = Buffer.from('C\0\0\0\x0bLISTEN\0Z\0\0\0\x05I', 'latin1');
const REFUSAL = Buffer.from('E\0\0\0\x17SERROR\0C57P03\0Mno\0\0Z\0\0\0\x05I', 'latin1');

/** A server that accepts connections and replies with `answer`. Without `hangsUp` it never closes one. */
const startPeer = async (answer: (chunk: Buffer) => Buffer | undefined, hangsUp = true) => {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => socket.destroy());
    if (hangsUp) socket.on('end', () => socket.end());
    socket.on('close', () => open.delete(socket));
    socket.on('data', (chunk) => {
      const received = answer(chunk);
      if (received) socket.write(received);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://laurel@127.0.0.1:${port}/laurel`, open, connections: () => connections };
};

/** No server of a test needs this long to answer. */
const PATIENT_MS = 600_000;

const listenTo = async (url: string, timeoutMs = PATIENT_MS) => {
  const errors: unknown[] = [];
  const listener = await startEventListener({
    url,
    onEvent: () => {},
    onGap: () => {},
    onError: (error) => void errors.push(error),
    timeoutMs,
  });
  onTestFinished(() => listener.close());
  return { listener, errors };
};

it('times out and retries when the server accepts the connection but never answers', async () => {
  const { url, open, connections } = await startPeer(() => undefined);
  const { listener, errors } = await listenTo(url, 100);
  await expect.poll(connections).toBeGreaterThanOrEqual(3);
  expect(errors.length).toBeGreaterThanOrEqual(2);
  await expect.poll(() => open.size).toBeLessThanOrEqual(1);
  await listener.close();
  await expect.poll(() => open.size).toBe(0);
});

it('closes the connection when LISTEN fails', async () => {
  const { url, open, connections } = await startPeer((chunk) => (chunk[0] === 0 ? WELCOME : REFUSAL));
  const { listener, errors } = await listenTo(url);
  await expect.poll(connections).toBeGreaterThanOrEqual(3);
  expect(errors[0]).toMatchObject({ code: '57P03' });
  await expect.poll(() => open.size).toBeLessThanOrEqual(1);
  await listener.close();
  await expect.poll(() => open.size).toBe(0);
});

it('resolves once it listens', async () => {
  let listening = false;
  const { url } = await startPeer((chunk) => {
    if (chunk[0] === 0) return WELCOME;
    listening ||= chunk.includes('LISTEN');
    return DONE;
  });
  await listenTo(url);
  expect(listening).toBe(true);
});

it('stops when a dead connection never emits its end', async () => {
  let listening = false;
  const { url } = await startPeer((chunk) => {
    if (chunk[0] === 0) return WELCOME;
    listening ||= chunk.includes('LISTEN');
    return DONE;
  }, false);
  const { listener, errors } = await listenTo(url);
  expect(listening).toBe(true);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const closed = listener.close();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(PATIENT_MS);
  await closed;
  expect(errors).toEqual([]);
});
