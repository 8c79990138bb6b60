import type { Details, Entries } from '../screens/entries/types.ts';

type Candidate = Entries['candidates'][number];
type Step = Entries['steps'][number];
const AT = '2026-11-24T18:12:00.000Z';
export const entryId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A candidate of the list, put forward by so many people. */
export const candidate = (id: number, name: string, people: number, given: Partial<Candidate> = {}): Candidate => ({
  id,
  name,
  state: 'open',
  people,
  entries: people,
  spellings: 1,
  ...given,
});

export const step = (id: number, given: Partial<Step> = {}): Step => ({
  id,
  at: AT,
  actor: 'Olena',
  kind: 'merge',
  name: 'Night Market',
  reason: null,
  undone: false,
  ...given,
});

const category = (nomination: string, niche: string, name: string, open: number, candidates: number) => ({
  nomination,
  niche,
  award: { en: 'Affiliate of the year', uk: 'Партнер року' },
  name: { en: name, uk: name },
  candidates,
  open,
  chosen: niche === 'betting',
});

/** The answer of GET /entries with these candidates of the category Betting. */
export const entriesOf = (candidates: readonly Candidate[], steps: readonly Step[] = []): Entries => ({
  closesAt: '2026-11-30T18:00:00.000Z',
  entries: 412,
  people: 286,
  categories: [
    category(
      'affiliate',
      'betting',
      'Betting',
      candidates.filter(({ state }) => state === 'open').length,
      candidates.length,
    ),
    category('affiliate', 'casino', 'Casino', 20, 47),
  ],
  candidates: [...candidates],
  steps: [...steps],
});

/** The answer of GET /entries/candidates/{id}. */
export const detailsOf = (listed: Candidate, given: Partial<Details> = {}): Details => ({
  ...listed,
  spellings: [
    { name: listed.name, together: 'same', entries: [entryId(listed.id)], links: [], why: [] },
    { name: `${listed.name} LTD`, together: 'spelling', entries: [entryId(100 + listed.id)], links: [], why: [] },
  ],
  near: [],
  steps: [],
  ...given,
});
