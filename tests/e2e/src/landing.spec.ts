import { STORAGE_KEYS } from '@laurel/contracts/storage';
import type { Locator, Request } from '@playwright/test';
import { castVote } from './journey/cast.ts';
import { expect, test } from './site/fixtures.ts';
import { confirmMailbox } from './site/voter.ts';
import { english as words } from './site/words.ts';

/** Casts a vote for Zhuravli and waits until the percentages that a new page gets contain it. */
const castPublished = async (origin: string): Promise<void> => {
  await castVote(origin, { nomination: 'donat', niche: 'no-category', vote: 'zhuravli' });
  const published = async () => (await fetch(`${origin}/api/vote/statistics`)).text();
  await expect.poll(published).toContain('{"company":"zhuravli","percentage":100}');
};

/** Shows and hides a password, which stays the same. `place` is that of its button among those of the form. */
const expectToggle = async (form: Locator, password: Locator, place = 0): Promise<void> => {
  const button = form.getByRole('button', { name: /^(Show|Hide) password$/ }).nth(place);
  await password.fill('Secret1!');
  for (const [type, name] of [
    ['password', 'Show password'],
    ['text', 'Hide password'],
    ['password', 'Show password'],
  ] as const) {
    await expect(password).toHaveAttribute('type', type);
    await expect(button).toHaveAccessibleName(name);
    await expect(password).toHaveValue('Secret1!');
    await button.click();
  }
  await button.click();
};

test.describe('the landing page', () => {
  test('LP-04 LP-05 has its sections in order, the three notices, and the year in its footer', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveTitle('Meridian Awards 2025');
    const heading = (name: string) => page.getByRole('heading', { name, exact: true });
    const sections = [
      ['header', page.getByRole('banner').getByRole('link', { name: 'Meridian Awards' })],
      ['hero', page.getByRole('heading', { level: 1, name: 'The industry picks its best.', exact: true })],
      ['overview', heading('Every vote is a real person.')],
      ['nominations', page.locator('#nominations').getByRole('heading', { name: 'Nominations', exact: true })],
      ['announcement', heading('Winners are announced in December 2025.')],
      ['footer', page.getByRole('contentinfo').getByText('© 2025')],
    ] as const;
    const tops: [name: string, top: number][] = [];
    for (const [name, part] of sections) {
      await expect(part, name).toHaveCount(1);
      tops.push([name, await part.evaluate((element) => element.getBoundingClientRect().top)]);
    }
    const inOrder = tops.toSorted(([, a], [, b]) => a - b).map(([name]) => name);
    expect(inOrder).toEqual(['header', 'hero', 'overview', 'nominations', 'announcement', 'footer']);
    expect(await page.locator('main > section').count()).toBe(4);
    const announcement = page
      .locator('main > section')
      .filter({ has: heading('Winners are announced in December 2025.') });
    await expect(announcement).toContainText(
      'The ceremony is streamed live, and the full count is published the same evening.',
    );
    await expect(announcement.getByRole('list', { name: 'Follow the awards' }).getByRole('listitem')).toHaveCount(4);
    await expect(page.getByText('Voting is open: one vote in each of 22 categories.')).toBeVisible();
    await expect(page.getByText('Winners announced in December 2025')).toBeVisible();
    await expect(page.getByText('Short maintenance on Sunday')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('© 2025');
    await expect(page.getByRole('heading', { name: 'Nominations' })).not.toBeInViewport();
    await page.getByRole('button', { name: 'Vote now' }).click();
    await expect(page.getByRole('heading', { name: 'Nominations' })).toBeInViewport();
  });

  test('LP-06 LP-07 links to the contact and to four other sites', async ({ page }) => {
    await page.goto('/');
    const contact = page.locator('#nominations').getByRole('link', { name: 'Write to us on Telegram' });
    await expect(contact).toHaveAttribute('href', 'https://telegram.meridian-awards.example/contact');
    const links = page.getByRole('list', { name: 'Follow the awards' }).getByRole('link');
    const sites = await links.evaluateAll((all) =>
      all.map((link) => [link.querySelector('span')?.firstChild?.textContent, link.getAttribute('href')]),
    );
    expect(sites).toEqual([
      ['Community media', 'https://journal.meridian-awards.example'],
      ['Telegram', 'https://telegram.meridian-awards.example'],
      ['Instagram', 'https://instagram.meridian-awards.example'],
      ['YouTube', 'https://youtube.meridian-awards.example'],
    ]);
    for (const link of [contact, ...(await links.all())]) await expect(link).toHaveAttribute('rel', /noopener/);
  });

  test('LP-02 opens the nomination in the address, scrolls to it and clears the address', async ({ page }) => {
    await page.goto('/?nomination=ceo-owner');
    const named = page.getByRole('button', { name: /CEO \/ Owner/ });
    await expect(named).toHaveAttribute('aria-expanded', 'true');
    await expect(page.locator('[aria-expanded=true]')).toHaveCount(1);
    await expect(named).toBeInViewport();
    await expect(page).toHaveURL('/');
  });

  test('LP-03 opens nothing for a nomination that does not exist', async ({ page }) => {
    await page.goto('/?nomination=nobody');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Nominations' })).toBeAttached();
    await expect(page.locator('[aria-expanded=true]')).toHaveCount(0);
  });

  test('LP-09 MD-03 MD-04 MD-05 opens the login, and from there the signup', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Log in' }).click();
    const login = page.getByRole('dialog', { name: 'To cast your vote, please log in' });
    await expect(login.getByRole('textbox')).toHaveCount(2);
    await expectToggle(login, login.getByLabel('Password', { exact: true }));
    await login.getByRole('button', { name: words.noAccount }).click();
    await confirmMailbox(page, words);
    const signup = page.getByRole('dialog', { name: 'To cast your vote, please sign up' });
    for (const field of ['Name', 'Email', 'Password', 'Repeat password', 'Phone']) {
      await expect(signup.getByLabel(field, { exact: true })).toBeVisible();
    }
    await expectToggle(signup, signup.getByLabel('Password', { exact: true }), 0);
    await expectToggle(signup, signup.getByLabel('Repeat password', { exact: true }), 1);
    await signup.getByRole('button', { name: 'I already have an account' }).click();
    await expect(login).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(login).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeFocused();
  });

  test('stays usable and shows what to do when a part of it cannot be loaded', async ({ page, consoleErrors }) => {
    await page.route(/\/assets\/modals-.*\.js/, (route) => route.abort());
    await page.goto('/');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toContainText('Something went wrong on this page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    // The failed load, and the errors that the browser and React log about it.
    consoleErrors.length = 0;
  });

  test('NM-01 NM-02 opens and closes any nomination; one category needs no tabs', async ({ page }) => {
    await page.goto('/');
    const first = page.getByRole('button', { name: /Best Affiliate Program/ });
    const single = page.getByRole('button', { name: /Industry Voice/ });
    await expect(first).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Gambling');
    await expect(page.getByRole('tab')).toHaveText([
      ...['Gambling', 'Betting', 'Nutra', 'Dating', 'Sweepstakes', 'Crypto', 'Finance'],
    ]);
    await single.click();
    await expect(page.locator('[aria-expanded=true]')).toHaveCount(2);
    await expect(page.getByRole('tablist')).toHaveCount(1);
    await first.click();
    await single.click();
    await expect(page.locator('[aria-expanded=true]')).toHaveCount(0);
  });

  test('moves between tabs with the arrow keys, past both ends', async ({ page }) => {
    await page.goto('/');
    const tab = (name: string) => page.getByRole('tab', { name });
    await tab('Gambling').focus();
    for (const [key, name] of [
      ['ArrowLeft', 'Finance'],
      ['ArrowRight', 'Gambling'],
      ['ArrowRight', 'Betting'],
      ['End', 'Finance'],
      ['Home', 'Gambling'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(tab(name)).toBeFocused();
      await expect(page.getByRole('tab', { selected: true })).toHaveText(name);
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    }
    await page.keyboard.press('Tab');
    await expect(page.getByRole('tabpanel', { name: 'Gambling' })).toBeFocused();
  });

  test.describe('with motion', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } });

    test('a closed nomination folds up and is removed, and stays if it is opened again meanwhile', async ({ page }) => {
      await page.goto('/');
      const first = page.getByRole('button', { name: /Best Affiliate Program/ });
      const panel = page.locator('#best-partner section');
      // The animation is paused while the test checks it.
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Animation.enable');
      const pace = (playbackRate: number) => devtools.send('Animation.setPlaybackRate', { playbackRate });
      await pace(0);
      await first.click();
      await expect(panel).toHaveAttribute('inert', '');
      await pace(1);
      await expect(panel).toHaveCount(0);
      await first.click();
      await expect(panel.getByRole('tab').first()).toBeVisible();
      await pace(0);
      await first.click();
      await expect(panel).toHaveAttribute('inert', '');
      await first.click();
      await expect(panel).not.toHaveAttribute('inert');
      await pace(1);
      await panel.evaluate((element) => Promise.allSettled(element.getAnimations().map(({ finished }) => finished)));
      await expect(first).toHaveAttribute('aria-expanded', 'true');
      await expect(panel.getByRole('tab').first()).toBeVisible();
      expect(await panel.evaluate((element) => element.clientHeight)).toBeGreaterThan(500);
    });
  });

  test('NM-03 shows a nominee with logo, name, description, link and percent', async ({ page, site }) => {
    const tags = { nomination: 'employer-of-the-year', niche: 'no-category' };
    const votes = ['glasswharf', 'northlight-partners', 'northlight-partners'];
    await Promise.all(votes.map((vote) => castVote(site.origin, { ...tags, vote })));
    await page.goto(`/?nomination=${tags.nomination}`);
    for (const [company, percent] of [
      ['northlight-partners', '66.67%'],
      ['glasswharf', '33.33%'],
      ['dozen-hands', '0.00%'],
    ]) {
      const share = page.locator(`li[data-company=${company}] p > span[aria-hidden=true]`);
      await expect(share, company).toHaveText(percent ?? '');
    }
    await page.goto('/');
    const card = page.locator('li[data-company=velvet-key]');
    await expect(card.getByRole('heading', { name: 'Velvet Key' })).toBeVisible();
    const logo = card.locator('img');
    await logo.scrollIntoViewIfNeeded();
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(card.locator('br')).toHaveCount(1);
    await expect(card.getByRole('link')).toHaveAttribute('href', 'https://velvetkey.example');
    await expect(card.getByRole('link')).toHaveAttribute('rel', /noopener/);
    await expect(page.locator('li[data-company=saffron-gate] strong')).toHaveText('with your name on them');
    await expect(page.locator('li[data-company=copperfinch]').getByRole('link')).toHaveCount(0);
  });

  test('loads at most 130 KB of JavaScript and 300 KB in all on the first visit, compressed', async ({ page }) => {
    const loading: Promise<readonly [string, number]>[] = [];
    const measure = (request: Request): void => {
      loading.push(request.sizes().then(({ responseBodySize }) => [request.url(), responseBodySize]));
    };
    page.on('requestfinished', measure);
    await page.goto('/', { waitUntil: 'networkidle' });
    page.off('requestfinished', measure);
    const sizes = new Map(await Promise.all(loading));
    const total = (urls: string[]) => urls.reduce((sum, url) => sum + (sizes.get(url) ?? 0), 0);
    const scripts = [...sizes.keys()].filter((url) => url.endsWith('.js'));
    // A value below React's own size would mean that the measurement missed files.
    expect(total(scripts)).toBeGreaterThan(50 * 1024);
    expect(total(scripts)).toBeLessThanOrEqual(130 * 1024);
    expect(total([...sizes.keys()])).toBeLessThanOrEqual(300 * 1024);
  });

  test('I18-01 I18-02 speaks English until Ukrainian is chosen, and remembers', async ({ page, site }) => {
    await castPublished(site.origin);
    await page.goto('/?nomination=donat');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('li[data-company=zhuravli]')).toContainText('100.00%');
    await page.evaluate(() => Object.assign(window, { loadedOnce: true }));
    await page.getByRole('button', { name: 'UA' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Індустрія обирає найкращих.');
    await expect(page.locator('li[data-company=zhuravli]')).toContainText('100,00%');
    expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true);
    await page.locator('#best-partner').getByRole('button', { expanded: false }).click();
    await expect(page.locator('li[data-company=copperfinch]')).toContainText('Довічний RevShare');
    await page.getByRole('button', { name: 'Увійти' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Увійти' }).click();
    await expect(page.getByText('Це поле обов’язкове')).toHaveCount(2);
    expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.language)).toBe('uk');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
    await expect(page.getByRole('heading', { name: 'Номінації' })).toBeAttached();
  });
});
