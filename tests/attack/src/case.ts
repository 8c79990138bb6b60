/** A text in a file of the repository, and what stands there once a guard is gone. */
export type Removal = {
  /** From the root of the repository. */
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  put: string;
};

/** One attack, what stops it, and the test that carries it out. */
export type Case = {
  /** The area, a dot, and a few words: `vote.identical-requests`. */
  id: string;
  /** What the attacker does, in plain English. */
  attack: string;
  /** What stops it. */
  guard: string;
  /** A file of tests from the root of the repository (`.test.ts`, `.spec.ts`, `.stack.ts`), and the name of one as the file spells it. */
  proof: { file: string; test: string };
  /** How the guard is taken away; the proof fails then. Several where several guards stop the same attack. */
  without: readonly Removal[];
};

/** The area of a case: what stands before the dot. */
export const areaOf = ({ id }: Pick<Case, 'id'>): string => id.slice(0, id.indexOf('.'));
