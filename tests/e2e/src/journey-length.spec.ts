import { countRequests } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { newPerson } from './site/person.ts';
import { createVoter } from './site/voter.ts';
import { english as words } from './site/words.ts';

/** The page, and each dialog with its own title. */
const SCREENS = 14;
/** Presses on the page. Fields are filled with the keyboard, and the press in Telegram is not one of the page. */
const TAPS = 12;

test.use({ viewport: { width: 360, height: 740 } });

test(`a shared link leads to a vote on a phone in at most ${TAPS} taps and ${SCREENS} screens`, async ({
  page,
  site,
}) => {
  const taps: string[] = [];
  const screens: string[] = ['the page'];
  const requests = countRequests(page);
  await page.exposeFunction('noteTap', (name: string) => taps.push(name));
  await page.exposeFunction('noteScreen', (title: string) => {
    if (screens.at(-1) !== title) screens.push(title);
  });
  await page.addInitScript(() => {
    const note = (name: string, text: string) => Reflect.get(window, name)(text);
    window.addEventListener(
      'click',
      ({ isTrusted, target }) => {
        const pressed = target instanceof Element ? target.closest('button, a, label, input') : null;
        if (isTrusted && pressed) note('noteTap', pressed.textContent || pressed.getAttribute('aria-label') || '');
      },
      true,
    );
    new MutationObserver(() => {
      const title = document.querySelector('[role=dialog]:last-of-type h2')?.textContent;
      if (title) note('noteScreen', title);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

  await page.goto('/?nomination=best-partner&niche=nutra&company=tenfold-garden&lang=en');
  await expect(page.getByRole('tab', { name: 'Nutra', selected: true })).toBeVisible();
  await page
    .locator('li[data-company=tenfold-garden]')
    .getByRole('button', { name: words.voteFor('Tenfold Garden') })
    .click();
  const voter = createVoter(page, words, site.origin);
  await voter.signUp(newPerson('Ada Lovelace'));
  await voter.confirmEmail();
  await voter.linkAuthenticator();
  await voter.confirmPhone();
  await voter.connectTelegram();
  await page.getByRole('dialog').getByRole('button', { name: words.cast }).click();
  await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();

  console.info(`${taps.length} taps: ${taps.join(' · ')}\n${screens.length} screens: ${screens.join(' · ')}`);
  expect(taps.length, taps.join(' · ')).toBeLessThanOrEqual(TAPS);
  expect(screens.length, screens.join(' · ')).toBeLessThanOrEqual(SCREENS);
  // Without a flood, the code for a proof of work is not loaded.
  expect(requests(/^\/assets\/proof/)).toBe(0);
  // An edition without passkeys does not load their code.
  expect(requests(/^\/assets\/passkey/)).toBe(0);
});
