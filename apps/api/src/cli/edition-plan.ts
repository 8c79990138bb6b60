import { existsSync } from 'node:fs';
import { type EditionChange, excerpts } from '@laurel/catalog/compare-editions';
import { filesIn, recorded } from '@laurel/catalog/edition-files';
import { inspectEdition } from '@laurel/catalog/load-edition';
import { EditionError, formatWarning } from '@laurel/catalog/problem';
import { inYear } from '@laurel/database/in-year';
import type { NomineeName } from '@laurel/database/nominees';
import { isDrawable } from '../adapters/link-card/font-files.ts';
import { shownTime } from '../checks/shown-time.ts';
import { type Difference, readDifference } from '../features/edition/difference.store.ts';
import { asImport, type WantedEdition } from '../features/edition/publishing.policy.ts';
import { effectiveTimes } from '../features/phases/policy.ts';
import { readMoved } from '../features/phases/store.ts';
import { onDatabase } from './database.ts';
import { MisuseError, type Output } from './output.ts';

/** Compares a version with the newest one of its year. Needs a role that can read. */
export const differenceTo = (appUrl: string, wanted: WantedEdition, now: Date): Promise<Difference> =>
  onDatabase({ url: appUrl, applicationName: 'laurel edition' }, ({ pool }) =>
    inYear(pool, wanted.year, async (db) => {
      const moved = await readMoved(db);
      const { difference } = await readDifference(db, wanted, async (files) => effectiveTimes(files, moved), now);
      return difference;
    }),
  );

const nameOf = ({ nomination, niche, company }: NomineeName): string => `${nomination}/${niche}/${company}`;
const timeText = (time: Date | null): string => (time ? shownTime(time) : 'none');

const toldChange = ({ field, ...texts }: EditionChange): string => {
  const { before, after } = excerpts(texts.before, texts.after, { lead: 15, shown: 60 });
  return `changed    ${field}: ${`${before} → ${after}`.replaceAll('\n', ' ')}`;
};

/** Formats a difference. */
export const told = ({ added, restored, withdrawn, times, changes }: Difference): string[] => [
  ...added.map((each) => `new        ${nameOf(each)}`),
  ...restored.map((each) => `restored   ${nameOf(each)}`),
  ...withdrawn.map((each) => `withdrawn  ${nameOf(each)}${each.votes ? `  has ${each.votes} votes` : ''}`),
  ...(times ? [`opens      ${timeText(times.before.opensAt)} → ${timeText(times.after.opensAt)}`] : []),
  ...(times ? [`closes     ${timeText(times.before.closesAt)} → ${timeText(times.after.closesAt)}`] : []),
  ...changes.map(toldChange),
];

export const isEmpty = ({ added, restored, withdrawn, times, changes }: Difference): boolean =>
  added.length + restored.length + withdrawn.length + changes.length === 0 && times === undefined;

/** Reads the edition in a folder. @returns undefined if it is invalid; the problems were printed */
export const readFolder = async (directory: string, output: Output): Promise<WantedEdition | undefined> => {
  if (!existsSync(directory)) throw new MisuseError(`There is no directory ${directory}.`);
  const files = recorded(filesIn(directory));
  const { edition, problems, warnings } = await inspectEdition(files, { isDrawable });
  for (const warning of warnings) output.problem(formatWarning(warning));
  if (edition) return asImport(edition, files.contents);
  output.problem(`Nothing was imported. ${new EditionError(problems).message}`);
  return undefined;
};
