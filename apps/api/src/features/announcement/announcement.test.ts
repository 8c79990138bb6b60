import { useOwner, useTestApi } from '@laurel/support/hooks';
import { votersOf } from '@laurel/support/voters';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';
import { createAnnouncement } from './service.ts';

const api = useTestApi();
const owner = useOwner(api);
let voters: Voter[];
let emails: Map<string, string>;
let announced: boolean;

beforeAll(async () => {
  voters = await votersOf(api, 230);
  const { rows } = await owner.query<{ id: string; email: string }>('SELECT id, email FROM accounts');
  emails = new Map(rows.map(({ id, email }) => [id, email]));
});

const emailsOf = (of: readonly Voter[]): string[] => of.map(({ accountId }) => emails.get(accountId) ?? '').sort();
const ask = async (voter: Voter | undefined, wanted: boolean): Promise<void> => {
  const headers = { authorization: `Bearer ${voter?.token}` };
  const { json } = await api.app.inject({
    method: 'POST',
    url: '/api/users/tell-winners',
    headers,
    payload: { wanted },
  });
  expect(json()).toEqual({ success: true });
};
const askAll = (of: readonly Voter[]) =>
  owner.query('UPDATE accounts SET tell_winners = true WHERE id = ANY ($1)', [of.map(({ accountId }) => accountId)]);
const tell = (): Promise<void> =>
  createAnnouncement({
    ...api.deps,
    isAnnounced: async () => announced,
    stopUrlOf: (...of) => api.deps.unsubscribing.urlOf('winners-mail', ...of),
  }).tell(api.clock.now());
const sent = async () => {
  await api.deps.jobs.drain();
  return (api.deps.inbox?.list() ?? []).filter(({ text }) => text.includes('/winners-mail?token='));
};
/** The people who were told since the last look. */
const told = async (): Promise<string[]> => {
  const before = seen;
  const mails = await sent();
  seen = mails.length;
  return mails
    .slice(0, mails.length - before)
    .map(({ to }) => to)
    .sort();
};
let seen = 0;

describe('the mail about the winners', () => {
  it('goes to those who asked for it and did not take that back, once they are announced, in their language', async () => {
    const [asker, doubter] = voters;
    await owner.query(`UPDATE accounts SET language = 'uk' WHERE id = $1`, [asker?.accountId]);
    await ask(asker, true);
    await ask(doubter, true);
    await ask(doubter, false);
    announced = false;
    await tell();
    expect(await told()).toEqual([]);
    announced = true;
    await tell();
    await tell();
    expect(await told()).toEqual(emailsOf(voters.slice(0, 1)));
    expect((await sent())[0]?.text).toContain('Переможців оголошено');
    const { statusCode } = await api.app.inject({
      method: 'POST',
      url: '/api/users/tell-winners',
      payload: { wanted: true },
    });
    expect(statusCode).toBe(401);
  });

  // This test fails without FOR UPDATE: a person is claimed twice.
  it('reaches everybody once, in groups, although several workers begin at once', async () => {
    await askAll(voters);
    await Promise.all([tell(), tell(), tell()]);
    expect((await told()).length).toBeLessThanOrEqual(voters.length);
    await tell();
    const mails = await sent();
    expect(Map.groupBy(mails.slice(0, voters.length), ({ to }) => to).size).toBe(voters.length);
    expect(mails.length).toBe(voters.length + 1);
    seen = mails.length;
  });

  it('does not go to a person who was erased', async () => {
    const [erased] = voters.slice(11, 12);
    await askAll(voters.slice(11, 13));
    await owner.query('SELECT erase_account($1, $2, now())', [erased?.accountId, Buffer.alloc(32)]);
    await tell();
    expect(await told()).toEqual(emailsOf(voters.slice(12, 13)));
  });

  it('is ended by its page, and by a mail program with one click, but not by looking at the page', async () => {
    const [, url = ''] = /(\/winners-mail\?token=[\w-]+&lang=\w\w)/.exec((await sent())[0]?.text ?? '') ?? [];
    const person = voters.slice(12, 13);
    const wants = async () =>
      (await owner.query('SELECT FROM accounts WHERE tell_winners AND id = $1', [person[0]?.accountId])).rowCount;
    const html = { accept: 'text/html' };
    for (const [type, payload] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      ['multipart/form-data; boundary=x', '--x--'],
    ] as const) {
      await askAll(person);
      const page = await api.app.inject({ method: 'GET', url, headers: html });
      expect([page.statusCode, await wants()]).toEqual([200, 1]);
      expect(page.body).toContain(`<form method="post" action="${url.replace('&', '&#38;')}">`);
      const stopped = await api.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
      expect([stopped.statusCode, await wants()]).toEqual([200, 0]);
    }
    const wrong = await api.app.inject({ method: 'POST', url: `${url.slice(0, -12)}AAAA&lang=uk` });
    expect(wrong.statusCode).toBe(410);
  });
});
