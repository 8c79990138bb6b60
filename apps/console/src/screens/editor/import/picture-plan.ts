import type { matchPictures } from '@laurel/contracts/console/calls/editor';
import type { CallAnswer } from '../../../lib/call.ts';
import type { NamedNominee } from '../../../lib/draft-names.ts';

type Matches = CallAnswer<typeof matchPictures>['data'];

/** How well a file fits its nominee: `several` and `none` need a person. */
export type Certainty = 'certain' | 'guessed' | 'several' | 'none';

/** A file, and the nominee that gets it; an empty one for nobody. */
export interface PlannedPicture {
  readonly file: string;
  readonly certainty: Certainty;
  readonly nominee: string;
  /** Whom it could belong to, the best first. */
  readonly candidates: readonly string[];
}

/** From this score on the name of a file is that of its nominee. */
const CERTAIN = 0.9;

/** The files with their nominees, those first that need a person. */
export const planOf = ({ matches, ambiguous, filesLeft }: Matches): PlannedPicture[] => [
  ...filesLeft.map((file) => ({ file, certainty: 'none' as const, nominee: '', candidates: [] })),
  ...ambiguous.map(({ file, nominees }) => ({
    file,
    certainty: 'several' as const,
    nominee: '',
    candidates: nominees,
  })),
  ...matches
    .toSorted((one, two) => one.score - two.score)
    .map(({ file, nominee, score }) => ({
      file,
      certainty: score >= CERTAIN ? ('certain' as const) : ('guessed' as const),
      nominee,
      candidates: [nominee],
    })),
];

/** The plan after a person chose a nominee for a file. A nominee has one picture: another file loses it. */
export const chosen = (plan: readonly PlannedPicture[], file: string, nominee: string): PlannedPicture[] =>
  plan.map((each) => {
    if (each.file === file) return { ...each, nominee };
    return nominee !== '' && each.nominee === nominee ? { ...each, nominee: '' } : each;
  });

const tagOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** The nominees among whom a person chooses: a nominee has one logo in all categories, and is there once. */
export const nomineesFor = (nominees: readonly NamedNominee[], use: 'logo' | 'picture'): readonly NamedNominee[] =>
  use === 'picture'
    ? nominees
    : nominees.filter(({ path }, place) => nominees.findIndex((each) => tagOf(each.path) === tagOf(path)) === place);

/** Nominees without a picture of this use that get none by the plan, each once. */
export const stillWithout = (
  nominees: readonly NamedNominee[],
  plan: readonly PlannedPicture[],
  use: 'logo' | 'picture',
): NamedNominee[] => {
  const given = new Set(plan.map(({ nominee }) => tagOf(nominee)));
  const left = nominees.filter(
    ({ path, hasLogo, hasPicture }) => !(use === 'logo' ? hasLogo : hasPicture) && !given.has(tagOf(path)),
  );
  return [...nomineesFor(left, use)];
};
