import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@laurel/contracts/languages';
import { phaseAt } from '@laurel/contracts/phase';
import { describe, expect, it } from 'vitest';
import { demoEditionDir } from './demo-edition.ts';
import { checkEdition, loadEdition } from './load-edition.ts';
import { publicEdition } from './public-edition.ts';
import { textOf } from './sanitize-description.ts';

const edition = await loadEdition(demoEditionDir);
const categories = edition.nominations.flatMap((nomination) => nomination.categories);
const companies = categories.flatMap((category) => category.companies);
const nomination = (tag: string) => edition.nominations.find((one) => one.tag === tag);
const KINDS = ['gambling', 'betting', 'nutra', 'dating', 'sweepstakes', 'crypto', 'finance'];

describe('the demo edition', () => {
  it('is valid', async () => {
    expect(await checkEdition(demoEditionDir)).toEqual([]);
  });

  it('NM-06 has the ten nominations with the specification’s tags and titles, in its order', () => {
    expect(edition.nominations.map(({ tag, title }) => [tag, title.en, title.uk])).toEqual([
      ['best-partner', 'Best Affiliate Program', 'Найкраща партнерська програма'],
      ['best-affiliate-team', 'Best Affiliate Team', 'Найкраща арбітражна команда'],
      ['best-arbitration-service', 'Best Arbitrage Service', 'Найкращий арбітражний сервіс'],
      ['industry-voice', 'Industry Voice', 'Голос індустрії'],
      ['ceo-owner', 'CEO / Owner', 'CEO / Власник'],
      ['collaboration-of-the-year', 'Collaboration of the Year', 'Колаборація року'],
      ['best-pr-campaign', 'Best PR Campaign', 'Найкраща PR-кампанія'],
      ['donat', 'Donation of the Year', 'Донат року'],
      ['breakthrough-of-the-year', 'Upgrade of the Year', 'Апгрейд року'],
      ['employer-of-the-year', 'Employer of the Year', 'Роботодавець року'],
    ]);
  });

  it('NM-07 has seven kinds of programs and teams, and one category in every other nomination', () => {
    const tags = edition.nominations.map((one) => one.categories.map(({ tag }) => tag));
    expect(tags).toEqual([KINDS, KINDS, ...Array(8).fill(['no-category'])]);
    expect(categories).toHaveLength(22);
  });

  it('has at least five nominees in each category, and uses all three backgrounds (NM-08)', () => {
    expect(Math.min(...categories.map((category) => category.companies.length))).toBe(5);
    expect(companies).toHaveLength(140);
    expect(new Set(edition.nominations.map(({ backgroundName }) => backgroundName))).toEqual(
      new Set(['', 'sphere', 'radiance']),
    );
  });

  it('NM-09 nominates people and collaborations, and one company in several categories', () => {
    const names = (tag: string) => nomination(tag)?.categories[0]?.companies.map(({ name }) => name);
    expect(names('industry-voice')).toContainEqual({ en: 'Daryna Kolosivska', uk: 'Дарина Колосівська' });
    expect(names('ceo-owner')).toContainEqual({ en: 'Camila Ferrovento', uk: 'Каміла Ферровенто' });
    expect(names('collaboration-of-the-year')?.every(({ en }) => en.includes(' × '))).toBe(true);
    const orbitCrew = companies.filter(({ tag }) => tag === 'orbit-crew');
    expect(orbitCrew).toHaveLength(4);
    expect(new Set(orbitCrew.map(({ name, logo }) => `${name.en} ${name.uk} ${logo}`)).size).toBe(1);
  });

  it('LP-05 shows all three notices, LP-07 the four social links, LP-06 a messenger contact', () => {
    expect(edition.notices.winnersAnnounced?.en).toBe('Winners announced in December 2025');
    expect(edition.notices.maintenance?.en).toContain('maintenance');
    expect(edition.notices.votingIntro?.en).toContain('Voting is open');
    expect(Object.keys(edition.links.social)).toEqual(['media', 'messenger', 'photos', 'video']);
    expect(edition.links.contact).toMatch(/^https:/);
    expect(edition.year).toBe(2025);
  });

  it('is open since a time in the past, and never closes', () => {
    const { phases } = edition;
    expect(
      ['2025-09-01T07:00:00Z', '2026-11-21T00:00:00Z', '2099-01-01T00:00:00Z'].map((now) =>
        phaseAt(phases, new Date(now)),
      ),
    ).toEqual(['open', 'open', 'open']);
    expect(phaseAt(phases, new Date('2025-09-01T06:59:59Z'))).toBe('scheduled');
    expect(edition.results).toEqual({ visibility: 'live', staff: 'open', publishEvery: { seconds: 1, votes: 1 } });
  });

  it('has a logo under 3 KB for each nominee, and no unused logos', async () => {
    const files = await readdir(join(demoEditionDir, 'logos'));
    expect(edition.logos.map(({ file }) => file).sort()).toEqual(files.sort());
    expect(new Set(edition.logos.map(({ hash }) => hash)).size).toBe(new Set(companies.map(({ tag }) => tag)).size);
    expect(Math.max(...edition.logos.map(({ size }) => size))).toBeLessThan(3 * 1024);
    expect(edition.logos.every(({ contentType }) => contentType === 'image/svg+xml')).toBe(true);
  });

  it('has pictures under 6 KB, a few videos, and no unused pictures', async () => {
    const files = await readdir(join(demoEditionDir, 'pictures'));
    expect(edition.pictures.map(({ file }) => file).sort()).toEqual(files.sort());
    expect(Math.max(...edition.pictures.map(({ size }) => size))).toBeLessThan(6 * 1024);
    expect(companies.filter(({ picture }) => picture !== null)).toHaveLength(3);
    expect(companies.filter(({ video }) => video !== null)).toHaveLength(2);
  });

  it('links only to reserved domains and the authenticator’s stores', () => {
    const { authenticator, ...links } = edition.links;
    const hosts = [...JSON.stringify([links, companies]).matchAll(/https?:\/\/([^/"]+)/g)].map(([, host]) => host);
    expect(hosts.filter((host) => !host?.endsWith('.example'))).toEqual([]);
    expect(edition.supportEmail).toMatch(/\.example$/);
    expect(companies.some(({ link }) => link === '')).toBe(true);
    expect(Object.values(authenticator).every((store) => store.startsWith('https://'))).toBe(true);
  });
});

/** All texts of the published edition with their paths. */
const textsIn = (value: unknown, path = ''): (Record<Language, string> & { path: string })[] => {
  if (typeof value !== 'object' || value === null) return [];
  if ('en' in value && 'uk' in value && typeof value.en === 'string' && typeof value.uk === 'string') {
    return [{ path, en: textOf(value.en), uk: textOf(value.uk) }];
  }
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, `${path}.${key}`));
};

describe('I18-03 the demo edition’s texts', () => {
  const all = textsIn(publicEdition(edition, new Date(0)));
  const isName = ({ path }: { path: string }) => path.endsWith('.name') && !/categories\.\d+\.name$/.test(path);
  const prose = all.filter((text) => !isName(text) && !/links\.social\.\w+\.title$/.test(text.path));

  it('exist in both languages', () => {
    expect(all.length).toBeGreaterThan(300);
    expect(all.filter(({ en, uk }) => en === '' || uk === '')).toEqual([]);
    expect(prose.filter(({ uk }) => !/\p{Script=Cyrillic}/u.test(uk))).toEqual([]);
    expect(all.filter(({ en }) => /\p{Script=Cyrillic}/u.test(en))).toEqual([]);
  });

  it('contain no English in Ukrainian except names and terms of the trade', () => {
    const names = companies.flatMap(({ name }) => name.en.split(/\W+/));
    const known = new Set([...names, 'Meridian', 'Awards', 'Telegram', 'CEO', 'PR', 'CTR', 'RevShare', 'amp']);
    const foreign = prose.flatMap(({ uk }) => uk.match(/[A-Za-z]+/g) ?? []).filter((word) => !known.has(word));
    expect(foreign).toEqual([]);
  });

  it('use Ukrainian letters and typographic quotes and apostrophes, without exclamation marks', () => {
    expect(prose.filter(({ uk }) => /[ыэёъ]/i.test(uk))).toEqual([]);
    expect(prose.filter(({ en, uk }) => /['"`!]|--|\.\.\./.test(`${en}${uk}`))).toEqual([]);
    expect(prose.filter(({ uk }) => /[“”]/.test(uk.replace(/„[^“]*“/g, '')))).toEqual([]);
  });

  it('describe every nominee individually, in one to three short sentences', () => {
    const descriptions = all.filter(({ path }) => path.endsWith('.desc'));
    expect(descriptions).toHaveLength(140);
    expect(new Set(descriptions.map(({ en }) => en)).size).toBe(140);
    expect(new Set(descriptions.map(({ uk }) => uk)).size).toBe(140);
    const sentences = (text: string) => text.split(/[.?](?:\s+|$)/).filter(Boolean).length;
    expect(descriptions.filter(({ en, uk }) => sentences(en) > 3 || sentences(uk) > 3)).toEqual([]);
    expect(descriptions.filter(({ en, uk }) => en.length > 140 || uk.length > 140)).toEqual([]);
    const rich = (tag: string) => companies.filter(({ desc }) => desc.en.includes(tag) && desc.uk.includes(tag)).length;
    expect([rich('<br />'), rich('<strong>')].every((count) => count > 15)).toBe(true);
  });
});
