// @vitest-environment happy-dom

import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { addPlainTexts } from '../i18n/plain-texts.ts';
import { cleanUp } from '../testing/clean-up.ts';
import { render } from '../testing/render.tsx';
import { ReloadNotice } from './plain-page.tsx';
import { recover } from './recover.ts';

const ERROR = new TypeError('Failed to fetch dynamically imported module');
const [reload, reportError] = [vi.fn(), vi.fn()];
const root = document.documentElement;
let shown: Awaited<ReturnType<typeof render>>;
const notice = () => shown.container.querySelector('[data-reload]');
/** How the page was loaded. */
const loadedBy = (...types: string[]) => ({ now: Date.now, getEntriesByType: () => types.map((type) => ({ type })) });

beforeEach(async () => {
  await startI18n('en');
  addPlainTexts();
  shown = await render(<ReloadNotice />);
  root.setAttribute('data-returning', '');
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('reportError', reportError);
  vi.stubGlobal('performance', loadedBy('navigate'));
});
afterEach(cleanUp);
afterEach(() => root.removeAttribute('data-returning'));

describe('a page whose code did not load', () => {
  it('loads itself again once, then shows the server’s first screen and a notice of how to reload', () => {
    recover(ERROR);
    expect([reload.mock.calls.length, notice()?.hasAttribute('hidden')]).toEqual([1, true]);
    expect(root.hasAttribute('data-returning')).toBe(false);
    root.setAttribute('data-returning', '');
    vi.stubGlobal('performance', loadedBy('reload'));
    recover(ERROR);
    expect([reload.mock.calls.length, notice()?.hasAttribute('hidden')]).toEqual([1, false]);
    expect(root.hasAttribute('data-returning')).toBe(false);
    expect(reportError.mock.calls).toEqual([[ERROR], [ERROR]]);
  });

  it('has that notice in every language, with a link', () => {
    expect([...shown.container.querySelectorAll('p')].map(({ lang, textContent }) => [lang, textContent])).toEqual([
      ['en', 'A part of this page did not load. Reload the page'],
      ['uk', expect.stringMatching(/^Частина цієї сторінки не\sзавантажилася\. Перезавантажити сторінку$/)],
    ]);
    expect([...shown.container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['/', '/']);
  });

  it.each([
    ['it is unknown how it was loaded', () => vi.stubGlobal('performance', loadedBy())],
    ['the browser is offline', () => vi.stubGlobal('navigator', { onLine: false })],
  ])('does not load itself again if %s, which could repeat for ever or show the browser’s error', (_, stub) => {
    stub();
    recover(ERROR);
    expect([reload.mock.calls.length, notice()?.hasAttribute('hidden')]).toEqual([0, false]);
  });

  it('can run the source of the function alone, which uses nothing of its module', () => {
    const page = { document, navigator, location: { reload }, reportError, error: ERROR };
    runInNewContext(`(${recover})(error)`, { ...page, performance: loadedBy('navigate') });
    expect(reload).toHaveBeenCalledTimes(1);
    runInNewContext(`(${recover})(error)`, { ...page, performance: loadedBy('reload') });
    expect(reload).toHaveBeenCalledTimes(1);
    expect(notice()?.hasAttribute('hidden')).toBe(false);
  });
});
