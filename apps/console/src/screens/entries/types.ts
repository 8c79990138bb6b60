import type { readCandidate, readEntries } from '@laurel/contracts/console/calls/entries';
import type { CallAnswer } from '../../lib/call.ts';

export type Entries = CallAnswer<typeof readEntries>;
export type Details = CallAnswer<typeof readCandidate>;
export type Place = { nomination: string; niche: string };
/** A category in a choice. */
export type Option = { value: string; label: string; place: Place; chosen: boolean };

/** What can be done, with its key. */
export const KEYS = [
  ['merge', 'M'],
  ['skip', 'N'],
  ['split', 'S'],
  ['move', 'C'],
  ['accept', 'A'],
  ['reject', 'R'],
  ['undo', 'U'],
] as const;

/** What can be done now; nothing for the rest. */
export type Acts = Partial<Record<(typeof KEYS)[number][0] | 'reopen', (() => unknown) | undefined>>;

/** A foreign name inside a sentence: it does not turn the sentence around (Unicode's isolates). */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
