import { countWaiting } from '@laurel/database/testing-rows';
import { castBy, REASON } from '@laurel/support/clusters';
import { type ConsoleClient, fieldsOf, startTestConsole } from '@laurel/support/console';
import { useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { until } from '@laurel/support/until';
import { voteAs, votersOf } from '@laurel/support/voters';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPayload } from '../../jobs/payload.ts';

const api = useTestApi();
const owner = useOwner(api);
const desk = useTestConsole(api);
let olena: ConsoleClient;
let petro: ConsoleClient;
let voters: string[];
let nominee: number;

/** Stores what a search found at the time of the clock: a cluster for each group of people. */
const store = async (...groups: (readonly string[])[]): Promise<void> => {
  const found = groups.map((people) => ({
    ...{ certainty: 'likely', nominees: [nominee], reasons: [REASON], against: [] },
    people: people.map((voter) => ({ voter, shares: [0] })),
  }));
  await owner.query('SELECT store_clusters($1, 900, $2)', [JSON.stringify(found), api.clock.now()]);
};
const later = (minutes: number): void => api.clock.advance(minutes * 60_000);
const ask = async (member: ConsoleClient, to: string, language = 'en') => {
  await member.confirm();
  return member.post('/mine/alarm', { to, language });
};
const queued = async (): Promise<number> =>
  (await owner.query<{ count: number }>(`SELECT count(*)::int FROM messages WHERE purpose = 'cluster_alarm'`)).rows[0]
    ?.count ?? 0;
/** The sealed messages of the queue. */
const messages = async () =>
  (
    await owner.query<{ payload: unknown }>(
      'SELECT payload FROM graphile_worker._private_jobs WHERE key IS NOT NULL ORDER BY id',
    )
  ).rows.map(({ payload }) => openPayload(api.deps.keyring, payload).queued);

beforeAll(async () => {
  const made = await votersOf(api, 15);
  await voteAs(api, made);
  const cast = await castBy(owner, made);
  voters = cast.voters;
  [nominee = 0] = cast.nominees;
});
beforeEach(async () => {
  // The next time that it is ten by UTC, which is day in Kyiv.
  later(24 * 60 - ((api.clock.now().getTime() / 60_000 - 10 * 60) % (24 * 60)));
  await owner.query('TRUNCATE team_members, clusters, cluster_members, cluster_searches RESTART IDENTITY CASCADE');
  await owner.query('DELETE FROM messages');
  olena = await desk.member('Olena', 'owner');
  later(1);
  petro = await desk.member('Petro', 'support');
});
afterEach(() => owner.query('DELETE FROM graphile_worker._private_jobs WHERE key IS NOT NULL'));

describe('the setting of a person', () => {
  it('is their own, and recorded without its address', async () => {
    expect((await ask(petro, ' petro@example.org ', 'uk')).statusCode).toBe(200);
    expect((await olena.get('/mine/alarm')).json()).toEqual({ to: '' });
    expect((await petro.get('/mine/alarm')).json()).toEqual({ to: 'petro@example.org' });
    await ask(petro, '');
    expect((await petro.get('/mine/alarm')).json()).toEqual({ to: '' });
    const { rows } = await owner.query(
      `SELECT actor, detail FROM audit_entries WHERE action = 'team.set-alarm' ORDER BY id DESC LIMIT 2`,
    );
    expect(rows).toEqual([
      { actor: 'Petro (console)', detail: { channel: 'none' } },
      { actor: 'Petro (console)', detail: { channel: 'mail' } },
    ]);
  });

  it('has no address that is none', async () => {
    expect(fieldsOf(await ask(olena, 'olena'))).toEqual({ to: expect.stringMatching(/^Write an address/) });
  });

  it('ends when the person leaves the team, or loses the role', async () => {
    await ask(petro, 'petro@example.org');
    const { id } = (await petro.get('/me')).json().person;
    await olena.confirm();
    await olena.post(`/team/${id}/remove`, { reason: 'a test' });
    expect((await owner.query('SELECT FROM team_alarms')).rowCount).toBe(0);
  });
});

describe('the alarm', () => {
  beforeEach(async () => {
    await ask(olena, 'olena@example.org', 'en');
    await ask(petro, 'petro@example.org', 'uk');
  });

  it('says how many votes and why, to each person in their language, and names no nominee, place or network', async () => {
    await store(voters.slice(0, 6));
    await desk.deps.alarm.tell();
    const sent = await messages();
    const message = { votes: 6, groups: 1, likely: true, link: 'http://localhost:8081/suspicious/1' };
    const why = '6 of 6 people signed up from one network; among everyone else, 0.1% do.';
    const uk = 'У 6 із 6 людей реєстрація з однієї мережі; серед решти — у 0,1%.';
    expect(sent).toMatchObject([
      { channel: 'email', to: 'olena@example.org', language: 'en', message: { ...message, why } },
      { channel: 'email', to: 'petro@example.org', language: 'uk', message: { ...message, why: uk } },
    ]);
    const companies = api.deps.edition.nominations.flatMap(({ categories }) =>
      categories.flatMap((category) => category.companies.flatMap(({ tag, name }) => [tag, name])),
    );
    for (const named of [...companies, '192.0.2']) expect(JSON.stringify(sent)).not.toContain(named);
  });

  it('comes once for each cluster, and again when one that was set aside has grown', async () => {
    await store(voters.slice(0, 5));
    await desk.deps.alarm.tell();
    later(1);
    await store(voters.slice(0, 5), voters.slice(6, 11));
    await desk.deps.alarm.tell();
    await desk.deps.alarm.tell();
    expect(await queued()).toBe(4);
    await olena.confirm();
    await olena.post('/clusters/1/decide', { state: 'dismissed', why: 'one_place', reason: 'a hall' });
    later(1);
    await store(voters.slice(0, 7));
    await desk.deps.alarm.tell();
    expect(await queued()).toBe(6);
  });

  // Fails without `told_at IS NULL` in tell_clusters().
  it('comes once if eight processes find the same', async () => {
    const processes = await Promise.all(Array.from({ length: 8 }, () => startTestConsole(api)));
    await store(voters.slice(0, 6));
    await Promise.all(processes.map(({ deps }) => deps.alarm.tell()));
    await Promise.all(processes.map(({ close }) => close()));
    expect(await queued()).toBe(2);
  });

  it('comes once in a night, and tells of everything else together in the morning', async () => {
    const [first, second, third] = [voters.slice(0, 5), voters.slice(5, 10), voters.slice(10)];
    later(11 * 60);
    await store(first);
    await desk.deps.alarm.tell();
    later(1);
    await store(first, second);
    await desk.deps.alarm.tell();
    later(6 * 60);
    await store(first, second, third);
    await desk.deps.alarm.tell();
    expect(await queued()).toBe(2);
    later(4 * 60);
    await desk.deps.alarm.tell();
    const [mail] = (await messages()).slice(2);
    const link = 'http://localhost:8081/suspicious';
    expect(mail?.message).toMatchObject({ votes: 10, groups: 2, link });
    expect(await queued()).toBe(4);
  });

  // Fails without the lock of tell_clusters().
  it('comes once in a night if two processes find different clusters at once', async () => {
    await store(voters.slice(0, 6), voters.slice(6));
    const night = api.clock.now();
    const [one, other] = [new pg.Client(api.consoleUrl), new pg.Client(api.consoleUrl)];
    await Promise.all([one.connect(), other.connect()]);
    await one.query('BEGIN');
    const early = await one.query('SELECT tell_clusters($1, $2, $2)', [[1], night]);
    const late = other.query('SELECT tell_clusters($1, $2, $2)', [[2], night]);
    await Promise.race([late, until('the other one waits', async () => (await countWaiting(owner)) > 0)]);
    const queue = `SELECT queue_new_message('send_mail', gen_random_uuid(), '{}', 0, NULL, 'cluster_alarm', NULL, 'smtp', $1)`;
    await one.query(queue, [night]);
    await one.query('COMMIT');
    expect([early.rowCount, (await late).rowCount]).toEqual([1, 0]);
    await Promise.all([one.end(), other.end()]);
  });

  it('reaches nobody who has left, and waits while nobody wants it', async () => {
    await ask(olena, '');
    await owner.query(`UPDATE team_members SET removed_at = now() WHERE name = 'Petro'`);
    await store(voters.slice(0, 6));
    await desk.deps.alarm.tell();
    expect(await queued()).toBe(0);
    await ask(olena, 'olena@example.org');
    await desk.deps.alarm.tell();
    expect((await messages()).map(({ to }) => to)).toEqual(['olena@example.org']);
  });

  it('is an event of webhooks that want it, also without anybody who wants a mail', async () => {
    await ask(olena, '');
    await ask(petro, '');
    await store(voters.slice(0, 6));
    const told = async () => (await owner.query('SELECT FROM clusters WHERE told_at IS NOT NULL')).rowCount;
    await desk.deps.alarm.tell();
    expect(await told()).toBe(0);
    await owner.query(
      `INSERT INTO hooks (url, events, language, added_at, added_by) VALUES ('https://hooks.example.org/', '{cluster.found}', 'en', now(), 'Olena')`,
    );
    await desk.deps.alarm.tell();
    expect([await told(), await queued()]).toEqual([1, 0]);
  });
});
