import type { EditionProblem } from '@laurel/contracts/console/calls/edition';
import { EDITION_FIELDS, type EditionSection } from '@laurel/contracts/console/edition-fields';

const FILE = 'edition.yaml';

/** Whether a problem is of a field, or of a part of it. */
const isIn = (problem: string, path: string): boolean =>
  problem === path || problem.startsWith(`${path}.`) || problem.startsWith(`${path}[`);

/** The problems of a field of a draft: of its text in a language, if one is given, or of the whole field. */
export const problemsAt = <Problem extends Pick<EditionProblem, 'field'>>(
  problems: readonly Problem[],
  path: string,
  part = '',
): Problem[] =>
  problems.filter(({ field }) => (part === '' ? isIn(field, path) : field === path || isIn(field, `${path}${part}`)));

/** The problems of `edition.yaml`. */
export const ofEdition = <Problem extends Pick<EditionProblem, 'file'>>(problems: readonly Problem[]): Problem[] =>
  problems.filter(({ file }) => file === FILE);

/**
 * The part of the form that shows a problem of `edition.yaml`. One of a key that no field has is among the texts, so that it is seen.
 */
export const sectionOf = (problem: string): EditionSection =>
  (EDITION_FIELDS.find(({ path }) => isIn(problem, path)) ?? EDITION_FIELDS.find(({ path }) => isIn(path, problem)))
    ?.section ?? 'texts';

/** The problems of a part of the form that no field of it shows. */
export const elsewhereIn = <Problem extends Pick<EditionProblem, 'field'>>(
  problems: readonly Problem[],
  section: EditionSection,
): Problem[] =>
  problems.filter(({ field }) => sectionOf(field) === section && !EDITION_FIELDS.some(({ path }) => isIn(field, path)));
