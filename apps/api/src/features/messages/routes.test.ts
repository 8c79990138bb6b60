import { randomUUID } from 'node:crypto';
import { createDatabase } from '@laurel/database/client';
import type { ConsoleClient } from '@laurel/support/console';
import { useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

const api = useTestApi();
const owner = useOwner(api);
const desk = useTestConsole(api);
const support = useMember(desk, 'Ivan', 'support');
const auditor = useMember(desk, 'Anna', 'auditor');
let accountId: string;
beforeAll(async () => {
  const { rows } = await owner.query(
    `INSERT INTO accounts (name, email, email_canonical, phone_number, password_hash, created_at)
     VALUES ('Ada', 'ada@example.org', 'ada@example.org', '+380671234567', '-', now()) RETURNING id`,
  );
  accountId = rows[0].id;
});
beforeEach(async () => {
  await owner.query('DELETE FROM messages');
  await owner.query('DELETE FROM message_totals');
});

type Row = Record<string, unknown>;
const SMS = { kind: 'sms', purpose: 'phone_code', calling_code: '380', provider: 'twilio' };
const MAIL = { kind: 'mail', purpose: 'email_code', provider: 'smtp' };
const add = async (row: Row): Promise<string> => {
  const full: Row = { id: randomUUID(), account_id: accountId, created_at: api.clock.now(), ...row };
  const names = Object.keys(full);
  await owner.query(
    `INSERT INTO messages (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(full),
  );
  return String(full.id);
};
const list = async (person: ConsoleClient, query = '') => (await person.get(`/messages${query}`)).json();
const REASON = 'the provider works again';
const auditOf = async (action: string) =>
  (await owner.query('SELECT * FROM audit_entries WHERE action = $1 ORDER BY id', [action])).rows;

describe('GET /messages', () => {
  it('has each message by state, with the provider’s words and the cost', async () => {
    const now = api.clock.now();
    await add({ ...SMS, state: 'sent', sent_at: now, tries: 1, cost_micros: 80_000, currency: 'EUR' });
    await add({ ...MAIL, state: 'failed', tries: 2, tried_at: now, problem: 'smtp: 451 try later' });
    const { messages, next } = await list(support);
    expect(next).toBeNull();
    expect(messages).toHaveLength(2);
    expect(await list(support, '?state=sent')).toMatchObject({
      messages: [
        { kind: 'sms', country: '380', cost: { currency: 'EUR', micros: 80_000 }, problem: null, retryable: false },
      ],
    });
    expect(await list(support, '?state=failed')).toMatchObject({
      messages: [{ kind: 'mail', tries: 2, problem: 'smtp: 451 try later', retryable: true, cost: null }],
    });
  });

  it('shows masked recipients, and none to a role that may not see them', async () => {
    await add(SMS);
    await add(MAIL);
    const seen = (await list(support)).messages.map(({ recipient }: { recipient: string }) => recipient);
    expect(seen.toSorted()).toEqual(['+3806******67', 'a***a@e***.org'].toSorted());
    for (const text of ['ada@', '1234567']) expect(JSON.stringify(seen)).not.toContain(text);
    const hidden = await list(auditor);
    expect(hidden.messages).toMatchObject([
      { recipient: null, accountId: null },
      { recipient: null, accountId: null },
    ]);
    expect(JSON.stringify(hidden)).not.toContain(accountId);
  });

  it('is filtered by kind, country, provider and account', async () => {
    await add(SMS);
    await add({ ...SMS, calling_code: '44', provider: 'webhook' });
    await add(MAIL);
    const count = async (query: string) => (await list(support, query)).messages.length;
    expect(await count('?kind=mail')).toBe(1);
    expect(await count('?country=44')).toBe(1);
    expect(await count('?provider=twilio&country=380')).toBe(1);
    expect(await count(`?account=${accountId}`)).toBe(3);
    expect(await count(`?account=${randomUUID()}`)).toBe(0);
  });

  it('is searched by recipient: an address, a number or a name, only for roles that may see recipients', async () => {
    const { rows } = await owner.query(
      `INSERT INTO accounts (name, email, email_canonical, password_hash, created_at)
       VALUES ('Bob Bond', 'bob@example.org', 'bob@example.org', '-', now()) RETURNING id`,
    );
    const other = rows[0].id;
    await add(MAIL);
    await add(SMS);
    await add({ ...MAIL, account_id: other });
    const sentTo = async (to: string) => {
      const { messages } = await list(support, `?to=${encodeURIComponent(to)}`);
      return messages.map((each: { accountId: string }) => each.accountId);
    };
    for (const to of ['ada@example.org', '0671234567', 'Ada', accountId]) {
      expect(await sentTo(to), to).toEqual([accountId, accountId]);
    }
    expect(await sentTo('bond')).toEqual([other]);
    expect(await sentTo('nobody@example.org')).toEqual([]);
    expect((await auditor.get('/messages?to=bond')).json().code).toBe('console.forbidden');
    await owner.query('DELETE FROM accounts WHERE id = $1', [other]);
  });

  it('comes in pages without gaps, also where messages have the same time', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 23; index += 1) ids.push(await add(MAIL));
    const seen: string[] = [];
    let after = '';
    for (let page = 0; page < 10; page += 1) {
      const { messages, next } = await list(support, `?limit=5${after}`);
      seen.push(...messages.map(({ id }: { id: string }) => id));
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });

  it.each(['state=lost', 'limit=0', 'limit=9999', 'after=1', "country=380'--", 'account=7'])(
    'refuses %s, naming the field',
    async (query) => {
      const answer = await support.get(`/messages?${query}`);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().metadata.fields)).toEqual([query.split('=')[0]]);
    },
  );
});

describe('GET /messages/totals', () => {
  it('sums up a span by country and provider, with the cost in each currency', async () => {
    const row = 'INSERT INTO message_totals VALUES (date_trunc($1, $2::timestamptz), $3, $4, $5, $6, $7, $8, $9)';
    const now = api.clock.now();
    const long = new Date(now.getTime() - 48 * 3_600_000);
    await owner.query(row, ['hour', now, 'sms', '380', 'twilio', 'EUR', 10, 0, 800_000]);
    await owner.query(row, ['hour', now, 'sms', '380', 'twilio', '', 0, 2, 0]);
    await owner.query(row, ['hour', long, 'sms', '380', 'twilio', 'USD', 5, 0, 40_000]);
    await owner.query(row, ['hour', now, 'mail', '', 'smtp', '', 100, 1, 0]);
    await add(SMS);
    const day = (await auditor.get('/messages/totals?span=day')).json();
    expect(day.waiting).toEqual({ mail: 0, sms: 1 });
    expect(day.totals).toEqual([
      {
        kind: 'sms',
        country: '380',
        provider: 'twilio',
        sent: 10,
        failed: 2,
        cost: [{ currency: 'EUR', micros: 800_000 }],
      },
      { kind: 'mail', country: null, provider: 'smtp', sent: 100, failed: 1, cost: [] },
    ]);
    const all = (await auditor.get('/messages/totals?span=all')).json();
    expect(all.since).toBeNull();
    expect(all.totals[0]).toMatchObject({ sent: 15, cost: [{ currency: 'EUR' }, { currency: 'USD', micros: 40_000 }] });
  });
});

it('GET /messages/spending has what codes cost in this edition, at list prices', async () => {
  await owner.query(
    `INSERT INTO phone_code_totals VALUES (edition_year(), 'sms', '380', 100, 80), (edition_year() - 1, 'sms', '380', 9, 9)`,
  );
  expect((await auditor.get('/messages/spending')).json()).toMatchObject({
    currency: 'EUR',
    spent: 11_500_000,
    budget: null,
    totals: [{ channel: 'sms', country: '380', sent: 100, cost: 11_500_000, proven: 80 }],
  });
  await owner.query('DELETE FROM phone_code_totals');
});

it('the number in the navigation counts failed messages, and for a day those given up after a try', async () => {
  const now = api.clock.now();
  const gone = { ...MAIL, state: 'given_up', given_up_why: 'refused', tries: 1 };
  await add({ ...gone, gave_up_at: now });
  await add({ ...gone, gave_up_at: new Date(now.getTime() - 25 * 3_600_000) });
  await add({ ...gone, given_up_why: 'outdated', tries: 0, gave_up_at: now });
  await add({ ...SMS, state: 'failed', tries: 1 });
  await add({ ...SMS, state: 'sent', sent_at: now });
  expect((await support.get('/me')).json().waiting.messages).toBe(2);
});

describe('POST /messages/:id/retry', () => {
  it('makes a failed message due at once, and records the person and the reason', async () => {
    const id = await add({ ...MAIL, state: 'failed', tries: 1, tried_at: api.clock.now(), problem: 'smtp: 451' });
    await owner.query(
      `SELECT graphile_worker.add_job('send_mail', '{}', run_at => now() + interval '1 hour', job_key => $1)`,
      [id],
    );
    const answer = await support.post(`/messages/${id}/retry`, { reason: REASON });
    expect(answer.statusCode).toBe(200);
    const due = await owner.query('SELECT FROM graphile_worker._private_jobs WHERE key = $1 AND run_at <= now()', [id]);
    expect(due.rowCount).toBe(1);
    expect((await list(support)).messages[0]).toMatchObject({ state: 'queued', retryable: false });
    expect(await auditOf('message.retry')).toMatchObject([
      { actor: 'Ivan (console)', subject: `message ${id}`, reason: REASON },
    ]);
    expect((await support.post(`/messages/${id}/retry`, { reason: REASON })).json().code).toBe('console.message_over');
    await owner.query('DELETE FROM graphile_worker._private_jobs');
  });

  it('refuses an unknown message, a sent one, and a reason that names somebody', async () => {
    const id = await add({ ...MAIL, state: 'sent', sent_at: api.clock.now() });
    const retry = (which: string, reason = REASON) => support.post(`/messages/${which}/retry`, { reason });
    expect((await retry(randomUUID())).json().code).toBe('console.not_found');
    expect((await retry(id)).json().code).toBe('console.message_over');
    const named = await retry(id, 'ada@example.org asked');
    expect(named.statusCode).toBe(400);
    expect(named.json().metadata.fields).toHaveProperty('reason');
  });
});

const ID_OR_TIME = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

describe('POST /messages/test', () => {
  const test = (person: ConsoleClient, body: Record<string, string>) =>
    person.post('/messages/test', { reason: 'a test before the opening', ...body });

  it('sends a mail and a text in a language, and keeps no address of them', async () => {
    const nina = await desk.member('Nina', 'organiser');
    expect((await test(nina, { kind: 'mail', to: 'nina@awards.example', language: 'uk' })).statusCode).toBe(201);
    expect((await test(nina, { kind: 'sms', to: '+380 50 999 88 77' })).statusCode).toBe(201);
    await api.deps.jobs.drain();
    const sent = api.deps.inbox?.list() ?? [];
    expect(sent.find(({ to }) => to === 'nina@awards.example')).toMatchObject({
      subject: expect.stringContaining('пробний лист'),
    });
    expect(sent.find(({ to }) => to === '+380509998877')?.text).toContain('A test message');
    const { messages } = await list(nina);
    expect(messages).toMatchObject([
      { purpose: 'test', state: 'sent', recipient: null },
      { purpose: 'test', state: 'sent', recipient: null },
    ]);
    const { rows } = await owner.query('SELECT * FROM messages');
    // Ids and times may have any digits.
    const kept = JSON.stringify([rows, await auditOf('message.test')]).replaceAll(ID_OR_TIME, '');
    for (const text of ['nina@', '999', '9998877']) expect(kept).not.toContain(text);
    expect(await auditOf('message.test')).toMatchObject([{ actor: 'Nina (console)' }, { actor: 'Nina (console)' }]);
  });

  it('is limited to ten an hour for each person, even if many are sent at the same time', async () => {
    const petro = await desk.member('Petro', 'support');
    const burst = () =>
      Promise.all(Array.from({ length: 25 }, () => test(petro, { kind: 'mail', to: 'petro@awards.example' })));
    const answers = await burst();
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15);
    expect((await test(support, { kind: 'mail', to: 'ivan@awards.example' })).statusCode).toBe(201);
    await api.deps.jobs.drain();
  });

  // This test fails without the charge and its lock: all eight were sent, and voters had their whole budget.
  it('is charged to the budgets of text messages, and refused where one is used up', async () => {
    const charges = async () =>
      (await owner.query('SELECT calling_code, account_id, phone_hash FROM sms_charges')).rows;
    await owner.query('DELETE FROM sms_charges');
    const people = await Promise.all([1, 2, 3, 4].map((n) => desk.member(`Tester ${n}`, 'organiser')));
    const { countryHourly, hourly } = api.deps.config.limits.sms;
    const spend = (code: string, count: number) =>
      owner.query(
        `INSERT INTO sms_charges (calling_code, network, charged_at) SELECT $1, '', $2 FROM generate_series(1, $3)`,
        [code, api.clock.now(), count],
      );
    await spend('380', countryHourly - 3);
    const answers = await Promise.all(
      [...people, ...people].map((person) => test(person, { kind: 'sms', to: '+380509998877' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    expect(answers.find(({ statusCode }) => statusCode === 429)?.json().code).toBe('limit.exceeded');
    expect((await charges()).filter(({ account_id: of }) => of === null)).toHaveLength(countryHourly);
    expect((await test(support, { kind: 'mail', to: 'ivan@awards.example' })).statusCode).toBe(201);
    expect((await test(support, { kind: 'sms', to: '+4915112345678' })).statusCode).toBe(201);
    await spend('1', hourly - countryHourly - 1);
    expect((await test(support, { kind: 'sms', to: '+4915112345678' })).statusCode).toBe(429);
    await owner.query('DELETE FROM sms_charges');
    await api.deps.jobs.drain();
  });

  it.each([
    { kind: 'mail', to: 'nobody' },
    { kind: 'sms', to: '0501234567' },
    { kind: 'sms', to: 'a@example.org' },
  ])('refuses %o, naming the field', async (body) => {
    const answer = await test(support, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().metadata.fields).toHaveProperty('to');
  });
});

it('the console reads no payload of the queue, and writes no message', async () => {
  const { pool, close } = createDatabase({ url: api.consoleUrl });
  const denied = { code: '42501' };
  await expect(pool.query('SELECT payload FROM graphile_worker._private_jobs')).rejects.toMatchObject(denied);
  await expect(pool.query('SELECT * FROM graphile_worker.jobs')).rejects.toMatchObject(denied);
  await expect(pool.query(`UPDATE messages SET state = 'sent'`)).rejects.toMatchObject(denied);
  await expect(pool.query('SELECT phone_hash FROM sms_charges')).rejects.toMatchObject(denied);
  await close();
});
