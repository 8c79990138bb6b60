import { CLIENT_ADDRESS_PAUSE_MS } from './limits.ts';

/**
 * Creates a function that returns the browser's public address. The address is looked up once per page load and then
 * kept. For a while after a failed lookup, the function returns undefined at once, so that calls do not wait for
 * another lookup.
 * @param lookUp returns undefined if it fails
 * @param now a monotonic clock, milliseconds
 */
export const createClientAddress = (
  lookUp: () => Promise<string | undefined>,
  now: () => number,
): (() => Promise<string | undefined>) => {
  let address: Promise<string | undefined> | undefined;
  let failedAt: number | undefined;
  const lookUpOnce = async (): Promise<string | undefined> => {
    const found = await lookUp();
    if (found === undefined) {
      failedAt = now();
      address = undefined;
    }
    return found;
  };
  return async () => {
    if (address === undefined && failedAt !== undefined && now() - failedAt < CLIENT_ADDRESS_PAUSE_MS) return undefined;
    address ??= lookUpOnce();
    return address;
  };
};
