import type { Language } from '@laurel/contracts/languages';

/** What a request needs from the app. */
type Surroundings = {
  token(): string | undefined;
  /** Called when the server rejects the token of a user's action. */
  refuseToken(token: string): void;
  language(): Language;
  /** The URL that returns this browser's public IP address. */
  ipLookupUrl: string;
};

let current: Surroundings | undefined;

/** Sets the session, the language and the address lookup for all calls. */
export const setSurroundings = (surroundings: Surroundings): void => {
  current = surroundings;
};

export const surroundings = (): Surroundings => {
  if (!current) throw new Error('no call is made before the app has started');
  return current;
};
