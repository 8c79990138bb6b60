import type { Signal } from '@laurel/contracts/console/cluster-records';

/** What PostgreSQL tells of a voter (functions/voter_facts.sql). Times are milliseconds since 1970. */
export type VoterFacts = {
  /** The random id of the votes. */
  voter: string;
  /** The number in digits, with its country's calling code. */
  number: string | null;
  /** The mailbox before the @ with each run of letters as `a` and each digit as `9`, and the domain. */
  mailboxShape: string | null;
  mailDomain: string | null;
  /** The letters of the mailbox, hashed: what numbered mailboxes, and those with other dots, have in common. */
  mailboxStem: string | null;
  /** The name in the same shape. */
  nameShape: string | null;
  /** Its first half, and its last half with the first two letters, hashed: names that differ in one letter have one of them in common. */
  nameStart: string | null;
  nameEnd: string | null;
  registeredAt: number;
  /** When the email, the second factor, the phone and the social account were confirmed; null if they were not. */
  steps: readonly (number | null)[];
  network: string | null;
  agent: string | null;
  timeZone: string | null;
  telegramAge: string | null;
  followers: string | null;
  carrier: string | null;
};

/** A vote, with its network if that is still known. */
export type CastVote = { voter: string; category: number; nominee: number; at: number; network: string | null };

/**
 * A trait has one value for each voter of a category, or none. Of the traits of one kind only the strongest counts for a voter,
 * because they say the same thing twice. `made` traits come from how an account was made: honest people who like the same
 * nominee share a place, a moment and a taste, and no such trait.
 */
type TraitKind = { name: string; kind: string; signal: Signal; made: boolean };

export const TRAITS = [
  { name: 'run', kind: 'number', signal: 'numbers_in_a_row', made: true },
  { name: 'inRow', kind: 'number', signal: 'numbers_in_a_row', made: true },
  { name: 'prefix', kind: 'number', signal: 'numbers_in_a_row', made: true },
  { name: 'mailboxShape', kind: 'mailbox', signal: 'template', made: true },
  { name: 'mailboxStem', kind: 'name', signal: 'template', made: true },
  { name: 'mailDomain', kind: 'domain', signal: 'template', made: false },
  { name: 'nameShape', kind: 'name', signal: 'template', made: true },
  { name: 'nameStart', kind: 'name', signal: 'template', made: true },
  { name: 'nameEnd', kind: 'name', signal: 'template', made: true },
  { name: 'emailStep', kind: 'emailStep', signal: 'made_in_a_batch', made: true },
  { name: 'factorStep', kind: 'factorStep', signal: 'made_in_a_batch', made: true },
  { name: 'phoneStep', kind: 'phoneStep', signal: 'made_in_a_batch', made: true },
  { name: 'socialStep', kind: 'socialStep', signal: 'made_in_a_batch', made: true },
  { name: 'network', kind: 'network', signal: 'one_network', made: false },
  { name: 'voteNetwork', kind: 'network', signal: 'one_network', made: false },
  { name: 'agent', kind: 'machine', signal: 'one_machine', made: false },
  { name: 'zone', kind: 'zone', signal: 'one_machine', made: true },
  { name: 'telegramAge', kind: 'social', signal: 'young_social', made: true },
  { name: 'followers', kind: 'social', signal: 'young_social', made: true },
  { name: 'carrier', kind: 'carrier', signal: 'kind_of_number', made: true },
  { name: 'registered', kind: 'time', signal: 'made_in_a_batch', made: false },
  { name: 'voted', kind: 'time', signal: 'share_jumps', made: false },
  { name: 'silence', kind: 'silence', signal: 'made_in_a_batch', made: false },
  { name: 'ballot', kind: 'ballot', signal: 'same_ballot', made: false },
] as const satisfies readonly TraitKind[];
export type Trait = (typeof TRAITS)[number]['name'];
