import type { Language } from '@laurel/contracts/languages';

/** The values that each request needs from the app. */
type RequestContext = {
  token(): string | undefined;
  /** Called when the server rejects the token of a user's action. */
  refuseToken(token: string): void;
  language(): Language;
  /** The URL that returns this browser's public IP address. */
  ipLookupUrl: string;
};

let current: RequestContext | undefined;

/** Sets the values that all calls use. */
export const setRequestContext = (requestContext: RequestContext): void => {
  current = requestContext;
};

export const requestContext = (): RequestContext => {
  if (!current) throw new Error('a call was made before the app started');
  return current;
};
