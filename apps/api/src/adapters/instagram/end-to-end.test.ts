import { startTestApi, type TestApi } from '@laurel/support/harness';
import {
  ACCESS_TOKEN,
  APP_SECRET,
  deliver,
  messageEvent,
  notification,
  startGraphApi,
} from '@laurel/support/instagram/graph-server';
import { VERIFY_TOKEN } from '@laurel/support/instagram/setup';
import { isVerified, logOf, newcomer, newTag, submission } from '@laurel/support/social';
import { until } from '@laurel/support/until';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPLIES } from './texts.ts';

let graph: Awaited<ReturnType<typeof startGraphApi>>;
let api: TestApi;
let url: string;
beforeAll(async () => {
  graph = await startGraphApi();
  api = await startTestApi({
    PUBLIC_URL: 'https://vote.example',
    INSTAGRAM_PROVIDER: 'graph',
    INSTAGRAM_ACCESS_TOKEN: ACCESS_TOKEN,
    INSTAGRAM_APP_SECRET: APP_SECRET,
    INSTAGRAM_VERIFY_TOKEN: VERIFY_TOKEN,
    INSTAGRAM_API_ROOT: graph.origin,
  });
  url = `${await api.app.listen({ port: 0, host: '127.0.0.1' })}/api/instagram/webhook`;
});
afterAll(async () => {
  await api.close();
  await graph.close();
});

const repliesTo = (senderId: string): string[] =>
  graph.replies.filter(({ to }) => to === senderId).map(({ text }) => text);

it('SO-01 SO-03 SO-08 verifies a name by its owner’s message once the owner follows the account, and mails the user', async () => {
  const voter = await newcomer(api);
  const tag = newTag();
  const { identifier, proofCode } = await submission(api, voter, tag);
  graph.people.set('901', { username: tag.toUpperCase() });
  graph.fail('profile', { status: 500, body: {} });

  await deliver(url, notification(messageEvent('901', `my code: ${proofCode}`)));
  await until('the reply', () => repliesTo('901').length === 1);
  expect(repliesTo('901')).toEqual([REPLIES.RETRY('https://vote.example')]);
  expect(await isVerified(api, voter, 'INSTAGRAM_SUBSCRIPTION')).toBe(false);

  graph.people.set('901', { username: tag, follows: true });
  await deliver(url, notification(messageEvent('901', proofCode)));
  await until('the second reply', () => repliesTo('901').length === 2);
  expect(repliesTo('901')[1]).toBe(REPLIES.VERIFIED('https://vote.example'));
  expect(await isVerified(api, voter, 'INSTAGRAM_SUBSCRIPTION')).toBe(true);
  expect(await logOf(api, voter, identifier)).toEqual(['IN_PROGRESS', 'RETRY', 'VERIFIED']);

  await api.deps.jobs.drain();
  expect(api.deps.inbox?.list()[0]).toMatchObject({ channel: 'email', text: expect.stringContaining(tag) });
});
