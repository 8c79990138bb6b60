import { afterAll, describe, expect, it } from 'vitest';
import type { Version } from '../frame.ts';
import { VERSIONS } from '../frame.ts';
import { startServer } from '../testing/server.ts';
import { answered, connect, listen } from '../testing/stompjs.ts';

const server = await startServer();
afterAll(() => server.close());

/** Two clients that consume a new queue. */
const consumers = async (version: Version) => {
  const queue = `/queue/${Math.random()}`;
  const [one, other] = [await connect(server, version), await connect(server, version)];
  const atOne = await listen(one, queue, { ack: 'client' });
  const atOther = await listen(other, queue, { ack: 'client' });
  return { queue, one, other, atOne, atOther };
};

// The cases of stompjs's spec/unit/ack.spec.js. NACK came with STOMP 1.1.
describe.each(['1.1', '1.2'] as const)('stompjs ack.spec, STOMP %s', (version) => {
  it('Should deliver to other client if nacked from one', async () => {
    const { queue, one, other, atOne, atOther } = await consumers(version);
    one.publish({ destination: queue, body: 'a task' });
    await expect.poll(() => atOne.length).toBe(1);
    atOne[0]?.nack();
    await expect.poll(() => atOther.length).toBe(1);
    atOther[0]?.nack();
    await expect.poll(() => atOne.length).toBe(2);
    atOne[1]?.ack();
    await answered(one);
    await answered(other);
    expect([atOne, atOther].map((messages) => messages.map(({ body }) => body))).toEqual([
      ['a task', 'a task'],
      ['a task'],
    ]);
  });
});

describe.each(VERSIONS)('stompjs ack.spec, STOMP %s', (version) => {
  it('Should deliver to other client if connection drops before ack', async () => {
    const { queue, one, other, atOne, atOther } = await consumers(version);
    other.publish({ destination: queue, body: 'a task' });
    await expect.poll(() => atOne.length).toBe(1);
    expect(atOther).toEqual([]);
    await one.deactivate();
    await expect.poll(() => atOther.map(({ body }) => body)).toEqual(['a task']);
    atOther[0]?.ack();
    await answered(other);
  });

  it('Should not redeliver after ack', async () => {
    const { queue, one, other, atOne, atOther } = await consumers(version);
    one.publish({ destination: queue, body: 'a task' });
    await expect.poll(() => atOne.length).toBe(1);
    atOne[0]?.ack();
    await one.deactivate();
    await answered(other);
    expect([atOne.length, atOther.length]).toEqual([1, 0]);
  });

  it('(extra) accepts message.ack() of a message that needs none', async () => {
    const client = await connect(server, version);
    const messages = await listen(client);
    client.publish({ destination: '/topic/chat.general', body: 'x' });
    await expect.poll(() => messages.length).toBe(1);
    messages[0]?.ack();
    await answered(client);
    expect(client.connected).toBe(true);
  });
});
