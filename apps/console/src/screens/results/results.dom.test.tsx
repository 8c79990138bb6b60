// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { page, person, startScreen } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { resultsOf, SEASON } from '../../testing/night.ts';

const { address, answers, open, shown } = startScreen('/results', () => ({
  'GET /me': { body: meOf('auditor') },
  'GET /results': { body: resultsOf() },
}));

describe('Results', () => {
  it('marks an interim count, ties and withdrawn nominees', async () => {
    await open();
    await page.heading('Best Partner: Crypto');
    expect(page.has('interim')).toBe(true);
    expect(page.has('1 tie for the first place · equal nominees win together')).toBe(true);
    expect(await page.find('withdrawn')).toBeTruthy();
    expect(document.body.textContent).toContain('50.00');
    // A nomination and a category of the same name are one name.
    expect(await page.heading('Best Podcast')).toBeTruthy();
  });

  it('marks the final result', async () => {
    answers['GET /results'] = { body: resultsOf({ final: true, phase: 'closed' }) };
    await open();
    expect(await page.find('final')).toBeTruthy();
    expect(page.has(/^The result\. Voting is over/)).toBe(true);
  });

  it('offers the result to take away to who may have it now, and says from when on to who may not', async () => {
    const after = 'once the winners are announced';
    for (const [role, state, said] of [
      ['auditor', { final: true, phase: 'closed' }, after],
      ['organiser', { final: true, phase: 'closed', embargo: true }, after],
      ['organiser', {}, 'once voting is over'],
    ] as const) {
      answers['GET /me'] = { body: meOf(role) };
      answers['GET /results'] = { body: resultsOf(state) };
      await open();
      expect((await page.find(/^A table, a run sheet/)).textContent).toContain(said);
      expect(page.has('Table of all nominees: Excel')).toBe(false);
      await shown()?.close();
    }
    answers['GET /me'] = { body: meOf('support') };
    await open();
    await page.find('interim');
    expect(page.has('Results to take away')).toBe(false);
    await shown()?.close();
    answers['GET /me'] = { body: meOf('auditor') };
    answers['GET /results'] = { body: resultsOf({ final: true, phase: 'announced' }) };
    await open({ language: 'uk' });
    await page.find('Матеріали з результатами');
    expect([...document.querySelectorAll('a[download]')].map((link) => link.getAttribute('href'))).toEqual([
      '/api/results/table.xlsx?language=uk',
      '/api/results/table.csv?language=uk',
      '/api/results/logos.zip',
    ]);
  });

  it('has a run sheet with joint winners together, in the console’s language or in the other one', async () => {
    const results = resultsOf({ final: true });
    Object.assign(results.categories[0]?.nominees?.[0] ?? {}, { pronunciation: 'or-bit crew' });
    answers['GET /results/sheet'] = { body: { ...results, at: '2026-12-01T20:00:00.000Z' } };
    await open({ at: '/results/run-sheet' });
    await page.heading('Best Partner');
    const paper = document.querySelector('article');
    expect(paper?.textContent).toContain('Meridian 2026');
    expect(paper?.textContent).toContain('Joint winnersOrbit Crew50.00%[or-bit crew]Quiet Harbor50.00%');
    expect(paper?.textContent).toMatch(/Best Podcast\s*no votes/);
    await person.press('Українська', 'radio');
    expect(await page.find('Спільна перемога')).toBeTruthy();
    expect(page.has('Back to the results')).toBe(true);
  });

  it('has a report of the season to print, in the console’s language or in the other one', async () => {
    answers['GET /results/season'] = { body: SEASON };
    await open({ at: '/results/season' });
    await page.heading('People, step by step');
    const texts = [...document.querySelectorAll('article tr')].map(({ textContent }) => textContent);
    expect(texts).toContain('voted5,00055.56%');
    expect(texts).toContain('Best Partner: Crypto11010100');
    expect(texts).toContain('3 Nov 202612,0005,0000');
    expect(texts).toContain('Text message +3804,0002€25.50');
    expect(texts).toContain('7. 24 Nov, 21:42: Votes of one office · undone 25 Nov, 08:0040122 (1)');
    expect(texts).toContain('Phases moved by olena (console): the hall opens late24 Nov, 20:00');
    expect(texts).toContain('log: it has stopped at 12now');
    await person.press('Українська', 'radio');
    expect(await page.find('Люди за кроками')).toBeTruthy();
  });

  it('opens the public report once the winners are announced, and asks for a new version with a reason', async () => {
    answers['GET /me'] = { body: meOf('organiser') };
    answers['GET /results'] = { body: resultsOf({ final: true, phase: 'announced' }) };
    answers['POST /results/report'] = { body: { version: 2 } };
    await open();
    await page.find('Public integrity report');
    expect(document.querySelector('a[href$="/record/report"]')).toBeTruthy();
    await person.press('Make a new version');
    await person.explain('an exclusion was undone', 'Make a new version');
    expect(await page.find('Version 2 appears in a few seconds')).toBeTruthy();
    await shown()?.close();
    answers['GET /me'] = { body: meOf('auditor') };
    await open();
    await page.find('Public integrity report');
    expect(page.has('Make a new version')).toBe(false);
  });

  it('updates the final result when somebody else applies an exclusion', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const final = resultsOf({ final: true, phase: 'announced' });
    answers['GET /results'] = { body: final };
    await open();
    expect(await page.find('final')).toBeTruthy();
    answers['GET /results'] = { body: { ...final, votes: { ...final.votes, excluded: 4_321 } } };
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(await page.find('4,321')).toBeTruthy();
  });

  it('says that numbers by nominee are hidden, and shows the sums of each category', async () => {
    const hidden = resultsOf().categories.map((category) => ({ ...category, nominees: null }));
    answers['GET /results'] = { body: resultsOf({ embargo: true, categories: hidden }) };
    await open({ language: 'uk' });
    expect(await page.find('Приховано до оголошення переможців')).toBeTruthy();
    expect(page.has('Orbit Crew')).toBe(false);
    expect(await page.heading('Best Partner: Crypto')).toBeTruthy();
  });

  it('finds a category by a nominee, and keeps the text in the address', async () => {
    await open();
    await page.heading('Best Podcast');
    await person.fill('Find a category', 'harbor');
    await expect.poll(() => page.has('Best Podcast')).toBe(false);
    expect(address()).toBe('/results?find=harbor');
    await person.fill('Find a category', 'nobody');
    expect(await page.find('No category has this')).toBeTruthy();
  });

  it('keeps the caret where the person types, and follows the address when it changes elsewhere', async () => {
    await open({ at: '/results?find=nit' });
    await page.find('No category has this');
    const field = page.field('Find a category');
    await userEvent.setup({ document }).type(field, 'gh', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect(field.value).toBe('night');
    expect(field.selectionStart).toBe(4);
    await expect.poll(() => address()).toBe('/results?find=night');
    await act(async () => shown()?.router.navigate({ to: '/results', search: { find: 'orbit' } }));
    expect(field.value).toBe('orbit');
  });
});
