import { publicEditionSchema } from '@laurel/contracts/public-edition';
import { castVote } from './site/account.ts';
import { expect, test } from './site/fixtures.ts';

test('LP-04 LP-05 LP-06 LP-07 LP-08 LP-09 the sections are in order, below a header that hides, shows and opens the login', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Meridian Awards 2025');
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const announcement = page.locator('main > section').last();
  const sections = [
    page.getByRole('banner').getByRole('link', { name: 'Meridian Awards' }),
    page.getByRole('heading', { level: 1, name: 'The industry picks its best.', exact: true }),
    heading('Every vote is a real person.'),
    page.locator('#nominations').getByRole('heading', { name: 'Nominations', exact: true }),
    announcement.getByRole('heading', { name: 'Winners are announced in December 2025.' }),
    page.getByRole('contentinfo').getByText('© 2025'),
  ];
  const tops = await Promise.all(sections.map((part) => part.evaluate((each) => each.getBoundingClientRect().top)));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await expect(page.locator('main > section')).toHaveCount(4);
  for (const notice of [
    'Voting is open: one vote in each of 22 categories.',
    'Winners announced in December 2025',
    'Short maintenance on Sunday',
  ]) {
    await expect(page.getByText(notice)).toBeVisible();
  }
  await expect(announcement).toContainText('the full count is published the same evening.');
  const contact = page.locator('#nominations').getByRole('link', { name: 'Write to us on Telegram' });
  await expect(contact).toHaveAttribute('href', 'https://telegram.meridian-awards.example/contact');
  const links = announcement.getByRole('list', { name: 'Follow the awards' }).getByRole('link');
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

  await expect(heading('Nominations')).not.toBeInViewport();
  await page.getByRole('button', { name: 'Vote now' }).click();
  await expect(heading('Nominations')).toBeInViewport();

  // When the header hides and shows is tested in apps/web/src/ui/pieces.dom.test.tsx.
  const header = page.getByRole('banner');
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 600);
  await expect(header).not.toBeInViewport();
  await page.mouse.wheel(0, -40);
  await expect(header).toBeInViewport();
  await page.mouse.wheel(0, 600);
  await expect(header).not.toBeInViewport();
  const logIn = header.getByRole('button', { name: 'Log in' });
  await logIn.focus();
  await expect(header).toBeInViewport();

  // What its forms have is tested in apps/web/src/features/account/components.
  await logIn.click();
  const login = page.getByRole('dialog', { name: 'To cast your vote, please log in' });
  await expect(login.getByRole('textbox')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(login).toHaveCount(0);
  await expect(logIn).toBeFocused();
});

test('NM-01 NM-02 NM-03 NM-06 NM-07 NM-09 I18-01 RO-04 a visitor reads every nomination in both languages', {
  tag: '@journey',
}, async ({ page, site }) => {
  await castVote(site.origin, { nomination: 'employer-of-the-year', niche: 'no-category', vote: 'glasswharf' });
  const edition = await (await page.request.get('/api/edition')).json();
  const expected = publicEditionSchema.parse(edition.data).nominations;
  await page.goto('/');
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }));
  const nominations = page.locator('#nominations h3 button');
  const open = page.locator('#nominations [aria-expanded=true]');
  const share = page.locator('#employer-of-the-year li[data-company=glasswharf]');
  // The first one is open at the beginning; several may be open, and all may be closed.
  await expect(open).toHaveCount(1);
  for (const [index, { title, categories }] of expected.entries()) {
    const nomination = nominations.nth(index);
    if (index > 0) await nomination.click();
    const region = page.getByRole('region', { name: title.en });
    const tabs = region.getByRole('tab');
    const isOne = categories.length === 1;
    await expect(tabs).toHaveText(isOne ? [] : categories.map(({ name }) => name.en));
    if (!isOne) await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
    for (const [place, { companies }] of categories.entries()) {
      if (!isOne) await tabs.nth(place).click();
      await expect(region.locator('li[data-company]')).toHaveCount(companies.length);
    }
  }
  await expect(open).toHaveCount(10);
  for (const lang of ['en', 'uk'] as const) {
    if (lang === 'uk') await page.getByRole('button', { name: 'UA', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(nominations).toContainText(expected.map(({ title }) => title[lang]));
    await expect(share).toContainText(lang === 'en' ? '100.00%' : '100,00%');
  }
  for (const nomination of await nominations.all()) await nomination.click();
  await expect(open).toHaveCount(0);
  expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true);

  // The language is remembered. A card has its logo, its line breaks, its markup, and a link if there is one.
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  const card = page.locator('li[data-company=velvet-key]');
  await expect(card.getByRole('heading', { name: 'Velvet Key' })).toBeVisible();
  const logo = card.locator('img');
  await logo.scrollIntoViewIfNeeded();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(card.locator('br')).toHaveCount(1);
  await expect(card.getByRole('link')).toHaveAttribute('href', 'https://velvetkey.example');
  await expect(card.getByRole('link')).toHaveAttribute('rel', /noopener/);
  await expect(page.locator('li[data-company=saffron-gate] strong')).toHaveCount(1);
  await expect(page.locator('li[data-company=copperfinch]').getByRole('link')).toHaveCount(0);
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
