import { randomUUID } from 'node:crypto';
import { useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { submitTag } from '@laurel/support/social';
import { newVoter } from '@laurel/support/voters';
import { beforeAll, expect, it } from 'vitest';

const api = useTestApi();
const owner = useOwner(api);
const desk = useTestConsole(api);
const olena = useMember(desk, 'Olena', 'organiser');
let accountId: string;
beforeAll(async () => {
  const { rows } = await owner.query(
    `INSERT INTO accounts (name, email, email_canonical, password_hash, created_at)
     VALUES ('Ada', 'ada@example.org', 'ada@example.org', '-', $1) RETURNING id`,
    [minutesAgo(60)],
  );
  accountId = rows[0].id;
});

const minutesAgo = (minutes: number): Date => new Date(api.clock.now().getTime() - minutes * 60_000);
const read = async (path: string) => {
  const answer = await olena.get(path);
  expect(answer.statusCode, path).toBe(200);
  return answer.json();
};
type Row = Record<string, unknown>;
const add = async (row: Row, times = 1): Promise<void> => {
  for (let index = 0; index < times; index += 1) {
    const full: Row = { id: randomUUID(), account_id: accountId, created_at: minutesAgo(60), ...row };
    const names = Object.keys(full);
    await owner.query(
      `INSERT INTO messages (${names.join(', ')}) VALUES (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
      Object.values(full),
    );
  }
};

it('the counts of messages are those of the screen and the filter that they lead to', async () => {
  const mail = { kind: 'mail', purpose: 'email_code', provider: 'smtp' };
  const sms = { kind: 'sms', purpose: 'phone_code', calling_code: '380', provider: 'twilio' };
  const gone = { state: 'given_up', given_up_why: 'refused', tries: 1 };
  for (const kind of [mail, sms]) {
    // Tonight once counted from ten minutes before, and the sums from a whole hour: these eight made the difference.
    await add({ ...kind, state: 'sent', sent_at: minutesAgo(24 * 60 - 5) }, 8);
    await add({ ...kind, state: 'sent', sent_at: minutesAgo(2) }, 5);
    await add({ ...kind, state: 'sent', sent_at: minutesAgo(20) }, 3);
    await add({ ...kind, state: 'sent', sent_at: minutesAgo(36 * 60) }, 4);
    await add({ ...kind, ...gone, gave_up_at: minutesAgo(3) }, 2);
    await add({ ...kind, ...gone, gave_up_at: minutesAgo(25 * 60) });
    await add({ ...kind, ...gone, tries: 0, given_up_why: 'outdated', gave_up_at: minutesAgo(3) });
    await add({ ...kind, state: 'failed', tries: 2 }, 3);
    await add({ ...kind, state: 'queued' }, 6);
  }
  // Mails to nobody, which are never sent, are on no screen.
  await add({ ...mail, account_id: null, state: 'queued' }, 7);
  await add({ ...sms, state: 'sent', sent_at: minutesAgo(1), cost_micros: 80_000, currency: 'EUR' });
  await owner.query(
    `INSERT INTO activity_progress (recorded_until, settled_until, looked_at, in_flight)
     VALUES (date_trunc('minute', $1::timestamptz), date_trunc('minute', $2::timestamptz), $1, '{}')
     ON CONFLICT (id) DO UPDATE SET recorded_until = excluded.recorded_until, settled_until = excluded.settled_until`,
    [minutesAgo(30), minutesAgo(48 * 60)],
  );
  await owner.query('SELECT record_activity($1)', [minutesAgo(0)]);

  for (const span of ['quarter', 'day', 'all']) {
    const [tonight, { totals }] = [await read(`/tonight?span=${span}`), await read(`/messages/totals?span=${span}`)];
    const sumOf = (kind: string, name: string) =>
      totals
        .filter((each: Row) => each.kind === kind)
        .reduce((sum: number, each: Record<string, number>) => sum + (each[name] ?? 0), 0);
    for (const [kind, shown] of [
      ['mail', tonight.mails],
      ['sms', tonight.sms],
    ] as const) {
      expect([shown.sent, shown.failed], `${kind}, ${span}`).toEqual([sumOf(kind, 'sent'), sumOf(kind, 'failed')]);
    }
    expect(tonight.sms.cost).toEqual(totals.flatMap(({ cost }: { cost: unknown[] }) => cost));
  }
  const tonight = await read('/tonight?span=quarter');
  expect([tonight.mails.sent, tonight.sms.sent, tonight.mails.failed]).toEqual([5, 6, 2]);

  const listed = async (query: string): Promise<number> => (await read(`/messages?limit=200&${query}`)).messages.length;
  const { waiting } = await read('/me');
  expect(waiting.messages).toBe(10);
  expect(await listed('set=troubled')).toBe(waiting.messages);
  expect(tonight.queue.waiting).toBe(18);
  expect(await listed('set=waiting')).toBe(tonight.queue.waiting);
  expect(await listed('state=failed&kind=mail')).toBe(tonight.mails.failing);
  expect(await listed('state=failed&kind=sms')).toBe(tonight.sms.failing);
});

it('the names that wait are those of the screen', async () => {
  for (const name of ['ada.tests', 'bob.tests']) await submitTag(api, await newVoter(api), name);
  const [{ waiting }, screen] = [await read('/me'), await read('/reviews?limit=100')];
  expect(waiting.reviews).toBe(2);
  expect([screen.waiting, screen.reviews.length]).toEqual([waiting.reviews, waiting.reviews]);
});
