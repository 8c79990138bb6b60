/** The counter of wrong passwords for one account. */
export const accountTriesKey = (accountId: string): string => `login:account:${accountId}`;

/** The counter of wrong passwords and unknown logins from one network. */
export const networkTriesKey = (network: string): string => `login:network:${network}`;
