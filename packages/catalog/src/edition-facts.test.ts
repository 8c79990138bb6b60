import { expect, it } from 'vitest';
import { compareEditions } from './compare-editions.ts';
import { demoEditionDir } from './demo-edition.ts';
import type { Edition } from './edition.ts';
import { editionFacts } from './edition-facts.ts';
import { loadEdition } from './load-edition.ts';

const edition = await loadEdition(demoEditionDir);
const facts = editionFacts(edition);

it('has the names and logos of nominees, and the rules of the results and of the log, by field', () => {
  const of = 'nominations.best-partner.categories.gambling';
  expect(facts).toMatchObject({
    year: '2025',
    approvals: '1',
    'results.visibility': 'live',
    'results.publishEvery.votes': String(edition.results.publishEvery.votes),
    'log.witnesses': '[]',
    'nominations.best-partner.title.en': edition.nominations[0]?.title.en,
    [`${of}.name.uk`]: 'Гемблінг',
    [`${of}.companies.velvet-key.name.en`]: 'Velvet Key',
    [`${of}.companies.velvet-key.logo`]: expect.stringMatching(/^velvet-key\.[0-9a-f]{16}\.svg$/),
  });
  expect(Object.keys(facts).filter((field) => /desc|link|texts|phases/.test(field))).toEqual([]);
});

it('has every key of the results and of the log, under the name that a comparison gives it', () => {
  const changed: Edition = {
    ...edition,
    approvals: 2,
    reverify: { phone: 12, social: null },
    results: { visibility: 'hidden', staff: 'embargo', tieBreak: 'draw', publishEvery: { seconds: 77, votes: 77 } },
    log: {
      host: 'vote.example',
      group: 1,
      delay: 1,
      witnesses: [{ key: 'w', url: 'https://w.example' }],
      quorum: 1,
      auditors: ['age1'],
    },
  };
  const after = editionFacts(changed);
  const fields = Object.keys({ ...facts, ...after }).filter((field) => facts[field] !== after[field]);
  expect(fields.sort()).toEqual(
    compareEditions(edition, changed)
      .map(({ field }) => field)
      .sort(),
  );
});
