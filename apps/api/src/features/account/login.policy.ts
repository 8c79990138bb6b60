/** The counter of wrong passwords for one account from unknown browsers. */
export const accountTriesKey = (accountId: string): string => `login:account:${accountId}`;

/** The counter of wrong passwords for one account from browsers with a device cookie of the account. */
export const knownTriesKey = (accountId: string): string => `login:known:${accountId}`;

/** The counter of wrong passwords and unknown logins from one network. */
export const networkTriesKey = (network: string): string => `login:network:${network}`;
