import type { ConsoleClient } from '@laurel/support/console';
import { REASON, useEditionDesk } from '@laurel/support/edition-desk';
import { newPerson, register } from '@laurel/support/people';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

const desk = useEditionDesk();
const SUBJECT = { en: 'Welcome: <your> code', uk: 'Вітаємо: ваш код' };
const OPENING = { en: 'CPA < $5?\nVote & see.', uk: 'Дякуємо, що ви з нами.' };
let iryna: ConsoleClient;
let id: number;
beforeAll(async () => {
  iryna = await desk.console.member('Iryna', 'editor');
});
beforeEach(async () => {
  id = (await desk.olena.post(`/edition/versions/${(await desk.live()).live.id}/copy`, {})).json().data.id;
  const after = { emailCode: { subject: SUBJECT, opening: OPENING } };
  await desk.olena.post(`/edition/drafts/${id}/edit`, {
    ...{ edits: [{ kind: 'set', field: 'mails', before: null, after }], at: null },
  });
});
const preview = (mail: string, language = 'en', by = iryna) =>
  by.get(`/edition/drafts/${id}/mails/${mail}?language=${language}`);
const test = (body: object, by = desk.olena) =>
  by.post('/messages/test', { kind: 'mail', to: 'olena@awards.example', reason: 'a look at the mail', ...body });
const inbox = () => (desk.api.deps.inbox?.list() ?? []).filter(({ channel }) => channel === 'email');

describe('a mail of a draft', () => {
  it('is shown to who may draft, in each language, as a page that runs and loads nothing', async () => {
    const { headers, body } = await preview('emailCode');
    for (const text of [
      'Welcome: &lt;your&gt; code',
      '>CPA &lt; $5?<',
      '>Vote &amp; see.<',
      '>123456<',
      'Hello Olena,',
    ]) {
      expect(body).toContain(text);
    }
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-disposition': 'inline' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox; default-src 'none';.*frame-ancestors 'self'$/);
    expect(policy).not.toContain('script');
    expect((await preview('emailCode', 'uk')).body).toContain('Дякуємо, що ви з');
    expect((await preview('exclusionUndone')).body).toContain('Meridian Awards: your votes count again');
    const anna = await desk.console.member('Anna', 'auditor');
    expect((await preview('emailCode', 'en', anna)).json().code).toBe('console.forbidden');
    expect((await preview('test')).statusCode).toBe(400);
  });

  it('is shown while the draft has mistakes', async () => {
    const set = (field: string, after: unknown) => ({ kind: 'set', field, before: null, after });
    const edits = [
      set('mails.passwordCode', { subject: { en: 'x'.repeat(500) }, opening: 7 }),
      set('mails.accountUnlocked', 'soon'),
    ];
    await desk.olena.post(`/edition/drafts/${id}/edit`, { edits, at: null });
    expect((await preview('passwordCode')).body).toContain('x'.repeat(500));
    expect((await preview('passwordCode', 'uk')).body).toContain('код для нового');
    expect((await preview('accountUnlocked')).statusCode).toBe(200);
    const { problems } = (await desk.olena.get(`/edition/drafts/${id}/fields`)).json();
    expect(problems.map(({ field }: { field: string }) => field)).toContain('mails.passwordCode.subject.en');
  });

  it('is sent as a test, marked as one, within the limits and with the entry of other tests', async () => {
    expect((await test({ draft: id, mail: 'emailCode', language: 'uk' })).statusCode).toBe(201);
    await desk.api.deps.jobs.drain();
    const sent = inbox().find(({ to }) => to === 'olena@awards.example');
    expect(sent?.subject).toBe('Проба: Вітаємо: ваш код');
    expect(sent?.text).toMatch(
      /Вітаємо\.\n\nДякуємо, що ви з\sнами\.\n[\s\S]*\n {4}123456\n[\s\S]*Організатор надіслав/,
    );
    const { rows } = await desk.owner.query(`SELECT actor, detail FROM audit_entries WHERE action = 'message.test'`);
    expect(rows).toEqual([{ actor: 'Olena (console)', detail: { kind: 'mail' } }]);
    expect((await test({ draft: id, mail: 'emailCode' }, iryna)).json().code).toBe('console.forbidden');
    expect((await test({ draft: 999_999, mail: 'emailCode' })).json().code).toBe('console.not_found');
    expect((await test({ draft: id, mail: 'invitation' })).json().metadata.fields).toHaveProperty('mail');
  });
});

it('voters get the mails of the version that is published, from the process that already runs', async () => {
  const draft = (await desk.olena.get(`/edition/drafts/${id}`)).json();
  expect(draft.difference.changes.map(({ field }: { field: string }) => field)).toContain('mails.emailCode.subject.uk');
  const published = await desk.publish(draft, { reason: REASON });
  expect(published.statusCode, published.body).toBe(200);
  await register(desk.api, newPerson());
  await desk.api.deps.jobs.drain();
  expect(inbox().map(({ subject }) => subject)).toContain('Welcome: <your> code');
  expect((await desk.api.get('/edition')).json().data).not.toHaveProperty('mails');
});
