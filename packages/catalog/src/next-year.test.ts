import { expect, it } from 'vitest';
import { demoEditionDir } from './demo-edition.ts';
import { filesOf } from './edition-files.ts';
import { inspectEdition, loadEdition, loadEditionWithFiles } from './load-edition.ts';
import { nextYear } from './next-year.ts';
import { SMALL_EDITION } from './testing/edition-fixture.ts';

const small = (change: (edition: string) => string = (edition) => edition): Map<string, Buffer> => {
  const files = Object.entries({ ...SMALL_EDITION, 'edition.yaml': change(SMALL_EDITION['edition.yaml']) });
  return new Map(files.map(([file, text]) => [file, Buffer.from(text)]));
};
const textOf = (files: ReadonlyMap<string, Buffer>, file = 'edition.yaml') => files.get(file)?.toString();

it('changes the year and the times, no other byte, and lists the texts with the old year', async () => {
  const { files } = await loadEditionWithFiles(demoEditionDir);
  const next = nextYear(files, 2026, { nominees: true });
  expect(textOf(next.files)).toBe(
    textOf(files)?.replace('year: 2025', 'year: 2026').replace('At: 2025-09-01T10', 'At: 2026-09-01T10'),
  );
  expect([...next.files].filter(([file, content]) => files.get(file) !== content)).toHaveLength(1);
  expect(next.todo).toEqual([
    {
      kind: 'dates',
      moved: [
        {
          field: 'phases.votingOpensAt',
          from: '2025-09-01T10:00:00+03:00',
          to: '2026-09-01T10:00:00+03:00',
        },
      ],
    },
    { kind: 'text', field: 'texts.announcement.title', language: 'en' },
    { kind: 'text', field: 'texts.announcement.title', language: 'uk' },
    { kind: 'text', field: 'notices.winnersAnnounced', language: 'en' },
    { kind: 'text', field: 'notices.winnersAnnounced', language: 'uk' },
  ]);
  expect(await loadEdition(filesOf(next.files))).toMatchObject({ year: 2026, nominations: { length: 10 } });
});

it.each([
  ['2028-02-29T23:30+02:00', 2029, '2029-02-28T23:30+02:00'],
  ['2028-02-29T23:30+02:00', 2032, '2032-02-29T23:30+02:00'],
  ['2028-02-29T10:00:00Z', 2100, '2100-02-28T10:00:00Z'],
  ["'2028-12-31T23:30:00-05:00' # the last evening", 2029, "'2029-12-31T23:30:00-05:00' # the last evening"],
  ['2029-01-01T00:30:00+02:00', 2027, '2028-01-01T00:30:00+02:00'],
])('moves %s of the edition of 2028 to the edition of %i as %s', async (from, year, to) => {
  const files = small((edition) =>
    edition.replace('year: 2031', 'year: 2028').replace(/(?<=phases:\n)(?: {2}.*\n){3}/, `  votingOpensAt: ${from}\n`),
  );
  const next = nextYear(files, year, { nominees: true });
  expect(textOf(next.files)).toBe(textOf(files)?.replace('year: 2028', `year: ${year}`).replace(from, to));
  expect(await loadEdition(filesOf(next.files))).toMatchObject({ year });
});

it('lists a year only where it is a whole number, the witnesses, and dates also without one', () => {
  const witness = 'name.example+00000001+BAAA';
  const files = small((edition) =>
    edition
      .replace(/phases:\n(?: {2}.*\n){3}/, `log: { witnesses: [{ key: ${witness}, url: https://name.example }] }\n`)
      .replace('note: { en: news', 'note: { en: "2030/2031, 12031"')
      .replace('en: Back at noon.', 'en: Ask +38020310.'),
  );
  expect(nextYear(files, 2032, { nominees: true }).todo).toEqual([
    { kind: 'dates', moved: [] },
    { kind: 'text', field: 'links.social.media.note', language: 'en' },
    { kind: 'witnesses' },
  ]);
});

it('forgets the version that the files were made from', () => {
  const line = '# Laurel: version 3 0123456789abcdef.\n';
  const next = nextYear(
    small((edition) => edition + line),
    2032,
    { nominees: true },
  );
  expect(next).toEqual(nextYear(small(), 2032, { nominees: true }));
});

it('keeps the sponsors with their logos, and lists a question with the old year', () => {
  const files = small(
    (edition) => `${edition}sponsors: [{ name: Owls, logo: two-owls.svg }]
faq: [{ question: { en: 'When in 2031?', uk: Коли? }, answer: { en: In May., uk: У травні. } }]
`,
  );
  const next = nextYear(files, 2032, { nominees: false });
  expect([...next.files.keys()].filter((file) => file.startsWith('logos/'))).toEqual(['logos/two-owls.svg']);
  expect(next.todo).toContainEqual({ kind: 'text', field: 'faq.0.question', language: 'en' });
});

it('leaves out the nominees and their images, and nothing else of a category', async () => {
  const nomination = `# The duos
tag: best-duo
order: 2
title: { en: Best Duo, uk: Найкращий дует }
categories:
  # Of the first hall
  - tag: dating
    companies: &all # by the jury
      - tag: lone-pine
        name: Lone Pine
        logo: lone-pine.svg
        desc:
          en: >-
            Stands
            alone.
          uk: Стоїть осторонь.
    name: { en: Dating,  uk: Дейтинг } # two spaces

  # Of the second hall
  - tag: crypto
    name: { en: Crypto, uk: Крипта }
    companies:
    - &pine { tag: lone-pine, name: Lone Pine, logo: lone-pine.svg, desc: { en: Pine., uk: Сосна. } }
  - { tag: games, companies: [*pine], name: { en: Games, uk: Ігри } }
  - tag: news
    name: { en: News, uk: Новини }
    companies: *all
# The end
`;
  const empty = nomination
    .replace(/ &all #[\s\S]*?осторонь\./, ' []')
    .replace(/\n {4}- &pine.*/, ' []')
    .replace('[*pine]', '[]')
    .replace('*all', '[]');
  for (const lineEnd of ['\n', '\r\n']) {
    const files = small().set('nominations/best-duo.yaml', Buffer.from(nomination.replaceAll('\n', lineEnd)));
    expect((await inspectEdition(filesOf(files))).problems).toEqual([]);
    const next = nextYear(files.set('pictures/pine.svg', Buffer.from('')), 2032, { nominees: false });
    expect(next.todo.map(({ kind }) => kind)).toEqual(['dates', 'nominees']);
    expect([...next.files.keys()]).toEqual(['edition.yaml', 'nominations/best-duo.yaml', 'nominations/best-solo.yaml']);
    expect(textOf(next.files, 'nominations/best-duo.yaml')).toBe(empty.replaceAll('\n', lineEnd));
    const { problems } = await inspectEdition(filesOf(next.files));
    expect(problems.map(({ rule, field }) => `${rule} ${field}`)).toEqual(
      [0, 1, 2, 3, 0].map((category) => `oneCompany categories[${category}].companies`),
    );
  }
});
