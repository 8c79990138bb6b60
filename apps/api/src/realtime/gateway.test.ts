import { setTimeout as sleep } from 'node:timers/promises';
import { chatSend, chatTopic } from '@laurel/contracts/destinations';
import type { VerificationStatus } from '@laurel/contracts/verification';
import { expect, it, onTestFinished } from 'vitest';
import { newHandle } from '../lib/random.ts';
import { createGateway } from './gateway.ts';
import { eventHash } from './topics.ts';

/** A gateway over a status that takes its time to be read: what is answered is how things stood when it was asked. */
const startGateway = () => {
  const errors: unknown[] = [];
  const database = { status: 'IN_PROGRESS' as VerificationStatus, readMs: 0 };
  const gateway = createGateway({
    statusOf: async () => {
      const { status, readMs } = database;
      await sleep(readMs);
      return status;
    },
    listenToStatistics: () => () => {},
    subscriptions: 20,
    onSlowConsumer: () => {},
    onError: (error) => void errors.push(error),
  });
  onTestFinished(() => {
    gateway.close();
    expect(errors).toEqual([]);
  });
  const connect = () => {
    let said = '';
    const channel = gateway.open({
      send: (bytes) => {
        said += Buffer.from(bytes).toString();
      },
      bufferedAmount: () => 0,
      close: () => {},
    });
    const send = (frame: string): void => channel.receive(Buffer.from(`${frame}\0`));
    send('CONNECT\naccept-version:1.2\nhost:laurel\n\n');
    return {
      send,
      told: () => Array.from(said.matchAll(/"verificationStatus":"(\w+)"/g), ([, status]) => status),
    };
  };
  return { database, gateway, connect };
};

const eventId = newHandle();
const subscribe = `SUBSCRIBE\nid:1\ndestination:${chatTopic(eventId)}\n\n`;
const ask = `SEND\ndestination:${chatSend(eventId)}\n\n`;

it.each(['a change', 'a question', 'another subscription'])(
  'RT-06 never lets an old status follow a new one: %s while an older answer is on its way',
  async (news) => {
    const { database, gateway, connect } = startGateway();
    const peer = connect();
    const other = connect();
    peer.send(subscribe);
    await expect.poll(peer.told).toEqual(['IN_PROGRESS']);

    database.readMs = 60;
    const older = gateway.statusChanged(eventHash(eventId));
    peer.send(ask);
    Object.assign(database, { status: 'VERIFIED', readMs: 5 });
    if (news === 'a change') await gateway.statusChanged(eventHash(eventId));
    if (news === 'a question') peer.send(ask);
    if (news === 'another subscription') other.send(subscribe);
    await older;
    await sleep(100);

    const told = news === 'another subscription' ? other.told() : peer.told();
    expect(told.at(-1)).toBe('VERIFIED');
    expect(told.lastIndexOf('IN_PROGRESS')).toBeLessThan(told.indexOf('VERIFIED'));
  },
);
