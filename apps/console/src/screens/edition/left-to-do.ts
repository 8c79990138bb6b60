import type { FieldValue } from '@laurel/contracts/console/calls/editor';
import { EDITION_FIELDS } from '@laurel/contracts/console/edition-fields';
import { LANGUAGES } from '@laurel/contracts/languages';
import { partOf } from '../../lib/draft-fields.ts';

const valueAt = (edition: FieldValue, path: string): FieldValue =>
  path.split('.').reduce<FieldValue>((value, part) => partOf(value, part), edition);

const DATES = EDITION_FIELDS.filter(({ kind }) => kind === 'time').map(({ path }) => path);
const TEXTS = EDITION_FIELDS.filter(({ localized }) => localized).flatMap(({ path }) =>
  LANGUAGES.map((language) => `${path}.${language}`),
);

/** What is left to do in the draft of a year, by what it says now: its dates, and the texts that still name an earlier edition's year. */
export const leftToDo = (edition: FieldValue, { earlier, now }: { earlier: readonly number[]; now: number }) => {
  const named = new RegExp(`(?<!\\d)(?:${earlier.join('|')})(?!\\d)`);
  const witnesses = valueAt(edition, 'log.witnesses');
  return {
    dates: DATES.map((field) => {
      const at = valueAt(edition, field);
      const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
      return { field, at: Number.isNaN(time) ? null : new Date(time).toISOString(), isPast: time <= now };
    }).filter(({ field, at }) => at !== null || !field.startsWith('phases.nominating')),
    texts: TEXTS.filter((field) => {
      const text = valueAt(edition, field);
      return typeof text === 'string' && named.test(text);
    }),
    witnesses: Array.isArray(witnesses) && witnesses.length > 0,
  };
};
