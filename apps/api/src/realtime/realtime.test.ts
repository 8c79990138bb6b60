import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { chatSend, chatTopic, STATISTICS_TOPIC } from '@laurel/contracts/destinations';
import { type StatisticsItem, statisticsItemSchema } from '@laurel/contracts/records';
import type { VerificationStatus } from '@laurel/contracts/verification';
import { useTestApi } from '@laurel/support/hooks';
import { createListeningApp } from '@laurel/support/listening-app';
import { connectStomp, type StompPeer, type StompVersion } from '@laurel/support/stomp';
import { newVoter, voteAs } from '@laurel/support/voters';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { hashHandle, newHandle } from '../crypto/random.ts';
import type { Voter } from '../rehearsal/voters.ts';
import { createMetrics } from '../wiring/metrics.ts';
import { wireRealtime } from '../wiring/realtime.ts';
import { registerRealtimeRoutes } from './routes.ts';

let origin: string;
let voter: Voter;
const peers: StompPeer[] = [];
const statisticsItems = z.array(statisticsItemSchema);

const api = useTestApi({ LIMITS_SOCKETS_NETWORK: '30' });
beforeAll(async () => {
  await api.deps.start();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
  voter = await newVoter(api);
});
afterAll(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
});

const connect = async (version: StompVersion = '1.2'): Promise<StompPeer> => {
  const peer = await connectStomp(origin, version);
  peers.push(peer);
  return peer;
};

/** A pending verification in the database. */
const startVerification = async (): Promise<string> => {
  const eventId = newHandle();
  const now = api.clock.now();
  await api.deps.db.socialRequest.create({
    data: {
      eventHash: hashHandle(eventId),
      accountId: voter.accountId,
      provider: 'TELEGRAM_SUBSCRIPTION',
      createdAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
    },
  });
  return eventId;
};
const decide = (eventId: string, status: VerificationStatus): Promise<void> =>
  api.deps.db.$transaction(async (tx) => {
    const { id } = await tx.socialRequest.findUniqueOrThrow({ where: { eventHash: hashHandle(eventId) } });
    await tx.$executeRaw`SELECT set_request_status(${[id]}::uuid[], ${status}, ${api.clock.now()})`;
  });
const status = (verificationStatus: VerificationStatus): string => JSON.stringify({ verificationStatus });

describe.each<StompVersion>(['1.0', '1.1', '1.2'])('STOMP %s over a real socket', (version) => {
  it('RT-01 RT-06 sends the current status to a new subscription, for an empty message, and on a change', async () => {
    const eventId = await startVerification();
    const peer = await connect(version);
    await peer.subscribe(chatTopic(eventId));
    await peer.received(1);
    peer.client.publish({ destination: chatSend(eventId), body: '' });
    await peer.received(2);
    await decide(eventId, 'VERIFIED');
    await peer.received(3);
    expect(peer.messages.map(({ body }) => body)).toEqual([
      status('IN_PROGRESS'),
      status('IN_PROGRESS'),
      status('VERIFIED'),
    ]);
    expect(new Set(peer.messages.map(({ destination }) => destination))).toEqual(new Set([chatTopic(eventId)]));
    const late = await connect(version);
    await late.subscribe(chatTopic(eventId));
    await late.received(1);
    expect(late.messages[0]?.body).toBe(status('VERIFIED'));
  });

  it('RT-07 answers a SEND to a topic with an ERROR, and does not deliver it', async () => {
    const eventId = await startVerification();
    const victim = await connect(version);
    await victim.subscribe(chatTopic(eventId));
    await victim.received(1);
    const cheat = await connect(version);
    cheat.client.publish({ destination: chatTopic(eventId), body: status('VERIFIED') });
    const { message } = await cheat.refused;
    expect(message).not.toBe('');
    victim.client.publish({ destination: chatSend(eventId), body: '' });
    await victim.received(2);
    expect(victim.messages.map(({ body }) => body)).toEqual([status('IN_PROGRESS'), status('IN_PROGRESS')]);
  });
});

describe('the realtime endpoint', () => {
  it('RT-04 agrees on a heart-beat of 10 s both ways', async () => {
    const peer = await connect('1.2');
    expect(peer.client.heartbeatIncoming).toBe(10_000);
    expect(peer.client.heartbeatOutgoing).toBe(10_000);
    const raw = new WebSocket(`${origin.replace('http', 'ws')}/ws`, ['v12.stomp']);
    const connected = await new Promise<string>((resolve) => {
      raw.on('open', () => raw.send('CONNECT\naccept-version:1.2\nhost:laurel\nheart-beat:10000,10000\n\n\0'));
      raw.on('message', (data: Buffer) => resolve(data.toString()));
    });
    raw.close();
    expect(connected).toMatch(/^CONNECTED\n/);
    expect(connected).toContain('\nheart-beat:10000,10000\n');
  });

  it('pushes only the categories that changed, as items of the statistics', async () => {
    const peer = await connect();
    await peer.subscribe(STATISTICS_TOPIC);
    const categories = await api.deps.db.category.findMany({ include: { nominees: true }, take: 2, skip: 3 });
    expect(categories).toHaveLength(2);
    const received = (): StatisticsItem[] =>
      peer.messages.flatMap(({ body }) => statisticsItems.parse(JSON.parse(body)));
    // The first message may hold every category; the message after the second vote holds only its category.
    for (const { nomination, niche, nominees } of categories) {
      const company = nominees[0]?.company ?? '';
      const before = peer.messages.length;
      await voteAs(api, [voter], { nomination, niche, vote: company });
      const ofCategory = (item: StatisticsItem): boolean => item.nomination === nomination && item.niche === niche;
      const results = () => received().findLast(ofCategory)?.results;
      await expect.poll(results).toContainEqual({ company, percentage: 100 });
      const published = statisticsItems.parse((await api.get('/vote/statistics')).json()).find(ofCategory);
      expect(published).toEqual(received().findLast(ofCategory));
      if (before > 0) expect(peer.messages.slice(before).flatMap(({ body }) => JSON.parse(body))).toEqual([published]);
    }
  });

  it('RT-07 rejects other topics and malformed event ids', async () => {
    for (const destination of ['/topic/other', '/topic/chat/', '/topic/chat/short', '/topic/chat/../statistics']) {
      const peer = await connect();
      peer.client.subscribe(destination, () => {});
      expect((await peer.refused).message, destination).not.toBe('');
    }
  });

  it('RT-07 limits a connection to 20 subscriptions', async () => {
    const peer = await connect();
    for (let index = 0; index < 20; index++) await peer.subscribe(chatTopic(newHandle()));
    peer.client.subscribe(chatTopic(newHandle()), () => {});
    expect((await peer.refused).message).not.toBe('');
  });

  it('RT-07 limits the open connections of a network', async () => {
    await Promise.all(peers.splice(0).map((peer) => peer.close()));
    const open = (): Promise<WebSocket | number> =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, ['v12.stomp']);
        socket.on('open', () => resolve(socket));
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
        socket.on('error', () => {});
      });
    await expect.poll(() => api.deps.gateway.connections).toBe(0);
    const opened = await Promise.all(Array.from({ length: 40 }, open));
    const sockets = opened.filter((each) => each instanceof WebSocket);
    expect(opened.filter((each) => each === 429)).toHaveLength(10);
    expect(sockets).toHaveLength(30);
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve).close())));
    const again = await open();
    expect(again).toBeInstanceOf(WebSocket);
    if (again instanceof WebSocket) again.close();
  });

  it('RT-07 cuts off a client that stops reading, with an ERROR, while another gets every message', async () => {
    let publish: (items: StatisticsItem[]) => unknown = () => undefined;
    const listen = (changed: typeof publish) => {
      publish = changed;
      return () => {};
    };
    const metrics = createMetrics();
    const { gateway } = wireRealtime(api.deps, metrics, { ...api.deps.statistics, listen });
    const server = await createListeningApp();
    await registerRealtimeRoutes(server.app, { gateway, perNetwork: 2, publicUrl: server.origin });
    await server.begin();
    // The server gives a closing socket three seconds, which a busy machine may need for the rest of what it sent.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(async () => {
      vi.useRealTimers();
      await server.app.close();
    });

    const subscribe = async () => {
      const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/ws`, ['v12.stomp']);
      onTestFinished(() => socket.terminate());
      const messages: string[] = [];
      socket.on('message', (data) => messages.push(String(data)));
      const ended = new Promise<number>((resolve) => socket.on('close', resolve));
      await new Promise((resolve) => socket.on('open', resolve));
      socket.send('CONNECT\naccept-version:1.2\nhost:laurel\n\n\0');
      socket.send(`SUBSCRIBE\nid:1\ndestination:${STATISTICS_TOPIC}\nreceipt:r\n\n\0`);
      await expect.poll(() => messages.at(-1), { interval: 0 }).toMatch(/^RECEIPT\n/);
      messages.length = 0;
      return { socket, messages, ended };
    };
    const [slow, quick] = [await subscribe(), await subscribe()];
    slow.socket.pause();
    expect(gateway.connections).toBe(2);

    // Random octets, because a frame that compresses to little would not fill a connection. The system holds some
    // megabytes of one.
    const big = (): StatisticsItem => ({
      nomination: randomBytes(200_000).toString('hex'),
      niche: 'crypto',
      results: [],
    });
    let published = 0;
    while (gateway.connections === 2 && published < 100) {
      await publish([big()]);
      published += 1;
      await expect.poll(() => quick.messages.length, { interval: 0 }).toBe(published);
    }
    expect(gateway.connections).toBe(1);
    const counted = await metrics.registry.getSingleMetricAsString('laurel_slow_consumers_total');
    expect(counted).toMatch(/^laurel_slow_consumers_total 1$/m);

    slow.socket.resume();
    expect(await slow.ended).toBe(1008);
    expect(slow.messages.at(-1)).toMatch(/^ERROR\n(?:.*\n)*code:consumer\.slow\n/);
    await publish([big()]);
    await expect.poll(() => quick.messages.length).toBe(published + 1);
    expect(slow.messages.length).toBeLessThanOrEqual(published);
  });

  it('rejects pages of another site', async () => {
    const refusal = await new Promise<number>((resolve) => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, ['v12.stomp'], {
        origin: 'https://elsewhere.example',
      });
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => {});
    });
    expect(refusal).toBe(403);
  });

  it('rejects a plain GET', async () => {
    const answer = await api.app.inject({ method: 'GET', url: '/ws' });
    expect(answer.statusCode).toBe(400);
  });
});
