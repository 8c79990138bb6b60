import type { readDraft, readEdition } from '@laurel/contracts/console/calls/edition';
import type { listEditions } from '@laurel/contracts/console/calls/years';
import type { CallAnswer } from '../../lib/call.ts';

export type EditionAnswer = CallAnswer<typeof readEdition>;
export type Live = EditionAnswer['live'];
export type Version = EditionAnswer['versions'][number];
export type DraftSummary = EditionAnswer['drafts'][number];
export type Draft = CallAnswer<typeof readDraft>;
export type Difference = NonNullable<Draft['difference']>;
export type Problem = Draft['problems'][number];
export type Years = CallAnswer<typeof listEditions>;
