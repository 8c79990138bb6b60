/**
 * What every request declares about its sender (spec §6), by header names in lower case as Node and fetch show them.
 * Declared values are kept, never trusted.
 */
export const CLIENT_HINT_HEADERS = {
  ip: 'x-client-ip',
  userAgent: 'x-client-user-agent',
  timeZone: 'x-time-zone',
} as const;
