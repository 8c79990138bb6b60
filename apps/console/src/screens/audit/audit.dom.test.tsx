// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, person, startScreen } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { refusal } from '../../testing/fake-api.ts';
import { AUDIT } from '../../testing/night.ts';

const { address, answers, open, sentTo, shown } = startScreen('/audit', () => ({
  'GET /me': { body: meOf('auditor') },
  'GET /audit?limit=100': { body: AUDIT },
  'GET /audit/names': { body: { people: ['Olena', 'taras'], actions: ['team.invite', 'user.unlock'] } },
}));

describe('Audit', () => {
  it('shows who did what to what, where and why; an action without a text as it is', async () => {
    await open();
    expect(await page.find('asked by mail, ticket 4711')).toBeTruthy();
    for (const text of ['Olena', 'console', 'command', 'account 7d1f0a52', 'wrongCodes: 3', 'something.new']) {
      expect(document.body.textContent).toContain(text);
    }
  });

  it('filters by person and action in the address', async () => {
    answers['GET /audit?person=Olena&limit=100'] = { body: { entries: AUDIT.entries.slice(0, 1), next: null } };
    answers['GET /audit?person=Olena&action=team.&limit=100'] = { body: { entries: [], next: null } };
    await open();
    await page.find('asked by mail, ticket 4711');
    await person.choose('Person', 'Olena');
    await expect.poll(() => document.body.textContent).not.toContain('something.new');
    await person.choose('Action', 'team.');
    expect(await page.find('No entry matches these filters.')).toBeTruthy();
    expect(address()).toBe('/audit?person=Olena&action=team.');
    await person.press('Clear the filters');
    expect(await page.find('something.new')).toBeTruthy();
  });

  it('filters by a date once its year is complete, and does not change the field until then', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      if (path.startsWith('/api/audit?')) asked.push(path);
      return Response.json(
        path === '/api/me' ? meOf('auditor') : path.includes('names') ? { people: [], actions: [] } : AUDIT,
      );
    });
    await open();
    await page.find('asked by mail, ticket 4711');
    const field = page.field('From');
    const typeIn = (value: string) => act(async () => void fireEvent.change(field, { target: { value } }));
    // The values of a browser's field while somebody types the four digits of the year.
    for (const typed of ['0002-11-24T20:00', '0020-11-24T20:00', '0202-11-24T20:00']) {
      await typeIn(typed);
      expect(field.value).toBe(typed);
    }
    expect(address()).toBe('/audit');
    await typeIn('2026-11-24T20:00');
    const moment = '2026-11-24T18:00:00.000Z';
    await expect.poll(() => asked.at(-1)).toBe(`/api/audit?from=${encodeURIComponent(moment)}&limit=100`);
    expect(asked).toHaveLength(2);
    // An incomplete change of the year does not change the filter. The field shows the filter again when it loses the
    // focus.
    await typeIn('0002-11-24T20:00');
    fireEvent.blur(field);
    expect(field.value).toBe('2026-11-24T20:00');
    await typeIn('');
    await expect.poll(() => address()).toBe('/audit');
  });

  it('exports the entries that the filters show, with a reason', async () => {
    const made: string[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      made.push(this.download);
    });
    answers['GET /audit?person=Olena&limit=100'] = { body: AUDIT };
    answers['GET /audit/export?person=Olena&format=csv&reason=For+the+auditors'] = { body: 'id,at\r\n' };
    await open({ at: '/audit?person=Olena', language: 'uk' });
    await person.press('Експорт');
    await page.heading('Експортувати журнал дій');
    await person.explain('For the auditors', 'Експортувати');
    expect(await page.find('Файл — у ваших завантаженнях')).toBeTruthy();
    expect(made).toEqual([expect.stringMatching(/^audit-\d{4}-\d\d-\d\d\.csv$/)]);
    click.mockRestore();
  });

  // This test fails without the pause after a failure: the table then makes hundreds of requests a second.
  it('requests older entries once, and after a failure only when somebody tries again', async () => {
    // Stands in for the layout, which happy-dom does not have: the end of the table is in sight.
    for (const size of ['clientHeight', 'clientWidth', 'offsetHeight'] as const)
      vi.spyOn(HTMLElement.prototype, size, 'get').mockReturnValue(46);
    onTestFinished(() => void vi.restoreAllMocks());
    const older = 'GET /audit?limit=100&after=1';
    answers['GET /audit?limit=100'] = { body: { ...AUDIT, next: '1' } };
    answers[older] = refusal(429, 'limit.exceeded');
    await open();
    expect(await page.alert()).toContain('Too many requests');
    // Lets React run the effects of the failure, which would make the next request.
    await act(async () => undefined);
    expect([sentTo(older).length, shown()?.queryClient.isFetching()]).toEqual([1, 0]);
    const [entry] = AUDIT.entries;
    answers[older] = { body: { entries: [{ ...entry, id: '0', reason: 'ticket 1' }], next: null } };
    await person.press('Try again');
    expect(await page.find('ticket 1')).toBeTruthy();
    expect(sentTo(older)).toHaveLength(2);
  });

  it('says why it did not load', async () => {
    answers['GET /audit?limit=100'] = refusal(503, 'server.unavailable');
    await open();
    expect(await page.alert()).toContain('The server is busy');
  });
});
