/**
 * The counters of wrong passwords for one account. `known` counts those from browsers with a device cookie of the
 * account. The others count those from unknown browsers, separately for logins with the address and with a number: with
 * one counter for both, a refusal would show that the two belong together.
 */
export const accountTriesKeys = (accountId: string) => ({
  address: `login:account:${accountId}`,
  number: `login:number:${accountId}`,
  known: `login:known:${accountId}`,
});

/** The counter of a wrong password for an account that was found by `login`. */
export const triesKey = (accountId: string, { login, isKnown }: { login: string; isKnown: boolean }): string => {
  const { address, number, known } = accountTriesKeys(accountId);
  if (isKnown) return known;
  return login.includes('@') ? address : number;
};

/** The counter of wrong passwords and unknown logins from one network. */
export const networkTriesKey = (network: string): string => `login:network:${network}`;
