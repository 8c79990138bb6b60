import { CLIENT_ADDRESS_PAUSE_MS } from './limits.ts';

/**
 * Returns the browser's public address: found once per page load, and then kept. After a failed lookup it is undefined for a
 * while, so that the calls of that time do not wait for another; then it is looked up again.
 * @param lookUp undefined if it fails
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
