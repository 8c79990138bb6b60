import type { Locator, Page } from '@playwright/test';
import { castVote } from './journey/cast.ts';
import { expect, test } from './site/fixtures.ts';
import { readTags, readVoted } from './site/published.ts';

const item = (page: Page, tag: string): Locator => page.locator(`#nominations #${tag}`);

/** The drawing of a nomination once it is visible: before, it is not rendered. */
const drawn = async (nomination: Locator) => {
  await nomination.scrollIntoViewIfNeeded();
  return nomination.locator('h3').evaluate((element) => {
    const { content, backgroundImage, zIndex, width, height } = getComputedStyle(element, '::before');
    const behind = Number(zIndex) < 0 && Number.parseFloat(width) > 0 && Number.parseFloat(height) > 0;
    return content === 'none' ? undefined : { image: backgroundImage, behind };
  });
};

/** Whether texts of a nomination are inside the strip of its drawing. */
const crossed = (nomination: Locator): Promise<string[]> =>
  nomination.evaluate((element) => {
    const heading = element.querySelector('h3');
    if (!heading) return ['there is no heading'];
    const { right, top, bottom } = heading.getBoundingClientRect();
    const left = right - Number.parseFloat(getComputedStyle(heading, '::before').width);
    if (!(left < right)) return ['there is no drawing'];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const inside: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const hidden = text.parentElement?.closest('.visually-hidden');
      const meets = [...range.getClientRects()].some(
        (box) => box.width > 0 && box.right > left && box.left < right && box.bottom > top && box.top < bottom,
      );
      if (meets && !hidden) inside.push(text.textContent ?? '');
    }
    return inside;
  });

test.describe('the backgrounds', () => {
  for (const width of [360, 1440]) {
    test(`NM-10 sphere and radiance each draw their own, and an empty name draws none, ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      const { data } = await (await page.request.get('/api/edition')).json();
      const nominations: { tag: string; backgroundName: string }[] = data.nominations;
      const seen = new Map<string, Set<string | undefined>>();
      for (const { tag, backgroundName } of nominations) {
        const background = await drawn(item(page, tag));
        if (background) expect(background.behind, tag).toBe(true);
        seen.set(backgroundName, (seen.get(backgroundName) ?? new Set()).add(background?.image));
      }
      expect([...seen.keys()].sort()).toEqual(['', 'radiance', 'sphere']);
      expect([...(seen.get('') ?? [])]).toEqual([undefined]);
      // They vary from one nomination to the next.
      for (const [name, kind] of [
        ['sphere', /^radial-gradient/],
        ['radiance', /^repeating-conic-gradient/],
      ] as const) {
        const images = [...(seen.get(name) ?? [])];
        expect(images.length, name).toBeGreaterThan(1);
        for (const image of images) expect(image, name).toMatch(kind);
      }
      // The computed style is also visible: without it, the screenshot differs.
      for (const [name, images] of seen) {
        const tag = nominations.find((each) => each.backgroundName === name)?.tag ?? '';
        const nomination = item(page, tag);
        await nomination.scrollIntoViewIfNeeded();
        const look = await nomination.screenshot({ animations: 'disabled' });
        await nomination.evaluate((element) => {
          for (const style of [...element.classList].slice(1)) element.classList.remove(style);
        });
        const bare = await nomination.screenshot({ animations: 'disabled' });
        expect(look.equals(bare), name).toBe([...images][0] === undefined);
      }
    });
  }

  for (const width of [320, 360, 768, 1024, 1440]) {
    test(`cross no text in either language, open or closed, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      const decorated = ['best-partner', 'best-affiliate-team', 'collaboration-of-the-year', 'donat'];
      for (const language of ['EN', 'UA']) {
        await page.getByRole('button', { name: language, exact: true }).click();
        for (const tag of decorated) {
          const nomination = item(page, tag);
          await nomination.scrollIntoViewIfNeeded();
          expect(await crossed(nomination), `${tag} ${language}`).toEqual([]);
          await nomination.locator('h3 button').click();
          expect(await crossed(nomination), `${tag} ${language}`).toEqual([]);
        }
        await page.evaluate(() => window.scrollTo(0, 0));
      }
    });
  }

  test('come alive when the nomination opens, and stay still for a person who prefers that', async ({
    browser,
    site,
  }) => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const page = await browser.newPage({ baseURL: site.origin, reducedMotion });
      await page.goto('/');
      const nomination = item(page, 'best-affiliate-team');
      await nomination.scrollIntoViewIfNeeded();
      const title = nomination.locator('h3');
      const state = () =>
        title.evaluate((element) => {
          const { opacity, transform } = getComputedStyle(element, '::before');
          return { opacity: Number(opacity), transform, running: element.getAnimations({ subtree: true }).length };
        });
      // Collected at the events, because a busy machine may ask only after the motion.
      const moved = await title.evaluateHandle((element) => {
        const keys = new Set<string>();
        for (const event of ['transitionrun', 'animationstart']) {
          element.addEventListener(event, () => {
            for (const { effect } of element.getAnimations({ subtree: true })) {
              const frames = effect instanceof KeyframeEffect && effect.pseudoElement ? effect.getKeyframes() : [];
              for (const key of frames.flatMap((frame) => Object.keys(frame))) keys.add(key);
            }
          });
        }
        return keys;
      });
      const before = await state();
      expect(before.opacity).toBeLessThan(1);
      await nomination.getByRole('button', { expanded: false }).click();
      await expect.poll(() => state()).toEqual({ opacity: 1, transform: 'none', running: 0 });
      const about = new Set(['offset', 'computedOffset', 'easing', 'composite']);
      const properties = (await moved.evaluate((keys) => [...keys])).filter((key) => !about.has(key));
      expect(properties.sort()).toEqual(reducedMotion === 'reduce' ? [] : ['opacity', 'transform']);
      if (reducedMotion === 'reduce') expect(before.transform).toBe('none');
      await page.close();
    }
  });
});

test.describe('the order', () => {
  const nominees = (page: Page): Promise<string[]> =>
    item(page, 'industry-voice')
      .locator('li[data-company]')
      .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-company') ?? ''));

  /** Records the duration of each card's animation. */
  const watchMoves = (page: Page) =>
    page.addInitScript(() => {
      const moves: number[] = [];
      Object.assign(window, { moves });
      const animate = Element.prototype.animate;
      Element.prototype.animate = function watched(frames, timing) {
        if (this.matches('li[data-company]') && typeof timing === 'object') moves.push(Number(timing.duration));
        return animate.call(this, frames, timing);
      };
    });
  const moves = (page: Page): Promise<number[]> => page.evaluate('window.moves');

  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('follows the votes with an animation, but not under a pointer or the focus', async ({ page, browser, site }) => {
    const vote = (company: string) =>
      castVote(site.origin, { nomination: 'industry-voice', niche: 'no-category', vote: company });
    await watchMoves(page);
    await page.goto('/?nomination=industry-voice');
    await expect(page).toHaveURL('/');
    const still = await browser.newPage({ baseURL: site.origin, reducedMotion: 'reduce' });
    await watchMoves(still);
    await still.goto('/?nomination=industry-voice');
    const [first = '', second = '', third = ''] = await nominees(page);

    // Without a pointer or focus the list moves at once, and without animation if the user prefers that.
    await page.mouse.move(2, 2);
    await vote(third);
    await expect.poll(() => nominees(page).then(([top]) => top)).toBe(third);
    expect((await nominees(page)).slice(0, 3)).toEqual([third, first, second]);
    const durations = await moves(page);
    expect(durations.length).toBeGreaterThanOrEqual(3);
    for (const duration of durations) {
      expect(duration).toBeGreaterThanOrEqual(200);
      expect(duration).toBeLessThanOrEqual(400);
    }
    await expect.poll(() => nominees(still).then(([top]) => top)).toBe(third);
    expect(await moves(still)).toEqual([]);
    await still.close();

    // With a pointer over the list, the percentages change and the cards wait until it has left.
    await item(page, 'industry-voice').locator(`li[data-company=${third}]`).hover();
    await vote(second);
    await vote(second);
    const card = page.locator(`li[data-company=${second}]`);
    await expect(card).toContainText('66.67%');
    expect((await nominees(page)).slice(0, 3)).toEqual([third, first, second]);
    await page.mouse.move(2, 2);
    await expect.poll(() => nominees(page).then((tags) => tags.slice(0, 3))).toEqual([second, third, first]);

    // The same with the focus inside.
    await card.getByRole('button').last().focus();
    await vote(third);
    await vote(third);
    await expect(card).toContainText('40.00%');
    expect((await nominees(page)).slice(0, 2)).toEqual([second, third]);
    await item(page, 'industry-voice').getByRole('button', { expanded: true }).focus();
    await expect.poll(() => nominees(page).then((tags) => tags.slice(0, 2))).toEqual([third, second]);
  });
});

const TITLES = {
  EN: [
    'Best Affiliate Program',
    'Best Affiliate Team',
    'Best Arbitrage Service',
    'Industry Voice',
    'CEO / Owner',
    'Collaboration of the Year',
    'Best PR Campaign',
    'Donation of the Year',
    'Upgrade of the Year',
    'Employer of the Year',
  ],
  UA: [
    'Найкраща партнерська програма',
    'Найкраща арбітражна команда',
    'Найкращий арбітражний сервіс',
    'Голос індустрії',
    'CEO / Власник',
    'Колаборація року',
    'Найкраща PR-кампанія',
    'Донат року',
    'Апгрейд року',
    'Роботодавець року',
  ],
} as const;
const KINDS = {
  EN: ['Gambling', 'Betting', 'Nutra', 'Dating', 'Sweepstakes', 'Crypto', 'Finance'],
  UA: ['Гемблінг', 'Бетинг', 'Нутра', 'Дейтинг', 'Свіпстейки', 'Крипта', 'Фінанси'],
} as const;
const SHARE = { EN: /^\d{1,3}\.\d\d%$/, UA: /^\d{1,3},\d\d%$/ } as const;
const NOBODY = {
  EN: 'Be the first to vote here.',
  UA: 'Тут ще ніхто не голосував. Ваш голос буде першим.',
} as const;
const VOICE = { EN: 'Daryna Kolosivska', UA: 'Дарина Колосівська' } as const;

for (const language of ['EN', 'UA'] as const) {
  test(`NM-06 NM-07 NM-08 NM-09 RO-04 a visitor reads all nominations with their categories and nominees, ${language}`, {
    tag: '@journey',
  }, async ({ page, site }) => {
    const tags = await readTags(site.origin);
    await page.goto('/');
    await page.getByRole('button', { name: language, exact: true }).click();
    const nominations = page.locator('#nominations h3 button');
    await expect(nominations).toContainText([...TITLES[language]]);
    const crews: number[] = [];
    for (const [index, nomination] of (await nominations.all()).entries()) {
      if ((await nomination.getAttribute('aria-expanded')) === 'false') await nomination.click();
      const region = page.getByRole('region', { name: TITLES[language][index] ?? '' });
      await expect(region.getByRole('tab')).toHaveText(index < 2 ? [...KINDS[language]] : []);
      for (const [place, kind] of (index < 2 ? KINDS[language] : [undefined]).entries()) {
        if (kind !== undefined) await region.getByRole('tab', { name: kind }).click();
        const cards = region.locator('li[data-company]');
        expect(await cards.count()).toBeGreaterThanOrEqual(5);
        const first = cards.first();
        await expect(first.getByRole('heading')).not.toBeEmpty();
        await expect(first.locator('img')).toHaveAttribute('src', /\.svg$/);
        // Either each nominee has a percentage, or the category has a note and no percentage at all.
        const shares = region.locator('li[data-company] p > span[aria-hidden=true]');
        // A vote of the test before may be published meanwhile.
        await expect(async () => {
          const empty = !(await readVoted(site.origin)).has(tags[index]?.[place] ?? '');
          await expect(region.getByText(NOBODY[language])).toHaveCount(empty ? 1 : 0);
          await expect(shares).toHaveText(
            empty ? [] : Array.from({ length: await cards.count() }, () => SHARE[language]),
          );
        }).toPass();
        crews.push(await region.locator('li[data-company=orbit-crew]').count());
      }
      if (index === 3) await expect(region.getByRole('heading', { name: VOICE[language] })).toBeVisible();
      await nomination.click();
    }
    // One of them is nominated in four categories.
    expect(crews.filter((count) => count === 1)).toHaveLength(4);
  });
}
