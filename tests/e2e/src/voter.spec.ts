import { STORAGE_KEYS } from '@laurel/contracts/storage';
import type { Page } from '@playwright/test';
import { cardOf, nominees } from './site/ballot.ts';
import { expect, test } from './site/fixtures.ts';
import { newPerson } from './site/person.ts';
import { speak } from './site/show-in.ts';
import { createVoter } from './site/voter.ts';
import { wordsByLanguage } from './site/words.ts';

/** Each run votes in another category, to see its percentages rise from zero. */
const RUNS = [
  { language: 'en', viewport: { width: 1440, height: 900 }, nominee: nominees.copperfinch, all: '100.00%' },
  { language: 'uk', viewport: { width: 390, height: 844 }, nominee: nominees.northlight, all: '100,00%' },
] as const;

const open = async (page: Page, { language, nominee }: (typeof RUNS)[number]): Promise<void> => {
  await page.goto('/');
  await speak(page, language);
  await page.getByRole('tab', { name: nominee.categories[language] }).click();
};

/** All keys that the page writes to the local storage, also across reloads. */
const watchStorage = async (page: Page): Promise<ReadonlySet<string>> => {
  const keys = new Set<string>();
  await page.exposeFunction('noteKey', (key: string) => keys.add(key));
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (this === localStorage) Reflect.get(window, 'noteKey')(key);
      setItem.call(this, key, value);
    };
  });
  return keys;
};

for (const run of RUNS) {
  const { language, viewport, all } = run;
  const { name: nominee, vote } = run.nominee;
  const category = run.nominee.categories[language];
  const words = wordsByLanguage[language];

  test.describe(`a voter, ${language}, ${viewport.width} px`, () => {
    test.use({ viewport });

    test('VO-01 VO-02 NM-05 US-01 SE-03 completes all steps from the landing page to a vote that counts', {
      tag: '@journey',
    }, async ({ page, browser, site }) => {
      const kept = await watchStorage(page);
      await open(page, run);
      await expect(page.getByRole('tabpanel', { name: category })).toContainText(words.nobodyYet);

      // Another visitor only reads, and never reloads the page.
      const reader = await browser.newPage({ baseURL: site.origin, viewport });
      await open(reader, run);
      await expect(cardOf(reader, run.nominee)).toBeVisible();
      await expect(cardOf(reader, run.nominee)).not.toContainText('%');

      await cardOf(page, run.nominee)
        .getByRole('button', { name: words.voteFor(nominee) })
        .click();
      const dialog = page.getByRole('dialog', { name: words.loginTitle });
      await expect(dialog).toBeVisible();
      // The chosen nominee is named at first, and stays in view on every step.
      const anyStep = page.getByRole('dialog');
      await expect(anyStep).toContainText(words.choice(nominee));
      const showsChoice = () => expect(anyStep.getByRole('img', { name: words.choice(nominee) })).toBeVisible();

      // Also on the codes from the email, the app and the SMS, and on the backup codes.
      const voter = createVoter(page, words, site.origin, showsChoice);
      const person = newPerson(language === 'uk' ? 'Оксана Бондар' : 'Ada Lovelace');
      await voter.signUp(person);
      await showsChoice();
      await voter.confirmEmail();
      await showsChoice();
      const backupCodes = await voter.linkAuthenticator();
      expect(new Set(backupCodes).size).toBe(10);
      await expect(anyStep).toHaveAccessibleName(words.phoneTitle);
      await showsChoice();
      await voter.confirmPhone();
      await expect(anyStep).toHaveAccessibleName(words.socialTitle);
      await showsChoice();
      await voter.connectTelegram();

      const confirm = page.getByRole('dialog', { name: words.confirmTitle(nominee) });
      await expect(confirm).toContainText(category);
      await confirm.getByRole('button', { name: words.cast }).click();
      await expect(page.getByRole('dialog', { name: words.doneTitle })).toContainText(nominee);
      await page.getByRole('button', { name: words.backToPage }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await expect(cardOf(page, run.nominee)).toContainText(words.yourChoice);
      await expect(cardOf(page, run.nominee)).toContainText(all);
      await expect(cardOf(reader, run.nominee)).toContainText(all);
      await reader.close();

      const panel = page.getByRole('tabpanel', { name: category });
      await expect(panel).toContainText(words.votedFor);
      await expect(panel).toContainText(words.alreadyVoted);
      await expect(panel.locator('ul')).toHaveAttribute('data-disabled');
      await expect(panel.getByRole('button', { name: words.voteFor('') })).toHaveCount(0);
      const token = await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.authToken);
      const again = await page.request.post('/api/vote', { data: vote, headers: { authorization: `Bearer ${token}` } });
      expect([again.status(), (await again.json()).code]).toEqual([409, 'vote.exists']);

      // Only the named keys. English was never chosen, nobody has looked at the public record, and no service counts visits.
      const unused: string[] = [STORAGE_KEYS.keptCheckpoint, STORAGE_KEYS.recordEvidence, STORAGE_KEYS.analytics];
      if (language === 'en') unused.push(STORAGE_KEYS.language);
      const named = Object.values(STORAGE_KEYS).filter((key) => !unused.includes(key));
      expect([...kept].sort()).toEqual(named.sort());

      // The choice survives the page, and belongs to the user.
      await page.reload();
      await page.getByRole('tab', { name: category }).click();
      await expect(cardOf(page, run.nominee)).toContainText(words.yourChoice);
      await page.getByRole('button', { name: words.account(person.name) }).click();
      await page.getByRole('button', { name: words.logOut }).click();
      await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
      await expect(cardOf(page, run.nominee)).not.toContainText(words.yourChoice);
      await expect(cardOf(page, run.nominee).getByRole('button', { name: words.voteFor(nominee) })).toBeVisible();
    });
  });
}
