import { useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { newMember, newPerson, proveMailbox, register } from '@laurel/support/people';
import { voteAs, votersOf } from '@laurel/support/voters';
import { beforeEach, describe, expect, it } from 'vitest';
import { createReminders } from './service.ts';

const api = useTestApi({ LIMITS_VOTES_ACCOUNT_MINUTE: '10000' });
const owner = useOwner(api);
const desk = useTestConsole(api);

let [open, isOn]: [open: boolean | undefined, isOn: boolean] = [true, true];
let closesAt: Date | null;
beforeEach(async () => {
  [open, isOn, closesAt] = [true, true, null];
  await owner.query('DELETE FROM client_hints');
  await told();
});

const MINUTE_MS = 60_000;
const pass = (minutes: number): void => void api.clock.advance(minutes * MINUTE_MS);
const inHours = (hours: number): Date => new Date(api.clock.now().getTime() + hours * 60 * MINUTE_MS);
const remind = (): Promise<void> =>
  createReminders({
    ...api.deps,
    isOn: () => isOn,
    phases: {
      isOpen: () => open,
      times: () => ({ votingOpensAt: null, votingClosesAt: closesAt, winnersAnnouncedAt: null }),
    },
    stopUrlOf: (...of) => api.deps.unsubscribing.urlOf('reminders', ...of),
  }).remind(api.clock.now());
let seen = 0;
/** The reminders since the last look. */
const told = async () => {
  await api.deps.jobs.drain();
  const mails = (api.deps.inbox?.list() ?? []).filter(({ text }) => text.includes('/reminders?token='));
  const before = seen;
  seen = mails.length;
  return mails.slice(0, mails.length - before);
};
/** Notes that these accounts do something now. */
const act = (ids: readonly string[]) =>
  owner.query(
    `INSERT INTO client_hints (account_id, event, observed_ip, created_at) SELECT id, 'login', '203.0.113.7', $2 FROM unnest($1::uuid[]) id`,
    [ids, api.clock.now()],
  );
/** Voters who just did the last step before the vote. */
const ready = async (count: number) => {
  const voters = await votersOf(api, count);
  await act(voters.map(({ accountId }) => accountId));
  return voters;
};
const sentTo = async (): Promise<number> => (await told()).length;

describe('a reminder', () => {
  it('goes to who stopped an hour ago, once, with the step that comes next, in their language', async () => {
    await register(api, newPerson());
    const [mailbox, voter] = [newPerson(), await ready(1)];
    await proveMailbox(api, mailbox);
    await newMember(api);
    const [connected] = await votersOf(api, 1, { social: false });
    await act([connected?.accountId ?? '']);
    await owner.query(`UPDATE accounts SET language = 'uk' WHERE id = $1`, [voter[0]?.accountId]);
    pass(59);
    await remind();
    expect(await told()).toEqual([]);
    pass(2);
    await remind();
    await remind();
    const mails = await told();
    const next = /Next, you (\w+ \w+)|(Усе підтверджено)/;
    expect(
      mails.map(({ text }) => next.exec(text.replaceAll('\u00a0', ' '))?.slice(1).find(Boolean)).toSorted(),
    ).toEqual(['confirm your', 'confirm your', 'connect Telegram', 'link an', 'Усе підтверджено']);
    expect(mails.find(({ text }) => text.includes('Усе'))?.text).toContain('/?resume=1&lang=uk');
    await act(voter.map(({ accountId }) => accountId));
    pass(61);
    await remind();
    expect(await told()).toEqual([]);
  });

  // This test fails (several mails each) without the primary key of reminders, which ON CONFLICT relies on.
  it('is sent once by many processes at once, at most 200 a minute', async () => {
    await ready(230);
    pass(61);
    await Promise.all([remind(), remind(), remind(), remind()]);
    await remind();
    const mails = await told();
    expect([mails.length, new Set(mails.map(({ to }) => to)).size]).toEqual([230, 230]);
    const { rows } = await owner.query<{ minute: number }>(
      'SELECT count(*)::int AS minute FROM reminders GROUP BY xmin::text ORDER BY 1',
    );
    expect(Math.max(...rows.map(({ minute }) => minute))).toBeLessThanOrEqual(200);
  });

  it.each([
    ['is suspended', 'UPDATE accounts SET suspended_at = now() WHERE id = $1'],
    ['is erased', `SELECT erase_account($1, decode(repeat('00', 32), 'hex'), now())`],
    ['ended reminders', 'UPDATE accounts SET no_reminders = true WHERE id = $1'],
    [
      'had a mail refused for good',
      `INSERT INTO messages (id, account_id, kind, purpose, provider, state, given_up_why, gave_up_at, created_at)
       VALUES (gen_random_uuid(), $1, 'mail', 'email_code', 'smtp', 'given_up', 'refused', now(), now())`,
    ],
    [
      'waits for a decision about Instagram',
      `INSERT INTO social_requests (account_id, provider, tag, status, event_hash, created_at, expires_at)
       VALUES ($1, 'INSTAGRAM_SUBSCRIPTION', 'ada', 'IN_PROGRESS', decode(repeat('00', 32), 'hex'), now(), now() + interval '1 day')`,
    ],
  ])('does not go to who %s', async (_who, sql) => {
    const [voter] = await ready(2);
    await owner.query(sql, [voter?.accountId]);
    pass(61);
    await remind();
    expect(await sentTo()).toBe(1);
  });

  it('does not go to who voted or came back meanwhile, or stopped hours ago', async () => {
    const [voted, came] = await ready(3);
    if (voted) await voteAs(api, [voted]);
    pass(50);
    await act([came?.accountId ?? '']);
    pass(20);
    await remind();
    expect(await sentTo()).toBe(1);
    await ready(1);
    pass(200);
    await remind();
    expect(await sentTo()).toBe(0);
  });

  it('is sent only while voting is open, and only where the edition has reminders', async () => {
    await ready(1);
    pass(61);
    for (const given of [
      [false, true],
      [undefined, true],
      [true, false],
    ] as const) {
      [open, isOn] = given;
      await remind();
      expect(await sentTo()).toBe(0);
    }
  });

  it('comes again once in the last day, but not within half a day, and is not sent after the end', async () => {
    await ready(1);
    pass(61);
    await remind();
    expect(await sentTo()).toBe(1);
    closesAt = inHours(20);
    await remind();
    expect(await sentTo()).toBe(0);
    pass(13 * 60);
    await remind();
    await remind();
    const mails = await told();
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('voting closes soon')]);

    await ready(1);
    pass(61);
    closesAt = inHours(1);
    await remind();
    pass(61);
    expect(await sentTo()).toBe(0);
  });

  it('is ended for good by its page, and with one click in a mail program', async () => {
    const [voter] = await ready(1);
    pass(61);
    await remind();
    const [mail] = await told();
    const [url = ''] = /\/reminders\?token=[\w-]+&lang=\w\w/.exec(mail?.text ?? '') ?? [];
    const refused = async () =>
      (await owner.query('SELECT FROM accounts WHERE no_reminders AND id = $1', [voter?.accountId])).rowCount;
    const page = await api.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
    expect([page.statusCode, await refused()]).toEqual([200, 0]);
    expect(page.body).toContain('Send me no reminders');
    const stopped = await api.app.inject({ method: 'POST', url, payload: 'List-Unsubscribe=One-Click' });
    expect([stopped.statusCode, await refused()]).toEqual([200, 1]);
    const other = await api.app.inject({ method: 'POST', url: url.replace('/reminders', '/winners-mail') });
    expect(other.statusCode, 'a token ends only its own list').toBe(410);
  });

  it('shows what it brought by step, in steps of five', async () => {
    await owner.query('DELETE FROM reminders');
    const voters = await ready(13);
    pass(61);
    await remind();
    pass(1);
    await act(voters.slice(0, 4).map(({ accountId }) => accountId));
    await voteAs(api, voters.slice(0, 6));
    const auditor = await desk.member('Olena', 'auditor');
    expect((await auditor.get('/messages/reminders')).json()).toEqual({
      steps: [{ step: 'vote', sent: 10, cameBack: 5, voted: 5 }],
    });
  });
});
