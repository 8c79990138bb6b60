import { expect, it, onTestFinished } from 'vitest';
import { inspectEdition } from './load-edition.ts';
import { SMALL_EDITION, writeEdition } from './testing/edition-fixture.ts';

const FILE = 'nominations/best-duo.yaml';
const warningsWith = async (change: (text: string) => string) => {
  const { directory, remove } = await writeEdition({ [FILE]: change(SMALL_EDITION[FILE]) });
  onTestFinished(remove);
  const { edition, problems, warnings } = await inspectEdition(directory);
  expect(problems).toEqual([]);
  expect(edition).toBeDefined();
  return warnings;
};

it('a name that the pictures of shared links can’t show is a warning', async () => {
  const { directory, remove } = await writeEdition(SMALL_EDITION);
  onTestFinished(remove);
  const { warnings } = await inspectEdition(directory, { isDrawable: (text) => text !== 'Дві сови' });
  expect(warnings).toEqual([
    expect.objectContaining({ file: FILE, line: 17, field: 'categories[0].companies[1].name', rule: 'noFont' }),
  ]);
});

it('a valid edition has no warnings', async () => {
  expect(await warningsWith((text) => text)).toEqual([]);
});

it.each(['Lone Pine', '{ en: lone  PINE, uk: Інша }', '{ en: Other, uk: \u00A0LONE\u00A0Pine }'])(
  'two nominees of one name in a category are a warning: %s',
  async (name) => {
    expect(await warningsWith((text) => text.replace('name: { en: Two Owls, uk: Дві сови }', `name: ${name}`))).toEqual(
      [
        expect.objectContaining({
          file: FILE,
          line: 17,
          field: 'categories[0].companies[1].name',
          message: `is also the name of the nominee "lone-pine" at ${FILE}:9: voters can’t tell them apart`,
        }),
      ],
    );
  },
);

it('what a description loses is a warning, with the text before and after', async () => {
  const description = 'en: Awake at <b>night</b>.<img src="x"> See <a href="/owls">us</a>';
  expect(await warningsWith((text) => text.replace('en: Awake at night.', description))).toMatchObject([
    { file: FILE, field: 'categories[0].companies[1].desc.en', rule: 'markup', params: { removed: '<img>, <a>' } },
  ]);
  const long = `en: ${'Awake. '.repeat(30)}<u>At night.</u>${' All night.'.repeat(30)}`;
  const [warning] = await warningsWith((text) => text.replace('en: Awake at night.', long));
  expect(warning?.params.before).toMatch(/^…wake\. Awake\. Awake\. <u>At night\.<\/u> All night\..*…$/);
  expect(warning?.params.after).toMatch(/^…wake\. Awake\. Awake\. At night\. All night\..*…$/);
});
