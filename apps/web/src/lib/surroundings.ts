import type { Language } from '@laurel/contracts/languages';

/** What a request needs to know of the app around it. */
type Surroundings = {
  token(): string | undefined;
  /** The server refused this token to a call that a person made. */
  refuseToken(token: string): void;
  language(): Language;
  /** Where to ask for the address this browser is seen to have. */
  ipLookupUrl: string;
};

let known: Surroundings | undefined;

/** Tells the calls of this page about its session, its language and the address lookup. */
export const setSurroundings = (given: Surroundings): void => {
  known = given;
};

export const surroundings = (): Surroundings => {
  if (!known) throw new Error('no call is made before the app has started');
  return known;
};
