import type { AddressInfo } from 'node:net';
import { chatTopic } from '@laurel/contracts/destinations';
import { useTestApi } from '@laurel/support/hooks';
import { newcomer, newTelegramId, playTelegram, submission, telegramLinkOf } from '@laurel/support/social';
import { connectStomp, type StompPeer } from '@laurel/support/stomp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let peer: StompPeer;
const api = useTestApi();
beforeAll(async () => {
  await api.deps.start();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  peer = await connectStomp(`http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`, '1.2');
});
afterAll(async () => {
  await peer.close();
});

const statuses = (eventId: string): string[] =>
  peer.messages
    .filter(({ destination }) => destination === chatTopic(eventId))
    .map(({ body }) => JSON.parse(body).verificationStatus);

describe('the topic of a verification', () => {
  it('RT-01 SO-09 gets each step at the bot and the loss of membership', async () => {
    const ada = await newcomer(api);
    const { code } = await telegramLinkOf(api, ada);
    const telegramUserId = newTelegramId();
    const received = (expected: string[]) => expect.poll(() => statuses(code)).toEqual(expected);
    await peer.subscribe(chatTopic(code));
    await received(['IN_PROGRESS']);
    await playTelegram(api, { code, telegramUserId, member: false });
    await received(['IN_PROGRESS', 'RETRY']);
    await playTelegram(api, { code, telegramUserId });
    await received(['IN_PROGRESS', 'RETRY', 'VERIFIED']);
    await api.deps.social.membershipChanged({ telegramUserId, isMember: false, now: api.clock.now() });
    await received(['IN_PROGRESS', 'RETRY', 'VERIFIED', 'NOT_VERIFIED']);
  });

  it('RT-01 SO-01 gets the organisers’ decision', async () => {
    const ada = await newcomer(api);
    const { identifier } = await submission(api, ada);
    await peer.subscribe(chatTopic(identifier));
    await api.deps.playReviewer({ identifier, approved: true }, api.clock.now());
    await expect.poll(() => statuses(identifier).at(-1)).toBe('VERIFIED');
  });
});
