import { openWithLanguage } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { english } from './site/words.ts';

// What it shows is tested in apps/web/src/features/nominations/components/nominee-sheet.dom.test.tsx.
test('the details of a nominee open from its logo, its name and the keyboard, close with Back, load nothing from elsewhere, and lead to the vote', async ({
  page,
}) => {
  await openWithLanguage(page, 'en');
  await page.goto('/');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const cardOf = (tag: string) => page.locator(`#best-partner li[data-company=${tag}]`);
  const nameOf = (tag: string) => cardOf(tag).getByRole('heading').getByRole('button');
  const dialog = page.getByRole('dialog', { name: 'Northlight Partners' });
  // The button of the name covers the logo, so the click goes to the card, and Playwright waits until that stands still.
  const position = await cardOf('northlight-partners').evaluate((item) => {
    const [outer, logo] = [item, item.querySelector('img')].map((each) => each?.getBoundingClientRect());
    if (!outer || !logo) throw new Error('the card has no logo');
    return { x: logo.x - outer.x + 20, y: logo.y - outer.y + 20 };
  });
  await cardOf('northlight-partners').click({ position });
  const picture = dialog.getByRole('img').last();
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0))
    .toBe(true);
  // The picture for other sites costs the server, so it is drawn only when it is asked for.
  expect(asked.filter((path) => path.startsWith('/share/'))).toEqual([]);
  await page.goBack({ waitUntil: 'commit' });
  await expect(dialog).toHaveCount(0);
  await expect(nameOf('northlight-partners')).toBeFocused();

  await nameOf('velvet-key').focus();
  await page.keyboard.press('Enter');
  const other = page.getByRole('dialog', { name: 'Velvet Key' });
  const vote = other.getByRole('button', { name: english.voteFor('Velvet Key') });
  await expect(vote).toBeFocused();
  await expect(other.locator('iframe, video, embed, object')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: english.loginTitle })).toBeVisible();
});
