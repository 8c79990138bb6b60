import { publicEditionSchema } from '@laurel/contracts/public-edition';
import { useEditionFolder, useTestApi } from '@laurel/support/hooks';
import { newVoter } from '@laurel/support/voters';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';

type Nomination = z.output<typeof publicEditionSchema>['nominations'][number];
const companiesOf = (nominations: readonly Nomination[]) =>
  nominations.flatMap(({ categories }) => categories.flatMap(({ companies }) => companies));

describe('the API of the edition', () => {
  const api = useTestApi();
  const edition = async () => publicEditionSchema.parse((await api.get('/edition')).json().data);

  it('NM-06 NM-07 NM-08 RO-04 returns the nominations and categories of the edition without a login', async () => {
    const { nominations, year, phase } = await edition();
    expect({ year, phase }).toEqual({ year: 2025, phase: 'open' });
    const kinds = ['gambling', 'betting', 'nutra', 'dating', 'sweepstakes', 'crypto', 'finance'];
    const one = ['no-category'];
    expect(
      nominations.map(({ tag, title, categories }) => [tag, title.en, categories.map((each) => each.tag)]),
    ).toEqual([
      ['best-partner', 'Best Affiliate Program', kinds],
      ['best-affiliate-team', 'Best Affiliate Team', kinds],
      ['best-arbitration-service', 'Best Arbitrage Service', one],
      ['industry-voice', 'Industry Voice', one],
      ['ceo-owner', 'CEO / Owner', one],
      ['collaboration-of-the-year', 'Collaboration of the Year', one],
      ['best-pr-campaign', 'Best PR Campaign', one],
      ['donat', 'Donation of the Year', one],
      ['breakthrough-of-the-year', 'Upgrade of the Year', one],
      ['employer-of-the-year', 'Employer of the Year', one],
    ]);
    expect(new Set(nominations.map(({ backgroundName }) => backgroundName))).toEqual(
      new Set(['', 'sphere', 'radiance']),
    );
    const companies = companiesOf(nominations);
    expect(companies.length).toBeGreaterThan(nominations.length);
    for (const company of companies) {
      expect(company).toMatchObject({
        tag: expect.stringMatching(/^[a-z0-9-]+$/),
        name: expect.anything(),
        logo: expect.stringMatching(/^\/api\/edition\/logos\/./),
        link: expect.any(String),
        desc: expect.anything(),
        percent: 0,
        voted: false,
      });
    }
  });

  it('NM-09 returns every text in both languages; people and collaborations may be nominees, also of several categories', async () => {
    const { nominations } = await edition();
    const companies = companiesOf(nominations);
    for (const { en, uk } of [...nominations.map(({ title }) => title), ...companies.map(({ desc }) => desc)]) {
      expect(en).toMatch(/[a-z]/i);
      expect(uk).toMatch(/[а-яіїєґ]/i);
    }
    const namesIn = (tag: string) =>
      companiesOf(nominations.filter((each) => each.tag === tag)).map(({ name }) => name);
    expect(namesIn('ceo-owner')).toContainEqual({ en: 'Camila Ferrovento', uk: 'Каміла Ферровенто' });
    const collaborations = namesIn('collaboration-of-the-year').map(({ en }) => en);
    expect(collaborations.length).toBeGreaterThan(0);
    for (const name of collaborations) expect(name).toContain(' × ');
    expect(companies.filter(({ tag }) => tag === 'orbit-crew').length).toBeGreaterThan(1);
  });

  it('returns 304 for a matching etag', async () => {
    const { etag } = (await api.get('/edition')).headers;
    const again = await api.get('/edition', { headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('serves immutable logos that can run no script', async () => {
    const logo = (await edition()).nominations[0]?.categories[0]?.companies[0]?.logo ?? '';
    const answer = await api.app.inject({ method: 'GET', url: logo });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(answer.headers['cache-control']).toContain('immutable');
    const policy = answer.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    for (const file of ['nothing.svg', '..%2f..%2fedition.yaml', '%00']) {
      const missing = await api.app.inject({ method: 'GET', url: `/api/edition/logos/${file}` });
      expect(missing.statusCode, file).toBeGreaterThanOrEqual(400);
      expect(missing.statusCode, file).toBeLessThan(500);
    }
  });

  it('serves the pictures like the logos, each in its own folder', async () => {
    const pictures = companiesOf((await edition()).nominations).flatMap(({ picture }) => (picture ? [picture] : []));
    expect(pictures).toHaveLength(3);
    for (const { src, alt } of pictures) {
      expect([alt.en, alt.uk]).toEqual([expect.stringMatching(/[a-z]/), expect.stringMatching(/[а-яіїєґ]/)]);
      const answer = await api.app.inject({ method: 'GET', url: src });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toContain('immutable');
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      const elsewhere = await api.app.inject({ method: 'GET', url: src.replace('/pictures/', '/logos/') });
      expect(elsewhere.statusCode).toBe(404);
    }
  });

  it('RO-03 GET /client-ip returns the observed address, not the declared one', async () => {
    const answer = await api.get('/client-ip', { ip: '192.0.2.9', headers: { 'x-client-ip': '10.9.9.9' } });
    expect(answer.json()).toEqual({ ip: '192.0.2.9' });
  });
});

describe('the support address', () => {
  const api = useTestApi({ SUPPORT_EMAIL: 'help@awards.example' });
  it('MD-10 is the configured one', async () => {
    expect((await api.get('/edition')).json().data.supportEmail).toBe('help@awards.example');
  });
});

describe('phases', () => {
  const edition = useEditionFolder();
  beforeAll(() => {
    const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
    const times = `votingOpensAt: "${inHours(1)}"\n  votingClosesAt: "${inHours(2)}"\n  winnersAnnouncedAt: "${inHours(3)}"`;
    edition.edit('edition.yaml', /votingOpensAt: .*/, times);
    edition.edit('edition.yaml', /visibility: live/, 'visibility: hidden');
  });
  const api = useTestApi({ EDITION_DIR: edition.path });

  it('VO-10 AP-17 hide results until the announcement, and accept votes only while voting is open', async () => {
    const { token } = await newVoter(api);
    const company = api.deps.edition.nominations[0]?.categories[0]?.companies[0]?.tag ?? '';
    const vote = { nomination: 'best-partner', niche: 'gambling', vote: company };
    const state = async () => ({
      phase: (await api.get('/edition')).json().data.phase,
      categories: (await api.get('/vote/statistics')).json().length,
      vote: (await api.post('/vote', vote, { token })).json().code,
    });
    expect(await state()).toEqual({ phase: 'scheduled', categories: 0, vote: 'vote.not_open' });
    api.clock.advance(3_600_000 + 1_000);
    expect(await state()).toEqual({ phase: 'open', categories: 0, vote: undefined });
    api.clock.advance(3_600_000);
    expect(await state()).toEqual({ phase: 'closed', categories: 0, vote: 'vote.not_open' });
    api.clock.advance(3_600_000);
    // A request does not wait for long until the last totals are published.
    const statistics = async () => (await api.get('/vote/statistics')).json();
    await expect.poll(statistics).toHaveLength(22);
    expect(await state()).toEqual({ phase: 'announced', categories: 22, vote: 'vote.not_open' });
    const published = await statistics();
    expect(published[0].results[0]).toEqual({ company, percentage: 100 });
  });
});
