import { useTestDatabase } from '@laurel/support/hooks';
import { startBotApi } from '@laurel/support/telegram/bot-api';
import { setUpBot } from '@laurel/support/telegram/setup';
import { until } from '@laurel/support/until';
import { expect, it } from 'vitest';
import { createPollLock } from './poll-lock.ts';

const database = useTestDatabase();

/** Counts the replicas that poll at the same time. */
let [polling, most] = [0, 0];
const replica = (api: Awaited<ReturnType<typeof startBotApi>>) => {
  const lock = createPollLock({ url: database.url, checkMs: 25, onError: () => {} });
  const alone: typeof lock = (work, stopping) =>
    lock(async (signal) => {
      polling += 1;
      most = Math.max(most, polling);
      await work(signal).finally(() => {
        polling -= 1;
      });
    }, stopping);
  return setUpBot({ mode: 'polling', api, options: { mode: { kind: 'polling', alone } } });
};

it('lets one replica poll, and another when that one stops', async () => {
  const api = await startBotApi();
  const replicas = await Promise.all([replica(api), replica(api), replica(api)]);
  await until('every replica to read its name', () => replicas.every((each) => URL.canParse(linkOf(each))));
  const received = (): number[] => replicas.map(({ calls }) => calls.length);

  for (let count = 0; count < 5; count += 1) api.say({ id: count }, '/start x');
  await until('one replica to get every update', () => received().some((count) => count === 5));
  expect(received().sort()).toEqual([0, 0, 5]);

  const first = replicas.findIndex(({ calls }) => calls.length === 5);
  await replicas[first]?.bot.stop();
  for (let count = 0; count < 5; count += 1) api.say({ id: count }, '/start x');
  await until('a second replica to get every update', () => received().filter((count) => count === 5).length === 2);
  expect(received().sort()).toEqual([0, 5, 5]);
  // Two pollers would get 409 from Telegram. The test fails without the lock: updates are handled twice.
  expect(most).toBe(1);

  for (const each of replicas) await each.close();
  await api.close();
});

it('stops when the lock is lost with the connection, and acquires it again', async () => {
  const alone = createPollLock({ url: database.url, checkMs: 25, onError: () => {} });
  const stopping = new AbortController();
  const turns: string[] = [];
  const running = alone(async (signal) => {
    turns.push('begun');
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    turns.push('ended');
  }, stopping.signal);
  await until('the first turn', () => turns.length === 1);
  await database.owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                      WHERE application_name = 'laurel telegram' AND datname = current_database()`);
  await until('the second turn', () => turns.length === 3);
  expect(turns).toEqual(['begun', 'ended', 'begun']);
  stopping.abort();
  await running;
  expect(turns).toHaveLength(4);
});

it('waits during an outage of the database', async () => {
  const errors: unknown[] = [];
  const unreachable = new URL(database.url);
  unreachable.port = '1';
  const alone = createPollLock({ url: unreachable.href, checkMs: 10, onError: (error) => void errors.push(error) });
  const stopping = new AbortController();
  const running = alone(() => Promise.reject(new Error('never its turn')), stopping.signal);
  await until('three errors', () => errors.length >= 3);
  const refused = errors.map((error) => error instanceof Error && error.message.includes('ECONNREFUSED'));
  expect(new Set(refused)).toEqual(new Set([true]));
  stopping.abort();
  await running;
});

/** The link of a bot that has read its name; empty before. */
function linkOf(bot: { linkFor(code: string): string }): string {
  try {
    return bot.linkFor('x');
  } catch {
    return '';
  }
}
