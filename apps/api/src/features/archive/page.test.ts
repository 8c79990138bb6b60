import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { publicEdition } from '@laurel/catalog/public-edition';
import { LANGUAGES } from '@laurel/contracts/languages';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFrame } from '../../http/plain-page.ts';
import { archiveHead } from './head.policy.ts';
import { anchorOf } from './outcome.policy.ts';
import { type ArchiveView, archiveContent } from './page.policy.ts';
import { ARCHIVE_STYLE } from './page-style.policy.ts';

const company = (tag: string, more: Partial<Company> = {}): Company => ({
  ...{ tag, name: { en: `${tag} en`, uk: `${tag} uk` }, logo: `/api/edition/logos/${tag}.svg` },
  ...{ link: `https://${tag}.example/`, desc: { en: '', uk: '' }, percent: 0, voted: false },
  ...more,
});
type Company = PublicEdition['nominations'][number]['categories'][number]['companies'][number];

let demo: PublicEdition;
beforeAll(async () => {
  demo = publicEdition(await loadEdition(demoEditionDir), new Date('2026-01-05T00:00:00Z'));
});

/** A year with one category. */
const viewOf = (companies: readonly Company[], shares: readonly number[], more: Partial<ArchiveView> = {}) => ({
  edition: {
    ...demo,
    phases: { ...demo.phases, winnersAnnouncedAt: '2025-12-12T22:30:00.000Z' },
    nominations: [
      {
        ...{ tag: 'best', title: { en: 'The best', uk: 'Найкращі' }, backgroundName: '' as const },
        categories: [{ tag: 'all', name: { en: 'All', uk: 'Усі' }, companies: [...companies] }],
      },
    ],
  },
  statistics: [
    {
      ...{ nomination: 'best', niche: 'all' },
      results: shares.map((percentage, index) => ({ company: companies[index]?.tag ?? '', percentage })),
    },
  ],
  ...{ people: 2_175, decisions: 3, hasRecord: true },
  ...more,
});
const plain = (html: string): string => html.replaceAll('\u00a0', ' ');
const mainOf = (view: ArchiveView, language: 'en' | 'uk' = 'en'): string => plain(archiveContent(view, language).main);
const namesIn = (html: string, pattern: RegExp): (string | undefined)[] =>
  [...html.matchAll(pattern)].map(([, name]) => name);
const WINNERS = /class="name [^"]*">([^<]*)</g;
const OTHERS = /<li id="best\/all\/([^"]*)"/g;

const four = ['ada', 'bell', 'clio', 'dora'].map((tag) => company(tag));

describe('the page of a past year', () => {
  it('shows the winner of a category, and the others by their share', () => {
    const main = mainOf(viewOf(four, [11, 60.5, 17.5, 11]));
    expect(namesIn(main, WINNERS)).toEqual(['bell en']);
    expect(main).toContain('60.50<i>%</i> <span>of the votes</span>');
    expect(namesIn(main, OTHERS)).toEqual(['clio', 'ada', 'dora']);
    expect(namesIn(main, /<li id="best\/all\/[^"]*" value="(\d)"/g)).toEqual(['2', '3', '3']);
    expect(main).toContain('<b>17.50%</b>');
  });

  it('names joint winners together, and the next nominee after both', () => {
    const main = mainOf(viewOf(four, [40, 5, 40, 15]), 'uk');
    expect(namesIn(main, WINNERS)).toEqual(['ada uk', 'clio uk']);
    expect(main).toContain('Спільна перемога');
    expect(main).toContain('40,00<i>%</i> <span>голосів у кожного</span>');
    expect(namesIn(main, /<li id="best\/all\/([^"]*" value="\d)"/g)).toEqual(['dora" value="3', 'bell" value="4']);
  });

  it('names the winner of a draw, and gives equal nominees the next place', () => {
    const view = viewOf(four, [40, 5, 40, 15]);
    const statistics = view.statistics.map((item) => ({ ...item, drawn: 'clio' }));
    const main = mainOf({ ...view, statistics });
    expect(namesIn(main, WINNERS)).toEqual(['clio en']);
    expect(main).toContain('<p>Equal votes, decided by a draw.</p>');
    expect(namesIn(main, /<li id="best\/all\/([^"]*" value="\d)"/g)).toEqual([
      'ada" value="2',
      'dora" value="3',
      'bell" value="4',
    ]);
  });

  it('says that nobody won without votes, and lists the nominees in the order of the edition', () => {
    for (const shares of [[0, 0, 0, 0], []]) {
      const main = mainOf(viewOf(four, shares));
      expect(main).toContain('Nobody voted in this category, so it has no winner.');
      expect(namesIn(main, WINNERS)).toEqual([]);
      expect(namesIn(main, OTHERS)).toEqual(['ada', 'bell', 'clio', 'dora']);
      expect(main).not.toContain('%');
    }
  });

  it('begins a nomination with the clearest of its wins', () => {
    const view = viewOf(four, [51, 49, 0, 0]);
    const [nomination] = view.edition.nominations;
    if (!nomination) throw new Error('the nomination is missing');
    const clear = { tag: 'clear', name: { en: 'Clear', uk: 'Ясна' }, companies: four };
    const edition = {
      ...view.edition,
      nominations: [{ ...nomination, categories: [...nomination.categories, clear] }],
    };
    const results = [{ company: 'dora', percentage: 100 }];
    const statistics = [...view.statistics, { nomination: 'best', niche: 'clear', results }];
    const main = mainOf({ ...view, edition, statistics });
    expect(namesIn(main, WINNERS)).toEqual(['dora en', 'ada en']);
    expect(namesIn(main, /class="lbl">([^<]*)</g)).toEqual(['Winner · Clear', 'Winner · All']);
  });

  it('escapes names, and links only websites', () => {
    const hostile = '"><script>alert(1)</script>';
    const name = { en: hostile, uk: hostile };
    const nominees = [
      company('ada', { name, link: 'https://ada.example/"><script>', logo: `/logos/${hostile}` }),
      company('bell', { name, link: 'javascript:alert(1)' }),
      company('clio', { link: '' }),
    ];
    const view = viewOf(nominees, [50, 30, 20]);
    view.edition.texts = { ...demo.texts, name };
    const { main } = archiveContent(view, 'en');
    const head = archiveHead({ edition: view.edition, language: 'en', url: 'https://awards.example/2025' });
    expect(main + head).not.toContain('<script');
    expect(main).not.toContain('javascript:');
    const links = main.match(/<a href="http[^>]*>/g);
    expect(links).toEqual(['<a href="https://ada.example/&#34;&#62;&#60;script&#62;" rel="noopener nofollow ugc">']);
  });

  it('leads from its index to each nomination, and from the ring to each winner', () => {
    const main = mainOf({ ...viewOf(four, [60, 40, 0, 0]), edition: demo, statistics: [] });
    const ids = namesIn(main, /\bid="([^"]*)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { tag, categories } of demo.nominations) {
      expect(main).toContain(`<a href="#${tag}">`);
      for (const category of categories)
        for (const each of category.companies) expect(ids).toContain(anchorOf(tag, category.tag, each.tag));
    }
    const one = mainOf(viewOf(four, [60, 40, 0, 0]));
    expect(one).toContain('<a href="#best/all/ada" tabindex="-1">');
    expect(one).toContain('id="best/all/ada"');
  });

  it('links the record and the decisions of its year, if there are any', () => {
    const main = mainOf(viewOf(four, [60, 40, 0, 0]), 'uk');
    expect(main).toContain('href="/2025/record?lang=uk"');
    expect(main).toContain('Рішення не враховувати голоси: 3');
    expect(main).toContain('href="/2025/decisions?lang=uk"');
    const none = mainOf(viewOf(four, [60, 40, 0, 0], { people: null, decisions: 0, hasRecord: false }));
    expect(none).not.toMatch(/record|decisions|Voters/);
  });

  it('is complete in each language, with a policy that allows its logos and no scripts', () => {
    const frame = createFrame('', { hasRecord: true, hasImages: true, style: ARCHIVE_STYLE });
    expect(frame.policyFor({})).toContain("img-src 'self'");
    expect(frame.policyFor({})).not.toContain('script-src');
    expect(frame.policyFor({ accent: '#a78bfa' })).not.toBe(frame.policyFor({}));
    const view = viewOf(four, [60, 40, 0, 0]);
    const award = { name: demo.texts.name, year: 2025, supportEmail: '', privacy: null, categories: new Map() };
    const [english = '', ukrainian = ''] = LANGUAGES.map((language) => {
      const head = archiveHead({ edition: view.edition, language, url: 'https://awards.example/2025' });
      const html = plain(frame.render(award, { ...archiveContent(view, language), head }));
      expect(html.match(/<title>/g)).toHaveLength(1);
      expect(html).not.toMatch(/<script|style="|undefined|null|NaN/);
      expect(html).toContain(`content="https://awards.example/2025/share/card.png?lang=${language}"`);
      expect(html).toContain(`<link rel="canonical" href="https://awards.example/2025/?lang=${language}">`);
      return html;
    });
    expect(english).toMatch(/<h1>.*Meridian Awards<.*2025<.*announced on <time[^>]*>13 December 2025</);
    expect(english).toContain('<dt>Voters</dt><dd>2,175</dd>');
    expect(ukrainian).toMatch(/Переможців оголошено <time[^>]*>13 грудня 2025/);
    expect(ukrainian.replace(/<title>.*?<body>/s, '')).not.toMatch(/Winner|votes|Nominations|Website/);
  });
});
