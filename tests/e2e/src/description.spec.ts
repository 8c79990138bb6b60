import { expect, test } from './site/fixtures.ts';

/** Attacks that could pass the loader's sanitiser. Each would set `pwned` or leave a mark in the card. */
const HOSTILE = [
  'Plain &amp; <strong>bold</strong>,<br>second line',
  '<script>window.pwned = 1</script>',
  '<img src="x" onerror="window.pwned = 2">',
  '<svg onload="window.pwned = 3"><a href="javascript:window.pwned = 4">vector</a></svg>',
  '<a href="javascript:window.pwned = 5">script link</a>',
  '<a href="https://good.example/page" onclick="window.pwned = 6" style="position:fixed">good link</a>',
  '<p style="position:fixed;inset:0" class="x" id="root">styled</p>',
  '<style>body { display: none }</style>',
  '<iframe srcdoc="<script>parent.pwned = 7</script>"></iframe>',
  '<form action="https://evil.example"><input name="password"><button>Send</button></form>',
].join('');

const DESCRIPTION = 'Hybrid deals, honest caps, and a public changelog of every term.';

/** Errors of the page's policy while parsing, and of the socket, which Chromium refuses to a page that it did not load itself. */
const REFUSED = /inline event handler|inline style|ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS/;

test('NM-11 shows a hostile description as harmless text, emphasis and links', async ({ page, consoleErrors }) => {
  await page.route('/', async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    const escaped = JSON.stringify(HOSTILE).slice(1, -1).replaceAll('<', '\\u003c');
    // Its last place is the page's data; before it stands the page for browsers without scripts.
    const at = html.lastIndexOf(DESCRIPTION);
    expect(at).toBeGreaterThan(0);
    const body = html.slice(0, at) + escaped + html.slice(at + DESCRIPTION.length);
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/');
  const card = page.locator('li[data-company=kite-and-rook]');
  await expect(card).toContainText('Plain & bold,');
  await expect(card.locator('strong')).toHaveText('bold');
  await expect(card.locator('br')).toHaveCount(1);
  await expect(card.locator('script, style, svg [onload], iframe, form, input, [onclick], [onerror]')).toHaveCount(0);
  // The nominee's own logo and site, and the one valid link.
  await expect(card.locator('img')).toHaveCount(1);
  await expect(card.getByRole('link')).toHaveText([/kiterook\.example/, 'good link']);
  await expect(card.getByRole('link', { name: 'good link' })).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(card).toContainText('script link');
  await expect(card.locator('p', { hasText: 'styled' })).not.toHaveAttribute('style');
  await expect(card.locator('#root, .x')).toHaveCount(0);
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  // The browser reports handlers and styles that it refused; there must be no other errors.
  expect(consoleErrors.filter((each) => !REFUSED.test(each))).toEqual([]);
  consoleErrors.length = 0;
});
