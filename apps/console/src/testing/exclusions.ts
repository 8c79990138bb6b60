import type { ExclusionPreview, ExclusionSummary, Objection } from '@laurel/contracts/console/exclusion-records';
import type { Role } from '@laurel/contracts/console/permissions';
import type { Exclusion } from '../screens/exclusions/types.ts';
import { meOf } from './data.ts';
import type { stubApi } from './fake-api.ts';

export const AT = '2026-11-24T19:42:00.000Z';
const ACCOUNT = '00000000-0000-4000-8000-000000000077';
const nobody = { at: null, by: null };

const SUMMARY: ExclusionSummary = {
  id: 7,
  state: 'proposed',
  approvals: 2,
  votes: 214,
  people: 209,
  reason: 'one device farm',
  publicReason: { en: 'One person cast them.', uk: 'Їх віддала одна людина.' },
  proposed: { at: AT, by: 'Olena (console)' },
  decided: nobody,
  applied: nobody,
  undoProposed: { ...nobody, reason: null },
  undone: nobody,
  openObjections: 0,
};
const EXCLUSION: Exclusion = {
  ...SUMMARY,
  evidence: 'registered within 40 minutes',
  selection: { networks: ['203.0.113.0/24'], nominees: ['best-partner/crypto/copperfinch'], accounts: 209 },
  own: false,
  validUntil: '2026-11-25T19:42:00.000Z',
  objections: 0,
};
const nominee = (company: string, votes: number, percentage: number, rank: number) => ({
  company,
  votes,
  percentage,
  rank,
});
export const PREVIEW: ExclusionPreview = {
  votes: 214,
  people: 209,
  cast: 20_000,
  categories: [
    {
      nomination: 'best-partner',
      niche: 'crypto',
      votes: 209,
      before: {
        winners: ['copperfinch'],
        nominees: [nominee('copperfinch', 640, 31.9, 1), nominee('harbor', 600, 29.91, 2)],
      },
      after: {
        winners: ['harbor'],
        nominees: [nominee('harbor', 600, 33.37, 1), nominee('copperfinch', 431, 24.02, 2)],
      },
      winnersChange: true,
      hidden: false,
    },
    {
      nomination: 'media',
      niche: 'podcast',
      votes: 5,
      before: { winners: ['night-radio'], nominees: [nominee('night-radio', 500, 26.19, 1)] },
      after: { winners: ['night-radio'], nominees: [nominee('night-radio', 500, 26.31, 1)] },
      winnersChange: false,
      hidden: false,
    },
  ],
  inOneCategory: 204,
  withOtherVotes: 5,
  otherVotes: 12,
  later: 0,
  unmatched: 0,
};
export const PERSON = {
  voterId: ACCOUNT,
  accountId: ACCOUNT,
  email: 'v***r@e***.org',
  registeredAt: AT,
  held: 1,
  others: 0,
};
export const OBJECTION: Objection = {
  id: 3,
  accountId: ACCOUNT,
  email: 'v***r@e***.org',
  text: 'These were my own votes.',
  madeAt: AT,
  answer: null,
  answered: nobody,
};
const NAMES = {
  categories: [
    { name: 'best-partner/crypto', title: { en: 'Best Partner: Crypto', uk: 'Найкращий партнер: крипто' } },
    { name: 'media/podcast', title: { en: 'Best Podcast', uk: 'Найкращий подкаст' } },
  ],
  nominees: [
    { name: 'best-partner/crypto/copperfinch', title: { en: 'Copperfinch', uk: 'Copperfinch' }, withdrawn: false },
    { name: 'best-partner/crypto/harbor', title: { en: 'Quiet Harbor', uk: 'Тиха гавань' }, withdrawn: false },
    { name: 'media/podcast/night-radio', title: { en: 'Night Radio', uk: 'Нічне радіо' }, withdrawn: false },
  ],
};

export type Shown = {
  role?: Role;
  exclusion?: Partial<Exclusion>;
  preview?: Partial<ExclusionPreview>;
};

/** The answers of a server with one exclusion, E-7. */
export const answersOf = ({
  role = 'organiser',
  exclusion = {},
  preview = {},
}: Shown): Parameters<typeof stubApi>[0] => ({
  'GET /me': { body: meOf(role) },
  'GET /exclusions': { body: { exclusions: [SUMMARY], next: null } },
  'GET /exclusions/names': { body: NAMES },
  'GET /exclusions/7': { body: { ...EXCLUSION, ...exclusion } },
  'GET /exclusions/7/preview': { body: { ...PREVIEW, ...preview } },
  'GET /exclusions/7/people': { body: { people: [PERSON], next: null } },
  'GET /exclusions/7/objections': { body: { objections: [], next: null } },
});
