import { expect, it, onTestFinished } from 'vitest';
import { checkEdition } from './load-edition.ts';
import { SMALL_EDITION, writeEdition } from './testing/edition-fixture.ts';

const PINE = SMALL_EDITION['logos/lone-pine.svg'];

/** Replacing `from` by `to` in the file causes a problem in this field, at its line (or at that of `at`). */
type Rule = readonly [rule: string, from: string, to: string, field: string, message: RegExp, at?: string];

const REQUIRED = /^is required$/;
const LINK = /^must be a full link that starts with https:\/\/ or http:\/\/$/;
const MONTHS = /^must be a whole number from 1 to 120$/;
const TAG = /^must be small letters, digits and single hyphens, like best-partner$/;
const LOGO = /^must be the name of a file in logos\/, ending in/;
const PICTURE = /^must be the name of a file in pictures\/, ending in/;
const VIDEO = /^must be a full link that starts with https:\/\/$/;
const ONE_OF_BOTH = /^must be left out where there is a picture: a nominee has one of them$/;
const OWLS = 'desc: { en: Awake at night., uk: Не сплять уночі. }';
const ALT = 'alt: { en: Owls, uk: Сови }';
const CLIP = 'video: https://video.example/owls';

const LAST = 'supportEmail:';

const EDITION_RULES: readonly Rule[] = [
  ...(
    [
      ['a service for statistics has an id', 'analytics: <script>', 'analytics', /^must be a measurement id/],
      ['an accent is a colour', 'look: { accent: violet }', 'look.accent', /^must be a colour/],
      ['an accent is readable', "look: { accent: '#7c3aed' }", 'look.accent', /^has a contrast of 3 to 1 .* 4.5 to 1/],
      [
        'a sponsor has a name',
        "sponsors: [{ name: '', logo: two-owls.svg }]",
        'sponsors[0].name',
        /^must not be empty$/,
      ],
      ['a sponsor’s logo exists', 'sponsors: [{ name: A, logo: gone.svg }]', 'sponsors[0].logo', /^has no file logos/],
      ['a sponsor’s logo is a file', 'sponsors: [{ name: A }]', 'sponsors[0].logo', REQUIRED],
      [
        'a sponsor’s link is a link',
        "sponsors: [{ name: A, logo: two-owls.svg, link: 'javascript:alert(1)' }]",
        'sponsors[0].link',
        LINK,
      ],
      [
        'sponsors are few',
        `sponsors: [${'{ name: A, logo: two-owls.svg }, '.repeat(100)}]`,
        'sponsors',
        /^must have at most 24 items$/,
      ],
      [
        'a question is in both languages',
        'faq: [{ question: { en: A }, answer: { en: B, uk: В } }]',
        'faq[0].question.uk',
        REQUIRED,
      ],
      ['a mark exists', 'look: { logo: gone.svg }', 'look.logo', /^has no file logos\/gone\.svg$/],
    ] as const
  ).map(([rule, keys, field, message]): Rule => [rule, LAST, `${keys}\n${LAST}`, field, message]),
  ['a year is a number', 'year: 2031', 'year: soon', 'year', /^must be a whole number/],
  ['a year is whole', 'year: 2031', 'year: 2031.5', 'year', /^must be a whole number/],
  ['a year is of this century', 'year: 2031', 'year: 31', 'year', /from 2000 to 2100/],
  ['a year is required', 'year: 2031', 'year:', 'year', REQUIRED],
  ['I18-03 Ukrainian is required', '\n      uk: Вирішує зала', '', 'texts.hero.title.uk', REQUIRED, '    title:'],
  ['I18-03 English is required', 'en: The hall decides', 'en:', 'texts.hero.title.en', REQUIRED, '      en:'],
  ['a text is not blank', 'en: The hall decides', "en: '  '", 'texts.hero.title.en', /^must not be empty$/],
  ['a text is text', 'en: The hall decides', 'en: 2031', 'texts.hero.title.en', /^must be text; put a number/],
  ['a title is one line', 'en: The hall decides', 'en: "a\\nb"', 'texts.hero.title.en', /^must be one line$/],
  ['a title is short', 'The hall decides', 'x'.repeat(161), 'texts.hero.title.en', /at most 160 characters$/],
  ['a text holds no control characters', 'Verified voters.', '"a\\tb"', 'texts.overview.text.en', /tabs, control or/],
  ['a text holds no hidden characters', 'Verified voters.', '"a\\u202Eb"', 'texts.overview.text.en', /invisible char/],
  [
    'a text has its languages',
    '{ en: Verified voters., uk: Перевірені учасники. }',
    'Hm',
    'texts.overview.text',
    /group/,
  ],
  ['no third language', 'en: The hall decides', 'pl: Sala decyduje\n      en: A', 'texts.hero.title.pl', /not a key/],
  ['no unknown key', 'supportEmail:', 'suportEmail: a@b.example\nsupportEmail:', 'suportEmail', /not a key/],
  ['a time has its offset', '2031-03-01T10:00:00+02:00', '2031-03-01T10:00:00', 'phases.votingOpensAt', /its offset/],
  ['a time is of a year from 1', '2031-03-01T10', '0001-01-01T01', 'phases.votingOpensAt', /its offset/],
  ['a time exists', '2031-03-01T10:00:00+02:00', '2031-02-30T10:00:00Z', 'phases.votingOpensAt', /its offset/],
  ['times are in order', '2031-03-20T10:00+02:00', '2031-02-20T10:00Z', 'phases', /^times must be in order/, 'phases:'],
  [
    'nominating ends before voting opens',
    'phases:',
    'phases:\n  nominatingOpensAt: 2031-02-01T10:00Z\n  nominatingClosesAt: 2031-03-02T10:00Z',
    'phases',
    /^times of nominating must both be set/,
  ],
  [
    'who nominates is known',
    'supportEmail:',
    'nominating: { proof: all }\nsupportEmail:',
    'nominating.proof',
    /email, voter$/,
  ],
  ['visibility is known', 'visibility: hidden', 'visibility: secret', 'results.visibility', /one of live, hidden$/],
  ['staff is known', 'visibility: hidden', 'staff: some', 'results.staff', /one of open, embargo$/],
  ['an embargo needs hidden results', 'visibility: hidden', 'staff: embargo', 'results.staff', /visibility: hidden/],
  ['a tie ends by a known rule', 'visibility: hidden', 'tieBreak: coin', 'results.tieBreak', /one of joint, draw$/],
  ['results come in whole seconds', 'seconds: 30', 'seconds: 0', 'results.publishEvery.seconds', /from 1 to 86400$/],
  ['results come in whole votes', 'votes: 5', 'votes: 2.5', 'results.publishEvery.votes', /^must be a whole number/],
  ...(
    [
      ['one line', '"a\\nb"', /^must be one line$/],
      ['short', 'x'.repeat(161), /at most 160 characters$/],
      ['without hidden characters', '"a\\u200Bb"', /invisible char/],
    ] as const
  ).map(
    ([what, text, message]): Rule => [
      `the subject of a mail is ${what}`,
      'supportEmail:',
      `mails: { emailCode: { subject: { en: ${text}, uk: Код } } }\nsupportEmail:`,
      'mails.emailCode.subject.en',
      message,
      'mails:',
    ],
  ),
  ['only mails to voters', 'supportEmail:', 'mails: { test: {} }\nsupportEmail:', 'mails.test', /not a key/, 'mails:'],
  [
    'proofs expire after a month or more',
    'supportEmail:',
    'reverify: { phone: 0 }\nsupportEmail:',
    'reverify.phone',
    MONTHS,
  ],
  [
    'proofs expire within ten years',
    'supportEmail:',
    'reverify: { social: 121 }\nsupportEmail:',
    'reverify.social',
    MONTHS,
  ],
  ['a link is http or https', 'https://media.example', 'javascript:alert(1)', 'links.social.media.url', LINK],
  ['a link has no password', 'https://media.example', 'https://a:b@media.example', 'links.social.media.url', LINK],
  ['a link is absolute', 'https://messenger.example/contact', 'messenger.example', 'links.contact', LINK],
  ['a link is required', 'https://messenger.example/contact', '', 'links.contact', REQUIRED, '  contact:'],
  ['support has an address', 'help@small.example', 'nobody', 'supportEmail', /^must be an email address$/],
  ['VA-06 a region is text', "['93', '355']", "['93', 355]", 'blockedRegions[1]', /^must be text; put a number/],
  ['VA-06 a region is digits', "['93', '355']", "['+93']", 'blockedRegions[0]', /^must be a calling code in quotes/],
  ['VA-06 a region has two digits', "['93', '355']", "['7']", 'blockedRegions[0]', /two to seven digits/],
  ['VA-06 regions are distinct', "'355']", "'93']", 'blockedRegions', /^must not list a code twice$/],
];

/** Fields are of the second nominee, unless they begin with a slash. */
const NOMINATION_RULES: readonly Rule[] = [
  ['NM-08 a tag is a slug', 'tag: two-owls', 'tag: Two Owls', 'tag', TAG],
  ['NM-08 a tag is required', '- tag: two-owls\n        name', '- name', 'tag', /^is req/, '- name: { en: Two'],
  ['NM-08 a tag is short', 'tag: two-owls', `tag: ${'a'.repeat(81)}`, 'tag', /80 char/],
  ['NM-08 an order is a number', 'order: 2', 'order: first', '/order', /^must be a whole number$/],
  ['NM-08 a background is known', 'sphere', 'fog', '/backgroundName', /empty, sphere, rad/],
  ['NM-09 a title is in both languages', ', uk: Найкращий дует', '', '/title.uk', REQUIRED, 'title:'],
  [
    'NM-08 categories are a list',
    's:\n  - tag: dating',
    's:\n  x:\n  - tag: dating',
    '/categories',
    /^must be a list$/,
  ],
  ['NM-08 a category has a name', '{ en: Crypto, uk: Крипта }', '', '/categories[1].name', REQUIRED],
  ['NM-09 a name is text', '{ en: Two Owls, uk: Дві сови }', '22', 'name', /^must be a group of keys/],
  ['NM-09 a name has both languages', '{ en: Two Owls, uk: Дві сови }', '{ en: Two Owls }', 'name.uk', REQUIRED],
  ['NM-08 a logo is an image', 'logo: two-owls.svg', 'logo: two-owls.gif', 'logo', LOGO],
  ['NM-08 a logo is in logos/', 'logo: two-owls.svg', 'logo: ../two-owls.svg', 'logo', LOGO],
  ['NM-08 a logo exists', 'logo: two-owls.svg', 'logo: owls.svg', 'logo', /^has no file logos\/owls\.svg$/],
  ['NM-08 a link is http or https', 'link:\n', 'link: ftp://owls.example\n', 'link', LINK],
  [
    'a category has few sponsors',
    '    companies:\n      - tag: lone',
    `    sponsors: [${'{ name: A, logo: two-owls.svg }, '.repeat(5)}]\n    companies:\n      - tag: lone`,
    '/categories[0].sponsors',
    /^must have at most 4 items$/,
  ],
  [
    'a category’s sponsor has a logo that exists',
    '    companies:\n      - tag: lone',
    '    sponsors: [{ name: A, logo: gone.svg }]\n    companies:\n      - tag: lone',
    '/categories[0].sponsors[0].logo',
    /^has no file logos\/gone\.svg$/,
  ],
  ['NM-11 no javascript: link', 'link:\n', "link: ' javascript:alert(1)'\n", 'link', LINK],
  ['NM-11 a text is more than a script', 'Awake at night.', '<script>a()</script>', 'desc.en', /^has no text left/],
  ['NM-09 a text is in both languages', ', uk: Не сплять уночі.', '', 'desc.uk', REQUIRED, '{ en: Awake'],
  ['NM-08 no percentages in the file', 'link:\n', 'percent: 90\n', 'percent', /not a key/],
  ...(
    [
      ['a picture is an image', `picture: { file: owls.gif, ${ALT} }`, 'picture.file', PICTURE],
      ['a picture is in pictures/', `picture: { file: ../logos/two-owls.svg, ${ALT} }`, 'picture.file', PICTURE],
      ['a picture exists', `picture: { file: owls.svg, ${ALT} }`, 'picture.file', /^has no file pictures\/owls\.svg$/],
      ['a picture is described', 'picture: { file: lone-pine.svg, alt: { en: A } }', 'picture.alt.uk', REQUIRED],
      ['a video is an https link', 'video: http://video.example/owls', 'video', VIDEO],
      ['a video is no javascript: link', "video: ' javascript:alert(1)'", 'video', VIDEO],
      ['a nominee has one of both', `picture: { file: lone-pine.svg, ${ALT} }\n        ${CLIP}`, 'video', ONE_OF_BOTH],
    ] as const
  ).map(([rule, keys, field, message]): Rule => {
    const [key = ''] = field.split('.');
    return [rule, OWLS, `${OWLS}\n        ${keys}`, field, message, `        ${key}:`];
  }),
];

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

const provesRule = async (file: 'edition.yaml' | 'nominations/best-duo.yaml', rule: Rule) => {
  const [, from, to, field, message, at] = rule;
  const before = SMALL_EDITION[file];
  expect(before).toContain(from);
  const text = before.replace(from, () => to);
  const line = at === undefined ? lineAt(before, before.indexOf(from)) : lineAt(text, text.indexOf(at));
  const { directory, remove } = await writeEdition({ [file]: text, 'pictures/lone-pine.svg': PINE });
  onTestFinished(remove);
  const problems = await checkEdition(directory);
  expect(problems).toMatchObject([
    { file, field, message: expect.stringMatching(message), line, rule: expect.not.stringMatching(/^other$/) },
  ]);
};

for (const rule of EDITION_RULES) it(`edition.yaml: ${rule[0]}`, () => provesRule('edition.yaml', rule));

for (const [rule, from, to, field, ...more] of NOMINATION_RULES) {
  const path = field.startsWith('/') ? field.slice(1) : `categories[0].companies[1].${field}`;
  it(`nomination: ${rule}`, () => provesRule('nominations/best-duo.yaml', [rule, from, to, path, ...more]));
}

it('NM-08 a nomination has a category, and a category has a company', async () => {
  const { directory, remove } = await writeEdition({
    'nominations/best-duo.yaml': 'tag: best-duo\norder: 2\ntitle: { en: A, uk: Б }\ncategories: []\n',
    'nominations/best-solo.yaml':
      'tag: best-solo\norder: 1\ntitle: { en: A, uk: Б }\ncategories:\n  - tag: x\n    name: { en: A, uk: Б }\n    companies: []\n',
  });
  onTestFinished(remove);
  expect(await checkEdition(directory)).toMatchObject([
    { file: 'nominations/best-duo.yaml', line: 4, field: 'categories', message: 'must have at least one category' },
    {
      file: 'nominations/best-solo.yaml',
      line: 7,
      field: 'categories[0].companies',
      message: 'must have at least one company',
    },
  ]);
});

it('reports the column of a value', async () => {
  const text = SMALL_EDITION['edition.yaml'].replace('uk: Мала премія }\n  hero', "uk: '' }\n  hero");
  const { directory, remove } = await writeEdition({ 'edition.yaml': text });
  onTestFinished(remove);
  expect(await checkEdition(directory)).toMatchObject([
    { line: 3, column: '  name: { en: Small Awards, uk: '.length + 1, field: 'texts.name.uk' },
  ]);
});
