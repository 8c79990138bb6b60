/** The counter of wrong passwords for one account, from browsers it does not know: a stranger's, above all. */
export const accountTriesKey = (accountId: string): string => `login:account:${accountId}`;

/** The counter of wrong passwords for one account, from browsers that it knows by their device cookie. */
export const knownTriesKey = (accountId: string): string => `login:known:${accountId}`;

/** The counter of wrong passwords and unknown logins from one network. */
export const networkTriesKey = (network: string): string => `login:network:${network}`;
