import type { Language } from '@laurel/contracts/languages';
import { type Browser, expect, type Page } from '@playwright/test';
import { findings } from '../site/axe.ts';
import { runUntil } from '../site/clock.ts';
import { ignoreErrors } from '../site/fixtures.ts';
import { newPerson } from '../site/person.ts';
import { createVoter } from '../site/voter.ts';
import { wordsByLanguage } from '../site/words.ts';
import { type Desk, NOBODY, startDesk } from './desk.ts';
import { test as base, type Colleague, pressEnter, watch } from './fixtures.ts';
import { consoleWords } from './words.ts';

/** Each language has an instance of its own, which the test takes from an empty server to next year. */
export const test = base.extend<object, { desk: Desk; language: Language }>({
  language: ['en', { scope: 'worker', option: true }],
  desk: [
    async ({ language: _ }, use) => {
      const desk = await startDesk(async () => NOBODY);
      await use(desk);
      await desk.close();
    },
    { scope: 'worker' },
  ],
});

/** Three nominations and eight categories of a spreadsheet, sixty nominees, as a marketing person writes them down. */
const GROUPS = [
  ...['Crypto', 'Dating', 'Finance', 'Gambling', 'Nutra'].map((name) => ['Best tracker', name]),
  ...['Mobile', 'Push'].map((name) => ['Best network', name]),
  ['Best meme', ''],
];
const TABLE = [
  'Премія;Ніша;Компанія;Опис;Сайт;Лого',
  ...Array.from({ length: 60 }, (_, n) => {
    const logo = n < 54 ? 'kite-and-rook.svg' : '';
    return `${GROUPS[n % 8]?.join(';')};Company ${n + 1};"Number ${n + 1}; truly.";company${n + 1}.example;${logo}`;
  }),
].join('\n');
const drawing = (n: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="${n % 9}" cy="4" r="${(n % 4) + 1}"/></svg>`;
/** Of the last nominees; the others name a logo that the demo has. */
const LOGOS = [54, 55, 56, 57, 58, 59].map((n) => ({
  ...{ name: `Company ${n + 1} logo.svg`, mimeType: 'image/svg+xml', buffer: Buffer.from(drawing(n)) },
}));
const YEAR = new Date().getFullYear();

/** Counts what a person does: presses of the keyboard or the pointer on something that acts, and fields that are filled. */
const countActs = async (page: Page): Promise<() => number> => {
  let acts = 0;
  await page.exposeFunction('noteAct', () => {
    acts += 1;
  });
  await page.addInitScript(() => {
    for (const kind of ['click', 'change']) {
      window.addEventListener(kind, ({ isTrusted }) => isTrusted && Reflect.get(window, 'noteAct')(), true);
    }
  });
  return () => acts;
};

/** What a page logs while the site starts again. */
const SITE_STARTS = /net::ERR_|status of 503/;

type Given = {
  colleague(role: 'owner', options: { width: number; height: number; locale: string }): Promise<Colleague>;
  desk: Desk;
  browser: Browser;
  consoleErrors: string[];
};

/** Takes an award from an empty server to its winners and to next year, by the names that a person sees. */
export const takeSeason = async (
  { colleague, desk, browser, consoleErrors }: Given,
  { language, width }: { language: Language; width: number },
): Promise<void> => {
  const began = Date.now();
  const say = consoleWords(language);
  const words = wordsByLanguage[language];
  const locale = language === 'uk' ? 'uk-UA' : 'en-GB';
  const { page } = await colleague('owner', { width, height: 844, locale });
  const acts = await countActs(page);
  await page.reload();
  const dialog = page.getByRole('dialog');
  const button = (text: string) => page.getByRole('button', { name: text, exact: true });
  const inDialog = (text: string) => dialog.getByRole('button', { name: text, exact: true });
  const look = async (what: string) => {
    expect(await findings(page), what).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, what).toBeLessThanOrEqual(width);
  };
  const goTo = async (screen: string) => {
    const link = page.getByRole('link', { name: say(`common.nav.${screen}`), exact: true });
    await link.first().press('Enter');
  };
  /** Opens a dialog, gives the reason, and makes the change. */
  const change = async (open: string, action: string) => {
    await pressEnter(button(open).first());
    await dialog.getByLabel(say('common.reason.label')).fill('The season');
    await look(open);
    await pressEnter(inDialog(action));
    await expect(dialog).toBeHidden();
  };

  await expect(page.getByText(say('tonight.first.nominees.title')).first()).toBeVisible();
  await look('the first steps');

  await goTo('edition');
  await pressEnter(button(say('edition.live.edit')).first());
  const tree = page.getByRole('navigation', { name: say('editor.tree.label') });
  const part = async (name: string | RegExp) => {
    // On a phone the editor shows one thing at a time.
    for (let up = 0; up < 4 && !(await tree.isVisible()); up++) {
      await page.getByRole('link', { name: say('editor.back'), exact: true }).press('Enter');
    }
    await tree.getByRole('link', { name }).first().press('Enter');
  };
  await expect(tree).toBeVisible();
  await look('the editor');
  await part(new RegExp(say('editor.tree.all')));
  await pressEnter(button(say('editor.remove.all')));
  await look('removing the example');
  await pressEnter(inDialog(say('editor.remove.action')));

  await page.getByLabel(say('editor-import.table.open')).setInputFiles({
    ...{ name: 'nominees.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) },
  });
  const apply = inDialog(say('editor-import.table.apply', { count: 60 }));
  await expect(apply).toBeVisible();
  await expect(dialog.getByText('Best tracker').first()).toBeVisible();
  await look('the table');
  await pressEnter(apply);
  await expect(dialog).toBeHidden();
  await page.getByLabel(say('editor-import.pictures.open')).setInputFiles(LOGOS);
  await pressEnter(inDialog(say('editor-import.pictures.apply.logo', { count: 6 })));
  await expect(dialog.getByText(say('editor-import.pictures.done.logo', { count: 6 }))).toBeVisible();
  await look('the logos');
  await pressEnter(inDialog(say('editor-import.close')).last());

  await part(/Best meme/);
  await page.getByRole('link', { name: /Company 56/ }).press('Enter');
  const form = page.getByRole('region', { name: say('editor.form.title'), exact: true });
  await form
    .getByLabel(new RegExp(`^${say('editor.form.name')}`))
    .first()
    .fill('Company Fifty-six');
  await look('a nominee');
  await part(say('edition-form.section.texts'));
  // On a phone the form shows one language at a time.
  const name = page.getByLabel(say('edition-form.label.texts.name')).filter({ visible: true });
  await expect(name.first()).toBeVisible();
  for (const field of await name.all()) await field.fill('Orbit Awards');
  await page.getByLabel(say('edition-form.label.year')).fill(String(YEAR));
  await look('the texts');
  await expect(page.getByText(say('editor.saving.saved'))).toBeVisible();
  await page.getByRole('link', { name: say('editor.review') }).press('Enter');

  await pressEnter(button(say('edition.preview.open')));
  await pressEnter(inDialog(say('edition.preview.make')));
  const address = dialog.getByText(/\/preview\//);
  await expect(address).toBeVisible();
  const client = await browser.newPage({ viewport: { width: 390, height: 844 }, locale, reducedMotion: 'reduce' });
  watch(client, consoleErrors);
  await client.goto((await address.textContent()) ?? '');
  const shown = client.frameLocator('iframe');
  await expect(shown.getByText(`Orbit Awards ${YEAR}`).first()).toBeVisible();
  await expect(shown.getByText('Company 1', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  await change(say('edition.publish.open'), say('edition.publish.action'));
  // Another year is served, with its log, by a site that starts again.
  ignoreErrors(consoleErrors, SITE_STARTS);
  const begun = async () => (await fetch(`${desk.site.origin}/log/${YEAR}/checkpoint`).catch(() => undefined))?.ok;
  await expect.poll(begun).toBe(true);
  const { data } = await (await fetch(`${desk.site.origin}/api/edition`)).json();
  expect(data.nominations.map(({ title, categories }: typeof data) => [title.uk, categories.length])).toEqual([
    ['Best tracker', 5],
    ['Best network', 2],
    ['Best meme', 1],
  ]);
  expect(JSON.stringify(data)).toContain('Company Fifty-six');

  const visitor = await browser.newPage({ baseURL: desk.site.origin, locale, reducedMotion: 'reduce' });
  watch(visitor, consoleErrors);
  await visitor.goto(`/?lang=${language}`);
  await visitor
    .getByRole('button', { name: words.voteFor('Company 1'), exact: true })
    .first()
    .click();
  const voter = createVoter(visitor, words, desk.site.origin);
  await voter.signUp(newPerson('Ada Lovelace'));
  await voter.confirmEmail();
  await voter.linkAuthenticator();
  await voter.confirmPhone();
  await voter.connectTelegram();
  await visitor.getByRole('dialog').getByRole('button', { name: words.cast }).click();
  await expect(visitor.getByRole('dialog', { name: words.doneTitle })).toBeVisible();

  await goTo('phases');
  await change(say('phases.close.open'), say('phases.close.action'));
  const announcing = button(say('phases.announce.open'));
  await runUntil(page, () => announcing.isVisible(), true);
  await pressEnter(announcing);
  // The last votes enter the public log some seconds after the end.
  await runUntil(page, () => dialog.getByText(say('phases.announced.logged', { count: 1 })).isVisible(), true);
  await runUntil(page, () => dialog.getByText('Company 1', { exact: true }).isVisible(), true);
  await look('the announcement');
  await page.keyboard.press('Escape');
  await change(say('phases.announce.open'), say('phases.announce.action'));

  await goTo('results');
  const runSheet = page.getByRole('link', { name: say('results.take.run.open'), exact: true });
  await runUntil(page, () => runSheet.isVisible(), true);
  await runSheet.press('Enter');
  await expect(page.getByText(say('results.sheet.winner'), { exact: true })).toBeVisible();
  await expect(page.getByText('Company 1', { exact: true }).first()).toBeVisible();
  await look('the run sheet');
  await page.goBack();

  await goTo('edition');
  const editions = page.getByRole('region', { name: say('edition.years.title') });
  await change(say('edition.start.open'), say('edition.start.action'));
  await page.getByRole('link', { name: say('edition.todo.open') }).press('Enter');
  await change(say('edition.publish.open'), say('edition.publish.action'));
  const next = { year: YEAR + 1 };
  await pressEnter(editions.getByRole('button', { name: say('edition.switch.openNamed', next) }));
  await dialog.getByLabel(say('common.reason.label')).fill('The season is over');
  const makeLive = inDialog(say('edition.switch.action'));
  await runUntil(page, () => makeLive.isEnabled(), true);
  await look('the switch');
  await makeLive.press('Enter');
  await runUntil(page, () => page.getByText(say('edition.years.switched', next)).isVisible(), true);
  await expect(editions.getByText(`${YEAR} ${say('edition.years.archived')}`)).toBeVisible();
  console.info(`${language}, ${width} px: ${acts()} acts in ${Math.round((Date.now() - began) / 1_000)} s`);

  const isNext = async () => {
    await visitor.goto(`/?lang=${language}`);
    return visitor
      .getByText(`Orbit Awards ${YEAR + 1}`)
      .first()
      .isVisible();
  };
  await expect.poll(isNext).toBe(true);
  await visitor.goto(`/${YEAR}/`);
  await expect(visitor.getByText('Company 1', { exact: true }).first()).toBeVisible();
  ignoreErrors(consoleErrors, SITE_STARTS);
};
