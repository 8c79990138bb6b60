import { z } from 'zod';
import { done } from '../../envelope.ts';
import { inEachLanguage } from '../../languages.ts';
import { byReason, type ConsoleCall } from '../call.ts';
import { lineField } from '../texts.ts';
import { TOO_EARLY } from './results.ts';

const localized = z.object(inEachLanguage(() => z.string()));
const line = (max: number) => lineField().max(max);

/** A row of the run sheet. A category brings its nominees and its winner, and the first of a nomination the nomination. */
const row = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('category'), category: line(200) }),
  z.object({ kind: z.literal('break'), minutes: z.int().min(1).max(240) }),
  z.object({ kind: z.literal('sponsor'), name: line(80) }),
]);
export type Row = z.output<typeof row>;

const showSchema = z.object({
  /** Changes with everything below. */
  stamp: z.string(),
  award: localized,
  /** A part of the salt of every key. */
  salt: z.string(),
  rows: z.array(row),
  categories: z.array(
    z.object({
      category: z.string(),
      nomination: z.string(),
      title: localized,
      name: localized,
      nominees: z.array(z.object({ company: z.string(), name: localized, logo: z.string(), text: localized })),
      /** The winner's slide in base64, sealed with AES-256-GCM; null until the result can be taken away. */
      sealed: z.string().nullable(),
    }),
  ),
  sponsors: z.array(z.object({ name: z.string(), logo: z.string(), link: z.string().optional() })),
});
export type Show = z.output<typeof showSchema>;

const stateSchema = z.object({
  version: z.int().nonnegative(),
  /** The name of the slide; empty: the first one. */
  slide: z.string(),
  blank: z.boolean(),
  since: z.iso.datetime().nullable(),
  /** The codes of the revealed winners. */
  codes: z.record(z.string(), z.string()),
  /** The stamp of the show as it is now. */
  stamp: z.string(),
});
export type StageState = z.output<typeof stateSchema>;

export const readStage = {
  method: 'GET',
  path: '/stage',
  summary: 'The whole show: nominees, breaks and sponsors in the order of the run sheet, and each winner sealed',
  audience: 'stage.show',
  reply: showSchema,
} as const satisfies ConsoleCall;

export const readStageState = {
  method: 'GET',
  path: '/stage/state',
  summary: 'The slide that is shown, and the codes of the winners that were revealed',
  audience: 'stage.show',
  reply: stateSchema,
} as const satisfies ConsoleCall;

export const moveStage = {
  method: 'POST',
  path: '/stage/move',
  summary: 'Show another slide. The slide of a winner reveals it, for an owner or with its code',
  audience: 'stage.show',
  body: z.object({
    /** The version that the person saw. */
    version: z.int().nonnegative().max(2_147_483_647),
    slide: line(300),
    blank: z.boolean(),
    /** Codes that were typed on the projector. */
    codes: z.array(line(40)).max(200).default([]),
  }),
  reply: stateSchema,
  failures: ['console.changed', 'console.code_needed'],
} as const satisfies ConsoleCall;

export const planStage = {
  method: 'POST',
  path: '/stage/plan',
  summary: 'Store the order of the show, with its breaks and sponsors',
  audience: 'stage.show',
  body: z.object({ before: z.array(row).max(500), rows: z.array(row).max(500) }),
  reply: done,
  failures: ['console.changed'],
} as const satisfies ConsoleCall;

export const restartStage = {
  method: 'POST',
  path: '/stage/restart',
  summary: 'Begin the show again, with nothing revealed and new codes: printed run sheets are worthless',
  audience: 'stage.reveal',
  body: byReason,
  reply: done,
  failures: ['console.is_public'],
} as const satisfies ConsoleCall;

export const readStageCodes = {
  method: 'GET',
  path: '/stage/codes',
  summary: 'The code of each winner, for the printed run sheet; recorded',
  audience: 'stage.reveal',
  reply: z.object({ codes: z.record(z.string(), z.string()) }),
  failures: TOO_EARLY,
} as const satisfies ConsoleCall;

export const readStageLogo = {
  method: 'GET',
  path: '/stage/logos/:file',
  summary: 'A logo of the show',
  audience: 'stage.show',
  params: z.object({ file: line(200) }),
  download: 'image/*',
  reply: z.string(),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;
