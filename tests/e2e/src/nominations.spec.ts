import type { Locator, Page } from '@playwright/test';
import { castVote } from './site/account.ts';
import { expect, test } from './site/fixtures.ts';
import { speak } from './site/show-in.ts';

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
  test('NM-10 sphere and radiance each draw their own, and an empty name draws none', async ({ page }) => {
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
      // The computed style is also visible: without it, the screenshot differs.
      const nomination = item(page, nominations.find(({ backgroundName }) => backgroundName === name)?.tag ?? '');
      await nomination.scrollIntoViewIfNeeded();
      const look = await nomination.screenshot({ animations: 'disabled' });
      await nomination.evaluate((element) => {
        for (const style of [...element.classList].slice(1)) element.classList.remove(style);
      });
      expect(look.equals(await nomination.screenshot({ animations: 'disabled' })), name).toBe(false);
    }
  });

  test('cross no text in either language, open or closed', async ({ page }) => {
    await page.goto('/');
    const decorated = ['best-partner', 'best-affiliate-team', 'collaboration-of-the-year', 'donat'];
    for (const side of ['one', 'the other']) {
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const language of ['en', 'uk'] as const) {
          await speak(page, language);
          for (const tag of decorated) {
            await item(page, tag).scrollIntoViewIfNeeded();
            expect(await crossed(item(page, tag)), `${tag}, ${language}, ${width} px, ${side}`).toEqual([]);
          }
        }
      }
      for (const tag of decorated) await item(page, tag).locator('h3 button').click();
    }
  });

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

// When the list waits is tested in apps/web/src/ui/calm-order.dom.test.tsx.
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

  test('follows the votes with an animation, unless a person prefers none', async ({ page, browser, site }) => {
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
  });
});
