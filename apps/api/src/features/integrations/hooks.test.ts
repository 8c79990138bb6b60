import { HOOK_EVENT_NAMES, hookBodySchema } from '@laurel/contracts/console/hook-events';
import { countWaiting } from '@laurel/database/testing-rows';
import { LOCAL_CERTIFICATE } from '@laurel/support/certificate';
import { type HookReceiver, startHookReceiver } from '@laurel/support/hook-receiver';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { until } from '@laurel/support/until';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createWebhook } from '../../adapters/webhook.ts';
import { openPayload } from '../../jobs/payload.ts';
import { createHooks } from './hooks.service.ts';
import { claimDelivery, type Told } from './hooks.store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const api = useTestApi();
const owner = useOwner(api);
let receiver: HookReceiver;
let told: Told;
const NAME = { en: 'Meridian', uk: 'Меридіан' };
const OPEN = { phase: 'open', votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null };

const hooksOf = (db: Pick<pg.Pool, 'query'>) =>
  createHooks({
    ...{ db, transact: api.deps.transact, outbox: api.deps.outbox, logger: api.deps.logger },
    call: createWebhook({ privateHosts: ['localhost'], ca: LOCAL_CERTIFICATE }),
    keyOf: () => Buffer.alloc(32),
    told: async () => told,
    award: () => ({ name: NAME, supportEmail: 'help@awards.example' }),
    now: () => api.clock.now(),
  });
const run = () => hooksOf(api.deps.pool).run();

const addHook = async (events: readonly string[], language = 'en'): Promise<number> => {
  const sql = 'INSERT INTO hooks (url, events, language, added_at, added_by) VALUES ($1, $2, $3, $4, $5) RETURNING id';
  const values = [`${receiver.url}/hook`, events, language, new Date(0), 'Olena'];
  return (await owner.query<{ id: number }>(sql, values)).rows[0]?.id ?? 0;
};
/** Puts events of subjects into the log of calls, in this order. */
const note = async (hook: number, subjects: readonly string[]): Promise<void> => {
  for (const [index, subject] of subjects.entries())
    await owner.query(
      `INSERT INTO hook_deliveries (hook_id, event, type, subject, at, data, due_at) VALUES ($1, $2, 'votes.thousand', $3, $4, $5, $4)`,
      [hook, `${subject} ${index}`, subject, api.clock.now(), JSON.stringify({ votes: index })],
    );
};
const received = () => receiver.received.map(({ body }) => hookBodySchema.parse(JSON.parse(body)));
const votesReceived = () => received().map(({ data }) => data.votes);
const states = async () =>
  (await owner.query('SELECT due_at AS due, tries, problem FROM hook_deliveries ORDER BY id')).rows;
const refuse = (status: number, headers = {}) =>
  receiver.answer((response) => response.writeHead(status, headers).end());

beforeEach(async () => {
  told = { times: [], phase: OPEN, announcedAt: null, smsAnHour: 2, budget: undefined };
  receiver = await startHookReceiver();
});
afterEach(async () => {
  receiver.close();
  await owner.query('DELETE FROM hooks');
});

describe('the events', () => {
  it('are found in what is stored, tell nothing of a voter, a nominee or a decision’s votes, and come once', async () => {
    const now = api.clock.now();
    const [account] = (
      await owner.query<{ id: string }>(
        `INSERT INTO accounts (name, email, email_canonical, password_hash, created_at) VALUES ('Ada', 'ada@example.org', 'ada@example.org', '-', $1)
         RETURNING id`,
        [now],
      )
    ).rows;
    await owner.query(
      `INSERT INTO social_requests (account_id, event_hash, provider, tag, created_at, expires_at)
       VALUES ($1, decode(repeat('ab', 32), 'hex'), 'INSTAGRAM_SUBSCRIPTION', 'ada.l', $2, $3)`,
      [account?.id, now, new Date(now.getTime() + DAY_MS)],
    );
    await owner.query(
      `INSERT INTO sms_charges (account_id, phone_hash, calling_code, network, charged_at)
       SELECT $1, decode(repeat('cd', 32), 'hex'), '380', '203.0.113.0/32', $2 FROM generate_series(1, 2)`,
      [account?.id, now],
    );
    await owner.query(
      'INSERT INTO tallies (nominee_id, slot, count) SELECT id, 9, 600 FROM nominees ORDER BY id LIMIT 2',
    );
    await owner.query(
      `INSERT INTO clusters (certainty, people, nominees, reasons, against, found_at, seen_at, told_at) VALUES ('likely', 41, '{1}', '[]', '[]', $1, $1, $1)`,
      [now],
    );
    await owner.query(
      `INSERT INTO exclusions (selection, public_reason, reason, approvals, votes, voters, proposed_at, proposed_by, applied_at, applied_by)
       VALUES ('{"nominees": [1]}', '{"en": "Sold", "uk": "Продані"}', 'a farm', 1, 7, 7, $1, 'olena', $1, 'olena')`,
      [now],
    );
    await owner.query(
      `INSERT INTO audit_entries (at, actor, action, subject) VALUES ($1, 'Olena', 'phase.set', 'edition')`,
      [now],
    );
    await owner.query(`INSERT INTO editions (imported_at, digest, files) VALUES ($1, 'a', '{}')`, [now]);
    const budget = JSON.stringify({ percent: 80, budget: 2000, currency: 'EUR' });
    told = { ...told, times: [now, null], announcedAt: now, budget };
    await addHook(HOOK_EVENT_NAMES, 'uk');
    await Promise.all(Array.from({ length: 8 }, run));
    await run();
    expect([...new Set(received().map(({ type }) => type))].toSorted()).toEqual(HOOK_EVENT_NAMES.toSorted());
    // The move of the times and the beginning of voting; the edition of the test and this one.
    expect(receiver.received).toHaveLength(HOOK_EVENT_NAMES.length + 2);
    const bodies = receiver.received.map(({ body }) => body).join('\n');
    for (const hidden of ['Ada', 'ada', '380', '203.0', 'farm', 'olena', '"7"', ':7}', 'nominee'])
      expect(bodies).not.toContain(hidden);
    const votes = received().find(({ type }) => type === 'votes.thousand');
    expect(votes).toMatchObject({ data: { votes: 1000 }, text: 'Меридіан: Голосів: 1\u00a0000.' });
  });

  it('from before a webhook, of the day before, or of the future are not told', async () => {
    const at = (ms: number) => new Date(api.clock.now().getTime() + ms);
    await addHook(['winners.announced']);
    await owner.query('UPDATE hooks SET added_at = $1', [at(-HOUR_MS)]);
    for (const announcedAt of [at(-2 * HOUR_MS), at(-2 * DAY_MS), at(MINUTE_MS)]) {
      told = { ...told, announcedAt };
      await run();
    }
    expect(received()).toEqual([]);
    told = { ...told, announcedAt: at(0) };
    await run();
    expect(received()).toMatchObject([{ type: 'winners.announced', timestamp: api.clock.now().toISOString() }]);
  });
});

describe('the calls', () => {
  // Fails without the subquery on earlier calls of the subject.
  it('of a subject come in their order, each once, from several processes at once', async () => {
    const hook = await addHook([]);
    const subjects = Array.from({ length: 24 }, (_, index) => ['a', 'b', 'c'][index % 3] ?? '');
    await note(hook, subjects);
    const pools = Array.from({ length: 4 }, () => new pg.Pool({ connectionString: api.deps.databaseUrl, max: 3 }));
    onTestFinished(async () => void (await Promise.all(pools.map((pool) => pool.end()))));
    let calls = 0;
    receiver.answer((response) => {
      calls += 1;
      const status = calls % 5 === 0 ? 500 : 200;
      // Later answers are the first ones, so that a call that did not wait would overtake.
      setImmediate(() => response.writeHead(status).end());
    });
    for (let minute = 0; minute < 30; minute += 1) {
      await Promise.all(pools.flatMap((pool) => [hooksOf(pool).run(), hooksOf(pool).run()]));
      api.clock.advance(MINUTE_MS);
    }
    for (const subject of ['a', 'b', 'c']) {
      const wanted = subjects.flatMap((each, index) => (each === subject ? [index] : []));
      const got = votesReceived().filter((votes) => subjects[Number(votes)] === subject);
      // A failed call is made again before the next one of its subject.
      expect(got.filter((votes, index) => votes !== got[index - 1])).toEqual(wanted);
    }
    expect((await states()).filter(({ due }) => due !== null)).toEqual([]);
    const accepted = receiver.received.length - Math.floor(calls / 5);
    expect(accepted).toBe(subjects.length);
  });

  // Fails without SKIP LOCKED: the second process waits for the first, and takes the same call.
  it('are taken by one of two processes that find them at once', async () => {
    const hook = await addHook([]);
    await note(hook, ['a', 'a']);
    const [one, other] = [1, 2].map(() => new pg.Client(api.deps.databaseUrl));
    if (!one || !other) throw new Error('there are two');
    await Promise.all([one.connect(), other.connect()]);
    await one.query('BEGIN');
    const first = await claimDelivery(one, hook, api.clock.now());
    const second = claimDelivery(other, hook, api.clock.now());
    await Promise.race([second, until('the other one waits', async () => (await countWaiting(owner)) > 0)]);
    await one.query('COMMIT');
    expect([first?.data, await second]).toEqual([{ votes: 0 }, undefined]);
    await Promise.all([one.end(), other.end()]);
  });

  it('that fail are made again after growing pauses with the same webhook-id, while other subjects go on', async () => {
    refuse(500);
    await note(await addHook([]), ['a', 'a', 'b']);
    await run();
    expect(votesReceived()).toEqual([0]);
    await run();
    expect(votesReceived()).toEqual([0, 2]);
    for (const minutes of [1, 2, 4]) {
      api.clock.advance(minutes * MINUTE_MS - 1);
      const before = receiver.received.length;
      await run();
      expect(receiver.received).toHaveLength(before);
      api.clock.advance(1);
      await run();
      await run();
    }
    receiver.answer((response) => response.writeHead(200).end());
    api.clock.advance(8 * MINUTE_MS);
    await run();
    expect(votesReceived().slice(-3).toSorted()).toEqual([0, 1, 2]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toHaveProperty('size', 3);
  });

  it('wait as long as the receiver asks, all of them', async () => {
    refuse(429, { 'retry-after': '7200' });
    await note(await addHook([]), ['a', 'b']);
    await run();
    api.clock.advance(2 * HOUR_MS - MINUTE_MS);
    await run();
    expect(votesReceived()).toEqual([0]);
    receiver.answer((response) => response.writeHead(200).end());
    api.clock.advance(MINUTE_MS);
    await run();
    expect(votesReceived()).toEqual([0, 0, 1]);
  });

  it('that are refused, or led to a private address, are given up at once, and hold up nothing', async () => {
    receiver.answer((response, { body }) => response.writeHead(body.includes('"votes":0') ? 400 : 200).end());
    await note(await addHook([]), ['a', 'a']);
    await run();
    expect(votesReceived()).toEqual([0, 1]);
    expect(await states()).toEqual([
      { due: null, tries: 1, problem: 'webhook: 400' },
      { due: null, tries: 1, problem: null },
    ]);
  });

  it('stop after five days in which none was accepted, by mail and in the audit log, and nothing is lost', async () => {
    const hook = await addHook(['winners.announced']);
    receiver.answer((response) => response.destroy());
    await note(hook, ['a']);
    await run();
    for (let tries = 0; tries < 30; tries += 1) {
      api.clock.advance(6 * HOUR_MS);
      await run();
    }
    expect((await owner.query('SELECT off_at IS NOT NULL AS off FROM hooks')).rows).toEqual([{ off: true }]);
    const tried = receiver.received.length;
    expect(tried).toBeLessThan(24);
    const entries = `SELECT actor FROM audit_entries WHERE action = 'hook.off' AND subject = $1`;
    expect((await owner.query(entries, [`hook ${hook}`])).rows).toEqual([{ actor: 'Laurel' }]);
    const jobs = await owner.query<{ payload: unknown }>(
      'SELECT payload FROM graphile_worker._private_jobs WHERE key IS NOT NULL ORDER BY id',
    );
    expect(jobs.rows.map(({ payload }) => openPayload(api.deps.keyring, payload).queued)).toMatchObject([
      { to: 'help@awards.example', message: { kind: 'hook_off', host: expect.stringContaining('localhost') } },
    ]);
    told = { ...told, announcedAt: api.clock.now() };
    await addHook(['review.waiting']);
    await run();
    expect(receiver.received).toHaveLength(tried);
    receiver.answer((response) => response.writeHead(200).end());
    await owner.query(
      `SELECT change_integration('hook.send-again', (SELECT min(id)::text FROM hook_deliveries), '{}', 'Olena', 'repaired', $1)`,
      [api.clock.now()],
    );
    api.clock.advance(6 * HOUR_MS);
    await run();
    expect(
      received()
        .slice(tried)
        .map(({ type }) => type),
    ).toEqual(['votes.thousand', 'winners.announced']);
  });
});
