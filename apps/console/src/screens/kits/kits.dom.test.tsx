// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { page, person, startScreen } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { done } from '../../testing/fake-api.ts';

const LINK = `https://awards.example/kit/${'a'.repeat(22)}`;
const nominee = (company: string, name: string, madeAt: string | null, openedAt: string | null) => ({
  ...{ nomination: 'best', niche: 'crypto', company, name: { en: name, uk: name } },
  ...{ award: { en: 'The best: Crypto', uk: 'Найкращі: Крипта' }, madeAt, openedAt, suggestion: null },
});
const MADE = '2026-11-25T20:00:00.000Z';
const AT = '/kits/best/crypto';

const { answers, sentTo, open, address } = startScreen('/kits', () => ({
  'GET /me': { body: meOf('organiser') },
  'GET /kits': {
    body: { nominees: [nominee('orbit', 'Orbit Crew', null, null), nominee('kite', 'Kite', MADE, MADE)] },
  },
  [`POST ${AT}/orbit/link`]: { status: 201, body: { success: true, data: { link: LINK } } },
}));

describe('the kits of nominees', () => {
  it('mails a link and shows it once', async () => {
    await open();
    await person.press('Make a link: Orbit Crew');
    await person.fill('Email (optional)', 'pr@orbit');
    await person.press('Make a link');
    expect(page.field('Email (optional)').getAttribute('aria-invalid')).toBe('true');
    await person.fill('Email (optional)', 'pr@orbit.example');
    await person.press('Make a link');
    expect(await page.find(LINK)).toBeTruthy();
    expect(sentTo(`POST ${AT}/orbit/link`)).toEqual([{ email: 'pr@orbit.example', language: 'en' }]);
  });

  it('revokes a link with a reason, and says what became of each', async () => {
    answers[`POST ${AT}/kite/revoke`] = done;
    await open();
    expect(await page.find('opened')).toBeTruthy();
    expect(page.has('no link')).toBe(true);
    await person.press('Revoke the link of Kite');
    await person.explain('It was forwarded', 'Revoke');
    expect(sentTo(`POST ${AT}/kite/revoke`)).toEqual([{ reason: 'It was forwarded' }]);
  });

  it('makes a draft of the correction that a nominee suggests', async () => {
    const suggestion = { 'name.uk': 'Кайт', link: 'https://kite.example' };
    answers['GET /me'] = { body: meOf('editor') };
    answers['GET /kits'] = { body: { nominees: [{ ...nominee('kite', 'Kite', MADE, MADE), suggestion }] } };
    answers[`POST ${AT}/kite/draft`] = { status: 201, body: { success: true, data: { id: 7 } } };
    await open();
    expect(await page.find('correction')).toBeTruthy();
    await person.press('See the correction: Kite');
    expect(page.has('Name (UA)') && page.has('Кайт') && page.has('https://kite.example')).toBe(true);
    await person.press('Make a draft');
    expect(sentTo(`POST ${AT}/kite/draft`)).toHaveLength(1);
    await expect.poll(address).toContain('/edition/editor?draft=7');
  });

  it('has no buttons for others than organisers', async () => {
    answers['GET /me'] = { body: meOf('editor') };
    await open({ language: 'uk' });
    expect(await page.find('немає')).toBeTruthy();
    expect(page.button(/Створити|Відкликати/)).toBeNull();
  });
});
