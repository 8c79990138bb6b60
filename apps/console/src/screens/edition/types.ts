import type { readDraft, readEdition, readVersion } from '@laurel/contracts/console/calls/edition';
import type { CallAnswer } from '../../lib/call.ts';

export type EditionAnswer = CallAnswer<typeof readEdition>;
export type Live = EditionAnswer['live'];
export type Version = EditionAnswer['versions'][number];
export type DraftSummary = EditionAnswer['drafts'][number];
export type Draft = CallAnswer<typeof readDraft>;
export type VersionView = CallAnswer<typeof readVersion>;
export type Difference = NonNullable<Draft['difference']>;
export type Problem = Draft['problems'][number];
