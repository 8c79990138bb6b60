/** The headers in which a client describes itself (spec §6), in lower case. The values are stored, but not trusted. */
export const CLIENT_HINT_HEADERS = {
  ip: 'x-client-ip',
  userAgent: 'x-client-user-agent',
  timeZone: 'x-time-zone',
} as const;
