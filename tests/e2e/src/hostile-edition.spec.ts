import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { PAYLOADS, writeHostileEdition } from './site/hostile-edition.ts';
import { speak } from './site/show-in.ts';

/** Actions of a page that no text may cause. */
const watchForScripts = async (page: Page): Promise<string[]> => {
  const seen: string[] = [];
  await page.exposeFunction('pwned', () => seen.push('a script of the edition ran'));
  await page.exposeFunction('laurelViolation', (what: string) => seen.push(`against the policy: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const tell: unknown = Reflect.get(window, 'laurelViolation');
      if (typeof tell === 'function') tell(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  page.on('dialog', (dialog) => {
    seen.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return seen;
};

/** Elements that only markup could have created. */
const PLANTED =
  'img[src="x"], [onerror], [onload], [onclick], [onmouseover], [onfocus], [autofocus], a[href^="javascript:"]';

const openEverything = async (page: Page): Promise<void> => {
  const openers = page.locator('main button[aria-expanded]');
  for (let index = 0; index < (await openers.count()); index += 1) {
    const opener = openers.nth(index);
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
  }
  for (const tab of await page.getByRole('tab').all()) if (await tab.isVisible()) await tab.click();
};

test.use({
  variables: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const folder = writeHostileEdition();
      await use({ EDITION_DIR: folder });
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

test.describe('an edition full of attacks', () => {
  test('is shown as text in both languages', async ({ page }) => {
    const seen = await watchForScripts(page);
    await page.goto('/?lang=en');
    await openEverything(page);
    for (const language of ['en', 'uk'] as const) {
      await speak(page, language);
      const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
      expect(PAYLOADS.some((payload) => heading.includes(payload))).toBe(true);
      await expect(page.locator(PLANTED)).toHaveCount(0);
      // A link keeps its own host, whatever follows it.
      const targets = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      expect(targets.filter((target) => !/^(https:\/\/[a-z.-]+\.example|mailto:|\/|#)/.test(target))).toEqual([]);
      // The policy names the hash of each of the page's own scripts; any other is refused, and seen.
      await expect(page.locator('script:not([src]):not([type])')).toHaveCount(2);
    }
    expect(seen).toEqual([]);
  });

  test('is harmless in the server-rendered page and in previews', async ({ browser, origin }) => {
    const page = await browser.newPage({ baseURL: origin, javaScriptEnabled: false });
    await page.goto('/?plain&nomination=best-partner&company=kite-and-rook');
    await expect(page.locator(PLANTED)).toHaveCount(0);
    await expect(page.locator('body script')).toHaveCount(0);
    const content = await page.locator('meta[property="og:title"]').getAttribute('content');
    expect(PAYLOADS.some((payload) => content?.includes(payload))).toBe(true);
    await expect(page.locator('head > *:not(meta, title, link, script, style, noscript)')).toHaveCount(0);
    const whole = await (await page.request.get('/')).text();
    const [, data = ''] = /<script type="application\/json" id="laurel-data">(.*?)<\/script>/s.exec(whole) ?? [];
    expect(JSON.stringify(JSON.parse(data))).toContain('</script>');
    for (const query of ['', '?nomination=best-partner', '?nomination=best-partner&company=kite-and-rook&lang=uk']) {
      const card = await page.request.get(`/share/card.png${query}`);
      expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/png']);
    }
    await page.close();
  });
});

test('a string never becomes code: neither as markup, nor as a script, nor by eval', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/');
  const refused = await page.evaluate(() => {
    const attempt = (work: () => unknown): string => {
      try {
        work();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown';
      }
    };
    return [
      attempt(() => Reflect.set(document.createElement('div'), 'innerHTML', '<img src=x>')),
      attempt(() => document.body.insertAdjacentHTML('beforeend', '<img src=x>')),
      attempt(() => Reflect.set(document.createElement('script'), 'textContent', '1')),
      attempt(() => Reflect.set(document.createElement('iframe'), 'srcdoc', '<p>')),
      attempt(() => new DOMParser().parseFromString('<p>', 'text/html')),
    ];
  });
  expect(refused).toEqual(Array(5).fill('TypeError'));
  ignoreErrors(consoleErrors, /TrustedHTML|TrustedScript|Trusted Type/);
});

test('the API’s documentation works and loads nothing from other hosts', async ({ browser, origin }) => {
  const page = await browser.newPage({ baseURL: origin });
  const seen = await watchForScripts(page);
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  const answer = await page.goto('/api/docs/');
  expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  await expect(page.getByText('/api/vote/statistics').first()).toBeVisible();
  // In the colours of the site, with its mark.
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(8, 7, 12)');
  await expect(page.locator('.swagger-ui').first()).toHaveCSS('background-color', 'rgb(8, 7, 12)');
  await expect(page.locator('body')).toHaveCSS('border-top-color', 'rgb(243, 207, 122)');
  const mark = page.locator('.swagger-ui .info').first();
  expect(await mark.evaluate((info) => getComputedStyle(info, '::before').backgroundImage)).toContain('laurel.png');
  expect([...asked].filter((each) => each !== origin && each !== 'null')).toEqual([]);
  expect(seen).toEqual([]);
  await page.close();
});
