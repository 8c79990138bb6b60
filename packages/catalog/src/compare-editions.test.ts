import { beforeAll, describe, expect, it } from 'vitest';
import { compareEditions } from './compare-editions.ts';
import { demoEditionDir } from './demo-edition.ts';
import { type Edition, editionDigest, type Nomination } from './edition.ts';
import { loadEdition } from './load-edition.ts';

let demo: Edition;
beforeAll(async () => {
  demo = await loadEdition(demoEditionDir);
});

const first = (): Nomination => {
  const [nomination] = demo.nominations;
  if (!nomination) throw new Error('the demo edition has nominations');
  return nomination;
};

describe('compareEditions', () => {
  it('finds no difference between equal editions', async () => {
    const again = await loadEdition(demoEditionDir);
    expect(compareEditions(demo, again)).toEqual([]);
    expect(editionDigest(again)).toBe(editionDigest(demo));
  });

  it('reports changed texts, times, rules and lists, and a new text', () => {
    const changed: Edition = {
      ...demo,
      texts: { ...demo.texts, footer: { ...demo.texts.footer, uk: 'Новий підпис' } },
      notices: { ...demo.notices, winnersAnnounced: null },
      links: { ...demo.links, privacy: 'https://awards.example/privacy' },
      phases: { ...demo.phases, votingClosesAt: new Date('2031-01-01T00:00:00Z') },
      results: { ...demo.results, visibility: 'hidden' },
      blockedRegions: ['7'],
    };
    expect(compareEditions(demo, changed)).toEqual([
      { field: 'texts.footer.uk', before: demo.texts.footer.uk, after: 'Новий підпис' },
      { field: 'notices.winnersAnnounced.en', before: demo.notices.winnersAnnounced?.en, after: 'none' },
      { field: 'notices.winnersAnnounced.uk', before: demo.notices.winnersAnnounced?.uk, after: 'none' },
      { field: 'phases.votingClosesAt', before: 'none', after: '2031-01-01T00:00:00.000Z' },
      { field: 'results.visibility', before: 'live', after: 'hidden' },
      { field: 'links.privacy', before: demo.links.privacy ?? 'none', after: 'https://awards.example/privacy' },
      { field: 'blockedRegions', before: demo.blockedRegions.join(', '), after: '7' },
    ]);
    expect(compareEditions(changed, demo)).toHaveLength(7);
    expect(editionDigest(changed)).not.toBe(editionDigest(demo));
  });

  it('reports a witness with another key, and one at another URL', () => {
    const witness = { key: 'one.example+00000001+BAAA', url: 'https://one.example' };
    const withWitness = (changed: Partial<typeof witness>): Edition => ({
      ...demo,
      log: { ...demo.log, witnesses: [{ ...witness, ...changed }] },
    });
    for (const changed of [{ key: 'two.example+00000002+BAAA' }, { url: 'https://two.example' }]) {
      expect(compareEditions(withWitness({}), withWitness(changed))).toEqual([
        { field: 'log.witnesses', before: JSON.stringify(witness), after: JSON.stringify({ ...witness, ...changed }) },
      ]);
    }
    expect(compareEditions(withWitness({}), withWitness({}))).toEqual([]);
  });

  it('identifies a nominee by its tags, and reports a new order', () => {
    const nomination = first();
    const [category] = nomination.categories;
    const [one, two, ...others] = category?.companies ?? [];
    if (!category || !one || !two) throw new Error('the demo edition has categories of several nominees');
    const companies = [two, { ...one, desc: { ...one.desc, en: 'Another text' } }, ...others];
    const changed: Edition = {
      ...demo,
      nominations: demo.nominations.map((each) =>
        each === nomination ? { ...each, categories: [{ ...category, companies }, ...each.categories.slice(1)] } : each,
      ),
    };
    const place = `nominations.${nomination.tag}.categories.${category.tag}.companies`;
    const tags = category.companies.map(({ tag }) => tag);
    expect(compareEditions(demo, changed)).toEqual([
      { field: `${place} (order)`, before: tags.join(', '), after: companies.map(({ tag }) => tag).join(', ') },
      { field: `${place}.${one.tag}.desc.en`, before: one.desc.en, after: 'Another text' },
    ]);
  });

  it('ignores added and removed nominees, categories and nominations', () => {
    const shorter: Edition = { ...demo, nominations: demo.nominations.slice(1) };
    expect(compareEditions(demo, shorter)).toEqual([]);
    expect(compareEditions(shorter, demo)).toEqual([]);
  });
});
