import { expect, it, onTestFinished } from 'vitest';
import { loadEdition } from './load-edition.ts';
import { editionContent, publicEdition } from './public-edition.ts';
import { SMALL_EDITION, writeEdition } from './testing/edition-fixture.ts';

const load = async (more = '') => {
  const { directory, remove } = await writeEdition({ 'edition.yaml': SMALL_EDITION['edition.yaml'] + more });
  onTestFinished(remove);
  return loadEdition(directory);
};

it('NM-08 gives nominations, categories and companies with every field, percent at 0 and voted false', async () => {
  const edition = await load();
  const { nominations } = publicEdition(edition, new Date('2031-03-10T00:00:00Z'));
  expect(nominations[1]).toMatchObject({
    tag: 'best-duo',
    title: { en: 'Best Duo', uk: 'Найкращий дует' },
    backgroundName: 'sphere',
  });
  expect(nominations[1]?.categories[0]).toMatchObject({ tag: 'dating', name: { en: 'Dating', uk: 'Дейтинг' } });
  expect(nominations[1]?.categories[0]?.companies[0]).toEqual({
    tag: 'lone-pine',
    name: { en: 'Lone Pine', uk: 'Lone Pine' },
    logo: expect.stringMatching(/^\/api\/edition\/logos\/lone-pine\.[0-9a-f]{16}\.svg$/),
    link: 'https://pine.example',
    desc: { en: 'Stands alone.<br />Always has.', uk: 'Стоїть осторонь.<br />Так було завжди.' },
    percent: 0,
    voted: false,
  });
});

it('gives a nominee’s picture or video, and no key to a nominee without', async () => {
  const edition = await load();
  const [nomination] = edition.nominations;
  const [category] = nomination?.categories ?? [];
  const [nominee] = category?.companies ?? [];
  if (!nomination || !category || !nominee) throw new Error('the small edition has a nominee');
  const alt = { en: 'A pine', uk: 'Сосна' };
  const companies = [
    { ...nominee, picture: { file: 'pine.0123456789abcdef.webp', alt } },
    { ...nominee, video: 'https://video.example/pine' },
    nominee,
  ];
  const given = publicEdition(
    { ...edition, nominations: [{ ...nomination, categories: [{ ...category, companies }] }] },
    new Date(),
  );
  const [first, second, third] = given.nominations[0]?.categories[0]?.companies ?? [];
  expect(first?.picture).toEqual({ src: '/api/edition/pictures/pine.0123456789abcdef.webp', alt });
  expect(second?.video).toBe('https://video.example/pine');
  expect([first, second, third].map((each) => each && ['picture', 'video'].filter((key) => key in each))).toEqual([
    ['picture'],
    ['video'],
    [],
  ]);
});

it('tells when people nominate and by which rules, and no key of it to an award without', async () => {
  const edition = await load();
  const at = new Date('2031-02-10T00:00:00Z');
  const window = { nominatingOpensAt: new Date('2031-02-01'), nominatingClosesAt: new Date('2031-02-20') };
  const asked = { ...edition, phases: { ...edition.phases, ...window } };
  const settings = { proof: 'email', entries: 3 } as const;
  expect(publicEdition(asked, at)).toMatchObject({
    phase: 'nominating',
    phases: { nominatingOpensAt: '2031-02-01T00:00:00.000Z', nominatingClosesAt: '2031-02-20T00:00:00.000Z' },
    nominating: { proof: 'voter', entries: 1 },
  });
  expect(publicEdition({ ...asked, nominating: settings }, at).nominating).toEqual(settings);
  for (const served of [publicEdition(edition, at), editionContent(edition)]) {
    expect(JSON.stringify(served)).not.toContain('"nominating');
  }
});

it('gives the award’s own accent and mark, and no key to an award without', async () => {
  const { look } = publicEdition(await load("look: { accent: '#A78BFA', logo: two-owls.svg }\n"), new Date());
  expect(look).toEqual({
    accent: '#A78BFA',
    logo: expect.stringMatching(/^\/api\/edition\/logos\/two-owls\.[0-9a-f]{16}\.svg$/),
  });
  expect(JSON.stringify(publicEdition(await load(), new Date()))).not.toMatch(/look|sponsors|faq/);
});

it('gives the sponsors of the award and of a category in their order, and questions to the letter', async () => {
  const { directory, remove } = await writeEdition({
    'edition.yaml': `${SMALL_EDITION['edition.yaml']}sponsors:
  - { name: B & Co, logo: paper-mill.svg, link: https://mill.example }
  - { name: A, logo: two-owls.svg }
faq:
  - { question: { en: How much?, uk: Скільки? }, answer: { en: 'CPA < $5', uk: 'CPA < $5' } }
`,
    'nominations/best-solo.yaml': SMALL_EDITION['nominations/best-solo.yaml'].replace(
      '    companies:',
      '    sponsors: [{ name: C, logo: paper-mill.svg }]\n    companies:',
    ),
    'logos/paper-mill.svg': SMALL_EDITION['logos/two-owls.svg'].replace('#741', '#147'),
  });
  onTestFinished(remove);
  const edition = await loadEdition(directory);
  const given = publicEdition(edition, new Date());
  const mill = expect.stringMatching(/^\/api\/edition\/logos\/paper-mill\.[0-9a-f]{16}\.svg$/);
  expect(given.sponsors).toEqual([
    { name: 'B & Co', logo: mill, link: 'https://mill.example' },
    { name: 'A', logo: expect.stringContaining('two-owls') },
  ]);
  expect(given.nominations[0]?.categories[0]?.sponsors).toEqual([{ name: 'C', logo: mill }]);
  expect(given.faq?.[0]?.answer.en).toBe('CPA < $5');
  expect(edition.logos.map(({ file }) => file)).toContain('paper-mill.svg');
});

it('LP-05 LP-06 LP-07 carries the hero’s notices, the contact and the four social links', async () => {
  const edition = await load();
  const { texts, notices, links } = publicEdition(edition, new Date());
  expect(texts.hero.title).toEqual({ en: 'The hall decides', uk: 'Вирішує зала' });
  expect(Object.values(notices).map((notice) => notice?.en)).toEqual([
    'Back at noon.',
    'Voting is open.',
    'In spring.',
  ]);
  expect(links.contact).toBe('https://messenger.example/contact');
  expect(Object.keys(links.social)).toEqual(['media', 'messenger', 'photos', 'video']);
  expect(links.social.media).toEqual({
    url: 'https://media.example',
    title: { en: 'Media', uk: 'Медіа' },
    note: { en: 'news', uk: 'новини' },
  });
});

it('contains the phase, its times in UTC, and whether results are visible', async () => {
  const edition = await load();
  const at = (now: string) => publicEdition(edition, new Date(now));
  expect(at('2031-02-01T00:00:00Z')).toMatchObject({ phase: 'scheduled', results: { visible: false } });
  expect(at('2031-03-10T00:00:00Z')).toMatchObject({
    year: 2031,
    phase: 'open',
    phases: {
      votingOpensAt: '2031-03-01T08:00:00.000Z',
      votingClosesAt: '2031-03-20T08:00:00.000Z',
      winnersAnnouncedAt: '2031-04-01T16:00:00.000Z',
    },
    results: { visibility: 'hidden', visible: false, publishEvery: { seconds: 30, votes: 5 } },
  });
  expect(at('2031-05-01T00:00:00Z')).toMatchObject({ phase: 'announced', results: { visible: true } });
});

it('stays the same during a phase, and has nothing that is for organisers', async () => {
  const edition = { ...(await load()), reverify: { phone: 12, social: null } };
  const first = publicEdition(edition, new Date('2031-03-02T00:00:00Z'));
  expect(publicEdition(edition, new Date('2031-03-19T00:00:00Z'))).toEqual(first);
  expect(JSON.stringify(first)).not.toMatch(/approvals|reverify|staff|quorum|auditors|contentType/);
});
