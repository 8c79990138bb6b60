import type { Details, Entries } from '../screens/entries/types.ts';

type Candidate = Entries['candidates'][number];
type Step = Entries['steps'][number];
const AT = '2026-11-24T18:12:00.000Z';

/** A candidate of the list, put forward by so many people. */
export const candidate = (id: number, name: string, people: number, given: Partial<Candidate> = {}): Candidate => ({
  ...{ id, name, people, entries: people, state: 'open', spellings: 1 },
  ...given,
});

export const step = (id: number, given: Partial<Step> = {}): Step => ({
  ...{ id, at: AT, actor: 'Olena', kind: 'merge', name: 'Night Market', reason: null, undone: false },
  ...given,
});

/** The answer of GET /entries with these candidates of the category Betting. */
export const entriesOf = (candidates: Candidate[], steps: Step[] = []): Entries => {
  const award = { en: 'Affiliate of the year', uk: 'Партнер року' };
  const category = (niche: string, counted: { candidates: number; open: number }, chosen: boolean) => ({
    ...{ nomination: 'affiliate', niche, award, name: { en: niche, uk: niche }, chosen },
    ...counted,
  });
  const open = candidates.filter(({ state }) => state === 'open').length;
  const categories = [
    category('betting', { candidates: candidates.length, open }, true),
    category('casino', { candidates: 47, open: 20 }, false),
  ];
  return { closesAt: '2026-11-30T18:00:00.000Z', entries: 412, people: 286, categories, candidates, steps };
};

/** The answer of GET /entries/candidates/{id}: two spellings. */
export const detailsOf = (listed: Candidate, given: Partial<Details> = {}): Details => {
  const wrote = { entries: [`00000000-0000-4000-8000-00000000000${listed.id}`], links: [], why: [] };
  const spellings: Details['spellings'] = [
    { name: listed.name, together: 'same', ...wrote },
    { name: `${listed.name} LTD`, together: 'spelling', ...wrote },
  ];
  return { ...listed, spellings, near: [], steps: [], ...given };
};
