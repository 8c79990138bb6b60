import type {
  ClusterSummary,
  listClusters,
  readCluster,
  revealCluster,
} from '@laurel/contracts/console/calls/clusters';
import type { Against, ReasonFound } from '@laurel/contracts/console/cluster-records';
import type { CallAnswer } from '../lib/call.ts';

const at = (minute: number, second = 0): string => new Date(Date.UTC(2026, 10, 24, 17, minute, second)).toISOString();
const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const reason = (signal: ReasonFound['signal'], what: string, value: string, count: number, base: number) => ({
  ...{ signal, what, value, count, base },
  ...{ of: 41, exponent: count / 4 },
});
/** The reasons of group 1, the strongest first. */
const REASONS = [
  reason('numbers_in_a_row', 'run', '+380 67 555', 38, 0.0003),
  reason('only_here', 'ballot', 'one', 41, 0.17),
  reason('share_jumps', 'voted', at(52), 41, 0.01),
  reason('made_in_a_batch', 'phoneStep', '220', 37, 0.04),
  reason('one_machine', 'agent', 'Chrome Android', 31, 0.11),
];

const choiceOf = (company: string, votes: number, [now, without]: [number, number], winners: [string[], string[]]) => ({
  ...{ nomination: 'best-partner', niche: 'crypto', company, votes },
  ...{ place: { now, without }, winners: { now: winners[0], without: winners[1] } },
});

const SAME = [choiceOf('harbor', 22, [2, 2], [['copperfinch'], ['copperfinch']])];

/** Group 1: 41 likely bought votes for the first of a category, in nine minutes, that change its winner. */
export const clusterOf = (more: Partial<ClusterSummary> = {}): ClusterSummary => ({
  ...{ id: 1, certainty: 'likely', state: 'open', people: 41, votes: 41, from: at(52), until: at(61) },
  choices: [choiceOf('copperfinch', 41, [1, 2], [['copperfinch'], ['harbor']])],
  ...{ effect: 'winner', reasons: REASONS, against: [], looksHonest: false, foundAt: at(62), decided: null },
  ...more,
});

const against = (signal: Against['signal'], count: number): Against[] => [{ signal, count, of: count }];
const decided = {
  at: at(59),
  by: 'Olena (console)',
  why: 'one_call',
  reason: 'the stream of Harbor',
  people: 60,
} as const;

/** Three groups to decide, two honest crowds and a decided one. */
export const CLUSTERS: readonly ClusterSummary[] = [
  clusterOf(),
  clusterOf({
    ...{ id: 2, certainty: 'possible', people: 96, votes: 96, effect: 'place', from: at(-6_000) },
    choices: [choiceOf('harbor', 96, [2, 3], [['copperfinch'], ['copperfinch']])],
    reasons: [reason('made_in_a_batch', 'silence', '10800', 36, 0.02)],
  }),
  clusterOf({
    ...{ id: 5, certainty: 'look_closer', people: 1_140, effect: 'place' },
    ...{ looksHonest: true, against: against('one_post', 1_140) },
  }),
  clusterOf({ id: 6, people: 60, choices: SAME, state: 'dismissed', effect: 'none', decided }),
  clusterOf({
    ...{ id: 4, certainty: 'possible', people: 312, votes: 312, effect: 'none' },
    ...{ looksHonest: true, against: against('one_place', 312) },
  }),
  clusterOf({
    ...{ id: 3, certainty: 'look_closer', people: 22, votes: 22, effect: 'none' },
    choices: SAME,
    reasons: [reason('template', 'mailboxShape', 'a.a99', 20, 0.02)],
  }),
];

/** The same under an embargo. */
export const hidden = (clusters: readonly ClusterSummary[]): ClusterSummary[] =>
  clusters.map((cluster) => ({ ...cluster, choices: null, effect: null })).sort((a, b) => b.people - a.people);

export const listOf = (clusters: readonly ClusterSummary[]): CallAnswer<typeof listClusters> => ({
  searched: { at: at(74), compared: 3_118 },
  clusters: [...clusters],
});

/** Of the people, 38 share most reasons and three only the time. */
const MEMBERS = Array.from({ length: 41 }, (_, place) => ({
  ...{ voterId: idOf(100 + place), accountId: idOf(200 + place), email: `k•••${place}@gm•••.com` },
  number: `+380 67 555 •• ${String(place + 10)}`,
  votedAt: at(52, place * 13),
  shares: place < 31 ? [0, 1, 2, 3, 4] : place < 37 ? [0, 1, 2, 3] : place === 37 ? [0, 1] : [2],
}));

/** Group 1 with its people. */
export const readOf = (more: Partial<CallAnswer<typeof readCluster>> = {}): CallAnswer<typeof readCluster> => ({
  ...clusterOf(),
  timeline: {
    ...{ from: at(40), minutes: 1 },
    these: [...Array<number>(12).fill(0), 4, 6, 5, 7, 5, 6, 4, 3, 1, ...Array<number>(9).fill(0)],
    others: Array.from({ length: 30 }, (_, minute) => 2 + (minute % 4)),
  },
  members: MEMBERS,
  ...more,
});

export const REVEALED: CallAnswer<typeof revealCluster> = {
  people: MEMBERS.map(({ accountId }, place) => ({
    ...{ accountId, name: `Voter ${place}`, email: `voter${place}@example.org`, number: `+3806755500${place + 10}` },
  })),
};
