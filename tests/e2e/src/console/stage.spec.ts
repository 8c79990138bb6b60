import type { Show } from '@laurel/contracts/console/calls/stage';
import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { findings } from '../site/axe.ts';
import { runUntil } from '../site/clock.ts';
import { expectLook } from '../site/look.ts';
import { type Desk, NOBODY, startDesk } from './desk.ts';
import { test as base, type Colleague } from './fixtures.ts';
import { countTones } from './tones.ts';

// The ceremony's show: two projectors, a phone, and a network that dies at each step.

/** Nine of fourteen votes for the first nominee of the first category, and two equal nominees in the second one. */
const fill = async (owner: pg.ClientBase) => {
  await owner.query(
    `INSERT INTO tallies (nominee_id, slot, count)
     SELECT n.id, 0, (ARRAY[9, 5])[row_number() OVER (ORDER BY n.id)] FROM nominees n JOIN categories c ON c.id = n.category_id
      WHERE (c.nomination, c.niche) = ('best-partner', 'gambling') ORDER BY n.id LIMIT 2`,
  );
  await owner.query(
    `INSERT INTO tallies (nominee_id, slot, count)
     SELECT n.id, 0, 7 FROM nominees n JOIN categories c ON c.id = n.category_id
      WHERE (c.nomination, c.niche) = ('best-partner', 'betting') ORDER BY n.id LIMIT 2`,
  );
  return NOBODY;
};
const SHARE = '64.29';
const WINNER = 'Northlight Partners';
const SPONSORS = 'sponsors: [{ name: Grand Hotel, logo: iron-pear.svg, link: https://grand-hotel.example }]';

const test = base.extend<object, { desk: Desk }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const hidden = { opensIn: -48, closesIn: -1, announcedIn: 24, visibility: 'hidden' } as const;
      const desk = await startDesk(fill, { ...hidden, rules: [SPONSORS] });
      await use(desk);
      await desk.close();
    },
    { scope: 'worker' },
  ],
});

const kindOf = (page: Page) => page.locator('[data-slide]').getAttribute('data-slide');
const titleOf = (page: Page) => page.locator('[data-slide] h2').textContent();

/** Opens the show and waits until everything is in memory. */
const openShow = async ({ page }: Colleague, { origin }: Desk): Promise<Page> => {
  await page.goto(`${origin}/stage/show`);
  await runUntil(page, () => page.locator('[data-slide]').count(), 1);
  return page;
};
/** Presses a key until a slide of a kind is shown. */
const clickTo = async (page: Page, kind: string, key = 'PageDown'): Promise<void> => {
  for (let step = 0; step < 40 && (await kindOf(page)) !== kind; step += 1) await page.keyboard.press(key);
  expect(await kindOf(page)).toBe(kind);
};
/** Begins the show again, for the next test. */
const startOver = (desk: Desk) =>
  desk.database.query(
    `UPDATE stages SET version = version + 1, slide = '', blank = false, revealed = '{}', round = round + 1`,
  );
test.afterEach(({ desk }) => startOver(desk));

test('a phone runs the show on two projectors, which have no winner before the reveal', async ({ colleague, desk }) => {
  const one = await colleague('organiser', { width: 1920, height: 1080 });
  /** Everything that the first projector's machine received. */
  const received: string[] = [];
  one.page.on('response', async (response) => {
    if (response.url().includes('/api/')) received.push(`${response.url()} ${await response.text().catch(() => '')}`);
  });
  const tones = await countTones(one.page);
  const [projector, other] = [
    await openShow(one, desk),
    await openShow(await colleague('organiser', { width: 1280, height: 720 }), desk),
  ];
  const { page: phone } = await colleague('owner', { width: 390, height: 844 });
  await phone.goto(`${desk.origin}/stage/remote`);
  const main = phone.getByRole('button', { name: /^(Next|Show the winner)$/ });
  const follow = async (kind: string) => {
    for (const page of [phone, projector, other]) await runUntil(page, () => kindOf(page), kind);
  };
  await follow('opening');
  await expect(projector.getByText('S: sound is off')).toBeVisible();
  await projector.keyboard.press('s');
  await expect(projector.getByText('S: sound is on')).toBeVisible();
  const chord = await tones();
  expect(chord).toBeGreaterThan(0);
  for (const kind of ['nomination', 'category', ...Array(6).fill('nominee'), 'before']) {
    await main.click();
    await follow(kind);
  }
  const next = phone.getByRole('region', { name: 'Next, only on this phone' });
  await expect(next).toContainText(WINNER);
  await expect(next).toContainText(`Winner · Gambling, ${SHARE}%`);
  await expect(next).toContainText('Then: Betting');
  expect(await findings(phone)).toEqual([]);

  // A short press is none.
  await phone.getByRole('button', { name: 'Show the winner' }).click();
  await runUntil(phone, () => kindOf(phone), 'before');
  expect(received.length).toBeGreaterThan(80);
  expect(received.filter((text) => text.includes(SHARE) || text.includes('/api/results'))).toEqual([]);
  const sealed = received.find((text) => /\/api\/stage \{/.test(text)) ?? '';
  expect(sealed).toContain('"sealed":"');

  await phone.getByRole('button', { name: 'Show the winner' }).click({ delay: 700 });
  await follow('winner');
  for (const page of [projector, other]) {
    await runUntil(page, () => titleOf(page), WINNER);
    await expect(page.locator('[data-slide]')).toContainText(`${SHARE}%`);
  }
  expect(await tones()).toBe(2 * chord);
  expect(await findings(projector)).toEqual([]);

  await phone.getByRole('button', { name: 'Back' }).click();
  await follow('before');
  await phone.getByRole('button', { name: 'Blank' }).click();
  await follow('blank');
  await phone.getByRole('button', { name: 'Show again' }).click();
  await follow('before');
  // It was revealed, so that a tap shows it again.
  await main.click();
  await follow('winner');

  await phone.getByRole('button', { name: 'Lock' }).click();
  await main.click({ force: true });
  await runUntil(phone, () => kindOf(phone), 'winner');
  await phone.getByRole('button', { name: 'Hold to unlock' }).click({ delay: 700 });
  await main.click();
  await follow('category');
});

test('the network dies at each step: the clicker goes on, codes open the winners, and nothing is sent later', async ({
  colleague,
  desk,
  consoleErrors,
}) => {
  const owner = await colleague('owner', { width: 390, height: 844 });
  const { page: phone } = owner;
  const { page: projector } = await colleague('organiser', { width: 1920, height: 1080 });
  /** Lets time pass on both until one of them shows something. */
  const reach = <Seen>(look: () => Promise<Seen>, expected: Awaited<Seen>) =>
    runUntil(
      phone,
      async () => {
        await projector.clock.runFor(500);
        return look();
      },
      expected,
    );
  await openShow({ page: projector, name: '' }, desk);
  await phone.goto(`${desk.origin}/stage/remote`);
  await reach(() => kindOf(phone), 'opening');
  const { codes } = await (await phone.request.get(`${desk.origin}/api/stage/codes`)).json();

  for (const kind of ['opening', 'nomination', 'category', 'nominee', 'before']) {
    await clickTo(projector, kind);
    await reach(() => kindOf(phone), kind);
    // The phone alone is cut off: the hall keeps its slide, and the tap goes nowhere, also later.
    await phone.context().setOffline(true);
    await reach(() => phone.getByText('will not be sent later').count(), 1);
    await phone.getByRole('button', { name: 'Waiting for connection' }).click({ force: true });
    await phone.context().setOffline(false);
    await reach(() => phone.getByRole('alert').count(), 0);
    expect(await kindOf(phone)).toBe(kind);
    // The projector is cut off: it keeps its slide, and the server learns later where it is.
    await projector.context().setOffline(true);
    await reach(() => projector.getByRole('main').getAttribute('data-online'), 'false');
    expect(await kindOf(projector)).toBe(kind);
    await projector.context().setOffline(false);
    await reach(() => projector.getByRole('main').getAttribute('data-online'), 'true');
  }

  await projector.context().setOffline(true);
  await reach(() => projector.getByRole('main').getAttribute('data-online'), 'false');
  await projector.keyboard.press('PageDown');
  const code = projector.getByLabel('Code of the winner in Gambling');
  await code.fill(codes['best-partner/betting']);
  await code.press('Enter');
  await expect(projector.getByRole('alert')).toContainText('This code opens another winner');
  await code.fill(codes['best-partner/gambling'].toLowerCase().replace(/(?=.{5}$)/, ' '));
  await code.press('Enter');
  await expect.poll(() => titleOf(projector)).toBe(WINNER);
  expect(
    await projector.locator('img').evaluateAll((all) => all.every((image) => Reflect.get(image, 'naturalWidth') > 0)),
  ).toBe(true);
  await clickTo(projector, 'nominee');
  await projector.keyboard.press('b');
  expect(await kindOf(projector)).toBe('blank');
  await projector.keyboard.press('b');
  expect(await kindOf(phone)).toBe('before');
  await projector.context().setOffline(false);
  // The phone follows the clicker, and has the winner that was opened by its code.
  await reach(async () => projector.getByRole('main').getAttribute('data-online'), 'true');
  await reach(() => kindOf(phone), 'nominee');
  const { revealed } = (await desk.database.query('SELECT revealed FROM stages')).rows[0];
  expect(revealed).toEqual(['best-partner/gambling']);

  // An organiser's clicker does not reveal; an owner's does.
  await clickTo(projector, 'before');
  await projector.keyboard.press('PageDown');
  await reach(() => projector.getByLabel('Code of the winner in Betting').count(), 1);
  await projector.keyboard.press('Escape');
  await openShow(owner, desk);
  await reach(() => kindOf(phone), 'before');
  await phone.keyboard.press('PageDown');
  await reach(() => kindOf(projector), 'winner');
  await reach(() => titleOf(projector), `${WINNER}Ninth Carriage`);
  // What a browser writes about a network that was cut off on purpose.
  consoleErrors.splice(
    0,
    consoleErrors.length,
    ...consoleErrors.filter((text) => !text.includes('Failed to load resource')),
  );
});

test('the run sheet takes breaks and partners, and has codes on paper and no winner', async ({ colleague, desk }) => {
  const { page } = await colleague('owner', { locale: 'uk-UA' });
  await page.goto(`${desk.origin}/stage`);
  const first = page.getByRole('listitem').filter({ hasText: 'Гемблінг' }).first();
  const add = first.getByRole('combobox');
  const rows = page.getByRole('main').getByRole('listitem');
  const second = rows.nth(1);
  const words = second.locator('span').first();
  for (const label of ['Перерва, 15 хвилин', 'Партнер вечора: Grand Hotel']) {
    await add.selectOption({ label });
    await expect(words).toHaveText(label);
  }
  await second.getByRole('button', { name: /^Пізніше/ }).click();
  await expect(words).toHaveText('Перерва, 15 хвилин');
  await second.getByRole('button', { name: /^Прибрати/ }).click();
  await expect(words).toHaveText('Партнер вечора: Grand Hotel');
  expect(await findings(page)).toEqual([]);
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('button', { name: 'Друкувати з кодами' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(rows.first().locator('code')).toHaveText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  expect(await page.getByRole('main').textContent()).not.toContain(WINNER);
  await desk.database.query('UPDATE stages SET rows = NULL');
});

/** The texts of the slide that are outside of its safe margin of five percent. */
const outsideOf = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('[data-slide]')?.getBoundingClientRect() ?? new DOMRect();
    return [...document.querySelectorAll('[data-slide] :is(h2, p)')].flatMap((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, bottom, width } = range.getBoundingClientRect();
      const margin = box.width * 0.0495;
      const isInside = left >= margin && right <= box.width - margin && bottom <= box.bottom;
      return isInside || width === 0 ? [] : [`${text.textContent}: ${left}, ${right}, ${bottom}`];
    });
  });
const LONG = 'Дванадцята міжнародна партнерська мережа з найдовшою назвою в усій цій категорії';

test('every name fits on every slide', async ({ colleague, desk }) => {
  const { page } = await colleague('owner', { width: 1280, height: 720, locale: 'uk-UA' });
  await page.route('**/api/stage', async (route) => {
    const show: Show = await (await route.fetch()).json();
    for (const each of show.categories.slice(0, 2)) Object.assign(each.nominees[0]?.name ?? {}, { uk: LONG });
    await route.fulfill({ json: show });
  });
  await openShow({ page, name: '' }, desk);
  for (let kind = await kindOf(page); kind !== 'end'; kind = await kindOf(page)) {
    expect(await outsideOf(page), String(kind)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    if (kind === 'before') await runUntil(page, () => kindOf(page), 'winner');
  }
});

test('slides look as they did, at 1080p and in 4K', async ({ colleague, desk }) => {
  const plan = ['gambling', 'betting'].map((niche) => ({ kind: 'category', category: `best-partner/${niche}` }));
  const rows = JSON.stringify([{ kind: 'break', minutes: 15 }, { kind: 'sponsor', name: 'Grand Hotel' }, ...plan]);
  const insert = 'INSERT INTO stages (since, rows) VALUES (now(), $1) ON CONFLICT (year) DO UPDATE SET rows = $1';
  await desk.database.query(insert, [rows]);
  const { page } = await colleague('owner', { width: 1920, height: 1080 });
  await openShow({ page, name: '' }, desk);
  for (const kind of ['break', 'sponsor', 'nominee', 'before', 'winner']) {
    await clickTo(page, kind);
    if (kind !== 'break') await expectLook(page, page, `stage-${kind}-1920-en`);
    if (kind === 'before') await page.keyboard.press('PageDown');
    if (kind === 'before') await runUntil(page, () => kindOf(page), 'winner');
  }
  await page.keyboard.press('PageDown');
  await clickTo(page, 'before');
  await page.keyboard.press('PageDown');
  await runUntil(page, () => kindOf(page), 'winner');
  await expectLook(page, page, 'stage-joint-1920-en');
  await startOver(desk);
  const { page: large } = await colleague('owner', { width: 3840, height: 2160, locale: 'uk-UA' });
  await openShow({ page: large, name: '' }, desk);
  await clickTo(large, 'nominee');
  await expectLook(large, large, 'stage-nominee-3840-uk');
  await desk.database.query('UPDATE stages SET rows = NULL');
});
