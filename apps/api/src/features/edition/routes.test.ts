import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { publicEdition } from '@laurel/catalog/public-edition';
import { publicEditionSchema } from '@laurel/contracts/public-edition';
import { useEditionFolder, useTestApi } from '@laurel/support/hooks';
import { newVoter } from '@laurel/support/voters';
import { beforeAll, describe, expect, it } from 'vitest';

describe('the API of the edition', () => {
  const api = useTestApi();
  const edition = async () => publicEditionSchema.parse((await api.get('/edition')).json().data);

  it('NM-06 NM-07 NM-08 NM-09 RO-04 returns the nominations of the edition without a login', async () => {
    const { nominations, year, phase } = (await api.get('/edition')).json().data;
    expect({ year, phase }).toEqual({ year: 2025, phase: 'open' });
    expect(nominations).toEqual(publicEdition(await loadEdition(demoEditionDir), api.clock.now()).nominations);
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
    const { nominations } = await edition();
    const companies = nominations.flatMap(({ categories }) => categories.flatMap((each) => each.companies));
    const pictures = companies.flatMap(({ picture }) => (picture ? [picture] : []));
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
